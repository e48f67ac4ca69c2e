//! States radius and margins exactly for samples in which different examples decide them, with each of these at every position of the sample.
//!
//! The examples y·x are (−1, 1), (8, −5), (30, 40) and (1, 1), and the separator is (3, 4). The first has the smallest score 1, the second the
//! smallest score per norm 4/√89, and the third the largest norm 50. Their hull is nearest to the origin between the first two, on the line 2x + 3y =
//! 1.

use crate::goodness_of_fit::permutations;
use perceptron::learn::Variant;
use perceptron::margin::{Separability, separability};
use perceptron::sample::{
    Dense, Features, Integers, Label, Quantity, Rational, Rounded, Sample, Separator, Signs, Sparse,
};

const TURNED: [[i64; 2]; 4] = [[-1, 1], [8, -5], [30, 40], [1, 1]];
const LABELS: [i64; 4] = [-1, 1, -1, 1];
const DENOMINATOR: i64 = 3;

/// Makes a store from rows of integers over the denominator.
type Store = fn(&[Vec<i64>]) -> Features;

pub(crate) fn integers(rows: &[Vec<i64>]) -> Features {
    Features::Integers(Integers::new(rows[0].len(), rows.concat(), DENOMINATOR))
}

fn sparse(rows: &[Vec<i64>]) -> Features {
    let pairs = |row: &Vec<i64>| {
        row.iter()
            .copied()
            .enumerate()
            .filter(|(_, x)| *x != 0)
            .collect()
    };
    let rows_of_pairs: Vec<Vec<(usize, i64)>> = rows.iter().map(pairs).collect();
    Features::Sparse(Sparse::new(rows[0].len(), &rows_of_pairs, DENOMINATOR))
}

fn floats(rows: &[Vec<i64>]) -> Dense {
    let values = rows
        .concat()
        .into_iter()
        .map(|x| x as f64 / DENOMINATOR as f64);
    Dense::new(rows[0].len(), values.collect())
}

/// The sample in this order, with this separator.
pub(crate) fn sample(order: &[usize], store: Store, planted: Separator) -> Sample {
    let row = |&place: &usize| TURNED[place].iter().map(|x| x * LABELS[place]).collect();
    let rows: Vec<Vec<i64>> = order.iter().map(row).collect();
    Sample {
        features: store(&rows),
        labels: order
            .iter()
            .map(|&place| Label::of_sign(LABELS[place] > 0))
            .collect(),
        planted: Some(planted),
    }
}

/// The four numbers of a sample: R², γ², γₙ² of its separator, and γ*².
#[derive(Debug)]
pub(crate) struct Measured([Option<Quantity>; 4]);

impl Measured {
    pub(crate) fn of(sample: &Sample) -> Self {
        let margins = sample
            .planted
            .as_ref()
            .map(|separator| separator.margins(sample))
            .unwrap();
        let largest = match separability(sample) {
            Separability::Separable(found) => Some(found.squared),
            _ => None,
        };
        Self([
            Some(sample.features.radius_squared()),
            margins.margin_squared,
            margins.normalized_margin_squared,
            largest,
        ])
    }

    /// The fractions of those numbers that are exact.
    pub(crate) fn exact(&self) -> [Option<Rational>; 4] {
        self.0
            .clone()
            .map(|number| number.and_then(|number| number.exact))
    }

    /// Whether every interval contains its fraction and is at most a few roundings wide.
    fn encloses(&self, fractions: &[Rational; 4]) -> bool {
        let numbers = self.0.iter().flatten().zip(fractions);
        self.0.iter().all(Option::is_some)
            && numbers
                .into_iter()
                .all(|(number, fraction)| holds(number, fraction))
    }
}

fn holds(number: &Quantity, fraction: &Rational) -> bool {
    let ends = (
        Rational::from_float(number.lower),
        Rational::from_float(number.upper),
    );
    let narrow = number.upper - number.lower <= 1e-12 * number.upper;
    ends.0 <= *fraction && *fraction <= ends.1 && narrow
}

pub(crate) fn fractions(numbers: [(i64, i64); 4]) -> [Rational; 4] {
    numbers.map(|(numerator, denominator)| Rational::new(numerator, denominator))
}

fn direction() -> Separator {
    Separator::Integers(vec![3, 4])
}

/// R² = 2500/9, γ² = 1/(9·25), γₙ² = 16/(89·25), γ*² = 1/(9·13).
const NUMBERS: [(i64, i64); 4] = [(2500, 9), (1, 225), (16, 2225), (1, 117)];

