#!/usr/bin/env python3
"""Recomputes the numbers in the specs and docs/theory.md independently of the program, and prints a table.

It covers every stated-value and stated-count claim, every row of section 4 of docs/theory.md except simulated ones, equations between numbers,
and the sentences of golden/sentences.py. Measurements of random runs, which specs give with their seed, have no second source and are left out.

The script contains no expected numbers. The exit code is 1 if a number disagrees, if an expected statement is missing, or if nothing recomputes a
stated number. Stated numbers are the stated-value and stated-count claims of specs, and the rows of the tables in section 4 of docs/theory.md.
With --self-test it changes every stated number, one at a time, reads the text again, and requires each time that this number disagrees. Then it
runs itself on a copy of the specs with one number changed.
Python 3.11 or later, without packages.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from golden import arithmetic, page, sentences, specs
from golden.loop import Unsupported
from golden.stated import Missing, changed, parsed

ROOT = Path(__file__).resolve().parent.parent
FAMILIES = {"fixed samples", "all orders", "majority", "minimax", "Cover", "closed forms", "supremum", "text", "controls", "specs", "arithmetic", "sentences"}


def options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--experiments", type=Path, default=ROOT / "experiments", help="folder with the specs")
    parser.add_argument("--theory", type=Path, default=ROOT / "docs/theory.md", help="the page with the golden numbers")
    parser.add_argument("--self-test", action="store_true", help="change every stated number in memory and require a disagreement")
    parser.add_argument("--quiet", action="store_true", help="print disagreements and counts only")
    return parser.parse_args()


def read(kind, path, text):
    """Returns the statements of a document, and the faults of the document as a whole."""
    if kind == "spec":
        try:
            told = sentences.statements(text, sentences.SPECS + sentences.MAYBE)[0]
            return [*specs.statements(path, text), *arithmetic.statements(text), *told], []
        except tomllib.TOMLDecodeError as error:
            return [], [f"not TOML: {error}"]
    found, covered, missing = page.statements(text)
    told, also, gone = sentences.statements(text, sentences.THEORY)
    missing += [f"the page no longer has a sentence of the form {pattern[:60]}…" for pattern in gone]
    missing += [f"nothing recomputes the row {row}" for _, row in page.unread_rows(text, covered + also)]
    return [*found, *arithmetic.statements(text), *told], missing


def judged(statement):
    """Returns the recomputed value, or the reason why there is none, and whether it agrees with the stated one."""
    try:
        return statement.value(), statement.agrees()
    except (Unsupported, Missing, ArithmeticError) as error:
        return f"not recomputed: {error}", False


def faults(kind, path, text):
    """Returns each statement of a document with its verdict, and the disagreements as text."""
    try:
        found, wrong = read(kind, path, text)
    except Missing as error:
        return [], [str(error)]
    rows = [(statement, *judged(statement)) for statement in found]
    wrong += [f"{one.what}: stated {one.text}, recomputed {short(value)}" for one, value, agrees in rows if not agrees]
    return rows, wrong


def short(value):
    if isinstance(value, list):
        values = list(dict.fromkeys(map(short, value)))
        return ", ".join(values)
    if isinstance(value, float):
        return f"{value:.9g}"
    text = "–" if value is None else str(value)
    return text if len(text) <= 24 or isinstance(value, str) else f"{float(value):.9g}"


def line(text, start):
    return text.count("\n", 0, start) + 1


def table(documents):
    """Yields every statement; the last item holds the number of statements of each family, and the problems."""
    counts, problems, stated = {}, [], {}
    for kind, path, text in documents:
        rows, wrong = faults(kind, path, text)
        problems += [f"{path}: {problem}" for problem in wrong]
        if kind == "spec":
            stated[path.removesuffix(".toml")] = [statement for statement, _, _ in rows]
        for statement, value, agrees in rows:
            counts[statement.family] = counts.get(statement.family, 0) + 1
            place = f"{path}:{line(text, statement.start)}"
            yield statement.family, statement.what, place, statement.text, short(value), agrees, statement.control
    problems += origins(page.origins(documents[0][2]), stated)
    problems += gone([text for kind, _, text in documents if kind == "spec"])
    for family in sorted(FAMILIES - counts.keys()):
        problems.append(f"no statement of the family “{family}” was found")
    yield counts, problems


def origins(rows, stated):
    """Yields specs whose numbers have no origin on the theory page, and numbers on that page that their specs do not state."""
    named = {name for names, _ in rows for name in names}
    for name, statements in stated.items():
        if name not in named and any(one.family == "specs" for one in statements):
            yield f"{name}.toml: the theory page does not say where its numbers come from"
    for names, wanted in rows:
        there = {parsed(one.text) for name in names for one in stated.get(name, []) if not one.control and one.text[0].isdigit()}
        for number in wanted:
            if parsed(number) not in there:
                yield f"{', '.join(names)}: the theory page says where {number} comes from, and they do not state it"


def gone(texts):
    """Returns forms of sentences that no spec contains any more, so that none of their numbers is recomputed."""
    missing = [set(sentences.statements(text, sentences.SPECS)[2]) for text in texts]
    return [f"no spec has a sentence of the form {pattern[:60]}…" for pattern in sorted(set.intersection(*missing) if missing else ())]


def word(agrees, control):
    if control:
        return "agree: another number, as the control requires" if agrees else "DISAGREE: the control states the truth"
    return "agree" if agrees else "DISAGREE"


def show(documents, quiet):
    """Prints the table and the summary; returns whether there is no problem."""
    *rows, (counts, problems) = table(documents)
    if not quiet:
        print("| family | what | stated at | stated | recomputed | |\n| :--- | :--- | :--- | ---: | ---: | :--- |")
        for family, what, place, stated, value, agrees, control in rows:
            print(f"| {family} | {what} | {place} | {stated} | {value} | {word(agrees, control)} |")
        print()
    print("goldens: " + ", ".join(f"{count} {family}" for family, count in sorted(counts.items())))
    for problem in problems:
        print(f"goldens: {problem}", file=sys.stderr)
    print(f"goldens: {len(rows)} stated numbers, {len(problems)} problems")
    return not problems


def spoilt(statement, text):
    """Returns the text with the number of a statement replaced by a wrong one (for a control by the true one), and that number."""
    start, end = statement.start, statement.start + len(statement.text)
    value = statement.value()
    other = str(value[0] if isinstance(value, list) else value) if statement.control else changed(statement.text)
    quotes = '"' if "/" in other and statement.family == "specs" and text[start - 1] != '"' else ""
    return text[:start] + quotes + other + quotes + text[end:], other


def notices(kind, path, text, statement):
    """Whether the statement at this position disagrees after its number is changed. A failure elsewhere is not enough."""
    changed_text, other = spoilt(statement, text)
    places = (statement.start, statement.start + 1)
    try:
        found, _ = read(kind, path, changed_text)
        seen = any(one.start in places and one.family == statement.family and not judged(one)[1] for one in found)
    except Missing:
        seen = False
    if not seen:
        print(f"goldens: not noticed: {path}:{line(text, statement.start)}: {statement.text} as {other}", file=sys.stderr)
    return seen


def self_test(documents):
    """Changes every stated number, one at a time; returns whether each change is noticed."""
    noticed = [
        notices(kind, path, text, statement)
        for kind, path, text in documents
        for statement, _, _ in faults(kind, path, text)[0]
    ]
    print(f"goldens: {len(noticed)} numbers changed one at a time, {noticed.count(False)} not noticed")
    return bool(noticed) and all(noticed)


def story(chosen, documents):
    """Runs this script, like a user, on a copy of the specs with one number changed. It must exit with 1 and name that number and no other spec."""
    path, text, statement = next(
        (path, text, one) for kind, path, text in documents for one, _, _ in faults(kind, path, text)[0] if one.family == "specs"
    )
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "experiments"
        shutil.copytree(chosen.experiments, copy)
        (copy / path).write_text(spoilt(statement, text)[0], encoding="utf-8")
        command = [sys.executable, __file__, "--quiet", "--experiments", copy, "--theory", chosen.theory]
        run = subprocess.run(command, capture_output=True, text=True)
    lines = run.stderr.splitlines()
    print(f"goldens: on a copy with that number changed: exit {run.returncode}, “{run.stderr.strip()}”")
    alone = all(path.removesuffix(".toml") in line for line in lines)
    return run.returncode == 1 and alone and any(f"{path}: {statement.what}: stated" in line for line in lines)


def main():
    chosen = options()
    files = sorted(chosen.experiments.rglob("*.toml"))
    documents = [("theory", chosen.theory.name, chosen.theory.read_text(encoding="utf-8"))]
    documents += [("spec", str(file.relative_to(chosen.experiments)), file.read_text(encoding="utf-8")) for file in files]
    well = show(documents, chosen.quiet)
    if well and chosen.self_test:
        well = self_test(documents) and story(chosen, documents)
    return 0 if well else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as error:
        sys.exit(f"goldens: {error}")
