"""What a build says that finds nothing to do, in the words that the last build left for it.

It imports next to nothing, so no catalogue: the record of a build has these sentences in the language of the game.
"""

import os
import sys
from collections.abc import Mapping, Sequence

from rulewright.cache import BuildCache
from rulewright.visible import visible, visible_lines

SHOWN = 3
"""How many files of others are named."""


def _(sentence: str) -> str:
    """Marks a sentence for the catalogues."""
    return sentence


UNCHANGED = _("{game}: nothing has changed, {folder} is up to date")
OTHERS = _("{game}: no build wrote these files in {folder}, so they stay: {names}")
MORE = _("{names} and {others} more")
SENTENCES = (UNCHANGED, OTHERS, MORE)


def says_unchanged(cache: BuildCache) -> bool:
    """Prints the findings of the last build again, if there is nothing to do."""
    findings = cache.findings_if_fresh()
    if findings is None:
        return False
    sys.stdout.write(visible_lines(findings))
    say_others(cache.folder, cache.others, cache.sentences)
    _say(UNCHANGED, cache.sentences, cache.folder)
    return True


def say_others(folder: str, others: Sequence[str], sentences: Mapping[str, str]) -> None:
    """Names some of the files that no build wrote."""
    if others:
        names = ", ".join(sorted(others)[:SHOWN])
        if len(others) > SHOWN:
            names = sentences.get(MORE, MORE).format(names=names, others=len(others) - SHOWN)
        _say(OTHERS, sentences, folder, names=names)


def _say(sentence: str, sentences: Mapping[str, str], folder: str, **values: str) -> None:
    place = os.path.normpath(folder)
    line = sentences.get(sentence, sentence).format(game=os.path.basename(place), folder=place, **values)
    print(visible(line))
