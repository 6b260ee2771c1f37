"""The cards that lie on a sheet: their pages, as forms that the pages of the sheet paint, and their bookmarks."""

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from types import MappingProxyType

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    DecodedStreamObject,
    Destination,
    IndirectObject,
    NameObject,
    RectangleObject,
    StreamObject,
)

Face = tuple[str, int]
"""A page of a card: the card's name, and the page counted from 0."""
NO_TITLES: Mapping[str, str] = MappingProxyType({})
MARKED = re.compile(rb"/\w+(?:\s*<<.*?>>\s*BDC|\s+BMC)\b", re.DOTALL)
"""The beginning of marked content, or of what no tag is about."""


class CardPages(dict[str, Sequence[PageObject]]):
    """The pages of each card, read from its PDF when first asked for: reading takes longer than placing.

    `titles` are what bookmarks and tags call the cards; without one the title of the PDF serves.
    """

    def __init__(self, pdfs: Mapping[str, bytes], titles: Mapping[str, str] = NO_TITLES) -> None:
        super().__init__()
        self.pdfs, self.titles, self.readers = pdfs, titles, dict[str, PdfReader]()

    def __missing__(self, card: str) -> Sequence[PageObject]:
        self.readers[card] = PdfReader(BytesIO(self.pdfs[card]))
        self[card] = [*self.readers[card].pages]
        return self[card]

    def face(self, face: Face) -> PageObject:
        card, page = face
        return self[card][page]

    def reader(self, card: str) -> PdfReader:
        _ = self[card]  # read now, if it was not yet
        return self.readers[card]

    def title(self, card: str) -> str:
        metadata = self.reader(card).metadata
        return self.titles.get(card) or (metadata.title if metadata else None) or card


class CardForms(dict[tuple[Face, bool], IndirectObject]):
    """Pages of cards as forms, made when first asked for: with their tags, or as what is painted `again` without."""

    def __init__(self, writer: PdfWriter, sources: CardPages) -> None:
        super().__init__()
        self.writer, self.sources = writer, sources
        self.named = dict[str, IndirectObject]()

    def __missing__(self, key: tuple[Face, bool]) -> IndirectObject:
        face, again = key
        self[key] = self._form(self.sources.face(face), bare=again)
        self.named[f"/Card{len(self.named)}"] = self[key]
        return self[key]

    def name(self, face: Face, *, again: bool) -> str:
        """The name of a form among the resources of pages."""
        return next(name for name, form in self.named.items() if form == self[face, again])

    def _form(self, card: PageObject, *, bare: bool) -> IndirectObject:
        form: StreamObject = DecodedStreamObject()
        contents = card.get_contents()
        assert contents is not None
        data = contents.get_data()
        form.set_data(MARKED.sub(b"/Span BMC", data) if bare else data)
        form = form.flate_encode()
        form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
        form[NameObject("/BBox")] = RectangleObject(card.mediabox)
        form[NameObject("/Resources")] = card["/Resources"].clone(self.writer)
        return self.writer._add_object(form)


def bookmark(writer: PdfWriter, sources: CardPages, places: Mapping[Face, int]) -> None:
    """A bookmark for each card, and below it those of its pages; `places` are the pages on which faces lie first."""
    for card in dict.fromkeys(card for card, _ in places):
        page = min(number for (name, _), number in places.items() if name == card)
        item = writer.add_outline_item(title=sources.title(card), page_number=page)
        _bookmark_within(writer, sources.reader(card), card, sources.reader(card).outline, places, item)


def _bookmark_within(
    writer: PdfWriter,
    reader: PdfReader,
    card: str,
    outline: Sequence[object],
    places: Mapping[Face, int],
    parent: IndirectObject,
) -> None:
    last = parent
    for each in outline:
        if isinstance(each, Destination):
            number = reader.get_destination_page_number(each)
            page = places.get((card, number)) if number is not None else None
            if page is not None:
                last = writer.add_outline_item(title=each.title or "", page_number=page, parent=parent)
        elif isinstance(each, list):
            _bookmark_within(writer, reader, card, each, places, last)
