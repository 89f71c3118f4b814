"""The three ways to host Trivet, each started from its files alone and played through TLS: the unit
of systemd, the compose file, and the cluster (units, or compose).

No container engine and no systemd is needed: what the files say is read strictly, and the same
commands run in a folder, with the same environment and the repository's own proxy files.
"""

import json
import os
import re
import shlex
import subprocess
import time
from contextlib import ExitStack, contextmanager

import pytest
from ruamel.yaml import YAML

from server.proxies import (
    DEPLOY,
    NAME,
    Port,
    addresses_are_told_apart,
    caddy_with,
    free_port,
    haproxy_with,
    needs,
    nginx_with,
    running,
    somebody_plays_through,
    strangers_stay_outside,
)
from server.tables import address_of
from server.test_commands import TRIVET
from trivet.cli.host.serve import FROM_ENVIRONMENT
from trivet.server.rooms.backup import STAMP

PROGRAM = "/opt/trivet/bin/trivet"
FEW = "guests_of_address=5"
FEW_GUESTS = 5


def environment(more):
    """What a service gets: nothing that the tests have set up for Trivet."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith("TRIVET_")}
    return {**usual, **more}


@contextmanager
def started(command, variables):
    """A server by its command; its port."""
    with running(command, env=environment(variables), stderr=subprocess.DEVNULL) as process:
        port = Port(address_of(process).rpartition(":")[2])
        port.process = process
        yield port


def host_and_strangers(port):
    """Everything that a host is promised of a server behind TLS."""
    room, mine = somebody_plays_through(port)
    strangers_stay_outside(port, room, mine)
    addresses_are_told_apart(port, FEW_GUESTS)


# --- systemd --------------------------------------------------------------------------------------


class Unit:
    """A service of deploy/, and the folders that systemd would make for it."""

    def __init__(self, file, lib, instance=""):
        self.lib, self.instance = lib, instance
        self.lines = {}
        for line in (DEPLOY / file).read_text().splitlines():
            name, equals, value = line.partition("=")
            if equals and not line.startswith("#"):
                self.lines.setdefault(name, []).append(self.specified(value))
        for name in " ".join(self.lines["StateDirectory"]).split():
            (lib / name).mkdir(mode=0o700, parents=True, exist_ok=True)

    def specified(self, text):
        return text.replace("%i", self.instance).replace("%%", "%")

    @property
    def environment(self):
        words = shlex.split(" ".join(self.lines.get("Environment", [])))
        return dict(word.split("=", 1) for word in words)

    def command(self, name):
        """The words of a command, in our folders and with our program."""
        (line,) = self.lines[name]
        line = line.replace("/var/lib", str(self.lib)).replace(PROGRAM, shlex.join(TRIVET))
        return shlex.split(line)


PROXIES = [("nginx", nginx_with, "nginx.conf"), ("caddy", caddy_with, "Caddyfile")]


@pytest.mark.parametrize(("program", "proxy", "file"), PROXIES)
def test_the_unit_of_systemd_serves_people_over_tls(tmp_path, program, proxy, file):
    needs(program)
    unit = Unit("trivet.service", tmp_path / "lib")
    variables = {**unit.environment, "TRIVET_METRICS": "0", "TRIVET_LIMIT": FEW}
    with (
        started([*unit.command("ExecStart"), "--port", "0"], variables) as behind,
        proxy(tmp_path, file, ("127.0.0.1:8000", f"127.0.0.1:{behind}")) as port,
    ):
        host_and_strangers(port)
    assert (tmp_path / "lib/trivet/trivet.sqlite").exists()


def backed_up(unit):
    """Run the backup as systemd would; its exit code."""
    done = subprocess.run(
        unit.command("ExecStart"), env=environment({}), capture_output=True, check=False
    )
    variables = {"EXIT_STATUS": str(done.returncode)}
    subprocess.run(unit.command("ExecStopPost"), env=environment(variables), check=False)
    return done.returncode


def test_the_nightly_backup_makes_its_folder_and_drops_old_copies_after_a_new_one(tmp_path):
    """On a new machine the folder was missing, every night."""
    lib = tmp_path / "lib"
    server, backup = Unit("trivet.service", lib), Unit("trivet-backup.service", lib)
    assert {"trivet", "trivet-backups"} == {path.name for path in lib.iterdir()}
    assert server.lines["User"] == backup.lines["User"]  # the store is readable by its owner alone
    old = lib / "trivet-backups/2020-01-01-043000.sqlite"
    old.touch()
    os.utime(old, (0, 0))
    assert backed_up(backup) == 2  # there is no store yet
    assert old.exists()
    variables = {**server.environment, "TRIVET_METRICS": "0"}
    with started([*server.command("ExecStart"), "--port", "0"], variables):
        assert backed_up(backup) == 0
    (copy,) = (lib / "trivet-backups").iterdir()
    assert copy != old
    assert copy.stat().st_mode & 0o777 == 0o600
    assert time.time() - (lib / "trivet" / STAMP).stat().st_mtime < 60


def test_people_play_on_two_units_of_systemd(postgres, tmp_path):
    needs("haproxy")
    lib, ports = tmp_path / "lib", [free_port(), free_port()]
    with ExitStack() as servers:
        for port in ports:
            unit = Unit("cluster/trivet@.service", lib, str(port))
            command = [
                postgres.url if word.startswith("postgresql://") else word
                for word in unit.command("ExecStart")
            ]
            variables = {**unit.environment, "TRIVET_LIMIT": FEW}
            assert servers.enter_context(started(command, variables)) == str(port)
        one, two = (f"127.0.0.1:{port}" for port in ports)
        with haproxy_with(tmp_path, "cluster/haproxy.cfg", ONE=one, TWO=two) as port:
            host_and_strangers(port)


# --- containers -----------------------------------------------------------------------------------


class Image:
    """What deploy/Containerfile says of the last stage."""

    def __init__(self):
        last = (DEPLOY / "Containerfile").read_text().rpartition("\nFROM ")[2]
        lines = re.sub(r"\\\n", " ", last).splitlines()
        instructions = dict(line.split(" ", 1) for line in lines if re.match("[A-Z]+ ", line))
        self.entry = json.loads(instructions["ENTRYPOINT"])
        self.volumes = json.loads(instructions["VOLUME"])
        self.port = instructions["EXPOSE"]
        self.user = int(instructions["USER"])


class Compose:
    """A compose file with the variables of a host's shell."""

    def __init__(self, file, **shell):
        self.folder = (DEPLOY / file).parent
        self.shell = shell
        self.content = self.filled(YAML(typ="safe").load((DEPLOY / file).read_text()))
        self.services = self.content["services"]

    def filled(self, value):
        match value:
            case dict():
                return {name: self.filled(one) for name, one in value.items()}
            case list():
                return [self.filled(one) for one in value]
            case str():
                return re.sub(r"\$\{(\w+)(:[-?]([^}]*))?\}", self._variable, value)
        return value

    def _variable(self, found):
        name, rule, word = found.groups()
        if self.shell.get(name):
            return self.shell[name]
        if rule is None or rule.startswith(":?"):
            raise LookupError(f"{name}: {word}")
        return word

    def command(self, service, folder, places):
        """The command of a server and its environment: folders and other services as they are
        here, at their places."""
        one, image = self.services[service], Image()
        (folder / "data").mkdir(parents=True, exist_ok=True)
        here = {**places, "/data": str(folder / "data")}
        words = [here.get(word, word) for word in [*image.entry, *one.get("command", [])]]
        assert words[:2] == ["trivet", "serve"]
        variables = {name: here.get(value, value) for name, value in one["environment"].items()}
        subnet = self.content["networks"]["default"]["ipam"]["config"][0]["subnet"]
        assert variables["FORWARDED_ALLOW_IPS"] == subnet
        variables |= {"FORWARDED_ALLOW_IPS": "127.0.0.0/8", "TRIVET_METRICS": "0"}
        port = here.get(f"{service}:{image.port}", ":0").rpartition(":")[2]
        return [*TRIVET, *words[1:], "--port", port], variables

    def environment_of(self, service, places):
        variables = self.services[service].get("environment", {})
        return {name: places.get(value, value) for name, value in variables.items()}


