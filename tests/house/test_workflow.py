"""What the workflow runs exists here, for every Python and machine that is promised."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORKFLOW = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")


def test_every_command_of_the_workflow_is_a_target_of_the_makefile() -> None:
    commands = re.findall(r"^\s+- run: (.+)$", WORKFLOW, re.MULTILINE)
    asked = {target for command in commands for target in re.findall(r"\bmake (\S+)", command)}
    there = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert {"test", "docs", "release"} == asked <= set(there)


def test_every_promised_python_is_tried_on_both_kinds_of_processor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    promised = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    rows = re.findall(r"python: \[(.+)\]", WORKFLOW)
    assert promised and [re.findall(r"3\.\d+", row) for row in rows] == [promised] * 2
    assert WORKFLOW.count("machine: [ubuntu-24.04, ubuntu-24.04-arm]") == 2


def test_what_is_sampled_elsewhere_is_run_whole_by_the_workflow() -> None:
    """`make test` takes a part of the families that are marked so."""
    assert "make test PYTEST=--whole" in WORKFLOW
