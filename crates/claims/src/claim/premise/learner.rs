//! Declares the premises about the learner: its rule, order, ties and hypothesis, and how its run ended.

use super::Premise;
use crate::trial::{Row, Setting, columns};
use perceptron::learn::{Arithmetic, HypothesisKind, LearnerKind, Order, OtherLearner, RuleKind};
use perceptron::learn::{Stop, StopReason};
use perceptron::sample::{Rational, TestTies, Ties};

/// The learner's rule is one of `kinds`.
pub fn rule(kinds: &[RuleKind]) -> Premise {
    let kinds = kinds.to_vec();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Premise::setting(format!("rule is {}", names.join(" or ")), move |setting| {
        setting
            .rule()
            .is_some_and(|rule| kinds.contains(&rule.kind()))
    })
    .mended_by(format!(
        "`rule` to {}, without a `learner` of another rule",
        names.join(" or ")
    ))
}

/// The learner's rule is the perceptron or the margin perceptron.
pub fn perceptron_rule() -> Premise {
    rule(&[RuleKind::Perceptron, RuleKind::MarginPerceptron])
}

/// The learner is one of `kinds`, which do not use the learning loop.
pub fn learner(kinds: &[LearnerKind]) -> Premise {
    let kinds = kinds.to_vec();
    let names: Vec<&str> = kinds.iter().map(|kind| kind.word()).collect();
    Premise::setting(
        format!("learner is {}", names.join(" or ")),
        move |setting| {
            setting
                .learner()
                .is_some_and(|learner| kinds.contains(&learner.kind()))
        },
    )
    .mended_by(format!("`learner` to {}", names.join(" or ")))
}

/// The run was computed in integers.
pub fn exact_arithmetic() -> Premise {
    Premise::setting("exact arithmetic", |setting| {
        setting.arithmetic() == Some(Arithmetic::Exact)
    })
    .mended_by("the generator to one of exact features, and drop `arithmetic = \"f64\"`")
}

/// A score of zero is a mistake.
pub fn ties_are_mistakes() -> Premise {
    Premise::setting("a tie is a mistake", |setting| {
        setting.ties() == Some(Ties::Mistake)
    })
    .mended_by("`ties` to \"mistake\"")
}

/// A test example that scores zero is not always an error.
pub fn fair_test_ties() -> Premise {
    Premise::setting("test_ties is positive or half", |setting| {
        let ties = setting.test_ties();
        ties.is_some_and(|ties| ties != TestTies::Mistake)
    })
    .mended_by("`test_ties` to \"positive\" or \"half\"")
}

/// A test example that scores zero is an error.
pub fn test_ties_are_errors() -> Premise {
    Premise::setting("test_ties is mistake", |setting| {
        setting.test_ties() == Some(TestTies::Mistake)
    })
    .mended_by("`test_ties` to \"mistake\"")
}

/// A score of 0 counts the same on a test example as on an example in training.
pub fn same_test_ties() -> Premise {
    Premise::setting("test_ties equal to ties", Setting::tests_as_it_trains)
        .mended_by("`ties` and `test_ties` both to \"mistake\", or both to \"positive\"")
}

/// An example that would be an error in the test calls for an update in training.
pub fn test_errors_call_for_updates() -> Premise {
    let words =
        "a test error calls for an update: ties = mistake, test_ties equal to ties, or a threshold";
    Premise::setting(words, Setting::tests_no_stricter_than_it_trains)
        .mended_by("`ties` to \"mistake\", or `test_ties` to the value of `ties`")
}

/// Every weight vector at which a run ends in a clean pass separates the sample strictly.
pub fn ends_on_separators_only() -> Premise {
    let words = "a clean pass separates strictly: ties = mistake and no tie lost to rounding, or a threshold above 0";
    Premise::setting(words, Setting::ends_on_separators_only).mended_by(
        "`ties` to \"mistake\", a `threshold` above 0 if there is one, and drop `arithmetic = \"f64\"` if there is a `learner`",
    )
}

/// The hypothesis is right on every atom (basis vector) that the run has learned: updates on other atoms do not undo it.
pub fn right_on_what_it_saw() -> Premise {
    let words = "hypothesis is last, or examples keep their directions (no offset, no map)";
    Premise::setting(words, |setting| {
        let keeps = setting.view().is_some_and(|view| view.keeps_directions());
        keeps || returns_the_last_vector(setting)
    })
    .mended_by("`hypothesis` to \"last\"")
}

/// The order treats every position of the sample alike.
pub fn exchangeable_order() -> Premise {
    let words = "order is shuffled, random or random-misclassified";
    Premise::setting(words, |setting| {
        let order = setting.order();
        order.is_some_and(|order| {
            matches!(
                order,
                Order::Shuffled | Order::Random | Order::RandomMisclassified
            )
        })
    })
    .mended_by("`order` to \"shuffled\", \"random\" or \"random-misclassified\"")
}

