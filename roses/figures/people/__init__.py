"""Figures of people: the family tree, the times of kings and battles, and who left which side when."""

from roses.figures.people.family import family_figure, family_svg, text_family
from roses.figures.people.sides import sides_figure, sides_svg, text_sides
from roses.figures.people.timeline import text_timeline, timeline_figure, timeline_svg

__all__ = [
    "family_figure",
    "family_svg",
    "sides_figure",
    "sides_svg",
    "text_family",
    "text_sides",
    "text_timeline",
    "timeline_figure",
    "timeline_svg",
]
