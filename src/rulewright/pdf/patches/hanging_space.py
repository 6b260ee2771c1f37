"""Break a line after the last word that fits, even if the space behind that word does not.

Upstream: WeasyPrint 70. A text that ends with a space and fits its line only without that space is broken after its
first word. This happens before links, hundreds of times in a rulebook. CSS Text 3 lets such a space hang.
Gain: correct lines; nothing in speed.
Fallback: with another version, or without `split_first_line`, the patch is not applied and the short lines come back.

Report to upstream:
    `<p style="width: 60px">one two <a>three</a>` breaks after "one" when "one two" fits into 60px and "one two " does
    not. `split_first_line` compares the width with the trailing space, although the space hangs at the end of a line.
    Expected: a break after "one two".
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def patch() -> None:
    """Wrap the function that breaks lines. The function that measures texts is not changed."""
    lines: Any = import_module("weasyprint.layout.inline")
    if not hasattr(lines.split_first_line, "__wrapped__"):
        lines.split_first_line = _with_hanging_space(lines.split_first_line)


def _with_hanging_space(split: Callable[..., Any]) -> Callable[..., Any]:
    def split_first_line(text: str, style: Any, context: Any, width: float, *rest: Any, **named: Any) -> Any:
        line = split(text, style, context, width, *rest, **named)
        _, length, resume_at, *_ = line
        if resume_at is None or not text.endswith(" ") or b" " in text.encode()[:length]:
            return line
        _, _, left_over, needed, *_ = split(text[:-1], style, context, width, *rest, **named)
        if left_over is not None or needed > width:
            return line
        return split(text, style, context, width + style["font_size"], *rest, **named)

    split_first_line.__wrapped__ = split  # type: ignore[attr-defined]
    return split_first_line
