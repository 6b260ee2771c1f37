"""The printers of a run. WeasyPrint is imported with the first of them: a build that prints nothing goes without."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.render.pdf.printer import Printer


class Printers(dict[str, "Printer"]):
    """A printer for each stylesheet, made when first asked for: reading the fonts takes time."""

    def __missing__(self, style: str) -> "Printer":
        from rulewright.render.pdf.printer import Printer

        self[style] = Printer(style)
        return self[style]
