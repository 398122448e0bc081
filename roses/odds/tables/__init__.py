"""Exact odds of a standing fight from tables of the strengths of both armies."""
