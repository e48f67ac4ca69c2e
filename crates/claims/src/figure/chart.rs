//! Describes a figure as data: axes, series and points, not pixels.

pub use super::point::{Point, Spread};

use std::collections::BTreeMap;

/// A figure before it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The file stem of the drawn figure, unique in a report.
    pub name: String,
    /// The title, drawn above the figure.
    pub title: String,
    /// The caption, printed below the figure: what a reader should see.
    pub caption: String,
    /// The horizontal axis. Categories that do not fit below it are drawn on a vertical axis instead.
    pub x: Axis,
    /// The vertical axis.
    pub y: Axis,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
}

/// An axis: what it measures and how values are laid out along it.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// The quantity, with its unit if it has one.
    pub label: String,
    /// How values become positions along the axis.
    pub scale: Scale,
}

/// How values become positions along an axis.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart; an exact zero has its own marked floor.
    Log,
    /// The value `k` stands for the `k`-th name, counted from 0.
    Categories(Vec<String>),
}

/// Points that belong together and share a legend entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The legend entry; an empty label makes none.
    pub label: String,
    /// The role of the series for the reader, which decides colour, weight and dashes.
    pub role: SeriesRole,
    /// Whether points, a line through them, or both are drawn.
    pub mark: Mark,
    /// The name of the small panel in which the series is drawn; a series without one is drawn in every panel. A figure whose series have none has
    /// one panel.
    pub panel: String,
    /// The place of its learner among those of the spec, so that a learner looks alike in all figures of a report; `None` if it shows none or several.
    pub learner: Option<usize>,
    /// The points, in the order in which a line visits them.
    pub points: Vec<Point>,
}

/// The role of a series for the reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeriesRole {
    /// A number that was measured.
    Observed,
    /// The limit of a claim, drawn over the data.
    Bound,
    /// A limit that is wrong on purpose.
    Control,
    /// A value for comparison that is no claim's limit.
    Reference,
}

/// Whether points, a line through them, or both are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line only.
    Line,
    /// Markers only; for a bound, a short level stroke at each point.
    Points,
    /// Open markers only, in the colour of the series before: single runs next to a summary of all.
    OpenPoints,
    /// Markers and a line through them.
    LinePoints,
    /// A line, and the area between the ends of the intervals of its points.
    Band,
    /// A tile at every point of two axes of categories, shaded by the point's number.
    Tiles,
}

/// The reason why points of a chart cannot be drawn as they are; the caption prints it after their number.
type ChartProblem = &'static str;

const NOT_FINITE: ChartProblem = "not finite";
const BELOW_ZERO: ChartProblem = "below zero on a logarithmic axis";
const NO_CATEGORY: ChartProblem = "outside the categories";
const OPEN_SPREAD: ChartProblem = "with a spread that the axis cannot hold (drawn without it)";
const CUT_SPREAD: ChartProblem =
    "with a spread that reaches below zero on a logarithmic axis (cut at 0)";

/// Fewest points that a line joins; two show no course.
const FEWEST: usize = 3;

impl Mark {
    /// Markers with a line through them if there is one at each of at least three places, otherwise markers only.
    pub(super) fn joining(points: &[Point]) -> Self {
        let is_single = points.windows(2).all(|pair| pair[0].x < pair[1].x);
        match is_single && points.len() >= FEWEST {
            true => Self::LinePoints,
            false => Self::Points,
        }
    }
}

impl Axis {
    /// Makes an axis on which equal differences are equally far apart.
    pub fn linear(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Linear)
    }

    /// Makes an axis on which equal ratios are equally far apart.
    pub fn log(label: impl Into<String>) -> Self {
        Self::new(label, Scale::Log)
    }

    /// Makes an axis of names; the value `k` stands for the `k`-th name, counted from 0.
    pub fn categories(label: impl Into<String>, names: Vec<String>) -> Self {
        Self::new(label, Scale::Categories(names))
    }

    fn new(label: impl Into<String>, scale: Scale) -> Self {
        let label = label.into();
        Self { label, scale }
    }

    fn flaw(&self, value: f64) -> Option<ChartProblem> {
        match &self.scale {
            _ if !value.is_finite() => Some(NOT_FINITE),
            Scale::Log if value < 0.0 => Some(BELOW_ZERO),
            Scale::Categories(names) if !names_a_category(names, value) => Some(NO_CATEGORY),
            _ => None,
        }
    }
}

