"""A game in progress is not lost: it saves itself, and is resumed from its file just as it was."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import roses
from roses.engine.dice import Dice
from roses.engine.errors import RecordError
from roses.engine.game import Game
from roses.engine.protocol import CHANCE
from roses.engine.record import MOST_DRAWN, Moment, Record, Variation, dumps, load, loads, save
from roses.engine.replay import Replay
from tests.protocol.test_plays import begun, played
from tests.testing.fuzz import Case


def choose(play: Game, rng: random.Random, choices: int) -> None:
    """Play so many random choices, or to the end, and take one back now and then, also across chance."""
    for _ in range(choices):
        if not play.state.active:
            return
        play.play(rng.choice(play.state.legal_actions(rng.choice(play.state.active))))
        if rng.random() < 0.2:
            play.undo(across_chance=True)


def test_a_game_resumed_goes_on_just_as_the_game_that_was_not_interrupted(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play = begun(case, autosave=path, headers={"place": "Leeds"})
    choose(play, random.Random(5), 12)
    path.rename(tmp_path / "copy.json")
    resumed = roses.resume(tmp_path / "copy.json")
    assert resumed.record == play.record and resumed.state == play.state and resumed.seed == play.seed
    for other in (play, resumed):
        choose(other, random.Random(6), 30)
    assert resumed.record == play.record and resumed.state == play.state
    assert load(tmp_path / "copy.json") == play.record


def test_a_game_is_resumed_as_often_as_one_likes(case: Case, tmp_path: Path) -> None:
    whole, path = begun(case), tmp_path / "game.json"
    begun(case, autosave=path)
    for lap in range(6):
        resumed = roses.resume(path)
        for play in (whole, resumed):
            choose(play, random.Random(lap), 4)
    assert roses.resume(path).record == whole.record


def test_a_game_resumed_takes_back_what_was_played_before(case: Case, tmp_path: Path) -> None:
    play, opening = played(case, 5), begun(case)
    resumed = roses.resume(save(play.record, tmp_path / "game.json"))
    while play.state != opening.state:
        resumed.undo(across_chance=True)
        play.undo(across_chance=True)
        assert resumed.state == play.state
    assert resumed.state == opening.state and resumed.record.entries == opening.record.entries
    assert load(tmp_path / "game.json") == resumed.record


def test_a_record_that_does_not_say_how_many_dice_were_drawn_is_resumed_with_the_dice_of_its_seed(
    case: Case, tmp_path: Path
) -> None:
    play = played(case, 9)
    save(msgspec.structs.replace(play.record, drawn=None), tmp_path / "game.json")
    resumed = roses.resume(tmp_path / "game.json")
    assert resumed.record == play.record
    for other in (play, resumed):
        choose(other, random.Random(3), 20)
    assert resumed.record == play.record


def test_a_game_whose_chance_is_typed_in_stays_so(case: Case, tmp_path: Path) -> None:
    play, rng = begun(case, chance=False, autosave=tmp_path / "game.json"), random.Random(4)
    while play.state.active and len(play) < 8:
        chance = play.state.active == (CHANCE,)
        play.play(play.state.sample(rng) if chance else rng.choice(play.state.legal_actions()))
    resumed = roses.resume(tmp_path / "game.json")
    assert resumed.record == play.record and resumed.record.seed is None
    assert roses.resume(tmp_path / "game.json", chance=True).state.active != (CHANCE,)


def test_a_game_is_resumed_for_a_side(case: Case, tmp_path: Path) -> None:
    play = begun(case, autosave=tmp_path / "game.json")
    side = play.state.sides[1]
    assert roses.resume(tmp_path / "game.json", side=side).view() == play.view(side)
    with pytest.raises(ValueError, match="Nobody"):
        roses.resume(tmp_path / "game.json", side="Nobody")


def test_narration_and_variations_of_a_record_that_is_resumed_are_kept(case: Case, tmp_path: Path) -> None:
    record = played(case, 6).record
    last = len(record.entries)
    moments = (Moment(1, "1455", "St Albans", "It rains."), Moment(last, "1455", "St Albans", "It is over."))
    result = msgspec.structs.replace(record, moments=moments, variations=(Variation(1, record.entries[1:2]),))
    resumed = roses.resume(save(result, tmp_path / "game.json"))
    assert resumed.record == result
    resumed.undo(across_chance=True)
    assert resumed.record.moments == moments[:1] and resumed.record.variations == result.variations
    Replay(load(tmp_path / "game.json"), roses.start)


def test_a_damaged_record_is_not_resumed_and_not_touched(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    text = dumps(played(case, 6).record)[:-30]
    path.write_text(text)
    with pytest.raises(RecordError) as caught:
        roses.resume(path)
    assert f"type: roses record check {path} --save OTHER" in str(caught.value) and "\n" not in str(caught.value)
    assert path.read_text() == text
    with pytest.raises(RecordError, match=r"none\.json cannot be read"):
        roses.resume(tmp_path / "none.json")


@pytest.mark.parametrize("drawn", [-1, MOST_DRAWN + 1, 2**63, "many"])
def test_a_number_of_dice_that_cannot_be_is_refused(drawn: object) -> None:
    text = dumps(Record("richard-iii", "1483", (), seed=7)).replace('"seed": 7', f'"seed": 7, "drawn": {drawn!r}')
    with pytest.raises(RecordError, match=r"drawn|malformed"):
        loads(text)


@pytest.mark.parametrize("seed", ["x", "7", 1.5, True, 2**64, -(2**64)])
def test_a_seed_that_is_no_number_is_refused_in_one_sentence(seed: object) -> None:
    with pytest.raises(ValueError, match=r"^the seed must be a whole number of at most 64 bits, such as seed=7, not "):
        roses.game("richard-iii", seed=seed)


def test_the_dice_are_those_of_the_seed_and_their_number_alone_says_where_they_stand() -> None:
    for draw in (
        lambda rng: rng.random(),
        lambda rng: rng.triangular(),
        lambda rng: rng.getrandbits(7),
        lambda rng: rng.getrandbits(32),
        lambda rng: rng.getrandbits(33),
        lambda rng: rng.randbytes(5),
        lambda rng: rng.randrange(1, 7),
        lambda rng: rng.sample(range(25), 7),
        lambda rng: rng.choices("abc", [1, 2, 3]),
    ):
        plain, dice = random.Random(3), Dice(3)
        assert [draw(dice) for _ in range(9)] == [draw(plain) for _ in range(9)]
        again = Dice(3, dice.drawn)
        assert again.drawn == dice.drawn and again.getstate()[1] == dice.getstate()[1]
