//! Explains terms that do not occur as names in specs: about verdicts, runs and statistics, and from the literature.

mod entry;
mod of_runs;
mod of_theory;

pub(super) use entry::Word;

/// Finds a term by any of its spellings.
pub(super) fn named(given: &str) -> Option<&'static Word> {
    let given = plain(given);
    let is_meant = |word: &&Word| {
        let mut all = std::iter::once(&word.name).chain(word.also);
        all.any(|spelled| plain(spelled) == given)
    };
    all().find(is_meant)
}

/// The spellings of all terms.
pub(super) fn spellings() -> impl Iterator<Item = &'static str> {
    all().flat_map(|word| std::iter::once(word.name).chain(word.also.iter().copied()))
}

/// Every term, in the order of the list.
pub(super) fn all() -> impl Iterator<Item = &'static Word> {
    of_runs::WORDS.iter().chain(of_theory::WORDS)
}

/// Normalizes a term: no hyphens, no capitals, no plural.
fn plain(word: &str) -> String {
    let word = word.trim().to_lowercase().replace(['-', '_'], " ");
    let singular = word.strip_suffix("sses").map(|stem| format!("{stem}ss"));
    let singular = singular.or_else(|| {
        let stem = word.strip_suffix('s').filter(|stem| !stem.ends_with('s'))?;
        (stem.len() > 3).then(|| stem.to_owned())
    });
    singular.unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_spelling_means_two_words() {
        let all: Vec<String> = spellings().map(plain).collect();
        let different: BTreeSet<&String> = all.iter().collect();
        let twice: Vec<&String> = all
            .iter()
            .enumerate()
            .filter(|(place, word)| all[..*place].contains(word))
            .map(|(_, word)| word)
            .collect();
        assert_eq!(different.len(), all.len(), "{twice:?}");
    }

    #[test]
    fn words_are_found_in_capitals_with_hyphens_and_in_the_plural() {
        for (given, name) in [
            ("Novikoff", "novikoff"),
            ("leave-one-out", "leave one out"),
            ("clean_pass", "clean pass"),
            ("clean passes", "clean pass"),
            ("e-values", "betting"),
            ("epochs", "pass"),
            ("VC dimension", "vc"),
            ("ties", "ties"),
        ] {
            assert_eq!(named(given).map(|word| word.name), Some(name), "{given}");
        }
        assert!(named("nonsense").is_none());
    }
}
