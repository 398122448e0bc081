"""Actions as a table writes them, where it is plain whose block is meant: in notation, or as the list has them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action
from roses.engine.seat import Seat

_WHOSE: Final = re.compile(r"(?<=[\w)])/[LY]\b")


def plain(text: object) -> str:
    """Return a sentence without examples of notation, and without what tells apart the two blocks of one name.

    >>> plain("Stanley/Y takes the hits")
    'Stanley takes the hits'
    >>> plain("York (church)/Y fires")
    'York (church) fires'
    >>> plain("York chooses a card for turn 2, as in 'York plays card 1' (rule 1.1).")
    'York chooses a card for turn 2 (rule 1.1).'
    >>> plain("Choose a card, as in 'Lancaster plays card 1' or 'York plays card 1' (rule 1.1).")
    'Choose a card (rule 1.1).'
    """
    example = re.escape(_("{question}, as in {example}").format(question="", example="'")) + "[^']*'"
    example += f"(?:{re.escape(_(' or '))}'[^']*')*"
    return _WHOSE.sub("", re.sub(example, "", str(text)))


def spoken(seat: Seat, action: Action) -> str:
    """Return one of the options of a seat in the words by which it is found in the list of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> spoken(seat, seat.options[0])
    'play a card · Force March (card 1)'
    """
    return " · ".join(_way(seat.tree, action)) or plain(action)


def _way(nodes: Sequence[Option], action: Action) -> list[str]:
    """Return the words on the way to an action, [] if it is not below."""
    for node in nodes:
        if node.action == action:
            return [node.words]
        if below := _way(node.options, action):
            return [node.words, *below]
    return []
