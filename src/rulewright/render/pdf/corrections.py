"""Two faults of WeasyPrint corrected, a grid for tables, and nine faster ways through it and its libraries.

The first fault: where a text that ends with a space just fits its line, but for that space, version 70 breaks it after
its first word. That is the text before a link, and in a rulebook there are hundreds. The second: it tags only those
bullets that it draws itself, and no code.

The grid is what no style sheet can say: tables that end at few places of their column (`table_grid`).

The faster ways: lines that were broken before are not broken again; blocks in columns are not laid out again where
they were; what follows from a style alone is found once, where WeasyPrint finds it for each box; a selector is compiled
once, for a card that is fitted has the same ones in each size, and an element of it knows which ones match; the styles
of markers and notes are made for the few elements that have one; the styles of a layout end with it, where a drawing on
its pages would keep them until the garbage collector looks at them all; the parser of HTML makes its few patterns once,
where version 2.1 makes one for each text; and pydyf makes the references of all pages once. WeasyPrint asks for them at
each tag, which would take a book the square of its pages.

Each hangs on a version. With any other, and where anything else is not as expected, the library works its plain way.
"""

import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache, wraps
from importlib import import_module
from typing import Any

from rulewright.render.pdf import known_blocks, known_matches, known_pseudo, known_styles, table_grid
from rulewright.render.pdf.known_lines import remembering


def correct() -> None:
    """Corrects what is installed."""
    for package, version, correction in CORRECTIONS:
        with suppress(ImportError, AttributeError):
            if import_module(package).__version__.startswith(version):
                correction()


def _lines() -> None:
    lines: Any = import_module("weasyprint.layout.inline")
    measuring: Any = import_module("weasyprint.layout.preferred")
    if measuring.split_first_line is lines.split_first_line:
        split = remembering(lines.split_first_line)
        lines.split_first_line, measuring.split_first_line = _with_hanging_space(split), split


def _with_hanging_space(split: Callable[..., Any]) -> Callable[..., Any]:
    """Does what WeasyPrint does, but the space at the end of a line takes no room."""

    def split_first_line(text: str, style: Any, context: Any, width: float, *rest: Any, **named: Any) -> Any:
        found = split(text, style, context, width, *rest, **named)
        _, length, resume_at, *_ = found
        if resume_at is None or not text.endswith(" ") or b" " in text.encode()[:length]:
            return found
        _, _, left_over, needed, *_ = split(text[:-1], style, context, width, *rest, **named)
        if left_over is not None or needed > width:
            return found
        return split(text, style, context, width + style["font_size"], *rest, **named)

    return split_first_line


def _blocks() -> None:
    blocks: Any = import_module("weasyprint.layout.block")
    lay_out, columns = blocks.block_level_layout, blocks.columns_layout
    if columns.__module__ != known_blocks.__name__:
        blocks.columns_layout = known_blocks.in_columns(columns)
        _replace(lay_out, known_blocks.remembering(lay_out))


def _styles() -> None:
    percent, fonts, line_break, css, boxes = (
        import_module(f"weasyprint.{name}")
        for name in ("layout.percent", "text.fonts", "text.line_break", "css", "formatting_structure.boxes")
    )
    computed, box, parent = css.ComputedStyle, boxes.Box, boxes.ParentBox
    description, strut, resolve = fonts.get_font_description, line_break.strut, percent.resolve_percentages
    if not hasattr(resolve, "__wrapped__"):
        computed.__missing__ = known_styles.computing(computed.__missing__, css)
        parent.page_values = known_styles.paging(box.page_values)
        box.is_in_normal_flow = known_styles.is_in_normal_flow
        _replace(resolve, known_styles.resolving(resolve))
        for function in (description, strut):
            _replace(function, known_styles.by_style(function, known_styles.FONT))


def _selectors() -> None:
    validation: Any = import_module("weasyprint.css.validation")
    compile_list, serialize = validation.compile_selector_list, validation.serialize
    if not hasattr(compile_list, "__wrapped__"):
        compiled = lru_cache(maxsize=4096)(compile_list)
        _replace(compile_list, wraps(compile_list)(lambda tokens: compiled(serialize(tokens))))


