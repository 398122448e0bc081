"""The seed of a game by mail: no letter gives it away, the umpire is bound to it, and a cheat is named at the end."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import roses
from roses import cli
from roses.engine import mail as mail_file
from roses.engine.dice import KeyedDice, Seed, dice_of
from roses.engine.mail import Letter, LetterPlayer, MailError, Umpire, sealed
from roses.engine.protocol import CHANCE
from roses.engine.record import Entry, Record
from roses.richard.tables import bits
from roses.widgets.play.table import Table
from tests.mail.test_umpire import Player, round_of_mail

SEED = "5eed" * 16
FEW = 1 << 11  # the seeds that the attack tries; there were two millions of times as many, 24 minutes' work


def begin(folder: Path, seed: Seed | None, game: str = "richard-iii") -> Umpire:
    return Umpire.new(roses.start, folder / "war.json", game, seed=seed)


def play_out(umpire: Umpire) -> None:
    player = Player()
    while umpire.waits_for:
        side = umpire.waits_for[0]
        umpire.game.play(player.choose(side, umpire.game.state.legal_actions(side)))


def attack(letter: Path) -> Iterator[int]:
    """Yield the seeds, of few, that would have dealt the hand in a letter."""
    view = LetterPlayer(letter).seat.view
    state = roses.start("richard-iii", view.scenario)
    for seed in range(FEW):
        dealt = state.apply(state.sample(random.Random(seed)))
        if dealt.view(view.viewer).hands == view.hands:
            yield seed


# ---- what a letter gives away


def test_a_small_seed_is_found_from_the_first_letter_and_gives_away_the_enemys_hand(tmp_path: Path) -> None:
    umpire = begin(tmp_path, 1483)
    items = list(attack(umpire.write()[1]))
    assert items == [1483]
    known = roses.game("richard-iii", umpire.game.state.setup.id, seed=items[0]).state
    assert known.hands == umpire.game.state.hands, "and all dice to come"


def test_a_seed_that_was_drawn_leaves_nothing_to_try(tmp_path: Path) -> None:
    umpire = begin(tmp_path, None)
    seed, letters = umpire.game.seed, umpire.write()
    assert isinstance(seed, str) and len(bytes.fromhex(seed)) == 32 and list(attack(letters[1])) == []
    first = KeyedDice(seed)
    words = {f"{first.getrandbits(32):08x}" for _ in range(64)} | {str(first.getrandbits(32)) for _ in range(64)}
    for path in letters:
        text = path.read_text(encoding="utf-8")
        assert seed not in text and not any(seed[at : at + 8] in text for at in range(0, 64, 8))
        assert not any(word in text for word in words), "no word of the stream"
        letter = mail_file.read(path, Letter)
        assert not letter.by_hand and letter.record is None
        assert letter.commitment not in {mail_file.commitment(umpire.mail, number) for number in range(FEW)}


def test_letters_to_both_sides_hold_one_commitment_that_another_game_does_not_share(tmp_path: Path) -> None:
    umpire = begin(tmp_path, SEED)
    assert {umpire.letter(side).commitment for side in umpire.game.state.sides} == {
        mail_file.commitment(umpire.mail, SEED)
    }
    (tmp_path / "other").mkdir()
    assert begin(tmp_path / "other", SEED).letter("York").commitment != umpire.letter("York").commitment


def test_a_seed_given_by_hand_is_told_to_the_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "The umpire gave the seed of this game by hand, so that it is no secret: whoever tries many numbers can find"
    for seed in (["--seed", "4"], []):
        assert cli.main(["mail", "new", f"u{len(seed)}.json", "--scenario", "1483", *seed]) == 0
        assert cli.main(["mail", "play", f"u{len(seed)}-York-001.json"]) == 0
        assert (text in capsys.readouterr().out) is bool(seed)
        assert (text in Table.by_mail(f"u{len(seed)}-York-001.json").screen["note"]) is bool(seed)


# ---- the opening


@pytest.fixture(scope="module", params=["richard-iii", "lancaster"])
def ended(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Umpire, Path, Path]:
    """A whole game, with the first and the last letter to its first side."""
    folder = tmp_path_factory.mktemp("ended")
    options = {"richard-iii": {"scenario": "1483"}, "lancaster": {"players": 2}}[request.param]
    umpire = Umpire.new(roses.start, folder / "war.json", request.param, seed=SEED, **options)
    begun = shutil.copy(umpire.write()[0], folder / "first.json")
    play_out(umpire)
    return umpire, Path(begun), umpire.write()[0]


def test_the_last_letter_opens_the_seed_and_all_dice_follow_from_it(
    ended: tuple[Umpire, Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    umpire, begun, last = ended
    fell = sum(entry.by == CHANCE for entry in umpire.game.record.entries)
    letter = mail_file.read(last, Letter)
    assert letter.record == umpire.game.record and letter.record.seed == SEED and fell > 2
    assert mail_file.read(begun, Letter).record is None
    assert LetterPlayer(last, begun).remark == (
        f"All dice and deals, {fell}, follow from the seed that the umpire opens. It is the one to which he bound "
        "himself in the letter before."
    )
    assert "name a letter before this one too" in LetterPlayer(last).remark
    assert cli.main(["mail", "play", str(last), "--after", str(begun)]) == 0
    assert f"All dice and deals, {fell}, follow from the seed" in capsys.readouterr().out
    note = Table.by_mail(last, begun).screen["note"]
    assert "The game is over" in note and "follow from the seed" in note


def forged(ended: tuple[Umpire, Path, Path], folder: Path, **changes: Any) -> Path:
    path = folder / "forged.json"
    letter = msgspec.structs.replace(mail_file.read(ended[2], Letter), **changes)
    path.write_bytes(msgspec.json.encode(sealed(letter)))
    return path


def test_an_umpire_who_opens_another_seed_is_named(ended: tuple[Umpire, Path, Path], tmp_path: Path) -> None:
    record, mail = ended[0].game.record, ended[0].mail
    for seed in ("0" * 64, 7, None):
        lie = msgspec.structs.replace(record, seed=seed)
        with pytest.raises(MailError, match=r"^the umpire opens another seed than the one to which he bound himself"):
            LetterPlayer(forged(ended, tmp_path, record=lie))
    lie = msgspec.structs.replace(record, seed="0" * 64)
    changed = forged(ended, tmp_path, record=lie, commitment=mail_file.commitment(mail, "0" * 64))
    with pytest.raises(MailError, match=r"^the umpire has changed the dice: action \d of his record is "):
        LetterPlayer(changed)
    with pytest.raises(MailError, match=r"^the umpire has bound himself to another seed than in the letter after"):
        LetterPlayer(changed, ended[1])


def test_an_umpire_who_gave_the_seed_by_hand_and_hid_it_is_named(
    ended: tuple[Umpire, Path, Path], tmp_path: Path
) -> None:
    lie = msgspec.structs.replace(ended[0].game.record, seed=7)
    path = forged(ended, tmp_path, record=lie, commitment=mail_file.commitment(ended[0].mail, 7))
    with pytest.raises(MailError, match=r"^the umpire gave the seed by hand, and did not say so$"):
        LetterPlayer(path)


def test_an_umpire_who_opens_nothing_is_named(ended: tuple[Umpire, Path, Path], tmp_path: Path) -> None:
    with pytest.raises(MailError, match=r"^the game is over, and the umpire does not open its seed$"):
        LetterPlayer(forged(ended, tmp_path, record=None))


def test_one_die_or_deal_that_was_changed_is_named(ended: tuple[Umpire, Path, Path], tmp_path: Path) -> None:
    entries = ended[0].game.record.entries
    falls = [at for at, entry in enumerate(entries) if entry.by == CHANCE]
    for at in (falls[0], falls[len(falls) // 2], falls[-1]):
        words = entries[at].action.split()
        lie = Entry(CHANCE, " ".join([*words[:-1], "1" if words[-1] != "1" else "2"]))
        record = msgspec.structs.replace(ended[0].game.record, entries=(*entries[:at], lie, *entries[at + 1 :]))
        with pytest.raises(MailError, match=rf"^the umpire has changed the dice: action {at + 1} of his record is"):
            LetterPlayer(forged(ended, tmp_path, record=record))


def test_a_game_that_cannot_be_or_was_not_told_is_named(ended: tuple[Umpire, Path, Path], tmp_path: Path) -> None:
    record = ended[0].game.record
    nonsense = msgspec.structs.replace(record, entries=(*record.entries[:5], Entry("York", "flies to Rome")))
    with pytest.raises(MailError, match=r"^the umpire opens a game that cannot be: action 5: "):
        LetterPlayer(forged(ended, tmp_path, record=nonsense))
    with pytest.raises(MailError, match=r"^the umpire opens a game that cannot be: there is no game 'chess'"):
        LetterPlayer(forged(ended, tmp_path, record=Record("chess", "1", (), seed=SEED)))
    lie = msgspec.structs.replace(record, entries=(*record.entries[:5], Entry(CHANCE, "roll 1"), *record.entries[5:]))
    with pytest.raises(MailError, match=r"^the umpire "):
        LetterPlayer(forged(ended, tmp_path, record=lie))
    for other in ("richard-iii", "lancaster"):
        lie = roses.game(other, seed=SEED).record
        with pytest.raises(MailError, match=r"^the umpire opens another game than the one of which his letters told"):
            LetterPlayer(forged(ended, tmp_path, record=lie))
    short = msgspec.structs.replace(record, entries=record.entries[:-1])
    with pytest.raises(MailError, match=r"^the umpire opens another game than the one of which his letters told"):
        LetterPlayer(forged(ended, tmp_path, record=short))


def test_an_umpire_who_throws_other_dice_on_the_way_is_named(tmp_path: Path) -> None:
    """He rolls again until he likes it, and tells everybody the same story; his record is a legal game."""
    umpire, earlier = begin(tmp_path, SEED, "lancaster"), dict[str, Path]()
    round_of_mail(umpire, Player(), earlier)
    umpire.game._dice = dice_of("0" * 64, umpire.game.record.drawn or 0)
    play_out(umpire)
    letter = umpire.write()[0]
    with pytest.raises(MailError, match=r"^the umpire has changed the dice: action "):
        LetterPlayer(letter, earlier[umpire.game.state.sides[0]])


def test_hands_are_read_as_the_attack_reads_them() -> None:
    state = roses.game("richard-iii", "1483", seed=1483).state
    assert state.view("York").hands == {"York": bits(state.hands[1])}
