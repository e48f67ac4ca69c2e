//! Plays the tables, lists and choices of a file to a type, each with one probe behind its entries.

use super::probe::{Asked, Probe, Stopped};
use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};

/// Entries of a table, all behind one probe.
pub(super) struct Entries<'a>(pub &'a [&'static str], pub Probe<'a>);

impl<'a> MapAccess<'a> for Entries<'a> {
    type Error = Stopped;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stopped> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(None);
        };
        self.0 = rest;
        let key: StrDeserializer<Stopped> = first.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Stopped> {
        seed.deserialize(self.1)
    }
}

/// The one entry of a table on the way.
pub(super) struct One<'a>(pub Option<&'static str>, pub Probe<'a>);

impl<'a> MapAccess<'a> for One<'a> {
    type Error = Stopped;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Stopped> {
        let key = self.0.take().map(|name| {
            let key: StrDeserializer<Stopped> = name.into_deserializer();
            seed.deserialize(key)
        });
        key.transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, Stopped> {
        seed.deserialize(self.1)
    }
}

/// The elements of a list: one, or none.
pub(super) struct Elements<'a>(pub Option<Probe<'a>>);

impl<'a> SeqAccess<'a> for Elements<'a> {
    type Error = Stopped;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Stopped> {
        self.0
            .take()
            .map(|probe| seed.deserialize(probe))
            .transpose()
    }
}

/// A name of a choice, and what follows it.
pub(super) struct Member<'a>(pub &'static str, pub Probe<'a>);

impl<'a> EnumAccess<'a> for Member<'a> {
    type Error = Stopped;
    type Variant = Probe<'a>;

    fn variant_seed<V: DeserializeSeed<'a>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Probe<'a>), Stopped> {
        let name: StrDeserializer<Stopped> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self.1))
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
