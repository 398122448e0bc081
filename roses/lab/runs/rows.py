"""The rows of simulated games: what a row is for each kind, a game, a turn, a battle, a block, a position."""

from __future__ import annotations

import base64
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
from msgspec.structs import fields

from roses.engine.protocol import CHANCE
from roses.engine.state import GameState
from roses.lab.chronicle import GameBattle, battles_of
from roses.lab.reference import Column, Row
from roses.lab.winning.model import york_wins
from roses.lab.winning.values import changes
from roses.lancaster.events import EnglandWon, FranceWon, RoundBegun
from roses.lancaster.law_events import LawAccepted
from roses.richard.events import army, campaign
from roses.richard.lords_count import tally
from roses.richard.position import Phase, present
from roses.richard.rules import ruleset
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, OUT, PAIR, PLACE, PLACES, SIDES, bits, scenario

_NUMBER: Final = Column("game", "int64", "number of the game, from 0")
# the columns that stand first in a row of any game
OF_ALL_GAMES: Final = (
    _NUMBER,
    Column("seed", "int64", "seed of its dice and deals, from which those of its bots follow"),
    Column("winner", "str", "the side that won; several are joined by “ and ”"),
    Column("reason", "str", "how the game ended"),
    Column("share_{side}", "float64", "part of the win of this side, 0 to 1"),
    Column("actions", "int64", "number of actions, those of chance included"),
)


class Played(msgspec.Struct, frozen=True):
    """A game that is over: its number in the study, its seed, all its states, and each side's part of the win, 0..1."""

    number: int
    seed: int
    states: Sequence[Any]  # of this game's own State
    shares: dict[str, float]

    @property
    def last(self) -> Any:
        """The state in which the game ended."""
        return self.states[-1]


class Kind(msgspec.Struct, frozen=True):
    """A kind of rows: its columns, and the function that makes the rows of a game."""

    columns: Sequence[Column]
    rows: Callable[[Played], Iterable[Row]]


def spread(columns: Sequence[Column], sides: Sequence[str]) -> Iterator[Column]:
    """Yield the columns, those of a side once for each of the sides.

    >>> [column.name for column in spread([Column("game", "int64", ""), Column("share_{side}", "float64", "")], "AB")]
    ['game', 'share_A', 'share_B']
    """
    for column in columns:
        each = sides if "{side}" in column.name else ("",)
        yield from (msgspec.structs.replace(column, name=column.name.format(side=side)) for side in each)


def played_row(game: Played) -> Row:
    """Return the values of the columns ``OF_ALL_GAMES``."""
    end = game.last.outcome
    return (game.number, game.seed, end.winner, end.reason, *game.shares.values(), len(game.states) - 1)


_COUNTS: Final = (
    Column("laws", "int64", "laws that were accepted"),
    Column("england", "int64", "conflicts that England won"),
    Column("france", "int64", "conflicts that France won"),
)
_COURT_GAME: Final = (
    *OF_ALL_GAMES,
    Column("round", "int64", "round in which the game ended, 1 to 5"),
    *_COUNTS,
    Column("points_{side}", "int64", "points of this house at the end"),
    Column("nobles_{side}", "int64", "nobles at the table of this house at the end"),
)
_ROUND: Final = (
    _NUMBER,
    Column("round", "int64", "round, 1 to 5"),
    Column("actions", "int64", "actions of the game until the round was over"),
    *_COUNTS,
    Column("points_{side}", "int64", "points of this house when the round was over"),
)


def _court_games(game: Played) -> Iterator[Row]:
    houses = [*game.last.score, *map(int.bit_count, game.last.nobles)]
    yield (*played_row(game), game.last.round, *_count(game.states), *houses)


def _rounds(game: Played) -> Iterator[Row]:
    starts = [at for at, state in enumerate(game.states) if any(isinstance(e, RoundBegun) for e in state.events)]
    for first, over in zip(starts, [*starts[1:], len(game.states) - 1], strict=True):
        number: int = game.states[first].round
        points: tuple[int, ...] = game.states[over].score
        yield (game.number, number, over, *_count(game.states[first + 1 : over + 1]), *points)


