//! Writes names and paths as words of a POSIX shell, so that printed commands can be pasted into one.

use std::path::Path;

/// Quotes a word if it contains a character that shells interpret.
pub fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=,:+@%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Quotes a path; a path that begins with a hyphen is written so that it is not taken for an option.
pub fn quoted_path(path: &Path) -> String {
    let shown = path.display().to_string();
    match shown.starts_with('-') {
        true => quoted(&format!("./{shown}")),
        false => quoted(&shown),
    }
}

/// Splits a command line into words as a POSIX shell does: at blanks outside quotes; a backslash keeps the next character.
///
/// # Errors
/// A quote is never closed, or a backslash ends the line.
pub fn split_words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => take_quoted(&mut letters, word.get_or_insert_default(), '\'')?,
            '"' => take_quoted(&mut letters, word.get_or_insert_default(), '"')?,
            '\\' => {
                let next = letters.next().ok_or("it ends in a backslash")?;
                word.get_or_insert_default().push(next);
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

fn take_quoted(
    letters: &mut std::str::Chars,
    word: &mut String,
    quote: char,
) -> Result<(), String> {
    while let Some(letter) = letters.next() {
        match letter {
            end if end == quote => return Ok(()),
            '\\' if quote == '"' => match letters.next() {
                Some(kept @ ('"' | '\\' | '$' | '`')) => word.push(kept),
                Some(other) => word.extend(['\\', other]),
                None => break,
            },
            other => word.push(other),
        }
    }
    Err(format!("the quote {quote} is never closed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::process::Command;

    #[test]
    fn words_are_quoted_only_where_they_must_be() {
        for (word, due) in [
            ("study.toml", "study.toml"),
            ("größe", "größe"),
            ("a b", "'a b'"),
            ("it's", r"'it'\''s'"),
            ("$(touch x)", "'$(touch x)'"),
            ("", "''"),
        ] {
            assert_eq!(quoted(word), due);
        }
        assert_eq!(quoted_path(Path::new("-x.toml")), "./-x.toml");
        assert_eq!(quoted_path(Path::new("-x y")), "'./-x y'");
    }

    #[test]
    fn a_command_line_is_split_as_a_shell_splits_it() {
        let due = |words: &[&str]| Ok(words.iter().map(|&word| word.to_owned()).collect());
        let copy = ["python3", "my learner (copy).py"];
        assert_eq!(split_words("python3 'my learner (copy).py'"), due(&copy));
        assert_eq!(
            split_words(r"python3  my\ learner\ \(copy\).py "),
            due(&copy)
        );
        assert_eq!(
            split_words(r#"a "b \" $c" d'e'"f" '' "#),
            due(&["a", "b \" $c", "def", ""])
        );
        assert_eq!(split_words(r#""a\b""#), due(&[r"a\b"]));
        assert!(
            split_words("python3 'my").is_err()
                && split_words("a \\").is_err()
                && split_words("\"a\\").is_err()
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn quoted_word_round_trips_through_sh_and_our_parser(word in "[^\0\r]{0,20}") {
            let line = format!("printf %s {}", quoted(&word));
            let shell = Command::new("sh").args(["-c", &line]).output().unwrap();
            prop_assert_eq!(String::from_utf8(shell.stdout).unwrap(), word.clone());
            prop_assert_eq!(split_words(&quoted(&word)), Ok(vec![word]));
        }
    }
}
