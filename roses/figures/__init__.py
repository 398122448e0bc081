"""Pictures of positions, battles, people and odds: as SVG, as plotly figures, and in words.

Begin with ``map_svg`` and ``map_figure``, which draw the map as a side sees it. ``battle_svg`` draws the battle board,
``court_svg`` the court game, ``field_svg`` a battlefield, ``political_svg`` the count of the lords; ``family_svg``,
``sides_svg`` and ``timeline_svg`` draw people. Where there is a picture ``..._svg``, plotly's is ``..._figure`` and the
words are ``text_...``. Pictures are made from views, and hold no rules.

``map``, ``battle``, ``battles``, ``politics``, ``court``, ``field``, ``odds``, ``family``, ``sides`` and ``timeline``
hold a subject each, ``blocks`` the tokens, and ``drawing`` what all of them draw with. What a value shows of itself in
a notebook is registered in ``roses/__init__.py``.
"""

from roses.figures.battle.board import battle_svg
from roses.figures.battle.dice import dice_svg
from roses.figures.blocks.cards import arms_svg, card_html, key_svg
from roses.figures.court import court_svg, text_court
from roses.figures.drawing.svg import Svg
from roses.figures.family import family_figure, family_svg
from roses.figures.field import field_data, field_svg, text_field
from roses.figures.map.figure import map_figure, update_map
from roses.figures.map.geography import closeup
from roses.figures.map.march import campaign_map, campaign_words, march_map
from roses.figures.map.svg import map_svg
from roses.figures.map.text import text_board
from roses.figures.politics import political_svg
from roses.figures.sides import sides_figure, sides_svg
from roses.figures.timeline import timeline_figure, timeline_svg

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
