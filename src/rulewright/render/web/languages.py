"""The same page in the other languages of the game.

Each language has a web folder of its own, with the same names of pages. Only lists that are divided by their letters or
their length may be divided otherwise, so these lead to the first page of the list.
"""

import re
from collections.abc import Iterator

from rulewright.model.game import Game
from rulewright.render.web.views import LanguageView

DIVIDED = re.compile(r"(glossary|references)-.*")


def languages(file: str, game: Game) -> Iterator[LanguageView]:
    """The other languages, each with the address of the page `file` in it."""
    page = DIVIDED.sub(r"\1.html", file)
    up = "../../" if game.is_translation else "../"
    for code in game.languages:
        if code != game.language:
            folder = "" if code == game.original_language else f"{code}/"
            yield LanguageView(code, _name(code), f"{up}{folder}web/{page}")


def _name(code: str) -> str:
    """What the speakers of a language call it."""
    from babel import Locale, UnknownLocaleError  # slow to import, and only a game in several languages needs it

    try:
        name = Locale.parse(code, sep="-").get_display_name() or code
    except (UnknownLocaleError, ValueError):
        return code
    return name[0].upper() + name[1:]
