"""The stylesheet of rulebooks in a theme: `rulebook.css` names the values that a theme has as CSS does, `var(--prose)`.

They are filled in before the sheet is parsed. A name that the theme has no value for stays, for the stylesheet itself
to define.
"""

from collections.abc import Mapping
from pathlib import Path

from rulewright.model.product import BOOK_STYLE
from rulewright.model.theme import Theme
from rulewright.render.typesetting.design_values import filled
from rulewright.render.typesetting.environment import asset
from rulewright.render.typesetting.fonts import IN_BOOKS, font_faces, stack


def book_style(project: Path, theme: Theme) -> str:
    """The stylesheet with the fonts of the theme, and its values in place of their names."""
    return font_faces(theme.book_families, IN_BOOKS) + filled(asset(project, BOOK_STYLE), book_values(theme))


def book_values(theme: Theme) -> Mapping[str, str]:
    """The values by their names in `rulebook.css`: fonts of running text, of what is looked up, and of headings."""
    values = {"prose": stack(theme.prose), "font": stack(theme.font), "headings": stack(theme.headings)}
    return {**values, **({"accent": theme.accent.hex} if theme.accent else {})}
