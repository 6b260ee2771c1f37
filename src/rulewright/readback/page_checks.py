"""The checks of a finished PDF: texts that leave the page, are hidden, are hard to read, or lack a font.

Pages as `pdf_reader` reads them come in, findings go out, at the places in the source whose words print. For example,
`the card 'assault' cuts off 1.2 mm of 'Fire'` is a finding at the text `Fire` of this card. Tables are compared with
their sources elsewhere (`reads_back_differently.py`).

A *run* is a piece of text that is painted at once, in one font and size. The docstring of a check says what it finds.
"""

import unicodedata
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from rulewright.base.findings import Finding, Severity
from rulewright.entries.colour import contrast
from rulewright.entries.product import PrintedPdf
from rulewright.readback.expected_tables import ExpectedContents
from rulewright.readback.faces import characters_in, family, fonts_of, has_character, readable_name
from rulewright.readback.page import Bounds, Over, Overprint, Page, TextRun, overlap
from rulewright.readback.tables import squeeze, texts_of

MOST_OVERHANG = 0.4
"""Points by which letters may overhang, as italics do."""
MM_IN_POINT = 25.4 / 72


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """Pages of a PDF, and what they are compared with."""

    file: PrintedPdf
    pages: Sequence[Page]
    expected: ExpectedContents
    project: Path

    @property
    def runs(self) -> Iterator[TextRun]:
        return (run for page in self.pages for run in page.runs)

    def finding(
        self, name: str, words: str, message: str, hint: str, about: str, severity: Severity = Severity.ERROR
    ) -> Finding:
        """Return a finding at the place in the source that has these words."""
        place, message = self.expected.place_of(words, self.file), f"{self.file.name} {message}"
        return Finding(name, place, message, hint, severity=severity, about=f"{self.file.about}: {about}")


def page_findings(
    file: PrintedPdf, pages: Sequence[Page], expected: ExpectedContents, project: Path
) -> Iterator[Finding]:
    """Yield the findings of all checks on the pages of a PDF, or on some of its pages."""
    pages = [replace(page, runs=tuple(_visible(file, page))) for page in pages]
    yield from text_outside(PrintedPages(file, pages, expected, project))
    if file.sheet and not file.themed:  # the cards on it are read on their own
        pages = [replace(page, runs=tuple(run for run in page.runs if not run.depth)) for page in pages]
    printed = PrintedPages(file, pages, expected, project)
    for check in CHECKS:
        yield from check(printed)


def _visible(file: PrintedPdf, page: Page) -> Iterator[TextRun]:
    """Yield the texts of a page, except those in the cropped part of a picture, such as a map."""
    for run in page.runs:
        is_cropped = run.clip is not None and overlap(run.box, run.clip) is None
        if not (is_cropped and _is_in_picture(run, file)):
            yield run


def _is_in_picture(run: TextRun, file: PrintedPdf) -> bool:
    """Whether a text belongs to a picture: a drawing may crop its texts, and draw a line beneath them.

    Its tag says so. Without tags: a card for the press was read with its tags; on a sheet each card is one form.
    """
    if file.tagged and not file.sheet:
        return run.pictured
    return not file.sheet or run.depth > 1


def text_outside(printed: PrintedPages) -> Iterator[Finding]:
    """Texts that leave the page, or run over the frame around a card.

    Layout does not notice this if a box hides its overflow or is positioned: half a word may be beyond the edge of the
    paper, where the printer cuts it off.
    """
    for page in printed.pages:
        holes = [shape.inner for shape in page.shapes if shape.inner is not None]
        frames = [hole for hole in holes if _is_around_most_of(hole, page)]
        for run in page.runs:
            if beyond := _beyond(run, page, frames):
                hint = "shorten it, set it smaller, or give it more room"
                about = f"page {page.number}: {run.words}"
                yield printed.finding("text-outside", run.words, f"prints {run.words!r} {beyond}", hint, about)


def _is_around_most_of(frame: Bounds, page: Page) -> bool:
    left, bottom, right, top = frame
    return right - left > page.width / 2 and top - bottom > page.height / 2


