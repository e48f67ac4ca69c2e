//! Formats the result of `grade` as text: a table of claims, and the smallest samples that refute some.

use crate::grading::{ClaimGrade, CutOff, Exercise, Grade, GradeVerdict, GradedRule, Witness};
use crate::process::{FaultKind, asked_lines, shell};
use claims::aligned;
use claims::numbers::number;
use perceptron::learn::external::ExternalExample;

/// Name of the claim that the learner answers every line.
const PROTOCOL: &str = "protocol";

/// Largest number of lines that a user is told to type.
const TYPED_LINES: usize = 12;

/// Largest number of letters that a user is told to type.
const TYPED_LETTERS: usize = 1200;

/// The next step for a learner whose answers are not those of the protocol: the lines that lead to the wrong one.
fn try_by_hand(command: &[String], witness: &Witness) -> String {
    let lines = lines_up_to_fault(witness);
    let letters: usize = lines.iter().map(|line| line.len() + 2).sum();
    let next = match lines.len() <= TYPED_LINES && letters <= TYPED_LETTERS {
        true => format!(
            "To see its answers, type: printf '{}\\n' | {}",
            lines.join("\\n"),
            typed(command)
        ),
        false => "The lines that lead to this answer are too many to type. With `--json`, `samples` of the witness has all examples.".into(),
    };
    format!("{next}\n`perceptron-lab explain protocol` shows the lines and their answers.")
}

/// The lines that a new learner is asked on a witness against the protocol, up to the one that it did not answer as it should.
fn lines_up_to_fault(witness: &Witness) -> Vec<String> {
    let mut lines = lines_of(&witness.samples);
    // A fault in words begins with what was asked, which may be cut.
    let asked = witness.words.strip_prefix("asked ");
    let asked = asked.and_then(|words| words.split(", it ").next());
    let asked = asked.map(|asked| asked.trim_end_matches('…'));
    let last = asked.and_then(|asked| lines.iter().rposition(|line| line.starts_with(asked)));
    lines.truncate(last.map_or(lines.len(), |last| last + 1));
    lines
}

fn lines_of(samples: &[Exercise]) -> Vec<String> {
    let figures: Vec<_> = samples.iter().map(Exercise::figures).collect();
    let samples = samples.iter().zip(&figures).map(|(sample, figures)| {
        let pairs = figures.iter().zip(&sample.shown);
        let examples = pairs.map(|(x, (_, y))| ExternalExample { x, y: *y });
        (sample.dimension, examples.collect())
    });
    asked_lines(&samples.collect::<Vec<_>>())
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
    let broken = protocol_witness(grade).filter(|_| !command.is_empty());
    let hint = broken.map_or_else(String::new, |witness| {
        format!("\n{}\n", try_by_hand(command, witness))
    });
    format!(
        "{}{learner} as {}\n\n{}{}\n{summary}\n{hint}",
        crash(&learner, grade),
        graded.described(),
        aligned::left(&lines),
        witnesses(refuted),
    )
}

/// The error with which the learner's program ended before it answered anything, such as a syntax error, as the first line; empty if it did not.
fn crash(learner: &str, grade: &Grade) -> String {
    let words = protocol_witness(grade).map_or("", |witness| witness.words.as_str());
    let is_first = words.contains("{\"hello\"") && FaultKind::of(words) == Some(FaultKind::Ended);
    let told = words
        .lines()
        .skip(1)
        .filter_map(|line| line.trim().strip_prefix('|'));
    match told.map(str::trim).filter(|line| !line.is_empty()).last() {
        Some(last) if is_first => format!("{learner} does not run: {last}\n\n"),
        _ => String::new(),
    }
}

/// The witness against the claim that the learner keeps the protocol, if it is refuted.
fn protocol_witness(grade: &Grade) -> Option<&Witness> {
    let ruling = grade.checks.iter().find(|ruling| ruling.id == PROTOCOL);
    ruling?.witness.as_ref()
}

