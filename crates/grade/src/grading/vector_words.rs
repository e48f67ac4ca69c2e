//! Writes numbers and vectors for people: short vectors in full, and of long ones the components that matter.

use std::fmt::Write;

/// Largest number of components that are listed.
const LISTED: usize = 12;

/// Largest number of differing components that are listed.
const DIFFERENCES: usize = 4;

/// A number as text, in the shortest form that gives the same float when it is read.
pub(super) fn number(value: f64) -> String {
    // Minus zero is zero to a reader.
    format!("{}", value + 0.0).replace('-', "−")
}

/// Whether a vector is too long to be listed in full.
pub(super) fn is_long(numbers: &[f64]) -> bool {
    numbers.len() > LISTED
}

/// The name of the component with this index, from 0, such as x₁₃.
pub(super) fn component(letter: char, place: usize) -> String {
    let digits = (place + 1).to_string();
    let digits = digits.bytes().map(|digit| u32::from(digit - b'0'));
    let low = digits.filter_map(|digit| char::from_u32('₀' as u32 + digit));
    std::iter::once(letter).chain(low).collect()
}

/// A vector as text, such as (1, −2). Of a long one, the components are named that are not equal to most of the others, as in
/// (x₁₃ = x₁₇ = 1, 17 features); a mark … stands for what is left out.
pub(super) fn vector(letter: char, numbers: &[f64]) -> String {
    let count = numbers.len();
    if !is_long(numbers) {
        return format!("({})", listed(numbers));
    }
    let common = most_common(numbers);
    let others: Vec<usize> = (0..count).filter(|&at| numbers[at] != common).collect();
    if 2 * others.len() > count {
        return format!("({}, … {count} in all)", listed(&numbers[..LISTED]));
    }
    if others.is_empty() {
        return format!("({} everywhere, {count} features)", number(common));
    }
    let mut words = grouped(letter, numbers, &others[..others.len().min(LISTED)]);
    if others.len() > LISTED {
        words += ", …";
    }
    if common != 0.0 {
        let _written = write!(words, ", otherwise {}", number(common));
    }
    format!("({words}, {count} features)")
}

fn listed(numbers: &[f64]) -> String {
    let words: Vec<String> = numbers.iter().map(|&x| number(x)).collect();
    words.join(", ")
}

/// The number that most components are equal to.
fn most_common(numbers: &[f64]) -> f64 {
    // Zeros of both signs are one number.
    let mut sorted: Vec<f64> = numbers.iter().map(|x| x + 0.0).collect();
    sorted.sort_by(f64::total_cmp);
    let runs = sorted.chunk_by(|a, b| a == b);
    runs.max_by_key(|run| run.len()).map_or(0.0, |run| run[0])
}

/// These components with their values; components with the same value share it.
fn grouped(letter: char, numbers: &[f64], places: &[usize]) -> String {
    let mut groups: Vec<(f64, String)> = Vec::new();
    for &place in places {
        let name = component(letter, place);
        match groups
            .iter_mut()
            .find(|(value, _)| *value == numbers[place])
        {
            Some((_, names)) => *names += &format!(" = {name}"),
            None => groups.push((numbers[place], name)),
        }
    }
    let words = groups.iter();
    let words: Vec<String> = words
        .map(|(value, names)| format!("{names} = {}", number(*value)))
        .collect();
    words.join(", ")
}

/// What is to be told of each of these components of a long vector with `count` components; a mark … stands for those that are left out.
pub(super) fn differences(
    (places, count): (&[usize], usize),
    told: impl Fn(usize) -> String,
) -> String {
    let shown = places.iter().take(DIFFERENCES);
    let mut words: Vec<String> = shown.map(|&place| told(place)).collect();
    if places.len() > DIFFERENCES {
        words.push(format!("… {} of {count} in all", places.len()));
    }
    words.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zeros_but(places: &[(usize, f64)], count: usize) -> Vec<f64> {
        let mut numbers = vec![0.0; count];
        places
            .iter()
            .for_each(|(place, value)| numbers[*place] = *value);
        numbers
    }

    #[test]
    fn long_vectors_name_the_components_that_are_not_as_most_others() {
        let sparse = zeros_but(&[(12, 1.0), (15, -2.5), (16, 1.0)], 17);
        assert_eq!(
            vector('x', &sparse),
            "(x₁₃ = x₁₇ = 1, x₁₆ = −2.5, 17 features)"
        );
        let mut grown = vec![1.0; 257];
        assert_eq!(vector('w', &grown), "(1 everywhere, 257 features)");
        grown[0] = 128.0;
        assert_eq!(vector('w', &grown), "(w₁ = 128, otherwise 1, 257 features)");
        assert_eq!(vector('w', &[-0.0; 13]), "(0 everywhere, 13 features)");
        assert_eq!(
            vector('w', &[0.0; 12]),
            "(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)"
        );
    }

    #[test]
    fn what_is_left_out_of_a_vector_has_a_mark() {
        let dense: Vec<f64> = (1..=20).map(f64::from).collect();
        let words = vector('w', &dense);
        assert_eq!(
            words,
            "(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, … 20 in all)"
        );
        let places: Vec<(usize, f64)> = (20..40).map(|place| (place, 3.0)).collect();
        let words = vector('w', &zeros_but(&places, 100));
        assert!(words.starts_with("(w₂₁ = w₂₂ = ") && words.ends_with("w₃₂ = 3, …, 100 features)"));
    }

    #[test]
    fn differences_are_counted_where_they_are_not_all_listed() {
        let told = |place: usize| component('w', place);
        assert_eq!(differences((&[0, 9], 20), told), "w₁; w₁₀");
        let many = differences((&[0, 1, 2, 3, 4, 5], 20), told);
        assert_eq!(many, "w₁; w₂; w₃; w₄; … 6 of 20 in all");
    }
}
