"""Scripts of pages: ES modules, joined into the one text that a widget or a page may have."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_IMPORT: Final = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n\n?', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?!default)", re.MULTILINE)
_DEFAULT: Final = re.compile(r"^export default .*\n", re.MULTILINE)


def join(*files: Path) -> str:
    """Return ES modules and all that they import as one module that imports nothing.

    anywidget sends a page the text of one module, in which a relative import leads nowhere, and a page that is handed
    out asks the network for nothing. So each module is put before the first one that imports it, and the lines
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
