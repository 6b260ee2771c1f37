"""Templates and stylesheets by their names: a project's own before those that come with the tool."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from markupsafe import Markup

from rulewright.installation import own_store
from rulewright.render.templating.faults import rendering
from rulewright.render.templating.files import TemplateFiles
from rulewright.render.templating.sandbox import Sandbox
from rulewright.store import Store
from rulewright.translation.catalogues import SOURCE, catalogue


class CompiledTemplates(BytecodeCache):
    """Templates compiled once for an installation, and read once in a process.

    A bucket of Jinja's is for one file, with the digest of the source that it was compiled from.
    """

    def __init__(self) -> None:
        self.bytecode: dict[str, bytes] = {}

    @cached_property
    def store(self) -> Store:
        return own_store()

    def load_bytecode(self, bucket: Bucket) -> None:
        known = self.bytecode.get(bucket.key) or self.store.find(self._key(bucket))
        if known:
            self.bytecode[bucket.key] = known
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.bytecode[bucket.key] = bucket.bytecode_to_string()
        self.store.keep(self._key(bucket), self.bytecode[bucket.key])

    def _key(self, bucket: Bucket) -> str:
        return self.store.key("compiled template", bucket.key, bucket.checksum)


COMPILED = CompiledTemplates()


@cache
def environment(project: Path, language: str = SOURCE) -> Sandbox:
    return Sandbox(catalogue(language), loader=_files(project), bytecode_cache=COMPILED)


def rendered(project: Path, template: str, language: str, **values: object) -> str:
    """The text that a template makes of values, with its words in a language.

    `BrokenTemplateError` where a template of the project fails.
    """
    with rendering(project):
        jinja, files = environment(project, language), _files(project)
        jinja.of_state(files.look_again())
        jinja.keeps_parts = files.keeps_parts
        jinja.begin()
        return jinja.get_template(template).render(**values)


def markup(project: Path, template: str, language: str, **values: object) -> Markup:
    """A part of a page, as a template makes it."""
    return Markup(rendered(project, template, language, **values))  # noqa: S704 - the template has escaped it


def keep_parts(project: Path) -> None:
    """From now on a part of a page is made once for a view, as long as the view is there."""
    _files(project).keeps_parts = True


@contextmanager
def unchanging(project: Path) -> Iterator[None]:
    """Each file is looked for once in all that is rendered meanwhile."""
    files = _files(project)
    files.look_again()
    files.unchanging = True
    try:
        yield
    finally:
        files.unchanging = False


def asset(project: Path, name: str) -> str:
    """The text of a stylesheet or script among the templates. `BrokenTemplateError` where it cannot be read."""
    files = _files(project)
    files.look_again()
    return files.get_source(environment(project), name)[0]


@cache
def _files(project: Path) -> TemplateFiles:
    return TemplateFiles(project)
