"""Pictures of states: the map in plotly and as SVG, battles, the political turn, dice, arms. No rules, no widgets."""

from roses.figures.arms import arms_svg, card_html
from roses.figures.battle import battle_svg
from roses.figures.board import map_figure, update_map
from roses.figures.dice import dice_svg
from roses.figures.frames import closeup
from roses.figures.mapsvg import map_svg
from roses.figures.mapwords import text_board
from roses.figures.march import march_map
from roses.figures.political import political_svg

__all__ = [
    "arms_svg",
    "battle_svg",
    "card_html",
    "closeup",
    "dice_svg",
    "map_figure",
    "map_svg",
    "march_map",
    "political_svg",
    "text_board",
    "update_map",
]
