"""Exceptions to rules, which may have exceptions themselves."""

from rulewright.entries.entry import Entry, key
from rulewright.entries.roles import Prose, texts_or_entries

EXCEPTIONS = texts_or_entries(
    "Exemption",
    lambda: Exemption,
    "a text, or a list of texts and of exceptions that have exceptions themselves",
    "as in exceptions: [In a wood it scores on 5 or more.]",
)


class Exemption(Entry, noun="an exception"):
    """An exception that has exceptions itself. Any other exception is just a text."""

    text: Prose = key("What the exception says", "text: In a wood it scores on 5 or more.")
    exceptions: tuple["Exemption", ...] = key(
        "Exceptions to this exception",
        "exceptions: [A mortar ignores the wood.]",
        kind=EXCEPTIONS,
        default=(),
    )
