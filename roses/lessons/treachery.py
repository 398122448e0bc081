"""Five cases of treachery beside the roll that the game would make: what happened, and the exact chance of the dice.

The cases are ``data/lessons/treachery.json``. Every chance is computed by the engine, from a battle that a case names.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.history.battlefields import works
from roses.odds import Policy, battle_odds, orders
from roses.richard.events.army import Turned
from roses.richard.phases.treachery import dice_for
from roses.richard.scenes import battle, until
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX
from roses.table import Entries, Table


class Roll(Data, frozen=True):
    """A treachery roll (rule 6.9): the block ``by`` which it is made, and the one whom it would win over.

    The battle for it is a line-up as in ``roses.battle``. ``turned`` says whether this man turned in history.
    """

    by: str
    on: str
    area: str
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    entry: str
    king: str
    pretender: str
    turned: bool

    @property
    def action(self) -> str:
        """The roll in notation."""
        return f"{self.by} tries treachery on {self.on}"

    def start(self) -> State:
        """Return the battle at its beginning."""
        return battle(self.area, self.attackers, self.defenders, entry=self.entry, king=self.king,
                      pretender=self.pretender)  # fmt: skip

    def position(self) -> State:
        """Return the battle at the turn of the block that makes the roll; those before it pass."""
        passes = f"{self.by} passes"
        return until(self.start(), lambda state: passes in map(str, state.legal_actions()))

    def chance(self) -> Fraction | None:
        """Return the chance of the roll over all falls of its dice; None where the rules do not allow it.

        >>> [roll.chance() for case in cases() for roll in case.rolls]
        [None, Fraction(1, 2), Fraction(1, 8), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)]
        """
        state = self.position()
        if not state.explain(self.action).legal:
            return None
        thrown = state.apply(self.action)
        falls = list(product(range(1, 7), repeat=dice_for(INDEX[self.by], INDEX[self.on])))
        won = sum(_turns(thrown, fall) for fall in falls)
        return Fraction(won, len(falls))

    def refusal(self) -> str:
        """Return why the rules do not allow the roll; "" where they do."""
        said = self.position().explain(self.action)
        return "" if said.legal else _("{sentence} (rule {rule})").format(sentence=said.sentence, rule=said.rule)


class Case(Data, frozen=True):
    """A case: what happened with sources, what the model claims of it and leaves out, and its rolls."""

    id: str
    title: str
    date: str
    shown: str
    place: str
    kind: str
    story: str
    claims: str
    leaves: str
    sources: tuple[str, ...]
    confidence: str
    rolls: tuple[Roll, ...]


def _turns(thrown: State, fall: tuple[int, ...]) -> bool:
    after = thrown.apply("roll " + " ".join(map(str, fall)))
    return any(isinstance(event, Turned) for event in after.events)


@cache
def cases() -> tuple[Case, ...]:
    """Return the five cases in order of date.

    >>> [case.id for case in cases()]
    ['trollope-1459', 'grey-1460', 'nevilles-1470', 'clarence-1471', 'bosworth-1485']
    """
    return tuple(sorted(read("lessons/treachery.json", tuple[Case, ...]), key=lambda case: case.date))


def accounts(*ids: str) -> Entries:
    """Return the cases with these ids, or all: what happened, when and where, how sure it is, and the sources.

    >>> accounts("grey-1460")["where"].tolist()
    ['Northampton']
    """
    rows = [
        {"case": case.title, "what happened": case.story, "when": case.shown, "where": case.place}
        | {"how sure": case.confidence, "sources": " · ".join(works()[source].cited for source in case.sources)}
        for case in cases()
        if not ids or case.id in ids
    ]
    return Entries(rows)


def by_the_die() -> Table:
    """Return each roll of the cases: who rolls on whom, the dice, the exact chance or why not, and what happened.

    >>> by_the_die()["chance"].tolist()
    ['no roll', '1/2', '1/8', '1/2', '1/2', '1/2']
    """
    return Table([_row(case, roll) for case in cases() for roll in case.rolls])


def _row(case: Case, roll: Roll) -> dict[str, Any]:
    chance = roll.chance()
    row: dict[str, Any] = {"case": case.title, "who rolls": _name(roll.by), "on whom": _name(roll.on)}
    if chance is None:
        row |= {"dice": "", "chance": _("no roll"), "the rules say": roll.refusal()}
    else:
        dice = dice_for(INDEX[roll.by], INDEX[roll.on])
        row |= {"dice": dice, "chance": str(chance), "the rules say": _("all dice even (rule 6.9)")}
    return row | {"in history": _("he turned") if roll.turned else _("he did not turn")}


def _name(block: str) -> str:
    return BLOCKS[block].name


def as_in_history() -> Fraction:
    """Return the chance that every roll that the rules allow falls as history did.

    >>> as_in_history()
    Fraction(1, 128)
    """
    known = ((roll.chance(), roll.turned) for case in cases() for roll in case.rolls)
    return prod((chance if turned else 1 - chance for chance, turned in known if chance is not None), start=Fraction(1))


def how_many_turn() -> Table:
    """Return how likely it is that so many of those who may be asked turn, each asked once.

    >>> sum(map(Fraction, how_many_turn()["chance"]))
    Fraction(1, 1)
    """
    found = {0: Fraction(1)}
    chances = [chance for case in cases() for roll in case.rolls if (chance := roll.chance()) is not None]
    for chance in chances:
        found = {
            n: found.get(n, Fraction(0)) * (1 - chance) + found.get(n - 1, Fraction(0)) * chance
            for n in range(len(found) + 1)
        }
    return Table(
        [{"turn": n, "chance": str(share), "per cent": round(100 * float(share), 1)} for n, share in found.items()]
    )


def worth(name: str = "grey-1460") -> Table:
    """Return what the roll of a case is worth: the exact odds of its battle without it and with it.

    Whoever rolls gives up his fire in that turn. Everybody else fires whenever he may.

    >>> worth()["plan"].tolist()
    ['everybody fires', 'Warwick tries treachery on Rivers']
    """
    roll = next(case for case in cases() if case.id == name).rolls[0]
    state, side = roll.start(), BLOCKS[roll.by].side
    asked = _("{by} tries treachery on {on}").format(by=_name(roll.by), on=_name(roll.on))
    plans: dict[str, str | Policy] = {_("everybody fires"): "stand", asked: orders(roll.action)}
    column = _("{side} holds the field, per cent").format(side=side)
    rows = [{"plan": plan, column: _share(state, policy, side)} for plan, policy in plans.items()]
    return Table(rows)


def _share(state: State, policy: str | Policy, side: str) -> float:
    """Return how often a side wins a battle in which everybody follows a policy, in per cent."""
    return round(100 * battle_odds(state, policy=policy).win[side], 1)


def loyalties() -> Table:
    """Return the loyalty of every lord who has one, as a man of York's and as one of Lancaster's (rule 3.13).

    >>> loyalties().set_index("lord").loc["Northumberland"].tolist()
    [1, 2]
    """
    found: dict[str, dict[str, int]] = {}
    for block in BLOCKS.values():
        if block.loyalty:
            found.setdefault(block.name, {})[block.side] = block.loyalty
    rows = [{"lord": lord, "for York": own.get("York", ""), "for Lancaster": own.get("Lancaster", "")}
            for lord, own in sorted(found.items())]  # fmt: skip
    return Table(rows)
