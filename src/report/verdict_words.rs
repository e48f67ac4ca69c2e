//! Names verdicts as a page does.

/// A verdict in the words of a page: those of the code in the terminal and in files are shorter.
pub(super) fn verdict_words(word: &str) -> String {
    const WORDS: [(&str, &str); 5] = [
        ("violated", "refuted"),
        ("not-shown", "not shown"),
        ("inconclusive", "not decided yet"),
        ("vacuous", "the bound says nothing here"),
        ("inapplicable", "its condition is not met"),
    ];
    WORDS.iter().fold(word.to_owned(), |text, (code, page)| {
        text.replace(code, page)
    })
}
