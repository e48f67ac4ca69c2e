//! Explains terms that do not occur as names in specs: about verdicts, runs and statistics, and from the literature.

mod entry;
mod of_runs;
mod of_theory;

pub(super) use entry::Word;

use crate::report::terms;

/// Finds a term that `explain` knows by any of its spellings.
pub(super) fn named(given: &str) -> Option<&'static Word> {
    let given = plain(given);
    let is_meant = |word: &&Word| {
        let mut all = std::iter::once(&word.name).chain(word.also);
        all.any(|spelled| plain(spelled) == given)
    };
    all().find(is_meant)
}

/// Finds a term of docs/glossary.md, by its name with or without its letter (`radius`, `radius R`), and returns it with its meaning.
pub(super) fn of_glossary(given: &str) -> Option<(String, String)> {
    let given = plain(given);
    let is_meant = |term: &str| {
        let without_letter = term
            .rsplit_once(' ')
            .filter(|(_, last)| last.chars().count() <= 2);
        plain(term) == given || without_letter.is_some_and(|(name, _)| plain(name) == given)
    };
    let mut terms = terms().into_iter();
    terms.find(|(term, _)| is_meant(term))
}

/// All spellings of all terms that `explain` knows.
pub(super) fn spellings() -> impl Iterator<Item = &'static str> {
    all().flat_map(|word| std::iter::once(word.name).chain(word.also.iter().copied()))
}

/// Every term that `explain` knows, in the order in which terms are listed.
pub(super) fn all() -> impl Iterator<Item = &'static Word> {
    of_runs::WORDS.iter().chain(of_theory::WORDS)
}

/// Normalizes the spelling of a term: no hyphens, no capitals, no plural.
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
    fn every_spelling_maps_to_one_word() {
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
    fn glossary_terms_are_found_with_and_without_their_symbol() {
        for (given, term) in [
            ("Shards", "shard"),
            ("weight vector", "weight vector w"),
            ("maximum margin", "maximum margin γ*"),
        ] {
            let found = of_glossary(given).map(|(term, _)| term);
            assert_eq!(found.as_deref(), Some(term));
        }
        assert!(of_glossary("nonsense").is_none());
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
