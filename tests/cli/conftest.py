"""Commands run in this process where they can; games are kept in a folder of the test's own."""

import io
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from trivet.catalogue import GAMES
from trivet.cli.main import main

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol.md"


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The one place where games are kept, whatever this machine has set."""
    for name in ("NO_COLOR", "PAGER", "COLUMNS", "LINES", "XDG_DATA_HOME", "TRIVET_COMMAND"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TRIVET_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def trivet(capsys, monkeypatch):
    """`trivet WORDS`, with lines for its standard input."""

    def run(*words, lines=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        try:
            code = main(words)
        except SystemExit as left:  # argparse leaves so
            code = left.code
        out, err = capsys.readouterr()
        return Done(code or 0, out, err)

    return run


@pytest.fixture
def kept(home):
    """The files that were kept, the newest last."""
    return lambda: sorted((home / "games").iterdir(), key=lambda path: path.stat().st_mtime_ns)


@pytest.fixture
def highcard(monkeypatch):
    """A second game, for two to four: the worked example of docs/protocol.md, open to changes."""

    def sit_in(*, replaced="", by=""):
        source = re.search(r"```python\n(.*?)```", PROTOCOL.read_text(), re.DOTALL)[1]
        assert replaced in source
        room = {"__name__": "highcard"}
        exec(source.replace(replaced, by, 1) if replaced else source, room)  # noqa: S102
        monkeypatch.setitem(GAMES, "highcard", room["HighCardGame"]())

    return sit_in