/// Every example shown is drawn with replacement.
pub fn random_order() -> Premise {
    Premise::setting("order is random", |setting| {
        matches!(setting.order(), Some(Order::Random))
    })
    .mended_by("`order` to \"random\"")
}

/// Every example has a constant feature.
pub fn offset() -> Premise {
    Premise::known("with an offset", columns::OFFSET).mended_by("`offset` of the variant to true")
}

/// The run can end only in a clean pass, a full scan that finds no example to update on, or at a cap.
pub fn stops_at_clean_passes() -> Premise {
    Premise::setting("stop is clean-pass", wants_a_clean_pass)
        .mended_by("`stop` to \"clean-pass\", with an `order` that shows the sample again")
}

fn wants_a_clean_pass(setting: &Setting) -> bool {
    setting.variant.as_ref().is_some_and(|variant| {
        let stop = variant.effective_stop();
        let ends = variant.walks() && variant.order.ends();
        !ends
            && !matches!(
                stop,
                Stop::EndOfStream | Stop::QuietPeriod | Stop::Passes(_)
            )
    })
}

/// The run ended in a clean pass, a full scan that found no example to update on. A run that was cut off or failed meets this premise too, because it
/// is unknown how it would have ended.
pub fn ran_to_clean_pass() -> Premise {
    let reason = columns::STOP_REASON;
    let ended = move |row: &Row| {
        let reason = row.stop_reason();
        reason.is_some_and(|reason| {
            let open = reason.is_cut_off() || reason.is_failure();
            open || matches!(reason, StopReason::CleanPass | StopReason::Undecided)
        })
    };
    Premise::sample("run to a clean pass", [reason.any()], ended)
        .only_if(wants_a_clean_pass)
        .mended_by("`stop` to \"clean-pass\", with an `order` that shows the sample again")
}

/// Leaving out an example that was never updated on does not change the run, because both runs use the same random numbers.
pub fn coupled() -> Premise {
    let words = "coupled draws: order is not random-misclassified or all-orders";
    Premise::setting(words, |setting| setting.order().is_none_or(Order::couples))
        .mended_by("`order` to one that is neither random-misclassified nor all-orders")
}

/// All leave-one-out runs were made, also those whose result theory predicts.
pub fn retrained_in_full() -> Premise {
    let column = columns::RETRAINED_IN_FULL;
    let words = "every example was left out in a separate run";
    Premise::sample(words, [column.any()], move |row| {
        row.copied(column) != Some(false)
    })
}

/// The hypothesis is the last weight vector of the run.
pub fn last_vector() -> Premise {
    Premise::setting("hypothesis is last", returns_the_last_vector)
        .mended_by("`hypothesis` to \"last\"")
}

fn returns_the_last_vector(setting: &Setting) -> bool {
    let variant = setting.variant.as_ref();
    variant.is_some_and(|variant| variant.hypothesis == HypothesisKind::Last)
}

/// The hypothesis is the last weight vector, of the learning loop or of its dual, so that it is the sum of the updates.
pub fn sum_of_updates() -> Premise {
    Premise::setting(
        "hypothesis is last, of the learning loop or its dual",
        returns_a_sum,
    )
    .mended_by("`hypothesis` to \"last\", and no `learner` but dual")
}

fn returns_a_sum(setting: &Setting) -> bool {
    returns_the_last_vector(setting) && sums_updates(setting)
}

fn sums_updates(setting: &Setting) -> bool {
    let variant = setting.variant.as_ref();
    let is_sum = variant.is_some_and(|variant| variant.sums_updates());
    is_sum && matches!(setting.learner(), None | Some(OtherLearner::Dual(_)))
}

/// The hypothesis is a single weight vector, whose margins on its sample were measured.
pub fn one_vector() -> Premise {
    let column = columns::NONPOSITIVE_MARGINS;
    let words = "one returned vector of the learning loop or its dual, whose scores have signs";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
        .only_if(|setting| !returns_votes(setting) && sums_updates(setting))
        .mended_by("`hypothesis` to \"last\" or \"averaged\", and no `learner` but dual")
}

fn returns_votes(setting: &Setting) -> bool {
    let variant = setting.variant.as_ref();
    variant.is_some_and(|variant| variant.hypothesis == HypothesisKind::Voted)
}

