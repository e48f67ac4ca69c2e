//! Lists what must be caught: every entry with its spec, where the fault is planted, and the theory's number.

use super::fault::Fault::{Mixed, Refused, Rows, Spec};
use super::fault::{Fault, each, from_the_samples_stream, squared_norms, tested_on};
use crate::trial::{Design, Trial};
use perceptron::sample::{Quantity, Rational};

/// One fault and the spec whose only claim must catch it.
pub(super) struct Entry {
    /// What is wrong.
    pub name: &'static str,
    /// The number in the theory's list.
    pub theory: Option<&'static str>,
    /// The spec without the fault.
    pub spec: &'static str,
    /// What is wrong, and where.
    pub fault: Fault,
}

/// The text of a spec of the gauntlet.
macro_rules! spec {
    ($name:literal) => {
        include_str!(concat!($name, ".toml"))
    };
}

fn listed(theory: &'static str, name: &'static str, spec: &'static str, fault: Fault) -> Entry {
    Entry {
        name,
        theory: Some(theory),
        spec,
        fault,
    }
}

fn own(name: &'static str, spec: &'static str, fault: Fault) -> Entry {
    Entry {
        name,
        theory: None,
        spec,
        fault,
    }
}

/// All entries: the theory's in its order, then the program's own.
pub(super) fn all() -> Vec<Entry> {
    [
        bounds(),
        data(),
        learners(),
        leaks(),
        miscounts(),
        limits(),
        records(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn bounds() -> Vec<Entry> {
    const SMALLER: Fault = Spec(&[("scale = 1\n", "scale = 0.99\n")]);
    vec![
        listed(
            "N1",
            "99 % of the mistake bound",
            spec!("basis-bound"),
            SMALLER,
        ),
        listed("N1", "99 % of 3/γ²", spec!("margin-adversary"), SMALLER),
        listed("N1", "99 % of nr", spec!("hadamard"), SMALLER),
        own(
            "1/γ² for margin mistakes",
            spec!("margin-adversary"),
            Spec(&[("scale = 1\n", "scale = \"1/3\"\n")]),
        ),
        listed(
            "N6",
            "3/γ² without unit norm",
            spec!("unit-norm"),
            Spec(&[("norm      = 1", "norm      = 2")]),
        ),
        listed(
            "N14",
            "the affine margin in the bound with an offset",
            spec!("offset-bound"),
            Spec(&[("\"sample\"", "1")]),
        ),
    ]
}

const SPHERE: &str = "[generator.sphere-margin]\ndimension = 20\ntarget_margin = 0.4\n";

fn data() -> Vec<Entry> {
    const E1: Fault = Spec(&[("[2, -1]", "[2, 0]"), ("[-2, -1]", "[-2, 0]")]);
    vec![
        listed(
            "N2",
            "data without a margin",
            spec!("stream"),
            Spec(&[(SPHERE, "[generator.teacher-student]\ndimension = 20\n")]),
        ),
        listed("N3", "XOR", spec!("gate"), Spec(&[("\"and\"", "\"xor\"")])),
        listed(
            "N3",
            "a fifth of the labels flipped",
            spec!("labels"),
            Spec(&[("rate          = 0.0", "rate          = 0.2")]),
        ),
        listed(
            "N4",
            "separable with margin 0 only, sign(0) = +1",
            spec!("three-points"),
            E1,
        ),
        listed(
            "N9",
            "every draw repeated 30 times",
            spec!("copies"),
            Spec(&[("copies    = 1", "copies    = 30")]),
        ),
        listed(
            "N10",
            "the uniform law without its complexity term",
            spec!("deviation"),
            Spec(&[("= true", "= false")]),
        ),
        listed(
            "N12",
            "a majority of an even number of signs",
            spec!("majority"),
            Refused(&[("relevant  = 3", "relevant  = 4")]),
        ),
        own(
            "one label flipped",
            spec!("points-count"),
            Spec(&[("y = 1 },\n]", "y = -1 },\n]")]),
        ),
    ]
}

fn learners() -> Vec<Entry> {
    const RULE: &str = "perceptron = {}";
    let rule = |wrong: &'static [(&'static str, &'static str)]| Spec(wrong);
    vec![
        listed(
            "N5",
            "updates where y⟨w, x⟩ < 0 only",
            spec!("majority"),
            Spec(&[("\"positive\"", "\"strict\"")]),
        ),
        listed(
            "N7",
            "margin mistakes with ≤ 1",
            spec!("margin-count"),
            Spec(&[("= {} }", "= { inclusive = true } }")]),
        ),
        listed(
            "N11",
            "one Gram entry of the wrong sign",
            spec!("dual"),
            Spec(&[("dual = {}", "dual = { corrupted = [1, 0] }")]),
        ),
        own(
            "a cross term left out of the feature map",
            spec!("kernel"),
            Spec(&[("constant = 1 } }", "constant = 1, dropped = true } }")]),
        ),
        listed(
            "N13",
            "no offset",
            spec!("offset"),
            Spec(&[("offset = 1\n", "")]),
        ),
        listed(
            "N13",
            "θ₀ never updated",
            spec!("offset-apart"),
            Spec(&[(
                "offset-perceptron = {}",
                "offset-perceptron = { frozen = true }",
            )]),
        ),
        listed(
            "N13",
            "θ₀ + 1 in place of θ₀ + y",
            spec!("offset-apart"),
            Spec(&[(
                "offset-perceptron = {}",
                "offset-perceptron = { increment = true }",
            )]),
        ),
        listed(
            "N15",
            "0 appended instead of 1",
            spec!("constant-feature"),
            Spec(&[("[3, 1]", "[3, 0]"), ("[1, 1]", "[1, 0]")]),
        ),
        listed(
            "N16",
            "stops after a quiet period",
            spec!("random-draws"),
            Spec(&[("\"clean-pass\"", "\"quiet-period\"")]),
        ),
        listed(
            "N17",
            "w − yx",
            spec!("basis-count"),
            rule(&[(RULE, "anti-perceptron = {}")]),
        ),
        listed(
            "N17",
            "w + x whatever the label",
            spec!("basis-count"),
            rule(&[(RULE, "label-blind = {}")]),
        ),
        listed(
            "N17",
            "an update on every example",
            spec!("basis-count"),
            rule(&[(RULE, "update-always = {}")]),
        ),
        listed(
            "N20",
            "tenths in floats",
            spec!("floats"),
            Spec(&[("\"1/4\"", "\"1/10\"")]),
        ),
        own(
            "sign(0) = +1 in place of a mistake",
            spec!("basis-attained"),
            Spec(&[("\"mistake\"", "\"positive\"")]),
        ),
    ]
}

fn leaks() -> Vec<Entry> {
    const LEARNER: &str = "rule  = { perceptron = {} }\norder = \"cyclic\"\nties  = \"mistake\"\n";
    let on_training =
        |design: &Design, rows| each(rows, |row| tested_on(design, row, |_, sample, _| sample));
    let same_stream =
        |design: &Design, rows| each(rows, |row| tested_on(design, row, from_the_samples_stream));
    let nothing_left_out = |_: &Design, rows| {
        each(rows, |row| Trial {
            leave_one_out_errors: Some(0.0),
            ..row
        })
    };
    // Exactly the samples without a repeated vector: drawing without replacement.
    let no_repeats = |_: &Design, rows: Vec<Trial>| {
        rows.into_iter()
            .filter(|row| row.updates == Some(row.examples))
            .collect()
    };
    vec![
        listed(
            "N8",
            "a learner that is told the labels it did not see",
            spec!("minimax"),
            Spec(&[(LEARNER, "learner = { leaking = {} }\n")]),
        ),
        listed(
            "N18",
            "risk on the training examples",
            spec!("unseen-mass"),
            Rows(on_training),
        ),
        own(
            "leave-one-out errors of the learner that saw every example",
            spec!("leave-one-out"),
            Rows(nothing_left_out),
        ),
        listed(
            "N19",
            "test examples from the sample's random stream",
            spec!("unseen-mass-drawn"),
            Rows(same_stream),
        ),
        listed(
            "N19",
            "sampling without replacement",
            spec!("unseen-mass-drawn"),
            Rows(no_repeats),
        ),
    ]
}

fn miscounts() -> Vec<Entry> {
    let after = |_: &Design, rows| {
        each(rows, |row| Trial {
            mistakes: Some(0),
            ..row
        })
    };
    let first = |_: &Design, rows| {
        each(rows, |row| Trial {
            mistakes: row.mistakes.map(|count| count - 1),
            ..row
        })
    };
    let passes = |_: &Design, rows| {
        each(rows, |row| Trial {
            updates: row.passes,
            ..row
        })
    };
    let draws = |_: &Design, rows| {
        each(rows, |row| Trial {
            updates: row.draws,
            ..row
        })
    };
    let finished = |_, cut_off| {
        each(cut_off, |row| Trial {
            stop_reason: Some("clean-pass".into()),
            ..row
        })
    };
    vec![
        own(
            "mistakes counted after the update",
            spec!("basis-attained"),
            Rows(after),
        ),
        own(
            "the first mistake not counted",
            spec!("basis-attained"),
            Rows(first),
        ),
        own(
            "passes reported as updates",
            spec!("basis-count"),
            Rows(passes),
        ),
        own(
            "examples shown reported as updates",
            spec!("basis-count"),
            Rows(draws),
        ),
        own(
            "cut off after 8 updates of 10, reported as finished",
            spec!("random-draws"),
            Mixed(&[("\"clean-pass\"", "{ updates = 8 }")], finished),
        ),
    ]
}

fn limits() -> Vec<Entry> {
    let without_norm = |_: &Design, rows| {
        each(rows, |row| {
            let margin = row
                .sample_margin_squared
                .as_ref()
                .map(|square| square.times(&Quantity::count(row.dimension)));
            Trial {
                sample_margin_squared: margin,
                ..row
            }
        })
    };
    let unsquared = |_: &Design, rows| {
        each(rows, |row| Trial {
            sample_margin_squared: row.sample_margin_squared.as_ref().map(Quantity::root),
            ..row
        })
    };
    let mean_radius = |design: &Design, rows| {
        each(rows, |row| {
            let norms = squared_norms(design, &row);
            let mean = norms.iter().map(|square| square.sqrt()).sum::<f64>() / norms.len() as f64;
            Trial {
                radius_squared: Some(Quantity::float(mean * mean)),
                ..row
            }
        })
    };
    let last_norm = |design: &Design, rows| {
        each(rows, |row| Trial {
            radius_squared: squared_norms(design, &row).pop().map(Quantity::float),
            ..row
        })
    };
    // γ and R of the replicate after it; the last row takes those of the first.
    let another = |_: &Design, rows: Vec<Trial>| {
        let margins: Vec<_> = rows
            .iter()
            .map(|row| row.max_margin_squared.clone())
            .collect();
        let next = margins
            .clone()
            .into_iter()
            .skip(1)
            .chain(margins.into_iter().take(1));
        rows.into_iter()
            .zip(next)
            .map(|(row, margin)| Trial {
                max_margin_squared: margin,
                ..row
            })
            .collect()
    };
    vec![
        own(
            "the margin without the separator's norm",
            spec!("basis-bound"),
            Rows(without_norm),
        ),
        own(
            "R²/γ in place of R²/γ²",
            spec!("basis-bound"),
            Rows(unsquared),
        ),
        own(
            "the mean norm in place of the largest",
            spec!("long-and-short"),
            Rows(mean_radius),
        ),
        own(
            "the norm of one example in place of the largest",
            spec!("l-family"),
            Rows(last_norm),
        ),
        own(
            "the margin of another replicate",
            spec!("largest-margin"),
            Rows(another),
        ),
    ]
}

/// The rows of one run with the expected risk of another.
fn limit_of(rows: Vec<Trial>, other: Vec<Trial>) -> Vec<Trial> {
    let limit = other
        .into_iter()
        .next()
        .and_then(|row| row.unseen_mass_risk);
    each(rows, |row| Trial {
        unseen_mass_risk: limit.clone(),
        ..row
    })
}

fn records() -> Vec<Entry> {
    let rows_of = |right, wrong| limit_of(wrong, right);
    let unweighted = |_: &Design, rows: Vec<Trial>| {
        let share = Rational::new(1, rows.len() as i64);
        each(rows, |row| Trial {
            weight: Some(share.clone()),
            ..row
        })
    };
    let one_sample = |_: &Design, rows: Vec<Trial>| {
        let first = rows.first().cloned();
        each(rows, |row| {
            first.clone().map_or(row.clone(), |first| Trial {
                replicate: row.replicate,
                ..first
            })
        })
    };
    let only_good = |_: &Design, rows: Vec<Trial>| {
        let is_kept = |row: &Trial| {
            row.risk.is_some_and(|risk| risk < 0.5) || row.replicate.is_multiple_of(2)
        };
        rows.into_iter().filter(is_kept).collect()
    };
    // The second learner sees the sample of the next replicate.
    let own_samples = |_: &Design, rows: Vec<Trial>| {
        let updates: Vec<_> = rows.iter().map(|row| row.updates).collect();
        let of = |index: usize| {
            if index.is_multiple_of(2) {
                updates[index]
            } else {
                updates[(index + 2) % updates.len()]
            }
        };
        rows.into_iter()
            .enumerate()
            .map(|(index, row)| Trial {
                updates: of(index),
                ..row
            })
            .collect()
    };
    vec![
        own(
            "N + 1 in place of N in the expected risk",
            spec!("unseen-mass"),
            Mixed(&[("examples  = 4", "examples  = 5")], limit_of),
        ),
        own(
            "the last example never shown",
            spec!("unseen-mass"),
            Mixed(&[("examples  = 4", "examples  = 3")], rows_of),
        ),
        own(
            "test ties scored +1",
            spec!("unseen-mass"),
            Mixed(
                &[("test_ties = \"mistake\"", "test_ties = \"positive\"")],
                rows_of,
            ),
        ),
        own(
            "all outcomes weighted alike",
            spec!("unseen-mass"),
            Rows(unweighted),
        ),
        own(
            "the same sample in every replicate",
            spec!("unseen-mass-drawn"),
            Rows(one_sample),
        ),
        own(
            "every second trial with a large risk thrown away",
            spec!("unseen-mass-drawn"),
            Rows(only_good),
        ),
        own(
            "variants on samples of their own",
            spec!("twins"),
            Rows(own_samples),
        ),
    ]
}
