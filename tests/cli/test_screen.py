"""How sentences are laid out for a terminal."""

from trivet.cli.terminal.screen import Screen
from trivet.core.ink import PLAIN


def test_a_number_and_its_percent_sign_stay_together(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    assert Screen(PLAIN).wrap("It won 12 % and then 100 %.") == ["It won 12 % and then", "100 %."]
    assert Screen(PLAIN).wrap("It won so often: 24 %.") == ["It won so often:", "24 %."]
