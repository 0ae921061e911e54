"""`python -m turbo` is the `turbo` command."""

import sys

from turbo.commands.cli import main

if __name__ == "__main__":
    sys.exit(main())
