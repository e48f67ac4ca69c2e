//! Draws a bar that shows how much of its limit a claim used. A line marks the limit, and a tick a smaller limit that is refuted.

use super::summary_row::{Exceedance, SummaryRow, closest};
use claims::claim::LimitDirection;
use claims::numbers::{factor, percent, rounded_up};
use maud::{Markup, html as markup};

/// A bar that shows how much of its limit a claim used, from 0 to slightly beyond the limit; of a claim about a probability, how much of the probability
/// that it allows.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// Fraction of the limit that the claim used; 1 if the limit was reached.
    pub used: f64,
    /// A mark on the bar for a smaller limit that the runs refute.
    pub tick: Option<Tick>,
    /// Of a claim about a probability, how often its limit was exceeded.
    pub exceedance: Option<Exceedance>,
}

/// A mark on a bar for a limit that is refuted, as a factor on the limit that is claimed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tick {
    factor: f64,
    direction: LimitDirection,
    kind: TickKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TickKind {
    /// The factor is that of the mildest refuted control.
    Control,
    /// The factor is the end of the range of factors that the runs refute.
    End,
}

impl Tick {
    /// Creates a mark for the factor of the mildest refuted control.
    pub fn control(direction: LimitDirection, factor: f64) -> Self {
        Self {
            factor,
            direction,
            kind: TickKind::Control,
        }
    }

    /// Creates a mark for the factor on the limit below which (for a lower bound, above which) the runs refute the claim.
    pub fn refuted(direction: LimitDirection, factor: f64) -> Self {
        Self {
            factor,
            direction,
            kind: TickKind::End,
        }
    }

    /// Position of the mark on the bar, where 1 is the claimed limit.
    fn place(self) -> f64 {
        match self.direction {
            LimitDirection::Below => 1.0 / self.factor,
            LimitDirection::Above | LimitDirection::Both => self.factor,
        }
    }

    /// The range of factors on the limit that are refuted, in words, for example "below 0.3".
    pub fn range(self) -> String {
        let side = match self.direction {
            LimitDirection::Below => "above",
            LimitDirection::Above | LimitDirection::Both => "below",
        };
        format!("{side} {}", factor(self.factor))
    }

    fn text(self) -> String {
        match self.kind {
            TickKind::Control => format!("a bound {} as large is refuted", percent(self.factor)),
            TickKind::End if (self.factor - 1.0).abs() < EQUAL => {
                "reached, so no better bound holds".to_owned()
            }
            TickKind::End => match self.direction {
                LimitDirection::Below => {
                    format!("any bound above {} of it is refuted", percent(self.factor))
                }
                _ => format!("any bound below {} of it is refuted", percent(self.factor)),
            },
        }
    }
}

/// Factors that differ from 1 by less than this count as 1, because they were rounded to twelve digits.
const EQUAL: f64 = 1e-9;

/// Number of characters of a bar in Markdown, from 0 to the limit.
const LETTERS: usize = 10;

impl Gauge {
    /// Returns the bar of a claim with its controls; `None` if observed and limit have no usable ratio, or if the claim is refuted.
    pub fn new(claim: &SummaryRow, controls: &[&SummaryRow]) -> Option<Self> {
        if claim.words.iter().any(|word| word.refutes()) {
            return None;
        }
        let used = match claim.direction {
            LimitDirection::Above => claim.tightness,
            LimitDirection::Below => claim.tightness.map(|ratio| 1.0 / ratio),
            LimitDirection::Both => None,
        };
        let exceedance = claim.exceedance;
        // The factor of a control is one on the limit, not on the allowed probability.
        let is_marked = |row: &&&SummaryRow| {
            exceedance.is_none() && row.is_refuted() && row.scale > 0.0 && row.scale != 1.0
        };
        let scales = controls.iter().filter(is_marked).map(|row| row.scale);
        let used = used.filter(|used| used.is_finite() && *used >= 0.0)?;
        let mildest = scales.reduce(closest(claim.direction));
        let tick = mildest.map(|scale| Tick::control(claim.direction, scale));
        Some(Self {
            used,
            tick,
            exceedance,
        })
    }

    /// Returns the bar of a statement that several claims check: that of the claim closest to its limit, with the mark `tick`.
    pub fn of_statement(claims: &[&SummaryRow], tick: Option<Tick>) -> Option<Self> {
        let all = claims.iter().filter_map(|claim| Self::new(claim, &[]));
        let closest = all.max_by(|a, b| a.used.total_cmp(&b.used))?;
        let tick = tick.filter(|_| closest.exceedance.is_none());
        Some(Self { tick, ..closest })
    }

