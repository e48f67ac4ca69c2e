//! Describes the values that a spec may contain: kinds of values, tables with their keys, and choices with their names.
//!
//! Every type that a spec is deserialized into implements [`Shaped`]. `documented!`, `family!` and `choice!` implement it for structs, families and
//! plain enums; types with their own deserializer implement it by hand. Error messages about specs and the JSON Schema are generated from shapes.

use super::documentation::Documentation;
use super::range::Interval;

/// Form of a value in a spec.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// true or false.
    Truth,
    /// An integer from 0.
    Natural,
    /// An integer.
    Integer,
    /// A number, with or without a decimal point.
    Number,
    /// A text.
    Text,
    /// A list of values of this shape.
    List(Box<Shape>),
    /// A table with these keys and no other.
    Table(Vec<Key>),
    /// One of these names.
    Choice(Vec<Member>),
    /// A value with its own deserializer: a description in words, and the kinds of values that it accepts.
    Own(&'static str, &'static [ValueKind]),
}

/// Kind of a value in a file, without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// true or false.
    Truth,
    /// An integer.
    Integer,
    /// A number with a point or an exponent.
    Number,
    /// A text.
    Text,
    /// A list.
    List,
    /// A table.
    Table,
}

/// A key that a table of a spec may contain.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Name of the key.
    pub name: &'static str,
    /// Explanation of the key; empty if there is no explanation.
    pub about: &'static str,
    /// Whether every table of this kind must have the key.
    pub required: bool,
    /// Form of the value of the key.
    pub shape: Shape,
    /// Declared range of the value of the key, if it has one.
    pub range: Option<Interval>,
}

/// A name among which a spec chooses, such as `cyclic` for the key `order`.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The name.
    pub name: &'static str,
    /// Whether the name is accepted alone, without a value.
    pub alone: bool,
    /// Form of the value that follows the name in a table; `None` if the name has no value.
    pub value: Option<Shape>,
    /// Documentation of the name, if it has any.
    pub doc: Option<Documentation>,
}

impl Key {
    /// Creates a key without an explanation.
    pub fn new(name: &'static str, required: bool, shape: Shape) -> Self {
        Self {
            name,
            about: "",
            required,
            shape,
            range: None,
        }
    }

    /// Adds the range that is declared for the key, if there is one.
    pub fn within(self, declared: &[&'static str]) -> Self {
        let range = declared.first().and_then(|text| Interval::of(text));
        Self { range, ..self }
    }
}

impl Key {
    /// Creates a key with a value of type `T`. The key is required, unless the type is [optional](Shaped::OPTIONAL).
    pub fn of<T: Shaped>(name: &'static str) -> Self {
        Self::new(name, !T::OPTIONAL, T::shape())
    }
}

impl Member {
    /// Describes a name that a spec writes alone, with no table of keys after it, such as `cyclic` in `order = "cyclic"`. `doc` is the documentation
    /// of the name, if it has any.
    pub fn alone(name: &'static str, doc: Option<Documentation>) -> Self {
        Self {
            name,
            alone: true,
            value: None,
            doc,
        }
    }

    /// Describes a name that a spec writes together with a value of the shape `behind`, such as `perceptron` in `rule = { perceptron = {} }`.
    pub fn followed(name: &'static str, behind: Shape) -> Self {
        Self {
            name,
            alone: false,
            value: Some(behind),
            doc: None,
        }
    }
}

/// A type that a value of a spec is deserialized into.
pub trait Shaped {
    /// Whether a table may omit a key with a value of this type.
    const OPTIONAL: bool = false;

    /// Returns the form in which a spec writes a value of this type.
    fn shape() -> Shape;
}

macro_rules! shaped {
    ($($shape:expr => $($type:ty)*;)*) => {
        $($(impl Shaped for $type {
            fn shape() -> Shape {
                $shape
            }
        })*)*
    };
}

shaped! {
    Shape::Truth => bool;
    Shape::Natural => u32 u64 usize;
    Shape::Integer => i8 i32 i64;
    Shape::Number => f64;
    Shape::Text => String;
}

impl<T: Shaped> Shaped for Vec<T> {
    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()))
    }
}

impl<T: Shaped, const LENGTH: usize> Shaped for [T; LENGTH] {
    fn shape() -> Shape {
        Vec::<T>::shape()
    }
}

impl<T: Shaped> Shaped for Option<T> {
    const OPTIONAL: bool = true;

    fn shape() -> Shape {
        T::shape()
    }
}

impl Shape {
    /// Returns the shape of a table with the explanations of its keys, taken from `doc`; other shapes stay as they are.
    pub fn with(self, doc: &Documentation) -> Self {
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

    /// Returns the shape of a choice with the documentation of its names and of their keys, taken from `docs`; other shapes stay as they are.
    pub fn documented(self, docs: &[Documentation]) -> Self {
        let Self::Choice(members) = self else {
            return self;
        };
        let documented = |member: Member| {
            let Some(doc) = docs.iter().find(|doc| doc.name == member.name) else {
                return member;
            };
            Member {
                value: member.value.map(|shape| shape.with(doc)),
                doc: Some(*doc),
                ..member
            }
        };
        Self::Choice(members.into_iter().map(documented).collect())
    }

    /// Returns the shape of a choice in which this name is also accepted alone, without a value; other shapes stay as they are.
    pub fn or_alone(self, name: &str) -> Self {
        let Self::Choice(members) = self else {
            return self;
        };
        let widened = |member: Member| Member {
            alone: member.alone || member.name == name,
            ..member
        };
        Self::Choice(members.into_iter().map(widened).collect())
    }

    /// Returns the keys of a table; empty for other shapes.
    pub fn keys(&self) -> &[Key] {
        match self {
            Self::Table(keys) => keys,
            _ => &[],
        }
    }

    /// Returns the names of a choice; empty for other shapes.
    pub fn members(&self) -> &[Member] {
        match self {
            Self::Choice(members) => members,
            _ => &[],
        }
    }
}

/// Implements `Shaped` for enums of plain names, which must derive `strum::VariantNames`, as a choice among these names.
#[macro_export]
macro_rules! choice {
    ($($type:ty),* $(,)?) => {
        $(impl $crate::documented::Shaped for $type {
            fn shape() -> $crate::documented::Shape {
                let names = <$type as strum::VariantNames>::VARIANTS.iter();
                let member = |name: &&'static str| $crate::documented::Member::alone(name, None);
                $crate::documented::Shape::Choice(names.map(member).collect())
            }
        })*
    };
}

/// Makes the key of a field from its type, its explanation and its `serde` attributes; `None` for a field that no spec contains.
#[macro_export]
#[doc(hidden)]
macro_rules! key_shape {
    ($field:ident: $type:ty, $about:expr, skip) => {
        None::<$crate::documented::Key>
    };
    ($field:ident: $type:ty, $about:expr, default, skip_deserializing) => {
        None::<$crate::documented::Key>
    };
    ($field:ident: $type:ty, $about:expr, default $($rest:tt)*) => {
        Some($crate::documented::Key {
            about: $about,
            ..$crate::documented::Key::new(
                stringify!($field),
                false,
                <$type as $crate::documented::Shaped>::shape(),
            )
        })
    };
    ($field:ident: $type:ty, $about:expr, $($rest:tt)*) => {
        Some($crate::documented::Key {
            about: $about,
            ..$crate::documented::Key::of::<$type>(stringify!($field))
        })
    };
}

pub use crate::choice;
