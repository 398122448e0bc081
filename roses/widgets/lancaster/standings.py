"""Who stands where in the court game, from a view, as HTML tables."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.court.captions import ranking
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.lancaster.view import Ally, ConflictView, CountyView, House, View
from roses.widgets.html import table_html

_NONE = "–"


def standings_html(view: View) -> str:
    """Return the houses, the counties and the conflicts with their knights, by strength; what a screen hides is a "?".

    The attribution of the map data stands below.

    >>> import roses
    >>> standings_html(roses.start("lancaster", players=3).view()).count("<table>")
    4
    """
    goods = [_("House"), _("Points"), _("Gold"), _("Squires"), _("Voting markers"), _("Nobles")]
    knights = [_("House"), _("At court"), _("In reserve"), _("In the castle")]
    houses: list[House | Ally] = []
    for house in view.houses:
        houses += [house, *([house.ally] if house.ally else [])]
    card = [_("Card"), _("France"), _("England"), _("Knights")]
    return (
        table_html(_("Houses"), goods, map(_goods, view.houses))
        + table_html(_("Knights of the houses, by strength"), knights, map(_knights, houses))
        + table_html(_("Counties"), [_("County"), _("Least strength"), _("Held by")], map(_county, view.counties))
        + table_html(_("Conflicts in France"), card, map(_conflict, view.conflicts))
        + tag("p", escape(ATTRIBUTION))
    )


def _goods(house: House) -> list[str]:
    goods = (house.score, house.gold, house.squires, house.markers, len(house.nobles))
    return [house.colour, *("?" if n is None else str(n) for n in goods)]


def _knights(house: House | Ally) -> list[str]:
    castle = [space.knight for space in house.castle if space.knight]
    places = (house.court, house.reserve, castle)
    return [house.colour, *(", ".join(map(str, strengths)) or _NONE for strengths in places)]


def _county(county: CountyView) -> list[str]:
    knight = _("{colour}, knight {n}").format(colour=county.holder, n=county.knight)
    if county.squires:
        knight += f" +{county.squires}"
    return [f"{county.letter} {county.name}", str(county.minimum), knight if county.holder else _NONE]


def _conflict(conflict: ConflictView) -> list[str]:
    slots = [
        f"{slot.colour} {'+'.join(map(str, slot.knights))}" + (f"+{slot.squires}" if slot.squires else "")
        for _rank, slot in ranking(conflict)
    ]
    return [conflict.card, str(conflict.strength), str(conflict.england), "; ".join(slots) or _NONE]
