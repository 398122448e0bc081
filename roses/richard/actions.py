"""The actions of the block war game and their notation; phases/ holds when they are legal and what they do."""

from __future__ import annotations

from typing import ClassVar, Final

from roses.engine.protocol import DICE, NUMBER, NUMBERS, Action, Notation, Roll, Written, alternatives
from roses.engine.protocol import Decline as Decline
from roses.engine.protocol import Done as Done
from roses.richard.tables import AREAS, BLOCKS, BORDER_NAMES, SEAS, SIDES

TREASON: Final = "Treason"


class Deal(Written, frozen=True, tag="deal"):
    """Chance deals seven cards to each side, by card number in the order dealt (rules 1.1 and 8.5).

    >>> str(Deal((7, 8, 9, 13, 14, 20, 1), (2, 3, 10, 15, 16, 21, 22)))
    'deal Lancaster 7 8 9 13 14 20 1 York 2 3 10 15 16 21 22'
    """

    text: ClassVar[str] = "deal Lancaster {lancaster} York {york}"
    lancaster: tuple[int, ...]
    york: tuple[int, ...]


class Mulligan(Written, frozen=True, tag="mulligan"):
    """Show a hand of 13 points or fewer, before the first card is played, and be dealt a new one (rule 5.1).

    >>> str(Mulligan("York"))
    'York throws its hand back'
    """

    text: ClassVar[str] = "{side} throws its hand back"
    side: str


class Redeal(Written, frozen=True, tag="redeal"):
    """Be dealt a new hand too, when the opponent has thrown his back (rule 5.1)."""

    text: ClassVar[str] = "redeal"


class Keep(Written, frozen=True, tag="keep"):
    """Keep the hand when the opponent has thrown his back (rule 5.1)."""

    text: ClassVar[str] = "keep"


class Play(Written, frozen=True, tag="play"):
    """Commit a card in secret; both sides do so at once (rule 1.1).

    >>> str(Play("York", 7))
    'York plays card 7'
    """

    text: ClassVar[str] = "{side} plays card {card}"
    side: str
    card: int


class March(Written, frozen=True, tag="march"):
    """A block walks by land along ``path``, the areas entered in order (rule 5.2).

    >>> str(March("Beaumont", ("Leicester", "Middlesex")))
    'Beaumont marches to Leicester > Middlesex'
    """

    text: ClassVar[str] = "{block} marches to {path}"
    joins: ClassVar[bool] = True
    block: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.block} marches to {' > '.join(self.path)}"


class Sail(Written, frozen=True, tag="sail"):
    """A block crosses one sea zone to another coast (rule 5.3).

    >>> str(Sail("Richmond", "Irish Sea", "Pembroke"))
    'Richmond sails the Irish Sea to Pembroke'
    """

    text: ClassVar[str] = "{block} sails the {sea} to {area}"
    joins: ClassVar[bool] = True
    block: str
    sea: str
    area: str


class Recruit(Written, frozen=True, tag="recruit"):
    """A block of the pool is placed at full strength (rule 5.4)."""

    text: ClassVar[str] = "recruit {block} in {area}"
    joins: ClassVar[bool] = True
    block: str
    area: str


class Muster(Written, frozen=True, tag="muster"):
    """Name the area of a Muster card (rule 5.1)."""

    text: ClassVar[str] = "muster in {area}"
    area: str


class MainAttack(Written, frozen=True, tag="main attack"):
    """Name the border of the main attack, if the ruleset has this at the end of the phase (rule 6.3).

    >>> str(MainAttack("Leicester", "Derby/Leicester"))
    'main attack on Leicester over Derby/Leicester'
    """

    text: ClassVar[str] = "main attack on {area} over {border}"
    area: str
    border: str


class Plague(Written, frozen=True, tag="plague"):
    """Name the enemy city area that a Plague card strikes (rule 5.1)."""

    text: ClassVar[str] = "plague in {area}"
    area: str


class Fight(Written, frozen=True, tag="fight"):
    """The first player picks the next battle (rule 6.1)."""

    text: ClassVar[str] = "fight in {area}"
    area: str


class Fire(Written, frozen=True, tag="fire"):
    """A block fires: one die for each step, hits up to its firepower (rules 6.2 and 6.4)."""

    text: ClassVar[str] = "{block} fires"
    block: str


