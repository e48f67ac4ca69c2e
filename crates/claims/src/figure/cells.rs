//! Names the cells of an experiment by the parameters that vary between them, and lays the cells out along an axis.

use super::chart::Axis;
use perceptron::sample::Rational;
use serde_json::{Map, Value};
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

/// Largest number of cells whose names are written along an axis; more names cannot be read.
const MOST_CATEGORIES: usize = 40;

/// Largest number of characters of a parameter's value that a figure's label shows in full.
const LONGEST_VALUE: usize = 24;

/// Keys that count something, with the words for one and for several.
const NOUNS: [(&str, [&str; 2]); 4] = [
    ("dimension", ["dimension", "dimensions"]),
    ("examples", ["example", "examples"]),
    ("inputs", ["input", "inputs"]),
    ("relevant", ["relevant sign", "relevant signs"]),
];

/// Ratio of largest to smallest positive value above which an axis is logarithmic, because a linear one would crowd the values at one end.
const WIDE: f64 = 20.0;

/// The cells of an experiment, with the keys of the parameters that distinguish them.
#[derive(Debug, Clone)]
pub struct Cells {
    parameters: Vec<Map<String, Value>>,
    varying: Vec<String>,
    /// The names of the cells as in tables, `dimension=101 relevant=5`; `words` has them as in figures, `dimension = 101, relevant = 5`.
    names: Vec<String>,
    words: Vec<String>,
    places: HashMap<Map<String, Value>, usize>,
}

impl Cells {
    /// Names the cells of an experiment, given the parameters of each; no two cells may have the same.
    pub fn new(parameters: Vec<Map<String, Value>>) -> Self {
        let varying = varying(&parameters);
        let places = parameters.iter().cloned().zip(0..).collect();
        let unnamed = Self {
            parameters,
            varying,
            names: Vec::new(),
            words: Vec::new(),
            places,
        };
        let keys: Vec<&String> = unnamed.varying.iter().collect();
        let named = |of: &dyn Fn(usize) -> String| numbered((0..unnamed.len()).map(of).collect());
        let names = named(&|cell| unnamed.pairs(cell, &keys));
        let words = named(&|cell| unnamed.values(cell, &keys));
        Self {
            names,
            words,
            ..unnamed
        }
    }

    /// Returns the name of the cell with these parameters, made of those that vary between cells: `dimension=101 relevant=5`. Empty for an unknown
    /// cell.
    pub fn label(&self, cell: &Map<String, Value>) -> &str {
        let place = self.places.get(cell);
        place.map_or("", |&place| &self.names[place])
    }

    /// Returns the parameters of a cell that vary between cells, for a sentence: `dimension = 101, relevant = 5`. Empty for an unknown cell.
    pub fn words(&self, cell: &Map<String, Value>) -> &str {
        self.places
            .get(cell)
            .map_or("", |&place| &self.words[place])
    }

    /// Returns the number of cells.
    pub(super) fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Returns the name of the cell with this index, made of the parameters that vary between cells: `dimension = 101, relevant = 5`.
    pub(super) fn name(&self, cell: usize) -> &str {
        &self.words[cell]
    }

    /// Returns the keys of the parameters whose values differ between cells.
    pub(super) fn varying(&self) -> &[String] {
        &self.varying
    }

    /// Returns the value of a parameter in a cell as text, shortened if it is long.
    pub(super) fn value(&self, cell: usize, key: &str) -> Option<String> {
        self.parameters[cell].get(key).map(shown)
    }

    /// Returns the value of a parameter in a cell, if it is a number or a fraction.
    pub(super) fn number(&self, cell: usize, key: &str) -> Option<f64> {
        numeric(self.parameters[cell].get(key)?)
    }

