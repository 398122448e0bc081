"""Notebooks as pages and slides: players in place of the Steppers they have saved, for nbconvert and for ``export``."""

from __future__ import annotations

import re
from base64 import b64encode
from contextlib import suppress
from copy import deepcopy
from functools import cached_property
from html import escape, unescape
from importlib import import_module
from mimetypes import guess_type
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

from nbconvert.preprocessors import Preprocessor

from roses.engine.errors import RecordError
from roses.engine.i18n import gettext as _
from roses.history.battles import works
from roses.widgets import interactive, live
from roses.widgets.export.page import Players, document
from roses.widgets.export.printed import Steps, paper
from roses.widgets.pages.field import MIME, FieldPage
from roses.widgets.stepper import saved

_HERE: Final = Path(__file__).parent
_HIDDEN: Final = "hide-input"  # a tag of cells whose code is not shown
_VOLATILE: Final = "volatile"  # a tag of cells whose outputs are not stored, because they differ from run to run
_TEACHER: Final = re.compile(r'<details class="teacher">.*?</details>', re.DOTALL)  # not for those who get the file
_PLAN: Final = "teacher"  # a tag of cells that are not for those who get the file
_KEYS: Final = re.compile(r'<span class="keys">(.*?)</span>', re.DOTALL)  # text on keys, which telephones do not have
_IMAGE: Final = re.compile(r'(<img\b[^>]*?)src="(?!data:)([^"]*)"([^>]*>)')
# a script that starts all values of a kind; another version of the kit may have saved it
_SCRIPT: Final = re.compile(
    r'<script type="module">(?:(?!</script>).)*?querySelectorAll'
    r'\("(?:\.roses-interactive)?\.roses-([\w-]+):not\(\[data-started\]\)"\)'
    r"(?:(?!</script>).)*</script>",
    re.DOTALL,
)
_MATHS: Final = re.compile(r"\$[^$]+\$|\\\(|\\\[")
_STEPS: Final = re.compile(r"steps-[0-9]+-([0-9]+)")
_HEADING: Final = re.compile(r"#{1,3} ")
_CITED: Final = re.compile(r"\[((?:[a-z0-9-]+, )*[a-z0-9-]+)(, in [^\]]*)?\](?!\()")  # [pr-ross-e4, hop-1461]
_IDS: Final = re.compile(r"(<td[^>]*>|<i>[^<]*</i>: )([a-z0-9-]+(?:, [a-z0-9-]+)*)(?=<)")  # a cell, or a line of one
_ROW: Final = re.compile(r"(<th[^>]*)>([a-z0-9-]+)</th>")  # a row of a table of works
_CELLS: Final = ("slide", "subslide")  # kinds of cells that begin a slide, where the notebook names kinds


class StepperPreprocessor(Preprocessor):
    """Puts players in place of Steppers, and marks the cells with which a slide begins and those without their code.

    The configuration that comes with the kit switches it on for every conversion to HTML and to slides. A notebook with
    a Stepper then does not use the network.
    """

    enabled = True
    prints = False  # on paper, folded outputs are open, and the text on keys is left out

    def preprocess(self, nb: Any, resources: Any) -> tuple[Any, Any]:
        """Return a changed copy of the notebook; a Stepper that cannot be replayed stays a picture, with a warning."""
        nb = deepcopy(nb)
        code = [cell for cell in nb.cells if cell.cell_type == "code"]
        if "widgets" not in nb.metadata:
            for cell in code:
                _replace_live_widgets(cell)
        steppers = [(cell, output) for cell in code for output in cell.outputs if saved.MIME in output.get("data", {})]
        entries = [output["data"][saved.MIME] for _cell, output in steppers]
        for number, (cell, output) in enumerate(steppers):
            try:
                html = self.steps_html(entries[number], _last(cell, entries[number:]))
            except RecordError as error:
                self.log.warning(_("a Stepper stays a picture, since its record cannot be played: %s"), error)
            else:
                output["data"], cell.metadata.roses_player = {"text/html": html}, True
        for field in (output["data"] for cell in code for output in cell.outputs if MIME in output.get("data", {})):
            with suppress(ValueError):  # a battlefield that this version does not know stays as it was saved
                field["text/html"] = FieldPage(**field[MIME]).html()
        for cell in filter(self.hides_code, code):
            cell.metadata.transient = nb.metadata.__class__(remove_source=True)
        _name_works(nb.cells)
        _mark_slides(nb.cells)
        result = "" if self.prints else _("Show the result")
        style, script = ((_HERE / name).read_text(encoding="utf-8") for name in ("page.css", "slides.js"))
        head = f'<style>{style}</style>\n<script type="module">{script}</script>'
        resources["roses"] = {"code": _("Code"), "result": result, "head": head}
        if steppers:
            has_maths = any(_MATHS.search(cell.source) for cell in nb.cells if cell.cell_type == "markdown")
            offline = {"require_js_url", "jquery_url"} | (set() if has_maths else {"mathjax_url"})
            resources.update({name: "" for name in offline & set(resources)})
        return nb, resources

    @cached_property
    def _players(self) -> Players:
        return Players()

    def steps_html(self, entry: dict[str, Any], last: int | None) -> str:
        """Return what replaces a Stepper; ``last`` is the last step that belongs to it, None for the end."""
        return self._players.html(saved.timeline_of(entry), chances=entry.get("chances", ""), **entry.get("start", {}))

    def hides_code(self, cell: Any) -> bool:
        """Tell whether the code of a cell is left out, because its writer hides it or it only shows a Stepper."""
        tags, folded = cell.metadata.get("tags", ()), cell.metadata.get("jupyter", {}).get("source_hidden")
        return bool(_HIDDEN in tags or folded or cell.metadata.get("roses_player"))


