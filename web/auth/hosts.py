"""Under which names the site may be asked for.

A page of another site can make a browser ask us under its own name, by giving that name our address
(DNS rebinding), and would then count as our own page. Only names from the public DNS can be used
so: an address, a name without a dot and names that only a house's own network gives are ours.
"""

import ipaddress

from web.api.refused import Refused
from web.network import HOUSE_NAMES


def host_name(host: str) -> str:
    """A `Host` header without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    # Several colons without brackets are a bare IPv6 address, and its last part is no port.
    return host.rpartition(":")[0] if host.count(":") == 1 else host


def is_ours(host: str, names: tuple[str, ...] = ()) -> bool:
    # A name may end in the dot of the root: it is the same name.
    name = host_name(host).lower().rstrip(".")
    try:
        ipaddress.ip_address(name)
        return True
    except ValueError:
        return "." not in name or name.endswith(HOUSE_NAMES) or name in names


def check_host(host: str, names: tuple[str, ...], key: str = "host") -> None:
    if not is_ours(host, names):
        raise Refused(421, "expected this machine's address or own name as Host", key)


def is_here(address: str) -> bool:
    """Whether a connection comes from this machine itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        # No address at all: a call within this process, as tests make it.
        return not address


def is_own(host: str) -> bool:
    """Whether a name or an address means, on every machine, that machine itself."""
    return host == "localhost" or (host != "" and is_here(host))
