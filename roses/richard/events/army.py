"""Events of armies (marches, voyages, recruits and battles, rules 5.1 to 6.9), and what all events share."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from roses.engine import protocol
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.history.names import short_of
from roses.richard.tables import BLOCKS


class Event(protocol.Event, frozen=True):
    """An event of the block war game; in its sentence blocks stand by name."""

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, blocks by their names."""
        fields = super().words()
        if block := self.block:
            fields["block"] = name(block)
        if target := self.target:
            fields["target"] = name(target)
        return fields


class OfBlock(Event, frozen=True):
    """An event of a block that only its own side sees; for the other, ``block`` is "" and ``unseen`` the sentence."""

    unseen: ClassVar[str] = ""
    side: str
    block: str

    @property
    def seen_by(self) -> tuple[str, ...]:
        """The side of the block."""
        return (self.side,)

    def template(self) -> str:
        """Return the sentence with the block, or ``unseen`` if the block is hidden."""
        return _(self.text if self.block else self.unseen)


def name(block: str) -> str:
    """Return a block's name for a sentence: that of the rules, or inside ``names.on`` that of the day.

    >>> name("Stanley/Y"), name("York (levy)")
    ('Stanley', 'York (levy)')
    """
    return short_of(block) or (BLOCKS[block].name if block in BLOCKS else block)


# ---- moves


class OfWay(OfBlock, frozen=True):
    """A move; ``way`` are its areas, from start to goal."""

    way: tuple[str, ...]

    @property
    def area(self) -> str:
        """The area where it ended."""
        return self.way[-1]

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the areas joined by arrows."""
        return super().words() | {"way": " → ".join(self.way)}


class Marched(OfWay, frozen=True, tag="march"):
    """A block has marched.

    >>> print(Marched("York", "Norfolk", ("Essex", "Kent")))
    Norfolk marches Essex → Kent.
    """

    text = N_("{block} marches {way}.")
    unseen = N_("A block of {side} marches {way}.")
    rule: str = "5.2"


class Sailed(OfWay, frozen=True, tag="sail"):
    """A block has sailed from one coast to another."""

    text = N_("{block} sails {way}.")
    unseen = N_("A block of {side} sails {way}.")
    rule: str = "5.3"


class Recruited(OfBlock, frozen=True, tag="recruit"):
    """A block has come from the pool."""

    text = N_("{block} is recruited in {area}.")
    unseen = N_("{side} recruits a block in {area}.")
    area: str
    rule: str = "5.4"


class Attacked(Event, frozen=True, tag="attack"):
    """A side has moved the first block into an area that the enemy holds."""

    text = N_("{side} attacks {area}.")
    side: str
    area: str
    rule: str = "5.22"


class Mustered(Event, frozen=True, tag="muster"):
    """A side has named the area of its muster."""

    text = N_("{side} musters in {area}.")
    side: str
    area: str
    rule: str = "5.1"


class MainAttackNamed(Event, frozen=True, tag="main_attack"):
    """A side has named the border of a main attack; who came over another one is reserve."""

    text = N_("The main attack of {side} on {area} comes over {border}.")
    side: str
    area: str
    border: str
    rule: str = "6.3"


# ---- battles


class BattleBegun(Event, frozen=True, tag="battle"):
    """The front lines of a battle are turned up; ``side`` attacks."""

    text = N_("Battle in {area}: {side} attacks.")
    reveals = True
    side: str
    area: str
    rule: str = "6.1"


class RoundBegun(Event, frozen=True, tag="round"):
    """A round of a battle begins, 1 to 4."""

    text = N_("Round {round} in {area}.")
    area: str
    round: Number
    rule: str = "6.2"


class Reinforced(Event, frozen=True, tag="deploy"):
    """Blocks of the reserve join the line; ``side`` is "" at the start of a round, for both sides together."""

    text = N_("Reserves join the line in {area}.")
    reveals = True
    area: str
    blocks: Number
    side: str = ""
    rule: str = "6.3"


class ControlChanged(Event, frozen=True, tag="control"):
    """The line of the defender is gone and its reserve attacks; ``side`` is the new defender."""

    text = N_("Control of {area} changes: {side} defends from now on.")
    side: str
    area: str
    rule: str = "6.3"


class Volley(Event, frozen=True):
    """Dice thrown at the enemy, with the letter and the firepower of the block, bonuses included, and the hits."""

    side: str
    block: str
    letter: str
    firepower: Number
    hits: Number
    dice: tuple[Number, ...]

    @property
    def rating(self) -> str:
        """Letter and firepower, e.g. ``"B3"``."""
        return f"{self.letter}{self.firepower}"

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, and the rating."""
        return super().words() | {"rating": self.rating}


