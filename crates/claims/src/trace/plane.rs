//! Shows a run in a plane: that of the features if there are two, otherwise the plane that u and the current weight vector span.

use super::{Step, Trace, dot, thinned};
use perceptron::sample::Label;
use std::collections::BTreeSet;

/// The meaning of the horizontal and the vertical axis in a two-dimensional picture of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// The only feature on the horizontal axis; all examples lie on one line.
    Feature,
    /// The two features of the examples.
    Features,
    /// The two features other than the constant one. The boundary ⟨w, x⟩ = 0 need not pass through the origin of the picture.
    Affine,
    /// Horizontally along the unit separator u, vertically along the part of the weight vector w that is orthogonal to u.
    Projection,
    /// Like `Projection`, but with the last nonzero weight vector of the run in place of the unknown separator u.
    LastVector,
}

/// A run as a sequence of pictures in the plane, one after each of some updates, as data.
pub struct Plane {
    /// The two directions that the axes of all pictures show.
    pub axes: Axes,
    /// The unit separator u in coordinates of the picture, if it can be drawn as an arrow from the origin.
    pub direction: Option<[f64; 2]>,
    /// The indices of the examples that are drawn.
    pub examples: Vec<usize>,
    /// The labels of the drawn examples, in the order of [`Plane::examples`].
    pub labels: Vec<Label>,
    /// The pictures in the order of the updates; the first shows w = 0.
    pub scenes: Vec<Scene>,
}

/// One picture of a run in the plane: the state after some updates.
pub struct Scene {
    /// The number of updates k made before this picture.
    pub updates: usize,
    /// The index of the example of the last update; `None` before the first.
    pub example: Option<usize>,
    /// y⟨w, x⟩ of the last update's example before that update; 0 before the first.
    pub score: f64,
    /// The norm ‖w‖ of the weight vector in all dimensions, in units of the step.
    pub norm: f64,
    /// ⟨w, u⟩ in units of the step, if a unit separator u is known.
    pub along: Option<f64>,
    /// kγ, the lower bound of the convergence proof on ⟨w, u⟩, with γ the margin of u; `None` if the proof does not apply.
    pub lower: Option<f64>,
    /// The upper bound of the convergence proof on ‖w‖: √k·R, or √(k·(R² + 2τ/η)) with a threshold τ; `None` if the proof does not apply.
    pub upper: Option<f64>,
    /// y·x of the last update's example in coordinates of the picture: what that update added to w.
    pub added: Option<[f64; 2]>,
    /// The positions of the drawn examples in coordinates of the picture, in the order of [`Plane::examples`].
    pub places: Vec<[f64; 2]>,
    /// The weight vector in coordinates of the picture.
    pub vector: [f64; 2],
    /// The constant feature times its weight, which is added to the score of every example; 0 unless the axes are `Affine`.
    pub intercept: f64,
}

/// The largest number of positions of examples that are stored in all pictures of a run together, for projections.
const MOST_PLACES: usize = 36_000;

impl Plane {
    /// Computes the pictures of a run, at most `most_scenes` with at most `most_examples` examples each.
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

/// Returns the unit separator u in coordinates of the picture; `None` if u is unknown, or if it has an intercept and is thus no arrow from the
/// origin.
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

/// Chooses at most `most` examples to draw: first those with an update, then evenly spaced others; returns their indices.
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

/// Maps the vectors of a run, examples and weights, to positions in a picture.
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

    /// Returns the unit vector of the vertical axis of a projection: along the part of w that is orthogonal to the horizontal axis, or that part of
    /// an example if w has none.
    fn across(&self, trace: &Trace, step: &Step) -> Vec<f64> {
        if self.along.is_empty() {
            return Vec::new();
        }
        let vectors = std::iter::once(step.weights).chain(trace.rows.iter().map(Vec::as_slice));
        let found = vectors.take(100).find_map(|vector| self.orthogonal(vector));
        found.unwrap_or_else(|| vec![0.0; self.along.len()])
    }

    /// Returns the part of a vector that is orthogonal to the horizontal axis, scaled to length 1; `None` if that part is within rounding error of 0.
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

/// Returns the last nonzero weight vector of the run, scaled to length 1; the zero vector if all weight vectors are zero.
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
