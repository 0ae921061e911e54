"""The wire: every message there and back, any bytes cut anywhere, and the same table in C."""

import ctypes
import zlib
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tests.support.firmware_support import DecoderInC, FrameInC, logic, needs_tools
from turbo.board.link import Levels
from turbo.board.wire import (
    BAUD,
    BY_KIND,
    FRAME_MAX,
    LAYOUTS,
    MESSAGES,
    PAYLOAD_MAX,
    PROTOCOL,
    SIZES,
    Acknowledge,
    Button,
    Capability,
    Decoder,
    Message,
    Pattern,
    ResetCause,
    TrayState,
    WireFrame,
    cobs,
    encode,
    table,
    uncobs,
)
from turbo.errors import TurboError

HARDWARE = Path(__file__).parents[2] / "hardware.md"


def messages_of(kind: type[Message]) -> st.SearchStrategy[Message]:
    limits = {"B": 255, "H": 65535, "I": 2**32 - 1}
    values = (st.integers(0, limits[part.metadata["code"]]) for part in fields(kind))
    return st.builds(kind, *values)


any_message = st.sampled_from(MESSAGES).flatmap(messages_of)
any_frame = st.tuples(st.integers(0, 255), any_message).map(lambda pair: WireFrame(*pair))
without_zero = st.binary(max_size=60).map(lambda data: data.replace(b"\0", b"\1"))


@given(any_frame)
def test_every_message_comes_back(frame: WireFrame) -> None:
    assert Decoder().feed(encode(frame.message, frame.sequence)) == (frame,)


@given(st.lists(any_frame, max_size=5), st.lists(st.integers(0, 200)))
def test_frames_may_be_cut_anywhere(frames: list[WireFrame], cuts: list[int]) -> None:
    line = b"".join(encode(frame.message, frame.sequence) for frame in frames)
    places = sorted({0, len(line), *(cut % (len(line) + 1) for cut in cuts)})
    decoder, found = Decoder(), list[WireFrame]()
    for start, end in pairwise(places):
        found += decoder.feed(line[start:end])
    assert found == frames
    assert decoder.bad == 0


@given(st.binary(max_size=300), any_frame)
def test_the_next_good_frame_is_found_after_any_bytes(rubbish: bytes, frame: WireFrame) -> None:
    found = Decoder().feed(rubbish + encode(frame.message, frame.sequence))
    assert found[-1:] == (frame,)


