"""Flashing: the packaged files are those of the sources, and real avrdude writes them."""

import hashlib
import os
import pty
import shutil
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest

from tests.support.firmware_support import make, needs_tools
from turbo.board import flashing
from turbo.board.emulator import firmware_folder
from turbo.board.flashing import BOOT_LOADERS, flash, holding, who_has
from turbo.board.serial_port import CFLAG, open_port
from turbo.commands.cli import main
from turbo.errors import TurboError


def hex_text(name: str) -> str:
    """A file of the package, as avrdude reads it."""
    return files("turbo.board").joinpath("firmware", name).read_text(encoding="ascii")


def bytes_of(text: str) -> bytes:
    """The program of an Intel hex file."""
    found = bytearray()
    for line in text.split():
        count, place, kind = int(line[1:3], 16), int(line[3:7], 16), int(line[7:9], 16)
        if kind == 0:
            assert place == len(found)
            found += bytes.fromhex(line[9 : 9 + 2 * count])
    return bytes(found)


def test_the_packaged_files_are_made_of_these_sources() -> None:
    folder = firmware_folder()
    sources = [*sorted(folder.glob("src/*.c")), *sorted(folder.glob("src/*.h"))]
    sources.append(folder / "boards/nano.c")
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    assert hex_text("made-of.txt").split()[0] == digest, "run 'make -C firmware hexes'"


@needs_tools
def test_the_same_compiler_makes_the_same_files() -> None:
    told = subprocess.run(["avr-gcc", "-dumpversion"], capture_output=True, text=True, check=True)
    if told.stdout.strip() != hex_text("made-of.txt").split()[1]:
        return  # another compiler makes another program of the same sources
    make("all", "BUILD=build/for-test")
    built = firmware_folder() / "build/for-test/nano.hex"
    assert bytes_of(built.read_text()) == bytes_of(hex_text("nano.hex"))


@needs_tools
def test_the_size_is_told_without_what_newer_tools_lack() -> None:
    told = make("size")
    assert "of 30720 bytes" in told and "of 2048 bytes" in told
    assert "-C" not in (firmware_folder() / "Makefile").read_text().split("avr-size")[-1][:20]


class BootLoaderOnALine(threading.Thread):
    """An Optiboot's side of the talk (STK500), on a pseudo-terminal: what it is told to write is
    kept. At a wrong speed it hears rubbish and says rubbish."""

    def __init__(self, answers_at: int) -> None:
        super().__init__(daemon=True)
        self.master, slave = pty.openpty()
        self.port, self._slave = os.ttyname(slave), slave
        self.answers_at, self.flash = answers_at, bytearray(32 * 1024)
        self._place = 0
        self.signature = b"\x1e\x95\x0f"

    def _speed(self) -> int:
        code = termios.tcgetattr(self._slave)[4]
        return {termios.B115200: 115_200, termios.B57600: 57_600}.get(code, 0)

    def _read(self, count: int) -> bytes:
        data = b""
        while len(data) < count:
            data += os.read(self.master, count - len(data))
        return data

    def run(self) -> None:
        try:
            while True:
                self._answer(self._read(1))
        except (OSError, termios.error):
            return  # the line was hung up: termios has an error of its own for it

    def hang_up(self) -> None:
        """It ends before its line is given away: else it would go on to read the next one's, which
        gets the same number."""
        os.close(self._slave)
        self.join(30.0)
        os.close(self.master)

    def _answer(self, first: bytes) -> None:
        sizes = {b"0": 0, b"1": 0, b"A": 1, b"B": 20, b"E": 5, b"P": 0, b"Q": 0, b"U": 2, b"V": 4}
        body, extra = b"", b""
        if first in (b"d", b"t"):
            body = self._read(3)
            extra = self._read(body[0] * 256 + body[1]) if first == b"d" else b""
        else:
            body = self._read(sizes.get(first, 0))
        if self._read(1) != b" " or self._speed() != self.answers_at:
            os.write(self.master, b"\0\0")
            return
        os.write(self.master, b"\x14" + self._result(first, body, extra) + b"\x10")

    def _result(self, first: bytes, body: bytes, extra: bytes) -> bytes:
        if first == b"U":
            self._place = 2 * (body[0] + 256 * body[1])
        elif first == b"d":
            self.flash[self._place : self._place + len(extra)] = extra
        elif first == b"t":
            return bytes(self.flash[self._place : self._place + body[0] * 256 + body[1]])
        elif first == b"u":
            return self.signature
        elif first == b"A":
            return b"\x03"
        elif first == b"V":
            return b"\x00"
        return b""


@contextmanager
def boot_loader(answers_at: int) -> Iterator[BootLoaderOnALine]:
    one = BootLoaderOnALine(answers_at)
    one.start()
    try:
        yield one
    finally:
        one.hang_up()


