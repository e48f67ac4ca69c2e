//! Plays the tables, lists and choices of a file to a type, each with one deserializer behind its entries.

use serde::de::value::StrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess,
};

/// Entries of a table, all with one value behind them.
pub(super) struct Entries<'a, D>(pub &'a [&'static str], pub D);

impl<'a, D: Deserializer<'a> + Copy> MapAccess<'a> for Entries<'a, D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, D::Error> {
        let Some((first, rest)) = self.0.split_first() else {
            return Ok(None);
        };
        self.0 = rest;
        let key: StrDeserializer<D::Error> = first.into_deserializer();
        seed.deserialize(key).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, D::Error> {
        seed.deserialize(self.1)
    }
}

/// The one entry of a table on the way.
pub(super) struct One<D>(pub Option<&'static str>, pub D);

impl<'a, D: Deserializer<'a> + Copy> MapAccess<'a> for One<D> {
    type Error = D::Error;

    fn next_key_seed<K: DeserializeSeed<'a>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, D::Error> {
        let key = self.0.take().map(|name| {
            let key: StrDeserializer<D::Error> = name.into_deserializer();
            seed.deserialize(key)
        });
        key.transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'a>>(&mut self, seed: V) -> Result<V::Value, D::Error> {
        seed.deserialize(self.1)
    }
}

/// The elements of a list: one, or none.
pub(super) struct Elements<D>(pub Option<D>);

impl<'a, D: Deserializer<'a>> SeqAccess<'a> for Elements<D> {
    type Error = D::Error;

    fn next_element_seed<T: DeserializeSeed<'a>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, D::Error> {
        self.0
            .take()
            .map(|element| seed.deserialize(element))
            .transpose()
    }
}

/// A name of a choice, and what follows it.
pub(super) struct Member<F>(pub &'static str, pub F);

impl<'a, F: VariantAccess<'a>> EnumAccess<'a> for Member<F> {
    type Error = F::Error;
    type Variant = F;

    fn variant_seed<V: DeserializeSeed<'a>>(self, seed: V) -> Result<(V::Value, F), F::Error> {
        let name: StrDeserializer<F::Error> = self.0.into_deserializer();
        Ok((seed.deserialize(name)?, self.1))
    }
}
