//! Runs an experiment from the text of its spec, in memory, and prints the verdict on each claim.
//!
//! `cargo run --release -p perceptron-lab-claims --example verdicts`
#![allow(clippy::print_stdout)]

use claims::spec::{Spec, SpecError};
use std::path::Path;

const SPEC: &str = r#"
title      = "Mistakes on the sphere"
question   = "Does the perceptron keep the mistake bound, and a twentieth of it?"
seed       = 1
replicates = 100
[generator.sphere-margin]
dimension     = 5
target_margin = 0.2
examples      = 50
[variants.plain]
rule  = { perceptron = {} }
order = "cyclic"
[[claims]]
name = "online-mistake-bound"
[[claims]]
name       = "online-mistake-bound"
id         = "a twentieth of the bound"
control_of = "online-mistake-bound"
scale      = 0.05
"#;

pub(crate) fn main() -> Result<(), SpecError> {
    let spec = Spec::from_text("sphere", Path::new("sphere.toml"), SPEC)?;
    let trials = spec.design(&spec.cells[0]).block(0..100);
    for verdict in spec.judge_spec().judge(0, &trials) {
        let (id, word, trials) = (&verdict.id, verdict.verdict.as_str(), verdict.applicable);
        let closest = verdict.tightness_max.unwrap_or(f64::NAN);
        println!("{id}: {word} on {trials} trials; observed ÷ limit is at most {closest:.2}");
    }
    Ok(())
}
