//! Repeats float runs with fractions: the intervals of the observer must contain the numbers of the exact vectors after the same updates.

use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{InvariantObserver, Invariants, Learner, Observer, Observers, Variant};
use perceptron::sample::{Quantity, Rational, Sample};
use perceptron::seed::Seed;

/// A sample, the updates of a run on it, and the invariants that the observer measured.
fn run(text: &str) -> (Sample, Vec<usize>, Invariants) {
    let generator: Generator = toml::from_str(text).unwrap_or_else(|error| panic!("{error}"));
    let variant: Variant =
        toml::from_str("rule = { perceptron = {} }\norder = \"cyclic\"").unwrap();
    let ExampleSource::Sampler(sampler) = generator.source() else {
        panic!("{text}")
    };
    let sample = sampler.draw(Seed::root(3), generator.examples());
    let learner = Learner::new(&variant, &sample, Seed::root(4)).unwrap();
    let mut observer = InvariantObserver::new(&learner);
    let observers = Observers::new([&mut observer as &mut dyn Observer]);
    let updates = learner.watch(None, &observers).updates;
    let invariants = observer.invariants().unwrap();
    (sample, updates, invariants)
}

fn product(a: &[Rational], b: &[Rational]) -> Rational {
    let products = a.iter().zip(b).map(|(a, b)| a * b);
    products.fold(Rational::zero(), |sum, next| &sum + &next)
}

fn fractions(floats: &[f64]) -> Vec<Rational> {
    floats.iter().copied().map(Rational::from_float).collect()
}

fn assert_encloses(found: &Quantity, due: &Rational, what: &str) {
    let [lower, upper] = [found.lower, found.upper].map(Rational::from_float);
    assert!(lower <= *due && *due <= upper, "{what}: {found:?} {due}");
    let width = found.upper - found.lower;
    assert!(width <= 1e-6 * found.value.abs(), "{what}: {found:?}");
}

/// The extremes over the updates: ⟨w, u⟩/t, ‖w‖²/t from t = 2 on with its t, the growth of ‖w‖², and ‖w‖²/t².
struct Exact {
    progress: Rational,
    growth: (Rational, u64),
    increment: Rational,
    hull: Rational,
}

fn repeated(sample: &Sample, updates: &[usize]) -> Exact {
    let planted = fractions(&sample.planted.as_ref().unwrap().to_floats());
    let mut weights = vec![Rational::zero(); planted.len()];
    let mut before = Rational::zero();
    let mut found: Option<Exact> = None;
    for (place, &example) in updates.iter().enumerate() {
        let t = Rational::from(place as i64 + 1);
        let sign = Rational::from(sample.labels[example].sign());
        let row = fractions(&sample.features.row(example));
        let add = |(w, x): (&mut Rational, &Rational)| *w = &*w + &(x * &sign);
        weights.iter_mut().zip(&row).for_each(add);
        let square = product(&weights, &weights);
        let next = Exact {
            progress: &product(&weights, &planted) / &t,
            growth: (&square / &t, place as u64 + 1),
            increment: &square - &before,
            hull: &(&square / &t) / &t,
        };
        found = Some(match found {
            None => next,
            Some(old) => old.with(next),
        });
        before = square;
    }
    found.unwrap()
}

impl Exact {
    fn with(self, next: Self) -> Self {
        // ‖w‖²/t counts from the second update on.
        let is_first = self.growth.1 == 1 || next.growth.0 > self.growth.0;
        Self {
            progress: self.progress.min(next.progress),
            growth: if is_first { next.growth } else { self.growth },
            increment: self.increment.max(next.increment),
            hull: self.hull.min(next.hull),
        }
    }
}

#[test]
fn float_invariants_enclose_those_of_exact_weight_vectors() {
    for dimension in [3, 7, 20] {
        let keys = format!("dimension = {dimension}\nexamples = 400\ntarget_margin = 0.001");
        let (sample, updates, found) = run(&format!("[sphere-margin]\n{keys}"));
        assert!(updates.len() > 15, "{}", updates.len());
        let due = repeated(&sample, &updates);
        assert_encloses(
            found.progress_least.as_ref().unwrap(),
            &due.progress,
            "progress",
        );
        let (growth, place) = found.norm_growth_most.as_ref().unwrap();
        assert_encloses(growth, &due.growth.0, "growth");
        assert_eq!(*place, due.growth.1);
        assert_encloses(&found.increment_most, &due.increment, "increment");
        assert_encloses(&found.hull_norm_least, &due.hull, "hull");
        assert_eq!(found.norm_identity_failures, None);
    }
}
