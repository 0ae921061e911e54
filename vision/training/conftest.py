"""The training needs PyTorch, which neither the product nor its tests do."""

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("torch") else ["*.py"]
