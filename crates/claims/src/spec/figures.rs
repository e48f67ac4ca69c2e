//! Reads the figures that a spec asks for, by kind or by their two axes, and the columns that it wants measured.

use super::cell::Cell;
use super::diagnostic::SpecFinding;
use super::figure_names::{FigureNames, columns, no_column};
use super::shape::{FIGURE, KeyPlace};
use super::stated::selected_cells;
use super::tree::{self, Node};
use crate::figure::{
    CustomFigure, FigureKind, HorizontalAxis, PlottedQuantity, Request, SeriesKey,
};
use crate::trial::AnyColumn;
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
    #[serde(rename = "x")]
    _x: Option<IgnoredAny>,
    #[serde(rename = "y")]
    _y: Option<IgnoredAny>,
    labels: Option<Vec<String>>,
    x_label: Option<String>,
    y_label: Option<String>,
    x_scale: Option<WireScale>,
    y_scale: Option<WireScale>,
    most: Option<Spanned<f64>>,
    band: Option<bool>,
    panels: Option<Spanned<String>>,
    by: Option<IgnoredAny>,
    title: Option<String>,
    #[serde(rename = "where")]
    cells: Option<IgnoredAny>,
    variants: Option<Vec<Spanned<String>>>,
}

/// The scale of an axis, as written.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum WireScale {
    Linear,
    Log,
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

