//! Holds an entry of the gauntlet: a fault, and the spec whose only claim must catch it.

use super::super::fault::FaultKind;

/// One fault and the spec whose only claim must catch it.
pub(crate) struct PlantedFault {
    /// What is wrong.
    pub name: &'static str,
    /// The number in the theory's list.
    pub theory: Option<&'static str>,
    /// The spec without the fault.
    pub spec: &'static str,
    /// What is wrong, and where.
    pub fault: FaultKind,
}

/// The text of a spec of the gauntlet.
macro_rules! spec {
    ($name:literal) => {
        include_str!(concat!("../specs/", $name, ".toml"))
    };
}

pub(super) use spec;

/// A fault of the theory's list.
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

/// A fault that the theory does not list.
pub(super) const fn own(name: &'static str, spec: &'static str, fault: FaultKind) -> PlantedFault {
    PlantedFault {
        name,
        theory: None,
        spec,
        fault,
    }
}
