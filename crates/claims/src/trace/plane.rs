//! Shows a run in a plane: that of the features if there are two, otherwise the plane that u and the current weight vector span.

use super::{Step, Trace, dot, thinned};
use perceptron::sample::Label;
use std::collections::BTreeSet;

/// The two axes of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// The only feature; all points lie on one line.
    Feature,
    /// The two features.
    Features,
    /// The two features other than the constant one. The separator need not pass through the origin.
    Affine,
    /// Along u, and along the part of w that is orthogonal to u.
    Projection,
    /// Like `Projection`, but along the last nonzero weight vector of the run in place of u.
    LastVector,
}

/// A run as pictures.
pub struct Plane {
    /// The axes of the pictures.
    pub axes: Axes,
    /// u in the picture, if it can be drawn as an arrow from the origin.
    pub direction: Option<[f64; 2]>,
    /// The examples that are drawn, by index.
    pub examples: Vec<usize>,
    /// Their labels.
    pub labels: Vec<Label>,
    /// The pictures, the first of them at w = 0.
    pub scenes: Vec<Scene>,
}

/// One picture.
pub struct Scene {
    /// The number of updates k.
    pub updates: usize,
    /// The example of the last update.
    pub example: Option<usize>,
    /// y⟨w, x⟩ of that example before the update.
    pub score: f64,
    /// ‖w‖.
    pub norm: f64,
    /// ⟨w, u⟩.
    pub along: Option<f64>,
    /// kγ.
    pub lower: Option<f64>,
    /// √k·R, or what replaces it.
    pub upper: Option<f64>,
    /// The example of the update in the picture, as added to w: y·x.
    pub added: Option<[f64; 2]>,
    /// The positions of the drawn examples, in the order of [`Plane::examples`].
    pub places: Vec<[f64; 2]>,
    /// The weight vector.
    pub vector: [f64; 2],
    /// The contribution of the constant feature to the score of every point.
    pub intercept: f64,
}

/// Most positions that are stored for all pictures of a run together.
const MOST_PLACES: usize = 36_000;

impl Plane {
    /// Draws a run with at most `most_examples` examples in at most `most_scenes` pictures.
    pub fn of(trace: &Trace, most_examples: usize, most_scenes: usize) -> Self {
        let axes = axes(trace);
        let moves = matches!(axes, Axes::Projection | Axes::LastVector);
        // In a projection the positions of the examples change from picture to picture.
        let examples = shown(
            trace,
            if moves {
                most_examples / 2
            } else {
                most_examples
            },
        );
        let most_scenes = match moves {
            true => most_scenes.min(MOST_PLACES / examples.len().max(1)),
            false => most_scenes,
        };
        let kept: BTreeSet<usize> = thinned(trace.updates.len(), most_scenes)
            .into_iter()
            .collect();
        let view = PlaneView::of(trace, axes);
        let mut scenes = Vec::new();
        trace.for_each_step(|step| {
            if kept.contains(&step.updates) {
                scenes.push(view.scene(trace, step, &examples));
            }
        });
        Self {
            axes,
            direction: direction(trace, axes),
            labels: examples
                .iter()
                .map(|&example| trace.label(example))
                .collect(),
            examples,
            scenes,
        }
    }
}

/// Returns u in the picture; `None` if it is unknown, or has an intercept and is thus no arrow from the origin.
fn direction(trace: &Trace, axes: Axes) -> Option<[f64; 2]> {
    let direction = trace.squeeze.direction.as_ref().ok()?;
    match axes {
        Axes::Feature => Some([direction.unit_vector[0], 0.0]),
        Axes::Features => Some([direction.unit_vector[0], direction.unit_vector[1]]),
        Axes::Projection => Some([1.0, 0.0]),
        Axes::Affine | Axes::LastVector => None,
    }
}

fn axes(trace: &Trace) -> Axes {
    match (trace.dimension(), trace.constant) {
        (1, _) => Axes::Feature,
        (2, _) => Axes::Features,
        (3, Some(_)) => Axes::Affine,
        _ if trace.squeeze.direction.is_ok() => Axes::Projection,
        _ => Axes::LastVector,
    }
}

