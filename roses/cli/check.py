"""``roses check``: lists what is installed, tries it out, and prints the command that repairs what is missing."""

from __future__ import annotations

import importlib.metadata as metadata
import json
import os
import pkgutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlsplit
from urllib.request import url2pathname

from roses.cli.jupyter import FIRST_PORT, checkout, has_browser, here, home_problem, is_free

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
    for finding in chain(_packages(), _home(), _kernel(), _browser_and_port(), _files(), _saves(), _trials()):
        sign = "ok" if not finding.wrong else "MISSING" if finding.fatal else "note"
        print(f"{sign:8}{finding.what} {finding.wrong}".rstrip(), flush=True)
        if finding.type_this:
            print(f"        type: {finding.type_this}")
        missing += bool(finding.wrong) and finding.fatal
    print(f"{missing} missing." if missing else "All is there: type roses to begin.")
    return 1 if missing else 0


def problems() -> list[str]:
    """Return a sentence for each thing that is missing, as far as a quick look tells: nothing is tried out.

    >>> problems()
    []
    """
    here()
    looks = chain(_packages(), _files(), _saves())
    return [f"{finding.what} {finding.wrong}." for finding in looks if finding.wrong and finding.fatal]


def requirements(declared: Iterable[str], environment: Mapping[str, str] | None = None) -> list[Requirement]:
    """Return what must be installed: the requirements whose marker is true, without those of the extras.

    ``environment`` has the values for the markers (``{"sys_platform": "emscripten"}``), by default of this Python.

    >>> for wanted in requirements(["plotly>=7,<8", "pytest>=9; extra == 'test'", "pywinpty; os_name == 'dos'"]):
    ...     print(wanted.name, wanted.specifier.contains("7.1"))
    plotly True
    """
    from packaging.requirements import Requirement

    parsed = map(Requirement, declared)
    values = {**(environment or {}), "extra": ""}
    return [wanted for wanted in parsed if wanted.marker is None or wanted.marker.evaluate(values)]


def _packages() -> Iterator[Finding]:
    """Compare the versions of Python and of the packages."""
    version, (low, high) = sys.version_info[:2], PYTHONS
    span = f"{low[0]}.{low[1]}–{high[0]}.{high[1]}"
    wrong = "" if low <= version <= high else f"is not one of the tested versions ({span})"
    yield Finding(f"Python {version[0]}.{version[1]}", wrong, wrong and f"python{span[:4]} -m venv .venv")
    try:
        declared = metadata.requires("roses-kit") or []
    except metadata.PackageNotFoundError:
        yield Finding("roses-kit", "is not installed", f"{_PIP} -e {Path(__file__).resolve().parents[2]}")
        return
    try:
        packages = requirements(declared)
    except ImportError:
        wrong = "is not installed, and without it no version can be compared"
        yield Finding("packaging", wrong, f"{_PIP} packaging")
        return
    for package in packages:
        versions = ",".join(sorted(str(package.specifier).split(","), reverse=True))  # the lowest first: >=7,<8
        mend = f'{_PIP} "{package.name}{versions}"'
        try:
            number = metadata.version(package.name)
        except metadata.PackageNotFoundError:
            yield Finding(package.name, "is not installed", mend)
            continue
        fits = package.specifier.contains(number, prereleases=True)
        yield Finding(f"{package.name} {number}", "" if fits else "does not fit", "" if fits else mend)


def _home() -> Iterator[Finding]:
    try:
        problem = home_problem()
    except ImportError:
        return  # JupyterLab is missing, as the list of packages says
    if problem:
        folder, reason = problem
        wrong = f"cannot be written: {reason}; set HOME to a folder that can be written"
        yield Finding(f"JupyterLab's folder {folder}", wrong, "export HOME=/tmp")
    else:
        yield Finding("JupyterLab's folders can be written")


