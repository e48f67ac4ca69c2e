//! Compares the examples that orders show and choose with their distribution, and tests that exchangeable orders treat all positions alike.

use crate::goodness_of_fit::{assert_share, assert_uniform, permutations, sequences};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::order::{HypothesisView, OrderPlan, Step, Walk};
use perceptron::learn::{Learner, Order, Variant};
use perceptron::sample::{Rational, Sample};
use perceptron::seed::Seed;

/// A hypothesis for which the marked examples call for an update.
struct Violators(Vec<bool>);

impl HypothesisView for Violators {
    fn examples(&self) -> usize {
        self.0.len()
    }

    fn violates(&self, example: usize) -> bool {
        self.0[example]
    }

    fn is_smaller(&self, a: usize, b: usize) -> bool {
        a < b
    }
}

fn all(examples: usize) -> Violators {
    Violators(vec![true; examples])
}

fn address(label: &str, replicate: usize) -> Seed {
    Seed::root(12).child(label).child(&replicate.to_string())
}

fn walked<T>(order: &Order, draws: Seed, steps: impl FnOnce(&mut dyn Walk) -> T) -> T {
    match order.plan(draws) {
        OrderPlan::One(mut walk) => steps(walk.as_mut()),
        OrderPlan::All(_) => panic!("it walks"),
    }
}

/// The examples of one pass, which shows as many as the sample has.
fn pass(walk: &mut dyn Walk, hypothesis: &Violators) -> Vec<usize> {
    let shown = (0..hypothesis.examples()).map(|_| match walk.next(hypothesis) {
        Step::Show(example) => example,
        other => panic!("{other:?} within a pass"),
    });
    let shown = shown.collect();
    assert_eq!(walk.next(hypothesis), Step::PassEnd);
    shown
}

/// How often every pair of consecutive passes occurs, over many addresses: the first with the second, and the second with the third.
fn pairs_of_passes(order: &Order, outcomes: &[Vec<usize>], examples: usize) -> [Vec<usize>; 2] {
    let size = outcomes.len();
    let mut counts = [vec![0; size * size], vec![0; size * size]];
    for replicate in 0..2_000 * size * size {
        walked(order, address(order.as_str(), replicate), |walk| {
            let mut next = || outcomes.binary_search(&pass(walk, &all(examples))).unwrap();
            let (first, second, third) = (next(), next(), next());
            counts[0][first * size + second] += 1;
            counts[1][second * size + third] += 1;
        });
    }
    counts
}

#[test]
fn shuffled_passes_are_uniform_and_independent_permutations() {
    for examples in 2..=3 {
        let outcomes = permutations(examples);
        for counts in pairs_of_passes(&Order::Shuffled, &outcomes, examples) {
            assert_uniform(&counts, &format!("two passes over {examples}"));
        }
    }
}

#[test]
fn first_and_tenth_shuffled_passes_are_uniform_permutations() {
    let outcomes = permutations(4);
    let mut counts = [vec![0; 24], vec![0; 24]];
    for replicate in 0..48_000 {
        walked(&Order::Shuffled, address("four", replicate), |walk| {
            let passes: Vec<_> = (0..10).map(|_| pass(walk, &all(4))).collect();
            for (counts, shown) in counts.iter_mut().zip([&passes[0], &passes[9]]) {
                counts[outcomes.binary_search(shown).unwrap()] += 1;
            }
        });
    }
    counts
        .iter()
        .for_each(|counts| assert_uniform(counts, "orders of four"));
}

#[test]
fn random_order_passes_are_uniform_and_independent_sequences() {
    let outcomes = sequences(2, 2);
    for counts in pairs_of_passes(&Order::Random, &outcomes, 2) {
        assert_uniform(&counts, "two passes over two");
    }
    let outcomes = sequences(3, 3);
    let mut counts = vec![0; outcomes.len()];
    for replicate in 0..54_000 {
        let shown = walked(&Order::Random, address("three", replicate), |walk| {
            pass(walk, &all(3))
        });
        counts[outcomes.binary_search(&shown).unwrap()] += 1;
    }
    assert_uniform(&counts, "three draws among three");
}

#[test]
fn random_misclassified_order_chooses_uniformly_among_mistakes() {
    let violators = [1, 3, 4, 6];
    let hypothesis = Violators((0..8).map(|example| violators.contains(&example)).collect());
    let order = Order::RandomMisclassified;
    let mut counts = vec![0; 16];
    for replicate in 0..40_000 {
        walked(&order, address("violators", replicate), |walk| {
            let mut chosen = || match walk.next(&hypothesis) {
                Step::Choose(example) => violators.binary_search(&example).unwrap(),
                other => panic!("{other:?}"),
            };
            counts[4 * chosen() + chosen()] += 1;
        });
    }
    assert_uniform(&counts, "two choices among four violators");
    let clean = Violators(vec![false; 8]);
    assert_eq!(
        walked(&order, address("clean", 0), |walk| walk.next(&clean)),
        Step::Clean
    );
}

