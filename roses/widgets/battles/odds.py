"""The exact odds of a battle's line-ups, and their table as HTML; pandas loads with this module."""

from __future__ import annotations

from collections.abc import Mapping

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.figures.odds.bars import percent
from roses.history.battles import Account
from roses.odds import BattleOdds, battle_odds
from roses.richard.position import LineUp
from roses.widgets.battles.texts import box


def odds_of(told: Account) -> dict[str, BattleOdds]:
    """Return the odds of the line-up of a battle, under "", and of those to compare with it, under their titles.

    >>> from roses.history.battles import account
    >>> {title: round(odds.win["York"], 2) for title, odds in odds_of(account("ferrybridge-1461")).items()}
    {'': 0.93, 'Nobody crosses at Castleford': 0.78, 'Clifford has all his men': 0.68}
    """
    found: dict[str, BattleOdds] = {}
    for title, fields in (told.model.line_ups() if told.model else {}).items():
        found[title] = battle_odds(**LineUp(**fields).arguments)
    return found


def odds_html(found: Mapping[str, BattleOdds]) -> str:
    """Return the odds of a line-up, under "", and of those to compare with it, under their titles, as a table."""
    rows = []
    for title, odds in found.items():
        cells = (tag("td", escape(percent(odds.win.get(house, 0.0)))) for house in ("York", "Lancaster"))
        rows.append(tag("tr", tag("th", escape(title or _("As above")), scope="row"), *cells))
    heads = (_("line-up"), _("York wins"), _("Lancaster wins"))
    head = tag("tr", *(tag("th", escape(words), scope="col") for words in heads))
    said = _(
        "Exact: every fall of the dice is counted. Everybody stands and fires whenever allowed; nobody charges, tries "
        "treachery or leaves before round 4."
    )
    table = tag("table", tag("caption", escape(said)), tag("thead", head), tag("tbody", *rows))
    return box(tag("h3", escape(_("The odds of the line-up"))), table)
