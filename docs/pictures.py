"""Takes the pictures of the README and the docs from the running product: `python docs/pictures.py`.

Starts a server of its own on fresh data with the sample team, signs in by its one-time link, and writes PNG files
into this folder. Needs a Chromium (`ESPALIER_CHROMIUM`, else the first one found).
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--force-color-profile=srgb"]

#: File, address below the sample team, theme, width, height.
PICTURES = (
    ("picture.png", "topologies/broken-graph/?edge=edge:synthesizer>tools", "light", 1400, 820),
    ("graph-dark.png", "topologies/default-agent/?node=llmDecision", "dark", 1400, 820),
    ("rig.png", "topologies/harbor/?node=rev.r1", "light", 1400, 820),
    ("dashboard.png", "", "light", 1400, 820),
    ("source.png", "topologies/broken-rig/source/", "light", 1400, 820),
    ("launch.png", "topologies/harbor/launch/", "light", 1400, 820),
    ("lattice.png", "lattice/?turn=synthesize:tool-loop", "light", 1400, 820),
    ("narrow.png", "topologies/harbor/", "dark", 390, 780),
)


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def started(folder: str, port: int) -> tuple[subprocess.Popen[str], str]:
    """A server on fresh data, and its one-time link."""
    env = {**os.environ, "ESPALIER_DATA": folder}
    manage = [sys.executable, str(ROOT / "manage.py")]
    for command in (["migrate", "--verbosity", "0"], ["samples"]):
        subprocess.run([*manage, *command], env=env, check=True)
    server = subprocess.Popen(
        [*manage, "serve", "--port", str(port)], env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    for line in server.stdout or ():
        if found := re.search(r"http://\S+/sign-in/\S+", line):
            return server, found[0]
    raise SystemExit("the server printed no sign-in link")


def take(browser: Browser, state: object, home: str) -> None:
    """All pictures, one after the other."""
    for name, address, theme, width, height in PICTURES:
        context = browser.new_context(
            storage_state=state,  # type: ignore[arg-type]
            viewport={"width": width, "height": height},
            color_scheme=theme,  # type: ignore[arg-type]
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.goto(home + address)
        settled(page)
        page.screenshot(path=HERE / name)
        print(f"docs/{name}")
        context.close()


def settled(page: Page) -> None:
    """Wait until nothing is on its way any more."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")


def main() -> None:
    """Start, sign in, take the pictures, stop."""
    chromium = os.environ.get("ESPALIER_CHROMIUM") or next(filter(None, map(shutil.which, CHROMIUMS)), None)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, link = started(folder, port)
        try:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            page = browser.new_page()
            page.goto(link)
            page.locator("main form button").first.click()
            page.wait_for_load_state()
            take(browser, page.context.storage_state(), f"http://127.0.0.1:{port}/t/sample/")
            browser.close()
        finally:
            server.terminate()
            server.wait(timeout=20)


if __name__ == "__main__":
    main()
