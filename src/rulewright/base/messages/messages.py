"""English sentences of the tool that can be put into another language.

    tell("table {table!r} has no row for {roll}", table=table.id, roll=3)

A message is the English text, `table 'fire' has no row for 3`, and compares, sorts and pickles as such. It also keeps
its template, which a catalogue translates as a whole, and its values, which may be messages themselves. Other text in
it is the author's and stays.

Imports next to nothing: every stage makes messages. English needs no catalogue.
"""

from collections.abc import Iterable, Mapping
from numbers import Number
from typing import Any


class Message(str):
    """An English text of the tool, the template that it was made from, and the values in it.

    `plural` is the template for numbers other than 1; empty if there is no number. A message without a template is the
    same in every language.
    """

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
"""The empty message."""


def tell(template: str, /, **values: object) -> Message:
    """Make a message of a template and the values for its braces. Without values, braces in it print as they are."""
    return Message(template.format_map(values) if values else template, template, _plain_values(values))


def tell_number(one: str, many: str, n: int, /, **values: object) -> Message:
    """Make a message that depends on a number, which the templates may name as `{n}`: `{n} die` or `{n} dice`."""
    named = {"n": n, **values}
    return Message((one if n == 1 else many).format_map(named), one, _plain_values(named), many)


def heading(key: str) -> Message:
    """Return the name of a key or a section as a heading, such as `Former numbers`. A catalogue need not have it."""
    words = key.replace("-", " ").capitalize()
    return Message(words, words)


def joined(parts: Iterable[str], sign: str = ", ") -> Message:
    """Join texts with the same sign between them in every language."""
    named = {f"part{number}": part for number, part in enumerate(parts)}
    return tell(sign.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name in named), **named)


def all_of(parts: Iterable[str]) -> Message:
    """Return a message such as `a, b and c`."""
    # `tell`, and not only the template, so that translators get it
    return _in_a_row([*parts], tell("{first} and {last}", first="", last="").template)


def any_of(parts: Iterable[str]) -> Message:
    """Return a message such as `a, b or c`."""
    return _in_a_row([*parts], tell("{first} or {last}", first="", last="").template)


def _in_a_row(parts: list[str], template: str) -> Message:
    return joined(parts) if len(parts) < 2 else tell(template, first=joined(parts[:-1]), last=parts[-1])


def _plain_values(values: Mapping[str, object]) -> Mapping[str, object]:
    """Keep numbers and texts; replace any other value by its text."""
    return {name: value if isinstance(value, (str, Number)) else str(value) for name, value in values.items()}
