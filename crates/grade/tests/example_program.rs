//! Runs the example program of the crate, and compares what it prints with what it promises.

#[test]
fn grade_learner_prints_the_refuted_claims_with_their_samples() {
    let printed = testing::printed_by_example("grade_learner");
    let refuted: Vec<&str> = printed.lines().skip(1).collect();
    assert_eq!(
        refuted,
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
