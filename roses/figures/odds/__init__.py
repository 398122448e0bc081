"""Figures of the odds of a battle: SVG bars, a plotly figure, comparisons, and the course of a battle."""
