"""Load templates and stylesheets by name: the project's own first, then those of the tool."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property
from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

from jinja2 import BaseLoader, BytecodeCache, Environment, TemplateNotFound
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from markupsafe import Markup

from rulewright.base.installation import TEMPLATES, own_store
from rulewright.base.messages.catalogues import SOURCE_LANGUAGE, catalogue
from rulewright.base.store import Store
from rulewright.html.templating.sandbox import PageFilters, Sandbox, page_filters
from rulewright.html.templating.template_errors import FOLDER, BrokenTemplateError, rendering

TOOL_TEMPLATES = Path(TEMPLATES)
LARGEST = 1 << 20
"""The largest size in bytes of a template of the project."""
LARGEST_ASSET = 32 << 20
"""The largest size in bytes of a stylesheet or script of the project, which may contain fonts and pictures."""

State = tuple[Path, int, int]
"""A file with its modification time in ns and its size in bytes. One of the two changes when the file changes."""


class TemplateFiles(BaseLoader):
    """A loader that finds templates, stylesheets and scripts by their names below `templates/`."""

    def __init__(self, project: Path) -> None:
        self.own, self.packaged = project / FOLDER, TOOL_TEMPLATES
        self.states: dict[str, State | None] = {}
        self.read: dict[str, State] = {}
        self.state = 0
        self.unchanging = False

    def look_again(self) -> int:
        """Return a number for the state of the files: a new one if any file that was read has changed.

        Files may change between two pages, but during a page each file is looked up once. We also check templates that
        only another template imports, because Jinja caches them inside that template.
        """
        if not self.unchanging:
            self.states.clear()
            if any(self._find(template) != state for template, state in [*self.read.items()]):  # others may read too
                self.read.clear()
                self.state += 1
        return self.state

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        state = self._find(template)
        if state is None:
            raise TemplateNotFound(template)
        self.read[template] = state
        return self._text(state, template), str(state[0]), lambda: self._find(template) == state

    def list_templates(self) -> list[str]:
        """Return the names of all templates that come with the tool."""
        return sorted(file.relative_to(self.packaged).as_posix() for file in self.packaged.rglob("*") if file.is_file())

    def _find(self, template: str) -> State | None:
        if template not in self.states:
            parts = split_template_path(template)
            state = self._own(template, self.own.joinpath(*parts))
            if state is None:
                with suppress(OSError):
                    state = _state(self.packaged.joinpath(*parts))
            self.states[template] = state
        return self.states[template]

    def _own(self, template: str, file: Path) -> State | None:
        """Return the state of the project's own file, or None if there is none.

        BrokenTemplateError if the file exists but cannot be read.
        """
        if not os.path.lexists(self.own):  # the usual case; the rest takes longer
            return None
        at, name = self.own, ""
        try:
            os.stat(os.path.join(self.own, "."))  # fails if it is not a folder, or may not be entered
            at, name = file, template
            state = _state(file)
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                _refuse(f"it cannot be read: {error.strerror}", name)
            if at.is_symlink():
                _refuse("it is a link to nothing", name)
            return None
        if state is None:
            _refuse("it is not a file", template)
        if not file.resolve().is_relative_to(self.own.resolve()):
            _refuse("it is a link to another folder", template)
        return state

    def _text(self, state: State, template: str) -> str:
        file, _, size = state
        if size > (LARGEST if file.suffix == ".j2" else LARGEST_ASSET) and file.is_relative_to(self.own):
            _refuse(f"it is too large: {size:,} bytes", template)
        try:
            data = file.read_bytes()
            return data.decode().replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BrokenTemplateError("it is not UTF-8", template, line, unreadable=True) from None
        except OSError as error:
            _refuse(f"it cannot be read: {error.strerror}", template)


def _state(file: Path) -> State | None:
    """Return the state of a regular file; None for anything else, because reading a pipe might never end."""
    state = file.stat()
    return (file, state.st_mtime_ns, state.st_size) if S_ISREG(state.st_mode) else None


def _refuse(reason: str, name: str) -> NoReturn:
    raise BrokenTemplateError(reason, name, unreadable=True)


class CompiledTemplates(BytecodeCache):
    """A cache of compiled templates: on disk for the whole installation, and in memory for a process.

    A bucket is Jinja's name for one compiled template with the digest of its source.
    """

    def __init__(self) -> None:
        self.bytecode: dict[str, bytes] = {}

    @cached_property
    def store(self) -> Store:
        return own_store()

    def load_bytecode(self, bucket: Bucket) -> None:
        code = self.bytecode.get(bucket.key) or self.store.find(self._key(bucket))
        if code:
            self.bytecode[bucket.key] = code
            bucket.bytecode_from_string(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.bytecode[bucket.key] = bucket.bytecode_to_string()
        self.store.keep(self._key(bucket), self.bytecode[bucket.key])

    def _key(self, bucket: Bucket) -> str:
        return self.store.key("compiled template", bucket.key, bucket.checksum)


COMPILED = CompiledTemplates()


@cache
def environment(project: Path, language: str = SOURCE_LANGUAGE) -> Sandbox:
    return Sandbox(catalogue(language), loader=_files(project), bytecode_cache=COMPILED)


def rendered(
    project: Path, template: str, language: str, filters: PageFilters | None = None, /, **values: object
) -> str:
    """Render a template with values and the filters of its kind of page, and translate its words to a language.

    Raises BrokenTemplateError if a template of the project fails.
    """
    before = page_filters.set(filters or {})
    try:
        with rendering(project):
            jinja, files = environment(project, language), _files(project)
            jinja.of_state(files.look_again())
            jinja.begin()
            return jinja.get_template(template).render(**values)
    finally:
        page_filters.reset(before)


def markup(
    project: Path, template: str, language: str, filters: PageFilters | None = None, /, **values: object
) -> Markup:
    """Render a template for a part of a page."""
    return Markup(rendered(project, template, language, filters, **values))  # noqa: S704 - the template has escaped it


@contextmanager
def unchanging(project: Path) -> Iterator[None]:
    """Look up each file only once inside the block, even for several pages."""
    files = _files(project)
    files.look_again()
    files.unchanging = True
    try:
        yield
    finally:
        files.unchanging = False


def asset(project: Path, name: str) -> str:
    """Return the text of a stylesheet or script among the templates; BrokenTemplateError if it cannot be read."""
    files = _files(project)
    files.look_again()
    return files.get_source(environment(project), name)[0]


@cache
def _files(project: Path) -> TemplateFiles:
    return TemplateFiles(project)