def _count(states: Sequence[GameState]) -> tuple[int, ...]:
    """Return the values of the columns ``_COUNTS`` for the events of these states."""
    events = [event for state in states for event in state.events]
    kinds = (LawAccepted, EnglandWon, FranceWon)
    return tuple(sum(isinstance(event, kind) for event in events) for kind in kinds)


_BLOCK: Final = (
    _NUMBER,
    Column("block", "str", "the block; each version of a lord who serves either side is a block (rule 3.22)"),
    Column("side", "str", "the side that it served at the end, or last; the Rebel that of the Pretender"),
    Column("place", "str", "where it is at the end: an area, Pool, Minor, or Out for good"),
    Column("steps", "int64", "strength in steps at the end, 0 if it is out of play"),
    Column("battles", "int64", "number of battles in which it stood, in reserve or not"),
    Column("eliminated", "int64", "how often it was eliminated, by hits, plague or hunger (6.8, 5.1, 7.1)"),
    Column("left", "str", "how it left last: eliminated, execute, or turned to the other side; empty if never"),
    Column("left_campaign", "int64", "campaign in which it left last, 1 to 3; 0 if never"),
    Column("left_turn", "int64", "turn of that campaign, 1 to 7; 0 if it never left"),
    Column("left_area", "str", "area in which it left; empty if it never did"),
)


def _blocks(game: Played) -> Iterator[Row]:
    """Yield a row for each block that was in play at any time of the game."""
    departures: dict[str, tuple[str, int, int, str]] = {}  # how, when and where each block left last
    eliminations: Counter[str] = Counter()
    for before, after in pairwise(game.states):
        for event in after.events:
            if isinstance(event, army.Eliminated | army.Turned | campaign.Executed):
                block = event.target if isinstance(event, army.Turned) else event.block  # of a turncoat the former one
                eliminations[block] += isinstance(event, army.Eliminated)
                departures[block] = (event.kind, before.campaign, before.turn, PLACES[before.loc[INDEX[block]]])
    battles: Counter[int] = Counter()  # both versions of one who turned stood in the battle
    for battle in battles_of(game.states):
        state = game.states[battle.begun]
        there = bits(state.occ[PLACE[battle.area]] & ~state.prisoner)
        battles.update({*there, *(PAIR[INDEX[name]] for name, _side in battle.turned)})
    last, never = game.last, ~0
    for state in game.states:
        never &= state.occ[OUT]
    for number, name in enumerate(NAMES):
        if not never >> number & 1:
            side, place = SIDES[last.own[1] >> number & 1], PLACES[last.loc[number]]
            end = (side, place, last.steps[number], battles[number], eliminations[name])
            yield (game.number, name, *end, *departures.get(name, ("", 0, 0, "")))


_OTHERS: Final = frozenset({"occ", "events", "setup", "rules", "line_up", "result"})  # follow from the rest, or none
_TYPES: Final = tuple((field.name, field.type) for field in fields(State) if field.name not in _OTHERS)
_EACH_TURN: Final = 2  # states of a turn, beside its first one


def pack(state: State) -> str:
    """Return a state that is not over as a text without its events; ``unpack`` makes the state of it again.

    >>> import roses
    >>> state = roses.replay("1483-richard-iii")[100]
    >>> unpack(pack(state)) == msgspec.structs.replace(state, events=())
    True
    """
    values = [getattr(state, name) for name, _type in _TYPES]
    setup = (state.setup.id, state.header["options"].get("campaigns"))
    return base64.b85encode(msgspec.msgpack.encode((setup, state.rules.name, values))).decode()


