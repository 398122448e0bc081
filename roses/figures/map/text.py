"""The map in words, from a view: title, description, and a board of plain text."""

from __future__ import annotations

from collections import Counter

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.map.geography import SHAPES
from roses.figures.map.layout import order
from roses.richard.prompts import rating
from roses.richard.tables import AREAS, BLOCKS, CAPACITIES, CARDS, NEIGHBOURS, PLACE, PLACES, SUPPLY
from roses.richard.view import Piece, View


def title(view: View) -> str:
    """Return the title of the map: campaign, turn, and battle if one is in hand."""
    if view.battle:
        words = _("Map of England and Wales: campaign {campaign}, turn {turn}, battle in {area}")
        return words.format(campaign=view.campaign, turn=view.turn, area=view.battle.area)
    words = _("Map of England and Wales: campaign {campaign}, turn {turn}")
    return words.format(campaign=view.campaign, turn=view.turn)


def standing(view: View) -> dict[str, tuple[Piece, ...]]:
    """Return the pieces on the map by area, areas in the order of the map, York first in each."""
    areas = {}
    for area in SHAPES:
        here = [piece for piece in view.pieces if piece.place == area]
        if here:
            areas[area] = tuple(sorted(here, key=lambda piece: (piece.side != "York", order(piece))))
    return areas


def description(view: View) -> str:
    """Return the blocks of each area in words, as far as they are seen, for ``<desc>`` and screen readers.

    Blocks in the pools are left out.
    """
    sentences = []
    for area, pieces in standing(view).items():
        visible = [
            _("{name} of {side}, {steps} steps").format(name=BLOCKS[p.block].name, side=p.side, steps=p.steps)
            for p in pieces
            if p.block is not None
        ]
        unseen = Counter(piece.side for piece in pieces if piece.block is None)
        blank = [_("{n} unseen of {side}").format(n=n, side=side) for side, n in unseen.items()]
        sentences.append(f"{area}: {', '.join(visible + blank)}.")
    return " ".join(sentences) or _("No blocks on the map.")


def armies_words(view: View) -> dict[str, str]:
    """Return who stands where on the map, a sentence for each area with blocks, as far as they are seen.

    >>> import roses
    >>> armies_words(roses.scene(Kent="Norfolk, Suffolk").view())
    {'Kent': 'Kent: York with Norfolk (B2 with 4 steps), Suffolk (B2 with 3 steps).'}
    """
    sentences = {}
    for area, pieces in standing(view).items():
        armies = []
        for side in dict.fromkeys(piece.side for piece in pieces):
            here = [piece for piece in pieces if piece.side == side]
            unseen = sum(1 for piece in here if piece.block is None)
            blank = [ngettext("{n} unseen block", "{n} unseen blocks", unseen).format(n=unseen)] if unseen else []
            visible = [_block(piece) for piece in here if piece.block]
            armies.append(_("{side} with {blocks}").format(side=side, blocks=", ".join([*visible, *blank])))
        sentences[area] = _("{area}: {armies}.").format(area=area, armies="; ".join(armies))
    return sentences


def _block(piece: Piece) -> str:
    """Return a seen block in words: name, rating, steps that are left, and whether it has moved."""
    steps = BLOCKS[piece.block or ""].steps if piece.steps is None else piece.steps
    strength = ngettext("{rating} with {n} step", "{rating} with {n} steps", steps)
    words = _("{name} ({strength}, has moved)") if piece.moved else _("{name} ({strength})")
    name, strength = BLOCKS[piece.block or ""].name, strength.format(rating=rating(piece.block or ""), n=steps)
    return words.format(name=name, strength=strength)


