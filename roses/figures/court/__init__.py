"""The court game's board as one picture: counties, France, parliament, houses; as text, SVG and plotly. No rules."""

from roses.figures.court.look import HEIGHT, WIDTH
from roses.figures.court.paint import court_figure, court_svg
from roses.figures.court.words import text_court

__all__ = ["HEIGHT", "WIDTH", "court_figure", "court_svg", "text_court"]
