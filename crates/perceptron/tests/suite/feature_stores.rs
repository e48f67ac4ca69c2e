//! Compares every store of features with sums of fractions: scores, comparisons with thresholds and with each other, and vectors.

use perceptron::sample::{
    BoundedScore, Dense, FastPath, FeatureStore, Features, IntegerWeights, Integers, Label,
    OutOfRange, Rational, Rounded, Sample, ScanResult, Separator, Signs, Sparse, UpcomingExamples,
    UpdateThreshold,
};
use proptest::prelude::*;
use std::cmp::Ordering;

/// The examples and factors that are added to the weight vector.
const ADDED: [(usize, i64); 6] = [(0, 1), (2, -1), (1, 3), (0, 1), (3, -2), (2, 1)];

const LABELS: [Label; 2] = [Label::Positive, Label::Negative];

fn product(w: &[Rational], x: &[Rational]) -> Rational {
    let products = w.iter().zip(x).map(|(a, b)| a * b);
    products.fold(Rational::zero(), |sum, next| &sum + &next)
}

fn of_sign(label: Label, score: &Rational) -> Rational {
    score * &Rational::from(label.sign())
}

/// Makes the additions one by one and compares all results that a learner uses with fractions. A rounded store may leave close comparisons open.
fn assert_exact<S: FeatureStore>(store: &S, rows: &[Vec<Rational>], may_be_open: bool) {
    let thresholds = ["0", "1", "-2", "25/4", "1/7"].map(|text| text.parse::<Rational>().unwrap());
    let mut weights = store.zero();
    let mut due = vec![Rational::zero(); rows[0].len()];
    assert_eq!(store.examples(), rows.len());
    for (example, factor) in ADDED {
        assert!(store.add(example, factor, &mut weights).is_ok());
        let change = |(w, x): (&mut Rational, &Rational)| *w = &*w + &(x * &Rational::from(factor));
        due.iter_mut().zip(&rows[example]).for_each(change);
        let floats: Vec<f64> = due.iter().map(Rational::to_f64).collect();
        assert_eq!(store.to_floats(&weights), floats);
        let scores: Vec<Rational> = rows.iter().map(|row| product(&due, row)).collect();
        for (i, score) in scores.iter().enumerate() {
            let found = store.dot(i, &weights).unwrap();
            for (label, ratio) in LABELS
                .iter()
                .flat_map(|y| thresholds.iter().map(move |r| (*y, r)))
            {
                let order = S::compare(label, found, store.threshold(ratio).unwrap());
                let is_below = of_sign(label, score) < *ratio;
                let decided = order.map(|order| order == Ordering::Less);
                assert!(decided == Some(is_below) || may_be_open && decided.is_none());
            }
            for (j, other) in scores.iter().enumerate() {
                let pair = [
                    (LABELS[i % 2], found),
                    (LABELS[j % 2], store.dot(j, &weights).unwrap()),
                ];
                let order = S::compare_scores(pair[0], pair[1]);
                let due = of_sign(LABELS[i % 2], score).cmp(&of_sign(LABELS[j % 2], other));
                assert!(order == Some(due) || may_be_open && order.is_none());
            }
        }
    }
}

const ROWS: [[i64; 3]; 4] = [[3, 0, -1], [0, 5, 2], [-4, 1, 0], [1, -1, 1]];

fn fractions(rows: &[Vec<i64>], denominator: i64) -> Vec<Vec<Rational>> {
    let row = |row: &Vec<i64>| row.iter().map(|&x| Rational::new(x, denominator)).collect();
    rows.iter().map(row).collect()
}

#[test]
fn dense_and_sparse_integer_stores_equal_the_exact_fractions() {
    let rows = ROWS.map(|row| row.to_vec());
    let entries = |row: &Vec<i64>| {
        let pairs = row.iter().copied().enumerate();
        pairs.filter(|(_, x)| *x != 0).collect::<Vec<_>>()
    };
    let pairs: Vec<Vec<(usize, i64)>> = rows.iter().map(entries).collect();
    for denominator in [1, 2, 3] {
        let exact = fractions(&rows, denominator);
        assert_exact(&Integers::new(3, rows.concat(), denominator), &exact, false);
        assert_exact(&Sparse::new(3, &pairs, denominator), &exact, false);
    }
}

