//! Reads `KEY=VALUE` settings from the command line, and names the experiment that such settings make out of another.

use super::StudyError;
use sha2::{Digest, Sha256};

/// Start of the comment line in a spec which says that `run --set` made it out of another spec.
const MADE_BY: &str = "# made by: perceptron-lab run ";

/// Longest name of an experiment made by `run --set`, in characters; a longer name ends in a digest.
const LONGEST: usize = 120;

/// A key of a spec and the value that `run --set KEY=VALUE` gives it, as TOML writes it.
pub(super) struct Override {
    key: String,
    value: String,
}

impl Override {
    /// The key, and the new value as TOML text, as an edit of the spec's text.
    pub(super) fn edit(&self) -> (String, String) {
        (self.key.clone(), self.value.clone())
    }
}

/// Parses the settings of `run --set`, each `KEY=VALUE`, and sorts them by key.
///
/// # Errors
/// A setting is not of the form `KEY=VALUE`, or a key is set twice.
pub(super) fn parsed(given: &[String]) -> Result<Vec<Override>, StudyError> {
    let wrong = |problem: String| {
        let help =
            "give `--set KEY=VALUE`, such as `--set seed=7` or `--set variants.plain.order=random`";
        StudyError::usage(problem.to_string()).help(help.to_string())
    };
    let mut settings = Vec::new();
    for text in given {
        let (key, value) = text
            .split_once('=')
            .ok_or_else(|| wrong(format!("`{text}` has no `=`")))?;
        let (key, value) = (key.trim().to_owned(), written(value.trim()));
        settings.push(Override { key, value });
    }
    settings.sort_by(|a, b| a.key.cmp(&b.key));
    let mut pairs = settings.windows(2);
    match pairs.find(|pair| pair[0].key == pair[1].key) {
        Some(pair) => Err(wrong(format!("`{}` is set twice", pair[0].key))),
        None => Ok(settings),
    }
}

/// Writes the value of a setting as TOML; a value that is not valid TOML becomes a string.
fn written(value: &str) -> String {
    let is_table = || {
        toml::from_str::<toml::Table>(&format!("v = {value}")).is_ok_and(|table| table.len() == 1)
    };
    // A spec may hold an integer beyond 63 bits although TOML's own integers end there.
    let is_long = || value.parse::<u64>().is_ok();
    match !value.contains('\n') && (is_long() || is_table()) {
        true => value.to_owned(),
        false => toml::Value::from(value).to_string(),
    }
}

/// The comment line in a spec which says by which spec and settings it was made; `spelled` is the other spec as written on the command line.
pub(super) fn head(spelled: &str, settings: &[Override]) -> String {
    let sets = settings.iter().map(|setting| {
        let set = format!("{}={}", setting.key, setting.value);
        format!(" --set '{}'", set.replace('\'', r"'\''"))
    });
    let line = format!("{MADE_BY}{spelled}{}", sets.collect::<String>());
    line.replace(char::is_control, " ")
}

/// Arguments of the `run` command that made a spec out of another, read from the spec's comment line; `None` for a spec without this line.
pub(super) fn origin(source: &str) -> Option<&str> {
    source
        .lines()
        .take(2)
        .find_map(|line| line.strip_prefix(MADE_BY))
}

/// Name of the experiment that settings make out of another: unique to these settings, and valid as a file name.
pub(super) fn name(experiment: &str, settings: &[Override]) -> String {
    let plain = |text: &str| -> String {
        let keep = |c: char| match c.is_ascii_alphanumeric() || "._-+".contains(c) {
            true => c,
            false => '_',
        };
        text.chars().map(keep).collect()
    };
    let spelled =
        |setting: &Override| format!("--{}={}", plain(&setting.key), plain(&setting.value));
    let name = settings.iter().map(spelled).collect::<String>();
    let exact: String = settings
        .iter()
        .map(|s| format!("--{}={}", s.key, s.value))
        .collect();
    if name == exact && name.len() <= LONGEST {
        return format!("{experiment}{name}");
    }
    let digest = hex::encode(Sha256::digest(exact.as_bytes()));
    let short: String = name.chars().take(LONGEST).collect();
    format!("{experiment}{short}--{}", &digest[..8])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(given: &[&str]) -> Vec<Override> {
        let given: Vec<String> = given.iter().map(|text| (*text).to_owned()).collect();
        parsed(&given).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn overrides_are_toml_or_text_and_their_order_does_not_change_the_name() {
        let some = settings(&[
            "seed=7",
            "variants.a.order=random",
            "generator.g.x = [1, 2]",
        ]);
        let edits: Vec<(String, String)> = some.iter().map(Override::edit).collect();
        assert_eq!(edits[0], ("generator.g.x".into(), "[1, 2]".into()));
        assert_eq!(edits[1], ("seed".into(), "7".into()));
        assert_eq!(edits[2].1, "\"random\"");
        assert_eq!(name("a/b", &settings(&["seed=7"])), "a/b--seed=7");
        let both = [
            settings(&["seed=7", "alpha=0.1"]),
            settings(&["alpha=0.1", "seed=7"]),
        ];
        assert_eq!(name("a", &both[0]), name("a", &both[1]));
    }

    #[test]
    fn unsafe_or_long_names_are_sanitized_with_a_digest_and_stay_distinct() {
        let first = name("a", &settings(&["variants.v.stop={ updates = 3 }"]));
        let second = name("a", &settings(&["variants.v.stop={_updates = 3 }"]));
        assert_ne!(first, second);
        assert!(
            first
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"._-+=".contains(&byte)),
            "{first}"
        );
        let long = name("a", &settings(&[&format!("title={}", "x".repeat(500))]));
        assert!(long.len() < 200, "{long}");
    }

    #[test]
    fn override_without_value_or_given_twice_is_refused() {
        for given in [vec!["seed"], vec!["seed=1", "seed=2"]] {
            let given: Vec<String> = given.into_iter().map(str::to_owned).collect();
            let error = parsed(&given).err().unwrap().to_string();
            assert!(error.contains("`--set KEY=VALUE`"), "{error}");
        }
    }

    #[test]
    fn generated_spec_records_its_source_and_overrides() {
        let line = head("experiments/x.toml", &settings(&["seed=7"]));
        assert_eq!(
            origin(&format!("#:schema s\n{line}\ntitle = 1")),
            Some("experiments/x.toml --set 'seed=7'")
        );
        assert_eq!(origin("title = 1"), None);
    }
}
