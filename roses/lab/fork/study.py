"""A fork as a study: both arms of it, and any one of its games again, with common random numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import structs

from roses.bots.play import make_bot
from roses.engine.errors import brief
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.protocol import CHANCE, Roll
from roses.engine.record import Record, prefix
from roses.engine.replay import Replay, Timeline
from roses.engine.seat import Seat
from roses.lab.fork.change import Change, ChangeLike, change_of, change_position, check_loyalty
from roses.lab.reference import Row
from roses.lab.replays import Played, replay_of
from roses.lab.runs.study import check_seats, check_seed
from roses.lancaster.state import State as Court
from roses.richard.lords_count import tally
from roses.richard.position import Due, Phase
from roses.richard.state import GAME, State
from roses.richard.tables import (
    NAMES,
    PLACES,
    SIDES,
)


def _name(block: int) -> str:
    """Return the name of a block; "" for none, -1."""
    return NAMES[block] if block >= 0 else ""


def lead(state: State) -> tuple[int, ...]:
    """Return by how many lords each side is ahead of the other, London included, as rule 8.2 counts them.

    Where a campaign has just ended and the next is due, that is the count which ended it.

    >>> import roses
    >>> lead(roses.replay("1470-kingmaker")[39])
    (2, -2)
    """
    if state.phase is Phase.DEAL and state.votes != (0, 0):
        ahead = state.votes[0] - state.votes[1]
    else:
        count = tally(state)
        ahead = count.total("Lancaster") - count.total("York")
    return ahead, -ahead


def loyalty_changed(state: Any, loyalty: Mapping[str, int | None]) -> bool:
    """Return whether dice are due for a treachery against a block whose loyalty was changed."""
    due: Due | None = getattr(state, "due", None)  # the court game has none
    return due is not None and due.kind in ("treachery", "treason") and _name(due.target) in loyalty


def roll(state: Any, loyalty: Mapping[str, int | None], rng: random.Random) -> Roll | None:
    """Return the dice of a treachery against a block whose loyalty was changed; None for any other roll.

    Treachery succeeds if all of the dice, as many as the loyalty, are even (rule 6.9). The roll has as many dice as the
    rules ask for without the change: all even if treachery succeeds, else at least one odd.
    """
    if not loyalty_changed(state, loyalty):
        return None
    due: Due = state.due
    least = loyalty[_name(due.target)]
    rolls = [rng.randrange(1, 7) for _die in range(max(due.dice, least or 0))]
    dice = rolls[: due.dice]
    if least is not None and all(die % 2 == 0 for die in rolls[:least]):
        return Roll(tuple([die + die % 2 for die in dice]))
    return Roll(tuple(dice if any(die % 2 for die in dice) else [*dice[:-1], dice[-1] - 1]))


Key: TypeAlias = tuple[object, ...]


class Numbers(random.Random):
    """Random numbers that are seeded anew for each thing they are drawn for.

    ``shuffle`` places each item by a number of its own: with one item more, the others keep their order.

    >>> numbers = Numbers("1|0")
    >>> numbers.begin(("fire", "Richmond"))
    >>> first = numbers.random()
    >>> numbers.begin(("fire", "Oxford"))
    >>> Numbers("1|0").begin(("fire", "Richmond")), first != numbers.random()
    (None, True)
    """

    def __init__(self, seed: str) -> None:
        super().__init__(0)
        self._seed = seed
        self._begun: Counter[Key] = Counter()

    def begin(self, key: Key) -> None:
        """Begin to draw for ``key``; each time that the same key begins, other numbers are drawn."""
        again = self._begun[key]
        self._begun[key] += 1
        self.seed("|".join(map(str, (self._seed, *key, again))))

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle a list in place; each order of its items is as likely as any other."""
        salt = self.getrandbits(128).to_bytes(16, "big")
        x[:] = sorted(x, key=lambda item: blake2b(str(item).encode(), key=salt, digest_size=8).digest())


