//! Defines the callbacks that report the progress of a run and that stop it.

/// Callback for a progress display: it is called from any thread with the number of replicates that were just finished.
pub type ReplicateProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// Callback that returns whether a run should begin no more trials; once true, it must stay true.
pub type StopSignal<'a> = &'a (dyn Fn() -> bool + Sync);
