"""The pages of rules code: each function that proves something, and what it proves."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from rulewright.model.book import Target
from rulewright.proof.ranges import tried_words
from rulewright.proof.report import FunctionSource, State
from rulewright.render.web.highlight import highlight
from rulewright.render.web.site import Site
from rulewright.render.web.views import FunctionView, LinkView


def code_pages(site: Site) -> Iterator[tuple[str, str]]:
    """None if no code was run."""
    proves, tried, pages = _proves(site), _tried(site), list(site.listing.pages.items())
    for at, (file, functions) in enumerate(pages):
        views = tuple(_function(site, each, proves.get(each.name, ()), tried.get(each.name, "")) for each in functions)
        yield file, site.page(
            file,
            "code",
            site.typesetter(),
            f"The rules code, page {at + 1}" if at else "The rules code",
            functions=views,
            previous=_turn(pages[at - 1]) if at else None,
            next=_turn(pages[at + 1]) if at + 1 < len(pages) else None,
        )


def _function(site: Site, function: FunctionSource, proves: tuple[LinkView, ...], tried: str) -> FunctionView:
    code = highlight(function.text, site.listing.places)
    return FunctionView(function.name, f"{function.file}, line {function.line}", code, proves, tried)


def _turn(page: tuple[str, Sequence[FunctionSource]]) -> LinkView:
    file, functions = page
    return LinkView(file, Markup("{}() to {}()").format(functions[0].name, functions[-1].name))


def _tried(site: Site) -> Mapping[str, str]:
    """The ranges of inputs for which each function proves something."""
    ranges: dict[str, dict[tuple[str, str], None]] = {}
    for statement in site.proof.statements:
        if statement.state is State.PROVED:
            ranges.setdefault(statement.function, {}).update(dict.fromkeys(statement.tried))
    return {name: tried_words(tuple(tried)) for name, tried in ranges.items()}


def _proves(site: Site) -> Mapping[str, tuple[LinkView, ...]]:
    """The tables, examples and quick references that each function proves, at least in part."""
    owners: dict[str, dict[Target, None]] = {}
    for statement in site.proof.statements:
        if statement.state is State.PROVED:
            owners.setdefault(statement.function, {})[statement.owner] = None
    links = {name: (site.names.link(owner) for owner in targets) for name, targets in owners.items()}
    return {name: tuple(link for link in each if link is not None) for name, each in links.items()}
