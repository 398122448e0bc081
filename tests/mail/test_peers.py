"""Play by mail without an umpire: sealed choices, dice that nobody decides alone, and files that are checked."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.mail import peer as peer_module
from roses.engine.mail.ledger import Post
from roses.engine.mail.mail_file import MailError, read, sealed
from roses.engine.mail.peer import Peer
from roses.engine.protocol import CHANCE
from roses.engine.replay import Replay
from tests.mail.test_umpire import Player
from tests.proof import sampled

_GAMES: list[tuple[str, dict[str, Any]]] = [
    ("lancaster", {"players": 2}),
    ("richard-iii", {"scenario": "1483", "lies_open": True}),
    ("lancaster", {"players": 5}),
    ("richard-iii", {"scenario": "1460", "lies_open": True}),
]


@pytest.fixture(scope="module", autouse=True)
def secrets() -> Iterator[None]:
    """Secrets that are the same in every run: a green run must not depend on luck."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(peer_module, "os", SimpleNamespace(urandom=random.Random(1).randbytes))
        yield


def sit(folder: Path, game: str, **told: Any) -> list[Peer]:
    """All players of a new game, each with a file of his own."""
    folder.mkdir(exist_ok=True)
    first, *others = roses.start(game, **{name: value for name, value in told.items() if name != "lies_open"}).sides
    begun = Peer.begin(folder / f"{first}.json", game, first, **told)
    return [begun, *(Peer.join(folder / f"{side}.json", begun.post_path, side) for side in others)]


def exchange(peers: list[Peer]) -> None:
    """Everybody sends his post to everybody, until nothing is new."""
    while True:
        before = [len(peer.ledger.notes) for peer in peers]
        for peer in peers:
            for other in peers:
                if other is not peer and len(other.ledger.notes) > 0:
                    try:
                        peer.take(other.post_path)
                    except MailError as error:
                        assert "stale" in str(error) or "missing" in str(error), error
        if [len(peer.ledger.notes) for peer in peers] == before:
            return


def play(peers: list[Peer], steps: int = 10_000) -> None:
    player = Player()
    exchange(peers)
    while not peers[0].ledger.state.outcome and peers[0].ledger.step < steps:
        for peer in peers:
            while peer.to_choose:
                peer.play(player.choose(peer.side, peer.ledger.state.legal_actions(peer.side)))
        exchange(peers)


@pytest.mark.parametrize(("game", "told"), sampled(_GAMES, *_GAMES[:2]))
def test_a_whole_game_by_mail_is_that_of_one_table(game: str, told: dict[str, Any], tmp_path: Path) -> None:
    peers = sit(tmp_path, game, **told)
    play(peers)
    entries = peers[0].ledger.entries
    assert all(peer.ledger.entries == entries for peer in peers)
    further = {name: value for name, value in told.items() if name != "lies_open"}
    table, player = roses.game(game, seed=1, chance=False, **further), Player()
    for entry in entries:
        if entry.by == CHANCE:
            table.play(entry.action)
        else:
            table.play(player.choose(entry.by, table.state.legal_actions(entry.by)))
    assert list(table.record.entries) == entries and table.state.outcome == peers[0].ledger.state.outcome
    assert Replay(peers[1].ledger.record, roses.start)[-1].outcome == table.state.outcome
    assert Peer(peers[0].path).ledger.entries == entries, "a file that is read again is the same"


# ---- secrets


def court(folder: Path) -> list[Peer]:
    """A game for three at court, up to the first vote."""
    peers, player = sit(folder, "lancaster", players=3), Player()
    exchange(peers)
    while peers[0].ledger.wants != "seal":
        for peer in peers:
            while peer.to_choose and peer.ledger.wants == "play":
                peer.play(player.choose(peer.side, peer.ledger.state.legal_actions(peer.side)))
        exchange(peers)
    return peers


@pytest.fixture
def peers(tmp_path: Path, begun: Path) -> list[Peer]:
    shutil.copytree(begun, tmp_path / "court")
    return [Peer(tmp_path / "court" / f"{side}.json") for side in ("Blue", "Green", "Yellow")]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("peers") / "court"
    court(folder)
    return folder


