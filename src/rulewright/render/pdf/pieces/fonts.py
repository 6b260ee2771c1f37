"""The fonts of all pieces, each once, with the glyphs that any piece uses."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rulewright.render.pdf.engine import Font, ffi, get_pango_font_key, pango
from rulewright.render.pdf.pieces.piece import PieceFont

STRETCHES = range(9)
"""From ultra-condensed to ultra-expanded; most fonts are normal."""
NORMAL = 4
SIZE = 10


def fonts_of(pieces: Iterable[Mapping[str, PieceFont]], configuration: Any) -> dict[str, Any]:
    """WeasyPrint's fonts by their names in the paintings."""
    fonts: dict[str, Any] = {}
    context = pango.pango_font_map_create_context(configuration.font_map)
    for piece in pieces:
        for name, used in piece.items():
            if name not in fonts:
                fonts[name] = _found(name, used, configuration, context)
            font = fonts[name]
            font.widths |= used.widths
            font.to_unicode |= used.texts
            font.missing |= used.missing
    for font in fonts.values():  # in an order that no edit changes: an unchanged page keeps its bytes
        font.to_unicode = dict(sorted(font.to_unicode.items()))
    return fonts


def _found(name: str, used: PieceFont, configuration: Any, context: Any) -> Any:
    """The font of this name: what stretch it has, only its name tells."""
    for fonts in (_asked_for, _taken):
        for stretch in sorted(STRETCHES, key=lambda each: abs(each - NORMAL)):
            for pango_font in fonts(used, _description(used, stretch), configuration, context):
                _, found, size = get_pango_font_key(pango_font)
                font = Font(pango_font, found, size)
                if font.hash == name:
                    return font
    raise AssertionError(f"the font {used.family!r} is not found again")


def _asked_for(_used: PieceFont, description: Any, configuration: Any, context: Any) -> Iterator[Any]:
    """The font that fits best."""
    yield pango.pango_font_map_load_font(configuration.font_map, context, description)


def _taken(used: PieceFont, description: Any, _configuration: Any, context: Any) -> Iterator[Any]:
    """Those that Pango takes for these characters where the one that fits best lacks them.

    In the place of an italic it takes the upright face, and calls it slanted. The layout stays, for it holds the fonts.
    """
    layout = pango.pango_layout_new(context)
    pango.pango_layout_set_single_paragraph_mode(layout, True)
    pango.pango_layout_set_font_description(layout, description)
    pango.pango_layout_set_text(layout, "".join(used.texts.values()).encode(), -1)
    run = pango.pango_layout_get_line_readonly(layout, 0).runs
    while run != ffi.NULL:
        yield run.data.item.analysis.font
        run = run.next


def _description(used: PieceFont, stretch: int) -> Any:
    description = ffi.gc(pango.pango_font_description_new(), pango.pango_font_description_free)
    pango.pango_font_description_set_family(description, used.family.encode())
    pango.pango_font_description_set_style(description, used.style)
    pango.pango_font_description_set_weight(description, used.weight)
    pango.pango_font_description_set_stretch(description, stretch)
    pango.pango_font_description_set_absolute_size(description, SIZE * 1024)
    if used.variations:
        settings = ",".join(f"{name}={value}" for name, value in used.variations.items())
        pango.pango_font_description_set_variations(description, settings.encode())
    return description
