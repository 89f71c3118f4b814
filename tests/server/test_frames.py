"""Frames of a WebSocket that are read and written without the library, beside the library's own."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode

from trivet.server.http.websocket_frames import (
    WHOLE_PING,
    WHOLE_PONG,
    are_whole,
    frame_in,
    framed,
    pong,
)

messages = st.one_of(st.binary(max_size=300), st.sampled_from([b"x" * n for n in (65535, 65536)]))


def of_client(data, opcode=Opcode.TEXT, **more):
    return Frame(opcode, data, **more).serialize(mask=True)


@given(messages)
def test_a_message_is_read_as_the_library_wrote_it(data):
    found = frame_in(of_client(data))
    is_short = len(data) < 65536  # the longest are left to the library
    assert found == ((0x81, data) if is_short else None)


@given(st.binary(max_size=125))
def test_pings_and_pongs_are_read_and_written_as_by_the_library(data):
    assert frame_in(of_client(data, Opcode.PING)) == (WHOLE_PING, data)
    assert frame_in(of_client(data, Opcode.PONG)) == (WHOLE_PONG, data)
    assert pong(data) == Frame(Opcode.PONG, data).serialize(mask=False)


@given(st.lists(messages, max_size=4))
def test_messages_are_written_as_the_library_writes_them(texts):
    assert framed(texts) == b"".join(
        Frame(Opcode.TEXT, text).serialize(mask=False) for text in texts
    )


@given(st.binary(min_size=1, max_size=200), st.data())
def test_a_part_of_a_frame_is_not_a_message(data, draw):
    whole = of_client(data)
    part = whole[: draw.draw(st.integers(0, len(whole) - 1))]
    assert frame_in(part) is None
    assert are_whole(part) == (part == b"")


@pytest.mark.parametrize(
    "data",
    [
        b"\x89\xfe\x00\x7e" + bytes(4 + 126),  # longer than a ping may be
        of_client(b"\x03\xe8", Opcode.CLOSE),
        of_client(b"text", fin=False),
        of_client(b"text", Opcode.CONT),
        b"\xc1" + of_client(b"text")[1:],  # compressed
        of_client(b"text") + of_client(b"more"),
        Frame(Opcode.TEXT, b"text").serialize(mask=False),
    ],
    # masks are random: names of their own
    ids=["long ping", "close", "begun", "continued", "compressed", "two", "unmasked"],
)
def test_everything_else_is_left_to_the_library(data):
    assert frame_in(data) is None


def test_between_whole_frames_the_library_need_not_read_on():
    assert are_whole(of_client(b"one") + of_client(b"x" * 300) + of_client(b"", Opcode.PONG))
    assert not are_whole(of_client(b"one", fin=False))
    assert not are_whole(of_client(b"more", Opcode.CONT))
    assert not are_whole(of_client(b"one") + of_client(b"two")[:-1])


@given(st.binary(max_size=400))
def test_any_bytes_are_taken(data):
    frame_in(data)
    are_whole(data)
