"""Counties, conflicts, favours, castles, laws and numbers of the court game, with their types. No state, no rules.

Inside the engine each of them is a small int, its place in the shipped list, and a set of them is the bits of an int.
Names are for actions, events, views and records. Values may be overridden (components.py), names may not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Final, Literal

import msgspec

from roses.engine.data import read
from roses.engine.hashing import content_hash
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _

Amount = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=9)]  # of what must be chosen one by one
Strength = Annotated[int, msgspec.Meta(ge=1, le=4)]
Knights = tuple[Strength, ...]
Confidence = Literal["certain", "high", "medium", "low", "given"]
Set = Literal["base", "expansion"]
Kind = Literal[
    "most", "per", "if", "trade", "banneret", "commit", "barter", "upkeep_counties", "upkeep_castle"
]  # fmt: skip
Count = Literal[
    "", "gold", "squires", "squires_in_hand", "leftover", "counties", "conflicts", "extensions", "nobles",
    "deployed_1", "deployed_2", "deployed_ranks", "castle_knights", "conflict_knights", "county_squires",
    "bare_counties",
]  # fmt: skip


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What has values of its own; ``confidence`` says of each how sure it is.

    ``certain`` values are those of the printed game, ``high`` ones rest on a second source, ``medium`` and ``low`` ones
    are reconstructed, ``given`` ones were put in by a user.
    """

    confidence: dict[str, Confidence] = {}