def _kernel() -> Iterator[Finding]:
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    mend = f"{_PIP} --force-reinstall ipykernel"
    try:
        from jupyter_client.kernelspec import NoSuchKernel
        from jupyter_client.manager import KernelManager

        python = KernelManager(kernel_name="python3").format_kernel_cmd()[0]
    except (ImportError, NoSuchKernel):
        yield Finding("the kernel python3", "is not installed", mend)
        return
    except OSError as error:  # where there is no home folder, and none can be made
        yield Finding("the kernel python3", f"does not start: {error}", "export HOME=/tmp")
        return
    what, reason = f"the kernel python3 ({python})", ""
    try:
        subprocess.run([python, "-c", "import ipykernel, roses"], capture_output=True, text=True, check=True)
    except OSError as error:
        reason = str(error.strerror)
    except subprocess.CalledProcessError as error:
        reason = error.stderr.strip().rpartition("\n")[2]
    yield Finding(what, reason and f"does not start: {reason}", reason and mend)


def _browser_and_port() -> Iterator[Finding]:
    wrong = "" if has_browser() else "was not found: open the printed address yourself"
    yield Finding("a browser", wrong, fatal=False)
    free = next((port for port in range(FIRST_PORT, FIRST_PORT + 50) if is_free(port)), None)
    if free:
        yield Finding(f"port {free} is free")
    else:
        yield Finding("a free port", f"was not found from {FIRST_PORT} on", "roses --port=9900")


def _files() -> Iterator[Finding]:
    """Look for files of the kit that are missing, or broken."""
    from roses.engine.loading import DataError, folder

    for name, pattern in (("data", "*.*json"), ("notebooks", "*.ipynb")):
        origin = _origin()
        restore = f"{_PIP} --force-reinstall --no-deps {origin}"
        if origin.startswith("-e "):
            restore = f"git -C {origin[3:]} restore {name}"
        try:
            files = sorted(folder(name).rglob(pattern))
        except DataError as error:
            yield Finding(name, str(error), restore)
            continue
        broken = []
        for path in files:
            try:
                json.loads(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                broken.append(path.name)
        with suppress(metadata.PackageNotFoundError):
            installed = metadata.files("roses-kit") or []
            broken += [
                path.name
                for path in installed
                if path.parts[:2] == ("roses", name) and not Path(path.locate()).exists()
            ]
        wrong = "" if files else "is empty"
        if broken:
            wrong = f"cannot be read: {', '.join(broken)}"
        yield Finding(f"{len(files)} files in {folder(name)}", wrong, wrong and restore)


def _saves() -> Iterator[Finding]:
    home = checkout(place := here())
    folder = home / "notebooks" if home else place
    what = f"games are saved in {folder}"
    try:
        with tempfile.TemporaryFile(dir=folder):
            yield Finding(what)
    except OSError as error:
        wrong = f"and it cannot be written: {error.strerror}; go to a folder of your own"
        yield Finding(what, wrong, f"cd {Path.home()}")


def _trials() -> Iterator[Finding]:
    """Do what the notebooks do, and report for each thing whether it works; any exception is a finding."""

    def import_all() -> None:
        for module in pkgutil.walk_packages([str(Path(__file__).parents[1])], "roses."):
            if not module.name.endswith("__main__"):
                import_module(module.name)

    def compute_odds() -> None:
        from roses.odds import battle_odds

        battle_odds(area="Leicester", attackers=["Richmond", "Oxford"], defenders=["Gloucester"])

    def export() -> None:
        from roses.engine.loading import folder
        from roses.widgets.export.notebook import lesson_html

        lesson_html(folder("notebooks") / "22_first_game.ipynb")

    trials: dict[str, Callable[[], None]] = {
        "every module is imported": import_all,
        "the odds of a battle are computed": compute_odds,
        "a lesson is exported": export,
    }
    for what, run in trials.items():
        try:
            run()
        except Exception as error:
            missing = error.name.partition(".")[0] if isinstance(error, ModuleNotFoundError) and error.name else ""
            wrong = f"does not work: {type(error).__name__}: {(str(error).splitlines() or [''])[0]}"
            yield Finding(what, wrong, f"{_PIP} {missing}" if missing else f"{_PIP} --upgrade {_origin()}")
        else:
            yield Finding(what)


def _origin() -> str:
    """Return what pip was given to install the kit, such as ``-e ~/roses``."""
    try:
        origin = json.loads(metadata.distribution("roses-kit").read_text("direct_url.json") or "{}")
    except metadata.PackageNotFoundError:
        origin = {}
    place = url2pathname(urlsplit(origin["url"]).path) if "url" in origin else "roses-kit"
    return f"-e {place}" if origin.get("dir_info", {}).get("editable") else place
