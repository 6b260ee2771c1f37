"""Sets up a machine for development: shared libraries, Python's venv module, and the programs the tests need.

`make` runs it with any Python before .venv exists, so it imports only the standard library and the one module of the
package that does the same. It is not part of the installed package.
"""

import argparse
import importlib
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rulewright.base.prerequisites import (
    PRINT,
    SYSTEMS,
    Library,
    Need,
    can_load,
    has_program,
    install_command,
    packages_of,
    platform_of,
)


@dataclass(frozen=True, slots=True)
class Modules(Need):
    """Modules of Python itself; the machine must have all of them."""

    modules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Program(Need):
    """A program on the path, under one of these names."""

    programs: tuple[str, ...]


VENV = (
    Modules(
        "Python's venv and ensurepip modules",
        "they make .venv, where the toolchain is installed",
        ("python{}.{}-venv".format(*sys.version_info), "python3-libs", "python", "python"),
        ("venv", "ensurepip"),
    ),
)
TEST = (
    Program(
        "chromium",
        "the tests open the web rulebook in it",
        ("chromium-headless-shell", "chromium", "chromium", "chromium"),
        ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
    ),
    Program(
        "ghostscript",
        "the tests look at the plates of press files with it",
        ("ghostscript", "ghostscript", "ghostscript", "ghostscript"),
        ("gs",),
    ),
    Program(
        "poppler",
        "the tests read the boxes and fonts of press files with it",
        ("poppler-utils", "poppler-utils", "poppler", "poppler"),
        ("pdfinfo",),
    ),
    Library(
        "libatomic",
        "the driver of the browser is linked with it on Linux",
        ("libatomic1", "libatomic", "gcc", "gcc"),
        ("libatomic.so.1", "libSystem.dylib", "kernel32.dll"),  # elsewhere the system itself serves
    ),
)
GROUPS: dict[str, tuple[Need, ...]] = {"venv": VENV, "print": PRINT, "test": TEST}


def has_module(name: str) -> bool:
    """Whether Python has a module of this name, even one installed a moment ago."""
    importlib.invalidate_caches()
    return importlib.util.find_spec(name) is not None


def run(command: Sequence[str]) -> int:
    """The exit status of a command that asks nothing; the user sees its errors, not its output."""
    silent = subprocess.DEVNULL
    return subprocess.run(command, stdin=silent, stdout=silent, check=False).returncode


def succeeds(command: Sequence[str]) -> bool:
    """Whether a command succeeds; the user sees nothing of it."""
    return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False).returncode == 0


def is_root() -> bool:
    """Whether this process may install packages without asking."""
    return sys.platform != "win32" and os.geteuid() == 0


@dataclass(frozen=True, slots=True)
class Machine:
    """All that this module asks of the machine and does to it; tests pass one that pretends."""

    system: str = sys.platform
    can_load: Callable[[Iterable[str]], bool] = field(default=can_load)
    has_module: Callable[[str], bool] = field(default=has_module)
    has_program: Callable[[str], bool] = field(default=has_program)
    is_root: Callable[[], bool] = field(default=is_root)
    succeeds: Callable[[Sequence[str]], bool] = field(default=succeeds)
    run: Callable[[Sequence[str]], int] = field(default=run)


def missing(needs: Iterable[Need], machine: Machine) -> tuple[Need, ...]:
    """The needs this machine does not meet."""
    return tuple(need for need in needs if not _meets(machine, need))


def _meets(machine: Machine, need: Need) -> bool:
    if isinstance(need, Library):
        return machine.can_load(need.files)
    if isinstance(need, Modules):
        return all(map(machine.has_module, need.modules))
    return isinstance(need, Program) and any(map(machine.has_program, need.programs))


APT_OPTIONS = ("-o", "DPkg::Lock::Timeout=120", "-o", "Dpkg::Use-Pty=0")
"""Waits, in seconds, for another apt to end; needs no terminal."""


def install(needs: Sequence[Need], machine: Machine) -> str:
    """Installs with apt if that needs no password; returns the reason if the packages are still missing."""
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
    """The missing needs, why each is needed, and the command for each system, this machine's first."""
    here = platform_of(machine.system, machine.has_program)
    systems = sorted(SYSTEMS, key=lambda platform: platform != here)
    sudo = "" if machine.is_root() else "sudo "
    return "\n".join(
        (
            "rulewright: this machine lacks something that pip cannot install:",
            "",
            *(f"  {need.name}: {need.reason}" for need in needs),
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
    """Exit status 0 if the machine has everything, perhaps installed just now; otherwise 2, and what to do."""
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
    parser = argparse.ArgumentParser(prog="bootstrap.py", description=__doc__)
    parser.add_argument("--with", dest="groups", default="venv,print", help="any of venv,print,test")
    groups: list[str] = parser.parse_args(arguments).groups.split(",")
    for group in groups:
        if group not in GROUPS:
            parser.error(f"no group {group!r}: there are {', '.join(GROUPS)}")
    return groups


if __name__ == "__main__":
    sys.exit(main())
