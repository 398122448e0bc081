"""Every text that a reader sees is marked for translation, as a whole sentence with named fields, and extracted."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import Formatter

import pytest

from tests.tools.messages import ROOT, extracted, ids, known

MARKS = {"_", "N_", "gettext", "ngettext", "pgettext"}
SPOKEN = {"raise": None, "print": None, "add_argument": ("help",), "ArgumentParser": ("description",)}
PHRASE = re.compile(r"[A-Za-z]{2,}[,;:.]? [a-zA-Z{]")
LONG = re.compile(r"(?:[A-Za-z']{2,}[,;:.]? ){4}")
MARKUP = re.compile(r"<\w|px|[a-z-]+:[a-z0-9{]|mid Y|Callable\[")
# who reads these is no reader of the kit: developers who hunt defects, and Python itself
EXEMPT = {
    "roses/bots/play.py": "names of bots, told to analysts",
    "roses/cli/": "commands speak English",
    "roses/richard/game.py": "defects, told to developers",
    "roses/richard/line_up.py": "errors for programmers and analysts",
    "roses/richard/naming.py": "errors for programmers and analysts",
    "roses/richard/scenes.py": "errors for programmers and analysts",
    "roses/lancaster/invariants.py": "defects, told to developers",
    "roses/engine/data.py": "the catalogues lie in the folder that cannot be read",
    "roses/engine/loading.py": "the catalogues lie in the folder that cannot be read",
    "roses/richard/actions.py": "notation is the same in all languages",
    "roses/lancaster/actions.py": "notation is the same in all languages",
    "roses/odds/": "errors and estimates for programmers and analysts",
    "roses/lab/": "errors and tables for programmers and analysts",
}
# parts of the lab that write for lessons
LESSONS = ("roses/lab/chronicle.py", "roses/lab/crown.py", "roses/lab/political_turn.py", "roses/lab/winning/ledger.py")
KEYS = {  # names within the kit, and what records keep as it is
    "passes done decline keep",
    "marches charges fires fight",
    "naming the start player",
    "{x} must be {x}, not {x}",  # arguments of a wrong type, which only programmers give
    # errors that only programmers meet
    "a {x} cannot be shown as {x}, but as: {x}",
    "a name must be text, such as {x}, not {x}",
    "resample() draws by a random.Random, such as random.Random(1), not {x}",
    "resample() needs a view of a side, such as state.view('York') returns, not {x}",
    "the game {x} cannot draw states from a view",
    "an action or its notation is needed, not a value of type {x}",
    "a record is read from a file; name it by a text or a path, not {x}",
    "the question {x} has {x} answers; history= names number {x}",
    "sit() needs a game in progress, such as roses.game() returns, not {x}",
    "the squire has no rules of thumb for the game {x}",
    "no battle is being fought: view.battle is None",
    "the seat of {x} lies in no area of the map",
    "there is no area {x} on the map; write its name as on the map: 'East Anglia'",
    "there is no frame {x}; choose campaign, kingdom, table or lesson",
    "there is no share to draw; pass one, such as {'squires': (0.5, 0.4, 0.6)}",
    "{x} has no heir in {x}; these bars compare battles in which each side has one",
    "{x} is not a share with its interval; give the share, its lower and its upper end, all from 0 to 1",
    "there are fewer than two moments from {x} to {x}; the moments lie in {x}",
    "the decision {x} has {x} options, so the leader cannot choose number {x}",
    "a column of texts holds str or None, not {x}",
    "a table has a replay only after the end of the game, and none of a game by mail",
    "a saved game is named by a text or a path, not by {x}",
    "ledger() takes the block war game only, not a game of {x}",
    "nothing was played in this game yet, so it has no ledger",
    "steps of the target",
    "falls of the dice",
    "{x} has no heir left",
    "{x} holds the crown after the last campaign",
    "there is no political turn {x}; this record has {x}",  # an error for programmers
}
SOURCES = sorted((ROOT / "roses").rglob("*.py"))


def label(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def unmarked(source: str) -> Iterator[str]:
    """Yield the texts that are not marked: phrases that are raised or printed, and sentences wherever they stand."""
    tree = list(ast.walk(ast.parse(source)))
    passed = {id(part) for call in calls(tree) if named(call) in MARKS for a in call.args for part in ast.walk(a)}
    passed |= {id(node.value) for node in tree if isinstance(node, ast.Expr)}
    passed |= {id(part) for node in tree if for_python(node) for part in ast.walk(node)}
    passed |= {id(p) for node in tree if isinstance(node, ast.JoinedStr) for p in node.values}
    spoken = {id(part) for node in said(tree) for part in ast.walk(node)}
    for node in tree:
        text = words(node)
        if id(node) in passed or not text or text in KEYS or MARKUP.search(text):
            continue
        if LONG.search(f"{text} ") or (id(node) in spoken and PHRASE.search(text)):
            yield text


def calls(nodes: Iterable[ast.AST]) -> Iterator[ast.Call]:
    return (node for node in nodes if isinstance(node, ast.Call))


def named(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def said(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield what is raised, printed, or offered as help."""
    for node in nodes:
        if isinstance(node, ast.Raise) and node.exc is not None:
            yield node.exc
        elif isinstance(node, ast.Call) and named(node) in SPOKEN:
            only = SPOKEN[named(node)]
            yield from node.args if only is None else [k.value for k in node.keywords if k.arg in only]


