"""The block war game in the panel of a Stepper: dice and their results, who stands where, and who the lords are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from roses.engine.i18n import N_, cached, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.figures.battle.dice import dice_svg
from roses.figures.blocks import loyalty_words, rating_words, short_name
from roses.figures.blocks.cards import BEARERS, arms_id, arms_symbol
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.figures.map.layout import order
from roses.figures.map.text import discards_words, memory_words, standing
from roses.history.names import Called, bearers
from roses.history.people import Person, When, ended, person, sided
from roses.richard.events.army import Charged, Fired, StruckBack, TreacheryTried, Volley
from roses.richard.tables import BLOCKS, SIDES, Block
from roses.richard.view import Piece, View
from roses.widgets.html import div, table_html
from roses.widgets.stepper import adapter
from roses.widgets.stepper.adapter import EventGroup

_MAIN_DIE, _SMALL_DIE = 44, 28  # px
_RESULTS: Final = ("hit", "eliminated", "turned", "king_dead", "pretender", "king", "freed", "control")
_WEIGHTS: Final = adapter.weights(
    ("commit", "deal", "change", "first", "card", "supply", "turn", "reset"),
    ("redeal", "deploy", "pass", "reveal", "round", "home", "homecoming", "pool", "disband", "starve"),
    ("march", "sail", "regroup", "recruit", "muster", "retreat"),
    ("hit", "attack", "plague", "enter", "battle", "won", "control", "trapped"),
    ("fire",),
    ("reply", "execute", "eliminated", "freed", "pretender", "count"),
    ("treachery", "turned"),
    ("charge",),
    ("king", "usurp"),
    ("king_dead", "victory"),
)
_HEADLINES: Final = {
    Fired: N_("{block} fires"),
    Charged: N_("{block} charges {target}"),
    StruckBack: N_("{block} strikes back"),
    TreacheryTried: N_("{block} tries treachery on {target}"),
}


def groups(events: Iterable[Event]) -> list[EventGroup]:
    """Return the groups of a step, the most important first, each roll with its results."""
    return adapter.group_events(events, _WEIGHTS, _RESULTS)


def headline(event: Event) -> str:
    """Return an event in words, without its result where dice show that.

    >>> headline(Charged("York", "Gloucester", "B", 3, 1, (1,), "Richmond"))
    'Gloucester charges Richmond'
    """
    template = next((words for kind, words in _HEADLINES.items() if isinstance(event, kind)), "")
    if isinstance(event, TreacheryTried) and not event.block:
        template = N_("The Treason card tries treachery on {target}")
    return _(template).format_map(event.words()) if template else str(event).rstrip(".")


def terms(event: Event) -> str:
    """Return in words the dice of a roll and what they had to show.

    >>> terms(Charged("York", "Gloucester", "B", 3, 2, (2, 5, 3), "Richmond"))
    'at B3: three dice, hits on 1 to 3'
    """
    dice = dice_words(len(event.dice))
    if isinstance(event, TreacheryTried):
        return ngettext("{dice}: even turns him", "{dice}: all even turn him", len(event.dice)).format(dice=dice)
    if not isinstance(event, Volley):
        return dice
    most = event.firepower
    words = _("at {rating}: {dice}, a hit on 1") if most == 1 else _("at {rating}: {dice}, hits on 1 to {most}")
    return words.format(rating=event.rating, dice=dice, most=most)


def dice_words(n: int) -> str:
    """Return a number of dice in words."""
    small = (_("no dice"), _("one die"), _("two dice"), _("three dice"), _("four dice"), _("five dice"), _("six dice"))
    return small[n] if n < len(small) else _("{n} dice").format(n=n)


def outcome(event: Event) -> str:
    """Return the result of a roll in words.

    >>> outcome(Fired("York", "Norfolk", "B", 3, 2, (1, 2, 6)))
    '2 hits'
    >>> outcome(TreacheryTried("York", "", "Stanley/L", False, (3,)))
    'Odd: he stays'
    """
    if isinstance(event, TreacheryTried):
        if event.success:
            return _("Even: he changes sides") if len(event.dice) == 1 else _("All even: he changes sides")
        return _("Odd: he stays") if len(event.dice) == 1 else _("Not all even: he stays")
    hits = event.hits if isinstance(event, Volley) else 0
    if not hits:
        return _("Miss") if len(event.dice) == 1 else _("No hit")
    return ngettext("{n} hit", "{n} hits", hits).format(n=hits)


def main(group: EventGroup) -> list[str]:
    """Return what a roll needed, its dice and its result, as HTML; an empty list for events without dice."""
    parts = []
    if group.event.dice:
        parts.append(div("terms", escape(terms(group.event))))
        score = _("of {dice}").format(dice=dice_words(len(group.event.dice)))
        hit = isinstance(group.event, Volley) and group.event.hits
        result = tag("b", escape(outcome(group.event))) + (f" {escape(score)}" if hit else "")
        first, *rest = [escape(event) for event in group.ends] or [""]
        parts.append(div("roll", _faces(group.event, _MAIN_DIE), tag("span", result, "<br>", first)))
        parts.append(div("came", " ".join(rest)))
    return parts


def other(group: EventGroup) -> str:
    """Return one line of the list of other groups as HTML; a roll has small dice."""
    event = group.event
    if not event.dice:
        return escape(event)
    rating = _("at {rating}").format(rating=event.rating) if isinstance(event, Volley) else ""
    results = " ".join(map(str, group.ends))
    words = f"{tag('b', escape(headline(event)))} {escape(rating)}: {escape(outcome(event).lower())}. {escape(results)}"
    return div("roll", _faces(event, _SMALL_DIE), tag("span", words))


@cached(maxsize=512)
def _dice(dice: tuple[int, ...], most: int | None, even: bool, size: int) -> str:
    return dice_svg(dice, most, even=even, size=size)


def _faces(event: Event, size: int) -> str:
    most = event.firepower if isinstance(event, Volley) else None
    return _dice(event.dice, most, isinstance(event, TreacheryTried), size)


_NONE = "–"


def standings_html(view: View) -> str:
    """Return the blocks by area and side, with their strengths, then the pools and the dead, as far as they are known.

    Blocks that are not seen are counted. Below are the cards of earlier turns, the enemy's blocks that the viewer
    remembers, and the attribution of the map data.

    >>> import roses
    >>> "Norfolk, 4 of 4" in standings_html(roses.scene(Kent="Norfolk").view())
    True
    """
    sides = [*SIDES[::-1], *(["Rebel"] if any(piece.side == "Rebel" for piece in view.pieces) else [])]
    battle = view.battle.area if view.battle else ""
    rows = [
        [
            _("{area} (battle)").format(area=area) if area == battle else area,
            *(_blocks(piece for piece in pieces if piece.side == side) for side in sides),
        ]
        for area, pieces in standing(view).items()
    ]
    limits = _("as {side} may know them").format(side=view.viewer) if view.viewer else _("none hidden")
    caption = _("Blocks on the map and the steps they have left, {seen}").format(seen=limits)
    table = table_html(caption, [_("Area"), *(_("Rebels") if side == "Rebel" else side for side in sides)], rows)
    return table + "".join(tag("p", escape(words)) for words in (*_away(view), ATTRIBUTION))


def _blocks(pieces: Iterable[Piece]) -> str:
    """Return blocks in words, and how many are not seen."""
    here = sorted(pieces, key=order)
    unseen = sum(piece.block is None for piece in here)
    words = [", ".join(_details(piece)) for piece in here if piece.block is not None]
    return "; ".join(words + ([_("{n} unseen").format(n=unseen)] if unseen else [])) or _NONE


def _details(piece: Piece) -> Iterator[str]:
    block = BLOCKS[piece.block or ""]
    steps = block.steps if piece.steps is None else piece.steps
    yield _("{block}, {steps} of {most}").format(block=block.name, steps=steps, most=block.steps)
    for true, words in (
        (piece.turned, _("changed sides")),
        (piece.prisoner, _("prisoner")),
        (piece.reserve, _("in reserve")),
    ):
        if true:
            yield words


def _away(view: View) -> Iterator[str]:
    """Yield who is in the pools, as far as the viewer knows, who is dead, the cards played, and what is remembered."""
    for side, n in view.pool_sizes.items():
        known = [BLOCKS[p.block].name for p in view.pieces if p.place == "Pool" and p.side == side and p.block]
        words = ngettext("Pool of {side}: {n} block", "Pool of {side}: {n} blocks", n).format(side=side, n=n)
        if n:
            yield f"{words}: {', '.join(sorted(known))}." if known else f"{words}."
    if view.dead:
        yield _("Dead: {names}.").format(names=", ".join(BLOCKS[block].name for block in view.dead))
    if cards := discards_words(view):
        yield _("Cards of earlier turns: {cards}.").format(cards=cards)
    if blocks := memory_words(view):
        yield _("What {side} has seen and remembers: {blocks}.").format(side=view.viewer, blocks=blocks)


def cards_of(blocks: Iterable[str], first: str, last: str) -> dict[str, Any]:
    """Return for a page who bore these blocks from one ISO date to another, in the words of the cards.

    "blocks" has by block what the rules say of it, and all its bearers in order: since when, the name in full and in
    brief, the person and the id of the arms. "people" has by person the facts, sides with their dates; "arms" are the
    symbols.

    >>> cards = cards_of(["Gloucester"], "1483-10-10", "1485-08-22")
    >>> cards["blocks"]["Gloucester"]["called"]
    [['1483-06-26', 'King Richard III', 'Richard III', 'richard3', 'roses-arms-henry-vi']]
    >>> cards["people"]["richard3"]["ended"]
    'killed in battle, Bosworth, 22 August 1485'
    """
    cards: dict[str, Any] = {"blocks": {}, "people": {}, "arms": ""}
    symbols: dict[str, str] = {}
    for block in sorted(blocks):
        entries = bearers(block) or (Called("", BEARERS[block].title, short_name(block)),)
        since = max((entry.since for entry in entries if entry.since <= first), default=entries[0].since)
        entries = tuple(entry for entry in entries if since <= entry.since <= max(last, since))
        rows = []
        for entry in entries:
            file = entry.arms or BEARERS[block].file
            symbols[file] = arms_symbol(file)
            rows.append([entry.since, entry.name, entry.short, entry.who, arms_id(file)])
            if entry.who:
                cards["people"][entry.who] = _facts(person(entry.who))
        cards["blocks"][block] = {"called": rows, "game": _in_the_game(BLOCKS[block])}
    return cards | {"arms": "".join(symbols.values())}


def _in_the_game(block: Block) -> str:
    """Return what the rules say of a block."""
    steps = ngettext("{block} of {side}, {n} step", "{block} of {side}, {n} steps", block.steps)
    words = steps.format(block=block.name, side=block.side, n=block.steps)
    return f"{words}; {rating_words(block)}; {loyalty_words(block)}"


def _facts(p: Person) -> dict[str, Any]:
    """Return the facts of a card that a page shows over a map or a board."""
    life = next((statement.text for statement in p.life if not statement.disputed), "")
    sides = [[When(entry.since).first, sided(entry)] for entry in p.allegiance]
    about = p.born.certainty != "" or len(p.born.date) < len("1452-10-02")
    return {"name": p.name, "life": life, "born": p.born.date, "about": about, "sides": sides, "ended": ended(p)}
