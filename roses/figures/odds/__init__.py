"""Odds of a battle as bars, as a plotly figure, and side by side."""
