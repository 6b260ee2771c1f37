"""Escapes that were found, each against the layers that must hold it: the source, the hook, the jail, the parent."""

import os
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from rulewright.outputs.formats.as_text import jail_summary
from rulewright.proof import process
from rulewright.proof.process import Limits, RulesProcess
from rulewright.proof.replies import RulesError, RulesErrorReport
from tests.conftest import Project
from tests.unit.test_rules_process import REACH_OS, SYS, evaluated, refused, told

pytestmark = pytest.mark.slow

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has the jail")


@pytest.fixture(scope="module")
def jail() -> tuple[str, ...]:
    with RulesProcess("def f() -> int: return 3") as rules:
        assert rules.functions
        return tuple(rules.jail)


# The source


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("x = getattr(1, 're' + 'al')", "uses getattr() with a name that it makes while it runs"),
        ("n = 'real'\nx = getattr(1, n)", "uses getattr() with a name that it makes while it runs"),
        ("x = getattr(*(1, 'real'))", "uses getattr() with a name that it makes while it runs"),
        ("import operator\nx = operator.attrgetter('re' + 'al')", "uses attrgetter() with a name"),
        ("from operator import methodcaller\nx = methodcaller('re' + 'al')(1)", "uses methodcaller() with a name"),
        ("from operator import attrgetter as read", "gives attrgetter another name"),
        ("read = getattr", "passes getattr on, which takes the names of attributes"),
        ("import operator\nread = operator.attrgetter", "passes attrgetter on"),
        ("x = list(map(getattr, [1], ['re' + 'al']))", "passes getattr on"),
        ("object.__setattr__(f, '__co' + 'de__', 3)", "uses __setattr__() with a name"),
        ("x = object.__getattribute__(1, 'real')", "may not use .__getattribute__"),
        ("x = ('{0.re' + 'al}').format(1)", "uses .format of a text that it makes while it runs"),
        ("t = '{0}'\nx = t.format(1)", "uses .format of a text that it makes while it runs"),
        ("x = str.format('{0.real}', 1)", "uses .format of a text that it makes while it runs"),
        ("x = list(map('{0}'.format, [1]))", "uses .format of a text that it makes while it runs"),
        ("from string import Formatter", "may not import Formatter from string"),
        ("x = print.__self__", "may not use .__self__"),
        ("x = type(print).__dict__", "may not use .__dict__"),
        ("getattr = getattr\nx = getattr(1, 're' + 'al')", "passes getattr on, which takes the names of attributes"),
        ("def g(setattr): return setattr(1, 're' + 'al')", "uses setattr() with a name that it makes while it runs"),
        ("x = __builtins__\n__builtins__ = x", "may not use __builtins__"),
        ("x = '{0:{1.__globals__}}'.format(1, f)", "may not use .__globals__"),
        ("def g(x: 'print.__self__'): return 3", "may not use .__self__"),
        ("def g(x: \"getattr(print, '__se' + 'lf__')\"): return 3", "uses getattr() with a name that it makes while"),
        (
            "def g(x: \"getattr(print, '__se' + 'lf__') # a type\"): return 3",
            "uses getattr() with a name that it makes",
        ),
        ("A = list[\"(lambda read: read)(getattr)(print, 'x')\"]", "passes getattr on"),
        ("class A:\n    __match_args__ = ('re' + 'al',)", "may not use __match_args__"),
        ("from functools import wraps\nx = wraps(f, ('re' + 'al',))", "uses wraps() with names of attributes"),
    ],
)
def test_an_attribute_is_named_in_the_source(line: str, says: str) -> None:
    report = refused(f"def f(): return 3\n{line}")
    assert report.name in ("rules-forbidden", "rules-import")
    assert report.message.startswith(f"rules.py {says}")


def test_what_reads_like_a_detour_and_is_none() -> None:
    source = """
    from operator import attrgetter, methodcaller
    from functools import wraps
    from typing import Literal
    class Squad:
        men = 10
        def __init__(self): object.__setattr__(self, "men", 9)
    def same(f):
        @wraps(f)
        def inner(): return f()
        return inner
    @same
    def f(door: Literal["open", "input-output"] = "open") -> int:
        print("{0} hits".format(3), format(3, "d"), getattr(Squad, "men"), methodcaller("upper")("x"))
        return attrgetter("men")(Squad())
    """
    assert evaluated(source) == [9]


