//! Holds what can stand at a place of a spec: kinds of values, tables with their keys, and choices with their names.
//!
//! Every type that a spec is read into is [`Shaped`]: `documented!` and `family!` say so of structs and families, `choice!` of plain enums, and types
//! with a reader of their own say it themselves. Messages about bad specs and the JSON Schema are made from shapes.

use super::documentation::Documentation;

/// What can stand at a place of a spec.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
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
    /// What a reader of its own understands: in words, and the kinds of values that it reads.
    Own(&'static str, &'static [ValueKind]),
}

/// A value of a file without its content.
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

/// A key of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it means; empty where nothing says it.
    pub about: &'static str,
    /// Whether a table cannot lack it.
    pub required: bool,
    /// What can stand after it.
    pub shape: Shape,
}

/// A name of a choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The name.
    pub name: &'static str,
    /// Whether the name alone can stand there.
    pub alone: bool,
    /// What follows the name in a table, where something can.
    pub value: Option<Shape>,
    /// What is known of it.
    pub doc: Option<Documentation>,
}

impl Key {
    /// A key of which nothing is explained.
    pub fn new(name: &'static str, required: bool, shape: Shape) -> Self {
        Self {
            name,
            about: "",
            required,
            shape,
        }
    }
}

impl Key {
    /// A key with a value of this type, which a table cannot lack unless the type says so.
    pub fn of<T: Shaped>(name: &'static str) -> Self {
        Self::new(name, !T::OPTIONAL, T::shape())
    }
}

impl Member {
    /// A name that stands alone.
    pub fn alone(name: &'static str, doc: Option<Documentation>) -> Self {
        Self {
            name,
            alone: true,
            value: None,
            doc,
        }
    }

    /// A name that something must follow.
    pub fn followed(name: &'static str, behind: Shape) -> Self {
        Self {
            name,
            alone: false,
            value: Some(behind),
            doc: None,
        }
    }
}

/// A type that a value of a spec is read into.
pub trait Shaped {
    /// Whether a table may lack a key with such a value.
    const OPTIONAL: bool = false;

    /// What can stand there.
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
    /// The same shape with what is known of its keys.
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

    /// The same shape with what is known of its names and their keys.
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

    /// The same shape where one of the names can stand alone too.
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

    /// The keys of a table.
    pub fn keys(&self) -> &[Key] {
        match self {
            Self::Table(keys) => keys,
            _ => &[],
        }
    }

    /// The names of a choice.
    pub fn members(&self) -> &[Member] {
        match self {
            Self::Choice(members) => members,
            _ => &[],
        }
    }
}

/// Says of enums of plain names, which derive `strum::VariantNames`, that they are a choice among these names.
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

/// The key of a field by its type, its explanation, and what `serde` is told of it; `None` of a field that no spec writes.
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
