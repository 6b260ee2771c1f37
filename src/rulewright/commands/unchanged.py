"""What a build says that finds nothing to do."""

import os
import sys

from rulewright.cache import BuildCache
from rulewright.visible import visible, visible_lines

SHOWN = 3
"""How many files of others are named."""


def says_unchanged(cache: BuildCache) -> bool:
    """Prints the findings of the last build again, if there is nothing to do."""
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(visible_lines(findings))
    say_others(cache.folder, cache.others)
    print(visible(f"{cache.game}: nothing has changed, {os.path.normpath(cache.folder)} is up to date"))
    return True


def say_others(folder: str, others: list[str]) -> None:
    """Names some of the files that no build wrote."""
    if others:
        rest = f" and {len(others) - SHOWN} more" if len(others) > SHOWN else ""
        names = ", ".join(sorted(others)[:SHOWN]) + rest
        place = os.path.normpath(folder)
        print(visible(f"{os.path.basename(place)}: no build wrote these files in {place}, so they stay: {names}"))
