//! Defines the callbacks that report the progress of a run and that stop it.

/// Callback that receives the number of replicates that were just finished, from any thread.
pub type ReplicateProgress<'a> = &'a (dyn Fn(u64) + Sync);

/// Callback that returns whether a run should begin no more trials; once true, it must stay true.
pub type StopSignal<'a> = &'a (dyn Fn() -> bool + Sync);
