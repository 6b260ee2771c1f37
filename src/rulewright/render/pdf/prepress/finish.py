"""Finishes a card for a print shop: a `finisher` of WeasyPrint's, called before the file is written."""

from collections.abc import Iterator
from typing import Any

from rulewright.model.press import Press
from rulewright.render.pdf.engine import Array, Dictionary, PaintStream, Stream
from rulewright.render.pdf.prepress.die_line import draw_die_line
from rulewright.render.pdf.prepress.exchange import name_by_content, name_condition, remove_links
from rulewright.render.pdf.prepress.inks import inks_for
from rulewright.render.pdf.prepress.overprint import overprint_black
from rulewright.render.pdf.prepress.painting import paint_in_inks
from rulewright.render.pdf.prepress.pixels import print_in_inks
from rulewright.render.pdf.prepress.transparency import flatten, is_transparent
from rulewright.render.pdf.prepress.trim import cut_page


class Finish:
    """The finisher of a press file; `refused` are the contents of the last card that a print shop would refuse."""

    def __init__(self, press: Press) -> None:
        self.press, self.inks = press, inks_for(press.profile)
        self.refused: list[str] = []

    def __call__(self, _document: Any, pdf: Any) -> None:
        self.refused = list(dict.fromkeys(self._paint(pdf)))
        for page in [each for each in pdf.objects if isinstance(each, Dictionary) and each.get("Type") == "/Page"]:
            self._cut(pdf, page)
        name_condition(pdf, self.press)
        name_by_content(pdf)

    def _paint(self, pdf: Any) -> Iterator[str]:
        """Converts all colours to inks; yields what cannot be converted or is not allowed."""
        if not is_transparent(pdf):
            flatten(pdf)
        elif self.press.standard.flat:
            yield "something transparent"
        for each in pdf.objects:
            if isinstance(each, PaintStream):
                yield from paint_in_inks(each, self.inks)
                overprint_black(each)
            elif isinstance(each, Stream) and each.extra.get("ColorSpace") == "/DeviceRGB":
                print_in_inks(each, self.inks)
            elif isinstance(each, Dictionary) and each.get("Shading"):
                yield "a colour that changes gradually"

    def _cut(self, pdf: Any, page: Any) -> None:
        remove_links(pdf, page)
        marks = cut_page(page, self.press.bleed, marks=self.press.marks)
        if marks is not None:
            pdf.add_object(marks)
            page["Contents"] = Array([marks.reference, page["Contents"]])
        if self.press.die_line is not None:
            line = draw_die_line(pdf, page, self.press.die_line)
            pdf.add_object(line)
            before = page["Contents"]
            page["Contents"] = Array([*(before if isinstance(before, Array) else [before]), line.reference])
