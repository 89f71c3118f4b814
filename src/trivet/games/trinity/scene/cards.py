"""Event cards to look at: a title bar, a drawing, and what the card does in few words."""

from trivet.core.scenes.scene import Mark, Piece

WIDE, HIGH = 84.0, 96.0
SLIM, LOW = 62.0, 78.0
IMMEDIATE = ("Market Crash", "Construction Boom")
SHORT = {  # what stands on the card, in two lines
    "Market Crash": ("all give up tiles", "down to three"),
    "Construction Boom": ("draw three", "tiles at once"),
    "Rezoning": ("a tile of yours", "back into hand"),
    "Eminent Domain": ("any one tile", "leaves the city"),
    "Hostile Acquisition": ("a rival's tile", "into your hand"),
    "Hostile Expansion": ("a rival's tile", "beside you is yours"),
    "Conversion Permit": ("change the type", "of a tile of yours"),
    "Urban Renewal": ("a tile of yours", "moves one space"),
    "Shell Company": ("next tile on any", "empty space"),
    "Reinforcements": ("a tile in hand", "becomes an Agent"),
    "Double Agent": ("move an Agent", "of a rival's"),
    "Union Strike": ("a rival skips", "an Agent phase"),
    "Insider Trading": ("see the top three", "tiles, take one"),
    "Expedited Permits": ("Landmarks earn", "one Event more"),
    "Stakeout": ("see the Events", "of a rival"),
    "Insurance Claim": ("what is taken over", "returns to hand"),
    "Backroom Deal": ("swap a tile with", "a rival's hand"),
    "Red Tape": ("a rival skips", "a Development"),
    "Hostile Rezoning": ("change the type", "of a rival's tile"),
}


def slug(event: str) -> str:
    return event.lower().replace(" ", "-")


def said(event: str, note: str = "") -> str:
    name = f"{event}, {note}" if note else event
    return f"{name}, {_kind(event).title()}: {' '.join(SHORT[event])}"


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
    return "immediate" if event in IMMEDIATE else "tactical"


def _title(event: str, middle: float, size: float) -> tuple[Mark, ...]:
    words = event.split()
    top = middle - (len(words) - 1) * (size + 1) / 2
    return tuple(
        Mark(text=word, y=top + place * (size + 1), size=size, tone="cream")
        for place, word in enumerate(words)
    )


def _note(note: str, y: float, size: float) -> tuple[Mark, ...]:
    return (Mark(text=note, y=y, size=size, tone="print"),) if note else ()


def _text(event: str) -> tuple[Mark, ...]:
    return tuple(
        Mark(text=line, y=HIGH / 2 - 17 + place * 10, size=8, tone="print")
        for place, line in enumerate(SHORT[event])
    )
