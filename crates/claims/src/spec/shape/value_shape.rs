//! Holds what can stand at a place of a spec: kinds of values, tables with their keys, and choices with their names.

use super::probe::Kind;
use perceptron::documented::Documentation;

/// What can stand at a place of a spec.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::spec) enum Shape {
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
pub(in crate::spec) struct Key {
    pub name: &'static str,
    pub about: &'static str,
    pub required: bool,
    pub shape: Shape,
}

/// A name of a choice.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::spec) struct Member {
    pub name: &'static str,
    /// Whether the name alone can stand there.
    pub alone: bool,
    /// What follows the name in a table, where something can.
    pub behind: Option<Shape>,
    pub doc: Option<Documentation>,
}

impl Key {
    pub(super) fn new(name: &'static str, required: bool, shape: Shape) -> Self {
        Self {
            name,
            about: "",
            required,
            shape,
        }
    }
}

impl Member {
    pub(super) fn alone(name: &'static str, doc: Option<Documentation>) -> Self {
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
    pub(super) fn with(self, doc: &Documentation) -> Self {
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
    pub(super) fn documented(self, docs: &[Documentation]) -> Self {
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
    pub(super) fn or_alone(self, name: &str) -> Self {
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
    pub(super) fn keys(&self) -> &[Key] {
        match self {
            Self::Table(keys) => keys,
            _ => &[],
        }
    }

    /// The names of a choice.
    pub(super) fn members(&self) -> &[Member] {
        match self {
            Self::Choice(members) => members,
            _ => &[],
        }
    }
}
