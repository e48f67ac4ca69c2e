//! Bounds how often a run is wrong, or updates.

pub mod distinct_mistakes_bound;
pub mod loop_index_bound;
pub mod majority_margin;
pub mod majority_mistake_bound;
pub mod margin_mistake_bound;
pub mod margin_mistakes_apart;
pub mod mistake_bound_is_attained;
pub mod normalized_bound_is_no_worse;
pub mod normalized_mistake_bound;
pub mod offset_mistake_bound;
pub mod online_mistake_bound;
pub mod sharper_majority_bound;
pub mod teacher_student_mistakes;
pub mod updates_are_mistakes;
