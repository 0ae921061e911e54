"""Every number of the dashboard that can be tuned, with what it does and how it was found."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WebSettings:
    """How the dashboard is served, and how hard it is to get in."""

    streams: int = 400
    """Watching clients at once; another is asked to come back. More than a hall needs; a waiting
    thread costs about 50 kB (`bench.web`)."""
    threads: int = 12
    """Threads for everything but streams, so that streams never starve the rest. A page needs six
    requests at once at most."""
    keep_alive_s: float = 2.0
    """A stream that has nothing to say says so this often, so that a lost client is noticed, and a
    dead line by who watches: a page believes no table that it has not heard of for five seconds."""
    retry_ms: int = 1000
    """How long a browser waits before it connects again."""
    pictures_per_s: float = 5.0
    """How often at most a new camera picture is announced. More cannot be told apart by eye at a
    table where dice lie still, and a Pi's radio carries five to a few phones."""
    states_per_s: float = 20.0
    """How often at most the state is sent; what happens faster is told together."""
    health_s: float = 1.0
    """How often the table's health is looked at: a person notices a second, a machine not."""
    invitation_s: float = 300.0
    """How long the code that makes a phone the referee's is good for, once: time to pick up a
    phone, too short for a photograph that goes round."""
    tokens: int = 50
    """Keys for programs at once: a house has a handful."""
    pin_tries: int = 5
    """Wrong PINs from one address before it must wait, and the base of the wait below."""
    all_pin_tries: int = 30
    """Wrong PINs from everybody together before everybody must wait who was never let in."""
    pin_wait_s: float = 60.0
    """How long tries count, and so how long who tried too often waits."""
    hour_pin_tries: int = 20
    """Wrong PINs from one address within an hour. Nobody who has the PIN mistypes it so often; by
    the minute's number alone one address would try 7,200 a day."""
    all_hour_pin_tries: int = 120
    """The same of everybody together: 2,880 a day, so that a day of guessing finds a PIN of six
    digits with 0.3 % (`bench.door`); by the minute's number alone it were 4.3 %."""
    session_hours: float = 12.0
    """How long a referee stays signed in: an evening and the morning after it."""
    largest_request: int = 1_000_000
    """Bytes of a request's body; a record of a whole match has about 10,000."""
    largest_picture: int = 3_000_000
    """Bytes of a picture that a telephone sends: 1920 x 1440 at the quality that the page asks for
    has about 700,000."""
    unread_bytes: int = 262_144
    """What waits in memory for a client that does not read, before its stream stands still. A
    state has about 8,000 bytes."""
    streams_per_address: int = 24
    """Of these one device may have so many: a browser keeps one a tab. This machine itself, or a
    proxy on it, may have all."""
    connections_per_address: int = 64
    """Open connections of one address; another is closed. A browser opens six, and a stream a
    tab."""
    open_pictures: bool = False
    """Show the camera's picture and pictures of throws to everybody who may look at all."""
    names: tuple[str, ...] = ()
    """Names from the public DNS under which the site is reached, such as of a proxy before it."""
    is_alone: bool = False
    """Whether nothing is served to other machines."""
    webhooks: str = "off"
    """Whether other programs are told what was ruled: off, public (addresses on the internet) or
    home (addresses in this house too)."""
    secure_cookie: bool = False
    """Send the cookie over HTTPS only: for a site behind a proxy that has a certificate."""


DEFAULTS = WebSettings()
