"""Messages among markup: what they say in a language, as text or as markup."""

from markupsafe import Markup, escape

from rulewright.translation.catalogues import Catalogue
from rulewright.translation.messages import Message, in_language


def translated(text: str, catalogue: Catalogue) -> str:
    """A message in a language; as markup if one of its values is markup. Any other text is as it is."""
    if type(text) is not Message:
        return text
    return as_markup(text, catalogue) if _has_markup(text) else catalogue.said(text)


def as_markup(message: Message, catalogue: Catalogue) -> Markup:
    """A message with its values escaped, unless they are markup."""
    values = {name: _escaped(value, catalogue) for name, value in message.values.items()}
    english = message.plural if message.plural and values.get("n") != 1 else message.template
    escaped = Message(english.format_map(values), message.template, values, message.plural)
    return Markup(in_language(escaped, catalogue))  # noqa: S704 - the template is ours, and the values escaped


def _has_markup(message: Message) -> bool:
    values = message.values.values()
    return any(isinstance(each, Markup) or (type(each) is Message and _has_markup(each)) for each in values)


def _escaped(value: object, catalogue: Catalogue) -> object:
    return escape(translated(value, catalogue)) if isinstance(value, str) else value
