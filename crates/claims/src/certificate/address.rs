//! Reads the address of a trial, `experiment:cell-key:variant:replicate`, by which verdicts name their witnesses.

use perceptron::intake::abridged;
use std::fmt;
use std::str::FromStr;

/// The address of a trial. The cell's key may contain any character but a colon; a trial without a learner has the variant `-`.
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
    /// The cell's key.
    pub cell: String,
    /// The variant's name; `None` if no learner ran.
    pub variant: Option<String>,
    /// The replicate.
    pub replicate: u64,
}

/// The error for a text that is not an address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "error: `{0}` is not the address of a trial\n  = help: write 'experiment:cell-key:variant:replicate' in quotes, such as a `witness` in verdicts.json"
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
