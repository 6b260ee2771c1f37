"""Put the tool's own words into the language of a game.

A catalogue has the translations for one language: the file `locale/LANGUAGE.po`, as translators edit it. With that of
German, the message `Note` is `Hinweis`, and `{n} change` with `n=2` is `2 Änderungen`.

Babel compiles a file once for a user; the store keeps the result under the file's content, and the standard library
reads it. For English nothing of this is imported.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup, escape

from rulewright.base.installation import own_store
from rulewright.base.messages.messages import Message

if TYPE_CHECKING:
    from gettext import GNUTranslations


LOCALE = Path(__file__).parent / "locale"
SOURCE_LANGUAGE = "en"
"""The language that the code itself speaks."""
PLURAL_NUMBERS = 200
"""All plural forms occur for numbers below this."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The translations for one language. `language` is the code as the game writes it, such as `de-CH`."""

    language: str
    texts: "GNUTranslations | None"
    """None for English."""
    signs: Mapping[int, str]
    """The characters for the comma and the point of an English number by their codes, as `str.translate` takes them."""

    @property
    def is_english(self) -> bool:
        return self.texts is None

    def gettext(self, text: str, /) -> str:
        """Translate a text; an empty one stays empty, because it is the key of the header in the file."""
        return self.texts.gettext(text) if self.texts and text else text

    def ngettext(self, one: str, many: str, number: int, /) -> str:
        """Translate a text that depends on a number: `one` is the English text for 1, `many` that for other numbers."""
        if self.texts is None:
            return one if number == 1 else many
        return self.texts.ngettext(one, many, number)

    @property
    def plural_rule(self) -> str:
        """The index of the plural form for a number n, as an expression that is both C and JavaScript: `n != 1`."""
        head = "" if self.texts is None else self.texts.info()["plural-forms"]
        return head.partition("plural=")[2].rstrip("; ") or "n != 1"

    def forms(self, one: str, many: str) -> list[str]:
        """Return the plural forms of a text in the order of the language: `die` and `dice` in English."""
        from gettext import c2py

        index_for = c2py(self.plural_rule)
        forms = {index_for(n): self.ngettext(one, many, n) for n in range(PLURAL_NUMBERS)}
        return [form for _, form in sorted(forms.items())]

    def said(self, text: str) -> str:
        """Translate a message, and return any other text unchanged."""
        if self.texts is None or not isinstance(text, Message) or not text.template:
            return text
        number = text.values.get("n")
        if text.plural and isinstance(number, int):
            template = self.ngettext(text.template, text.plural, number)
        else:
            template = self.gettext(text.template)
        values = {
            name: self.said(value) if isinstance(value, str) else _Number(value, self.signs)
            for name, value in text.values.items()
        }
        return template.format_map(values) if values else template


class _Number:
    """A number that prints as Python prints it, but with the comma and the point of another language."""

    def __init__(self, value: object, signs: Mapping[int, str]) -> None:
        self._value, self._signs = value, signs

    def __format__(self, form: str) -> str:
        return format(self._value, form).translate(self._signs)

    def __repr__(self) -> str:
        return repr(self._value).translate(self._signs)


ENGLISH = Catalogue(SOURCE_LANGUAGE, None, {})


def languages() -> tuple[str, ...]:
    """Return the languages of the tool's own words."""
    return SOURCE_LANGUAGE, *sorted(each.stem for each in LOCALE.glob("*.po"))


def supported_language(language: str) -> str | None:
    """Return the language of the tool's words for a code: `de` for `de-CH`; None if they are not translated into it."""
    base = language.lower().replace("_", "-").partition("-")[0]
    return base if base == SOURCE_LANGUAGE or (LOCALE / f"{base}.po").is_file() else None


def is_english(language: str) -> bool:
    return supported_language(language) == SOURCE_LANGUAGE


@cache
def catalogue(language: str) -> Catalogue:
    """Return the catalogue for a language: English if it has none, of which the finding `unknown-language` warns."""
    base = supported_language(language)
    if base in (SOURCE_LANGUAGE, None):
        return ENGLISH
    from gettext import GNUTranslations
    from io import BytesIO

    source = (LOCALE / f"{base}.po").read_bytes()
    compiled = own_store().get(("catalogue", source), lambda: _compiled(source))
    return Catalogue(language, GNUTranslations(BytesIO(compiled)), _signs(language))


def _compiled(source: bytes) -> bytes:
    """Compile a PO file to an MO file, which the standard library reads."""
    from io import BytesIO

    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source)))
    return compiled.getvalue()


def _signs(language: str) -> Mapping[int, str]:
    """Return the characters that separate thousands and decimals, for `Catalogue.signs`."""
    from babel import Locale, UnknownLocaleError

    try:
        symbols = Locale.parse(language, sep="-").number_symbols["latn"]
    except UnknownLocaleError:  # for example `de-JP`, a country without the language: as in `de`
        symbols = Locale.parse(supported_language(language)).number_symbols["latn"]
    return {ord(","): symbols["group"], ord("."): symbols["decimal"]}


def spoken_day(day: date, language: str) -> str:
    """Return a date in words: `4 May 2026`; as `2026-05-04` if the language is unknown."""
    if not is_english(language):
        from babel import Locale, UnknownLocaleError
        from babel.dates import format_date

        try:
            return format_date(day, "long", Locale.parse(language, sep="-"))
        except (UnknownLocaleError, ValueError):
            return day.isoformat()
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


MONTHS = tuple(("January February March April May June July August September October November December").split())


def translated(text: str, catalogue: Catalogue) -> str:
    """Translate a message, as markup if one of its values is markup; return any other text unchanged."""
    if type(text) is not Message:
        return text
    return as_markup(text, catalogue) if _has_markup(text) else catalogue.said(text)


def as_markup(message: Message, catalogue: Catalogue) -> Markup:
    """Translate a message and return it as markup. Its values are escaped, unless they are markup."""
    values = {
        name: escape(translated(value, catalogue)) if isinstance(value, str) else value
        for name, value in message.values.items()
    }
    is_plural = message.plural and values.get("n") != 1
    english = (message.plural if is_plural else message.template).format_map(values)
    escaped = Message(english, message.template, values, message.plural)
    return Markup(catalogue.said(escaped))  # noqa: S704 - the template is ours, and the values escaped


def _has_markup(message: Message) -> bool:
    values = message.values.values()
    return any(isinstance(each, Markup) or (type(each) is Message and _has_markup(each)) for each in values)
