"""Drives a real JupyterLab, started by the ``roses`` command, in Chromium. It finds things by the kit's CSS classes.

The address of a server may have behind it the folder of the notebooks that are meant.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import nbformat
from nbformat.sign import NotebookNotary
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright

from roses.cli.jupyter import COPIES

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "red-and-white"
SIZE: ViewportSize = {"width": 1400, "height": 1000}
_KEPT = "kept"  # the workspace of the page that stays open
_FLAGS = [
    "--no-sandbox",  # root, as in CI, cannot use the sandbox
    "--disable-gpu",
    "--disable-quic",
    "--js-flags=--no-turbofan",  # pages that live for seconds: what is compiled for speed is not earned back
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
# Notebooks of the kit run when they open; a test that runs cells itself opens them in a page with this script.
STILL = "try { sessionStorage.setItem('roses-opens', 'still'); } catch { /* a page without an address */ }"
_KERNEL_READY = """name => {
    const shown = window.jupyterapp && window.jupyterapp.shell.currentWidget;
    if (!shown || !shown.context || shown.context.path !== name) return false;
    const kernel = shown.sessionContext && shown.sessionContext.session && shown.sessionContext.session.kernel;
    return kernel && kernel.connectionStatus === 'connected' && kernel.status === 'idle';
}"""
# A start of a kernel with the kit takes as long as most tests, so a page keeps the one of its last notebook.
_OPEN = """async path => {
    const { commands, serviceManager, shell } = window.jupyterapp;
    await serviceManager.kernels.refreshRunning();
    const running = [...serviceManager.kernels.running()].find(model => model.id === window.keptKernel);
    window.keptKernel = null;
    const made = await commands.execute('docmanager:open', { path, ...(running && { kernel: { id: running.id } }) });
    for (const shown of [...shell.widgets('main')].filter(shown => shown !== made)) {
        if (shown.context) shown.context.model.dirty = false;
        shown.close();
    }
}"""
_CLOSE = """async code => {
    const { serviceManager: { kernels }, shell } = window.jupyterapp;
    for (const shown of [...shell.widgets('main')]) {
        const model = shown.sessionContext?.session?.kernel?.model;
        const keeps = model && !window.keptKernel;
        if (!keeps) await shown.sessionContext?.shutdown();
        if (shown.context) shown.context.model.dirty = false;
        shown.close();
        if (!keeps) continue;
        await kernels.refreshRunning();
        if (![...kernels.running()].some(running => running.id === model.id)) continue;
        const kernel = kernels.connectTo({ model });  // the page no longer hears what becomes of its widgets
        const forgets = kernel.requestExecute({ code, store_history: false }).done;
        const answers = forgets.then(reply => reply.content.status === 'ok', () => false);
        const isClean = await Promise.race([answers, new Promise(resolve => setTimeout(resolve, 10000))]);
        kernel.dispose();
        if (isClean) window.keptKernel = model.id;
        else await kernels.shutdown(model.id);
    }
}"""
_FORGET = "import ipywidgets; ipywidgets.Widget.close_all(); get_ipython().run_line_magic('reset', '-f')"
_STAGE = ".roses-stepper .js-plotly-plot .main-svg, .roses-stepper .roses-battle:not([hidden]) svg"
_ERRORS = """() => window.jupyterapp.shell.currentWidget.model.toJSON().cells.flatMap(cell => cell.outputs || [])
    .filter(output => output.output_type === 'error').map(output => output.ename + ': ' + output.evalue)"""
_FOCUS = """root => (root.matches('[tabindex]') ? root : root.querySelector('[tabindex="0"]')).focus()"""
_MAP_DATA = """map => JSON.stringify(map.data, (key, value) => ArrayBuffer.isView(value) ? Array.from(value) : value)"""


@contextmanager
def lab(folder: Path, notebooks: Path) -> Iterator[str]:
    """Serve copies of ``notebooks``, made below ``folder``, by the ``roses`` command; give the server's address."""
    port, log = free_port(), folder / "jupyterlab.log"
    command = [sys.executable, "-m", "roses", "--no-browser", f"--port={port}"]
    command += [f"--IdentityProvider.token={TOKEN}", "--expose-app-in-browser"]
    command += ["--JupyterNotebookApp.expose_app_in_browser=True"]  # the same server has the pages of Notebook 7
    paths = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = os.environ | {"PYTHONPATH": paths, "ROSES_NOTEBOOKS": str(notebooks)}
    environment["JUPYTER_DATA_DIR"] = str(_data(folder))  # the signatures of notebooks
    environment["JUPYTER_CONFIG_DIR"] = str(folder / "config")  # the settings that pages change, such as the theme
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    try:
        base = f"http://127.0.0.1:{port}"
        _wait_for(server, f"{base}/api/status?token={TOKEN}", log)
        yield base
    finally:
        server.terminate()
        server.wait(timeout=30)


