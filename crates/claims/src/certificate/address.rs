//! Reads the address of a trial, `experiment:cell-key:variant:replicate`, by which verdicts name their witnesses.

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
#[error(
    "error: `{0}` is not the address of a trial\n  = help: write 'experiment:cell-key:variant:replicate' in quotes; copy one from `witness` or `closest` in verdicts.json of the results folder"
)]
pub struct AddressError(String);

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let read = || {
            let (rest, replicate) = text.trim().rsplit_once(':')?;
            let (rest, variant) = rest.rsplit_once(':')?;
            let (experiment, cell) = rest.split_once(':')?;
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