#[test]
fn sign_stores_of_several_words_equal_the_exact_fractions() {
    for (dimension, scale) in [
        (3, Rational::one()),
        (64, Rational::one()),
        (70, Rational::new(1, 2)),
    ] {
        let sign = |example: usize, j: usize| {
            if (j * j + 3 * example + j) % 5 < 2 {
                1
            } else {
                -1
            }
        };
        let rows: Vec<Vec<i64>> = (0..4)
            .map(|i| (0..dimension).map(|j| sign(i, j)).collect())
            .collect();
        let words = |row: &Vec<i64>| -> Vec<u64> {
            let word = |chunk: &[i64]| {
                let bit = |(place, &x): (usize, &i64)| u64::from(x > 0) << place;
                chunk.iter().enumerate().map(bit).sum()
            };
            row.chunks(64).map(word).collect()
        };
        let store = Signs::new(
            dimension,
            rows.iter().flat_map(words).collect(),
            scale.clone(),
        );
        let scaled = |row: &Vec<i64>| row.iter().map(|&x| &Rational::from(x) * &scale).collect();
        assert_exact(&store, &rows.iter().map(scaled).collect::<Vec<_>>(), false);
    }
}

#[test]
fn exactly_representable_float_stores_agree_with_fractions() {
    let rows = ROWS.map(|row| row.to_vec());
    let halves = || Dense::new(3, rows.concat().iter().map(|&x| x as f64 / 2.0).collect());
    assert_exact(&halves(), &fractions(&rows, 2), false);
    assert_exact(&Rounded::new(halves()), &fractions(&rows, 2), true);
}

#[test]
fn the_error_of_a_rounded_score_is_its_formula() {
    let store = Rounded::new(Dense::new(3, vec![3.0, 0.0, -1.0, 0.5, -2.0, 4.0]));
    let mut weights = store.zero();
    store.add(0, 2, &mut weights).unwrap();
    store.add(1, -1, &mut weights).unwrap();
    // A = 2·(3, 0, 1) + (1/2, 2, 4), so Σ A|x| = 13/4 + 4 + 24; two additions, three features.
    let found = store.dot(1, &weights).unwrap();
    let size = 6.5 * 0.5 + 2.0 * 2.0 + 6.0 * 4.0;
    assert_eq!(found.error, (2.0 + 3.0 + 8.0) * f64::EPSILON * size);
    assert_eq!(found.value, 5.5 * 0.5 - 4.0 - 6.0 * 4.0);
    // A threshold that is a float has no error; another has the error of one rounding.
    let error = |ratio| store.threshold(&ratio).unwrap().error;
    assert_eq!(error(Rational::new(3, 4)), 0.0);
    assert_eq!(error(Rational::new(-1, 3)), 1.0 / 3.0 * f64::EPSILON);
}

#[test]
fn a_rounded_score_within_the_errors_of_both_sides_is_left_open() {
    let score = |value, error| BoundedScore { value, error };
    let compare = |a, b| Rounded::compare(Label::Positive, a, b);
    for (left, right) in [(0.5, 0.25), (0.25, 0.5), (0.5, 0.0), (0.0, 0.5)] {
        let (near, far) = (score(1.25, right), score(2.0, right));
        assert_eq!(compare(score(1.0, left), near), None, "{left} {right}");
        assert_eq!(compare(score(1.0, left), far), Some(Ordering::Less));
        let pair = |other| {
            (
                (Label::Negative, score(1.0, left)),
                (Label::Negative, other),
            )
        };
        let (a, b) = pair(near);
        assert_eq!(Rounded::compare_scores(a, b), None, "{left} {right}");
        let (a, b) = pair(far);
        assert_eq!(Rounded::compare_scores(a, b), Some(Ordering::Greater));
    }
    assert_eq!(
        compare(score(1.0, 0.0), score(1.0, 0.0)),
        Some(Ordering::Equal)
    );
}

