//! Compares two variants on the same samples: which two, and the columns that a table of pairs shows.

use super::keys::{GroupKey, NamedKey};
use super::mistake;
use super::stack::{Stack, Study};
use crate::report::pairs;
use crate::study::StudyError;
use claims::prose::{Selection, TableExpression};
use std::collections::BTreeSet;

/// The two variants of a table of pairs: those that the option `--pair` names, or the only two that there are if a formula reads the second of two
/// trials.
pub(super) fn named(
    given: &[String],
    reads_pairs: bool,
    stack: &Stack,
) -> Result<Option<[String; 2]>, StudyError> {
    let variants = stack.variant_names();
    match (given, variants.as_slice()) {
        ([], _) if !reads_pairs => Ok(None),
        ([], [first, second]) => Ok(Some([first.clone(), second.clone()])),
        ([first, second], _) if first != second => {
            let unknown = [first, second]
                .into_iter()
                .find(|name| !variants.contains(name));
            match unknown {
                None => Ok(Some([first.clone(), second.clone()])),
                Some(name) => {
                    let problem = format!("`--pair`: no variant is named `{name}`");
                    Err(mistake::of_name(&problem, name, &variants))
                }
            }
        }
        _ => Err(StudyError::usage("a table of pairs compares two variants on the same samples").note("allowed", format!("two of {}", variants.join(", "))).help("`--pair FIRST,SECOND` names them; first.COLUMN and second.COLUMN are then their columns")),
    }
}

/// Refuses what says nothing about pairs: rows for each variant, and a choice of variants.
pub(super) fn check(keys: &[NamedKey], selection: &Selection) -> Result<(), StudyError> {
    let is_by_variant = keys.iter().any(|key| key.key == GroupKey::Variant);
    match is_by_variant || selection.names_variants() {
        true => Err(StudyError::usage(
            "a row of this table is about a pair of variants, and not about one of them",
        )
        .help("leave `variant` out of `--by` and `--where`; `--pair FIRST,SECOND` names the two")),
        false => Ok(()),
    }
}

/// Selects, of every cell that has both variants, the first one, and no other.
pub(super) fn select(selected: &mut [Vec<bool>], pair: &[String; 2], stack: &Stack) {
    for (own, names) in selected.iter_mut().zip(&stack.variants) {
        let has_both = pair.iter().all(|name| names.contains(name));
        for (is_selected, name) in own.iter_mut().zip(names) {
            *is_selected &= has_both && *name == pair[0];
        }
    }
}

/// Appends, for every mean over pairs, in how many pairs the first number is smaller, equal and larger.
pub(super) fn with_counts(columns: Vec<TableExpression>) -> Vec<TableExpression> {
    let mut all = columns.clone();
    for count in columns.iter().flat_map(TableExpression::pair_counts) {
        if all.iter().all(|known| known.name != count.name) {
            all.push(count);
        }
    }
    all
}

/// Sentences that say whether the two variants share their random draws, if both draw at random in some study.
pub(super) fn draws(pair: Option<&[String; 2]>, studies: &[Study]) -> BTreeSet<String> {
    let Some([first, second]) = pair else {
        return BTreeSet::new();
    };
    let cells = studies.iter().flat_map(|study| &study.spec.cells);
    let said = cells.filter_map(|cell| {
        let draws = |name: &String| {
            let mut variants = cell.variants.iter();
            let (own, variant) = variants.find(|(own, _)| own == name)?;
            variant.name_of_draws(own)
        };
        let is_shared = draws(first)? == draws(second)?;
        Some(pairs::drawn([first, second], is_shared))
    });
    said.collect()
}
