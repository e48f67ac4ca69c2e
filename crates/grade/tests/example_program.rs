//! Runs the example program of the crate, and compares what it prints with what it promises.

use std::cell::RefCell;

thread_local! {
    static PRINTED: RefCell<Vec<String>> = RefCell::default();
}

/// In the program, keeps the lines in place of printing them.
macro_rules! println {
    ($($part:tt)*) => { super::PRINTED.with_borrow_mut(|lines| lines.push(format!($($part)*))) };
}

#[path = "../examples/grade_learner.rs"]
mod grade_learner;

#[test]
fn grade_learner_prints_the_refuted_claims_with_their_samples() {
    grade_learner::main().unwrap();
    assert_eq!(
        PRINTED.take()[1..],
        [
            "refuted: it updates on every mistake, and where the score is 0",
            "  on (1)+: on (1)+ the score is 0, which calls for an update, but your learner did not update",
            "refuted: it updates where our perceptron updates",
            "  on (1)+: on (1)+ our perceptron updates, and your learner did not",
            "refuted: it makes at most (R/γ)² mistakes on a separable sample",
            "  on (1)+, (1)+: on this sample it makes 2 mistakes; the theorem allows 1",
        ]
    );
}