@pytest.mark.parametrize("module", ["dataclasses.inspect", "enum.bltns", "typing.types", "fractions.functools"])
def test_a_module_holds_no_modules(module: str) -> None:
    report = refused(f"import {module.partition('.')[0]}\ndef f(): return {module}")
    assert report.message.startswith("f() raised AttributeError: module")


# The hook, without the jail


ANY_EVENT = "type('All', (frozenset,), {'__contains__': lambda self, event: True})()"
FRAMES = f"""
    frame = {SYS}._getframe()
    while frame:
        scope = getattr(frame, 'f_glo' + 'bals')
        for module in (scope, getattr(scope.get('fence'), '__di' + 'ct__', {{}})):
            if 'HARMLESS' in module: module['HARMLESS'] = {ANY_EVENT}
        frame = getattr(frame, 'f_ba' + 'ck')
"""


def test_the_list_of_harmless_events_cannot_be_changed(without: Callable[..., None], tmp_path: Path) -> None:
    without("source", "modules", "jail")
    victim = tmp_path / "victim"
    victim.touch()
    report = refused(REACH_OS + f"def f():{FRAMES}\n    os.unlink({str(victim)!r})\n    return 9")
    assert report.name == "rules-forbidden"
    assert "tried os.remove" in report.message
    assert victim.exists()


def test_frames_of_an_exception_are_denied(without: Callable[..., None]) -> None:
    without("source", "modules", "jail")
    source = "def f():\n    try: 1 / 0\n    except ZeroDivisionError as e: return getattr(e.__traceback__, 'tb_fr' + 'ame').f_lineno"
    assert told(refused(source)) == "3:43 rules-forbidden: f() tried to read .tb_frame of a value"


# The jail, without anything else


ESCAPES = {
    "unlink": "os.unlink({victim!r})",
    "truncate": "os.truncate({victim!r}, 0)",
    "mkdir": "os.mkdir({victim!r} + '2')",
    "symlink": "os.symlink('/', {victim!r} + '2')",
    "rename": "os.rename({victim!r}, {victim!r} + '2')",
    "chmod": "os.chmod({victim!r}, 0)",
    "read": "os.open({victim!r}, 0)",
    "list": "os.listdir('/')",
    "kill the parent": "os.kill(os.getppid(), 9)",
    "fork": "os.fork()",
    "exec": "os.execv('/bin/true', ['true'])",
    "a socket": f"{SYS}.modules['builtins'].__import__('_socket').socket()",
    "a pipe": "os.pipe()",
    "another pipe": "os.write(9, b'x')",
}


@LINUX
@pytest.mark.parametrize("attempt", ESCAPES.values(), ids=ESCAPES)
def test_the_system_refuses(attempt: str, without: Callable[..., None], tmp_path: Path, jail: tuple[str, ...]) -> None:
    if "seccomp" not in jail:
        pytest.skip("this kernel has no seccomp, or its processor is not known")
    without("source", "modules", "hook")
    folder = tmp_path / "folder"
    folder.mkdir()
    victim = folder / "victim"
    victim.write_text("as it was")
    report = refused(REACH_OS + f"def f():\n    {attempt.format(victim=str(victim))}\n    return 9")
    assert report.name in ("rules-raised", "rules-import")
    assert victim.read_text() == "as it was"
    assert [path.name for path in folder.iterdir()] == ["victim"]


REMAINS = {"unlink", "truncate", "mkdir", "symlink", "rename", "chmod", "kill the parent", "fork", "exec"}
"""What an expert who has got past Python's own fence can still do where the system has no jail.

Neither reads a file nor opens a connection: the limit of descriptors holds on every Unix.
"""


@LINUX
@pytest.mark.parametrize("name", ESCAPES)
def test_what_remains_possible_without_the_jail(name: str, without: Callable[..., None], tmp_path: Path) -> None:
    without("source", "modules", "hook", "jail")
    victim = tmp_path / "victim"
    victim.touch()
    attempt = ESCAPES[name].format(victim=str(victim)).replace("getppid(), 9", "getppid(), 0")
    try:
        possible = evaluated(REACH_OS + f"def f():\n    {attempt}\n    return 9") == [9]
    except RulesError as error:
        possible = error.report.name == "rules-died"  # another program runs in its place
    assert possible == (name in REMAINS)


@pytest.mark.parametrize("name", ESCAPES)
def test_the_fence_refuses_the_same_without_the_jail(name: str, without: Callable[..., None], tmp_path: Path) -> None:
    without("source", "modules", "jail")
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    report = refused(REACH_OS + f"def f():\n    {ESCAPES[name].format(victim=str(victim))}\n    return 9")
    assert report.name in ("rules-forbidden", "rules-import", "rules-raised")
    assert victim.read_text() == "as it was"


