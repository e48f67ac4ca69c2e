"""Builds many mutants into one program, each behind a switch, for scripts/mutants: the program is built once, and a mutant is chosen by MUTANT=NUMBER.

A function that has mutants begins with one changed copy of its body for each, which is entered only under its switch. Mutants that cannot stand so
(constants, functions that return `impl Trait`, copies that the borrow checker refuses) are built on their own. The variable MUTANT_REACH names a
file to which a process appends the number of each switch that it passes, so that a mutant is tested only by the tests that reach it.
"""

import concurrent.futures, json, os, pathlib, re, resource, subprocess, sys, time

# Memory limit of a test: a mutant that allocates without end fails, and is caught, before it disturbs the machine.
MOST_BYTES = 6 << 30
WORKERS = os.cpu_count() or 1
# Errors of the borrow checker, which may refuse a copy beside the body though it accepts the mutant alone.
BORROW_ERRORS = {"E0373", "E0381", "E0382", "E0499", "E0502", "E0503", "E0505", "E0506", "E0515", "E0521", "E0597", "E0621", "E0712", "E0713", "E0716"}
SWITCH = """
/// Whether the mutant of this number is chosen.
#[allow(missing_docs)]
pub fn is_mutated(number: usize) -> bool {
    use std::{env, fs::OpenOptions, io::Write, sync::OnceLock, sync::atomic::{AtomicBool, Ordering}};
    static CHOSEN: OnceLock<Option<usize>> = OnceLock::new();
    static REACHED: [AtomicBool; SIZE] = [const { AtomicBool::new(false) }; SIZE];
    if !REACHED[number].load(Ordering::Relaxed) && !REACHED[number].swap(true, Ordering::Relaxed) {
        if let Some(mut file) = env::var_os("MUTANT_REACH").and_then(|path| OpenOptions::new().append(true).create(true).open(path).ok()) {
            file.write_all(format!("{number}\\n").as_bytes()).ok();
        }
    }
    *CHOSEN.get_or_init(|| env::var("MUTANT").ok()?.parse().ok()) == Some(number)
}
"""


def offset(text, place):
    """Returns the index of a line and column, both from 1."""
    start = 0
    for _ in range(place["line"] - 1):
        start = text.index("\n", start) + 1
    return start + place["column"] - 1


def body(text, span):
    """Returns the head of a function without its documentation, and the indices of its body between the braces."""
    start, end = offset(text, span["start"]), offset(text, span["end"])
    while (line := text[start : text.index("\n", start)].strip()).startswith(("///", "#[", "//")) or not line:
        start = text.index("\n", start) + 1
    depth = 0
    for index in range(start, end):
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(text[index], 0)
        if text[index] == "{" and depth == 0:
            return text[start:index], index + 1, end - 1
    raise ValueError("a function without a body")


def changed(text, mutant):
    """Returns the text of a file with one mutant in place."""
    start, end = offset(text, mutant["span"]["start"]), offset(text, mutant["span"]["end"])
    return text[:start] + mutant["replacement"] + text[end:]