def _beyond(run: TextRun, page: Page, frames: Sequence[Bounds]) -> str:
    """Return how far a text reaches beyond what, such as `1.2 mm beyond its frame`; empty if it does not.

    A text wholly outside a frame, such as the foot of a card, need not be inside it.
    """
    limits = [("the edge of the page", (0.0, 0.0, page.width, page.height))]
    limits += [("its frame", frame) for frame in frames if overlap(run.box, frame) is not None]
    for limit, box in limits:
        if (points := _reach(run.box, box)) > MOST_OVERHANG:
            return f"{points * MM_IN_POINT:.1f} mm beyond {limit}"
    return ""


def _reach(inner: Bounds, outer: Bounds) -> float:
    """Return how far a box reaches beyond another, in points; negative if it lies inside."""
    return max(outer[0] - inner[0], outer[1] - inner[1], inner[2] - outer[2], inner[3] - outer[3])


def text_clipped(printed: PrintedPages) -> Iterator[Finding]:
    """Texts that are cut off, because their box hides what reaches beyond it."""
    for page in printed.pages:
        for run in page.runs:
            lost = _reach(run.box, run.clip) if run.clip else 0.0
            if lost > MOST_OVERHANG:
                message = f"cuts off {lost * MM_IN_POINT:.1f} mm of {run.words!r}"
                hint = "make its box larger, or let the stylesheet show what overflows it"
                about = f"page {page.number}: {run.words}"
                yield printed.finding("text-clipped", run.words, message, hint, about)


OVERPRINT_WORDS = {Over.TEXT: "over {!r} the text", Over.LINE: "a line through", Over.GROUND: "something over"}


def text_overprinted(printed: PrintedPages) -> Iterator[Finding]:
    """Texts with something printed over them: one finding for each text."""
    for page in printed.pages:
        checked = set(page.runs)
        overprints: list[Overprint] = []
        for each in page.overprints:
            is_drawn_beneath = each.by is Over.LINE and each.beneath and _is_in_picture(each.run, printed.file)
            if each.run in checked and not is_drawn_beneath:
                overprints.append(each)
        first_of_each_text = {id(each.run): each for each in reversed(overprints)}
        for overprint in first_of_each_text.values():
            words = overprint.run.words
            message = f"prints {OVERPRINT_WORDS[overprint.by].format(overprint.words)} {words!r}"
            hint, about = "give them more room, or shorten the text", f"page {page.number}: {words}"
            yield printed.finding("text-overprinted", words, message, hint, about)


MOST_ROUNDING = 0.03
"""Points by which a size may be too small: PDFs hold rounded sizes."""


def small_type(printed: PrintedPages) -> Iterator[Finding]:
    """Type too small to read at a table: one finding for each size."""
    smallest = printed.file.smallest
    small = ((round(run.size, 1), run) for run in printed.runs if run.size < float(smallest) - MOST_ROUNDING)
    for size, runs in sorted(_grouped(small).items()):
        message = f"prints {_texts(runs)} in type of {size:g} pt"
        hint = f"type under {smallest} pt is hard to read: set it larger, or print less"
        yield printed.finding("small-type", runs[0].words, message, hint, f"{size:g} pt", Severity.WARNING)


Key = TypeVar("Key", bound=Hashable)


def _grouped(runs: Iterable[tuple[Key, TextRun]]) -> dict[Key, list[TextRun]]:
    """Return the runs by the key before each of them."""
    groups: dict[Key, list[TextRun]] = {}
    for key, run in runs:
        groups.setdefault(key, []).append(run)
    return groups


def _texts(runs: Sequence[TextRun]) -> str:
    """Return the first text and the number of the others: `'Fire' and 2 more texts`."""
    more = len(runs) - 1
    return f"{runs[0].words!r}" + (f" and {more} more text{'s' if more > 1 else ''}" if more else "")


LEAST_SCREENED = 8.0
"""The type size in points from which the strokes of letters are several dots wide."""
MOST_TINT = 12
"""The most that the red, green and blue of a grey differ, of 255, where a reader sees black ink."""
DARKEST_GREY, PALEST_GREY = 64, 244
"""Of 255: a darker grey is solid black, and a paler one is paper."""


