//! Puts the outcome of a claim about a probability into words.

use super::super::summary_row::Exceedance;
use super::claim_verdicts::ClaimVerdicts;
use claims::numbers::{percent, rounded_up};

impl ClaimVerdicts<'_> {
    pub(super) fn rarely(&self) -> String {
        let most = match (self.is_exact(), self.end(1, f64::max)) {
            (false, Some(most)) => {
                format!("with probability at most {}", rounded_up(most, percent))
            }
            _ => "rarely enough".to_owned(),
        };
        match self.how_often() {
            Some(often) if self.is_exact() => format!("over {}, {often}", self.all_runs()),
            Some(often) => format!("over {}, {often}: {most}", self.runs()),
            None => {
                let (observed, limit) = (&self.sides.observed, &self.sides.limit);
                let (runs, exceeded) = (self.runs(), self.exceeded());
                let delta = percent(self.claim.statement.allowed.to_f64());
                format!("in {runs}, {observed} {exceeded} {limit} {most}, where {delta} is allowed")
            }
        }
    }

    /// How often the limit of a claim about a probability was exceeded, of several settings in the one where it was most often; `None` if that was not
    /// stored.
    pub(super) fn how_often(&self) -> Option<String> {
        let all = self.own.iter().filter_map(|own| Exceedance::of(own));
        let most = all.max_by(|a, b| a.used().total_cmp(&b.used()))?;
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        let of = match (self.is_exact(), self.own.len()) {
            (true, 1) => format!("with probability {}", percent(most.share)),
            (true, _) => format!(
                "with probability at most {}",
                rounded_up(most.share, percent)
            ),
            (false, _) if most.share == 0.0 => "in none of them".to_owned(),
            (false, 1) => format!("in {} of them", percent(most.share)),
            (false, _) => format!(
                "in at most {} of the runs of a setting",
                rounded_up(most.share, percent)
            ),
        };
        let allowed = percent(most.allowed);
        Some(format!(
            "{observed} {} {limit} {of} ({allowed} are allowed)",
            self.exceeded()
        ))
    }

    /// The verb for a trial beyond its limit.
    fn exceeded(&self) -> &'static str {
        match self.claim.statement.equality_is_beyond {
            true => "reached or exceeded",
            false => "exceeded",
        }
    }

    /// Sentence for a claim about a probability that is refuted.
    pub(super) fn too_often(&self) -> String {
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        match self.how_often() {
            Some(often) => format!("over {}, {often}", self.runs()),
            None => format!(
                "in {}, {observed} {} {limit} more often than is allowed",
                self.runs(),
                self.exceeded()
            ),
        }
    }
}
