"""The examples in deploy/: real proxies with TLS in front of a real server, and files that others
read.  Where a program is not installed its test is skipped."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from urllib.request import HTTPSHandler, ProxyHandler, Request, build_opener

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from server.tables import address_of
from server.test_commands import TRIVET
from trivet.server.rooms.backup import STAMP

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


class Port(str):
    """Where a server listens, and its process."""

    process = None


@contextmanager
def a_server_behind(folder, *more):
    words = ["serve", "--port", "0", "--data", str(folder), "--behind-proxy", "--name", NAME]
    with running([*TRIVET, *words, *more]) as process:
        port = Port(address_of(process).rpartition(":")[2])
        port.process = process
        yield port


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


def a_certificate(folder):
    """A key and a certificate for the name, in files."""
    openssl = needs("openssl")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
         "-days", "2", "-subj", f"/CN={NAME}", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    return key, cert


def changed(text, *pairs):
    """A file of deploy/ with other addresses."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def nginx_with(folder, file, *servers):
    """nginx with a file of deploy/ and a certificate; its port."""
    nginx, (key, cert) = needs("nginx"), a_certificate(folder)
    port = free_port()
    site = changed(
        (DEPLOY / file).read_text(),
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("listen 80", f"listen 127.0.0.1:{free_port()}"),
        (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", str(cert)),
        (f"/etc/letsencrypt/live/{NAME}/privkey.pem", str(key)),
        *servers,
    )
    paths = "\n".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\n"
        f"events {{}}\nhttp {{ access_log off; {paths}\n{site} }}\n"
    )
    with running([nginx, "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]):
        yield port


@contextmanager
def caddy_with(folder, file, *servers):
    """Caddy with a file of deploy/ and a certificate of its own; its port."""
    caddy, port = needs("caddy"), free_port()
    quiet = "admin off\n\tskip_install_trust\n\tauto_https disable_redirects"
    own = f"https://127.0.0.1:{port}, https://{NAME}:{port} {{\n\ttls internal"
    site = changed(
        (DEPLOY / file).read_text(),
        ("{\n\tservers", f"{{\n\t{quiet}\n\tservers"),
        (f"\n{NAME} {{", f"\n{own}"),
        *servers,
    )
    (folder / "Caddyfile").write_text(site)
    home = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    command = [caddy, "run", "--config", str(folder / "Caddyfile")]
    with running(command, env=home, stderr=subprocess.DEVNULL):
        yield port


@contextmanager
def haproxy_with(folder, file, *servers):
    """HAProxy with a file of deploy/ and a certificate; its port."""
    haproxy, (key, cert) = needs("haproxy"), a_certificate(folder)
    both, port = folder / "both.pem", free_port()
    both.write_text(cert.read_text() + key.read_text())
    site = changed(
        (DEPLOY / file).read_text(),
        ("bind :443", f"bind 127.0.0.1:{port}"),
        ("bind :80", f"bind 127.0.0.1:{free_port()}"),
        (f"/etc/haproxy/{NAME}.pem", str(both)),
        ("maxconn 20000", "maxconn 200"),
        *servers,
    )
    (folder / "haproxy.cfg").write_text(site)
    with running([haproxy, "-f", str(folder / "haproxy.cfg")], stderr=subprocess.DEVNULL):
        yield port


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


@pytest.mark.parametrize(
    ("program", "proxy", "file"),
    [
        ("haproxy", haproxy_with, "cluster/haproxy.cfg"),
        ("nginx", nginx_with, "cluster/nginx.conf"),
        ("caddy", caddy_with, "cluster/Caddyfile"),
    ],
)
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


def test_the_units_of_systemd_are_understood():
    analyze = needs("systemd-analyze")
    names = ("trivet.service", "trivet-backup.timer", "cluster/trivet@.service")
    units = [str(DEPLOY / name) for name in names]
    done = subprocess.run([analyze, "verify", *units], capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "/opt/trivet" not in line]
    assert said == []


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
