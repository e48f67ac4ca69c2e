//! Plays a file to a type and notes what the type asks for, so that what a spec can hold is read off the types that read it.

use super::entries::{Elements, Entries, Member, One};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, Expected, VariantAccess, Visitor,
};
use std::cell::RefCell;
use std::fmt;

/// What a type asks for at some place.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Asked {
    Truth,
    Natural,
    Integer,
    Number,
    Text,
    List,
    /// A table with these keys.
    Table(&'static [&'static str]),
    /// One of these names, each alone or with what follows it.
    Choice(&'static [&'static str]),
    /// A name alone.
    Nothing,
    /// Whatever its own code makes of it, in its own words.
    Own(String),
}

/// A step from a value to one below it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Step {
    Key(&'static str),
    Member(&'static str),
    Element,
}

/// A value of a file without its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::spec) enum Kind {
    Truth,
    Integer,
    Number,
    Text,
    List,
    Table,
}

impl Kind {
    pub(crate) const ALL: [Self; 6] = [
        Self::Truth,
        Self::Integer,
        Self::Number,
        Self::Text,
        Self::List,
        Self::Table,
    ];
}

/// Why a type stopped reading.
#[derive(Debug)]
enum Stopped {
    /// It was only asked what it wants.
    Asked,
    /// It lacks this key.
    Missing(&'static str),
    /// It takes these names only.
    Names(&'static [&'static str]),
    /// It takes no value of this kind.
    Kind,
    /// Anything else.
    Other,
}

impl fmt::Display for Stopped {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self:?}")
    }
}

impl std::error::Error for Stopped {}

impl de::Error for Stopped {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Names(expected)
    }

    fn invalid_type(_: de::Unexpected, _: &dyn Expected) -> Self {
        Self::Kind
    }
}

/// What `T` asks for at a path; nothing where it never comes there.
pub(super) fn asked<T: DeserializeOwned>(path: &[Step]) -> Option<Asked> {
    let found = RefCell::new(None);
    // The answer is what was noted on the way; the value itself is never made.
    let _ = T::deserialize(Probe::new(path, End::Look, &found));
    found.into_inner()
}

/// The names that the text at a path is one of, where it is not free.
pub(super) fn names<T: DeserializeOwned>(path: &[Step]) -> Option<&'static [&'static str]> {
    match T::deserialize(Probe::new(path, End::Say(Kind::Text), &RefCell::new(None))) {
        Err(Stopped::Names(names)) => Some(names),
        _ => None,
    }
}

/// Whether the type at a path takes values of a kind at all.
pub(super) fn takes<T: DeserializeOwned>(path: &[Step], kind: Kind) -> bool {
    let read = T::deserialize(Probe::new(path, End::Say(kind), &RefCell::new(None)));
    !matches!(read, Err(Stopped::Kind))
}

/// The keys that the table at a path cannot lack: found by giving it more and more of them.
pub(super) fn required<T: DeserializeOwned>(path: &[Step]) -> Vec<&'static str> {
    let mut given = Vec::new();
    loop {
        let end = End::Keys(&given);
        match T::deserialize(Probe::new(path, end, &RefCell::new(None))) {
            Err(Stopped::Missing(key)) if !given.contains(&key) => given.push(key),
            _ => return given,
        }
    }
}

/// What is done where the path ends.
#[derive(Clone, Copy)]
enum End<'a> {
    /// Note what is asked for, and stop.
    Look,
    /// Say a value of this kind.
    Say(Kind),
    /// Say some value that can be right.
    Fill,
    /// Say a table with these keys.
    Keys(&'a [&'static str]),
}

#[derive(Clone, Copy)]
struct Probe<'a> {
    path: &'a [Step],
    end: End<'a>,
    found: &'a RefCell<Option<Asked>>,
}

impl<'a> Probe<'a> {
    fn new(path: &'a [Step], end: End<'a>, found: &'a RefCell<Option<Asked>>) -> Self {
        Self { path, end, found }
    }

    /// The step that is next, and the probe behind it.
    fn next(self) -> Option<(Step, Self)> {
        let (first, rest) = self.path.split_first()?;
        Some((*first, Self { path: rest, ..self }))
    }

    fn filling(self) -> Self {
        Self {
            end: End::Fill,
            ..self
        }
    }

    /// Goes on with a value where one is to be said here.
    fn reach(self, asked: Asked) -> Result<(), Stopped> {
        match (self.path, self.end) {
            ([], End::Look) => {
                *self.found.borrow_mut() = Some(asked);
                Err(Stopped::Asked)
            }
            ([], End::Say(_) | End::Fill) => Ok(()),
            _ => Err(Stopped::Other),
        }
    }