def key_of(state: Any) -> Key:
    """Return what is drawn for in a state: the dice, the deal or the decision that is due.

    >>> import roses
    >>> key_of(roses.replay("1483-richard-iii")[116])
    ('Chance', 3, 7, 0, 'Leicester', 1, 'fire', 'Bombard/Y', '')
    """
    key: Key = ()
    if isinstance(state, Court):  # what is drawn more than once in a phase is counted
        key = (state.round, str(state.phase))
    elif isinstance(state, State):  # turn, battle and round, and the blocks or the phase with the points of an order
        due, battle = state.due, state.battle
        what = (due.kind, _name(due.block), _name(due.target)) if due else (str(state.phase), state.ap)
        where = (PLACES[battle.area], battle.round) if battle else ("", 0)
        key = (state.campaign, state.turn, state.mulligan, *where, *what)
    return (*state.active[:1], *key)


UNTIL: Final = ("game", "campaign")
ARMS: Final = ("as it was", "changed")
WINS: Final = "wins"
# for each game the name of its score, and what gives it for each side at the end
SCORES: Final[dict[str, tuple[str, Callable[[Any], Sequence[int]]]]] = {
    GAME: ("lead", lead),
    "lancaster": ("points", lambda state: state.score),
}


class Fork(msgspec.Struct, frozen=True, dict=True):
    """A fork: the record, the number of actions before the change, the change, the bots and the seed.

    It plays its pairs of games by their numbers; ``name`` is that of the record, "" if it was no name or file.

    >>> fork = fork_of("1483-richard-iii", 131, "roll 3")
    >>> fork.play(7, "changed").state.outcome == fork.play(7, "changed").state.outcome is not None
    True
    """

    name: str
    record: Record
    at: int
    change: Change
    seats: dict[str, str]
    seed: int
    until: str = UNTIL[0]

    def __repr__(self) -> str:
        change = ", ".join(f"{name}={value!r}" for name, value in self.changed.items()) or "nothing is changed"
        return f"<Fork of {self.name or self.record.scenario} after {self.at} actions: {change}>"

    @property
    def changed(self) -> dict[str, Any]:
        """What is changed, as a mapping that ``roses.fork`` reads."""
        fields: dict[str, Any] = msgspec.to_builtins(self.change)
        return {name: list(value) if name == "play" else value for name, value in fields.items()}

    @property
    def measures(self) -> tuple[str, ...]:
        """What is measured in each game: ``wins``, and the lead in lords or the points at the end."""
        return WINS, *([SCORES[self.record.game][0]] if self.record.game in SCORES else [])

    @cached_property
    def arms(self) -> dict[str, Game]:
        """The games at the moment from which bots play on: ``"as it was"`` and ``"changed"``."""
        states: Sequence[Any] = Replay(prefix(self.record, self.at + 1), start).states
        done = self.at + 1 if self.change.play and self.at < len(self.record.entries) else self.at
        change, record, after = self.change, self.record, states[: self.at + 1]
        if change.strength or change.place or change.ruleset:
            after = [*after[:-1], change_position(after[-1], change.strength, change.place, change.ruleset)]
            record = structs.replace(record, ruleset=change.ruleset or record.ruleset)
        game = _game(record, after)
        for action in change.play:
            game.play(action)
        return {ARMS[0]: _game(self.record, states[: done + 1]), ARMS[1]: game}

    @property
    def same(self) -> bool:
        """Whether both arms begin in one and the same position, so that both games of each pair are equal."""
        before, after = (self.arms[arm].state for arm in ARMS)
        return before == after and not self.change.loyalty

    def play(self, number: int, arm: str) -> Game:
        """Return the game of a pair, played to the end of game or campaign from ``"as it was"`` or ``"changed"``.

        Its ``record`` is the whole game, which a ``Replay`` plays again, unless strength or place of a block was
        changed: a record begins with its scenario, and has no words for what no action has done; nor if the new ruleset
        forbids what was played before. ``state_after`` gives the states in any case. ValueError for a negative number
        or an unknown arm.
        """
        if not isinstance(number, int) or number < 0 or arm not in ARMS:
            arms = " and ".join(map(repr, ARMS))
            raise ValueError(f"there is no pair {number!r} of {arm!r}; pairs are numbered from 0, and arms are {arms}")
        opening, seed = self.arms[arm], f"{self.seed}|{number}"
        loyalty = self.change.loyalty if arm == ARMS[1] else {}
        game = Game.following(opening.record, opening.states)
        chance = Numbers(seed)
        numbers = {side: Numbers(f"{seed}|{side}") for side in self.seats}
        seats = {side: Seat(game, side) for side in self.seats}
        bots = {side: make_bot(name, 0) for side, name in self.seats.items()}
        for side, bot in bots.items():
            bot.rng = numbers[side]
        while not self.over(state := game.state, arm):
            side = state.active[0]
            if side == CHANCE:
                chance.begin(key_of(state))
                game.play(roll(state, loyalty, chance) or state.sample(chance))
            else:
                numbers[side].begin(key_of(state))
                seats[side].play(bots[side].choose(seats[side]).action)
        return game

    def over(self, state: Any, arm: str) -> bool:
        """Return whether a game of an arm ends in a state: the game is over, or its campaign if that is asked."""
        opening: Any = self.arms[arm].state
        return state.outcome is not None or (self.until != UNTIL[0] and state.campaign > opening.campaign)

    def rows(self, kind: str, numbers: Iterable[int]) -> list[Row]:
        """Return the pairs with these numbers, as ``Forked.pairs`` has them."""
        ends = ([value for arm in ARMS for value in self.values(self.play(number, arm).state)] for number in numbers)
        return [(number, *values) for number, values in zip(numbers, ends, strict=True)]

    def values(self, state: Any) -> list[float]:
        """Return each side's part of the win, then its score, if a game ended in a state."""
        winners = state.outcome.winner.split(" and ") if state.outcome else [SIDES[state.king_side]]
        shares = [(side in winners) / len(winners) for side in self.seats]
        return [*shares, *(SCORES[self.record.game][1](state) if self.record.game in SCORES else ())]


