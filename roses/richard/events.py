"""Events in words: one template for each kind, and what is left of an event for those who may not see all of it."""

from __future__ import annotations

from typing import Final

import msgspec

from roses.engine import protocol
from roses.richard.tables import BLOCKS

# cards or blocks that were hidden are seen from then on, or may be told from what became of them
REVEALS: Final = {"redeal", "reveal", "plague", "battle", "deploy", "king", "disband"}

# kind: (sentence for those who know the block, sentence for those who do not, "" if they see nothing)
TEXTS: Final[dict[str, tuple[str, str]]] = {
    "deal": ("The cards are shuffled and dealt.", ""),
    "redeal": ("{side} shows a hand of {n} points and throws it back.", ""),
    "change": ("{side} throws its hand back too.", ""),
    "turn": ("Turn {n} begins.", ""),
    "commit": ("{side} has chosen a card.", ""),
    "reveal": ("{side} plays {note}.", ""),
    "first": ("{side} is first player.", ""),
    "card": ("{side} acts on {note}.", ""),
    "march": ("{block} marches {note}.", "A block of {side} marches {note}."),
    "sail": ("{block} sails {note}.", "A block of {side} sails {note}."),
    "recruit": ("{block} is recruited in {area}.", "{side} recruits a block in {area}."),
    "attack": ("{side} attacks {area}.", ""),
    "muster": ("{side} musters in {area}.", ""),
    "main_attack": ("The main attack of {side} on {area} comes over {note}.", ""),
    "plague": ("Plague strikes {area}.", ""),
    "battle": ("Battle in {area}: {side} attacks.", ""),
    "round": ("Round {n} in {area}.", ""),
    "deploy": ("Reserves join the line in {area}.", ""),
    "control": ("Control of {area} changes: {side} defends from now on.", ""),
    "fire": ("{block} fires at {note}: {hits}.", ""),
    "hit": ("{block} loses {steps}.", ""),
    "eliminated": ("{block} is eliminated in {area}.", "A block of {side} is eliminated in {area}."),
    "charge": ("{block} charges {target} at {note}: {hits}.", ""),
    "reply": ("{block} strikes back at {note}: {hits}.", ""),
    "treachery": ("{block} tries treachery on {target}: {success}.", ""),
    "turned": ("{target} changes sides and stands with {side}.", ""),
    "pass": ("{block} passes.", ""),
    "trapped": ("{block} has no way out.", ""),
    "retreat": ("{block} retreats to {area}.", ""),
    "won": ("{side} holds the field in {area}.", ""),
    "regroup": ("{block} regroups to {area}.", "A block of {side} regroups to {area}."),
    "king_dead": ("The King, {block}, is dead.", ""),
    "king": ("{block} is King, in {area}.", ""),
    "pretender": ("{block} is the Pretender now.", ""),
    "freed": ("{block} is freed and is the Pretender again.", ""),
    "supply": ("Supply phase.", ""),
    "enter": ("{block} comes of age and enters in {area}.", ""),
    "execute": ("{side} executes {block}.", ""),
    "starve": ("{block} goes hungry in {area}.", "A block of {side} goes hungry in {area}."),
    "disband": ("Levies, bombards and mercenaries go home.", ""),
    "count": ("The lords are counted: Lancaster to York {note}.", ""),
    "usurp": ("{block} usurps the throne for {side}.", ""),
    "homecoming": ("{side} goes home.", ""),
    "home": ("{block} goes home to {area}.", "A block of {side} goes home to {area}."),
    "pool": ("{block} goes to the pool.", "A block of {side} goes to the pool."),
    "reset": ("Campaign {n} begins with all blocks at full strength.", ""),
    "victory": ("{side} wins: {note}.", ""),
}


class Event(protocol.Event, frozen=True):
    """An event of the block war game; ``str`` is its sentence.

    >>> print(Event("retreat", "6.6", "York", "Northumberland/Y", area="Derby"))
    Northumberland retreats to Derby.
    """

    def __str__(self) -> str:
        return sentence(self)

    @property
    def reveals(self) -> bool:
        """Whether cards or blocks have been seen in it that were hidden."""
        return self.kind in REVEALS


def name(block: str) -> str:
    """Return a block's name for a sentence.

    >>> name("Stanley/Y"), name("York (levy)"), name("Treason")
    ('Stanley', 'York (levy)', 'Treason')
    """
    return BLOCKS[block].name if block in BLOCKS else block


def sentence(event: protocol.Event) -> str:
    """Return the event in one sentence, as far as it shows who it was.

    >>> sentence(Event("retreat", "6.6", "York", "Northumberland/Y", area="Derby"))
    'Northumberland retreats to Derby.'
    """
    known, blank = TEXTS[event.kind]
    template = known if event.block or "{block}" not in known or not blank else blank
    return template.format(
        side=event.side,
        block=name(event.block) if event.block else "The Treason card",
        target=name(event.target),
        area=event.area,
        n=event.n,
        note=event.note,
        hits="no hit" if not event.n else "1 hit" if event.n == 1 else f"{event.n} hits",
        steps="1 step" if event.n == 1 else f"{event.n} steps",
        success="it succeeds" if event.n else "it fails",
    )


def as_seen(event: protocol.Event, side: str | None) -> protocol.Event:
    """Return the event as ``side`` may see it: who may not see the block learns only that there was one."""
    if side is None or not event.seen_by or side in event.seen_by:
        return event
    return msgspec.structs.replace(event, block="", target="")
