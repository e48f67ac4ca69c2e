"""Shows the progress of a run, in a terminal or in a notebook, without any other package."""

from __future__ import annotations

import sys
import time
from html import escape
from typing import Any

DELAY = 0.5
"""Seconds after which progress is first shown, so that short runs show none."""


class Progress:
    """One line of progress. At the end a terminal shows nothing of it, and a notebook the count and the time."""

    def __init__(self, shown: bool | None = None, unit: str = "replicates") -> None:
        """Shows progress if ``shown``; by default in a notebook, and in a terminal. It counts what ``unit`` says."""
        self._notebook = _in_notebook()
        self._shown = (self._notebook or sys.stderr.isatty()) if shown is None else shown
        self._unit = unit
        self._begun = time.monotonic()
        self._written = 0.0
        self._is_open = False
        self._handle: Any = None
        self._name = ""
        self._count = ""

    def show(self, name: str, done: int, most: int | None = None) -> None:
        """Shows how much is done, at most ten times a second."""
        count = f"{done:,} of {most:,} {self._unit}" if most else f"{done:,} {self._unit}"
        self._show(name, count, done, most)

    def stage(self, name: str, done: int, most: int) -> None:
        """Shows the stage of a longer work, with a count if the number of its parts is known."""
        self._show(name, f"{done:,} of {most:,}" if most else "", done, most)

    def _show(self, name: str, count: str, done: int, most: int | None) -> None:
        self._name, self._count = name, count
        now = time.monotonic()
        if not self._shown or now - self._begun < DELAY or now - self._written < 0.1:
            return
        self._written = now
        self._is_open = True
        if self._notebook:
            self._display(f"{name}: {count}" if count else name, f"<progress value='{done}' max='{most or done or 1}'></progress> ")
        else:
            filled = 30 * done // most if most else 0
            bar = f" [{'#' * filled}{'.' * (30 - filled)}]" if most else ""
            sys.stderr.write(f"\r\x1b[K{name}{bar} {count}")
            sys.stderr.flush()

    def close(self) -> None:
        """Removes the line. A notebook cannot remove one output of a cell, so there a short one remains."""
        if self._is_open and self._notebook:
            self._display(f"{self._name}: {self._count}{', ' if self._count else ''}{time.monotonic() - self._begun:.1f} s")
        elif self._is_open:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
        self._is_open = False

    def _display(self, text: str, bar: str = "") -> None:
        from IPython import display

        # IPython has no types for all of this.
        tools: Any = display
        forms = {"text/plain": text, "text/html": f"{bar}{escape(text)}"}
        if self._handle is None:
            self._handle = tools.display(forms, raw=True, display_id=True)
        else:
            self._handle.update(forms, raw=True)


def _in_notebook() -> bool:
    if "ipykernel" not in sys.modules or "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    return get_ipython() is not None and hasattr(get_ipython(), "kernel")
