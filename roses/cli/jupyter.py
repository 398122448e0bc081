"""Finds the folder of notebooks or copies it once, and starts JupyterLab on one of them, offline and in this process.

Copies that a reader has changed are never overwritten.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from uuid import uuid4

COPIES = "roses-notebooks"
START = "00_start"
_HOME = Path(__file__).resolve().parents[2]
_MANIFEST = ".roses.json"  # in the copies: the fingerprint that each file had in the kit when it was copied
FIRST_PORT = 8888
_LAST_PORT = 65535
# Both side bars are closed, to leave the page to the notebook; a click on their icons opens them.
_PAGE = {"layout-restorer:data": {side: {"collapsed": True, "visible": True} for side in ("left", "right")}}
_OURS = Path(__file__).parent / "labextensions"  # text alternatives of pictures; what runs when a notebook opens
_WARM = '__import__("roses.cli.jupyter").cli.jupyter.warm()'  # it leaves no name behind that a cell could see
_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 20},  # s: a page that is loaded anew loses no more
}


def launch(wanted: str | None, port: int | None, browser: bool, further: Sequence[str]) -> int:
    """Open the notebook ``wanted`` in JupyterLab and serve it until the reader stops it; return the exit code.

    Raises SystemExit with one sentence when a package is missing, the port is taken, there is no such notebook, or a
    folder is gone or cannot be written.
    """
    for module, name in (("jupyterlab", "JupyterLab"), ("ipykernel", "the Python kernel")):
        if find_spec(module) is None:
            raise SystemExit(f"roses: {name} is missing; type: {sys.executable} -m pip install {module}")
    if port is not None and not 0 <= port <= _LAST_PORT:
        raise SystemExit(f"roses: there is no port {port}; ports have numbers from 1 to {_LAST_PORT}.")
    if port and not is_free(port):
        raise SystemExit(f"roses: port {port} is taken by another program; name another one, or leave --port out.")
    folder, messages = open_folder(here())
    notebook = choose(folder, wanted)
    for message in messages:
        print(message)
    if browser and not has_browser():
        print("There is no browser on this machine: open the address below in one that reaches it.")
        browser = False
    if problem := home_problem():
        unwritable, reason = problem
        raise SystemExit(
            f"roses: JupyterLab keeps files in {unwritable}, which cannot be written: {reason}; set HOME to a folder "
            "that can be written."
        )
    try:
        sign(folder)
    except OSError as error:
        print(
            f"The notebooks could not be signed ({error.strerror}): until you run their cells, JupyterLab shows plain "
            "text in place of the pictures saved in them."
        )
    print(f"{folder / notebook} opens in JupyterLab; Ctrl-C stops it.", flush=True)
    ports = [f"--port={port}", "--ServerApp.port_retries=0"] if port else [f"--port={FIRST_PORT}"]
    _serve(folder, notebook, [*(() if browser else ["--no-browser"]), *ports, *further])
    return 0


def here() -> Path:
    """Return the working directory; SystemExit with one sentence if it has been deleted."""
    try:
        return Path.cwd()
    except OSError as error:
        raise SystemExit(
            "roses: the current folder no longer exists; go to another one and type roses again."
        ) from error


def is_free(port: int) -> bool:
    """Tell whether a server can listen on ``port`` of this machine."""
    with socket.socket() as probe:
        if os.name == "posix":  # as the server itself does: a port closed a moment ago counts as free
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            return False
    return True


def has_browser() -> bool:
    """Tell whether Python finds a browser that it could open."""
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def _serve(folder: Path, notebook: str, further: Sequence[str]) -> None:
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")  # before a stale kernel in the home folder
    from jupyter_core.application import NoStart
    from jupyterlab.labapp import LabApp
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    with tempfile.TemporaryDirectory(prefix="roses-") as state:
        settings = Path(state, "settings")
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(_SETTINGS), encoding="utf-8")
        page = json.dumps({"data": _PAGE, "metadata": {"id": "default"}})
        WorkspacesManager(f"{state}/workspaces").save("default", page)
        kernel = str(uuid4())
        opening = json.dumps({"words": _words(), "kernel": kernel})  # a text: of a dict only the keys would come
        (settings / "page_config.json").write_text(json.dumps({"roses": opening}), encoding="utf-8")
        server = LabApp.initialize_server([
            f"--ServerApp.root_dir={folder}",
            f"--LabApp.default_url=/lab/tree/{notebook}",
            f"--LabApp.app_settings_dir={settings}",
            *(f"--{app}.extra_labextensions_path={_OURS}" for app in ("LabApp", "JupyterNotebookApp")),
            f"--LabApp.workspaces_dir={state}/workspaces",  # no tabs of an earlier session in another folder
            "--LabApp.extension_manager=readonly",
            "--Application.log_level=ERROR",  # the address is printed at any level
            # root needs it, as in a container; the server listens on loopback and asks for a token
            *(["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
            *further,
        ])  # fmt: skip
        server.io_loop.add_callback(_start_ahead, server, kernel, notebook)
        with suppress(NoStart):
            server.start()


async def _start_ahead(server: Any, kernel: str, notebook: str) -> None:
    """Start a kernel while the page loads: that of the notebook which opens, or of the first that the cover starts."""
    await server.kernel_manager.start_kernel(
        kernel_id=kernel, kernel_name="python3", path="", extra_arguments=[f"--IPKernelApp.exec_lines={_WARM}"]
    )
    if notebook != f"{START}.ipynb":
        await server.session_manager.create_session(
            path=notebook, name=notebook, type="notebook", kernel_name="python3", kernel_id=kernel
        )


def warm() -> None:
    """Make a Stepper and forget it: in a kernel that starts ahead, the next one comes at once."""
    from ipywidgets import Widget

    from roses.widgets import Stepper
    from roses.widgets.stepper.saved import step_bundle

    step_bundle(Stepper("1483-richard-iii").model)
    Widget.close_all()


def _words() -> dict[str, str]:
    """Return what the page says when it opens a notebook."""
    from roses.engine.i18n import gettext as _

    return {
        "running": _("Cells to run: {n}"),
        "wrong": _("A cell has failed."),
        "look": _("Show it"),
        "show_code": _("Show the code"),
        "hide_code": _("Hide the code"),
        "coming": _("The map is coming."),
        "leave": _("Back to the page"),
        "all_there": _("All is there."),
        "missing": _("Something is missing; roses check, typed in the terminal, says how to mend it."),
    }


def home_problem() -> tuple[Path, str] | None:
    """Make the folders in which JupyterLab keeps its files; return one that cannot be written, and the reason."""
    from jupyter_core.paths import jupyter_config_dir, jupyter_data_dir, jupyter_runtime_dir
    from jupyter_core.utils import ensure_dir_exists

    folders = jupyter_config_dir(), jupyter_data_dir(), jupyter_runtime_dir()
    for folder in folders:
        try:
            ensure_dir_exists(folder, mode=0o700)
            if folder == folders[-1]:
                with tempfile.TemporaryFile(dir=folder):
                    pass
        except OSError as error:
            return Path(folder), str(error.strerror)
    return None


def checkout(place: Path) -> Path | None:
    """Return the checkout that the running kit is part of if ``place`` lies in it, else None.

    Folders of other projects are not, whatever is written in their files.
    """
    there = (_HOME / "pyproject.toml").is_file() and (_HOME / "notebooks").is_dir()
    return _HOME if there and place.resolve().is_relative_to(_HOME) else None


def open_folder(place: Path) -> tuple[Path, list[str]]:
    """Return the folder of notebooks for the working directory ``place``, and messages for the reader.

    In the kit's checkout these are the checkout's own; elsewhere the copies below ``place``, made now if they are
    missing.
    """
    home = checkout(place)
    if home:
        return home / "notebooks", []
    from roses.engine.loading import folder

    copies = place if (place / _MANIFEST).is_file() else place / COPIES
    try:
        return copies, _copy(folder("notebooks"), copies)
    except OSError as error:
        raise SystemExit(f"roses: the notebooks cannot be copied to {copies}: {error.strerror}.") from error


def choose(folder: Path, wanted: str | None) -> str:
    """Return the file name of the notebook with this number or name; without one, of the start notebook.

    A number may end in the letter of a part, as 05b does; without a letter it is that of the first part, even where a
    copy from before the lesson had parts is left.
    """
    stem = (wanted or START).removesuffix(".ipynb")
    there = sorted((path.stem for path in folder.glob("*.ipynb")), key=lambda name: name.replace("_", "~"))
    number = re.fullmatch(r"([0-9]{1,4})([a-z]?)", stem)
    part = re.compile(rf"{int(number[1]):02}{number[2] or '[a-z]?'}_") if number else None
    for name in there:
        if name == stem or (part and part.match(name)):
            return f"{name}.ipynb"
    names = ", ".join(sorted(there)) or "none"
    raise SystemExit(f"roses: there is no notebook {stem[:80]} in {folder}; there are: {names}.")


def fingerprint(path: Path) -> str:
    """Return a digest of a file; of a notebook, only of its sources, so that running it does not change the digest."""
    content = path.read_bytes()
    if path.suffix == ".ipynb":
        try:
            cells = json.loads(content)["cells"]
            written = [[cell["cell_type"], "".join(cell["source"])] for cell in cells]
            content = json.dumps(written).encode()
        except (ValueError, KeyError, TypeError):
            pass  # no longer a notebook: the digest is of its bytes
    return hashlib.sha256(content).hexdigest()


def sign(copies: Path) -> None:
    """Let JupyterLab trust the copies that are equal to the kit's files, so that it shows the outputs saved in them.

    In place of the pictures and widgets of other notebooks it shows plain text. A trusted notebook stays trusted when
    the reader saves it. Needs the folders of ``jupyter``.
    """
    from roses.engine.loading import folder

    nbformat: Any = import_module("nbformat")
    notary: Any = import_module("nbformat.sign").NotebookNotary()
    kit = folder("notebooks")
    for name in _files(kit):
        mine = copies / name
        if mine.suffix == ".ipynb" and mine.is_file() and mine.read_bytes() == (kit / name).read_bytes():
            notary.sign(nbformat.read(mine, as_version=nbformat.NO_CONVERT))


def _copy(kit: Path, copies: Path) -> list[str]:
    """Copy the kit's notebooks that are missing, and return messages on copies that differ from the kit's files."""
    from roses.engine.files import write

    copies.mkdir(parents=True, exist_ok=True)
    digests, messages = _read_manifest(copies)
    before = None if messages else dict(digests)
    names = list(_files(kit))
    messages += [
        f"{name} is no longer in the kit. Your copy stays; delete it if you do not need it."
        for name in sorted(digests.keys() - {*names})
        if (copies / name).exists()
    ]
    for name in names:
        mine, theirs = copies / name, kit / name
        digest = fingerprint(theirs)
        if not mine.exists() or (name not in digests and _is_beginning(mine, theirs)):  # interrupted, as on a full disk
            mine.parent.mkdir(parents=True, exist_ok=True)
            write(mine, theirs.read_bytes())
        elif (own := fingerprint(mine)) != digest:
            if own == digests.get(name):
                messages.append(
                    f"{name} has a newer version in the kit. Your copy, which you have not edited, stays as it is; "
                    "to get the new one, delete it and type roses again."
                )
            continue
        digests[name] = digest
    if digests != before:
        write(copies / _MANIFEST, (json.dumps(digests, indent=1, sort_keys=True) + "\n").encode())
    return messages


def _is_beginning(path: Path, whole: Path) -> bool:
    """Tell whether a file holds the beginning of another, and not all of it."""
    size = path.stat().st_size
    return size < whole.stat().st_size and whole.read_bytes()[:size] == path.read_bytes()


def _read_manifest(copies: Path) -> tuple[dict[str, str], list[str]]:
    """Return the digests of the files that were copied, and a message for the reader if they cannot be read."""
    try:
        digests = json.loads((copies / _MANIFEST).read_text(encoding="utf-8-sig"))
        if isinstance(digests, dict) and all(isinstance(digest, str) for digest in digests.values()):
            return digests, []
    except FileNotFoundError:
        return {}, []
    except (ValueError, RecursionError):
        pass
    return {}, [
        f"{copies / _MANIFEST} cannot be read and is written again; every notebook there that differs from the kit's "
        "now counts as edited by you."
    ]


def _files(kit: Path) -> Iterator[str]:
    for path in sorted(kit.rglob("*")):
        name = path.relative_to(kit)
        if path.is_file() and not any(part.startswith((".", "__")) for part in name.parts):
            yield name.as_posix()