/// Reads the figures of the spec, from the table `figures` or a list of such tables; an empty list asks for none.
fn read(root: &DeTable, cells: &[Cell]) -> Result<Vec<Request>, Vec<SpecFinding>> {
    let Some((key, node)) = tree::find(root, &["figures"]) else {
        return Ok(vec![Request::Default]);
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
        cells,
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
    requests.extend(own.map(Box::new).map(Request::Own));
    match requests.is_empty() && wire.show.is_none() {
        true => Err(
            SpecFinding::new(node.span(), "a figure without axes").allowed(
                "x and y, each the name of a column or a formula, x also a key that is swept; or show = [names]",
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
    let value = |key: &str| {
        let table = node.get_ref().as_table();
        table.and_then(|table| tree::find(table, &[key]))
    };
    let (x, y) = match (value("x"), value("y")) {
        (Some((_, x)), Some((_, y))) => (x, y),
        (None, None) => return no_stray_key(wire, node).map(|()| None),
        (Some(_), None) => return Err(lone(node, "x", "y")),
        (None, Some(_)) => return Err(lone(node, "y", "x")),
    };
    if let Some(most) = wire
        .most
        .as_ref()
        .filter(|most| !most.get_ref().is_finite())
    {
        let problem = "`most` is not a finite number";
        return Err(SpecFinding::new(most.span(), problem).allowed("a number, such as 1"));
    }
    let (x, y) = (known.along(x)?, quantities(y, wire, node, known)?);
    let along = match &x {
        HorizontalAxis::Quantity(quantity) => Some(quantity),
        HorizontalAxis::Parameter(_) => None,
    };
    let up: Vec<&PlottedQuantity> = y.iter().map(|(y, _)| y).collect();
    Ok(Some(CustomFigure {
        pair: pair(&up, along, (wire, node))?,
        x,
        y,
        axes: [wire.x_label.clone(), wire.y_label.clone()],
        logarithmic: [wire.x_scale, wire.y_scale]
            .map(|scale| scale.map(|scale| scale == WireScale::Log)),
        cells: drawn(wire, node, known.cells)?,
        variants: known.drawn_variants(wire.variants.as_deref())?,
        panels: known.panels(wire.panels.as_ref())?,
        has_bands: wire.band == Some(true),
        most: wire.most.as_ref().map(|most| *most.get_ref()),
        by: by(node, known)?,
        title: wire.title.clone(),
    }))
}

/// Returns the two variants that `first.` and `second.` stand for, in the order of the key `variants`, if a quantity reads them. A plain column along
/// the horizontal axis is that of the first.
fn pair(
    up: &[&PlottedQuantity],
    along: Option<&PlottedQuantity>,
    (wire, node): (&WireFigure, &Node),
) -> Result<Option<[String; 2]>, SpecFinding> {
    let mut all = up.iter().copied().chain(along);
    if !all.any(PlottedQuantity::is_of_pairs) {
        return Ok(None);
    }
    if let Some(single) = up
        .iter()
        .find(|quantity| !quantity.is_of_pairs() && !quantity.is_constant())
    {
        let [name, _] = single.descriptions();
        let problem = format!("“{name}” is a number of one trial, and others are of pairs");
        let allowed = "first.COLUMN and second.COLUMN in every formula that reads a trial";
        return Err(SpecFinding::new(node.span(), problem).allowed(allowed));
    }
    let named = wire.variants.iter().flatten();
    let named: Vec<String> = named.map(|name| name.get_ref().clone()).collect();
    match <[String; 2]>::try_from(named) {
        Ok(pair) if pair[0] != pair[1] => Ok(Some(pair)),
        _ => {
            let table = node.get_ref().as_table();
            let named = table.and_then(|table| tree::find(table, &["variants"]));
            let place = named.map_or(node.span(), |(key, _)| key);
            let problem = "a formula of two trials, and `variants` does not name two variants";
            Err(SpecFinding::new(place, problem).allowed(
                "variants = [\"FIRST\", \"SECOND\"], the two that `first.` and `second.` stand for",
            ))
        }
    }
}

/// Reads the key `where` of a figure: the cells that are drawn, `None` for all.
fn drawn(
    wire: &WireFigure,
    node: &Node,
    cells: &[Cell],
) -> Result<Option<BTreeSet<usize>>, SpecFinding> {
    match (&wire.cells, node.get_ref().as_table()) {
        (Some(_), Some(table)) => selected_cells(table, cells).map(Some),
        _ => Ok(None),
    }
}

/// Refuses keys of a figure with axes in an entry without axes.
fn no_stray_key(wire: &WireFigure, node: &Node) -> Result<(), SpecFinding> {
    let given = [
        (wire.by.is_some(), "by"),
        (wire.title.is_some(), "title"),
        (wire.labels.is_some(), "labels"),
        (wire.x_label.is_some(), "x_label"),
        (wire.y_label.is_some(), "y_label"),
        (wire.cells.is_some(), "where"),
        (wire.x_scale.is_some(), "x_scale"),
        (wire.y_scale.is_some(), "y_scale"),
        (wire.most.is_some(), "most"),
        (wire.band.is_some(), "band"),
        (wire.panels.is_some(), "panels"),
        (wire.variants.is_some(), "variants"),
    ];
    match given.into_iter().find(|(given, _)| *given) {
        Some((_, key)) => Err(lone(node, key, "x and y")),
        None => Ok(()),
    }
}

/// Reads the quantities along the vertical axis: one column or formula, or a list of them with their labels.
fn quantities(
    y: &Node,
    wire: &WireFigure,
    node: &Node,
    known: &FigureNames,
) -> Result<Vec<(PlottedQuantity, String)>, SpecFinding> {
    let nodes: Vec<&Node> = match y.get_ref() {
        DeValue::Array(all) if !all.is_empty() => all.iter().collect(),
        _ => vec![y],
    };
    let read = |node: &&Node| known.quantity(node, "`y`");
    let quantities = nodes.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let own = |quantity: &PlottedQuantity| match quantities.len() {
        1 => String::new(),
        _ => quantity.descriptions()[0].clone(),
    };
    let labels = match &wire.labels {
        None => quantities.iter().map(own).collect(),
        Some(labels) if labels.len() == quantities.len() => labels.clone(),
        Some(labels) => {
            let table = node.get_ref().as_table();
            let place = table.map_or(node.span(), |table| tree::place(table, &["labels"]));
            let (given, wanted) = (labels.len(), quantities.len());
            let problem = format!("{given} labels for {wanted} quantities");
            let finding = SpecFinding::new(place, problem);
            return Err(finding.help("write one label for each entry of `y`"));
        }
    };
    Ok(quantities.into_iter().zip(labels).collect())
}

/// Reads the keys that distinguish the series of an entry: one name, or a list of names. The default is the variant.
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