class Fired(Volley, frozen=True, tag="fire"):
    """A block has fired; the enemy names who takes the hits.

    >>> print(Fired("York", "Norfolk", "B", 2, 1, (2, 5)))
    Norfolk fires at B2: 1 hit.
    """

    rule: str = "6.4"

    def template(self) -> str:
        """Return the sentence for this many hits."""
        if not self.hits:
            return _("{block} fires at {rating}: no hit.")
        return ngettext("{block} fires at {rating}: {hits} hit.", "{block} fires at {rating}: {hits} hits.", self.hits)


class Charged(Volley, frozen=True, tag="charge"):
    """An heir has charged a block, which takes all hits."""

    target: str
    rule: str = "6.5"

    def template(self) -> str:
        """Return the sentence for this many hits."""
        if not self.hits:
            return _("{block} charges {target} at {rating}: no hit.")
        return ngettext(
            "{block} charges {target} at {rating}: {hits} hit.",
            "{block} charges {target} at {rating}: {hits} hits.",
            self.hits,
        )


class StruckBack(Volley, frozen=True, tag="reply"):
    """A block that was charged, and stands, has struck back at the heir."""

    target: str
    rule: str = "6.5"

    def template(self) -> str:
        """Return the sentence for this many hits."""
        if not self.hits:
            return _("{block} strikes back at {rating}: no hit.")
        return ngettext(
            "{block} strikes back at {rating}: {hits} hit.", "{block} strikes back at {rating}: {hits} hits.", self.hits
        )


class StepsLost(Event, frozen=True, tag="hit"):
    """A block has lost steps to hits."""

    side: str
    block: str
    steps: Number
    rule: str = "6.4"

    def template(self) -> str:
        """Return the sentence for this many steps."""
        return ngettext("{block} loses {steps} step.", "{block} loses {steps} steps.", self.steps)


class Eliminated(OfBlock, frozen=True, tag="eliminated"):
    """A block has lost its last step; ``secret`` if it went to the pool outside a battle, which only its side sees.

    >>> print(Eliminated("York", "Hastings", "Leicester"))
    Hastings is eliminated in Leicester.
    """

    text = N_("{block} is eliminated in {area}.")
    unseen = N_("A block of {side} is eliminated in {area}.")
    area: str
    secret: bool = False
    rule: str = "6.8"

    @property
    def seen_by(self) -> tuple[str, ...]:
        """The side of the block if it is secret; () for everybody."""
        return (self.side,) if self.secret else ()


class TreacheryTried(Event, frozen=True, tag="treachery"):
    """A block, or the Treason card if ``block`` is "", has tried to turn a block; success if all dice are even."""

    side: str
    block: str
    target: str
    success: bool
    dice: tuple[Number, ...]
    rule: str = "6.9"

    def template(self) -> str:
        """Return the sentence for a block or the card, and for success or failure."""
        if not self.block and self.success:
            return _("The Treason card tries treachery on {target}: it succeeds.")
        if not self.block:
            return _("The Treason card tries treachery on {target}: it fails.")
        if self.success:
            return _("{block} tries treachery on {target}: it succeeds.")
        return _("{block} tries treachery on {target}: it fails.")


class Turned(Event, frozen=True, tag="turned"):
    """A block has changed sides: ``target`` is its former version, ``block`` the present one."""

    text = N_("{target} changes sides and stands with {side}.")
    side: str
    block: str
    target: str
    area: str
    rule: str = "6.9"


class Passed(Event, frozen=True, tag="pass"):
    """A block does nothing in its turn."""

    text = N_("{block} passes.")
    side: str
    block: str
    rule: str = "6.2"


class Trapped(Event, frozen=True, tag="trapped"):
    """A block that must retreat cannot."""

    text = N_("{block} has no way out.")
    side: str
    block: str
    rule: str = "6.6"


class Retreated(Event, frozen=True, tag="retreat"):
    """A block has left the battle.

    >>> print(Retreated("York", "Northumberland/Y", "Derby"))
    Northumberland retreats to Derby.
    """

    text = N_("{block} retreats to {area}.")
    side: str
    block: str
    area: str
    rule: str = "6.6"


class BattleWon(Event, frozen=True, tag="won"):
    """A battle is over; ``side`` holds its area."""

    text = N_("{side} holds the field in {area}.")
    side: str
    area: str
    rule: str = "6.2"


class Regrouped(OfBlock, frozen=True, tag="regroup"):
    """A block of the victor has left the battle's area."""

    text = N_("{block} regroups to {area}.")
    unseen = N_("A block of {side} regroups to {area}.")
    area: str
    rule: str = "6.7"


ArmyEvent: TypeAlias = (
    Marched | Sailed | Recruited | Attacked | Mustered | MainAttackNamed | BattleBegun | RoundBegun | Reinforced
    | ControlChanged | Fired | Charged | StruckBack | StepsLost | Eliminated | TreacheryTried | Turned | Passed
    | Trapped | Retreated | BattleWon | Regrouped
)  # fmt: skip
