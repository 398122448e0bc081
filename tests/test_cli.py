"""The command ``roses``: what it opens, files it never overwrites, and messages when something is missing."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbformat.sign import NotebookNotary

from roses.cli import _TOOLS, check, jupyter, main
from roses.cli.jupyter import checkout, choose, open_folder

ROOT = Path(__file__).resolve().parents[1]
BOSWORTH = "05a_rising_of_1483.ipynb"
PART_TWO = "05b_bosworth_1485.ipynb"


def write(folder: Path, name: str, source: str, outputs: tuple[object, ...] = ()) -> None:
    folder.mkdir(exist_ok=True)
    cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": source, "outputs": outputs, "execution_count": 1}
    text = json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kit with two notebooks, and the reader in an empty folder beside it."""
    from roses.engine import loading

    kit, place = tmp_path / "kit", tmp_path / "place"
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))
    write(kit, "00_start.ipynb", "'start'")
    write(kit, BOSWORTH, "'Bosworth'")
    place.mkdir()
    monkeypatch.setattr(loading, "folder", lambda name: kit)
    monkeypatch.chdir(place)
    return kit


def test_the_help_names_every_tool(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    value = capsys.readouterr().out
    assert [tool for tool in _TOOLS if f"roses {tool}" not in value] == []
    assert max(map(len, value.splitlines())) <= 120


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be served: folder, notebook, further arguments."""
    calls: list[Any] = []
    monkeypatch.setattr(jupyter, "_serve", lambda *call: calls.extend(call))
    return calls


def test_version_is_quick_and_loads_no_jupyter() -> None:
    code = "import sys\ntry:\n import roses.cli; roses.cli.main(['--version'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("roses ")
    assert not {"jupyterlab", "jupyter_client", "msgspec"} & set(done.stdout.split())


def test_no_argument_opens_the_start_notebook_of_a_copy(kit: Path, served: list[Any]) -> None:
    assert main([]) == 0
    folder, notebook, _ = served
    assert (folder, notebook) == (Path.cwd() / "roses-notebooks", "00_start.ipynb")
    assert (folder / BOSWORTH).read_bytes() == (kit / BOSWORTH).read_bytes()


def test_copies_are_trusted_as_long_as_they_are_the_kits(kit: Path, served: list[Any]) -> None:
    picture = ({"output_type": "display_data", "data": {"image/svg+xml": "<svg/>"}, "metadata": {}},)
    write(kit, "00_start.ipynb", "'start'", picture)
    main([])
    copies = Path.cwd() / "roses-notebooks"

    def is_trusted(name: str) -> bool:
        return bool(NotebookNotary().check_signature(nbformat.read(copies / name, as_version=4)))

    assert is_trusted("00_start.ipynb") and is_trusted(BOSWORTH)
    write(copies, "00_start.ipynb", "'somebody'", picture)
    main([])
    assert not is_trusted("00_start.ipynb")


def test_notebooks_that_cannot_be_signed_open_all_the_same(
    kit: Path, served: list[Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "notebook_secret").mkdir(parents=True)
    assert main([]) == 0
    assert "The notebooks could not be signed (Is a directory)" in capsys.readouterr().out
    assert served


@pytest.mark.parametrize("wanted", ["05", "5", "05a", "5a", "05a_rising_of_1483", BOSWORTH])
def test_a_number_or_a_name_opens_that_notebook(kit: Path, served: list[Any], wanted: str) -> None:
    main([wanted])
    assert served[1] == BOSWORTH


def test_a_number_with_a_letter_opens_that_part_and_without_one_the_first(kit: Path) -> None:
    for name in (PART_TWO, "15_other.ipynb", "5_other.ipynb"):
        write(kit, name, "'more'")
    assert [choose(kit, wanted) for wanted in ("05", "5", "05a", "05b", "5b")] == [BOSWORTH] * 3 + [PART_TWO] * 2
    for wanted in ("05c", "05ab", "b"):
        with pytest.raises(SystemExit, match=f"no notebook {wanted} in"):
            choose(kit, wanted)


def test_a_copy_that_has_left_the_kit_stays_is_announced_and_gives_way_to_the_parts(kit: Path) -> None:
    write(kit, "05_whole.ipynb", "'both parts'")
    folder, _ = open_folder(Path.cwd())
    (kit / "05_whole.ipynb").unlink()
    assert open_folder(Path.cwd())[1] == [
        "05_whole.ipynb is no longer in the kit. Your copy stays; delete it if you do not need it."
    ]
    assert (choose(folder, "05"), choose(folder, "05_whole")) == (BOSWORTH, "05_whole.ipynb")
    (folder / "05_whole.ipynb").unlink()
    assert open_folder(Path.cwd())[1] == []


def test_further_arguments_go_to_jupyterlab(kit: Path, served: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jupyter, "is_free", lambda port: port == 8931)
    main(["--no-browser", "05", "--port", "8931", "--ServerApp.ip=0.0.0.0", "--debug"])
    assert served[1] == BOSWORTH
    assert served[2] == [
        "--no-browser", "--port=8931", "--ServerApp.port_retries=0", "--ServerApp.ip=0.0.0.0", "--debug",
    ]  # fmt: skip


def test_an_unknown_notebook_is_refused_with_those_there_are(kit: Path) -> None:
    with pytest.raises(SystemExit, match=r"no notebook 17 in .*; there are: 00_start, 05a_rising_of_1483\.$"):
        main(["17"])


def test_a_readers_work_is_never_overwritten(kit: Path) -> None:
    folder, _ = open_folder(Path.cwd())
    write(folder, BOSWORTH, "'mine'")
    mine = (folder / BOSWORTH).read_bytes()
    write(kit, BOSWORTH, "'newer'")
    assert open_folder(Path.cwd()) == (folder, [])
    assert (folder / BOSWORTH).read_bytes() == mine


def test_a_newer_notebook_is_announced_where_the_copy_was_only_run(kit: Path) -> None:
    folder, _ = open_folder(Path.cwd())
    write(folder, BOSWORTH, "'Bosworth'", outputs=({"output_type": "stream", "name": "stdout", "text": "ran"},))
    assert open_folder(Path.cwd())[1] == []
    write(kit, BOSWORTH, "'newer'")
    for _ in range(2):
        (news,) = open_folder(Path.cwd())[1]
        assert BOSWORTH in news and "delete it and type roses again" in news
    (folder / BOSWORTH).unlink()
    assert open_folder(Path.cwd())[1] == []
    assert "newer" in (folder / BOSWORTH).read_text()


def test_inside_the_copies_no_copy_of_copies_is_made(kit: Path) -> None:
    folder, _ = open_folder(Path.cwd())
    assert open_folder(folder)[0] == folder


def test_a_folder_that_cannot_be_written_is_said_in_one_sentence(kit: Path) -> None:
    Path("roses-notebooks").write_text("a file in the way")
    with pytest.raises(SystemExit, match=r"^roses: the notebooks cannot be copied to .*: File exists\.$"):
        main([])


def test_a_checkout_opens_its_own_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert checkout(ROOT / "tests") == ROOT and open_folder(ROOT) == (ROOT / "notebooks", [])
    (tmp_path / "pyproject.toml").touch()
    write(tmp_path / "notebooks", "00_start.ipynb", "1")
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(jupyter, "_HOME", tmp_path)
    assert open_folder(tmp_path / "tests") == (tmp_path / "notebooks", [])
    assert checkout(ROOT) is None and checkout(tmp_path.parent) is None


@pytest.mark.parametrize(
    "project",
    [b'[project]\nname = "roses-kit"\n', b"[project", '[project]\nname = "roses-kit"\n'.encode("utf-16"), b"\xff\xfe"],
)
def test_a_project_of_somebody_else_does_not_take_over_what_opens(kit: Path, served: list[Any], project: bytes) -> None:
    """In a folder above, as /tmp may be; whether it calls itself the kit, is broken, or is no UTF-8."""
    above = Path.cwd().parent
    (above / "pyproject.toml").write_bytes(project)
    write(above / "notebooks", "00_start.ipynb", "'planted'")
    assert main([]) == 0
    assert served[0] == Path.cwd() / "roses-notebooks"
    assert (served[0] / "00_start.ipynb").read_bytes() == (kit / "00_start.ipynb").read_bytes()


def full_disk(fd: int) -> None:
    raise OSError(28, "No space left on device")


def test_a_first_copy_that_is_interrupted_is_made_again(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full_disk)
        with pytest.raises(SystemExit, match=r"^roses: the notebooks cannot be copied to .*: No space left .*\.$"):
            main([])
    copies = Path("roses-notebooks")
    assert list(copies.iterdir()) == []
    for half in (b"", (kit / BOSWORTH).read_bytes()[:40]):  # as they were left when a copy was written in place
        (copies / BOSWORTH).write_bytes(half)
        (copies / ".roses.json").unlink(missing_ok=True)
        folder, news = open_folder(Path.cwd())
        assert news == []
        assert (folder / BOSWORTH).read_bytes() == (kit / BOSWORTH).read_bytes()
    write(kit, BOSWORTH, "'newer'")
    assert BOSWORTH in open_folder(Path.cwd())[1][0]  # it counts as a copy that was not edited


def test_a_file_that_a_reader_has_cut_short_stays_his(kit: Path) -> None:
    folder, _ = open_folder(Path.cwd())
    (folder / BOSWORTH).write_bytes(b"")
    assert open_folder(Path.cwd()) == (folder, [])
    assert (folder / BOSWORTH).read_bytes() == b""


@pytest.mark.parametrize("content", [b"[1]", b"{", b'{"a": 1}', b"\xff\xfe", b"[" * 90000])
def test_a_list_of_copies_that_cannot_be_read_is_said_in_one_sentence(kit: Path, content: bytes) -> None:
    folder, _ = open_folder(Path.cwd())
    write(folder, BOSWORTH, "'mine'")
    (folder / ".roses.json").write_bytes(content)
    _, (news,) = open_folder(Path.cwd())
    assert ".roses.json cannot be read and is written again" in news and "\n" not in news
    assert open_folder(Path.cwd())[1] == [] and "mine" in (folder / BOSWORTH).read_text()


def test_a_byte_order_mark_in_the_list_of_copies_is_passed_over(kit: Path) -> None:
    folder, _ = open_folder(Path.cwd())
    marks = folder / ".roses.json"
    marks.write_bytes(b"\xef\xbb\xbf" + marks.read_bytes())
    assert open_folder(Path.cwd())[1] == []


@pytest.mark.parametrize("port", ["99999", "-1", "65536"])
def test_a_port_that_cannot_be_is_refused_in_one_sentence(kit: Path, port: str) -> None:
    for text in ([f"--port={port}"], ["--port", port]):
        with pytest.raises(
            SystemExit, match=f"^roses: there is no port {port}; ports have numbers from 1 to 65535\\.$"
        ):
            main(text)


@pytest.mark.skipif(sys.platform == "win32", reason="there a folder that is in use cannot be deleted")
@pytest.mark.parametrize("told", [[], ["05"], ["check"]])
def test_a_deleted_working_directory_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[str]
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(SystemExit, match=r"^roses: the current folder no longer exists; [^\n]*$"):
        main(told)


@pytest.mark.parametrize("wanted", ["x" * 300, "9" * 5000, "²", "../" * 2000])
def test_a_notebook_name_that_cannot_be_is_refused_in_one_short_sentence(kit: Path, wanted: str) -> None:
    with pytest.raises(SystemExit, match="there is no notebook") as caught:
        main([wanted])
    assert len(str(caught.value)) < 400 and "\n" not in str(caught.value)


def test_a_home_that_cannot_be_written_is_said_in_one_sentence(
    kit: Path, served: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("file").touch()
    for variable in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        with monkeypatch.context() as patched:
            patched.setenv(variable, str(Path("file/home").absolute()))
            with pytest.raises(SystemExit, match=r"^roses: JupyterLab keeps files in .*file/home, .*; set HOME to a"):
                main([])
    assert served == []
    assert main([]) == 0 and served


def test_the_projects_own_start_notebook_is_there() -> None:
    assert choose(ROOT / "notebooks", None) == "00_start.ipynb"
    assert [choose(ROOT / "notebooks", wanted) for wanted in ("05", "05b")] == [BOSWORTH, PART_TWO]


def test_a_taken_port_is_said_in_one_sentence(kit: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(SystemExit, match=f"^roses: port {port} is taken by another program; .*$"):
            main([f"--port={port}"])


@pytest.mark.parametrize(("module", "name"), [("ipykernel", "the Python kernel"), ("jupyterlab", "JupyterLab")])
def test_a_missing_part_is_said_with_the_line_to_type(
    kit: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str
) -> None:
    monkeypatch.setattr(jupyter, "find_spec", lambda asked: None if asked == module else asked)
    with pytest.raises(SystemExit, match=rf"^roses: {name} is missing; type: .* -m pip install {module}$"):
        main([])


def test_without_a_browser_the_address_is_announced(
    kit: Path, served: list[Any], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(jupyter, "has_browser", lambda: False)
    main([])
    assert "--no-browser" in served[2]
    assert "There is no browser on this machine: open the address below" in capsys.readouterr().out


def report(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    return check.check(), capsys.readouterr().out


# in every form that a requirement can have: bounds in any order, releases of any length, markers and extras
REQUIRES = [
    "plotly<8,>=7", "pandas (>=3,<4)", "tqdm<5,>=4.66", "scipy~=1.15 ; python_version >= '3.11'",
    "msgspec>=0.20,!=0.22.*", "pywinpty>=3; sys_platform == 'no such'", "pytest>=9 ; extra == 'test'",
]  # fmt: skip


def test_check_finds_a_package_missing_or_old(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    there = {"plotly": "7.1.0", "pandas": "2.9", "scipy": "1.17.1.post2", "msgspec": "0.22.3"}

    def version(name: str) -> str:
        if name not in there:
            raise PackageNotFoundError(name)
        return there[name]

    monkeypatch.setattr(check.metadata, "requires", lambda _: REQUIRES)
    monkeypatch.setattr(check.metadata, "version", version)
    code, text = report(capsys)
    assert code == 1
    assert "ok      plotly 7.1.0\n" in text
    assert f'MISSING pandas 2.9 does not fit\n        type: {sys.executable} -m pip install "pandas>=3,<4"\n' in text
    assert "ok      scipy 1.17.1.post2\n" in text
    assert "MISSING msgspec 0.22.3 does not fit\n" in text
    assert "pywinpty" not in text and "pytest" not in text
    assert f'MISSING tqdm is not installed\n        type: {sys.executable} -m pip install "tqdm>=4.66,<5"\n' in text


def check_without(*packages: str) -> str:
    """What ``roses check`` prints in a Python that cannot import these packages; it must fail."""
    lost = f"import sys\nsys.modules |= dict.fromkeys({packages})\n"
    block = f"{lost}from roses.cli import main\nsys.exit(main(['check']))"
    done = subprocess.run([sys.executable, "-c", block], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    return done.stdout


def test_check_speaks_even_without_any_package() -> None:
    text = check_without("msgspec", "packaging")
    assert "MISSING packaging is not installed, and without it no version can be compared" in text
    assert re.search(r"ok      \d+ files in .*data\n", text)


def test_check_names_broken_data(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from roses.engine import loading

    (tmp_path / "map.json").write_text("{half")
    monkeypatch.setattr(loading, "folder", lambda name: tmp_path)
    code, text = report(capsys)
    assert code == 1
    assert "cannot be read: map.json\n        type: " in text


def test_check_takes_a_missing_browser_for_a_note(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "has_browser", lambda: False)
    assert "note    a browser was not found" in report(capsys)[1]


def test_check_finds_a_kernel_that_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = tmp_path / "kernels/python3"
    spec.mkdir(parents=True)
    argv = ["/nowhere/python", "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    (spec / "kernel.json").write_text(json.dumps({"argv": argv, "display_name": "stale", "language": "python"}))
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    code, text = report(capsys)
    assert code == 1
    assert "MISSING the kernel python3 (/nowhere/python) does not start" in text


def test_check_imports_every_module_and_names_the_package_that_is_missing() -> None:
    text = check_without("scipy", "scipy.stats", "scipy.special")
    assert "MISSING every module is imported does not work: ModuleNotFoundError: " in text
    assert re.search(r"-m pip install scipy\n", text)


def test_check_says_that_no_lesson_can_be_exported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_path: Path) -> str:
        raise AttributeError("'MathBlockParser' object has no attribute 'parse_axt_heading'\nand more")

    monkeypatch.setattr("roses.widgets.export.notebook.lesson_html", fail)
    code, text = report(capsys)
    assert code == 1
    why = "AttributeError: 'MathBlockParser' object has no attribute 'parse_axt_heading'"
    assert f"MISSING a lesson is exported does not work: {why}\n        type: " in text


def test_check_says_that_the_home_folder_cannot_be_written() -> None:
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON"))}
    environ["HOME"] = "/proc"
    command = [sys.executable, "-m", "roses", "check"]
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert "MISSING JupyterLab's folder /proc/.jupyter cannot be written: " in done.stdout


def test_check_says_that_the_home_folder_is_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.startswith(("JUPYTER", "IPYTHON"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", __file__)
    (finding,) = check._home()
    assert finding.wrong and finding.what == f"JupyterLab's folder {__file__}/.jupyter"


def test_check_says_that_no_game_can_be_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(check, "here", lambda: tmp_path / "gone")
    monkeypatch.setattr(check, "checkout", lambda place: None)
    (finding,) = check._saves()
    assert finding.fatal and finding.wrong.startswith("and it cannot be written: No such file or directory")


def test_check_passes_here(capsys: pytest.CaptureFixture[str]) -> None:
    code, text = report(capsys)
    assert code == 0, text
    assert text.endswith("All is there: type roses to begin.\n")
