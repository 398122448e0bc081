"""What a step's events tell, in order of weight: the deed of the step, its dice and what came of them. No markup."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from roses.engine.protocol import Event
from roses.engine.text import gettext as _
from roses.engine.text import ngettext
from roses.richard.events import name, sentence

_CAME_OF: Final = ("hit", "eliminated", "turned", "king_dead", "pretender", "king", "freed", "control")
_WEIGHT: Final = {
    kind: weight
    for weight, kinds in enumerate(
        (
            ("commit", "deal", "first", "card", "supply", "turn", "reset"),
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
    )
    for kind in kinds
}


class Deed(msgspec.Struct, frozen=True):
    """An event with what came of it at once: hits after a volley, a change of sides after treachery."""

    event: Event
    after: tuple[Event, ...] = ()

    @property
    def weight(self) -> int:
        """How much it matters to a class, 0 to 9."""
        return max(_WEIGHT.get(e.kind, 3) for e in (self.event, *self.after))

    @property
    def ends(self) -> tuple[Event, ...]:
        """What came of it, of each block only the last: who is eliminated need not lose steps first."""
        last = {(e.block or e.kind): e for e in self.after}
        return tuple(e for e in self.after if last[e.block or e.kind] is e)


def deeds(events: Iterable[Event]) -> list[Deed]:
    """Gather events: what follows from a roll belongs to it.

    >>> found = deeds([Event("fire", "6.4", block="Oxford", n=1, dice=(1,)), Event("hit", "6.4", block="Norfolk", n=1)])
    >>> [event.kind for event in found[0].after]
    ['hit']
    """
    found: list[Deed] = []
    for event in events:
        if found and found[-1].event.dice and event.kind in _CAME_OF:
            found[-1] = Deed(found[-1].event, (*found[-1].after, event))
        else:
            found.append(Deed(event))
    return found


def told(events: Iterable[Event]) -> list[Deed]:
    """Return the deeds in the order to tell them: the weightiest first, then rolls, then the rest, each as it came.

    What only keeps the game going, such as the choice of a card or the start of a turn, is told if there is no more.
    """
    found = deeds(events)
    if not found:
        return []
    most = max(deed.weight for deed in found)
    main = next(deed for deed in found if deed.weight == most)
    others = [deed for deed in found if deed is not main and deed.weight]
    return [main, *sorted(others, key=lambda deed: not deed.event.dice)]


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
