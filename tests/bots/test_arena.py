"""The arena: shares with intervals for each side, ratings, and the command that prints them."""

from __future__ import annotations

import json

import pytest

from roses.bots.arena import Arena, Pairing, ratings, wilson
from roses.cli import main
from roses.progress import ProgressBar
from roses.richard.tables import SIDES
from tests.proof import sampled


def test_wilsons_interval_is_that_of_the_books() -> None:
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def test_ratings_say_how_often_one_beats_another() -> None:
    """Shares made of known ratings give these ratings back."""
    known = {"a": 0.0, "b": -150.0, "c": 90.0}

    def share(one: str, other: str) -> float:
        return 1 / (1 + 10 ** ((known[other] - known[one]) / 400))

    met = [(one, other) for one in known for other in known if one != other]
    pairs = [Pairing(*both, "York", 100, share(*both), 0, 1, 0.5) for both in met]
    assert ratings(list(known), pairs) == pytest.approx(known, abs=0.5)


def test_each_bot_plays_each_side() -> None:
    result = Arena("lancaster", None, 4, players=3).run(["squire", "page"])
    assert [(pair.a, pair.side_a) for pair in result.pairs][2:4] == [("squire", "Yellow"), ("page", "Blue")]
    assert all(pair.low <= pair.share <= pair.high for pair in result.pairs)
    assert result.elo["squire"] == 0 > result.elo["page"]
    assert set(result.ms) == {"squire", "page"} and result.ms["squire"] > result.ms["page"] > 0


def test_the_same_seed_plays_the_same_games() -> None:
    one, other = (Arena("richard-iii", "1483", 2).run(["squire", "page"], seed=4) for _again in range(2))
    assert one.pairs == other.pairs


@pytest.mark.parametrize(
    ("scenario", "side"),
    sampled([("1460", "York"), ("1470", "Lancaster"), ("1483", "Lancaster")], ("1483", "Lancaster")),
)
def test_the_squire_beats_chance_by_forty_points_as_the_pretender(scenario: str, side: str) -> None:
    result = Arena("richard-iii", scenario, 12).run(["squire", "page"])
    found = {(pair.a, pair.side_a): pair for pair in result.pairs}
    assert found["squire", side].share >= found["squire", side].baseline + 0.4
    assert all(pair.share >= pair.baseline for (name, _side), pair in found.items() if name == "squire")
    assert result.ms["squire"] < 50


def test_the_command_prints_the_figures(capsys: pytest.CaptureFixture[str]) -> None:
    told = ["arena", "--game", "lancaster", "--players", "2", "--games", "2", "--swap"]
    main([*told, "--json"])
    said = json.loads(capsys.readouterr().out)
    assert set(said) == {"pairs", "swapped", "elo", "ms"}
    assert set(said["pairs"][0]) == {"a", "b", "side_a", "games", "share", "low", "high", "baseline"}
    main(told)
    shown = capsys.readouterr().out
    assert "squire as Blue against page: " in shown and "squire against page on all sides: " in shown


def test_a_bot_against_itself_shows_what_the_side_is_worth() -> None:
    result = Arena("richard-iii", "1470", 3).run(["squire", "squire"])
    assert [(pair.a, pair.b, pair.side_a) for pair in result.pairs] == [("squire", "squire", side) for side in SIDES]
    assert sum(pair.share for pair in result.pairs) == pytest.approx(1) and result.swapped[0].share == 0.5
    assert result.elo == {"squire": 0.0}


def test_an_arena_ends_in_time_with_as_many_games_of_each_pairing() -> None:
    result = Arena("lancaster", None, 10**6, players=2, minutes=0.02).run(["squire", "page"])
    assert {pair.games for pair in result.pairs} == {result.pairs[0].games} and 0 < result.pairs[0].games < 10**4
    both = result.swapped[0]
    assert both.games == 2 * result.pairs[0].games and both.low <= both.share <= both.high
    assert both.share == pytest.approx((result.pairs[0].share + result.pairs[1].share) / 2, abs=1e-4)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (["--seats", "squire,king"], "there is no bot 'king'; there are: page, squire, knight, duke"),
        (["--seats", "squire,duke:x"], "a duke thinks for a whole number of iterations .* not 'duke:x'"),
        (["--seats", "squire,page:2"], "there is no bot 'page:2'"),
        (["--seats", "squire"], "an arena needs two bots at least"),
        (["--games", "0"], "an arena needs at least one game, not 0"),
        (["--minutes", "0"], "more than 0 minutes, not 0"),
        (["--scenario", "1066"], "there is no scenario '1066'"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(told: list[str], why: str) -> None:
    with pytest.raises(SystemExit, match=why):
        main(["arena", *told])


def test_an_arena_that_is_stopped_tells_of_the_games_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    play, played = Arena._game, list[int]()

    def stopped(self: Arena, names: tuple[str, ...], number: int, bar: ProgressBar) -> dict[str, float]:
        played.append(number)
        if len(played) == 8:  # three seatings, so in the middle of the third game of each
            raise KeyboardInterrupt
        return play(self, names, number, bar)

    whole = Arena("lancaster", None, 2, players=2, swap=False).run(["squire", "page"])
    monkeypatch.setattr(Arena, "_game", stopped)
    assert Arena("lancaster", None, 5, players=2, swap=False).run(["squire", "page"], 0).pairs == whole.pairs
    played[:] = [0] * 7
    with pytest.raises(SystemExit, match="interrupted before every pair had played"):
        main(["arena", "--game", "lancaster", "--games", "5"])
