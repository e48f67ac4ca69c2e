//! Draws a bar that shows how much of its limit a claim used. A line marks the limit, and a tick a smaller limit that is refuted.

use super::summary_row::{SummaryRow, closest, is_refutation};
use claims::claim::LimitDirection;
use claims::numbers::{factor, percent};
use maud::{Markup, html as markup};

/// A bar that shows how much of its limit a claim used, from 0 to slightly beyond the limit.
#[derive(Clone, Debug, PartialEq)]
pub struct Gauge {
    /// Fraction of the limit that the claim used; 1 if the limit was reached.
    pub used: f64,
    /// A mark on the bar for a smaller limit that the runs refute.
    pub tick: Option<Tick>,
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
            TickKind::Control => format!("control refuted at {} × the limit", factor(self.factor)),
            TickKind::End => format!("refuted {} × the limit", self.range()),
        }
    }
}

/// End of the bar, where 1 is the claimed limit.
const END: f64 = 1.25;

/// Number of characters of a bar in Markdown, from 0 to the limit.
const LETTERS: usize = 10;

impl Gauge {
    /// Returns the bar of a claim with its controls; `None` if observed and limit have no usable ratio, or if the claim is refuted.
    pub fn new(claim: &SummaryRow, controls: &[&SummaryRow]) -> Option<Self> {
        if claim.words.iter().any(|word| is_refutation(*word)) {
            return None;
        }
        let used = match claim.direction {
            LimitDirection::Above => claim.tightness,
            LimitDirection::Below => claim.tightness.map(|ratio| 1.0 / ratio),
            LimitDirection::Both => None,
        };
        let scales = controls
            .iter()
            .filter(|row| row.is_refuted() && row.scale > 0.0 && row.scale != 1.0)
            .map(|row| row.scale);
        let used = used.filter(|used| used.is_finite() && *used >= 0.0)?;
        let mildest = scales.reduce(closest(claim.direction));
        let tick = mildest.map(|scale| Tick::control(claim.direction, scale));
        Some(Self { used, tick })
    }

    /// Returns the bar of a statement that several claims check: that of the claim closest to its limit, with the mark `tick`.
    pub fn of_statement(claims: &[&SummaryRow], tick: Option<Tick>) -> Option<Self> {
        let used = claims.iter().filter_map(|claim| Self::new(claim, &[]));
        let used = used.map(|gauge| gauge.used).reduce(f64::max)?;
        Some(Self { used, tick })
    }

    /// Describes the bar in words: how much of the limit was used, and which factors on the limit are refuted.
    pub fn words(&self) -> String {
        let used = percent(self.used);
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
        let place = |value: f64| format!("{:.1}", value.clamp(0.0, END) / END * 200.0);
        markup! {
            span.gauge {
                svg width="200" height="16" viewBox="0 0 200 16" preserveAspectRatio="xMinYMid meet" aria-hidden="true" focusable="false" {
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
    use super::*;

    #[test]
    fn gauge_bar_length_equals_tightness_in_text_and_svg() {
        let gauge = Gauge {
            used: 0.656,
            tick: Some(Tick::control(LimitDirection::Above, 0.29)),
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
    fn gauge_of_a_lower_bound_puts_its_refutation_tick_below_the_limit() {
        let gauge = Gauge {
            used: 0.8,
            tick: Some(Tick::refuted(LimitDirection::Below, 1.25)),
        };
        assert_eq!(gauge.words(), "80 %; refuted above 1.25 × the limit");
        let drawn = gauge.drawing().into_string();
        assert!(drawn.contains("class=\"broken\" x=\"128.0\""), "{drawn}");
    }

    #[test]
    fn no_value_overflows_the_gauge_bar() {
        for used in [0.0, 1e-300, 1.0, 1e300] {
            let gauge = Gauge {
                used,
                tick: Some(Tick::refuted(LimitDirection::Above, used)),
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
