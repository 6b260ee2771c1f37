"""The heads of tables on cards: in the colour of the section that they belong to."""

from rulewright.model.colour import BLACK, WHITE, Tint, contrast, letters_on
from rulewright.model.inks import mix
from rulewright.model.theme import TableHeads, Theme
from rulewright.render.typesetting.inks import Ink
from rulewright.render.typesetting.views import HeadView

READABLE = 4.5
"""The least contrast of letters with their ground, as for `low-contrast`."""
TINTED = 0.72
"""How much of the paper is in the ground of a tinted head."""


def head_view(theme: Theme, section: Tint | None, ink: Ink) -> HeadView:
    """How tables of a section look at their heads; `section` is None where no band stands before them."""
    colour = section or theme.head_colour
    match theme.table_heads:
        case TableHeads.FILLED:
            return _on(colour, colour, theme, ink)
        case TableHeads.TINTED:
            ground = mix(colour, theme.background or WHITE, TINTED)
            return _on(ground, colour, theme, ink)
        case TableHeads.PLAIN:
            return HeadView(theme.table_heads.value)


def letters_in(ink: Tint, ground: Tint) -> Tint:
    """The ink of the theme where it is read as well as black on a colour; else black or white."""
    letters = letters_on(ground)
    return ink if letters == BLACK and contrast(ink.hex, ground.hex) >= READABLE else letters


def _on(ground: Tint, edge: Tint, theme: Theme, ink: Ink) -> HeadView:
    letters = letters_in(theme.ink, ground)
    return HeadView(
        theme.table_heads.value,
        f"background: {ink(ground)}; color: {ink(letters)}",
        f"border-top-color: {ink(edge)}",
        ground,
        letters,
    )
