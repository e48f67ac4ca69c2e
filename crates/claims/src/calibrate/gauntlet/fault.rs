//! Plants faults: in the text of a spec, or in the rows of trials that were run right.

use crate::judge::Bench;
use crate::spec::Spec;
use crate::trial::{Design, Trial};
use perceptron::generate::Source;
use perceptron::learn::Hypothesis;
use perceptron::sample::{Rational, Sample, TestTies};
use perceptron::seed::Seed;
use std::path::Path;

/// An edit of a spec's text: what is right, and what stands there instead.
pub(super) type Edit = (&'static str, &'static str);

/// What is wrong, and where it is planted.
#[derive(Clone, Copy)]
pub(super) enum Fault {
    /// The spec says something wrong.
    Spec(&'static [Edit]),
    /// The spec says something that must be refused.
    Refused(&'static [Edit]),
    /// The rows are falsified; the design can run their trials again.
    Rows(fn(&Design, Vec<Trial>) -> Vec<Trial>),
    /// Rows of the right spec and of an edited one are mixed up.
    Mixed(&'static [Edit], fn(Vec<Trial>, Vec<Trial>) -> Vec<Trial>),
}

/// A spec's first cell, run: its rows, and the bench that judges them.
pub(super) struct Bout {
    pub spec: Spec,
    pub bench: Bench,
    pub design: Design,
    pub rows: Vec<Trial>,
}

/// The text with every edit made, each where it stands first.
pub(super) fn edited(text: &str, edits: &[Edit]) -> String {
    edits.iter().fold(text.to_owned(), |text, (right, wrong)| {
        text.replacen(right, wrong, 1)
    })
}

/// The spec's text with its faults, if they are planted there.
pub(super) fn text(text: &str, fault: Fault) -> String {
    match fault {
        Fault::Spec(edits) | Fault::Refused(edits) => edited(text, edits),
        Fault::Rows(_) | Fault::Mixed(..) => text.to_owned(),
    }
}

impl Bout {
    /// Reads and runs a spec; what the spec reader says if it refuses.
    pub fn of(name: &str, text: &str) -> Result<Self, String> {
        let spec = Spec::from_text(name, Path::new("gauntlet.toml"), text)
            .map_err(|error| error.to_string())?;
        let (design, bench) = (spec.design(&spec.cells[0]), spec.bench());
        let replicates = spec.schedule(&spec.cells[0]).last().copied().unwrap_or(0);
        let rows = (0..replicates)
            .flat_map(|replicate| design.trials(replicate))
            .collect();
        Ok(Self {
            spec,
            bench,
            design,
            rows,
        })
    }

    /// The same with the faults that are planted in rows.
    pub fn sabotaged(mut self, text: &str, fault: Fault) -> Result<Self, String> {
        match fault {
            Fault::Spec(_) | Fault::Refused(_) => {}
            Fault::Rows(falsify) => self.rows = falsify(&self.design, self.rows),
            Fault::Mixed(edits, mix) => {
                let wrong = Self::of(&self.spec.name, &edited(text, edits))?;
                self.rows = mix(self.rows, wrong.rows);
            }
        }
        Ok(self)
    }
}

/// Falsifies rows one by one.
pub(super) fn each(rows: Vec<Trial>, falsify: impl Fn(Trial) -> Trial) -> Vec<Trial> {
    rows.into_iter().map(falsify).collect()
}

/// What a hypothesis errs on in a sample, ties counted as mistakes.
fn share_of_errors(hypothesis: &Hypothesis, sample: &Sample) -> Rational {
    let signs = sample.labels.iter().enumerate().map(|(example, &label)| {
        (
            label,
            hypothesis.score_sign(&sample.features, example, None),
        )
    });
    let halves: i64 = signs
        .map(|(label, sign)| i64::from(TestTies::Mistake.half_mistakes(label, sign)))
        .sum();
    Rational::new(halves, 2 * sample.labels.len() as i64)
}

/// Measures the risk of a row on examples of one's own choice.
pub(super) fn tested_on(
    design: &Design,
    row: Trial,
    test: impl Fn(&Design, Sample, u64) -> Sample,
) -> Trial {
    let repeated = design.repeat(row.replicate, Some(0), true).ok();
    let risk = repeated.and_then(|repeated| {
        let hypothesis = repeated.learned?.hypothesis?;
        Some(share_of_errors(
            &hypothesis,
            &test(design, repeated.sample, row.replicate),
        ))
    });
    Trial {
        risk_exact: risk,
        ..row
    }
}

/// Fresh examples, twice as many as were learned from, but from the random stream of the sample itself.
pub(super) fn from_the_samples_stream(design: &Design, sample: Sample, replicate: u64) -> Sample {
    let Source::Sampler(sampler) = design.generator.source() else {
        return sample;
    };
    let seed: Seed = design
        .seed
        .child("sample")
        .child(&design.sample_key)
        .child(&replicate.to_string());
    sampler.draw(seed, 2 * design.generator.examples())
}

/// The squared norms of the examples of a row's sample.
pub(super) fn squared_norms(design: &Design, row: &Trial) -> Vec<f64> {
    let sample = design
        .repeat(row.replicate, Some(0), false)
        .map(|repeated| repeated.sample);
    let norms = |sample: Sample| {
        (0..sample.labels.len())
            .map(|example| sample.features.norm_squared(example).value)
            .collect()
    };
    sample.map(norms).unwrap_or_default()
}
