"""Colours as a style sheet writes them: for a screen and a printer of one's own, or for a press."""

from collections.abc import Callable

from rulewright.model.colour import Tint
from rulewright.model.inks import inks

Ink = Callable[[Tint], str]


def on_screen(tint: Tint) -> str:
    return tint.hex


def on_press(tint: Tint) -> str:
    """In shares of the four inks; black, and whatever is grey, in black alone."""
    return f"device-cmyk({' '.join(f'{share}%' for share in inks(tint))})"
