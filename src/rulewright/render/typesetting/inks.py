"""Colours as CSS writes them: for screens and home printers, or for a press."""

from collections.abc import Callable

from rulewright.model.colour import Tint

Ink = Callable[[Tint], str]


def on_screen(tint: Tint) -> str:
    return tint.hex


def on_press(tint: Tint) -> str:
    """In the four inks if the author gives them; otherwise prepress mixes them."""
    return tint.hex if tint.cmyk is None else f"device-cmyk({' '.join(f'{share}%' for share in tint.cmyk)})"
