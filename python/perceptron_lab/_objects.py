"""Lets the program run learners that are objects of this process.

The program starts `perceptron-lab-object` as it starts every external learner. That program hands its streams over a socket to this process, where a
guest answers on them directly: nothing is copied on the way.
"""

from __future__ import annotations

import copy
import os
import select
import shlex
import socket
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from . import _forwarder
from ._errors import Error
from ._failure import Failure
from ._guest import BYTES, Forked, Guest, Threaded, flush, write
from ._learner import Host
from ._relay import ended, failure_in

COMMAND = "perceptron-lab-object"
VARIABLE = "PERCEPTRON_LAB_OBJECTS"
"""Says to the program that the objects of this process answer."""

_HELD = 0.05
"""Seconds for which answers are held back, so that many are written at once."""
_GREETING = 10.0
"""Seconds in which a connection must say which learner it is about."""
_MOST_FAILURES = 3
"""Number of failures after which a learner that never learned an example is not greeted any more, so that the program ends the run."""
_LATE = "your learner gave no answer within the `timeout` of its variant, 10 s if it has none"
_LEARNED = b"+"
"""Tells that a learner has learned an example."""
_DONE = b"."
"""Tells that the program asks no more."""


@dataclass
class _Visit:
    """A conversation of the program with a learner."""

    name: str
    connection: socket.socket
    guest: Guest
    told: bytes = b""


@dataclass
class Objects:
    """Learners in Python, by the names of their variants, which answer the program as long as this context is open.

    Attributes:
        failures: why learners gave no answer, each with the name of the variant.
        refused: the failure of each variant whose learner failed so often that it is not run any more.
    """

    hosts: Mapping[str, Host]
    is_apart: bool
    failures: list[tuple[str, Failure]] = field(default_factory=list)
    refused: dict[str, Failure] = field(default_factory=dict)

    def __enter__(self) -> Objects:
        self._visits: dict[int, _Visit] = {}
        self._learned: set[str] = set()
        self._failed: Counter[str] = Counter()
        self._folder = tempfile.TemporaryDirectory(prefix="perceptron-lab-")
        address = Path(self._folder.name) / "socket"
        self._listener = socket.socket(socket.AF_UNIX)
        try:
            self._listener.bind(str(address))
        except OSError as problem:
            self._listener.close()
            self._folder.cleanup()
            raise Error(f"error: no socket can be made in {address.parent}: {problem}\n  = help: set TMPDIR to another folder") from problem
        self._listener.listen()
        self._stop, self._stopped = os.pipe()
        program = Path(self._folder.name) / COMMAND
        words = [sys.executable, "-IS", _forwarder.__file__, str(address)]
        program.write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$1"\n', encoding="utf-8")
        program.chmod(0o700)
        self.environment = {"PATH": os.pathsep.join([self._folder.name, os.environ.get("PATH", os.defpath)]), VARIABLE: str(address)}
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._stopped)
        self._thread.join()
        os.close(self._stop)
        self._listener.close()
        self._folder.cleanup()

    @property
    def exception(self) -> BaseException | None:
        """The first exception of a learner, with the lines that led to it."""
        return next((failure.exception for _, failure in self.failures if failure.exception is not None), None)

    def summary(self) -> str:
        """The first failure in words, as the last line of a message; nothing if there is none."""
        return "".join(f"\nthe first failure, of the variant `{name}`: {failure.words}" for name, failure in self.failures[:1])

    def require_all(self) -> None:
        """Refuses a learner that failed at once.

        Raises:
            Error: there is one; its cause is the exception of the learner.
        """
        for name, failure in self.refused.items():
            raise Error(
                f"error: the learner of the variant `{name}` failed before it had learned an example: {failure.words}\n"
                "  = help: lab.grade with the same learner finds the smallest sample on which it fails"
            ) from failure.exception

    def _serve(self) -> None:
        """Greets the program's connections, and watches the guests, until the context is closed."""
        while True:
            events = select.poll()
            events.register(self._stop, select.POLLIN)
            events.register(self._listener, select.POLLIN)
            for visit in self._visits.values():
                events.register(visit.guest.answers, select.POLLIN)
                events.register(visit.connection, select.POLLIN)
            ready = {place for place, _ in events.poll()}
            if self._stop in ready:
                break
            for visit in list(self._visits.values()):
                if visit.guest.answers in ready and not self._hear(visit) or visit.connection.fileno() in ready:
                    self._end(visit)
            if self._listener.fileno() in ready:
                self._greet(self._listener.accept()[0])
        for visit in list(self._visits.values()):
            self._end(visit)

    def _greet(self, connection: socket.socket) -> None:
        """Starts a guest for a connection, unless its learner fails too often."""
        connection.settimeout(_GREETING)
        streams: list[int] = []
        try:
            told, streams, *_ = socket.recv_fds(connection, BYTES, 3)
            name = told.decode()
            if len(streams) != 3 or name not in self.hosts or name in self.refused:
                return _dismiss(connection, streams, 1)
        except (OSError, UnicodeError):
            return _dismiss(connection, streams, 1)
        talk = partial(_converse, copy.copy(self.hosts[name]), streams)
        others = [descriptor for visit in self._visits.values() for descriptor in (visit.connection.fileno(), visit.guest.asks, visit.guest.answers)]
        foreign = [self._listener.fileno(), self._stop, self._stopped, connection.fileno(), *others]
        try:
            guest = Forked(talk, foreign) if self.is_apart else Threaded(talk, foreign)
        except Error as problem:
            self.refused[name] = Failure(problem.message)
            return _dismiss(connection, streams, 1)
        if guest.is_apart:
            _close(streams)
        self._visits[connection.fileno()] = _Visit(name, connection, guest)

    def _hear(self, visit: _Visit) -> bool:
        """Takes what a guest tells of itself; false at its end."""
        read = os.read(visit.guest.answers, BYTES)
        visit.told += read
        if visit.told.startswith(_LEARNED):
            self._learned.add(visit.name)
            visit.told = visit.told.removeprefix(_LEARNED)
        return bool(read)

    def _end(self, visit: _Visit) -> None:
        """Ends a conversation, and says to the other end how it ended."""
        del self._visits[visit.connection.fileno()]
        code = 0
        if visit.told not in (b"", _DONE):
            code = 1
            self._fail(visit.name, failure_in(visit.told))
        elif not visit.told and not _is_gone(visit.connection):
            found = visit.guest.status()
            code = 0 if found is None else found % 256
            self._fail(visit.name, Failure(ended(found)))
        elif not visit.told and visit.name not in self._learned:
            self._fail(visit.name, Failure(_LATE))
        visit.guest.stop()
        _dismiss(visit.connection, [], code)

    def _fail(self, name: str, failure: Failure) -> None:
        self.failures.append((name, failure))
        self._failed[name] += 1
        if self._failed[name] >= _MOST_FAILURES and name not in self._learned:
            self.refused.setdefault(name, failure)


