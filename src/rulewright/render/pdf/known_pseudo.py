"""Styles of pseudo-elements, made where somebody asks for them.

WeasyPrint's own stylesheet has six rules for the markers and notes of any element, so it makes six styles for each:
ten times as many as a card has beside them. Few elements have a marker, and none of a card has a note.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

Function = Callable[..., Any]


def deferring(set_styles: Function) -> Function:
    """WeasyPrint's `StyleFor.set_computed_styles`, which puts the pseudo-elements of a document off."""

    @wraps(set_styles)
    def set_computed_styles(styles: Any, element: Any, *rest: Any, pseudo_type: Any = None, **named: Any) -> None:
        cascaded = styles.get_cascaded_styles().get((element, pseudo_type)) if _is_of_element(pseudo_type) else None
        if cascaded is None or rest or "anchor" in cascaded:  # the places of anchors are gathered at once
            set_styles(styles, element, *rest, pseudo_type=pseudo_type, **named)
        else:
            vars(styles).setdefault("put_off", {})[element, pseudo_type] = cascaded, named

    return set_computed_styles


def _is_of_element(pseudo_type: Any) -> bool:
    """Not of a page: those have an @ before their names."""
    return isinstance(pseudo_type, str) and not pseudo_type.startswith("@")


def making(style_for: Function, set_styles: Function) -> Function:
    """WeasyPrint's `StyleFor.__call__`, which first makes what was put off; `set_styles` is the plain way to do so."""

    @wraps(style_for)
    def called(styles: Any, element: Any, pseudo_type: Any = None) -> Any:
        if pseudo_type is not None and (later := vars(styles).get("put_off", {}).pop((element, pseudo_type), None)):
            cascaded, named = later
            known = styles.get_cascaded_styles()
            known[element, pseudo_type] = cascaded
            set_styles(styles, element, pseudo_type=pseudo_type, **named)
            del known[element, pseudo_type]
        return style_for(styles, element, pseudo_type)

    return called
