//! Declares the receiver of a run's progress, which may also stop the run.

/// Receives the progress of a run: which experiment and cell run, and how many replicates are finished. It may also stop the run.
pub trait Watcher: Sync {
    /// Announces how many replicates will be run in all, at most.
    fn expect(&self, replicates: u64);

    /// Reports a warning, one line, that the user should see.
    fn warn(&self, line: &str);

    /// Announces the experiment that is running.
    fn name(&self, experiment: &str);

    /// Announces the cell that is running, counted from 1, and the number of cells; with adaptive replicates, also how many cells are decided.
    fn cell(&self, _place: usize, _of: usize, _decided: Option<usize>) {}

    /// Reports how many more replicates are finished.
    fn advance(&self, replicates: u64);

    /// Whether no more trials should begin; once true, it stays true.
    fn is_stopped(&self) -> bool {
        false
    }
}
