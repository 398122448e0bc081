"""The words of a battle page as HTML: its head, its course, who died, what the game shows and cannot show."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.history.battles import Account, Battle, Claim, Phase
from roses.richard.battles import works
from roses.widgets.stepper.panel import cited

_HERE: Final = Path(__file__).parent


def box(*inside: str) -> str:
    """Return a part of the page."""
    return tag("div", *inside, **{"class": "roses-account"})


@cache
def style() -> str:
    """Return the style of all parts of the page, which stands in the first."""
    return (_HERE / "battle.css").read_text(encoding="utf-8")


def head_html(battle: Battle, told: Account) -> str:
    """Return title, date, place and winner, the phases, commanders, deaths, treachery and meaning.

    >>> from roses.history.battles import account, known_battle
    >>> "Gone to supper" in head_html(known_battle("ludford-1459"), account("ludford-1459"))
    True
    """
    return box(
        tag("style", style()),
        tag("h2", escape(battle.name)),
        tag("p", escape(under(battle)), **{"class": "roses-account-under"}),
        _claims("", (*told.dates, *told.sites)),
        tag("h3", escape(_("What happened"))),
        tag("ol", *(_phase(phase) for phase in told.phases)),
        _two((_commanders(side, names) for side, names in told.commanders.items())),
        _two((_claims(_("Notable dead"), told.deaths), _claims(_("Treachery"), told.treachery))),
        tag("p", tag("b", escape(_("Why it mattered."))), " ", _claim(told.meaning)),
    )


def under(battle: Battle) -> str:
    """Return date, place, winner and confidence of a battle in one line.

    >>> from roses.history.battles import known_battle
    >>> under(known_battle("towton-1461"))
    '29 March 1461 · between Towton and Saxton · won by York · confidence in the numbers: low'
    """
    won = _("won by {winner}").format(winner=battle.winner)
    sure = _("confidence in the numbers: {confidence}").format(confidence=battle.confidence)
    return " · ".join(filter(None, (battle.shown, battle.place, won, sure, battle.note)))


def model_html(told: Account) -> str:
    """Return the head of the part that shows the battle in the game, or why it is outside the game."""
    if told.model is None:
        why = f"{tag('b', escape(_('Outside the game.')))} {escape(told.outside)}"
        return box(tag("h3", escape(_("In the game"))), tag("p", why, **{"class": "roses-account-outside"}))
    proposal = _("The strengths are proposals for a lesson, not claims about numbers.")
    return box(tag("h3", escape(_("In the game"))), tag("p", escape(f"{told.model.note} {proposal}")))


def fought_html(told: Account) -> str:
    """Return what is said above the Stepper of a battle."""
    words = _(
        "The same battle, fought by the rules of the game. All dice are chosen, so that the board ends as history did; "
        "each step says where the game departs from it."
    )
    if told.replay:
        words = _("The battle stands in a campaign that the kit replays; the Stepper opens at its first step there.")
    return box(tag("h3", escape(_("Fought on the board"))), tag("p", escape(words)))


def end_html(told: Account) -> str:
    """Return what the game shows and cannot show, and the works cited."""
    shows = _list(_("What the game shows"), told.shows)
    cannot = _list(_("What it cannot show"), told.cannot)
    listed = " · ".join(escape(work.title) for work in works(told))
    sources = tag("p", tag("small", tag("b", escape(_("Sources:"))), " ", listed))
    return box(_two((shows, cannot)), sources)


def plain(battle: Battle, told: Account) -> str:
    """Return the battle in plain words: head and phases."""
    phases = (f"{n} {phase.title}. {phase.text}" for n, phase in enumerate(told.phases, 1))
    return "\n".join((f"{battle.name}, {under(battle)}", *phases))


def _phase(phase: Phase) -> str:
    date = f"{phase.date}. " if phase.date else ""
    return tag("li", tag("b", escape(f"{phase.title}.")), " ", escape(f"{date}{phase.text}"), " ", _rests(phase))


def _commanders(side: str, names: Iterable[str]) -> str:
    return _list(_("Led by, for {side}").format(side=side), names)


def _claim(claim: Claim) -> str:
    return f"{escape(claim.text)} {_rests(claim)}"


def _rests(on: Phase | Claim) -> str:
    """Return confidence and sources of a statement in small type."""
    short = ", ".join(cited(work) for work in works(on.sources))
    return tag("small", escape(f"[{on.confidence}: {short}]"))


def _claims(title: str, claims: Iterable[Claim]) -> str:
    items = [tag("li", _claim(claim)) for claim in claims]
    head = tag("b", escape(title)) if title else ""
    return tag("div", head, tag("ul", *items)) if items else ""


def _list(title: str, words: Iterable[str]) -> str:
    return tag("div", tag("b", escape(title)), tag("ul", *(tag("li", escape(one)) for one in words)))


def _two(parts: Iterable[str]) -> str:
    return tag("div", *parts, **{"class": "roses-account-two"})
