"""Markdown texts for explanations and rules, as JupyterLab, GitHub and nbconvert show them."""

from __future__ import annotations

import re
from typing import Final

_MARKS: Final = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_{}[]<>#|~$&@"})
_BLOCK: Final = re.compile(r"(\d{1,9}(?=[.)](?:\s|$))|(?=[-+=]))")  # begins a list or underlines a heading


def plain(words: str) -> str:
    r"""Return words on one line, escaped: Markdown shows no marks, links, tags, entities or formulas of theirs.

    >>> print(plain("1. <b>Kent</b> & *Essex*"))
    1\. \<b\>Kent\</b\> \& \*Essex\*
    """
    line = " ".join(words.split())
    begin = _BLOCK.match(line)
    number = begin[0] if begin else ""
    rest = line[len(number) :].translate(_MARKS).replace("://", r"\://").replace("www.", r"www\.")
    return f"{number}{chr(92) if begin else ''}{rest}"


def code(lines: str) -> str:
    """Return lines of code, and what they print, as a fenced block without colours.

    >>> print(code("1 + 1"))
    ```
    1 + 1
    ```
    """
    fence = "```"
    while fence in lines:
        fence += "`"
    return f"{fence}\n{lines}\n{fence}"


def quoted(*parts: str) -> str:
    """Return paragraphs as one block quotation.

    >>> print(quoted("A plague.", "*Example:* Kent"))
    > A plague.
    >
    > *Example:* Kent
    """
    return "\n".join(f"> {line}".rstrip() for line in "\n\n".join(filter(None, parts)).splitlines())
