"""Notation as it is read at a table, where it is plain whose block is meant."""

from __future__ import annotations

import re
from typing import Final

_WHOSE: Final = re.compile(r"(?<=[\w)])/[LY]\b")


def plain(text: object) -> str:
    """Return notation without what tells the two blocks of one name apart, that of Lancaster and that of York.

    >>> plain("Stanley/Y takes the hits")
    'Stanley takes the hits'
    >>> plain("York (church)/Y fires")
    'York (church) fires'
    """
    return _WHOSE.sub("", str(text))
