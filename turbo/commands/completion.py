"""`turbo completion`: what makes a shell complete commands and options."""

import argparse

from argcomplete.shell_integration import shellcode

SHELLS = ("bash", "zsh", "fish")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=SHELLS, help="the shell that is asked to complete")


def run(args: argparse.Namespace) -> int:
    print(shellcode(["turbo"], shell=args.shell))
    return 0
