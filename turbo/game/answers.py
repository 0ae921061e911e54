"""What a judged layout is to programs: the JSON document of `turbo check`, and that of a fault."""

from typing import Any

from turbo.game.layout import Fault, Layout
from turbo.game.messages import Language, message


def fault_json(fault: Fault, language: Language) -> dict[str, Any]:
    return {
        "rule": str(fault.rule),
        "faces": [str(face) for face in fault.faces],
        "cells": [list(cell) for cell in fault.cells],
        "message": message(fault, language),
    }


def check_json(layout: Layout, language: Language) -> dict[str, Any]:
    """`legal` is null where only an unread die stands between the layout and being legal."""
    faults = layout.faults()
    unknown = layout.has_unread and not faults
    return {
        "legal": None if unknown else not faults,
        "sets": [
            {
                "kind": str(found.kind),
                "faces": [str(face) for face in found.chain.faces],
                "readings": [[str(face) for face in one.faces] for one in found.readings],
            }
            for found in layout.sets()
        ],
        "faults": [fault_json(fault, language) for fault in faults],
    }
