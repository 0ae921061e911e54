"""Feed a sign over MQTT

`turbo run --feed mqtt://HOST/HALL/TABLE` tells a broker how things stand. States are retained:
whoever comes late is told at once. Put your sign where `print` is.
"""

# needs: host and port of a broker, with a table that tells
import json
import sys

import paho.mqtt.client as mqtt
from paho.mqtt.subscribe import simple

host, port = sys.argv[1], int(sys.argv[2])
heard = simple("turbo/1/club/+/state", hostname=host, port=port)
assert isinstance(heard, mqtt.MQTTMessage)
state = json.loads(heard.payload)
print(state["table"], *state["players"], state["totals"])

# > t7 Ann Bob [0, 0]
