"""The court board in words, from a view: title, description, hover texts, and a board of plain text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from roses.engine.data import read
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.figures.court.canvas import REBUILT, doubt_mark
from roses.lancaster.tables import CONFLICT_NAMES, ROUNDS
from roses.lancaster.tables import space_words as use_words
from roses.lancaster.view import ConflictView, CountyView, FavourView, House, LawView, SlotView, SpaceView, View


class Fight(NamedTuple):
    """What happened at the siege or battle after which a conflict is named; ``sources`` are those of the kit."""

    text: str
    sources: tuple[str, ...]


FRANCE: Final = read("history/france.json", dict[str, Fight])
PHASES: Final = {
    "start player": N_("the start player is drawn"),
    "first extension": N_("first extensions"),
    "law sets": N_("the law sets are drawn"),
    "laws in force": N_("the laws are laid out"),
    "new conflicts": N_("new conflicts"),
    "proposals": N_("new proposals"),
    "placing": N_("knights are placed"),
    "favour": N_("the king's favour"),
    "vote": N_("parliament votes"),
    "trade": N_("a law is used"),
    "barter": N_("a law is used"),
    "commit squires": N_("a law is used"),
    "upkeep": N_("a law asks for payment"),
    "county": N_("counties are resolved"),
    "naming the start player": N_("the start player is named"),
    "castle": N_("castles are scored"),
    "ransom": N_("ransom"),
    "upgrade": N_("an upgrade"),
    "extension": N_("an extension is built"),
    "noble": N_("a noble is taken"),
    "passage": N_("a passage to France"),
    "over": N_("the game is over"),
}


def round_words(view: View) -> str:
    """Return the round and the current decision in words."""
    number = _("round {n} of {all}").format(n=view.round, all=ROUNDS) if view.round else _("set-up")
    return f"{number}, {_(PHASES[view.phase])}"


def title(view: View) -> str:
    """Return a title of the board: game, round, current decision.

    >>> import roses
    >>> title(roses.start("lancaster", players=3).view())
    'Lancaster, 1413: set-up, the start player is drawn'
    """
    return _("Lancaster, 1413: {where}").format(where=round_words(view))


def description(view: View) -> str:
    """Return the board in sentences, for ``<desc>`` and screen readers."""
    return " ".join(line.rstrip(".") + "." for line in lines(view))


def text_court(view: View) -> str:
    """Return the board as plain text, a line for each county, conflict, law and house; ° marks reconstructed values.

    >>> import roses
    >>> text_court(roses.start("lancaster", players=3).view()).splitlines()[0]
    'Lancaster, 1413: set-up, the start player is drawn'
    """
    return "\n".join([title(view), *lines(view), _("{mark} reconstructed value").format(mark=REBUILT)])


def lines(view: View) -> list[str]:
    """Return the lines of the board as text."""
    sentences = [f"{c.letter} {county_words(c)}" for c in view.counties]
    sentences += [f"{conflict.card} {conflict_words(conflict)}" for conflict in view.conflicts]
    up = "; ".join(favour_words(favour) for favour in view.favours if favour.up)
    sentences.append(_("The king's favours: {list}").format(list=up or _("none left")))
    sentences += [_("In force: {law}").format(law=law_words(law)) for law in view.laws]
    sentences += [_("Proposed: {law}").format(law=law_words(law)) for law in view.proposals]
    return sentences + [house_words(view, house) for house in view.houses]


def county_words(county: CountyView) -> str:
    """Return a county in words: its minimum, its reward, who holds it."""
    asks = _("strength {n} or more").format(n=f"{county.minimum}{doubt_mark(county.confidence, 'minimum')}")
    gives = f"{county.reward}{doubt_mark(county.confidence, 'reward')}"
    nobles = ngettext("{n} noble", "{n} nobles", county.nobles).format(n=county.nobles)
    holds = _("nobody")
    if county.holder:
        train = ngettext(" with {n} squire", " with {n} squires", county.squires).format(n=county.squires)
        holds = _("{side}, knight {n}").format(side=county.holder, n=county.knight) + (train if county.squires else "")
    return _("{name}: {asks}, gives {gives}, {nobles}; held by {holds}").format(
        name=county.name, asks=asks, gives=gives, nobles=nobles, holds=holds
    )


def ranking(conflict: ConflictView) -> list[tuple[int, SlotView]]:
    """Return slot numbers and slots, first rank first: the stronger, among equals who came later (rule 11.3).

    >>> two = SlotView("Blue", (2,), 2), SlotView("Red", (1, 1), 2)
    >>> [number for number, slot in ranking(ConflictView("K5a", "upper", 5, (4, 2, 1), 4, two))]
    [2, 1]
    """
    later = list(enumerate(conflict.slots, 1))[::-1]
    return sorted(later, key=lambda pair: -pair[1].strength)


def standing(conflict: ConflictView) -> str:
    """Return the state of a conflict in words; England wins with at least the French strength (rule 11.2)."""
    short = conflict.strength - conflict.england
    return _("England wins") if short <= 0 else _("England lacks {n}").format(n=short)


def conflict_words(conflict: ConflictView) -> str:
    """Return a conflict in words: its name, its parties and the points of each rank."""
    points = " ".join(map(str, conflict.points)) + doubt_mark(conflict.confidence, "points")
    parties = []
    for number, slot in ranking(conflict):
        squires = ngettext(" and {n} squire", " and {n} squires", slot.squires).format(n=slot.squires)
        knights = _(" and ").join(map(str, slot.knights)) + (squires if slot.squires else "")
        parties.append(_("{side} {knights} in slot {n}").format(side=slot.colour, knights=knights, n=number))
    return _("{name}, {row} row: {n} against {french}, {so}; points {points}; {who}").format(
        name=CONFLICT_NAMES[conflict.card],
        row=_(conflict.row),
        n=conflict.england,
        french=f"{conflict.strength}{doubt_mark(conflict.confidence, 'strength')}",
        so=standing(conflict),
        points=points,
        who=", ".join(parties) or _("nobody there"),
    )


def favour_words(favour: FavourView) -> str:
    """Return the reward of a favour in words."""
    return f"{favour.favour}: {favour.reward}{doubt_mark(favour.confidence, 'reward')}"


def law_words(law: LawView) -> str:
    """Return the effect of a law in words, and the result of the vote on a proposal."""
    verdict = f" ({_(law.verdict)})" if law.verdict else ""
    return f"{law.law} {law.name}{verdict}: {law.effect}"


def space_words(space: SpaceView) -> str:
    """Return a castle space in words: its reward, and what stands on it."""
    price = ngettext(" for {n} squire", " for {n} squires", space.price).format(n=space.price) if space.price else ""
    gives = f"{use_words(space.space)}: {space.reward}{doubt_mark(space.confidence, 'reward')}{price}"
    states = (
        (space.built, _("extension")),
        (space.knight, _("knight {n}").format(n=space.knight)),
        (space.due, _("to be scored")),
        (space.turned, _("yields nothing this round")),
    )
    return ", ".join([gives, *(words for on, words in states if on)])


def ballot_words(view: View, colour: str) -> str:
    """Return the vote of a house in words, as far as the view shows it; empty if it has not voted."""
    if colour in view.votes:
        choice, markers = view.votes[colour]
        return f"{_(choice)} +{markers}"
    return _("sealed") if colour in view.voted else ""


def house_words(view: View, house: House) -> str:
    """Return in words all that the view shows of a house."""
    start = _(", start player") if house.colour == view.start_player else ""
    ballot = ballot_words(view, house.colour)
    goods = " ".join(
        f"{'?' if n is None else n} {_(name)}" for n, name in ((house.gold, "gold"), (house.squires, "squires"))
    )
    parts = [
        _("{n} points{start}").format(n=house.score, start=start),
        goods,
        ngettext("{n} voting marker", "{n} voting markers", house.markers).format(n=house.markers),
        _("court {list}").format(list=_list(house.court)),
        _("reserve {list}").format(list=_list(house.reserve)),
        _("strength in service {n}").format(n=house.strength),
        *([_("captured {list}").format(list=_list(house.prisoners))] if house.prisoners else []),
        _("castle: {list}").format(list=_castle(house.castle)),
        _("nobles: {list}").format(list=", ".join(house.nobles) or _("none")),
        *([_("vote {ballot}").format(ballot=ballot)] if ballot else []),
    ]
    if house.ally:
        parts.append(
            _("ally {colour}: court {list}, reserve {rest}, castle: {spaces}").format(
                colour=house.ally.colour,
                list=_list(house.ally.court),
                rest=_list(house.ally.reserve),
                spaces=_castle(house.ally.castle),
            )
        )
    return f"{house.colour}: " + "; ".join(parts)


def _list(strengths: Iterable[int]) -> str:
    return " ".join(map(str, strengths)) or _("none")


def _castle(spaces: Iterable[SpaceView]) -> str:
    occupied = [space_words(space) for space in spaces if space.built or space.knight]
    return " | ".join(occupied) or _("empty")
