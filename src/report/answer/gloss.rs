//! Explains the terms and letters of an answer at their first use on the page.

use super::super::document::Inline;
use super::claim_verdicts::ClaimVerdicts;
use claims::claim::MarginSource;
use claims::trial::AnyColumn;

/// Letters with one meaning in every statement: each in TeX, with its meaning; longer ones first.
const LETTERS: [(&str, &str); 7] = [
    (
        r"\gamma_n",
        "the margin when every example is divided by its norm",
    ),
    (r"D", "the largest norm of an example"),
    (r"R", "the largest norm of an example"),
    (
        r"\tau",
        "the threshold that a score must reach, 0 for the perceptron",
    ),
    (r"\eta", "the size of a step"),
    (r"N", "the number of examples"),
    (r"\rho", "the correlation of labels with their targets"),
];

/// Returns the explanations of the terms and letters in the answer about this claim.
pub(super) fn of(found: &ClaimVerdicts) -> Vec<Inline> {
    let sides = format!("{} {}", found.sides.observed, found.sides.limit);
    let is_open = |letter: &str| !defines(&found.rest, letter);
    let mut parts: Vec<String> = Vec::new();
    let mut rest = sides.clone();
    for (letter, meaning) in LETTERS {
        if has(&rest, letter) && is_open(letter) {
            parts.push(format!("${letter}$ is {meaning}"));
        }
        rest = rest.replace(letter, " ");
    }
    // With an index it is another margin, which the statement defines.
    if rest.replace(r"\gamma_", " ").contains(r"\gamma") && is_open(r"\gamma") {
        parts.push(format!(r"$\gamma$ is {}", margin(&found.claim.margin)));
    }
    let says_formula = sides.contains('$') && !found.rest.is_empty();
    let rest = found.rest.strip_prefix("where ").unwrap_or(&found.rest);
    let own = says_formula.then(|| in_words(rest));
    let words = measured(&[&found.sides.observed, &found.sides.limit]);
    let parts: Vec<String> = words.into_iter().chain(own).chain(parts).collect();
    let letters = match parts.is_empty() {
        true => String::new(),
        false => format!("Here {}. ", parts.join("; ")),
    };
    let runs = match (found.noun(), found.applicable()) {
        ("sample", _) | (_, 0) => "",
        _ => "A run is one learner on one sample.",
    };
    Inline::parse(&format!("{letters}{runs}"))
}

/// A text in which the names of measured columns, between backticks, are replaced by what they are.
fn in_words(text: &str) -> String {
    let parts = text.split('`').enumerate();
    let said = parts.map(|(place, part)| match place % 2 {
        0 => part.to_owned(),
        _ => meaning(part).map_or_else(|| format!("`{part}`"), |told| without_letter(&told)),
    });
    said.collect()
}

/// An explanation without the letter at its start, as in “r, the largest norm of an example”.
fn without_letter(told: &str) -> String {
    match told.split_once(", ") {
        Some((letter, rest)) if letter.chars().count() == 1 => rest.to_owned(),
        _ if told.starts_with("the ") => told.to_owned(),
        _ => format!("the {told}"),
    }
}

/// Whether the rest of a statement, after its formula, has a formula that begins with a letter or its square, and so says what it is.
fn defines(rest: &str, letter: &str) -> bool {
    let mut starts = ["$", "^", " "].iter().map(|end| format!("${letter}{end}"));
    starts.any(|start| rest.contains(&start))
}

/// Longest explanation of a measured column that an answer includes, in characters.
const LONGEST: usize = 120;

/// Explains the measured columns that the sides of a statement (observed quantity and limit) name.
fn measured(sides: &[&String]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for side in sides {
        let inside = side.split(r"\text{").skip(1);
        let inside = inside.filter_map(|part| part.split_once('}').map(|(word, _)| word.trim()));
        let whole = side.strip_prefix("the mean ").unwrap_or(side);
        for word in inside.chain([whole]) {
            let told = meaning(word).map(|meaning| format!("{word}: {meaning}"));
            known.extend(told.filter(|told| !known.contains(told)));
        }
    }
    known
}

