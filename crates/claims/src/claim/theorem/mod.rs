//! Reads theorems from files in which each is one entry of data: what it says, what is observed, what limits it, and under which premises.
//!
//! An entry is the only place that says a theorem. The registry, `explain`, lists, the JSON Schema, the conformance test and the fuzzer are derived from
//! it. Numbers that no formula says are named functions, in `computed`. A spec states a theorem by its name, with values for its own keys; in place of a
//! formula of the theorem it can state another one, as a control does.

mod claim;
mod entry;
mod file;
mod key;
mod read;
mod text;
mod written;

pub use claim::TheoremClaim;
pub use entry::EntryMistake;
pub(crate) use entry::Theorem;
pub use file::{FileMistake, TheoremFile};
pub(crate) use read::TheoremSeed;
pub(super) use read::{replacing_keys, shape};
pub(crate) use written::{CutOff, RandomLimit};

use perceptron::documented::Key;
use std::sync::LazyLock;
use toml::Table;

/// The files of theorems that the program has, by subject: their names, and their texts.
const FILES: [(&str, &str); 6] = [
    ("mistakes", include_str!("../../../theorems/mistakes.toml")),
    (
        "convergence",
        include_str!("../../../theorems/convergence.toml"),
    ),
    ("vectors", include_str!("../../../theorems/vectors.toml")),
    ("capacity", include_str!("../../../theorems/capacity.toml")),
    (
        "comparison",
        include_str!("../../../theorems/comparison.toml"),
    ),
    ("risk", include_str!("../../../theorems/risk.toml")),
];

static THEOREMS: LazyLock<Vec<&'static Theorem>> = LazyLock::new(|| {
    let read = |(name, text): &(&str, &str)| match TheoremFile::read(text) {
        Ok(file) => file.theorems,
        // A test reads these files.
        Err(mistake) => {
            let place = text[..mistake.at.start].lines().count();
            panic!("theorems/{name}.toml, line {place}: {}", mistake.problem);
        }
    };
    FILES.iter().flat_map(read).collect()
});

/// The theorems that the program has.
pub(crate) fn all() -> &'static [&'static Theorem] {
    &THEOREMS
}

impl Theorem {
    /// The theorem of this name that the program has.
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        all().iter().copied().find(|theorem| theorem.name == name)
    }

    /// The keys that a claim of this theorem can have in addition to those of all claims, also those of stored results.
    pub(crate) fn all_keys(&self) -> Vec<Key> {
        let own = self.keys.iter().map(|key| key.shape());
        own.chain(replacing_keys()).collect()
    }
}

/// The trials on and beyond the limit of every theorem, with the theorem.
pub(crate) fn tested_trials() -> impl Iterator<Item = (&'static Theorem, &'static Table)> {
    let of = |theorem: &&'static Theorem| {
        let theorem = *theorem;
        theorem.tested.iter().map(move |trials| (theorem, trials))
    };
    all().iter().flat_map(of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_folder_is_read() {
        for (name, text) in FILES {
            let read = TheoremFile::read(text);
            let mistake = read
                .err()
                .map(|mistake| (text[mistake.at].to_owned(), mistake.problem));
            assert_eq!(mistake, None, "{name}");
        }
        let folder = std::fs::read_dir("theorems").unwrap();
        let paths = folder.map(|file| file.unwrap().path().with_extension(""));
        let found: BTreeSet<String> = paths
            .map(|path| path.file_name().unwrap().to_str().unwrap().to_owned())
            .collect();
        assert_eq!(found, FILES.map(|(name, _)| name.to_owned()).into());
    }

    #[test]
    fn statements_are_equal_if_theorem_and_keys_are() {
        let stated = |text: &str| toml::from_str::<crate::claim::Registered>(text).unwrap();
        let risk = stated("leave-one-out-risk-bound = {}");
        assert_eq!(risk, stated("leave-one-out-risk-bound = {}"));
        assert_ne!(risk, stated("leave-one-out-error-bound = {}"));
        let tolerant = |number: &str| {
            let keys = format!("{{ side = \"above\", tolerance = {number} }}");
            stated(&format!("learning-curve = {keys}"))
        };
        assert_eq!(tolerant("0.1"), tolerant("0.1"));
        assert_ne!(tolerant("0.1"), tolerant("0.2"));
    }

    #[test]
    fn formal_proofs_are_theorems_of_their_files() {
        let formal = all().iter().filter_map(|theorem| theorem.formal.as_ref());
        let mut count = 0;
        for name in formal.flat_map(|names| names.split(", ")) {
            let (file, theorem) = name.split_once('.').unwrap();
            let text = std::fs::read_to_string(format!("../../proofs/{file}.v"));
            let text = text.unwrap_or_else(|error| panic!("{name}: {error}"));
            let is_it = |line: &str| {
                let words: Vec<&str> = line.split_whitespace().take(2).collect();
                words == ["Theorem", theorem] || words == ["Theorem", &format!("{theorem}:")]
            };
            assert!(text.lines().any(is_it), "{name}");
            count += 1;
        }
        assert!(count > 5, "{count}");
    }

    #[test]
    fn proofs_have_at_most_three_lines() {
        for theorem in all() {
            let lines: Vec<&str> = theorem.proof.trim().lines().collect();
            assert!((1..=3).contains(&lines.len()), "{}", theorem.name);
            let is_short = |line: &&str| line.chars().count() <= 140;
            assert!(lines.iter().all(is_short), "{}", theorem.name);
        }
    }
}
