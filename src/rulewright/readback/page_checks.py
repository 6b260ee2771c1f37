"""The checks of a finished PDF: texts that leave the page, are hidden, are hard to read, or lack a font.

Tables are compared with their sources elsewhere (`reads_back_differently.py`).
"""

import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rulewright.findings import Finding, Severity
from rulewright.model.colour import contrast
from rulewright.model.product import PrintedPdf
from rulewright.readback.expected_tables import Sources
from rulewright.readback.faces import characters_in, family, fonts_of, has, spoken
from rulewright.readback.page import Box, Over, Page, Piece, overlap
from rulewright.readback.tables import squeeze, texts_of

Key = TypeVar("Key", bound=Hashable)

TOLERANCE = 0.4
"""Points by which letters may overhang, as italics do."""
MM = 25.4 / 72
"""Millimetres in a point."""


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """Pages of a PDF, and what they are compared with."""

    file: PrintedPdf
    pages: Sequence[Page]
    sources: Sources
    project: Path

    @property
    def pieces(self) -> Iterator[Piece]:
        return (piece for page in self.pages for piece in page.pieces)

    def finding(
        self, name: str, words: str, message: str, hint: str, about: str, severity: Severity = Severity.ERROR
    ) -> Finding:
        """A finding at the place in the source that has these words."""
        place, message = self.sources.place(words, self.file), f"{self.file.name} {message}"
        return Finding(name, place, message, hint, severity=severity, about=f"{self.file.about}: {about}")


def page_findings(file: PrintedPdf, pages: Sequence[Page], sources: Sources, project: Path) -> Iterator[Finding]:
    """The findings of all checks."""
    pages = [replace(page, pieces=tuple(_visible(file, page))) for page in pages]
    yield from text_outside(PrintedPages(file, pages, sources, project))
    if file.sheet and not file.themed:  # the cards on it are read on their own
        pages = [replace(page, pieces=tuple(piece for piece in page.pieces if not piece.depth)) for page in pages]
    printed = PrintedPages(file, pages, sources, project)
    for check in CHECKS:
        yield from check(printed)


def _visible(file: PrintedPdf, page: Page) -> Iterator[Piece]:
    """The texts, except those in the cropped part of a picture, such as a map."""
    for piece in page.pieces:
        cropped = piece.clip is not None and overlap(piece.box, piece.clip) is None
        if not (cropped and is_in_picture(piece, file)):
            yield piece


def is_in_picture(piece: Piece, file: PrintedPdf) -> bool:
    """Whether a text belongs to a picture: a drawing may crop its texts, and draw a line beneath them.

    Its tag says so. Without tags: a card for the press was read with its tags; on a sheet each card is one form.
    """
    if file.tagged and not file.sheet:
        return piece.pictured
    return not file.sheet or piece.depth > 1


def text_outside(printed: PrintedPages) -> Iterator[Finding]:
    """Texts that leave the page, or run over the frame around a card.

    Layout does not notice this if a box hides its overflow or is positioned: half a word may be beyond the edge of the
    paper, where the printer cuts it off.
    """
    for page in printed.pages:
        inner = (shape.inner for shape in page.shapes if shape.inner is not None)
        frames = [  # around most of the page
            box for box in inner if box[2] - box[0] > page.width / 2 and box[3] - box[1] > page.height / 2
        ]
        for piece in page.pieces:
            if beyond := _beyond(piece, page, frames):
                hint = "shorten it, set it smaller, or give it more room"
                about = f"page {page.number}: {piece.words}"
                yield printed.finding("text-outside", piece.words, f"prints {piece.words!r} {beyond}", hint, about)


def _beyond(piece: Piece, page: Page, frames: Sequence[Box]) -> str:
    """What a text reaches beyond, and how far; empty if it does not.

    A text wholly outside a frame, such as the foot of a card, need not be inside it.
    """
    crossed = [frame for frame in frames if overlap(piece.box, frame) is not None]
    edge = (0.0, 0.0, page.width, page.height)
    for limit, box in (("the edge of the page", edge), *(("its frame", frame) for frame in crossed)):
        if (points := _reach(piece.box, box)) > TOLERANCE:
            return f"{points * MM:.1f} mm beyond {limit}"
    return ""


