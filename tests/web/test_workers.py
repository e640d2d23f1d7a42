"""Several worker processes on one database are one Espalier: links, sessions, limits, pictures."""

from __future__ import annotations

import re
import threading

import pytest
from test_faults import wait_for
from test_serving import PATH, prepared

TWO = ("--workers", "2", "--threads", "4")


def both(server):
    """The process ids of the workers that have answered so far; asks until there are two."""
    seen = set()
    for _ in range(60):
        seen |= set(re.findall(rb'process="(\d+)"', server.ask("GET", "/metrics")[1]))
        if len(seen) == 2:
            return seen
    raise AssertionError("only one worker answers")


def signed_in(server, path):
    """The cookies of a browser that used a one-time link; None where the link did not work any more."""
    import http.client

    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", path)
    page = connection.getresponse()
    found = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', page.read())
    if found is None:
        return None
    csrf = page.getheader("Set-Cookie").split(";")[0]
    READY.wait(20)
    headers = {"Cookie": csrf, "Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", path, f"csrfmiddlewaretoken={found[1].decode()}", headers)
    answer = connection.getresponse()
    answer.read()
    cookies = [value.split(";")[0] for name, value in answer.getheaders() if name.lower() == "set-cookie"]
    connection.close()
    return "; ".join(cookies) if answer.status == 302 else None


READY = threading.Barrier(6)


def test_of_many_who_use_a_link_at_once_one_gets_in_and_is_known_to_every_worker(deployed):
    with deployed.served(*TWO) as server:
        printed = re.compile(r"http://\S+(/sign-in/\S+/)")
        wait_for(lambda: printed.search(server.log.read_text()))
        path = printed.search(server.log.read_text())[1]
        both(server)
        cookies = []
        browsers = [threading.Thread(target=lambda: cookies.append(signed_in(server, path))) for _ in range(6)]
        for browser in browsers:
            browser.start()
        for browser in browsers:
            browser.join()
        (cookie,) = filter(None, cookies)
        assert [server.ask("GET", "/account/", Cookie=cookie)[0] for _ in range(12)] == [200] * 12
        code = "from topology.services import accounts; accounts.sign_out_everywhere(accounts.first_owner())"
        deployed.python(code)
        assert [server.ask("GET", "/account/", Cookie=cookie)[0] for _ in range(12)] == [302] * 12


def test_a_limit_holds_for_all_workers_together(deployed):
    deployed.environment["ESPALIER_API_RATE"] = "40"
    token = prepared(deployed)
    with deployed.served(*TWO) as server:
        both(server)
        answers = [server.ask("GET", f"/api/v1{PATH}", Authorization=f"Bearer {token}")[0] for _ in range(120)]
    assert set(answers) == {200, 429}
    # Each worker keeps a few hits to itself.
    assert 40 <= answers.count(200) <= 40 + 2 * 2


@pytest.mark.parametrize("form", ["svg", "yaml"])
def test_every_worker_gives_the_same(deployed, form):
    token = prepared(deployed)
    with deployed.served(*TWO) as server:
        both(server)
        url = f"/api/v1{PATH}/export.{form}"
        assert len({server.ask("GET", url, Authorization=f"Bearer {token}") for _ in range(10)}) == 1
