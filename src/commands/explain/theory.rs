//! Looks up the source of a claim in docs/theory.md, which is compiled into the program, to tell how tight the claim is and by which construction.

const THEORY: &str = include_str!("../../../docs/theory.md");

/// Returns one paragraph on tightness for each statement of docs/theory.md that the source of a claim names, with the names of the constructions.
pub(super) fn tight(source: &str) -> Vec<String> {
    let named = ids(source);
    let of_statements = named.iter().flat_map(|id| {
        let paragraphs = section(id).map(tightness).unwrap_or_default();
        let said = paragraphs
            .into_iter()
            .map(move |text| format!("{id}: {text}"));
        said.collect::<Vec<_>>()
    });
    let constructions = named.iter().filter(|id| id.starts_with('T'));
    let of_constructions = constructions.filter_map(|id| Some(format!("{}.", heading(id)?)));
    let mut found = Vec::new();
    for paragraph in of_statements.chain(of_constructions) {
        if !found.contains(&paragraph) {
            found.push(paragraph);
        }
    }
    found
}

/// The numbers of sections of docs/theory.md that occur in a text, such as `C-V3`, `T1` or `R6`.
fn ids(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    let is_id = |word: &&str| {
        let digits = word
            .trim_start_matches("C-")
            .trim_start_matches(|c: char| c.is_ascii_uppercase());
        word.starts_with(|c: char| c.is_ascii_uppercase())
            && digits.len() < word.len()
            && digits.starts_with(|c: char| c.is_ascii_digit())
    };
    words.filter(is_id).map(str::to_owned).collect()
}

/// The heading of the section of docs/theory.md with this number, without Markdown marks, such as `T1 The basis`.
fn heading(id: &str) -> Option<&'static str> {
    let mut headings = THEORY.lines().filter_map(|line| line.strip_prefix("### "));
    headings.find(|heading| heading.split_whitespace().next() == Some(id))
}

/// The text below the heading of the section of docs/theory.md with this number.
fn section(id: &str) -> Option<&'static str> {
    let heading = heading(id)?;
    let start = THEORY.find(&format!("### {heading}\n"))? + heading.len() + 5;
    let rest = &THEORY[start..];
    Some(
        &rest[..rest
            .find("\n## ")
            .into_iter()
            .chain(rest.find("\n### "))
            .min()
            .unwrap_or(rest.len())],
    )
}

/// The paragraphs about tightness in a section of docs/theory.md, as plain text.
fn tightness(section: &str) -> Vec<String> {
    let marks = ["*Tight:*", "*How tight.*"];
    let begin = marks.iter().flat_map(|mark| {
        let starts = section.match_indices(mark);
        starts.map(|(start, _)| &section[start + mark.len()..])
    });
    let whole = begin.map(|text| &text[..text.find("\n\n").unwrap_or(text.len())]);
    whole
        .map(|text| text.split("\n*").next().unwrap_or(text))
        .filter(|text| !text.contains("$$"))
        .map(|text| with_headings(&plain(text)))
        .collect()
}

/// Removes the Markdown marks from a text, and joins its lines.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words
        .join(" ")
        .replace("\\*", "\u{1}")
        .replace(['*', '`'], "");
    text.replace('\u{1}', "*")
}

/// Adds to a text the title of each construction of docs/theory.md at its first mention, as in `T1 (The basis)`.
fn with_headings(text: &str) -> String {
    let mut text = text.to_owned();
    for id in ids(&text.clone()).iter().filter(|id| id.starts_with('T')) {
        let about = heading(id).and_then(|heading| heading.split_once(' '));
        if let Some((_, about)) = about {
            let said = format!("{id} ({about})");
            if !text.contains(&said) {
                text = text.replacen(id, &said, 1);
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tight_constructions_are_found_from_the_source_of_a_claim() {
        let found =
            tight("Vaughan, Theorem 1; Bartlett, Theorem 2.1(b) (docs/theory.md: C-V3, C-B8).");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].contains("T1 (The basis)"), "{found:?}");
        assert!(
            !found[0].contains("Proof") && !found[0].contains('`'),
            "{found:?}"
        );
        assert!(tight("C-B1 and C-X9, of 1962").is_empty());
        let constructed = tight("docs/theory.md, T2");
        assert_eq!(constructed, ["T2 Orthogonal vectors."]);
    }
}
