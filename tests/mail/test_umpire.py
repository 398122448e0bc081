"""Play by mail with an umpire: the game is that of one table, letters hold what a side may know, files are checked."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.errors import SaveError
from roses.engine.game import Game
from roses.engine.mail import Letter, LetterPlayer, MailError, Orders, Umpire, sealed
from roses.engine.protocol import Action
from roses.engine.record import Entry
from tests.proof import sampled

_WAR, _LONG, _COURT = (
    ("richard-iii", {"scenario": "1483"}),
    ("richard-iii", {"scenario": "1460"}),
    ("lancaster", {"players": 2}),
)
_GAMES = [(*_WAR, 1), (*_COURT, 1), (*_LONG, 2), (*_WAR, 3), ("lancaster", {"players": 5}, 4)]


class Player:
    """Chooses by chance, the same in every run: it depends on the side and the number of its choice alone."""

    def __init__(self) -> None:
        self.made: Counter[str] = Counter()

    def choose(self, side: str, options: tuple[Action, ...]) -> Action:
        self.made[side] += 1
        return options[random.Random(f"{side} {self.made[side]}").randrange(len(options))]


def at_one_table(game: Game, order: tuple[Entry, ...]) -> Game:
    """Play at one table; of several who choose at once, the one chooses first whose orders came first."""
    player = Player()
    while not game.state.outcome:
        side = order[len(game)].by
        game.play(player.choose(side, game.state.legal_actions(side)))
    return game


def round_of_mail(umpire: Umpire, player: Player, earlier: dict[str, Path]) -> int:
    """Send all letters, let those who must choose answer, and take their orders in; return how many orders there were.

    A player that is opened once more finds its orders as they were left.
    """
    letters = dict(zip(umpire.game.state.sides, umpire.write(), strict=True))
    for side in umpire.waits_for:
        writer = LetterPlayer(letters[side], earlier.get(side))
        while writer.seat.options:
            writer.seat.play(player.choose(side, writer.seat.options))
        again = LetterPlayer(letters[side])
        assert again.orders == writer.orders and again.seat.options == ()
        assert umpire.take(writer.orders_path).refused == ""
    earlier |= letters
    return len(writer.orders.actions)


@pytest.mark.parametrize(("game", "told", "seed"), sampled(_GAMES, *_GAMES[:2]))
def test_a_whole_game_by_mail_is_that_of_one_table(game: str, told: dict[str, Any], seed: int, tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "umpire.json", game, seed=seed, **told)
    player, earlier, rounds = Player(), dict[str, Path](), 0
    while umpire.waits_for:
        round_of_mail(umpire, player, earlier)
        rounds += 1
    one = at_one_table(roses.game(game, seed=seed, **told), umpire.game.record.entries)
    assert umpire.game.record.entries == one.record.entries and umpire.game.state.outcome == one.state.outcome
    assert rounds < sum(player.made.values()), "a letter may be answered with several orders"
    assert Umpire.open(roses.start, umpire.path).game.record.entries == one.record.entries


# ---- what a letter holds


def begun(tmp_path: Path, name: str = "umpire", seed: int = 1, actions: int = 30) -> Umpire:
    """A game that has gone on for a while."""
    umpire = Umpire.new(roses.start, tmp_path / f"{name}.json", "richard-iii", "1483", seed=seed)
    player, earlier = Player(), dict[str, Path]()
    while len(umpire.game) < actions:
        round_of_mail(umpire, player, earlier)
    return umpire


def test_letters_are_equal_byte_for_byte_where_only_what_is_hidden_differs(tmp_path: Path) -> None:
    umpire, item = begun(tmp_path), 0
    for side in ("York", "Lancaster"):
        truth = umpire.game.state
        letter = msgspec.json.encode(umpire.letter(side))
        for number in range(20):
            other = roses.resample(truth.view(side), random.Random(number))
            umpire.game._states[-1] = other
            item += other.view() != truth.view()
            assert msgspec.json.encode(umpire.letter(side)) == letter
        umpire.game._states[-1] = truth
    assert item > 30, "the truth differed"


def test_a_letter_holds_no_seed_no_record_and_no_enemy(tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "umpire.json", "richard-iii", "1483", seed=987654321)
    results = {path.name: path.read_text(encoding="utf-8") for path in umpire.write()}
    assert "987654321" not in "".join(results.values()) and "entries" not in "".join(results.values())
    assert "Richmond" in results["umpire-Lancaster-001.json"]
    york = json.loads(results["umpire-York-001.json"])["view"]
    assert {piece.get("block", "") for piece in york["pieces"] if piece["side"] == "Lancaster"} <= {"", "Richmond"}
    assert list(york["hands"]) == ["York"]


# ---- what is refused


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("mail")
    begun(folder)
    return folder


@pytest.fixture
def umpire(played: Path, tmp_path: Path) -> Umpire:
    shutil.copytree(played, tmp_path, dirs_exist_ok=True)
    return Umpire.open(roses.start, tmp_path / "umpire.json")


def answered(umpire: Umpire) -> LetterPlayer:
    """The player of a side that must choose, with its first order."""
    side = umpire.waits_for[0]
    writer = LetterPlayer(umpire.write()[umpire.game.state.sides.index(side)])
    writer.seat.play(writer.seat.options[0])
    return writer


def test_stale_orders_are_named(umpire: Umpire) -> None:
    writer, before = answered(umpire), len(umpire.game)
    umpire.take(writer.orders_path)
    with pytest.raises(MailError, match=rf"stale: they answer the letter after action {before}, and the game has gone"):
        umpire.take(writer.orders_path)


def test_orders_for_a_line_of_play_that_was_taken_back_are_named(umpire: Umpire) -> None:
    umpire.take(answered(umpire).orders_path)
    writer = answered(umpire)
    umpire.game.undo(across_chance=True)
    with pytest.raises(MailError, match="a letter that this game has never sent: it was changed, or a move was taken"):
        umpire.take(writer.orders_path)


def test_files_of_another_game_are_named(umpire: Umpire, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = begun(tmp_path / "other", "umpire", 1, 30)
    assert other.game.record.entries == umpire.game.record.entries and other.mail != umpire.mail
    with pytest.raises(MailError, match=f"belongs to another game: it has the number {other.mail}, and this game has"):
        umpire.take(answered(other).orders_path)


def test_every_change_of_a_file_is_found(umpire: Umpire) -> None:
    writer = answered(umpire)
    for path, read in ((writer.path, LetterPlayer), (writer.orders_path, umpire.take)):
        text = path.read_text(encoding="utf-8")
        rng = random.Random(5)
        marks = [at for at, letter in enumerate(text) if letter.isalnum()]
        for at in rng.sample(marks, 60):
            path.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :], encoding="utf-8")
            with pytest.raises(MailError, match=path.name):
                read(path)
        path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("field", ["events", "chain"])
def test_a_change_with_a_check_of_its_own_is_found_by_the_chain(umpire: Umpire, field: str) -> None:
    letter = umpire.letter("York")
    new = {"events": letter.events[:-1], "chain": "0" * 64}[field]
    path = umpire.path.with_name("forged.json")
    path.write_bytes(msgspec.json.encode(sealed(msgspec.structs.replace(letter, **{field: new}))))
    with pytest.raises(MailError, match="the events in it do not give its chain"):
        LetterPlayer(path)


def test_a_letter_that_tells_another_past_than_the_one_before_is_named(umpire: Umpire, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    shutil.copy(umpire.write()[1], old)
    umpire.game.undo(across_chance=True)
    writer = answered(umpire)
    umpire.take(writer.orders_path)
    while len(umpire.game) < 40:
        writer = answered(umpire)
        umpire.take(writer.orders_path)
    with pytest.raises(MailError, match="tells another past than the one before it"):
        LetterPlayer(umpire.write()[1], old)
    with pytest.raises(MailError, match="this letter is stale: it was written after action"):
        LetterPlayer(old, umpire.write()[1])
    with pytest.raises(MailError, match="this letter is for York, and the one before it was for Lancaster"):
        LetterPlayer(umpire.write()[1], umpire.write()[0])


def test_orders_that_are_not_legal_stop_with_their_reason_and_what_came_before_stands(umpire: Umpire) -> None:
    writer, before = answered(umpire), len(umpire.game)
    orders = msgspec.structs.replace(writer.orders, actions=(*writer.orders.actions, "Gloucester flies to Rome"))
    receipt = umpire.take(orders)
    assert receipt.played == 1 and "Order 2, Gloucester flies to Rome, was not played" in receipt.refused
    assert len(umpire.game) > before


def test_a_side_cannot_order_for_another(umpire: Umpire) -> None:
    writer = answered(umpire)
    other = next(side for side in umpire.game.state.sides if side != writer.letter.side)
    with pytest.raises(MailError, match="answer a letter that this game has never sent"):
        umpire.take(msgspec.structs.replace(writer.orders, side=other))


def test_a_letter_is_no_order_and_a_record_no_game_by_mail(umpire: Umpire, tmp_path: Path) -> None:
    with pytest.raises(MailError, match="is a file of the kind letter, and orders is needed here"):
        umpire.take(umpire.write()[0])
    roses.game("lancaster", seed=1, autosave=tmp_path / "plain.json")
    with pytest.raises(MailError, match="is not a game by mail"):
        Umpire.open(roses.start, tmp_path / "plain.json")
    with pytest.raises(SaveError, match="stays as it is"):
        Umpire.new(roses.start, tmp_path / "plain.json", "lancaster")


# ---- the player


def test_orders_are_taken_back_and_end_where_dice_fall(umpire: Umpire) -> None:
    writer = answered(umpire)
    assert Orders.__struct_config__.tag == "orders" and Letter.__struct_config__.tag == "letter"
    writer.seat.undo()
    assert writer.orders.actions == ()
    while writer.seat.options:
        writer.seat.play(writer.seat.options[0])
    assert writer.seat.prompt == "Your orders are complete: send them to the umpire."
    assert writer.seat.why_not("Gloucester marches to Kent").legal is False


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_letters_are_read_by_every_player(players: int, tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "court.json", "lancaster", players=players, seed=1)
    writers = [LetterPlayer(letter) for letter in umpire.write()]
    assert [writer.seat.side for writer in writers] == list(umpire.game.state.sides)
    assert [writer.seat.view == umpire.game.view(writer.seat.side) for writer in writers] == [True] * players