fn names_a_category(names: &[String], value: f64) -> bool {
    (0..names.len()).any(|index| index as f64 == value)
}

impl Series {
    /// Makes a series of points with its legend entry, its role and the way in which it is drawn.
    pub fn new(label: impl Into<String>, role: SeriesRole, mark: Mark, points: Vec<Point>) -> Self {
        let label = label.into();
        Self {
            label,
            role,
            mark,
            panel: String::new(),
            learner: None,
            points,
        }
    }

    /// Returns the series, to be drawn in the panel with this name.
    pub fn in_panel(self, panel: impl Into<String>) -> Self {
        let panel = panel.into();
        Self { panel, ..self }
    }
}

impl Chart {
    /// Makes an empty chart whose caption says why it is empty.
    pub fn without_data(name: impl Into<String>, title: impl Into<String>, why: &str) -> Self {
        Self {
            name: name.into(),
            title: title.into(),
            caption: format!("Nothing is drawn: {why}."),
            x: Axis::linear(""),
            y: Axis::linear(""),
            series: Vec::new(),
        }
    }

    /// Returns the chart without points that its axes cannot show; its caption says how many were left out.
    ///
    /// No axis shows values that are not finite or name no category, and a logarithmic axis shows no negative values. Zeros stay. Applying it twice
    /// changes nothing more.
    pub fn drawable(&self) -> Chart {
        let mut chart = self.clone();
        let mut flaws = BTreeMap::new();
        for series in &mut chart.series {
            series
                .points
                .retain(|point| is_drawable(point, &self.x, &self.y, &mut flaws));
            for point in &mut series.points {
                trim_spread(point, &self.y, &mut flaws);
            }
        }
        let captions = [
            self.caption.clone(),
            chart.about_zeros().to_owned(),
            sentence(&flaws),
        ];
        chart.caption = captions
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" ");
        chart
    }

    /// Returns the sentence that says where zeros are on logarithmic axes; empty if no zero is on such an axis.
    fn about_zeros(&self) -> &'static str {
        let is_log = [&self.x, &self.y].map(|axis| axis.scale == Scale::Log);
        let has_zero = |point: &Point| {
            is_log[0] && point.x == 0.0 || is_log[1] && point.heights().contains(&0.0)
        };
        let said = "A logarithmic axis has no place for 0, which is drawn beyond the dotted line.";
        match self.points().any(has_zero) && !self.caption.contains(said) {
            true => said,
            false => "",
        }
    }

    /// Returns the names of the panels, in the order of the series; empty if the figure has one panel.
    pub fn panels(&self) -> Vec<&str> {
        let mut panels: Vec<&str> = Vec::new();
        for series in &self.series {
            if !series.panel.is_empty() && !panels.contains(&series.panel.as_str()) {
                panels.push(&series.panel);
            }
        }
        panels
    }

    /// Describes the figure in words, for readers who cannot see it.
    pub fn alt(&self) -> String {
        let mut labels: Vec<&str> = Vec::new();
        for series in &self.series {
            if !series.label.is_empty() && !labels.contains(&series.label.as_str()) {
                labels.push(&series.label);
            }
        }
        let series = if labels.is_empty() {
            String::new()
        } else {
            format!(": {}", labels.join("; "))
        };
        if self.points().next().is_none() {
            return format!("{}. {}", self.title, self.caption);
        }
        format!(
            "{}. {} against {}{series}.",
            self.title, self.y.label, self.x.label
        )
    }

    /// Returns the chart with one series in place of several measured ones, or of several open ones, that have the same points in one panel; its label
    /// names them all.
    pub fn merged(mut self) -> Chart {
        let mut merged: Vec<Series> = Vec::new();
        for series in std::mem::take(&mut self.series) {
            let is_open = series.mark == Mark::OpenPoints;
            let is_line = series.role == SeriesRole::Bound && series.mark == Mark::Line;
            let is_measured =
                (series.role == SeriesRole::Observed || is_line) && !series.label.is_empty();
            let same = |other: &&mut Series| {
                (is_measured || is_open)
                    && other.mark == series.mark
                    && other.role == series.role
                    && other.panel == series.panel
                    && is_drawn_alike(&other.points, &series.points)
            };
            match merged.iter_mut().find(same) {
                Some(_) if is_open => {}
                Some(other) => other.label = named_together(&other.label, &series.label),
                None => merged.push(series),
            }
        }
        self.series = merged;
        self
    }

    /// Returns the chart whose series know the learner that they show, given the names of all learners of the spec.
    pub(super) fn with_learners(mut self, learners: &[String]) -> Chart {
        for series in &mut self.series {
            let parts = series.label.split(", ").flat_map(|part| part.split(" = "));
            let mut known = parts.filter_map(|part| learners.iter().position(|name| name == part));
            series.learner = known.next();
        }
        self
    }

    /// Returns every point of every series.
    pub fn points(&self) -> impl Iterator<Item = &Point> {
        self.series.iter().flat_map(|series| &series.points)
    }
}

