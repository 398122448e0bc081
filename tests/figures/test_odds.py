"""Figures of odds: SVG and plotly show the numbers of the odds, and nothing by colour alone."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from roses.figures.blocks import short_name
from roses.figures.drawing import text_width
from roses.figures.odds import FATES, describe, origins, parts, percent, subtitle, title
from roses.figures.odds.bars import odds_svg
from roses.figures.odds.figure import odds_figure
from roses.lab import orders
from roses.odds import BattleOdds, battle_odds
from roses.richard.state import State
from roses.richard.tables import BLOCKS
from tests.odds.lineups import LINEUPS

SVG = "{http://www.w3.org/2000/svg}"
CASES = ["Bosworth", "turned", "orders"]


def asking(state: State) -> str | None:
    asked = "Richmond tries treachery on Stanley/Y"
    return asked if asked in map(str, state.legal_actions()) else None


@cache
def odds(name: str) -> BattleOdds:
    result: Any = battle_odds(**LINEUPS["Bosworth"])
    if name == "turned":
        result = battle_odds(
            area="Leicester", attacker="Lancaster", attackers=["Richmond"], defenders=[("Gloucester", 1), "Stanley/Y"],
            king="Gloucester", policy=asking,
        )  # fmt: skip
    elif name == "orders":
        result = battle_odds(**LINEUPS["Bosworth"], policy=orders("round 2: Gloucester charges Richmond"))
    assert isinstance(result, BattleOdds)
    return result


@pytest.mark.parametrize("name", ["Bosworth", "turned"])
def test_the_svg_says_every_block_and_both_chances(name: str) -> None:
    root = ET.fromstring(odds_svg(odds(name)))
    words = [t.text or "" for t in root.iter(f"{SVG}text")]
    assert {percent(chance) for chance in odds(name).win.values()} <= set(words)
    assert {f"{steps:.2f}" for steps in odds(name).strength.values()} <= set(words)
    described = root.find(f"{SVG}desc")
    assert described is not None and described.text is not None
    assert all(f"{house} wins {percent(p)}" in described.text for house, p in odds(name).win.items())
    height = float(root.attrib["height"])
    assert max(float(t.attrib["y"]) for t in root.iter(f"{SVG}text")) < height


def test_bars_are_as_long_as_the_chances() -> None:
    for entrant in odds("Bosworth").entrants:
        stretches = parts(odds("Bosworth"), entrant.block)
        assert sum(part.chance for part in stretches) == pytest.approx(1)
        assert [part.fate for part in stretches] == sorted(
            (part.fate for part in stretches), key=["stands", "away", "turned", "eliminated"].index
        )


def test_a_turned_block_is_drawn_below_its_old_self() -> None:
    drawn = [(e.block, first.block) for e, first in zip(odds("turned").entrants, origins(odds("turned")), strict=True)]
    assert drawn[-2:] == [("Stanley/Y", "Stanley/Y"), ("Stanley/L", "Stanley/Y")]
    words = [t.text for t in ET.fromstring(odds_svg(odds("turned"))).iter(f"{SVG}text")]
    assert "if he turns" in words and "changed sides" in words
    assert "changed sides" not in [t.text for t in ET.fromstring(odds_svg(odds("Bosworth"))).iter(f"{SVG}text")]


Bar = tuple[str, str, int, float, float, float, str, str]  # block, fate, steps left, begin, length, y, label, hover


@cache
def plotly(name: str) -> dict[str, Any]:
    figure = json.loads(odds_figure(odds(name)).to_json())
    assert isinstance(figure, dict)
    return figure


def trace(name: str, called: str) -> dict[str, Any]:
    return next(trace for trace in plotly(name)["data"] if trace["name"] == called)


def bars(name: str) -> list[Bar]:
    results = []
    for one in (one for one in plotly(name)["data"] if one["name"] in FATES):
        columns = (one[key] for key in ("customdata", "base", "x", "y", "text", "hovertext"))
        results += [(who[0], one["name"], who[1], *rest) for who, *rest in zip(*columns, strict=True)]
    return results


def said(name: str) -> list[str]:
    return [note["text"] for note in plotly(name)["layout"]["annotations"]]


def at(name: str, words: str) -> list[float]:
    return [note["y"] for note in plotly(name)["layout"]["annotations"] if note["text"] == words]


@pytest.mark.parametrize("name", CASES)
def test_plotly_bars_are_as_long_as_the_fates_are_likely(name: str) -> None:
    lengths = {(block, fate, left): length for block, fate, left, _begin, length, *_ in bars(name)}
    assert lengths == pytest.approx(odds(name).fates)
    assert len(bars(name)) == len(lengths)


@pytest.mark.parametrize("name", CASES)
def test_plotly_bars_of_a_block_follow_one_another_in_its_row(name: str) -> None:
    for entrant in odds(name).entrants:
        mine = sorted((bar for bar in bars(name) if bar[0] == entrant.block), key=lambda bar: bar[3])
        assert [(fate, left) for _, fate, left, *_ in mine] == [
            (p.fate, p.left) for p in parts(odds(name), entrant.block)
        ]
        ends = [begin + length for _, _, _, begin, length, *_ in mine]
        assert [begin for _, _, _, begin, *_ in mine] == pytest.approx([0.0, *ends[:-1]])
        (row,) = {bar[5] for bar in mine}
        (strength,) = (y for y in at(name, f"<b>{odds(name).strength[entrant.block]:.2f}</b>") if y == row)
        assert row - 9 in at(name, f"<b>{short_name(entrant.block)}</b>") and strength == row


@pytest.mark.parametrize("name", CASES)
def test_rows_of_plotly_stand_apart_below_the_line_of_their_side(name: str) -> None:
    rows = list(
        dict.fromkeys(bar[5] for entrant in odds(name).entrants for bar in bars(name) if bar[0] == entrant.block)
    )
    high = trace(name, "stands")["width"]
    assert len(rows) == len(odds(name).entrants) and rows == sorted(rows)
    assert min(low - up for up, low in pairwise(rows)) > high
    attacks, defends = (
        at(name, f"<b>{house} {role}</b>")[0]
        for house, role in zip(odds(name).win, ("attacks", "defends"), strict=True)
    )
    above = [sum(y < heading for y in rows) for heading in (attacks, defends)]
    assert above == [0, sum(first.role == "attacker" for first in origins(odds(name)))]
    assert rows[-1] + high < plotly(name)["layout"]["height"]


@pytest.mark.parametrize("name", CASES)
def test_hover_says_who_what_and_how_likely(name: str) -> None:
    turned = {e.block: first is not e for e, first in zip(odds(name).entrants, origins(odds(name)), strict=True)}
    house = {e.block: e.house for e in odds(name).entrants}
    for block, fate, left, _begin, _length, _y, _label, hover in bars(name):
        who = BLOCKS[block].name + (f", turned to {house[block]}," if turned[block] else "")
        does = {"stands": "stands", "away": "is safely away", "turned": "changes sides", "eliminated": "is eliminated"}
        steps = f" with {left} step{'s' if left > 1 else ''}" if left else ""
        assert hover == f"{who} {does[fate]}{steps}: {percent(odds(name).fates[block, fate, left])}"  # type: ignore[index]


@pytest.mark.parametrize("name", CASES)
def test_hover_over_a_name_tells_all_its_fates(name: str) -> None:
    notes = {
        note["y"]: note.get("hovertext") for note in plotly(name)["layout"]["annotations"] if note.get("hovertext")
    }
    for entrant in odds(name).entrants:
        mine = [bar for bar in bars(name) if bar[0] == entrant.block]
        wanted = [bar[7] for bar in sorted(mine, key=lambda bar: bar[3])]
        assert notes.pop(mine[0][5] - 9).split("<br>") == wanted
    assert not notes


@pytest.mark.parametrize("name", CASES)
def test_labels_in_plotly_bars_are_steps_and_per_cent(name: str) -> None:
    for _block, fate, left, _begin, length, _y, label, _hover in bars(name):
        *above, share = label.split("<br>")
        assert share == (f"{100 * length:.0f}" if length >= 0.005 else "")
        words = {"turned": "changed sides", "eliminated": "eliminated"}
        assert above in ([], ["■" * left if left else words[fate]])
        if left or length > 0.35:
            assert bool(above) == (length >= 0.005)
        elif length < 0.15:
            assert not above


def test_the_fates_differ_by_pattern_and_the_lost_are_dashed() -> None:
    shapes = [trace("turned", fate)["marker"].get("pattern", {}).get("shape", "") for fate in FATES]
    assert len(set(shapes)) == len(FATES)
    boxes = plotly("Bosworth")["layout"]["shapes"]
    dashed = [
        (b["x0"], b["x1"] - b["x0"], (b["y0"] + b["y1"]) / 2) for b in boxes if "dash" in b["line"] and "xref" not in b
    ]
    lost = [bar[3:6] for bar in bars("Bosworth") if bar[1] == "eliminated"]
    assert [number for box in sorted(dashed) for number in box] == pytest.approx(
        [n for bar in sorted(lost) for n in bar]
    )


@pytest.mark.parametrize("name", CASES)
def test_plotly_says_who_wins_in_large_type_beside_its_part_of_the_bar(name: str) -> None:
    wins = trace(name, "wins")
    assert dict(zip(wins["customdata"], wins["x"], strict=True)) == pytest.approx(odds(name).win)
    assert wins["base"] == pytest.approx([0.0, wins["x"][0]])
    assert wins["hovertext"] == [f"{house} wins {percent(p)}" for house, p in odds(name).win.items()]
    large = [note for note in plotly(name)["layout"]["annotations"] if note["font"]["size"] >= 24 and note["y"] > 100]
    assert [note["text"] for note in large] == [f"<b>{percent(p)}</b>" for p in odds(name).win.values()]
    assert [note["x"] for note in large] == [0, 1]
    right = plotly(name)["layout"]["margin"]["r"]
    for note in large:  # in the widest font there is a gap between it and the bar
        words = note["text"].removeprefix("<b>").removesuffix("</b>")
        assert text_width(words, note["font"]["size"], bold=True, family="serif") <= right - 24 - 9
    assert f"<b>{title(odds(name))}</b>" in said(name)


@pytest.mark.parametrize("name", CASES)
def test_columns_of_the_rounds_are_as_high_as_they_are_likely(name: str) -> None:
    columns = trace(name, "rounds")
    results = {(house, number): chance for house, number, chance in columns["customdata"]}
    assert results == pytest.approx({key: odds(name).wins[key] for key in results})
    assert sum(results.values()) > 0.98  # what is lower than a line is not drawn
    per_chance = [-y / chance for y, chance in zip(columns["y"], results.values(), strict=True)]
    assert per_chance == pytest.approx([per_chance[0]] * len(results))
    foot = dict.fromkeys(columns["x"], columns["base"][0])
    for x, base, y in zip(columns["x"], columns["base"], columns["y"], strict=True):
        assert base == pytest.approx(foot[x], abs=0.4)
        foot[x] = base + y
    wanted = [f"{house} wins in round {number}: {percent(chance)}" for (house, number), chance in results.items()]
    assert columns["hovertext"] == wanted
    assert {percent(chance).removesuffix(" %") for chance in odds(name).rounds.values()} <= set(said(name))


@pytest.mark.parametrize("name", CASES)
def test_every_round_has_its_own_column_above_its_number(name: str) -> None:
    notes = plotly(name)["layout"]["annotations"]
    numbers = {note["x"]: int(note["text"][3:-4]) for note in notes if re.fullmatch(r"<b>\d</b>", note["text"])}
    assert list(numbers.values()) == list(odds(name).rounds)
    columns = trace(name, "rounds")
    assert [numbers[x] for x in columns["x"]] == [number for _house, number, _chance in columns["customdata"]]


def test_tokens_in_plotly_are_those_of_the_svg_and_come_with_it() -> None:
    (picture,) = plotly("turned")["layout"]["images"]
    kind, _, data = picture["source"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    drawn = b64decode(data).decode()
    titles = [token.text for token in ET.fromstring(drawn).iter(f"{SVG}title")]
    svg = ET.fromstring(odds_svg(odds("turned")))
    assert titles == [token.text for token in svg.findall(f".//{SVG}g/{SVG}title")]
    assert len(titles) == len(odds("turned").entrants)


def test_the_plotly_figure_is_as_wide_as_its_page_and_has_no_bar_of_tools() -> None:
    shown = odds("Bosworth")._repr_mimebundle_()["application/vnd.plotly.v1+json"]
    assert "width" not in shown["layout"] and len(shown["data"]) < 12
    assert shown["config"]["autosizable"] and not shown["config"]["displayModeBar"]
    assert not shown["layout"]["autosize"] and plotly("Bosworth")["layout"]["autosize"]
    assert shown["layout"]["meta"] == [title(odds("Bosworth")), describe(odds("Bosworth"))]


def test_both_figures_say_what_is_done() -> None:
    names = {"Bosworth": "Everybody stands", "orders": "What is ordered is done", "turned": "policy “asking”"}
    for name, words in names.items():
        assert words in subtitle(odds(name))
        written = [t.text or "" for t in ET.fromstring(odds_svg(odds(name))).iter(f"{SVG}text")]
        assert subtitle(odds(name)) in " ".join(written)
        assert subtitle(odds(name)) in [note.replace("<br>", " ") for note in said(name)]
    nameless = battle_odds(
        area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"], policy=lambda _: None
    )
    assert isinstance(nameless, BattleOdds) and "lambda" not in subtitle(nameless)


def test_the_name_of_a_policy_is_shown_by_plotly_as_it_is_written() -> None:
    def waits(_state: object) -> None:
        return None

    waits.__name__ = "<b>wait</b> & see"
    result = battle_odds(area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"], policy=waits)
    assert isinstance(result, BattleOdds)
    layout = result._repr_mimebundle_()["application/vnd.plotly.v1+json"]["layout"]
    shown = " ".join(note["text"] for note in layout["annotations"])
    assert "&lt;b&gt;wait&lt;/b&gt; &amp; see" in shown.replace("<br>", " ")


def test_odds_show_themselves_as_text_svg_and_plotly() -> None:
    bundle = odds("Bosworth")._repr_mimebundle_()
    assert bundle["text/plain"] == "Leicester: Lancaster 0.80, York 0.20"
    assert bundle["image/svg+xml"].startswith("<svg")
    assert json.dumps(bundle["application/vnd.plotly.v1+json"])
    assert odds("Bosworth").figure()._repr_mimebundle_()["image/svg+xml"] == bundle["image/svg+xml"]