class PrintPreprocessor(StepperPreprocessor):
    """Puts printed steps in place of Steppers, and leaves out all code."""

    steps: Steps
    prints = True

    def steps_html(self, entry: dict[str, Any], last: int | None) -> str:
        """Return the steps of a Stepper, from that at which it opens."""
        choices, chances = dict(entry.get("start", {})), entry.get("chances", "")
        return self.steps.html(saved.timeline_of(entry), choices.pop("index", 0), last, chances=chances, **choices)

    def hides_code(self, cell: Any) -> bool:
        """Tell that all code is left out."""
        return True


def _replace_live_widgets(cell: Any) -> None:
    """Put a sentence in place of each widget that only a kernel can show; leave only the picture of a Stepper."""
    cell.outputs = [output for output in cell.outputs if not saved.is_beside_the_picture(output)]
    for output in cell.outputs:
        if output.get("data", {}).pop(live.VIEW, None) and set(output["data"]) <= {"text/plain"}:
            output["data"] = {"text/html": live.without_kernel()}
    if not cell.outputs and _VOLATILE in cell.metadata.get("tags", ()):
        html = live.without_kernel(_("What stands here differs from one computer to the next."))
        cell.outputs = [import_module("nbformat.v4").new_output("display_data", {"text/html": html})]


def _name_works(cells: list[Any]) -> None:
    """Put the short names of works, such as "Ross 1974", in place of ids; a table of works makes links of them."""
    all_works, code = works(), [cell for cell in cells if cell.cell_type == "code"]
    outputs = [(cell, output.data) for cell in code for output in cell.outputs if "text/html" in output.get("data", {})]
    tables = [data for cell, data in outputs if "works(" in cell.source]
    rows = {match[2] for data in tables for match in _ROW.finditer(data["text/html"])} & set(all_works)

    def row(match: re.Match[str]) -> str:
        name = match[2]
        return f'{match[1]} id="{name}">{escape(all_works[name].short)}</th>' if name in rows else match[0]

    def names(match: re.Match[str]) -> str:
        cited = [all_works[one] for one in match[1].split(", ") if one in all_works]
        links = "; ".join(f"[{work.short}](#{work.id})" if work.id in rows else work.short for work in cited)
        return f"({links}{match[2] or ''})" if cited else match[0]

    def cells_of(match: re.Match[str]) -> str:
        """Return the names in place of the ids that a cell or one of its lines consists of."""
        ids = match[2].split(", ")
        return (
            match[1] + escape("; ".join(all_works[one].short for one in ids))
            if set(ids) <= set(all_works)
            else match[0]
        )

    for _cell, data in outputs:
        data["text/html"] = _IDS.sub(cells_of, data["text/html"])
    for data in tables:
        listed = data["text/html"].replace('class="dataframe"', 'class="dataframe roses-works"')
        data["text/html"] = _ROW.sub(row, listed if rows else data["text/html"])
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = _CITED.sub(names, cell.source)


def _last(cell: Any, entries: list[dict[str, Any]]) -> int | None:
    """Return the last step of a Stepper: by a tag such as steps-5-19, or else that before the next Stepper opens."""
    for tag in cell.metadata.get("tags", ()):
        if match := _STEPS.fullmatch(tag):
            return int(match[1]) - 1
    mine, *later = [(entry["record"], entry.get("start", {}).get("index", 0)) for entry in entries]
    following = (index - 1 for record, index in later if record == mine[0] and index > mine[1])
    return next(following, None)


