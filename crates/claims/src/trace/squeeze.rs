//! Computes the bounds on the weight vector of a run from below and from above: which direction, margin and radius they use, and which hold for its
//! rule.

use super::dot;
use perceptron::learn::Variant;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{Label, Rational, Sample};

/// The two inequalities of the convergence proof that bound the weight vector from below and above, as far as they hold for a rule on a sample.
///
/// # Formula
/// kγ ≤ ⟨w, u⟩ ≤ ‖w‖ ≤ √k·R after k updates, for a unit vector u and γ = min y⟨u, x⟩; with a threshold τ and a step η, √(k·(R² + 2τ/η)) and w in units of η.
/// # Source
/// docs/theory.md: C-B9, C-V4, C-H6.
#[derive(Debug, Clone, PartialEq)]
pub struct Squeeze {
    /// The unit separator u and its margin γ, or the reason why none is known.
    pub direction: Result<UnitSeparator, &'static str>,
    /// The reason why an update need not add γ to ⟨w, u⟩, so that kγ is no lower bound; `None` if every update of the rule does.
    pub no_progress: Option<&'static str>,
    /// The radius R: the largest norm of an example.
    pub radius: f64,
    /// The most that an update adds to ‖w‖², which is R² + 2τ/η, or the reason why nothing bounds it.
    pub growth: Result<f64, &'static str>,
    /// The rule's threshold over its step, τ/η; `None` if there is no threshold or it is 0.
    pub threshold: Option<f64>,
}

/// A unit vector u that separates a sample, with its margin γ.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitSeparator {
    /// The unit vector u, one component per feature.
    pub unit_vector: Vec<f64>,
    /// The margin γ = min y⟨u, x⟩ over the sample.
    pub margin: f64,
    /// Where the unit vector comes from, in words: the largest margin, or the generator.
    pub source: &'static str,
}

/// The reason why the sample has no separator, if a certificate proves it.
const INSEPARABLE: &str =
    "a weighted sum of the examples, each times its label, is zero, so no direction separates them";

/// The largest size of a sample (examples × features) for which the direction of the largest margin is computed.
const CHEAP: usize = 60_000;

impl Squeeze {
    /// Determines the bounds on the weight vector for a variant on the sample as its learner sees it.
    pub fn of(variant: &Variant, sample: &Sample) -> Self {
        let rule = &variant.rule;
        let adds_label = [Label::Negative, Label::Positive]
            .into_iter()
            .all(|label| rule.factor(label) == label.sign());
        let ratio = rule.threshold().map(|threshold| threshold / &rule.step());
        let threshold = ratio
            .as_ref()
            .map(Rational::to_f64)
            .filter(|&ratio| ratio != 0.0);
        let radius_squared = sample.features.radius_squared().value;
        let growth = match adds_label && !rule.facts().always_updates {
            true => Ok(radius_squared + 2.0 * threshold.unwrap_or(0.0)),
            false => Err(
                "the rule also updates where y⟨w, x⟩ is large, or does not add y·x, so that nothing bounds ‖w‖",
            ),
        };
        Self {
            direction: direction(sample),
            no_progress: (!adds_label)
                .then_some("the rule does not add y·x, so that ⟨w, u⟩ need not grow"),
            radius: radius_squared.sqrt(),
            growth,
            threshold,
        }
    }

    /// Whether it is proved that no direction separates the sample.
    pub(super) fn is_inseparable(&self) -> bool {
        self.direction == Err(INSEPARABLE)
    }

    /// Returns kγ, the lower bound on ⟨w, u⟩ after k updates; `None` if the rule does not guarantee it or no separator is known.
    pub fn lower(&self, updates: usize) -> Option<f64> {
        let direction = self.direction.as_ref().ok();
        let direction = direction.filter(|_| self.no_progress.is_none())?;
        Some(updates as f64 * direction.margin)
    }