class Server(NamedTuple):
    """A JupyterLab at an ``address`` and the folder of its ``notebooks``, which tests add to."""

    address: str
    notebooks: Path

    @contextmanager
    def serving(self, name: str, notebooks: Mapping[str, Sequence[str | nbformat.NotebookNode]]) -> Iterator[str]:
        """Serve notebooks of these code cells in a folder of this name; give its address. Their kernels end with it."""
        for stem, cells in notebooks.items():
            path = self.notebooks / name / f"{stem}.ipynb"
            write_notebook(path, *cells)
            self.sign(path)
        yield f"{self.address}/{name}".rstrip("/")
        self._end_kernels()

    def sign(self, path: Path) -> None:
        """Let JupyterLab trust a notebook that came after it had started, as the command does with those before."""
        NotebookNotary(data_dir=str(_data(self.notebooks.parent))).sign(nbformat.read(path, as_version=4))

    def _end_kernels(self) -> None:
        asked = {"Authorization": f"token {TOKEN}"}
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}/api/kernels", headers=asked)) as answer:
            kernels = json.load(answer)
        for kernel in kernels:
            url = f"{self.address}/api/kernels/{kernel['id']}"
            urllib.request.urlopen(urllib.request.Request(url, headers=asked, method="DELETE")).close()


def write_notebook(path: Path, *cells: str | nbformat.NotebookNode) -> None:
    """Write a notebook of code cells."""
    made = [nbformat.v4.new_code_cell(cell) if isinstance(cell, str) else cell for cell in cells]
    notebook = nbformat.v4.new_notebook(cells=made)
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    path.parent.mkdir(exist_ok=True)
    nbformat.write(notebook, path)


@contextmanager
def server(folder: Path) -> Iterator[Server]:
    """Serve copies of the kit's notebooks, made below ``folder``, by the ``roses`` command."""
    with lab(folder, ROOT / "notebooks") as address:
        yield Server(address, folder / COPIES)


@contextmanager
def voila(folder: Path, notebook: Path) -> Iterator[str]:
    """Serve a notebook as an application by Voila, each page with a kernel of its own; give its address."""
    port, log = free_port(), folder / "voila.log"
    command = [sys.executable, "-m", "voila", str(notebook), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "JUPYTER_PREFER_ENV_PATH": "1"}
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=out, stderr=out)
    try:
        _wait_for(server, f"http://127.0.0.1:{port}/voila/templates/lab/static/voila.js", log)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(timeout=30)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the machine's own Chromium without a window; unless a test lets things move, its pages show steps at once."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=_FLAGS)
        for name in ("new_context", "new_page"):
            setattr(browser, name, partial(getattr(browser, name), reduced_motion="reduce"))
        yield browser
        browser.close()


def find_chromium() -> str | None:
    """Return the path of Chromium or of a relation, or None."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def free_port() -> int:
    """Return a port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Requests:
    """All addresses that the pages of a context ask for; ``foreign`` holds those outside this machine."""

    def __init__(self, context: BrowserContext) -> None:
        self.seen: list[str] = []
        context.on("request", lambda request: self.seen.append(request.url))
        context.on("page", lambda page: page.on("websocket", lambda made: self.seen.append(made.url)))

    @property
    def foreign(self) -> list[str]:
        return [url for url in self.seen if not _is_local(url)]


