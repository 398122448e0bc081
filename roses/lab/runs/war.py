"""The rows of a simulated game of the block war game: the game, its turns, its battles; fates.py has its blocks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Event
from roses.lab.chronicle import Fought, fought
from roses.lab.runs import fates
from roses.lab.runs.columns import Column, Kind, Played, Row, of_all_games, played_row
from roses.lab.runs.positions import packed, sampled
from roses.lab.winning.model import york_wins
from roses.lab.winning.values import changes
from roses.richard.events import army, campaign
from roses.richard.lords_count import tally
from roses.richard.position import present
from roses.richard.tables import PLACE, SIDES, bits

_Told = list[tuple[int, Event]]  # events, each with the number of the state after it
_OVER: Final = army.BattleWon | campaign.GameWon


def kinds() -> dict[str, Kind]:
    """Return the kinds of rows of the block war game.

    >>> sorted(kinds())
    ['battles', 'blocks', 'games', 'luck', 'positions', 'turns']
    """
    return {
        "games": Kind(_game_columns(), _games),
        "turns": Kind(_turn_columns(), _turns),
        "battles": Kind(_battle_columns(), _battles),
        "blocks": fates.blocks(),
        "luck": Kind(_luck_columns(), _luck),
        "positions": Kind(_position_columns(), _positions),
    }


def _game_columns() -> list[Column]:
    return [
        *of_all_games(),
        Column("campaign", "int64", _("campaign in which the game ended, 1 to 3")),
        Column("turn", "int64", _("turn in which it ended, 1 to 7 (rule 1.0)")),
        Column("crown", "str", _("the side of the King at the end")),
        Column("usurpations", "int64", _("how often the crown changed sides in a political turn (rule 8.2)")),
        Column("battles", "int64", _("number of battles")),
        Column("fell_{side}", "int64", _("blocks of this side that were eliminated in battles")),
        Column("lords_{side}", "int64", _("lords of this side, London included, if they were counted (rule 8.2)")),
    ]


def _games(game: Played) -> Iterator[Row]:
    battles, last = list(fought(game.states)), game.last
    usurped = sum(isinstance(event, campaign.Usurped) for state in game.states for event in state.events)
    ended = (last.campaign, max(1, last.turn), SIDES[last.king_side], usurped, len(battles))
    yield (*played_row(game), *ended, *_fell(battles), *map(tally(last).total, SIDES))


def _turn_columns() -> list[Column]:
    return [
        Column("game", "int64", _("number of the game, from 0")),
        Column("campaign", "int64", _("campaign, 1 to 3")),
        Column("turn", "int64", _("turn of the campaign, 1 to 7 (rule 1.0)")),
        Column("actions", "int64", _("actions of the game until the turn was over")),
        Column("first", "str", _("the side that acted first (rule 1.1); empty if the game ended before")),
        Column("card_{side}", "int64", _("number of the card that this side played, 0 for none")),
        Column("battles", "int64", _("battles that ended in this turn")),
        Column("fell_{side}", "int64", _("blocks of this side that were eliminated in these battles")),
        Column("lords_{side}", "int64", _("lords of this side when the turn was over, London included (rule 8.2)")),
        Column("crown", "str", _("the side of the King before the political turn, if one follows")),
    ]


def _turns(game: Played) -> Iterator[Row]:
    told = [(at, event) for at, state in enumerate(game.states) for event in state.events]
    begun = [i for i, (_at, event) in enumerate(told) if isinstance(event, campaign.TurnBegun)]
    battles = list(fought(game.states))
    for first, stop in zip(begun, [*begun[1:], len(told)], strict=True):
        over = told[stop][0] if stop < len(told) else len(game.states) - 1
        yield _turn(game, told[first:stop], over, battles)


def _turn(game: Played, told: _Told, over: int, battles: list[Fought]) -> Row:
    """Return the row of a turn: its events, of which the first begins it, and the number of the state after it."""
    begun, state = told[0][0], game.states[told[0][0]]
    cards = {event.side: event.card for _at, event in told if isinstance(event, campaign.CardRevealed)}
    first = next((event.side for _at, event in told if isinstance(event, campaign.FirstPlayer)), "")
    here = [battle for battle in battles if begun < battle.at <= over]
    counted = [(at, event) for at, event in told if isinstance(event, campaign.LordsCounted)]
    if counted:
        over, lords = counted[0][0], (counted[0][1].lancaster, counted[0][1].york)
        crown = next(side for side in SIDES if side != counted[0][1].side)
    else:
        found = tally(game.states[over])
        lords, crown = (found.total(SIDES[0]), found.total(SIDES[1])), SIDES[game.states[over].king_side]
    row = (game.number, state.campaign, state.turn, over, first)
    return (*row, *(cards.get(side, 0) for side in SIDES), len(here), *_fell(here), *lords, crown)


def _battle_columns() -> list[Column]:
    return [
        Column("game", "int64", _("number of the game, from 0")),
        Column("battle", "int64", _("number of the battle in the game, from 0")),
        Column("campaign", "int64", _("campaign, 1 to 3")),
        Column("turn", "int64", _("turn of the campaign, 1 to 7 (rule 1.0)")),
        Column("area", "str", _("area in which it was fought")),
        Column("attacker", "str", _("the side that attacked")),
        Column("blocks_{side}", "int64", _("blocks of this side in the area when it began, reserves included")),
        Column("steps_{side}", "int64", _("their strength in steps")),
        Column("rounds", "int64", _("rounds that were fought, 1 to 4 (rule 6.2)")),
        Column("winner", "str", _("the side that held the field, or that won the game there")),
        Column("fell_{side}", "str", _("names of the blocks of this side that were eliminated")),
        Column("turned_{side}", "str", _("names of the blocks that changed to this side (rule 6.9)")),
    ]


def _battles(game: Played) -> Iterator[Row]:
    for number, battle in enumerate(fought(game.states)):
        begun = game.states[battle.begun]
        there = [bits(present(begun, PLACE[battle.area], side)) for side in (0, 1)]
        steps = [sum(begun.steps[block] for block in blocks) for blocks in there]
        when = (game.number, number, begun.campaign, begun.turn)
        row = (*when, battle.area, battle.attacker, *map(len, there), *steps, battle.rounds, battle.winner)
        yield (*row, *(_named(battle.fell, side) for side in SIDES), *(_named(battle.turned, side) for side in SIDES))


def _luck_columns() -> list[Column]:
    return [
        Column("game", "int64", _("number of the game, from 0")),
        Column("first", "float64", _("York's chance to win when the game began, 0 to 1 (roses.ledger)")),
        Column("last", "float64", _("York's chance when it was over: 0 or 1")),
        Column("luck", "float64", _("what dice and deals changed in York's chance, against what was to be expected")),
        Column("choices_{side}", "float64", _("what the choices of this side changed in York's chance")),
    ]


def _luck(game: Played) -> Iterator[Row]:
    sums = dict.fromkeys((CHANCE, *SIDES), 0.0)
    for by, change in changes(game.states):
        sums[by] += change
    last = york_wins(game.last)
    yield (game.number, last - sum(sums.values()), last, *sums.values())


def _position_columns() -> list[Column]:
    return [
        Column("game", "int64", _("number of the game, from 0")),
        Column("at", "int64", _("actions of the game until this position")),
        Column("winner", "str", _("the side that won the game in the end")),
        Column("position", "str", _("the state as a text; roses.lab.runs.positions.unpacked reads it")),
    ]


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
