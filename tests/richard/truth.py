"""The conditions under which sentences of refusals are true, computed from the reader's view and the printed data.

A sentence that passes is right, and tells its reader no more than he may know.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from roses.richard.tables import AREAS, BLOCKS, BORDERS, CAPACITY, CARDS, SCENARIOS, SIDES
from roses.richard.view import Piece, View

LIMITS: Final = {"Calais": 4, "France": 4, "Ireland": 2, "Scotland": 2}
COLOURS: Final = {"yellow": "major", "blue": "river", "red": "minor"}
KINDS: Final = {frozenset(border.areas): border.kind for border in BORDERS}
Facts = dict[str, str]  # what a sentence names, by the fields of its form


class Reader(NamedTuple):
    """Who reads a sentence, and what he sees."""

    view: View
    side: str

    @property
    def enemy(self) -> str:
        return SIDES[1 - SIDES.index(self.side)]

    @property
    def card(self) -> str:
        """The event on the card that the reader has played."""
        return CARDS[self.view.played[self.side]].event

    def own(self, block: str) -> Piece:
        return next(p for p in self.view.pieces if p.block == block and p.side == self.side)

    def count(self, area: str, side: str) -> int:
        """How many of a side count in an area (rule 2.1)."""
        return sum(p.place == area and p.side == side and not (p.face_down or p.prisoner) for p in self.view.pieces)

    def front(self, side: str) -> set[str]:
        """The front line of a side in the battle in hand."""
        battle = self.view.battle
        assert battle is not None
        there = (p for p in self.view.pieces if p.place == battle.area and p.side == side and not p.reserve)
        return {p.block for p in there if p.block and not p.prisoner}

    def entered(self) -> tuple[str, ...]:
        """The borders by which the battle in hand was entered."""
        return self.view.battle.entries if self.view.battle else ()


def number(text: str) -> int:
    return 0 if text == "no" else int(text)


def fed(reader: Reader, area: str) -> int:
    """How many of the reader's blocks count against the limit of an area (rules 7.1, 7.2)."""
    there = (p for p in reader.view.pieces if p.place == area and p.side == reader.side)
    home = (p for p in there if not (p.face_down or p.prisoner))
    return sum(AREAS[area].kind != "exile" or BLOCKS[str(p.block)].home != area for p in home)


def no_city(reader: Reader, f: Facts) -> bool:
    """Whether a bombard of the reader has no friendly city area (rule 5.4)."""
    friendly = (a for a in AREAS.values() if reader.count(a.id, reader.side) and not reader.count(a.id, reader.enemy))
    return f["side"] == reader.side and BLOCKS[f["block"]].kind == "bombard" and not any(a.city for a in friendly)


def rich(reader: Reader, points: int) -> bool:
    """Whether the reader's hand has so many points, and too many to be thrown back (rule 5.1)."""
    return sum(CARDS[c].points for c in reader.view.hands[reader.side]) == points > 13


def limit(area: str) -> int:
    return LIMITS.get(area, 5 if AREAS[area].city else 4)


def enemies(reader: Reader, f: Facts) -> bool:
    return reader.count(f["area"], reader.enemy) == number(f["n"])


def coloured(reader: Reader, f: Facts) -> bool:
    kind = KINDS[frozenset(f["border"].split("/"))]
    extra = 1 if reader.card == "surprise" else 0
    return COLOURS[f["list"]] == kind and int(f["m"]) == CAPACITY[kind] + extra


def exit_full(reader: Reader, f: Facts) -> bool:
    return int(f["m"]) == CAPACITY[KINDS[frozenset(f["border"].split("/"))]]


def came(reader: Reader, f: Facts) -> bool:
    return not reader.view.battle or reader.view.phase == "actions" or f["border"] in reader.entered()


def entries(reader: Reader, f: Facts) -> bool:
    return len(f["list"].split(", ")) == int(f["m"]) and int(f["m"]) in (2, 3) and f["side"] == reader.side


def person(block: str) -> set[str]:
    """A block and its other version."""
    return {block, BLOCKS[block].pair or block}


def set_up(reader: Reader) -> set[str]:
    """All who are in the scenario from the start."""
    return {name for names in SCENARIOS[reader.view.scenario].placements.values() for name in names}


def other_version(reader: Reader, f: Facts) -> bool:
    return BLOCKS[f["block"]].pair == f["other"] and not person(f["block"]) & set(reader.view.dead)


def not_in_hand(reader: Reader, f: Facts) -> bool:
    """Whether the hand is told in full, and the card is not in it."""
    items = tuple(int(number) for number in re.findall(r"card (\d+) \(", f["list"]))
    return items == reader.view.hands[f["side"]] and int(f["m"]) not in items


