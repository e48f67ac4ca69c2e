//! Describes how to change a spec so that a failed premise holds.

use perceptron::generate::{Generator, KnownDistribution};
use serde::Deserialize;

/// A change of a spec that makes a premise hold.
#[derive(Debug, Clone)]
pub(super) enum Remedy {
    /// A change that is described in words, which follow "set".
    Words(String),
    /// The choice of another generator, one whose distribution has this property.
    Generator(fn(&KnownDistribution) -> bool),
}

impl Remedy {
    /// The change in words, which follow "set".
    pub(super) fn label(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Generator(has) => format!("the generator to {}", generators(*has).join(", ")),
        }
    }
}

impl From<&str> for Remedy {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for Remedy {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

/// Returns the generators whose distribution has a property, with the parameters of their documented examples.
fn generators(has: fn(&KnownDistribution) -> bool) -> Vec<&'static str> {
    #[derive(Deserialize)]
    struct Example {
        generator: Generator,
    }
    let docs = Generator::DOCS.iter().filter(|doc| {
        let example = toml::from_str::<Example>(&doc.section("Examples"));
        example.is_ok_and(|example| has(&example.generator.distribution()))
    });
    docs.map(|doc| doc.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remedy_lists_the_generators_with_a_required_distribution_property() {
        let iid = Remedy::Generator(|distribution| distribution.iid).label();
        assert!(
            iid.contains("sphere-margin")
                && iid.contains("teacher-student")
                && !iid.contains(" points"),
            "{iid}"
        );
        let majority = generators(|distribution| distribution.majority_of.is_some());
        assert!(majority.contains(&"majority"), "{majority:?}");
        let all = generators(|_| true);
        let unread = Generator::DOCS
            .iter()
            .map(|doc| doc.name)
            .filter(|name| !all.contains(name));
        assert_eq!(unread.collect::<Vec<_>>(), Vec::<&str>::new());
    }
}
