//! Holds an entry of the fault injection: a planted fault, and the spec whose only claim must catch it.

use super::super::fault::FaultKind;

/// A planted fault, and the spec whose only claim must catch it.
pub(crate) struct PlantedFault {
    /// The fault, in words.
    pub name: &'static str,
    /// Its number in the list of docs/theory.md, such as N1, if it is listed.
    pub theory: Option<&'static str>,
    /// The spec without the fault.
    pub spec: &'static str,
    /// The fault, and where it is planted.
    pub fault: FaultKind,
}

/// Includes the text of a spec in the folder `specs`.
macro_rules! spec {
    ($name:literal) => {
        include_str!(concat!("../specs/", $name, ".toml"))
    };
}

pub(super) use spec;

/// Makes an entry for a fault that docs/theory.md lists.
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

/// Makes an entry for a fault that docs/theory.md does not list.
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
