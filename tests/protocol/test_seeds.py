"""Seeds: those that the kit draws are secrets of 256 bits, those given by hand keep the dice that they always had."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest

import roses
from roses.bots.play import bot_seed
from roses.engine import transcript
from roses.engine.dice import Dice, KeyedDice, checked, draw_seed
from roses.engine.errors import RecordError
from roses.engine.protocol import CHANCE
from roses.engine.record import Record, dumps, load, loads, prefix, save
from roses.engine.replay import Replay
from roses.widgets.play import saves

SEED = "5eed" * 16


def draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The seeds of all that draws one by itself."""
    monkeypatch.chdir(tmp_path)
    game = roses.game("richard-iii", "1483", autosave="game.json")
    timeline = roses.timeline("1483-richard-iii")
    loose = save(Record("richard-iii", "1483", ()), "loose.json")
    branch = saves.branch(timeline, 30, {}, None, Path("branch.json"))
    resumed = roses.resume(loose, chance=True)
    return [game.seed, game.again().seed, load("game.json").seed, resumed.seed, load(loose).seed,
            load(branch).seed, load(saves.again(branch)).seed, draw_seed()]  # fmt: skip


def test_a_seed_that_is_drawn_has_256_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = draws(tmp_path, monkeypatch)
    assert all(isinstance(seed, str) and len(bytes.fromhex(seed)) == 32 for seed in seeds)
    assert len(set(seeds)) == 6, "two are those of files that were written of two games"


def test_a_seed_given_by_hand_keeps_its_dice() -> None:
    play = roses.game("richard-iii", "1483", seed=7)
    assert play.record.entries[0].action == str(roses.start("richard-iii", "1483").sample(random.Random(7)))
    assert [roses.game("lancaster", seed=7).record.seed, checked(0), checked(-3)] == [7, 0, -3]


@pytest.mark.parametrize("wrong", [True, 2.0, "7", "5EED" * 16, SEED + "\n", SEED + "0", 2**64, [1]])
def test_another_value_is_no_seed(wrong: Any, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^the seed must be a whole number of at most 64 bits, such as seed=7, not "):
        roses.game("lancaster", seed=wrong)
    with pytest.raises(ValueError, match=r"^the seed must be a whole number of at most 64 bits, such as seed=7, not "):
        saves.branch(roses.timeline("1483-richard-iii"), 30, {}, wrong, tmp_path / "branch.json")
    assert not (tmp_path / "branch.json").exists()


@pytest.mark.parametrize("game", ["richard-iii", "lancaster"])
def test_a_game_of_a_drawn_seed_is_resumed_with_the_same_dice_to_come(game: str, tmp_path: Path) -> None:
    path, rng = tmp_path / "game.json", random.Random(4)
    play = roses.game(game, seed=SEED, autosave=path)
    other = roses.game(game, seed=SEED)
    while play.state.active:
        options = play.state.legal_actions(rng.choice(play.state.active))
        chosen = rng.choice(options)
        play.play(chosen)
        other.play(chosen)
        if rng.random() < 0.05:
            play = roses.resume(path)
    assert play.record.entries == other.record.entries and play.record.drawn == other.record.drawn
    assert Counter(entry.by for entry in other.record.entries)[CHANCE] > 2
    again = msgspec.structs.replace(prefix(other.record, 40), drawn=None)  # as a record that was typed in
    assert roses.resume(save(again, tmp_path / "typed.json")).record.drawn == roses.resume(
        save(msgspec.structs.replace(again, drawn=_drawn(again)), tmp_path / "counted.json")
    ).record.drawn  # fmt: skip


def _drawn(record: Record) -> int:
    dice = KeyedDice(SEED)
    for state, entry in zip(Replay(record, roses.start).states, record.entries, strict=False):
        if entry.by == CHANCE:
            assert str(state.sample(dice)) == entry.action
    return dice.drawn


def test_records_and_transcripts_hold_both_kinds_of_seeds() -> None:
    for seed in (7, -3, SEED, "7" * 64):
        record = roses.game("lancaster", seed=seed).record
        assert loads(dumps(record)) == transcript.read(transcript.write(record)) == record and record.seed == seed


@pytest.mark.parametrize("seed", ["5EED" * 16, SEED + "\n", SEED[1:], "", True, 1.5])
def test_a_record_with_another_seed_is_refused(seed: Any) -> None:
    text = msgspec.json.encode({"game": "lancaster", "scenario": "1413", "entries": [], "seed": seed})
    with pytest.raises(RecordError):
        loads(text)


# ---- the keyed stream


@pytest.mark.parametrize("draw", [
    lambda rng: rng.random(),
    lambda rng: rng.getrandbits(7),
    lambda rng: rng.getrandbits(700),
    lambda rng: rng.randbytes(5),
    lambda rng: rng.randrange(1, 7),
    lambda rng: rng.sample(range(25), 7),
    lambda rng: rng.choices("abc", [1, 2, 3]),
])  # fmt: skip
def test_the_stream_goes_on_after_any_number_of_words(draw: Callable[[random.Random], object]) -> None:
    whole = KeyedDice(SEED)
    for _again in range(40):
        again = KeyedDice(SEED, whole.drawn)
        assert draw(again) == draw(whole) and again.drawn == whole.drawn > 0


def test_the_words_of_the_stream_are_those_of_a_keyed_hash() -> None:
    dice, key = KeyedDice(SEED), bytes.fromhex(SEED)
    blocks = b"".join(blake2b(n.to_bytes(8, "big"), key=key, person=b"roses dice").digest() for n in range(5))
    words = [int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4)]
    assert [dice.getrandbits(32) for _ in words] == words
    assert KeyedDice(SEED, 15).getrandbits(40) == (words[15] << 32 | words[16]) >> 24
    assert KeyedDice(SEED, 3).random() == ((words[3] << 32 | words[4]) >> 11) / 2**53