/// The learner makes updates, one example at a time.
pub fn online() -> Premise {
    let column = columns::UPDATES;
    let words = "a learner that makes updates";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The run made an update, and the quantities that the proofs of mistake bounds use were measured after every update.
pub fn watched_updates() -> Premise {
    let words = "a run of the learning loop with an update, within exact integers";
    let column = columns::INCREMENT_MOST;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The run made more than one update, and the same quantities were measured as for [`watched_updates`].
pub fn watched_several_updates() -> Premise {
    let words = "a run of the learning loop with two updates, within exact integers";
    let column = columns::NORM_GROWTH_MOST;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The progress ⟨w, u⟩ along the planted direction u was measured after every update.
pub fn planted_direction() -> Premise {
    let column = columns::PLANTED_LEAST;
    Premise::sample("a planted direction", [column.any()], move |row| {
        row.get(column).is_some()
    })
}

/// The effect of every single update on the score and the direction of w was measured, in a run in integers.
pub fn watched_steps() -> Premise {
    let words = "an exact run of the learning loop with an update on an example that is not 0";
    let column = columns::SCORE_GAIN;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The angle between w and the planted direction was compared before and after every update, in a run in integers.
pub fn watched_direction() -> Premise {
    let column = columns::TURNED_FROM_SEPARATOR;
    Premise::sample("a planted integer direction", [column.any()], move |row| {
        row.get(column).is_some()
    })
}

/// In some series of consecutive updates on one example, the example came to be classified correctly.
pub fn some_correction() -> Premise {
    let words = "an exact run of the learning loop that corrected an example";
    let column = columns::CORRECTING_UPDATES;
    Premise::sample(words, [column.any()], move |row| {
        row.copied(column).is_some_and(|updates| updates > 0)
    })
}

/// The weight vectors before and after every example shown were compared.
pub fn compared_vectors() -> Premise {
    let words = "a run of the learning loop on examples that are not 0";
    let column = columns::VECTOR_CHANGES;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The weight vector of the learning loop was compared with Σ αᵢxᵢ, the combination of examples by their coefficients.
pub fn compared_coefficients() -> Premise {
    let column = columns::COEFFICIENTS_RESIDUAL;
    Premise::sample("exact features", [column.any()], move |row| {
        row.get(column).is_some()
    })
}

/// The last weight vector classifies its whole sample correctly, with margins that are known exactly.
pub fn positive_output_margins() -> Premise {
    let words = "an exact last vector with positive margins on its sample";
    let column = columns::INFLATION;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
        .only_if(returns_a_sum)
        .mended_by("`hypothesis` to \"last\", and no `learner` but dual")
}

/// The hyperplane ⟨θ, x⟩ + θ₀ = 0 of the last weight vector is known exactly.
pub fn known_boundary() -> Premise {
    let words = "an exact last vector of the learning loop, not 0, on features as drawn";
    let column = columns::NORMAL_SQUARED;
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The constant feature has a weight other than 0 in the last weight vector.
pub fn some_intercept() -> Premise {
    let column = columns::INTERCEPT_SQUARED;
    Premise::sample(
        "an offset with a weight other than 0",
        [column.any()],
        move |row| row.get(column).is_some_and(|square| !square.is_zero()),
    )
}

/// Some midpoint of two examples that the hypothesis classifies equally was classified too.
pub fn some_midpoint() -> Premise {
    let words = "one exact vector, and two exact examples that it classifies equally";
    let column = columns::MIDPOINTS;
    Premise::sample(words, [column.any()], move |row| {
        row.copied(column).is_some_and(|midpoints| midpoints > 0)
    })
}

/// The features that the learner sees are an affine map of the drawn ones, so that half-spaces stay half-spaces.
pub fn affine_view() -> Premise {
    let words = "features are an affine map of the drawn ones";
    Premise::setting(words, |setting| {
        setting.view().is_some_and(|view| view.is_affine())
    })
    .mended_by("`transform` to none, and no kernel")
}

/// The threshold that y⟨w, x⟩ must reach is above 0.
pub fn positive_threshold() -> Premise {
    Premise::setting("threshold above 0", |setting| {
        let threshold = setting.rule().and_then(|rule| rule.threshold());
        threshold.is_some_and(|threshold| *threshold > Rational::zero())
    })
    .mended_by("`threshold` of the rule above 0")
}

/// At the end of the run, the number of examples that still call for an update was counted.
pub fn scanned_at_the_end() -> Premise {
    let column = columns::UPDATES_LEFT;
    Premise::sample("a run of the learning loop", [column.any()], move |row| {
        row.get(column).is_some()
    })
}

/// The run made an update.
pub fn some_update() -> Premise {
    let column = columns::UPDATES;
    Premise::sample("an update", [column.any()], move |row| {
        row.copied(column).is_some_and(|updates| updates > 0)
    })
}

/// The order in which examples are shown is not a list of positions in the spec, so that leaving out any example is like leaving out another.
pub fn position_free() -> Premise {
    Premise::setting("order is not given", |setting| {
        !matches!(setting.order(), Some(Order::Given(_)))
    })
    .mended_by("`order` to one that is not a list of positions")
}

/// Some vector separates the sample, if the learner has no result on others.
pub fn learner_has_a_result() -> Premise {
    let words = "separable: the learner has no result on other samples";
    Premise::sample(words, [columns::STOP_REASON.any()], |row| {
        let needs = row
            .setting()
            .learner()
            .is_some_and(|learner| learner.facts().needs_separable);
        !needs || row.copied(columns::STOP_REASON) != Some(StopReason::EndOfStream)
    })
}
