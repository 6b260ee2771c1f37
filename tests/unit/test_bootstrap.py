"""A machine that pretends in, the message its user reads out."""

import ast
from importlib.metadata import distribution
from pathlib import Path

import pytest

from bootstrap import GROUPS, TEST, Machine, main
from rulewright.base.prerequisites import (
    PRINT,
    SUBSETTER,
    SYSTEMS,
    Library,
    can_load,
    install_command,
    missing_libraries,
)

FEDORA = frozenset({"dnf"})
DEBIAN = frozenset({"apt-get"})
NOT_USED = {"libharfbuzz-vector-0"}
"""WeasyPrint draws coloured glyphs with it where it is; our fonts have none."""


class Pretended:
    """A machine that lacks the named things, and on which apt, if it may run, brings them all."""

    def __init__(self, *, lacks=(), programs=DEBIAN, system="linux", root=False, sudo=False, apt="helps"):
        self.lacks, self.programs, self.apt = set(lacks), programs, apt
        self.ran: list[str] = []
        self.machine = Machine(
            system=system,
            can_load=lambda names: self.name_of(names) not in self.lacks,
            has_module=lambda name: name not in self.lacks,
            has_program=lambda name: name in self.programs,
            is_root=lambda: root,
            succeeds=lambda command: sudo and command == ("sudo", "-n", "true"),
            run=self.run,
        )

    @staticmethod
    def name_of(names):
        return next(need.name for need in (*PRINT, *TEST) if isinstance(need, Library) and need.files == names)

    def run(self, command):
        self.ran.append(" ".join(command))
        if "install" in command and self.apt == "helps":
            self.lacks.clear()
        return 100 if self.apt == "fails" else 0


@pytest.fixture
def told(capsys):
    def tell(pretended, *arguments):
        status = main(arguments, pretended.machine)
        return status, capsys.readouterr().err

    return tell


def test_nothing_is_run_or_said_when_nothing_is_missing(capsys):
    pretended = Pretended(root=True)
    assert main([], pretended.machine) == 0
    assert pretended.ran == []
    assert capsys.readouterr() == ("", "")


def test_root_installs(capsys):
    pretended = Pretended(lacks={"ensurepip", "libpango-1.0", "libpangoft2-1.0"}, root=True)
    assert main([], pretended.machine) == 0
    apt_get = "env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 -o Dpkg::Use-Pty=0"
    venv = GROUPS["venv"][0].packages[0]
    assert pretended.ran == [
        f"{apt_get} update",
        f"{apt_get} install --yes --no-install-recommends {venv} libpango-1.0-0 libpangoft2-1.0-0",
    ]
    said = f"rulewright: installing with apt-get: {venv} libpango-1.0-0 libpangoft2-1.0-0\n"
    assert capsys.readouterr() == (said, "")


def test_sudo_without_password_installs(told):
    pretended = Pretended(lacks={SUBSETTER}, programs=DEBIAN | {"sudo"}, sudo=True)
    assert told(pretended) == (0, "")
    assert [command.partition(" DEBIAN")[0] for command in pretended.ran] == ["sudo -n env"] * 2


@pytest.mark.parametrize("programs", [DEBIAN, DEBIAN | {"sudo"}], ids=["no sudo", "sudo wants a password"])
def test_without_permission_the_command_is_named(told, programs):
    pretended = Pretended(lacks={SUBSETTER}, programs=programs)
    assert told(pretended) == (
        2,
        """\
rulewright: this machine lacks something that pip cannot install:

  libharfbuzz-subset: it puts only the letters used into a PDF; without it a card takes twice the time

It was not installed for you: installing needs an administrator, and sudo is not there or wants a password.
Run the one command for your system, then repeat what you did:

  Debian, Ubuntu:   sudo apt-get update && sudo apt-get install --yes --no-install-recommends libharfbuzz-subset0
  Fedora:           sudo dnf install --assumeyes harfbuzz
  macOS:            brew install harfbuzz
  Windows (MSYS2):  pacman --sync --needed mingw-w64-ucrt-x86_64-harfbuzz
""",
    )
    assert pretended.ran == []


def test_a_failing_apt_is_not_the_last_word(told):
    status, message = told(Pretended(lacks={"libpango-1.0"}, root=True, apt="fails"))
    assert status == 2
    assert "It was not installed for you: apt-get failed; its own messages are above." in message
    assert "  apt-get update && apt-get install --yes" in message.replace("Debian, Ubuntu: ", "")
    assert "sudo" not in message


def test_packages_that_do_not_help_are_said_not_to(told):
    status, message = told(Pretended(lacks={"libpango-1.0"}, root=True, apt="does not help"))
    assert status == 2
    assert "and yet this Python does not find" in message


@pytest.mark.parametrize(
    ("system", "programs", "first"),
    [
        ("linux", DEBIAN, "debian"),
        ("linux", FEDORA, "fedora"),
        ("darwin", {"brew"}, "macos"),
        ("win32", set(), "windows"),
        ("linux", set(), "debian"),
    ],
)
def test_the_machines_own_system_comes_first(told, system, programs, first):
    status, message = told(Pretended(lacks={"libpango-1.0"}, system=system, programs=programs))
    commands = [line.strip() for line in message.splitlines() if line.strip().startswith(tuple(SYSTEMS.values()))]
    assert status == 2
    assert len(commands) == len(SYSTEMS)
    assert commands[0].startswith(SYSTEMS[first])
    assert ("DYLD_FALLBACK_LIBRARY_PATH" in message) == (first == "macos")


def test_test_programs_are_asked_for_only_on_request(told):
    lacks = Pretended(lacks={"chromium", "libatomic"})
    assert told(lacks, "--with", "venv,print") == (0, "")
    status, message = told(lacks, "--with", "test")
    assert status == 2
    assert "  chromium: the tests open the web rulebook in it" in message


def test_a_group_that_does_not_exist_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["--with", "venv,prnt"], Pretended().machine)
    assert "no group 'prnt': there are venv, print, test" in capsys.readouterr().err


def test_every_platform_has_a_command_for_each_package_once():
    assert install_command("debian").endswith(
        "libpango-1.0-0 libharfbuzz0b libharfbuzz-subset0 libfontconfig1 libpangoft2-1.0-0"
    )
    assert install_command("fedora") == "sudo dnf install --assumeyes glib2 pango harfbuzz fontconfig"
    assert install_command("macos") == "brew install glib pango harfbuzz fontconfig"
    assert install_command("windows").count("mingw-w64-ucrt-x86_64-pango") == 1


def test_libraries_go_by_the_names_weasyprint_uses():
    source = Path(str(distribution("weasyprint").locate_file("weasyprint/text/ffi.py")))
    opened = {
        tuple(ast.literal_eval(name) for name in call.args[1:])
        for call in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "_dlopen"
    }
    assert {names for names in opened if names[0] not in NOT_USED} == {need.files for need in PRINT}


def test_the_machine_that_runs_the_tests_has_them_all():
    assert missing_libraries() == ()
    assert not can_load(["libno-such-library.so.0"])
