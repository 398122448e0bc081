"""Events of a campaign: cards, turns, supply, titles, the political turn (rules 1.0, 1.1, 5.1, 6.8, 7.0 to 9.1)."""

from __future__ import annotations

from typing import TypeAlias

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.richard.events.army import Event, OfBlock
from roses.richard.tables import CARDS

# ---- cards and turns


class Dealt(Event, frozen=True, tag="deal"):
    """Seven cards have been dealt to each side that was to get a hand."""

    text = N_("The cards are shuffled and dealt.")
    rule: str = "8.5"


class HandShown(Event, frozen=True, tag="redeal"):
    """A side has shown a poor hand, worth ``points``, and has another dealt."""

    text = N_("{side} shows a hand of {points} points and throws it back.")
    reveals = True
    side: str
    points: Number
    rule: str = "5.1"


class HandChanged(Event, frozen=True, tag="change"):
    """The opponent of the side that has shown its hand is dealt another one too."""

    text = N_("{side} throws its hand back too.")
    side: str
    rule: str = "5.1"


class TurnBegun(Event, frozen=True, tag="turn"):
    """A turn of the campaign begins, 1 to 7."""

    text = N_("Turn {turn} begins.")
    turn: Number
    rule: str = "1.0"


class CardChosen(Event, frozen=True, tag="commit"):
    """A side has laid a card face down."""

    text = N_("{side} has chosen a card.")
    side: str
    rule: str = "1.1"


class OfCard(Event, frozen=True):
    """An event of a card, given by its number."""

    side: str
    card: Number

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the card by its name."""
        return super().words() | {"card": CARDS[self.card].name}


class CardRevealed(OfCard, frozen=True, tag="reveal"):
    """The card of a side is turned up."""

    text = N_("{side} plays {card}.")
    reveals = True
    rule: str = "1.1"


class FirstPlayer(Event, frozen=True, tag="first"):
    """The side that acts first in this turn."""

    text = N_("{side} is first player.")
    side: str
    rule: str = "1.1"


class CardUsed(OfCard, frozen=True, tag="card"):
    """A side begins to act on its card; ``rule`` is 5.1 for an event."""

    text = N_("{side} acts on {card}.")
    rule: str = "1.2"


class PlagueStruck(Event, frozen=True, tag="plague"):
    """All enemy blocks in a city lose a step."""

    text = N_("Plague strikes {area}.")
    reveals = True
    side: str
    area: str
    rule: str = "5.1"


# ---- supply and titles


class SupplyBegun(Event, frozen=True, tag="supply"):
    """The supply phase begins."""

    text = N_("Supply phase.")
    rule: str = "7.0"


class KingDied(Event, frozen=True, tag="king_dead"):
    """The King is dead; who follows him is known in the supply phase."""

    text = N_("The King, {block}, is dead.")
    block: str
    rule: str = "6.81"


class KingNamed(Event, frozen=True, tag="king"):
    """There is a new King; where he stands is announced."""

    text = N_("{block} is King, in {area}.")
    reveals = True
    block: str
    area: str
    rule: str = "6.81"


class PretenderNamed(Event, frozen=True, tag="pretender"):
    """There is a new Pretender."""

    text = N_("{block} is the Pretender now.")
    block: str
    rule: str = "6.81"


class PrisonerFreed(Event, frozen=True, tag="freed"):
    """The prisoner Henry VI is free."""

    text = N_("{block} is freed and is the Pretender again.")
    block: str
    area: str
    rule: str = "kingmaker"


class MinorEntered(Event, frozen=True, tag="enter"):
    """A minor heir comes of age and stands on the map."""

    text = N_("{block} comes of age and enters in {area}.")
    side: str
    block: str
    area: str
    rule: str = "6.82"


class Executed(Event, frozen=True, tag="execute"):
    """A side executes the enemy heir who serves it."""

    text = N_("{side} executes {block}.")
    side: str
    block: str
    rule: str = "9.1"


class Starved(OfBlock, frozen=True, tag="starve"):
    """A block above the supply limit of its area loses a step."""

    text = N_("{block} goes hungry in {area}.")
    unseen = N_("A block of {side} goes hungry in {area}.")
    area: str
    rule: str = "7.1"


# ---- the political turn


class Disbanded(Event, frozen=True, tag="disband"):
    """Levies, bombards and the Rebel go to the pool, mercenaries to their home areas."""

    text = N_("Levies, bombards and mercenaries go home.")
    reveals = True
    rule: str = "8.1"


class LordsCounted(Event, frozen=True, tag="count"):
    """The lords of both sides are counted; ``side`` is the Pretender's, who needs more than the King.

    >>> str(LordsCounted("York", 8, 8)).partition(": ")[2]
    'Lancaster has 8, York 8. York needed more, and does not take the crown.'
    """

    text = N_(
        "The lords on the map are counted, and London as one more: Lancaster has {lancaster}, York {york}. {side} has"
        " more than the King."
    )
    unchanged = N_(
        "The lords on the map are counted, and London as one more: Lancaster has {lancaster}, York {york}. {side}"
        " needed more, and does not take the crown."
    )
    side: str
    lancaster: Number
    york: Number
    rule: str = "8.2"

    def template(self) -> str:
        """Return one of the two sentences."""
        own, other = (self.york, self.lancaster) if self.side == "York" else (self.lancaster, self.york)
        return _(self.text if own > other else self.unchanged)


class Usurped(Event, frozen=True, tag="usurp"):
    """The Pretender takes the crown for his side."""

    text = N_("{block} usurps the throne for {side}.")
    side: str
    block: str
    rule: str = "8.2"


class HomecomingBegun(Event, frozen=True, tag="homecoming"):
    """A side sends its blocks home; ``rule`` is 8.3 for the Pretender's side, 8.4 for the King's."""

    text = N_("{side} goes home.")
    side: str
    rule: str


class WentHome(OfBlock, frozen=True, tag="home"):
    """A block goes to a home area, or to exile."""

    text = N_("{block} goes home to {area}.")
    unseen = N_("A block of {side} goes home to {area}.")
    area: str
    rule: str


class WentToPool(OfBlock, frozen=True, tag="pool"):
    """A block without a home, or above the limit of an exile, goes to the pool."""

    text = N_("{block} goes to the pool.")
    unseen = N_("A block of {side} goes to the pool.")
    rule: str


class CampaignBegun(Event, frozen=True, tag="reset"):
    """The next campaign begins."""

    text = N_("Campaign {campaign} begins with all blocks at full strength.")
    campaign: Number
    rule: str = "8.5"


class GameWon(Event, frozen=True, tag="victory"):
    """The game is over; ``extinct`` is the side without heirs, "" if the crown decides after the last campaign."""

    side: str
    extinct: str = ""
    rule: str = "9.0"

    def template(self) -> str:
        """Return the sentence with the reason."""
        if self.extinct:
            return _("{side} wins: {extinct} has no heir left.")
        return _("{side} wins: {side} holds the crown after the last campaign.")


CampaignEvent: TypeAlias = (
    Dealt | HandShown | HandChanged | TurnBegun | CardChosen | CardRevealed | FirstPlayer | CardUsed |
    PlagueStruck | SupplyBegun | KingDied | KingNamed | PretenderNamed | PrisonerFreed | MinorEntered | Executed
    | Starved | Disbanded | LordsCounted | Usurped | HomecomingBegun | WentHome | WentToPool | CampaignBegun |
    GameWon
)  # fmt: skip
