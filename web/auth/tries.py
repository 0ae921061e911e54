"""How often one may try: wrong PINs, counted by address and in all.

Two spans of time hold at once. The minute stops whoever types on and forgives soon; the hour stops
a program that keeps to the minute's pace for days.
"""

import ipaddress
from collections.abc import Callable, Iterator
from functools import lru_cache

from turbo.errors import TurboError
from web.settings import WebSettings

HOUR_S = 3600.0


class TooManyTries(TurboError):
    """Somebody tried too many PINs."""

    def __init__(self, wait_s: float) -> None:
        # Never nought: 'come back in 0 s' invites to try at once, and to be refused again.
        self.wait_s = max(1, round(wait_s))
        super().__init__(f"too many wrong PINs: wait {self.wait_s} s")


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """What tries are counted by: an IPv6 host may take any of its network's addresses."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped or ipaddress.ip_network((found, 64), strict=False))
    return address


class Tries:
    """The wrong ones of the last hour. Whoever shares it between threads locks it."""

    def __init__(self, settings: WebSettings, now_s: Callable[[], float]) -> None:
        self._settings, self._now_s = settings, now_s
        self._wrong: list[tuple[float, str]] = []

    def check(self, address: str, *, is_known: bool = False) -> None:
        """Refuse whoever must wait. Who was let in before is not locked out by others."""
        now, waits = self._now_s(), [0.0]
        # No span reaches further back; without this the list grew with every wrong PIN.
        self._wrong = [one for one in self._wrong if now - one[0] < HOUR_S]
        for span_s, own_most, all_most in self._limits():
            late = [(at, by) for at, by in self._wrong if now - at < span_s]
            own = [at for at, by in late if by == address]
            everybody = [] if is_known else [at for at, _ in late]
            for tries, most in ((own, own_most), (everybody, all_most)):
                if len(tries) >= most:
                    # The oldest of the last `most` decides: when it is forgotten there is room for
                    # one more.
                    waits.append(tries[-most] + span_s - now)
        if max(waits) > 0.0:
            raise TooManyTries(max(waits))

    def _limits(self) -> Iterator[tuple[float, int, int]]:
        one = self._settings
        yield one.pin_wait_s, one.pin_tries, one.all_pin_tries
        yield HOUR_S, one.hour_pin_tries, one.all_hour_pin_tries

    def count(self, address: str) -> int:
        """One more was wrong; how many of that address were, of late."""
        self._wrong.append((self._now_s(), address))
        return sum(by == address for _, by in self._wrong)

    def forgive(self, address: str) -> None:
        """The newest of that address was right after all."""
        place = max(at for at, (_, by) in enumerate(self._wrong) if by == address)
        del self._wrong[place]
