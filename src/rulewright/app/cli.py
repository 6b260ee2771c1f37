"""The entry point of the program: `rulewright ARGUMENTS` and `python -m rulewright.app.cli ARGUMENTS`.

The commands are in `rulewright.app.commands`. This module imports little, so that `--version` answers at once.
"""

import sys
from collections.abc import Sequence

from rulewright import __version__
from rulewright.base.boundary import guard


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, by default that of the command line; return the exit status.

    The status is 0 for success, 1 for errors in a game, 2 for wrong use, unreadable input or an interrupted run.
    """
    return guard(lambda: _run([*(sys.argv[1:] if arguments is None else arguments)]))


def _run(arguments: list[str]) -> int:
    if arguments == ["--version"]:  # before the import of click, which takes longer than all else
        print(f"rulewright {__version__}")
        return 0
    from rulewright.app.commands.group import run_command

    return run_command(arguments)


if __name__ == "__main__":
    sys.exit(main())
