"""The proxies of deploy/ with TLS in front of a real server, and a visitor who comes through them.
Where a program is not installed its test is skipped."""

import json
import os
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
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


def ask(port, path="/api/me", body=None, *, host=NAME, source="127.0.0.1", **headers):
    """Ask the proxy over TLS, from an address of this machine; the status, headers and reply."""
    with tls_to(port, source) as tls:
        connection = HTTPConnection("127.0.0.1", port)
        connection.sock = tls
        headers = {"Host": f"{host}:{port}", "Connection": "close", **headers}
        connection.request("POST" if body else "GET", path, body, headers)
        reply = connection.getresponse()
        if reply.status in (502, 503, 504):
            raise OSError(f"the proxy finds no server: {reply.status}")
        return reply.status, reply.headers, reply.read().decode()


@contextmanager
def tls_to(port, source="127.0.0.1"):
    with (
        socket.create_connection(
            ("127.0.0.1", port), timeout=20, source_address=(source, 0)
        ) as raw,
        ANYBODY.wrap_socket(raw, server_hostname=NAME) as tls,
    ):
        yield tls


def somebody_plays_through(port):
    """A guest, a table and its socket through the proxy; the address is the guest's own."""
    wait_for(port)
    host = f"{NAME}:{port}"
    status, headers, _ = ask(port)
    assert status == 200
    assert "; Secure" in headers["set-cookie"]
    assert headers["x-request-id"]
    assert headers.get_all("strict-transport-security") == ["max-age=31536000"]
    assert "camera=()" in headers["permissions-policy"]
    mine = {"Cookie": headers["set-cookie"].partition(";")[0]}
    origin = f"https://{host}"
    wish = json.dumps({"game": "sovereign", "bots": ["", "greedy"], "start": True})
    status, _, reply = ask(port, "/api/rooms", wish, Origin=origin, **mine)
    assert status == 201
    room = json.loads(reply)["room"]
    with a_socket_to(port, room, origin, mine) as connection:
        connection.send('{"do":"enter"}')
        assert json.loads(connection.recv(20))["is"] == "done"
        assert json.loads(connection.recv(20))["phase"] == "playing"
        connection.send('{"do":"resign","re":7}')
        assert any(json.loads(connection.recv(20)).get("phase") == "over" for _ in range(20))
    return room, mine


def strangers_stay_outside(port, room, mine):
    """Other origins and names are refused, whoever asks."""
    wish = json.dumps({"game": "sovereign", "bots": ["", "greedy"]})
    for origin in ("https://evil.example", f"http://{NAME}:{port}", "null"):
        assert ask(port, "/api/rooms", wish, Origin=origin, **mine)[0] == 403
        with pytest.raises(InvalidStatus, match="403"), a_socket_to(port, room, origin, mine):
            pass
    status, headers, reply = ask(port, host="evil.example")
    assert "set-cookie" not in headers
    assert (status, reply) == (200, "") or status == 421  # Caddy itself has nothing to say


def addresses_are_told_apart(port, most):
    """So many new guests of one address, whatever it says of itself, and then another's."""
    for count in range(3 * most):
        if ask(port, **{"X-Forwarded-For": f"192.0.2.{count}"})[0] == 429:
            break
    else:
        raise AssertionError("nobody is refused")
    assert count > 0
    assert ask(port, source="127.0.0.9")[0] == 200


def a_socket_to(port, room, origin, headers):
    raw = socket.create_connection(("127.0.0.1", port), timeout=20)
    return connect(
        f"wss://{NAME}:{port}/ws/{room}", sock=raw, ssl=ANYBODY, origin=origin, compression=None,
        additional_headers=headers,
    )  # fmt: skip


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
def caddy_with(folder, file, *servers, **environment):
    """Caddy with a file of deploy/ and a certificate of its own; its port."""
    caddy, port = needs("caddy"), free_port()
    own = f"admin off\n\tskip_install_trust\n\tlocal_certs\n\thttps_port {port}"
    own += f"\n\thttp_port {free_port()}"
    text = (DEPLOY / file).read_text()
    site = changed(text, ("{\n\tservers", f"{{\n\t{own}\n\tservers"), *servers)
    (folder / "Caddyfile").write_text(site)
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), **environment}
    command = [caddy, "run", "--config", str(folder / "Caddyfile")]
    with running(command, env={**os.environ, **home}, stderr=subprocess.DEVNULL):
        yield port


@contextmanager
def haproxy_with(folder, file, *servers, **environment):
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
    command = [haproxy, "-f", str(folder / "haproxy.cfg")]
    with running(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL):
        yield port
