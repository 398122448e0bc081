"""The tables of the court game: counties, conflicts, favours, castles, laws and numbers, with their types.

In states each of them is its index in the shipped list, and a set of them is the bits of an int. Actions, events, views
and records use names. A user may change values (components.py), not names.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Final, Literal

import msgspec

from roses.engine.bits import bits as bits
from roses.engine.data import read
from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.state import content_hash

Amount = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Few = Annotated[int, msgspec.Meta(ge=0, le=9)]  # effects that are chosen one by one
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
    """The base class of components; ``confidence`` maps its values to how sure they are.

    ``certain`` values are those of the printed game, ``high`` ones rest on a second source, ``medium`` and ``low`` ones
    are reconstructed, ``given`` ones are a user's own.
    """

    confidence: dict[str, Confidence] = {}


class Reward(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, repr_omit_defaults=True, dict=True
):
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

    @cached_property
    def goods(self) -> tuple[tuple[str, int], ...]:
        """The gold, squires, markers and points, as far as it gives them: (name, how many)."""
        return tuple([(name, n) for name in ("gold", "squires", "markers", "points") if (n := getattr(self, name))])

    @cached_property
    def free(self) -> bool:
        """Whether it has no effect that is chosen (rules 15.3 to 15.5)."""
        return not (self.upgrades or self.extensions or self.nobles or self.passages)

    def words(self) -> str:
        """Return the reward in words for a board or a list."""
        return _words(self)

    def __str__(self) -> str:
        return self.words()


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The price of using a law once; ``leftover`` are voting markers left after the third vote (rule 8.7)."""

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
    """A conflict: the strength of the French, and the points of the first, second and third rank (rule 11.4).

    Records know it by its ``id``. Readers see its ``name``: a siege or battle of 1415 to 1422, by choice of this kit.
    """

    id: str
    name: str
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
    """A law (rules 8.2 to 8.7).

    ``kind`` is how it works: the reward for the most, for each ``group`` counted, for a count from ``at_least`` to
    ``at_most``, or a trade for the price ``pay``; others are single laws. ``counts`` is what is counted; ``scope`` the
    knights that an upgrade may concern. ``section`` 0 is in force at the start, 1 to 4 come later.
    """

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
        """Return the effect as a clause for a board, with the values of the fields, a user's own included.

        >>> SHIPPED.laws[LAW["L08"]].words()
        'each house gets 1 gold, 1 squire and 1 voting marker for every 2 conflicts joined'
        """
        one, many = (_(words) if words else "" for words in COUNTED.get(self.counts, ("", "")))
        kind: str = self.kind
        if kind == "per" and self.group > 1:
            kind = "per group"
        elif kind == "if" and not self.at_most:
            kind = "if none"
        return {
            "most": _("each house with the most {many} gets {reward}"),
            "per": _("each house gets {reward} for each {one}"),
            "per group": _("each house gets {reward} for every {group} {many}"),
            "if": _("each house with at least {n} {many} gets {reward}"),
            "if none": _("each house with no {one} gets {reward}"),
            "trade": _("each house may give {pay} for {reward}, as often as it likes"),
            "banneret": _("each house may exchange a deployed knight of strength 3 for one of strength 4"),
            "commit": _("each house may send squires to conflicts that it has joined"),
            "barter": _("each house may give {group} gold for 1 squire, or {group} squires for 1 gold"),
            "upkeep_counties": _("each house pays {pay} for each county held, or gives it up"),
            "upkeep_castle": _("each house pays {pay} for each extension, or it yields nothing this round"),
        }[kind].format(
            one=one, many=many, group=self.group, n=self.at_least, reward=_joined(self.reward), pay=_joined(self.pay)
        )


class Setup(Part, frozen=True):
    """The set-up for a number of players; conflicts are removed by strength, favours by id (rules 3.1, 3.5, 3.6)."""

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
    """Numbers of the game.

    ``gold``, ``squires``, ``markers``: the supply; ``both_price``: gold for noble and reward of a county (9.2);
    ``ransom``: gold for each point of strength (11.5); ``lord_markers``, ``noble_markers``: markers of the round table,
    for the lord and for each noble (10.5).
    """

    gold: Amount
    squires: Amount
    markers: Amount
    both_price: Amount
    ransom: Amount
    lord_markers: Amount
    noble_markers: Amount


class Scoring(Part, frozen=True):
    """Points at the end: by number of nobles; (first, second) prize for knights, castle, two players (13, 14.11)."""

    nobles: tuple[Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount, Amount]
    knights: tuple[Amount, Amount]
    castle: tuple[Amount, Amount]
    two_players: tuple[Amount, Amount]


