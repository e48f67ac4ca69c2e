//! Declares a structure together with the list of its fields, so that pages and `explain` say of each field what its documentation says.

/// Declares a structure, and lists its fields, whose names in the list begin with a text, with what they mean.
macro_rules! described {
    (
        in $within:literal
        $(#[$about:meta])*
        pub struct $name:ident {
            $($(#[doc = $doc:literal])+ $(#[serde($($serde:tt)*)])? pub $field:ident: $type:ty,)*
        }
    ) => {
        $(#[$about])*
        pub struct $name {
            $($(#[doc = $doc])+ $(#[serde($($serde)*)])? pub $field: $type,)*
        }

        impl $name {
            /// The names of the fields, in their order, each with what it means.
            pub(super) const FIELDS: &[(&str, &str)] = &[$((concat!($within, stringify!($field)), concat!($($doc),+)),)*];
        }
    };
}

pub(super) use described;