class Reward(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a county, favour, castle space or law gives: how many of each (rules 15.1 to 15.5).

    >>> Reward(squires=2, gold=2).words()
    '2 gold, 2 squires'
    """

    gold: Amount = 0
    squires: Amount = 0
    markers: Amount = 0
    points: Amount = 0
    knights: Few = 0
    upgrades: Few = 0
    extensions: Few = 0
    nobles: Few = 0
    passages: Few = 0

    def words(self) -> str:
        """Return the reward in words for a board or a list."""
        return _words(self)


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a law takes each time; ``leftover`` are voting markers left after the third vote (rule 8.7)."""

    gold: Amount = 0
    squires: Amount = 0
    leftover: Amount = 0


class County(Part, frozen=True):
    """One of the nine counties: the least strength of a knight there, and what it gives (rules 5.3 and 9.4)."""

    name: str
    letter: str
    minimum: Strength
    reward: Reward
    names_start: bool = False


class Card(Part, frozen=True):
    """A conflict: the strength of the French, and the points of the first, second and third rank (rule 11.4)."""

    id: str
    strength: Amount
    points: tuple[Amount, Amount, Amount]


class Favour(Part, frozen=True):
    """A favour of the king (rule 6.3)."""

    id: str
    reward: Reward


class Space(Part, frozen=True):
    """A space of a castle, and the extension with the same reward; ``price`` is in squires (rule 10.4)."""

    id: str
    reward: Reward
    price: Amount = 0


class Law(Part, frozen=True):
    """A law: ``kind`` says how it works, ``counts`` what it counts (rules 8.2 to 8.4)."""

    id: str
    set: Set
    section: Annotated[int, msgspec.Meta(ge=0, le=4)]
    name: str
    kind: Kind
    effect: str
    counts: Count = ""
    group: Annotated[int, msgspec.Meta(ge=1)] = 1
    at_least: Amount = 0
    at_most: Amount = 1000
    pay: Price = Price()
    reward: Reward = Reward()
    scope: Literal["in service", "deployed"] = "in service"

    def words(self) -> str:
        """Return the effect in a few words for a board, made from the values, so that a user's own ones show.

        >>> SHIPPED.laws[LAW["L08"]].words()
        'every 2 conflicts: 1 gold, 1 squire, 1 voting marker'
        """
        one, many = COUNTED.get(self.counts, ("", ""))
        if self.kind == "trade":
            return _("{pay} buys {words}, repeatedly").format(pay=_words(self.pay), words=self.reward.words())
        begins = {
            "most": _("most {many}").format(many=many),
            "per": _("every {group} {many}").format(group=self.group, many=many)
            if self.group > 1
            else _("each {one}").format(one=one),
            "if": _("at least {at_least} {many}").format(at_least=self.at_least, many=many)
            if self.at_most
            else _("no {one}").format(one=one),
        }
        if self.kind in begins:
            return f"{begins[self.kind]}: {self.reward.words()}"
        return {
            "banneret": _("strength 3 deployed becomes 4"),
            "commit": _("squires may go to conflicts"),
            "barter": _("{group} gold for 1 squire, or {group} squires for 1 gold").format(group=self.group),
            "upkeep_counties": _("each county held costs {pay}").format(pay=_words(self.pay)),
            "upkeep_castle": _("each extension costs {pay}").format(pay=_words(self.pay)),
        }[self.kind]


class Setup(Part, frozen=True):
    """How a number of players changes the game; conflicts are removed by strength (rules 3.1, 3.5, 3.6)."""

    players: int
    nobles: Annotated[int, msgspec.Meta(ge=0, le=4)]
    conflicts_removed: tuple[Amount, ...]
    favours_removed: tuple[str, ...]
    screens: bool
    allies: bool

    def __hash__(self) -> int:
        return hash(self.players)


class Start(Part, frozen=True):
    """What a colour begins with; knights by their strengths (rules 3.2 and 14.2)."""

    court: Knights
    reserve: Knights
    gold: Amount = 0
    squires: Amount = 0
    markers: Amount = 0


class Numbers(Part, frozen=True):
    """The supply of gold, squires and markers, and prices: gold for both, gold a strength to ransom, the table."""

    gold: Amount
    squires: Amount
    markers: Amount
    both_price: Amount
    ransom: Amount
    lord_markers: Amount
    noble_markers: Amount


class Scoring(Part, frozen=True):
    """Points at the end: by number of nobles, and first and second prize (rules 13.1 to 13.4, 14.11)."""

    nobles: tuple[Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount]
    knights: tuple[Amount, Amount]
    castle: tuple[Amount, Amount]
    two_players: tuple[Amount, Amount]


class Components(msgspec.Struct, frozen=True, dict=True):
    """All components of a game with their values; ``own`` is what a user changed in them, as it was given.

    >>> SHIPPED.counties[COUNTY["Surrey"]].reward.words()
    '2 gold, 2 squires'
    """

    counties: tuple[County, ...]
    conflicts: tuple[Card, ...]
    favours: tuple[Favour, ...]
    castle: tuple[Space, ...]
    ally_castle: tuple[Space, ...]
    laws: tuple[Law, ...]
    setups: tuple[Setup, ...]
    house: Start
    ally: Start
    numbers: Numbers
    scoring: Scoring
    own: dict[str, Any] = {}

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return content_hash(self)

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """The castle's spaces, then those of an ally's castle."""
        return self.castle + self.ally_castle

    @cached_property
    def minima(self) -> tuple[int, ...]:
        """The least strength for each county."""
        return tuple(county.minimum for county in self.counties)

    @cached_property
    def priced(self) -> int:
        """The spaces that have a price or leave a choice, as bits; an ally's are among them (rules 10.3, 14.9)."""
        return sum(1 << i for i, s in enumerate(self.spaces) if s.price or s.reward.upgrades or s.reward.extensions)


COUNTED: Final = {  # one and many, as the board says it
    "gold": (N_("gold"), N_("gold")),
    "squires": (N_("squire"), N_("squires")),
    "squires_in_hand": (N_("squire in hand"), N_("squires in hand")),
    "leftover": (N_("marker left"), N_("markers left")),
    "counties": (N_("county"), N_("counties")),
    "conflicts": (N_("conflict"), N_("conflicts")),
    "extensions": (N_("extension"), N_("extensions")),
    "nobles": (N_("noble"), N_("nobles")),
    "deployed_1": (N_("deployed knight of strength 1"), N_("deployed knights of strength 1")),
    "deployed_2": (N_("deployed knight of strength 2"), N_("deployed knights of strength 2")),
    "deployed_ranks": (N_("strength deployed"), N_("strengths deployed")),
    "castle_knights": (N_("knight in the castle"), N_("knights in the castle")),
    "conflict_knights": (N_("knight in conflicts"), N_("knights in conflicts")),
    "county_squires": (N_("squire in counties"), N_("squires in counties")),
    "bare_counties": (N_("county without nobles"), N_("counties without nobles")),
}


class _SetupFile(msgspec.Struct, forbid_unknown_fields=True):
    setups: tuple[Setup, ...]
    house: Start
    ally: Start
    numbers: Numbers


class _CastleFile(msgspec.Struct, forbid_unknown_fields=True):
    castle: tuple[Space, ...]
    ally_castle: tuple[Space, ...]


def _words(amounts: Reward | Price) -> str:
    return ", ".join(_amount(n, name) for name in amounts.__struct_fields__ if (n := getattr(amounts, name)))


def _amount(n: int, name: str) -> str:
    if name in ("gold", "leftover"):
        return f"{n} {name.replace('leftover', 'marker left')}"
    singular = {"passages": _("passage to France"), "markers": _("voting marker")}.get(name, name[:-1])
    if n == 1:
        return singular if name in ("passages", "upgrades", "extensions", "nobles") else f"1 {singular}"
    return f"{n} {singular}s"


def _shipped() -> Components:
    setup = read("lancaster/setup.json", _SetupFile)
    castle = read("lancaster/castle.json", _CastleFile)
    return Components(
        counties=read("lancaster/counties.json", tuple[County, ...]),
        conflicts=read("lancaster/conflicts.json", tuple[Card, ...]),
        favours=read("lancaster/favours.json", tuple[Favour, ...]),
        castle=castle.castle,
        ally_castle=castle.ally_castle,
        laws=read("lancaster/laws.json", tuple[Law, ...]),
        setups=setup.setups,
        house=setup.house,
        ally=setup.ally,
        numbers=setup.numbers,
        scoring=read("lancaster/scoring.json", Scoring),
    )


SHIPPED: Final = _shipped()
COLOURS: Final = ("Blue", "Green", "Yellow", "Red", "Purple")
PLAYERS: Final = tuple(setup.players for setup in SHIPPED.setups)
ROUNDS: Final = 5
SLOTS: Final = 3  # of a conflict, rule 5.5
IN_FORCE: Final = 3  # laws, and proposals of a round, rule 7.3
NEW_CONFLICTS: Final = 2  # a round, rule 12.0
SECTIONS: Final = 5
STRENGTHS: Final = (1, 2, 3, 4)

COUNTIES: Final = tuple(county.name for county in SHIPPED.counties)
COUNTY: Final = {name: i for i, name in enumerate(COUNTIES)}
CARDS: Final = tuple(card.id for card in SHIPPED.conflicts)
CARD: Final = {name: i for i, name in enumerate(CARDS)}
FAVOURS: Final = tuple(favour.id for favour in SHIPPED.favours)
FAVOUR: Final = {name: i for i, name in enumerate(FAVOURS)}
SPACES: Final = tuple(space.id for space in SHIPPED.spaces)
SPACE: Final = {name: i for i, name in enumerate(SPACES)}
TILES: Final = SPACES[: len(SHIPPED.castle)]  # extensions carry the names of the spaces they cover
LAWS: Final = tuple(law.id for law in SHIPPED.laws)
LAW: Final = {name: i for i, name in enumerate(LAWS)}
ALL_TILES: Final = (1 << len(TILES)) - 1


def bits(things: int) -> Iterator[int]:
    """Yield the members of a set given as bits, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while things:
        low = things & -things
        yield low.bit_length() - 1
        things ^= low
