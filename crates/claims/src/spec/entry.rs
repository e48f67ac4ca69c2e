//! Documents an entry of a file of theorems, for `explain theorem`, the JSON Schema of such files and docs/theorems.md.

use crate::claim::{CutOff, Form, MarginSource, RandomLimit, SlackKind};
use perceptron::documented::{Documentation, Key, Shape, Shaped, ValueKind};

/// Documentation of the keys of an entry, as `explain theorem` prints it.
pub const THEOREM: Documentation = Documentation {
    name: "theorem",
    text: " An entry [NAME] in a file of theorems, or a table [theorems.NAME] of a spec: what a theorem says, and how it is judged. docs/theorems.md explains it.\n",
    keys: &[
        (
            "says",
            "The statement, in a sentence. {{ KEY }} stands for the value of a key of the claim, here and in `formula`.",
        ),
        (
            "formula",
            "The statement as its source writes it: text with TeX between dollar signs. It is printed next to the formulas that are judged.",
        ),
        (
            "premise",
            "The conditions under which it applies, in words.",
        ),
        ("source", "Where it is stated, with the page."),
        (
            "number",
            "Its numbers in a list of statements, such as [\"C-V3\"]; `source` is printed with them.",
        ),
        ("proof", "The idea of the proof, in at most three lines."),
        (
            "formal",
            "The file and the name of a theorem that was proved formally and says the same: \"Perceptron.novikoff\" is in proofs/Perceptron.v.",
        ),
        (
            "not_a_theorem",
            "Why it need not hold wherever its premises do, if it need not.",
        ),
        (
            "theorem_with",
            "The values of keys and of `margin` with which it is a theorem, if it is one only with those: { margin = [\"max\"] }.",
        ),
        (
            "example",
            "Lines of a claim that states it, after its name.",
        ),
        (
            "form",
            "How the observed number and the limit are compared; `explain conjecture` lists the forms.",
        ),
        (
            "observed",
            "The observed number: a formula of columns, of claim.KEY for the keys of the claim, of the names in `where`, and of margin, the γ of the claim.",
        ),
        (
            "limit",
            "The limit, with which the observed number is compared: a formula.",
        ),
        (
            "where",
            "Abbreviations in the formulas, each a name and a formula, which may use those above it.",
        ),
        (
            "delta",
            "The probability with which the observed number may exceed its limit, a formula of keys; with the form with-probability only.",
        ),
        (
            "range",
            "The least and the largest observed value, two formulas of keys, for claims about expectations; [0, 1] if left out.",
        ),
        (
            "trivial",
            "A bound that the observed number can never exceed, a formula. A limit beyond it says nothing.",
        ),
        (
            "premises",
            "The premises by name (`list premises`), also positive-margin and margin-of-every-sample for the γ of the claim, and rule = NAME, NAME, learner = NAME, passive-aggressive = KIND, comparator = COLUMN, COLUMN.",
        ),
        (
            "cut_off",
            "What is known of runs that were cut off: \"counts-up\" if the observed number only grows and the limit is known before a run, \"as-finished\" if it applies to them as if they had finished. Left out, they decide nothing.",
        ),
        (
            "random_limit",
            "Of a claim about an expectation: \"permitted\" if the proof allows the sample's own margin, \"measured\" if the limit is measured on the sample.",
        ),
        (
            "equality_is_beyond",
            "true if an observed number that equals its limit counts as beyond it.",
        ),
        (
            "slack_kind",
            "\"approximate\" if the statement is a limit of large sizes only, so that the slack of a claim is a tolerance on both sides.",
        ),
        (
            "margin",
            "Which margin γ is unless a claim says otherwise, if not the usual one of the form.",
        ),
        (
            "measures",
            "Columns that are measured in addition to those of the formulas.",
        ),
        (
            "keys",
            "The own keys of a claim, each { about, kind = \"number\", \"exact\", \"natural\" or \"truth\", or choice = [names]; range; default }.",
        ),
        (
            "case",
            "Changes for some values of keys: [[NAME.case]] with when = { KEY = VALUE }, and form, observed, limit, trivial, premises, says or formula; a later case overrides an earlier one.",
        ),
        (
            "tested",
            "Trials that `check` judges: [[NAME.tested]] with `row`, the columns of a trial on the limit, `beyond`, what moves it off, and more.",
        ),
        (
            "fault",
            "Faults that a claim of it must catch, which `check` plants: [[NAME.fault]] with a study (generator, variants, claim, replicates, seed, measure) and a list `planted`. Each of them { says } what it is, and has what it changes in the study: generator, variants, claim, columns = { COLUMN = a formula }; or refused = words of the message that refuses it.",
        ),
    ],
};

/// The keys that every entry must have.
const REQUIRED: [&str; 8] = [
    "says", "formula", "premise", "source", "proof", "form", "observed", "limit",
];

/// The shape of an entry of a file of theorems.
pub(super) fn shape() -> Shape {
    const FORMULA: Shape = Shape::Own("a formula in quotes", &[ValueKind::Text]);
    let table = |words| Shape::Own(words, &[ValueKind::Table]);
    let tables = |words| Shape::Own(words, &[ValueKind::List]);
    let shape = |name: &str| match name {
        "number" | "premises" | "measures" => Shape::List(Box::new(Shape::Text)),
        "form" => Form::shape(),
        "observed" | "limit" | "delta" | "trivial" => FORMULA,
        "range" => Shape::List(Box::new(FORMULA)),
        "cut_off" => CutOff::shape(),
        "random_limit" => RandomLimit::shape(),
        "equality_is_beyond" => Shape::Truth,
        "slack_kind" => SlackKind::shape(),
        "margin" => MarginSource::shape(),
        "theorem_with" | "where" | "keys" => table("a table"),
        "case" | "tested" | "fault" => tables("a list of tables"),
        _ => Shape::Text,
    };
    let keys = THEOREM.keys.iter().map(|(name, about)| Key {
        about,
        ..Key::new(name, REQUIRED.contains(name), shape(name))
    });
    Shape::Table(keys.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::TheoremFile;
    use std::collections::BTreeSet;

    #[test]
    fn every_key_of_an_entry_is_documented_and_read() {
        let documented: BTreeSet<&str> = THEOREM.keys.iter().map(|(key, _)| *key).collect();
        let unknown = "[a]\nunknown = 1";
        let refused = TheoremFile::read(unknown).unwrap_err().problem;
        let expected = refused.split('`').skip(3).step_by(2);
        let read: BTreeSet<&str> = expected.collect();
        assert_eq!(read, documented, "{refused}");
    }

    #[test]
    fn an_entry_needs_the_required_keys_and_no_other() {
        let without = |left_out: &str| {
            let keys = REQUIRED.iter().filter(|key| **key != left_out);
            let lines = keys.map(|key| match *key {
                "form" => "form = \"surely\"\n".to_owned(),
                key => format!("{key} = \"updates\"\n"),
            });
            TheoremFile::read(&format!("[a]\n{}", lines.collect::<String>()))
        };
        assert!(without("").is_ok());
        for key in REQUIRED {
            let problem = without(key).unwrap_err().problem;
            assert_eq!(problem, format!("missing field `{key}`"));
        }
    }
}
