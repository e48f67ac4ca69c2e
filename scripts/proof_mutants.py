"""Faults in the Rust source that scripts/check-proofs --mutants must notice: dropped premises, and a column with another number.

All are planted at once, each behind a switch: the variable PROOF_MUTANT names the one that is entered. So the program is built once.
"""

import collections, os

from proof_steps import Wrong, must_be_noticed

# A fault: its name, what it does, and its place: a file with its old text, which occurs once, and its new text.
Fault = collections.namedtuple("Fault", "name says file old new")
PREMISES = "crates/claims/src/claim/premise"
FAULTS = [
    Fault(
        "positive-margin", "every sample has a positive margin", f"{PREMISES}/examples.rs",
        "row.get(column).is_some_and(|square| square.value > 0.0)",
        'perceptron::is_planted("positive-margin") || row.get(column).is_some_and(|square| square.value > 0.0)',
    ),
    Fault(
        "in-a-plane", "the column in_a_plane is true of all samples", "crates/perceptron/src/margin/position.rs",
        "if reduced.len() == 2 {",
        'if reduced.len() == 2 && !crate::is_planted("in-a-plane") {',
    ),
    Fault(
        "rule", "every learner has the rule of the premise", f"{PREMISES}/learner.rs",
        ".is_some_and(|rule| kinds.contains(&rule.kind()))",
        '.is_some_and(|rule| perceptron::is_planted("rule") || kinds.contains(&rule.kind()))',
    ),
    Fault(
        "offset", "every learner has an offset", f"{PREMISES}/learner.rs",
        'Premise::known("with an offset", columns::OFFSET).mended_by',
        'if perceptron::is_planted("offset") {\n        return Premise::setting("with an offset", |_| true);\n    }\n'
        '    Premise::known("with an offset", columns::OFFSET).mended_by',
    ),
    Fault(
        "increment", "the column increment_most is 1 too large in its unit", "crates/perceptron/src/learn/invariants/exact.rs",
        "increment_most: norm_squared - self.norm_squared,",
        'increment_most: norm_squared - self.norm_squared + i128::from(crate::is_planted("increment")),',
    ),
]
SWITCH = '''
/// Whether the fault of this name is the one that the environment chooses.
pub fn is_planted(name: &str) -> bool {
    std::env::var("PROOF_MUTANT").is_ok_and(|chosen| chosen == name)
}
'''


def plant(tree):
    """Writes all faults into a copy of the project."""
    for fault in FAULTS:
        path = tree / fault.file
        text = path.read_text(encoding="utf-8")
        if text.count(fault.old) != 1:
            raise Wrong(f"{fault.file} has {text.count(fault.old)} times the text that the fault {fault.name} replaces")
        path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
    library = tree / "crates/perceptron/src/lib.rs"
    library.write_text(library.read_text(encoding="utf-8") + SWITCH, encoding="utf-8")


def check_mutants(check):
    """Runs a check of trials with no fault, which must be silent, and with each fault, which must be noticed."""
    check()
    try:
        for fault in FAULTS:
            os.environ["PROOF_MUTANT"] = fault.name
            must_be_noticed(f"in the Rust source, {fault.name} ({fault.says})", check)
    finally:
        os.environ.pop("PROOF_MUTANT", None)