def for_python(node: ast.AST) -> bool:
    """Whether this is an error that tells a programmer of a name that is not there."""
    return isinstance(node, ast.Raise) and node.exc is not None and "AttributeError" in ast.unparse(node.exc)


def words(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{x}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_every_text_is_marked() -> None:
    names = {path: label(path) for path in SOURCES}
    read = [path for path, name in names.items() if name.startswith(LESSONS) or not name.startswith(tuple(EXEMPT))]
    assert len(read) > 150
    assert {label(path): bad for path in read if (bad := list(unmarked(path.read_text(encoding="utf-8"))))} == {}


@pytest.mark.parametrize(
    "source",
    [
        'raise ValueError("no such area")',
        'raise RuleError(f"{block} stays here")',
        'words = "Nothing is left to be done now"',
        'parser.add_argument("--port", help="the port to use")',
    ],
)
def test_a_text_without_a_mark_is_seen(source: str) -> None:
    assert list(unmarked(source))


def test_no_mark_holds_what_is_not_a_plain_text() -> None:
    """``_(f"...")`` and ``_(a + b)`` are never extracted."""
    wrong = [
        f"{label(path)}:{call.lineno}"
        for path in SOURCES
        for call in calls(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        if named(call) in MARKS and any(isinstance(a, ast.JoinedStr | ast.BinOp) for a in call.args)
    ]
    assert wrong == []


def at_import(node: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls made while a module is imported: outside of functions, or for defaults of their arguments."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for part in (*child.args.defaults, *filter(None, child.args.kw_defaults)):
                yield from calls(ast.walk(part))
            continue
        if isinstance(child, ast.Call):
            yield child
        yield from at_import(child)


def test_nothing_is_translated_while_a_module_is_imported() -> None:
    """A constant keeps the language that it was made in: it is marked with N_ and translated where it is shown."""
    wrong = [
        f"{label(path)}:{call.lineno}"
        for path in SOURCES
        for call in at_import(ast.parse(path.read_text(encoding="utf-8")))
        if named(call) in MARKS - {"N_"}
    ]
    assert wrong == []
    early = ast.parse('A = _("York")\ndef f(x=_("Kent")): return _("Essex")\nclass C:\n    B = ngettext("a", "b", 1)')
    assert [call.lineno for call in at_import(early)] == [1, 2, 4]


def test_the_template_holds_every_message() -> None:
    assert ids(extracted()) == ids(known()), "run python -m tests.tools.messages"


def test_fields_have_names() -> None:
    """A translator moves fields about, and reads what each is."""
    for _context, texts in ids(extracted()):
        for text in texts:
            parts = [field for _text, field, _form, _conversion in Formatter().parse(text)]
            fields = [field for field in parts if field is not None and "'" not in field]  # not Python in an example
            assert all(re.match(r"[a-z_]+", field) for field in fields), text
            assert not any(re.search(r"_\d$|^value_", field) for field in fields), text
