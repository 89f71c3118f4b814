"""Who may import whom: each contract of pyproject.toml holds, and is seen to break if violated."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
TOOLS = tomllib.loads((TOP / "pyproject.toml").read_text())["tool"]
CONTRACTS = {contract["name"]: contract for contract in TOOLS["importlinter"]["contracts"]}
DOWN = "Imports go down only"
SERVER = "Rooms of the server: imports go down only"
GAMES_APART = "Games know no other game"
PURE = "Core and games are pure: no chance, no clock, no outside"
NO_NETWORK = "The table in a page needs no network"
SCENE = "A scene is drawn from a view, not from a state"

VIOLATIONS = [  # contract, and the files that break it
    (SERVER, {"server/wire/planted.py": "import trivet.server.store.contract"}),
    (SERVER, {"server/store/planted.py": "import trivet.server.table.room"}),
    (SERVER, {"server/somewhere/__init__.py": ""}),
    (DOWN, {"core/planted.py": "import trivet.games"}),
    (DOWN, {"core/planted.py": "import trivet.bots"}),
    (DOWN, {"bots/planted.py": "import trivet.lab", "lab/__init__.py": ""}),
    (DOWN, {"catalogue.py": "import trivet.cli"}),
    (DOWN, {"lab/planted.py": "import trivet.server", "server/__init__.py": ""}),
    (DOWN, {"somewhere/__init__.py": ""}),
    (GAMES_APART, {"games/one/rules.py": "import trivet.games.two", "games/two/__init__.py": ""}),
    ("Games know no bots", {"games/one/strategy.py": "import trivet.bots"}),
    ("Bots know no game", {"bots/planted.py": "import trivet.games"}),
    (SCENE, {"games/trifecta/scene/hand.py": "import trivet.games.trifecta.state"}),
    (NO_NETWORK, {"server/rooms/registry.py": "import starlette"}),
    (
        SCENE,
        {"games/one/scene/table.py": "import trivet.games.one.rules", "games/one/rules.py": ""},
    ),
]

pytestmark = pytest.mark.once


@pytest.fixture
def house(tmp_path):
    """A copy of the package that may be spoilt."""
    shutil.copy(TOP / "pyproject.toml", tmp_path)
    litter = shutil.ignore_patterns("__pycache__", "node_modules")
    return shutil.copytree(TOP / "src/trivet", tmp_path / "trivet", ignore=litter)


def test_the_house_keeps_its_contracts(house):
    report = lint(house)
    assert report.returncode == 0, report.stdout
    assert all(f"{name} KEPT" in report.stdout for name in CONTRACTS)


@pytest.mark.parametrize(("contract", "files"), VIOLATIONS)
def test_a_violation_breaks_its_contract(house, contract, files):
    for name, text in files.items():
        plant(house / name, text)
    report = lint(house)
    assert report.returncode == 1, report.stdout
    assert f"{contract} BROKEN" in report.stdout


@pytest.mark.parametrize("room", ["core", "games/one"])
def test_no_module_with_an_outside_is_pure(house, room):
    outside = CONTRACTS[PURE]["forbidden_modules"]
    plant(house / room / "planted.py", "\n".join(f"import {module}" for module in outside))
    report = lint(house)
    assert f"{PURE} BROKEN" in report.stdout
    planted = f"trivet.{room.replace('/', '.')}.planted"
    assert [m for m in outside if f"{planted} -> {m} " not in report.stdout] == []


def test_every_contract_is_violated_here():
    assert {contract for contract, _ in VIOLATIONS} | {PURE} == CONTRACTS.keys()


def plant(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    (path.parent / "__init__.py").touch()
    with path.open("a") as file:
        file.write(f"\n{text}\n")


def lint(house):
    run = "from importlinter.cli import lint_imports_command as run; run()"
    return subprocess.run(
        [sys.executable, "-c", run, "--no-cache"],
        cwd=house.parent,
        env={"PATH": os.defpath, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
