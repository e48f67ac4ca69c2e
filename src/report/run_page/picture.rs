//! Draws the plane: examples by shape and colour, the separating line with its two sides, the weight vector, and the example that is added.

use super::scale::coordinate;
use claims::trace::{Axes, Plane, Scene};
use perceptron::sample::Label;
use serde_json::{Value, json};
use std::fmt::Write;

/// Half the side of the square drawing of a run's plane, in pixels.
const HALF: f64 = 260.0;

/// Drawn length, in pixels, of the longest weight vector of a run.
const LONGEST: f64 = 220.0;

/// The drawing of the plane of examples and weight vector during a run, with the scale that all its pictures share.
pub(super) struct PlanePicture {
    steps: Vec<PlacedPicture>,
    moves: bool,
    labels: Vec<Label>,
    direction: Option<[f64; 2]>,
}

/// One state of a run in coordinates of the drawing, in pixels, where y points down.
struct PlacedPicture {
    /// Position and rotation in degrees of the separating line, whose positive side is on the right; `None` if w = 0.
    side: Option<[f64; 3]>,
    /// Drawn length of the weight vector, in pixels.
    length: f64,
    /// The example that the last update added: its index among the drawn examples, and the end of the vector y·x.
    added: Option<(Option<usize>, [f64; 2])>,
    places: Vec<[f64; 2]>,
}

impl PlanePicture {
    /// Prepares the drawing of every state of a run, with the label of every drawn example.
    pub(super) fn of(plane: &Plane) -> Self {
        let reach = |place: &[f64; 2]| place[0].abs().max(place[1].abs());
        let all = plane
            .scenes
            .iter()
            .flat_map(|scene| scene.places.iter().chain(&scene.added));
        let far = all.map(reach).fold(0.0, f64::max);
        let scale = if far > 0.0 { 0.84 * HALF / far } else { 1.0 };
        let length = |scene: &Scene| scene.vector[0].hypot(scene.vector[1]);
        let longest = plane.scenes.iter().map(length).fold(0.0, f64::max);
        let drawn = |scene| {
            drawn(
                plane,
                scene,
                scale,
                if longest > 0.0 {
                    LONGEST / longest
                } else {
                    0.0
                },
            )
        };
        Self {
            steps: plane.scenes.iter().map(drawn).collect(),
            moves: matches!(plane.axes, Axes::Projection | Axes::LastVector),
            labels: plane.labels.clone(),
            direction: plane.direction,
        }
    }

    /// The values that change between states, for the page's script: separating line, length of the weight vector, added and moving examples.
    pub(super) fn step(&self, at: usize) -> Value {
        let drawn = &self.steps[at];
        let heights = self.moves.then(|| {
            drawn
                .places
                .iter()
                .map(|place| place[1])
                .collect::<Vec<_>>()
        });
        json!([drawn.side, drawn.length, drawn.added, heights])
    }

    /// The drawing of the run's state number `at` as SVG.
    pub(super) fn svg(&self, at: usize) -> String {
        let drawn = &self.steps[at];
        let mut svg = String::from(
            "<svg id=\"plane\" viewBox=\"-260 -260 520 520\" role=\"img\" aria-label=\"The examples, the separator and the weight vector\">\n",
        );
        svg.push_str(&side(drawn));
        svg.push_str("<path class=\"axis\" d=\"M-260 0H260M0 -260V260\"/>\n");
        if let Some([x, y]) = self.direction {
            let [x, y] = [x * 240.0, -y * 240.0].map(coordinate);
            let _ = writeln!(
                svg,
                "<path class=\"along\" d=\"M0 0L{x} {y}\"/>\n<text class=\"along\" x=\"{}\" y=\"{}\">u</text>",
                coordinate(x * 0.96 - y * 0.06),
                coordinate(y * 0.96 + x * 0.06 + 6.0)
            );
        }
        let (ring, end) = match drawn.added {
            Some((place, end)) => (place.map(|place| drawn.places[place]), Some(end)),
            None => (None, None),
        };
        let [x, y] = end.unwrap_or_default();
        let hidden = |shown: bool| if shown { "" } else { " visibility=\"hidden\"" };
        let _ = writeln!(
            svg,
            "<line id=\"added\" class=\"added\" x2=\"{x}\" y2=\"{y}\"{}/>",
            hidden(end.is_some())
        );
        for (place, label) in drawn.places.iter().zip(&self.labels) {
            let (class, shape) = match label {
                Label::Positive => ("plus", "<circle r=\"8\"/>"),
                Label::Negative => (
                    "minus",
                    "<rect x=\"-8\" y=\"-8\" width=\"16\" height=\"16\"/>",
                ),
            };
            let _ = writeln!(
                svg,
                "<g class=\"{class}\" transform=\"translate({} {})\">{shape}</g>",
                place[0], place[1]
            );
        }
        let [x, y] = ring.unwrap_or_default();
        let _ = writeln!(
            svg,
            "<circle id=\"ring\" class=\"ring\" r=\"16\" cx=\"{x}\" cy=\"{y}\"{}/>",
            hidden(ring.is_some())
        );
        svg.push_str(&vector(drawn));
        svg.push_str("<circle r=\"4\" class=\"origin\"/>\n</svg>");
        svg
    }
}

fn drawn(plane: &Plane, scene: &Scene, scale: f64, stretch: f64) -> PlacedPicture {
    let place = |[x, y]: [f64; 2]| [coordinate(x * scale), coordinate(-y * scale)];
    let [a, b] = scene.vector;
    let square = a * a + b * b;
    // The point of ⟨w, x⟩ + c = 0 closest to the origin.
    let foot = place([-scene.intercept * a / square, -scene.intercept * b / square]);
    let turned = coordinate((-b).atan2(a).to_degrees());
    let example = |index| plane.examples.iter().position(|&shown| shown == index);
    PlacedPicture {
        side: (square > 0.0).then_some([foot[0], foot[1], turned]),
        length: coordinate(square.sqrt() * stretch),
        added: scene
            .added
            .map(|end| (scene.example.and_then(example), place(end))),
        places: scene.places.iter().map(|&at| place(at)).collect(),
    }
}

/// The separating line and its two sides, as SVG.
fn side(drawn: &PlacedPicture) -> String {
    let [x, y, turned] = drawn.side.unwrap_or_default();
    let hidden = if drawn.side.is_some() {
        ""
    } else {
        " visibility=\"hidden\""
    };
    format!(
        "<g id=\"side\" transform=\"translate({x} {y}) rotate({turned})\"{hidden}><rect class=\"right\" x=\"0\" y=\"-9999\" width=\"9999\" height=\"19998\"/><rect class=\"wrong\" x=\"-9999\" y=\"-9999\" width=\"9999\" height=\"19998\"/><path class=\"separator\" d=\"M0 -9999V9999\"/></g>\n"
    )
}

/// The current weight vector as SVG, an arrow from the origin.
fn vector(drawn: &PlacedPicture) -> String {
    let turned = drawn.side.unwrap_or_default()[2];
    let length = drawn.length;
    let hidden = if drawn.side.is_some() {
        ""
    } else {
        " visibility=\"hidden\""
    };
    format!(
        "<g id=\"vector\" class=\"vector\" transform=\"rotate({turned})\"{hidden}><line id=\"shaft\" x2=\"{length}\"/><path id=\"head\" d=\"M12 0L-8 8V-8Z\" transform=\"translate({length} 0)\"/></g>\n"
    )
}
