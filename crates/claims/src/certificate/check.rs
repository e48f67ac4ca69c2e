//! Checks a certificate against its sample in exact arithmetic, sharing nothing with the learner but the sample.

use super::Certificate;
use super::exact::Integral;
use super::geometry::{check_gordan, check_margin, check_radius};
use super::vector::{Score, Vector};
use perceptron::sample::{Dense, Label, Rational, Sample, dot};
use serde::Serialize;
use serde_json::Value;
use std::cmp::Ordering;

/// What a check found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "answer", rename_all = "kebab-case")]
pub enum Answer {
    /// Every line holds.
    Valid,
    /// A line does not hold.
    Refused {
        /// The field, with its position in a list.
        field: String,
        /// What is wrong with it.
        why: String,
    },
    /// Every line before this holds, but exact and f64 arithmetic decide this score differently.
    RoundingDependent {
        /// The field, with its position in a list.
        field: String,
        /// The example scored.
        example: usize,
        /// What the two say.
        why: String,
    },
    /// 512 binary digits of the norms do not settle a score.
    Undecided {
        /// The field, with its position in a list.
        field: String,
        /// The example scored.
        example: usize,
    },
}

pub(super) fn refused<T>(field: impl Into<String>, why: impl Into<String>) -> Result<T, Answer> {
    Err(Answer::Refused {
        field: field.into(),
        why: why.into(),
    })
}

pub(super) fn require(
    holds: bool,
    field: &str,
    why: impl FnOnce() -> String,
) -> Result<(), Answer> {
    if holds { Ok(()) } else { refused(field, why()) }
}

/// Re-checks a certificate, line by line; `blank` is what address, spec and sample say without a run.
///
/// Every update must be called for by the vector that the updates before it make; after the last, a clean pass must have nothing left to
/// update on. In f64 both arithmetics are followed side by side. Examples shown without an update are not in a certificate, so draws
/// and passes are only checked against the counts that follow from the updates. The margin's ends are evaluated as fractions.
pub fn check(certificate: &Certificate, blank: &Certificate, sample: &Sample) -> Answer {
    let all = || {
        check_header(certificate, blank)?;
        let Some(integral) = Integral::new(sample) else {
            return refused(
                "sample_digest",
                "the sample has a feature that is not finite",
            );
        };
        check_run(certificate, &integral)?;
        check_radius(certificate, &integral)?;
        check_margin(certificate, &integral)?;
        check_gordan(certificate, &integral)
    };
    all().err().unwrap_or(Answer::Valid)
}

const HEADER: [&str; 13] = [
    "address",
    "experiment",
    "cell",
    "variant",
    "replicate",
    "examples",
    "dimension",
    "sample_digest",
    "rule",
    "threshold",
    "step",
    "ties",
    "arithmetic",
];

fn check_header(certificate: &Certificate, blank: &Certificate) -> Result<(), Answer> {
    let fields = |of: &Certificate| serde_json::to_value(of).unwrap_or(Value::Null);
    let (given, wanted) = (fields(certificate), fields(blank));
    match HEADER
        .into_iter()
        .find(|&field| given[field] != wanted[field])
    {
        Some(field) => refused(
            field,
            format!(
                "it says {}, the spec and its sample say {}",
                given[field], wanted[field]
            ),
        ),
        None => Ok(()),
    }
}

/// The two things a score decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Decision {
    mistake: bool,
    due: bool,
}

/// The learner's rule, read from the certificate alone.
struct Rule<'a> {
    certificate: &'a Certificate,
    normalizes: bool,
    in_floats: bool,
    /// threshold / step.
    ratio: Option<Rational>,
    squared_unit: Rational,
}

/// The vector in exact arithmetic and, for runs in f64, as those floats.
struct Run<'a> {
    sample: &'a Integral<'a>,
    exact: Vector,
    floats: Vec<f64>,
}

impl<'a> Rule<'a> {
    fn new(certificate: &'a Certificate, sample: &Integral) -> Self {
        let ratio = certificate
            .threshold
            .as_ref()
            .zip(certificate.step.as_ref())
            .map(|(threshold, step)| threshold / step);
        Self {
            certificate,
            normalizes: certificate.rule.as_deref() == Some("normalized-perceptron"),
            in_floats: certificate.arithmetic.as_deref() == Some("f64"),
            ratio,
            squared_unit: sample.unit().square(),
        }
    }

    fn decision(&self, label: Label, sign: Ordering, below: Option<bool>) -> Decision {
        // A tie predicts +1: wrong for a negative label, and for a positive one by convention.
        let tie_counts =
            self.certificate.ties.as_deref() == Some("mistake") || label == Label::Negative;
        let mistake = sign == Ordering::Less || sign == Ordering::Equal && tie_counts;
        Decision {
            mistake,
            due: below.unwrap_or(mistake),
        }
    }

