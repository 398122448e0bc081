"""Figures of the eighteen battles: numbers as ranges, the map of their sites, and their line-ups in the game."""

from roses.figures.battles.line_up import line_up_figure, line_up_svg, text_line_up
from roses.figures.battles.numbers import numbers_figure, numbers_svg, war_figure, war_svg
from roses.figures.battles.sites import sites_figure, sites_svg

__all__ = [
    "line_up_figure",
    "line_up_svg",
    "numbers_figure",
    "numbers_svg",
    "sites_figure",
    "sites_svg",
    "text_line_up",
    "war_figure",
    "war_svg",
]
