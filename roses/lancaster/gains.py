"""Events of goods and points: what is taken, paid or declined, and the end of the game (rules 8.4, 13, 15)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import ClassVar, Final

import msgspec

from roses.engine import protocol
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.lancaster.tables import CONFLICT_NAMES, LAW, SHIPPED

_SOURCES = {
    "law": N_("law {name}"),
    "favour": N_("favour of the king"),
    "county": N_("{name}"),
    "castle": N_("castle"),
    "conflict": N_("{name}, rank {rank}"),
    "round table": N_("round table"),
    "knights prize": N_("knights prize"),
    "castle prize": N_("castle prize"),
    "nobles": N_("nobles"),
}


class Source(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The source of goods or points: a law, favour, county, castle space or conflict by its name, or a final score.

    >>> str(Source("conflict", "K5a", 2)), str(Source("nobles")), str(Source("law", "L05"))
    ('Harfleur, rank 2', 'nobles', 'law Open house')
    """

    kind: str
    name: str = ""
    rank: int = 0

    def __str__(self) -> str:
        name = SHIPPED.laws[LAW[self.name]].name if self.name in LAW else CONFLICT_NAMES.get(self.name, self.name)
        return _(_SOURCES[self.kind]).format(name=name, rank=self.rank)


def listed(items: Sequence[object]) -> str:
    """Return things in a list, with commas, conflicts by their names.

    >>> listed((1, 2))
    '1, 2'
    """
    return ", ".join(str(shown(item)) for item in items)


def shown(value: object) -> object:
    """Return the name of a conflict for its id, as ``words`` of an event have it, and another value as it is.

    >>> shown("K8"), shown(8)
    ('Agincourt', 8)
    """
    return CONFLICT_NAMES.get(value, value) if isinstance(value, str) else value


