//! Lists what must be caught: every entry with its spec, where the fault is planted, and the theory's number.

mod bounds;
mod data;
mod leaks;
mod learners;
mod limits;
mod miscounts;
mod records;

use super::fault::Fault;

/// One fault and the spec whose only claim must catch it.
pub(super) struct Entry {
    /// What is wrong.
    pub name: &'static str,
    /// The number in the theory's list.
    pub theory: Option<&'static str>,
    /// The spec without the fault.
    pub spec: &'static str,
    /// What is wrong, and where.
    pub fault: Fault,
}

/// The text of a spec of the gauntlet.
macro_rules! spec {
    ($name:literal) => {
        include_str!(concat!("../specs/", $name, ".toml"))
    };
}

use spec;

const fn listed(
    theory: &'static str,
    name: &'static str,
    spec: &'static str,
    fault: Fault,
) -> Entry {
    Entry {
        name,
        theory: Some(theory),
        spec,
        fault,
    }
}

const fn own(name: &'static str, spec: &'static str, fault: Fault) -> Entry {
    Entry {
        name,
        theory: None,
        spec,
        fault,
    }
}

/// All entries: faults of bounds, data and learners, then of measurements and records.
pub(super) fn all() -> Vec<&'static Entry> {
    let kinds = [
        bounds::ENTRIES,
        data::ENTRIES,
        learners::ENTRIES,
        leaks::ENTRIES,
        miscounts::ENTRIES,
        limits::ENTRIES,
        records::ENTRIES,
    ];
    kinds.into_iter().flatten().collect()
}
