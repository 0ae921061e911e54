"""Home Assistant finds the table by itself: one retained message describes the device.

It is the device discovery of its MQTT integration (2024.11 and later): `PREFIX/device/ID/config`
with the device, the origin, and one component for each thing that can be seen. All of them read the
same retained state of the table; nothing is told twice. Buttons exist only where they were allowed,
and can do no more than pause, go on, and call for the referee.
"""

from dataclasses import dataclass
from importlib import metadata
from typing import Any

from turbo.game.messages import Language
from turbo.i18n.catalogue import SentenceTable
from turbo.mqtt.line import FeedLine
from turbo.mqtt.messages import BadMessage, Topics, schema

Document = dict[str, Any]

PRESSES = ("pause", "resume", "referee")
"""All that a button in somebody's house may do at a table: nothing that changes a score."""


WORDS = SentenceTable("home.")


@dataclass(frozen=True, slots=True)
class HomeAssistant:
    """How a table presents itself. `prefix` as Home Assistant has it set."""

    prefix: str = "homeassistant"
    buttons: bool = False
    language: Language = Language.ENGLISH
    has_board: bool = False

    def listens(self, topics: Topics) -> list[str]:
        return [topics.of("press")] if self.buttons else []

    def pressed(self, topic: str, payload: bytes) -> str:
        """Which button; what is none of ours is refused."""
        # Cut before it is read: anybody on the broker may send anything.
        found = payload[:20].decode("utf-8", "replace")
        if found not in PRESSES:
            raise BadMessage(f"expected one of {', '.join(PRESSES)}, got {found!r}")
        return found

    def introduce(self, line: FeedLine, topics: Topics, seats: int = 2, before: int = 0) -> None:
        line.publish(self.topic(topics), self.discovery(topics, seats, before), retain=True)

    def topic(self, topics: Topics) -> str:
        return f"{self.prefix}/device/turbo_{topics.hall}_{topics.table}/config"

    def _word(self, key: str, *values: object) -> str:
        return WORDS[key][self.language].format(*values)

    def discovery(self, topics: Topics, seats: int = 2, before: int = 0) -> Document:
        """The whole device, with a score for everybody who sits there, and nothing in place of
        those who sat there `before`: a component that is left out would stay."""
        unique = f"turbo_{topics.hall}_{topics.table}"
        return {
            "device": {
                # With the hall: two clubs may each have a table 1.
                "identifiers": [unique],
                "name": self._word("device", topics.table),
                "manufacturer": "Turbo referee",
                "model": topics.hall,
                "sw_version": metadata.version("turbo-referee"),
            },
            "origin": {"name": "turbo-referee", "sw_version": metadata.version("turbo-referee")},
            "availability": [
                {
                    "topic": topics.of("online"),
                    "value_template": "{{ 'online' if value_json.online else 'offline' }}",
                }
            ],
            "state_topic": topics.of("state"),
            "qos": 1,
            "components": {
                **{f"score_{seat + 1}": {"platform": "sensor"} for seat in range(seats, before)},
                **{
                    key: {"unique_id": f"{unique}_{key}", **component}
                    for key, component in self._components(topics, seats).items()
                },
            },
        }

    def _components(self, topics: Topics, seats: int) -> dict[str, Document]:
        found = {
            "turn": self._sensor(
                "turn", "value_json.turn or 'none'", icon="mdi:account-arrow-right"
            ),
            "round": self._sensor("round", "value_json.round", icon="mdi:counter"),
            "phase": self._choice("phase", "value_json.phase", _PHASES),
            "ruling": self._choice(
                "ruling",
                # An enum of Home Assistant's must have a value: null would be refused.
                "value_json.ruling.verdict if value_json.ruling else 'none'",
                [*_VERDICTS, "none"],
                json_attributes_topic=topics.of("state"),
                json_attributes_template="{{ (value_json.ruling or {}) | tojson }}",
            ),
            **{f"score_{seat + 1}": self._score(seat) for seat in range(seats)},
            "doubt": self._flag("doubt", "value_json.questions > 0", "problem"),
            "called": self._flag("called", "value_json.called", "problem"),
            "paused": self._flag("paused", "value_json.paused", None),
            "camera": self._health("camera"),
            "event": self._event(topics),
        }
        # A light that is off for good looks like a fault to who has no board.
        found |= {"board": self._health("board")} if self.has_board else {}
        if self.buttons:
            found |= {f"press_{one}": self._button(one, topics) for one in PRESSES}
        return found

    def _sensor(self, key: str, value: str, *words: object, **more: Any) -> Document:
        return {
            "platform": "sensor",
            "name": self._word(key, *words),
            "value_template": f"{{{{ {value} }}}}",
            **more,
        }

    def _choice(self, key: str, value: str, options: list[str], **more: Any) -> Document:
        return self._sensor(key, value, device_class="enum", options=options, **more)

    def _score(self, seat: int) -> Document:
        value = f"value_json.totals[{seat}] if value_json.totals else 0"
        more = {"state_class": "measurement", "icon": "mdi:dice-multiple"}
        return self._sensor("score", value, seat + 1, **more)

    def _flag(self, key: str, value: str, device_class: str | None) -> Document:
        shown = {} if device_class is None else {"device_class": device_class}
        return {
            "platform": "binary_sensor",
            "name": self._word(key),
            "value_template": f"{{{{ 'ON' if {value} else 'OFF' }}}}",
            **shown,
        }

    def _health(self, key: str) -> Document:
        known = f"'ON' if value_json.{key} else 'OFF'"
        return {
            **self._flag(key, f"value_json.{key}", "connectivity"),
            # Home Assistant reads this word as 'unknown'.
            "value_template": f"{{{{ 'None' if value_json.{key} is none else {known} }}}}",
            "entity_category": "diagnostic",
        }

    def _event(self, topics: Topics) -> Document:
        return {
            "platform": "event",
            "name": self._word("event"),
            "state_topic": topics.of("event"),
            "event_types": schema("event")["properties"]["event_type"]["enum"],
        }

    def _button(self, key: str, topics: Topics) -> Document:
        return {
            "platform": "button",
            "name": self._word(key),
            "command_topic": topics.of("press"),
            "payload_press": key,
        }


_VERDICTS = schema("state")["properties"]["ruling"]["anyOf"][0]["properties"]["verdict"]["enum"]
_PHASES = schema("state")["properties"]["phase"]["enum"]
