"""The base of what a reader clicks beside the Stepper: HTML that is whole by itself, and a script that makes it answer.

It needs no kernel: everything that Python decides is worked out when the value is shown, and stands in its ``data``.
"""

from __future__ import annotations

import json
import re
import sys
from abc import ABC, abstractmethod
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

from roses.figures.drawing.svg import tag
from roses.widgets.scripts import join

_HERE: Final = Path(__file__).parent
_START: Final = """
for (const box of document.querySelectorAll(".roses-{name}:not([data-started])")) {{
  box.dataset.started = "";
  ownKeys(box, start(box, JSON.parse(box.querySelector(":scope > .roses-data").textContent)));
}}
"""


class Interactive(ABC):
    """A value that shows itself as HTML, in every front end, in a saved notebook and in an exported file alike.

    A subclass names its kind in ``name``, and has two files beside its module: ``NAME.js``, a module that exports
    ``start(box, data)``, see ``scripts.join``, and ``NAME.css``, whose rules begin with ``.roses-NAME``.
    ``start`` may return a function ``act(key, target)`` for keys, as ``ownKeys`` in ``interactive.js`` wants it.
    ``content`` is readable without the script, which only shows, hides and marks what stands in it; on paper
    ``.roses-unprinted`` is left out. The style of ``interactive.css`` gives all of them the same letters and buttons.
    """

    name: ClassVar[str]

    @abstractmethod
    def content(self) -> str:
        """Return the content as HTML."""

    @abstractmethod
    def words(self) -> str:
        """Return the content as plain text."""

    def data(self) -> Any:
        """Return what the script is given, as values that JSON has."""
        return {}

    def html(self) -> str:
        """Return content, style, data and script, as HTML that asks the network for nothing."""
        script, style = _code(self.name, Path(str(sys.modules[type(self).__module__].__file__)).parent)
        said = json.dumps(self.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        held = f'<script type="application/json" class="roses-data">{said}</script>'
        box = tag("div", self.content(), held, **{"class": f"roses-interactive roses-{self.name}"})
        return f'<style>{style}</style>\n{box}\n<script type="module">{script}</script>'

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.words()}


@cache
def _code(name: str, folder: Path) -> tuple[str, str]:
    """Return script and style of a kind of values, which stand in a folder."""
    files = _HERE / "interactive", folder / name
    script = join(*(file.with_suffix(".js") for file in files))
    style = "\n".join(file.with_suffix(".css").read_text(encoding="utf-8") for file in files)
    return "{\n" + _short(script + _START.format(name=name)) + "}", _tight(_short(style))


@cache
def scripts() -> dict[str, str]:
    """Return the scripts of all kinds that the kit has, by name, as they stand between the tags of a page.

    >>> "quiz" in scripts()
    True
    """
    files = (path for path in _HERE.parent.rglob("*.js") if path.with_suffix(".css").is_file())
    own = (path for path in files if "function start(box" in path.read_text(encoding="utf-8"))
    return {path.stem: _code(path.stem, path.parent)[0] for path in own}


def _short(code: str) -> str:
    """Return a script or a style without indentation, empty lines and comments: every notebook keeps a copy."""
    lines = (re.sub(r"  // [^'\"`]*$", "", line).strip() for line in code.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def _tight(style: str) -> str:
    """Return a style without comments and the spaces that mean nothing.

    >>> _tight("a :is(b, c) > d { margin: 0 auto; width: calc(100% - 2px); }  /* why */")
    'a :is(b,c) > d{margin:0 auto;width:calc(100% - 2px)}'
    """
    style = re.sub(r"\s*([{};,])\s*", r"\1", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL))
    return re.sub(r"(?<=[\w-]):\s+", ":", style).replace(";}", "}").strip()
