//! Lists the faults that must be caught, each with its spec, the place of the fault, and its number in docs/theory.md.

mod bounds;
mod data;
mod entry;
mod leaks;
mod learners;
mod limits;
mod miscounts;
mod records;

pub(super) use entry::PlantedFault;

/// Returns all entries: faults of bounds, data and learners, then of measurements and records.
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