/// The smallest samples found on which the learner violates a claim, the smallest first.
fn witnesses(mut refuted: Vec<(&ClaimGrade, &Witness)>) -> String {
    refuted.sort_by_key(|(_, witness)| size(witness));
    let mut text = String::new();
    if !refuted.is_empty() {
        text +=
            "\nSmallest samples first; + and − are labels, and a reset precedes every sample.\n";
    }
    let is_cut = refuted.iter().any(is_cut);
    for (ruling, witness) in refuted {
        text += &format!(
            "\n{}: {}\n  {}\n",
            ruling.id,
            witness.shown(),
            witness.words
        );
        if !witness.repeats {
            text += "  A new learner that was shown this sample alone did not repeat it.\n";
        }
    }
    if is_cut {
        text += "\nWhere … stands, something is left out; `--json` shows all of it.\n";
    }
    text
}

/// Whether a sample, or what went wrong on it, is not told in full. A fault of the protocol has marks of its own.
fn is_cut((ruling, witness): &(&ClaimGrade, &Witness)) -> bool {
    let of_words = ruling.id != PROTOCOL && witness.words.contains('…');
    of_words || witness.shown().contains('…')
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
    let closest = ruling.reaches.map_or(String::new(), |share| {
        format!(", the closest at {} of the limit", number(share))
    });
    let verdict = match ruling.verdict {
        GradeVerdict::Holds => format!("holds on {} samples{closest}", ruling.samples),
        GradeVerdict::Refuted => "refuted".into(),
        GradeVerdict::Untried => "not tried".into(),
    };
    let sample = ruling.witness.as_ref().map(Witness::shown);
    vec![
        format!("{}: {}", ruling.id, ruling.claim),
        verdict,
        sample.unwrap_or_default(),
    ]
}

fn summary(grade: &Grade, refuted: usize) -> String {
    let (samples, examples) = (grade.samples, grade.examples);
    let tried = format!("{samples} samples with {examples} examples were shown");
    let end = match grade.cut_off {
        None => String::new(),
        Some(CutOff::Time) => ", not all planned ones: the time ran out (`--time`)".into(),
        Some(CutOff::Failures) => format!(
            ", not all planned ones: the learner failed too often to answer; first {}",
            fault(grade)
        ),
        Some(CutOff::Ended) => ", not all planned ones: the grading was ended".into(),
    };
    match refuted {
        0 => format!("Nothing is refuted. {tried}{end}; that is no proof."),
        1 => format!("1 claim is refuted. {tried}{end}."),
        many => format!("{many} claims are refuted. {tried}{end}."),
    }
}

