//! Computes, from the setting alone, the error rates that theory gives for one pass over teacher-student data; nothing is measured.

use super::measurement::Measurement;
use crate::trial::column::columns;
use crate::trial::{Owner, Setting};
use perceptron::learn::{Order, RuleKind};
use perceptron::sample::Quantity;
use perceptron::special::hebb_angle::HebbAngle;
use perceptron::special::learning_curve;

columns! {
    /// The learning curve of the rule at N examples per d features: the risk after one pass over teacher-student data in the limit of many features.
    LEARNING_CURVE: Quantity = "learning_curve" in "probability", curve;
    /// The exact expected risk of Hebb's rule after one pass over teacher-student data.
    HEBB_MEAN_RISK: Quantity = "hebb_mean_risk" in "probability", hebb_mean;
}

/// Computes learning curves on teacher-student data, as columns that the setting determines. Nothing is measured.
pub(super) struct TeacherCurves;

impl Measurement for TeacherCurves {
    fn needs_no_example_again(&self) -> bool {
        true
    }
}

fn curve(setting: &Setting) -> Option<Quantity> {
    let Pass {
        rule,
        examples,
        dimension,
    } = pass(setting)?;
    let alpha = examples as f64 / dimension as f64;
    match rule {
        RuleKind::Hebb => Some(Quantity::within(learning_curve::hebb(alpha), 1e-15)),
        RuleKind::Perceptron => {
            let [risk, error] = learning_curve::perceptron(alpha);
            Some(Quantity::within(risk, error))
        }
        _ => None,
    }
}

fn hebb_mean(setting: &Setting) -> Option<Quantity> {
    let pass = pass(setting).filter(|pass| pass.rule == RuleKind::Hebb)?;
    let angle = HebbAngle::new(pass.examples, pass.dimension.checked_sub(1)?)?;
    Some(Quantity::within(angle.mean(), HebbAngle::ERROR))
}

/// One pass of a rule over Gaussian examples as a teacher labels them.
struct Pass {
    rule: RuleKind,
    examples: u64,
    dimension: u64,
}

/// The pass that a setting makes; `None` for other distributions and orders, and for examples that the learner sees changed.
fn pass(setting: &Setting) -> Option<Pass> {
    let is_plain = setting.view().is_some_and(|view| view.is_plain());
    let is_stream = matches!(setting.order(), Some(Order::Stream));
    let dimension = setting.parameter(Owner::Generator, "dimension")?;
    (setting.distribution.is_teachers && is_plain && is_stream)
        .then(|| {
            Some(Pass {
                rule: setting.rule()?.kind(),
                examples: setting.examples(),
                dimension: dimension.to_f64() as u64,
            })
        })
        .flatten()
}