/// Whether two lists of points are drawn at the same places, whatever the points are called.
fn is_drawn_alike(one: &[Point], other: &[Point]) -> bool {
    let place = |point: &Point| point.clone().named("");
    one.iter().map(place).eq(other.iter().map(place))
}

/// Joins the labels of series with the same points: `plain = other`, and `risk, plain = other, dimension = 5` if both begin or end alike; settings are
/// joined as `5 dimensions and 6 dimensions`.
fn named_together(one: &str, other: &str) -> String {
    let (one, other): (Vec<&str>, Vec<&str>) =
        (one.split(", ").collect(), other.split(", ").collect());
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(one, other)| one == other).count()
    };
    let shorter = one.len().min(other.len());
    let before = alike(&mut one.iter().zip(&other)).min(shorter - 1);
    let after = alike(&mut one.iter().rev().zip(other.iter().rev())).min(shorter - 1 - before);
    let middle = |parts: &[&str]| parts[before..parts.len() - after].join(", ");
    let (one_middle, other_middle) = (middle(&one), middle(&other));
    let mut words = other_middle.split([' ', ',']);
    let joiner = match words.any(|word| word == "=" || word.parse::<f64>().is_ok()) {
        true => " and ",
        false => " = ",
    };
    let joined = one_middle + joiner + &other_middle;
    let parts = [
        &one[..before],
        &[joined.as_str()],
        &one[one.len() - after..],
    ];
    parts.concat().join(", ")
}

fn is_drawable(
    point: &Point,
    x: &Axis,
    y: &Axis,
    flaws: &mut BTreeMap<ChartProblem, usize>,
) -> bool {
    let flaw = x.flaw(point.x).or_else(|| y.flaw(point.y));
    flaw.inspect(|&flaw| count(flaws, flaw)).is_none()
}

fn trim_spread(point: &mut Point, y: &Axis, flaws: &mut BTreeMap<ChartProblem, usize>) {
    let fits = |height: &f64| matches!(y.flaw(*height), None | Some(BELOW_ZERO));
    if !point.heights().iter().all(fits) {
        point.spread = Spread::None;
        count(flaws, OPEN_SPREAD);
    }
    let mut below: Vec<_> = point
        .heights_mut()
        .into_iter()
        .filter(|height| y.flaw(**height) == Some(BELOW_ZERO))
        .collect();
    if !below.is_empty() {
        below.iter_mut().for_each(|height| **height = 0.0);
        count(flaws, CUT_SPREAD);
    }
}

fn count(flaws: &mut BTreeMap<ChartProblem, usize>, flaw: ChartProblem) {
    *flaws.entry(flaw).or_default() += 1;
}

fn sentence(flaws: &BTreeMap<ChartProblem, usize>) -> String {
    let (spreads, points): (Vec<_>, Vec<_>) = flaws
        .iter()
        .partition(|(flaw, _)| [OPEN_SPREAD, CUT_SPREAD].contains(*flaw));
    [("Left out: ", points), ("Shown in part: ", spreads)]
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(opening, list)| opening.to_owned() + &listed(&list) + ".")
        .collect::<Vec<_>>()
        .join(" ")
}

