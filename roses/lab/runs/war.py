"""The rows of a simulated game of the block war game: the game, its turns, its battles; fates.py has its blocks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from roses.engine.protocol import CHANCE, Event
from roses.lab.chronicle import Fought, fought
from roses.lab.runs import fates
from roses.lab.runs.columns import OF_ALL_GAMES, Column, Kind, Played, Row, played_row
from roses.lab.runs.positions import packed, sampled
from roses.lab.winning.model import york_wins
from roses.lab.winning.values import changes
from roses.richard.events import army, campaign
from roses.richard.lords_count import tally
from roses.richard.position import present
from roses.richard.tables import PLACE, SIDES, bits

_Events = list[tuple[int, Event]]  # events, each with the number of the state after it
_OVER: Final = army.BattleWon | campaign.GameWon
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
    Column("game", "int64", "number of the game, from 0"),
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
    Column("game", "int64", "number of the game, from 0"),
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
    Column("game", "int64", "number of the game, from 0"),
    Column("first", "float64", "York's chance to win when the game began, 0 to 1 (roses.ledger)"),
    Column("last", "float64", "York's chance when it was over: 0 or 1"),
    Column("luck", "float64", "what dice and deals changed in York's chance, against what was to be expected"),
    Column("choices_{side}", "float64", "what the choices of this side changed in York's chance"),
)
_POSITION: Final = (
    Column("game", "int64", "number of the game, from 0"),
    Column("at", "int64", "actions of the game until this position"),
    Column("winner", "str", "the side that won the game in the end"),
    Column("position", "str", "the state as a text; roses.lab.runs.positions.unpacked reads it"),
)


def kinds() -> dict[str, Kind]:
    """Return the kinds of rows of the block war game.

    >>> sorted(kinds())
    ['battles', 'blocks', 'games', 'luck', 'positions', 'turns']
    """
    return {
        "games": Kind(_GAME, _games),
        "turns": Kind(_TURN, _turns),
        "battles": Kind(_BATTLE, _battles),
        "blocks": fates.blocks(),
        "luck": Kind(_LUCK, _luck),
        "positions": Kind(_POSITION, _positions),
    }


def _games(game: Played) -> Iterator[Row]:
    battles, last = list(fought(game.states)), game.last
    usurped = sum(isinstance(event, campaign.Usurped) for state in game.states for event in state.events)
    ended = (last.campaign, max(1, last.turn), SIDES[last.king_side], usurped, len(battles))
    yield (*played_row(game), *ended, *_fell(battles), *map(tally(last).total, SIDES))


def _turns(game: Played) -> Iterator[Row]:
    events = [(at, event) for at, state in enumerate(game.states) for event in state.events]
    begun = [i for i, (_at, event) in enumerate(events) if isinstance(event, campaign.TurnBegun)]
    battles = list(fought(game.states))
    for first, stop in zip(begun, [*begun[1:], len(events)], strict=True):
        over = events[stop][0] if stop < len(events) else len(game.states) - 1
        yield _turn(game, events[first:stop], over, battles)


def _turn(game: Played, events: _Events, over: int, battles: list[Fought]) -> Row:
    """Return the row of a turn: its events, of which the first begins it, and the number of the state after it."""
    begun, state = events[0][0], game.states[events[0][0]]
    cards = {event.side: event.card for _at, event in events if isinstance(event, campaign.CardRevealed)}
    first = next((event.side for _at, event in events if isinstance(event, campaign.FirstPlayer)), "")
    here = [battle for battle in battles if begun < battle.at <= over]
    counted = [(at, event) for at, event in events if isinstance(event, campaign.LordsCounted)]
    if counted:
        over, lords = counted[0][0], (counted[0][1].lancaster, counted[0][1].york)
        crown = next(side for side in SIDES if side != counted[0][1].side)
    else:
        count = tally(game.states[over])
        lords, crown = (count.total(SIDES[0]), count.total(SIDES[1])), SIDES[game.states[over].king_side]
    row = (game.number, state.campaign, state.turn, over, first)
    return (*row, *(cards.get(side, 0) for side in SIDES), len(here), *_fell(here), *lords, crown)


def _battles(game: Played) -> Iterator[Row]:
    for number, battle in enumerate(fought(game.states)):
        begun = game.states[battle.begun]
        there = [bits(present(begun, PLACE[battle.area], side)) for side in (0, 1)]
        steps = [sum(begun.steps[block] for block in blocks) for blocks in there]
        when = (game.number, number, begun.campaign, begun.turn)
        row = (*when, battle.area, battle.attacker, *map(len, there), *steps, battle.rounds, battle.winner)
        yield (*row, *(_named(battle.fell, side) for side in SIDES), *(_named(battle.turned, side) for side in SIDES))


def _luck(game: Played) -> Iterator[Row]:
    sums = dict.fromkeys((CHANCE, *SIDES), 0.0)
    for by, change in changes(game.states):
        sums[by] += change
    last = york_wins(game.last)
    yield (game.number, last - sum(sums.values()), last, *sums.values())


def _positions(game: Played) -> Iterator[Row]:
    """Yield the first position of each turn and two others of it, drawn by the seed of the game."""
    for at in sampled(game.states, random.Random(game.seed)):
        yield (game.number, at, game.last.outcome.winner, packed(game.states[at]))


def _named(blocks: Iterable[tuple[str, str]], of: str) -> str:
    return ", ".join(block for block, side in blocks if side == of)


def _fell(battles: Iterable[Fought]) -> tuple[int, ...]:
    """Return how many blocks of each side were eliminated in these battles."""
    count = Counter(side for battle in battles for _block, side in battle.fell)
    return tuple(count[side] for side in SIDES)
