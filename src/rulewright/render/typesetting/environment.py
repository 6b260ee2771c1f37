"""Templates and stylesheets by their names: a project's own before those that come with the tool."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from pathlib import Path
from stat import S_ISREG
from typing import NoReturn

from jinja2 import BaseLoader, BytecodeCache, Environment, TemplateNotFound
from jinja2.bccache import Bucket
from jinja2.loaders import split_template_path
from markupsafe import Markup

from rulewright.installation import own_store
from rulewright.render.templating.faults import FOLDER, BrokenTemplateError, rendering
from rulewright.render.templating.sandbox import Sandbox
from rulewright.store import Store
from rulewright.translation.catalogues import SOURCE, catalogue

# The texts of templates, stylesheets and scripts

PACKAGED = Path(__file__).resolve().parents[2] / "templates"
SOURCE_TREE = Path(__file__).resolve().parents[4] / "templates"
LARGEST = 1 << 20
"""Bytes of a template of the project."""
LARGEST_ASSET = 32 << 20
"""Bytes of a stylesheet or script of the project; a stylesheet may hold fonts and pictures."""

Found = tuple[Path, int, int]
"""A file, and two numbers of which one changes with it: its time and its size."""


def tool_templates() -> Path:
    """The folder of the templates that come with the tool."""
    return PACKAGED if PACKAGED.is_dir() else SOURCE_TREE


class TemplateFiles(BaseLoader):
    """Finds templates by their names below `templates/`."""

    def __init__(self, project: Path) -> None:
        self.own, self.packaged = project / FOLDER, tool_templates()
        self.known: dict[str, Found | None] = {}
        self.read: dict[str, Found] = {}
        self.state = 0
        self.unchanging = self.keeps_parts = False

    def look_again(self) -> int:
        """The number of the state of the files, which is another one when any that was read has changed.

        They may have since the last page; while one is rendered, each is looked for once. A template is looked at too
        that only another one imports: that one keeps it.
        """
        if not self.unchanging:
            self.known.clear()
            if any(self._find(template) != found for template, found in [*self.read.items()]):  # others may read too
                self.read.clear()
                self.state += 1
        return self.state

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:  # noqa: ARG002
        found = self._find(template)
        if found is None:
            raise TemplateNotFound(template)
        self.read[template] = found
        return self._text(found, template), str(found[0]), lambda: self._find(template) == found

    def list_templates(self) -> list[str]:
        """All that come with the tool."""
        return sorted(file.relative_to(self.packaged).as_posix() for file in self.packaged.rglob("*") if file.is_file())

    def _find(self, template: str) -> Found | None:
        if template not in self.known:
            self.known[template] = self._search(template)
        return self.known[template]

    def _search(self, template: str) -> Found | None:
        parts = split_template_path(template)
        return self._own(template, self.own.joinpath(*parts)) or _packaged(self.packaged.joinpath(*parts))

    def _own(self, template: str, file: Path) -> Found | None:
        """What is there can be read, or else the finding says why not: it is never passed over."""
        if not os.path.lexists(self.own):  # as mostly; the rest takes longer
            return None
        try:
            os.stat(os.path.join(self.own, "."))  # fails at what is no folder, or may not be entered
        except OSError as error:
            _refuse_unless_missing(self.own, error, "")
            return None
        try:
            found = _found(file)
        except OSError as error:
            _refuse_unless_missing(file, error, template)
            return None
        if found is None:
            _refuse("it is not a file", template)
        if not file.resolve().is_relative_to(self.own.resolve()):
            _refuse("it is a link to another folder", template)
        return found

    def _text(self, found: Found, template: str) -> str:
        file, _, size = found
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


def _found(file: Path) -> Found | None:
    """None for what is not a regular file: reading it may never end."""
    state = file.stat()
    return (file, state.st_mtime_ns, state.st_size) if S_ISREG(state.st_mode) else None


def _packaged(file: Path) -> Found | None:
    try:
        return _found(file)
    except OSError:
        return None


def _refuse_unless_missing(file: Path, error: OSError, name: str) -> None:
    if not isinstance(error, FileNotFoundError):
        _refuse(f"it cannot be read: {error.strerror}", name)
    if file.is_symlink():
        _refuse("it is a link to nothing", name)


def _refuse(reason: str, name: str) -> NoReturn:
    raise BrokenTemplateError(reason, name, unreadable=True)


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
