"""A reader of finished PDFs that looks for what PDF/X asks and forbids; it knows nothing of how they were made."""

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pypdf import PdfReader
from pypdf.generic import ContentStream, StreamObject

MM = 25.4 / 72
BOXES = ("/MediaBox", "/BleedBox", "/TrimBox")
LIGHT = {b"rg", b"RG"}
INK = {b"k", b"K", b"g", b"G"}
SPACES = {b"cs", b"CS"}
EMBEDDED = ("/FontFile", "/FontFile2", "/FontFile3")


class Press:
    """A PDF as a print shop looks at it."""

    def __init__(self, data: bytes) -> None:
        self.data, self.reader = data, PdfReader(BytesIO(data))
        self.catalog: Any = self.reader.trailer["/Root"]
        self.info: Any = self.reader.trailer["/Info"]
        self.pages: list[Any] = list(self.reader.pages)

    def box(self, name: str, page: int = 0) -> tuple[float, ...]:
        """Left, bottom, right and top in millimetres from the lower left corner of what is left when it is cut."""
        left, bottom, *_ = (float(side) for side in self.pages[page]["/TrimBox"])
        sides = [float(side) for side in self.pages[page][name]]
        return tuple(round((side - (left, bottom)[at % 2]) * MM, 3) for at, side in enumerate(sides))

    @property
    def version(self) -> str:
        return self.data[:8].decode()

    @property
    def claims(self) -> str:
        """The standard that it says it follows."""
        xmp = self.catalog["/Metadata"].get_data().decode()
        told = re.search(r"<pdfxid:GTS_PDFXVersion>([^<]+)<", xmp)
        return str(self.info.get("/GTS_PDFXVersion", told and told[1]))

    @property
    def intent(self) -> Any:
        (intent,) = self.catalog["/OutputIntents"]
        return intent.get_object()

    def operators(self) -> Iterator[tuple[list[Any], bytes]]:
        """Everything that is painted, on pages and in the forms on them."""
        for page in self.pages:
            yield from ContentStream(page["/Contents"].get_object(), self.reader).operations
        for form in self.streams("/Form"):
            yield from ContentStream(form, self.reader).operations

    def lines(self) -> list[tuple[float, ...]]:
        """Straight lines that are drawn, each from one point to another, in millimetres as boxes are."""
        left, bottom, *_ = (float(side) for side in self.pages[0]["/TrimBox"])
        found: list[tuple[float, ...]] = []
        at = 0.0, 0.0
        for given, name in self.operators():
            if name in {b"m", b"l"}:
                to = (float(given[0]) - left) * MM, (float(given[1]) - bottom) * MM
                found += [tuple(round(value, 3) for value in (*at, *to))] if name == b"l" else []
                at = to
        return found

    def spot_colours(self) -> dict[str, str]:
        """The spot colours by their names in resources, each with inks that stand in for it."""
        spaces = [each.get("/ColorSpace") for each in self.objects() if isinstance(each, dict)]
        named = [pair for each in spaces if isinstance(each, dict) for pair in each.items()]
        for page in self.pages:
            named += dict(page["/Resources"].get("/ColorSpace", {})).items()
        separations = {str(name): each.get_object() for name, each in named}
        return {
            name: str(each[1])
            for name, each in separations.items()
            if isinstance(each, list) and each[0] == "/Separation" and each[2] == "/DeviceCMYK"
        }

    def inks(self) -> set[tuple[float, ...]]:
        """The amounts of ink that are set anywhere, by the four of them."""
        named = {b"k": 4, b"K": 4, b"scn": 4, b"SCN": 4}
        return {tuple(map(float, given)) for given, name in self.operators() if len(given) == named.get(name)}

    def objects(self) -> Iterator[Any]:
        for number in range(1, len(self.reader.xref[0]) + len(self.reader.xref_objStm) + 1):
            found = self.reader.get_object(number)
            if found is not None:
                yield found

    def streams(self, kind: str) -> list[Any]:
        return [each for each in self.objects() if isinstance(each, StreamObject) and each.get("/Subtype") == kind]

    def fonts(self) -> dict[str, bool]:
        """Every font that letters are taken from, and whether it is within the file."""
        told = [each for each in self.objects() if isinstance(each, dict) and each.get("/Type") == "/FontDescriptor"]
        return {str(each["/FontName"]): any(name in each for name in EMBEDDED) for each in told}

    def findings(self, *, flat: bool) -> Iterator[str]:
        """What the standard does not allow; `flat` is one that has no transparency."""
        if self.reader.is_encrypted:
            yield "encrypted"
        if len(self.reader.trailer.get("/ID", ())) != 2:
            yield "no identifier"
        if self.info.get("/Trapped") not in ("/True", "/False"):
            yield "trapping is not told"
        yield from (f"no {key}" for key in ("/Title", "/CreationDate", "/ModDate", "/Producer") if key not in self.info)
        if self.intent["/S"] != "/GTS_PDFX" or not self.intent["/OutputConditionIdentifier"]:
            yield "no output intent"
        yield from (f"{name} is not embedded" for name, within in self.fonts().items() if not within)
        yield from self._painting()
        yield from self._boxes()
        if flat:
            yield from self._transparency()
        for each in self.objects():
            if isinstance(each, dict) and (each.get("/Type") == "/Annot" or "/JS" in each or each.get("/S") == "/URI"):
                yield "an annotation or an action"

    def _painting(self) -> Iterator[str]:
        for given, name in self.operators():
            if name in LIGHT:
                yield f"light: {given}"
            elif name in SPACES and given[0] not in ("/DeviceCMYK", "/DeviceGray", "/Pattern", *self.spot_colours()):
                yield f"the space {given[0]}"
        for image in self.streams("/Image"):
            if image["/ColorSpace"] not in ("/DeviceCMYK", "/DeviceGray"):
                yield f"a picture in {image['/ColorSpace']}"

    def _boxes(self) -> Iterator[str]:
        for number, page in enumerate(self.pages):
            if "/ArtBox" in page or not all(name in page for name in BOXES):
                yield "boxes missing"
            media, bleed, trim = (self.box(name, number) for name in BOXES)
            for inner, outer in ((trim, bleed), (bleed, media)):
                if not (
                    inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]
                ):
                    yield "boxes are not within one another"

    def _transparency(self) -> Iterator[str]:
        for each in self.objects():
            if not isinstance(each, dict):
                continue
            if "/SMask" in each or each.get("/Group", {}).get("/S") == "/Transparency":
                yield "a mask or a group"
            if any(float(each.get(key, 1)) != 1 for key in ("/ca", "/CA") if not isinstance(each.get(key, 1), dict)):
                yield "a fill that lets something through"
