"""Battlefields as pictures: the ground, both armies by phase, and rival reconstructions, as text, SVG and plotly."""

from roses.figures.field.figure import field_data, field_svg, text_field

__all__ = ["field_data", "field_svg", "text_field"]