fn variant(text: &str) -> Variant {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

fn generator(text: &str) -> Generator {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

/// The examples of every update.
fn updates(variant: &Variant, sample: &Sample, draws: Seed) -> Vec<usize> {
    Learner::new(variant, sample, draws)
        .unwrap()
        .run(None)
        .updates
}

fn basis(dimension: usize) -> Sample {
    let basis = generator(&format!("[basis]\ndimension = {dimension}"));
    match basis.source() {
        ExampleSource::Sampler(sampler) => sampler.draw(Seed::root(1), dimension),
        ExampleSource::Opponent(_) => panic!("it draws"),
    }
}

#[test]
fn learners_see_examples_in_uniformly_random_order() {
    let outcomes = permutations(4);
    let sample = basis(4);
    for order in ["shuffled", "random", "random-misclassified"] {
        let variant = variant(&format!(
            "rule = {{ perceptron = {{}} }}\norder = \"{order}\""
        ));
        let mut counts = vec![0; 24];
        for replicate in 0..48_000 {
            // Every basis vector causes one update, when it is first shown.
            let met = updates(&variant, &sample, address(order, replicate));
            counts[outcomes.binary_search(&met).unwrap()] += 1;
        }
        assert_uniform(&counts, order);
    }
}

/// The probability that each position is updated, over all weighted samples of a generator and these equally likely lists.
fn updated(generator: &Generator, rule: &str, lists: &[Vec<usize>]) -> Vec<Rational> {
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("it draws")
    };
    let mut sums = vec![Rational::zero(); generator.examples()];
    for outcome in 0..sampler.outcomes().unwrap() {
        let (weight, sample) = sampler.outcome(outcome).unwrap();
        let share = &weight * &Rational::new(1, lists.len() as i64);
        for list in lists {
            let variant = variant(&format!("{rule}\norder = {{ given = {list:?} }}"));
            let met = updates(&variant, &sample, Seed::root(1));
            for (position, sum) in sums.iter_mut().enumerate() {
                if met.contains(&position) {
                    *sum = &*sum + &share;
                }
            }
        }
    }
    sums
}

const PERCEPTRON: &str = "rule = { perceptron = {} }";
const MARGIN: &str = "rule = { margin-perceptron = { threshold = \"3/2\" } }";

fn atoms(examples: usize) -> Generator {
    generator(&format!(
        "[basis]\ndimension = 3\nexamples = {examples}\nmasses = \"light\"\nlabels = \"alternating\""
    ))
}

#[test]
fn every_position_is_updated_equally_likely_where_the_order_is_exchangeable() {
    for examples in [2, 3] {
        let atoms = atoms(examples);
        for (rule, lists) in [
            (PERCEPTRON, sequences(examples, examples)),
            (PERCEPTRON, sequences(examples, 2 * examples)),
            (PERCEPTRON, permutations(examples)),
            (MARGIN, sequences(examples, examples)),
            (MARGIN, permutations(examples)),
        ] {
            let shares = updated(&atoms, rule, &lists);
            assert!(shares.iter().all(|share| *share == shares[0]), "{shares:?}");
            // A probability of 1 would test nothing. It occurs only with the threshold 3/2 and two examples that are both shown, because both are
            // always updated.
            let certain = rule == MARGIN && examples == 2 && lists.len() == 2;
            assert_eq!(shares[0] == Rational::one(), certain, "{rule} {shares:?}");
        }
        // In the order of the sample the first example is always a mistake, and a later one only if it shows a new atom.
        let shares = updated(&atoms, PERCEPTRON, &[(0..examples).collect()]);
        assert!(
            shares[0] == Rational::one() && shares[1] < shares[0],
            "{shares:?}"
        );
    }
    // By hand, for N = 2, three atoms of mass 1/3 and one pass of random draws. Position 0 is updated if it is drawn first, and with probability 1 −
    // 1/3 if it is drawn second, so the result is (1 + 1 + 2/3 + 0)/4.
    let shares = updated(&atoms(2), PERCEPTRON, &sequences(2, 2));
    assert_eq!(shares, [Rational::new(2, 3), Rational::new(2, 3)]);
}

#[test]
fn random_orders_update_positions_at_the_enumerated_rates() {
    const TRIALS: usize = 40_000;
    let atoms = atoms(3);
    let ExampleSource::Sampler(sampler) = atoms.source() else {
        panic!("it draws")
    };
    // In both orders, a run to a clean pass updates on the first example shown of every atom, and each example of the atom is equally likely to be
    // it.
    let exact = updated(&atoms, PERCEPTRON, &permutations(3));
    for order in ["random", "shuffled", "random-misclassified"] {
        let variant = variant(&format!("{PERCEPTRON}\norder = \"{order}\""));
        let mut counts = vec![0; 3];
        for replicate in 0..TRIALS {
            let draws = address("positions", replicate);
            let sample = sampler.draw(draws.child("sample"), 3);
            updates(&variant, &sample, draws.child(order))
                .into_iter()
                .for_each(|position| counts[position] += 1);
        }
        for (count, exact) in counts.into_iter().zip(&exact) {
            assert_share(count, TRIALS, exact.to_f64(), order);
        }
    }
}
