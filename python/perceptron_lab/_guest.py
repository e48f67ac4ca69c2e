"""Runs a learner apart from the caller: in a process that is forked from this one, or in a thread where no process can be forked."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol

from ._errors import Error
from ._learner import Host
from ._process import starting

BYTES = 1 << 16
_GRACE = 0.5
"""Seconds in which a process that closed its pipes may end."""

_END_WITH_PARENT = 1
"""The first argument of Linux's `prctl` that asks for a signal when the parent ends."""


Talk = Callable[[int, int], None]
"""What a guest does with the file descriptors from which it reads questions and to which it writes answers."""


class Guest(Protocol):
    """A learner that answers lines.

    Attributes:
        asks: the file descriptor that takes questions.
        answers: the file descriptor that gives answers.
        is_apart: whether the learner can be ended.
    """

    asks: int
    answers: int
    is_apart: bool

    def status(self) -> int | None:
        """The exit code of its process, negative for a signal; None if it has not ended."""

    def stop(self) -> None:
        """Ends the learner, if that is possible, and closes the file descriptors."""


class Forked:
    """A learner in a process of its own. It is forked, so that the learner may be a class in a notebook, or local to a function."""

    is_apart = True

    def __init__(self, talk: Talk, foreign: Sequence[int]) -> None:
        """Starts the process, in which the file descriptors ``foreign`` are closed.

        Raises:
            Error: no process can be started.
        """
        self._code: int | None = None
        flush()
        # No handler of the caller may run in the new process, and none that is forked meanwhile may keep its pipes.
        with starting:
            mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
            asks, self.asks = os.pipe()
            self.answers, answers = os.pipe()
            parent = os.getpid()
            try:
                self._pid = _fork()
                if self._pid == 0:
                    starting.release()
                    _become(talk, asks, answers, [*foreign, self.asks, self.answers], parent, mask)
            finally:
                os.close(asks)
                os.close(answers)
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        os.set_blocking(self.asks, False)

    def status(self) -> int | None:
        """The exit code of the process, negative for a signal; None if it does not end."""
        deadline = time.monotonic() + _GRACE
        while self._reap(os.WNOHANG) is None and time.monotonic() < deadline:
            time.sleep(0.001)
        return self._code

    def stop(self) -> None:
        """Ends the process, and those that it started."""
        for stop in (os.killpg, os.kill) if self._code is None else (os.killpg,):
            with contextlib.suppress(OSError):
                stop(self._pid, signal.SIGKILL)
        self._reap(0)
        os.close(self.asks)
        os.close(self.answers)

    def _reap(self, how: int) -> int | None:
        if self._code is None:
            try:
                pid, status = os.waitpid(self._pid, how)
                self._code = os.waitstatus_to_exitcode(status) if pid else None
            except ChildProcessError:
                # The caller lets the system forget its processes.
                self._code = 0
        return self._code


class Threaded:
    """A learner in a thread of this process, which nothing can end."""

    is_apart = False

    def __init__(self, talk: Talk, foreign: Sequence[int]) -> None:
        """Starts the thread; it shares all file descriptors."""
        asks, self.asks = os.pipe()
        self.answers, answers = os.pipe()
        os.set_blocking(self.asks, False)
        threading.Thread(target=_talk_and_close, args=(talk, asks, answers), daemon=True).start()

    def status(self) -> int | None:
        """None, because the thread has no exit code."""
        return None

    def stop(self) -> None:
        """Closes the pipes, so that the thread ends when the learner answers."""
        os.close(self.asks)
        os.close(self.answers)


def flush() -> None:
    """Writes out what was printed; a learner may have closed or replaced the streams."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()


def _fork() -> int:
    try:
        with warnings.catch_warnings():
            # Newer Pythons warn of other threads, of which the learner knows nothing.
            warnings.simplefilter("ignore", DeprecationWarning)
            return os.fork()
    except OSError as problem:
        raise Error(f"error: no process can be started for the learner: {problem}\n  = help: end other programs, and grade again") from problem


def _become(talk: Talk, asks: int, answers: int, foreign: Sequence[int], parent: int, mask: set[int]) -> NoReturn:
    """Turns a forked process into one that only answers for the learner, and ends it."""
    try:
        for descriptor in foreign:
            os.close(descriptor)
        # What is left of the caller's objects is not cleaned up here, where it could reach the caller by what both share.
        gc.freeze()
        # The caller decides what an interrupt means.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.set_wakeup_fd(-1)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if not os.isatty(0):
            # Then processes that the learner starts can be ended with it. At a terminal a debugger must be able to read.
            os.setpgid(0, 0)
        _end_with(parent)
        with contextlib.suppress(Exception):
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
        talk(asks, answers)
    except OSError:
        # The learner closed the pipes, and has not ended itself. The caller sees it, and ends this process.
        os.closerange(3, max(asks, answers) + 1)
        time.sleep(4 * _GRACE)
    finally:
        flush()
        os._exit(0)


def _end_with(parent: int) -> None:
    """Ends this process when the parent ends, even in a loop without end. Only Linux can; elsewhere it ends when it waits for a question."""
    with contextlib.suppress(Exception):
        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def _talk_and_close(talk: Talk, asks: int, answers: int) -> None:
    # The grading may be over when the learner answers.
    with contextlib.suppress(OSError):
        talk(asks, answers)
    os.close(asks)
    os.close(answers)


def serve(host: Host, asks: int, answers: int) -> None:
    """Answers lines until there are no more. Each answer is written at once, so that the caller knows which question has none."""
    own, rest = os.getpid(), b""
    while read := os.read(asks, BYTES):
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            answer = host.answer(line)
            if os.getpid() != own:
                # The learner has forked, and this is its copy.
                os._exit(0)
            write(answers, answer + b"\n")
        flush()


def write(to: int, data: bytes) -> None:
    """Writes all of the data."""
    while data:
        data = data[os.write(to, data) :]
