"""Hostile messages: broken, absurd, forged, out of turn."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from trivet.core.dice import Dice

Request = dict[str, Any]
HARMLESS: list[Request] = [  # well formed, and without effect even for a player who is not asked
    {"do": "enter", "news": 3, "takebacks": 0, "lines": 0},
    {"do": "sit", "seat": 0},
    {"do": "stand"},
    {"do": "ready", "is_ready": True, "sealed": "0" * 64},
    {"do": "reveal", "salt": "abc"},
    {"do": "fill", "bot": "greedy", "seat": 1},
    {"do": "empty", "seat": 1},
    {"do": "invite", "seat": 1},
    {"do": "answer", "count": 7, "text": "b2>"},
    {"do": "answer", "count": 7, "texts": ["fee a1", "go b2", "build there"]},
    {"do": "why", "thing": "cell:b2"},
    {"do": "narrow", "touched": ["cell:b2", "turn:north"]},
    {"do": "accept", "what": "rematch"},
    {"do": "decline", "what": "rematch"},
    {"do": "take"},
    {"do": "ping"},
]
FORBIDDEN: list[Request] = [  # for a watcher
    {"do": "undo", "count": 1},
    {"do": "offer", "what": "takeback"},
    {"do": "resign"},
    {"do": "hand", "seat": 1, "bot": "greedy"},
]
ABSURD: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 2**64, -(2**63), 10**400, 1.5, 1e308, "", "0", "A" * 500,
    "\u0000", "\ud800", "\u202eabc", "<script>alert(1)</script>", "'; DROP TABLE rooms; --",
    "../..", "%s%n", "{{7*7}}", "🂡" * 30, [], [[]], {}, {"do": "answer"}, [1] * 200, ["x"] * 70,
]  # fmt: skip
RAW: list[bytes] = [
    b"", b" ", b"null", b"true", b"[]", b"{}", b"{", b"}", b'"', b"\x00", b"\xff\xfe", b"\xc3\x28",
    b"NaN", b"Infinity", b"-", b"1e999", b'{"do":"ping"', b'{"do":"ping","do":"stand"}',
    b'{"do":"ping"}{"do":"ping"}', b"[" * 2000, b'{"a":' * 1500, b'{"do":"' + b"x" * 7000 + b'"}',
    b'{"do":"say","text":"' + b"\\u0000" * 1200 + b'"}', b"\xef\xbb\xbf{}",
    b"GET / HTTP/1.1\r\n\r\n",
    b'{"do":"answer","count":1e2,"text":"x"}', b'{"do":"answer","count":-0,"text":"x"}',
]  # fmt: skip
TOO_BIG = [b"x" * 9000, b'{"do":"ping","re":' + b"1" * 9000 + b"}", b"y" * 70_000]


def hostile(dice: Dice, wishes: Sequence[Request]) -> bytes:
    """A random hostile message; some are made from these requests."""
    ways: list[Callable[[Dice, Request], bytes]] = [
        _as_it_is, _absurd_field, _unknown_field, _missing_field, _cut, _flipped, _noise, _raw,
    ]  # fmt: skip
    if dice.below(400) == 0:
        return TOO_BIG[dice.below(len(TOO_BIG))]
    return ways[dice.below(len(ways))](dice, dict(wishes[dice.below(len(wishes))]))


def _as_it_is(dice: Dice, wish: Request) -> bytes:
    return _dumped(wish)


def _absurd_field(dice: Dice, wish: Request) -> bytes:
    wish[list(wish)[dice.below(len(wish))]] = _absurd(dice)
    return _dumped(wish)


def _unknown_field(dice: Dice, wish: Request) -> bytes:
    return _dumped({**wish, f"field{dice.below(9)}": _absurd(dice)})


def _missing_field(dice: Dice, wish: Request) -> bytes:
    del wish[list(wish)[dice.below(len(wish))]]
    return _dumped(wish)


def _cut(dice: Dice, wish: Request) -> bytes:
    data = _dumped(wish)
    return data[: dice.below(len(data))]


def _flipped(dice: Dice, wish: Request) -> bytes:
    data = bytearray(_dumped(wish))
    for _ in range(1 + dice.below(4)):
        data[dice.below(len(data))] = dice.below(256)
    return bytes(data)


def _noise(dice: Dice, wish: Request) -> bytes:
    return bytes(dice.below(256) for _ in range(dice.below(60)))


def _raw(dice: Dice, wish: Request) -> bytes:
    return RAW[dice.below(len(RAW))]


def _absurd(dice: Dice) -> Any:
    return ABSURD[dice.below(len(ABSURD))]


def _dumped(wish: Request) -> bytes:
    return json.dumps(wish).encode(errors="surrogatepass")
