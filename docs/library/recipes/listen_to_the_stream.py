"""Listen to the stream of events

Server-sent events over plain HTTP: nothing to install. Each `state` is complete, so a line that was
lost is made good by the next one. Leave `?once=true` away to go on listening.
"""

# needs: the address of a table that runs
import json
import sys
from urllib.request import urlopen

with urlopen(f"{sys.argv[1]}/api/events?once=true") as stream:
    for line in stream:
        if line.startswith(b"data: {"):
            state = json.loads(line[6:])
            print(*state["match"]["players"], state["match"]["totals"])

# > Ann Bob [0, 0]