def _is_gone(connection: socket.socket) -> bool:
    """Whether the other end has closed the connection, over which it says nothing more."""
    return bool(select.select([connection], [], [], 0)[0])


def _dismiss(connection: socket.socket, streams: list[int], code: int) -> None:
    """Ends the program at the other end of a connection with an exit code."""
    _close(streams)
    try:
        connection.send(bytes([code]))
    except OSError:
        # It has ended.
        pass
    connection.close()


def _close(descriptors: list[int]) -> None:
    for descriptor in descriptors:
        os.close(descriptor)


def _converse(host: Host, streams: list[int], _asks: int, tell: int) -> None:
    """Answers the program on its streams until it asks no more. A failure ends the conversation, and is told to the caller and to the program."""
    asks, answers, errors = streams
    try:
        own, rest, has_learned = os.getpid(), b"", False
        while read := os.read(asks, BYTES):
            *lines, rest = (rest + read).split(b"\n")
            held: list[bytes] = []
            since = time.monotonic()
            for line in lines:
                answer = host.answer(line)
                if os.getpid() != own:
                    # The learner has forked, and this is its copy.
                    os._exit(0)
                if not answer.startswith(b"{"):
                    write(answers, b"".join(held))
                    write(errors, _traced(failure_in(answer)).encode("utf-8", "replace"))
                    write(tell, answer)
                    return
                held.append(answer + b"\n")
                if not has_learned and b'"prediction"' in answer:
                    has_learned = True
                    write(tell, _LEARNED)
                if time.monotonic() - since > _HELD:
                    write(answers, b"".join(held))
                    held, since = [], time.monotonic()
            write(answers, b"".join(held))
            flush()
        write(tell, _DONE)
    finally:
        flush()
        _close(streams)


def _traced(failure: Failure) -> str:
    """A failure with the lines of the learner that led to it, the last ones last."""
    if failure.exception is None:
        return f"{failure.words}\n"
    return "".join(traceback.format_tb(failure.exception.__traceback__)) + f"{failure.words}\n"
