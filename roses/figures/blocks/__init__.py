"""Blocks as tokens and in words: strength, rating, loyalty and results in battle, for titles, hover texts and cards.

``tokens`` draws them; ``cards`` holds coats of arms, cards that describe a block, and the key to the tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.history.names import short_of
from roses.richard.events.army import Eliminated, Fired, Passed, Retreated, StepsLost, Trapped, TreacheryTried, Volley
from roses.richard.tables import BLOCKS, Block
from roses.richard.view import Piece

Fate: TypeAlias = Literal["", "fallen", "left", "turned"]


def is_kin(block: Block) -> bool:
    """Tell whether a block is a Neville whom Warwick wins more easily than others do (Kent, Salisbury).

    >>> [name for name, block in BLOCKS.items() if is_kin(block)]
    ['Kent/L', 'Salisbury/L', 'Kent/Y', 'Salisbury/Y']
    """
    return block.neville and block.name != "Warwick"


def other_side(side: str) -> str:
    """Return the enemy of a side.

    >>> other_side("York")
    'Lancaster'
    """
    return "Lancaster" if side == "York" else "York"


def loyalty_words(block: Block) -> str:
    """Return in words whether a block may be turned, and by how many dice.

    >>> loyalty_words(BLOCKS["Stanley/Y"])
    'loyalty 1: one die to turn him'
    """
    if block.rose:
        return _("never changes sides")
    if is_kin(block):
        return _("loyalty 2: two dice to turn him, one for Warwick")
    dice = {
        1: _("loyalty 1: one die to turn him"),
        2: _("loyalty 2: two dice to turn him"),
        3: _("loyalty 3: three dice to turn him"),
    }
    return dice.get(block.loyalty, _("cannot be turned"))


def rating_words(block: Block) -> str:
    """Return in words at which letter a block fires, and on which dice it hits.

    >>> rating_words(BLOCKS["Norfolk"])
    'B2: fires at B, hits on 1 to 2'
    """
    hits = _("hits on 1") if block.firepower == 1 else _("hits on 1 to {most}").format(most=block.firepower)
    fires = _("{rating}: fires at {letter}").format(
        rating=f"{block.initiative}{block.firepower}", letter=block.initiative
    )
    return f"{fires}, {hits}"


def rating_here(rating: str, bonus: str) -> str:
    """Return the rating that counts in a battle in words, with the reason why it is another than the printed one.

    >>> rating_here("B3", "+1 at home")
    'here B3 (+1 at home)'
    """
    return _("here {rating} ({bonus})").format(rating=rating, bonus=bonus)


def strength_words(piece: Piece) -> str:
    """Return in words how many of its steps a seen block has left.

    >>> strength_words(Piece("York", "Derby", "Norfolk", 2))
    '2 of 4 steps'
    """
    most = BLOCKS[piece.block or ""].steps
    return _("{steps} of {most} steps").format(steps=most if piece.steps is None else piece.steps, most=most)


def fate_words(fate: Fate) -> str:
    """Return in words what has become of a block that is no longer where its token is drawn; "" for a present one.

    >>> fate_words("left")
    'left the field'
    """
    words = {"fallen": _("fallen"), "left": _("left the field"), "turned": _("changed sides")}
    return words.get(fate, "")


def piece_lines(piece: Piece, *, fate: Fate = "") -> list[str]:
    """Return a token in words, in lines: its name, side and strength; rating, loyalty, and each of its states.

    Inside ``names.on`` the name of the day comes first, and that of the rules behind it where it is another.

    >>> piece_lines(Piece("York", "Derby", "Norfolk", 2))[0]
    'Norfolk, York: 2 of 4 steps'
    """
    moved = [_("moved")] if piece.moved else []
    if piece.block is None and fate:
        return [fate_words(fate)]
    if piece.block is None:
        return [_("unseen block of {side}").format(side=piece.side), *moved]
    block = BLOCKS[piece.block]
    name, today = block.name, short_of(block.id)
    if today not in ("", name):
        name = _("{today} ({block})").format(today=today, block=name)
    if block.kind == "heir":
        name = _("{name}, heir {rank}").format(name=name, rank=block.rank)
    if fate:
        return [_("{name}, {side}: {state}").format(name=name, side=piece.side, state=fate_words(fate))]
    states = [
        (piece.prisoner, _("prisoner")),
        (piece.turned, _("changed sides")),
        (piece.face_down, _("face down")),
        (piece.reserve, _("in reserve")),
        (piece.place == "Minor", _("not yet of age")),
    ]
    strength = f"{name}, {piece.side}: {strength_words(piece)}"
    return [strength, rating_words(block), loyalty_words(block), *moved, *(words for on, words in states if on)]


def piece_words(piece: Piece, *, fate: Fate = "") -> str:
    """Return a token in words: name, side, strength, rating, loyalty, state.

    >>> piece_words(Piece("York", "Derby", "Norfolk", 2))
    'Norfolk, York: 2 of 4 steps; B2: fires at B, hits on 1 to 2; never changes sides'
    >>> piece_words(Piece("York", "Derby"))
    'unseen block of York'
    """
    return "; ".join(piece_lines(piece, fate=fate))


def short_name(block: str) -> str:
    """Return the short name of a block for the caption of its token, without the kind, which the token shows.

    It is that of the rules, or inside ``names.on`` that of the day.

    >>> short_name("Scots Mercenary"), short_name("York (church)/L"), short_name("Stanley/Y")
    ('Scots', 'York', 'Stanley')
    """
    return short_of(block) or BLOCKS[block].name.removesuffix(" Mercenary").split(" (")[0]


def hits_words(hits: int, target: str = "") -> str:
    """Return the result of a fire in words.

    >>> hits_words(2, "Norfolk"), hits_words(0)
    ('2 hits on Norfolk', 'no hit')
    """
    if not hits:
        return _("no hit")
    if not target:
        return ngettext("{n} hit", "{n} hits", hits).format(n=hits)
    return ngettext("{n} hit on {block}", "{n} hits on {block}", hits).format(n=hits, block=short_name(target))


_PLAIN: Final = {Passed: N_("passed"), Eliminated: N_("fallen"), Trapped: N_("could not retreat")}


def result_words(event: Event) -> str:
    """Return in a few words what a block did in battle; empty for events without a caption.

    >>> result_words(Passed("York", "Norfolk"))
    'passed'
    """
    if isinstance(event, Volley):
        return hits_words(event.hits, event.target)
    if isinstance(event, Retreated):
        return _("left for {area}").format(area=event.area)
    if isinstance(event, StepsLost):
        return ngettext("lost {n} step", "lost {n} steps", event.steps).format(n=event.steps)
    if isinstance(event, TreacheryTried):
        words = _("won {block}") if event.success else _("failed to win {block}")
        return words.format(block=short_name(event.target))
    return next((_(words) for kind, words in _PLAIN.items() if isinstance(event, kind)), "")


def results_of(events: Iterable[Event]) -> dict[str, str]:
    """Return block to caption, from the last event of each; the caption of a fire names the block it hit.

    >>> results_of([Fired("Lancaster", "Oxford", "B", 3, 2, (1, 3, 6)), StepsLost("York", "Norfolk", 2)])
    {'Oxford': '2 hits on Norfolk', 'Norfolk': 'lost 2 steps'}
    """
    captions: dict[str, str] = {}
    shooter: Fired | None = None
    for event in events:
        if event.block not in BLOCKS or not (words := result_words(event)):
            continue
        captions[event.block] = words
        if isinstance(event, Fired):
            shooter = event
        elif isinstance(event, StepsLost) and shooter is not None:
            whole = event.steps == shooter.hits
            captions[shooter.block] = hits_words(shooter.hits, event.block if whole else "")
            shooter = None
    return captions
