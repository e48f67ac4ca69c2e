//! Lists the notes and the other groups of experiments, with the letter of their statements and the folder of their experiments.

/// A lecture note, or another group of experiments, with the folder of its experiments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Note {
    /// The letter after `C-` in the numbers of the note's statements; `None` for other groups.
    letter: Option<char>,
    /// The folder of the group's experiments; `None` if they lie directly in the experiments folder.
    folder: Option<&'static str>,
    /// The name of the note or group, for headings.
    pub name: &'static str,
    /// The title of the note; empty for other groups.
    title: &'static str,
    /// The experiment whose answer stands for the group where one line must do.
    representative: &'static str,
}

const fn note(
    letter: char,
    folder: &'static str,
    name: &'static str,
    [title, representative]: [&'static str; 2],
) -> Note {
    Note {
        letter: Some(letter),
        folder: Some(folder),
        name,
        title,
        representative,
    }
}

const fn head(
    folder: Option<&'static str>,
    name: &'static str,
    representative: &'static str,
) -> Note {
    Note {
        letter: None,
        folder,
        name,
        title: "",
        representative,
    }
}

/// All notes and other groups, in reading order.
const HEADS: [Note; 10] = [
    note(
        'B',
        "bartlett",
        "Bartlett",
        [
            "Linear threshold functions and the perceptron algorithm",
            "bartlett/any-labels",
        ],
    ),
    note(
        'V',
        "vaughan",
        "Vaughan",
        [
            "Machine Learning Theory, Lecture 7: Perceptron Algorithm",
            "vaughan/strict-ties",
        ],
    ),
    note(
        'M',
        "mit",
        "MIT",
        ["Perceptron Linear Classifier", "mit/nested"],
    ),
    note(
        'H',
        "hardt-recht",
        "Hardt and Recht",
        ["The Perceptron Algorithm", "hardt-recht/margin-adversary"],
    ),
    note(
        'U',
        "urner",
        "Urner",
        [
            "Machine Learning Theory: Linear classifiers",
            "urner/every-atom-seen",
        ],
    ),
    head(None, "Across the notes", "basis-tight"),
    head(Some(ERRATA), "Errata", "errata/e02-strict-mistakes"),
    head(Some("real-data"), "Real data", "real-data/digits"),
    head(
        Some("papers"),
        "After published tables",
        "papers/freund-schapire-1999",
    ),
    head(Some("beyond"), BEYOND, "beyond/plane-and-space"),
];

/// The group of the statements X1 to X10, which the notes do not make.
const BEYOND: &str = "Beyond the notes";

/// The folder of the experiments on errors in the notes.
const ERRATA: &str = "errata";

/// Whether an experiment is about an error in a note.
pub(super) fn is_erratum(experiment: &str) -> bool {
    folder(experiment) == Some(ERRATA)
}

/// The heading of a group: its name and, of a note, its title.
pub(super) fn heading(name: &str) -> String {
    let found = HEADS
        .iter()
        .find(|head| head.name == name && !head.title.is_empty());
    found.map_or_else(|| name.to_owned(), |head| format!("{name}: {}", head.title))
}

/// The experiment whose answer stands for a group.
pub(super) fn representative(name: &str) -> Option<&'static str> {
    let found = HEADS.iter().find(|head| head.name == name);
    found.map(|head| head.representative)
}

/// Whether a group is one of the five notes.
pub(super) fn is_note(name: &str) -> bool {
    HEADS
        .iter()
        .any(|head| head.name == name && head.letter.is_some())
}

/// The name of the note or group to which a statement belongs: that of the letter B for C-B8, and the last group for X1.
pub(super) fn of_number(number: &str) -> Option<&'static str> {
    let Some(rest) = number.strip_prefix("C-") else {
        return number.starts_with('X').then_some(BEYOND);
    };
    let letter = rest.chars().next()?;
    let found = HEADS.iter().find(|head| head.letter == Some(letter));
    found.map(|head| head.name)
}

fn folder(experiment: &str) -> Option<&str> {
    experiment.split_once('/').map(|(folder, _)| folder)
}

/// Groups things by the note or folder of their experiment, and keeps their order within a group. Experiments in unknown folders form groups of their
/// own at the end.
pub(super) fn grouped<'a, T>(
    things: &'a [T],
    experiment: fn(&T) -> &str,
) -> Vec<(&'a str, Vec<&'a T>)> {
    let folder_of = |thing: &'a T| folder(experiment(thing));
    let known = HEADS.iter().map(|head| (head.folder, head.name));
    let is_strange = |found: &&'a str| HEADS.iter().all(|head| head.folder != Some(*found));
    let mut strange: Vec<&str> = things
        .iter()
        .filter_map(folder_of)
        .filter(is_strange)
        .collect();
    strange.sort_unstable();
    strange.dedup();
    let all = known.chain(strange.into_iter().map(|name| (Some(name), name)));
    let groups = all.map(|(wanted, name)| {
        let own = things.iter().filter(|thing| folder_of(thing) == wanted);
        (name, own.collect::<Vec<_>>())
    });
    groups.filter(|(_, own)| !own.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_are_grouped_by_lecture_note_in_note_order() {
        let experiments = [
            "zoo/a",
            "basis",
            "errata/e1",
            "urner/b",
            "bartlett/c",
            "urner/a",
            "own/x",
        ];
        let found = grouped(&experiments, |name| name);
        let heads: Vec<(&str, Vec<&str>)> = found
            .into_iter()
            .map(|(head, own)| (head, own.into_iter().copied().collect()))
            .collect();
        let expected = [
            ("Bartlett", vec!["bartlett/c"]),
            ("Urner", vec!["urner/b", "urner/a"]),
            ("Across the notes", vec!["basis"]),
            ("Errata", vec!["errata/e1"]),
            ("own", vec!["own/x"]),
            ("zoo", vec!["zoo/a"]),
        ];
        assert_eq!(heads, expected);
    }

    #[test]
    fn the_experiment_that_stands_for_a_note_is_one_of_it() {
        for head in HEADS {
            let spec = format!("experiments/{}.toml", head.representative);
            assert!(std::path::Path::new(&spec).is_file(), "{spec}");
            assert_eq!(folder(head.representative), head.folder);
        }
    }

    #[test]
    fn letter_of_a_statement_determines_its_lecture_note() {
        assert_eq!(
            ["C-H5", "C-Y5", "X10", "R3"].map(of_number),
            [
                Some("Hardt and Recht"),
                None,
                Some("Beyond the notes"),
                None
            ]
        );
    }

    #[test]
    fn only_the_folder_of_errata_holds_errata() {
        assert!(is_erratum("errata/e01") && !is_erratum("mit/errata") && !is_erratum("errata"));
    }
}
