"""The limits on input, each with its reason.

A limit is far above what a game needs, and low enough that everything below it takes seconds and little memory. Input
above a limit becomes a finding with the author's number, the limit and the line. `rulewright explain limits` lists all.

Most reasons compare the limit with what is real: that the largest games "have a third" means a third of the limit, and
that something "has as many" means that it reaches the limit.
"""


class Limit:
    """The largest number (`most`) of something (`subject`, in an author's words), and the reason.

    Not a dataclass: a build with nothing to do need not import that.
    """

    __slots__ = ("most", "reason", "subject")

    def __init__(self, most: int, subject: str, reason: str) -> None:
        self.most, self.subject, self.reason = most, subject, reason


class Budget:
    """How much of a limit a whole game has spent."""

    def __init__(self, limit: Limit) -> None:
        self.limit, self.spent = limit, 0

    def spend(self, count: int) -> bool:
        """Count `count` more and return whether the total is within the limit."""
        self.spent += count
        return self.spent <= self.limit.most

    def allows(self, count: int) -> bool:
        """Return whether `count` more would be within the limit."""
        return self.spent + count <= self.limit.most


FILES = Limit(
    20_000,
    "files in a folder of sources",
    "No game has a tenth; a link to the root of a machine leads to all of its files.",
)
SOURCE_BYTES = Limit(6_000_000, "bytes of all source files of a game", "Ten thousand long rules take as much.")
TRANSLATION_BYTES = Limit(
    16_000_000, "bytes of a translation (PO)", "That of ten thousand long rules takes as much: it has each text twice."
)
CODE_BYTES = Limit(
    1_500_000,
    "bytes of rules code (rules.py)",
    "Ten thousand functions take as much, and Python takes 200 times the memory to read them.",
)
PROFILE_BYTES = Limit(16_000_000, "bytes of a colour profile (ICC)", "Those of print shops take a tenth.")
NODES = Limit(
    250_000,
    "texts, lists and mappings in all files of a game",
    "A rulebook of ten thousand rules has 80,000; each takes a kilobyte of memory.",
)
NESTING = Limit(40, "levels of lists and mappings in one another", "An author needs fewer than ten.")
SECTION = Limit(20_000, "rules, or other entries, of a section in one file", "Nobody would find anything in more.")
ENTRIES = Limit(
    2_000,
    "entries of a list or mapping below a section: rows, cases, values of a domain, blocks",
    "Nobody looks up a row among more, and the checks compare each with each.",
)
MODIFIERS = Limit(300, "modifiers of a table", "The total of more cannot be followed by any player.")
CELLS = Limit(20_000, "cases of a table", "A table of 200 rows and 50 columns has half as many.")
TEXT = Limit(10_000, "characters of a text", "Five printed pages; divide it into rules.")
RUN = Limit(
    200,
    "letters, blanks or other signs in a row",
    "No word is so long, and a search that begins anew at each letter of it takes minutes.",
)
DIAGRAM_CELLS = Limit(600, "cells of a diagram", "A map of 30 by 20 hexes fills a page.")
DIAGRAM_GROUND = Limit(120, "inches of the side of a diagram", "No table is longer.")
DECK = Limit(500, "cards of a deck", "Each is printed by itself; the largest games have a third.")
SHEET_CARDS = Limit(20_000, "cards on a sheet, copies counted", "A box of a thousand cards is a large one.")
RULE_LEVELS = Limit(40, "levels of rules", "No numbering has a quarter of these, and no reader could follow them.")
LAYERS = Limit(40, "games below a game, directly or by way of others", "A group ticks a dozen optional rules.")
SET_NAMES = Limit(16, "names of a domain of sets", "Each further name doubles the number of sets.")
COMBINATIONS = Limit(
    500_000,
    "combinations of inputs that the conditions of a game compare",
    "Each of them is tried when the tables are read; a game needs some thousands.",
)
PROOF_CASES = Limit(20_000_000, "combinations that a proof tries one by one", "So many calls take minutes.")
PROOF_VALUES = Limit(10_000, "values of an input that a proof reads apart", "Each takes a call of its own.")
SHEET_BYTES = Limit(4_000_000, "bytes of a spreadsheet (CSV, TSV, XLSX, ODS)", "Ten thousand weapons take a tenth.")
SHEET_UNPACKED = Limit(
    32_000_000,
    "bytes of a spreadsheet (XLSX, ODS) when it is unpacked",
    "An archive of a kilobyte may hold a gigabyte.",
)
SHEET_CELLS = Limit(
    100_000,
    "cells of a sheet, from its first to its last row and column",
    "A table of 2,000 rows and 50 columns has as many.",
)
PICTURE_BYTES = Limit(16_000_000, "bytes of a picture of pixels (PNG, JPEG)", "Pixels are only copied.")
PICTURE_PIXELS = Limit(40_000_000, "pixels of a picture (PNG, JPEG)", "An A4 page at 600 dpi has 35 million.")
SVG_BYTES = Limit(500_000, "bytes of a drawing (SVG)", "A drawing is drawn shape by shape; save a map as PNG.")
MARK_BYTES = Limit(
    100_000,
    "bytes of the picture of a mark",
    "It is printed wherever the mark is; a symbol has a few thousand.",
)
SVG_LEVELS = Limit(64, "levels of elements in a drawing (SVG)", "Drawing programs write fewer than twenty.")
SVG_SHAPES = Limit(
    20_000,
    "shapes that a drawing (SVG) draws, counted again for each reference to them",
    "A few lines may draw a million.",
)
SVG_TEXT = Limit(
    2_000,
    "characters of text in a drawing (SVG)",
    "The letters of a drawing are placed one by one, not in lines.",
)
FONT_BYTES = Limit(8_000_000, "bytes of a font (TTF, OTF, WOFF2)", "A font with the letters of Europe has a tenth.")
FONT_UNPACKED = Limit(
    24_000_000,
    "bytes of a font (WOFF2) when it is unpacked",
    "A file of a kilobyte may hold a gigabyte.",
)
FONT_FILES = Limit(24, "files of fonts of a game", "Six families with four faces each; a book needs three.")
LOUT_LEVELS = Limit(150, "objects in one another in a text of Lout", "The deepest of Lout's own manuals have a fifth.")
LOUT_UNITS = Limit(
    1_000_000,
    "words, braces and other units of a text of Lout, its included files and macros",
    "A book of a thousand pages has half as many, and a few macros may write a million.",
)
LOUT_OBJECTS = Limit(
    300_000,
    "objects that the definitions of a text of Lout make",
    "A few definitions that use one another may make a million.",
)
EDITION_BYTES = Limit(
    24_000_000,
    "bytes of a recorded edition (JSON)",
    "It says what the sources say, with a name for all of it.",
)
FINDINGS = Limit(
    500,
    "findings of one name that are listed",
    "The rest are counted: they mostly have the same cause.",
)

LIMITS = tuple(each for each in [*globals().values()] if isinstance(each, Limit))
"""All limits in the order of the stages."""


def limits_text() -> str:
    """Return the page of `rulewright explain limits` in Markdown."""
    return "\n".join((HEADING, *(f"- At most {each.most:,} {each.subject}. {each.reason}" for each in LIMITS)))


HEADING = """\
# limits

These are the largest inputs that the tool accepts. Each limit is far above what a game needs: more is a mistake or an
attack, and the finding `over-limit` names the number and the line.
"""
