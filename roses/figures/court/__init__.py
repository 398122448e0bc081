"""The court game's board as one picture: counties, France, parliament, houses; as text, SVG and plotly."""

from roses.figures.court.canvas import HEIGHT, WIDTH
from roses.figures.court.captions import text_court
from roses.figures.court.figure import court_data, court_svg

__all__ = ["HEIGHT", "WIDTH", "court_data", "court_svg", "text_court"]
