"""What a judged layout is to programs: the JSON document of `turbo check`, and that of a fault."""

from typing import Any

from turbo.game.layout import Fault, Layout
from turbo.game.messages import Language, message


def fault_json(fault: Fault, language: Language, said: str | None = None) -> dict[str, Any]:
    """`said`: the sentence where it is another game's than that of dice."""
    return {
        "rule": str(fault.rule),
        "faces": [str(face) for face in fault.faces],
        "cells": [list(cell) for cell in fault.cells],
        "message": message(fault, language) if said is None else said,
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
