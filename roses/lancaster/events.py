"""The events of the court game: a struct for each kind, in the order of a round; all players see all of them.

Those of goods and points, which come in every part of a round, are in gains.py, and those of votes and laws in
law_events.py.

>>> print(Displaced("Blue", "Surrey", 1))
The knight of Blue in Surrey, strength 1, goes back to court.
"""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.lancaster import gains, law_events
from roses.lancaster.actions import CASTLE, COURT
from roses.lancaster.gains import Event, listed
from roses.lancaster.law_events import OfLaws
from roses.lancaster.tables import CONFLICT_NAMES, FAVOUR, SHIPPED, space_words


class OfSpace(Event, frozen=True):
    """An event of a space of the castle of one colour."""

    side: str
    space: str

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the space by what it is for."""
        return super().words() | {"space": space_words(self.space)}


class OfKnights(Event, frozen=True):
    """An event of the knights of one colour, given by their strengths."""

    side: str
    knights: tuple[Number, ...]


# ---- rounds


class StartPlayerNamed(Event, frozen=True, tag="start_player"):
    """A player has become start player."""

    text = N_("{side} is start player.")
    side: str
    rule: str


class SetsChosen(Event, frozen=True, tag="sets"):
    """The set, base or expansion, of each section of laws."""

    text = N_("The law sets of the sections 0 to 4 are {sets}.")
    sets: tuple[str, ...]
    rule: str = "8.7"


class LawsEnacted(OfLaws, frozen=True, tag="in_force"):
    """The laws in force at the start."""

    text = N_("The laws in force are {laws}.")
    rule: str = "3.4"


class RoundBegun(Event, frozen=True, tag="round"):
    """A round begins, 1 to 5."""

    text = N_("Round {round} begins.")
    round: Number
    rule: str


class ConflictsRevealed(Event, frozen=True, tag="conflicts"):
    """New conflicts are on the board, with the strength of France in each."""

    text = N_("New conflicts: {conflicts}.")
    conflicts: tuple[str, ...]
    strengths: tuple[Number, ...]
    rule: str = "12.0"

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, each conflict with its strength."""
        pairs = zip((CONFLICT_NAMES.get(card, card) for card in self.conflicts), self.strengths, strict=True)
        return {"conflicts": listed([_("{conflict} (French strength {n})").format(conflict=c, n=n) for c, n in pairs])}


# ---- placing


class Placed(Event, frozen=True, tag="placed"):
    """A knight stands in a county, with so many squires.

    >>> print(Placed("Green", "Surrey", 1, 2))
    Green places a knight of strength 1 in Surrey with 2 squires.
    """

    side: str
    area: str
    strength: Number
    squires: Number = 0
    rule: str = "5.3"

    def template(self) -> str:
        """Return the sentence for this many squires."""
        if not self.squires:
            return _("{side} places a knight of strength {strength} in {area}.")
        return ngettext(
            "{side} places a knight of strength {strength} in {area} with {squires} squire.",
            "{side} places a knight of strength {strength} in {area} with {squires} squires.",
            self.squires,
        )


class Displaced(Event, frozen=True, tag="displaced"):
    """A knight has been displaced from a county by a stronger one."""

    text = N_("The knight of {side} in {area}, strength {strength}, goes back to court.")
    side: str
    area: str
    strength: Number
    rule: str = "5.3"


class Garrisoned(OfSpace, frozen=True, tag="garrisoned"):
    """A knight stands on a space of his castle.

    >>> print(Garrisoned("Red", "mixed", 2))
    Red places a knight of strength 2 on the castle space for gold and squires.
    """

    text = N_("{side} places a knight of strength {strength} on the castle space for {space}.")
    strength: Number
    rule: str = "5.4"


class Joined(Event, frozen=True, tag="joined"):
    """A knight has gone to a conflict; ``slot`` counts from 1."""

    text = N_("{side} sends a knight of strength {strength} to {conflict}, slot {slot}.")
    side: str
    conflict: str
    strength: Number
    slot: Number
    rule: str = "5.5"


