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

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn quoted_word_round_trips_through_sh_and_our_parser(word in "[^\0\r]{0,20}") {
            let line = format!("printf %s {}", quoted(&word));
            let shell = Command::new("sh").args(["-c", &line]).output().unwrap();
            prop_assert_eq!(String::from_utf8(shell.stdout).unwrap(), word.clone());
            prop_assert_eq!(shell_words::split(&quoted(&word)).unwrap(), vec![word]);
        }
    }
}
