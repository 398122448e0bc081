"""Events of parliament: the votes, and the laws in force (rules 7.1 to 8.7)."""

from __future__ import annotations

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Number
from roses.lancaster.gains import Event, listed
from roses.lancaster.tables import COUNTED, space_words


class OfLaw(Event, frozen=True):
    """An event of a law, given by its id and its name."""

    law: str
    name: str

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the law by its name."""
        return super().words() | {"law": self.name}


class OfLaws(Event, frozen=True):
    """An event of several laws, given by their ids and their names."""

    laws: tuple[str, ...]
    names: tuple[str, ...]

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the laws by their names."""
        return super().words() | {"laws": listed(self.names)}


# ---- votes


class LawsProposed(OfLaws, frozen=True, tag="proposals"):
    """The laws to vote on in this round."""

    text = N_("The proposals are {laws}.")
    rule: str = "12.0"


class VoteSealed(Event, frozen=True, tag="sealed"):
    """A player has voted in secret."""

    text = N_("{side} has voted.")
    side: str
    rule: str = "7.2"


class VoteOpened(Event, frozen=True, tag="vote"):
    """The vote of a player, and the markers added to it."""

    reveals = True
    side: str
    yes: bool
    markers: Number
    rule: str = "7.2"

    def template(self) -> str:
        """Return the sentence for this vote and so many markers."""
        if self.yes:
            return ngettext(
                "{side} votes yes with {markers} voting marker.",
                "{side} votes yes with {markers} voting markers.",
                self.markers,
            )
        return ngettext(
            "{side} votes no with {markers} voting marker.",
            "{side} votes no with {markers} voting markers.",
            self.markers,
        )


class LawAccepted(OfLaw, frozen=True, tag="accepted"):
    """A proposal is in force from now on: votes for and against."""

    text = N_("{law} is accepted, {yes} to {no}.")
    yes: Number
    no: Number
    rule: str = "7.3"


class LawRejected(OfLaw, frozen=True, tag="rejected"):
    """A proposal is out of the game: votes for and against."""

    text = N_("{law} is rejected, {yes} to {no}.")
    yes: Number
    no: Number
    rule: str = "7.3"


class LawRepealed(OfLaw, frozen=True, tag="repealed"):
    """A law goes out of force for a new one."""

    text = N_("{law} is no longer in force.")
    rule: str = "7.3"


class MarkersReturned(Event, frozen=True, tag="returned"):
    """Voting markers that are left go to the supply."""

    side: str
    markers: Number
    rule: str

    def template(self) -> str:
        """Return the sentence for so many markers."""
        return ngettext(
            "{side} returns {markers} voting marker to the supply.",
            "{side} returns {markers} voting markers to the supply.",
            self.markers,
        )


# ---- laws


class LawApplied(OfLaw, frozen=True, tag="law"):
    """A law in force is applied."""

    text = N_("The law {law} is applied.")
    rule: str = "7.5"


class MostCounted(Event, frozen=True, tag="most"):
    """The players with the most of something; ``amount`` is None unless the ruleset has it announced."""

    reveals = True
    counted: str
    sides: tuple[str, ...]
    amount: Number | None = None
    rule: str = "8.3"

    def template(self) -> str:
        """Return the sentence for somebody or nobody, with the amount or without."""
        if self.amount is None:
            return _("The most {counted}: {sides}.") if self.sides else _("The most {counted}: nobody.")
        if self.sides:
            return _("The most {counted}: {sides} ({amount}).")
        return _("The most {counted}: nobody ({amount}).")

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, what is counted as the board says it."""
        return super().words() | {"counted": _(COUNTED[self.counted][1])}


class Traded(Event, frozen=True, tag="traded"):
    """A player uses a law so many times."""

    side: str
    times: Number
    rule: str = "8.5"

    def template(self) -> str:
        """Return the sentence for so many times."""
        return ngettext("{side} uses the law once.", "{side} uses the law {times} times.", self.times)


class Exchanged(Event, frozen=True, tag="exchanged"):
    """A player exchanges gold or squires, ``goods``, by a law."""

    side: str
    goods: str
    amount: Number
    rule: str = "8.5"

    def template(self) -> str:
        """Return the sentence for these goods."""
        if self.goods == "gold":
            return _("{side} exchanges {amount} gold.")
        return ngettext("{side} exchanges {amount} squire.", "{side} exchanges {amount} squires.", self.amount)


class SquiresCommitted(Event, frozen=True, tag="committed"):
    """Squires go to a conflict by a law."""

    side: str
    conflict: str
    squires: Number
    rule: str = "8.7"

    def template(self) -> str:
        """Return the sentence for so many squires."""
        return ngettext(
            "{side} sends {squires} squire to {conflict}.",
            "{side} sends {squires} squires to {conflict}.",
            self.squires,
        )


class UpkeepPaid(Event, frozen=True, tag="upkeep"):
    """A law's price is paid for a county or an extension."""

    text = N_("{side} pays for {item}.")
    side: str
    item: str
    rule: str = "8.7"


class Abandoned(Event, frozen=True, tag="abandoned"):
    """A law's price is not paid for a county, or for an extension."""

    side: str
    item: str
    extension: bool = False
    rule: str = "8.7"

    def template(self) -> str:
        """Return the sentence for a county or an extension."""
        if self.extension:
            return _("{side} declines to pay for the extension for {item}.")
        return _("{side} declines to pay for {item}.")

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, an extension by what it is for."""
        return super().words() | ({"item": space_words(self.item)} if self.extension else {})
