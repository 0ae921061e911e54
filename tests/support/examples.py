"""How many examples a property is tried with, where it is not as many as usual."""

from collections.abc import Sequence

from hypothesis import HealthCheck, settings

USUAL = 100


def examples(number: int, *unchecked: HealthCheck) -> settings:
    """So many for whoever names a file and in the workflow. Where all tests are run it is the part
    that the profile of that moment has of the usual number (`tests/conftest.py`)."""
    usual = settings()
    checks: Sequence[HealthCheck] = (*usual.suppress_health_check, *unchecked)
    part = max(1, number * usual.max_examples // USUAL)
    return settings(max_examples=part, suppress_health_check=checks)
