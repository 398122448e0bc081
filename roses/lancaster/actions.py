"""The actions of the court game and their notation; phases/ holds when they are legal and what they do."""

from __future__ import annotations

from typing import ClassVar, Final

from roses.engine.protocol import NUMBER, NUMBERS, Decline, Done, Notation, Word, Written, alternatives
from roses.lancaster.tables import CARDS, COLOURS, COUNTIES, FAVOURS, LAWS, SPACES, TILES

COURT: Final = "court"
CASTLE: Final = tuple(f"castle {space}" for space in SPACES)  # the castle spaces as names of places


class Draw(Written, frozen=True, tag="draw"):
    """Chance draws the start player (rule 3.7)."""

    text: ClassVar[str] = "draw {colour} as start player"
    colour: str


class Sets(Written, frozen=True, tag="sets"):
    """Chance, or the agreement of the players, decides the set of laws of each section (rule 8.7)."""

    text: ClassVar[str] = "draw law sets {sets}"
    sets: tuple[str, ...]


class Enact(Written, frozen=True, tag="enact"):
    """Chance draws the laws in force at the start, left to right (rule 3.4)."""

    text: ClassVar[str] = "enact {laws}"
    laws: tuple[str, ...]


class Propose(Written, frozen=True, tag="propose"):
    """Chance reveals the proposals of a round, left to right (rules 3.4 and 12.0)."""

    text: ClassVar[str] = "propose {laws}"
    laws: tuple[str, ...]


class Reveal(Written, frozen=True, tag="reveal"):
    """Chance reveals the new conflicts of a round, left to right (rules 3.6 and 12.0).

    >>> str(Reveal(("K5a", "K3b")))
    'reveal conflicts K5a K3b'
    """

    text: ClassVar[str] = "reveal conflicts {cards}"
    cards: tuple[str, ...]


class Place(Written, frozen=True, tag="place"):
    """A knight of the court goes to a county, with squires that add 1 each to his strength (rule 5.3).

    >>> str(Place("Blue", 2, 1, "Stafford"))
    'Blue places 2+1 in Stafford'
    """

    text: ClassVar[str] = "{colour} places {knight}+{squires} in {county}"
    colour: str
    knight: int
    squires: int
    county: str


class Garrison(Written, frozen=True, tag="garrison"):
    """A knight of the court goes to a space of the own castle (rule 5.4)."""

    text: ClassVar[str] = "{colour} places {knight} in castle {space}"
    colour: str
    knight: int
    space: str


class Join(Written, frozen=True, tag="join"):
    """A knight of the court goes to a conflict (rule 5.5)."""

    text: ClassVar[str] = "{colour} places {knight} in conflict {card}"
    colour: str
    knight: int
    card: str


class Pick(Written, frozen=True, tag="pick"):
    """Take a favour of the king (rule 6.1)."""

    text: ClassVar[str] = "take favour {favour}"
    favour: str


class Upgrade(Written, frozen=True, tag="upgrade"):
    """Exchange a knight for the next stronger one of the reserve (rule 15.3).

    >>> str(Upgrade(1, "castle gold"))
    'upgrade 1 in castle gold'
    """

    text: ClassVar[str] = "upgrade {knight} in {place}"
    knight: int
    place: str


class Build(Written, frozen=True, tag="build"):
    """Lay an extension over its space of the castle (rules 3.3 and 15.5)."""

    text: ClassVar[str] = "build {tile}"
    tile: str


class Noble(Written, frozen=True, tag="noble"):
    """Take a noble from any county; for an ally, out of the game (rules 15.4 and 14.6)."""

    text: ClassVar[str] = "take noble of {county}"
    county: str


class Vote(Written, frozen=True, tag="vote"):
    """Vote in secret on a proposal; all do so at once (rule 7.2).

    >>> str(Vote("Blue", "yes", 2))
    'Blue votes yes with 2'
    """

    text: ClassVar[str] = "{side} votes {choice} with {markers}"
    side: str
    choice: str
    markers: int