/// Says how the learner first failed to answer.
fn fault(grade: &Grade) -> &'static str {
    let kind = protocol_witness(grade).and_then(|witness| FaultKind::of(&witness.words));
    match kind {
        Some(FaultKind::Late) => "it gave no answer in time (`--timeout SECONDS` sets the limit)",
        Some(FaultKind::Ended) => "it crashed or ended",
        Some(FaultKind::WrongAnswer) => "it gave an answer that does not follow the protocol",
        Some(FaultKind::TooMuch) => {
            "it wrote more than one line for an answer, or one that does not end"
        }
        None => "it could not be asked",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grading::{ReturnedWeights, RuleName, RuleSettings};
    use perceptron::sample::{Label, Ties};

    const RESET: &str = "asked {\"reset\":{\"features\":2}}, it answered `[]` where …";

    fn witness(shown: usize, words: &str) -> Witness {
        let example = (vec![1.0, -0.5], Label::Negative);
        Witness {
            samples: vec![Exercise::new(2, vec![example; shown])],
            words: words.into(),
            repeats: true,
            steps: Vec::new(),
        }
    }

    /// The text for a learner that this witness refutes under a claim.
    fn text(id: &'static str, witness: Witness, cut_off: Option<CutOff>) -> String {
        let settings = RuleSettings::default();
        let (rule, last) = (RuleName::Perceptron, ReturnedWeights::Last);
        let graded = GradedRule::new(rule, Ties::Mistake, last, &settings);
        let grade = Grade {
            refuted: true,
            complete: cut_off.is_none(),
            cut_off,
            samples: 3,
            examples: 5,
            checks: vec![ClaimGrade {
                id,
                claim: "it does".into(),
                named: None,
                verdict: GradeVerdict::Refuted,
                samples: 1,
                reaches: None,
                witness: Some(witness),
            }],
        };
        let command = ["python3", "my learner.py"].map(str::to_owned);
        table(&command, &graded.ok().unwrap(), &grade)
    }

    #[test]
    fn a_program_that_does_not_run_is_said_to_in_the_first_line() {
        let crash = "asked {\"hello\":1}, it ended without an answer (exit status: 1); its standard error:\n  | File \"a.py\", line 1\n  | SyntaxError: invalid syntax";
        let text = text(PROTOCOL, witness(0, crash), Some(CutOff::Failures));
        let first = text.lines().next().unwrap();
        assert_eq!(
            first,
            "python3 'my learner.py' does not run: SyntaxError: invalid syntax"
        );
        let later = crash.replace("{\"hello\":1}", "{\"weights\":true}");
        let text = self::text(PROTOCOL, witness(1, &later), None);
        assert!(!text.contains("does not run"), "{text}");
    }

    #[test]
    fn lines_to_type_end_with_the_one_that_is_answered_wrongly() {
        let start = "printf '{\"hello\":1}\\n";
        let reset = "{\"reset\":{\"features\":2}}";
        let weights = "{\"weights\":true}";
        let x = "{\"x\":[1,-0.5],\"y\":-1}";
        let end = "\\n' | python3 'my learner.py'\n";
        let lines = |shown, words: &str| text(PROTOCOL, witness(shown, words), None);
        for (words, due) in [
            (RESET, format!("{start}{reset}{end}")),
            (
                "asked {\"x\":[1,-0.…, it gave no answer for 1 s",
                format!("{start}{reset}\\n{weights}\\n{x}{end}"),
            ),
            (
                "asked {\"weights\":true}, it ended without an answer",
                format!("{start}{reset}\\n{weights}\\n{x}\\n{weights}{end}"),
            ),
            (
                "it wrote more lines than it was asked for",
                format!("{start}{reset}\\n{weights}\\n{x}\\n{weights}{end}"),
            ),
        ] {
            let text = lines(1, words);
            assert!(text.contains(&due), "{words}: {text}");
        }
        assert!(
            lines(1, "asked {\"hello\":1}, it answered")
                .contains(&format!("printf '{{\"hello\":1}}{end}"))
        );
        let many = lines(9, "asked {\"weights\":true}, it ended without an answer");
        assert!(
            many.contains("With `--json`") && !many.contains("printf"),
            "{many}"
        );
    }

    #[test]
    fn too_many_failures_are_named_and_only_late_answers_have_a_time_limit() {
        for (words, due, has_limit) in [
            (
                "asked {}, it gave no answer for 1 s",
                "first it gave no answer in time",
                true,
            ),
            (
                RESET,
                "first it gave an answer that does not follow the protocol",
                false,
            ),
            (
                "asked {}, it ended without an answer",
                "first it crashed or ended",
                false,
            ),
            (
                "it wrote more lines than it was asked for",
                "first it wrote more than one",
                false,
            ),
            (
                "asked {}, it wrote 1048576 bytes without ending the line",
                "or one that does not end",
                false,
            ),
            ("its pipes failed", "first it could not be asked", false),
        ] {
            let text = text(PROTOCOL, witness(0, words), Some(CutOff::Failures));
            assert!(text.contains(due), "{text}");
            assert_eq!(
                text.contains("`--timeout SECONDS` sets"),
                has_limit,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_left_out_is_said_to_be_in_the_json() {
        let note = "`--json` shows all of it";
        assert!(text("norm", witness(9, "‖w‖ is 3"), None).contains(note));
        assert!(text("norm", witness(1, "(1, 2, … 20 in all)"), None).contains(note));
        assert!(!text("norm", witness(8, "‖w‖ is 3"), None).contains(note));
        assert!(!text(PROTOCOL, witness(1, RESET), None).contains(note));
    }
}
