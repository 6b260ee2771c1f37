"""Build the tag tree of a sheet or booklet from the tags of its cards or pages; each card is a part with its title.

The first copy of a card on a sheet keeps all its tags, which refer to marked content inside its form. PDF allows this
only for a form that is painted once, so further copies are figures with the title of the card.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from types import MappingProxyType
from typing import Any

from pypdf import PageObject, PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    Destination,
    DictionaryObject,
    IndirectObject,
    NameObject,
    NullObject,
    NumberObject,
    PdfObject,
    RectangleObject,
    StreamObject,
    TextStringObject,
)

from rulewright.base.messages.catalogues import catalogue
from rulewright.base.messages.messages import tell

# The cards that lie on a sheet

Face = tuple[str, int]
"""A page of a card: the card's name, and the page number from 0."""
NO_TITLES: Mapping[str, str] = MappingProxyType({})
MARKED = re.compile(rb"/\w+(?:\s*<<.*?>>\s*BDC|\s+BMC)\b", re.DOTALL)
"""The operator that begins marked content, with or without properties."""


class CardPages(dict[str, Sequence[PageObject]]):
    """The pages of each card. A PDF is read on first use, because reading takes longer than placing.

    `titles` name the cards in bookmarks and tags; a card without one has the title of its PDF.
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


class CardForms(dict[tuple[Face, bool], str]):
    """The names of pages of cards as PDF forms, made on first use; a form for further copies (`again`) has no tags.

    `named` are the forms by their names among the resources of pages.
    """

    def __init__(self, writer: PdfWriter, sources: CardPages) -> None:
        super().__init__()
        self.writer, self.sources = writer, sources
        self.named = dict[str, IndirectObject]()

    def __missing__(self, key: tuple[Face, bool]) -> str:
        face, again = key
        name = self[key] = f"/Card{len(self.named)}"
        self.named[name] = self._form(self.sources.face(face), bare=again)
        return name

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
    """Add a bookmark for each card, with the card's own bookmarks below; `places` are the first pages of faces."""
    for card in dict.fromkeys(card for card, _ in places):
        pages = {page: number for (name, page), number in places.items() if name == card}
        item = writer.add_outline_item(title=sources.title(card), page_number=min(pages.values()))
        reader = sources.reader(card)
        _bookmark_within(writer, reader, reader.outline, pages, item)


def _bookmark_within(
    writer: PdfWriter, reader: PdfReader, outline: Sequence[object], pages: Mapping[int, int], parent: IndirectObject
) -> None:
    last = parent
    for each in outline:
        if isinstance(each, list):
            _bookmark_within(writer, reader, each, pages, last)
        elif isinstance(each, Destination):
            number = reader.get_destination_page_number(each)
            page = pages.get(number) if number is not None else None
            if page is not None:
                last = writer.add_outline_item(title=each.title or "", page_number=page, parent=parent)


COPIED = ("/S", "/T", "/Lang", "/Alt", "/E", "/ActualText")
"""The entries of a tag that are copied unchanged. Attributes, id and children are rebuilt."""


@dataclass(frozen=True, slots=True)
class PlacedPage:
    """The first place of a card's page: the page of the sheet, the form, and its number in the parent tree."""

    sheet: IndirectObject
    form: IndirectObject
    number: int


@dataclass(slots=True)
class PlacedSource:
    """A PDF whose pages are placed, with its pages and links on the sheet by their object numbers in the PDF."""

    title: str
    tree: Any
    part: IndirectObject
    pages: dict[int, PlacedPage] = field(default_factory=dict)
    links: dict[int, IndirectObject] = field(default_factory=dict)


