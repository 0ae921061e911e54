"""For `pytest -p bench.belief.switched`: all live tables of the process are led by the filter."""

from bench.belief.switch import switch

switch()
