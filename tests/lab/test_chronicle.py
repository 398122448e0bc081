"""A game told as history: what the chronicle, the count of luck and the steps say follows from what was played."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import roses
from roses.bots.squire import Squire
from roses.engine.replay import Replay
from roses.lab.chronicle import UPSET, chronicle, distribution, luck, narrate, points_by_round
from roses.odds import BattleOdds, battle_odds
from roses.richard.events.army import BattleBegun, BattleWon, Eliminated, TreacheryTried, Volley
from roses.richard.events.campaign import GameWon


@cache
def played(scenario: str = "1483", seed: int = 3) -> Replay:
    game = roses.game("richard-iii", scenario, seed=seed)
    bots = {side: Squire(seed) for side in game.state.sides}
    seats = {side: roses.sit(game, side) for side in game.state.sides}
    while not game.state.outcome:
        side = game.state.active[0]
        seats[side].play(bots[side].choose(seats[side]).action)
    return Replay(game.record, roses.start)


def test_every_battle_is_told_with_winner_the_fallen_and_its_exact_odds() -> None:
    replay = played("1460")
    events = [(at, event) for at in range(1, len(replay)) for event in replay[at].events]
    begun = [(at, event) for at, event in events if isinstance(event, BattleBegun)]
    won = [event for _at, event in events if isinstance(event, BattleWon)]
    battles = chronicle(replay).battles
    assert [(b.begun, b.area) for b in battles] == [(at, event.area) for at, event in begun]
    assert [(b.area, b.winner) for b in battles if b.at < len(replay) - 1] == [(e.area, e.side) for e in won][
        : len(battles)
    ]
    fell = [
        (e.block, e.side)
        for at, e in events
        if isinstance(e, Eliminated) and any(b.begun < at <= b.at for b in battles)
    ]
    assert [one for battle in battles for one in battle.fell] == fell
    for battle in battles[:6]:
        odds = battle_odds(replay[battle.begun])
        assert isinstance(odds, BattleOdds) and battle.chance == odds.win.get(battle.winner, 0.0)


def test_turning_points_are_upsets_fallen_heirs_and_lords_who_go_over() -> None:
    result = chronicle(played("1460"))
    for battle in result.battles:
        point = next((one for one in result.turning_points if one.text == str(battle)), None)
        if (battle.chance is not None and battle.chance <= UPSET) or battle.turned:
            assert point is not None
        if point is not None:
            assert ("against the odds" in point.turned) == (battle.chance is not None and battle.chance <= UPSET)
            assert ("changes sides" in point.turned) == bool(battle.turned)
    assert result.turning_points, "this game had some"


def test_bosworth_is_told_last_with_the_king_among_the_dead() -> None:
    result = chronicle(roses.replay("1483-richard-iii"))
    texts = [one.text for one in result.chapters[-1].paragraphs]
    assert texts[0].startswith("Lancaster attacks Leicester") and texts[1] == "The King, Gloucester, is dead."
    assert ("Norfolk", "York", "Leicester", "Campaign of 1483, turn 7") in result.dead


@pytest.mark.parametrize("side", ["York", "Lancaster"])
def test_a_side_is_told_what_it_saw(side: str) -> None:
    replay = played()
    whole, seen = chronicle(replay), chronicle(replay, side)
    assert [b.area for b in seen.battles] == [b.area for b in whole.battles]
    for battle in seen.battles:
        hidden = sum(p.block is None and p.place == battle.area for p in replay[battle.begun].view(side).pieces)
        assert (battle.chance is None) == bool(hidden), "odds that rest on unseen reserves are not told"


def test_hits_and_treachery_are_counted_with_every_die() -> None:
    replay = played("1460")
    events = replay.events(0, len(replay) - 1)
    item, dice, hits = luck(replay), Counter[str](), Counter[str]()
    for event in events:
        if isinstance(event, Volley):
            dice[event.side] += len(event.dice)
            hits[event.side] += sum(face <= event.firepower for face in event.dice)
    assert item is not None
    assert {side: throw.number for side, throw in item.hits.items()} == dict(dice)
    assert {side: throw.came for side, throw in item.hits.items()} == dict(hits)
    tries = [event for event in events if isinstance(event, TreacheryTried)]
    assert sum(throw.came for throw in item.treachery.values()) == sum(all(d % 2 == 0 for d in e.dice) for e in tries)
    assert sum(throw.expected for throw in item.battles.values()) == pytest.approx(item.battles["York"].number)


def test_the_distribution_is_that_of_many_throws() -> None:
    chances, rng = [1 / 6, 0.5, 1 / 3, 0.5], random.Random(1)
    thrown = Counter(sum(rng.random() < chance for chance in chances) for _again in range(20_000))
    exact = distribution(chances)
    assert sum(exact) == pytest.approx(1) and len(exact) == 5
    assert all(thrown[k] / 20_000 == pytest.approx(exact[k], abs=0.015) for k in range(5))


def test_the_steps_begin_every_turn_and_battle_and_end_with_the_game() -> None:
    replay = played("1460")
    timeline, text = narrate(replay), chronicle(replay)
    ats = [moment.at for moment in timeline.moments]
    assert ats == sorted(set(ats)) and ats[-1] == len(replay) - 1
    assert {chapter.at for chapter in text.chapters} | {battle.begun for battle in text.battles} <= set(ats)
    assert any(isinstance(event, GameWon) for event in timeline.events(len(timeline) - 1))


def test_points_at_court_end_with_the_final_score() -> None:
    replay = roses.replay("1413-lancaster")
    points = points_by_round(replay)
    assert [when for when, _scores in points] == [f"Round {number}" for number in range(1, 6)]
    assert tuple(points[-1][1].values()) == replay[-1].score and luck(replay) is None
    assert points_by_round(played()) == []
