"""What a reader sees of the kit, surface by surface, made in the language in use, for tests of languages."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from xml.etree import ElementTree

import msgspec

import roses
from roses.cli.records import headings
from roses.engine.explain import Explanation
from roses.engine.replay import Replay, Timeline
from roses.figures import (
    battle_svg,
    card_html,
    court_svg,
    dice_svg,
    field_data,
    field_svg,
    key_svg,
    map_figure,
    map_svg,
    march_map,
    political_svg,
    text_board,
    text_court,
)
from roses.figures.court import court_data
from roses.figures.drawing.svg import Svg
from roses.figures.odds.bars import compare_svg, course_svg, odds_svg
from roses.figures.odds.figure import odds_data
from roses.history.battlefields import battlefield, battlefields
from roses.lab import judged
from roses.lessons import Exercise
from roses.lessons.exercises import Progress
from roses.lessons.exercises.tasks import task
from roses.odds import BattleOdds
from roses.richard.lords_count import tally
from roses.richard.tables import BLOCKS, SCENARIOS
from roses.widgets import Stepper
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import StepperModel
from tests.figures import positions
from tests.vocabulary import RECORDS, texts_of

Shown = Iterator[tuple[str, str]]  # where, and what stands there
Games = Sequence[tuple[str, Any]]  # names and replays
_FIELD = re.compile(r"\{(\w+)\}")
_RULE = re.compile(r'<div class="roses-rule">.*?</div>', re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
_SAID = re.compile(r'(?:title|aria-label|alt)="([^"]*)"')


# ---- games


def game(name: str, scenario: str | None, seed: int, **options: Any) -> Any:
    """A game played at random to its end."""
    played = roses.game(name, scenario, seed=seed, **options)
    dice = random.Random(seed)
    while played.state.active:
        played.play(dice.choice(played.state.legal_actions()))
    return played


# ---- surfaces


def heard(svg: str) -> str:
    """All texts of an SVG: what is written, titles, descriptions, labels for screen readers."""
    every = ElementTree.fromstring(svg).iter()
    return " ".join(filter(None, (text for e in every for text in (e.get("aria-label"), e.text, e.tail))))


def read(page: str) -> str:
    """All texts of HTML, with what stands in tips and labels."""
    return html.unescape(" ".join((*_SAID.findall(page), *_TAG.split(page))))


def hovers(figure: Any) -> Iterator[str]:
    """All texts of plotly JSON that are shown."""
    for key, value in figure.items() if isinstance(figure, dict) else ():
        if key in ("text", "hovertext"):
            for words in texts_of(value):
                yield read(words)
        elif isinstance(value, dict | list):
            for part in value if isinstance(value, list) else [value]:
                yield from hovers(part)


def battle() -> Any:
    """A battle of heirs in its second round, with a bombard, a reserve and a volley."""
    return roses.play(bosworth(), "Gloucester fires", "roll 1 2 6")


@cache
def bosworth() -> Any:
    """The battle that the pictures of odds are of."""
    return roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")


@cache
def odds() -> BattleOdds:
    """Its odds."""
    return roses.battle_odds(bosworth())


@cache
def best() -> Any:
    """Its odds under best play."""
    return roses.odds.best_play(bosworth())


@cache
def lords() -> Any:
    """A position with lords to count on both sides."""
    return Timeline(roses.replay(RECORDS[0])).state(-1)


def pictures() -> Iterator[tuple[str, Svg]]:
    """Every kind of figure as SVG."""
    crowded = positions.bosworth()
    yield "map", map_svg(crowded)
    yield "kingdom", map_svg(positions.setup(), "kingdom")
    yield "lesson", map_svg(positions.setup(), "lesson")
    state = roses.scene(Derby="Norfolk, Suffolk, Arundel", Lancaster="Oxford")
    yield "march", map_svg_of(march_map(state, "Norfolk", "Suffolk", "Arundel"))
    for name, view in (("battle", crowded), ("volley", battle().view()), *battles()):
        for width in (620.0, 780.0, 1100.0):
            yield f"{name} {width:.0f}", battle_svg(view, width=width)
    for width in (620.0, 780.0, 1240.0):
        yield f"count {width:.0f}", political_svg(lords().view(), tally(lords()), width=width)
        start = roses.scene("1460")
        yield f"first count {width:.0f}", political_svg(start.view(), tally(start), width=width)
    for name, view in courts():
        yield name, court_svg(view)
    yield "key", key_svg()
    for name in battlefields():
        field = battlefield(name)
        for rival, phase in zip(field.reconstructions, field.phases, strict=False):
            yield f"{name} {rival.id}", field_svg(field, rival.id, phase.id)
            yield f"{name} {rival.id} on a telephone", field_svg(field, rival.id, field.phases[-1].id, width=388)
    yield "dice", dice_svg((2, 5, 3), 3)
    yield "even dice", dice_svg((2, 5, 3), even=True)
    yield "odds", odds_svg(odds())
    yield "comparison", compare_svg({"Barnet": odds()}, "Bosworth")
    deeds = ["Gloucester charges Richmond", "roll 6 5 4"]
    yield "course", course_svg(judged(best().root, deeds), "Bosworth")
    for name in RECORDS:
        model = StepperModel(Timeline(roses.replay(name)))
        for index in range(0, len(model), 9):
            model.go(index)
            yield f"{name} {index}", saved.picture(model)


def map_svg_of(figure: Any) -> Svg:
    """The twin of a map that a figure leaves for readers without a kernel."""
    result: Svg = figure._repr_mimebundle_()["image/svg+xml"]
    return result


def battles() -> Iterator[tuple[str, Any]]:
    """Battles in which the captions are long: Treason and treachery, unseen blocks, the fallen."""
    for n, state in enumerate(_fought()):
        yield f"battle {n}", state.view("York")


@cache
def _fought() -> tuple[Any, ...]:
    replay = roses.replay(RECORDS[0])
    results = [state for state in replay.states if state.view().battle]
    return tuple(results[:: max(1, len(results) // 3)])


@cache
def _courts() -> tuple[Any, ...]:
    replay = roses.replay(RECORDS[1])
    two = game("lancaster", None, 2, players=2).record
    states = [*replay.states[:: len(replay) // 4], *Replay(two, roses.start).states[60:62]]
    return tuple(states)


def courts() -> Iterator[tuple[str, Any]]:
    """The court at several times, with three players and with two, by an umpire and from behind a screen."""
    for n, state in enumerate(_courts()):
        yield f"court {n}", state.view(state.sides[0] if n % 2 else None)


def figures() -> Shown:
    """The texts of all figures."""
    for name, svg in pictures():
        yield name, heard(svg)
    for name, drawn in (
        ("map in plotly", map_figure(positions.bosworth()).to_plotly_json()),
        ("odds in plotly", odds_data(odds())),
        ("field in plotly", field_data(battlefield("bosworth-1485"))),
        *((f"{name} in plotly", court_data(view)) for name, view in courts()),
    ):
        yield name, " ".join(hovers(drawn))
    for n, block in enumerate(BLOCKS):
        if n % 7 == 0:
            yield f"card of {block}", read(card_html(block))
    yield "text board", text_board(positions.bosworth())
    for name, view in courts():
        yield f"{name} as text", text_court(view)


def texts(words: dict[str, Any]) -> Iterator[str]:
    """Yield the texts of a dictionary, those of dictionaries in it too."""
    for word in words.values():
        yield from texts(word) if isinstance(word, dict) else [word]


def steppers() -> Shown:
    """What a Stepper shows of both lessons, at some steps and by every viewer."""
    for name in RECORDS:
        stepper = Stepper(roses.timeline(name))
        model, screen = stepper.model, stepper.screen
        stops = (stop["label"] for stop in screen.stops)
        yield f"{name}, controls", _FIELD.sub("", " ".join((*texts(screen.words), *stops)))
        for index in range(0, len(model), 14):
            model.go(index)
            model.viewer = model.adapter.viewers[index // 14 % len(model.adapter.viewers)]
            stepper.show()
            where = f"{name}, step {index + 1} by {model.viewer}"
            for part in ("head", "panel", "board", "names"):
                yield f"{where}: {part}", read(getattr(screen, part))
            yield f"{where}: spoken", screen.spoken
            yield f"{where}: words", saved.words(model)
            yield f"{where}: still", heard(saved.picture(model))
            yield f"{where}: hover", " ".join(hovers(screen.map.get("figure", {})))
        bare = Replay(msgspec.structs.replace(roses.replay(name).record, moments=(), sources=()), roses.start)
        model = StepperModel(Timeline(bare))
        for index in range(0, len(model), 7):
            model.go(index)
            model.viewer = model.adapter.viewers[index // 14 % len(model.adapter.viewers)]
            yield f"{name} without moments, {index}", saved.words(model)


def random_game(number: int, laws: str = "revised+expansion_laws=all") -> tuple[str, Any]:
    """A random game, as a replay: scenarios and numbers of players in turn."""
    kinds = (*SCENARIOS, 2, 3, 4, 5)
    kind = kinds[number % len(kinds)]
    if isinstance(kind, str):
        result = game("richard-iii", kind, number)
    else:
        result = game("lancaster", None, number, players=kind, ruleset=laws)
    return f"game {number} ({kind})", Replay(result.record, roses.start)


@cache
def played() -> Games:
    """Random games of both games, in each scenario and for each number of players."""
    return tuple(random_game(number, "revised") for number in range(7))


def boards(games: Games) -> Iterator[tuple[str, Svg]]:
    """The figures of the positions of games: map or battle, court."""
    for name, replay in games:
        for index, state in enumerate(replay.states[::25]):
            view = state.view()
            if replay.record.game == "lancaster":
                drawn = court_svg(view)
            else:
                drawn = battle_svg(view) if view.battle else map_svg(view)
            yield f"{name}, {25 * index}", drawn


def replays() -> Iterator[tuple[str, Any]]:
    """Those games, and the records of the kit."""
    yield from played()
    for name in RECORDS:
        yield name, roses.replay(name)


def events(games: Games | None = None) -> Shown:
    """Every event of the games, as an umpire and as a side sees it."""
    for name, replay in games or replays():
        for index, state in enumerate(replay.states):
            side = state.sides[index % len(state.sides)]
            for event in (*state.events, *state.events_for(side)):
                yield f"{name}, action {index}: {event.kind}", str(event)


def headed(games: Games | None = None) -> Shown:
    """Transcripts and their headings."""
    for name, replay in games or replays():
        for index, labels in headings(replay).items():
            yield f"{name}, heading before action {index}", " ".join(labels)


def prompts(games: Games | None = None) -> Shown:
    """Questions and prompts, to each side."""
    for name, replay in games or replays():
        for index, state in enumerate(replay.states[::11]):
            for side in (None, *state.sides):
                yield f"{name}, prompt {11 * index} to {side}", f"{state.question} {state.prompt(side)}"


def exercises() -> Shown:
    """An exercise of each kind, as it begins and when it was tried in vain: panel, coach, labels, choices and hint."""
    for name in ("war-01", "war-05", "war-07", "court-02", "court-04", "first-01"):
        with TemporaryDirectory() as folder:
            exercise = Exercise(name, Progress(Path(folder) / "progress.json"))
        titles = [task(other).title for other in exercise.course]
        table, content = exercise.table, [*texts_of(msgspec.to_builtins(exercise.tutor.task)), *titles]
        seat = table.model.seat
        for moment in ("begins", "goes on"):
            screen = table.screen
            yield f"{name} {moment}: panel", _without(content, read(_RULE.sub("", exercise.panel.html)))
            yield f"{name} {moment}: coach", _without(content, read(screen["coach"]))
            yield f"{name} {moment}: choices", " ".join(_chosen(screen["options"]))
            counted = [part for row in (*screen["strip"], *screen["memory"], *screen["hand"]) for part in row]
            yield f"{name} {moment}: prompt", " ".join((screen["prompt"], screen["unused"], *map(str, counted)))
            yield f"{name} {moment}: log", " ".join(read(line["html"]) for line in screen["log"])
            table.model.play(seat.options[0])
            table.show_error("")
        yield f"{name}: labels", _FIELD.sub("", " ".join(table.labels.values()))


def _chosen(nodes: Sequence[dict[str, Any]]) -> Iterator[str]:
    for node in nodes:
        yield from (node["text"], node.get("about", ""), node.get("cost", ""))
        yield from _chosen(node.get("options", ()))


def _without(content: Sequence[str], text: str) -> str:
    """A text without what the files of exercises say, which have no other language."""
    for words in sorted(map(str, content), key=len, reverse=True):
        text = text.replace(words, "")
    return text


def hints(games: Games | None = None) -> Shown:
    """The three steps of a hint, to each side."""
    for name, scenario, options in (("richard-iii", "1460", {}), ("lancaster", None, {"players": 3})):
        played = roses.game(name, scenario, seed=5, **options)
        dice, index = random.Random(5), 0
        while played.state.active and index < 400:
            if index % 9 == 0:
                for side in played.state.sides:
                    seat = roses.sit(played, side)
                    yield f"{name}, hint {index} to {side}", " ".join(str(seat.hint(step)) for step in (1, 2, 3))
            played.play(dice.choice(played.state.legal_actions()))
            index += 1


def answers(games: Games | None = None) -> Shown:
    """Refusals of what was legal earlier in the game, and what the kit says of areas and blocks."""
    for name, replay in games or replays():
        for index in range(1, len(replay) - 1, 29):
            state = replay[index]
            past = [replay[earlier].legal_actions()[:3] for earlier in (max(0, index - 40), index // 2, 1)]
            asked = [str(action) for actions in past for action in actions]
            for words in (*asked, *sorted(state.subjects)[index % 5 :: 17], *NONSENSE):
                for call in (state.explain, state.apply):
                    yield f"{name}, {words!r} before action {index}, {call.__name__}", _answered(call, words)


NONSENSE = ("nonsense", "pass", "roll 9", "London.")


def _answered(call: Callable[[str], Any], words: str) -> str:
    try:
        answer = call(words)
    except roses.RuleError as error:
        return str(error)
    return f"{answer} {answer._repr_markdown_()}" if isinstance(answer, Explanation) else ""


WRONG: tuple[Callable[[], object], ...] = (
    lambda: roses.start("chess"),
    lambda: roses.start("richard-iii", "1066"),
    lambda: roses.start("richard-iii", ruleset="new"),
    lambda: roses.start("richard-iii", ruleset="revised+wine=1"),
    lambda: roses.start("lancaster", players=9),
    lambda: roses.start("richard-iii", players=3),
    lambda: roses.rule("6.55"),
    lambda: roses.rule("wine"),
    lambda: roses.replay("1066"),
    lambda: roses.battlefield("agincourt"),
    lambda: roses.battlefield("towton-1461").sketch("atherstone"),
    lambda: roses.battlefield("towton-1461").sketch(phase="tea"),
    lambda: roses.game("richard-iii", seed="x"),
    lambda: roses.set_language("tlh"),
    lambda: roses.choices(roses.scene(Kent="Norfolk"), side="Kent"),
    lambda: StepperModel(Timeline(roses.replay(RECORDS[0]))).go("Kant"),
)


def errors() -> Shown:
    """What the kit says to wrong calls of players and teachers; programmers read English."""
    for number, call in enumerate(WRONG):
        try:
            call()
        except (ValueError, KeyError, LookupError, roses.RuleError, roses.RecordError, roses.DataError) as error:
            yield f"wrong call {number}", " ".join(map(str, error.args))
        else:
            yield f"wrong call {number}", "nothing was raised"
