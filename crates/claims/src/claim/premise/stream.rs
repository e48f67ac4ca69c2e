//! Declares the premises about runs on a stream of examples, and about one order that is fixed.

use super::Premise;
use crate::trial::columns;
use perceptron::learn::{Arithmetic, Order, Stop};

/// The mean risk of the weight vectors of an online run is known.
pub fn known_iterate_risk() -> Premise {
    let column = columns::ITERATE_RISK;
    let words = "a stream of the learning loop, from a distribution whose risks are exact";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The risk of the majority vote of the weight vectors of an online run is known, or estimated on fresh examples.
pub fn known_majority_vote_risk() -> Premise {
    let column = columns::MAJORITY_VOTE_RISK;
    let words = "a stream of the learning loop, from a distribution that can be sampled again";
    Premise::sample(words, [column.any()], move |row| row.get(column).is_some())
}

/// The learner is the learning loop, in integers and in cyclic order.
pub fn cyclic_passes() -> Premise {
    let words = "exact run of the learning loop in cyclic order";
    Premise::setting(words, |setting| {
        let cyclic = setting.is_the_loop() && matches!(setting.order(), Some(Order::Cyclic));
        let exact = setting.arithmetic() == Some(Arithmetic::Exact);
        cyclic && exact
    })
    .mended_by("`order` to \"cyclic\", the generator to one of exact features, and drop `learner`")
}

/// The run ends with the stream, so that every example is shown.
pub fn to_the_end_of_the_stream() -> Premise {
    Premise::setting("stop is end-of-stream", |setting| {
        let variant = setting.variant.as_ref();
        variant.is_some_and(|variant| variant.effective_stop() == Stop::EndOfStream)
    })
    .mended_by("`stop` to \"end-of-stream\"")
}

/// The learner sees the examples as they were drawn.
pub fn as_drawn() -> Premise {
    Premise::setting(
        "examples as drawn: no transform, offset or kernel",
        |setting| setting.view().is_some_and(|view| view.is_plain()),
    )
    .mended_by("`transform` to none, `offset` to false, and no kernel")
}

/// The examples are independent Gaussians labelled by a half-space, and each is shown once.
pub fn teacher_student_stream() -> Premise {
    Premise::setting("generator teacher-student, order stream", |setting| {
        setting.distribution.is_teachers && matches!(setting.order(), Some(Order::Stream))
    })
    .mended_by("the generator to teacher-student, and `order` to \"stream\"")
}

/// Every example is shown once, in the order of the sample.
pub fn stream() -> Premise {
    Premise::setting("order is stream", |setting| {
        matches!(setting.order(), Some(Order::Stream))
    })
    .mended_by("`order` to \"stream\"")
}
