"""Ways to a board at the table, each chosen by name, all with the same events and panel.

| name | what |
|---|---|
| `auto` | the first serial port with the USB id of a board we know, that answers |
| `/dev/ttyUSB0`, `COM3`, `socket://...` | a port or URL that pyserial opens |
| `twin` | the real firmware in an emulator; the link's `board` presses its buttons |
| `pins` | buttons and lamps on the Raspberry Pi's own header |
| `pins:mock` | the same with pins that exist in memory only |
"""

from turbo.board.levels import load_levels
from turbo.board.link import Clock, Deliver, Link, Mailbox, wall_clock
from turbo.errors import TurboError


def open_link(name: str, *, deliver: Deliver | None = None, clock: Clock = wall_clock) -> Link:
    """The link of that name, already trying. A board that is not there yet is no error: the link
    tells `BoardParted` with the reason, and `BoardJoined` when one answers. Those levels count that
    `turbo board tune` has kept."""
    if not name.strip():
        raise TurboError("expected a board: auto, twin, pins, pins:mock or a serial port")
    # Read also where the board has no tray: a file that cannot be read is told before a match.
    mailbox, levels = Mailbox(deliver), load_levels()
    if name in ("pins", "pins:mock"):
        # Each way brings its own library; a table without a board starts without any of them.
        from turbo.board.pins import PinsLink

        return PinsLink(name, name.partition(":")[2], mailbox, clock=clock)
    if name == "twin":
        from turbo.board.emulated import TwinLink

        return TwinLink(mailbox, clock=clock, levels=levels)
    from turbo.board.serial_port import SerialLink, check_url, find_ports

    if name == "auto":
        return SerialLink(name, find_ports, mailbox, clock=clock, levels=levels)
    # At once: a mistyped scheme would be tried again and again, and look like a board that is off.
    check_url(name)
    return SerialLink(name, lambda: (name,), mailbox, clock=clock, levels=levels)
