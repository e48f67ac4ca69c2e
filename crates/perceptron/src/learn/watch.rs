//! Says what is watched of a run.

/// What is watched of a run beyond its counts; each costs something.
#[derive(Debug, Clone, Copy, Default)]
pub struct Watch {
    /// A full scan at the end.
    pub updates_left: bool,
    /// The vector after every update.
    pub invariants: bool,
    /// The number of updates at the end of every pass.
    pub passes: bool,
    /// What every single update does, and whether the vector changes at every showing.
    pub steps: bool,
}