class SheetTags:
    """The tags of a sheet while it is written. The paper below the cards has some already, and every card its own."""

    def __init__(self, writer: PdfWriter, cards: CardPages) -> None:
        self.writer, self.cards = writer, cards
        top: Any = writer.root_object["/StructTreeRoot"]
        (self.document,) = _kids(top)
        self.numbers: ArrayObject = top["/ParentTree"]["/Nums"]
        self.sources: dict[str, PlacedSource] = {}
        self.parts: list[IndirectObject] = []
        self.language = catalogue(str(writer.root_object.get("/Lang", "en")))
        for page in writer.pages:
            self._leave_out_drawing(page)

    def _leave_out_drawing(self, page: PageObject) -> None:
        """Remove the tag of the marks and the ruler, so that screen readers skip a drawing without words."""
        contents, stream = self._contents_of(page), page["/Contents"].get_object()
        assert isinstance(stream, StreamObject)
        for number, owner in enumerate(contents):
            tag: Any = owner.get_object()
            if isinstance(owner, IndirectObject) and tag["/S"] == "/Figure" and "/Alt" not in tag:
                tag["/P"]["/K"].remove(owner)
                tag.clear()
                contents[number] = NullObject()
                unheard = re.compile(rb"/Figure\s*<<\s*/MCID %d\s*>>\s*BDC\b" % number)
                stream.set_data(unheard.sub(b"/Artifact BMC", stream.get_data()))

    def has(self, face: Face) -> bool:
        """Return whether the sheet has the tags of this face already."""
        page = self.cards.face(face).indirect_reference
        return page is not None and page.idnum in self._source(face[0]).pages

    def place(
        self, page: PageObject, face: Face, form: IndirectObject, links: Mapping[int, IndirectObject]
    ) -> int | None:
        """Record the first place of a face and return None; for a further copy, return its marked content number."""
        source, own = self._source(face[0]), self.cards.face(face)
        assert page.indirect_reference is not None
        assert own.indirect_reference is not None
        if self.has(face):
            return self._add_copy(page, source.title, [*links.values()])
        page_number: Any = own["/StructParents"]
        placed = PlacedPage(page.indirect_reference, form, int(page_number))
        source.pages[own.indirect_reference.idnum] = placed
        source.links |= links
        return None

    def _source(self, card: str) -> PlacedSource:
        if card not in self.sources:
            tree, title = self.cards.reader(card).root_object["/StructTreeRoot"], self.cards.title(card)
            self.sources[card] = PlacedSource(title, tree, self._part(title))
        return self.sources[card]

    def _add_copy(self, page: Any, title: str, links: Sequence[IndirectObject]) -> int:
        """Add a figure for a further copy of a card, with its links; return the number of its marked content."""
        contents, part = self._contents_of(page), self._part(title)
        figure = self._new("/Figure", part, page.indirect_reference)
        number = len(contents)
        _put(figure, "/Alt", TextStringObject(self.language.said(tell("{card}, another copy", card=title))))
        _put(figure, "/K", ArrayObject([NumberObject(number)]))
        kids = [figure, *(self._link(link, part, page.indirect_reference) for link in links)]
        _put(part, "/K", ArrayObject(kids))
        contents.append(figure)
        return number

    def _adopt(self, source: PlacedSource, prefix: str) -> None:
        """Copy the tags of those pages of a PDF that lie on the sheet."""
        (root,) = _kids(source.tree)
        adoption = _Adoption(self, source, prefix)
        kids = [adoption.clone(kid.get_object(), source.part) for kid in _kids(root.get_object())]
        _put(source.part, "/K", ArrayObject(kid for kid in kids if kid is not None))
        for page in source.pages.values():
            _put(page.form, "/StructParents", NumberObject(self.number(adoption.owners_of(page.number))))

    def finish(self) -> None:
        """Copy the tags of all cards. They come before the foot of the paper in reading order."""
        for at, source in enumerate(self.sources.values()):
            self._adopt(source, f"{at}-")
        _put(self.document, "/K", ArrayObject([*self.parts, *_kids(self.document.get_object())]))

    def number(self, owner: Any) -> int:
        """Return a new number in the parent tree, for `owner`."""
        number = int(self.numbers[-2]) + 1 if self.numbers else 0
        self.numbers.extend([NumberObject(number), owner])
        return number

    def _contents_of(self, page: Any) -> ArrayObject:
        """Return the tags of the marked contents of a page, by their numbers."""
        if "/StructParents" not in page:
            page[NameObject("/StructParents")] = NumberObject(self.number(ArrayObject()))
        at = self.numbers.index(page["/StructParents"])
        contents: ArrayObject = self.numbers[at + 1].get_object()
        return contents

    def _part(self, title: str) -> IndirectObject:
        part = self._new("/Sect", self.document)
        _put(part, "/T", TextStringObject(title))
        self.parts.append(part)
        return part

    def _link(self, link: IndirectObject, parent: IndirectObject, page: IndirectObject) -> IndirectObject:
        tag = self._new("/Link", parent, page)
        _put(tag, "/K", ArrayObject([self.object_reference(link, tag, page)]))
        return tag

    def object_reference(self, link: IndirectObject, tag: IndirectObject, page: IndirectObject) -> DictionaryObject:
        """Return the child of a tag that stands for a link annotation."""
        _put(link, "/StructParent", NumberObject(self.number(tag)))
        return dictionary({"/Type": NameObject("/OBJR"), "/Pg": page, "/Obj": link})

    def _new(self, kind: str, parent: IndirectObject, page: IndirectObject | None = None) -> IndirectObject:
        return self.add(dictionary({"/S": NameObject(kind)}), parent, page)

    def add(self, tag: DictionaryObject, parent: IndirectObject, page: IndirectObject | None) -> IndirectObject:
        tag[NameObject("/Type")] = NameObject("/StructElem")
        tag[NameObject("/P")] = parent
        if page is not None:
            tag[NameObject("/Pg")] = page
        return self.writer._add_object(tag)


