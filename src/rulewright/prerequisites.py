"""What the machine itself must have, which pip cannot bring: shared libraries, Python's venv, test programs.

Standard library only, and importing nothing of the package: it runs before anything is installed
(`PYTHONPATH=src python3 -m rulewright.prerequisites`) and again at run time, before WeasyPrint is imported.
What only setting up needs is imported where it is used, for printing waits for the rest.
"""

import ctypes
import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

SUBSETTER = "libharfbuzz-subset"
"""The one library printing can do without, at half the speed: set-up insists on it, run time only warns."""


@dataclass(frozen=True, slots=True)
class Need:
    """One thing to have, and why.

    `packages` bring it, in the order of `SYSTEMS`. What is looked for is one of: the names of a shared
    library, any of which will do; Python modules, all of which must be there; a program.
    """

    name: str
    why: str
    packages: tuple[str, str, str, str]
    library: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    program: str = ""


SYSTEMS = {"debian": "Debian, Ubuntu", "fedora": "Fedora", "macos": "macOS", "windows": "Windows (MSYS2)"}

VENV = (
    Need(
        "Python's venv and ensurepip modules",
        "they make .venv, where the toolchain is installed",
        ("python{}.{}-venv".format(*sys.version_info), "python3-libs", "python", "python"),
        modules=("venv", "ensurepip"),
    ),
)

