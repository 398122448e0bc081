"""Every form of sentence with which an action is refused: the rules it may cite, and what makes it true. No test."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from roses.engine.notation import alternatives
from roses.richard.roster import AREAS, BLOCKS, BORDERS, CARDS, SEAS, SIDES
from tests.richard import truth

_WORDS: Final = {
    "block": alternatives(BLOCKS),
    "other": alternatives(BLOCKS),
    "area": alternatives(AREAS),
    "to": alternatives(AREAS),
    "side": alternatives(SIDES),
    "sea": alternatives(SEAS),
    "border": "|".join(re.escape("/".join(border.areas)) for border in BORDERS),
    "n": r"\d+|no",
    "m": r"\d+",
    "list": ".+",
    "due": ".+",
}
Check = Callable[[truth.Reader, truth.Facts], bool]


class Form(NamedTuple):
    """A form of sentence: the rules it may cite, its pattern, and what makes it true."""

    text: str
    rules: tuple[str, ...]
    pattern: re.Pattern[str]
    holds: Check


def form(rules: str, text: str, holds: Check = lambda reader, facts: True) -> Form:
    """A form from a text with ``{block}``, ``{area}``, ``{n}`` and the like."""
    parts = re.split(r"\{(\w+)\}", text)
    pattern = "".join(f"(?P<{p}>{_WORDS[p]})" if i % 2 else p for i, p in enumerate(parts))
    return Form(text, tuple(rules.split()), re.compile(pattern), holds)


def _forms() -> Iterator[Form]:
    yield from _common()
    yield from _moves()
    yield from _events()
    yield from _battles()
    yield from _exits()
    yield from _politics()


ANY: Final = "1.1 1.2 5.1 6.1 6.2 6.3 6.4 6.7 6.82 7.1 7.2 8.3 8.5 9.1 9.0 muster plague treason"


def _common() -> Iterator[Form]:
    """Whose turn it is, whose block it is, cards, the moment."""
    yield form(ANY, "nothing is left to chance now, and {due}", lambda r, f: r.view.active != ("Chance",))
    yield form(ANY, "cards are chosen at the start of a turn, and now {due}", lambda r, f: r.view.phase != "cards")
    yield form("1.1", "{side} chooses its card in secret", lambda r, f: f["side"] != r.side)
    yield form("1.1", "{side} has chosen its card, and {due}", lambda r, f: r.side in r.view.played)
    yield form("5.1", "there is no card {m}, but cards 1 to 25", lambda r, f: int(f["m"]) not in CARDS)
    yield form("1.1", "card {m} is not in the hand of {side}", lambda r, f: int(f["m"]) not in r.view.hands[f["side"]])
    yield form(ANY, "{side} has nothing to choose: {due}", lambda r, f: r.side not in r.view.active)
    yield form("3.0", "{block} does not serve {side}, who must choose now", truth.serves)
    yield form("4.1 4.5", "{block} is not in play", lambda r, f: not truth.in_play(r, f["block"]))
    yield form(
        "5.4", "{block} is in the pool and must be recruited first", lambda r, f: r.own(f["block"]).place == "Pool"
    )
    for text in MOMENTS:
        yield form(ANY, f"{text}, and now {{due}}")


MOMENTS: Final = """hands are kept or thrown back before the first card is chosen
blocks march in an action phase
blocks sail in an action phase
blocks are recruited in an action phase
there is nothing to end
nothing is offered that could be declined
a muster is named when its card is played
Plague strikes when its card is played
by this ruleset the first border to be crossed is the main attack
battles are picked when both sides have moved, and one has ended
treachery is tried in a battle
a block fires in its battle turn
a block passes in its battle turn
an heir charges in his battle turn
a block retreats in its battle turn
a block is trapped in its battle turn
hits are taken when an enemy has scored them
the victor regroups when a battle has been won
minors come of age in a supply phase
Clarence and Exeter are executed in a supply phase
blocks starve in a supply phase
blocks go home in the political turn
exile areas are emptied in the political turn""".splitlines()


def _moves() -> Iterator[Form]:
    """Marches, sea moves, recruits."""
    yield form("piracy", "the points of Piracy pay for sea moves only", lambda r, f: r.card == "piracy")
    yield form("kingmaker", "{block} is a prisoner", lambda r, f: r.own(f["block"]).prisoner)
    yield form("6.84", "{block} lies face down until the campaign reset", lambda r, f: r.own(f["block"]).face_down)
    yield form("5.2", "{block} has moved, or was recruited, this turn", lambda r, f: r.own(f["block"]).moved)
    yield form(
        "5.22",
        "no block may leave {area}, as the main attack pins all that are left",
        lambda r, f: bool(r.count(f["area"], r.enemy)) and r.view.first_player == r.enemy,
    )
    yield form("1.2", "no action point is left, and {area} was not activated", lambda r, f: r.view.ap == 0)
    yield form("1.2", "no action point is left", lambda r, f: r.view.ap == 0)
    yield form(
        "1.2",
        "no action point is left, and no port pair waits for its second block there",
        lambda r, f: r.view.ap == 0,
    )
    yield form(
        "5.2",
        "a block marches at most {m} areas, and this way has {n}",
        lambda r, f: int(f["m"]) == (3 if r.card == "force_march" else 2) < int(f["n"]),
    )
    yield form("5.2", "{block} is in {area} already", truth.place)
    yield form("2.7", "{area} is an exile area of the enemy", lambda r, f: AREAS[f["area"]].exile_of == r.enemy)
    yield form("5.2", "{area} and {to} share no border by land", truth.no_border)
    yield form("5.21", "{m} blocks have crossed the {list} border {border} this turn, and no more may", truth.coloured)
    yield form("5.22", "the enemy came over the border {border}", truth.came)
    yield form(
        "5.21",
        "a block stops once it has crossed the red border {border}",
        lambda r, f: truth.KINDS[frozenset(f["border"].split("/"))] == "minor",
    )
    yield form("5.2", "{n} enemy blocks? (?:is|are) in {area}, and whoever enters must stop there", truth.enemies)
    yield form("5.2", "a march does not turn back to {area}")
    yield form("muster", "the muster is in {area}, and blocks must end there", lambda r, f: r.view.phase == "muster")
    yield form("6.3", "{side} has entered {area} over {m} borders already: {list}", truth.entries)
    yield form("5.3", "{block} never sails", lambda r, f: truth.lubber(f["block"]))
    yield form("force-march surprise treason", "this event does not pay for sea moves", lambda r, f: bool(r.card))
    yield form("5.3", "the {sea} does not join {area} and {to}", truth.joined)
    yield form(
        "5.3", "{n} enemy blocks? (?:is|are) in {area}, and ships land on friendly or vacant coasts only", truth.enemies
    )
    yield form("5.1", "the points of an event card do not pay for recruits", lambda r, f: bool(r.card))
    yield form("5.4", "{block} is on the map, in {area}, and not in the pool", truth.place)
    yield form(
        "6.8", "{block} lies face down in the pool until the campaign reset", lambda r, f: r.own(f["block"]).face_down
    )
    yield form("5.4", "{block} may be recruited only in {list} now", truth.recruits)
    yield form(
        "5.4",
        "{block} may be recruited nowhere, as none of its homes is friendly or vacant now",
        lambda r, f: r.own(f["block"]).place == "Pool",
    )


def _events() -> Iterator[Form]:
    """The Muster, Plague, the main attack."""
    yield form("muster", "Muster moves blocks by land only, and now {due}", lambda r, f: r.card == "muster")
    yield form(
        "muster", "{n} enemy blocks? (?:is|are) in {area}, and a muster is in a friendly or vacant area", truth.enemies
    )
    yield form("muster", "no block of {side} can reach {area} from another area by land")
    yield form("plague", "{area} has no city", lambda r, f: not AREAS[f["area"]].city)
    yield form(
        "plague",
        "{n} {side} blocks? (?:is|are) in {area}, so it is no enemy area",
        lambda r, f: r.count(f["area"], r.side) == truth.number(f["n"]) and f["side"] == r.side,
    )
    yield form("plague", "{n} enemy block is in {area}", truth.enemies)
    yield form(
        "6.3", "the main attack to be named now is that on {area}", lambda r, f: bool(r.count(f["area"], r.enemy))
    )
    yield form("6.3", "nobody entered {area} over {border}, but over {list}", lambda r, f: f["border"] not in f["list"])


def _battles() -> Iterator[Form]:
    """Turns, charges, treachery, hits."""
    yield form(
        "6.1",
        "{area} is not contested, with {n} of Lancaster and {m} of York there; battles are due in {list}",
        truth.contested,
    )
    yield form("6.2", "{block} is not in the battle of {area}", truth.battlefield)
    yield form("6.3", "{block} waits in the reserve", lambda r, f: r.own(f["block"]).reserve)
    yield form("6.2", "{block} has had its turn in round {m}", lambda r, f: r.own(f["block"]).acted)
    yield form(
        "6.2",
        "it is the turn of {side} at [ABCD] in round {m}: {list}",
        lambda r, f: f["side"] == r.side and set(f["list"].split(" or ")) <= r.front(r.side),
    )
    yield form("6.2 6.5 6.9", "in round 4 attackers must retreat", truth.must_leave)
    yield form("6.5", "only the senior heir in the line may charge, and that is {other}", truth.heir)
    yield form("6.5", "only the senior heir in the line may charge, and {side} has none there", truth.no_heir)
    yield form("6.5 6.9", "{block} is not in the enemy's front line", lambda r, f: f["block"] not in r.front(r.enemy))
    yield form("treason", "the Treason card is used before round 1, and now {due}", lambda r, f: truth.stage(r) > 0)
    yield form(
        "6.9",
        "{block} is neither King nor Pretender nor Warwick",
        lambda r, f: (
            "Warwick" not in f["block"] and f["block"] != (r.view.king if truth.crowned(r) else r.view.pretender)
        ),
    )
    yield form("6.9", "the one roll of {block} in this battle has been made")
    yield form("6.91", "Warwick may not try {block}", lambda r, f: f["block"][:5] in ("North", "Westm"))
    yield form(
        "treason", "before round 1 only the Treason card may be tried, not {block}", lambda r, f: truth.stage(r) == 0
    )
    yield form("6.9", "{block} has changed sides in this battle already")
    yield form(
        "3.13", "{block} has no loyalty rating and cannot be turned", lambda r, f: not BLOCKS[f["block"]].loyalty
    )
    yield form(
        "9.1",
        "{block} cannot be turned as King or Pretender",
        lambda r, f: f["block"] in (r.view.king, r.view.pretender),
    )
    yield form("6.4", "hits fall on the strongest block of the line: {list}", truth.strongest)


def _exits() -> Iterator[Form]:
    """Retreats and regroups."""
    yield form(
        "6.6",
        "only attackers must retreat, in round 4, and this is round {m}",
        lambda r, f: int(f["m"]) == truth.stage(r) and not truth.must_leave(r, f),
    )
    yield form("6.6", "{block} can retreat to {list}", truth.must_leave)
    yield form("6.6", "nobody retreats in round 1", lambda r, f: truth.stage(r) == 1)
    yield form(
        "6.7",
        "{block} is not among the victors in {area}",
        lambda r, f: r.own(f["block"]).place != f["area"] or r.own(f["block"]).prisoner,
    )
    yield form(
        "6.6 6.7", "{n} enemy blocks? (?:is|are) in {area}, and only friendly or vacant areas are open", truth.enemies
    )
    yield form("6.6 6.7", "{area} and {to} share no border by land", truth.no_border)
    yield form("piracy", "{m} pirates have sailed off already, and no more may")
    yield form(
        "piracy",
        "a pirate leaves by the {sea} it came over, which does not lead to {area}",
        lambda r, f: truth.no_lead(r, f),
    )
    yield form("5.21", "{m} blocks have used the border {border}, and no more may", truth.exit_full)
    yield form(
        "6.6",
        "the enemy came over the border {border}"
        "(?:, and of two who used it only {side}, as second player, may go back over it)?",
        lambda r, f: f["border"] in r.entered() and f["side"] in (None, SIDES[1 - SIDES.index(r.view.first_player)]),
    )


def _politics() -> Iterator[Form]:
    """Minors, executions, supply, homes, exile limits."""
    yield form("6.82", "it is {block} who comes of age now", truth.rank)
    yield form(
        "6.82",
        "{block} enters in (?:a crown|an own exile) area.* \\({list}\\), not in {area}",
        lambda r, f: f["area"] not in f["list"] and truth.rank(r, f),
    )
    yield form("6.82", "{block} waits only where no door is open, and may enter in {list}", truth.rank)
    yield form("9.1", "only {block} may be executed now", lambda r, f: f["block"] in ("Clarence/L", "Exeter/Y"))
    yield form("7.1", "{block} has lost a step in this phase")
    yield form("7.1", "{block} is not on the map", lambda r, f: r.own(f["block"]).place in ("Pool", "Minor"))
    yield form(
        "7.1 7.2",
        "{block} does not count against the limit of {area}",
        lambda r, f: truth.place(r, f) and not truth.counts(r, f),
    )
    yield form(
        "7.1 7.2",
        "{area} feeds {m} blocks, and only {n} there have not lost a step",
        lambda r, f: int(f["m"]) == truth.limit(f["area"]) >= int(f["n"]) and int(f["n"]) <= truth.fed(r, f["area"]),
    )
    yield form(
        "7.1 7.2",
        "{m} blocks? more must lose a step in {area}",
        lambda r, f: 0 < int(f["m"]) <= truth.fed(r, f["area"]) - truth.limit(f["area"]),
    )
    yield form("8.3 8.4", "{block} does not go home: {list}", truth.not_at_home)
    yield form("8.3 8.4", "{block} has gone home", lambda r, f: r.own(f["block"]).place in {*AREAS, "Pool"})
    yield form("8.3 8.4", "{block} is in {area} already", truth.place)
    yield form("8.3 8.4", "{n} enemy blocks? (?:is|are) in {area}, and nobody goes home among them", truth.enemies)
    yield form("8.3 8.4", "the open homes of {block} are: {list}", lambda r, f: r.own(f["block"]).place in AREAS)
    yield form("8.3 8.4", "{block} must still go home", lambda r, f: r.own(f["block"]).place in AREAS)
    yield form(
        "7.2",
        "no exile area is above its limit",
        lambda r, f: not [a for a in truth.LIMITS if truth.fed(r, a) > truth.limit(a)],
    )
    yield form(
        "7.2",
        "{block} does not count against the limit of {list}",
        lambda r, f: r.own(f["block"]).place not in f["list"] or not truth.counts(r, f),
    )
    yield form(
        "7.2",
        "{area} holds {m} blocks, and its limit is {n}",
        lambda r, f: int(f["m"]) == truth.fed(r, f["area"]) > int(f["n"]) == truth.limit(f["area"]),
    )


FORMS: Final = tuple(_forms())


def found(reason: str, rule: str, reader: truth.Reader) -> list[Form]:
    """The forms that a sentence has, with its rule, and of which it is true."""
    fitting = ((f, f.pattern.fullmatch(reason)) for f in FORMS if rule in f.rules)
    return [f for f, match in fitting if match and f.holds(reader, match.groupdict())]
