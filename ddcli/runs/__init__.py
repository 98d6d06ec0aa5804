"""Whole jobs over a data set."""