def is_dead(reader: Reader, f: Facts) -> bool:
    return bool(person(f["block"]) & set(reader.view.dead))


def serves(reader: Reader, f: Facts) -> bool:
    pretender = SIDES[1 - SIDES.index(reader.view.king_side)]
    owner = pretender if f["block"] == "Rebel" else BLOCKS[f["block"]].side
    return owner != reader.side == f["side"]


def strongest(reader: Reader, f: Facts) -> bool:
    line = {name: reader.own(name).steps or 0 for name in reader.front(reader.side)}
    return set(f["list"].split(", ")) == {name for name, n in line.items() if n == max(line.values())}


def heir(reader: Reader, f: Facts) -> bool:
    heirs = [BLOCKS[n] for n in reader.front(reader.side) if BLOCKS[n].kind == "heir" and BLOCKS[n].side == reader.side]
    return min(heirs, key=lambda b: b.rank).id == f["other"]


def not_at_home(reader: Reader, f: Facts) -> bool:
    piece, kind = reader.own(f["block"]), BLOCKS[f["block"]].kind
    if f["list"] == "only heirs, nobles and churches do":
        return kind not in ("heir", "noble", "church")
    if f["list"] == "he is a prisoner":
        return piece.prisoner
    if f["list"] == "it is in the pool":
        return piece.place == "Pool"
    return f["list"] == f"it is in exile, in {piece.place}" and AREAS[piece.place].kind == "exile"


def contested(reader: Reader, f: Facts) -> bool:
    counts = {side: reader.count(f["area"], side) for side in SIDES}
    return [f["n"], f["m"]] == [str(counts[side]) for side in SIDES] and 0 in counts.values()


def joined(reader: Reader, f: Facts) -> bool:
    return not (f["sea"] in AREAS[f["area"]].seas and f["sea"] in AREAS[f["to"]].seas) or f["area"] == f["to"]


def place(reader: Reader, f: Facts) -> bool:
    return reader.own(f["block"]).place == f["area"]


def battlefield(reader: Reader, f: Facts) -> bool:
    return bool(reader.view.battle) and reader.view.battle.area == f["area"] != reader.own(f["block"]).place  # type: ignore[union-attr]


def no_border(reader: Reader, f: Facts) -> bool:
    return frozenset((f["area"], f["to"])) not in KINDS


def rank(reader: Reader, f: Facts) -> bool:
    """Whether the minor named is the senior of those who wait."""
    minors = [BLOCKS[str(p.block)] for p in reader.view.pieces if p.place == "Minor" and p.side == reader.side]
    return min(minors, key=lambda b: b.rank).id == f["block"]


def lubber(block: str) -> bool:
    return BLOCKS[block].kind in ("levy", "rebel", "bombard") or block in ("Scots Mercenary", "Welsh Mercenary")


def recruits(reader: Reader, f: Facts) -> bool:
    areas = re.split(" or ", f["list"])
    return all(not reader.count(area, reader.enemy) for area in areas) and reader.own(f["block"]).place == "Pool"


def stage(reader: Reader) -> int:
    """The round of the battle in hand, 0 before round 1."""
    return reader.view.battle.round if reader.view.battle else -1


def crowned(reader: Reader) -> bool:
    return reader.side == reader.view.king_side


def must_leave(reader: Reader, f: Facts) -> bool:
    battle = reader.view.battle
    return battle is not None and (battle.round, battle.attacker) == (4, reader.side)


def no_heir(reader: Reader, f: Facts) -> bool:
    return not [n for n in reader.front(reader.side) if BLOCKS[n].kind == "heir" and BLOCKS[n].side == reader.side]


def no_lead(reader: Reader, f: Facts) -> bool:
    assert reader.view.battle is not None
    return f["sea"] not in AREAS[f["area"]].seas or f["area"] == reader.view.battle.area


def counts(reader: Reader, f: Facts) -> bool:
    piece = reader.own(f["block"])
    local = AREAS[piece.place].kind == "exile" and BLOCKS[f["block"]].home == piece.place
    return not (piece.face_down or piece.prisoner or local)


def waits(reader: Reader, f: Facts) -> bool:
    """Whether Clarence or Exeter serves the enemy and finds none of his homes empty, and friends in the one named."""
    shields = BLOCKS[f["block"]].shields
    taken = [area for area in shields if any(reader.count(area, side) for side in SIDES)]
    named = "area" not in f or reader.count(f["area"], reader.side) > 0 == reader.count(f["area"], reader.enemy)
    return f["block"] in ("Clarence/L", "Exeter/Y") and len(taken) == len(shields) and named