#[test]
fn radius_and_margins_are_exact_for_every_example_order() {
    let due = fractions(NUMBERS).map(Some);
    for order in permutations(4) {
        for store in [integers as Store, sparse] {
            let measured = Measured::of(&sample(&order, store, direction()));
            assert_eq!(measured.exact(), due, "{order:?}");
        }
    }
}

fn whole(rows: &[Vec<i64>]) -> Features {
    let values = rows.concat().into_iter().map(|x| x as f64).collect();
    Features::Dense(Dense::new(rows[0].len(), values))
}

fn rounded(rows: &[Vec<i64>]) -> Features {
    Features::Rounded(Rounded::new(floats(rows)))
}

fn dense(rows: &[Vec<i64>]) -> Features {
    Features::Dense(floats(rows))
}

#[test]
fn float_radius_and_margins_enclose_exact_values_in_every_order() {
    let due = fractions([(2500, 1), (1, 25), (16, 2225), (1, 13)]);
    for order in permutations(4) {
        let measured = Measured::of(&sample(&order, whole, direction()));
        assert!(measured.encloses(&due), "{order:?} {measured:?}");
    }
}

#[test]
fn only_rounded_store_encloses_exact_margins_of_thirds() {
    for order in permutations(4) {
        let measured = Measured::of(&sample(&order, dense, direction()));
        for (found, (numerator, denominator)) in measured.0.iter().zip(NUMBERS) {
            let ratio = found.as_ref().unwrap().value * denominator as f64 / numerator as f64;
            assert!((ratio - 1.0).abs() < 1e-12, "{order:?} {found:?}");
        }
        // Only a store that knows its rounding gives the margin of the exact thirds.
        let measured = Measured::of(&sample(&order, rounded, direction()));
        let largest = measured.0[3].as_ref().unwrap();
        assert!(
            holds(largest, &Rational::new(1, 117)),
            "{order:?} {largest:?}"
        );
    }
}

#[test]
fn example_not_strictly_classified_leaves_no_squared_margin() {
    // With (5, 8) only the second example is wrong, with the score 0, and with (1, 2) it scores −2.
    for planted in [vec![5, 8], vec![1, 2]] {
        for order in permutations(4) {
            let sample = sample(&order, integers, Separator::Integers(planted.clone()));
            let margins = sample.planted.as_ref().unwrap().margins(&sample);
            let due = if planted[0] == 5 {
                0.0
            } else {
                -2.0 / 3.0 / 5.0_f64.sqrt()
            };
            assert!((margins.margin - due).abs() < 1e-15 && margins.margin_squared.is_none());
            assert!(margins.normalized_margin_squared.is_none(), "{order:?}");
        }
    }
}

#[test]
fn sign_store_margins_are_exact_for_every_example_order() {
    // With (4, 2, 1), the row + − − scores 1 and − − − scores −7. Rows with two words of signs have the deciding features beyond the first word.
    for padding in [0_usize, 70] {
        let dimension = 3 + padding;
        for order in permutations(3) {
            let bits = [0b001_u128, 0b000, 0b111];
            let words: Vec<u64> = order
                .iter()
                .flat_map(|&row| {
                    let word = bits[row] << padding;
                    [word as u64, (word >> 64) as u64][..dimension.div_ceil(64)].to_vec()
                })
                .collect();
            let labels = order.iter().map(|&row| Label::of_sign(row != 1)).collect();
            let planted = [vec![0; padding], vec![4, 2, 1]].concat();
            let sample = Sample {
                features: Features::Signs(Signs::new(dimension, words, Rational::new(1, 2))),
                labels,
                planted: Some(Separator::Integers(planted)),
            };
            let margins = sample.planted.as_ref().unwrap().margins(&sample);
            let exact = |number: Option<Quantity>| number.and_then(|number| number.exact);
            assert_eq!(
                exact(margins.margin_squared),
                Some(Rational::new(1, 4 * 21)),
                "{order:?}"
            );
            let normalized = exact(margins.normalized_margin_squared);
            assert_eq!(normalized, Some(Rational::new(1, 21 * dimension as i64)));
            let radius = sample.features.radius_squared().exact;
            assert_eq!(radius, Some(Rational::new(dimension as i64, 4)));
        }
    }
}

/// A sample as a variant with these settings sees it.
pub(crate) fn seen(settings: &str, drawn: &Sample) -> Sample {
    let text = format!("rule = {{ perceptron = {{}} }}\norder = \"cyclic\"\n{settings}");
    let variant: Variant = toml::from_str(&text).unwrap_or_else(|error| panic!("{error}"));
    variant.view().unwrap().show(drawn).unwrap().into_owned()
}
