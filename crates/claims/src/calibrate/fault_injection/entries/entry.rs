//! Holds an entry of the fault injection: a planted fault, and the spec whose only claim must catch it.

use super::super::fault::FaultKind;

/// A planted fault, and the spec whose only claim must catch it.
pub(crate) struct PlantedFault {
    /// The fault, in words.
    pub name: &'static str,
    /// The fault's number in the list of controls in docs/theory.md, such as N1; `None` if it is not listed there.
    pub theory: Option<&'static str>,
    /// The spec without the fault.
    pub spec: &'static str,
    /// What is changed: the text of the spec, or the trials of its run.
    pub fault: FaultKind,
}

/// Includes the text of a spec in the folder `fault_injection/specs`, given its file name without `.toml`.
macro_rules! spec {
    ($name:literal) => {
        include_str!(concat!("../specs/", $name, ".toml"))
    };
}

pub(super) use spec;

/// Makes a [`PlantedFault`] that docs/theory.md lists under the number `theory`.
pub(super) const fn listed(
    theory: &'static str,
    name: &'static str,
    spec: &'static str,
    fault: FaultKind,
) -> PlantedFault {
    PlantedFault {
        name,
        theory: Some(theory),
        spec,
        fault,
    }
}

/// Makes a [`PlantedFault`] that docs/theory.md does not list.
pub(super) const fn custom_spec(
    name: &'static str,
    spec: &'static str,
    fault: FaultKind,
) -> PlantedFault {
    PlantedFault {
        name,
        theory: None,
        spec,
        fault,
    }
}