@LINUX
def test_landlock_holds_where_seccomp_does_not(
    without: Callable[..., None], tmp_path: Path, jail: tuple[str, ...]
) -> None:
    if "Landlock" not in jail:
        pytest.skip("this kernel has no Landlock")
    without("source", "modules", "hook")
    with (tmp_path / "contained" / "jail.py").open("a") as script:
        script.write("\n\n_seccomp = lambda *_: False\nlimit = lambda *_: None\n")
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    for attempt in ("os.open({0!r}, 0)", "os.unlink({0!r})", "os.mkdir({0!r} + '2')", "os.listdir('/')"):
        report = refused(REACH_OS + f"def f():\n    {attempt.format(str(victim))}\n    return 9")
        assert "PermissionError: [Errno 13]" in report.message
    assert victim.read_text() == "as it was"


# The channel


@pytest.mark.parametrize(
    "layers", [("source", "modules", "hook"), ("source", "modules", "hook", "jail")], ids=["jail", "no jail"]
)
def test_a_reply_without_the_token_is_not_believed(layers: tuple[str, ...], without: Callable[..., None]) -> None:
    without(*layers)
    reply = "bytes(16) + (13).to_bytes(4, 'little') + (1).to_bytes(4, 'little') + b'{\"code\": \"B\"}' + b'9'"
    forge = f"""
    for descriptor in range(3, 10):
        try: os.write(descriptor, {reply})
        except OSError: pass
    return 8"""
    report = refused(REACH_OS + f"def f() -> int:{forge}")
    assert report.name == "rules-died"
    assert report.message == "f() sent an answer that cannot be read"


def test_no_frame_of_the_rules_code_leads_to_the_token(without: Callable[..., None]) -> None:
    without("source", "modules", "hook", "jail")
    source = (
        REACH_OS
        + f"""def f() -> str:
    seen, frame = [], {SYS}._getframe()
    while frame:
        seen += [*frame.f_locals.values(), *frame.f_globals.values()]
        frame = frame.f_back
    return ' '.join(repr(each) for each in seen)
"""
    )
    with RulesProcess(source) as rules:
        (seen,) = rules.evaluate("f", [])
        worker = rules._worker
        assert worker is not None
        assert len(str(seen)) > 1000
        assert worker.token.hex() not in str(seen)
        assert repr(worker.token) not in str(seen)


# The parent, against a worker that is wholly in the hands of others


FORGER = """
import json, os, struct, sys, time
FRAME = struct.Struct("<16sII")
asked = sys.stdin.buffer
def receive():
    return json.loads(asked.read(FRAME.unpack(asked.read(FRAME.size))[1]))
def send(header, body=b"", more=0):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    sys.stdout.buffer.write(FRAME.pack(token, len(text) + more, len(body)) + text + body)
    sys.stdout.buffer.flush()
token = bytes.fromhex(receive()["token"])
f = {"name": "f", "line": 1, "end_line": 1, "docstring": "", "parameters": [],
     "returns": {"text": "int", "kind": "int", "values": [], "enums": []}}
"""
LOADED = FORGER + "send({'functions': [f], 'jail': []})\nreceive()\n"


@pytest.fixture
def forger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., RulesErrorReport]:
    """The report that the parent reports of such a worker."""

    def report(script: str, seconds: float = 5) -> RulesErrorReport:
        (tmp_path / "worker.py").write_text(script)
        monkeypatch.setattr(process, "WORKER", tmp_path / "worker.py")
        with pytest.raises(RulesError) as caught, RulesProcess("", limits=Limits(seconds=seconds)) as rules:
            rules.evaluate("f", [])
        return caught.value.report

    return report