# Each library goes by the names WeasyPrint opens it by, in its order; a test compares them with WeasyPrint.
# fmt: off
PRINT = (
    Need(
        "libgobject-2.0",
        "Pango, which sets the text of the cards, is built on it",
        ("libpango-1.0-0", "glib2", "glib", "glib2"),  # glib's own package in Debian changes its name
        ("libgobject-2.0-0", "gobject-2.0-0", "gobject-2.0",
         "libgobject-2.0.so.0", "libgobject-2.0.0.dylib", "libgobject-2.0-0.dll"),
    ),
    Need(
        "libpango-1.0",
        "it sets the text of the cards",
        ("libpango-1.0-0", "pango", "pango", "pango"),
        ("libpango-1.0-0", "pango-1.0-0", "pango-1.0",
         "libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
    ),
    Need(
        "libharfbuzz",
        "it shapes the letters of the cards",
        ("libharfbuzz0b", "harfbuzz", "harfbuzz", "harfbuzz"),
        ("libharfbuzz-0", "harfbuzz", "harfbuzz-0.0",
         "libharfbuzz.so.0", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"),
    ),
    Need(
        SUBSETTER,
        "it puts only the letters used into a PDF; without it a card takes twice the time",
        ("libharfbuzz-subset0", "harfbuzz", "harfbuzz", "harfbuzz"),
        ("libharfbuzz-subset-0", "harfbuzz-subset", "harfbuzz-subset-0.0",
         "libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    ),
    Need(
        "libfontconfig",
        "it finds the fonts of the cards",
        ("libfontconfig1", "fontconfig", "fontconfig", "fontconfig"),
        ("libfontconfig-1", "fontconfig-1", "fontconfig",
         "libfontconfig.so.1", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
    ),
    Need(
        "libpangoft2-1.0",
        "it gives the fonts of the cards to Pango",
        ("libpangoft2-1.0-0", "pango", "pango", "pango"),
        ("libpangoft2-1.0-0", "pangoft2-1.0-0", "pangoft2-1.0",
         "libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ),
)
# fmt: on

TEST = (
    Need(
        "chromium",
        "the tests open the web rulebook in it",
        ("chromium", "chromium", "chromium", "chromium"),
        program="chromium",
    ),
    Need(
        "libatomic",
        "the driver of the browser is linked with it on Linux",
        ("libatomic1", "libatomic", "gcc", "gcc"),
        ("libatomic.so.1", "libSystem.dylib", "kernel32.dll"),  # elsewhere the system itself serves
    ),
)

GROUPS = {"venv": VENV, "print": PRINT, "test": TEST}


def missing_libraries() -> tuple[str, ...]:
    """The libraries WeasyPrint opens that do not load here, by their names in `PRINT`."""
    return tuple(need.name for need in missing(PRINT, Machine()))


def install_command(platform: str, needs: Iterable[Need] = PRINT, sudo: str = "sudo ") -> str:
    """The one command that installs `needs` on a platform of `SYSTEMS`."""
    packages = " ".join(packages_of(needs, platform))
    return {
        "debian": f"{sudo}apt-get update && {sudo}apt-get install --yes --no-install-recommends {packages}",
        "fedora": f"{sudo}dnf install --assumeyes {packages}",
        "macos": f"brew install {packages}",
        "windows": f"pacman --sync --needed {packages}",
    }[platform]


def packages_of(needs: Iterable[Need], platform: str) -> tuple[str, ...]:
    """The packages to install on a platform of `SYSTEMS`, each once."""
    prefix = "mingw-w64-ucrt-x86_64-" if platform == "windows" else ""
    column = tuple(SYSTEMS).index(platform)
    return tuple(dict.fromkeys(prefix + need.packages[column] for need in needs))


def loads(names: Iterable[str]) -> bool:
    """Whether one of the names opens, looked for where WeasyPrint looks.

    WeasyPrint also asks `ctypes.util.find_library`, which on Linux finds nothing that the plain name
    does not and starts compilers to do so.
    """
    if sys.platform.startswith("linux"):
        return any(_opens(name) for name in names if "." in name)
    import ctypes.util

    if sys.platform == "win32":
        _add_dll_directories()
    return any(_opens(name) or _opens(ctypes.util.find_library(name)) for name in names)


def _opens(name: str | None) -> bool:
    if not name:
        return False
    try:
        ctypes.CDLL(name, winmode=0x1000)  # only Windows reads it: LOAD_LIBRARY_SEARCH_DEFAULT_DIRS
    except OSError:
        return False
    return True


def _add_dll_directories() -> None:
    """The folders WeasyPrint adds to the search, which an author may name in WEASYPRINT_DLL_DIRECTORIES."""
    usual = r"C:\msys64\ucrt64\bin;C:\msys64\mingw64\bin;C:\Program Files\GTK3-Runtime Win64\bin"
    for folder in os.environ.get("WEASYPRINT_DLL_DIRECTORIES", usual).split(";"):
        if sys.platform == "win32":
            with suppress(OSError):
                os.add_dll_directory(folder)


def has_module(name: str) -> bool:
    """Whether Python has a module of this name, even one installed a moment ago."""
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None


def has_program(name: str) -> bool:
    """Whether a program of this name is on the path."""
    import shutil

    return shutil.which(name) is not None


def run(command: Sequence[str]) -> int:
    """The exit status of a command that asks nothing; of what it says, the user sees the errors."""
    import subprocess

    silent = subprocess.DEVNULL
    return subprocess.run(command, stdin=silent, stdout=silent, check=False).returncode


def succeeds(command: Sequence[str]) -> bool:
    """Whether a command that shows nothing succeeds."""
    import subprocess

    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0


def is_root() -> bool:
    """Whether this process may install packages without asking."""
    return sys.platform != "win32" and os.geteuid() == 0


@dataclass(frozen=True, slots=True)
class Machine:
    """What this module asks of the machine and does to it; a test gives one that pretends."""

    system: str = sys.platform
    loads: Callable[[Iterable[str]], bool] = field(default=loads)
    has_module: Callable[[str], bool] = field(default=has_module)
    has_program: Callable[[str], bool] = field(default=has_program)
    is_root: Callable[[], bool] = field(default=is_root)
    succeeds: Callable[[Sequence[str]], bool] = field(default=succeeds)
    run: Callable[[Sequence[str]], int] = field(default=run)


def missing(needs: Iterable[Need], machine: Machine) -> tuple[Need, ...]:
    """The needs this machine does not meet."""
    return tuple(need for need in needs if not _meets(machine, need))


def _meets(machine: Machine, need: Need) -> bool:
    if need.library:
        return machine.loads(need.library)
    if need.modules:
        return all(map(machine.has_module, need.modules))
    return machine.has_program(need.program)


def platform_of(machine: Machine) -> str | None:
    """Which of `SYSTEMS` this is, by the installer it has; None for another one."""
    if machine.system == "darwin":
        return "macos"
    if machine.system in ("win32", "cygwin", "msys"):
        return "windows"
    installers = {"apt-get": "debian", "dnf": "fedora"}
    return next((name for program, name in installers.items() if machine.has_program(program)), None)


APT_OPTIONS = ("-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0")
"""Wait for another apt to end, in seconds; run without a terminal."""


def install(needs: Sequence[Need], machine: Machine) -> str:
    """Install by apt if that needs no password; otherwise the reason why not."""
    if not machine.has_program("apt-get"):
        return "rulewright installs by itself only where there is apt-get"
    if machine.is_root():
        prefix: tuple[str, ...] = ("env",)
    elif machine.has_program("sudo") and machine.succeeds(("sudo", "-n", "true")):
        prefix = ("sudo", "-n", "env")
    else:
        return "installing needs an administrator, and sudo is not there or wants a password"
    packages = packages_of(needs, "debian")
    print("rulewright: installing with apt-get:", *packages, flush=True)
    apt_get = (*prefix, "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", *APT_OPTIONS)
    machine.run((*apt_get, "update"))  # one unreachable source of many does not matter, if the packages come
    if machine.run((*apt_get, "install", "--yes", "--no-install-recommends", *packages)):
        return "apt-get failed; its own messages are above"
    return "apt-get installed the packages, and yet this Python does not find what they hold"


def report(needs: Sequence[Need], reason: str, machine: Machine) -> str:
    """What is missing, why it is needed, and the command for each system, this machine's first."""
    here = platform_of(machine)
    systems = sorted(SYSTEMS, key=lambda platform: platform != here)
    sudo = "" if machine.is_root() else "sudo "
    return "\n".join(
        (
            "rulewright: this machine lacks something that pip cannot install:",
            "",
            *(f"  {need.name}: {need.why}" for need in needs),
            "",
            f"It was not installed for you: {reason}.",
            "Run the one command for your system, then repeat what you did:",
            "",
            *(f"  {SYSTEMS[system] + ':':17} {install_command(system, needs, sudo)}" for system in systems),
            *(MACOS_NOTE if here == "macos" else ()),
        )
    )


MACOS_NOTE = (
    "",
    "Installed and still not found? Tell Python where brew keeps its libraries:",
    "",
    '  export DYLD_FALLBACK_LIBRARY_PATH="$(brew --prefix)/lib"',
)


def main(arguments: Sequence[str] | None = None, machine: Machine | None = None) -> int:
    """Exit status 0 if all that was asked for is there, perhaps by now; otherwise 2, and what to do."""
    machine = machine or Machine()
    needs = [need for group in _groups(arguments) for need in GROUPS[group]]
    lacking = missing(needs, machine)
    if not lacking:
        return 0
    reason = install(lacking, machine)
    lacking = missing(needs, machine)
    if not lacking:
        return 0
    print(report(lacking, reason, machine), file=sys.stderr)
    return 2


def _groups(arguments: Sequence[str] | None) -> list[str]:
    import argparse

    parser = argparse.ArgumentParser(prog="rulewright.prerequisites", description=__doc__)
    parser.add_argument("--with", dest="groups", default="venv,print", help="any of venv,print,test")
    groups: list[str] = parser.parse_args(arguments).groups.split(",")
    for group in groups:
        if group not in GROUPS:
            parser.error(f"no group {group!r}: there are {', '.join(GROUPS)}")
    return groups


if __name__ == "__main__":
    sys.exit(main())
