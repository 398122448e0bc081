"""Starts JupyterLab in this process, offline and without log output, on the notebook of ``notebooks.choose``."""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

FIRST_PORT = 8888
_LAST_PORT = 65535
# Both side bars are closed, to leave the page to the notebook; a click on their icons opens them.
_PAGE = {"layout-restorer:data": {side: {"collapsed": True, "visible": True} for side in ("left", "right")}}
_OURS = Path(__file__).parent / "labextensions"  # gives pictures their text alternative
_SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    "@jupyterlab/docmanager-extension:plugin": {"autosaveInterval": 20},  # s: a page that is loaded anew loses no more
}


def launch(wanted: str | None, port: int | None, browser: bool, further: Sequence[str]) -> int:
    """Open the notebook ``wanted`` in JupyterLab and serve it until the reader stops it; return the exit code.

    Raises SystemExit with one sentence when a package is missing, the port is taken, there is no such notebook, or a
    folder is gone or cannot be written.
    """
    from roses.cli.notebooks import choose, open_folder, sign

    _need("jupyterlab", "JupyterLab")
    _need("ipykernel", "the Python kernel")

    if port is not None and not 0 <= port <= _LAST_PORT:
        raise SystemExit(f"roses: there is no port {port}; ports have numbers from 1 to {_LAST_PORT}.")
    if port and not is_free(port):
        raise SystemExit(f"roses: port {port} is taken by another program; name another one, or leave --port out.")
    folder, news = open_folder(here())
    notebook = choose(folder, wanted)
    for sentence in news:
        print(sentence)
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
    _serve(folder, notebook, [*(() if browser else ["--no-browser"]), *_port(port), *further])
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
    from jupyterlab.labapp import LabApp
    from jupyterlab_server.workspaces_handler import WorkspacesManager

    with tempfile.TemporaryDirectory(prefix="roses-") as state:
        settings = Path(state, "settings")
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(_SETTINGS), encoding="utf-8")
        page = json.dumps({"data": _PAGE, "metadata": {"id": "default"}})
        WorkspacesManager(f"{state}/workspaces").save("default", page)
        LabApp.launch_instance([
            f"--ServerApp.root_dir={folder}",
            f"--LabApp.default_url=/lab/tree/{notebook}",
            f"--LabApp.app_settings_dir={settings}",
            *(f"--{app}.extra_labextensions_path={_OURS}" for app in ("LabApp", "JupyterNotebookApp")),
            f"--LabApp.workspaces_dir={state}/workspaces",  # no tabs of an earlier session in another folder
            "--LabApp.extension_manager=readonly",
            "--Application.log_level=ERROR",  # the address is printed at any level
            *_as_root(),
            *further,
        ])  # fmt: skip


def _need(module: str, name: str) -> None:
    if find_spec(module) is None:
        raise SystemExit(f"roses: {name} is missing; type: {sys.executable} -m pip install {module}")


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


def _port(port: int | None) -> list[str]:
    return [f"--port={port}", "--ServerApp.port_retries=0"] if port else [f"--port={FIRST_PORT}"]


def _as_root() -> list[str]:
    """Return the option that root needs, as in a container; the server listens on loopback and asks for a token."""
    return ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