@pytest.mark.parametrize(
    "forged",
    [
        "send(b'{', more=500 << 20)\nwhile True: sys.stdout.buffer.write(b' ' * (1 << 20))",
        "send(b'', more=500 << 20)",
        "send(b'[' * 1000000)",
        "send([])",
        "send(3)",
        "send(b'\\xff')",
        "send({'functions': 3})",
        "send({'functions': [{}], 'jail': []})",
        "send({'functions': [{**f, 'parameters': [3]}], 'jail': []})",
        "send({'functions': [f]})",
        "send({'errors': 3})",
        "send({'errors': [{}]})",
        "send({'errors': [{'name': 'made-up', 'says': '', 'line': 0, 'column': 0, 'hint': '', 'at': None}]})",
        "send({'errors': [{'name': 'rules-raised', 'says': 3, 'line': 'x', 'column': 0, 'hint': '', 'at': None}]})",
    ],
)
def test_a_forged_load_is_one_error(forged: str, forger: Callable[[str], RulesErrorReport]) -> None:
    start = time.monotonic()
    tracemalloc.start()
    try:
        report = forger(FORGER + forged)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert told(report).startswith("0:0 rules-died: rules.py sent an answer that cannot be read")
    assert time.monotonic() - start < 5
    assert most < 32 << 20


@pytest.mark.parametrize(
    "forged",
    [
        "send({'code': 'B'}, b'')",
        "send({'code': 'B'}, b'12')",
        "send({'code': 'z'}, b'1')",
        "send({'code': 'q'}, b'1')",
        "send({'code': 'B', 'values': [1]}, b'1')",
        "send({'code': 'B', 'values': [{'fraction': ['0x1', '0x0']}]}, b'\\0')",
        "send({'code': 'B', 'values': [{'set': [{'tuple': [[]]}]}]}, b'\\0')",
        "send({})",
        "send({'errors': [{'name': 'rules-raised', 'says': 'x', 'line': 1, 'column': 1, 'hint': '', 'at': 'x'}]})",
    ],
)
def test_a_forged_answer_is_one_error(forged: str, forger: Callable[[str], RulesErrorReport]) -> None:
    assert told(forger(LOADED + forged)) == "1:0 rules-died: f() sent an answer that cannot be read"


def test_replies_without_end_take_no_memory(forger: Callable[[str], RulesErrorReport]) -> None:
    report = forger(LOADED + "while True: send({'code': 'B', 'values': [3]}, bytes(1 << 16))")
    assert report.name == "rules-died"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_that_lives_on_keeps_nobody_waiting(forger: Callable[..., RulesErrorReport]) -> None:
    child = "if os.fork() == 0:\n    os.setsid()\n    time.sleep(20)\n    os._exit(0)\n"
    start = time.monotonic()
    assert forger(LOADED + child + "os._exit(3)", seconds=2).name == "rules-timeout"
    assert time.monotonic() - start < 8


# What the user sees


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("Landlock", "seccomp"), "linux: Python's fence, Landlock and seccomp"),
        (("seccomp",), "linux: Python's fence and seccomp; this system lacks Landlock"),
        ((), "linux: Python's fence; this system lacks Landlock and seccomp"),
        (("sandbox-exec",), "darwin: Python's fence and sandbox-exec"),
        ((), "darwin: Python's fence; this system lacks sandbox-exec"),
        (("a job object",), "win32: Python's fence and a job object"),
        ((), "win32: Python's fence; this system lacks a job object"),
    ],
)
def test_verbose_says_what_contained_the_code(parts: tuple[str, ...], words: str) -> None:
    platform, _, words = words.partition(": ")
    assert jail_summary("lout", parts, platform) == f"lout: the rules code was contained by {words}"


def test_the_verbose_check_says_it(small: Project) -> None:
    assert "small: the rules code was contained by Python's fence" in small.run("check", "--verbose").out
    assert "contained" not in small.run("check").out


# The order of sets


ORDER = "def f() -> tuple[str, ...]: return tuple({'left', 'right', 'front', 'rear', 'top', 'hull'})"


def test_the_order_of_sets_is_the_same_in_every_process() -> None:
    assert len({evaluated(ORDER)[0] for _ in range(4)}) == 1


def test_another_seed_gives_another_order() -> None:
    with RulesProcess(ORDER, hash_seed="1") as rules:
        assert list(rules.evaluate("f", [])) != evaluated(ORDER)


# Exceptions


@pytest.mark.parametrize("at", [0, 1, 16384, 20000])
def test_an_exhausted_iterator_is_an_exception_like_others(at: int) -> None:
    source = f"def f(x: int) -> int:\n    return next(iter(())) if x == {at} else x"
    report = refused(source, [("x", range(20001))])
    assert told(report) == f"2:12 rules-raised: f(x={at}) raised StopIteration"


def test_answers_longer_than_the_parent_reads_are_refused_by_name() -> None:
    report = refused("def f(x: int) -> str: return str(x) * 2000", [("x", range(10000, 16000))])
    assert report.name == "rules-result"
    assert "returned over 4 MB of text" in report.message
