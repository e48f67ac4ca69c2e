//! Lists what must be caught: every entry with its spec, where the fault is planted, and the theory's number.

mod bounds;
mod data;
mod entry;
mod leaks;
mod learners;
mod limits;
mod miscounts;
mod records;

pub(super) use entry::PlantedFault;

/// All entries: faults of bounds, data and learners, then of measurements and records.
pub(super) fn all() -> Vec<&'static PlantedFault> {
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
