//! Writes a shrunk violation as a spec of its own that reproduces it.

use crate::claim::{MarginSource, Registered, StatedClaim};
use perceptron::generate::Points;
use perceptron::learn::Variant;
use perceptron::sample::Rational;
use serde::Serialize;

/// A sample with the learners that run on it and the claim about them, as a spec of its own states them.
#[derive(Debug, Clone)]
pub struct StatedSample {
    /// The examples as exact numbers.
    pub points: Points,
    /// The names and configurations of the learners, with the order of the examples; none where no learner runs.
    pub variants: Vec<(String, Variant)>,
    /// The claim, as it is stated for this sample.
    pub claim: StatedClaim,
}

/// A small sample that violates a claim, found by removing examples from a larger one.
#[derive(Debug, Clone)]
pub struct Witness {
    /// The small sample, with learner and claim.
    pub stated: StatedSample,
    /// Number of samples that were run to find this one.
    pub reruns: u64,
    /// Number of examples of the original sample, before any were removed.
    pub shrunk_from: usize,
}

/// Writes a value as TOML on one line.
fn inline(value: impl Serialize) -> String {
    toml::Value::try_from(value)
        .map(|value| value.to_string())
        .unwrap_or_default()
}

fn list(values: &[Rational]) -> String {
    format!(
        "[{}]",
        values.iter().map(inline).collect::<Vec<_>>().join(", ")
    )
}

impl Witness {
    /// Returns the text of a spec that reproduces the violation and that `perceptron-lab run` accepts as it is. `address` names the trial with the
    /// original sample.
    pub fn spec(&self, address: &str) -> String {
        let examples = self.stated.points.examples.len();
        let noun = if examples == 1 { "example" } else { "examples" };
        let title = format!(
            "Witness: \"{}\" is violated by {examples} {noun}",
            self.stated.claim.id
        );
        let analysis = format!(
            "Shrunk from the {} examples of the trial {address} by removing examples while the violation stays, in {} runs.",
            self.shrunk_from, self.reruns
        );
        let question = "Does this sample alone violate the claim?";
        self.stated.spec(&title, question, &analysis)
    }
}

impl StatedSample {
    /// Returns the text of a spec with this sample, the learners and the claim.
    pub fn spec(&self, title: &str, question: &str, analysis: &str) -> String {
        let head = [
            ("title", title),
            ("question", question),
            ("analysis", analysis),
        ];
        let head = head.map(|(key, text)| format!("{key} = {}\n", inline(text)));
        let head = head.concat();
        let theorem = match &self.claim.claim {
            Registered::Theorem(claim) => claim.text_of_own_theorem(),
            _ => None,
        };
        let theorem = theorem.map(|text| format!("theorems = {}\n", inline(text)));
        format!(
            "{head}seed = 0\nreplicates = \"all\"\n{}\n{}{}\n{}",
            theorem.unwrap_or_default(),
            self.generator(),
            self.learners(),
            self.claim()
        )
    }

    fn generator(&self) -> String {
        let examples = self
            .points
            .examples
            .iter()
            .map(|point| format!("  {{ x = {}, y = {} }},\n", list(&point.x), point.y));
        let separator = self
            .points
            .separator
            .as_ref()
            .map(|separator| format!("separator = {}\n", list(separator)));
        let floats = if self.points.floats {
            "floats = true\n"
        } else {
            ""
        };
        format!(
            "[generator.points]\n{floats}examples = [\n{}]\n{}",
            examples.collect::<String>(),
            separator.unwrap_or_default()
        )
    }

    fn learners(&self) -> String {
        let learner = |(name, variant): &(String, Variant)| {
            let table = toml::Table::try_from(variant).unwrap_or_default();
            let keys = table
                .iter()
                .map(|(key, value)| format!("{key} = {value}\n"));
            format!(
                "\n[variants.{}]\n{}",
                inline(name),
                keys.collect::<String>()
            )
        };
        self.variants.iter().map(learner).collect()
    }

    fn claim(&self) -> String {
        let claim = &self.claim;
        let name = claim.name();
        let mut keys = vec![
            ("id".to_owned(), inline(&claim.id)),
            ("name".to_owned(), inline(name)),
        ];
        keys.extend(own_keys(&claim.claim));
        if claim.scale != Rational::one() {
            keys.push(("scale".into(), inline(&claim.scale)));
        }
        if claim.margin != MarginSource::Sample {
            keys.push(("margin".into(), inline(claim.margin.label())));
        }
        if claim.premise_waived {
            keys.push(("premise".into(), inline("waived")));
        }
        keys.push(("expect".into(), inline(claim.expect)));
        let place = claim.stated_in.iter();
        keys.extend(place.map(|place| ("stated_in".into(), inline(place))));
        format!(
            "[[claims]]\n{}",
            keys.iter()
                .map(|(key, value)| format!("{key} = {value}\n"))
                .collect::<String>()
        )
    }
}

/// The keys that a claim has in a spec in addition to those that every claim has, with their values in TOML.
fn own_keys(claim: &Registered) -> Vec<(String, String)> {
    let tagged = toml::Table::try_from(claim).unwrap_or_default();
    let own = tagged.values().filter_map(toml::Value::as_table).flatten();
    own.map(|(key, value)| (key.clone(), value.to_string()))
        .collect()
}