/// Chooses the examples that are drawn: first those with an update, then evenly spaced others.
fn shown(trace: &Trace, most: usize) -> Vec<usize> {
    let all = trace.examples();
    if all <= most {
        return (0..all).collect();
    }
    let mut chosen = BTreeSet::new();
    let spread = (0..most).map(|place| place * all / most);
    for example in trace.updates.iter().copied().chain(spread) {
        if chosen.len() < most {
            chosen.insert(example);
        }
    }
    chosen.into_iter().collect()
}

/// Maps examples to positions in the picture.
struct PlaneView {
    axes: Axes,
    /// The unit vector of the horizontal axis, if the picture is a projection; otherwise empty.
    along: Vec<f64>,
}

impl PlaneView {
    fn of(trace: &Trace, axes: Axes) -> Self {
        let along = match (axes, &trace.squeeze.direction) {
            (Axes::Projection, Ok(direction)) => direction.unit_vector.clone(),
            (Axes::LastVector, _) => longest(trace),
            _ => Vec::new(),
        };
        Self { axes, along }
    }

    fn scene(&self, trace: &Trace, step: &Step, examples: &[usize]) -> Scene {
        let unit = trace.unit;
        let across = self.across(trace, step);
        let place = |vector: &[f64]| self.place(vector, &across, unit);
        let added = step.example.map(|example| {
            let sign = trace.label(example).value();
            place(&trace.rows[example]).map(|x| sign * x)
        });
        let constant = (self.axes == Axes::Affine)
            .then_some(trace.constant)
            .flatten();
        Scene {
            updates: step.updates,
            example: step.example,
            score: step.score,
            norm: step.norm,
            along: step.along,
            lower: step.lower,
            upper: step.upper,
            added,
            places: examples
                .iter()
                .map(|&example| place(&trace.rows[example]))
                .collect(),
            vector: place(step.weights),
            intercept: constant.map_or(0.0, |constant| step.weights[2] * unit * constant),
        }
    }

    /// Returns the unit vector of the vertical axis: the part of w that is orthogonal to the horizontal axis, or that of an example if w has none.
    fn across(&self, trace: &Trace, step: &Step) -> Vec<f64> {
        if self.along.is_empty() {
            return Vec::new();
        }
        let vectors = std::iter::once(step.weights).chain(trace.rows.iter().map(Vec::as_slice));
        let found = vectors.take(100).find_map(|vector| self.orthogonal(vector));
        found.unwrap_or_else(|| vec![0.0; self.along.len()])
    }

    /// Returns the part of a vector orthogonal to the horizontal axis, at length 1; `None` if it is within rounding error.
    fn orthogonal(&self, vector: &[f64]) -> Option<Vec<f64>> {
        let share = dot(vector, &self.along);
        let part: Vec<f64> = vector
            .iter()
            .zip(&self.along)
            .map(|(x, u)| x - share * u)
            .collect();
        let length = dot(&part, &part).sqrt();
        let whole = dot(vector, vector).sqrt();
        (length > 1e-9 * whole).then(|| part.iter().map(|x| x / length).collect())
    }

    fn place(&self, vector: &[f64], across: &[f64], unit: f64) -> [f64; 2] {
        match self.axes {
            Axes::Feature => [vector[0] * unit, 0.0],
            Axes::Features | Axes::Affine => [vector[0] * unit, vector[1] * unit],
            Axes::Projection | Axes::LastVector => {
                [dot(vector, &self.along) * unit, dot(vector, across) * unit]
            }
        }
    }
}

/// Returns the direction of the last weight vector that is not zero.
fn longest(trace: &Trace) -> Vec<f64> {
    let mut last = vec![0.0; trace.dimension()];
    trace.for_each_step(|step| {
        if step.norm > 0.0 {
            last.copy_from_slice(step.weights);
        }
    });
    let length = dot(&last, &last).sqrt();
    if length > 0.0 {
        last.iter_mut().for_each(|x| *x /= length);
    }
    last
}
