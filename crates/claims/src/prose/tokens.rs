//! Reads the parts of queries that formulas do not have: comparisons, words, quoted texts and filters.

use super::expression::Comparison;
use super::filter::Filter;
use crate::claim::grammar::{
    Input, Parsed, TextMistake, expects, expects_among, name, rest, skips, space, unexpected,
};
use winnow::Parser;
use winnow::combinator::opt;
use winnow::stream::{Location, Stream};

const FILTER: &str = "key = value, such as variant = \"plain\" or dimension = [5, 20]";

const COMPARISONS: [(&str, Comparison); 8] = [
    ("<=", Comparison::AtMost),
    ("≤", Comparison::AtMost),
    (">=", Comparison::AtLeast),
    ("≥", Comparison::AtLeast),
    ("==", Comparison::Equal),
    ("!=", Comparison::Unequal),
    ("<", Comparison::Less),
    (">", Comparison::Greater),
];

/// Reads a sign of comparison, if one comes next.
pub(super) fn comparison(input: &mut Input<'_>) -> Parsed<Option<Comparison>> {
    for (token, comparison) in COMPARISONS {
        if skips(input, token)? {
            return Ok(Some(comparison));
        }
    }
    Ok(None)
}

/// Skips a word if it comes next and does not continue as a longer name; returns whether the word was skipped.
pub(super) fn skips_word(input: &mut Input<'_>, word: &str) -> Parsed<bool> {
    space(input)?;
    let after = rest(input).strip_prefix(word);
    let is_whole = after.is_some_and(|after| !after.starts_with(is_of_name));
    Ok(is_whole && skips(input, word)?)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-.".contains(letter)
}

/// Whether a text in quotes comes next.
pub(super) fn starts_quoted(input: &mut Input<'_>) -> Parsed<bool> {
    space(input)?;
    Ok(rest(input).starts_with(['"', '“']))
}

/// Reads a text in straight or curly quotes, which contains no quote of its kind.
pub(super) fn quoted(input: &mut Input<'_>) -> Parsed<String> {
    space(input)?;
    let start = input.current_token_start();
    let close = match (skips(input, "\"")?, skips(input, "“")?) {
        (true, _) => '"',
        (_, true) => '”',
        _ => return Err(unexpected(input, "a text in quotes").cut()),
    };
    let Some(end) = rest(input).find(close) else {
        let at = start..start + rest(input).len();
        let mistake = TextMistake::new(at, "a quotation without end");
        return Err(mistake.allowed(close).cut());
    };
    let text = input.next_slice(end).to_owned();
    input.next_slice(close.len_utf8());
    Ok(text)
}

/// Reads the rest of a call: an optional comma with filters such as `variant = "plain"`, and the closing parenthesis.
pub(super) fn filters(input: &mut Input<'_>) -> Parsed<Filter> {
    match skips(input, ",")? {
        true => further_filters(input),
        false => expects(input, ")").map(|()| Filter::default()),
    }
}

/// Reads filters, and the closing parenthesis.
pub(super) fn further_filters(input: &mut Input<'_>) -> Parsed<Filter> {
    let mut all = Filter::default();
    loop {
        all.conditions.push(filter(input)?);
        if !skips(input, ",")? {
            expects(input, ")")?;
            return Ok(all);
        }
    }
}

/// Reads one filter, such as `variant = "plain"`: its key and its values.
pub(super) fn filter(input: &mut Input<'_>) -> Parsed<(String, Vec<String>)> {
    let key = key(input)?;
    expects_among(input, "=", FILTER)?;
    Ok((key, values(input)?))
}

/// Whether a filter comes next, and no comparison.
pub(super) fn starts_filter(input: &mut Input<'_>) -> Parsed<bool> {
    let start = input.checkpoint();
    let is_filter = key(input).is_ok() && skips(input, "=")? && !rest(input).starts_with('=');
    input.reset(&start);
    Ok(is_filter)
}

fn key(input: &mut Input<'_>) -> Parsed<String> {
    if starts_quoted(input)? {
        return quoted(input);
    }
    let found = opt(name).parse_next(input)?;
    let (name, _) = found.ok_or_else(|| unexpected(input, FILTER).cut())?;
    // A key may contain hyphens, which are signs in a formula.
    let more = rest(input).find(|letter| !is_of_name(letter));
    let more = more.unwrap_or(rest(input).len());
    Ok(name.to_owned() + input.next_slice(more))
}

fn values(input: &mut Input<'_>) -> Parsed<Vec<String>> {
    if !skips(input, "[")? {
        return Ok(vec![value(input)?]);
    }
    let mut values = vec![value(input)?];
    while skips(input, ",")? {
        values.push(value(input)?);
    }
    expects(input, "]")?;
    Ok(values)
}

fn value(input: &mut Input<'_>) -> Parsed<String> {
    if starts_quoted(input)? {
        return quoted(input);
    }
    let is_end = |letter: char| letter.is_whitespace() || ",)]".contains(letter);
    let end = rest(input).find(is_end).unwrap_or(rest(input).len());
    match end {
        0 => Err(unexpected(input, "a value").cut()),
        _ => Ok(input.next_slice(end).to_owned()),
    }
}
