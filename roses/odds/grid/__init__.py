"""Exact odds on a grid of the strengths of every block, forwards under orders and backwards for best play."""