def test_the_compose_file_serves_people_over_tls(tmp_path):
    """The image had no words for the name and the proxy: 421 for the one, 403 for all sockets."""
    needs("caddy")
    compose = Compose("compose.yaml", TRIVET_NAME=NAME, TRIVET_LIMIT=FEW)
    places = {"trivet:8000": f"127.0.0.1:{free_port()}"}
    command, variables = compose.command("trivet", tmp_path, places)
    with (
        started(command, variables),
        caddy_with(tmp_path, "Caddyfile", **compose.environment_of("proxy", places)) as port,
    ):
        host_and_strangers(port)
    assert (tmp_path / "data/trivet.sqlite").exists()


def test_the_cluster_of_containers_serves_people_over_tls(postgres, tmp_path):
    needs("haproxy")
    shell = {"TRIVET_NAME": NAME, "POSTGRES_PASSWORD": "secret", "TRIVET_LIMIT": FEW}
    compose = Compose("cluster/compose.yaml", **shell)
    places = {f"{name}:8000": f"127.0.0.1:{free_port()}" for name in ("one", "two")}
    places["postgresql://trivet@database/trivet"] = postgres.url
    with ExitStack() as servers:
        for name in ("one", "two"):
            servers.enter_context(started(*compose.command(name, tmp_path / name, places)))
        variables = compose.environment_of("proxy", places)
        with haproxy_with(tmp_path, "cluster/haproxy.cfg", **variables) as port:
            host_and_strangers(port)