def area_facts(area: str) -> str:
    """Return in words what an area means for the rules: supply, city, cathedral, crown, port, coast, homes, borders.

    >>> area_facts("Essex").split("; ")[:3]
    ['feeds 4 blocks (rule 7.1)', 'on the North Sea', 'a home of Oxford, Essex']
    """
    shape, homes = AREAS[area], [block.name for block in BLOCKS.values() if area in block.shields]
    facts = [
        _("feeds {n} blocks (rule 7.1)").format(n=SUPPLY[PLACE[area]]),
        _("exile of {side}").format(side=shape.exile_of) if shape.exile_of else "",
        _("city of {city}, {side}'s levy").format(city=shape.city, side=shape.city_of) if shape.city else "",
        _("cathedral of {city}").format(city=shape.cathedral) if shape.cathedral else "",
        _("a crown, which the King defends better (rule 2.3)") if shape.crown else "",
        _("major port") if shape.major_port else "",
        _("on the {seas}").format(seas=_(" and the ").join(shape.seas)) if shape.seas else "",
        _("a home of {names}").format(names=", ".join(dict.fromkeys(homes))) if homes else "",
        _borders(area),
    ]
    return "; ".join(filter(None, facts))


def _borders(area: str) -> str:
    """Return to which areas how many blocks may cross from an area; "" for one without borders on land.

    >>> _borders("Kent"), _borders("Ireland")
    ('borders on Sussex 4, Middlesex 3 (so many blocks may cross, rule 5.21)', '')
    """
    most = sorted(((CAPACITIES[border], PLACES[other]) for other, border in NEIGHBOURS[PLACE[area]]), reverse=True)
    areas = ", ".join(f"{other} {n}" for n, other in most)
    return _("borders on {areas} (so many blocks may cross, rule 5.21)").format(areas=areas) if most else ""


def memory_words(view: View) -> str:
    """Return the enemy blocks that the viewer does not see but remembers, by place, in one line; "" for none.

    A number is the strength in steps, a question mark stands where that is not known.

    >>> import roses
    >>> memory_words(roses.start("richard-iii", "1483").view("York")).split("; ")[0]
    'France: Richmond 3, Oxford 3, Pembroke 3, French Mercenary 4'
    """
    places: dict[str, list[str]] = {}
    for piece in sorted(view.memory, key=lambda p: list(PLACES).index(p.place)):
        name = BLOCKS[piece.block or ""].name
        dead = _("{name} (face down)").format(name=name) if piece.face_down else f"{name} {piece.steps or '?'}"
        places.setdefault(_(piece.place), []).append(dead)
    return "; ".join(f"{place}: {', '.join(names)}" for place, names in places.items())


def discards_words(view: View) -> str:
    """Return the cards that lie face up since earlier turns of the campaign, by side, in one line; "" for none."""
    return "; ".join(
        f"{side}: {', '.join(_(CARDS[card].name) for card in cards)}" for side, cards in view.discards.items()
    )


def text_board(view: View) -> str:
    """Return the position as plain text, one line per area: side, then letters and steps of its blocks.

    A dot is an unseen block, a star one that has moved, an x the battle in hand. Below stand the cards of earlier
    turns, and the enemy blocks that the viewer remembers.

    >>> import roses
    >>> print(text_board(roses.scene(Kent="York").view()))
    1460, campaign 1, turn 1
    Kent   Y York4
    """
    when = _("{scenario}, campaign {campaign}, turn {turn}")
    if view.battle:
        when = _("{scenario}, campaign {campaign}, turn {turn}, battle in {area}")
    area = view.battle.area if view.battle else ""
    rows = [when.format(scenario=view.scenario, campaign=view.campaign, turn=view.turn, area=area)]
    wide = max((len(area) for area in standing(view)), default=0)
    for area, pieces in standing(view).items():
        lines = []
        for side in dict.fromkeys(piece.side for piece in pieces):
            here = [piece for piece in pieces if piece.side == side]
            cells = [
                f"{BLOCKS[p.block].abbreviation}{p.steps}{'*' if p.moved else ''}" if p.block else "." for p in here
            ]
            lines.append(f"{side[0]} {' '.join(cells)}")
        mark = "x" if view.battle and view.battle.area == area else " "
        rows.append(f"{area:<{wide}} {mark} " + " | ".join(lines))
    if cards := discards_words(view):
        rows.append(_("Played before: {cards}").format(cards=cards))
    if enemies := memory_words(view):
        rows.append(_("Remembered: {blocks}").format(blocks=enemies))
    return "\n".join(rows)
