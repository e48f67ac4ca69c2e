//! Refuses controls whose verdict is known before any run: a probability above 1, for example, is refuted whatever the program does.

use super::diagnostic::SpecFinding;
use super::{Cell, Spec, tree};
use crate::claim::StatedClaim;
use crate::trial::Row;
use perceptron::sample::{Quantity, Rational};
use toml::de::{DeTable, DeValue};

/// Refuses every control whose limit is 0, which no factor moves, or lies outside the range of the quantity that it limits, as far as the limit is known
/// before a run.
pub(super) fn controls(spec: &Spec, root: &DeTable) -> Result<(), Vec<SpecFinding>> {
    let entries = tree::find(root, &["claims"]).and_then(|(_, node)| node.get_ref().as_array());
    let entries = entries.into_iter().flatten().map(|node| node.get_ref());
    let tables = entries.filter_map(DeValue::as_table);
    let stated = spec.claims.iter().zip(tables);
    let stated = stated.filter(|(claim, _)| claim.control_of.is_some());
    let first = |(claim, table): (&StatedClaim, &DeTable)| {
        let mut cells = claim.cells.iter().map(|&cell| &spec.cells[cell]);
        cells.find_map(|cell| {
            let limits = limits(spec, claim, cell);
            let fault = Fault::of(claim, table, &limits)?;
            Some(fault.finding(claim, table).in_cell(&cell.key))
        })
    };
    let findings: Vec<SpecFinding> = stated.filter_map(first).collect();
    match findings.is_empty() {
        true => Ok(()),
        false => Err(findings),
    }
}

/// Why a control says nothing about the program.
enum Fault {
    /// The limit, outside the range of what can be observed.
    OutOfRange(f64),
    /// The limit is 0, so that the control is the claim itself.
    Zero,
}

impl Fault {
    /// The fault of a control with these limits in a cell. Claims about single trials have no range; for them, the command `check` reports limits that
    /// decide nothing.
    fn of(claim: &StatedClaim, table: &DeTable, limits: &[Quantity]) -> Option<Self> {
        let range = claim.statement.range;
        let mut outside = limits
            .iter()
            .filter(|limit| limit.lower > range.upper || limit.upper < range.lower)
            .filter(|_| claim.form().is_about_a_mean());
        if let Some(limit) = outside.next() {
            return Some(Self::OutOfRange(limit.value));
        }
        let is_zero = |limit: &Quantity| limit.exact.as_ref().is_some_and(Rational::is_zero);
        let only_scales = table.contains_key("scale") && !table.contains_key("limit");
        (only_scales && limits.iter().any(is_zero)).then_some(Self::Zero)
    }

    fn finding(&self, claim: &StatedClaim, table: &DeTable) -> SpecFinding {
        let keys = ["scale", "control_of"];
        let key = keys.into_iter().find(|key| table.contains_key(*key));
        let place = tree::place(table, &[key.unwrap_or_default()]);
        let range = claim.statement.range;
        match self {
            Self::OutOfRange(limit) => SpecFinding::new(
                place,
                format!("the limit of this control is {limit}, outside the range of what is observed: its refutation says nothing"),
            )
            .allowed(format!("a limit between {} and {}", range.lower, range.upper))
            .help("choose a `scale` nearer to 1, or exclude this cell with `where`"),
            Self::Zero => SpecFinding::new(
                place,
                "the limit of this control is 0, which no factor changes: the control states the claim itself",
            )
            .allowed("a control with a limit of its own, such as limit = \"-1\" with `observed` and `form`")
            .help("exclude this cell with `where`, or state another limit"),
        }
    }
}

/// The limits of a claim in a cell that are known before the run.
fn limits(spec: &Spec, claim: &StatedClaim, cell: &Cell) -> Vec<Quantity> {
    let block = spec.design(cell).prototype();
    let limit = |subject: Vec<String>| {
        let is_of = |row: &Row| {
            let name = row.setting().name.as_ref();
            subject.is_empty() || name.is_some_and(|name| subject.contains(name))
        };
        let rows: Vec<Row> = block.all().filter(is_of).collect();
        claim.settled(rows.first()?.setting()).limit(&rows)
    };
    claim.subjects().into_iter().filter_map(limit).collect()
}

#[cfg(test)]
mod tests {
    use crate::spec::{Diagnostic, Spec, SpecError};
    use testing::SpecText;

    /// The findings about a claim with these keys and a control of it with this scale.
    fn findings(keys: &str, scale: &str) -> Vec<Diagnostic> {
        let control = format!("id = \"more\"\nscale = {scale}\nexpect = \"violated\"");
        let coins =
            "integer-points\ndimension = 5\nexamples = 8\nbound = 1000\nlabels = \"random\"";
        let text = SpecText::new(coins)
            .replicates(20)
            .sweep("generator.integer-points.examples", "10, 8")
            .claim(format_args!("separable-frequency\n{keys}"))
            .claim(format_args!("separable-frequency\n{control}"))
            .more("control_of = \"separable-frequency\"");
        match text.try_read(Spec::from_text) {
            Ok(_) => Vec::new(),
            Err(SpecError::Invalid(findings)) => findings,
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn a_control_that_asks_for_a_probability_above_one_is_refused() {
        let found = findings("", "1.6");
        let [only] = found.as_slice() else {
            panic!("{found:?}")
        };
        // A sample of 8 points in five dimensions is separable with probability 99/128, and one of 10 with probability 1/2.
        assert!(only.problem.contains("1.2375"), "{only:?}");
        assert_eq!(
            only.allowed.as_deref(),
            Some("a limit between 0 and 1"),
            "{only:?}"
        );
        assert_eq!(only.text, "scale = 1.6");
        assert!(only.help.is_some() && only.cell.as_deref().is_some_and(|cell| cell.contains('8')));
    }

    #[test]
    fn reachable_control_and_scaled_non_control_are_accepted() {
        assert_eq!(findings("", "1.25"), []);
        assert_eq!(findings("scale = 1.6", "1.25"), []);
    }
}