@given(st.lists(st.binary(max_size=80)))
def test_no_bytes_make_it_raise_or_grow(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        decoder.feed(piece)
        assert len(decoder._rest) <= FRAME_MAX


@given(any_frame, st.integers(0, 1000), st.integers(1, 255))
def test_one_changed_byte_never_passes(frame: WireFrame, place: int, flip: int) -> None:
    line = bytearray(encode(frame.message, frame.sequence))
    at = 1 + place % (len(line) - 2)
    line[at] ^= flip
    assert Decoder().feed(bytes(line)) == ()


@given(any_frame, st.integers(0, 1000), st.sampled_from(["lost", "doubled"]))
def test_a_lost_or_doubled_byte_never_passes(frame: WireFrame, place: int, harm: str) -> None:
    line = encode(frame.message, frame.sequence)
    at = 1 + place % (len(line) - 2)
    middle = b"" if harm == "lost" else line[at : at + 1] * 2
    assert Decoder().feed(line[:at] + middle + line[at + 1 :]) == ()


@given(st.binary(max_size=120))
def test_cobs_has_no_zero_and_comes_back(plain: bytes) -> None:
    line = cobs(plain)
    assert b"\0" not in line
    assert len(line) == len(plain) + 1
    assert uncobs(line) == plain


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"", "nothing between two zeros"),
        (b"\x05\x01", "a distance beyond the end"),
        (cobs(b"\x01\x03"), "too short for a checksum"),
        (cobs(b"\x01\x03\x07\0" + b"\0\0\0\0"), "a wrong checksum"),
        (cobs((b := b"\x01\x77\x07\0") + zlib.crc32(b).to_bytes(4, "little")), "no such kind"),
        (cobs((b := b"\x01\x03\x07") + zlib.crc32(b).to_bytes(4, "little")), "a field too short"),
        (cobs((b := b"\x01\x03" + b"\7" * 40) + zlib.crc32(b).to_bytes(4, "little")), "too long"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_no_frame(line: bytes, why: str) -> None:
    decoder = Decoder()
    assert decoder.feed(b"\0" + line + b"\0") == ()
    assert decoder.bad == (why != "nothing between two zeros")


@pytest.mark.parametrize("value", [-1, 65536])
def test_a_field_out_of_range_is_refused(value: int) -> None:
    with pytest.raises(TurboError, match="expected next from 0 to 65535"):
        Acknowledge(value)


def test_kinds_differ_and_fit() -> None:
    assert len(BY_KIND) == len(MESSAGES)
    assert all(LAYOUTS[message].size <= PAYLOAD_MAX for message in MESSAGES)


def test_hardware_md_holds_the_table_of_the_code() -> None:
    _, _, rest = HARDWARE.read_text().partition(
        "<!-- messages: made by turbo.board.wire.table() -->\n"
    )
    held, _, _ = rest.partition("<!-- end of messages -->")
    assert held.strip() == table()


def _expected_table() -> list[str]:
    lines = []
    for message in MESSAGES:
        parts = [f"{SIZES[part.metadata['code']]}:{part.name}" for part in fields(message)]
        size = LAYOUTS[message].size
        lines.append(" ".join([message.__name__.lower(), str(message.KIND), str(size), *parts]))
    lines += [f"PROTOCOL {PROTOCOL}", f"BAUD {BAUD}", f"PAYLOAD_MAX {PAYLOAD_MAX}"]
    for names in (Button, Pattern, TrayState, Capability, ResetCause):
        lines.append(" ".join([names.__name__, *(str(int(member)) for member in names)]))
    levels = Levels()
    return [*lines, f"Levels {levels.shake_level} {levels.pour_level} {levels.rest_ms}"]


@needs_tools
def test_c_and_python_hold_the_same_table() -> None:
    in_c = logic().message_table().decode().splitlines()
    assert [line.strip() for line in in_c] == _expected_table()


def _frames_in_c(data: bytes) -> tuple[list[tuple[int, int, bytes]], int]:
    decoder, frame, found = DecoderInC(), FrameInC(), []
    for byte in data:
        if logic().frame_decode(ctypes.byref(decoder), byte, ctypes.byref(frame)):
            found.append((frame.sequence, frame.kind, bytes(frame.payload[: frame.size])))
    return found, decoder.bad


harmed = st.tuples(any_frame, st.integers(0, 40), st.binary(max_size=2)).map(
    lambda made: (
        (line := encode(made[0].message, made[0].sequence))[: made[1]]
        + made[2]
        + line[made[1] + len(made[2]) :]
    )
)


@needs_tools
@examples(500)
@given(st.lists(st.one_of(st.binary(max_size=60), harmed), max_size=8).map(b"".join))
def test_c_and_python_hear_the_same(data: bytes) -> None:
    decoder = Decoder()
    heard = [(f.sequence, f.message.KIND, f.message.payload()) for f in decoder.feed(data)]
    assert (heard, decoder.bad) == _frames_in_c(data)


@needs_tools
@given(any_frame)
def test_c_and_python_say_the_same(frame: WireFrame) -> None:
    payload = frame.message.payload()
    in_c = FrameInC(frame.sequence, frame.message.KIND, len(payload))
    in_c.payload[: len(payload)] = list(payload)
    line = ctypes.create_string_buffer(64)
    size = logic().frame_encode(ctypes.byref(in_c), line)
    assert line.raw[:size] == encode(frame.message, frame.sequence)
