"""The examples in deploy/: real proxies with TLS in front of a real server, and files that others
read.  Where a program is not installed its test is skipped."""

import os
import re
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import ProxyHandler, build_opener

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from server.proxies import (
    DEPLOY,
    a_server_behind,
    ask,
    caddy_with,
    haproxy_with,
    needs,
    nginx_with,
    running,
    somebody_plays_through,
    wait_for,
)
from server.tables import address_of
from server.test_commands import TRIVET
from trivet.server.http.session_cookie import OF_HOST, PLAIN
from trivet.server.rooms.backup import STAMP


def test_nginx_lets_people_play_over_tls(tmp_path):
    needs("nginx")
    with (
        a_server_behind(tmp_path / "server") as behind,
        nginx_with(tmp_path, "nginx.conf", ("127.0.0.1:8000", f"127.0.0.1:{behind}")) as port,
    ):
        somebody_plays_through(port)


def test_caddy_lets_people_play_over_tls(tmp_path):
    needs("caddy")
    with (
        a_server_behind(tmp_path / "server") as behind,
        caddy_with(tmp_path, "Caddyfile", ("127.0.0.1:8000", f"127.0.0.1:{behind}")) as port,
    ):
        somebody_plays_through(port)


CLUSTER = [
    ("haproxy", haproxy_with, "cluster/haproxy.cfg"),
    ("nginx", nginx_with, "cluster/nginx.conf"),
    ("caddy", caddy_with, "cluster/Caddyfile"),
]


@pytest.mark.parametrize(("program", "proxy", "file"), CLUSTER)
def test_people_play_on_two_servers_and_on_one_when_the_other_is_killed(
    postgres, tmp_path, program, proxy, file
):
    """Both proxies of a table's sockets: relays pass the name, the scheme and the guest on."""
    needs(program)
    with (
        a_server_behind(tmp_path / "one", "--store", postgres.url) as one,
        a_server_behind(tmp_path / "two", "--store", postgres.url) as two,
        proxy(
            tmp_path, file, ("127.0.0.1:8001", f"127.0.0.1:{one}"),
            ("127.0.0.1:8002", f"127.0.0.1:{two}"),
        ) as port,
    ):  # fmt: skip
        for _ in range(3):
            somebody_plays_through(port)
        os.kill(one.process.pid, signal.SIGKILL)
        one.process.wait(20)
        for _ in range(40):  # a request may meet the dead one before the proxy knows
            try:
                somebody_plays_through(port)
                break
            except (OSError, InvalidHandshake, ConnectionClosed):
                time.sleep(0.25)
        else:
            raise AssertionError("nobody can play")


class Echo(BaseHTTPRequestHandler):
    """Answers with the port that it listens on."""

    def do_GET(self):
        content = str(self.server.server_port).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *about):
        pass


@contextmanager
def echoing():
    with ThreadingHTTPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.parametrize(("program", "proxy", "file"), CLUSTER)
@pytest.mark.parametrize("name", [PLAIN, OF_HOST])
def test_the_requests_of_a_person_go_to_one_server_and_those_of_all_to_both(
    tmp_path, program, proxy, file, name
):
    """nginx took `$cookie___Host-trivet` for a constant: all people were at one server."""
    needs(program)
    with (
        echoing() as one,
        echoing() as two,
        proxy(
            tmp_path, file, ("127.0.0.1:8001", f"127.0.0.1:{one}"),
            ("127.0.0.1:8002", f"127.0.0.1:{two}"),
        ) as port,
    ):  # fmt: skip
        wait_for(port)
        people = [f"a=b; {name}={person}{person * 7}" for person in range(12)]
        first = [ask(port, Cookie=person)[2] for person in people]
        assert set(first) == {str(one), str(two)}
        assert [ask(port, Cookie=person)[2] for person in people] == first


@contextmanager
def figures_of_a_server(folder, *more):
    """A function that asks a server for its figures."""
    words = ["serve", "--port", "0", "--data", str(folder), "--metrics", "0"]
    with running([*TRIVET, *words, *more]) as process:
        address_of(process)
        where = process.stdout.readline().split(" at ")[1].strip().rstrip(".")

        def figures():
            with build_opener(ProxyHandler({})).open(where, timeout=20) as response:
                return response.read().decode()

        yield figures


def backup_age_in(figures):
    found = re.search(r"^trivet_backup_age_seconds (\S+)$", figures, re.MULTILINE)
    return float(found[1]) if found else None


def test_the_alarm_for_backups_rings_when_there_is_none_or_an_old_one(tmp_path):
    """A backup that failed every night was seen by nobody."""
    rule = re.search(
        r"trivet_backup_age_seconds > (\d+) \* 3600", (DEPLOY / "alerts.yml").read_text()
    )
    allowed = int(rule[1]) * 3600
    assert 86_400 < allowed <= 2 * 86_400  # one night, and not two
    with figures_of_a_server(tmp_path) as figures:
        assert backup_age_in(figures()) == float("inf") > allowed
        copy = ["admin", "backup", str(tmp_path / "copy"), "--data", str(tmp_path)]
        subprocess.run([*TRIVET, *copy], check=True, capture_output=True)
        assert backup_age_in(figures()) < allowed
        old = time.time() - 2 * 86_400
        os.utime(tmp_path / STAMP, (old, old))
        assert backup_age_in(figures()) > allowed


def test_a_database_has_an_age_of_its_backup_once_its_own_tools_tell_one(postgres, tmp_path):
    with figures_of_a_server(tmp_path, "--store", postgres.url) as figures:
        assert backup_age_in(figures()) is None
        (tmp_path / STAMP).touch()
        assert backup_age_in(figures()) < 3600


def test_the_alarms_name_figures_that_there_are(tmp_path):
    """Every name in alerts.yml is one that the server tells."""
    with figures_of_a_server(tmp_path) as figures:
        told = figures()
    names = set(re.findall(r"trivet_\w+", (DEPLOY / "alerts.yml").read_text()))
    known = set(re.findall(r"# TYPE (trivet_\w+)", told))
    known |= {f"{name}_bucket" for name in known} | {f"{name}_total" for name in known}
    assert names <= known
    promtool = shutil.which("promtool")
    if promtool:
        rules = [promtool, "check", "rules", str(DEPLOY / "alerts.yml")]
        assert subprocess.run(rules, capture_output=True, check=False).returncode == 0