def test_a_sealed_vote_is_in_no_file_that_leaves_the_player(peers: list[Peer]) -> None:
    one, other, third = peers
    votes = one.ledger.state.legal_actions(one.side)
    one.play(votes[0])
    said = one.post_path.read_text(encoding="utf-8")
    assert str(votes[0]) in one.path.read_text(encoding="utf-8") and str(votes[0]) not in said
    assert one.state.active == (other.side, third.side) and not one.to_choose
    other.take(one.post_path)
    other.play(other.ledger.state.legal_actions(other.side)[1])
    assert str(votes[0]) not in other.path.read_text(encoding="utf-8"), "it is opened when all have sealed"


def test_equal_votes_have_different_seals(peers: list[Peer], tmp_path: Path) -> None:
    shutil.copytree(peers[0].path.parent, tmp_path / "again")
    twin = Peer(tmp_path / "again" / peers[0].path.name)
    for peer in (peers[0], twin):
        peer.play(peer.ledger.state.legal_actions(peer.side)[0])
    assert peers[0].ledger.notes[-1].body != twin.ledger.notes[-1].body


def test_a_post_holds_no_secret(peers: list[Peer]) -> None:
    for peer in peers:
        assert peer._secret not in peer.post_path.read_text(encoding="utf-8")


def test_dice_depend_on_the_number_of_every_player(tmp_path: Path) -> None:
    drawn = {sit_and_draw(tmp_path / str(number)) for number in range(12)}
    assert drawn == {"draw Blue as start player", "draw Green as start player"}


def sit_and_draw(folder: Path) -> str:
    peers = sit(folder, "lancaster", players=2)
    exchange(peers)
    return peers[0].ledger.entries[0].action


def test_a_game_with_lasting_secrets_wants_an_umpire_or_everybody_to_agree(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="without an umpire richard-iii can only be played with hands and blocks open"):
        Peer.begin(tmp_path / "york.json", "richard-iii", "York")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seed", [1, 2])
def test_what_screens_hide_at_court_follows_from_what_everybody_saw(seed: int) -> None:
    """So a ledger tells a player nothing that he could not have counted; only votes are secret while they are cast."""
    game, rng = roses.game("lancaster", players=4, seed=seed), random.Random(seed)
    while not game.state.outcome:
        game.play(rng.choice(game.state.legal_actions()))
        assert all(event.seen_by == () for event in game.state.events)


# ---- what is refused


def forged(peer: Peer, tmp_path: Path, at: int, **fields: Any) -> Path:
    """The post of a player with one note changed, and a check that fits."""
    post = read(peer.post_path, Post)
    notes = list(post.notes)
    notes[at] = msgspec.structs.replace(notes[at], **fields)
    path = tmp_path / "forged.json"
    path.write_bytes(msgspec.json.encode(sealed(msgspec.structs.replace(post, notes=tuple(notes)))))
    return path


def vote(peers: list[Peer]) -> None:
    """All seal; the first two know all seals, the last one has still to hear of them."""
    for peer in peers:
        peer.play(peer.ledger.state.legal_actions(peer.side)[0])
    for peer in peers[:2]:
        for other in peers:
            if other is not peer:
                with_suppressed(peer, other)


def with_suppressed(peer: Peer, other: Peer) -> None:
    try:
        peer.take(other.post_path)
    except MailError as error:
        assert "stale" in str(error)


def test_another_vote_than_the_sealed_one_is_found(peers: list[Peer], tmp_path: Path) -> None:
    one, _other, last = peers
    votes = one.ledger.state.legal_actions(one.side)
    vote(peers)
    opened = max(i for i, note in enumerate(one.ledger.notes) if note.kind == "open" and note.side == one.side)
    with pytest.raises(MailError, match=f"what {one.side} opens at step .* is not the choice that it had sealed"):
        last.take(forged(one, tmp_path, opened, body=str(votes[1])))
    before = last.path.read_bytes()
    last.take(one.post_path)
    assert last.ledger.step > Peer(one.path).ledger.step - 2 and last.path.read_bytes() != before


def test_chosen_numbers_for_chance_are_found(peers: list[Peer], tmp_path: Path) -> None:
    one, fresh = peers[0], sit(tmp_path / "new", "lancaster", players=2)
    with pytest.raises(MailError, match="differs from the one that is here"):
        peers[1].take(forged(one, tmp_path, 4, body="0" * 64))
    fresh[0].take(fresh[1].post_path)
    at = next(i for i, note in enumerate(fresh[0].ledger.notes) if (note.side, note.kind) == ("Blue", "dice"))
    with pytest.raises(MailError, match="the number of Blue for chance at step 1 is not the one it was bound to"):
        fresh[1].take(forged(fresh[0], tmp_path, at, body="0" * 64))


