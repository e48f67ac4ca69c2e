//! Prints a part of an explanation below its heading.

/// A heading and what stands below it, if anything does.
pub(super) fn print_section(heading: &str, text: &str) {
    if !text.is_empty() {
        println!("\n{heading}\n  {}", text.replace('\n', "\n  "));
    }
}