class Skipped(Event, frozen=True, tag="skipped"):
    """A player has knights at court and can place none."""

    text = N_("{side} has knights at court, but no place for them.")
    side: str
    rule: str = "5.2"


class PlacingEnded(Event, frozen=True, tag="no_placing"):
    """Nobody places knights any more in this round."""

    text = N_("No more knights are placed.")
    rule: str = "5.1"


class FavourTaken(Event, frozen=True, tag="favour"):
    """A favour of the king has been chosen.

    >>> print(FavourTaken("Blue", "mixed"))
    Blue takes a favour of the king: 1 gold, 1 squire.
    """

    text = N_("{side} takes a favour of the king: {favour}.")
    side: str
    favour: str
    rule: str = "6.1"

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the favour by what it gives."""
        gift = SHIPPED.favours[FAVOUR[self.favour]].reward.words() if self.favour in FAVOUR else self.favour
        return super().words() | {"favour": gift}


class FavourDeclined(Event, frozen=True, tag="no_favour"):
    """A favour of the king has been declined."""

    text = N_("{side} takes no favour.")
    side: str
    rule: str = "6.1"


class KnightCame(Event, frozen=True, tag="new_knight"):
    """A knight of strength 1 has come from the reserve."""

    text = N_("A new knight of strength 1 comes to the court of {side}.")
    side: str
    rule: str


class Upgraded(Event, frozen=True, tag="upgraded"):
    """A knight is stronger than before; ``place`` is where he is."""

    text = N_("{side} upgrades a knight in {place} from strength {weak} to {strong}.")
    side: str
    place: str
    weak: Number
    strong: Number
    rule: str

    def template(self) -> str:
        """Return the sentence for a knight at court, in the castle, or elsewhere."""
        if self.place == COURT:
            return _("{side} upgrades a knight at court from strength {weak} to {strong}.")
        if self.place in CASTLE:
            return _("{side} upgrades a knight on the castle space for {space} from strength {weak} to {strong}.")
        if self.place in CONFLICT_NAMES:
            return _("{side} upgrades a knight at {place} from strength {weak} to {strong}.")
        return super().template()

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, of a castle the space."""
        return super().words() | {"space": space_words(self.place.removeprefix("castle "))}


class Covered(OfSpace, frozen=True, tag="covered"):
    """An extension has been built over the space of a knight."""

    text = N_("The knight of {side} on the castle space for {space}, strength {strength}, goes to court to make room.")
    strength: Number
    rule: str = "15.5"


# ---- counties


class CountyResolved(Event, frozen=True, tag="county"):
    """The holder of a county takes its noble, its reward, both or nothing."""

    side: str
    area: str
    taken: str
    rule: str = "9.2"

    def template(self) -> str:
        """Return the sentence for what is taken."""
        return {
            "noble": _("{side} resolves {area} and takes the noble."),
            "reward": _("{side} resolves {area} and takes the reward."),
            "both": _("{side} resolves {area} and takes both."),
            "nothing": _("{side} resolves {area} and takes nothing."),
        }[self.taken]


class CameHome(Event, frozen=True, tag="home"):
    """The knight of a county goes to court after its resolution."""

    text = N_("The knight of {side} in {area}, strength {strength}, goes to court.")
    side: str
    area: str
    strength: Number
    rule: str = "9.3"


class Crossed(Event, frozen=True, tag="crossed"):
    """The knight of a county goes to a conflict."""

    text = N_("A knight of {side}, strength {strength}, crosses to {conflict}.")
    side: str
    conflict: str
    strength: Number
    rule: str = "9.6"


class NobleTaken(Event, frozen=True, tag="noble"):
    """A player takes a noble of a county to his table."""

    text = N_("A noble of {area} sits down at the table of {side}.")
    side: str
    area: str
    rule: str


class NobleRemoved(Event, frozen=True, tag="removed"):
    """An ally takes a noble of a county out of the game."""

    text = N_("{side} takes a noble of {area} out of the game.")
    side: str
    area: str
    rule: str


# ---- castles


