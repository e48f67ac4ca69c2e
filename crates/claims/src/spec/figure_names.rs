//! Reads the names in the entries of `[[figures]]`: columns, keys of the cells, variants and formulas.

use super::cell::Cell;
use super::diagnostic::SpecFinding;
use super::stated::check_generator_keys;
use super::tree::Node;
use crate::claim::Formula;
use crate::figure::{HorizontalAxis, PlottedQuantity, SeriesKey};
use crate::trial::{AnyColumn, ColumnKind};
use std::collections::BTreeSet;
use toml::Spanned;

/// Names that an axis of a figure can use in addition to columns.
pub(super) struct FigureNames<'a> {
    pub(super) parameters: BTreeSet<String>,
    pub(super) cells: &'a [Cell],
}

impl FigureNames<'_> {
    /// Reads the key `variants` of a figure: the variants that are drawn, `None` for all.
    pub(super) fn drawn_variants(
        &self,
        names: Option<&[Spanned<String>]>,
    ) -> Result<Option<BTreeSet<String>>, SpecFinding> {
        let Some(names) = names else {
            return Ok(None);
        };
        let variants = self.cells.iter().flat_map(|cell| &cell.variants);
        let known: BTreeSet<&String> = variants.map(|(name, _)| name).collect();
        if let Some(unknown) = names.iter().find(|name| !known.contains(name.get_ref())) {
            let problem = format!("unknown variant `{}`", unknown.get_ref());
            let known: Vec<String> = known.into_iter().cloned().collect();
            return Err(SpecFinding::new(unknown.span(), problem).among(unknown.get_ref(), &known));
        }
        let drawn = names.iter().map(|name| name.get_ref().clone());
        Ok(Some(drawn.collect()))
    }

    /// Reads the key `panels` of a figure: the path of the parameter whose values have panels.
    pub(super) fn panels(
        &self,
        name: Option<&Spanned<String>>,
    ) -> Result<Option<String>, SpecFinding> {
        let Some(name) = name else {
            return Ok(None);
        };
        match self.parameter(name.get_ref()) {
            Some(path) => Ok(Some(path)),
            None => {
                let problem = format!("`panels` names no key of the cells: `{}`", name.get_ref());
                let keys: Vec<String> = self.parameters.iter().cloned().collect();
                Err(SpecFinding::new(name.span(), problem).among(name.get_ref(), &keys))
            }
        }
    }

    pub(super) fn along(&self, node: &Node) -> Result<HorizontalAxis, SpecFinding> {
        let name = text_of(node, "`x`")?;
        if let Some(column) = plotted(name.get_ref()) {
            return Ok(HorizontalAxis::Quantity(PlottedQuantity::Column(column)));
        }
        if let Some(path) = self.parameter(name.get_ref()) {
            return Ok(HorizontalAxis::Parameter(path));
        }
        let is_path = |letter: char| letter.is_alphanumeric() || "_.-".contains(letter);
        let is_placed = ["first.", "second."]
            .iter()
            .any(|word| name.get_ref().starts_with(word));
        if !is_placed && name.get_ref().chars().all(is_path) {
            return Err(self.unknown(&name, "`x`", columns(is_plotted)));
        }
        self.quantity(node, "`x`").map(HorizontalAxis::Quantity)
    }

    /// Reads a column that can be drawn, or a formula.
    pub(super) fn quantity(&self, node: &Node, key: &str) -> Result<PlottedQuantity, SpecFinding> {
        let name = text_of(node, key)?;
        let text = name.get_ref();
        if let Some(column) = plotted(text) {
            return Ok(PlottedQuantity::Column(column));
        }
        let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        if text.chars().all(is_name) {
            return Err(no_column(&name, key, columns(is_plotted)));
        }
        let formula: Formula = text
            .parse()
            .map_err(|error| SpecFinding::of_formula(name.span(), text, error))?;
        check_generator_keys(&formula, node, self.cells)?;
        Ok(PlottedQuantity::Formula(formula))
    }

    pub(super) fn by(&self, name: &Spanned<String>) -> Result<SeriesKey, SpecFinding> {
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

    /// Returns the full path of the parameter that a spec names by its full path or by its last part; `None` if no parameter, or more than one, has
    /// this name.
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

/// Returns the text of a value, which names a column, a key or a formula.
fn text_of(node: &Node, key: &str) -> Result<Spanned<String>, SpecFinding> {
    let text = node.get_ref().as_str();
    let problem = || format!("{key} names columns and formulas in quotes");
    let refused = || SpecFinding::new(node.span(), problem()).allowed("\"mistakes\", for example");
    let text = text.ok_or_else(refused)?;
    Ok(Spanned::new(node.span(), text.to_owned()))
}

pub(super) fn no_column(name: &Spanned<String>, key: &str, names: Vec<String>) -> SpecFinding {
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

pub(super) fn columns(wanted: impl Fn(AnyColumn) -> bool) -> Vec<String> {
    let all = AnyColumn::all().filter(|column| wanted(*column));
    all.map(|column| column.name().to_owned()).collect()
}