SHELL = {"TRIVET_NAME": NAME, "POSTGRES_PASSWORD": "secret"}


@pytest.mark.parametrize("file", ["compose.yaml", "cluster/compose.yaml"])
def test_what_a_compose_file_names_is_there(file):
    compose = Compose(file, **SHELL)
    image = Image()
    for name, service in compose.services.items():
        for volume in service.get("volumes", []):
            source, target = volume.split(":")[:2]
            if source.startswith("."):
                assert source == f"./{NAME}.pem" or (compose.folder / source).exists()
            else:
                assert source in compose.content["volumes"]
            assert "build" not in service or target in image.volumes
        assert set(service.get("depends_on", [])) <= set(compose.services)
        for variable, value in service.get("environment", {}).items():
            where = re.fullmatch(r"(\w+):(\d+)", value)
            assert where is None or (where[1] in compose.services and where[2] == image.port)
            if "build" in service and variable.startswith("TRIVET_"):
                assert variable in FROM_ENVIRONMENT
        if "build" in service:
            assert "ports" not in service  # people come by the proxy, which says who they are
            assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert service["restart"] == "unless-stopped", name
    assert image.user > 0


@pytest.mark.parametrize("file", ["compose.yaml", "cluster/compose.yaml"])
@pytest.mark.parametrize("variable", ["TRIVET_NAME", "POSTGRES_PASSWORD"])
def test_a_compose_file_asks_for_what_only_the_host_knows(file, variable):
    shell = {name: value for name, value in SHELL.items() if name != variable}
    if variable in (DEPLOY / file).read_text():
        with pytest.raises(LookupError, match=variable):
            Compose(file, **shell)


@pytest.mark.parametrize("file", ["Caddyfile", "cluster/Caddyfile"])
def test_caddy_finds_no_fault_in_the_file(file):
    words = [needs("caddy"), "validate", "--adapter", "caddyfile", "--config", DEPLOY / file]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


# --- files ----------------------------------------------------------------------------------------

SERVICES = ["trivet.service", "trivet-backup.service", "cluster/trivet@.service"]


def test_the_units_of_systemd_are_understood():
    analyze = needs("systemd-analyze")
    units = [str(DEPLOY / name) for name in (*SERVICES, "trivet-backup.timer")]
    done = subprocess.run([analyze, "verify", *units], capture_output=True, text=True, check=False)
    warnings = [line for line in done.stderr.splitlines() if "/opt/trivet" not in line]
    assert warnings == []


@pytest.mark.parametrize("file", SERVICES)
def test_a_unit_can_do_little_harm(file):
    """The backup had no sandbox at all: 9.6 of 10."""
    words = [needs("systemd-analyze"), "security", "--offline=true", "--threshold=20", "--no-pager"]
    done = subprocess.run([*words, DEPLOY / file], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout.splitlines()[-1]
