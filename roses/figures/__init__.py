"""Figures of positions as SVG, plotly and text: map, battle, political turn, court board, dice, arms."""

from roses.figures.battle.board import battle_svg
from roses.figures.battle.dice import dice_svg
from roses.figures.blocks.arms import arms_svg, card_html
from roses.figures.blocks.key import key_svg
from roses.figures.court import court_svg, text_court
from roses.figures.drawing.svg import Svg
from roses.figures.field import field_data, field_svg, text_field
from roses.figures.map.figure import map_figure, update_map
from roses.figures.map.frames import closeup
from roses.figures.map.march import campaign_map, campaign_words, march_map
from roses.figures.map.svg import map_svg
from roses.figures.map.text import text_board
from roses.figures.people import family_figure, family_svg, sides_figure, sides_svg, timeline_figure, timeline_svg
from roses.figures.politics import political_svg

__all__ = [
    "Svg",
    "arms_svg",
    "battle_svg",
    "campaign_map",
    "campaign_words",
    "card_html",
    "closeup",
    "court_svg",
    "dice_svg",
    "family_figure",
    "family_svg",
    "field_data",
    "field_svg",
    "key_svg",
    "map_figure",
    "map_svg",
    "march_map",
    "political_svg",
    "sides_figure",
    "sides_svg",
    "text_board",
    "text_court",
    "text_field",
    "timeline_figure",
    "timeline_svg",
    "update_map",
]