    /// Returns an axis along which the cells are laid out, the position of every cell on it, and the key of the parameter that it shows. The axis shows
    /// the values of a parameter if only one varies or if the cells are too many to be named; otherwise it names the cells, and has no key.
    pub(super) fn axis(&self) -> (Axis, Vec<f64>, Option<&str>) {
        let numeric = self
            .varying
            .iter()
            .filter_map(|key| Some((key, self.numbers(key)?)));
        let finest = numeric
            .enumerate()
            .max_by_key(|(rank, (_, values))| (distinct(values), Reverse(*rank)))
            .map(|(_, found)| found);
        match finest {
            Some((key, values)) if self.varying.len() == 1 || self.len() > MOST_CATEGORIES => {
                (axis(self.key_in_words(key), &values), values, Some(key))
            }
            _ => (
                Axis::categories("setting", self.words.clone()),
                (0..self.len()).map(|cell| cell as f64).collect(),
                None,
            ),
        }
    }

    /// Returns an axis of the parameter of numbers with most values among some of the cells, the position of every cell on it, and its key; `None` if
    /// these cells differ in no number.
    pub(super) fn axis_of(&self, cells: &BTreeSet<usize>) -> Option<(Axis, Vec<f64>, &str)> {
        let numbers = |key: &String| -> Option<Vec<f64>> {
            cells.iter().map(|&cell| self.number(cell, key)).collect()
        };
        let numeric = self.varying.iter().enumerate();
        let numeric = numeric.filter_map(|(rank, key)| Some((rank, key, numbers(key)?)));
        let finest = numeric.max_by_key(|(rank, _, values)| (distinct(values), Reverse(*rank)));
        let (_, key, values) = finest.filter(|(.., values)| distinct(values) > 1)?;
        let places = (0..self.len()).map(|cell| self.number(cell, key).unwrap_or(f64::NAN));
        let shown = axis(self.key_in_words(key), &values);
        Some((shown, places.collect(), key))
    }

    /// Whether all values of a parameter are whole numbers, as it counts something.
    pub(super) fn is_count(&self, key: &str) -> bool {
        let mut values = self.parameters.iter().filter_map(|cell| cell.get(key));
        values.all(|value| value.is_u64() || value.is_i64())
    }

    /// Returns the keys of the parameters that distinguish cells with equally many examples; `sizes` has pairs of a cell's index and its number of
    /// examples. Keys are chosen one after the other as long as they split cells further. A parameter that depends on the number of examples alone is
    /// not among them.
    pub(super) fn splitting(&self, sizes: &[(usize, u64)]) -> Vec<&String> {
        let mut chosen: Vec<&String> = Vec::new();
        for key in &self.varying {
            // The value of the first cell, for each size and combination of the chosen keys.
            let mut firsts = HashMap::new();
            let splits = sizes.iter().any(|&(cell, size)| {
                let values = &self.parameters[cell];
                let alike: Vec<_> = chosen.iter().map(|&key| values.get(key)).collect();
                let value = values.get(key);
                *firsts.entry((size, alike)).or_insert(value) != value
            });
            if splits {
                chosen.push(key);
            }
        }
        chosen
    }

    /// Returns the names and values of some parameters of a cell as text: `target margin = 0.3`.
    pub(super) fn values(&self, cell: usize, keys: &[&String]) -> String {
        let part = |key: &&String| {
            let value = self.value(cell, key)?;
            let value = value.strip_suffix(".0").unwrap_or(&value);
            Some(format!("{} = {value}", self.key_in_words(key)))
        };
        keys.iter().filter_map(part).collect::<Vec<_>>().join(", ")
    }

    /// Like [`Self::values`], but as in a legend: `9 relevant signs, margin 0.3`.
    pub(super) fn phrases(&self, cell: usize, keys: &[&String]) -> String {
        let part = |key: &&String| {
            let value = self.value(cell, key)?;
            Some(self.phrase(key, &value))
        };
        keys.iter().filter_map(part).collect::<Vec<_>>().join(", ")
    }

    /// A value of a parameter in words: `9 relevant signs`, `margin 0.3`.
    pub(super) fn phrase(&self, key: &str, value: &str) -> String {
        let value = value.strip_suffix(".0").unwrap_or(value);
        let last = key.rsplit('.').next().unwrap_or(key);
        match NOUNS.iter().find(|(name, _)| *name == last) {
            Some((_, [one, _])) if value == "1" => format!("1 {one}"),
            Some((_, [_, many])) if value.parse::<u64>().is_ok() => format!("{value} {many}"),
            _ => format!("{} {value}", self.key_in_words(key)),
        }
    }

