//! Finds the valid names that are most similar to a name that a user wrote.

use std::cmp::Reverse;

/// Largest number of valid names that are all listed in a message.
const MOST_NAMES: usize = 30;

/// Lists the valid names for a message. If there are many, only those that contain the given one, have words of it, or are spelled most like it.
pub(super) fn listed(given: &str, valid: &[String], family: Option<&str>) -> String {
    const SHOWN: usize = 8;
    if valid.len() <= MOST_NAMES {
        return valid.join(", ");
    }
    let mut near: Vec<&str> = valid.iter().map(String::as_str).collect();
    near.sort_by_cached_key(|name| {
        let likeness = strsim::normalized_damerau_levenshtein(given, name);
        let shared = (name.contains(given), shared_words(given, name));
        // Of names with equally many words in common, the first of the registry is the most general.
        (
            Reverse(shared),
            (shared.1 == 0).then_some(Reverse((likeness * 1000.0) as u64)),
        )
    });
    near.truncate(SHOWN);
    let all = valid.len();
    let family = family.map_or(String::new(), |family| format!(" {family}"));
    format!(
        "one of {all} names, of which the most similar are {}; `perceptron-lab list{family}` shows all",
        near.join(", ")
    )
}

/// The number of words of a name, separated by hyphens, that another name has too.
fn shared_words(given: &str, name: &str) -> usize {
    let words = given.split('-').filter(|word| word.len() > 1);
    words
        .filter(|word| name.split('-').any(|other| other == *word))
        .count()
}

/// The next step after a name that is not valid, if there is one; `family` is the one whose names `perceptron-lab list FAMILY` lists.
pub(super) fn next_step(given: &str, valid: &[String], family: Option<&str>) -> Option<String> {
    match family {
        Some(family) if valid.len() > MOST_NAMES => Some(one_of_many(given, valid, family)),
        _ => nearest(given, valid).map(|name| format!("did you mean `{name}`?")),
    }
}

/// The next step after a name that is not among many: the name that was meant, if the given one looks like a slip of the pen, and otherwise where to
/// look.
fn one_of_many(given: &str, valid: &[String], family: &str) -> String {
    const SLIP: f64 = 0.75;
    let is_slip = |name: &&str| {
        let mut longer = valid.iter().filter(|name| name.starts_with(given));
        let is_only = longer.next().is_some_and(|found| found == name) && longer.next().is_none();
        is_only || strsim::normalized_damerau_levenshtein(given, name) >= SLIP
    };
    match (nearest(given, valid).filter(is_slip), family) {
        (Some(name), _) => format!("did you mean `{name}`? `perceptron-lab explain {name}` says what it means"),
        (None, "claims") => {
            "find a claim by the usual name of its theorem, such as `perceptron-lab explain novikoff`".into()
        }
        (None, _) => format!("choose one of `perceptron-lab list {family}`"),
    }
}

/// Returns the valid name most similar to the given one, if any is similar enough. A name that begins with the given one comes first; a name with the
/// opposite meaning (`not-…`) is never returned.
pub fn nearest<'a>(given: &str, valid: &'a [String]) -> Option<&'a str> {
    let goes_on = |name: &&String| given.len() >= 3 && name.starts_with(given);
    if let Some(name) = valid.iter().filter(goes_on).min_by_key(|name| name.len()) {
        return Some(name);
    }
    let denies = |name: &str| name.starts_with("not-");
    let alike = valid.iter().filter(|name| denies(name) <= denies(given));
    let scored = alike.map(|name| {
        (
            strsim::normalized_damerau_levenshtein(given, name),
            name.as_str(),
        )
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.filter(|(likeness, _)| *likeness > 0.4)
        .map(|(_, name)| name)
}
