"""Listen to the stream of events

Server-sent events over plain HTTP: nothing to install. Each `state` is complete, so a line that was
lost is made good by the next one. Leave `?once=true` away to go on listening.
"""

# needs: the address of a table that runs
import json
import sys
from urllib.request import urlopen

with urlopen(f"{sys.argv[1]}/api/events?once=true") as stream:
    event = b""
    for line in stream:
        if line.startswith(b"event: "):
            event = line[7:].strip()
        if event == b"state" and line.startswith(b"data: "):
            match = json.loads(line[6:])["match"]  # none before the first one is begun
            print(*(match["players"] if match else ()), match["totals"] if match else "no match")

# > Ann Bob [0, 0]
