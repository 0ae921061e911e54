"""Feed a sign over MQTT

`turbo run --feed mqtt://HOST/HALL/TABLE` tells a broker how things stand. States are retained:
whoever comes late is told at once. Put your sign where `print` is.
"""

# needs: host and port of a broker, with a table that tells
import json
import sys

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion


def show(client: mqtt.Client, _: object, heard: mqtt.MQTTMessage) -> None:
    if not heard.payload:
        return  # a table that was taken away leaves an empty word behind
    state = json.loads(heard.payload)
    print(state["table"], *state["players"], state["totals"])
    client.disconnect()  # a sign would go on listening


sign = mqtt.Client(CallbackAPIVersion.VERSION2)
sign.on_message = show
sign.on_connect = lambda client, *_: client.subscribe("turbo/1/club/+/state")
sign.connect(sys.argv[1], int(sys.argv[2]))
sign.loop_forever()

# > t7 Ann Bob [0, 0]
