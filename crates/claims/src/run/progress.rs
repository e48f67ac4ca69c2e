//! Tells how far a run is, and whether it should begin no more trials.

/// Is told how many replicates were finished, from any thread.
pub type ReplicateProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// Says whether a run should begin no more trials, and from then on always says so.
pub type StopSignal<'a> = &'a (dyn Fn() -> bool + Sync);
