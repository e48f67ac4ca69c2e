//! Draws the squeeze: four curves over the updates. The part that the run has reached is drawn in full colour, the rest faint.

use super::scale::{apart, coordinate, ticks};
use claims::numbers::number;
use claims::trace::{Plane, Scene, Trace};
use serde_json::{Value, json};
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 520.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 500.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 450.0;

/// The curves of ‖w‖, ⟨w, u⟩ and their bounds over the updates of a run, in coordinates of the drawing.
pub(super) struct Curves {
    /// Name and CSS class of each curve, and its height in every shown state of the run; curves that do not apply are left out.
    curves: Vec<(&'static str, &'static str, Vec<f64>)>,
    across: Vec<f64>,
    /// The upper bound between the states, too, as points of the drawing; empty if nothing bounds ‖w‖.
    root: Vec<(f64, f64)>,
    /// The number of updates at which the lower bound reaches the upper one, with its place, if the run gets there.
    crossing: Option<(f64, (f64, f64))>,
    updates: usize,
    least: f64,
    most: f64,
}

/// Number of parts of a smooth curve.
const PARTS: usize = 200;

impl Curves {
    /// Computes the curves of a run for the states that `plane` shows.
    pub(super) fn of(trace: &Trace, plane: &Plane) -> Self {
        let upper = trace.squeeze.upper_name();
        type Of = fn(&Scene) -> Option<f64>;
        let named: [(&str, &str, Of); 4] = [
            ("‖w‖", "norm", |scene| Some(scene.norm)),
            ("⟨w, u⟩", "along", |scene| scene.along),
            // Bounds are dashed, so that a curve below them stays visible.
            (upper, "bound", |scene| scene.upper),
            ("k·γ", "bound", |scene| scene.lower),
        ];
        let values = named.map(|(name, class, of)| {
            let values: Option<Vec<f64>> = plane.scenes.iter().map(of).collect();
            values.map(|values| (name, class, values))
        });
        let curves: Vec<_> = values.into_iter().flatten().collect();
        let all = curves.iter().flat_map(|(_, _, values)| values);
        let (least, most) = all.fold((0.0_f64, 0.0_f64), |(least, most), &value| {
            (least.min(value), most.max(value))
        });
        let updates = trace.updates.len();
        let mut found = Self {
            across: Vec::new(),
            curves: Vec::new(),
            root: Vec::new(),
            crossing: None,
            updates,
            least,
            most: if most > least { most } else { least + 1.0 },
        };
        let place = |updates: f64| {
            let height = found.height(trace.squeeze.upper_curve(updates)?);
            Some((found.place(updates), height))
        };
        let root = (0..=PARTS).map(|part| place((part * updates) as f64 / PARTS as f64));
        let root: Option<Vec<(f64, f64)>> = root.collect();
        let met = trace.squeeze.most_updates();
        let met = met.filter(|met| *met <= updates as f64 * (1.0 + 1e-9));
        let crossing = met.and_then(|met| Some((met, place(met)?)));
        (found.root, found.crossing) = (root.unwrap_or_default(), crossing);
        let placed = |(name, class, values): (_, _, Vec<f64>)| {
            let heights = values.iter().map(|&value| found.height(value)).collect();
            (name, class, heights)
        };
        let curves = curves.into_iter().map(placed).collect();
        let scenes = plane.scenes.iter();
        let across = scenes.map(|scene| found.place(scene.updates as f64));
        (found.across, found.curves) = (across.collect(), curves);
        found
    }

    fn place(&self, updates: f64) -> f64 {
        coordinate(LEFT + (RIGHT - LEFT) * updates / self.updates.max(1) as f64)
    }

    fn height(&self, value: f64) -> f64 {
        coordinate(BOTTOM - (BOTTOM - TOP) * (value - self.least) / (self.most - self.least))
    }

