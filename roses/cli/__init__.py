"""The ``roses`` command: opens the notebooks in JupyterLab, or runs one of the tools. ``roses --help`` lists them.

``main`` looks at the first word. A number or a name opens a notebook: ``jupyter`` finds or copies it, and starts the
server. ``check`` says what is missing. The tools are loaded on use: ``export`` writes files for a class, ``records``
checks and prints records, ``mail`` plays by files, ``odds`` and ``simulation`` compute chances;
``roses.lab.puzzles`` writes puzzles.

A tool is a function that takes the words of the command and returns the exit code, or raises SystemExit with one
sentence for the user. To add one, write a line in ``_TOOLS`` and one in ``_EPILOG``. Control characters in what tools
print are spelt out, so that they cannot harm the terminal.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Any, TextIO, cast

from roses.engine.errors import printable

_TOOLS = {  # module and function by the first word of the command; modules are loaded on use
    "record": "roses.cli.records:main",
    "transcript": "roses.cli.records:main",
    "export": "roses.cli.export:export",
    "simulate": "roses.cli.simulation:main",
    "odds": "roses.cli.odds:main",
    "handout": "roses.cli.export:handout",
    "mail": "roses.cli.mail:main",
    "puzzles": "roses.lab.puzzles:main",
}
_EPILOG = """\
roses            opens the start notebook
roses 05         opens lesson 5; 05b opens its second part
roses check      lists what is missing, with the command that installs it

roses export 05a --html    writes a lesson, a record or a battle as one page, or for paper
roses handout 05           writes the hand-outs of a lesson, with the answers in a separate file
roses mail                 plays a game with somebody elsewhere, by files sent to and fro
roses transcript FILE      prints the record of a game as text; prints such a text as a record
roses record check FILE    plays a record and names its first fault
roses simulate             lets bots play a scenario many times; counts their wins or lists the games
roses odds                 computes the odds of a battle
roses puzzles              lets knights play and writes puzzles from their games
Add --help to any of these.

In a checkout of the kit, its own notebooks open. Elsewhere they are copied once to ./roses-notebooks,
and what you write there is never overwritten. All other options go to JupyterLab; write them with
an equals sign: --ServerApp.ip=0.0.0.0
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (by default the command line) and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    if arguments and arguments[0] in _TOOLS:
        return _run_tool(arguments)
    try:
        number = version("roses-kit")
    except PackageNotFoundError:
        number = "(not installed)"
    parser = argparse.ArgumentParser(
        prog="roses",
        description="The Wars of the Roses in JupyterLab.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("what", nargs="?", metavar="NOTEBOOK | check", help="number or name of a notebook; or: check")
    parser.add_argument("--port", type=int, help="the port to use (by default the first free one from 8888)")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="print the address, open nothing")
    parser.add_argument("--version", action="version", version=f"roses {number}")
    options, further = parser.parse_known_args(arguments)
    if options.what == "check":
        from roses.cli.check import check

        return check()
    from roses.cli.jupyter import launch

    return launch(options.what, options.port, options.browser, further)


class _Terminal:
    """A stream that spells out control characters, which a file from somebody else may hold."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(printable(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _run_tool(arguments: Sequence[str]) -> int:
    """Run a tool and return its exit code; control characters, and letters that the terminal lacks, are spelt out."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    module, _colon, function = _TOOLS[arguments[0]].partition(":")
    run: Callable[[Sequence[str]], int] = getattr(import_module(module), function)
    try:
        with redirect_stdout(cast(TextIO, _Terminal(sys.stdout))):
            code = run(arguments)
            sys.stdout.flush()
    except SystemExit as stop:
        if isinstance(stop.code, str):
            stop.code = printable(stop.code)
        raise
    except KeyboardInterrupt:
        raise SystemExit("roses: interrupted.") from None
    except BrokenPipeError:  # the program that reads the output has stopped, as in "roses simulate | head"
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code
