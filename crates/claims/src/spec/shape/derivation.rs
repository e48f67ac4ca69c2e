//! Reads the shape of a value off the type that reads it.

use super::probe::{self, Asked, Kind, Step};
use super::value_shape::{Key, Member, Shape};
use serde::de::DeserializeOwned;

/// The shape that a type reads.
pub(super) fn of<T: DeserializeOwned>() -> Shape {
    at::<T>(&mut Vec::new())
}

/// The shape of what a type reads at a path below it.
fn at<T: DeserializeOwned>(path: &mut Vec<Step>) -> Shape {
    match probe::asked::<T>(path) {
        Some(Asked::Truth) => Shape::Truth,
        Some(Asked::Natural) => Shape::Natural,
        Some(Asked::Integer) => Shape::Integer,
        Some(Asked::Number) => Shape::Number,
        Some(Asked::Text) => named::<T>(path),
        Some(Asked::List) => Shape::List(Box::new(below::<T>(path, Step::Element))),
        Some(Asked::Table(names)) => table::<T>(path, names),
        Some(Asked::Choice(names)) => {
            let member = |&name: &&'static str| member::<T>(path, name);
            Shape::Choice(names.iter().map(member).collect())
        }
        Some(Asked::Own(words)) => own::<T>(path, words),
        Some(Asked::Nothing) | None => Shape::Table(Vec::new()),
    }
}

fn below<T: DeserializeOwned>(path: &mut Vec<Step>, step: Step) -> Shape {
    path.push(step);
    let shape = at::<T>(path);
    path.pop();
    shape
}

fn table<T: DeserializeOwned>(path: &mut Vec<Step>, names: &[&'static str]) -> Shape {
    let required = probe::required::<T>(path);
    let key = |&name: &&'static str| {
        let shape = below::<T>(path, Step::Key(name));
        Key::new(name, required.contains(&name), shape)
    };
    Shape::Table(names.iter().map(key).collect())
}

fn member<T: DeserializeOwned>(path: &mut Vec<Step>, name: &'static str) -> Member {
    path.push(Step::Member(name));
    let alone = probe::asked::<T>(path) == Some(Asked::Nothing);
    let behind = (!alone).then(|| at::<T>(path));
    path.pop();
    Member {
        behind,
        ..Member {
            alone,
            ..Member::alone(name, None)
        }
    }
}

/// A text, or one of the names that it is looked up among.
fn named<T: DeserializeOwned>(path: &[Step]) -> Shape {
    let Some(names) = probe::names::<T>(path) else {
        return Shape::Text;
    };
    let members = names.iter().map(|name| Member::alone(name, None));
    Shape::Choice(members.collect())
}

fn own<T: DeserializeOwned>(path: &[Step], words: String) -> Shape {
    let kinds = Kind::ALL.into_iter();
    Shape::Own(
        words,
        kinds
            .filter(|&kind| probe::takes::<T>(path, kind))
            .collect(),
    )
}