def unpack(text: str) -> State:
    """Return the state of a text that ``pack`` made; msgspec.DecodeError for another text."""
    setup, rules, values = msgspec.msgpack.decode(base64.b85decode(text))
    own = {name: msgspec.convert(value, kind) for (name, kind), value in zip(_TYPES, values, strict=True)}
    occ = [0] * len(PLACES)
    for block, place in enumerate(own["loc"]):
        occ[place] |= 1 << block
    others: dict[str, Any] = {"setup": scenario(*setup), "rules": ruleset(rules), "occ": tuple(occ)}
    return State(**own, **others, events=(), line_up=None, result=None)


_GAME: Final = (
    *OF_ALL_GAMES,
    Column("campaign", "int64", "campaign in which the game ended, 1 to 3"),
    Column("turn", "int64", "turn in which it ended, 1 to 7 (rule 1.0)"),
    Column("crown", "str", "the side of the King at the end"),
    Column("usurpations", "int64", "how often the crown changed sides in a political turn (rule 8.2)"),
    Column("battles", "int64", "number of battles"),
    Column("fell_{side}", "int64", "blocks of this side that were eliminated in battles"),
    Column("lords_{side}", "int64", "lords of this side, London included, if they were counted (rule 8.2)"),
)
_TURN: Final = (
    _NUMBER,
    Column("campaign", "int64", "campaign, 1 to 3"),
    Column("turn", "int64", "turn of the campaign, 1 to 7 (rule 1.0)"),
    Column("actions", "int64", "actions of the game until the turn was over"),
    Column("first", "str", "the side that acted first (rule 1.1); empty if the game ended before"),
    Column("card_{side}", "int64", "number of the card that this side played, 0 for none"),
    Column("battles", "int64", "battles that ended in this turn"),
    Column("fell_{side}", "int64", "blocks of this side that were eliminated in these battles"),
    Column("lords_{side}", "int64", "lords of this side when the turn was over, London included (rule 8.2)"),
    Column("crown", "str", "the side of the King before the political turn, if one follows"),
)
_BATTLE: Final = (
    _NUMBER,
    Column("battle", "int64", "number of the battle in the game, from 0"),
    Column("campaign", "int64", "campaign, 1 to 3"),
    Column("turn", "int64", "turn of the campaign, 1 to 7 (rule 1.0)"),
    Column("area", "str", "area in which it was fought"),
    Column("attacker", "str", "the side that attacked"),
    Column("blocks_{side}", "int64", "blocks of this side in the area when it began, reserves included"),
    Column("steps_{side}", "int64", "their strength in steps"),
    Column("rounds", "int64", "rounds that were fought, 1 to 4 (rule 6.2)"),
    Column("winner", "str", "the side that held the field, or that won the game there"),
    Column("fell_{side}", "str", "names of the blocks of this side that were eliminated"),
    Column("turned_{side}", "str", "names of the blocks that changed to this side (rule 6.9)"),
)
_LUCK: Final = (
    _NUMBER,
    Column("first", "float64", "York's chance to win when the game began, 0 to 1 (roses.ledger)"),
    Column("last", "float64", "York's chance when it was over: 0 or 1"),
    Column("luck", "float64", "what dice and deals changed in York's chance, against what was to be expected"),
    Column("choices_{side}", "float64", "what the choices of this side changed in York's chance"),
)
_POSITION: Final = (
    _NUMBER,
    Column("at", "int64", "actions of the game until this position"),
    Column("winner", "str", "the side that won the game in the end"),
    Column("position", "str", "the state as a text; roses.lab.runs.rows.unpack reads it"),
)


def _games(game: Played) -> Iterator[Row]:
    battles, last = list(battles_of(game.states)), game.last
    usurped = sum(isinstance(event, campaign.Usurped) for state in game.states for event in state.events)
    ended = (last.campaign, max(1, last.turn), SIDES[last.king_side], usurped, len(battles))
    yield (*played_row(game), *ended, *_losses(battles), *map(tally(last).total, SIDES))


