"""Compute values that follow from a style once for each style; WeasyPrint computes them again for each box.

A style may change after its use. So a cached value is valid only while the properties that it depends on have the same
values, and these are compared.

Upstream: WeasyPrint 70 looks up some twenty properties of a box and converts their lengths each time it lays the box
out: in columns, in tables that are measured, and on a page that the box does not fit. For a property that no
stylesheet sets, it looks through everything that could set it.
Gain: a fifth of the processor time of a rulebook.
Fallback: with another version, or without one of the functions, WeasyPrint computes everything again.

Report to upstream:
`resolve_percentages`, `get_font_description`, `strut` and `ComputedStyle.__missing__` are called for each box.
Their results depend on the style alone unless it has percentages. Stored in the style, they make a rulebook a
fifth faster.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from importlib import import_module
from operator import itemgetter
from typing import Any

from rulewright.pdf.patches.replacing import replace_function

Function = Callable[..., Any]

SIDES = ("top", "right", "bottom", "left")
BORDERS = tuple(f"border_{side}_width" for side in SIDES)
LENGTHS = (
    *(f"margin_{side}" for side in SIDES),
    *(f"padding_{side}" for side in SIDES),
    "width",
    "min_width",
    "max_width",
    "height",
    "min_height",
    "max_height",
)
FONT = tuple(
    (
        "font_family font_style font_stretch font_weight font_size font_variant_ligatures "
        "font_variant_position font_variant_caps font_variant_numeric font_variant_alternates "
        "font_variant_east_asian font_feature_settings font_variation_settings font_language_override lang "
        "line_height"
    ).split()
)
"""The properties that determine the font of a text and the height of its lines."""
FLOATS = frozenset(("left", "right", "inline-start", "inline-end"))


def patch() -> None:
    """Replace the functions that compute lengths, fonts, pages and unset properties."""
    percent, fonts, line_break, css, boxes = (
        import_module(f"weasyprint.{name}")
        for name in ("layout.percent", "text.fonts", "text.line_break", "css", "formatting_structure.boxes")
    )
    computed, box, parent = css.ComputedStyle, boxes.Box, boxes.ParentBox
    description, strut, resolve = fonts.get_font_description, line_break.strut, percent.resolve_percentages
    if not hasattr(resolve, "__wrapped__"):
        computed.__missing__ = computing(computed.__missing__, css)
        parent.page_values = paging(box.page_values)
        box.is_in_normal_flow = is_in_normal_flow
        replace_function(resolve, resolving(resolve))
        for function in (description, strut):
            replace_function(function, by_style(function, FONT))


def by_style(function: Function, properties: Iterable[str]) -> Function:
    """Wrap a function of a style and more arguments: it runs once for each style and values of `properties`."""
    values_of, name = itemgetter(*properties), f"known_{function.__name__}"

    @wraps(function)
    def known(style: Any, *rest: Any, **named: Any) -> Any:
        values = values_of(style), rest, named
        found = vars(style).get(name)
        if found is None or found[0] != values:
            found = vars(style)[name] = values, function(style, *rest, **named)
        return found[1]

    return known


def resolving(resolve: Function) -> Function:
    """Wrap `resolve_percentages`: a style with neither percentages nor calculations has its lengths in a cache."""
    lengths_of = by_style(_lengths, (*LENGTHS, "box_sizing"))

    @wraps(resolve)
    def resolve_percentages(box: Any, containing_block: Any) -> None:
        style, known = box.style, vars(box)
        lengths = lengths_of(style)
        if lengths is None:
            resolve(box, containing_block)
            return
        known.update(lengths)
        collapse = style["border_collapse"] == "collapse"  # then tables have set the widths of their borders
        for border in BORDERS:
            if not (collapse and border in known):
                known[border] = style[border]

    return resolve_percentages


def _lengths(style: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the lengths of a style in pixels; None if they depend on the containing box or on each other."""
    if style["box_sizing"] != "content-box":
        return None
    lengths: dict[str, Any] = {}
    for name in LENGTHS:
        value = style[name]
        if value is not None and value != "auto":
            if getattr(value, "unit", None) in (None, "%"):
                return None
            value = value.value
        lengths[name] = 0 if value == "auto" and name.startswith("min_") else value
    return lengths


def is_in_normal_flow(box: Any) -> bool:
    """Return what WeasyPrint's method returns, but look up two properties instead of eight."""
    style = box.style
    floats, position = style["float"], style["position"]
    return not (
        floats in FLOATS
        or floats == "footnote"
        or position in ("absolute", "fixed")
        or position[0] in ("running()", "note()")
    )


def paging(own_values: Function) -> Function:
    """Wrap `page_values` of a box with children: only its first and last child in flow matter."""

    def page_values(box: Any) -> tuple[Any, Any]:
        start, end = own_values(box)
        first = next(filter(_begins_page, box.children), None)
        if first is None:
            return start, end
        last = next(filter(_begins_page, reversed(box.children)))
        values = first.page_values()
        after = values[1] if last is first else last.page_values()[1]
        return values[0] or start, after or end

    return page_values


def _begins_page(box: Any) -> bool:
    return is_in_normal_flow(box) or box.style["float"] in FLOATS


def computing(missing: Function, css: Any) -> Function:
    """Wrap `ComputedStyle.__missing__`: return at once for a property that no stylesheet sets."""
    inherited, initial, setters = css.INHERITED, css.INITIAL_VALUES, _setters(css)

    @wraps(missing)
    def computed(style: Any, name: str) -> Any:
        cascaded, parent = style.cascaded, style.parent_style
        if parent is None or name not in setters:
            return missing(style, name)
        for setter in setters[name]:
            if setter in cascaded:
                return missing(style, name)
        value = style[name] = parent[name] if name in inherited else initial[name]
        return value

    return computed


def _setters(css: Any) -> dict[str, tuple[str, ...]]:
    """Map each property to those that set it: itself and its logical variants. Properties with own rules are absent."""
    return {
        name: (name, *_logical(css.PHYSICAL_FUNCTIONS.get(name)))
        for name, value in css.INITIAL_VALUES.items()
        if name not in ("float", "position", "display", "page") and not name.startswith("text_decoration_")
        if name in css.INHERITED or not (name in css.INITIAL_NOT_COMPUTED or css.check_math(value))
    }


def _logical(name_in: Function | None) -> Iterable[str]:
    return {name_in(block="ttb", inline=inline) for inline in ("ltr", "rtl")} if name_in else ()
