"""Extracts all texts marked for translation: ``python -m tests.tools.messages`` writes data/locale/roses.pot."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parents[2]
TEMPLATE: Final = ROOT / "data" / "locale" / "roses.pot"
KEYWORDS: Final = {"_": None, "gettext": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}


@cache
def extracted() -> Catalog:
    """Return a catalogue of all marked texts of the package, each with the modules it stands in."""
    catalog = Catalog(project="roses", charset="utf-8", fuzzy=False)
    result = extract_from_dir(
        str(ROOT / "roses"), [("**.py", "python")], keywords=KEYWORDS, comment_tags=["translators:"]
    )
    for file, _line, message, comments, context in result:
        catalog.add(message, None, [(f"roses/{file}", 0)], auto_comments=comments, context=context)
    return catalog


def known() -> Catalog:
    """Return the template that the repository holds."""
    return read_po(io.BytesIO(TEMPLATE.read_bytes()))


def ids(catalog: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    """Return context and text of all messages."""
    texts = ((m.context, m.id if isinstance(m.id, tuple) else (m.id,)) for m in catalog if m.id)
    return {(context, tuple(text)) for context, text in texts}


def main() -> None:
    """Write the template."""
    TEMPLATE.parent.mkdir(parents=True, exist_ok=True)
    with TEMPLATE.open("wb") as file:
        write_po(file, extracted(), width=120, sort_output=True, omit_header=True, include_lineno=False)
    print(f"{TEMPLATE.relative_to(ROOT)} holds {len(ids(known()))} messages")


if __name__ == "__main__":
    main()
