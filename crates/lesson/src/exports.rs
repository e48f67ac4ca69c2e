//! Exports three functions to the page: `room` gives memory for a question, `ask` answers it, and `length` says how long the answer is.
#![allow(unsafe_code, reason = "an exported function needs its name")]

use std::sync::{Mutex, MutexGuard, PoisonError};

static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the address of memory for a question of `bytes` bytes, which is valid until the next call.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = locked(&QUESTION);
    question.clear();
    question.resize(bytes, 0);
    question.as_mut_ptr()
}

/// Answers the question in the memory that `room` gave, and returns the address of the answer, which is valid until the next call.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn ask() -> *const u8 {
    let question = String::from_utf8_lossy(&locked(&QUESTION)).into_owned();
    let mut answer = locked(&ANSWER);
    *answer = crate::answer(&question);
    answer.as_ptr()
}

/// Returns the length of the last answer, in bytes of UTF-8.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn length() -> usize {
    locked(&ANSWER).len()
}
