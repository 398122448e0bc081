"""Autosave: it writes at once and whole, to its own file only, and reports what it could not save."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

import roses
from roses.engine import files
from roses.engine.game import Game
from roses.engine.record import load, save
from tests.proof import sampled

CARDS = ("York plays card 1", "Lancaster plays card 4")
NO_LINKS = sys.platform == "win32"


def begun(path: Path | str, seed: int = 1) -> Game:
    return roses.game("richard-iii", "1483", seed=seed, autosave=path)


def first(play: Game) -> str:
    return str(play.state.legal_actions()[0])


def test_the_file_is_there_before_the_first_move(tmp_path: Path) -> None:
    play = begun(tmp_path / "game.json")
    assert load(tmp_path / "game.json") == play.record and len(play) == 1


def test_a_choice_taken_back_is_taken_back_in_the_file(tmp_path: Path) -> None:
    play = begun(tmp_path / "game.json")
    play.play(first(play))
    play.undo()
    assert load(tmp_path / "game.json") == play.record and len(play) == 1


@pytest.mark.parametrize("content", ["another game", "", "{}", "notes\n"])
def test_a_file_that_is_not_this_game_is_not_overwritten(tmp_path: Path, content: str) -> None:
    path = tmp_path / "game.json"
    if content == "another game":
        other = begun(path, seed=2)
        other.play(first(other))
    else:
        path.write_text(content)
    before = path.read_bytes()
    with pytest.raises(roses.SaveError, match=r"holds something that is not this game, .* roses\.resume\(path\)"):
        begun(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_the_same_game_without_a_choice_may_begin_anew(tmp_path: Path) -> None:
    begun(tmp_path / "game.json")
    play = begun(tmp_path / "game.json")
    play.play(first(play))
    assert load(tmp_path / "game.json") == play.record


def test_of_two_games_with_one_file_only_one_saves(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    mine = begun(path)
    theirs = roses.resume(path)
    theirs.play(first(theirs))
    kept = path.read_bytes()
    with pytest.raises(roses.SaveError, match=r"^the move was made .* has been changed since") as caught:
        mine.play("York plays card 7")
    assert "York plays card 7" in str(caught.value) and "\n" not in str(caught.value)
    assert path.read_bytes() == kept and len(mine) == 2


@pytest.mark.parametrize("place", ["nowhere/game.json", "file/game.json", ".", "x" * 300, "a\0b", "half \ud800"])
def test_a_path_that_cannot_be_is_refused_before_the_first_move(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(roses.SaveError, match=r"cannot be saved to: .") as caught:
        begun(f"{tmp_path}/{place}")
    assert "\n" not in str(caught.value)


def test_what_cannot_stand_in_a_record_is_refused_before_the_first_move(tmp_path: Path) -> None:
    with pytest.raises(roses.SaveError, match="cannot be saved to"):
        roses.game("richard-iii", autosave=tmp_path / "game.json", headers={"place": "\ud800"})


def test_a_move_that_could_not_be_saved_is_made_and_saved_with_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = begun(tmp_path / "game.json")
    saved = play.record

    def full(fd: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(roses.SaveError) as caught:
            play.play("York plays card 7")
        with pytest.raises(roses.SaveError, match=r"^the move was taken back \(York plays card 7\), but the game"):
            play.undo()
        with pytest.raises(roses.SaveError):
            play.play("York plays card 1")
    assert str(caught.value) == (
        "the move was made (York plays card 7), but the game could not be saved: "
        f"{tmp_path / 'game.json'} cannot be saved to: No space left on device"
    )
    assert len(play) == 2 and load(tmp_path / "game.json") == saved and len(list(tmp_path.iterdir())) == 1
    play.play(first(play))
    assert load(tmp_path / "game.json") == play.record and len(play) > 2


def test_the_file_is_the_same_when_the_working_directory_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    play = begun("game.json")
    monkeypatch.chdir(tmp_path / "other")
    play.play(first(play))
    assert load(tmp_path / "game.json") == play.record and list(Path.cwd().iterdir()) == []


@pytest.mark.skipif(NO_LINKS, reason="the permissions and links of this system are others")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664])
def test_the_permissions_of_the_file_are_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "game.json"
    before = os.umask(0o027)
    try:
        play = begun(path)
        assert stat.S_IMODE(path.stat().st_mode) == 0o640
        path.chmod(mode)
        play.play(first(play))
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == mode


@pytest.mark.skipif(NO_LINKS, reason="the permissions and links of this system are others")
def test_no_planted_link_is_followed(tmp_path: Path) -> None:
    victim, path = tmp_path / "victim", tmp_path / "game.json"
    path.symlink_to(victim)
    with pytest.raises(roses.SaveError, match="it is a link"):
        begun(path)
    assert not victim.exists() and path.is_symlink()
    path.unlink()
    victim.write_text("precious")
    (tmp_path / "game.json.part").symlink_to(victim)
    play = begun(path)
    path.rename(tmp_path / "moved.json")
    path.symlink_to(tmp_path / "moved.json")
    with pytest.raises(roses.SaveError, match="it is a link"):
        play.play(first(play))
    assert victim.read_text() == "precious" and load(tmp_path / "moved.json") != play.record


@pytest.mark.skipif(NO_LINKS, reason="the permissions and links of this system are others")
def test_the_temporary_file_is_made_anew_in_the_same_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("precious")
    monkeypatch.setattr(os, "urandom", lambda n: bytes(n))
    (tmp_path / f".roses-{bytes(8).hex()}.part").symlink_to(victim)
    with pytest.raises(FileExistsError):
        files.write(tmp_path / "game.json", b"x")
    assert victim.read_text() == "precious" and not (tmp_path / "game.json").exists()


def test_what_a_killed_writer_has_left_is_removed_and_what_is_new_or_of_others_is_not(tmp_path: Path) -> None:
    left, new, other = (tmp_path / name for name in (".roses-00ff.part", ".roses-11ff.part", "mine.part"))
    for path in (left, new, other):
        path.write_bytes(b"half")
    for path in (left, other):
        os.utime(path, (1, 1))
    files.write(tmp_path / "game.json", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == [new.name, "game.json", other.name]


HOLDER = """
import os, sys, time
from roses.engine import files
os.fsync = lambda fd: (print("writing", flush=True), time.sleep(60))
with files.lock(sys.argv[1]):
    files.write(sys.argv[1], b"half")
