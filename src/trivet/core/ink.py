"""What a terminal can show: colours or not, Unicode or plain ASCII."""

from dataclasses import dataclass

SEAT_COLOURS = (34, 31, 32, 35, 33, 36)  # as in the browser: blue, vermilion, green, purple, ...


@dataclass(frozen=True)
class Ink:
    """Colours and characters for pictures, as far as the terminal can show them."""

    has_colour: bool
    has_unicode: bool

    def seat(self, seat: int, text: str) -> str:
        """Text in a seat's colour."""
        return self._paint(f"1;{SEAT_COLOURS[seat]}", text)

    def bold(self, text: str) -> str:
        return self._paint("1", text)

    def faint(self, text: str) -> str:
        return self._paint("2", text)

    def either(self, fine: str, plain: str) -> str:
        """The first text if the terminal can show Unicode, otherwise the second."""
        return fine if self.has_unicode else plain

    def _paint(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.has_colour and text else text


PLAIN = Ink(has_colour=False, has_unicode=False)
