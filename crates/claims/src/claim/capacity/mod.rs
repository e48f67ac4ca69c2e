//! Says what half-spaces can realise, and how far empirical risks stray from risks.

pub mod cover_count;
pub mod every_labelling_is_realizable;
pub mod is_not_shattered;
pub mod labels_are_attained;
pub mod separable_frequency;
pub mod shatters;
pub mod uniform_deviation_bound;
