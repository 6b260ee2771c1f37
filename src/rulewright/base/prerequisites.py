"""Shared libraries that printing needs and pip cannot install: which are missing, and the command to install them.

This module imports only the standard library: `src/bootstrap.py` uses it before anything is installed, and printing
uses it before WeasyPrint.
"""

import ctypes
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass

SUBSETTER = "libharfbuzz-subset"
"""Printing works without this library, at half the speed. Set-up requires it; a build only warns."""
SYSTEMS = {"debian": "Debian, Ubuntu", "fedora": "Fedora", "macos": "macOS", "windows": "Windows (MSYS2)"}


@dataclass(frozen=True, slots=True)
class Need:
    """Something the machine needs, and the reason; `packages` install it, in the order of `SYSTEMS`."""

    name: str
    reason: str
    packages: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class Library(Need):
    """A shared library; the machine has it if one of these files loads."""

    files: tuple[str, ...]


# The file names are those that WeasyPrint tries, in its order: a test compares them with WeasyPrint.
# fmt: off
PRINT: tuple[Library, ...] = (
    Library(
        "libgobject-2.0",
        "Pango, which sets the text of the cards, is built on it",
        ("libpango-1.0-0", "glib2", "glib", "glib2"),  # glib's own package in Debian changes its name
        ("libgobject-2.0-0", "gobject-2.0-0", "gobject-2.0",
         "libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    ),
    Library(
        "libpango-1.0",
        "it sets the text of the cards",
        ("libpango-1.0-0", "pango", "pango", "pango"),
        ("libpango-1.0-0", "pango-1.0-0", "pango-1.0",
         "libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ),
    Library(
        "libharfbuzz",
        "it shapes the letters of the cards",
        ("libharfbuzz0b", "harfbuzz", "harfbuzz", "harfbuzz"),
        ("libharfbuzz-0", "harfbuzz", "harfbuzz-0.0",
         "libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    ),
    Library(
        SUBSETTER,
        "it puts only the letters used into a PDF; without it a card takes twice the time",
        ("libharfbuzz-subset0", "harfbuzz", "harfbuzz", "harfbuzz"),
        ("libharfbuzz-subset-0", "harfbuzz-subset", "harfbuzz-subset-0.0",
         "libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    ),
    Library(
        "libfontconfig",
        "it finds the fonts of the cards",
        ("libfontconfig1", "fontconfig", "fontconfig", "fontconfig"),
        ("libfontconfig-1", "fontconfig-1", "fontconfig",
         "libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    ),
    Library(
        "libpangoft2-1.0",
        "it gives the fonts of the cards to Pango",
        ("libpangoft2-1.0-0", "pango", "pango", "pango"),
        ("libpangoft2-1.0-0", "pangoft2-1.0-0", "pangoft2-1.0",
         "libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ),
)
# fmt: on


def missing_libraries() -> tuple[Library, ...]:
    """Return the libraries of WeasyPrint that do not load on this machine."""
    return tuple(library for library in PRINT if not can_load(library.files))


def install_command(platform: str, needs: Iterable[Need] = PRINT, sudo: str = "sudo ") -> str:
    """Return the command that installs `needs` on a platform of `SYSTEMS`."""
    packages = " ".join(packages_of(needs, platform))
    return {
        "debian": f"{sudo}apt-get update && {sudo}apt-get install --yes --no-install-recommends {packages}",
        "fedora": f"{sudo}dnf install --assumeyes {packages}",
        "macos": f"brew install {packages}",
        "windows": f"pacman --sync --needed {packages}",
    }[platform]


def packages_of(needs: Iterable[Need], platform: str) -> tuple[str, ...]:
    """Return the packages to install on a platform of `SYSTEMS`, each once."""
    prefix = "mingw-w64-ucrt-x86_64-" if platform == "windows" else ""
    column = tuple(SYSTEMS).index(platform)
    return tuple(dict.fromkeys(prefix + need.packages[column] for need in needs))


def has_program(name: str) -> bool:
    """Return whether a program is on the path."""
    import shutil

    return shutil.which(name) is not None


def platform_of(system: str = sys.platform, has_program: Callable[[str], bool] = has_program) -> str | None:
    """Return this machine's platform of `SYSTEMS`, or None."""
    if system == "darwin":
        return "macos"
    if system in ("win32", "cygwin", "msys"):
        return "windows"
    installers = {"apt-get": "debian", "dnf": "fedora"}
    return next((name for program, name in installers.items() if has_program(program)), None)


def can_load(names: Iterable[str]) -> bool:
    """Return whether a library of one of these names loads, searched where WeasyPrint searches.

    WeasyPrint also tries `ctypes.util.find_library`. On Linux that starts compilers and finds nothing more.
    """
    if sys.platform.startswith("linux"):
        return any(_can_open(name) for name in names if "." in name)
    import ctypes.util

    if sys.platform == "win32":
        _add_dll_directories()
    return any(_can_open(name) or _can_open(ctypes.util.find_library(name)) for name in names)


def _can_open(name: str | None) -> bool:
    if not name:
        return False
    try:
        ctypes.CDLL(name, winmode=0x1000)  # for Windows: LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
    except OSError:
        return False
    return True


def _add_dll_directories() -> None:
    """Add the folders that WeasyPrint searches; WEASYPRINT_DLL_DIRECTORIES may name them."""
    usual = r"C:\msys64\ucrt64\bin;C:\msys64\mingw64\bin;C:\Program Files\GTK3-Runtime Win64\bin"
    for folder in os.environ.get("WEASYPRINT_DLL_DIRECTORIES", usual).split(";"):
        if sys.platform == "win32":
            with suppress(OSError):
                os.add_dll_directory(folder)
