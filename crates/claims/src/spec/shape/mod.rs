//! Says what a spec can hold, read off the types that read it: for messages that name everything wrong at once, and for editors.

mod check;
mod elsewhere;
mod entries;
mod probe;
mod schema;

pub(super) use check::Place;
pub use schema::schema;

use super::keys;
use crate::claim::{Answers, MarginSource, Registered, VerdictWord};
use crate::figure::FigureKind;
use perceptron::documented::Documentation;
use perceptron::generate::Generator;
use perceptron::learn::order::AllOrders;
use perceptron::learn::{Order, OtherLearner, Rule, Variant};
use probe::{Asked, Kind, Step};
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What can stand at a place of a spec.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// true or false.
    Truth,
    /// An integer from 0.
    Natural,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A list of such values.
    List(Box<Shape>),
    /// A table with these keys and no other.
    Table(Vec<Key>),
    /// One of these names.
    Choice(Vec<Member>),
    /// What its own code understands: its words, and the kinds of values that it looks at.
    Own(String, Vec<Kind>),
}

/// A key of a table.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Key {
    pub name: &'static str,
    pub about: &'static str,
    pub required: bool,
    pub shape: Shape,
}

/// A name of a choice.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Member {
    pub name: &'static str,
    /// Whether the name alone can stand there.
    pub alone: bool,
    /// What follows the name in a table, where something can.
    pub behind: Option<Shape>,
    pub doc: Option<Documentation>,
}

/// What stands behind `generator`.
pub(super) static GENERATOR: LazyLock<Shape> =
    LazyLock::new(|| of::<Generator>().documented(Generator::DOCS));

/// What stands behind the name of a variant.
pub(super) static VARIANT: LazyLock<Shape> = LazyLock::new(|| {
    let order = of::<Order>().or_alone(AllOrders::DOC.name);
    let Shape::Table(keys) = of::<Variant>() else {
        return of::<Variant>();
    };
    let keyed = |key: Key| {
        let shape = match key.name {
            "order" => order.clone().documented(Order::DOCS),
            "rule" => key.shape.documented(Rule::DOCS),
            "learner" => key.shape.documented(OtherLearner::DOCS),
            _ => key.shape,
        };
        Key { shape, ..key }
    };
    Shape::Table(keys.into_iter().map(keyed).collect()).with(&Variant::DOC)
});

/// The keys of its own that each claim has.
pub(super) static CLAIMS: LazyLock<BTreeMap<&'static str, Shape>> = LazyLock::new(|| {
    let Shape::Choice(members) = of::<Registered>().documented(Registered::DOCS) else {
        return BTreeMap::new();
    };
    let own = |member: Member| Some((member.name, member.behind?));
    members.into_iter().filter_map(own).collect()
});

/// The keys that all claims share.
pub(super) static SHARED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let names = Registered::DOCS.iter();
    let names = names.map(|doc| Member::alone(doc.name, Some(*doc)));
    let scale = Shape::Own(
        "a number above 0, or a quoted fraction".into(),
        vec![Kind::Integer, Kind::Number, Kind::Text],
    );
    let shapes = [
        ("id", Shape::Text),
        ("name", Shape::Choice(names.collect())),
        ("control_of", Shape::Text),
        ("variants", Shape::List(Box::new(Shape::Text))),
        ("where", Shape::Own("a table".into(), vec![Kind::Table])),
        ("scale", scale),
        ("slack", Shape::Number),
        ("slack_reason", Shape::Text),
        ("margin", of::<MarginSource>()),
        (
            "premise",
            Shape::Choice(vec![Member::alone("waived", None)]),
        ),
        ("expect", of::<VerdictWord>()),
        ("answers", of::<Answers>()),
    ];
    let optional = |(name, shape)| Key::new(name, false, shape);
    let keys = shapes.into_iter().map(optional).collect();
    match Shape::Table(keys).with(&keys::CLAIM) {
        Shape::Table(keys) => keys,
        _ => Vec::new(),
    }
});

