//! Holds the features that a learner sees, as a reference or in a box, so that a move copies only a pointer.

use crate::sample::Features;
use std::ops::Deref;

/// The features that a learner sees: those of the drawn sample, or features converted from them.
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
