//! Reads the figures that a spec asks for, by kind or by their two axes, and the columns that it wants measured.

use super::cell::Cell;
use super::diagnostic::SpecFinding;
use super::shape::{FIGURE, KeyPlace};
use super::tree::{self, Node};
use crate::figure::{CustomFigure, FigureKind, HorizontalAxis, Request, SeriesKey};
use crate::trial::{AnyColumn, ColumnKind};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// The keys of one table `[figures]` or `[[figures]]` of a spec, as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireFigure {
    show: Option<Vec<Spanned<FigureKind>>>,
    x: Option<Spanned<String>>,
    y: Option<Spanned<String>>,
    by: Option<IgnoredAny>,
    title: Option<String>,
}

/// The names that `x` and `by` of a figure can use in addition to columns: the cells' parameters.
struct FigureNames {
    parameters: BTreeSet<String>,
}

/// The figures that a spec asks for, and the columns that it wants measured for them or for readers of the files.
pub(super) struct RequestedFigures {
    pub(super) figures: Vec<Request>,
    pub(super) measured: Vec<AnyColumn>,
}

/// Reads the keys `figures` and `measure` of a spec, or returns the mistakes in both.
pub(super) fn shown(root: &DeTable, cells: &[Cell]) -> Result<RequestedFigures, Vec<SpecFinding>> {
    match (read(root, cells), measured_columns(root)) {
        (Ok(figures), Ok(measured)) => Ok(RequestedFigures { figures, measured }),
        (figures, measured) => {
            let findings = figures.err().into_iter().chain(measured.err());
            Err(findings.flatten().collect())
        }
    }
}

/// Reads the figures of the spec, from the table `figures` or a list of such tables.
fn read(root: &DeTable, cells: &[Cell]) -> Result<Vec<Request>, Vec<SpecFinding>> {
    let Some((key, node)) = tree::find(root, &["figures"]) else {
        return Ok(Vec::new());
    };
    let entries: Vec<&Node> = match node.get_ref() {
        DeValue::Table(_) => vec![node],
        DeValue::Array(entries) => entries.iter().collect(),
        _ => {
            let allowed = "[figures] with show = [names], or [[figures]] tables with x and y";
            return Err(vec![
                SpecFinding::new(key, "`figures` is not a table").allowed(allowed),
            ]);
        }
    };
    let parameters = cells
        .iter()
        .flat_map(|cell| cell.parameters.keys().cloned());
    let known = FigureNames {
        parameters: parameters.collect(),
    };
    let (mut requests, mut findings) = (Vec::new(), Vec::new());
    for entry in entries {
        let wrong = KeyPlace::new("figures", entry.span()).findings(&FIGURE, entry);
        if !wrong.is_empty() {
            findings.extend(wrong);
            continue;
        }
        match entry_of(entry, &known) {
            Ok(more) => requests.extend(more),
            Err(finding) => findings.push(finding),
        }
    }
    match findings.is_empty() {
        true => Ok(requests),
        false => Err(findings),
    }
}

fn entry_of(node: &Node, known: &FigureNames) -> Result<Vec<Request>, SpecFinding> {
    let wire = WireFigure::deserialize(ValueDeserializer::from(node.clone()));
    let wire = wire.map_err(|error| SpecFinding::of_value(&error, node.span()))?;
    let mut requests = Vec::new();
    for kind in wire.show.iter().flatten() {
        let request = Request::Kind(*kind.get_ref());
        if requests.contains(&request) {
            let problem = format!("`{}` is listed twice", kind.get_ref().name());
            return Err(SpecFinding::new(kind.span(), problem).help("leave one of them out"));
        }
        requests.push(request);
    }
    let own = custom_figure(&wire, node, known)?;
    requests.extend(own.map(Request::Own));
    match requests.is_empty() && wire.show.is_none() {
        true => Err(
            SpecFinding::new(node.span(), "a figure without axes").allowed(
                "x and y, each the name of a column, x also a key that is swept; or show = [names]",
            ),
        ),
        false => Ok(requests),
    }
}

/// Reads a figure that is stated by its axes `x` and `y`; `None` if the table has neither.
fn custom_figure(
    wire: &WireFigure,
    node: &Node,
    known: &FigureNames,
) -> Result<Option<CustomFigure>, SpecFinding> {
    let (x, y) = match (&wire.x, &wire.y) {
        (Some(x), Some(y)) => (x, y),
        (None, None) => {
            let stray = [(wire.by.is_some(), "by"), (wire.title.is_some(), "title")];
            return match stray.into_iter().find(|(given, _)| *given) {
                Some((_, key)) => Err(lone(node, key, "x and y")),
                None => Ok(None),
            };
        }
        (Some(_), None) => return Err(lone(node, "x", "y")),
        (None, Some(_)) => return Err(lone(node, "y", "x")),
    };
    Ok(Some(CustomFigure {
        x: known.along(x)?,
        y: measured(y)?,
        by: by(node, known)?,
        title: wire.title.clone(),
    }))
}

/// Reads the key `by` of a figure, which says what distinguishes its series: one name, or a list of names. The default is the variant.
fn by(node: &Node, known: &FigureNames) -> Result<Vec<SeriesKey>, SpecFinding> {
    let table = node.get_ref().as_table();
    let Some((_, names)) = table.and_then(|table| tree::find(table, &["by"])) else {
        return Ok(vec![SeriesKey::Variant]);
    };
    let read = |name: &Node| match name.get_ref().as_str() {
        Some(text) => known.by(&Spanned::new(name.span(), text.to_owned())),
        None => Err(
            SpecFinding::new(name.span(), "`by` names columns and keys in quotes")
                .allowed("by = \"variant\", or a list of names"),
        ),
    };
    match names.get_ref().as_array() {
        Some(all) => all.iter().map(read).collect(),
        None => Ok(vec![read(names)?]),
    }
}

