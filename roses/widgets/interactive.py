"""Base classes of values that show themselves without a kernel: HTML with a script, and pages of several outputs."""

from __future__ import annotations

import json
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Final

import ipywidgets
from IPython.display import display

from roses.engine.replay import Timeline
from roses.figures.drawing.svg import tag

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n\n?', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?!default)", re.MULTILINE)
_DEFAULT: Final = re.compile(r"^export default .*\n", re.MULTILINE)


def join(*files: Path) -> str:
    """Return ES modules and all that they import as one module that imports nothing.

    anywidget sends a page the text of one module, in which relative imports do not work, and an exported page must not
    use the network. So each module is put before the first one that imports it, and the lines
    ``import { name, other } from "./file.js";`` and the word ``export`` are left out; only the modules in ``files``
    keep their ``export default``. All of them then share one scope: no two may have a name in common at their top
    level, and an import renames nothing.

    >>> from tempfile import mkdtemp
    >>> folder = Path(mkdtemp())
    >>> _ = (folder / "roses.js").write_text('export const ROSES = ["red", "white"];\\n')
    >>> _ = (folder / "count.js").write_text('import { ROSES } from "./roses.js";\\n\\nexport default ROSES.length;\\n')
    >>> print(join(folder / "count.js"), end="")
    const ROSES = ["red", "white"];
    <BLANKLINE>
    export default ROSES.length;
    """
    texts: dict[Path, str] = {}  # "" for a module that waits for those that it imports
    order: list[Path] = []

    def add(file: Path) -> None:
        if file in texts:
            return
        texts[file] = ""
        text = file.read_text(encoding="utf-8")
        for name in _IMPORT.findall(text):
            add((file.parent / name).resolve())
        text = _EXPORT.sub("", _IMPORT.sub("", text))
        texts[file] = text if file in whole else _DEFAULT.sub("", text)
        order.append(file)

    whole = [file.resolve() for file in files]
    for file in whole:
        add(file)
    return "\n".join(texts[file] for file in order)


_HERE: Final = Path(__file__).parent
_START: Final = """
for (const box of document.querySelectorAll(".roses-interactive.roses-{name}:not([data-started])")) {{
  box.dataset.started = "";
  ownKeys(box, start(box, JSON.parse(box.querySelector(":scope > .roses-data").textContent)));
}}
"""


class Interactive(ABC):
    """A value that shows itself as HTML, in every front end, in a saved notebook and in an exported file alike.

    It needs no kernel: all that Python computes is computed when the value is shown, and is in its ``data``.

    A subclass names its kind in ``name``, and has two files beside its module: ``NAME.js``, a module that exports
    ``start(box, data)``, see ``join``, and ``NAME.css``, whose rules begin with ``.roses-NAME``.
    ``start`` may return a function ``act(key, target)`` for keys, as ``ownKeys`` in ``interactive.js`` needs it.
    ``content`` is readable without the script, which only shows, hides and marks parts of it; ``.roses-unprinted`` is
    not printed. ``interactive.css`` gives all these values the same fonts and buttons.
    """

    name: ClassVar[str]

    @abstractmethod
    def content(self) -> str:
        """Return the content as HTML."""

    @abstractmethod
    def words(self) -> str:
        """Return the content as plain text."""

    def data(self) -> Any:
        """Return the data of the script, as values that JSON can hold."""
        return {}

    def html(self) -> str:
        """Return content, style, data and script as HTML that does not use the network."""
        script, style = _code(self.name, Path(str(sys.modules[type(self).__module__].__file__)).parent)
        data = json.dumps(self.data(), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
        element = f'<script type="application/json" class="roses-data">{data}</script>'
        box = tag("div", self.content(), element, **{"class": f"roses-interactive roses-{self.name}"})
        return f'<style>{style}</style>\n{box}\n<script type="module">{script}</script>'

    def _repr_mimebundle_(self, **_kwargs: Any) -> dict[str, str]:
        return {"text/html": self.html(), "text/plain": self.words()}


@cache
def _code(name: str, folder: Path) -> tuple[str, str]:
    """Return script and style of a kind of values, from the files in a folder."""
    files = _HERE / "interactive", folder / name
    script = join(*(file.with_suffix(".js") for file in files))
    style = "\n".join(file.with_suffix(".css").read_text(encoding="utf-8") for file in files)
    return "{\n" + _short(script + _START.format(name=name)) + "}", _tight(_short(style))


@cache
def scripts() -> dict[str, str]:
    """Return the scripts of all kinds of values in the kit, by name, as they are between the tags of a page.

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


class Parts(ABC):
    """A value with ``parts``, each displayed as an output of its own; a timeline among them stands for the Stepper."""

    @abstractmethod
    def parts(self) -> Iterator[dict[str, str] | Timeline]:
        """Yield the parts in order, as dictionaries of MIME types."""

    @abstractmethod
    def stepper(self) -> ipywidgets.VBox:
        """Return the Stepper."""

    def _ipython_display_(self, **_kwargs: Any) -> None:
        """Display the parts one after the other, each as an output of its own."""
        for part in self.parts():
            if isinstance(part, Timeline):
                self.stepper()._ipython_display_()
            else:
                display(part, raw=True)  # type: ignore[no-untyped-call]


def html_part(html: str, plain: str = "") -> dict[str, str]:
    """Return HTML as a part, with the plain text for front ends that do not show HTML.

    >>> html_part("<p>Towton</p>", "Towton")
    {'text/html': '<p>Towton</p>', 'text/plain': 'Towton'}
    """
    return {"text/html": html, "text/plain": plain}
