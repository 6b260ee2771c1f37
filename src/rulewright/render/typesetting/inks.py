"""Colours as a style sheet writes them: for a screen and a printer of one's own, or for a press."""

from collections.abc import Callable

from rulewright.model.colour import Tint

Ink = Callable[[Tint], str]


def on_screen(tint: Tint) -> str:
    return tint.hex


def on_press(tint: Tint) -> str:
    """In shares of the four inks where the author gives them; else whoever finishes the page for a press mixes them."""
    return tint.hex if tint.cmyk is None else f"device-cmyk({' '.join(f'{share}%' for share in tint.cmyk)})"
