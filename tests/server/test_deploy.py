"""The examples in deploy/: real proxies with TLS in front of a real server, and files that others
read.  Where a program is not installed its test is skipped."""

import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

import pytest
from websockets.sync.client import connect

from server.tables import address_of
from server.test_commands import TRIVET

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example.org"
ANYBODY = ssl.create_default_context()
ANYBODY.check_hostname, ANYBODY.verify_mode = False, ssl.CERT_NONE


def needs(program):
    where = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    return where or pytest.skip(f"{program} is not installed")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def running(command, **more):
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


@contextmanager
def a_server_behind(folder):
    words = ["serve", "--port", "0", "--data", str(folder), "--behind-proxy", "--name", NAME]
    with running([*TRIVET, *words]) as process:
        yield address_of(process).rpartition(":")[2]


def wait_for(port):
    """Until the proxy has its certificate for the name."""
    for _ in range(200):
        try:
            with (
                socket.create_connection(("127.0.0.1", port), timeout=20) as raw,
                ANYBODY.wrap_socket(raw, server_hostname=NAME),
            ):
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError("the proxy does not answer")


def ask(port, path):
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=ANYBODY))
    request = Request(f"https://127.0.0.1:{port}{path}")
    request.add_header("Host", f"{NAME}:{port}")
    with opener.open(request, timeout=20) as response:
        return response.headers, response.read().decode()


def somebody_plays_through(port):
    """A guest, a table and its socket through the proxy; the address is the guest's own."""
    wait_for(port)
    host = f"{NAME}:{port}"
    headers, _ = ask(port, "/api/me")
    assert "; Secure" in headers["set-cookie"]
    assert headers["x-request-id"]
    mine = re.match("trivet=[^;]+", headers["set-cookie"])[0]
    origin = f"https://{host}"
    opener = build_opener(ProxyHandler({}), HTTPSHandler(context=ANYBODY))
    wish = json.dumps({"game": "sovereign", "bots": ["", "greedy"], "start": True}).encode()
    request = Request(f"https://127.0.0.1:{port}/api/rooms", wish)
    for name, value in {"Host": host, "Origin": origin, "Cookie": mine}.items():
        request.add_header(name, value)
    with opener.open(request, timeout=20) as response:
        room = json.loads(response.read())["room"]
    with (
        socket.create_connection(("127.0.0.1", port), timeout=20) as raw,
        connect(
            f"wss://{host}/ws/{room}", sock=raw, ssl=ANYBODY, origin=origin, compression=None,
            additional_headers={"Cookie": mine},
        ) as line,
    ):  # fmt: skip
        line.send('{"do":"enter"}')
        assert json.loads(line.recv(20))["is"] == "done"
        assert json.loads(line.recv(20))["phase"] == "playing"


def test_nginx_lets_people_play_over_tls(tmp_path):
    nginx, openssl = needs("nginx"), needs("openssl")
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-days", "2", "-subj", f"/CN={NAME}", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    port, plain = free_port(), free_port()
    with a_server_behind(tmp_path / "server") as behind:
        site = (DEPLOY / "nginx.conf").read_text()
        for old, new in (
            ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
            ("listen 80", f"listen 127.0.0.1:{plain}"),
            ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(cert)),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        ):
            assert old in site
            site = site.replace(old, new)
        paths = "\n".join(
            f"{kind}_temp_path {tmp_path}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (tmp_path / "nginx.conf").write_text(
            f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;\n"
            f"events {{}}\nhttp {{ access_log off; {paths}\n{site} }}\n"
        )
        with running(
            [nginx, "-c", str(tmp_path / "nginx.conf"), "-e", str(tmp_path / "error.log")]
        ):
            somebody_plays_through(port)


def test_caddy_lets_people_play_over_tls(tmp_path):
    caddy = needs("caddy")
    port = free_port()
    with a_server_behind(tmp_path / "server") as behind:
        site = (DEPLOY / "Caddyfile").read_text()
        quiet = "admin off\n\tskip_install_trust\n\tauto_https disable_redirects"
        own = f"https://127.0.0.1:{port}, https://{NAME}:{port} {{\n\ttls internal"
        for old, new in (
            ("{\n\tservers", f"{{\n\t{quiet}\n\tservers"),
            (f"\n{NAME} {{", f"\n{own}"),
            ("127.0.0.1:8000", f"127.0.0.1:{behind}"),
        ):  # fmt: skip
            assert old in site
            site = site.replace(old, new, 1)
        (tmp_path / "Caddyfile").write_text(site)
        home = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
        command = [caddy, "run", "--config", str(tmp_path / "Caddyfile")]
        with running(command, env=home, stderr=subprocess.DEVNULL):
            somebody_plays_through(port)


def test_the_units_of_systemd_are_understood():
    analyze = needs("systemd-analyze")
    units = [str(DEPLOY / name) for name in ("trivet.service", "trivet-backup.timer")]
    done = subprocess.run([analyze, "verify", *units], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "/opt/trivet" not in line]
    assert said == []


def test_the_alarms_name_figures_that_there_are(tmp_path):
    """Every name in alerts.yml is one that the server tells."""
    words = ["serve", "--port", "0", "--data", str(tmp_path), "--metrics", "0"]
    with running([*TRIVET, *words]) as process:
        address_of(process)
        where = process.stdout.readline().split(" at ")[1].strip().rstrip(".")
        with build_opener(ProxyHandler({})).open(where, timeout=20) as response:
            told = response.read().decode()
    names = set(re.findall(r"trivet_\w+", (DEPLOY / "alerts.yml").read_text()))
    known = set(re.findall(r"# TYPE (trivet_\w+)", told))
    known |= {f"{name}_bucket" for name in known} | {f"{name}_total" for name in known}
    assert names <= known
    promtool = shutil.which("promtool")
    if promtool:
        rules = [promtool, "check", "rules", str(DEPLOY / "alerts.yml")]
        assert subprocess.run(rules, capture_output=True, check=False).returncode == 0