class Pass(Written, frozen=True, tag="pass"):
    """A block passes its battle turn (rule 6.2)."""

    text: ClassVar[str] = "{block} passes"
    block: str


class Charge(Written, frozen=True, tag="charge"):
    """The senior heir in the battle attacks one named enemy block (rule 6.5).

    Surplus hits are lost; a surviving target strikes back at once.

    >>> str(Charge("Gloucester", "Richmond"))
    'Gloucester charges Richmond'
    """

    text: ClassVar[str] = "{heir} charges {target}"
    heir: str
    target: str


class Treachery(Written, frozen=True, tag="treachery"):
    """King, Pretender, Warwick or the Treason card tries to turn an enemy block (rules 6.9 and 5.1).

    >>> str(Treachery("Richmond", "Stanley/Y"))
    'Richmond tries treachery on Stanley/Y'
    """

    text: ClassVar[str] = "{roller} tries treachery on {target}"
    roller: str
    target: str


class Hit(Written, frozen=True, tag="hit"):
    """The owner names which of his strongest blocks takes the hits (rule 6.4)."""

    text: ClassVar[str] = "{block} takes the hits"
    block: str


class Retreat(Written, frozen=True, tag="retreat"):
    """A block leaves the battle for an adjacent friendly or vacant area (rule 6.6)."""

    text: ClassVar[str] = "{block} retreats to {area}"
    block: str
    area: str


class Trapped(Written, frozen=True, tag="trapped"):
    """An attacker who must retreat in round 4 and cannot is eliminated (rule 6.6)."""

    text: ClassVar[str] = "{block} cannot retreat"
    block: str


class Regroup(Written, frozen=True, tag="regroup"):
    """A block of the victor moves to an adjacent friendly or vacant area (rule 6.7)."""

    text: ClassVar[str] = "{block} regroups to {area}"
    block: str
    area: str


class Enter(Written, frozen=True, tag="enter"):
    """The senior minor comes of age and enters the map (rule 6.82)."""

    text: ClassVar[str] = "{block} enters in {area}"
    block: str
    area: str


class Execute(Written, frozen=True, tag="execute"):
    """Put Clarence or Exeter to death in a supply phase (rule 9.1)."""

    text: ClassVar[str] = "execute {block}"
    block: str


class Starve(Written, frozen=True, tag="starve"):
    """A block above the supply or exile limit loses a step (rules 7.1 and 7.2)."""

    text: ClassVar[str] = "{block} goes hungry"
    block: str


class GoHome(Written, frozen=True, tag="home"):
    """A block goes home in the political turn (rules 8.3 and 8.4)."""

    text: ClassVar[str] = "{block} goes home to {area}"
    block: str
    area: str


class Disperse(Written, frozen=True, tag="disperse"):
    """A block goes to the pool in the political turn: from a crowded exile (7.2, 8.5), or in place of Calais (8.3)."""

    text: ClassVar[str] = "{block} goes to the pool"
    block: str


KINDS: Final = (
    Roll, Deal, Mulligan, Redeal, Keep, Play, March, Sail, Recruit, Done, Decline, Muster, MainAttack, Plague, Fight,
    Fire, Pass, Charge, Treachery, Hit, Retreat, Trapped, Regroup, Enter, Execute, Starve, GoHome, Disperse,
)  # fmt: skip


def _path(text: str) -> tuple[str, ...]:
    return tuple(text.split(" > "))


_BLOCK: Final = (alternatives(BLOCKS), str)
_AREA: Final = alternatives(AREAS)
NOTATION: Final = Notation(
    KINDS,
    {
        "block": _BLOCK,
        "heir": _BLOCK,
        "target": _BLOCK,
        "roller": (alternatives([*BLOCKS, TREASON]), str),
        "area": (_AREA, str),
        "border": (alternatives(BORDER_NAMES), str),
        "path": (f"(?:{_AREA})(?: > (?:{_AREA}))*", _path),
        "sea": (alternatives(SEAS), str),
        "side": (alternatives(SIDES), str),
        "card": NUMBER,
        "lancaster": NUMBERS,
        "york": NUMBERS,
        "dice": DICE,
    },
)


def read(text: str) -> Action:
    """Return the action that ``text`` names, dice included; RuleError if it names none.

    >>> read("Gloucester charges Richmond")
    Charge(heir='Gloucester', target='Richmond')
    >>> read("roll 2 5")
    Roll(dice=(2, 5))
    """
    return NOTATION.parse(text)
