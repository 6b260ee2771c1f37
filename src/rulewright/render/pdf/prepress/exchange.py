"""What PDF/X asks a file to tell of itself beside its pages, as far as WeasyPrint leaves it out or to chance."""

import re
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from rulewright.model.press import CONDITIONS, REGISTRY, Press, Profile
from rulewright.render.pdf.engine import Array, Dictionary, PaintStream, PDFString, Stream

UNDATED = "2000-01-01T00:00:00Z"
"""PDF/X asks for dates, and equal sources are to give equal bytes: this stands where no date is given."""
DOCUMENT = re.compile(rb"(?<=xmp\.did:)[0-9a-f-]{36}")
"""The number that WeasyPrint draws by lot for each file."""
INKS = 4
"""Of the profile."""


def tell_condition(pdf: Any, press: Press) -> None:
    """The inks and the paper that are meant: by their registered name, and by the profile of the press if given."""
    intent = Dictionary({
        "Type": "/OutputIntent",
        "S": "/GTS_PDFX",
        "OutputConditionIdentifier": PDFString(press.condition),
        "OutputCondition": PDFString(CONDITIONS[press.condition]),
        "RegistryName": PDFString(REGISTRY),
        "Info": PDFString(CONDITIONS[press.condition]),
    })  # fmt: skip
    if press.profile is not None:
        intent["DestOutputProfile"] = _embedded(pdf, press.profile)
    pdf.catalog["OutputIntents"] = Array([intent])


def _embedded(pdf: Any, profile: Profile) -> Any:
    stream = Stream([profile.icc], {"N": INKS}, compress=True)
    pdf.add_object(stream)
    return stream.reference


def name_by_content(pdf: Any) -> None:
    """The same pages get the same number every time, and others another."""
    painted = sha256(b"".join(each.data for each in pdf.objects if isinstance(each, PaintStream)))
    number = str(uuid5(NAMESPACE_URL, painted.hexdigest())).encode()
    for each in pdf.objects:
        if isinstance(each, Stream) and each.extra.get("Type") == "/Metadata":
            each.stream = [DOCUMENT.sub(number, part) if isinstance(part, bytes) else part for part in each.stream]


def without_links(pdf: Any, page: Any) -> None:
    """On paper nothing is clicked, and the standard has no annotation on what is printed."""
    for reference in page.pop("Annots", ()):
        number = int(bytes(reference).split()[0])
        # Emptied and not deleted: WeasyPrint's table of objects miscounts where one is missing.
        pdf.objects[number].clear()