def _reach(inner: Box, outer: Box) -> float:
    """How far a box reaches beyond another, in points; negative inside."""
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def text_clipped(printed: PrintedPages) -> Iterator[Finding]:
    """Texts that are cut off, because their box hides what reaches beyond it."""
    for page in printed.pages:
        for piece in page.pieces:
            lost = _reach(piece.box, piece.clip) if piece.clip else 0.0
            if lost > TOLERANCE:
                message = f"cuts off {lost * MM:.1f} mm of {piece.words!r}"
                hint = "make its box larger, or let the stylesheet show what overflows it"
                about = f"page {page.number}: {piece.words}"
                yield printed.finding("text-clipped", piece.words, message, hint, about)


OVER = {Over.TEXT: "over {!r} the text", Over.LINE: "a line through", Over.GROUND: "something over"}


def text_overprinted(printed: PrintedPages) -> Iterator[Finding]:
    """Texts with something printed over them."""
    for page in printed.pages:
        pieces = set(page.pieces)
        overprints = [
            each
            for each in page.overprints
            if each.piece in pieces
            and not (each.by is Over.LINE and each.beneath and is_in_picture(each.piece, printed.file))
        ]
        for over in {id(each.piece): each for each in reversed(overprints)}.values():
            words = over.piece.words
            message = f"prints {OVER[over.by].format(over.words)} {words!r}"
            hint, about = "give them more room, or shorten the text", f"page {page.number}: {words}"
            yield printed.finding("text-overprinted", words, message, hint, about)


ROUNDING = 0.03
"""Points by which a size may be too small: PDFs hold rounded sizes."""


def small_type(printed: PrintedPages) -> Iterator[Finding]:
    """Type too small to read at a table: one finding for each size."""
    smallest = printed.file.smallest
    small = ((round(piece.size, 1), piece) for piece in printed.pieces if piece.size < float(smallest) - ROUNDING)
    for size, pieces in sorted(_grouped(small).items()):
        message = f"prints {_texts(pieces)} in type of {size:g} pt"
        hint = f"type under {smallest} pt is hard to read: set it larger, or print less"
        yield printed.finding("small-type", pieces[0].words, message, hint, f"{size:g} pt", Severity.WARNING)


def _grouped(pieces: Iterable[tuple[Key, Piece]]) -> dict[Key, list[Piece]]:
    groups: dict[Key, list[Piece]] = {}
    for key, piece in pieces:
        groups.setdefault(key, []).append(piece)
    return groups


def _texts(pieces: Sequence[Piece]) -> str:
    """The first text and the number of the others: `'Fire' and 2 more texts`."""
    more = len(pieces) - 1
    return f"{pieces[0].words!r}" + (f" and {more} more text{'s' if more > 1 else ''}" if more else "")


LARGE_ENOUGH = 8.0
"""Points from which the strokes of letters are several dots wide."""
NEUTRAL = 12
"""The most that the red, green and blue of a grey differ, in steps of 255, where a reader sees black ink."""
DARK, PALE = 64, 245
"""Below the first a grey is solid black, and from the second it is paper."""


def screened_type(printed: PrintedPages) -> Iterator[Finding]:
    """Small letters in grey, in a file for a press: one finding for each grey."""
    small = (
        (piece.colour, piece)
        for piece in (printed.pieces if printed.file.for_press else ())
        if piece.words and piece.size < LARGE_ENOUGH and _is_grey(piece.colour)
    )
    for grey, pieces in _grouped(small).items():
        size = min(piece.size for piece in pieces)
        message = f"prints {_texts(pieces)} in a grey, {grey}, in type of {size:.2g} pt"
        hint = f"a press prints grey as dots: take the full ink, or type of {LARGE_ENOUGH:g} pt"
        yield printed.finding("screened-type", pieces[0].words, message, hint, grey, Severity.WARNING)


