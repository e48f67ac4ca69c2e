//! Defines when a run ends.

use crate::documented::{Member, Shape, Shaped};
use serde::{Deserialize, Serialize};

/// When a run ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// When the order has no more examples.
    EndOfStream,
    /// When a full scan finds nothing to update on.
    CleanPass,
    /// At a clean pass, or after this many updates, whichever is first.
    Updates(u64),
    /// At a clean pass, or after this many passes, whichever is first. The end after the passes is reported as the end of the stream.
    Passes(u64),
    /// A mutant for controls (docs/theory.md, N16): after n examples in a row without an update, where n is the size of the sample.
    QuietPeriod,
}

impl Shaped for Stop {
    fn shape() -> Shape {
        let alone = |name| Member::alone(name, None);
        let followed = |name| Member::followed(name, Shape::Natural);
        Shape::Choice(vec![
            alone("end-of-stream"),
            alone("clean-pass"),
            followed("updates"),
            followed("passes"),
            alone("quiet-period"),
        ])
    }
}

impl Stop {
    /// Returns the stop as results name it, such as `clean-pass` or `5 updates`.
    pub fn label(self) -> String {
        match self {
            Self::EndOfStream => "end-of-stream".into(),
            Self::CleanPass => "clean-pass".into(),
            Self::QuietPeriod => "quiet-period".into(),
            Self::Updates(most) => format!("{most} updates"),
            Self::Passes(most) => format!("{most} passes"),
        }
    }
}
