"""Files by mail of strangers: refused in one sentence of a promised kind, in bounded memory, and mute to a terminal."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import roses
from roses import cli
from roses.engine import mail as mail_file
from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.mail import Letter, LetterPlayer, MailError, Orders, Umpire, sealed
from tests.mail.test_opening import play_out
from tests.mail.test_umpire import Player, round_of_mail
from tests.proof import sampled
from tests.testing.fuzz import mutate

ROOT = Path(__file__).parents[2]
MEMORY = 2**30  # bytes that a process with all of the kit's engine may take
DRIVES = "\x1b[2J\x1b]0;title\x07\x9b1m\u202e"  # clears a screen, sets its title, turns the text round
VALUES = (
    None,
    True,
    -1,
    5,
    99,
    2**33,
    -(2**63),
    10**300,
    1.5,
    "",
    "x",
    DRIVES,
    "York",
    [],
    [99],
    {},
    {"York": [2**33]},
)
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "richard-iii", "scenario": "1460", "ruleset": "classic"},
    {"game": "richard-iii", "scenario": "1483"},
    {"game": "lancaster", "players": 2},
    {"game": "lancaster", "players": 4, "ruleset": "revised+supply=limited"},
)


# ---- 10,000 mutations


def files(folder: Path) -> list[Path]:
    """Letters, orders and umpire's files of games that have begun, gone on, and ended."""
    results = []
    for number, text in enumerate(GAMES):
        umpire = Umpire.new(roses.start, folder / f"game{number}.json", seed=number, **text)
        player, earlier = Player(), dict[str, Path]()
        for _round in range(14):
            if umpire.waits_for and len(umpire.game) < 60:
                round_of_mail(umpire, player, earlier)
        if number == 1:
            play_out(umpire)
            umpire.write()
        results += [
            umpire.path,
            *earlier.values(),
            *umpire.write(),
            *sorted(folder.glob(f"game{number}-*-orders.json")),
        ]
    return [path for path in dict.fromkeys(results) if "orders" not in path.name or path.stat().st_size > 300]


