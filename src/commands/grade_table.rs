//! Formats the result of `grade` as text: a table of claims, and the smallest samples that refute some.

use crate::report;
use crate::study::shell;
use grade::grading::{ClaimGrade, CutOff, Exercise, Grade, GradeVerdict, GradedRule, Witness};

/// The next step for a learner whose answers are not those of the protocol.
fn try_by_hand(command: &[String]) -> String {
    let typed = typed(command);
    format!(
        "To see its answers, type: printf '{{\"hello\":1}}\\n' | {typed}\n`perceptron-lab explain protocol` shows the lines and their answers."
    )
}

/// A command as it can be typed into a shell.
fn typed(command: &[String]) -> String {
    let words: Vec<String> = command.iter().map(|word| shell::quoted(word)).collect();
    words.join(" ")
}

/// The result in words. `command` is the learner's program, or empty if the caller of this program runs the learner.
pub(super) fn table(command: &[String], graded: &GradedRule, grade: &Grade) -> String {
    let learner = match command {
        [] => "the caller's learner".to_owned(),
        words => typed(words),
    };
    let head = ["claim", "verdict", "witness"].map(str::to_owned).to_vec();
    let lines: Vec<Vec<String>> = std::iter::once(head)
        .chain(grade.checks.iter().map(line))
        .collect();
    let refuted: Vec<(&ClaimGrade, &Witness)> = grade
        .checks
        .iter()
        .filter_map(|ruling| Some((ruling, ruling.witness.as_ref()?)))
        .collect();
    let summary = summary(grade, refuted.len());
    let breaks_protocol = refuted.iter().any(|(ruling, _)| ruling.id == "protocol");
    let hint = match breaks_protocol && !command.is_empty() {
        true => format!("\n{}\n", try_by_hand(command)),
        false => String::new(),
    };
    format!(
        "{learner} as {}\n\n{}{}\n{summary}\n{hint}",
        graded.described(),
        report::aligned(&lines, &[]),
        witnesses(refuted),
    )
}

/// The smallest samples found on which the learner violates a claim, the smallest first.
fn witnesses(mut refuted: Vec<(&ClaimGrade, &Witness)>) -> String {
    refuted.sort_by_key(|(_, witness)| size(witness));
    let mut text = String::new();
    if !refuted.is_empty() {
        text +=
            "\nSmallest samples first; + and − are labels, and a reset precedes every sample.\n";
    }
    for (ruling, witness) in refuted {
        text += &format!(
            "\n{}: {}\n  {}\n",
            ruling.id,
            sample(witness),
            witness.words
        );
        if !witness.repeats {
            text += "  A new learner that was shown this sample alone did not repeat it.\n";
        }
    }
    text
}

/// Number of examples shown, and of feature values, in a sample that refutes the learner.
fn size(witness: &Witness) -> (usize, usize) {
    let showings = witness.samples.iter().map(Exercise::len).sum();
    let numbers = witness
        .samples
        .iter()
        .map(|sample| sample.len() * sample.dimension);
    (showings, numbers.sum())
}

fn line(ruling: &ClaimGrade) -> Vec<String> {
    let verdict = match ruling.verdict {
        GradeVerdict::Holds => format!("holds on {} samples", ruling.samples),
        GradeVerdict::Refuted => "refuted".into(),
        GradeVerdict::Untried => "not tried".into(),
    };
    let sample = ruling.witness.as_ref().map(sample);
    vec![
        format!("{}: {}", ruling.id, ruling.claim),
        verdict,
        sample.unwrap_or_default(),
    ]
}

fn sample(witness: &Witness) -> String {
    let samples: Vec<String> = witness
        .samples
        .iter()
        .map(|sample| match sample.is_empty() {
            true => "a reset".into(),
            false => sample.to_string(),
        })
        .collect();
    samples.join(", a reset, ")
}

fn summary(grade: &Grade, refuted: usize) -> String {
    let (samples, examples) = (grade.samples, grade.examples);
    let tried = format!("{samples} samples with {examples} examples were shown");
    let end = match grade.cut_off {
        None => "",
        Some(CutOff::Time) => ", not all planned ones: the time ran out (--time)",
        Some(CutOff::Failures) => {
            ", not all planned ones: the learner failed too often to answer (--timeout)"
        }
        Some(CutOff::Ended) => ", not all planned ones: the grading was ended",
    };
    match refuted {
        0 => format!("Nothing is refuted. {tried}{end}; that is no proof."),
        1 => format!("1 claim is refuted. {tried}{end}."),
        many => format!("{many} claims are refuted. {tried}{end}."),
    }
}
