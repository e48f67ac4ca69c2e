//! Holds the numbers that no formula says: each has a name by which formulas use it, and a function that computes it from a trial.
//!
//! A theorem states its observed number and its limit as formulas of columns. Where a formula cannot say a number, for example whether a run that was
//! cut off would have ended, the formula names one of these functions.

mod ending;
mod hebb;
mod learner;
mod mistakes;
mod number;
mod risk;
mod winnow;

pub(in crate::claim) use number::Computed;
pub(in crate::claim) use winnow::WinnowSetting;

/// Every computed number, in the order in which it is listed.
pub(in crate::claim) static ALL: &[&Computed] = &[
    &learner::IN_FLOATS,
    &mistakes::MOST_MISTAKES,
    &mistakes::WRONG_ROWS,
    &mistakes::SEQUENCES_DIFFER,
    &winnow::BOUND,
    &winnow::INTEGER_BOUND,
    &ending::NEVER_ENDS,
    &ending::ENDS,
    &ending::ENDS_OR_IS_SEPARABLE,
    &ending::COMES_BACK,
    &risk::EXACT_RISK,
    &risk::GAUSSIAN_RISK,
    &risk::GAUSSIAN_BAYES_RISK,
    &risk::MINIMAX_RATE,
    &hebb::DISTRIBUTION,
    &hebb::CURVE_OF_HEBB,
    &hebb::CURVE_OF_PERCEPTRON,
];

/// The numbers that no formula says: the name of each, with its arguments, and what it is.
pub fn computed_numbers() -> Vec<(String, &'static str)> {
    let of = |of: &&Computed| match of.arguments {
        0 => (of.name.to_owned(), of.about),
        _ => (format!("{}(…)", of.name), of.about),
    };
    ALL.iter().map(of).collect()
}

/// The number with this name and this number of arguments.
pub(in crate::claim) fn named(name: &str, arguments: usize) -> Option<&'static Computed> {
    let mut all = ALL.iter().copied();
    all.find(|of| of.name == name && of.arguments == arguments)
}

/// Whether some number of this name takes arguments.
pub(in crate::claim) fn takes_arguments(name: &str) -> bool {
    ALL.iter().any(|of| of.name == name && of.arguments > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::AnyColumn;
    use std::collections::BTreeSet;

    #[test]
    fn computed_numbers_have_names_of_their_own_and_are_at_most_thirty() {
        let names: BTreeSet<&str> = ALL.iter().map(|of| of.name).collect();
        assert_eq!(names.len(), ALL.len());
        assert!(names.iter().all(|name| AnyColumn::named(name).is_none()));
        assert!(ALL.iter().all(|of| !of.about.is_empty()));
        assert!(ALL.len() <= 30);
    }
}
