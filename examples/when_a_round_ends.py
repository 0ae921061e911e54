"""Prints a line whenever a round ends anywhere in the hall. Put your lamp, your sign or your
television here. Needs only paho-mqtt:

    python examples/when_a_round_ends.py localhost 1883 club

It keeps no account of its own: each table's state is retained, so whoever comes late is told at
once how things stand, and a state that is told twice changes nothing.
"""

import json
import sys
from typing import Any

import paho.mqtt.client as mqtt

rounds: dict[str, int] = {}


def on_connect(client: mqtt.Client, *_: Any) -> None:
    client.subscribe(f"turbo/1/{sys.argv[3]}/+/state", qos=1)


def on_message(_: mqtt.Client, __: Any, message: mqtt.MQTTMessage) -> None:
    state = json.loads(message.payload)
    table, over = state["table"], state["round"] - (state["phase"] != "between-rounds")
    over = state["rounds"] if state["finished"] else over
    if table in rounds and over > rounds[table]:
        score = " : ".join(
            f"{name} {total}" for name, total in zip(state["players"], state["totals"], strict=True)
        )
        print(f"table {table}: round {over} is over, {score}", flush=True)
    rounds[table] = over


client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
client.on_connect = on_connect
client.on_message = on_message
client.connect(sys.argv[1], int(sys.argv[2]))
client.loop_forever()
