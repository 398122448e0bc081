"""``roses check``: what is installed, whether it runs, what is missing, and the command that repairs it."""

from __future__ import annotations

import importlib.metadata as metadata
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from roses.cli.jupyter import FIRST_PORT, has_browser, here, home_problem, is_free
from roses.cli.notebooks import checkout
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from packaging.requirements import Requirement

PYTHONS = ((3, 11), (3, 14))
_PIP = f"{sys.executable} -m pip install"


class Finding(NamedTuple):
    """One line of the report: what was checked, what is wrong with it, and the command that repairs it."""

    what: str
    wrong: str = ""
    type_this: str = ""
    fatal: bool = True


def check() -> int:
    """Print the findings and return 0, or 1 if something is missing without which the notebooks do not run.

    Versions and files are compared, and then things are done: each module is imported, the odds of a battle are
    computed, a lesson is exported, and a file is written where games are saved.
    """
    here()
    missing = 0
    for finding in chain(_python(), _packages(), _home(), _kernel(), _browser(), _port(), _data(), _saves(), _runs()):
        sign = _("ok") if not finding.wrong else _("MISSING") if finding.fatal else _("note")
        print(f"{sign:8}{finding.what} {finding.wrong}".rstrip(), flush=True)
        if finding.type_this:
            print(_("        type: {type_this}").format(type_this=finding.type_this))
        missing += bool(finding.wrong) and finding.fatal
    print(_("{missing} missing.").format(missing=missing) if missing else _("All is there: type roses to begin."))
    return 1 if missing else 0


def requirements(declared: Iterable[str], environment: Mapping[str, str] | None = None) -> list[Requirement]:
    """Return what must be installed here: the requirements whose marker holds, those of the extras left out.

    ``environment`` is what markers are asked about (``{"sys_platform": "emscripten"}``); by default this Python.

    >>> for wanted in requirements(["plotly>=7,<8", "pytest>=9; extra == 'test'", "pywinpty; os_name == 'dos'"]):
    ...     print(wanted.name, wanted.specifier.contains("7.1"))
    plotly True
    """
    from packaging.requirements import Requirement

    parsed = map(Requirement, declared)
    asked = {**(environment or {}), "extra": ""}
    return [wanted for wanted in parsed if wanted.marker is None or wanted.marker.evaluate(asked)]


def _python() -> Iterator[Finding]:
    here, (low, high) = sys.version_info[:2], PYTHONS
    span = f"{low[0]}.{low[1]}–{high[0]}.{high[1]}"
    wrong = "" if low <= here <= high else _("is not among the tried ones ({span})").format(span=span)
    yield Finding(
        f"Python {here[0]}.{here[1]}",
        wrong,
        "" if not wrong else f"python{span[:4]} -m venv .venv",
    )


def _packages() -> Iterator[Finding]:
    try:
        declared = metadata.requires("roses-kit") or []
    except metadata.PackageNotFoundError:
        yield Finding("roses-kit", _("is not installed"), f"{_PIP} -e {Path(__file__).resolve().parents[2]}")
        return
    try:
        wanted = requirements(declared)
    except ImportError:
        wrong = _("is not installed, and without it no version can be compared")
        yield Finding("packaging", wrong, f"{_PIP} packaging")
        return
    yield from map(_package, wanted)


def _package(wanted: Requirement) -> Finding:
    mend = f'{_PIP} "{wanted.name}{_span(wanted)}"'
    try:
        version = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return Finding(wanted.name, _("is not installed"), mend)
    if wanted.specifier.contains(version, prereleases=True):
        return Finding(f"{wanted.name} {version}")
    return Finding(f"{wanted.name} {version}", _("does not fit"), mend)


def _span(wanted: Requirement) -> str:
    """Return the versions that fit, the lowest first: ``>=7,<8``."""
    return ",".join(sorted(str(wanted.specifier).split(","), reverse=True))


def _kernel() -> Iterator[Finding]:
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    mend = f"{_PIP} --force-reinstall ipykernel"
    try:
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import KernelManager

        python = KernelManager(kernel_name="python3").format_kernel_cmd()[0]
    except (ImportError, NoSuchKernel):
        yield Finding(_("the kernel python3"), _("is not there"), mend)
        return
    except OSError as error:  # where there is no home folder, and none can be made
        yield Finding(_("the kernel python3"), _("does not start: {why}").format(why=error), "export HOME=/tmp")
        return
    why = _why_not(python)
    yield Finding(
        _("the kernel python3 ({python})").format(python=python),
        why and _("does not start: {why}").format(why=why),
        why and mend,
    )


def _why_not(python: str) -> str:
    """Return the reason why this Python cannot run the notebooks, "" if it can."""
    command = [python, "-c", "import ipykernel, roses"]
    try:
        subprocess.run(command, capture_output=True, text=True, check=True)
    except OSError as error:
        return str(error.strerror)
    except subprocess.CalledProcessError as error:
        return str(error.stderr.strip().rpartition("\n")[2])
    return ""


