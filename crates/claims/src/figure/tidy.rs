//! Lists what a figure draws as a table with one row per mark, for plotting programs.

use super::chart::{Axis, Chart, Mark, Scale, Series, SeriesRole, Spread};

/// One mark of a figure: a point of a line, a marker, a box, an outlier or a tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarkRow<'a> {
    /// The number of the series, from 1, in the order of the figure. Series without a name, and panels, are told apart by it.
    pub number: usize,
    /// The value on the horizontal axis; the index of a category from 0.
    pub x: f64,
    /// The value on the vertical axis, the median of a box, or the index of a category from 0.
    pub y: f64,
    /// The lower end of the interval around `y`, or of the lower whisker of a box.
    pub low: Option<f64>,
    /// The first quartile of a box.
    pub q25: Option<f64>,
    /// The third quartile of a box.
    pub q75: Option<f64>,
    /// The upper end of the interval around `y`, or of the upper whisker of a box.
    pub high: Option<f64>,
    /// The number that shades a tile.
    pub value: Option<f64>,
    /// The name of the small panel; empty if the series is drawn in every panel.
    pub panel: &'a str,
    /// The name of the series in the legend.
    pub series: &'a str,
    /// The role of the series: `observed`, `bound`, `control` or `reference`.
    pub role: &'static str,
    /// How the row is drawn: `line`, `points`, `open-points`, `line-points`, `band`, `tiles` or `outlier`.
    pub mark: &'static str,
    /// The name of the category `x`, if the horizontal axis has categories.
    pub x_name: &'a str,
    /// The name of the category `y`, if the vertical axis has categories.
    pub y_name: &'a str,
}

impl Chart {
    /// Returns one row per mark, in the order of the series; for exactly the marks that are drawn, call it on [`drawable`](Self::drawable).
    pub fn mark_rows(&self) -> Vec<MarkRow<'_>> {
        let series = self.series.iter().enumerate();
        series
            .flat_map(|(at, series)| self.rows_of(at + 1, series))
            .collect()
    }

    fn rows_of<'a>(&'a self, number: usize, series: &'a Series) -> Vec<MarkRow<'a>> {
        let rows = series.points.iter().flat_map(|point| {
            let row = MarkRow {
                number,
                x: point.x,
                y: point.y,
                panel: &series.panel,
                series: &series.label,
                role: series.role.name(),
                mark: series.mark.name(),
                x_name: category(&self.x, point.x),
                y_name: category(&self.y, point.y),
                ..MarkRow::default()
            };
            with_spread(row, &point.spread)
        });
        rows.collect()
    }
}

/// The row with the numbers of its spread, and a row for each outlier.
fn with_spread<'a>(row: MarkRow<'a>, spread: &Spread) -> Vec<MarkRow<'a>> {
    match spread {
        Spread::None => vec![row],
        Spread::Shade(value) => vec![MarkRow {
            value: Some(*value),
            ..row
        }],
        Spread::Interval { lower, upper } => vec![MarkRow {
            low: Some(*lower),
            high: Some(*upper),
            ..row
        }],
        Spread::Quartiles {
            min,
            q25,
            q75,
            max,
            outliers,
        } => {
            let whole = MarkRow {
                low: Some(*min),
                q25: Some(*q25),
                q75: Some(*q75),
                high: Some(*max),
                ..row.clone()
            };
            let outlier = |y: &f64| MarkRow {
                y: *y,
                mark: "outlier",
                ..row.clone()
            };
            let outliers: Vec<MarkRow> = outliers.iter().map(outlier).collect();
            [vec![whole], outliers].concat()
        }
    }
}

/// The name of a category of an axis; empty if the axis has numbers.
fn category(axis: &Axis, value: f64) -> &str {
    let Scale::Categories(names) = &axis.scale else {
        return "";
    };
    let named = names.iter().enumerate();
    let mut found = named.filter(|(index, _)| *index as f64 == value);
    found.next().map_or("", |(_, name)| name)
}

impl Scale {
    /// The name of the scale: `linear`, `log` or `categories`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Log => "log",
            Self::Categories(_) => "categories",
        }
    }
}

impl SeriesRole {
    fn name(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Bound => "bound",
            Self::Control => "control",
            Self::Reference => "reference",
        }
    }
}

impl Mark {
    fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Points => "points",
            Self::OpenPoints => "open-points",
            Self::LinePoints => "line-points",
            Self::Band => "band",
            Self::Tiles => "tiles",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::chart::Point;
    use super::*;

    fn chart(x: Axis, series: Vec<Series>) -> Chart {
        Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x,
            y: Axis::log("y"),
            series,
        }
    }

    #[test]
    fn every_point_and_every_outlier_is_a_row_with_its_numbers() {
        let mut boxed = Point::quartiles(1.0, [1.0, 2.0, 3.0, 4.0, 5.0]);
        if let Spread::Quartiles { outliers, .. } = &mut boxed.spread {
            outliers.extend([9.0, 0.5]);
        }
        let points = vec![Point::interval(0.0, 2.0, 1.5, 2.5), boxed];
        let observed = Series::new("a, b", SeriesRole::Observed, Mark::Points, points);
        let tile = Series::new(
            "",
            SeriesRole::Control,
            Mark::Tiles,
            vec![Point::shaded(1.0, 1.0, 0.25)],
        );
        let names = vec!["one".to_owned(), "two".to_owned()];
        let series = vec![observed.in_panel("d = 5"), tile];
        let chart = chart(Axis::categories("cell", names), series);
        let rows = chart.mark_rows();
        assert_eq!(rows.len(), 5);
        assert_eq!(
            (rows[0].low, rows[0].high, rows[0].q25),
            (Some(1.5), Some(2.5), None)
        );
        let numbers = [
            rows[1].low,
            rows[1].q25,
            Some(rows[1].y),
            rows[1].q75,
            rows[1].high,
        ];
        assert_eq!(numbers, [1.0, 2.0, 3.0, 4.0, 5.0].map(Some));
        assert_eq!(
            rows[2..4]
                .iter()
                .map(|row| (row.mark, row.y))
                .collect::<Vec<_>>(),
            [("outlier", 9.0), ("outlier", 0.5)]
        );
        assert_eq!(
            (rows[4].value, rows[4].role, rows[4].mark),
            (Some(0.25), "control", "tiles")
        );
        assert_eq!([rows[0].number, rows[3].number, rows[4].number], [1, 1, 2]);
        assert_eq!(
            (rows[0].x_name, rows[1].x_name, rows[1].y_name),
            ("one", "two", "")
        );
        assert_eq!(
            (rows[0].series, rows[0].panel, rows[4].panel),
            ("a, b", "d = 5", "")
        );
    }
}
