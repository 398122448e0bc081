"""The dice of the block war game in a panel: what a roll needed, its faces, what came of it. In words and as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.figures.battle.dice import dice_svg
from roses.figures.drawing.svg import escape, tag
from roses.richard.events import name, sentence
from roses.widgets.html import div
from roses.widgets.stepper import narration
from roses.widgets.stepper.narration import EventGroup

_MAIN_DIE, _SMALL_DIE = 44, 28  # px
_CAME_OF: Final = ("hit", "eliminated", "turned", "king_dead", "pretender", "king", "freed", "control")
_WEIGHTS: Final = narration.weights(
    ("commit", "deal", "change", "first", "card", "supply", "turn", "reset"),
    ("redeal", "deploy", "pass", "reveal", "round", "home", "homecoming", "pool", "disband", "starve"),
    ("march", "sail", "regroup", "recruit", "muster", "retreat"),
    ("hit", "attack", "plague", "enter", "battle", "won", "control", "trapped"),
    ("fire",),
    ("reply", "execute", "eliminated", "freed", "pretender", "count"),
    ("treachery", "turned"),
    ("charge",),
    ("king", "usurp"),
    ("king_dead", "victory"),
)


def grouped(events: Iterable[Event]) -> list[EventGroup]:
    """Return the groups of a step in the order to tell them, what follows from a roll with the roll."""
    return narration.grouped(events, _WEIGHTS, _CAME_OF)


def headline(event: Event) -> str:
    """Say who did what, without how it ended where dice show that.

    >>> headline(Event("charge", "6.5", block="Gloucester", target="Richmond", dice=(1,), note="B3"))
    'Gloucester charges Richmond'
    """
    who, target = name(event.block) if event.block else _("The Treason card"), name(event.target)
    templates = {
        "fire": _("{who} fires"),
        "charge": _("{who} charges {target}"),
        "reply": _("{who} strikes back"),
        "treachery": _("{who} tries treachery on {target}"),
    }
    if event.dice and event.kind in templates:
        return templates[event.kind].format(who=who, target=target)
    return in_words(event).rstrip(".")


def in_words(event: Event) -> str:
    """Return the event as a sentence, with an arrow where it moves from area to area."""
    return sentence(event).replace(" > ", " → ")


def hits_on(event: Event) -> int | None:
    """Return the highest face that hits in a volley; None for other events.

    >>> hits_on(Event("fire", "6.4", note="B3"))
    3
    """
    return int(event.note[1:]) if event.kind in ("fire", "charge", "reply") and event.note[1:].isdigit() else None


def terms(event: Event) -> str:
    """Say what a roll needed.

    >>> terms(Event("charge", "6.5", note="B3", dice=(2, 5, 3)))
    'at B3: three dice, hits on 1 to 3'
    """
    counted = dice_words(len(event.dice))
    most = hits_on(event)
    if event.kind == "treachery":
        return ngettext("{dice}: even turns him", "{dice}: all even turn him", len(event.dice)).format(dice=counted)
    if most is None:
        return counted
    faces = _("a hit on 1") if most == 1 else _("hits on 1 to {most}").format(most=most)
    return _("at {rating}: {dice}, {faces}").format(rating=event.note, dice=counted, faces=faces)


def dice_words(n: int) -> str:
    """Return a number of dice in words."""
    small = (_("no dice"), _("one die"), _("two dice"), _("three dice"), _("four dice"), _("five dice"), _("six dice"))
    return small[n] if n < len(small) else _("{n} dice").format(n=n)


def outcome(event: Event) -> str:
    """Say how a roll ended.

    >>> outcome(Event("fire", "6.4", n=2, dice=(1, 2, 6), note="B3")), outcome(Event("treachery", "6.9", dice=(3,)))
    ('2 hits', 'Odd: he stays')
    """
    if event.kind == "treachery":
        if event.n:
            return _("Even: he changes sides") if len(event.dice) == 1 else _("All even: he changes sides")
        return _("Odd: he stays") if len(event.dice) == 1 else _("Not all even: he stays")
    if not event.n:
        return _("Miss") if len(event.dice) == 1 else _("No hit")
    return ngettext("{n} hit", "{n} hits", event.n).format(n=event.n)


def main(group: EventGroup) -> list[str]:
    """Return what a roll needed, its dice, and what came of it, as HTML; nothing for what needs no dice."""
    parts = []
    if group.event.dice:
        parts.append(div("terms", escape(terms(group.event))))
        score = _("of {dice}").format(dice=dice_words(len(group.event.dice)))
        said = tag("b", escape(outcome(group.event))) + (
            f" {escape(score)}" if group.event.n and hits_on(group.event) else ""
        )
        first, *rest = [escape(in_words(event)) for event in group.ends] or [""]
        parts.append(div("roll", _faces(group.event, _MAIN_DIE), tag("span", said, "<br>", first)))
        parts.append(div("came", " ".join(rest)))
    return parts


def other(group: EventGroup) -> str:
    """Return one line of the list as HTML; a roll with its dice, small."""
    event = group.event
    if not event.dice:
        return escape(in_words(event))
    came = " ".join(in_words(e) for e in group.ends)
    said = f"{tag('b', escape(headline(event)))} {escape(_on(event))}: {escape(outcome(event).lower())}. {escape(came)}"
    return div("roll", _faces(event, _SMALL_DIE), tag("span", said))


def _on(event: Event) -> str:
    return _("at {rating}").format(rating=event.note) if event.note else ""


@lru_cache(maxsize=512)
def _dice(dice: tuple[int, ...], most: int | None, even: bool, size: int) -> str:
    return dice_svg(dice, most, even=even, size=size)


def _faces(event: Event, size: int) -> str:
    return _dice(event.dice, hits_on(event), event.kind == "treachery", size)
