"""Takes the screenshots of the README: JupyterLab in Chromium, the lesson at the charge.

``python -m tests.tools.take_pictures``
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.browser.harness import ROOT, Notebook, chromium, lab

PICTURE = ROOT / "data" / "pictures" / "stepper.png"


def main() -> None:
    """Step to the charge, show the map, and save what the stepper shows."""
    with tempfile.TemporaryDirectory() as folder, lab(Path(folder), ROOT / "notebooks") as base, chromium() as browser:
        page = browser.new_page(viewport={"width": 1600, "height": 760})
        notebook = Notebook(page, base, "05b_bosworth_1485.ipynb")
        notebook.run_all()
        stepper = notebook.stepper()
        stepper.forward_to(r"\bcharges\b")
        stepper.root.get_by_role("button", name="Map").first.click()
        stepper.page.mouse.move(5, 5)
        stepper.page.wait_for_timeout(1000)
        PICTURE.parent.mkdir(exist_ok=True)
        stepper.root.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
