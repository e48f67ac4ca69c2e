//! Runs the example program of the crate, and compares what it prints with what it promises.

use std::cell::RefCell;

thread_local! {
    static PRINTED: RefCell<Vec<String>> = RefCell::default();
}

/// In the program, keeps the lines in place of printing them.
macro_rules! println {
    ($($part:tt)*) => { super::PRINTED.with_borrow_mut(|lines| lines.push(format!($($part)*))) };
}

#[path = "../../examples/verdicts.rs"]
mod verdicts;

#[test]
fn verdicts_prints_a_claim_that_holds_and_a_control_that_is_violated() {
    verdicts::main().unwrap();
    assert_eq!(
        PRINTED.take(),
        [
            "online-mistake-bound: holds on 100 trials; observed ÷ limit is at most 0.42",
            "a twentieth of the bound: violated on 100 trials; observed ÷ limit is at most 8.32",
        ]
    );
}
