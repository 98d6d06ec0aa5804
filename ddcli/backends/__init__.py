"""One module a device: what carries the primitives out."""
