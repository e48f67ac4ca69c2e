//! Declares who is told of the progress of a run, and may end it.

/// Is told what runs, and how many replicates are finished.
pub trait Watcher: Sync {
    /// So many replicates will be run in all, at most.
    fn expect(&self, replicates: u64);

    /// This deserves a look.
    fn warn(&self, line: &str);

    /// This experiment is running.
    fn name(&self, experiment: &str);

    /// This cell of so many is running, counted from 1; of adaptive ones so many before it are decided.
    fn cell(&self, _place: usize, _of: usize, _decided: Option<usize>) {}

    /// So many more replicates are finished.
    fn advance(&self, replicates: u64);

    /// Whether no more trials should begin; once it is so, it stays so.
    fn is_stopped(&self) -> bool {
        false
    }
}