/// Explains a measured column, or its square root, by the column's own documentation: up to the first semicolon, period or colon.
fn meaning(words: &str) -> Option<String> {
    let name = words.replace([' ', '-'], "_");
    let said = |name: &str| {
        let meaning = AnyColumn::named(name)?.declared().meaning;
        let told = meaning.split([';', '.', ':']).next().unwrap_or_default();
        Some(told.trim().to_owned())
    };
    let root = || {
        let square = said(&format!("{name}_squared"))?;
        let side = square.strip_prefix("The square of ");
        Some(side.map_or_else(|| format!("the root of: {square}"), str::to_owned))
    };
    let told = said(&name).or_else(root)?;
    let mut letters = told.chars();
    let first: String = letters
        .next()
        .into_iter()
        .flat_map(char::to_lowercase)
        .collect();
    (told.chars().count() <= LONGEST).then(|| first + letters.as_str())
}

fn margin(source: &MarginSource) -> &'static str {
    match source {
        MarginSource::Sample => "the margin of the separator that was planted in the sample",
        MarginSource::Max => "the largest margin with which a half-space separates the sample",
        MarginSource::Population => "the margin that the distribution guarantees",
        MarginSource::Number(_) => "the margin that the experiment states",
    }
}

/// Whether a formula in TeX contains a letter as a symbol of its own, not as part of a word.
fn has(tex: &str, letter: &str) -> bool {
    let is_part = |at: Option<char>| at.is_some_and(|at| at.is_alphabetic());
    let formulas: String = tex
        .split('$')
        .skip(1)
        .step_by(2)
        .collect::<Vec<_>>()
        .join(" ");
    let formulas = without_words(&formulas);
    formulas.match_indices(letter).any(|(at, _)| {
        let before = formulas[..at].chars().next_back();
        let after = formulas[at + letter.len()..].chars().next();
        // A command may directly follow a letter (a product), but a letter after it belongs to the command's name.
        match letter.starts_with('\\') {
            true => !is_part(after),
            false => !is_part(before) && !is_part(after),
        }
    })
}

/// Removes from a formula in TeX the parts that are words.
fn without_words(tex: &str) -> String {
    let mut kept = String::new();
    for (place, part) in tex.split(r"\text{").enumerate() {
        let part = match place {
            0 => part,
            _ => part.split_once('}').map_or("", |(_, rest)| rest),
        };
        kept += part;
        kept += " ";
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measured_quantities_are_explained_by_their_definitions() {
        let told = measured(&[
            &"mistakes".to_owned(),
            &r"$\frac{\text{max margin}^{2}}{\text{x y}}$".to_owned(),
        ]);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].starts_with("mistakes: wrong predictions among the examples shown"));
        assert!(
            told[1].starts_with("max margin: the largest margin of"),
            "{told:?}"
        );
    }

    #[test]
    fn names_of_columns_are_replaced_by_what_they_are() {
        let said = in_words("$R$ is `radius`, $\\gamma_\\ast$ is `max_margin`, $k$ is `no_column`");
        assert!(
            said.starts_with("$R$ is the largest norm of an example, "),
            "{said}"
        );
        assert!(
            said.contains("is the largest margin of the sample"),
            "{said}"
        );
        assert!(said.ends_with("$k$ is `no_column`"), "{said}");
    }

    #[test]
    fn letters_that_a_statement_defines_are_not_explained_again() {
        let rest = r"where $R^2$ is `radius_squared`, $N$ examples, $\gamma_n = 1$";
        let said = ["R", "N", r"\gamma_n"].map(|letter| defines(rest, letter));
        assert_eq!(said, [true; 3]);
        assert!(!defines(rest, r"\gamma") && !defines(rest, "D"));
    }

    #[test]
    fn symbol_is_found_alone_but_not_inside_a_word_or_tex_command() {
        assert!(has(r"mistakes $(D/\gamma)^2$", "D") && has(r"$R^2 + 2\tau/\eta$", r"\tau"));
        assert!(!has(r"mistakes $\text{Draws}$", "D") && !has("D is not in a formula", "D"));
        assert!(!has(r"$\max_t$", "N") && !has(r"$\taux$", r"\tau"));
    }
}
