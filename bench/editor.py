"""How fast the editor feels: `python bench/editor.py [--rounds N] [--members N] [--budgets]`.

Starts a server of its own on fresh data, imports the generated rig, and drives Chromium (`ESPALIER_CHROMIUM`, else the
first installed one) as a person would. Three waits, median and 95th percentile in milliseconds, beside their budgets:

- from the last key in the edge form to the verdict on screen (the 50 ms that typing is waited out are in it);
- from saving an edge to the new picture on screen, in the page and ready for the next key;
- from asking for the page to the picture on screen, with an empty browser cache and a rig that was never drawn before.

Times are the browser's own clock: from the event to the frame after the change. Beside them what each step costs the
processor, which a busy machine changes less: the server with the layout engine, and the page's main thread.
With `--budgets` it exits 1 where a median is above its budget. Without a Chromium it says so and measures nothing.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import runpy
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from socket import socket
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ROW = "{:34}{:>9}{:>9}{:>9}{:>14}{:>12}"
#: Rounds before any is counted.
WARM = 2
TICK = os.sysconf("SC_CLK_TCK")

#: Notes when what is waited for is on screen: the first frame after the change was made.
WATCH = """
window.benchSeen = (test) => new Promise((done) => {
  const look = () => {
    if (!test()) return;
    watcher.disconnect();
    requestAnimationFrame(() => setTimeout(() => done(performance.now())));
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
});
const note = (event) => { window.benchAt = event.timeStamp; };
for (const name of ["keydown", "click"]) addEventListener(name, note, { capture: true });
"""


@dataclass
class Step:
    """One kind of wait: its budget and what was measured, in milliseconds."""

    name: str
    budget: int
    waits: list[float] = field(default_factory=list)
    server: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)

    def row(self) -> str:
        """The line of the table."""
        p95 = statistics.quantiles(self.waits, n=20, method="inclusive")[-1]
        figures = [statistics.median(self.waits), p95, self.budget]
        costs = [statistics.median(self.server), statistics.median(self.page)]
        return ROW.format(self.name, *(f"{figure:.0f}" for figure in (*figures, *costs)))

    @property
    def kept(self) -> bool:
        return statistics.median(self.waits) < self.budget


def main() -> int:
    """Print the table; the exit code says whether the budgets were kept, where that was asked."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--members", type=int, default=100)
    parser.add_argument("--budgets", action="store_true")
    arguments = parser.parse_args()
    if browser_path() is None:
        print("SKIPPED: no Chromium on this machine; install one, or name it in ESPALIER_CHROMIUM", file=sys.stderr)
        return 0
    steps = Step("last key to verdict", 150), Step("saving an edge to new picture", 300), Step("first page", 1000)
    with tempfile.TemporaryDirectory() as folder:
        paths = prepare(Path(folder), rig(arguments.members), arguments.rounds + WARM)
        with server(Path(folder)) as (address, process), chromium() as browser:
            bench = Bench(browser, address, process)
            for number, path in enumerate(paths):
                bench.first_page(path, steps[2] if number >= WARM else Step("", 0))
            bench.edges(paths[0], arguments.rounds, steps[0], steps[1])
    print(
        f"{arguments.members} members, {arguments.rounds} rounds, load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores"
    )
    print(ROW.format("", "median", "p95", "budget", "server cpu", "page cpu"))
    for step in steps:
        print(step.row())
    return 1 if arguments.budgets and not all(step.kept for step in steps) else 0


def rig(members: int) -> str:
    """The generated rig of so many members."""
    folder = Path(os.environ.get("ESPALIER_CONFORMANCE") or ROOT.parent / "shared" / "conformance")
    script = folder / "gen_big.py"
    if not script.is_file():
        sys.exit(f"no generator at {script}: set ESPALIER_CONFORMANCE")
    made: Callable[[int], tuple[str, int]] = runpy.run_path(str(script))["main"]
    return made(members)[0]


