"""Pictures of odds: they say what the odds say, in SVG and in plotly, and leave nothing to colour alone."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from functools import cache
from typing import Any

import pytest

from roses.figures.odds import odds_svg, origins, parts, percent
from roses.figures.oddsplot import odds_figure
from roses.lab.odds import BattleOdds, battle_odds
from roses.richard.state import State
from tests.lab.lineups import LINEUPS

SVG = "{http://www.w3.org/2000/svg}"


def asking(state: State) -> str | None:
    asked = "Richmond tries treachery on Stanley/Y"
    return asked if asked in map(str, state.legal_actions()) else None


@cache
def odds(name: str) -> BattleOdds:
    found: Any = battle_odds(**LINEUPS["Bosworth"])
    if name == "turned":
        found = battle_odds(
            area="Leicester", attacker="Lancaster", attackers=["Richmond"], defenders=[("Gloucester", 1), "Stanley/Y"],
            king="Gloucester", policy=asking,
        )  # fmt: skip
    assert isinstance(found, BattleOdds)
    return found


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


@pytest.mark.parametrize("name", ["Bosworth", "turned"])
def test_plotly_shows_the_same_numbers(name: str) -> None:
    figure = json.loads(odds_figure(odds(name)).to_json())
    blocks: dict[str, float] = {}
    for trace in (t for t in figure["data"] if t["yaxis"] == "y"):
        for block, chance in zip(trace["y"], trace["x"], strict=True):
            blocks[block] = blocks.get(block, 0.0) + chance
    for block, total in blocks.items():
        assert total == pytest.approx(sum(p for (b, _, _), p in odds(name).fates.items() if b == block))
    hovers = [
        h for t in figure["data"] for h in (t["hovertext"] if isinstance(t["hovertext"], list) else [t["hovertext"]])
    ]
    assert any("in the area with 3 steps" in h for h in hovers)


def test_odds_show_themselves_as_text_svg_and_plotly() -> None:
    bundle = odds("Bosworth")._repr_mimebundle_()
    assert bundle["text/plain"] == "Leicester: Lancaster 0.80, York 0.20"
    assert bundle["image/svg+xml"].startswith("<svg")
    assert json.dumps(bundle["application/vnd.plotly.v1+json"])
    assert odds("Bosworth").figure()._repr_mimebundle_()["image/svg+xml"] == bundle["image/svg+xml"]
