"""Texts of our Markdown as plain words."""

from rulewright.markup.words import words


def bare(text: str) -> str:
    """The words of a text without markup; a link is its last words."""
    return words(text, lambda target, shown: shown or target.rpartition(":")[2], blocks=False)
