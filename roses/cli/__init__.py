"""The ``roses`` command: opens the notebooks in JupyterLab, or says what is missing. It reads arguments, no more."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

_EPILOG = """\
roses            opens the start notebook     roses 05       opens the notebook whose number is 05
roses check      says what is missing and the line to type to mend it

From a checkout the checkout's notebooks open; elsewhere they are copied once to ./roses-notebooks, and what you wrote
there is never overwritten. All other options go to JupyterLab; write them with an equals sign: --ServerApp.ip=0.0.0.0
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with ``argv`` (by default the command line) and return its exit code."""
    options, further = _parser().parse_known_args(argv)
    if options.what == "check":
        from roses.cli.check import check

        return check()
    from roses.cli.lab import launch

    return launch(options.what, options.port, options.browser, further)


def _parser() -> argparse.ArgumentParser:
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
    parser.add_argument("--version", action="version", version=f"roses {_version()}")
    return parser


def _version() -> str:
    try:
        return version("roses-kit")
    except PackageNotFoundError:
        return "(not installed)"