def _mark_slides(cells: list[Any]) -> None:
    """Mark the cells that begin a slide: as their metadata say, or else headings, Steppers, and what follows these."""
    kinds = [cell.metadata.get("slideshow", {}).get("slide_type", "") for cell in cells]
    before = True
    for cell, kind in zip(cells, kinds, strict=True):
        player = bool(cell.metadata.get("roses_player"))
        begins = kind in _CELLS if any(kinds) else player or before or bool(_HEADING.match(cell.source))
        cell.metadata.roses_slide = begins or cell is cells[0]
        before = player


def lesson_html(path: Path) -> str:
    """Return a notebook as an HTML page with its prose, figures, tables and players, in the kit's own style."""
    body = _body(path, StepperPreprocessor())  # type: ignore[no-untyped-call]
    return document(_title(body, path), f"<main>{body}</main>", kind="lesson", script="edges.js")


def printed_lesson_html(path: Path) -> str:
    """Return a notebook as a page for the printer of any browser: prose, figures, tables and steps, without code."""
    preprocessor = PrintPreprocessor()  # type: ignore[no-untyped-call]
    preprocessor.steps = Steps()
    body = _body(path, preprocessor)
    return paper(_title(body, path), preprocessor.steps.complete(body))


def _body(path: Path, preprocessor: StepperPreprocessor) -> str:
    """Return the cells of a notebook as HTML, without what is for the teacher."""
    exporter: Any = import_module("nbconvert.exporters").HTMLExporter(
        template_name="roses",
        extra_template_basedirs=[str(_HERE / "templates")],
        preprocessors=[preprocessor],
        exclude_anchor_links=True,
    )
    nb = read(path)
    nb.metadata.pop("widgets", None)  # which such a page has no use for
    nb.cells = [cell for cell in nb.cells if _PLAN not in cell.metadata.get("tags", ())]
    body, _resources = exporter.from_notebook_node(nb)
    touch = escape(_("Tap Next below the picture to go one step on."))
    keys = "" if preprocessor.prints else rf'<span class="roses-keys">\1</span><span class="roses-touch">{touch}</span>'

    def own_script(match: re.Match[str]) -> str:  # others stay, and the page runs none of them
        script = interactive.scripts().get(match[1])
        return f'<script type="module">{script}</script>' if script else match[0]

    def embed(match: re.Match[str]) -> str:
        """Return an image with the picture itself in place of its path; "" if there is no such file."""
        file = path.parent / unquote(match[2])
        kind = guess_type(file.name)[0] or ""
        if not file.is_file() or not kind.startswith("image/"):
            return ""
        return f'{match[1]}src="data:{kind};base64,{b64encode(file.read_bytes()).decode()}"{match[3]}'

    return _TEACHER.sub("", _IMAGE.sub(embed, _KEYS.sub(keys, _SCRIPT.sub(own_script, body))))


def read(path: Path) -> Any:
    """Return a notebook, also one of an older format; one that was saved without any output is run first.

    OSError for a file that cannot be read, ValueError in one sentence for what is no notebook, or cannot be run.
    """
    nbformat: Any = import_module("nbformat")
    try:
        nb = nbformat.read(path, as_version=4)
        nbformat.validate(nb)
    except OSError:
        raise
    except nbformat.reader.NotJSONError as error:
        raise ValueError(_("this is not a notebook: it is not JSON")) from error
    except Exception as error:  # of nbformat and jsonschema, or whatever they run into
        reason = _("this is not a notebook, or it is damaged ({reason}); if JupyterLab can open it, save it from there")
        raise ValueError(reason.format(reason=_brief(error))) from error
    code = [cell for cell in nb.cells if cell.cell_type == "code"]
    if code and not any(cell.outputs for cell in code):
        try:
            import_module("nbclient").NotebookClient(nb, resources={"metadata": {"path": str(path.parent)}}).execute()
        except Exception as error:
            reason = _("it was saved without its results, and cannot be run for them ({reason}); run and save it first")
            raise ValueError(reason.format(reason=_brief(error))) from error
    return nb


def _brief(error: Exception) -> str:
    """Return the first line of an error of another package, or of a cell that it has run; at most 200 characters."""
    name, text = getattr(error, "ename", type(error).__name__), str(getattr(error, "evalue", error)).strip()
    line = f"{name}: {text}".splitlines()[0]
    return "".join(letter if letter.isprintable() else " " for letter in line)[:200]


def _title(body: str, path: Path) -> str:
    heading = re.search(r"<h1[^>]*>(.*?)</h1>", body, re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", "", heading[1])).strip() if heading else path.stem