def places(value: Any, *path: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the way to each value in a JSON text."""
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(item, *path, key)


def damage(raw: bytes, rng: random.Random) -> bytes:
    """Return a damaged file: of five, one in its bytes, and four in values, of which three get a check that fits."""
    if rng.random() < 0.2:
        return mutate(raw, rng)
    file = json.loads(raw)
    for _again in range(rng.choice((1, 1, 1, 2, 4))):
        way = rng.choice(list(places(file)))
        holder = file
        for key in way[:-1]:
            holder = holder[key]
        old, kind = holder[way[-1]], rng.random()
        if kind < 0.2 and isinstance(holder, list):
            holder[way[-1] : way[-1] + 1] = [old, old] if kind < 0.1 else []
        elif kind < 0.4 and type(old) is int:
            holder[way[-1]] = old + rng.choice((-1, 1, 2, 64, 2**40))
        elif kind < 0.5 and isinstance(old, str):
            holder[way[-1]] = rng.choice((old[:-1], old + "x", old.swapcase(), old * 400))
        elif kind < 0.6 and isinstance(holder, dict):
            del holder[way[-1]]
        else:
            holder[way[-1]] = rng.choice(VALUES)
        if not isinstance(file, dict) or not file:
            break
    if rng.random() < 0.75 and {"type", "check", "mail"} <= file.keys():
        if file["type"] == "letter" and isinstance(file.get("events"), list) and rng.random() < 0.8:
            file["chain"] = mail_file.chain(file["mail"], str(file.get("side")), file["events"])
        file["check"] = mail_file.digest(file | {"check": ""})
    return json.dumps(file).encode()


def survive(path: Path, umpires: dict[str, Umpire]) -> None:
    """Do with a file what ``roses mail`` and a table do with it."""
    kind = mail_file.kind_of(path)
    if kind == "orders":
        for umpire in umpires.values():
            try:
                str(umpire.take(path))
            except MailError:
                continue
            umpires |= {str(umpire.path): Umpire.open(roses.start, umpire.path)}
    elif kind == "letter":
        player = LetterPlayer(path)
        for _again in range(3):
            str([*player.seat.events(), player.seat.prompt, player.remark, *player.seat.options])
            if player.seat.options:
                player.seat.play(player.seat.options[-1])
    else:
        umpire = Umpire.open(roses.start, path)
        for side in umpire.game.state.sides:
            umpire.letter(side)


def attack(folder: str, first: int, number: int) -> None:
    """Damage files so many times; whatever is not refused by a promised error ends the process."""
    at = Path(folder)
    kept = [(path, path.read_bytes()) for path in sorted(at.glob("*.json"))]
    umpires = {path.name: Umpire.open(roses.start, path) for path in sorted(at.glob("game?.json"))}
    (at / "new").mkdir(exist_ok=True)
    for seed in range(first, first + number):
        rng = random.Random(seed)
        path, raw = rng.choice(kept)
        new = at / "new" / "file.json"
        new.write_bytes(damage(raw, rng))
        (at / "new" / "file-orders.json").unlink(missing_ok=True)
        try:
            survive(new, umpires)
        except (RecordError, RuleError, SaveError) as error:
            assert str(error).isprintable() or "\n" in str(error), error
        except BaseException:
            print(f"the file of seed {seed}, made of {path.name}", file=sys.stderr)
            raise


def limited(code: str, *arguments: object) -> None:
    """Run code in a process of its own, which may take so much memory and no more."""
    limit = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))\n"
    command = [sys.executable, "-c", limit + code, *map(str, arguments)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)
    assert run.returncode == 0, run.stderr[-3000:]


@pytest.mark.parametrize(("first", "number"), sampled([(0, 400), (400, 9600)], (0, 400)))
def test_damaged_mail_is_refused_by_a_promised_error_in_bounded_memory(first: int, number: int, tmp_path: Path) -> None:
    assert len(files(tmp_path)) > 20
    code = "import sys; from tests.mail.test_hostile_mail import attack; attack(sys.argv[1], *map(int, sys.argv[2:]))"
    limited(code, tmp_path, first, number)


# ---- numbers


def forge(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change the view in a letter, with a check that fits."""
    letter = mail_file.read(path, Letter)
    view = json.loads(msgspec.json.encode(letter.view))
    change(view)
    path.write_bytes(msgspec.json.encode(sealed(msgspec.structs.replace(letter, view=view))))
    return path


def letter(folder: Path) -> Path:
    return Umpire.new(roses.start, folder / "war.json", "richard-iii", "1460", seed=4).write()[1]


@pytest.mark.parametrize("field", ["hands", "discards"])
def test_a_card_beyond_25_is_refused_and_takes_no_memory(field: str, tmp_path: Path) -> None:
    path = forge(letter(tmp_path), lambda view: view.setdefault(field, {}).update(York=[2**33]))
    limited(
        "import sys; from roses.engine.mail import LetterPlayer, MailError\n"
        "try: LetterPlayer(sys.argv[1])\n"
        "except MailError as error: assert 'Expected `int` <= 25' in str(error), error\n"
        "else: raise AssertionError",
        path,
    )


@pytest.mark.parametrize("change", [
    lambda view: view["hands"].update(York=[1, 99]),
    lambda view: view["hands"].update(York=[0]),
    lambda view: view["hand_sizes"].update(Lancaster=2**40),
    lambda view: view["known"].update(ap=2**40),
    lambda view: view["known"].update(unseen=-1),
    lambda view: view["known"].update(slots=[[2**33]]),
    lambda view: view.update(turn=10**30),
    lambda view: view["pieces"][0].update(steps=2**33),
    lambda view: view.update(king="Falstaff"),
    lambda view: view["pieces"].pop(),
])  # fmt: skip
def test_a_view_that_no_game_makes_is_refused(change: Callable[[Any], None], tmp_path: Path) -> None:
    with pytest.raises(MailError, match=r"^this letter cannot be read: "):
        LetterPlayer(forge(letter(tmp_path), change))


def test_at_court_too_numbers_are_bounded_and_nobody_waits_for_a_knight_that_cannot_be_placed(tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "war.json", "lancaster", seed=4, players=4)
    player = Player()
    while str(umpire.game.state.phase) != "placing":
        side = umpire.waits_for[0]
        umpire.game.play(player.choose(side, umpire.game.state.legal_actions(side)))
    sides = umpire.game.state.sides
    mover = sides.index(umpire.waits_for[0])
    path = umpire.write()[(mover + 1) % len(sides)]
    sound = path.read_bytes()

    def empty(view: dict[str, Any]) -> None:
        view["known"]["court"][mover] = view["houses"][mover]["court"] = []

    for change in (empty, lambda view: view["known"].update(held=[2**40, 0]),
                   lambda view: view["houses"][mover].update(gold=2**62)):  # fmt: skip
        path.write_bytes(sound)
        with pytest.raises(MailError, match=r"^this letter cannot be read: "):
            LetterPlayer(forge(path, change))


def test_an_order_of_any_length_is_refused(tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "war.json", "richard-iii", "1483", seed=4)
    result = umpire.letter("York")
    orders = sealed(Orders("York", result.at, result.chain, ("York plays card 1" + "x" * 9000,), mail=umpire.mail))
    (path := tmp_path / "orders.json").write_bytes(msgspec.json.encode(orders))
    with pytest.raises(MailError, match="Expected `str` of length <= 1000"):
        umpire.take(path)


# ---- what reaches a terminal


def texts(value: Any) -> Any:
    """Return a value of JSON with what drives a terminal before each text, names of fields and kinds excepted."""
    if isinstance(value, str):
        return DRIVES + value
    if isinstance(value, list):
        return [texts(item) for item in value]
    return {key: item if key in ("type", "kind") else texts(item) for key, item in value.items()} if isinstance(
        value, dict
    ) else value  # fmt: skip


def mute(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    """Run a command, and return what it printed, which must drive no terminal."""
    try:
        cli.main([*map(str, words)])
        text = ""
    except SystemExit as stop:
        text = str(stop.code)
    printed = capsys.readouterr()
    text += printed.out + printed.err
    assert all(line.isprintable() for line in text.split("\n")), text
    return text


def at(value: Any, way: tuple[Any, ...]) -> Any:
    for key in way:
        value = value[key]
    return value


def checked(file: dict[str, Any]) -> bytes:
    """Return a file of a game by mail with a chain and a check that fit; another file as it is."""
    if "events" in file:
        file["chain"] = mail_file.chain(file["mail"], file["side"], file["events"])
    return json.dumps(file | {"check": mail_file.digest(file | {"check": ""})} if "check" in file else file).encode()


@pytest.mark.parametrize(("name", "number", "command"), [
    ("war-York-001.json", 40, "mail play FILE"),
    ("war-York-001-orders.json", 10, "mail take war.json FILE"),
    ("war.json", 20, "mail take FILE"),
    ("war.json", 20, "record check FILE"),
    ("war.json", 20, "transcript FILE"),
    ("war.json", 2, "export FILE --html"),
])  # fmt: skip
def test_no_text_of_a_file_drives_a_terminal(
    name: str, number: int, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """All texts of a file at once, and some of them alone, so that some come as far as a sentence."""
    monkeypatch.chdir(tmp_path)
    player = LetterPlayer(letter(tmp_path))
    player.seat.play(player.seat.options[0])
    raw, spelt = Path(name).read_bytes(), 0
    file = json.loads(raw)
    ways = [way for way in places(file) if isinstance(at(file, way), str) and way[-1] not in ("type", "check", "kind")]
    for way in (None, *random.Random(1).sample(ways, min(len(ways), number))):
        new = texts(file) if way is None else json.loads(raw)
        if way is not None:
            at(new, way[:-1])[way[-1]] = DRIVES + at(new, way)
        Path(name).write_bytes(checked(new))
        spelt += "x1b[2J" in mute(capsys, *command.replace("FILE", name).split())
    assert spelt, "a text came as far as a sentence"


def test_an_event_in_a_letter_is_printed_without_what_drives_a_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "war.json", "richard-iii", "1483", seed=4)
    result = umpire.letter("York")
    events = ([{"kind": "retreat", "side": "York", "block": "Norfolk", "area": DRIVES}], *result.events)
    path = tmp_path / "letter.json"
    past = mail_file.chain(umpire.mail, "York", events)
    path.write_bytes(msgspec.json.encode(sealed(msgspec.structs.replace(result, events=events, chain=past))))
    assert "\\x1b[2J" in mute(capsys, "mail", "play", path)


@pytest.mark.parametrize("error", [RecordError, RuleError])
def test_the_errors_of_the_kit_drive_no_terminal(error: type[RecordError | RuleError]) -> None:
    assert str(error(f"there is no game {DRIVES}")) == (r"there is no game \x1b[2J\x1b]0;title\x07\x9b1m\u202e")