fn listed(flaws: &[(&ChartProblem, &usize)]) -> String {
    let words = |(flaw, count): &(&ChartProblem, &usize)| {
        format!(
            "{count} {} {flaw}",
            if **count == 1 { "point" } else { "points" }
        )
    };
    flaws.iter().map(words).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(x: Axis, y: Axis, points: Vec<Point>) -> Chart {
        let series = vec![Series::new(
            "plain",
            SeriesRole::Observed,
            Mark::Points,
            points,
        )];
        Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: "Seen.".into(),
            x,
            y,
            series,
        }
    }

    #[test]
    fn the_caption_counts_the_points_that_are_left_out() {
        let points = vec![
            Point::new(1.0, f64::NAN),
            Point::new(f64::INFINITY, 1.0),
            Point::new(1.0, -1.0),
            Point::new(1.0, 2.0),
        ];
        let drawable = chart(Axis::linear("x"), Axis::log("y"), points).drawable();
        assert_eq!(
            drawable.caption,
            "Seen. Left out: 1 point below zero on a logarithmic axis, 2 points not finite."
        );
        assert_eq!(drawable.points().count(), 1);
        assert_eq!(drawable.drawable(), drawable);
    }

    #[test]
    fn measured_series_with_the_same_points_are_merged_and_named_together() {
        let mut same = chart(
            Axis::linear("x"),
            Axis::linear("y"),
            vec![Point::new(1.0, 2.0)],
        );
        let series = same.series[0].clone();
        let labels = ["normalized", ""].map(|label| Series {
            label: label.into(),
            ..series.clone()
        });
        same.series.extend(labels);
        let other = Series::new("other", SeriesRole::Observed, Mark::Points, Vec::new());
        same.series.push(other);
        let merged = same.merged();
        let labels: Vec<&str> = merged.series.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(labels, ["plain = normalized", "", "other"]);
        for (one, other, together) in [
            ("a, d = 5", "b, d = 5", "a = b, d = 5"),
            ("d = 5", "d = 6", "d = 5 and d = 6"),
            ("risk, a", "risk, b", "risk, a = b"),
            (
                "risk, a = b, d = 5",
                "risk, c, d = 5",
                "risk, a = b = c, d = 5",
            ),
            ("b", "a, d = 5", "b and a, d = 5"),
        ] {
            assert_eq!(named_together(one, other), together);
        }
    }

    #[test]
    fn zeros_stay_on_a_logarithmic_axis() {
        let chart = chart(Axis::log("x"), Axis::log("y"), vec![Point::new(0.0, 0.0)]);
        let drawable = chart.drawable();
        assert_eq!(drawable.series, chart.series);
        assert!(drawable.caption.contains("beyond the dotted line"));
        assert_eq!(drawable.drawable(), drawable);
    }

    #[test]
    fn a_point_outside_the_categories_is_left_out() {
        let axis = Axis::categories("cell", vec!["a".into()]);
        let drawable = chart(
            axis,
            Axis::linear("y"),
            vec![Point::new(0.0, 1.0), Point::new(1.0, 1.0)],
        )
        .drawable();
        assert_eq!(
            drawable.caption,
            "Seen. Left out: 1 point outside the categories."
        );
    }

    #[test]
    fn spread_is_clipped_at_zero_or_omitted_and_the_caption_reports_it() {
        let points = vec![
            Point::interval(1.0, 1.0, -1.0, 2.0),
            Point::interval(2.0, 1.0, 0.5, f64::INFINITY),
        ];
        let drawable = chart(Axis::linear("x"), Axis::log("y"), points).drawable();
        let spreads: Vec<_> = drawable
            .points()
            .map(|point| point.spread.clone())
            .collect();
        assert_eq!(
            spreads,
            [
                Spread::Interval {
                    lower: 0.0,
                    upper: 2.0
                },
                Spread::None
            ]
        );
        assert!(
            drawable
                .caption
                .contains("1 point with a spread that the axis cannot hold")
        );
        assert!(
            drawable
                .caption
                .contains("Shown in part: 1 point with a spread that reaches below zero")
        );
    }

    #[test]
    fn the_alternative_text_names_axes_and_series() {
        let of = |points| chart(Axis::linear("dimension"), Axis::log("mistakes"), points).alt();
        let point = Point::new(1.0, 1.0);
        assert_eq!(of(vec![point]), "Test. mistakes against dimension: plain.");
        assert_eq!(of(vec![]), "Test. Seen.");
    }
}
