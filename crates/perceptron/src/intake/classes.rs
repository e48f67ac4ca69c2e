//! Holds the classes of a file: labels that are equal numbers are one class, shown as a whole number or as first written.

use super::decimal::Decimal;
use super::fault::{DataFault, shortened};
use super::request::Request;
use crate::sample::Rational;
use std::collections::BTreeMap;

/// The largest number of different values that a label column may have.
const MOST_CLASSES: usize = 1000;

/// The largest size, in bits, of a label that is a whole number and is shown with all its digits; a larger one is shown as written.
const LONGEST: u64 = 128;

/// The key of a class: two labels are one class if they are equal numbers or equal words. Numbers sort by value and come before words.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    Number(Rational),
    Word(String),
}

impl Key {
    fn of(label: &str) -> Self {
        match Decimal::parse(label.trim()) {
            Ok(number) => Self::Number(number.to_rational()),
            Err(_) => Self::Word(label.to_owned()),
        }
    }

    /// The name under which the class is shown: a whole number in its plain form, everything else as written.
    fn name(&self, spelling: &str) -> String {
        match self {
            Self::Number(value)
                if value.denominator() == 1.into() && value.numerator().bits() <= LONGEST =>
            {
                value.to_string()
            }
            Self::Number(_) => spelling.trim().trim_start_matches('+').to_owned(),
            Self::Word(word) => word.clone(),
        }
    }
}

#[derive(Debug)]
struct LabelClass {
    key: Key,
    name: String,
    examples: u64,
}

/// The classes of the label column, in the order of their first examples.
#[derive(Debug, Default)]
pub(super) struct Classes {
    classes: Vec<LabelClass>,
    /// For every spelling of a label in the file, the index of its class.
    spellings: BTreeMap<String, u32>,
}

impl Classes {
    /// Counts one more example of the class that `label`, a text in the file, belongs to, and returns the index of the class. The first label of a
    /// class adds the class.
    ///
    /// # Errors
    /// The class is new, and the file has `MOST_CLASSES` classes already.
    pub(super) fn index(&mut self, label: &str) -> Result<u32, DataFault> {
        let index = match self.spellings.get(label) {
            Some(&index) => index,
            None => self.add(label)?,
        };
        self.classes[index as usize].examples += 1;
        Ok(index)
    }

    fn add(&mut self, label: &str) -> Result<u32, DataFault> {
        let index = match self.find(label) {
            Some(index) => index,
            None if self.classes.len() == MOST_CLASSES => return Err(too_many()),
            None => {
                let key = Key::of(label);
                let name = key.name(label);
                self.classes.push(LabelClass {
                    key,
                    name,
                    examples: 0,
                });
                self.classes.len() as u32 - 1
            }
        };
        self.spellings.insert(label.to_owned(), index);
        Ok(index)
    }

    /// The index of the class that a label belongs to; `None` if no label of this class was added.
    fn find(&self, label: &str) -> Option<u32> {
        let key = Key::of(label);
        let place = self.classes.iter().position(|class| class.key == key);
        place.map(|place| place as u32)
    }

    /// Removes one example from the count of the class with this index.
    pub(super) fn forget(&mut self, index: u32) {
        self.classes[index as usize].examples -= 1;
    }

    /// The names of the classes that have examples, in sorted order, each with its number of examples.
    pub(super) fn sorted(&self) -> Vec<(String, u64)> {
        let known = self.ordered().into_iter();
        known
            .map(|class| (class.name.clone(), class.examples))
            .collect()
    }

    fn ordered(&self) -> Vec<&LabelClass> {
        let mut known: Vec<&LabelClass> = self.classes.iter().collect();
        known.retain(|class| class.examples > 0);
        known.sort_by(|a, b| a.key.cmp(&b.key));
        known
    }

    /// The index of the class that gets the label +1: the requested one, or else the last in sorted order that was not requested as the other class.
    pub(super) fn positive(&self, request: &Request) -> Result<u32, DataFault> {
        let known = self.names();
        for named in [&request.positive, &request.negative].into_iter().flatten() {
            let found = self.find(named);
            if found.is_none_or(|index| self.classes[index as usize].examples == 0) {
                let problem = format!("no row has the class `{}`", shortened(named));
                return Err(DataFault::unknown(problem, named, &known));
            }
        }
        let named = match (&request.positive, &request.negative, known.as_slice()) {
            (_, _, []) => {
                let expected = "at least one row of each of two classes";
                return Err(DataFault::new("the file has no example", expected));
            }
            (_, _, [only]) => return Err(one_class(only)),
            (Some(named), ..) => named,
            (None, Some(negative), [first, second]) => match is_same(negative, second) {
                true => first,
                false => second,
            },
            (None, Some(_), _) => return Err(positive_is_open(&known)),
            (None, None, [.., last]) => last,
        };
        Ok(self.find(named).unwrap_or_default())
    }

