"""The entries that PDF/X requires beside the pages, where WeasyPrint omits them or makes them random."""

import re
from hashlib import sha256
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from rulewright.model.press import CONDITIONS, REGISTRY, Press, Profile
from rulewright.render.pdf.engine import Array, Dictionary, PaintStream, PDFString, Stream

UNDATED = "2000-01-01T00:00:00Z"
"""The date if none is given: PDF/X requires one, and equal sources must give equal bytes."""
DOCUMENT = re.compile(rb"(?<=xmp\.did:)[0-9a-f-]{36}")
"""The random number that WeasyPrint gives each file."""
INKS = 4
"""Of the profile."""


def name_condition(pdf: Any, press: Press) -> None:
    """Names the registered printing condition, inks and paper; embeds the profile of the press if there is one."""
    intent = Dictionary(
        {
            "Type": "/OutputIntent",
            "S": "/GTS_PDFX",
            "OutputConditionIdentifier": PDFString(press.condition),
            "OutputCondition": PDFString(CONDITIONS[press.condition]),
            "RegistryName": PDFString(REGISTRY),
            "Info": PDFString(CONDITIONS[press.condition]),
        }
    )
    if press.profile is not None:
        intent["DestOutputProfile"] = _embedded(pdf, press.profile)
    pdf.catalog["OutputIntents"] = Array([intent])


def _embedded(pdf: Any, profile: Profile) -> Any:
    stream = Stream([profile.icc], {"N": INKS}, compress=True)
    pdf.add_object(stream)
    return stream.reference


def name_by_content(pdf: Any) -> None:
    """Numbers the file by its contents, so that equal pages get equal numbers."""
    painted = sha256(b"".join(each.data for each in pdf.objects if isinstance(each, PaintStream)))
    number = str(uuid5(NAMESPACE_URL, painted.hexdigest())).encode()
    for each in pdf.objects:
        if isinstance(each, Stream) and each.extra.get("Type") == "/Metadata":
            each.stream = [DOCUMENT.sub(number, part) if isinstance(part, bytes) else part for part in each.stream]


def remove_links(pdf: Any, page: Any) -> None:
    """Removes links: paper has none, and the standard allows no annotation within the page."""
    for reference in page.pop("Annots", ()):
        number = int(bytes(reference).split()[0])
        # Emptied and not deleted: WeasyPrint miscounts its objects if one is missing.
        pdf.objects[number].clear()