#[test]
fn integer_scores_beyond_64_bits_are_exact_and_beyond_128_an_error() {
    for (dimension, power) in [(2, 31), (4, 31), (8, 30), (3, 40), (1, 62)] {
        let large = 1_i64 << power;
        let store = Integers::new(dimension, vec![large; dimension], 1);
        let pairs: Vec<(usize, i64)> = (0..dimension).map(|j| (j, large)).collect();
        let sparse = Sparse::new(dimension, &[pairs], 1);
        let due = (dimension as i128) << (2 * power);
        let mut weights = (store.zero(), sparse.zero());
        for _ in 0..4 {
            store.add(0, 1, &mut weights.0).unwrap();
            sparse.add(0, 1, &mut weights.1).unwrap();
        }
        let sums = vec![4.0 * large as f64; dimension];
        assert_eq!(store.to_floats(&weights.0), sums, "{dimension} 2^{power}");
        assert_eq!(
            store.dot(0, &weights.0),
            Ok(4 * due),
            "{dimension} 2^{power}"
        );
        assert_eq!(
            sparse.dot(0, &weights.1),
            Ok(4 * due),
            "{dimension} 2^{power}"
        );
    }
    let huge = Integers::new(2, vec![i64::MAX; 2], 1);
    let mut weights = huge.zero();
    huge.add(0, i64::MAX, &mut weights).unwrap();
    assert_eq!(huge.dot(0, &weights), Err(OutOfRange));
}

#[test]
fn margins_in_floats_are_the_smallest_scores_and_the_smallest_per_norm() {
    let margins = |rows: &[[f64; 2]]| {
        let sample = Sample {
            features: Features::Dense(Dense::new(2, rows.concat())),
            labels: vec![Label::Positive, Label::Negative],
            planted: None,
        };
        let found = Separator::Dense(vec![3.0, 4.0]).margins(&sample);
        let squares = (found.margin_squared, found.normalized_margin_squared);
        (
            found.margin,
            found.normalized_margin,
            squares.0.is_some(),
            squares.1.is_some(),
        )
    };
    // Scores 3/5 and 40/5, norms 1 and 10.
    assert_eq!(margins(&[[1.0, 0.0], [0.0, -10.0]]), (0.6, 0.6, true, true));
    // Scores 10 and 8/5, norms 10 and 2.
    let (margin, normalized, ..) = margins(&[[6.0, 8.0], [0.0, -2.0]]);
    assert_eq!((margin, normalized), (1.6, 0.8));
    // The wrong side has a negative margin without a square, and a zero vector scores nothing.
    let wrong = margins(&[[-6.0, -8.0], [0.0, -2.0]]);
    assert_eq!(wrong, (-10.0, -1.0, false, false));
    let zero = margins(&[[0.0, 0.0], [0.0, -2.0]]);
    assert_eq!(zero, (0.0, 0.0, false, false));
}

#[test]
fn offset_in_place_equals_offset_of_a_copy_and_keeps_sparsity() {
    let one = Rational::one();
    let integers = Features::Integers(Integers::new(2, vec![1, 2, 3, 4, 5, 6], 10));
    let dense = Features::Dense(Dense::new(2, vec![0.5, 1.5, 2.5, 3.5]));
    let sparse = Features::Sparse(Sparse::new(2, &[vec![(1, 3)], vec![]], 10));
    for features in [integers, dense, sparse.clone()] {
        let copied = features.with_offset(&one).unwrap();
        assert_eq!(features.into_offset().unwrap(), copied);
    }
    let due = Sparse::new(3, &[vec![(1, 9), (2, 10)], vec![(2, 10)]], 30);
    let third = sparse.with_offset(&Rational::new(1, 3)).unwrap();
    assert_eq!(third, Features::Sparse(due));
}

#[test]
fn selected_examples_equal_the_rows_at_their_indices() {
    let stores = [
        Features::Integers(Integers::new(2, vec![1, 2, 3, 4, 5, 6], 10)),
        Features::Sparse(Sparse::new(2, &[vec![(1, 3)], vec![], vec![(0, 1)]], 10)),
        Features::Dense(Dense::new(2, vec![0.5, 1.5, 2.5, 3.5, 4.5, 5.5])),
        Features::Signs(Signs::new(2, vec![1, 2, 3], Rational::new(1, 2))),
    ];
    for features in stores {
        let chosen = features.selected(&[2, 0]);
        assert_eq!(chosen.examples(), 2);
        assert_eq!(chosen.row(0), features.row(2));
        assert_eq!(chosen.exact_row(1), features.exact_row(0));
    }
}

