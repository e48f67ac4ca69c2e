//! Runs the example program of the crate, and compares what it prints with what it promises.

#[test]
fn verdicts_prints_a_claim_that_holds_and_a_control_that_is_violated() {
    let printed = testing::printed_by_example("verdicts");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines,
        [
            "online-mistake-bound: holds on 100 trials; observed ÷ limit is at most 0.42",
            "a twentieth of the bound: violated on 100 trials; observed ÷ limit is at most 8.32",
        ]
    );
}
