//! Reads the address of a trial, `experiment:cell-key:variant:replicate`, by which verdicts name their witnesses.

use crate::problem::Problem;
use perceptron::intake::abridged;
use std::fmt;
use std::str::FromStr;

/// The address of a trial, `experiment:cell:variant:replicate`. The cell's key may contain any character but a colon; a trial without a learner has
/// the variant `-`.
///
/// # Examples
/// ```
/// use claims::certificate::Address;
/// let address: Address = "smoke:basis.dimension=8:plain:0".parse()?;
/// assert_eq!((address.variant.as_deref(), address.replicate), (Some("plain"), 0));
/// # Ok::<(), claims::certificate::AddressError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    /// The experiment's name.
    pub experiment: String,
    /// The cell's key: its sorted list of exact parameters, such as `basis.dimension=8`.
    pub cell: String,
    /// The variant's name; `None` if no learner ran.
    pub variant: Option<String>,
    /// The index of the replicate within the cell, from 0.
    pub replicate: u64,
}

/// The error for a text that is not the address of a trial.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not the address of a trial")]
pub struct AddressError(String);

impl From<AddressError> for Problem {
    fn from(error: AddressError) -> Self {
        Self::new(error.to_string()).help(
            "write 'experiment:cell-key:variant:replicate' in quotes; copy one from `witness` or `closest` in verdicts.json of the results folder",
        )
    }
}

/// Splits the name of an experiment, which may have colons, from the key of a cell, which begins with the name of a parameter and `=`.
fn parts(text: &str) -> Option<(&str, &str)> {
    let is_cell = |cell: &str| {
        cell.split(':')
            .next()
            .is_some_and(|start| start.contains('='))
    };
    let mut splits = text
        .match_indices(':')
        .map(|(at, _)| (&text[..at], &text[at + 1..]));
    splits
        .find(|(_, cell)| is_cell(cell))
        .or_else(|| text.split_once(':'))
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let read = || {
            let (rest, replicate) = text.trim().rsplit_once(':')?;
            let (rest, variant) = rest.rsplit_once(':')?;
            let (experiment, cell) = parts(rest)?;
            let filled = !experiment.is_empty() && !variant.is_empty();
            let variant = (variant != "-").then(|| variant.to_owned());
            let replicate = replicate.parse().ok().filter(|_| filled)?;
            Some(Self {
                experiment: experiment.to_owned(),
                cell: cell.to_owned(),
                variant,
                replicate,
            })
        };
        read().ok_or_else(|| AddressError(abridged(text)))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let variant = self.variant.as_deref().unwrap_or("-");
        write!(
            out,
            "{}:{}:{variant}:{}",
            self.experiment, self.cell, self.replicate
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_experiments_may_have_colons() {
        let read = |text: &str| {
            let address: Address = text.parse().unwrap();
            assert_eq!(address.to_string(), text);
            (address.experiment, address.cell)
        };
        let of = |experiment: &str, cell: &str| (experiment.to_owned(), cell.to_owned());
        assert_eq!(read("mit/xor:xor.n=4:v:0"), of("mit/xor", "xor.n=4"));
        assert_eq!(
            read("a:b:xor.n=4,file.path=c:d:v:0"),
            of("a:b", "xor.n=4,file.path=c:d")
        );
        assert_eq!(read("a::v:0"), of("a", ""));
    }
}
