//! Draws how much of its limit a claim used as a bar, the limit as a line across it, and where controls broke as ticks.

use super::numbers::{number, share};
use super::summary::{SummaryRow, is_refutation};
use claims::claim::Direction;
use maud::{Markup, html as markup};

/// A bar from 0 to a bit beyond the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// The part of its limit that was used, 1 where it was reached.
    pub used: f64,
    /// The factor on the limit of the mildest control that was refuted.
    pub broken: Option<f64>,
}

/// Where the bar ends, in limits.
const END: f64 = 1.25;

/// The letters of a bar in Markdown up to the limit.
const LETTERS: usize = 10;

impl Gauge {
    /// The gauge of a claim with its controls; none where numbers have no ratio, or where the claim does not stand.
    pub fn new(claim: &SummaryRow, controls: &[&SummaryRow]) -> Option<Self> {
        if claim.words.iter().any(|word| is_refutation(*word)) {
            return None;
        }
        let used = match claim.direction {
            Direction::Above => claim.tightness,
            Direction::Below => claim.tightness.map(|ratio| 1.0 / ratio),
            Direction::Both => None,
        };
        let scales = controls
            .iter()
            .filter(|row| row.is_refuted() && row.scale > 0.0 && row.scale != 1.0)
            .map(|row| match row.direction {
                Direction::Below => 1.0 / row.scale,
                Direction::Above | Direction::Both => row.scale,
            });
        let used = used.filter(|used| used.is_finite() && *used >= 0.0)?;
        let broken = scales.reduce(f64::max);
        Some(Self { used, broken })
    }

    /// The gauge of a statement that several claims check: of the one that came closest, with the mildest of all controls.
    pub fn of_all(claims: &[&SummaryRow], controls: &[&SummaryRow]) -> Option<Self> {
        let gauges = claims.iter().filter_map(|claim| Self::new(claim, controls));
        gauges.reduce(|one, other| match other.used > one.used {
            true => other,
            false => one,
        })
    }

    /// The gauge in words: what was used, and which control broke.
    pub fn words(&self) -> String {
        let used = share(self.used);
        match self.broken {
            Some(broken) => format!("{used}; control refuted at {} × the limit", number(broken)),
            None => used,
        }
    }

    /// The bar in letters, then the words.
    pub fn text(&self) -> String {
        let full = (self.used.clamp(0.0, 1.0) * LETTERS as f64).round() as usize;
        let bar = "█".repeat(full) + &"░".repeat(LETTERS - full);
        format!("{bar} {}", self.words())
    }

    /// The bar as a drawing of fixed size, then the words.
    pub fn drawing(&self) -> Markup {
        let place = |value: f64| format!("{:.1}", value.clamp(0.0, END) / END * 200.0);
        markup! {
            span.gauge {
                svg width="200" height="16" viewBox="0 0 200 16" preserveAspectRatio="xMinYMid meet" aria-hidden="true" focusable="false" {
                    rect.rail x="0" y="4" width="200" height="8" {}
                    rect.used x="0" y="4" width=(place(self.used)) height="8" {}
                    rect.limit x=(place(1.0)) y="0" width="2" height="16" {}
                    @if let Some(broken) = self.broken {
                        rect.broken x=(place(broken)) y="2" width="3" height="12" {}
                    }
                }
                " " span { (self.words()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_what_was_used_in_both_dialects() {
        let gauge = Gauge {
            used: 0.656,
            broken: Some(0.29),
        };
        assert_eq!(
            gauge.text(),
            "███████░░░ 65.6 %; control refuted at 0.29 × the limit"
        );
        let drawn = gauge.drawing().into_string();
        assert!(
            drawn.contains("class=\"used\" x=\"0\" y=\"4\" width=\"105.0\""),
            "{drawn}"
        );
        assert!(drawn.contains("class=\"broken\" x=\"46.4\""), "{drawn}");
    }

    #[test]
    fn no_value_leaves_the_bar() {
        for used in [0.0, 1e-300, 1.0, 1e300] {
            let gauge = Gauge {
                used,
                broken: Some(used),
            };
            assert_eq!(
                gauge
                    .text()
                    .chars()
                    .filter(|letter| "█░".contains(*letter))
                    .count(),
                LETTERS
            );
            assert!(!gauge.drawing().into_string().contains("width=\"201"));
        }
    }
}