    /// Returns the upper bound on ‖w‖ after k updates: √k·R, or √(k·(R² + 2τ/η)) if there is a threshold; `None` if nothing bounds ‖w‖.
    pub fn upper(&self, updates: usize) -> Option<f64> {
        self.upper_curve(updates as f64)
    }

    /// Returns the upper bound on ‖w‖ as a curve, which has a height between two updates, too.
    pub fn upper_curve(&self, updates: f64) -> Option<f64> {
        let growth = self.growth.as_ref().ok()?;
        Some((updates * growth).sqrt())
    }

    /// Returns the largest number of updates at which the lower bound kγ does not exceed the upper bound on ‖w‖: growth/γ².
    pub fn most_updates(&self) -> Option<f64> {
        let direction = self.direction.as_ref().ok();
        let direction = direction.filter(|_| self.no_progress.is_none())?;
        Some(self.growth.as_ref().ok()? / (direction.margin * direction.margin))
    }

    /// Returns the formula of the upper bound on ‖w‖, as a label in charts and tables.
    pub fn upper_name(&self) -> &'static str {
        match self.threshold {
            None => "√k·R",
            Some(_) => "√(k·G)",
        }
    }

    /// Returns sentences that say which separator u, margin γ and radius R the bounds use, and which bound does not apply.
    pub fn paragraphs(&self) -> Vec<String> {
        let mut words = vec![match &self.direction {
            Ok(direction) => format!(
                "u is {}; its margin is γ = {}. R = {} is the largest norm of an example.",
                direction.source,
                short(direction.margin),
                short(self.radius)
            ),
            Err(why) => format!(
                "There is no u with a margin γ > 0: {why}. R = {} is the largest norm of an example.",
                short(self.radius)
            ),
        }];
        if let (Some(threshold), Ok(growth)) = (self.threshold, &self.growth) {
            words.push(format!(
                "The rule updates below the threshold τ/η = {}, so the upper end is √(k·G) with G = R² + 2τ/η = {}.",
                short(threshold),
                short(*growth)
            ));
        }
        let reasons = [self.no_progress, self.growth.as_ref().err().copied()];
        let reasons = reasons.into_iter().flatten();
        words.extend(
            reasons.map(|why| format!("Not every inequality of the proof applies: {why}.")),
        );
        words
    }
}

/// Writes a number with at most four significant digits.
fn short(value: f64) -> String {
    let written = format!("{value:.3e}");
    written
        .parse()
        .map_or(written, |rounded: f64| rounded.to_string())
}

fn direction(sample: &Sample) -> Result<UnitSeparator, &'static str> {
    let size = sample.labels.len() * sample.features.dimension();
    let proved = (size <= CHEAP).then(|| separability(sample));
    let best = match proved {
        Some(Separability::NotSeparable(_)) => {
            return Err(INSEPARABLE);
        }
        Some(Separability::Separable(found)) => {
            let source = "the direction of the largest margin";
            with_margin(sample, found.separator.to_floats(), source)
        }
        _ => None,
    };
    let planted = || {
        let planted = sample.planted.as_ref()?.to_floats();
        let source = "the direction that the generator planted, not that of the largest margin";
        with_margin(sample, planted, source)
    };
    best.or_else(planted)
        .ok_or("no direction is known that separates the examples")
}

/// Scales a direction to length 1 and computes its margin on the sample; `None` if the margin is not positive.
fn with_margin(
    sample: &Sample,
    direction: Vec<f64>,
    source: &'static str,
) -> Option<UnitSeparator> {
    let length = dot(&direction, &direction).sqrt();
    let unit_vector: Vec<f64> = direction.iter().map(|u| u / length).collect();
    let scores =
        sample.labels.iter().enumerate().map(|(example, label)| {
            label.value() * dot(&sample.features.row(example), &unit_vector)
        });
    let margin = scores.fold(f64::INFINITY, f64::min);
    (margin > 0.0 && margin.is_finite()).then_some(UnitSeparator {
        unit_vector,
        margin,
        source,
    })
}