    fn names(&self) -> Vec<String> {
        self.sorted().into_iter().map(|(name, _)| name).collect()
    }

    /// The name under which the class with this index is shown.
    pub(super) fn name(&self, index: u32) -> &str {
        &self.classes[index as usize].name
    }

    /// The name under which the class that the user asked for is shown; it may spell the same number in another way.
    pub(super) fn shown(&self, named: &str) -> String {
        let found = self.find(named);
        found.map_or_else(|| named.to_owned(), |index| self.name(index).to_owned())
    }
}

/// Whether two labels belong to one class.
pub(super) fn is_same(a: &str, b: &str) -> bool {
    a == b || Key::of(a) == Key::of(b)
}

fn too_many() -> DataFault {
    let problem = format!("the label column has more than {MOST_CLASSES} different values");
    DataFault::new(problem, "a column with classes, such as two words")
        .of_kind("values-as-classes")
        .help("name the column with the classes by `--label`; numbers to predict are not classes")
        .in_lines("numbers to predict are not classes: write one of two labels on each line")
}

fn positive_is_open(known: &[String]) -> DataFault {
    let listed: Vec<String> = known.iter().take(10).map(|name| shortened(name)).collect();
    let problem = format!(
        "there are {} classes, and only the negative one is chosen",
        known.len()
    );
    DataFault::new(
        problem,
        format!("a positive class: one of {}", listed.join(", ")),
    )
    .help(
        "choose it by `--positive`, or leave out `--negative`, so that all other classes are negative",
    )
}

fn one_class(only: &str) -> DataFault {
    let problem = format!("all examples have the label `{}`", shortened(only));
    DataFault::new(problem, "examples of two classes")
        .of_kind("one-class")
        .help("name the column with the classes by `--label`, or add examples of another class")
        .in_lines("add examples of another class")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(labels: &[&str]) -> Classes {
        let mut classes = Classes::default();
        for label in labels {
            classes.index(label).unwrap();
        }
        classes
    }

    fn names(classes: &Classes) -> Vec<String> {
        let sorted = classes.sorted().into_iter();
        sorted
            .map(|(name, count)| format!("{name}: {count}"))
            .collect()
    }

    #[test]
    fn numbers_are_ordered_by_value_and_shown_as_they_are_written() {
        let found = classes(&["10.5", "9.5", "-3", "1.50", "word", "1e3", "1e70", "1e-70"]);
        let due = [
            "-3: 1", "1e-70: 1", "1.50: 1", "9.5: 1", "10.5: 1", "1000: 1", "1e70: 1", "word: 1",
        ];
        assert_eq!(names(&found), due);
        let last = found.positive(&Request::default()).unwrap();
        assert_eq!(found.name(last), "word");
    }

    #[test]
    fn one_number_in_several_spellings_is_one_class() {
        let found = classes(&["+1", "1.0", "1", "-1.0", "0.50", ".5"]);
        assert_eq!(names(&found), ["-1: 1", "0.50: 2", "1: 3"]);
        assert!(is_same("1e0", "1.0") && is_same("a", "a"));
        assert!(!is_same("a", "A") && !is_same("1", "one"));
        assert_eq!(found.shown("5e-1"), "0.50");
    }

    #[test]
    fn the_other_of_two_classes_is_positive_if_one_is_negative() {
        let of = |labels: &[&str], negative: &str| {
            let request = Request {
                negative: Some(negative.into()),
                ..Request::default()
            };
            let found = classes(labels);
            let index = found.positive(&request);
            index.map(|index| found.name(index).to_owned())
        };
        assert_eq!(of(&["a", "b", "b"], "a").unwrap(), "b");
        assert_eq!(of(&["a", "b", "b"], "b").unwrap(), "a");
        assert_eq!(of(&["0", "1"], "1.0").unwrap(), "0");
        let fault = of(&["a", "b", "c"], "a").unwrap_err();
        assert!(fault.problem.contains("3 classes") && fault.help.contains("--positive"));
    }

    #[test]
    fn a_class_that_is_asked_for_must_have_examples() {
        let mut found = classes(&["a", "b", "c"]);
        let index = found.find("c").unwrap();
        found.forget(index);
        let named = |positive: &str| Request {
            positive: Some(positive.into()),
            ..Request::default()
        };
        assert_eq!(found.positive(&named("a")), Ok(0));
        let fault = found.positive(&named("c")).unwrap_err();
        let known = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(fault.unknown, Some(("c".to_owned(), known)));
    }
}