    /// The values that change between states, for the page's script: the position on the axis, and the height of every curve.
    pub(super) fn step(&self, at: usize) -> Value {
        let heights: Vec<f64> = self
            .curves
            .iter()
            .map(|(_, _, heights)| heights[at])
            .collect();
        json!([self.across[at], heights])
    }

    /// The drawing of the curves, in the run's state number `at`, as SVG.
    pub(super) fn svg(&self, at: usize) -> String {
        let mut svg = format!(
            "<svg id=\"squeeze\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"The lower and upper bound on the weight vector\">\n"
        );
        self.axes(&mut svg);
        let here = self.across[at];
        let _ = writeln!(
            svg,
            "<defs><clipPath id=\"reached\"><rect id=\"window\" x=\"0\" y=\"0\" width=\"{here}\" height=\"{HEIGHT}\"/></clipPath></defs>"
        );
        for group in ["<g class=\"coming\">", "<g clip-path=\"url(#reached)\">"] {
            let _ = writeln!(svg, "{group}");
            for (name, class, heights) in &self.curves {
                let points = match name.starts_with('√') {
                    true => self.root.clone(),
                    false => self
                        .across
                        .iter()
                        .copied()
                        .zip(heights.iter().copied())
                        .collect(),
                };
                let points = points.iter().map(|(x, y)| format!("{x},{y}"));
                let _ = writeln!(
                    svg,
                    "<polyline class=\"{class}\" points=\"{}\"/>",
                    points.collect::<Vec<_>>().join(" ")
                );
            }
            svg.push_str("</g>\n");
        }
        let _ = writeln!(
            svg,
            "<path id=\"cursor\" class=\"cursor\" d=\"M0 {TOP}V{BOTTOM}\" transform=\"translate({here} 0)\"/>"
        );
        if let Some((updates, (x, y))) = self.crossing {
            let _ = writeln!(
                svg,
                "<circle class=\"crossing\" r=\"11\" cx=\"{x}\" cy=\"{y}\"/><text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">they meet at k = {}</text>",
                coordinate(x - 16.0),
                coordinate(y + 30.0),
                number(updates)
            );
        }
        self.labels(&mut svg);
        for (_, class, heights) in &self.curves {
            let _ = writeln!(
                svg,
                "<circle class=\"dot {class}\" r=\"6\" cx=\"{here}\" cy=\"{}\"/>",
                heights[at]
            );
        }
        svg.push_str("</svg>");
        svg
    }

    fn axes(&self, svg: &mut String) {
        for tick in ticks(self.most, false) {
            let y = self.height(tick);
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {y}H{RIGHT}\"/><text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
                LEFT - 10.0,
                coordinate(y + 7.0),
                number(tick)
            );
        }
        for tick in ticks(self.updates as f64, true) {
            let x = coordinate(LEFT + (RIGHT - LEFT) * tick / self.updates.max(1) as f64);
            let _ = writeln!(
                svg,
                "<text class=\"tick\" x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 28.0,
                number(tick)
            );
        }
        let _ = writeln!(
            svg,
            "<path class=\"axis\" d=\"M{LEFT} {TOP}V{BOTTOM}H{RIGHT}\"/>\n<text class=\"name\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">updates k</text>",
            (LEFT + RIGHT) / 2.0,
            BOTTOM + 60.0
        );
    }

    /// Writes the name of every curve at its end into the SVG.
    fn labels(&self, svg: &mut String) {
        let ends: Vec<f64> = self
            .curves
            .iter()
            .filter_map(|(_, _, heights)| heights.last().copied())
            .collect();
        let apart = apart(&ends, 32.0, [TOP, BOTTOM]);
        for ((name, class, _), y) in self.curves.iter().zip(apart) {
            let y = coordinate(y + 7.0);
            let _ = writeln!(
                svg,
                "<text class=\"name {class}\" x=\"{}\" y=\"{y}\">{name}</text>",
                RIGHT + 12.0
            );
        }
    }
}
