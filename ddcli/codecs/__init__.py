"""Bytes to pixels and back: a table of decoders and encoders, lists in and out."""