def prepare(folder: Path, text: str, copies: int) -> list[str]:
    """Fresh data in `folder` with so many copies of a rig, none of them drawn; the paths of their pages."""
    os.environ |= {"ESPALIER_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "webapp.settings"}
    sys.path.insert(0, str(ROOT))
    import django
    from django.core.management import call_command

    django.setup()
    from topology.models import Team
    from topology.services import Actor, import_topology

    logging.disable(logging.WARNING)
    call_command("migrate", verbosity=0)
    call_command("samples")
    team, actor = Team.objects.get(slug="sample"), Actor(via="system", named="bench")
    named = (text.replace("name: big", f"name: big{number}", 1).encode() for number in range(copies))
    return [f"/t/sample/topologies/{import_topology(actor, team, data).slug}/" for data in named]


@contextmanager
def server(folder: Path) -> Iterator[tuple[str, int]]:
    """A server on the data in `folder`: its one-time sign-in link and its process id."""
    with closing(socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(ROOT / "manage.py"), "serve", "--port", str(port)]
    with (folder / "log").open("w") as log:
        running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        link = next(filter(None, (re.search(r"http\S+/sign-in/\S+", line) for line in running.stdout or ())))
        yield link[0], running.pid
    finally:
        running.terminate()
        running.wait(30)


def browser_path() -> str | None:
    """The Chromium to drive, None where there is none."""
    return os.environ.get("ESPALIER_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        yield browser
        browser.close()


class Bench:
    """One person at one server, who signed in once."""

    def __init__(self, browser: Browser, link: str, process: int) -> None:
        self._browser, self._process = browser, process
        self.home = link.split("/sign-in/")[0]
        context = browser.new_context()
        page = context.new_page()
        for _ in range(100):
            try:
                page.goto(link)
                break
            except Exception:
                time.sleep(0.1)
        page.locator("main form button").first.click()
        page.wait_for_url("**/t/**")
        self._cookies = context.cookies()
        context.close()

    def fresh(self) -> tuple[BrowserContext, Page]:
        """A browser that knows nothing but the sign-in."""
        context = self._browser.new_context(viewport={"width": 1400, "height": 900})
        context.add_cookies(self._cookies)
        context.add_init_script(WATCH)
        context.set_default_timeout(20_000)
        return context, context.new_page()

    def first_page(self, path: str, step: Step) -> None:
        """From asking for the page to its picture, everything cold but the server."""
        context, page = self.fresh()
        talk = context.new_cdp_session(page)
        talk.send("Performance.enable", {"timeDomain": "threadTicks"})
        spent = self._cpu()
        page.goto(self.home + path, wait_until="commit")
        seen = page.evaluate("benchSeen(() => document.querySelector('#workspace.live .drawing > svg'))")
        step.waits.append(seen)
        step.server.append(self._cpu() - spent)
        step.page.append(_busy(talk))
        context.close()

    def edges(self, path: str, rounds: int, typing: Step, saving: Step) -> None:
        """Edge after edge on one page, from keys alone: choose a node, press e, type a target, save."""
        context, page = self.fresh()
        talk = context.new_cdp_session(page)
        talk.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.goto(self.home + path)
        page.wait_for_selector("#workspace.live")
        names = page.eval_on_selector_all("[data-node]", "list => list.map((g) => g.dataset.node)")
        # Until the last key the list offers another one: that key brings the verdict.
        targets = [name for name in names if name[-1] in "3456"]
        for number in range(rounds + WARM):
            pair = names[(11 * number) % len(names)], targets[(7 * number + 3) % len(targets)]
            measured = (typing, saving) if number >= WARM else (Step("", 0), Step("", 0))
            self._edge(page, talk, pair, *measured)
        context.close()

    def _edge(self, page: Page, talk: CDPSession, pair: tuple[str, str], typing: Step, saving: Step) -> None:
        page.fill("#find", pair[0])
        page.press("#find", "Enter")
        page.wait_for_function("([id]) => document.querySelector('#inspector h2')?.textContent === id", arg=[pair[0]])
        page.keyboard.press("e")
        page.wait_for_selector("#edge-targets [role=option]", state="attached")
        page.check("#connect [name=kind][value=can_observe]")
        page.fill("#edge-to", "")
        page.focus("#edge-to")
        self._type(page, talk, pair[1], typing)
        page.keyboard.press("Escape")
        self._save(page, talk, pair, saving)

    def _type(self, page: Page, talk: CDPSession, target: str, step: Step) -> None:
        page.keyboard.type(target[:-1], delay=30)
        page.wait_for_timeout(400)
        page.evaluate("window.benchOld = document.querySelector('#connect .say')")
        page.evaluate("""void (window.benchWait = benchSeen(() => {
          const now = document.querySelector('#connect .say');
          return now && now !== benchOld; }))""")
        spent, busy = self._cpu(), _busy(talk)
        page.keyboard.type(target[-1])
        step.waits.append(page.evaluate("benchWait.then((at) => at - benchAt)"))
        step.server.append(self._cpu() - spent)
        step.page.append(_busy(talk) - busy)

    def _save(self, page: Page, talk: CDPSession, pair: tuple[str, str], step: Step) -> None:
        page.wait_for_timeout(300)
        page.evaluate(
            """([source, target]) => void (window.benchWait = benchSeen(() => {
              const edge = document.querySelector('#workspace.live .drawing > svg g.edge.selected');
              return edge && edge.dataset.source === source && edge.dataset.target === target; }))""",
            list(pair),
        )
        spent, busy = self._cpu(), _busy(talk)
        page.click("#connect [data-save]")
        step.waits.append(page.evaluate("benchWait.then((at) => at - benchAt)"))
        step.server.append(self._cpu() - spent)
        step.page.append(_busy(talk) - busy)

    def _cpu(self) -> float:
        """Milliseconds of processor that the server and its children have used."""
        ticks = 0
        for each in _family(self._process):
            try:
                words = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            ticks += sum(int(word) for word in words[11:15])
        return ticks * 1000 / TICK


def _family(process: int) -> list[int]:
    found = [process]
    for parent in found:
        for tasks in Path(f"/proc/{parent}/task").glob("*/children"):
            found += [int(word) for word in tasks.read_text().split()]
    return found


def _busy(talk: CDPSession) -> float:
    """Milliseconds in which the page's main thread has been busy."""
    metrics: list[dict[str, Any]] = talk.send("Performance.getMetrics")["metrics"]
    return next(metric["value"] for metric in metrics if metric["name"] == "TaskDuration") * 1000


if __name__ == "__main__":
    sys.exit(main())
