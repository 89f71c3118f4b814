"""Event cards to look at: a title bar, a drawing, and what the card does in few words."""

from trivet.core.scenes.scene import Mark, Piece
from trivet.games.trinity.events.rows import IMMEDIATE, TABLE
from trivet.games.trinity.words import (
    EVENT_NAME,
    IMMEDIATE_EVENT,
    KIND_OF,
    NOTED,
    SHORT,
    TACTICAL_EVENT,
    event_name,
)

WIDE, HIGH = 84.0, 96.0
SLIM, LOW = 62.0, 78.0


def slug(event: str) -> str:
    return event.lower().replace(" ", "-")


def said(event: str, note: str = "") -> str:
    kind = KIND_OF[event]
    name = NOTED.say(kind, note) if note else EVENT_NAME.say(kind)
    row = IMMEDIATE_EVENT if TABLE[kind].when == IMMEDIATE else TACTICAL_EVENT
    return row.say(name, kind)


def card(event: str, x: float, y: float, *, key: str, thing: str = "", note: str = "") -> Piece:
    """An Event, face up; the note tells it from another one alike."""
    return Piece(
        id=key,
        label=said(event, note),
        face=f"{_kind(event)} {slug(event)}",
        x=x,
        y=y,
        w=WIDE,
        h=HIGH,
        thing=thing,
        marks=(
            *_title(event, -HIGH / 2 + 14, 10.0),
            *_text(event),
            *_note(note, HIGH / 2 - 29, 7.4),
        ),
    )


def slim_card(
    event: str, x: float, y: float, *, key: str, thing: str = "", note: str = ""
) -> Piece:
    """The same where many lie beside each other."""
    return Piece(
        id=key,
        label=said(event, note),
        face=f"{_kind(event)}-slim {slug(event)}",
        x=x,
        y=y,
        w=SLIM,
        h=LOW,
        thing=thing,
        marks=(*_title(event, -LOW / 2 + 13, 7.8), *_note(note, LOW / 2 - 7, 6.2)),
    )


def _kind(event: str) -> str:
    return TABLE[KIND_OF[event]].when.lower()


def _title(event: str, middle: float, size: float) -> tuple[Mark, ...]:
    words = event_name(event).split()
    top = middle - (len(words) - 1) * (size + 1) / 2
    return tuple(
        Mark(text=word, y=top + place * (size + 1), size=size, tone="cream")
        for place, word in enumerate(words)
    )


def _note(note: str, y: float, size: float) -> tuple[Mark, ...]:
    return (Mark(text=note, y=y, size=size, tone="print"),) if note else ()


def _text(event: str) -> tuple[Mark, ...]:
    return tuple(
        Mark(text=line.say(KIND_OF[event]), y=HIGH / 2 - 17 + place * 10, size=8, tone="print")
        for place, line in enumerate(SHORT)
    )
