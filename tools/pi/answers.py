"""Waits until a page answers: exit status 0 if it does within the seconds given, else 1."""

import sys
import time
import urllib.error
import urllib.request


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as answer:
            return bool(answer.status < 400)
    # Somebody is there and refuses: a page that only who has the PIN may see.
    except urllib.error.HTTPError as refused:
        return refused.code in (401, 403)
    except OSError:
        return False


if __name__ == "__main__":
    page, seconds = sys.argv[1], float(sys.argv[2])
    until = time.monotonic() + seconds
    while not (is_there := answers(page)) and time.monotonic() < until:
        time.sleep(0.5)
    sys.exit(0 if is_there else 1)
