//! Computes, from the distribution alone, the expected risks of rules that know only the basis vectors they saw; nothing is measured.

use super::measurement::Measurement;
use crate::trial::Setting;
use crate::trial::column::columns;
use num_rational::BigRational;
use perceptron::generate::Distribution;
use perceptron::learn::{Order, View};
use perceptron::risk::closed::basis;
use perceptron::sample::{Label, Rational, TestTies};

columns! {
    /// The expected risk, under the distribution of basis vectors, of a rule that is correct on those it saw and scores the others 0.
    UNSEEN_MASS_RISK: Rational = "unseen_mass_risk" in "probability", unseen_mass;
    /// The expected risk, on basis vectors, of a vector drawn at random from those of an online run, each taken before its example.
    EXPECTED_ITERATE_RISK: Rational = "expected_iterate_risk" in "probability", iterate;
    /// The expected risk, on basis vectors, of the majority vote of the vectors of an online run, each taken before its example.
    EXPECTED_MAJORITY_VOTE_RISK: Rational = "expected_majority_vote_risk" in "probability", majority_vote;
}

/// Computes the expected risks of a rule that knows only the basis vectors it saw, as columns that the setting determines. Nothing is measured.
pub(super) struct UnseenMass;

impl Measurement for UnseenMass {}

fn unseen_mass(setting: &Setting) -> Option<Rational> {
    of_atoms(setting, |masses, labels, examples, ties| {
        Some(basis::expected_risk_exact(masses, labels, examples, ties))
    })
}

fn iterate(setting: &Setting) -> Option<Rational> {
    of_atoms(online(setting)?, basis::expected_random_hypothesis_exact)
}

fn majority_vote(setting: &Setting) -> Option<Rational> {
    of_atoms(online(setting)?, basis::expected_majority_vote_exact)
}

/// A closed form of the masses and labels of the basis vectors, of the number of independent examples, and of how a test example of score 0 counts.
type ClosedForm = fn(&[BigRational], &[Label], u32, TestTies) -> Option<BigRational>;

/// The value of a closed form; `None` for other distributions than independent basis vectors, and with an offset, which gives unseen vectors a score
/// too.
fn of_atoms(setting: &Setting, form: ClosedForm) -> Option<Rational> {
    let ties = setting.test_ties()?;
    let keeps = |view: View| view.keeps_directions() && view.keeps_ties(ties);
    let plain = setting.distribution.iid && setting.view().is_some_and(keeps);
    let distribution = setting
        .distribution
        .distribution
        .as_ref()
        .filter(|_| plain)?;
    let Distribution::Atoms { masses, labels, .. } = distribution else {
        return None;
    };
    let masses: Vec<BigRational> = masses.iter().map(|mass| mass.to_big()).collect();
    let examples = u32::try_from(setting.examples()).ok()?;
    form(&masses, labels, examples, ties).map(Rational::from)
}

/// The setting, if the learning loop runs in stream order and treats a score of 0 alike in training and on test examples.
fn online(setting: &Setting) -> Option<&Setting> {
    let is_stream = setting.is_the_loop() && matches!(setting.order(), Some(Order::Stream));
    (is_stream && setting.tests_as_it_trains()).then_some(setting)
}