    /// Describes the bar in words: how much of the limit was used, and which factors on the limit are refuted.
    pub fn words(&self) -> String {
        let used = match self.exceedance {
            Some(exceedance) => exceedance.words(),
            None => rounded_up(self.used, percent),
        };
        match self.tick {
            Some(tick) => format!("{used}; {}", tick.text()),
            None => used,
        }
    }

    /// The bar in characters, for Markdown, followed by its description.
    pub fn text(&self) -> String {
        let full = (self.used.clamp(0.0, 1.0) * LETTERS as f64).round() as usize;
        let bar = "█".repeat(full) + &"░".repeat(LETTERS - full);
        format!("{bar} {}", self.words())
    }

    /// The bar as an SVG of fixed size, followed by its description.
    pub fn drawing(&self) -> Markup {
        // The limit is the right end of the bar.
        let place = |value: f64| format!("{:.1}", value.clamp(0.0, 1.0) * 200.0);
        markup! {
            span.gauge {
                svg width="202" height="16" viewBox="0 0 202 16" preserveAspectRatio="xMinYMid meet" aria-hidden="true" focusable="false" {
                    rect.rail x="0" y="4" width="200" height="8" {}
                    rect.used x="0" y="4" width=(place(self.used)) height="8" {}
                    rect.limit x=(place(1.0)) y="0" width="2" height="16" {}
                    @if let Some(tick) = self.tick {
                        rect.broken x=(place(tick.place())) y="2" width="3" height="12" {}
                    }
                }
                " " span { (self.words()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::summary_row::summarise;
    use super::*;
    use claims::claim::{Form, VerdictKind};
    use claims::judge::Verdict;

    #[test]
    fn gauge_bar_length_equals_tightness_in_text_and_svg() {
        let gauge = Gauge {
            used: 0.656,
            tick: Some(Tick::control(LimitDirection::Above, 0.29)),
            exceedance: None,
        };
        assert_eq!(
            gauge.text(),
            "███████░░░ 65.6 %; a bound 29 % as large is refuted"
        );
        let drawn = gauge.drawing().into_string();
        assert!(
            drawn.contains("class=\"used\" x=\"0\" y=\"4\" width=\"131.2\""),
            "{drawn}"
        );
        assert!(drawn.contains("class=\"broken\" x=\"58.0\""), "{drawn}");
    }

    #[test]
    fn gauge_of_a_lower_bound_puts_its_refutation_tick_below_the_limit() {
        let gauge = Gauge {
            used: 0.8,
            tick: Some(Tick::refuted(LimitDirection::Below, 1.25)),
            exceedance: None,
        };
        assert_eq!(
            gauge.words(),
            "80 %; any bound above 125 % of it is refuted"
        );
        let drawn = gauge.drawing().into_string();
        assert!(drawn.contains("class=\"broken\" x=\"160.0\""), "{drawn}");
    }

    #[test]
    fn gauge_of_a_probability_claim_shows_how_much_of_the_allowed_probability_is_used() {
        let verdict = |exceeded| Verdict {
            form: Form::WithProbability,
            verdict: VerdictKind::Holds,
            observed_mean: Some(0.08),
            limit_min: Some(0.1),
            tightness_max: Some(0.116),
            exceeded,
            allowed: exceeded.map(|_| 0.05),
            alpha: 0.01,
            ..Verdict::default()
        };
        let gauge = |verdict| {
            let rows = summarise(&[verdict]);
            let control = SummaryRow {
                scale: 0.5,
                words: vec![VerdictKind::Violated],
                ..rows[0].clone()
            };
            Gauge::new(&rows[0], &[&control])
        };
        let counted = gauge(verdict(Some(0.0058))).unwrap();
        assert_eq!(counted.used, 0.116);
        assert_eq!(
            counted.text(),
            "█░░░░░░░░░ beyond the bound in 0.58 % of runs, 11.6 % of the allowed 5 %"
        );
        let exact = gauge(Verdict {
            alpha: 0.0,
            ..verdict(Some(0.0058))
        })
        .unwrap();
        assert!(
            exact
                .words()
                .starts_with("beyond the bound with probability 0.58 %,")
        );
        // Without the share of the runs beyond the limit, a stored ratio is that of the observed value.
        assert_eq!(gauge(verdict(None)), None);
    }

    #[test]
    fn no_value_overflows_the_gauge_bar() {
        for used in [0.0, 1e-300, 1.0, 1e300] {
            let gauge = Gauge {
                used,
                tick: Some(Tick::refuted(LimitDirection::Above, used)),
                exceedance: None,
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