    /// The keys of a table on the way, or at its end.
    fn table<V: Visitor<'a>>(
        self,
        fields: &'a [&'static str],
        visitor: V,
        asked: Asked,
    ) -> Result<V::Value, Stopped> {
        match (self.next(), self.end) {
            (Some((Step::Key(key), below)), _) => visitor.visit_map(One(Some(key), below)),
            (None, End::Keys(keys)) => visitor.visit_map(Entries(keys, self.filling())),
            (None, End::Fill) => visitor.visit_map(Entries(fields, self)),
            _ => self.reach(asked).and(Err(Stopped::Other)),
        }
    }

    fn list<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        match self.next() {
            Some((Step::Element, below)) => visitor.visit_seq(Elements(Some(below))),
            Some(_) => Err(Stopped::Other),
            None => {
                self.reach(Asked::List)?;
                visitor.visit_seq(Elements::<Self>(None))
            }
        }
    }

    fn say<V: Visitor<'a>>(self, kind: Kind, visitor: V) -> Result<V::Value, Stopped> {
        match kind {
            Kind::Truth => visitor.visit_bool(true),
            Kind::Integer => visitor.visit_i64(1),
            Kind::Number => visitor.visit_f64(0.5),
            Kind::Text => visitor.visit_str(""),
            Kind::List => visitor.visit_seq(Elements::<Self>(None)),
            Kind::Table => visitor.visit_map(Entries(&[], self)),
        }
    }
}

macro_rules! scalars {
    ($($method:ident: $asked:ident, $visit:ident($value:expr);)*) => {
        $(fn $method<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
            self.reach(Asked::$asked)?;
            visitor.$visit($value)
        })*
    };
}

impl<'a> Deserializer<'a> for Probe<'a> {
    type Error = Stopped;

    scalars! {
        deserialize_bool: Truth, visit_bool(true);
        deserialize_u8: Natural, visit_u64(1);
        deserialize_u16: Natural, visit_u64(1);
        deserialize_u32: Natural, visit_u64(1);
        deserialize_u64: Natural, visit_u64(1);
        deserialize_i8: Integer, visit_i64(1);
        deserialize_i16: Integer, visit_i64(1);
        deserialize_i32: Integer, visit_i64(1);
        deserialize_i64: Integer, visit_i64(1);
        deserialize_f32: Number, visit_f64(0.5);
        deserialize_f64: Number, visit_f64(0.5);
        deserialize_char: Text, visit_str("");
        deserialize_str: Text, visit_str("");
        deserialize_string: Text, visit_str("");
        deserialize_identifier: Text, visit_str("");
        deserialize_bytes: Text, visit_str("");
        deserialize_byte_buf: Text, visit_str("");
    }

    fn deserialize_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        match (self.next(), self.end) {
            (Some(_), _) | (None, End::Keys(_)) => Err(Stopped::Other),
            (None, End::Say(kind)) => self.say(kind, visitor),
            // Every number of its own kind, formulas included, can be an integer; names are looked up by their own type.
            (None, End::Fill) => visitor.visit_i64(1),
            (None, End::Look) => {
                let words = (&visitor as &dyn Expected).to_string();
                self.reach(Asked::Own(words)).and(Err(Stopped::Other))
            }
        }
    }

    fn deserialize_option<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        self.reach(Asked::Nothing)?;
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        self.list(visitor)
    }

    fn deserialize_tuple<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Stopped> {
        self.list(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        self.table(&[], visitor, Asked::Table(&[]))
    }

    fn deserialize_struct<V: Visitor<'a>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        self.table(fields, visitor, Asked::Table(fields))
    }

    fn deserialize_enum<V: Visitor<'a>>(
        self,
        _: &'static str,
        members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        match (self.next(), self.end) {
            (Some((Step::Member(name), below)), _) => visitor.visit_enum(Member(name, below)),
            (None, End::Fill) => visitor.visit_enum(Member(members[0], self)),
            _ => self.reach(Asked::Choice(members)).and(Err(Stopped::Other)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'a>>(self, visitor: V) -> Result<V::Value, Stopped> {
        visitor.visit_unit()
    }
}

impl<'a> VariantAccess<'a> for Probe<'a> {
    type Error = Stopped;

    fn unit_variant(self) -> Result<(), Stopped> {
        self.reach(Asked::Nothing)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'a>>(self, seed: T) -> Result<T::Value, Stopped> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'a>>(self, _: usize, visitor: V) -> Result<V::Value, Stopped> {
        self.list(visitor)
    }

    fn struct_variant<V: Visitor<'a>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stopped> {
        self.table(fields, visitor, Asked::Table(fields))
    }
}