class Components(msgspec.Struct, frozen=True, dict=True):
    """All components of a game with their values; ``own`` are the changes of a user, as they were given.

    ``agreed`` are the laws that the players agreed on, by section as ``agree`` takes them; () by default.

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
    agreed: tuple[str, ...] = ()

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
        """The least strength of a knight in each county."""
        return tuple(county.minimum for county in self.counties)

    @cached_property
    def sections(self) -> tuple[int, ...]:
        """The laws of each section, as bits."""
        return tuple(sum(1 << i for i, law in enumerate(self.laws) if law.section == n) for n in range(SECTIONS))

    @cached_property
    def priced(self) -> int:
        """The spaces that have a price or leave a choice, as bits; an ally's are among them (rules 10.3, 14.9)."""
        return sum(1 << i for i, s in enumerate(self.spaces) if s.price or s.reward.upgrades or s.reward.extensions)


COUNTED: Final = {  # singular and plural, for boards
    "gold": (N_("gold"), N_("gold")),
    "squires": (N_("squire"), N_("squires")),
    "squires_in_hand": (N_("squire in hand"), N_("squires in hand")),
    "leftover": (N_("marker left"), N_("markers left")),
    "counties": (N_("county held"), N_("counties held")),
    "conflicts": (N_("conflict joined"), N_("conflicts joined")),
    "extensions": (N_("extension built"), N_("extensions built")),
    "nobles": (N_("noble"), N_("nobles")),
    "deployed_1": (N_("deployed knight of strength 1"), N_("deployed knights of strength 1")),
    "deployed_2": (N_("deployed knight of strength 2"), N_("deployed knights of strength 2")),
    "deployed_ranks": (N_("strength deployed"), N_("different strengths deployed")),
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
    return ", ".join(amount(n, name) for name in amounts.__struct_fields__ if (n := getattr(amounts, name)))


def _joined(amounts: Reward | Price) -> str:
    return _(" and ").join(_words(amounts).rsplit(", ", 1))


def space_words(space: str) -> str:
    """Return for what a space of the castle is there, in words; the name of one that is not in the printed game.

    >>> space_words("mixed"), space_words("ally-knight")
    ('gold and squires', 'new knights of an ally')
    """
    words = {
        "knight": _("new knights"),
        "upgrade": _("upgrades"),
        "squires": _("squires"),
        "gold": _("gold"),
        "markers": _("voting markers"),
        "mixed": _("gold and squires"),
        "ally-knight": _("new knights of an ally"),
        "ally-upgrade": _("upgrades of an ally"),
    }
    return words.get(space, space)


def amount(n: int, name: str) -> str:
    """Return so much of what a reward or a price consists of, in words.

    >>> amount(2, "squires"), amount(1, "squires"), amount(1, "upgrades")
    ('2 squires', '1 squire', '1 upgrade')
    """
    words = {
        "gold": ngettext("{n} gold", "{n} gold", n),
        "squires": ngettext("{n} squire", "{n} squires", n),
        "markers": ngettext("{n} voting marker", "{n} voting markers", n),
        "leftover": ngettext("{n} marker left", "{n} markers left", n),
        "points": ngettext("{n} point", "{n} points", n),
        "knights": ngettext("{n} knight", "{n} knights", n),
        "upgrades": ngettext("{n} upgrade", "{n} upgrades", n),
        "extensions": ngettext("{n} extension", "{n} extensions", n),
        "nobles": ngettext("{n} noble", "{n} nobles", n),
        "passages": ngettext("{n} passage to France", "{n} passages to France", n),
    }
    return words[name].format(n=n)


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
SLOTS: Final = 3  # slots of a conflict, rule 5.5
IN_FORCE: Final = 3  # laws in force, and proposals of a round, rule 7.3
NEW_CONFLICTS: Final = 2  # new conflicts of a round, rule 12.0
SECTIONS: Final = 5

COUNTIES: Final = tuple(county.name for county in SHIPPED.counties)
COUNTY: Final = {name: i for i, name in enumerate(COUNTIES)}
CARDS: Final = tuple(card.id for card in SHIPPED.conflicts)
CARD: Final = {name: i for i, name in enumerate(CARDS)}
CONFLICT_NAMES: Final = {card.id: card.name for card in SHIPPED.conflicts}
FAVOURS: Final = tuple(favour.id for favour in SHIPPED.favours)
FAVOUR: Final = {name: i for i, name in enumerate(FAVOURS)}
SPACES: Final = tuple(space.id for space in SHIPPED.spaces)
SPACE: Final = {name: i for i, name in enumerate(SPACES)}
TILES: Final = SPACES[: len(SHIPPED.castle)]  # extensions, with the names of the spaces they cover
LAWS: Final = tuple(law.id for law in SHIPPED.laws)
LAW: Final = {name: i for i, name in enumerate(LAWS)}
ALL_TILES: Final = (1 << len(TILES)) - 1
