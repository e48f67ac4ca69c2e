//! Draws the weight vectors of the long run of a random order as a map: a tile for every pair of two weights.

use super::chart::{Axis, Chart, Mark, Point, Series, SeriesRole};
use super::labels::with;
use super::long_run_vectors::LongRunVectors;
use super::{Builder, Gallery};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::documented_unit;
use std::collections::BTreeMap;

documented_unit! {
    name = "long-run-map";
    /// A tile for every pair of values of two weights, darker the more probable the pair is in the long run of a random order; one map for each cell and
    /// variant.
    ///
    /// # Formula
    /// π(w_a, w_b), summed over the other weights; a and b are the first two weights that take several values
    /// # Premise
    /// A variant on exact features that can reach at most 500 weight vectors; the first replicate of a cell is drawn.
    /// # Source
    /// docs/theory.md, X1.
    /// # Examples
    /// ```toml
    /// [figures]
    /// show = ["long-run-map"]
    /// ```
    pub struct LongRunMap;
}

/// Largest number of values of a weight along an axis.
const MOST_VALUES: usize = 30;

/// Largest number of maps that are drawn for an experiment.
const MOST_MAPS: usize = 6;

impl Builder for LongRunMap {
    fn columns(&self) -> &'static [AnyColumn] {
        const COLUMNS: &[AnyColumn] = &[columns::LONG_RUN_VECTORS.any()];
        COLUMNS
    }

    fn charts(&self, gallery: &Gallery) -> Result<Vec<Chart>, String> {
        let mut maps: Vec<WeightMap> = Vec::new();
        for long_run in &gallery.long_runs {
            let Some(map) = WeightMap::of(long_run) else {
                continue;
            };
            let is_drawn = |other: &&mut WeightMap| other.looks_like(&map);
            match maps.iter_mut().find(is_drawn) {
                Some(other) => other.variant = format!("{}, {}", other.variant, map.variant),
                None => maps.push(map),
            }
        }
        if maps.is_empty() {
            return Err(format!(
                "each variant runs on floats, reaches more than 500 weight vectors, or has no two weights of at most {MOST_VALUES} values each"
            ));
        }
        let drawn = maps.iter().take(MOST_MAPS).enumerate();
        Ok(drawn
            .map(|(index, map)| map.chart(gallery, index))
            .collect())
    }
}

/// The long-run probabilities of the pairs of two weights.
struct WeightMap {
    cell: usize,
    variant: String,
    /// The two weights, counted from 1, each with its values in ascending order.
    axes: [(usize, Vec<f64>); 2],
    /// The probability of each pair of places on the axes.
    tiles: BTreeMap<(usize, usize), f64>,
    vectors: usize,
}

impl WeightMap {
    fn of(long_run: &LongRunVectors) -> Option<Self> {
        let vectors = long_run.parsed();
        let dimension = vectors.first()?.0.len();
        let values = |weight: usize| {
            let mut values: Vec<f64> = vectors.iter().map(|(vector, _)| vector[weight]).collect();
            values.sort_by(f64::total_cmp);
            values.dedup();
            values
        };
        let weights = (0..dimension).map(|weight| (weight, values(weight)));
        let varying = weights.filter(|(_, values)| values.len() > 1);
        let weights: Vec<(usize, Vec<f64>)> = varying.take(2).collect();
        let axes: [(usize, Vec<f64>); 2] = weights.try_into().ok()?;
        if axes.iter().any(|(_, values)| values.len() > MOST_VALUES) {
            return None;
        }
        let mut tiles = BTreeMap::new();
        for (vector, probability) in &vectors {
            let place = |(weight, values): &(usize, Vec<f64>)| {
                values.iter().position(|value| *value == vector[*weight])
            };
            let pair = place(&axes[0]).zip(place(&axes[1]))?;
            *tiles.entry(pair).or_insert(0.0) += probability;
        }
        Some(Self {
            cell: long_run.cell,
            variant: long_run.variant.clone(),
            axes,
            tiles,
            vectors: vectors.len(),
        })
    }

    fn looks_like(&self, other: &Self) -> bool {
        self.cell == other.cell && self.tiles == other.tiles && self.axes == other.axes
    }

    fn chart(&self, gallery: &Gallery, index: usize) -> Chart {
        let points = self.tiles.iter();
        let points = points.map(|(&(x, y), &share)| Point::shaded(x as f64, y as f64, share));
        let [across, up] = &self.axes;
        let axis = |(weight, values): &(usize, Vec<f64>)| {
            let names = values.iter().map(f64::to_string);
            Axis::categories(format!("weight {}", weight + 1), names.collect())
        };
        let name = LongRunMap::DOC.name;
        let setting = match gallery.cells.varying().is_empty() {
            true => "",
            false => gallery.cells.name(self.cell),
        };
        Chart {
            name: match index {
                0 => name.to_owned(),
                _ => format!("{name}-{}", index + 1),
            },
            title: with("The long run of a random order", setting),
            caption: format!(
                "Long-run probability of each pair of the weights {} and {}, for {}: darker where the run is more often. The other weights are summed \
                 over; {} weight vectors recur. A place without a tile is never visited in the long run.",
                across.0 + 1,
                up.0 + 1,
                self.variant,
                self.vectors
            ),
            x: axis(across),
            y: axis(up),
            series: vec![Series::new(
                "",
                SeriesRole::Observed,
                Mark::Tiles,
                points.collect(),
            )],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn map_sums_probabilities_over_the_other_weights() {
        let long_run = LongRunVectors {
            cell: 0,
            variant: "v".into(),
            text: "0 5 1 -1 0.25; 1 5 1 2 0.25; 0 5 2 -1 0.5".into(),
        };
        let map = WeightMap::of(&long_run).unwrap();
        assert_eq!(map.axes[0], (0, vec![0.0, 1.0]));
        assert_eq!(map.axes[1], (2, vec![1.0, 2.0]));
        let tiles: Vec<_> = map.tiles.into_iter().collect();
        assert_eq!(tiles, [((0, 0), 0.25), ((0, 1), 0.5), ((1, 0), 0.25)]);
    }

    #[test]
    fn single_weight_has_no_map() {
        let long_run = LongRunVectors {
            cell: 0,
            variant: "v".into(),
            text: "-1 0.5; 1 0.5".into(),
        };
        assert!(WeightMap::of(&long_run).is_none());
    }
}
