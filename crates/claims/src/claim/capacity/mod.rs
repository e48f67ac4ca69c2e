//! Holds claims about the labelings that half-spaces can realize, and about the distance of empirical risks from risks.

pub(super) mod cover_count;
pub(super) mod every_labelling_is_realizable;
pub(super) mod is_not_shattered;
pub(super) mod labels_are_attained;
pub(super) mod separable_frequency;
pub(super) mod shatters;
pub(super) mod uniform_deviation_bound;
