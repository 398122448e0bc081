"""Scripts of pages: modules that import from one another become one text, in which every name has one meaning."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import roses
from roses.widgets import interactive
from roses.widgets.interactive import join

FOLDER = Path(roses.__file__).parent
ENTRIES = [
    file
    for file in sorted(FOLDER.rglob("*.js"))
    if re.search(r"^export (default|function start\b)", file.read_text(encoding="utf-8"), re.MULTILINE)
]
_NAME = re.compile(r"^(?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


@pytest.mark.parametrize("file", ENTRIES, ids=lambda file: file.stem)
def test_joined_modules_import_nothing_and_name_nothing_twice(file: Path) -> None:
    interactives = Path(interactive.__file__).with_suffix(".js")
    script = join(interactives, file) if "function start(" in file.read_text(encoding="utf-8") else join(file)
    names = Counter(_NAME.findall(script))
    assert names and [name for name, count in names.items() if count > 1] == []
    assert not re.findall(r"^(?:import\b|export (?!default).*)", script, re.MULTILINE)


def test_a_module_stands_once_before_all_that_import_it_and_only_the_last_exports(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        'import {\n  b,\n} from "./b.js";\nimport { c } from "./c.js";\n\nexport default b + c;\n'
    )
    (tmp_path / "b.js").write_text('import { c } from "./c.js";\n\nexport const b = c + 1;\n\nexport default b;\n')
    (tmp_path / "c.js").write_text("export const c = 1;\n")
    assert join(tmp_path / "a.js").split() == "const c = 1; const b = c + 1; export default b + c;".split()