/// The keys at the top of a spec; what stands in its tables has shapes of its own.
pub(super) static TOP: LazyLock<Shape> = LazyLock::new(|| {
    let table = |word: &str| Shape::Own(word.to_owned(), vec![Kind::Table]);
    let list = |word: &str| Shape::Own(word.to_owned(), vec![Kind::List]);
    let replicates = Shape::Own(
        "an integer from 1, \"all\", or { min = …, max = …, until = \"decided\" }".into(),
        vec![Kind::Integer, Kind::Text, Kind::Table],
    );
    let figures = Shape::Own(
        "a table [figures] with show = [names], or [[figures]] tables".into(),
        vec![Kind::Table, Kind::List],
    );
    let keys = [
        ("title", true, Shape::Text),
        ("question", true, Shape::Text),
        ("analysis", false, Shape::Text),
        ("answer", false, Shape::Text),
        ("seed", true, Shape::Natural),
        ("replicates", true, replicates),
        ("quick_replicates", false, Shape::Natural),
        ("alpha", false, Shape::Number),
        (
            "generator",
            true,
            table("a table [generator.NAME], such as [generator.sphere-margin]"),
        ),
        (
            "variants",
            false,
            table(
                "a table for each variant, in single brackets and with a name of your own: [variants.plain]",
            ),
        ),
        ("sweep", false, list("blocks in double brackets: [[sweep]]")),
        (
            "claims",
            false,
            list("tables in double brackets, one for each claim: [[claims]]"),
        ),
        ("measure", false, Shape::List(Box::new(Shape::Text))),
        ("figures", false, figures),
    ];
    let key = |(name, required, shape)| Key::new(name, required, shape);
    Shape::Table(keys.into_iter().map(key).collect()).with(&keys::SPEC)
});

/// What stands behind `figures`, or in each of its tables.
pub(super) static FIGURE: LazyLock<Shape> = LazyLock::new(|| {
    let kinds = of::<FigureKind>().documented(FigureKind::DOCS);
    let by = Shape::Own(
        "a name, or a list of names".into(),
        vec![Kind::Text, Kind::List],
    );
    let keys = [
        ("show", Shape::List(Box::new(kinds))),
        ("x", Shape::Text),
        ("y", Shape::Text),
        ("by", by),
        ("title", Shape::Text),
    ];
    let optional = |(name, shape)| Key::new(name, false, shape);
    Shape::Table(keys.into_iter().map(optional).collect()).with(&keys::FIGURE)
});

/// The shape that a type reads.
fn of<T: DeserializeOwned>() -> Shape {
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

impl Key {
    fn new(name: &'static str, required: bool, shape: Shape) -> Self {
        Self {
            name,
            about: "",
            required,
            shape,
        }
    }
}

impl Member {
    fn alone(name: &'static str, doc: Option<Documentation>) -> Self {
        Self {
            name,
            alone: true,
            behind: None,
            doc,
        }
    }
}

impl Shape {
    /// The same with what is known of its keys.
    fn with(self, doc: &Documentation) -> Self {
        let Self::Table(keys) = self else {
            return self;
        };
        let about = |name: &str| {
            let mut known = doc.keys.iter();
            known
                .find(|(key, _)| *key == name)
                .map_or("", |(_, about)| about)
        };
        let keyed = |key: Key| Key {
            about: about(key.name),
            ..key
        };
        Self::Table(keys.into_iter().map(keyed).collect())
    }

    /// The same with what is known of its names and their keys.
    fn documented(self, docs: &[Documentation]) -> Self {
        let Self::Choice(members) = self else {
            return self;
        };
        let documented = |member: Member| {
            let Some(doc) = docs.iter().find(|doc| doc.name == member.name) else {
                return member;
            };
            Member {
                behind: member.behind.map(|shape| shape.with(doc)),
                doc: Some(*doc),
                ..member
            }
        };
        Self::Choice(members.into_iter().map(documented).collect())
    }

    /// The same where one of the names can stand alone too.
    fn or_alone(self, name: &str) -> Self {
        let Self::Choice(members) = self else {
            return self;
        };
        let widened = |member: Member| Member {
            alone: member.alone || member.name == name,
            ..member
        };
        Self::Choice(members.into_iter().map(widened).collect())
    }

    /// The keys of a table.
    fn keys(&self) -> &[Key] {
        match self {
            Self::Table(keys) => keys,
            _ => &[],
        }
    }

    /// The names of a choice.
    fn members(&self) -> &[Member] {
        match self {
            Self::Choice(members) => members,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests;