def _game(record: Record, states: Sequence[Any]) -> Game:
    """Return the game that goes on from the last of the states of a record, without its narration."""
    opening = prefix(record, len(states) - 1)
    return Game.following(structs.replace(opening, moments=(), sources=(), places=(), variations=()), states)


def fork_of(
    record: Played,
    at: int | str,
    change: ChangeLike,
    seats: Mapping[str, str] | str = "squire",
    seed: int = 1,
    until: str = UNTIL[0],
) -> Fork:
    """Return a fork; the arguments are those of ``roses.fork``, with the same errors."""
    name = str(record) if isinstance(record, str | Path) else ""
    replay = replay_of(record)
    parsed = change_of(change)
    check_loyalty(parsed.loyalty)
    game = replay.record.game
    if until not in UNTIL[: 2 if game == GAME else 1]:
        raise ValueError(f"until must be 'game', or in {GAME} also 'campaign', not {brief(until)!r}")
    if game != GAME and (parsed.strength or parsed.place or parsed.loyalty or parsed.ruleset):
        raise ValueError(f"in a game of {game} only what is played can be changed")
    if isinstance(at, str):  # the bookmark of a step
        timeline = Timeline(replay)
        at = timeline.moments[timeline.find(at)].at
    elif isinstance(at, bool) or not isinstance(at, int) or not 0 <= at < len(replay):
        raise ValueError(f"at must be one of the actions 0 to {len(replay) - 1}, or a bookmark, not {at!r}")
    fork = Fork(name, replay.record, at, parsed, check_seats(replay[0], seats), check_seed(seed), until)
    for arm, opening in fork.arms.items():
        if opening.state.outcome is not None:
            raise ValueError(f"bots have nothing left to play: {arm}, the game is over after action {len(opening)}")
    return fork
