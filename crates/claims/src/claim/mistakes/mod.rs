//! Holds claims that bound the number of mistakes or updates of a run.

pub(super) mod capped_step_mistake_bound;
pub(super) mod damped_step_loss_bound;
pub(super) mod deficit_mistake_bound;
pub(super) mod distinct_mistakes_bound;
pub(super) mod hinge_mistake_bound;
pub(super) mod loop_index_bound;
pub(super) mod majority_margin;
pub(super) mod majority_mistake_bound;
pub(super) mod margin_mistake_bound;
pub(super) mod margin_mistakes_apart;
pub(super) mod mistake_bound_is_attained;
pub(super) mod mistakes_on_orthogonal_signs;
pub(super) mod normalized_bound_is_no_worse;
pub(super) mod normalized_mistake_bound;
pub(super) mod offset_mistake_bound;
pub(super) mod online_mistake_bound;
mod passive_aggressive;
pub(super) mod passive_aggressive_mistake_bound;
pub(super) mod plane_mistake_bound;
mod rounds;
pub(super) mod sharper_majority_bound;
pub(super) mod squared_loss_bound;
pub(super) mod squared_loss_identity;
pub(super) mod teacher_student_mistakes;
pub(super) mod updates_are_mistakes;
pub(super) mod winnow_integer_bound;
pub(super) mod winnow_mistake_bound;
