//! Names the command that explains a key, as the next step of a message that has no better one.

use super::keys;
use crate::claim::{Conjecture, Registered};
use perceptron::documented::Documentation;
use perceptron::generate::Generator;
use perceptron::learn::{Order, OtherLearner, Rule, Variant};

/// Returns the next step for a mistake in the value of a key, which is given by its path, such as `generator.basis.labels`. `None` if no name in the
/// path is explained.
pub(super) fn explaining(key: &str) -> Option<String> {
    let mut parts: Vec<&str> = key.split('.').collect();
    // The keys of a generator are explained with the generator.
    if parts[0] == "generator" {
        parts.truncate(2);
    }
    if parts[0] == "claims" && parts.get(1).is_some_and(|part| is_of_conjectures(part)) {
        return Some("see `perceptron-lab explain conjecture`".to_owned());
    }
    let is_of_named_claim = parts.len() > 1 && parts[0] == "claims";
    match parts.into_iter().rev().find(|part| is_explained(part))? {
        // The path of a key does not say the name of its claim.
        "claims" if is_of_named_claim => {
            Some("`perceptron-lab explain NAME`, with the claim's name, shows its keys".to_owned())
        }
        name => Some(format!("see `perceptron-lab explain {name}`")),
    }
}

/// Whether only claims that a spec states itself have this key.
fn is_of_conjectures(key: &str) -> bool {
    let has = |doc: &&Documentation| doc.written_keys().any(|(own, _)| own == key);
    let others = Registered::docs()
        .iter()
        .filter(|doc| doc.name != Conjecture::DOC.name);
    has(&&Conjecture::DOC) && !others.copied().any(|doc| has(&&doc))
}

fn is_explained(name: &str) -> bool {
    const OWNERS: [&Documentation; 4] = [&keys::SPEC, &Variant::DOC, &keys::CLAIM, &keys::FIGURE];
    let families = [Generator::DOCS, Rule::DOCS, Order::DOCS, OtherLearner::DOCS];
    let is_key = |doc: &&Documentation| doc.written_keys().any(|(key, _)| key == name);
    OWNERS.iter().any(is_key) || families.concat().iter().any(|doc| doc.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_explained_name_of_a_path_is_named() {
        for (key, name) in [
            ("seed", "seed"),
            ("generator.basis.labels", "basis"),
            ("variants.mine.order", "order"),
            ("variants.mine.rule.perceptron", "perceptron"),
            ("claims.scale", "scale"),
        ] {
            let step = format!("see `perceptron-lab explain {name}`");
            assert_eq!(explaining(key), Some(step));
        }
        let of_conjecture = explaining("claims.observed").unwrap();
        assert_eq!(of_conjecture, "see `perceptron-lab explain conjecture`");
        let of_claim = explaining("claims.confidence").unwrap();
        assert!(of_claim.contains("with the claim's name"), "{of_claim}");
        assert_eq!(explaining("nothing"), None);
    }
}
