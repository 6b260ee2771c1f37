"""Reuse lines of text that were broken and measured before, so that Pango need not do it again.

Upstream: WeasyPrint 70 measures a table several times before it lays it out, and each time asks Pango to break the
same lines. A card is laid out in many sizes and for several products, and a rulebook again with its page numbers.
Gain: a fifth of the processor time of a rulebook.
Fallback: with another version, or without `split_first_line`, Pango breaks every line again.

Report to upstream:
    `split_first_line` is a function of the text, some properties of the style, the width and the fonts. A table with
    auto layout calls it several times for each line, with equal arguments. A cache in the font configuration makes a
    rulebook a fifth faster.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

MOST = 50_000
"""The most lines to cache for a set of fonts: about 30 MB."""
READ = tuple(
    (
        "direction font_family font_feature_settings font_kerning font_language_override font_size "
        "font_stretch font_style font_variant_alternates font_variant_caps font_variant_east_asian "
        "font_variant_ligatures font_variant_numeric font_variant_position font_variation_settings "
        "font_weight hyphenate_character hyphenate_limit_chars hyphenate_limit_zone hyphens lang "
        "letter_spacing overflow_wrap tab_size text_decoration_line white_space word_break word_spacing"
    ).split()
)
"""The style properties that WeasyPrint reads when it breaks a line."""

Split = Callable[..., Any]


def patch() -> None:
    """Wrap `split_first_line` where lines are laid out and where texts are measured."""
    lines: Any = import_module("weasyprint.layout.inline")
    measuring: Any = import_module("weasyprint.layout.preferred")
    if measuring.split_first_line is lines.split_first_line:
        lines.split_first_line = measuring.split_first_line = remembering(lines.split_first_line)


def remembering(split: Split) -> Split:
    """Wrap `split_first_line` so that it runs once for each text, width, style and set of fonts."""

    def split_first_line(text: str, style: Any, context: Any, width: float | None, *rest: Any, **named: Any) -> Any:
        lines = vars(style.font_config).setdefault("known_lines", {})
        key = (text, _look(style), width, rest, *named.items())
        known = lines.get(key)
        if known is None:
            if len(lines) >= MOST:
                lines.clear()
            known = lines[key] = split(text, style, context, width, *rest, **named)
        layout, *measures = known
        return _copy(layout), *measures  # drawing changes the layout

    return split_first_line


def _copy(layout: Any) -> Any:
    """Return a shallow copy, faster than `copy.copy`, which first looks up how to copy the type."""
    other = object.__new__(type(layout))
    vars(other).update(vars(layout))
    return other


def _look(style: Any) -> str:
    """Return the values in a style that lines depend on, as a key. A style is complete before any line is broken."""
    look: str | None = vars(style).get("look")
    if look is None:
        look = style.look = repr([style[name] for name in READ])
    return look
