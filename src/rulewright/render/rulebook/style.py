"""The stylesheet of rulebooks: `rulebook.css` names the values of a theme and of a design as CSS does, `var(--prose)`.

They are filled in before the sheet is parsed. A name that the theme has no value for stays, for the stylesheet itself
to define.
"""

from collections.abc import Mapping
from pathlib import Path

from rulewright.model.colour import WHITE, Tint, mix
from rulewright.model.product import BOOK_STYLE
from rulewright.model.theme import Theme
from rulewright.render.rulebook.design import Design
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import IN_BOOKS, filled, font_faces, stack

QUIET, LINE = 0.333, 0.6
"""The share of paper in the greys of a theme: of small print and of lines."""


def book_style(project: Path, theme: Theme, look: Design) -> str:
    """The stylesheet with the fonts of the theme, and with values in place of their names."""
    values = {**book_values(theme), **look.values}
    return font_faces(theme.book_families, IN_BOOKS) + filled(asset(project, BOOK_STYLE), values)


def book_values(theme: Theme) -> Mapping[str, str]:
    """The values by their names in `rulebook.css`: inks, lines and fonts.

    Books lie on white paper, whatever the ground of the theme's cards.
    """

    def grey(share: float) -> str:
        return (mix(theme.ink, WHITE, share) if theme.greys else theme.ink).hex

    def ground(tint: Tint | None) -> str:
        return tint.hex if tint else "transparent"

    return {
        "prose": stack(theme.prose),
        "font": stack(theme.font),
        "headings": stack(theme.headings),
        **({"accent": theme.accent.hex} if theme.accent else {}),
        "ink": theme.ink.hex,
        "quiet": grey(QUIET),
        "line": grey(LINE),
        "strong": str(theme.strong_line),
        "fine": str(theme.fine_line),
        "corner": str(theme.band_corner),
        "row-head": theme.row_heads.value.replace("plain", "normal"),
        "shade": ground(theme.shade),
        "pale": ground(next((each for each in theme.stripes or () if each != WHITE), None)),
    }