def screened_type(printed: PrintedPages) -> Iterator[Finding]:
    """Small letters in grey, in a file for a press: one finding for each grey."""
    if not printed.file.for_press:
        return
    small = (run for run in printed.runs if run.words and run.size < LEAST_SCREENED)
    in_grey = ((run.colour, run) for run in small if _is_grey(run.colour))
    for grey, runs in _grouped(in_grey).items():
        size = min(run.size for run in runs)
        message = f"prints {_texts(runs)} in a grey, {grey}, in type of {size:.2g} pt"
        hint = f"a press prints grey as dots: take the full ink, or type of {LEAST_SCREENED:g} pt"
        yield printed.finding("screened-type", runs[0].words, message, hint, grey, Severity.WARNING)


def _is_grey(colour: str) -> bool:
    """Whether a colour `#rrggbb` prints as dots of black ink."""
    channels = bytes.fromhex(colour[1:])
    return max(channels) - min(channels) <= MOST_TINT and DARKEST_GREY <= max(channels) <= PALEST_GREY


LEAST_CONTRAST, LEAST_CONTRAST_OF_LARGE = 4.5, 3.0
"""The least contrast of letters and their ground."""
LARGE, LARGE_IF_BOLD = 18.0, 14.0
"""The sizes in points from which type is large."""


def low_contrast(printed: PrintedPages) -> Iterator[Finding]:
    """Letters that hardly stand out from their ground: one finding for each pair of colours."""

    def faint() -> Iterator[tuple[tuple[str, str, float], TextRun]]:
        for run in printed.runs:
            is_large = run.size >= (LARGE_IF_BOLD if run.bold else LARGE)
            limit = LEAST_CONTRAST_OF_LARGE if is_large else LEAST_CONTRAST
            for beneath in run.beneath:
                if contrast(run.colour, beneath) < limit:
                    yield (run.colour, beneath, limit), run

    for (colour, beneath, limit), runs in _grouped(faint()).items():
        ratio = contrast(colour, beneath)
        message = f"prints {_texts(runs)} in {colour} on {beneath}: a contrast of {ratio:.1f}"
        hint = f"letters of this size need a contrast of {limit:g}: make the dark one darker or the light one lighter"
        about = f"{colour} on {beneath}"
        yield printed.finding("low-contrast", runs[0].words, message, hint, about, Severity.WARNING)


def missing_glyph(printed: PrintedPages) -> Iterator[Finding]:
    """Characters that no font of the print has, each once."""
    file, fonts = printed.file, fonts_of(printed.file, printed.project)
    missing: dict[str, str] = {}  # each character with the end of the message
    for font, characters in characters_in(printed.pages).items():
        is_foreign = family(font) not in fonts
        searched = sorted(fonts) if is_foreign else [font]
        for character, words in characters.items():
            if not any(has_character(each, character, fonts) for each in searched):
                substitute = f", so {readable_name(font)} of this machine stands in" if is_foreign else ""
                missing.setdefault(character, f"{words!r}: its fonts lack it{substitute}")
    for character, why in missing.items():
        code = f"U+{ord(character):04X}"
        name = unicodedata.name(character, "without a name")
        message = f"{file.name} cannot print {code} {name} ({character}) in {why}"
        hint = "use another character, declare a mark that draws it, or bring a font that has it: see fonts"
        place = printed.expected.place_of_character(character, file)
        yield Finding("missing-glyph", place, message, hint, about=f"{file.about}: {code}")


def foreign_font(printed: PrintedPages) -> Iterator[Finding]:
    """Text in a font of the machine that printed it: one finding for each font.

    A font that only stands in for characters that the fonts of the print lack is `missing-glyph` instead.
    """
    fonts = fonts_of(printed.file, printed.project)
    for font, characters in characters_in(printed.pages).items():
        words = [
            words
            for character, words in characters.items()
            if any(has_character(each, character, fonts) for each in fonts)
        ]
        if family(font) not in fonts and words:
            message = f"prints {words[0]!r} in {readable_name(font)}, a font of this machine"
            hint = "write it with other signs, or add the font with @font-face in the stylesheet"
            yield printed.finding("foreign-font", words[0], message, hint, readable_name(font))


def text_missing(printed: PrintedPages) -> Iterator[Finding]:
    """Texts of a card that do not print as written."""
    file = printed.file
    texts = printed.expected.card_texts(file)
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
"""The checks besides `text_outside`, in order."""
