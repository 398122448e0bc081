"""Five cases of treachery, each beside the roll of the game for it: what happened, and the exact chance of the dice.

The cases are ``data/lessons/treachery.json``. Every chance is computed by the engine, from a battle that a case names.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.history.battles import works
from roses.odds import Policy, battle_odds, orders
from roses.richard.events.army import Turned
from roses.richard.phases.battle import dice_for
from roses.richard.scenes import battle, until
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX
from roses.table import Entries, Table


class Roll(Data, frozen=True):
    """A treachery roll (rule 6.9), by which the block ``by`` tries to win over the block ``on``.

    The other fields are arguments of ``roses.battle`` for the battle in which it is made, and ``turned``: whether this
    man turned in history.
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
        """Return the battle at the turn of the block that makes the roll; the blocks before it have passed."""
        passes = f"{self.by} passes"
        return until(self.start(), lambda state: passes in map(str, state.legal_actions()))

    def chance(self) -> Fraction | None:
        """Return the chance of the roll over all results of its dice; None where the rules do not allow it.

        >>> [roll.chance() for case in cases() for roll in case.rolls]
        [None, Fraction(1, 2), Fraction(1, 8), Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)]
        """
        state = self.position()
        if not state.explain(self.action).legal:
            return None
        state = state.apply(self.action)
        rolls = list(product(range(1, 7), repeat=dice_for(INDEX[self.by], INDEX[self.on])))
        ends = (state.apply("roll " + " ".join(map(str, roll))) for roll in rolls)
        return Fraction(sum(any(isinstance(event, Turned) for event in end.events) for end in ends), len(rolls))

    def refusal(self) -> str:
        """Return why the rules do not allow the roll; "" where they do."""
        why = self.position().explain(self.action)
        return "" if why.legal else _("{sentence} (rule {rule})").format(sentence=why.sentence, rule=why.rule)


class Case(Data, frozen=True):
    """A case: its ``story`` with sources, what the model ``claims`` of it and ``leaves`` out, and its rolls.

    ``date`` is in ISO form, ``shown`` is the same date in words.
    """

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
    rows = []
    for case in cases():
        for roll in case.rolls:
            chance, dice = roll.chance(), dice_for(INDEX[roll.by], INDEX[roll.on])
            rows.append(
                {
                    "case": case.title,
                    "who rolls": BLOCKS[roll.by].name,
                    "on whom": BLOCKS[roll.on].name,
                    "dice": "" if chance is None else dice,
                    "chance": _("no roll") if chance is None else str(chance),
                    "the rules say": roll.refusal() if chance is None else _("all dice even (rule 6.9)"),
                    "in history": _("he turned") if roll.turned else _("he did not turn"),
                }
            )
    return Table(rows)


def as_in_history() -> Fraction:
    """Return the chance that every roll that the rules allow has the result of history.

    >>> as_in_history()
    Fraction(1, 128)
    """
    result = Fraction(1)
    for roll in (roll for case in cases() for roll in case.rolls):
        if (chance := roll.chance()) is not None:
            result *= chance if roll.turned else 1 - chance
    return result


def how_many_turn() -> Table:
    """Return the chance of each number of lords who turn, if each roll that the rules allow is made once.

    >>> sum(map(Fraction, how_many_turn()["chance"]))
    Fraction(1, 1)
    """
    distribution = [Fraction(1)]  # the chance that 0, 1, 2, ... lords turn
    for roll in (roll for case in cases() for roll in case.rolls):
        if (chance := roll.chance()) is not None:
            pairs = zip([*distribution, Fraction(0)], [Fraction(0), *distribution], strict=True)
            distribution = [as_many * (1 - chance) + one_fewer * chance for as_many, one_fewer in pairs]
    rows = [(n, str(chance), round(100 * float(chance), 1)) for n, chance in enumerate(distribution)]
    return Table(rows, columns=["turn", "chance", "per cent"])


def worth(name: str = "grey-1460") -> Table:
    """Return what the roll of a case is worth: the exact odds of its battle without it and with it.

    Whoever rolls gives up his fire in that turn. Everybody else fires whenever he may.

    >>> worth()["plan"].tolist()
    ['everybody fires', 'Warwick tries treachery on Rivers']
    """
    roll = next(case for case in cases() if case.id == name).rolls[0]
    state, side = roll.start(), BLOCKS[roll.by].side
    tries = _("{by} tries treachery on {on}").format(by=BLOCKS[roll.by].name, on=BLOCKS[roll.on].name)
    plans: dict[str, str | Policy] = {_("everybody fires"): "stand", tries: orders(roll.action)}
    column = _("{side} holds the field, per cent").format(side=side)
    chances = {plan: battle_odds(state, policy=policy).win[side] for plan, policy in plans.items()}
    return Table([{"plan": plan, column: round(100 * chance, 1)} for plan, chance in chances.items()])


def loyalties() -> Table:
    """Return the loyalty of every lord who has one, when he serves York and when he serves Lancaster (rule 3.13).

    >>> loyalties().set_index("lord").loc["Northumberland"].tolist()
    [1, 2]
    """
    lords: dict[str, dict[str, int]] = {}
    for block in BLOCKS.values():
        if block.loyalty:
            lords.setdefault(block.name, {})[block.side] = block.loyalty
    rows = [(lord, by_side.get("York", ""), by_side.get("Lancaster", "")) for lord, by_side in sorted(lords.items())]
    return Table(rows, columns=["lord", "for York", "for Lancaster"])