    /// Like [`Self::values`], but as in tables: `target_margin=0.3`.
    fn pairs(&self, cell: usize, keys: &[&String]) -> String {
        let part = |key: &&String| {
            let value = self.value(cell, key)?;
            Some(format!("{}={value}", self.short(key)))
        };
        keys.iter().filter_map(part).collect::<Vec<_>>().join(" ")
    }

    /// Returns the key of a parameter with spaces for underscores: its last segment, or the whole path if two varying keys share the last segment.
    pub(super) fn key_in_words(&self, key: &str) -> String {
        self.short(key).replace('_', " ")
    }

    /// Returns the last segment of a parameter's key, or the whole path if two varying keys share the last segment.
    fn short<'a>(&self, key: &'a str) -> &'a str {
        let last = |key: &'a str| key.rsplit('.').next().unwrap_or(key);
        let shared = self
            .varying
            .iter()
            .any(|other| other != key && other.rsplit('.').next() == Some(last(key)));
        if shared { key } else { last(key) }
    }

    fn numbers(&self, key: &str) -> Option<Vec<f64>> {
        self.parameters
            .iter()
            .map(|cell| numeric(cell.get(key)?))
            .collect()
    }
}

/// Returns an axis for these values, which is logarithmic if they are not negative and span a wide range.
pub(super) fn axis(label: impl Into<String>, values: &[f64]) -> Axis {
    let positive = values.iter().copied().filter(|value| *value > 0.0);
    let smallest = positive.clone().fold(f64::INFINITY, f64::min);
    let wide =
        values.iter().all(|value| *value >= 0.0) && positive.fold(0.0, f64::max) > WIDE * smallest;
    if wide {
        Axis::log(label)
    } else {
        Axis::linear(label)
    }
}

/// Makes the names of cells unique: if shortened values make two names equal, the cell's number is added.
fn numbered(names: Vec<String>) -> Vec<String> {
    let mut times: HashMap<&String, usize> = HashMap::new();
    names
        .iter()
        .for_each(|name| *times.entry(name).or_default() += 1);
    let name = |(index, name): (usize, &String)| match name.as_str() {
        "" => "the only setting".to_owned(),
        _ if times[name] > 1 => format!("{name} (setting {})", index + 1),
        _ => name.clone(),
    };
    names.iter().enumerate().map(name).collect()
}

/// Returns the keys of the parameters whose values differ between cells. Lists, tables and digests are included only if the other values do not
/// distinguish all cells.
fn varying(cells: &[Map<String, Value>]) -> Vec<String> {
    let keys: BTreeSet<&String> = cells.iter().flat_map(Map::keys).collect();
    let differs = |key: &&String| {
        cells
            .iter()
            .any(|cell| cell.get(*key) != cells[0].get(*key))
    };
    let plain = |key: &&String| {
        !key.ends_with("digest")
            && cells
                .iter()
                .all(|cell| !matches!(cell.get(*key), Some(Value::Array(_) | Value::Object(_))))
    };
    let (short, long): (Vec<&String>, Vec<&String>) =
        keys.into_iter().filter(differs).partition(plain);
    let told: BTreeSet<String> = cells
        .iter()
        .map(|cell| {
            format!(
                "{:?}",
                short.iter().map(|key| cell.get(*key)).collect::<Vec<_>>()
            )
        })
        .collect();
    let needed = if told.len() == cells.len() {
        Vec::new()
    } else {
        long
    };
    short.into_iter().chain(needed).cloned().collect()
}

fn shown(value: &Value) -> String {
    let text = value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned);
    let short: String = text.chars().take(LONGEST_VALUE).collect();
    if short.len() < text.len() {
        short + "…"
    } else {
        text
    }
}

fn numeric(value: &Value) -> Option<f64> {
    value
        .as_f64()
        .or_else(|| Some(value.as_str()?.parse::<Rational>().ok()?.to_f64()))
}

fn distinct(values: &[f64]) -> usize {
    values
        .iter()
        .map(|value| value.to_bits())
        .collect::<BTreeSet<_>>()
        .len()
}

#[cfg(test)]
mod tests {
    use super::super::chart::Scale;
    use super::*;
    use serde_json::json;

