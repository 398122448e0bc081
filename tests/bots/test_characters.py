"""Characters: they vary openings, are told at the table, and leave bots without a character as they were."""

from __future__ import annotations

from collections import Counter

import pytest

import roses
from roses.bots.bot import Bot
from roses.bots.character import CHARACTERS
from roses.bots.knight import Knight
from roses.bots.play import OPPONENTS, bot_seed, make_bot, opponent
from roses.bots.squire import Squire
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.protocol import Action
from roses.engine.seat import Seat
from roses.richard.actions import March, Play, Retreat, Treachery
from roses.richard.position import Phase
from roses.richard.tables import CARDS, SIDES
from roses.widgets import Table
from tests.proof import Sample, sampled


def opening(name: str, seed: int) -> dict[str, tuple[str, ...]]:
    """The orders of both sides in the first turn of 1483, without regard to their sequence."""
    game = Game(start, "richard-iii", "1483", seed=seed)
    seats = {side: Seat(game, side) for side in SIDES}
    bots = {side: opponent(name, bot_seed(seed, side)) for side in SIDES}
    orders: dict[str, list[str]] = {side: [] for side in SIDES}
    while game.state.turn == 1 and game.state.phase in (Phase.CARDS, Phase.ACTIONS, Phase.MUSTER, Phase.PLAGUE):
        side = game.state.active[0]
        action = bots[side].choose(seats[side]).action
        if game.state.phase is not Phase.CARDS:
            orders[side].append(str(action))
        seats[side].play(action)
    return {side: tuple(sorted(done)) for side, done in orders.items()}


@pytest.mark.parametrize("case", sampled([Sample("squire", 50), Sample("knight", 50)], Sample("squire", 50)), ids=str)
def test_of_fifty_games_at_a_table_no_opening_comes_more_than_ten_times(case: Sample) -> None:
    openings = [opening(case.scenario, seed) for seed in range(case.number)]
    for side in SIDES:
        assert max(Counter(one[side] for one in openings).values()) <= 10


def test_a_bot_with_a_character_repeats_itself_from_a_seed() -> None:
    assert opening("knight", 3) == opening("knight", 3)
    assert opening("squire:bold", 3) == opening("squire:bold", 3)


def test_without_a_character_a_bot_draws_no_more_chances_than_before() -> None:
    """The results of the kit were recorded with these, and are replayed by their seeds."""
    for name, kind in (("squire", Squire), ("knight", Knight)):
        bot = make_bot(name, 1)
        assert type(bot) is kind and bot.character is None
    seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    plain = Squire(5)
    plain.advise(seat)
    shuffled = Squire(5)
    shuffled.rng.shuffle(list(seat.options))
    assert plain.rng.getstate() == shuffled.rng.getstate()


def first(bot: Bot, state: object, side: str) -> object:
    seat = roses.sit(Game(lambda *_game, **_options: state, "richard-iii", seed=1), side)
    return bot.choose(seat).action


def test_a_hoarder_plays_his_smallest_card_and_others_their_largest() -> None:
    seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    points = {CARDS[action.card].points for action in seat.options if isinstance(action, Play)}
    for name, wish in (("hoarder", min(points)), ("bold", max(points))):
        for bot in ("squire", "knight"):
            action = make_bot(f"{bot}:{name}", 3).choose(seat).action
            assert isinstance(action, Play) and CARDS[action.card].points == wish


def test_a_treacherous_knight_tries_treachery_where_others_fire() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester, Stanley/Y", scenario="1483")
    while not any(isinstance(action, Treachery) for action in state.legal_actions()):
        state = state.apply(next(action for action in state.legal_actions() if "passes" in str(action)))
    side = state.active[0]
    assert isinstance(first(make_bot("knight:treacherous", 1), state, side), Treachery)


def lead(name: str, state: object, side: str, kind: type[Action]) -> float:
    """By how much the best choice of a kind leads the best of all others, as a bot sees it."""
    seat = roses.sit(Game(lambda *_game, **_options: state, "richard-iii", seed=1), side)
    advice = make_bot(name, 1).advise(seat)
    best = [max(one.score for one in advice if isinstance(one.action, kind) is so) for so in (True, False)]
    return best[0] - best[1]


def test_a_bold_knight_attacks_sooner_and_leaves_a_battle_later_than_a_cautious_one() -> None:
    state = roses.battle("Leicester", {"Warwick": "Oxford, Pembroke"}, "Norfolk:2", scenario="1483")
    while not any(isinstance(action, Retreat) for action in state.legal_actions()):
        state = state.apply(next(action for action in state.legal_actions() if "passes" in str(action)))
    bold, cautious = (lead(f"knight:{name}", state, state.active[0], Retreat) for name in ("bold", "cautious"))
    assert cautious - bold > 1
    state = roses.scene(Kent="Gloucester, Norfolk", Middlesex="Richmond", side="York", scenario="1483")
    bold, cautious = (lead(f"knight:{name}", state, "York", March) for name in ("bold", "cautious"))
    assert bold - cautious > 0.5


def test_at_the_table_a_character_is_told_and_kept(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)
    table = Table("richard-iii", "1483", {"York": "me", "Lancaster": "knight:bold"}, seed=1)
    words = "Lancaster is played by the knight, who is bold: he attacks at worse odds than others"
    assert words in table.screen["coach"]
    again = Table.resume(table.file.stem)
    assert words in again.screen["coach"] and again.model.bot("Lancaster").character is CHARACTERS["bold"]
    again.model.play(again.model.seat.options[0])
    again._on_message(again, {"hint": True}, [])
    assert words not in again.screen["coach"], "he has been introduced"
    plain = Table("richard-iii", "1483", {"York": "me", "Lancaster": "knight"}, seed=1)
    assert plain.screen["coach"] == "" and plain.model.bot("Lancaster").character is CHARACTERS["versatile"]


def test_every_opponent_has_the_character_of_its_name_and_another_is_refused() -> None:
    for name in OPPONENTS:
        bot, (kind, _colon, character) = opponent(name, 1), name.partition(":")
        assert bot.name == kind
        if kind in ("squire", "knight"):  # without a character they vary at a table
            assert bot.character is CHARACTERS[character or "versatile"]
    with pytest.raises(ValueError, match="there is no bot 'knight:mild'"):
        make_bot("knight:mild", 1)
    with pytest.raises(ValueError, match="there is no bot 'squire:mild' for a table"):
        opponent("squire:mild", 1)
