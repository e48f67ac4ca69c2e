//! Runs the example program of the crate, and compares what it prints with what it promises.

use std::cell::RefCell;

thread_local! {
    static PRINTED: RefCell<Vec<String>> = RefCell::default();
}

/// In the program, keeps the lines in place of printing them.
macro_rules! println {
    ($($part:tt)*) => { super::PRINTED.with_borrow_mut(|lines| lines.push(format!($($part)*))) };
}

#[path = "../../examples/mistake_bound.rs"]
mod mistake_bound;

#[test]
fn mistake_bound_prints_updates_margin_and_bound() {
    mistake_bound::main().unwrap();
    assert_eq!(
        PRINTED.take(),
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