class Built(Event, frozen=True, tag="built"):
    """An extension is built."""

    text = N_("{side} builds the extension for {extension}.")
    side: str
    extension: str
    rule: str

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the extension by what it is for."""
        return super().words() | {"extension": space_words(self.extension)}


class CastleScoring(Event, frozen=True, tag="castle"):
    """A castle is scored."""

    text = N_("{side} scores the castle.")
    side: str
    rule: str = "10.1"


class SpaceScored(OfSpace, frozen=True, tag="scored"):
    """A space of a castle, or its extension, is scored."""

    text = N_("{side} scores the castle space for {space}.")
    rule: str = "10.2"


class SpaceForgone(OfSpace, frozen=True, tag="forgone"):
    """A space of a castle, or its extension, is not scored."""

    text = N_("{side} declines the castle space for {space}.")
    rule: str = "10.3"


# ---- conflicts


class OfConflict(Event, frozen=True):
    """An event of a conflict, given by its card."""

    conflict: str


class EnglandWon(OfConflict, frozen=True, tag="england"):
    """England has at least the strength of France in a conflict."""

    text = N_("{conflict}: England has {england} against {france} and wins.")
    england: Number
    france: Number
    rule: str = "11.2"


class FranceWon(OfConflict, frozen=True, tag="france"):
    """England has less than the strength of France in a conflict."""

    text = N_("{conflict}: England has {england} against {france}; France wins.")
    england: Number
    france: Number
    rule: str = "11.2"


class MovedDown(OfConflict, frozen=True, tag="moved_down"):
    """A lost conflict moves to the lower row."""

    text = N_("{conflict} moves to the lower row: the war goes on there.")
    rule: str = "11.4"


class ConflictEnded(OfConflict, frozen=True, tag="over"):
    """A conflict leaves the board."""

    text = N_("{conflict} is over.")
    rule: str


class WentToCourt(OfKnights, frozen=True, tag="homeward"):
    """The knights of a colour come back from a conflict that is won."""

    text = N_("The knights of {side} at {conflict} go to court: strength {knights}.")
    conflict: str
    rule: str = "11.4"


class Captured(OfKnights, frozen=True, tag="captured"):
    """The knights of a colour are captured in a conflict that is lost twice."""

    text = N_("The knights of {side} at {conflict} are captured: strength {knights}.")
    conflict: str
    rule: str = "11.5"


class Ransomed(OfKnights, frozen=True, tag="ransomed"):
    """Captured knights are ransomed."""

    text = N_("{side} ransoms knights of strength {knights}.")
    rule: str = "11.5"


class Lost(OfKnights, frozen=True, tag="lost"):
    """Captured knights for whom no ransom is paid go to the reserve."""

    text = N_("The captured knights of {side} go to the reserve: strength {knights}.")
    rule: str


AnyEvent: TypeAlias = (
    StartPlayerNamed | SetsChosen | LawsEnacted | RoundBegun | ConflictsRevealed | Placed | Displaced | Garrisoned |
    Joined | Skipped | PlacingEnded | FavourTaken | FavourDeclined | KnightCame | Upgraded | Covered |
    law_events.LawsProposed | law_events.VoteSealed | law_events.VoteOpened | law_events.LawAccepted |
    law_events.LawRejected | law_events.LawRepealed | law_events.MarkersReturned | law_events.LawApplied |
    law_events.MostCounted | law_events.Traded | law_events.Exchanged | law_events.SquiresCommitted |
    law_events.UpkeepPaid | law_events.Abandoned | CountyResolved | CameHome | Crossed | NobleTaken | NobleRemoved |
    Built | CastleScoring | SpaceScored | SpaceForgone | EnglandWon | FranceWon | MovedDown | ConflictEnded |
    WentToCourt | Captured | Ransomed | Lost | gains.GoldTaken | gains.SquiresTaken | gains.MarkersTaken |
    gains.PointsScored | gains.GoldPaid | gains.SquiresPaid | gains.LeftoverPaid | gains.Lapsed | gains.Declined |
    gains.KnightsPrize | gains.CastlePrize | gains.GameWon
)  # fmt: skip
KINDS: Final[dict[str, type[AnyEvent]]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyEvent)}