    fn exact(&self, label: Label, score: &Score) -> Option<Decision> {
        let below = self
            .ratio
            .as_ref()
            .map(|ratio| &score.fraction() * &self.squared_unit < *ratio);
        Some(self.decision(label, score.sign()?, below))
    }

    fn float(&self, label: Label, score: f64) -> Decision {
        let below = self.ratio.as_ref().map(|ratio| score < ratio.to_f64());
        self.decision(
            label,
            score.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
            below,
        )
    }

    /// What both arithmetics say of an example; an answer where they disagree or leave it open.
    fn decide(&self, run: &Run, example: usize, field: &str) -> Result<Decision, Answer> {
        let (label, score) = (
            run.sample.label(example),
            run.exact.score(run.sample, example),
        );
        let undecided = || Answer::Undecided {
            field: field.to_owned(),
            example,
        };
        let exact = self.exact(label, &score).ok_or_else(undecided)?;
        if !self.in_floats {
            return Ok(exact);
        }
        let float = label.value() * dot(&run.float_row(example, self.normalizes), &run.floats);
        // Only decisions steer a run, so these have to agree and not the values.
        if self.float(label, float) == exact {
            return Ok(exact);
        }
        let value = if self.normalizes {
            "its sign".to_owned()
        } else {
            (&score.fraction() * &self.squared_unit).to_string()
        };
        let against = self
            .ratio
            .as_ref()
            .map_or("0".to_owned(), Rational::to_string);
        let why = format!(
            "y⟨w, x⟩/step of example {example} is {value} exactly and {float:?} in f64; compared with {against}, the two decide differently"
        );
        Err(Answer::RoundingDependent {
            field: field.to_owned(),
            example,
            why,
        })
    }
}

impl Run<'_> {
    fn float_row(&self, example: usize, normalizes: bool) -> Vec<f64> {
        let row = Dense::new(self.sample.dimension(), self.sample.floats(example));
        if normalizes {
            row.normalized().row(0).to_vec()
        } else {
            row.row(0).to_vec()
        }
    }

    fn update(&mut self, example: usize, rule: &Rule) {
        self.exact.add(self.sample, example);
        if rule.in_floats {
            let (sign, row) = (
                self.sample.label(example).value(),
                self.float_row(example, rule.normalizes),
            );
            self.floats
                .iter_mut()
                .zip(row)
                .for_each(|(w, x)| *w += sign * x);
        }
    }
}

fn check_run(certificate: &Certificate, sample: &Integral) -> Result<(), Answer> {
    if certificate.rule.is_none() {
        return require(certificate.updates.is_empty(), "updates", || {
            "there are updates, but no learner ran".into()
        });
    }
    let rule = Rule::new(certificate, sample);
    let mut run = Run {
        sample,
        exact: Vector::zero(rule.normalizes),
        floats: vec![0.0; sample.dimension()],
    };
    let mut mistakes = 0;
    for (position, &example) in certificate.updates.iter().enumerate() {
        let field = format!("updates[{position}]");
        require(example < sample.examples(), &field, || {
            format!(
                "there is no example {example}, the last is {}",
                sample.examples() - 1
            )
        })?;
        let decision = rule.decide(&run, example, &field)?;
        require(decision.due, &field, || {
            format!("after the updates before it, example {example} calls for no update")
        })?;
        mistakes += u64::from(decision.mistake);
        run.update(example, &rule);
    }
    check_counts(certificate, &rule, mistakes)?;
    // No other stop promises that nothing was left to update on.
    if certificate.stop_reason.as_deref() != Some("clean-pass") {
        return Ok(());
    }
    for example in 0..sample.examples() {
        let due = rule.decide(&run, example, "stop_reason")?.due;
        require(!due, "stop_reason", || {
            format!(
                "a pass after the last update is not clean: example {example} calls for an update"
            )
        })?;
    }
    Ok(())
}

/// Every example below the threshold is an update, and every mistake is below a positive threshold.
fn check_counts(certificate: &Certificate, rule: &Rule, mistakes: u64) -> Result<(), Answer> {
    let Some(counts) = &certificate.counts else {
        return refused("counts", "it is missing");
    };
    let updates = certificate.updates.len() as u64;
    for (name, count) in [
        ("updates", counts.updates),
        ("margin_mistakes", counts.margin_mistakes),
    ] {
        require(count == updates, &format!("counts.{name}"), || {
            format!("it is {count}, but {updates} updates are listed")
        })?;
    }
    // At threshold 0 a tie may be a mistake that calls for no update, and is not listed.
    let unlisted = rule.ratio.as_ref().is_some_and(Rational::is_zero);
    let agrees = counts.mistakes == mistakes || unlisted && counts.mistakes > mistakes;
    require(agrees, "counts.mistakes", || {
        format!(
            "it is {}, but {mistakes} of the updates were mistakes",
            counts.mistakes
        )
    })?;
    require(counts.draws >= updates, "counts.draws", || {
        format!("it is {}, fewer than the {updates} updates", counts.draws)
    })
}
