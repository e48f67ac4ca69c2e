//! Holds what a learner is shown: a place in memory is all that is moved.

use crate::sample::Features;
use std::ops::Deref;

/// The features of the sample, or others made of them.
pub(super) enum PreparedFeatures<'a> {
    Drawn(&'a Features),
    Own(Box<Features>),
}

impl Deref for PreparedFeatures<'_> {
    type Target = Features;

    fn deref(&self) -> &Features {
        match self {
            Self::Drawn(features) => features,
            Self::Own(features) => features,
        }
    }
}
