"""How a host sets up a server: by the words of `trivet serve` and by the environment."""

import argparse
import os
import re
import subprocess
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from server.tables import address_of
from server.test_commands import TRIVET
from trivet.cli.host.serve import FROM_ENVIRONMENT, limit
from trivet.cli.main import parser_of
from trivet.server.process.limits import RANGES, USUAL, USUAL_RANGE, Limits

LIMITS = USUAL._asdict()
PAGE = (Path(__file__).parents[2] / "docs/running-a-server.md").read_text()


@contextmanager
def serving(folder, *words, **environment):
    command = [*TRIVET, "serve", "--port", "0", "--data", str(folder), *words]
    environment = {**os.environ, **environment}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        try:
            yield address_of(process)
        finally:
            process.terminate()


def page_of(address, path, **headers):
    """The status, headers and text that a visitor without a cookie gets."""
    request = Request(address.rstrip("/") + path)
    for name, value in headers.items():
        request.add_header(name.replace("_", "-"), value)
    try:
        with build_opener(ProxyHandler({})).open(request, timeout=20) as response:
            return response.status, response.headers, response.read().decode()
    except HTTPError as error:
        return error.code, error.headers, ""


def status(address, **headers):
    """How a visitor without a cookie is received."""
    code, received, _ = page_of(address, "/api/me", **headers)
    return code, received["set-cookie"]


def parsed(*words):
    return parser_of("serve").parse_args(words)


# --- limits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LIMITS)
def test_every_limit_can_be_set_within_its_range(name):
    least, most = RANGES.get(name, USUAL_RANGE)
    for value in (least, most, LIMITS[name]):
        assert limit(f"{name}={value:.10g}") == (name, value)
        assert type(limit(f"{name}={value:.10g}")[1]) is type(LIMITS[name])
    for value in (least - 1, most * 2, "nan", "inf", "", "many", "1e999"):
        with pytest.raises(argparse.ArgumentTypeError, match=f"expected .* for {name}, got "):
            limit(f"{name}={value}")


def test_a_limit_of_another_name_is_refused_with_the_names_there_are():
    with pytest.raises(argparse.ArgumentTypeError, match=f"{', '.join(LIMITS)}.*got 'cake=3'"):
        limit("cake=3")


def test_whole_limits_are_whole():
    with pytest.raises(argparse.ArgumentTypeError, match="expected a whole number"):
        limit("sockets_of_person=1.5")


def test_the_limits_in_the_docs_are_those_of_the_code():
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", PAGE, re.MULTILINE))
    assert {name: float(usual.replace(",", "")) for name, usual in rows.items()} == LIMITS


def test_a_server_has_the_limits_that_it_was_told(tmp_path):
    variables = {"TRIVET_LIMIT": "guests_of_address=9 burst=50"}
    with serving(tmp_path, "--limit", "guests_of_address=2", **variables) as address:
        assert [status(address)[0] for _ in range(3)] == [200, 200, 429]


# --- the environment ------------------------------------------------------------------------------


def test_what_the_environment_says_is_as_if_it_had_been_said_first(monkeypatch):
    monkeypatch.setenv("TRIVET_NAME", "one.example two.example")
    monkeypatch.setenv("TRIVET_BEHIND_PROXY", "yes")
    monkeypatch.setenv("TRIVET_METRICS", "10.0.0.5:9464")
    monkeypatch.setenv("TRIVET_KEEP", "chat=7")
    monkeypatch.setenv("TRIVET_LIMIT", "rate=20")
    args = parsed("--name", "three.example", "--keep", "chat=8", "--limit", "burst=90")
    assert args.name == ["one.example", "two.example", "three.example"]
    assert (args.behind_proxy, args.metrics) == (True, ("10.0.0.5", 9464))
    assert (args.keep, args.limit) == (
        [("chat", 7), ("chat", 8)],
        [("rate", 20.0), ("burst", 90.0)],
    )
    assert parsed("--metrics", "9465").metrics == ("127.0.0.1", 9465)


@pytest.mark.parametrize("empty", [None, ""])
def test_what_the_environment_leaves_out_is_as_usual(monkeypatch, empty):
    for variable in FROM_ENVIRONMENT:
        monkeypatch.delenv(variable, raising=False)
    usual = vars(parsed())
    for variable in FROM_ENVIRONMENT:
        if empty is not None:
            monkeypatch.setenv(variable, empty)
    assert vars(parsed()) == usual
    assert (usual["name"], usual["behind_proxy"], usual["metrics"]) == ([], False, None)


@pytest.mark.parametrize(
    ("variable", "value", "reason"),
    [
        ("TRIVET_BEHIND_PROXY", "perhaps", "expected yes or no, got 'perhaps'"),
        ("TRIVET_METRICS", "x", "expected PORT or HOST:PORT, got 'x'"),
        ("TRIVET_KEEP", "chat=7 cake=3", "got 'cake=3'"),
        ("TRIVET_LIMIT", "rate=0", "for rate, got '0'"),
    ],
)
def test_a_wrong_value_in_the_environment_is_refused_in_one_sentence(variable, value, reason):
    environment = {**os.environ, variable: value}
    done = subprocess.run(
        [*TRIVET, "serve"], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"trivet serve: {variable}: ")
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_environment_stands_in_the_help_and_in_the_docs():
    help_text = parser_of("serve").format_help()
    for variable in (*FROM_ENVIRONMENT, "FORWARDED_ALLOW_IPS"):
        assert variable in help_text
        assert f"`{variable}`" in PAGE


def test_a_server_has_its_name_and_its_proxy_from_the_environment(tmp_path):
    variables = {"TRIVET_NAME": "games.example.org", "TRIVET_BEHIND_PROXY": "yes"}
    with serving(tmp_path, **variables) as address:
        proxied = {"Host": "games.example.org", "X_Forwarded_Proto": "https"}
        code, cookie = status(address, **proxied)
        assert (code, "; Secure" in cookie) == (200, True)
        assert status(address, Host="other.example.org")[0] == 421


def test_limits_are_all_numbers_that_somebody_may_set():
    assert {type(usual) for usual in LIMITS.values()} == {int, float}
    assert set(RANGES) <= set(LIMITS)
    assert Limits() == USUAL
