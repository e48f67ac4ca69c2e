//! Returns a chosen point of the version space in the plane: the arc of directions consistent with the sample.

use super::{LearnerFacts, OtherLearning, Requirement, Task};
use crate::documented::documented;
use crate::learn::{Linear, RunResult};
use crate::sample::{Label, OutOfRange, dot};
use serde::{Deserialize, Serialize};

/// Which point of the version space is returned: in the plane, the arc of all directions that classify the sample correctly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::VariantNames)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ArcPoint {
    /// The end of the arc that is farther from the planted separator.
    Worst,
    /// A point drawn uniformly from the arc.
    Gibbs,
    /// The middle of the arc.
    Middle,
}

crate::documented::choice!(ArcPoint);

documented! {
    name = "version-space";
    /// A point of the version space in the plane: the arc of all directions through the origin that classify the sample correctly.
    ///
    /// # Formula
    /// With v = y·x, and a, b the extreme rays of the cone of all v, the arc reaches from a's normal to b's normal; its middle is that of a and b.
    /// # Premise
    /// Two features, and a separable sample; else it returns the zero vector. "worst" looks at the planted separator, which no rule may know. It
    /// stands for the consistent classifiers that a bound on all of them must cover, and is their limit.
    /// # Source
    /// docs/theory.md, R8: exact learning curves on the circle.
    /// # Examples
    /// ```toml
    /// learner = { version-space = { point = "gibbs" } }
    /// ```
    pub struct VersionSpace {
        /// "worst", "gibbs" or "middle".
        pub point: ArcPoint,
    }
}

type Plane = [f64; 2];

fn cross(a: Plane, b: Plane) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

fn unit(a: Plane) -> Plane {
    let norm = dot(&a, &a).sqrt();
    [a[0] / norm, a[1] / norm]
}

/// Returns the two extreme rays of the cone that the vectors y·x span, the clockwise end first; `None` without an example.
fn extremes(task: &Task) -> Option<(Plane, Plane)> {
    let signed = task.shown().map(|example| {
        let (row, sign) = (task.features.row(example), task.labels[example].value());
        [sign * row[0], sign * row[1]]
    });
    // Correct if all v fit in a half-plane; otherwise, `learn` finds that the middle is inconsistent.
    signed.fold(None, |ends, v| match ends {
        None => Some((v, v)),
        Some((right, left)) => Some((
            if cross(right, v) < 0.0 { v } else { right },
            if cross(left, v) > 0.0 { v } else { left },
        )),
    })
}

impl VersionSpace {
    fn choose(&self, task: &Task, right: Plane, left: Plane) -> Plane {
        // The arc's clockwise end is the left ray turned by −90°, its other end the right ray turned by +90°.
        let (first, last) = (unit([left[1], -left[0]]), unit([-right[1], right[0]]));
        match self.point {
            ArcPoint::Middle => {
                // The ends are these rays turned outward by equal angles: they share a bisector.
                let (a, b) = (unit(right), unit(left));
                [a[0] + b[0], a[1] + b[1]]
            }
            ArcPoint::Worst => {
                let planted = task
                    .planted
                    .map_or_else(|| vec![0.0; 2], |separator| separator.to_floats());
                // Both ends are unit vectors: the smaller product is the larger angle.
                if dot(&planted, &first) < dot(&planted, &last) {
                    first
                } else {
                    last
                }
            }
            ArcPoint::Gibbs => {
                // The arc and the angle between the extreme rays add up to π.
                let width =
                    std::f64::consts::PI - libm::atan2(cross(right, left), dot(&right, &left));
                let angle = libm::atan2(first[1], first[0]) + task.draws.stream().uniform() * width;
                [libm::cos(angle), libm::sin(angle)]
            }
        }
    }
}

impl OtherLearning for VersionSpace {
    fn learn(&self, task: &Task) -> Result<RunResult, OutOfRange> {
        let middle = |(right, left)| {
            Self {
                point: ArcPoint::Middle,
            }
            .choose(task, right, left)
        };
        let consistent = |direction: Plane| {
            task.shown().all(|example| {
                let score = dot(&task.features.row(example), &direction);
                if task.labels[example] == Label::Positive {
                    score > 0.0
                } else {
                    score < 0.0
                }
            })
        };
        let ends = extremes(task).filter(|&ends| consistent(middle(ends)));
        let weights = ends.map_or_else(
            || vec![0.0; 2],
            |(right, left)| self.choose(task, right, left).to_vec(),
        );
        Ok(task.linear(Linear {
            weights,
            integers: None,
        }))
    }

    fn label(&self) -> String {
        let point = match self.point {
            ArcPoint::Worst => "worst",
            ArcPoint::Gibbs => "gibbs",
            ArcPoint::Middle => "middle",
        };
        format!("version-space {point}")
    }

    fn facts(&self) -> LearnerFacts {
        LearnerFacts {
            fits: true,
            draws: self.point == ArcPoint::Gibbs,
            requirement: Requirement::Plane,
            is_mutant: self.point == ArcPoint::Worst,
            ..LearnerFacts::NONE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;

    const POINTS: &str = "[points]\nexamples = [{ x = [1, 2], y = 1 }, { x = [-1, 1], y = -1 }, { x = [1, 0], y = 1 }]\nseparator = [1, 0]";

    fn direction(point: &str) -> Vec<f64> {
        let learned = run(
            &format!("learner = {{ version-space = {{ point = \"{point}\" }} }}"),
            POINTS,
        );
        learned
            .hypothesis
            .and_then(|h| h.linear().map(|l| l.weights.clone()))
            .unwrap()
    }

    #[test]
    fn version_space_points_lie_on_the_arc_of_consistent_directions() {
        // The signed examples lie between (1, −1) and (1, 2), so the arc lies between (2, −1) and (1, 1), of which (1, 1) is farther from (1, 0).
        let worst = direction("worst");
        assert!((worst[0] - worst[1]).abs() < 1e-15 && worst[0] > 0.0);
        let middle = direction("middle");
        let root = |x: f64, y: f64| (x * middle[0] + y * middle[1]) / (x * x + y * y).sqrt();
        assert!(
            (root(2.0, -1.0) - root(1.0, 1.0)).abs() < 1e-12,
            "{middle:?}"
        );
        let gibbs = direction("gibbs");
        assert!(
            gibbs[0] + 2.0 * gibbs[1] > 0.0 && gibbs[0] - gibbs[1] > 0.0,
            "{gibbs:?}"
        );
    }

    #[test]
    fn examples_that_nothing_separates_give_the_zero_vector() {
        let points = "[points]\nexamples = [{ x = [1, 0], y = 1 }, { x = [-1, 1], y = 1 }, { x = [-1, -1], y = 1 }]";
        let learned = run(
            "learner = { version-space = { point = \"middle\" } }",
            points,
        );
        assert_eq!(
            learned
                .hypothesis
                .and_then(|h| h.linear().map(|l| l.weights.clone())),
            Some(vec![0.0, 0.0])
        );
    }
}