fn lone(node: &Node, key: &str, missing: &str) -> SpecFinding {
    let table = node.get_ref().as_table();
    let place = table.map_or(node.span(), |table| tree::place(table, &[key]));
    let problem = format!("`{key}` is given without {missing}");
    let help = "a custom figure has both axes: x = \"examples\" and y = \"mistakes\"";
    SpecFinding::new(place, problem).help(help)
}

impl FigureNames {
    fn along(&self, name: &Spanned<String>) -> Result<HorizontalAxis, SpecFinding> {
        if let Some(column) = plotted(name.get_ref()) {
            return Ok(HorizontalAxis::Column(column));
        }
        let parameter = self
            .parameter(name.get_ref())
            .map(HorizontalAxis::Parameter);
        parameter.ok_or_else(|| self.unknown(name, "`x`", columns(is_plotted)))
    }

    fn by(&self, name: &Spanned<String>) -> Result<SeriesKey, SpecFinding> {
        if name.get_ref() == "variant" {
            return Ok(SeriesKey::Variant);
        }
        let parameter = self.parameter(name.get_ref()).map(SeriesKey::Parameter);
        let column = || AnyColumn::named(name.get_ref()).map(SeriesKey::Column);
        let names = || [vec!["variant".to_owned()], columns(|_| true)].concat();
        parameter
            .or_else(column)
            .ok_or_else(|| self.unknown(name, "`by`", names()))
    }

    /// Returns the full path of the parameter that a spec names by its full path or by its last part; `None` if there is none, or several.
    fn parameter(&self, name: &str) -> Option<String> {
        let is_meant = |path: &&String| *path == name || path.rsplit('.').next() == Some(name);
        let mut meant = self.parameters.iter().filter(is_meant);
        let first = meant.next()?;
        let is_single = meant.next().is_none() || self.parameters.contains(name);
        let path = if self.parameters.contains(name) {
            name
        } else {
            first
        };
        is_single.then(|| path.to_owned())
    }

    fn unknown(&self, name: &Spanned<String>, key: &str, columns: Vec<String>) -> SpecFinding {
        let names: Vec<String> = self.parameters.iter().cloned().chain(columns).collect();
        let given = name.get_ref();
        let ends = self
            .parameters
            .iter()
            .filter(|path| path.rsplit('.').next() == Some(given))
            .count();
        let problem = match ends {
            0 | 1 => format!("{key} names no column and no key of the cells: `{given}`"),
            _ => format!("{key} may mean {ends} keys: `{given}`; write the whole path"),
        };
        SpecFinding::new(name.span(), problem)
            .help("`perceptron-lab list columns` names all columns")
            .among(given, &names)
            .allowed("a column, or a key of the generator or of a sweep")
    }
}

/// Returns the columns that the spec wants measured even if no claim and no figure reads them.
fn measured_columns(root: &DeTable) -> Result<Vec<AnyColumn>, Vec<SpecFinding>> {
    let Some((_, node)) = tree::find(root, &["measure"]) else {
        return Ok(Vec::new());
    };
    let names = Vec::<Spanned<String>>::deserialize(ValueDeserializer::from(node.clone()));
    let names = names.map_err(|_| {
        let problem = "`measure` is not a list of columns";
        vec![
            SpecFinding::new(node.span(), problem)
                .allowed("measure = [\"leave_one_out_error\", …]"),
        ]
    })?;
    let (mut found, mut findings) = (Vec::new(), Vec::new());
    for name in &names {
        match AnyColumn::named(name.get_ref()) {
            Some(column) => found.push(column),
            None => findings.push(no_column(name, "`measure`", columns(|_| true))),
        }
    }
    match findings.is_empty() {
        true => Ok(found),
        false => Err(findings),
    }
}

/// Returns the column that a figure's `y` names, if the column holds numbers.
fn measured(name: &Spanned<String>) -> Result<AnyColumn, SpecFinding> {
    plotted(name.get_ref()).ok_or_else(|| no_column(name, "`y`", columns(is_plotted)))
}

fn no_column(name: &Spanned<String>, key: &str, names: Vec<String>) -> SpecFinding {
    let given = name.get_ref();
    let problem = match AnyColumn::named(given) {
        Some(_) => format!("{key} cannot be drawn: `{given}` holds no numbers"),
        None => format!("{key} names no column: `{given}`"),
    };
    SpecFinding::new(name.span(), problem)
        .help("`perceptron-lab list columns` names all columns")
        .among(given, &names)
        .allowed("the name of a column")
}

fn plotted(name: &str) -> Option<AnyColumn> {
    AnyColumn::named(name).filter(|column| is_plotted(*column))
}

/// Whether a column can be drawn along an axis: it holds numbers, or truth values, whose mean is a proportion.
fn is_plotted(column: AnyColumn) -> bool {
    let kind = column.declared().kind;
    kind.is_number() || matches!(kind, ColumnKind::Flag)
}

fn columns(wanted: impl Fn(AnyColumn) -> bool) -> Vec<String> {
    let all = AnyColumn::all().filter(|column| wanted(*column));
    all.map(|column| column.name().to_owned()).collect()
}
