"""Batches and how work gets done; knows no image format, no file, no terminal."""