def test_another_past_is_found_by_the_chain(peers: list[Peer], tmp_path: Path) -> None:
    one, other, _last = peers
    one.play(one.ledger.state.legal_actions(one.side)[0])
    with pytest.raises(MailError, match="follows another game than this one"):
        other.take(forged(one, tmp_path, -1, chain="0" * 64))


def test_every_change_of_a_post_is_found(peers: list[Peer]) -> None:
    one, other, _last = peers
    one.play(one.ledger.state.legal_actions(one.side)[0])
    text, rng = one.post_path.read_text(encoding="utf-8"), random.Random(3)
    before = other.path.read_bytes()
    for at in rng.sample([at for at, letter in enumerate(text) if letter.isalnum()], 60):
        one.post_path.write_text(text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :], encoding="utf-8")
        with pytest.raises(RecordError):
            other.take(one.post_path)
    assert other.path.read_bytes() == before, "a post that is refused changes nothing"


def test_a_stale_post_is_named(peers: list[Peer], tmp_path: Path) -> None:
    one, other, _last = peers
    old = tmp_path / "old.json"
    shutil.copy(one.post_path, old)
    one.play(one.ledger.state.legal_actions(one.side)[0])
    other.take(one.post_path)
    with pytest.raises(MailError, match=r"this post is stale: all of its \d+ notes are here already, and 1 later ones"):
        other.take(old)


def test_a_post_of_another_game_is_named(peers: list[Peer], tmp_path: Path) -> None:
    strangers = sit(tmp_path / "strangers", "lancaster", players=3)
    with pytest.raises(MailError, match="belongs to another game"):
        peers[0].take(strangers[0].post_path)


def test_a_note_in_the_name_of_the_reader_is_named(peers: list[Peer], tmp_path: Path) -> None:
    one, other, _last = peers
    one.play(one.ledger.state.legal_actions(one.side)[0])
    with pytest.raises(MailError, match=f"has a note of {other.side} at step .* that {other.side} did not write"):
        other.take(forged(one, tmp_path, -1, side=other.side))


def test_a_move_that_is_not_legal_is_named(tmp_path: Path) -> None:
    peers = sit(tmp_path / "two", "lancaster", players=2)
    exchange(peers)
    mover = next(peer for peer in peers if peer.to_choose)
    other = next(peer for peer in peers if peer is not mover)
    with pytest.raises(RuleError, match="nothing to choose now; notes of"):
        other.play("build gold")
    with pytest.raises(RuleError):
        mover.play("build a tower")
    mover.play(mover.ledger.state.legal_actions(mover.side)[0])
    with pytest.raises(MailError, match="which is not legal there"):
        other.take(forged(mover, tmp_path, -1, body="build a tower"))


def test_a_seat_and_a_file_are_taken_once(peers: list[Peer], tmp_path: Path) -> None:
    with pytest.raises(MailError, match=f"{peers[0].side} is taken"):
        Peer.join(tmp_path / "new.json", peers[1].post_path, peers[0].side)
    fresh = Peer.begin(tmp_path / "a.json", "lancaster", "Blue", players=2)
    with pytest.raises(SaveError, match="stays as it is"):
        Peer.join(tmp_path / "a.json", fresh.post_path, "Green")
    with pytest.raises(ValueError, match="there is no side 'Pink'"):
        Peer.join(tmp_path / "b.json", fresh.post_path, "Pink")


def test_a_post_cannot_name_a_file_of_the_reader(tmp_path: Path) -> None:
    fresh = Peer.begin(tmp_path / "a.json", "lancaster", "Blue", players=2)
    post = read(fresh.post_path, Post)
    header = post.header | {"options": {"players": 2, "components": "/etc/hostname"}}
    path = tmp_path / "bad.json"
    path.write_bytes(msgspec.json.encode(sealed(msgspec.structs.replace(post, header=header))))
    with pytest.raises(MailError, match="this game cannot be started"):
        Peer.join(tmp_path / "b.json", path, "Green")
