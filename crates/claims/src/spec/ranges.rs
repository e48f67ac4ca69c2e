//! Checks numbers at the top of a spec, and that every number of the file is finite.

use super::diagnostic::SpecFinding;
use super::tree::Node;
use super::{Cell, Replicates};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Largest number of fresh examples on which a risk is estimated; more would take minutes for each trial.
const MOST_TEST_EXAMPLES: u64 = 10_000_000;

/// Refuses `replicates = "all"` if the generator of a cell has no complete enumeration.
pub(super) fn enumerable(
    cells: &[Cell],
    replicates: &Spanned<Replicates>,
) -> Result<(), SpecFinding> {
    let endless = cells.iter().find(|cell| cell.outcomes().is_none());
    match endless {
        Some(cell) if *replicates.get_ref() == Replicates::All => {
            let problem = "`replicates = \"all\"` needs a generator with finitely many outcomes, at most a million";
            Err(SpecFinding::new(replicates.span(), problem)
                .allowed("a number, such as replicates = 100; or a generator with fewer outcomes")
                .in_cell(&cell.key))
        }
        _ => Ok(()),
    }
}

/// Returns a mistake if `quick_replicates` is 0.
pub(super) fn quick(given: Option<&Spanned<u64>>) -> Option<SpecFinding> {
    let zero = given.filter(|given| *given.get_ref() == 0)?;
    let finding = SpecFinding::new(zero.span(), "`quick_replicates` is zero");
    Some(finding.allowed("an integer from 1"))
}

/// Returns a mistake if `test_examples` is 0, or so large that one estimate takes minutes.
pub(super) fn test_examples(given: Option<&Spanned<u64>>) -> Option<SpecFinding> {
    let outside = |count: u64| !(1..=MOST_TEST_EXAMPLES).contains(&count);
    let wrong = given.filter(|given| outside(*given.get_ref()))?;
    let problem = format!("`test_examples` is {}", wrong.get_ref());
    Some(
        SpecFinding::new(wrong.span(), problem)
            .allowed(format!("an integer from 1 to {MOST_TEST_EXAMPLES}")),
    )
}

/// Returns a mistake if `alpha` is not strictly between 0 and 1.
pub(super) fn alpha(given: Option<&Spanned<f64>>) -> Option<SpecFinding> {
    let outside = |alpha: f64| !(alpha > 0.0 && alpha < 1.0);
    let wrong = given.filter(|given| outside(*given.get_ref()))?;
    let finding = SpecFinding::new(wrong.span(), "`alpha` is outside (0, 1)");
    Some(finding.allowed("an error probability, such as 0.01"))
}

/// Returns a mistake for every number of the spec that is NaN or infinite, because no key takes such a number.
pub(super) fn not_finite(table: &DeTable) -> Vec<SpecFinding> {
    table.values().flat_map(not_finite_below).collect()
}

fn not_finite_below(node: &Node) -> Vec<SpecFinding> {
    match node.get_ref() {
        DeValue::Table(table) => not_finite(table),
        DeValue::Array(items) => items.iter().flat_map(not_finite_below).collect(),
        DeValue::Float(number) if !number.as_str().parse().is_ok_and(f64::is_finite) => {
            let problem = format!("`{}` is not a finite number", number.as_str());
            vec![SpecFinding::new(node.span(), problem).allowed("a finite number")]
        }
        _ => Vec::new(),
    }
}
