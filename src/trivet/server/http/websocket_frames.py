"""The frames of a WebSocket (RFC 6455) that nearly all are: short, whole; a text, a ping, a pong.

They are read and written here in a few lines.  Everything else about the protocol is left to the
library, which takes ten times as long for each frame.
"""

from collections.abc import Iterable

WHOLE_TEXT, WHOLE_BINARY = 0x81, 0x82  # a message in one frame
WHOLE_PING, WHOLE_PONG = 0x89, 0x8A
FINAL, OPCODE, MASKED, LENGTH = 0x80, 0x0F, 0x80, 0x7F
SHORT, MEDIUM = 125, 0xFFFF  # the most bytes with a length in the second byte, or in two more


def frame_in(data: bytes) -> tuple[int, bytes] | None:
    """The first byte and the content of data that are one whole frame of a client; None if they are
    anything else."""
    if len(data) < 6 or data[0] not in (WHOLE_TEXT, WHOLE_BINARY, WHOLE_PING, WHOLE_PONG):
        return None
    length, start = data[1] - MASKED, 2
    if length == 126 and len(data) >= 8 and data[0] < WHOLE_PING:
        length, start = int.from_bytes(data[2:4]), 4
    elif not 0 <= length <= SHORT:
        return None
    if len(data) != start + 4 + length:
        return None
    mask, masked = data[start : start + 4], data[start + 4 :]
    stretched = mask * (length // 4) + mask[: length % 4]
    return data[0], (int.from_bytes(masked) ^ int.from_bytes(stretched)).to_bytes(length)


def are_whole(data: bytes) -> bool:
    """Whether data that begin with a frame are whole frames, and no message goes on after them."""
    at = 0
    while at + 2 <= len(data):
        length, start = data[at + 1] & LENGTH, at + 2
        if not data[at] & FINAL or data[at] & OPCODE == 0:
            return False
        if length > SHORT:
            wide = 2 if length == 126 else 8
            length, start = int.from_bytes(data[start : start + wide]), start + wide
        at = start + (4 if data[at + 1] & MASKED else 0) + length
    return at == len(data)


def framed(messages: Iterable[bytes]) -> bytes:
    """Messages of a server, each in one frame of text."""
    parts = list[bytes]()
    for message in messages:
        length = len(message)
        if length <= SHORT:
            parts.append(bytes((WHOLE_TEXT, length)))
        elif length <= MEDIUM:
            parts.append(b"\x81\x7e" + length.to_bytes(2))
        else:
            parts.append(b"\x81\x7f" + length.to_bytes(8))
        parts.append(message)
    return b"".join(parts)


def pong(content: bytes) -> bytes:
    """The frame that answers a ping."""
    return bytes((WHOLE_PONG, len(content))) + content
