"""Pictures of states: maps, battles, the political turn, the court board, dice, arms. No rules, no widgets."""

from roses.figures.arms import arms_svg, card_html
from roses.figures.battle import battle_svg
from roses.figures.board import map_figure, update_map
from roses.figures.court import court_svg, text_court
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
    "court_svg",
    "dice_svg",
    "map_figure",
    "map_svg",
    "march_map",
    "political_svg",
    "text_board",
    "text_court",
    "update_map",
]