class KeptPage:
    """A page of JupyterLab that is loaded once for many tests: each opens its notebooks in it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._page: Page | None = None
        self._anew = False  # whether a test has loaded it again: JupyterLab may then open its notebooks again, later

    def enter(self) -> Page:
        """Return the page, which has no notebook open; it is loaded if there is none."""
        if not self._page:
            context = self._browser.new_context(viewport=SIZE)
            context.add_init_script(STILL)
            self.requests = Requests(context)
            self._page = context.new_page()
            self._page.goto(f"{self._address}/lab/workspaces/{_KEPT}?token={TOKEN}")
            loaded = "() => window.jupyterapp && window.jupyterapp.restored.then(() => true)"
            self._page.wait_for_function(loaded, timeout=60_000)
            self._anew = False
            self._page.once("load", self._loaded)
        self._page.set_viewport_size(SIZE)
        self._page.mouse.move(0, 0)
        return self._page

    def leave(self, *, spoilt: bool) -> None:
        """Close its notebooks, and the page too if it is spoilt, elsewhere, or was loaded again.

        The kernel goes on without what the notebook has made, for the next one.
        """
        page, self._page = self._page, None
        if page and (spoilt or self._anew or not _is_kept(page, self._address)):
            page.context.close()
        elif page:
            close_notebooks(page)
            self._page = page

    def _loaded(self) -> None:
        self._anew = True


def open_notebook(page: Page, path: str) -> None:
    """Open a notebook in a page of JupyterLab in place of others, with the kernel of the last one that was closed."""
    page.evaluate(_OPEN, path)


def close_notebooks(page: Page) -> None:
    """Close the notebooks of a page of JupyterLab, and let a kernel go on without what they have made."""
    page.evaluate(_CLOSE, _FORGET)


class Notebook:
    """One notebook, open in JupyterLab with its kernel ready: in a page that is kept in place of the one before, in any
    other by loading the page. A ``workspace`` of its own opens it alone, without the notebooks that other pages have
    opened. With ``app`` "notebook" it is open in Notebook 7."""

    def __init__(self, page: Page, base: str, name: str, workspace: str = "", app: str = "lab") -> None:
        self.page = page
        address, self.path = _split(base, name)
        if app == "lab" and _is_kept(page, address):
            open_notebook(page, self.path)
        else:
            page.add_init_script(STILL)
            page.goto(url(base, name, workspace, app))
        self._wait()

    @classmethod
    def opened(cls, page: Page, path: str) -> Notebook:
        """Return a notebook that a page has opened already, when its kernel is ready and has nothing to do."""
        result = cls.__new__(cls)
        result.page, result.path = page, path
        result._wait()
        return result

    def _wait(self) -> None:
        self.page.wait_for_selector(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-Cell", timeout=60_000)
        self.page.wait_for_function(_KERNEL_READY, arg=self.path, timeout=60_000)

    def run_all(self) -> None:
        """Run all cells and wait for the last; fail with the first error output, if there is one.

        By a command, since a click on "Run All Cells" is lost without a sign while the kernel is connecting.
        """
        self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-all-cells')")
        errors = self.errors()
        assert not errors, errors[0]

    def errors(self) -> list[str]:
        """Return the error outputs of the notebook."""
        return list(self.page.evaluate(_ERRORS))

    def run(self, cells: int) -> None:
        """Run so many cells, from the one that is selected, and wait for each."""
        for _ in range(cells):
            self.page.evaluate("() => window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")

    def select(self, cell: int) -> None:
        """Select a cell, counted from 0; a click on a stepper selects its own."""
        self.page.evaluate("cell => { window.jupyterapp.shell.currentWidget.content.activeCellIndex = cell; }", cell)

    def save_and_reload(self) -> None:
        """Save the notebook, then load the page anew, as F5 does; the kernel goes on.

        It has nothing to do by then: JupyterLab gives it four seconds to tell the new page of its widgets.
        """
        self.page.evaluate("() => window.jupyterapp.commands.execute('docmanager:save')")
        self.page.wait_for_function("() => !window.jupyterapp.shell.currentWidget.model.dirty")
        self.page.wait_for_function(_KERNEL_READY, arg=self.path, timeout=60_000)
        self.page.reload()

    def restart_kernel(self) -> None:
        """Restart the kernel, as its menu does."""
        self.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()")

    def stepper(self) -> Stepper:
        """Return the notebook's stepper when its map, or the board in its place, is drawn."""
        self.page.wait_for_selector(_STAGE, timeout=60_000)
        return Stepper(self.page)


