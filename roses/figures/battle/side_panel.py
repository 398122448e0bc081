"""The panel beside the battle board: who acts now, and the last events."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Event
from roses.figures.battle.dice import GAP, die, in_words, is_hit
from roses.figures.battle.layout import Standing, battle_of
from roses.figures.blocks.captions import counted_words, short_name
from roses.figures.drawing.measure import Family, text_width, wrap
from roses.figures.drawing.palette import CHIP, CHIP_EDGE, INK, INK2, INK3, PANEL, RULE, SANS, SERIF
from roses.figures.drawing.svg import line, rect, tag, text
from roses.richard.events.army import TreacheryTried, Volley
from roses.richard.tables import BLOCKS
from roses.richard.view import View

SIDE: Final = 330.0
_PAD: Final = 18.0
_ROOM: Final = SIDE - 2 * _PAD
_DIE: Final = 40.0


def rule_chip(rule: str, x: float, y: float) -> str:
    """Return the number of a rule in a box, right edge ``x`` and baseline ``y`` px."""
    wide = text_width(rule, 13, bold=True) + 12
    return rect(x - wide, y - 14.5, wide, 19, CHIP, stroke=CHIP_EDGE, rx=3) + text(
        x - wide / 2, y, rule, 13, INK, weight=600
    )


def panel(view: View, standings: tuple[Standing, ...], x: float, top: float, height: float) -> str:
    """Return the panel with its upper left corner at ``x``, 0; its text starts at ``top`` px."""
    parts = [rect(x, 0, SIDE, height, PANEL), line([(x, 0), (x, height)], RULE)]
    y = top - 6
    for words, size, bold, serif in _now(view, standings):
        family: Family = "serif" if serif else "sans"
        size = max(min(size, 20.0), min(size, _ROOM / text_width(words, 1, bold=bold, family=family)))
        for written in wrap(words, size, _ROOM, bold=bold, family=family):
            parts.append(
                text(
                    x + _PAD,
                    y,
                    written,
                    size,
                    INK if bold else INK2,
                    weight=600 if bold else 400,
                    anchor="start",
                    family=SERIF if serif else SANS,
                )
            )
            y += size * 1.42
        y += 6
    y += 6
    parts.append(line([(x + _PAD, y), (x + SIDE - _PAD, y)], RULE))
    parts += _happened(view.events, x + _PAD, y + 24, height)
    return tag("g", *parts)


def _now(view: View, standings: tuple[Standing, ...]) -> list[tuple[str, float, bool, bool]]:
    """Return the lines of the upper half: words, size in px, bold, serif."""
    battle = battle_of(view)
    acting = [s.piece for s in standings if s.acts and s.piece.block]
    kicker = (_("Now"), 13.5, False, False)
    if not acting:
        words = _("Before round 1") if not battle.round else _("Round {n}").format(n=battle.round)
        return [kicker, (words, 23, True, True)]
    if len(acting) > 1:
        names = ", ".join(short_name(p.block or "") for p in acting)
        head = _("{side} at {letter}").format(side=battle.turn, letter=battle.letter)
        return [kicker, (head, 23, True, True), (_("Still to act: {names}.").format(names=names), 16, False, False)]
    piece = acting[0]
    block = BLOCKS[piece.block or ""]
    steps = block.steps if piece.steps is None else piece.steps
    head = _("{block}, for {side}").format(block=short_name(block.id), side=battle.turn)
    printed = _("printed rating {rating}").format(rating=f"{block.initiative}{block.firepower}")
    shown = next(s for s in standings if s.acts and s.piece.block)
    if shown.bonus:
        printed = f"{printed}, {counted_words(shown.rating, shown.bonus)}"
    dice = ngettext("{n} step, {n} die", "{n} steps, {n} dice", steps).format(n=steps)
    return [kicker, (head, 23, True, True), (dice, 16, True, False), (printed, 16, False, False)]


def _happened(events: tuple[Event, ...], x: float, y: float, height: float) -> list[str]:
    """Write the last events, as many as fit, the newest last."""
    parts = [text(x, y, _("Just happened"), 13.5, INK3, anchor="start")]
    y += 26
    for event in events[-4:]:
        written = wrap(str(event), 16.5, _ROOM - 50, bold=True)
        tall = 23 * len(written) + (_DIE + 16 if event.dice else 8)
        if y + tall > height:
            break
        parts.append(rule_chip(event.rule, x + _ROOM, y - 1))
        for i, words in enumerate(written):
            parts.append(text(x, y + 23 * i, words, 16.5, INK, weight=600, anchor="start"))
        parts += _dice(event, x, y + 23 * len(written) - 10)
        y += tall
    return parts


def _dice(event: Event, x: float, y: float) -> list[str]:
    """Draw the dice of an event, hits marked, with the bonuses counted."""
    if not event.dice:
        return []
    even = isinstance(event, TreacheryTried)
    most = event.firepower if isinstance(event, Volley) else None
    size = min(_DIE, _ROOM / len(event.dice) - GAP)
    faces = [die(n, x + i * (size + GAP), y, size, hit=is_hit(n, most, even=even)) for i, n in enumerate(event.dice)]
    words = in_words(event.dice, even=True).partition(": ")[2] if even else _hits_on(most)
    left = x + len(event.dice) * (size + GAP) + 4
    return [*faces, text(left, y + size / 2 + 5.5, words, 16, INK2, anchor="start", within=x + _ROOM - left)]


def _hits_on(most: int | None) -> str:
    if most is None:
        return ""
    return _("a hit is 1") if most == 1 else _("a hit is 1 to {most}").format(most=most)