class Event(protocol.Event, frozen=True):
    """An event at court; ``side`` is a colour."""

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, tuples as lists, conflicts by their names."""
        fields = super().words().items()
        return {name: listed(value) if isinstance(value, tuple) else shown(value) for name, value in fields}


# ---- what is taken and paid


class Gain(protocol.Event, frozen=True):
    """Goods or points are taken: the amount and its source."""

    side: str
    amount: Number
    source: Source
    rule: str


class GoldTaken(Gain, frozen=True, tag="gold"):
    """Gold is taken."""

    text = N_("{side} takes {amount} gold ({source}).")


class SquiresTaken(Gain, frozen=True, tag="squires"):
    """Squires are taken."""

    def template(self) -> str:
        """Return the sentence for so many squires."""
        return ngettext(
            "{side} takes {amount} squire ({source}).", "{side} takes {amount} squires ({source}).", self.amount
        )


class MarkersTaken(Gain, frozen=True, tag="markers"):
    """Voting markers are taken."""

    def template(self) -> str:
        """Return the sentence for so many markers."""
        return ngettext(
            "{side} takes {amount} voting marker ({source}).",
            "{side} takes {amount} voting markers ({source}).",
            self.amount,
        )


class PointsScored(Gain, frozen=True, tag="points"):
    """Points are scored.

    >>> print(PointsScored("Blue", 6, Source("county", "Somerset"), "9.4"))
    Blue scores 6 points (Somerset).
    """

    def template(self) -> str:
        """Return the sentence for so many points."""
        return ngettext(
            "{side} scores {amount} point ({source}).", "{side} scores {amount} points ({source}).", self.amount
        )


class Payment(protocol.Event, frozen=True):
    """Goods are paid to the supply."""

    side: str
    amount: Number
    rule: str


class GoldPaid(Payment, frozen=True, tag="paid_gold"):
    """Gold is paid."""

    text = N_("{side} pays {amount} gold.")


class SquiresPaid(Payment, frozen=True, tag="paid_squires"):
    """Squires are paid."""

    def template(self) -> str:
        """Return the sentence for so many squires."""
        return ngettext("{side} pays {amount} squire.", "{side} pays {amount} squires.", self.amount)


class LeftoverPaid(Payment, frozen=True, tag="paid_leftover"):
    """Voting markers left after the votes are paid."""

    def template(self) -> str:
        """Return the sentence for so many markers."""
        return ngettext("{side} pays {amount} voting marker.", "{side} pays {amount} voting markers.", self.amount)


GAINS: Final[dict[str, type[GoldTaken] | type[SquiresTaken] | type[MarkersTaken] | type[PointsScored]]] = {
    "gold": GoldTaken, "squires": SquiresTaken, "markers": MarkersTaken, "points": PointsScored,
}  # fmt: skip
PAYMENTS: Final[dict[str, type[GoldPaid] | type[SquiresPaid] | type[LeftoverPaid]]] = {
    "gold": GoldPaid, "squires": SquiresPaid, "leftover": LeftoverPaid,
}  # fmt: skip


class Lapsed(protocol.Event, frozen=True, tag="lapsed"):
    """A reward lapses.

    ``what`` is knight, upgrade, extension, noble or passage if there is none to take; for an ally, who owns nothing, it
    is gold, squires, markers or points, and ``amount`` how many (rule 14.3).
    """

    side: str
    what: str
    rule: str
    amount: Number = 0

    def template(self) -> str:
        """Return the sentence with the reason."""
        n = self.amount
        return {
            "knight": _("{side} gets nothing from this: no knight of strength 1 is in reserve."),
            "upgrade": _("{side} gets nothing from this: no knight can be upgraded."),
            "extension": _("{side} gets nothing from this: no extension can be built."),
            "noble": _("{side} gets nothing from this: no noble can be taken."),
            "passage": _("{side} gets nothing from this: no conflict is open."),
            "gold": _("{side}, an ally, takes no gold: {amount} lapse."),
            "squires": ngettext(
                "{side}, an ally, takes no squires: {amount} lapses.",
                "{side}, an ally, takes no squires: {amount} lapse.", n),
            "markers": ngettext(
                "{side}, an ally, takes no voting markers: {amount} lapses.",
                "{side}, an ally, takes no voting markers: {amount} lapse.", n),
            "points": ngettext(
                "{side}, an ally, scores nothing: {amount} point lapses.",
                "{side}, an ally, scores nothing: {amount} points lapse.", n),
        }[self.what]  # fmt: skip


class Declined(protocol.Event, frozen=True, tag="declined"):
    """A player declines what is offered: upgrade, extension, noble, or squires in conflicts."""

    side: str
    what: str
    rule: str

    def template(self) -> str:
        """Return the sentence for what is declined."""
        return {
            "upgrade": _("{side} declines the upgrade."),
            "extension": _("{side} declines the extension."),
            "noble": _("{side} declines the noble."),
            "squires": _("{side} sends no squires to the war."),
        }[self.what]


# ---- the end


class Prize(protocol.Event, frozen=True):
    """A final prize: what each side has that counts, and what breaks ties."""

    sides: tuple[str, ...]
    counts: tuple[Number, ...]
    ties: tuple[Number, ...]
    rule: str
    each: ClassVar[str]  # the words for one side

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence: the sides in a list, each with its figures."""
        rows = zip(self.sides, self.counts, self.ties, strict=True)
        return {"standings": listed([_(self.each).format(side=side, n=n, tie=tie) for side, n, tie in rows])}


class KnightsPrize(Prize, frozen=True, tag="knights_prize"):
    """The strength in service of each side; squires break ties."""

    text = N_("Knights in service: {standings}.")
    each = N_("{side} {n} (squires {tie})")


class CastlePrize(Prize, frozen=True, tag="castle_prize"):
    """The extensions of each side; gold breaks ties."""

    text = N_("Extensions built: {standings}.")
    each = N_("{side} {n} (gold {tie})")


class GameWon(protocol.Event, frozen=True, tag="victory"):
    """The game is over; all ``sides`` with the most points share the victory.

    >>> print(GameWon(("Blue", "Red"), 31))
    Blue and Red share the victory with 31 points.
    """

    sides: tuple[str, ...]
    points: Number
    rule: str = "13.5"

    def template(self) -> str:
        """Return the sentence for one winner or many."""
        if len(self.sides) == 1:
            return _("{sides} wins with {points} points.")
        return _("{sides} share the victory with {points} points.")

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the winners joined."""
        both = _("{first} and {second}")
        return super().words() | {"sides": reduce(lambda a, b: both.format(first=a, second=b), self.sides)}
