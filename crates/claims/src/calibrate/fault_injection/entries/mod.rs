//! Lists the faults that must be caught, each with its spec, the place of the fault, and its number in docs/theory.md.

mod bounds;
mod data;
mod entry;
mod leaks;
mod learners;
mod limits;
mod long_runs;
mod miscounts;
mod passive_aggressive;
mod records;

pub(super) use entry::PlantedFault;

/// Returns all planted faults: first those of bounds, data and learners, then those of measurements and of stored trials.
pub(super) fn all() -> Vec<&'static PlantedFault> {
    let kinds = [
        bounds::ENTRIES,
        data::ENTRIES,
        learners::ENTRIES,
        leaks::ENTRIES,
        miscounts::ENTRIES,
        limits::ENTRIES,
        records::ENTRIES,
        long_runs::ENTRIES,
        passive_aggressive::ENTRIES,
    ];
    kinds.into_iter().flatten().collect()
}
