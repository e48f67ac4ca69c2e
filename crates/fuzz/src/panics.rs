//! Catches panics and records their source locations, without printing them.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};

thread_local! {
    static PLACES: RefCell<Vec<(String, String)>> = const { RefCell::new(Vec::new()) };
}

/// Installs a panic hook that records the message and source location of a panic, by thread, instead of printing them.
pub fn remember() {
    set_hook(Box::new(|panic| {
        let place = panic.location().map(ToString::to_string);
        let words = panic_message(panic.payload());
        PLACES.with(|places| {
            places.borrow_mut().push((words, place.unwrap_or_default()));
        });
    }));
}

/// Forgets all panics that were recorded for this thread.
pub fn forget() {
    PLACES.with(|places| places.borrow_mut().clear());
}

/// The source location of this thread's first recorded panic with the message `said`; without such a panic, the message without its numbers.
pub fn place(said: &str) -> String {
    PLACES.with(|places| {
        let places = places.borrow();
        let found = places.iter().find(|(words, _)| words == said);
        found.map_or_else(|| without_numbers(said), |(_, place)| place.clone())
    })
}

/// Runs a function and returns its result, or, if it panics, the source location and message of the panic.
pub fn caught<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let said = panic_message(panic.as_ref());
        format!("{} ({})", place(&said), without_numbers(&said))
    })
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no words").to_owned()
}

/// Replaces every number of a message by #, so that messages with the same cause are equal. Only the first 160 characters are kept.
pub fn without_numbers(words: &str) -> String {
    let mut out = String::new();
    for letter in words.chars().take(160) {
        match letter {
            '0'..='9' if out.ends_with('#') => {}
            '0'..='9' => out.push('#'),
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