def _pseudo_elements() -> None:
    style_for: Any = import_module("weasyprint.css").StyleFor
    set_styles, call = style_for.set_computed_styles, style_for.__call__
    if not hasattr(set_styles, "__wrapped__"):
        style_for.set_computed_styles = known_pseudo.deferring(set_styles)
        style_for.__call__ = known_pseudo.making(call, set_styles)


def _matches() -> None:
    matcher: Any = import_module("cssselect2").Matcher
    if not hasattr(matcher.match, "__wrapped__"):
        matcher.match = known_matches.remembering(matcher.match)


def _replace(old: Callable[..., Any], new: Callable[..., Any]) -> None:
    """In each module of WeasyPrint that has imported it."""
    for name, module in sys.modules.items():
        if name.startswith("weasyprint.") and getattr(module, old.__name__, None) is old:
            setattr(module, old.__name__, new)


TAGS = {"li::before": "Lbl", "pre": "P", "code": "Code"}


def _tags() -> None:
    """Tags code, and a bullet of a style sheet like one that WeasyPrint draws."""
    tagging: Any = import_module("weasyprint.pdf.tags")
    tag_of = tagging._get_pdf_tag
    tagging._get_pdf_tag = lambda name: TAGS.get(name) or tag_of(name)


class _Patterns(dict[tuple[Iterable[str], bool], re.Pattern[str]]):
    """What tinyhtml5 looks up for a run of characters, or with `opposite` of other characters than these."""

    def __missing__(self, key: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        characters, opposite = key
        listed = "".join(f"\\x{ord(each):02x}" for each in characters)
        self[key] = re.compile(f"[{'' if opposite else '^'}{listed}]+")
        return self[key]


def _patterns() -> None:
    parsing: Any = import_module("tinyhtml5.inputstream")
    if type(parsing.characters_until_regex) is dict:
        parsing.characters_until_regex = _Patterns()


def _tables() -> None:
    tables: Any = import_module("weasyprint.layout.table")
    measuring: Any = import_module("weasyprint.layout.preferred")
    lay_out = tables.auto_table_layout
    if lay_out.__module__ != table_grid.__name__:
        tables.auto_table_layout = table_grid.with_grid(lay_out, measuring.max_content_width)


def _contexts() -> None:
    document: Any = import_module("weasyprint.document")
    lay_out = document.layout_document
    if not hasattr(lay_out, "__wrapped__"):
        document.layout_document = _without_styles_after(lay_out)


def _without_styles_after(lay_out: Callable[..., Any]) -> Callable[..., Any]:
    """Drawings and the context of their layout keep each other; what is heavy in it is needed only until its end."""

    @wraps(lay_out)
    def layout_document(html: Any, root_box: Any, context: Any, *rest: Any) -> Any:
        yield from lay_out(html, root_box, context, *rest)
        context.style_for = context.current_footnote_area = None

    return layout_document


def _references() -> None:
    """Makes them again only after a page was added; pages are never taken out."""
    pdf_class: Any = import_module("pydyf").PDF
    references_of = pdf_class.page_references.fget

    def known_references(pdf: Any) -> tuple[bytes, ...]:
        known, count = getattr(pdf, "known_references", ((), 0))
        if count != len(pdf.pages["Kids"]):
            known, count = pdf.known_references = references_of(pdf), len(pdf.pages["Kids"])
        return known

    pdf_class.page_references = property(known_references)


CORRECTIONS: tuple[tuple[str, str, Callable[[], None]], ...] = (
    ("weasyprint", "70.", _lines),
    ("weasyprint", "70.", _blocks),
    ("weasyprint", "70.", _styles),
    ("weasyprint", "70.", _selectors),
    ("weasyprint", "70.", _pseudo_elements),
    ("weasyprint", "70.", _tags),
    ("weasyprint", "70.", _tables),
    ("weasyprint", "70.", _contexts),
    ("cssselect2", "0.10", _matches),
    ("tinyhtml5", "2.1", _patterns),
    ("pydyf", "0.13", _references),
)
"""The package, how the versions begin that have the fault or the slow way, and what corrects it."""
