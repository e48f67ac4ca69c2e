//! Runs the example program of the crate, and compares what it prints with what it promises.

#[test]
fn mistake_bound_prints_updates_margin_and_bound() {
    let printed = testing::printed_by_example("mistake_bound");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines,
        [
            "update 1: x = [-6.0, -9.0, -2.0], y = -1",
            "update 2: x = [-6.0, -3.0, 6.0], y = +1",
            "update 3: x = [-6.0, 8.0, -6.0], y = +1",
            "update 4: x = [-2.0, -3.0, 8.0], y = +1",
            "passes: 2, the last one clean",
            "largest margin γ: 1.270343, certified",
            "(R/γ)² = 6012/49 ≈ 122.694",
            "updates: 4 ≤ (R/γ)²",
        ]
    );
}
