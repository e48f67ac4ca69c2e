//! Declares what has a name in a spec: its doc comments readable at run time, its family, and what is wrong with its keys.
//!
//! `documented!` keeps the text of a struct and its keys in a constant, with the sections Formula, Premise, Source and Examples; `family!` makes an
//! enum of such structs that behaves as their trait. So `explain`, `list` and the report show the text that stands beside the code, and there is no
//! second one. A formula in it is TeX between dollar signs, which `unicode` spells for the terminal and `report` typesets. `Invalid` is what a wrong
//! key is called, everywhere.
//!
//! A family dereferences to its trait: `family!` makes an enum over one struct per file that behaves as `dyn Trait`. Nothing is forwarded by hand,
//! and a match on a member stays possible where its keys matter.

mod documentation;
mod shape;
mod unicode;

pub use documentation::Documentation;
pub use shape::{Key, Member, Shape, Shaped, ValueKind, choice};
pub use unicode::{Unspelled, spelled, unicode};

/// Why the keys of a documented thing make no sense, alone or together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invalid {
    /// The key at fault, as it is written in the spec.
    pub key: &'static str,
    /// What is wrong with its value.
    pub problem: String,
    /// What would be right.
    pub allowed: String,
}

impl Invalid {
    /// Names the key, what is wrong and what is allowed.
    pub fn new(key: &'static str, problem: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self {
            key,
            problem: problem.into(),
            allowed: allowed.into(),
        }
    }

    /// Says that a key's value is outside its range, and which values are not.
    pub fn outside(key: &'static str, allowed: impl Into<String>) -> Self {
        Self::new(key, format!("`{key}` is outside its range"), allowed)
    }
}

/// Declares a struct whose doc comments, its own and its fields', are kept in a constant `DOC`.
#[macro_export]
macro_rules! documented {
    (
        name = $name:literal;
        $(#[doc = $doc:literal])*
        pub struct $type:ident { $( $(#[doc = $field_doc:literal])* $(#[serde($($serde:tt)*)])* pub $field:ident : $field_type:ty ),* $(,)? }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        #[allow(unreachable_pub)]
        pub struct $type { $( $(#[doc = $field_doc])* $(#[serde($($serde)*)])* pub $field: $field_type ),* }

        impl $type {
            /// Its documentation, for `explain` and the report.
            #[allow(unreachable_pub)]
            pub const DOC: $crate::documented::Documentation = $crate::documented::Documentation {
                name: $name,
                text: concat!($($doc, "\n"),*),
                keys: &[$((stringify!($field), concat!($($field_doc, "\n"),*))),*],
            };
        }

        impl $crate::documented::Shaped for $type {
            fn shape() -> $crate::documented::Shape {
                let keys: Vec<Option<$crate::documented::Key>> = vec![$(
                    $crate::key_shape!($field: $field_type, concat!($($field_doc, "\n"),*), $($($serde)*)*)
                ),*];
                $crate::documented::Shape::Table(keys.into_iter().flatten().collect())
            }
        }
    };
}

/// Declares a unit struct whose doc comment is kept in a constant `DOC`.
#[macro_export]
macro_rules! documented_unit {
    (name = $name:literal; $(#[doc = $doc:literal])* pub struct $type:ident;) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy)]
        #[allow(unreachable_pub)]
        pub struct $type;

        impl $type {
            /// Its documentation, for `explain` and the report.
            #[allow(unreachable_pub)]
            pub const DOC: $crate::documented::Documentation =
                $crate::documented::Documentation { name: $name, text: concat!($($doc, "\n"),*), keys: &[] };
        }
    };
}

/// Declares a family: an externally tagged enum over one struct per file, which behaves as its trait, with its documentation.
///
/// A member is registered by its line here and its `mod` line beside it. `as Kind` also declares the plain enum of the members' names.
#[macro_export]
macro_rules! family {
    ($(#[doc = $doc:literal])* pub enum $family:ident : $trait:ident as $kind:ident { $($variant:ident in $($module:ident)::+),* $(,)? }) => {
        $crate::family! { $(#[doc = $doc])* pub enum $family: $trait { $($variant in $($module)::+),* } }

        /// Which member it is, whatever its keys say.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind { $(#[doc = concat!("The member `", stringify!($($module)::+), "`.")] $variant),* }

        impl $kind {
            /// Its name in a spec.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $variant::DOC.name),* }
            }
        }

        impl $family {
            /// Which member it is.
            pub fn kind(&self) -> $kind {
                match self { $(Self::$variant(_) => $kind::$variant),* }
            }
        }
    };
    ($(#[doc = $doc:literal])* pub enum $family:ident : $trait:ident { $($variant:ident in $($module:ident)::+),* $(,)? }) => {
        $(pub use $($module)::+::$variant;)*

        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum $family { $(#[doc = concat!("The member `", stringify!($($module)::+), "`.")] $variant($variant)),* }

        impl $family {
            /// The documentation of every member, in registry order.
            pub const DOCS: &'static [$crate::documented::Documentation] = &[$($variant::DOC),*];

            /// The member's documentation.
            pub fn documentation(&self) -> $crate::documented::Documentation {
                match self { $(Self::$variant(_) => $variant::DOC),* }
            }
        }

        impl $crate::documented::Shaped for $family {
            fn shape() -> $crate::documented::Shape {
                $crate::documented::Shape::Choice(vec![$($crate::documented::Member {
                    doc: Some($variant::DOC),
                    ..$crate::documented::Member::followed(
                        $variant::DOC.name,
                        <$variant as $crate::documented::Shaped>::shape(),
                    )
                }),*])
            }
        }

        impl std::ops::Deref for $family {
            type Target = dyn $trait;

            fn deref(&self) -> &Self::Target {
                match self { $(Self::$variant(member) => member),* }
            }
        }
    };
}

pub use crate::{documented, documented_unit, family};