class Program:
    """The mutants of a crate in a copy of the project, and the tests that are run against them."""

    def __init__(self, tree, source, environment, profile, packages, further, left_out):
        """The crate is the first of the packages; of the others, only tests are run whose names match `further`."""
        self.tree, self.source, self.environment, self.profile = tree, source, environment, profile
        self.packages, self.further, self.left_out = packages, further, left_out
        self.tests, self.seconds, self.reach, self.programs, self.is_own = [], {}, {}, {}, {}

    def build(self):
        """Builds the tests and returns the compiler's errors; without errors `programs` are the test programs with their folders."""
        command = ["cargo", "test", "--no-run", "--profile", self.profile, "--message-format", "json"]
        command += [part for package in self.packages for part in ("-p", package)]
        done = subprocess.run(command, cwd=self.tree, env=self.environment, capture_output=True, text=True)
        messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        if done.returncode == 0:
            built = [one for one in messages if one.get("executable") and one["profile"]["test"] and "example" not in one["target"]["kind"]]
            self.programs = {one["executable"]: str(pathlib.Path(one["manifest_path"]).parent) for one in built}
            own = f"#{self.packages[0]}@"
            self.is_own = {one["executable"]: len(self.packages) == 1 or own in one["package_id"] for one in built}
            return []
        errors = [one["message"] for one in messages if one["reason"] == "compiler-message" and one["message"]["level"] == "error"]
        return errors or sys.exit(f"mutants: the tests cannot be built\n{done.stderr}")

    def build_switched(self, mutants, root):
        """Builds all mutants behind switches as far as that is possible. Returns the numbers that do not compile, and those to be built alone."""
        alone = {number for number, mutant in mutants.items() if not self.can_switch(mutant)}
        unviable = set()
        while True:
            ranges = self.write_switched(mutants, alone | unviable, root)
            if not (errors := self.build()):
                return unviable, alone
            before = len(alone | unviable)
            for error in errors:
                self.blame(error, ranges, mutants, alone, unviable)
            if len(alone | unviable) == before:
                sys.exit("mutants: no mutant explains the error\n" + "\n".join(error["rendered"] for error in errors))
            print(f"mutants: {len(unviable)} do not compile, {len(alone)} are built alone", flush=True)

    def blame(self, error, ranges, mutants, alone, unviable):
        """Sorts out the mutants in which an error of the compiler lies, or else all of its function."""
        spans = error["spans"] + [span for child in error["children"] for span in child["spans"]]
        def meeting(lines):
            """Returns the mutants of which these lines meet a place that the error names."""
            return {number for number, entry in ranges.items() for span in spans if span["file_name"] == entry["file"] and span["line_start"] <= entry[lines][1] and span["line_end"] >= entry[lines][0]}
        inside = meeting("copy")
        if inside and (error["code"] or {}).get("code") not in BORROW_ERRORS:
            unviable |= inside
        else:
            alone |= inside or meeting("function")

    def can_switch(self, mutant):
        """Whether a mutant can stand behind a switch: it lies in a function that runs and names its type."""
        function = mutant["function"]
        if function is None or "impl " in (function["return_type"] or ""):
            return False
        text = (self.source / mutant["file"]).read_text()
        head, first, last = body(text, function["span"])
        inside = first <= offset(text, mutant["span"]["start"]) and offset(text, mutant["span"]["end"]) <= last
        return inside and not re.search(r"\bconst (unsafe )?fn\b", head)

    def write_switched(self, mutants, without, root):
        """Writes the files of all mutants, with the mutants but those `without` behind switches. Returns the file and the lines of each copy and of its function."""
        ranges = {}
        for file in sorted({mutant["file"] for mutant in mutants.values()} | {root}):
            text = (self.source / file).read_text()
            here = {number: mutant for number, mutant in mutants.items() if mutant["file"] == file and number not in without}
            functions = {}
            for number, mutant in here.items():
                functions.setdefault(body(text, mutant["function"]["span"])[1:], []).append(number)
            written = text
            # From the last function to the first; a function inside another one stands later, and its copy in the outer body has no switch.
            for (first, last), numbers in sorted(functions.items(), reverse=True):
                copies = "".join(self.switched(text, mutants[number], number, first, last) for number in numbers)
                written = written[:first] + copies + written[first:]
            if file == root:
                written += SWITCH.replace("SIZE", str(max(mutants) + 1))
            (self.tree / file).write_text(written)
            line = lambda text_before: text_before.count("\n") + 1
            for (first, last), numbers in functions.items():
                ends = [(line(written.split(f"/*MUTANT {number}*/")[0]), line(written.split(f"/*END {number}*/")[0])) for number in numbers]
                function = ends[0][0] - 1, ends[-1][1] + text.count("\n", first, last)
                ranges |= {number: {"file": file, "copy": copy, "function": function} for number, copy in zip(numbers, ends)}
        return ranges

    def switched(self, text, mutant, number, first, last):
        """Returns the changed copy of a body behind its switch."""
        start, end = offset(text, mutant["span"]["start"]), offset(text, mutant["span"]["end"])
        copy = text[first:start] + mutant["replacement"] + text[end:last]
        krate = "perceptron_lab" if mutant["file"] == "src/main.rs" else "crate"
        return f"\n/*MUTANT {number}*/ if {krate}::is_mutated({number}) {{ return {{\n{copy}\n}}; }} /*END {number}*/\n"

    def list_tests(self):
        """Lists the tests of all programs."""
        self.tests = []
        for program, folder in self.programs.items():
            listed = subprocess.run([program, "--list", "--format", "terse"], cwd=folder, env=self.environment, check=True, capture_output=True, text=True)
            names = [line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")]
            is_due = lambda name: name not in self.left_out and (self.is_own[program] or self.further.search(name))
            self.tests += [(program, name) for name in names if is_due(name)]

    def run_test(self, test, seconds, **variables):
        """Runs one test and returns whether it passes: True, False, or None after so many seconds."""
        program, name = test
        folder = self.programs[program]
        environment = self.environment | {"CARGO_MANIFEST_DIR": folder, "INSTA_WORKSPACE_ROOT": str(self.tree)} | variables
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        process = subprocess.Popen([program, name, "--exact"], cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limit, start_new_session=True)
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait()
            return None

    def measure(self, folder):
        """Runs every test without a mutant and notes its time and the switches that it reaches. Tests that fail are left out, if they are few."""
        self.list_tests()
        folder.mkdir(parents=True, exist_ok=True)
        def one(indexed):
            index, test = indexed
            reached, started = folder / str(index), time.time()
            reached.unlink(missing_ok=True)
            passed = self.run_test(test, 900, MUTANT_REACH=str(reached))
            return test, passed, time.time() - started, {int(line) for line in reached.read_text().split()} if reached.exists() else set()
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            results = list(pool.map(one, enumerate(self.tests)))
        failed = [test[1] for test, passed, _, _ in results if not passed]
        if len(failed) > len(results) / 50:
            sys.exit(f"mutants: these tests fail without a mutant: {', '.join(failed)}")
        self.seconds = {test: seconds for test, passed, seconds, _ in results if passed}
        self.reach = {test: reached for test, passed, _, reached in results if passed}
        print(f"mutants: {len(self.seconds)} tests in {sum(self.seconds.values()):.0f} s; left out because they fail here: {', '.join(failed) or 'none'}", flush=True)

    def outcome(self, number, tests, variables):
        """Runs the tests from the fastest to the slowest until one does not pass. Returns the outcome, the test, and the seconds."""
        started = time.time()
        for test in sorted(tests, key=self.seconds.get):
            passed = self.run_test(test, 30 + 10 * self.seconds[test], **variables)
            if not passed:
                return "timeout" if passed is None else "caught", test[1], time.time() - started
        return "missed", f"{len(tests)} tests", time.time() - started

    def run_switched(self, numbers):
        """Yields the outcome of each mutant behind a switch."""
        def one(number):
            tests = [test for test, reached in self.reach.items() if number in reached]
            return number, *self.outcome(number, tests, {"MUTANT": str(number)})
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for done in concurrent.futures.as_completed([pool.submit(one, number) for number in numbers]):
                yield done.result()

    def run_alone(self, number, mutant):
        """Builds one mutant without switches and returns its outcome under all tests."""
        text = (self.source / mutant["file"]).read_text()
        (self.tree / mutant["file"]).write_text(changed(text, mutant))
        failed = self.build()
        (self.tree / mutant["file"]).write_text(text)
        if failed:
            return number, "unviable", "", 0.0
        names = {(pathlib.Path(program).name.rsplit("-", 1)[0], name): seconds for (program, name), seconds in self.seconds.items()}
        self.list_tests()
        times = {test: names.get((pathlib.Path(test[0]).name.rsplit("-", 1)[0], test[1])) for test in self.tests}
        self.seconds = {test: seconds for test, seconds in times.items() if seconds is not None}
        return number, *self.outcome(number, list(self.seconds), {})
