//! Makes the doc comments of everything that a spec can name readable at run time.
//!
//! `documented!` stores the text of a struct and of its keys in a constant, with the sections Formula, Premise, Source and Examples. `explain`,
//! `list` and the report print these constants, so that no second text can contradict the doc comment. A formula in the text is TeX between dollar
//! signs: `unicode` converts it for the terminal, and `report` typesets it. Every wrong key of a spec is reported as an [`Invalid`].
//!
//! A family, declared by `family!`, is an enum over one such struct per file that dereferences to `dyn Trait`. No method is forwarded by hand, and
//! code can still match on a member where its keys matter.

mod documentation;
mod invalid;
mod range;
mod shape;
mod unicode;

pub use documentation::Documentation;
pub use invalid::Invalid;
pub use range::{End, Interval, Ranged, check_range, preset};
pub use shape::{Key, Member, Shape, Shaped, ValueKind, choice};
pub use unicode::{Unspelled, spelled, unicode};

/// A struct whose keys may have declared ranges.
pub trait Declared {
    /// Checks that the value of every key lies in its declared range.
    ///
    /// # Errors
    /// One does not.
    fn in_range(&self) -> Result<(), Invalid> {
        Ok(())
    }
}

/// Declares a struct, and stores its doc comments and those of its fields in a constant `DOC`.
///
/// A field is `pub name: type as "range" = default`; range, an interval such as "[0, 1/2]", and default, as a spec would write it, may be left out. They
/// are said in the documentation of the key, checked by `Declared::in_range`, and used where a spec leaves the key out.
#[macro_export]
macro_rules! documented {
    (
        name = $name:literal;
        $(#[doc = $doc:literal])*
        pub struct $type:ident { $(
            $(#[doc = $field_doc:literal])* $(#[serde($($serde:tt)*)])*
            pub $field:ident : $field_type:ty $(as $range:literal)? $(= $preset:literal)?
        ),* $(,)? }
    ) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, serde::Serialize)]
        #[allow(unreachable_pub)]
        pub struct $type { $(
            $(#[doc = $field_doc])* $(#[doc = concat!("Range: ", $range, ".")])? $(#[doc = concat!("Default: ", stringify!($preset), ".")])?
            $(#[serde($($serde)*)])* pub $field: $field_type
        ),* }

        impl $type {
            /// Doc comments of the struct and its keys, for `explain` and the report.
            #[allow(unreachable_pub)]
            pub const DOC: $crate::documented::Documentation = $crate::documented::Documentation {
                name: $name,
                text: concat!($($doc, "\n"),*),
                keys: &[$((stringify!($field), $crate::key_text!($($field_doc)*; $($range)?; $($preset)?))),*],
            };
        }

        impl $crate::documented::Shaped for $type {
            fn shape() -> $crate::documented::Shape {
                let keys: Vec<Option<$crate::documented::Key>> = vec![$(
                    $crate::key_shape!(
                        $field: $field_type, $crate::key_text!($($field_doc)*; $($range)?; $($preset)?),
                        $(default = $preset)? $($($serde)*)*
                    ).map(|key| key.within(&[$($range)?]))
                ),*];
                $crate::documented::Shape::Table(keys.into_iter().flatten().collect())
            }
        }

        impl $crate::documented::Declared for $type {
            fn in_range(&self) -> Result<(), $crate::documented::Invalid> {
                $($($crate::documented::check_range(&self.$field, stringify!($field), $range)?;)?)*
                Ok(())
            }
        }

        const _: () = {
            #[derive(serde::Deserialize)]
            #[serde(deny_unknown_fields)]
            struct Written { $($(#[serde($($serde)*)])* $field: $crate::written!($field_type $(= $preset)?)),* }

            impl<'de> serde::Deserialize<'de> for $type {
                fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                    let _written = Written::deserialize(input)?;
                    Ok(Self { $($field: $crate::or_preset!(_written.$field $(= $preset)?)),* })
                }
            }
        };
    };
}

/// The text about a key: its doc comment, its range and its default.
#[macro_export]
#[doc(hidden)]
macro_rules! key_text {
    ($($doc:literal)*; $($range:literal)?; $($preset:literal)?) => {
        concat!($($doc, "\n",)* $(" Range: ", $range, ".\n",)? $(" Default: ", stringify!($preset), ".\n",)?)
    };
}

/// The type as which a key is read: optional if it has a default.
#[macro_export]
#[doc(hidden)]
macro_rules! written {
    ($type:ty) => { $type };
    ($type:ty = $preset:literal) => { Option<$type> };
}

/// The value of a key: the one that was read, or else its default.
#[macro_export]
#[doc(hidden)]
macro_rules! or_preset {
    ($written:ident . $field:ident = $preset:literal) => {
        match $written.$field {
            Some(value) => value,
            None => $crate::documented::preset($preset).map_err(serde::de::Error::custom)?,
        }
    };
    ($written:ident . $field:ident) => {
        $written.$field
    };
}

/// Declares a unit struct, and stores its doc comment in a constant `DOC`.
#[macro_export]
macro_rules! documented_unit {
    (name = $name:literal; $(#[doc = $doc:literal])* pub struct $type:ident;) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy)]
        #[allow(unreachable_pub)]
        pub struct $type;

        impl $type {
            /// Documentation of the struct, for `explain` and the report.
            #[allow(unreachable_pub)]
            pub const DOC: $crate::documented::Documentation =
                $crate::documented::Documentation { name: $name, text: concat!($($doc, "\n"),*), keys: &[] };
        }

        impl $crate::documented::Declared for $type {}
    };
}

/// Declares a family: an externally tagged enum over one documented struct per file, which dereferences to a trait.
///
/// To register a member, add its line to the call and its `mod` line to the same file. `as Kind` also declares a plain enum of the members' names.
#[macro_export]
macro_rules! family {
    ($(#[doc = $doc:literal])* pub enum $family:ident : $trait:ident as $kind:ident { $($variant:ident in $($module:ident)::+),* $(,)? }) => {
        $crate::family! { $(#[doc = $doc])* pub enum $family: $trait { $($variant in $($module)::+),* } }

        /// Names the member of the family alone, without the values of its keys.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $kind { $(#[doc = concat!("The member `", stringify!($($module)::+), "`.")] $variant),* }

        impl $kind {
            /// All members of the family.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the name by which a spec selects the member.
            pub fn word(self) -> &'static str {
                match self { $(Self::$variant => $variant::DOC.name),* }
            }
        }

        impl $family {
            /// Returns which member of the family this value is.
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

            /// Returns the documentation of the member that this value is.
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