@dataclass(slots=True)
class _Adoption:
    """The copying of the tags of one PDF; `prefix` makes ids unique, `clones` maps originals to copies."""

    tags: SheetTags
    source: PlacedSource
    prefix: str
    clones: dict[int, IndirectObject] = field(default_factory=dict)

    def clone(self, tag: Any, parent: IndirectObject) -> IndirectObject | None:
        """Copy a tag and everything below it; return None if none of it is shown on the sheet."""
        copied = dictionary({key: tag[key] for key in COPIED if key in tag})
        if "/ID" in tag:
            copied[NameObject("/ID")] = TextStringObject(self.prefix + str(tag["/ID"]))
        if "/A" in tag:
            copied[NameObject("/A")] = self._attributes(tag["/A"])
        place = self._place(tag)
        if place is None and "/Pg" in tag and not [*_kids(tag)]:
            return None  # an empty cell of a page that does not lie here
        clone = self.tags.add(copied, parent, place.sheet if place else None)
        kids = [*self._children(tag, clone, place)]
        if not kids and list(_kids(tag)):
            return None
        copied[NameObject("/K")] = ArrayObject(kids)
        tags = (kid.get_object() for kid in kids if not isinstance(kid, NumberObject))
        if tag["/S"] == "/Link" and not any("/Obj" in each for each in tags):
            copied[NameObject("/S")] = NameObject("/Span")  # it led to another page of the same file
        self.clones[tag.indirect_reference.idnum] = clone
        return clone

    def _place(self, tag: Any) -> PlacedPage | None:
        """Return where the content of a tag lies on the sheet; None if it does not."""
        return self.source.pages.get(tag.raw_get("/Pg").idnum) if "/Pg" in tag else None

    def _children(self, tag: Any, clone: IndirectObject, place: PlacedPage | None) -> Iterator[Any]:
        for kid in _kids(tag):
            child = kid.get_object()
            if isinstance(child, NumberObject):
                if place is not None:
                    yield _content(place, int(child))
            elif child.get("/Type") == "/MCR":
                if (own := self._place(child) or place) is not None:
                    yield _content(own, int(child["/MCID"]))
            elif child.get("/Type") == "/OBJR":
                link = self.source.links.get(child.raw_get("/Obj").idnum)
                if link is not None and place is not None:
                    yield self.tags.object_reference(link, clone, place.sheet)
            elif (inner := self.clone(child, clone)) is not None:
                yield inner

    def _attributes(self, attributes: Any) -> Any:
        """Copy attributes, and add the prefix to the ids of a cell's headings."""
        attributes = attributes.get_object()
        if isinstance(attributes, ArrayObject):
            return ArrayObject(map(self._attributes, attributes))
        copied = DictionaryObject(attributes)
        if "/Headers" in copied:
            named = (TextStringObject(self.prefix + str(name)) for name in attributes["/Headers"])
            copied[NameObject("/Headers")] = ArrayObject(named)
        return copied

    def owners_of(self, page: int) -> ArrayObject:
        """Return the copied tags of the marked contents of a page, by their numbers."""
        numbers = self.source.tree["/ParentTree"]["/Nums"]
        owners = numbers[numbers.index(page) + 1].get_object()
        return ArrayObject(self.clones[owner.idnum] if isinstance(owner, IndirectObject) else owner for owner in owners)


def _kids(tag: Any) -> Iterator[Any]:
    kids = tag.raw_get("/K") if "/K" in tag else ArrayObject()
    yield from kids if isinstance(kids, ArrayObject) else [kids]


def _put(reference: IndirectObject, key: str, value: PdfObject) -> None:
    """Set an entry of the dictionary to which a reference points."""
    entries: Any = reference.get_object()
    entries[NameObject(key)] = value


def dictionary(entries: Mapping[str, PdfObject]) -> DictionaryObject:
    return DictionaryObject({NameObject(key): value for key, value in entries.items()})


def _content(place: PlacedPage, number: int) -> DictionaryObject:
    """Return the child of a tag that stands for marked content inside a form."""
    return dictionary(
        {"/Type": NameObject("/MCR"), "/Pg": place.sheet, "/Stm": place.form, "/MCID": NumberObject(number)}
    )
