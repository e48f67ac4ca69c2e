"""Passes the program's questions to a learner, and its answers back, within the time that an answer may take."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ._errors import Error
from ._failure import Failure, rebuilt
from ._guest import Guest
from ._learner import BROKEN, FAILED, REFUSED
from ._progress import Progress

_BYTES = 1 << 16
_MOST_CHARACTERS = 100


@dataclass(frozen=True)
class Limit:
    """The time that an answer may take.

    Attributes:
        seconds: the time.
        name: the argument that sets it.
    """

    seconds: float
    name: str


class Relay:
    """The conversation between the program and learners, each of which takes the place of one that ended or was too slow.

    Attributes:
        failures: why answers were none, in the order in which it happened.
        late: the failure of a learner that could not be ended.
        was_late: whether a learner was ended because it gave no answer in time.
    """

    def __init__(self, process: subprocess.Popen[bytes], start: Callable[[Sequence[int]], Guest], limit: Limit, shown: Progress) -> None:
        """A conversation with a program; ``start`` makes a learner, in which the given file descriptors are closed."""
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        self._questions, self._replies = process.stdout.fileno(), process.stdin.fileno()
        self._foreign = [self._questions, self._replies, process.stderr.fileno()]
        self._start, self._limit, self._shown = start, limit, shown
        self._guest: Guest | None = None
        self._asked: deque[bytes] = deque()
        self._unsent = b""
        self._rests: dict[int, bytes] = {}
        self._since = 0.0
        self._samples = 0
        self.failures: list[Failure] = []
        self.late: Failure | None = None
        self.was_late = False

    def run(self) -> None:
        """Talks until the program ends.

        Raises:
            Error: what is to be graded is no learner.
        """
        try:
            while self._step():
                self._shown.show("grading", self._samples)
            if self._asked and self._elapsed() >= self._limit.seconds / 2:
                # The program did not wait any longer for a learner that cannot be ended.
                self.late = Failure(f"{self._late()}; it runs in a thread, which cannot be ended")
        finally:
            self._drop()

    def _step(self) -> bool:
        """Waits for the next event and deals with it; false if the program has ended."""
        guest = self._guest
        ready = self._ready()
        if guest is not None and guest.asks in ready:
            self._send_on(guest)
        if guest is not None and guest.answers in ready and not self._hear(guest):
            return False
        if self._questions in ready:
            lines = self._lines(self._questions)
            return lines is not None and all(map(self._ask, lines))
        if not ready and self._asked and self._elapsed() >= self._limit.seconds:
            self.was_late = True
            return self._lose(self._late())
        return True

    def _ready(self) -> set[int]:
        """The file descriptors at which something happened, before the time for an answer is over."""
        events = select.poll()
        events.register(self._questions, select.POLLIN)
        if self._guest is not None:
            events.register(self._guest.answers, select.POLLIN)
            if self._unsent:
                events.register(self._guest.asks, select.POLLOUT)
        is_timed = self._asked and self._guest is not None and self._guest.is_apart
        left = self._limit.seconds - self._elapsed()
        return {place for place, _ in events.poll(max(0.0, left) * 1000 + 1 if is_timed else None)}

    def _elapsed(self) -> float:
        """Seconds since the last answer, or since the first question after it."""
        return time.monotonic() - self._since

    def _late(self) -> str:
        return f"{self._when()}your learner took longer than the `{self._limit.name}` of {self._limit.seconds:g} s"

    def _lines(self, source: int) -> list[bytes] | None:
        """The lines that can be read now; None at the end."""
        read = os.read(source, _BYTES)
        *lines, self._rests[source] = (self._rests.get(source, b"") + read).split(b"\n")
        return lines if read else None

    def _ask(self, line: bytes) -> bool:
        """Takes a question of the program; after a failure, a greeting begins a new learner. False if the program has ended."""
        if self._guest is None:
            if b'"hello"' not in line:
                return self._reply([self._failed()])
            self._guest = self._start(self._foreign)
        self._samples += b'"reset"' in line
        self._since = self._since if self._asked else time.monotonic()
        self._asked.append(line)
        self._unsent += line + b"\n"
        return True

    def _send_on(self, guest: Guest) -> None:
        try:
            self._unsent = self._unsent[os.write(guest.asks, self._unsent[:_BYTES]) :]
        except BlockingIOError:
            pass
        except BrokenPipeError:
            # That it has ended is seen at its answers, of which some may be left.
            self._unsent = b""

    def _hear(self, guest: Guest) -> bool:
        """Passes answers on; false if the program has ended."""
        lines = self._lines(guest.answers)
        if lines is None:
            return self._lose(self._ended(guest))
        replies = []
        for line in lines:
            if self._asked:
                replies.append(self._reply_of(line))
                self._asked.popleft()
        self._since = time.monotonic()
        return self._reply(replies)

    def _reply_of(self, line: bytes) -> bytes:
        """The reply to the program: an answer as it is, and for a failure its number.

        Raises:
            Error: what is to be graded is no learner.
        """
        if line.startswith(b"{"):
            return line
        if line.startswith(REFUSED):
            told = json.loads(line[1:])
            raise Error(told["text"]) from (rebuilt(told["cause"]) if told["cause"] else None)
        if line != BROKEN or not self.failures:
            self.failures.append(failure_in(line))
        return self._failed()

    @staticmethod
    def reply(number: int) -> str:
        """A reply that is no answer, with the number of a failure."""
        return json.dumps({"failure": number}, separators=(",", ":"))

    def _failed(self) -> bytes:
        """A reply that is no answer, with the number of the last failure."""
        return self.reply(len(self.failures) - 1).encode()

    def _lose(self, words: str) -> bool:
        """Ends a learner that gives no answer, and replies to all that it was asked; false if the program has ended."""
        self.failures.append(Failure(words))
        replies = [self._failed() for _ in self._asked]
        self._drop()
        return self._reply(replies)

    def _drop(self) -> None:
        guest, self._guest = self._guest, None
        self._asked.clear()
        self._unsent = b""
        if guest is not None:
            self._rests.pop(guest.answers, None)
            guest.stop()

    def _when(self) -> str:
        """What the learner was asked, in words."""
        if not self._asked or b'"hello"' in self._asked[0]:
            return "made anew, " if self._asked else ""
        text = self._asked[0].decode()
        return f"asked {text if len(text) <= _MOST_CHARACTERS else text[:_MOST_CHARACTERS] + '…'}, "

    def _ended(self, guest: Guest) -> str:
        """How a learner ended that closed its pipes, in words."""
        return self._when() + ended(guest.status())

    def _reply(self, lines: list[bytes]) -> bool:
        """Replies to the program; false if it has ended, which says why on its standard error."""
        data = b"".join(line + b"\n" for line in lines)
        while data:
            try:
                data = data[os.write(self._replies, data) :]
            except BrokenPipeError:
                return False
        return True


def failure_in(line: bytes) -> Failure:
    """The failure that a line tells in place of an answer."""
    try:
        told = json.loads(line.removeprefix(FAILED))
        return Failure(told["words"], rebuilt(told["exception"]) if told["exception"] else None)
    except (ValueError, TypeError, KeyError):
        return Failure("your learner wrote into the pipes by which it is asked")


def ended(code: int | None) -> str:
    """How a learner ended with this exit code, which is negative for a signal, in words; None if it still runs."""
    if code is None:
        return "your learner closed the pipes by which it is asked"
    if code >= 0:
        return f"your learner ended its process with exit code {code}"
    return f"the process of your learner was ended by the signal {_signal(-code)}"


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
