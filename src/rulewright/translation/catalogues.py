"""The catalogues of the tool's words: one file `locale/LANGUAGE.po` for each language, as translators edit it.

Babel compiles a file once for a user; the store keeps the result under the file's content, and the standard library
reads it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from rulewright.installation import user_store

LOCALE = Path(__file__).parent / "locale"
SOURCE = "en"
"""The language that the code itself speaks."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The words of one language. `language` is the code as the game writes it, such as `de-CH`."""

    language: str
    texts: NullTranslations
    signs: Mapping[int, str]
    """What stands for the comma and the point of an English number, by their codes."""

    @property
    def is_english(self) -> bool:
        return self.language == SOURCE

    def gettext(self, text: str, /) -> str:
        return self.texts.gettext(text) if text else ""  # the empty text is the head of the file

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        return self.texts.ngettext(one, many, number)


ENGLISH = Catalogue(SOURCE, NullTranslations(), {})


def languages() -> tuple[str, ...]:
    """The languages in which the tool speaks."""
    return SOURCE, *sorted(each.stem for each in LOCALE.glob("*.po"))


def spoken(language: str) -> str | None:
    """The language in which the tool speaks for a code such as `de-CH`: `de`."""
    own = language.lower().replace("_", "-").partition("-")[0]
    return own if own == SOURCE or (LOCALE / f"{own}.po").is_file() else None


@cache
def catalogue(language: str) -> Catalogue:
    """The words for a language: English for a language that has no catalogue, of which `unknown-language` warns."""
    own = spoken(language)
    if own in (SOURCE, None):
        return ENGLISH
    source = (LOCALE / f"{own}.po").read_bytes()
    compiled = user_store().get(("catalogue", source), lambda: _compiled(source))
    return Catalogue(language, GNUTranslations(BytesIO(compiled)), _signs(language))


def _compiled(source: bytes) -> bytes:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source)))
    return compiled.getvalue()


def _signs(language: str) -> Mapping[int, str]:
    from babel import Locale, UnknownLocaleError

    try:
        symbols = Locale.parse(language, sep="-").number_symbols["latn"]
    except UnknownLocaleError:  # of a country that does not write the language: as usual in the language
        symbols = Locale.parse(spoken(language)).number_symbols["latn"]
    return {ord(","): symbols["group"], ord("."): symbols["decimal"]}
