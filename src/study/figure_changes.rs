//! Changes a figure for a paper: its title, its names, and which of its series are drawn.

use super::StudyError;
use claims::figure::chart::{Chart, SeriesRole};
use claims::spec::nearest;

/// What is changed in a figure before it is drawn.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FigureChanges {
    /// The title in place of the figure's own; none if it is empty.
    pub title: Option<String>,
    /// Names of series, axes and panels, each with another one.
    pub names: Vec<(String, String)>,
    /// The names of the series that are drawn; an empty list draws all.
    pub series: Vec<String>,
    /// Whether controls are left out.
    pub is_without_controls: bool,
}

impl FigureChanges {
    /// Returns the changed figure.
    pub(super) fn made(&self, mut chart: Chart) -> Result<Chart, StudyError> {
        if !self.series.is_empty() {
            self.choose(&mut chart)?;
        }
        if self.is_without_controls {
            chart
                .series
                .retain(|series| series.role != SeriesRole::Control);
        }
        for (old, new) in &self.names {
            rename(&mut chart, old, new)?;
        }
        if let Some(title) = &self.title {
            title.clone_into(&mut chart.title);
        }
        Ok(chart)
    }

    /// Leaves out series that are not chosen; one without a name belongs to the named one before it.
    fn choose(&self, chart: &mut Chart) -> Result<(), StudyError> {
        let names = chart.series.iter().map(|series| series.label.clone());
        let names: Vec<String> = names.filter(|name| !name.is_empty()).collect();
        if let Some(unknown) = self.series.iter().find(|name| !names.contains(name)) {
            return Err(no_name("series", unknown, &names));
        }
        let mut is_chosen = false;
        chart.series.retain(|series| {
            if !series.label.is_empty() {
                is_chosen = self.series.contains(&series.label);
            }
            is_chosen
        });
        Ok(())
    }
}

/// Gives a series, an axis or a panel another name.
fn rename(chart: &mut Chart, old: &str, new: &str) -> Result<(), StudyError> {
    let series = chart.series.iter_mut();
    let own = series.flat_map(|series| [&mut series.label, &mut series.panel]);
    let all: Vec<&mut String> = own
        .chain([&mut chart.x.label, &mut chart.y.label])
        .collect();
    let mut names: Vec<String> = all.iter().map(|name| name.to_string()).collect();
    names.retain(|name| !name.is_empty());
    if !names.iter().any(|name| name == old) {
        names.dedup();
        return Err(no_name("series, axis or panel", old, &names));
    }
    let same = all.into_iter().filter(|name| *name == old);
    same.for_each(|name| new.clone_into(name));
    Ok(())
}

fn no_name(what: &str, name: &str, names: &[String]) -> StudyError {
    let near = nearest(name, names);
    let near = near.map_or(String::new(), |near| format!("did you mean `{near}`? "));
    let error = StudyError::usage(format!("the figure has no {what} `{name}`"));
    error.help(format!("{near}it has: {}", names.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::figure::chart::{Axis, Mark, Point, Series};

    fn chart() -> Chart {
        let series =
            |label: &str, role| Series::new(label, role, Mark::Points, vec![Point::new(1.0, 1.0)]);
        Chart {
            name: "test".into(),
            title: "Test".into(),
            caption: String::new(),
            x: Axis::linear("dimension"),
            y: Axis::linear("mistakes"),
            series: vec![
                series("plain", SeriesRole::Observed),
                series("", SeriesRole::Observed),
                series("bound", SeriesRole::Bound),
                series("half", SeriesRole::Control),
            ],
        }
    }

    #[test]
    fn names_are_replaced_and_series_chosen_with_those_that_belong_to_them() {
        let changes = FigureChanges {
            title: Some("A".into()),
            names: vec![
                ("plain".into(), "perceptron".into()),
                ("dimension".into(), "d".into()),
            ],
            series: vec!["plain".into(), "half".into()],
            is_without_controls: true,
        };
        let made = changes.made(chart()).unwrap();
        let labels: Vec<&str> = made
            .series
            .iter()
            .map(|series| series.label.as_str())
            .collect();
        assert_eq!(labels, ["perceptron", ""]);
        assert_eq!((made.title.as_str(), made.x.label.as_str()), ("A", "d"));
    }

    #[test]
    fn an_unknown_name_is_refused_with_the_known_ones() {
        let unknown = FigureChanges {
            series: vec!["plane".into()],
            ..FigureChanges::default()
        };
        let error = unknown.made(chart()).unwrap_err().to_string();
        assert!(
            error.contains("no series `plane`") && error.contains("did you mean `plain`?"),
            "{error}"
        );
        let names = FigureChanges {
            names: vec![("error".into(), "risk".into())],
            ..FigureChanges::default()
        };
        let error = names.made(chart()).unwrap_err().to_string();
        assert!(
            error.contains("it has: plain; bound; half; dimension; mistakes"),
            "{error}"
        );
    }
}
