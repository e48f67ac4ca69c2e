//! Says when a run is to end.

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
    /// At a clean pass, or after this many passes, whichever is first: then the examples are at their end.
    Passes(u64),
    /// A mutant for controls (docs/theory.md, N16): when as many draws in a row as there are examples brought no update.
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
    /// The words in a row.
    pub fn as_str(self) -> String {
        match self {
            Self::EndOfStream => "end-of-stream".into(),
            Self::CleanPass => "clean-pass".into(),
            Self::QuietPeriod => "quiet-period".into(),
            Self::Updates(most) => format!("{most} updates"),
            Self::Passes(most) => format!("{most} passes"),
        }
    }
}
