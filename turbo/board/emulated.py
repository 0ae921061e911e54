"""The link to the board's twin: the serial link as it is, with the emulator at the far end."""

from turbo.board.emulator import TwinBoard, build_twin
from turbo.board.link import Clock, Levels, Mailbox
from turbo.board.serial_port import SerialLink, Waits


class TwinLink(SerialLink):
    """`board` is the emulator: press its buttons, shake its cup, spoil its line."""

    def __init__(self, mailbox: Mailbox, *, clock: Clock, levels: Levels) -> None:
        self.board = TwinBoard(*build_twin())
        super().__init__(
            "twin",
            self.board.ports,
            mailbox,
            clock=clock,
            levels=levels,
            # Nothing boots in here, and the tests pull the cable often.
            waits=Waits(retry_s=0.02),
            is_simulated=True,
        )

    def close(self) -> None:
        super().close()
        self.board.close()
