"""A script: prepares once, then forks a process for each request of `ready.py`, which does the rest.

It gets two programs. Both run in this module, as they would where Python starts them.
"""

import _socket
import os
import sys
from array import array
from contextlib import suppress


def _wait_for_request() -> tuple[list[int], int]:
    """The streams of a new process, and where to tell how it ends; returns in the new process alone."""
    channel = _socket.socket(fileno=0)
    while True:
        byte, sent, *_ = channel.recvmsg(1, _socket.CMSG_SPACE(16))
        _forget_ended()
        if not byte:
            os._exit(0)
        *streams, status = array("i", sent[0][2])
        if not os.fork():
            channel.close()
            return streams, status
        for descriptor in (*streams, status):
            os.close(descriptor)


def _forget_ended() -> None:
    """Waits for none that runs, which may end with the tests; what others took of the processor counts as ours."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def _tell_end(process: int, streams: list[int], status: int) -> None:
    for descriptor in streams:
        os.close(descriptor)
    os.write(status, process.to_bytes(4, "little"))
    ended = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    os.write(status, ended.to_bytes(4, "little", signed=True))
    os._exit(0)


def _become_ready() -> None:
    streams, status = _wait_for_request()
    if process := os.fork():
        _tell_end(process, streams, status)
    os.setsid()
    for at, descriptor in enumerate(streams):
        os.dup2(descriptor, at)
    os.closerange(3, max(*streams, status) + 1)
    del sys.modules["_socket"]


exec(sys.argv.pop(1))
_become_ready()
exec(sys.argv.pop())
