"""Puzzles from games of the war: positions in which few of the legal actions reach a goal, as exact search shows.

``mine`` looks through a game; ``roses puzzles`` plays games of knights and writes what it finds as a file. A goal is

* ``win``: win the battle, ``kill:Richmond``: kill an heir of the enemy, ``save:Gloucester``: keep one's own alive; the
  worth of a choice is the probability of the goal under best play of both sides (``roses.odds``);
* ``crown``: hold the crown after the count of lords that follows, ``feed``: lose no step to hunger in this turn; the
  worth is 1 where the side can still reach it by its own orders, and 0 elsewhere, found by trying all of them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import structs

from roses.bots.play import bot_seed, make_bot, play_out
from roses.engine import files
from roses.engine.data import Data
from roses.engine.errors import RecordError
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Done
from roses.engine.record import Record, prefix
from roses.engine.replay import Replay
from roses.engine.seat import Seat
from roses.odds.endings import entrants, objective
from roses.odds.grid import unruly
from roses.odds.tree import Node, Solver
from roses.progress import counted
from roses.richard.phases.battle import contested
from roses.richard.phases.supply import TURNS, hungry
from roses.richard.position import Phase, battle_in
from roses.richard.state import State, demand_war
from roses.richard.tables import HEIRS, INDEX, SIDES

MARGIN: Final = 0.05  # by which the right choices of a puzzle beat all others
EQUAL: Final = 0.005  # choices this near to the best are right, too
FINDERS: Final = ("squire", "knight")  # the bots that say how hard a puzzle is
_BLOCKS: Final = range(3, 9)  # of a battle; larger ones take too long
_LEAST: Final = 0.1  # what a right choice is worth: nothing hopeless is asked
_VERBS: Final = ("fires", "passes", "charges", "tries", "retreats", "takes", "cannot")
_ORDERS: Final = 20_000  # positions that are tried for a goal of orders

Worth: TypeAlias = dict[str, float]  # of each choice, in notation


class Puzzle(Data, frozen=True, kw_only=True):
    """A puzzle: the position of a record before its action ``at``, the ``side`` that chooses, and its ``goal``.

    ``worth`` gives all choices in a battle, of orders the right ones; ``finders`` are the bots that choose a right one.

    >>> Puzzle(game="a", at=3, side="York", goal="win", worth={"x fires": 0.5, "y fires": 0.3}).right
    ('x fires',)
    """

    game: str
    at: int
    side: str
    goal: Annotated[str, msgspec.Meta(pattern="^(win|crown|feed|(kill|save):.+)$")]
    worth: Worth
    finders: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """A name of its own."""
        return f"{self.game}-{self.at}-{self.goal}"

    @property
    def right(self) -> tuple[str, ...]:
        """The right choices, in notation, the best first."""
        return rights(self.worth)


class Collection(Data, frozen=True, kw_only=True):
    """Puzzles, and the records of their games by name: a file of puzzles."""

    games: dict[str, Record]
    puzzles: tuple[Puzzle, ...]

    def state(self, puzzle: Puzzle) -> State:
        """Return the position of one of the puzzles; RecordError where its game does not come to such a choice."""
        record = self.games.get(puzzle.game)
        if record is not None and 0 <= puzzle.at < len(record.entries):
            replay: Any = Replay(prefix(record, puzzle.at), start)
            state = demand_war(replay[puzzle.at])
            if state.active == (puzzle.side,) and {*puzzle.right} & {str(action) for action in state.legal_actions()}:
                return state
        message = _("the game {game} has no such choice for {side} before its action {at}; make the puzzles anew")
        raise RecordError(message.format(game=repr(puzzle.game), side=puzzle.side, at=puzzle.at))


def rights(worth: Mapping[str, float]) -> tuple[str, ...]:
    """Return the choices that are worth the most, or almost as much, the best first.

    >>> rights({"a": 0.2, "b": 0.5, "c": 0.499})
    ('b', 'c')
    """
    most = max(worth.values(), default=0.0)
    return tuple(sorted((name for name in worth if worth[name] > most - EQUAL), key=lambda name: -worth[name]))


# ---- what a choice is worth


def battle_worth(state: State, goal: str, solver: Solver | None = None) -> Worth:
    """Return the probability of a goal after each choice in a battle, if both sides then play their best for it."""
    side = state.active[0]
    solver = solver or solver_of(state, goal)
    choices = Node(state, solver, battle_in(state).round).choices
    is_for = solver.aim.house == side
    return {str(one.action): round(one.value if is_for else 1 - one.value, 6) for one in choices}


def solver_of(state: State, goal: str) -> Solver:
    """Return best play in the battle that is in hand, for both sides of a goal; it shows no progress."""
    kind, _colon, heir = goal.partition(":")
    aim = objective(f"heir:{heir}" if heir else kind, SIDES[battle_in(state).attacker], entrants(state))
    with open(os.devnull, "w", encoding="utf-8") as nowhere, redirect_stderr(nowhere):
        return Solver(state, aim)


def orders_worth(state: State, goal: str) -> Worth | None:
    """Return which orders can still reach "crown" or "feed", as 1.0 and 0.0; None if there are too many to try them.

    The side must be the second to act, so that nobody moves after it; an order that leads to a battle reaches nothing.
    """
    side = state.active[0]
    reaches = {"crown": _is_crowned, "feed": _is_fed}[goal]
    known: dict[State, bool] = {}

    def can(now: State) -> bool:
        now = structs.replace(now, events=())
        if now not in known:
            if len(known) == _ORDERS:
                raise OverflowError
            known[now] = False  # until it is known: orders lead to no position twice
            known[now] = any(after(now, action) for action in now.legal_actions())
        return known[now]

    def after(now: State, action: Action) -> bool:
        then = now.apply_unchecked(action)
        if then.fronts:
            return False
        if then.phase is Phase.ACTIONS and then.active == (side,):
            return can(then)
        return isinstance(action, Done) and reaches(then, side)

    try:
        return {str(action): float(after(state, action)) for action in state.legal_actions()}
    except OverflowError:
        return None


def _is_crowned(state: State, side: str) -> bool:
    """Tell whether a side holds the crown after the count; False where blocks must be chosen that lose a step."""
    campaign = state.campaign
    while state.outcome is None and state.campaign == campaign and state.phase is not Phase.HOMEWARD:
        choices = state.legal_actions()
        if state.phase is Phase.SUPPLY and len(choices) > 1:
            return False
        state = state.apply_unchecked(choices[0])
    return SIDES[state.king_side] == side


def _is_fed(state: State, side: str) -> bool:
    """Tell whether no block of a side loses a step in the supply phase that follows."""
    while state.outcome is None and state.phase in (Phase.MINOR, Phase.EXECUTION, Phase.SUPPLY):
        choice = state.legal_actions()[0]
        if state.phase is Phase.SUPPLY and state.active == (side,) and not isinstance(choice, Done):
            return False
        state = state.apply_unchecked(choice)
    return True


# ---- mining


def mine(record: Record, name: str) -> Iterator[Puzzle]:
    """Yield the puzzles of a game of the war, which is to be kept under this name.

    In a battle at most two choices may be right, the ways of one block's retreat counted once; they beat all others by
    ``MARGIN``. To fire is right so often that it is no puzzle, unless only one of several blocks should, or one of the
    bots does not see it. Of orders, one in five at most may be right, and to do nothing must be wrong. A battle has one
    puzzle of each goal, side and kind of answer.
    """
    replay: Any = Replay(record, start)
    solvers: dict[tuple[int, int, int, str], Solver] = {}
    done: set[tuple[object, ...]] = set()
    for at in range(len(record.entries)):
        state: State = replay[at]
        side = state.active[0]
        if state.phase in (Phase.BATTLE_TURN, Phase.HITS):
            battle = battle_in(state)
            if len(state.legal_actions()) == 1 or unruly(state) or len(entrants(state)) not in _BLOCKS:
                continue
            for goal in _goals(state):
                where = state.campaign, state.turn, battle.area
                aim = (*where, goal.partition(":")[2])
                solver = solvers[aim] = solvers.get(aim) or solver_of(state, goal)
                worth = {} if solver.stopped or solver.most else battle_worth(state, goal, solver)
                if not worth or not _is_sharp(worth):
                    continue
                kind = verb(rights(worth)[0])
                if (where, goal, side, kind) in done:
                    continue
                puzzle = _with_finders(Puzzle(game=name, at=at, side=side, goal=goal, worth=worth), state)
                if kind != "fires" or len(puzzle.finders) < len(FINDERS) or _is_for_one(puzzle):
                    done.add((where, goal, side, kind))
                    yield puzzle
        elif state.phase is Phase.ACTIONS and state.ap <= 2 and side != SIDES[state.first] and not contested(state):
            goals = {"crown": state.turn == TURNS, "feed": bool(hungry(state, SIDES.index(side)))}
            for goal in [goal for goal, is_due in goals.items() if is_due]:
                key = state.campaign, state.turn, goal
                orders = orders_worth(state, goal) if key not in done else None
                right = {action: worth for action, worth in (orders or {"done": 1.0}).items() if worth}
                if orders and "done" not in right and 0 < len(right) <= len(orders) // 5:
                    done.add(key)
                    yield _with_finders(Puzzle(game=name, at=at, side=side, goal=goal, worth=right), state)


def verb(choice: str) -> str:
    """Return the verb of a choice in a battle, "" for that of an order.

    >>> verb("London (levy) takes the hits"), verb("Gloucester retreats to Derby"), verb("recruit Bombard/Y in Kent")
    ('takes', 'retreats', '')
    """
    return next((verb for verb in _VERBS if f" {verb}" in choice), "")


def _is_for_one(puzzle: Puzzle) -> bool:
    """Tell whether several blocks may fire, and it is right for one of them alone."""
    fires = [choice for choice in puzzle.worth if choice.endswith(" fires")]
    return len(fires) > 1 and len(puzzle.right) == 1


def _goals(state: State) -> list[str]:
    """Return the goals of a battle for the side that chooses."""
    side = state.active[0]
    heirs = [one for one in entrants(state) if HEIRS >> INDEX[one.block] & 1 and state.steps[INDEX[one.block]]]
    return ["win", *(f"save:{one.block}" if one.house == side else f"kill:{one.block}" for one in heirs)]


def _is_sharp(worth: Worth) -> bool:
    """Tell whether few choices in a battle are right, and clearly so."""
    right = rights(worth)
    others = [value for name, value in worth.items() if name not in right]
    if not others or len({name.partition(" to ")[0] for name in right}) > 2:
        return False
    return worth[right[0]] >= _LEAST and worth[right[-1]] - max(others) >= MARGIN


def _with_finders(puzzle: Puzzle, state: State) -> Puzzle:
    """Return a puzzle with the bots that choose a right action in its position."""
    seat = Seat(Game(lambda *_game, **_options: structs.replace(state, events=()), "richard-iii", seed=1), puzzle.side)
    finders = (name for name in FINDERS if str(make_bot(name, 1).choose(seat).action) in puzzle.right)
    return structs.replace(puzzle, finders=tuple(finders))


def main(argv: Sequence[str]) -> int:
    """Run ``puzzles ...`` and return the exit code; SystemExit with one sentence for what cannot be played."""
    parser = argparse.ArgumentParser(
        prog="roses puzzles",
        description="Let knights play a scenario, look for puzzles in their games, and write them to a file.",
        epilog="Play them in a notebook: from roses.lessons import Puzzles; Puzzles(file='puzzles.json'). Those of the"
        " kit come from the seeds 1 to 15 of 1470 and 1483.",
        allow_abbrev=False,
    )
    parser.add_argument("--scenario", default="1483", help="the scenario to play (1483)")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="how many games (10)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="S", help="the seed of the first game; the next adds 1 (1)"
    )
    parser.add_argument("--out", default="puzzles.json", metavar="FILE", help="where to write them (puzzles.json)")
    options = parser.parse_args(argv[1:])
    if options.games < 1:
        raise SystemExit("roses: --games must be a whole number from 1 on.")
    seeds = range(options.seed, options.seed + options.games)
    games: dict[str, Record] = {}
    puzzles: list[Puzzle] = []
    try:
        for seed in counted(seeds, "puzzles", "game", len(seeds)):
            played = Game(start, "richard-iii", options.scenario, seed=seed)
            play_out(played, {side: make_bot("knight", bot_seed(seed, side)) for side in played.state.sides})
            name = f"{options.scenario}-{seed}"
            if more := list(mine(played.record, name)):
                games[name], puzzles = played.record, puzzles + more
        if not puzzles:
            raise SystemExit("roses: these games hold no puzzle, and nothing was written; try more games.")
        files.write(Path(options.out), msgspec.json.encode(Collection(games=games, puzzles=tuple(puzzles))))
    except (ValueError, OSError) as error:
        raise SystemExit(f"roses: {error}.") from error
    print(f"Puzzles are in {options.out}: {len(puzzles)}. Games played: {len(seeds)}.", file=sys.stderr)
    return 0