class Trade(Written, frozen=True, tag="trade"):
    """Use a law ``times`` times, 0 included (rule 8.5)."""

    text: ClassVar[str] = "trade {times}"
    times: int


class Barter(Written, frozen=True, tag="barter"):
    """Exchange gold for squires, or squires for gold, ``times`` times; ``goods`` are those given (law M13)."""

    text: ClassVar[str] = "exchange {goods} {times}"
    goods: str
    times: int


class Commit(Written, frozen=True, tag="commit"):
    """Send a squire to each conflict named; a conflict may be named several times (law M05)."""

    text: ClassVar[str] = "commit squires to {cards}"
    cards: tuple[str, ...]


class Pay(Written, frozen=True, tag="pay"):
    """Pay a law's price for a county or an extension (laws M11 and M14)."""

    text: ClassVar[str] = "pay for {item}"
    item: str


class Forgo(Written, frozen=True, tag="forgo"):
    """Forgo a county, an extension or a reward that has a price (laws M11 and M14, rule 10.3)."""

    text: ClassVar[str] = "forgo {item}"
    item: str


class Claim(Written, frozen=True, tag="claim"):
    """Take from a county the noble, the reward, or both at a price (rule 9.2)."""

    text: ClassVar[str] = "claim {what}"
    what: str


class Name(Written, frozen=True, tag="name"):
    """The holder of Surrey names the start player (rule 9.5)."""

    text: ClassVar[str] = "name {colour} start player"
    colour: str


class Cross(Written, frozen=True, tag="cross"):
    """The knight of Dorset goes to a conflict (rule 9.6)."""

    text: ClassVar[str] = "cross to {card}"
    card: str


class Score(Written, frozen=True, tag="score"):
    """Score one extension or knight of the castle, at its price if it has one (rule 10.2)."""

    text: ClassVar[str] = "score {space}"
    space: str


class Ransom(Written, frozen=True, tag="ransom"):
    """Buy back captured knights, by their strengths (rule 11.5)."""

    text: ClassVar[str] = "ransom {knights}"
    knights: tuple[int, ...]


KINDS: Final = (
    Draw, Sets, Enact, Propose, Reveal, Place, Garrison, Join, Pick, Upgrade, Build, Noble, Vote, Trade, Barter, Commit,
    Pay, Forgo, Claim, Name, Cross, Score, Ransom, Done, Decline,
)  # fmt: skip
CHANCES: Final = (Draw, Sets, Enact, Propose, Reveal)


def _one(*names: str) -> Word:
    return alternatives(names), str


def _many(*names: str) -> Word:
    return f"(?:{alternatives(names)})(?: (?:{alternatives(names)}))*", lambda text: tuple(text.split(" "))


NOTATION: Final = Notation(
    KINDS,
    {
        "colour": _one(*COLOURS),
        "side": _one(*COLOURS),
        "sets": _many("base", "expansion"),
        "laws": _many(*LAWS),
        "cards": _many(*CARDS),
        "card": _one(*CARDS),
        "county": _one(*COUNTIES),
        "space": _one(*SPACES),
        "tile": _one(*TILES),
        "item": _one(*COUNTIES, *SPACES),
        "place": _one(COURT, *COUNTIES, *CASTLE, *CARDS),
        "favour": _one(*FAVOURS),
        "choice": _one("yes", "no"),
        "what": _one("noble", "reward", "both", "nothing"),
        "goods": _one("gold", "squires"),
        "knight": ("[1-4]", int),
        "knights": NUMBERS,
        "squires": NUMBER,
        "markers": NUMBER,
        "times": NUMBER,
    },
)


def read(text: str) -> Written:
    """Return the action that ``text`` names; RuleError if it names none.

    >>> read("Blue places 2+1 in Stafford")
    Place(colour='Blue', knight=2, squires=1, county='Stafford')
    """
    return NOTATION.parse(text)