/// Numbers near 0 and near a power of two.
fn sized(bits: u32) -> impl Strategy<Value = i64> {
    let large = (-2..=2_i64).prop_map(move |near| (1 << bits) + near);
    prop_oneof![-3..=3_i64, large.clone(), large.prop_map(|size| -size)]
}

/// Rows and weights whose products are near 2⁶², so that sums of two of them may leave 64 bits.
fn rows_and_weights() -> impl Strategy<Value = (Vec<Vec<i64>>, Vec<i64>)> {
    (1..5_usize, 2..60_u32).prop_flat_map(|(dimension, bits)| {
        let rows = prop::collection::vec(prop::collection::vec(sized(bits), dimension), 1..6);
        (rows, prop::collection::vec(sized(62 - bits), dimension))
    })
}

/// Thresholds for scores, which may exceed 64 bits.
fn reach() -> impl Strategy<Value = i128> {
    (sized(60), 0..5_u32).prop_map(|(size, bits)| i128::from(size) << bits)
}

proptest! {
    #[test]
    fn single_entry_rows_are_stored_like_general_sparse_rows(
        rows in prop::collection::vec((0..5_usize, sized(62)), 0..6),
    ) {
        let each: Vec<_> = rows.iter().map(|&row| vec![row]).collect();
        let singles = Sparse::of_singles(5, rows, 7);
        prop_assert_eq!(singles, Sparse::new(5, &each, 7));
    }

    #[test]
    fn whole_numbers_are_exact_on_both_sides_of_64_bits(
        (rows, weights) in rows_and_weights(),
        reaches in [reach(), reach()],
    ) {
        let dimension = weights.len();
        let wide = |row: &[i64], other: &[i64]| -> i128 {
            row.iter().zip(other).map(|(a, b)| i128::from(*a) * i128::from(*b)).sum()
        };
        let scores: Vec<i128> = rows.iter().map(|row| wide(row, &weights)).collect();
        let squares: Vec<i128> = rows.iter().map(|row| wide(row, row)).collect();
        let labels: Vec<Label> = (0..rows.len()).map(|i| LABELS[i % 2]).collect();
        let due = UpdateThreshold { min_score: reaches };
        let calls = |i: &usize| match labels[*i] {
            Label::Positive => scores[*i] < reaches[1],
            Label::Negative => -scores[*i] < reaches[0],
        };
        let first = (0..rows.len()).find(calls);
        let expected = ScanResult {
            skipped: first.unwrap_or(rows.len()),
            due: first.map(|i| (i, scores[i])),
        };
        let pairs = |row: &Vec<i64>| {
            let pairs = row.iter().copied().enumerate();
            pairs.filter(|(_, x)| *x != 0).collect::<Vec<_>>()
        };
        let integers = Integers::new(dimension, rows.concat(), 1);
        let sparse = Sparse::new(dimension, &rows.iter().map(pairs).collect::<Vec<_>>(), 1);
        let weighed = IntegerWeights::from_integers(&weights);
        let all = UpcomingExamples::Range(0, rows.len());
        prop_assert_eq!(integers.pass(&all, &labels, &weighed, &due), expected);
        prop_assert_eq!(sparse.pass(&all, &labels, &weighed, &due), expected);
        for (i, score) in scores.iter().enumerate() {
            prop_assert_eq!(integers.dot(i, &weighed), Ok(*score));
            prop_assert_eq!(sparse.dot(i, &weighed), Ok(*score));
        }
        for features in [Features::Integers(integers), Features::Sparse(sparse)] {
            let mut met = Vec::new();
            features.each_exact_dot(&weights, |i, score| met.push((i, score)));
            let expected = scores.iter().copied().enumerate();
            prop_assert_eq!(met, expected.collect::<Vec<_>>());
            let norms = (0..rows.len()).map(|i| features.exact_norm_squared(i));
            prop_assert_eq!(norms.collect::<Option<Vec<_>>>(), Some(squares.clone()));
        }
    }
}
