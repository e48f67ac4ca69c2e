//! Says what half-spaces can realise, and how far empirical risks stray from risks.

pub(super) mod cover_count;
pub(super) mod every_labelling_is_realizable;
pub(super) mod is_not_shattered;
pub(super) mod labels_are_attained;
pub(super) mod separable_frequency;
pub(super) mod shatters;
pub(super) mod uniform_deviation_bound;
