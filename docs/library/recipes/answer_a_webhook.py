"""Answer a webhook

`turbo serve --webhooks home` tells addresses that the referee names. What is told is signed with the
secret that the page showed once (`Turbo-Signature: t=TIME,v1=HEX`): check it before you believe it.
"""

import hashlib
import hmac

from web.hooks.hooks import signature

secret, body = "shown once", b'{"event": "ruling", "match": 7}'
header = signature(secret, 1_700_000_000, body)  # as the table sends it


def is_from_the_table(header: str, body: bytes) -> bool:
    parts = dict(part.split("=") for part in header.split(","))
    signed = f"{parts['t']}.".encode() + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected, parts["v1"])


print(is_from_the_table(header, body), is_from_the_table(header, body + b" "))

# > True False
