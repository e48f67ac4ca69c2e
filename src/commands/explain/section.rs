//! Prints one section of an explanation.

/// Prints a heading and the text below it, unless the text is empty.
pub(super) fn print_section(heading: &str, text: &str) {
    if !text.is_empty() {
        println!("\n{heading}\n  {}", text.replace('\n', "\n  "));
    }
}