class Stepper:
    """The widget ``roses.widgets.Stepper`` as its user sees it: buttons, keys, counter, map, narration and battle."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".roses-stepper").first
        self.root.wait_for(state="attached")
        self.root.evaluate("root => root.scrollIntoView()")  # Lab draws only the cells near the window
        page.wait_for_function("() => document.querySelector('.roses-counter')?.innerText.includes('/')")

    @property
    def step(self) -> int:
        """The number before the slash of the counter "28 / 34"."""
        return self._counter()[0]

    @property
    def last(self) -> int:
        """The number behind the slash."""
        return self._counter()[1]

    @property
    def narration(self) -> str:
        return self.root.locator(".roses-narration").inner_text()

    @property
    def battle(self) -> str:
        """The battle board; "" while there is none."""
        elements = self.root.locator(".roses-battle")
        return str(elements.evaluate_all("boards => boards.map(board => board.innerHTML).join('')"))

    @property
    def map(self) -> str:
        """What the map draws: the data of its traces, as text."""
        return str(self.root.locator(".js-plotly-plot").evaluate(_MAP_DATA))

    def click(self, button: str) -> None:
        """Click ``first``, ``back``, ``play``, ``forward`` or ``last``."""
        self.root.locator(f".roses-{button}").click()

    def press(self, key: str) -> None:
        """Press a key while the stepper has the focus."""
        self.root.evaluate(_FOCUS)
        self.page.keyboard.press(key)

    def wait_for_step(self, step: int, timeout: float = 30_000) -> None:
        """Wait until the counter says ``step`` or, while it plays, more."""
        self._until("([counter, step]) => parseInt(counter.textContent) >= step", step, timeout)

    def wait_for_step_back(self, step: int) -> None:
        """Wait until the counter says ``step`` or less."""
        self._until("([counter, step]) => parseInt(counter.textContent) <= step", step, 30_000)

    def forward_to(self, wanted: str) -> None:
        """Press the right arrow until the narration holds ``wanted``, a regular expression; fail at the end."""
        while not re.search(wanted, self.narration):
            before = self.step
            assert before < self.last, f"no step tells of {wanted!r}"
            self.press("ArrowRight")
            self.wait_for_step(before + 1)

    def _counter(self) -> tuple[int, int]:
        step, last = self.root.locator(".roses-counter").inner_text().split("/")
        return int(step), int(last)

    def _until(self, condition: str, step: int, timeout: float) -> None:
        counter = self.root.locator(".roses-counter").element_handle()
        self.page.wait_for_function(condition, arg=[counter, step], timeout=timeout)
        self.root.locator(".roses-story[aria-busy=true]").wait_for(state="detached", timeout=timeout)


def url(base: str, name: str, workspace: str = "", app: str = "lab") -> str:
    """Return the address of a notebook's page."""
    address, path = _split(base, name)
    own = "-".join(filter(None, (path.rpartition("/")[0], workspace)))  # a folder's workspaces are its own
    lab_path = f"lab/workspaces/{own}/tree" if own else "lab/tree"
    return f"{address}/{lab_path if app == 'lab' else 'notebooks'}/{path}?token={TOKEN}"


def _split(base: str, name: str) -> tuple[str, str]:
    """Return the address of the server alone, and where a notebook of the folder behind it stands."""
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}", f"{parts.path}/{name}".strip("/")


def _data(folder: Path) -> Path:
    """Return where a server of ``folder`` keeps its data."""
    return folder / "jupyter"


def _is_kept(page: Page, address: str) -> bool:
    return page.url.startswith(f"{address}/lab/workspaces/{_KEPT}")


def _is_local(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme in ("data", "blob", "about") or parts.hostname in ("127.0.0.1", "localhost")


def _wait_for(server: subprocess.Popen[Any], url: str, log: Path) -> None:
    for _ in range(240):
        if server.poll() is not None:
            break
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.25)
    raise RuntimeError(f"the server did not start:\n{log.read_text()}")
