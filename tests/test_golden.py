"""Behaviour frozen: states, every picture and word of the Steppers, games at a table, odds, tables, pages, refusals.

All of it is compared with what was kept (``tests/golden.py``), so a change that was to change nothing is seen at once.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.record import dumps
from roses.engine.replay import shipped_names
from roses.history.battles import known_battles
from roses.lab import frames
from roses.lessons.handouts import handouts, known_sets
from roses.widgets import Battle, Table
from roses.widgets.export.page import battle_html, page_html
from roses.widgets.export.printed import printed_battle_html
from tests import golden
from tests.export.test_player import unpacked, whole
from tests.proof import sampled
from tests.test_wrong_inputs import INPUTS, answered

pytestmark = pytest.mark.usefixtures("shared_states")
REPLAYS: Final = sorted(shipped_names())
_SENT: Final = ("screen", "reach", "other", "busy", "areas", "labels")  # what a table sends
SEATS: Final[dict[str, dict[str, str]]] = {
    "richard-iii": {"York": "me", "Lancaster": "squire"},
    "lancaster": {"Blue": "me", "Green": "squire", "Yellow": "page"},
}


def test_what_differs_is_named_in_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(golden, "FOLDER", tmp_path)
    monkeypatch.setenv("ROSES_GOLDEN", "keep")
    golden.check("steps", {"step 1": "York marches", "step 2": "<p>one</p><p>two</p>", "step 3": "end"})
    monkeypatch.setenv("ROSES_GOLDEN", str(tmp_path / "texts"))
    golden.check("steps", {"step 2": "<p>one</p><p>two</p>"})
    assert (tmp_path / "texts/steps/step_2.txt").read_text(encoding="utf-8") == "<p>one</p>\n<p>two</p>"
    monkeypatch.delenv("ROSES_GOLDEN")
    golden.check("steps", {"step 1": "York marches", "step 2": "<p>one</p><p>two</p>", "step 3": "end"})
    with pytest.raises(AssertionError, match=r"^steps: 1 of 3 differ \(step 1\); 1 of 3 are new \(4\); 1 of 3 are g"):
        golden.check("steps", {"step 1": "York sails", "step 2": "<p>one</p><p>two</p>", "4": ""})
    with pytest.raises(AssertionError, match="never kept"):
        golden.check("odds", {"Bosworth": "1"})


@pytest.mark.parametrize("name", sampled(REPLAYS, *REPLAYS))
def test_states_of_every_record_are_as_before(name: str) -> None:
    replay = roses.replay(name)
    golden.check(f"states-{name}", {f"state {at}": repr(state) for at, state in enumerate(replay.states)})


@pytest.mark.parametrize("name", sampled(REPLAYS, *REPLAYS))
def test_tables_of_every_record_are_as_before(name: str) -> None:
    golden.check(f"frames-{name}", {table: item.to_csv() for table, item in frames(roses.replay(name)).items()})


@pytest.mark.parametrize("name", sampled(REPLAYS, "1413-lancaster"))
def test_a_stepper_shows_and_says_what_it_did_at_every_step(name: str) -> None:
    """Map, board, panel and all words, for each size of page, viewer, step and board, from the exported page."""
    page = page_html(roses.timeline(name))
    held = unpacked(page)
    values = [{key: held["shown"][key][at] for key, at in zip(held["at"], ats, strict=True)}
              for ats in zip(*held["at"].values(), strict=True)]  # fmt: skip
    texts: dict[str, list[str]] = defaultdict(list)
    for space, seen in zip(held["spaces"], held["ways"], strict=True):
        for viewer, steps in zip(held["fixed"]["viewers"], seen, strict=True):
            for step, ways in enumerate(steps, 1):
                for stage, part, number in ways:
                    for key, value in values[number].items():
                        shown = json.dumps(whole(value, held["pieces"]), ensure_ascii=False)
                        texts[f"step {step}: {key}"].append(f"{space} {viewer} {stage} {part}: {shown}\n")
    fixed = {name: json.dumps(whole(held[name], held["pieces"])) for name in ("fixed", "rules", "waits", "speeds")}
    golden.check(f"steps-{name}", {key: "".join(lines) for key, lines in texts.items()} | fixed)
    golden.check(f"page-{name}", {"page": golden.without_states(page)})


@pytest.mark.parametrize("game", SEATS)
def test_a_table_sends_what_it_did_in_a_scripted_game(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who moves by lot asks for hints, rules and reasons, takes back, and turns the board, until the end."""
    monkeypatch.chdir(tmp_path)
    rng, sent = random.Random(7), dict[str, str]()
    more: dict[str, Any] = {"scenario": "1483"} if game == "richard-iii" else {"players": 3}
    table = Table(game, seats=SEATS[game], seed=11, save=tmp_path / "game.json", advice=True, **more)

    def ask(**message: Any) -> None:
        table._on_message(table, {"at": table.screen.get("at"), **message}, [])
        state = {name: getattr(table, name) for name in _SENT}
        sent[f"message {len(sent)}: {next(iter(message))}"] = json.dumps(state, ensure_ascii=False, sort_keys=True)

    ask(narrow=False)
    while not table.model.is_over:
        asked = rng.random()
        if asked < 0.1:
            ask(hint=True)
        elif asked < 0.15:
            ask(rule="4.2")
        elif asked < 0.2:
            ask(why=rng.choice(("York marches to London", "Falstaff sails", "Blue votes yes", "roll 7")))
        elif asked < 0.25:
            ask(narrow=rng.random() < 0.5)
        elif asked < 0.3:
            ask(undo=True)
        elif asked < 0.35:
            ask(map=[])
        ask(play=rng.randrange(len(table.model.seat.options)))
    golden.check(f"table-{game}", sent)


def test_odds_of_the_battles_are_as_before() -> None:
    """To twelve digits, since the last bits of a sum may be another processor's own."""
    lines = {}
    for name in known_battles():
        for title, odds in Battle(name).odds().items():
            values = {"win": odds.win, "wins": odds.wins, "fates": odds.fates}
            lines[f"{name} {title}".strip()] = json.dumps(_short(values), sort_keys=True)
    golden.check("odds", lines)


def _short(value: Any) -> Any:
    """Return a value with all chances in twelve digits."""
    if isinstance(value, dict):
        return {str(key): _short(part) for key, part in value.items()}
    return f"{value:.12g}" if isinstance(value, float) else value


@pytest.mark.parametrize("name", sampled(sorted(known_battles()), "hexham-1464"))
def test_pages_of_every_battle_are_as_before(name: str) -> None:
    page, paper = golden.without_states(battle_html(name)), printed_battle_html(name)
    golden.check(f"battle-{name}", {"page": page, "paper": paper})


def test_handouts_are_as_before() -> None:
    golden.check("handouts", {page.name: page.html for lesson in known_sets() for page in handouts(lesson)})


def test_records_are_written_as_before() -> None:
    golden.check("records", {name: dumps(roses.replay(name).record) for name in REPLAYS})


def test_refusals_are_worded_as_before() -> None:
    golden.check("refusals", {f"{n} {given.text}": _refusal(given) for n, given in enumerate(INPUTS)})


def _refusal(given: Any) -> str:
    error: RuleError = answered(given)
    return f"{error}\n{error.rule}\n" + "\n".join(map(str, error.nearest))