def _is_grey(colour: str) -> bool:
    lights = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    return max(lights) - min(lights) <= NEUTRAL and DARK <= max(lights) < PALE


ENOUGH, ENOUGH_FOR_LARGE = 4.5, 3.0
"""The least contrast of letters and their ground."""
LARGE, LARGE_AND_BOLD = 18.0, 14.0
"""Points from which type is large."""


def low_contrast(printed: PrintedPages) -> Iterator[Finding]:
    """Letters that hardly stand out from their ground: one finding for each pair of colours."""

    def faint() -> Iterator[tuple[tuple[str, str, float], Piece]]:
        for piece in printed.pieces:
            large = piece.size >= (LARGE_AND_BOLD if piece.bold else LARGE)
            limit = ENOUGH_FOR_LARGE if large else ENOUGH
            for beneath in piece.beneath:
                if contrast(piece.colour, beneath) < limit:
                    yield (piece.colour, beneath, limit), piece

    for (colour, beneath, limit), pieces in _grouped(faint()).items():
        ratio = contrast(colour, beneath)
        message = f"prints {_texts(pieces)} in {colour} on {beneath}: a contrast of {ratio:.1f}"
        hint = f"letters of this size need a contrast of {limit:g}: make the dark one darker or the light one lighter"
        about = f"{colour} on {beneath}"
        yield printed.finding("low-contrast", pieces[0].words, message, hint, about, Severity.WARNING)


def missing_glyph(printed: PrintedPages) -> Iterator[Finding]:
    """Characters that no font of the print has, each once."""
    file, ours = printed.file, fonts_of(printed.file, printed.project)
    missing: dict[str, str] = {}
    for font, characters in characters_in(printed.pages).items():
        searched = [font] if family(font) in ours else sorted(ours)
        for character, words in characters.items():
            if not any(has(each, character, ours) for each in searched):
                foreign = f", so {spoken(font)} of this machine stands in" if searched != [font] else ""
                missing.setdefault(character, f"{words!r}: its fonts lack it{foreign}")
    for character, why in missing.items():
        code = f"U+{ord(character):04X}"
        name = unicodedata.name(character, "without a name")
        message = f"{file.name} cannot print {code} {name} ({character}) in {why}"
        hint = "use another character, declare a mark that draws it, or bring a font that has it: see fonts"
        place = printed.sources.with_character(character, file)
        yield Finding("missing-glyph", place, message, hint, about=f"{file.about}: {code}")


def foreign_font(printed: PrintedPages) -> Iterator[Finding]:
    """Text in a font of the machine that printed it: one finding for each font.

    A font that only stands in for characters that ours lack is `missing-glyph` instead.
    """
    ours = fonts_of(printed.file, printed.project)
    for font, characters in characters_in(printed.pages).items():
        words = [words for character, words in characters.items() if any(has(each, character, ours) for each in ours)]
        if family(font) not in ours and words:
            message = f"prints {words[0]!r} in {spoken(font)}, a font of this machine"
            hint = "write it with other signs, or add the font with @font-face in the stylesheet"
            yield printed.finding("foreign-font", words[0], message, hint, spoken(font))


def text_missing(printed: PrintedPages) -> Iterator[Finding]:
    """Texts of a card that do not print as written."""
    file = printed.file
    texts = printed.sources.texts_on(file)
    all_text = "".join(map(texts_of, printed.pages)) if texts else ""
    for text, span in texts.items():
        if squeeze(text) not in all_text:
            message = f"{file.name} does not print {text!r} as it is written"
            hint = "something hides or changes it: look in templates/ and its stylesheets"
            yield Finding("text-missing", span, message, hint, about=f"{file.about}: {text}")


CHECKS = (
    text_clipped,
    text_overprinted,
    small_type,
    screened_type,
    low_contrast,
    missing_glyph,
    foreign_font,
    text_missing,
)
"""The checks beside `text_outside`, in order."""