"""


@contextmanager
def holder(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock of a file, and is in the midst of writing it."""
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "writing\n"
        try:
            yield process
        finally:
            process.kill()


def test_no_clock_lets_a_writer_sweep_the_draft_of_one_who_lives(tmp_path: Path) -> None:
    with holder(tmp_path / "other.json") as process:
        (draft,) = tmp_path.glob("*.part")
        os.utime(draft, (1, 1))  # as of a machine whose clock is far behind
        files.write(tmp_path / "game.json", b"x")
        assert draft.exists()
        process.kill()
        process.wait()
        files.write(tmp_path / "game.json", b"x")
        assert not draft.exists()


def test_a_clock_that_is_wrong_here_sweeps_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 4e9)
    (tmp_path / ".roses-11ff.part").write_bytes(b"half")
    files.write(tmp_path / "game.json", b"x")
    assert len(list(tmp_path.iterdir())) == 2


def test_a_lock_ends_with_its_holder_however_that_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    monkeypatch.setattr(files, "_WAIT", 0.1)
    with holder(path) as process:
        with pytest.raises(roses.SaveError, match="another program has been writing it"):
            begun(path)
        process.kill()
        process.wait()
        assert list(tmp_path.glob("*.lock"))
        play = begun(path)
    assert load(path) == play.record and not list(tmp_path.glob("*.lock"))