@pytest.mark.skipif(shutil.which("avrdude") is None, reason="no avrdude (see firmware/tools.sh)")
@pytest.mark.parametrize("loader", BOOT_LOADERS, ids=lambda loader: loader.word)
def test_avrdude_writes_the_program_for_each_boot_loader(
    loader: flashing.BootLoader, monkeypatch: pytest.MonkeyPatch
) -> None:
    with boot_loader(loader.baud) as board:
        assert flash(board.port) == loader
        program = bytes_of(hex_text(loader.hex_file))
        assert board.flash[: len(program)] == program


def answering(*codes: int) -> flashing.Run:
    left = list(codes)

    def run(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
        told = "avrdude: stk500_getsync(): not in sync: resp=0x00\n"
        return subprocess.CompletedProcess(words, left.pop(0), "", told)

    return run


def test_what_both_boot_loaders_said_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/avrdude")
    with pytest.raises(TurboError, match=r"115200 baud: .*not in sync.*57600 baud") as told:
        flash("/dev/null", run=answering(1, 1))
    assert "\n" not in str(told.value)
    assert flash("/dev/null", run=answering(1, 0)).word == "old"


def test_without_avrdude_it_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(TurboError, match="apt-get install avrdude"):
        flash("/dev/ttyUSB0")


def test_a_port_that_is_closed_keeps_its_dtr() -> None:
    """HUPCL would lower it, and the next program's opening would reset the board."""
    master, slave = pty.openpty()
    try:
        settings = termios.tcgetattr(slave)
        settings[CFLAG] |= termios.HUPCL
        termios.tcsetattr(slave, termios.TCSANOW, settings)
        assert termios.tcgetattr(slave)[CFLAG] & termios.HUPCL
        open_port(os.ttyname(slave), 0.01).close()
        assert not termios.tcgetattr(slave)[CFLAG] & termios.HUPCL
    finally:
        os.close(master)
        os.close(slave)


def test_dtr_is_not_lowered_when_a_port_is_opened(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    try:
        port = open_port(os.ttyname(slave), 0.01)
        assert port.dtr is True
        port.close()
    finally:
        os.close(master)
        os.close(slave)


def test_a_port_that_the_table_has_is_told_with_its_name(tmp_path: Path) -> None:
    """avrdude asks nobody: it fails in the middle of the table's talk, and does not say why."""
    with boot_loader(115_200) as board:
        # As the service does it: another process, by the same lock.
        having = subprocess.Popen(
            [sys.executable, "-c", HAVING, board.port], stdout=subprocess.PIPE, text=True
        )
        assert having.stdout is not None and having.stdout.readline() == "taken\n"
        try:
            with pytest.raises(TurboError, match=f"in use by .*{having.pid}") as told:
                flash(board.port)
            assert "--stop-service" in str(told.value)
        finally:
            having.kill()
            having.communicate()
        assert [pid for pid, _ in who_has(board.port) if pid == having.pid] == []


HAVING = """
import sys, time
from turbo.board.serial_port import open_port
port = open_port(sys.argv[1], 0.01)
print("taken", flush=True)
time.sleep(600)
"""


def test_while_it_is_written_the_table_does_not_get_the_port() -> None:
    with boot_loader(115_200) as board, holding(board.port), pytest.raises(OSError):
        open_port(board.port, 0.01)


@pytest.mark.parametrize(
    ("port", "told"),
    [("/dev/ttyUSB99", "No such file"), ("/dev/null", "no boot loader took")],
)
def test_a_port_that_is_none_is_said(port: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/avrdude")
    with pytest.raises(TurboError, match=told):
        flash(port, run=answering(1, 1))


@pytest.mark.skipif(shutil.which("avrdude") is None, reason="no avrdude (see firmware/tools.sh)")
@pytest.mark.parametrize(
    ("chip", "told"),
    [("1e9516", None), ("1e9406", "an ATmega168"), ("1e9999", "signature 1e9999")],
    ids=["328PB", "168", "unknown"],
)
def test_other_chips_are_written_or_named(chip: str, told: str | None) -> None:
    with boot_loader(115_200) as board:
        board.signature = bytes.fromhex(chip)
        if told is None:
            assert flash(board.port).word == "new"
            return
        with pytest.raises(TurboError, match=told):
            flash(board.port)


@pytest.mark.parametrize("fails", [False, True], ids=["written", "not written"])
def test_the_table_is_stopped_and_comes_back_when_asked(
    fails: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    fake = tmp_path / "systemctl"
    fake.write_text(f'#!/bin/sh\necho "$*" >> {told}\n')
    fake.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    def write(port: str, hex_file: Path | None) -> flashing.BootLoader:
        told.write_text(f"{told.read_text()}written\n")
        if fails:
            raise TurboError("no boot loader")
        return BOOT_LOADERS[0]

    monkeypatch.setattr(flashing, "flash", write)
    status = main(["board", "--board", "/dev/ttyUSB0", "flash", "--stop-service"])
    assert status == (2 if fails else 0)
    assert told.read_text().splitlines() == ["stop turbo", "written", "start turbo"]
