"""Figures that a passage places: a link to one, alone in a paragraph."""

from collections.abc import Iterator

from rulewright.markup.links import PLACED


def placed_figures(source: str) -> Iterator[str]:
    """Their targets in order."""
    if f"[[{PLACED}" not in source.replace(" ", ""):
        return
    from rulewright.markup.grammar import PLACE, passage  # few texts need the parser

    tokens, _ = passage(source)
    yield from (token.meta["target"] for token in tokens if token.type == f"{PLACE}_open")