def test_the_lock_of_windows_is_asked_for_in_its_own_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for the module of that system, over the lock of this one: who comes second is refused."""
    fcntl = pytest.importorskip("fcntl")

    def locking(fd: int, mode: int, n: int) -> None:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise PermissionError(13, "Permission denied") from error

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(files, "sys", SimpleNamespace(platform="win32"))
    monkeypatch.setattr(files, "_WAIT", 0.05)
    path = tmp_path / "game.json"
    with files.lock(path), pytest.raises(OSError, match="another program"), files.lock(path):
        pass
    with files.lock(path):
        files.write(path, b"x")
    assert path.read_bytes() == b"x" and list(tmp_path.iterdir()) == [path]


RIVAL = """
import sys, time, roses
for line in sys.stdin:
    path, card = line.split()
    play = roses.resume(path)
    print("ready", flush=True)
    instant = float(sys.stdin.readline())
    while time.time() < instant:
        pass
    try:
        play.play(f"York plays card {card}")
        print("saved", flush=True)
    except roses.SaveError as error:
        print(error, flush=True)
"""


@pytest.mark.parametrize("trials", sampled([200, 60], 60))
def test_of_two_programs_that_save_at_the_same_instant_one_is_told(tmp_path: Path, trials: int) -> None:
    """Both have resumed the game before either plays; before there was a lock, nearly all such pairs lost a move."""
    command = [sys.executable, "-c", RIVAL]
    cards, lost = ("1", "7"), list[str]()
    with ExitStack() as stack:
        rivals = [stack.enter_context(subprocess.Popen(command, stdin=-1, stdout=-1, text=True)) for _ in cards]

        def ask(*lines: str) -> list[str]:
            for rival, line in zip(rivals, lines, strict=True):
                print(line, file=rival.stdin, flush=True)
            return [rival.stdout.readline().strip() for rival in rivals if rival.stdout]

        for n in range(trials):
            path = tmp_path / f"game-{n}.json"
            begun(path)
            assert ask(*(f"{path} {card}" for card in cards)) == ["ready", "ready"]
            answers = ask(*[str(time.time() + 0.01)] * 2)
            actions = [entry.action for entry in load(path).entries]
            claims = [f"York plays card {card}" for card, text in zip(cards, answers, strict=True) if text == "saved"]
            lost += [claim for claim in claims if claim not in actions]
            refused = [text for text in answers if text != "saved"]
            assert lost or len(claims) == len(refused) == 1, answers
            assert lost or re.match(r"the move was made \(York plays card .*go on with the game in it by", refused[0])
        for rival in rivals:
            rival.kill()
    assert len(lost) == 0, f"{len(lost)} of {trials} lost"


@pytest.mark.skipif(NO_LINKS, reason="the permissions and links of this system are others")
def test_a_device_a_folder_and_a_write_protected_file_are_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(OSError, match="not a file"):
            files.write(tmp_path / name, b"x")
    path = files.write(tmp_path / "file", b"mine")
    monkeypatch.setattr(os, "access", lambda *_: False)  # as for a reader who is not root
    with pytest.raises(PermissionError, match="write-protected"):
        files.write(path, b"theirs")
    assert path.read_bytes() == b"mine" and stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode)


def test_a_record_saved_by_hand_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = begun(tmp_path / "other.json").record
    path = save(record, tmp_path / "game.json")
    monkeypatch.setattr(os, "fsync", lambda fd: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space left"):
        save(record, path)
    assert load(path) == record and len(list(tmp_path.iterdir())) == 2


PLAYER = """
import random, sys, roses
rng = random.Random(3)
play = roses.game("richard-iii", "1460", seed=5, autosave=sys.argv[1])
while play.state.active:
    play.play(rng.choice(play.state.legal_actions(rng.choice(play.state.active))))
    print(len(play), flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("moves", [1, 7, 40])
def test_a_kill_between_moves_loses_nothing(tmp_path: Path, moves: int) -> None:
    path = tmp_path / "game.json"
    with subprocess.Popen([sys.executable, "-c", PLAYER, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        results = [int(process.stdout.readline()) for _ in range(moves)]
        process.send_signal(signal.SIGKILL)
        results += [int(line) for line in process.stdout.read().split("\n")[:-1]]
    resumed = roses.resume(path)
    assert len(resumed) >= results[-1] and resumed.state.active
    resumed.play(first(resumed))
