"""The court board: every number is the view's, nothing hidden is drawn, words fit, SVG and plotly say the same."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import combinations, product
from xml.etree import ElementTree

import msgspec
import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.figures.court import HEIGHT, WIDTH, court_canvas, court_data, court_svg, narrow_board, text_court
from roses.figures.court.board import LEFT, RIGHT
from roses.figures.court.canvas import COLOURS, CREDIT_TOP, LAYERS, REBUILT, SIGNS, Canvas, amounts
from roses.figures.court.captions import ballot_words, ranking
from roses.figures.drawing import Text
from roses.figures.drawing.geometry import Box, at, overlap
from roses.figures.drawing.palette import contrast
from roses.figures.drawing.svg import HOVER
from roses.figures.map.geography import ATTRIBUTION
from roses.lancaster.phases.rewards import ranks
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS as PARTIES
from roses.lancaster.tables import CONFLICT_NAMES, SHIPPED, Reward
from roses.lancaster.view import ConflictView, House, View
from tests.proof import sampled

SVG = "{http://www.w3.org/2000/svg}"
LAWS = {law.name for law in SHIPPED.laws}
GAMES = [(2, "revised"), (3, "revised+expansion_laws=all"), (4, "revised"), (5, "revised+expansion_laws=drawn")]


@cache
def played(players: int, ruleset: str = "revised", seed: int = 1) -> tuple[State, ...]:
    """All states of a random game."""
    rng, states = random.Random(seed), [roses.start("lancaster", players=players, ruleset=ruleset)]
    while states[-1].active:
        state = states[-1]
        chance = state.active == (CHANCE,)
        states.append(state.apply(state.sample(rng) if chance else rng.choice(state.legal_actions())))
    return tuple(states)


def some(players: int, ruleset: str) -> list[State]:
    """A state of each phase that the game has come to, and some more."""
    states = played(players, ruleset)
    return list({state.phase: state for state in states}.values()) + list(states[::60])


@cache
def game_at_court() -> list[View]:
    timeline = roses.timeline("1413-lancaster")
    return [timeline.state(i).view() for i in range(len(timeline))]


def span(text: Text) -> Box:
    """The room of a line in the widest face."""
    left, _top, right, _low = text.box
    return left, text.y - 0.72 * text.size, right, text.y + 0.2 * text.size


def inside(canvas: Canvas, box: Box) -> list[str]:
    """The words that begin in a box."""
    return [t.text for t in canvas.drawing.texts["text"] if holds(box, t)]


def holds(box: Box, text: Text) -> bool:
    return box[0] <= text.x <= box[2] and box[1] <= text.y - 0.3 * text.size <= box[3]


def numbers(words: list[str]) -> Counter[str]:
    return Counter(re.findall(r"\d+|\?", " ".join(words)))


def counted(*values: object) -> Counter[str]:
    return Counter("?" if value is None else str(value) for value in values)


def big(reward: Reward) -> list[int]:
    return [n for _kind, n in amounts(reward) if n > 1]


def spaces(house: House) -> list[int]:
    ally = house.ally
    knights = [*house.court, *house.reserve, *(ally.court + ally.reserve if ally else ())]
    castles = house.castle + (ally.castle if ally else ())
    return knights + [space.knight for space in castles if space.knight]


@pytest.mark.parametrize(("players", "ruleset"), GAMES)
@pytest.mark.parametrize("viewer", [None, "Blue"])
def test_every_number_of_a_house_is_the_views(players: int, ruleset: str, viewer: str | None) -> None:
    for state in some(players, ruleset):
        view = state.view(viewer)
        canvas = court_canvas(view)
        boxes = {words.split(":")[0]: box for box, words in canvas.hovers if words.split(";")[0].count("points")}
        for house in view.houses:
            text = numbers(inside(canvas, boxes[house.colour]))
            ballot = re.findall(r"\d+", ballot_words(view, house.colour))
            prisoners = () if ballot else house.prisoners
            goods = (house.score, house.gold, house.squires, house.markers, len(house.nobles))
            assert text == counted(*goods, *spaces(house), *ballot, *prisoners), (state.phase, house)


def test_the_stone_lies_with_the_start_player() -> None:
    for players, ruleset in GAMES:
        for view in [state.view() for state in some(players, ruleset) if state.round]:
            canvas = court_canvas(view)
            stone = at(SIGNS["start"][0][1], 0, 0)
            shifts = [(line[0][0] - stone[0][0], line[0][1] - stone[0][1]) for line in canvas.drawing.lines["ink"]
                      if len(line) == len(stone)]  # fmt: skip
            boxes = {words.split(":")[0]: box for box, words in canvas.hovers if "start player" in words}
            ((colour, box),) = boxes.items()
            assert colour == view.start_player
            assert any(box[0] < x < box[2] and box[1] < y < box[3] for x, y in shifts)


@pytest.mark.parametrize(("players", "ruleset"), GAMES)
def test_every_number_of_a_county_and_of_a_conflict_is_the_views(players: int, ruleset: str) -> None:
    for state in some(players, ruleset):
        view = state.view()
        canvas = court_canvas(view)
        boxes = {words.split(":")[0].split(",")[0]: box for box, words in canvas.hovers}
        for county in view.counties:
            held = [county.knight] * bool(county.holder) + [county.squires] * bool(county.squires)
            shown = numbers(inside(canvas, boxes[county.name]))
            assert shown == counted(county.minimum, *big(county.reward), county.nobles, *held), county
        for conflict, played_for in zip(view.conflicts, state.conflicts, strict=True):
            assert [slot.colour for _n, slot in ranking(conflict)] == [PARTIES[party] for party in ranks(played_for)]
            name = CONFLICT_NAMES[conflict.card]
            text = inside(canvas, boxes[name])
            assert numbers([w for w in text if "lacks" not in w]) == expected(conflict), conflict
            assert name in text and conflict.card not in " ".join(text)


def expected(conflict: ConflictView) -> Counter[str]:
    result = counted(conflict.england, conflict.strength, *conflict.points)
    for slot in conflict.slots:
        more = (*slot.knights, *([slot.squires] if slot.squires else []))
        result += counted(slot.strength, *(more if len(more) > 1 else ()))
    return result


def test_parties_stand_by_rank_and_the_later_comer_first_among_equals() -> None:
    view = game_at_court()[19]
    strong = next(c for c in view.conflicts if c.card == "K5a")
    assert [slot.colour for _number, slot in ranking(strong)] == ["Red", "Green", "Yellow"]
    canvas = court_canvas(view)
    box = next(box for box, words in canvas.hovers if words.startswith("Harfleur"))
    letters = [t for t in canvas.drawing.texts["text"] if holds(box, t) and t.text in "RGY"]
    assert [t.text for t in sorted(letters, key=lambda t: t.y)] == ["R", "G", "Y"]


@pytest.mark.parametrize(("players", "ruleset"), GAMES)
def test_a_narrow_board_has_all_that_may_be_clicked_apart_and_all_words_within(players: int, ruleset: str) -> None:
    for state in some(players, ruleset):
        view = state.view(state.sides[0])
        svg, canvas = narrow_board(view)
        assert dict(canvas.spots).keys() == dict(court_canvas(view).spots).keys()
        boxes = [box for _name, box in canvas.spots]
        assert all(0 <= box[0] < box[2] <= svg.width and 0 <= box[1] < box[3] <= svg.height for box in boxes)
        assert not any(overlap(one, other) for one, other in combinations(boxes, 2))
        shown = str(svg)
        assert all(CONFLICT_NAMES[conflict.card] in shown for conflict in view.conflicts)
        assert all(law.name in unescape(shown) for law in (*view.laws, *view.proposals))


def test_every_law_is_a_sentence_that_fits_its_card() -> None:
    view = next(view for view in game_at_court() if view.laws and view.proposals)
    for law in SHIPPED.laws:
        one = msgspec.structs.replace(view.laws[0], name=law.name, printed=law)
        every = msgspec.structs.replace(view, laws=(one, one, one))
        texts = [text.text for text in court_canvas(every).drawing.texts["text"]]
        assert any(text.startswith("Each house ") for text in texts)
        assert not any(text.endswith("…") for text in texts), law.id


def test_laws_proposals_and_verdicts_are_the_views() -> None:
    for view in game_at_court():
        texts = [t.text for t in court_canvas(view).drawing.texts["text"]]
        for law in (*view.laws, *view.proposals):
            assert law.name in texts
        for verdict in ("accepted", "rejected"):
            assert texts.count(verdict) == sum(law.verdict == verdict for law in view.proposals)
        assert texts.count("taken") == sum(not favour.up for favour in view.favours)


def otherwise(state: State, viewer: int) -> State:
    """The same state with other goods behind the screens of the others, and other sealed votes."""
    goods = {name: tuple(n if p == viewer else n + 3 + p for p, n in enumerate(getattr(state, name)))
             for name in ("gold", "squires")}  # fmt: skip
    votes = tuple(vote if p == viewer or not vote else (not vote[0], vote[1]) for p, vote in enumerate(state.votes))
    return msgspec.structs.replace(state, **goods, votes=votes)


@pytest.mark.parametrize(
    ("players", "house", "every"), sampled([(3, -1, 3), *product((3, 4, 5), (0, -1), (1,))], (3, -1, 3))
)
def test_what_a_house_cannot_know_changes_nothing_that_is_drawn(players: int, house: int, every: int) -> None:
    voting = [s for s in played(players) if s.phase is Phase.VOTE and any(s.votes)]
    for state in [*some(players, "revised"), *voting[:4]][::every]:
        if state.phase is Phase.OVER:
            continue  # then all screens are lifted
        viewer, colour = list(enumerate(state.sides))[house]
        beside = otherwise(state, viewer)
        one, other = state.view(colour), beside.view(colour)
        assert court_svg(one) == court_svg(other)
        assert json.dumps(court_data(one)) == json.dumps(court_data(other))
        assert text_court(one) == text_court(other)
        assert text_court(state.view()) != text_court(beside.view()), "for the umpire they must differ"


@pytest.mark.parametrize(("players", "ruleset"), GAMES)
def test_words_are_large_enough_and_stay_in_their_boxes(players: int, ruleset: str) -> None:
    for state in some(players, ruleset):
        canvas = court_canvas(state.view())
        for text in canvas.drawing.texts["text"]:
            left, top, right, low = span(text)
            assert left >= -0.5 and top >= -0.5 and right <= WIDTH + 0.5 and low <= HEIGHT + 0.5, text
            assert text.size >= (11 if text.text in LAWS else 12) or text.y > CREDIT_TOP, text
            for box, words in canvas.hovers:
                if holds(box, text):
                    assert left >= box[0] - 1 and right <= box[2] + 1, (text, words)


def test_names_of_laws_stay_in_their_cards_in_the_widest_font() -> None:
    """In DejaVu Serif, where there is no Palatino, a long name ran into the next card."""
    room = (RIGHT - LEFT - 12) / 3 - 12  # px, of a card without its margins
    for law in SHIPPED.laws:
        canvas = Canvas()
        canvas.write(0, 20, law.name, 13.5, bold=True, family="serif", within=room + 4, least=11)
        text = canvas.drawing.texts["text"][0]
        assert span(text)[2] <= room + 4, law.name
        assert text.text == law.name


def test_words_of_the_whole_game_do_not_lie_on_one_another() -> None:
    for view in game_at_court():
        texts = court_canvas(view).drawing.texts["text"]
        rooms = [(t.text, shrunk(span(t))) for t in texts if t.text.strip()]
        lying = [(one, other) for (one, a), (other, b) in combinations(rooms, 2) if overlap(a, b)]
        assert lying == []


def shrunk(box: Box) -> Box:
    return box[0] + 1.5, box[1] + 3, box[2] - 1.5, box[3] - 3


def test_plates_of_counties_lie_apart_and_on_the_map() -> None:
    canvas = court_canvas(game_at_court()[40])
    names = {county.name for county in SHIPPED.counties}
    plates = [box for box, words in canvas.hovers if words.split(":")[0] in names]
    assert len(plates) == 9
    assert all(not overlap(one, other) for one, other in combinations(plates, 2))


def test_only_reconstructed_values_are_marked() -> None:
    view = game_at_court()[2]
    lines = text_court(view).splitlines()
    for county in SHIPPED.counties:
        line = next(line for line in lines if line.startswith(f"{county.letter} {county.name}"))
        sure = county.confidence["minimum"] in ("certain", "high")
        assert (f"strength {county.minimum}{REBUILT} or" in line) != sure
    own = {"counties": {"Somerset": {"minimum": 3, "reward": {"points": 5}}}}
    given = roses.start("lancaster", players=4, components=own).view()
    assert "strength 3 or more, gives 5 points, 3 nobles" in text_court(given)
    words = [t.text for t in court_canvas(view).drawing.texts["text"]]
    assert "reconstructed" in words and REBUILT in words


def words_of(svg: str) -> list[str]:
    return ["".join(part.itertext()) for part in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize("step", [0, 12, 19, 33, 40])
def test_the_twins_say_and_draw_the_same(step: int) -> None:
    view = game_at_court()[step]
    root, figure = ElementTree.fromstring(court_svg(view)), court_data(view)
    traces = {trace["name"]: trace for trace in figure["data"]}
    written = words_of(court_svg(view))
    assert Counter(traces["text"]["text"]) == Counter(written[:-3])
    assert " ".join(written[-3:]) == ATTRIBUTION
    titles = [part.text for part in root.iter(f"{SVG}title")][1:]
    assert [words.replace("<br>", " ") for words in traces[HOVER]["text"]] == titles
    paths = {part.get("class"): part.get("d", "") for part in root.iter(f"{SVG}path") if part.get("class")}
    drawn = {layer.name for layer in LAYERS if layer.kind != "text" and layer.name in traces}
    assert paths.keys() == drawn
    for name, d in paths.items():
        assert d.count("M") == traces[name]["x"].count(None) + 1, name
    assert len(figure["data"]) < 40


def test_the_board_describes_itself_and_asks_for_nothing() -> None:
    for view in game_at_court()[::8]:
        svg = court_svg(view)
        root = ElementTree.fromstring(svg)
        assert [part.tag for part in list(root)[:2]] == [f"{SVG}title", f"{SVG}desc"]
        text = root[1].text or ""
        for county in view.counties:
            assert county.name in text
        for house in view.houses:
            assert f"{house.colour}: {house.score} points" in text
        assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
        assert ATTRIBUTION in " ".join(words_of(svg))
        assert len(svg.encode()) < 100_000


def test_a_state_shows_itself_as_text_svg_and_plotly() -> None:
    state = played(4)[60]
    bundle = state._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "image/svg+xml", "application/vnd.plotly.v1+json"}
    assert bundle == state.view()._repr_mimebundle_()
    assert len(json.dumps(bundle)) < 320_000


@pytest.mark.parametrize("name", ["<b>Poll</b>", '<a href="https://example.org">Tax</a>', "&lt;Tax&gt;", "Tax $x$ 1"])
def test_law_names_are_shown_by_plotly_as_they_are_written(name: str) -> None:
    own = {"laws": {law.id: {"name": name} for law in SHIPPED.laws}}
    state = roses.start("lancaster", players=4, components=own)
    while not state.view().proposals:
        state = state.apply(state.sample(random.Random(1)) if state.active == (CHANCE,) else state.legal_actions()[0])
    view = state.view()
    drawn, figure = [t.text for t in court_canvas(view).drawing.texts["text"]], court_data(view)
    assert any(text.startswith(name[:3]) for text in drawn)
    traces = {trace["name"]: trace for trace in figure["data"]}
    assert [as_plotly_shows(words) for words in traces["text"]["text"]] == drawn
    assert name in as_plotly_shows(" ".join(traces[HOVER]["text"]).replace("<br>", " "))


def as_plotly_shows(words: str) -> str:
    """What plotly makes of a text: tags and formulas would be lost, a few entities become letters."""
    assert "$" not in words
    kept = re.sub(r"<[^<>]*>", "", words)
    return re.sub(r"&(#\d+|#x[\da-f]+|lt|gt|amp);", lambda entity: unescape(entity[0]), kept)


def test_a_larger_board_is_the_same_board() -> None:
    view = game_at_court()[5]
    small, large = court_data(view), court_data(view, width=1560)
    assert large["layout"]["width"] == 2 * small["layout"]["width"]
    assert [t["x"] for t in small["data"]] == [t["x"] for t in large["data"]]
    sizes = [next(t for t in f["data"] if t["name"] == "text")["textfont"]["size"] for f in (small, large)]
    assert sizes[1] == pytest.approx([2 * size for size in sizes[0]], abs=0.02)
    assert 'width="1560" height="1144" viewBox="0 0 780 572"' in court_svg(view, width=1560)


def test_every_reward_of_the_components_has_its_signs() -> None:
    rewards = [part.reward for part in (*SHIPPED.counties, *SHIPPED.favours, *SHIPPED.spaces, *SHIPPED.laws)]
    for reward in rewards:
        result = amounts(reward)
        assert {kind for kind, _n in result} <= SIGNS.keys()
        assert sorted(n for _kind, n in result) == sorted(
            n for f in reward.__struct_fields__ if (n := getattr(reward, f))
        )


def test_letters_can_be_read_on_the_colours_of_the_houses() -> None:
    assert all(contrast(house.fill, house.ink) >= 4.5 for house in COLOURS.values())