def _home() -> Iterator[Finding]:
    try:
        problem = home_problem()
    except ImportError:
        return  # JupyterLab is missing, as the list of packages says
    if problem:
        folder, reason = problem
        wrong = _("cannot be written: {reason}; set HOME to a folder that can").format(reason=reason)
        yield Finding(_("JupyterLab's folder {folder}").format(folder=folder), wrong, "export HOME=/tmp")
    else:
        yield Finding(_("JupyterLab's folders can be written"))


def _saves() -> Iterator[Finding]:
    home = checkout(place := here())
    folder = home / "notebooks" if home else place
    what = _("games are saved in {folder}").format(folder=folder)
    try:
        with tempfile.TemporaryFile(dir=folder):
            yield Finding(what)
    except OSError as error:
        wrong = _("and it cannot be written: {reason}; go to a folder of your own").format(reason=error.strerror)
        yield Finding(what, wrong, f"cd {Path.home()}")


def _runs() -> Iterator[Finding]:
    """Do what the notebooks do, and say of each thing whether it works; whatever goes wrong is a finding."""
    for what, run in _TRIALS.items():
        try:
            run()
        except Exception as error:
            missing = error.name.partition(".")[0] if isinstance(error, ModuleNotFoundError) and error.name else ""
            why = (str(error).splitlines() or [""])[0]
            wrong = _("does not work: {kind}: {why}").format(kind=type(error).__name__, why=why)
            yield Finding(_(what), wrong, f"{_PIP} {missing}" if missing else f"{_PIP} --upgrade {_origin()}")
        else:
            yield Finding(_(what))


def _import_all() -> None:
    for module in pkgutil.walk_packages([str(Path(__file__).parents[1])], "roses."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def _weigh() -> None:
    from roses.odds import battle_odds

    battle_odds(area="Leicester", attackers=["Richmond", "Oxford"], defenders=["Gloucester"])


def _export() -> None:
    from roses.engine.folders import folder
    from roses.widgets.export.notebook import lesson_html

    lesson_html(folder("notebooks") / "22_first_game.ipynb")


_TRIALS: Final[dict[str, Callable[[], None]]] = {
    N_("every module is imported"): _import_all,
    N_("the odds of a battle are computed"): _weigh,
    N_("a lesson is exported"): _export,
}


def _browser() -> Iterator[Finding]:
    found = has_browser()
    yield Finding(_("a browser"), "" if found else _("was not found: open the printed address yourself"), fatal=False)


def _port() -> Iterator[Finding]:
    free = next((port for port in range(FIRST_PORT, FIRST_PORT + 50) if is_free(port)), None)
    if free:
        yield Finding(_("port {free} is free").format(free=free))
    else:
        yield Finding(
            _("a free port"), _("was not found from {first_port} on").format(first_port=FIRST_PORT), "roses --port=9900"
        )


def _data() -> Iterator[Finding]:
    from roses.engine.folders import DataError, folder

    for name, pattern in (("data", "*.*json"), ("notebooks", "*.ipynb")):
        try:
            files = sorted(folder(name).rglob(pattern))
        except DataError as error:
            yield Finding(name, str(error), _bring_back(name))
            continue
        broken = [path.name for path in files if not _is_json(path)] + _lost(name)
        wrong = "" if files else _("is empty")
        if broken:
            wrong = _("cannot be read: {names}").format(names=", ".join(broken))
        yield Finding(
            _("{n} files in {name}").format(n=len(files), name=folder(name)), wrong, wrong and _bring_back(name)
        )


def _bring_back(name: str) -> str:
    """Return the command that restores the files of a folder from where the kit was installed."""
    origin = _origin()
    if origin.startswith("-e "):
        return f"git -C {origin[3:]} restore {name}"
    return f"{_PIP} --force-reinstall --no-deps {origin}"


def _origin() -> str:
    """Return what pip was given to install the kit, such as ``-e ~/roses``."""
    try:
        origin = json.loads(metadata.distribution("roses-kit").read_text("direct_url.json") or "{}")
    except metadata.PackageNotFoundError:
        origin = {}
    place = url2pathname(urlsplit(origin["url"]).path) if "url" in origin else "roses-kit"
    return f"-e {place}" if origin.get("dir_info", {}).get("editable") else place


def _lost(name: str) -> list[str]:
    """Return the files of a folder that were installed and are missing now."""
    try:
        laid = metadata.files("roses-kit") or []
    except metadata.PackageNotFoundError:
        return []
    return [path.name for path in laid if path.parts[:2] == ("roses", name) and not Path(path.locate()).exists()]


def _is_json(path: Path) -> bool:
    try:
        json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return True
