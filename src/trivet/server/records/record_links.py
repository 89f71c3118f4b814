"""A record inside its own link: a game that is stored nowhere can be shown to others.

The name of such a record is `z.` and the record itself, compressed (zlib) and written in URL-safe
base64, without padding.
"""

import base64
import binascii
import zlib

MARK = "z."
LONGEST = 400_000  # letters of a record


class BadLink(ValueError):
    """The name of a record that carries it, and is damaged."""


def is_carried(name: str) -> bool:
    return name.startswith(MARK)


def packed(text: str) -> str:
    """The name of a record that carries it."""
    data = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9))
    return MARK + data.decode().rstrip("=")


def unpacked(name: str) -> str:
    """The record that a name carries; BadLink says what is wrong."""
    data = name.removeprefix(MARK)
    try:
        raw = base64.b64decode(data + "=" * (-len(data) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(raw, LONGEST)
        if unpacker.unconsumed_tail:
            raise BadLink("the record in this link is too long")
        if not unpacker.eof:
            raise BadLink("the link breaks off before the end of the record")
        return text.decode()
    except (binascii.Error, zlib.error, ValueError) as wrong:
        if isinstance(wrong, BadLink):
            raise
        raise BadLink("the link is damaged") from None
