"""Events of the court game in words: one template for each kind. Everything that happens is public."""

from __future__ import annotations

from typing import Final

from roses.engine import protocol

REVEALS: Final = {"vote", "most"}  # votes are opened; who has the most behind the screens is known

TEXTS: Final[dict[str, str]] = {
    "start_player": "{side} is start player.",
    "sets": "The law sets of the sections 0 to 4 are {note}.",
    "in_force": "The laws in force are {note}.",
    "round": "Round {n} begins.",
    "conflicts": "New conflicts: {note}.",
    "proposals": "The proposals are {note}.",
    "placed": "{side} places a knight of strength {n} in {area}{note}.",
    "displaced": "The knight of {side} in {area}, strength {n}, goes back to court.",
    "garrisoned": "{side} places a knight of strength {n} in {area}.",
    "joined": "{side} sends a knight of strength {n} to the conflict {area}, slot {note}.",
    "skipped": "{side} has knights at court, but no place for them.",
    "favour": "{side} takes the favour {note}.",
    "no_favour": "{side} takes no favour.",
    "no_placing": "No more knights are placed.",
    "sealed": "{side} has voted.",
    "vote": "{side} votes {note} with {markers}.",
    "accepted": "{note} is accepted, {area}.",
    "rejected": "{note} is rejected, {area}.",
    "repealed": "{note} is no longer in force.",
    "returned": "{side} returns {markers} to the supply.",
    "law": "The law {note} is applied.",
    "most": "The most {area}: {note}.",
    "traded": "{side} uses the law {times}.",
    "exchanged": "{side} exchanges {note}.",
    "committed": "{side} sends {squires} to the conflict {area}.",
    "upkeep": "{side} pays for {area}.",
    "abandoned": "{side} does not pay for {area}.",
    "gold": "{side} takes {n} gold ({note}).",
    "squires": "{side} takes {squires} ({note}).",
    "markers": "{side} takes {markers} ({note}).",
    "points": "{side} scores {points} ({note}).",
    "paid_gold": "{side} pays {n} gold.",
    "paid_squires": "{side} pays {squires}.",
    "paid_leftover": "{side} pays {markers}.",
    "new_knight": "A new knight of strength 1 comes to the court of {side}.",
    "upgraded": "{side} upgrades a knight in {area} from strength {n} to {note}.",
    "built": "{side} builds the extension {note}.",
    "covered": "The knight of {side} in {area}, strength {n}, makes room and goes to court.",
    "noble": "A noble of {area} sits down at the table of {side}.",
    "removed": "{side} takes a noble of {area} out of the game.",
    "lapsed": "{side} gets nothing from this: {note}.",
    "declined": "{side} declines: {note}.",
    "county": "{side} resolves {area} and takes {note}.",
    "home": "The knight of {side} in {area}, strength {n}, goes to court.",
    "crossed": "A knight of {side}, strength {n}, crosses to the conflict {area}.",
    "castle": "{side} scores the castle.",
    "scored": "{side} scores {area} in the castle.",
    "forgone": "{side} does without {area} in the castle.",
    "england": "The conflict {area}: England has {n} against {note} and wins.",
    "france": "The conflict {area}: England has {n} against {note}; France wins.",
    "homeward": "The knights of {side} in the conflict {area} go to court: strength {note}.",
    "moved_down": "The conflict {area} moves to the lower row.",
    "over": "The conflict {area} is over.",
    "captured": "The knights of {side} in the conflict {area} are captured: strength {note}.",
    "ransomed": "{side} ransoms knights of strength {note}.",
    "lost": "The captured knights of {side} go to the reserve: strength {note}.",
    "knights_prize": "Knights in service: {note}.",
    "castle_prize": "Extensions built: {note}.",
    "victory": "{note}.",
}  # fmt: skip


class Event(protocol.Event, frozen=True, omit_defaults=True, tag=False):
    """Something that happened at court; its ``str`` is one sentence.

    ``side`` is a colour, ``area`` a county, conflict or castle space, ``n`` an amount, a strength or points.

    >>> str(Event("points", "9.4", "Blue", n=6, note="Somerset"))
    'Blue scores 6 points (Somerset).'
    """

    kind: str
    rule: str
    side: str = ""
    block: str = ""
    target: str = ""
    area: str = ""
    n: int = 0
    dice: tuple[int, ...] = ()
    note: str = ""

    def __str__(self) -> str:
        n = self.n
        return TEXTS[self.kind].format(
            side=self.side,
            target=self.target,
            area=self.area,
            n=n,
            note=self.note,
            squires="1 squire" if n == 1 else f"{n} squires",
            markers="1 voting marker" if n == 1 else f"{n} voting markers",
            points="1 point" if n == 1 else f"{n} points",
            times="once" if n == 1 else f"{n} times",
        )

    @property
    def reveals(self) -> bool:  # type: ignore[override]
        """Whether votes or what lies behind screens have been seen in it."""
        return self.kind in REVEALS