def _turns(game: Played) -> Iterator[Row]:
    events = [(at, event) for at, state in enumerate(game.states) for event in state.events]
    starts = [i for i, (_at, event) in enumerate(events) if isinstance(event, campaign.TurnBegun)]
    battles = list(battles_of(game.states))
    for first, stop in zip(starts, [*starts[1:], len(events)], strict=True):
        own = events[first:stop]  # those of the turn, each with the number of the state after it
        since, over = own[0][0], events[stop][0] if stop < len(events) else len(game.states) - 1
        cards = {event.side: event.card for _at, event in own if isinstance(event, campaign.CardRevealed)}
        leader = next((event.side for _at, event in own if isinstance(event, campaign.FirstPlayer)), "")
        here = [battle for battle in battles if since < battle.at <= over]
        counts = [(at, event) for at, event in own if isinstance(event, campaign.LordsCounted)]
        if counts:
            over, count = counts[0]
            lords, crown = (count.lancaster, count.york), next(side for side in SIDES if side != count.side)
        else:
            shadow = tally(game.states[over])
            lords, crown = (shadow.total(SIDES[0]), shadow.total(SIDES[1])), SIDES[game.states[over].king_side]
        row = (game.number, game.states[since].campaign, game.states[since].turn, over, leader)
        yield (*row, *(cards.get(side, 0) for side in SIDES), len(here), *_losses(here), *lords, crown)


def _battles(game: Played) -> Iterator[Row]:
    for number, battle in enumerate(battles_of(game.states)):
        start = game.states[battle.begun]
        there = [bits(present(start, PLACE[battle.area], side)) for side in (0, 1)]
        steps = [sum(start.steps[block] for block in blocks) for blocks in there]
        when = (game.number, number, start.campaign, start.turn)
        row = (*when, battle.area, battle.attacker, *map(len, there), *steps, battle.rounds, battle.winner)
        yield (*row, *(_names(battle.fell, side) for side in SIDES), *(_names(battle.turned, side) for side in SIDES))


def _luck(game: Played) -> Iterator[Row]:
    sums = dict.fromkeys((CHANCE, *SIDES), 0.0)
    for by, change in changes(game.states):
        sums[by] += change
    last = york_wins(game.last)
    yield (game.number, last - sum(sums.values()), last, *sums.values())


def _positions(game: Played) -> Iterator[Row]:
    """Yield the first position of each turn and two others of it, drawn by the seed of the game; none is over."""
    rng, states = random.Random(game.seed), game.states
    cards = [state.phase is Phase.CARDS for state in states]
    begins = [at for at in range(1, len(states)) if cards[at] and not cards[at - 1]]
    for first, end in zip(begins, [*begins[1:], len(states) - 1], strict=True):
        later = range(first + 1, end)
        for at in (first, *sorted(rng.sample(later, min(_EACH_TURN, len(later))))):
            yield (game.number, at, game.last.outcome.winner, pack(states[at]))


def _names(blocks: Iterable[tuple[str, str]], of: str) -> str:
    return ", ".join(block for block, side in blocks if side == of)


def _losses(battles: Iterable[GameBattle]) -> tuple[int, ...]:
    """Return how many blocks of each side were eliminated in these battles."""
    count = Counter(side for battle in battles for _block, side in battle.fell)
    return tuple(count[side] for side in SIDES)


KINDS: Final[dict[str, dict[str, Kind]]] = {  # by the name of the game; a turn of the court game is a round
    "richard-iii": {
        "games": Kind(_GAME, _games),
        "turns": Kind(_TURN, _turns),
        "battles": Kind(_BATTLE, _battles),
        "blocks": Kind(_BLOCK, _blocks),
        "luck": Kind(_LUCK, _luck),
        "positions": Kind(_POSITION, _positions),
    },
    "lancaster": {"games": Kind(_COURT_GAME, _court_games), "turns": Kind(_ROUND, _rounds)},
}
ANY_KINDS: Final = {"games": Kind(OF_ALL_GAMES, lambda game: [played_row(game)])}  # of all other games
