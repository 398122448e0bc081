"""The rows of blocks of a simulated game of the block war game: where each one ended, how it fared, when it left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from roses.engine.protocol import Event
from roses.lab.chronicle import fought
from roses.lab.runs.columns import Column, Kind, Played, Row
from roses.richard.events import army, campaign
from roses.richard.tables import INDEX, NAMES, OUT, PAIR, PLACE, PLACES, SIDES, bits

_LEAVES: Final = army.Eliminated | army.Turned | campaign.Executed
_COLUMNS: Final = (
    Column("game", "int64", "number of the game, from 0"),
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


def blocks() -> Kind:
    """Return the rows of blocks: one for each block that was in play at any time of the game.

    >>> [column.name for column in blocks().columns][:4]
    ['game', 'block', 'side', 'place']
    """
    return Kind(_COLUMNS, _rows)


def _rows(game: Played) -> Iterator[Row]:
    last, stood, never = game.last, _stood(game), ~0
    left, often = _left(game)
    for state in game.states:
        never &= state.occ[OUT]
    for block, name in enumerate(NAMES):
        if never >> block & 1:
            continue
        side, place = SIDES[last.own[1] >> block & 1], PLACES[last.loc[block]]
        ended = (side, place, last.steps[block], stood[block], often[name])
        yield (game.number, name, *ended, *left.get(name, ("", 0, 0, "")))


def _left(game: Played) -> tuple[dict[str, tuple[str, int, int, str]], Counter[str]]:
    """Return how, when and where each block left last, and how often it was eliminated."""
    left: dict[str, tuple[str, int, int, str]] = {}
    often: Counter[str] = Counter()
    for before, after in zip(game.states, game.states[1:], strict=False):
        for event in after.events:
            if isinstance(event, _LEAVES):
                block = _gone(event)
                often[block] += isinstance(event, army.Eliminated)
                left[block] = (event.kind, before.campaign, before.turn, PLACES[before.loc[INDEX[block]]])
    return left, often


def _gone(event: Event) -> str:
    """Return the block that an event removes; of a lord who changes sides his former version."""
    return event.target if isinstance(event, army.Turned) else event.block


def _stood(game: Played) -> Counter[int]:
    """Return in how many battles each block stood; both versions of one who turned did."""
    count: Counter[int] = Counter()
    for battle in fought(game.states):
        state = game.states[battle.begun]
        there = bits(state.occ[PLACE[battle.area]] & ~state.prisoner)
        count.update({*there, *(PAIR[INDEX[block]] for block, _side in battle.turned)})
    return count
