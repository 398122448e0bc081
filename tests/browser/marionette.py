"""Drives the machine's own Firefox by Marionette, its built-in protocol: messages of JSON with their length before."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.browser.harness import free_port


class Firefox:
    """A window of Firefox; ``run`` runs a script in its page."""

    def __init__(self, port: int) -> None:
        self._socket = _connected(port)
        self._answers = self._socket.makefile("rb")
        self._count = 0
        self._read()  # its greeting
        self._do("WebDriver:NewSession", capabilities={})

    def open(self, url: str) -> None:
        self._do("WebDriver:Navigate", url=url)

    def reload(self) -> None:
        self._do("WebDriver:Refresh")

    def run(self, script: str) -> Any:
        """Run the body of a function and return its value."""
        return self._do("WebDriver:ExecuteScript", script=script, args=[])["value"]

    def wait_for(self, expression: str, seconds: float = 60) -> None:
        """Wait until an expression is true; errors in it count as false."""
        end = time.monotonic() + seconds
        while not self.run(f"try {{ return !!({expression}); }} catch {{ return false; }}"):
            assert time.monotonic() < end, f"it was never true: {expression}"
            time.sleep(0.2)

    def _do(self, command: str, **parameters: Any) -> Any:
        self._count += 1
        message = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, answer = self._read()
        assert not error, f"{command}: {error['message']}"
        return answer

    def _read(self) -> Any:
        length = b""
        while (digit := self._answers.read(1)) != b":":
            length += digit
        return json.loads(self._answers.read(int(length)))


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox without a window, with a new profile below ``folder``."""
    port, profile = free_port(), folder / "profile"
    profile.mkdir()
    prefs = {"marionette.port": port, "ui.prefersReducedMotion": 1}  # still, as Chromium is in most tests
    (profile / "user.js").write_text("".join(f'user_pref("{name}", {value});\n' for name, value in prefs.items()))
    command = [find_firefox() or "firefox", "--headless", "--marionette", "--no-remote", "--profile", str(profile)]
    environment = os.environ | {"HOME": str(folder)}
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield Firefox(port)
    finally:
        running.terminate()
        running.wait(timeout=30)


def find_firefox() -> str | None:
    """Return the path of Firefox, or None."""
    return shutil.which("firefox-esr") or shutil.which("firefox")


def _connected(port: int) -> socket.socket:
    for _ in range(120):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=120)
        except OSError:
            time.sleep(0.5)
    raise RuntimeError("Firefox did not answer within a minute")