    fn cells(values: &[Value]) -> Cells {
        Cells::new(
            values
                .iter()
                .map(|value| value.as_object().unwrap().clone())
                .collect(),
        )
    }

    #[test]
    fn a_label_has_only_what_varies() {
        let cells = cells(&[
            json!({"g.m.n": 5, "g.m.r": 1, "g.m.k": 2}),
            json!({"g.m.n": 7, "g.m.r": 3, "g.m.k": 2}),
        ]);
        assert_eq!(
            (cells.name(0), cells.name(1)),
            ("n = 5, r = 1", "n = 7, r = 3")
        );
        let label = cells.label(&cells.parameters[1]);
        assert_eq!(label, "n=7 r=3");
    }

    #[test]
    fn keys_with_the_same_end_are_written_in_full() {
        let cells = cells(&[
            json!({"v.a.step": 1, "v.b.step": 1}),
            json!({"v.a.step": 2, "v.b.step": 3}),
        ]);
        assert_eq!(cells.name(1), "v.a.step = 2, v.b.step = 3");
    }

    #[test]
    fn list_parameter_is_shown_only_if_no_other_distinguishes_the_cells() {
        let told = cells(&[
            json!({"d": 1, "masses": [1]}),
            json!({"d": 2, "masses": [1, 2]}),
        ]);
        assert_eq!(told.name(1), "d = 2");
        let needed = cells(&[json!({"masses": [1]}), json!({"masses": [1, 2]})]);
        assert_eq!(needed.name(1), "masses = [1,2]");
        assert_eq!(cells(&[json!({"d": 1})]).name(0), "the only setting");
        let files = cells(&[
            json!({"g.digest": "06b6", "g.path": "a.csv"}),
            json!({"g.digest": "3163", "g.path": "b.csv"}),
        ]);
        assert_eq!(files.name(0), "path = a.csv");
        let spaced = cells(&[json!({"g.a_b": 1}), json!({"g.a_b": 2})]);
        assert_eq!(spaced.name(0), "a b = 1");
    }

    #[test]
    fn cells_whose_shortened_values_look_alike_are_numbered() {
        let long = |end: &str| json!({ "examples": "a".repeat(30) + end });
        let cells = cells(&[long("b"), long("c")]);
        assert_eq!(
            cells.name(1),
            format!("examples = {}… (setting 2)", "a".repeat(24))
        );
        assert_eq!(
            cells.label(long("b").as_object().unwrap()),
            format!("examples={}… (setting 1)", "a".repeat(24))
        );
    }

    #[test]
    fn one_varying_number_makes_an_axis_of_numbers() {
        let one = cells(&[json!({"g.d": 1, "x": 1}), json!({"g.d": 300, "x": 1})]);
        assert_eq!(one.axis(), (Axis::log("d"), vec![1.0, 300.0], Some("g.d")));
        let fractions = cells(&[json!({"eta": "1/2"}), json!({"eta": "3/4"})]);
        let shown = (Axis::linear("eta"), vec![0.5, 0.75], Some("eta"));
        assert_eq!(fractions.axis(), shown);
        let two = cells(&[json!({"d": 1, "r": 1}), json!({"d": 3, "r": 2})]);
        assert!(matches!(two.axis().0.scale, Scale::Categories(_)));
    }

    #[test]
    fn axis_of_many_cells_is_the_parameter_with_most_values() {
        let grid: Vec<Value> = (0..50)
            .map(|at| json!({"a": at % 2, "b": at / 2}))
            .collect();
        assert_eq!(cells(&grid).axis().0.label, "b");
    }

    #[test]
    fn parameter_determined_by_the_sample_size_does_not_split_series() {
        let cells = cells(&[
            json!({"d": 2, "m": 10, "p": 0.1}),
            json!({"d": 2, "m": 20, "p": 0.05}),
            json!({"d": 3, "m": 20, "p": 0.07}),
        ]);
        let keys = cells.splitting(&[(0, 10), (1, 20), (2, 20)]);
        assert_eq!(keys, ["d"]);
        assert_eq!(cells.values(2, &keys), "d = 3");
    }
}
