"""English sentences of the tool that can be put into another language.

    tell("table {table!r} has no row for {roll}", table=table.id, roll=3)

A message is the English text, and compares, sorts and pickles as such. It also keeps its template, which a catalogue
translates as a whole, and its values, which may be messages themselves. Other text in it is the author's and stays.

Imports next to nothing: every stage makes messages. English needs no catalogue.
"""

from collections.abc import Iterable, Mapping
from numbers import Number
from typing import Any, Protocol


class Catalogue(Protocol):
    """The sentences of a language, as gettext has them, and how it writes numbers."""

    @property
    def is_english(self) -> bool: ...

    @property
    def signs(self) -> Mapping[int, str]:
        """What stands for the comma and the point of an English number, by their codes."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, n: int, /) -> str: ...


class Message(str):
    """An English text; without a template, one that is not the tool's and is the same in every language."""

    __slots__ = ("plural", "template", "values")
    template: str
    plural: str
    values: Mapping[str, object]

    def __new__(
        cls, text: str = "", template: str = "", values: Mapping[str, object] | None = None, plural: str = ""
    ) -> "Message":
        self = super().__new__(cls, text)
        self.template, self.plural, self.values = template, plural, values or {}
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (str(self), self.template, self.values, self.plural)


NO_WORDS = Message()
"""No words at all."""


def tell(template: str, /, **values: object) -> Message:
    """A sentence; without values, braces in it are what they are."""
    return Message(template.format_map(values) if values else template, template, _kept(values))


def tell_number(one: str, many: str, n: int, /, **values: object) -> Message:
    """A sentence that depends on a number, which it may name as `{n}`."""
    named = {"n": n, **values}
    return Message((one if n == 1 else many).format_map(named), one, _kept(named), many)


def joined(parts: Iterable[str], sign: str = ", ") -> Message:
    """Texts in a row with a sign between them, which is the same in every language."""
    named = {f"part{at}": part for at, part in enumerate(parts)}
    return tell(sign.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in named), **named)


def all_of(parts: Iterable[str]) -> Message:
    """`a, b and c`."""
    return _in_a_row([*parts], tell("{first} and {last}", first="", last="").template)


def any_of(parts: Iterable[str]) -> Message:
    """`a, b or c`."""
    return _in_a_row([*parts], tell("{first} or {last}", first="", last="").template)


def _in_a_row(parts: list[str], template: str) -> Message:
    return joined(parts) if len(parts) < 2 else tell(template, first=joined(parts[:-1]), last=parts[-1])


def in_language(text: str, catalogue: Catalogue) -> str:
    """The words of a message in another language; any other text as it is."""
    if catalogue.is_english or not isinstance(text, Message) or not text.template:
        return text
    values, template = text.values, text.template
    number = values.get("n")
    if text.plural and isinstance(number, int):
        template = catalogue.ngettext(template, text.plural, number)
    else:
        template = catalogue.gettext(template)
    named = {name: _value(value, catalogue) for name, value in values.items()}
    return template.format_map(named) if named else template


def _kept(values: Mapping[str, object]) -> Mapping[str, object]:
    """Numbers and texts as they are; of any other value, its text."""
    return {name: value if isinstance(value, _PLAIN) else str(value) for name, value in values.items()}


_PLAIN = (str, Number)


def _value(value: object, catalogue: Catalogue) -> object:
    return in_language(value, catalogue) if isinstance(value, str) else _Number(value, catalogue.signs)


class _Number:
    """Prints as Python does, with the comma and the point of another language."""

    def __init__(self, value: object, signs: Mapping[int, str]) -> None:
        self._value, self._signs = value, signs

    def __format__(self, form: str) -> str:
        return format(self._value, form).translate(self._signs)

    def __repr__(self) -> str:
        return repr(self._value).translate(self._signs)