def test_dice_of_the_stream_are_uniform() -> None:
    """Chi-square with 5 degrees of freedom is over 30 once in 70,000 times; with 24, over 70 as rarely."""
    for key in range(8):
        dice = KeyedDice(f"{key:064x}")
        faces = Counter(dice.choices((1, 2, 3, 4, 5, 6), [1] * 6)[0] for _ in range(6000))
        dealt = Counter(card for _ in range(1000) for card in dice.sample(range(25), 7))
        assert sum((n - 1000) ** 2 / 1000 for n in faces.values()) < 30 and len(faces) == 6
        assert sum((n - 280) ** 2 / 280 for n in dealt.values()) < 70 and len(dealt) == 25
        halves = Counter(dice.random() < 0.5 for _ in range(6000))
        assert abs(halves[True] - 3000) < 200


def test_seeds_that_differ_in_one_bit_have_nothing_in_common() -> None:
    one, other = KeyedDice("0" * 64), KeyedDice("0" * 63 + "1")
    bits = [(one.getrandbits(512) ^ other.getrandbits(512)).bit_count() for _ in range(50)]
    assert 200 < min(bits) <= max(bits) < 312


def test_the_stream_is_not_that_of_its_seed_in_the_other_generator() -> None:
    assert KeyedDice("0" * 64).random() not in (Dice(0).random(), random.Random("0" * 64).random())


def test_a_bot_at_a_table_has_a_seed_that_tells_nothing_of_the_dice() -> None:
    assert bot_seed(SEED, "York") != bot_seed(SEED, "Lancaster") != bot_seed(SEED[1:] + "0", "Lancaster")
    assert int(SEED, 16) not in (bot_seed(SEED, "York"), bot_seed(SEED, "Lancaster"))
    assert bot_seed(1, "York") == int.from_bytes(b"York", "big") * 1_000_003 + 1
