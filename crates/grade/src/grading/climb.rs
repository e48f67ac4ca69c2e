//! Searches for samples on which a learner comes close to the limits of theorems: each is a change of one that came closest so far.
//!
//! Random samples test a theorem about a learner weakly, because the worst samples are rare. Samples compete only with those of the same theorem and
//! of a limit of the same size. Otherwise small samples, which reach their limits easily, would displace the larger ones.

use super::bounds::Bounds;
use super::exercise::Exercise;
use super::random::{SampleDistribution, draw};
use super::rounding::ROOM;
use super::rule::Family;
use super::run::GradedRun;
use super::theorems::counted;
use perceptron::sample::Label;
use perceptron::seed::{Seed, Stream};
use std::collections::BTreeMap;

/// Largest number of examples shown in a sample that the search makes.
const MOST_SHOWN: usize = 60;

/// The distribution of the samples from which the search starts.
const STARTS: SampleDistribution = SampleDistribution {
    name: "attack",
    largest: 3,
    unit: 1.0,
    dimension: 4,
    exactly: false,
    examples: 6,
    passes: 5,
    separable: true,
};

/// A theorem of which a sample is near the limit: that of the rule, or one of the user, by its index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Climbed {
    Rule,
    Own(usize),
}

/// How close the learner comes to the limit of a theorem on a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Closeness {
    pub theorem: Climbed,
    /// Observed ÷ limit.
    pub share: f64,
    pub limit: f64,
}

impl Closeness {
    /// How close the learner comes to the limits of all theorems that apply to a run.
    pub(super) fn all(run: &GradedRun, bounds: Option<&Bounds>) -> Vec<Self> {
        let own = run.graded.theorems.iter().enumerate();
        let own = own.filter_map(|(place, theorem)| {
            let [observed, limit] = theorem.sides(run)?;
            Self::of(Climbed::Own(place), observed, limit)
        });
        let is_perceptron = matches!(run.graded.family, Family::Perceptron(_));
        let rule = bounds.filter(|_| is_perceptron).and_then(|bounds| {
            let limit = bounds.most_updates / (1.0 + ROOM);
            Self::of(Climbed::Rule, counted(run) as f64, limit)
        });
        rule.into_iter().chain(own).collect()
    }

    fn of(theorem: Climbed, observed: f64, limit: f64) -> Option<Self> {
        let share = observed / limit;
        (limit > 0.0 && share.is_finite()).then_some(Self {
            theorem,
            share,
            limit,
        })
    }

    /// The theorem and the size of the limit, in steps of a factor √2.
    fn niche(&self) -> (Climbed, i64) {
        (self.theorem, (2.0 * self.limit.log2()).floor() as i64)
    }
}

/// A search with the closest samples so far.
pub(super) struct Climb {
    stream: Stream,
    drawn: u64,
    closest: BTreeMap<(Climbed, i64), (f64, Exercise)>,
}

impl Climb {
    pub(super) fn new() -> Self {
        Self {
            stream: Seed::root(0).child("grade").child("climb").stream(),
            drawn: 0,
            closest: BTreeMap::new(),
        }
    }

    /// The next sample: a change of one of the closest, and sometimes a new one.
    pub(super) fn next(&mut self) -> Exercise {
        if self.closest.is_empty() || self.stream.below(10) == 0 {
            self.drawn += 1;
            return draw(&STARTS, self.drawn);
        }
        let place = self.stream.below(self.closest.len());
        let known = self.closest.values().nth(place);
        let known = known.map(|(_, exercise)| exercise.clone());
        let mut next = known.unwrap_or_else(|| draw(&STARTS, 0));
        for _ in 0..=self.stream.below(3) {
            change(&mut next, &mut self.stream);
        }
        next
    }

    /// Keeps a sample if the learner comes closer on it than on the others of its kind.
    pub(super) fn hear(&mut self, exercise: &Exercise, closeness: &[Closeness]) {
        for close in closeness {
            let best = self.closest.get(&close.niche());
            if best.is_none_or(|(share, _)| close.share >= *share) {
                let found = (close.share, exercise.clone());
                self.closest.insert(close.niche(), found);
            }
        }
    }

    /// The closest that the learner came to the limit of a theorem.
    pub(super) fn reached(&self, theorem: Climbed) -> Option<f64> {
        let all = self.closest.iter();
        let own = all.filter(|((of, _), _)| *of == theorem);
        own.map(|(_, (share, _))| *share).reduce(f64::max)
    }
}

/// Changes a sample at random in one way.
fn change(exercise: &mut Exercise, stream: &mut Stream) {
    let length = exercise.len();
    if length == 0 {
        return;
    }
    let (one, other) = (stream.below(length), stream.below(length));
    let shown = exercise.shown[one].clone();
    let feature = stream.below(exercise.dimension);
    let step = stream.label().value();
    match stream.below(7) {
        0 | 1 => everywhere(exercise, &shown, |(x, _)| x[feature] += step),
        6 => exercise.shown[one].0[feature] += step,
        2 => everywhere(exercise, &shown, |(_, label)| {
            *label = Label::of_sign(*label == Label::Negative);
        }),
        3 => exercise.shown.swap(one, other),
        4 if length > 1 => {
            exercise.shown.remove(one);
        }
        _ if length < MOST_SHOWN => exercise.shown.insert(other, shown),
        _ => exercise.shown.swap(one, other),
    }
}

/// Changes an example wherever it is shown, so that passes stay passes.
fn everywhere(
    exercise: &mut Exercise,
    example: &(Vec<f64>, Label),
    change: impl Fn(&mut (Vec<f64>, Label)),
) {
    let shown = exercise.shown.iter_mut();
    shown.filter(|shown| *shown == example).for_each(change);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_climbs_far_above_the_samples_from_which_it_starts() {
        let distinct = |exercise: &Exercise| {
            let mut rows: Vec<_> = exercise.shown.iter().map(|(x, _)| x.clone()).collect();
            rows.sort_by(|a, b| a.partial_cmp(b).unwrap());
            rows.dedup();
            rows.len() as f64
        };
        let mut climb = Climb::new();
        for _ in 0..3000 {
            let next = climb.next();
            assert!(
                next.len() <= MOST_SHOWN
                    && next.shown.iter().all(|(x, _)| x.len() == next.dimension)
            );
            let close = Closeness::of(Climbed::Rule, distinct(&next), 10.0);
            climb.hear(&next, &close.into_iter().collect::<Vec<_>>());
        }
        let reached = climb.reached(Climbed::Rule).unwrap();
        // The starts have at most six.
        assert!(reached > 2.0, "{reached}");
        assert_eq!(climb.reached(Climbed::Own(0)), None);
    }

    #[test]
    fn samples_of_other_limits_do_not_displace_each_other() {
        let one = |x: f64| Exercise::new(1, vec![(vec![x], Label::Positive)]);
        let mut climb = Climb::new();
        let close =
            |share: f64, limit: f64| Closeness::of(Climbed::Own(2), share * limit, limit).unwrap();
        climb.hear(&one(1.0), &[close(1.0, 1.0)]);
        climb.hear(&one(2.0), &[close(0.5, 100.0)]);
        climb.hear(&one(3.0), &[close(0.4, 100.0)]);
        let kept: Vec<f64> = climb
            .closest
            .values()
            .map(|(_, kept)| kept.shown[0].0[0])
            .collect();
        assert_eq!(kept, [1.0, 2.0]);
        assert_eq!(climb.reached(Climbed::Own(2)), Some(1.0));
    }
}
