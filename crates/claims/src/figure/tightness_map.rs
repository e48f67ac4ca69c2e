//! Draws a map of tightness (observed ÷ limit) over two swept parameters.

use super::cells::Cells;
use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::extract::ClaimSummary;
use super::labels::{by_label, extent};
use super::tightness::{NO_LIMIT, entries};
use super::{Builder, Gallery};
use perceptron::documented::documented_unit;

documented_unit! {
    name = "tightness-map";
    /// A tile for every pair of values of two swept parameters, darker the closer a claim's observed value comes to its limit; one map per claim and
    /// variant.
    ///
    /// # Formula
    /// tightness = max observed ÷ limit; for claims about expectations, mean observed ÷ mean limit; of cells that share a tile, the largest
    /// # Premise
    /// A claim with an upper limit, and two parameters that differ between its cells.
    /// # Source
    /// The verdicts' tightness_max; of a claim about a probability, the largest ratio of a run.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["tightness-map"]
    /// ```
    pub struct TightnessMap;
}

/// Largest number of parameter values along an axis of a map; more cannot be read.
const MOST_VALUES: usize = 24;

/// Largest number of maps that are drawn for an experiment.
const MOST_MAPS: usize = 6;

/// An axis of a map: a parameter, its values in order, and for every cell the index of its value.
struct ParameterScale {
    label: String,
    names: Vec<String>,
    places: Vec<Option<usize>>,
}

impl Builder for TightnessMap {
    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let entries = entries(gallery);
        if entries.is_empty() {
            return Err(NO_LIMIT.to_owned());
        }
        let labelled = by_label(
            entries
                .iter()
                .map(|entry| (gallery.label(entry, &entries), *entry)),
        );
        let maps = labelled.iter().filter_map(|(label, own)| {
            let scales = scales(&gallery.cells, own);
            let is_readable = scales.iter().all(|scale| scale.names.len() <= MOST_VALUES);
            (scales.len() == 2 && is_readable).then_some((label, own, scales))
        });
        let mut drawn: Vec<TightnessTiles> = Vec::new();
        for (label, own, scales) in maps {
            let tiles = TightnessTiles::new(label, own, scales);
            match drawn.iter_mut().find(|other| other.looks_like(&tiles)) {
                Some(other) => other.label = format!("{} = {label}", other.label),
                None => drawn.push(tiles),
            }
        }
        let charts: Vec<Chart> = drawn
            .iter()
            .take(MOST_MAPS)
            .enumerate()
            .map(|(index, tiles)| tiles.chart(index))
            .collect();
        match charts.is_empty() {
            true => Err(format!(
                "no claim has settings that differ in two parameters of at most {MOST_VALUES} values each, and a map needs two"
            )),
            false => Ok(charts),
        }
    }
}

/// Returns the two parameters with most values among those that differ between the cells of `entries`; fewer if fewer differ.
fn scales(cells: &Cells, entries: &[&ClaimSummary]) -> Vec<ParameterScale> {
    let keys = cells.varying().iter();
    let mut scales: Vec<ParameterScale> = keys
        .map(|key| scale(cells, key, entries))
        .filter(|scale| scale.names.len() > 1)
        .collect();
    scales.sort_by_key(|scale| std::cmp::Reverse(scale.names.len()));
    scales.truncate(2);
    scales
}

/// Returns the values of a parameter in order: by size if they are numbers, otherwise by name.
fn scale(cells: &Cells, key: &str, entries: &[&ClaimSummary]) -> ParameterScale {
    let seen = entries.iter().map(|entry| entry.cell);
    let values = seen.filter_map(|cell| Some((cells.number(cell, key), cells.value(cell, key)?)));
    let mut values: Vec<(Option<f64>, String)> = values.collect();
    values.sort_by(|a, b| {
        let numbers = a.0.unwrap_or(f64::MAX).total_cmp(&b.0.unwrap_or(f64::MAX));
        numbers.then_with(|| a.1.cmp(&b.1))
    });
    values.dedup();
    let names: Vec<String> = values.into_iter().map(|(_, name)| name).collect();
    let place = |cell| {
        let own = cells.value(cell, key)?;
        names.iter().position(|name| *name == own)
    };
    ParameterScale {
        label: cells.key_in_words(key),
        places: (0..cells.len()).map(place).collect(),
        names,
    }
}

/// The tiles of a map, and the claims and variants that have them.
struct TightnessTiles {
    label: String,
    scales: Vec<ParameterScale>,
    /// The places of the tiles on both axes, with their numbers.
    tiles: Vec<((usize, usize), f64)>,
    /// Whether settings share a tile.
    is_shared: bool,
    extent: String,
}

impl TightnessTiles {
    fn new(label: &str, entries: &[&ClaimSummary], scales: Vec<ParameterScale>) -> Self {
        let [across, up] = [&scales[0], &scales[1]];
        let placed = entries.iter().filter_map(|entry| {
            let place = (across.places[entry.cell]?, up.places[entry.cell]?);
            Some((place, entry.tightness?))
        });
        let mut tiles: Vec<((usize, usize), f64)> = placed.collect();
        tiles.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.total_cmp(&a.1)));
        tiles.dedup_by_key(|(place, _)| *place);
        Self {
            label: label.to_owned(),
            is_shared: tiles.len() < entries.len(),
            extent: extent(entries.iter().map(|entry| (entry.cell, entry.trials))),
            scales,
            tiles,
        }
    }

    fn looks_like(&self, other: &Self) -> bool {
        let mut scales = self.scales.iter().zip(&other.scales);
        self.tiles == other.tiles
            && scales.all(|(one, two)| one.label == two.label && one.names == two.names)
    }

    fn chart(&self, index: usize) -> Chart {
        let [across, up] = [&self.scales[0], &self.scales[1]];
        let tiles = self.tiles.iter();
        let points = tiles.map(|&((x, y), tightness)| Point::shaded(x as f64, y as f64, tightness));
        let name = TightnessMap::DOC.name;
        let shared = if self.is_shared {
            " Settings that differ in another parameter share a tile, which shows the largest."
        } else {
            ""
        };
        Chart {
            name: match index {
                0 => name.to_owned(),
                _ => format!("{name}-{}", index + 1),
            },
            title: format!("Tightness: {}", self.label),
            caption: format!(
                "Observed value divided by its limit, without unit, for {}: at 1 a limit is reached, and what exceeds it is red. The stronger the \
                 colour, the more of the limit is used.{shared} A place without a tile has no setting. {}.",
                self.label, self.extent
            ),
            x: Axis::categories(across.label.clone(), across.names.clone()),
            y: Axis::categories(up.label.clone(), up.names.clone()),
            series: vec![Series::new(
                "",
                SeriesRole::Observed,
                Mark::Tiles,
                points.collect(),
            )],
        }
    }
}
