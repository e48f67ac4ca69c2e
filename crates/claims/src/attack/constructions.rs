//! Lists the constructions and opponents of the program: the generators with one sample, as their documentation shows them, for several margins.

use crate::trial::{Design, Measure};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Margins of the constructions that have a key for it.
const MARGINS: [&str; 4] = ["1/2", "1/5", "1/10", "1/20"];

/// The generators with one sample, in this dimension if they have a key for it.
pub(super) fn constructions(dimension: usize) -> Vec<Generator> {
    let examples = Generator::DOCS.iter().filter_map(|doc| {
        let table: Table = toml::from_str(&doc.section("Examples")).ok()?;
        let keys = table.get("generator")?.get(doc.name)?.as_table()?.clone();
        Some((doc.name, keys))
    });
    let varied = examples.flat_map(|(name, keys)| {
        let keys = variations(keys, dimension).into_iter();
        keys.map(move |keys| Table::from_iter([(name.to_owned(), Value::Table(keys))]))
    });
    let generators = varied.filter_map(|table| Value::Table(table).try_into::<Generator>().ok());
    let valid = generators.filter(|generator| generator.validate().is_ok());
    valid
        .filter(|generator| generator.source().has_one_sample())
        .collect()
}

/// The keys of an example as they are, and with this dimension and each margin.
fn variations(keys: Table, dimension: usize) -> Vec<Table> {
    let mut own = keys.clone();
    for key in ["dimension", "span"] {
        if let Some(value) = own.get_mut(key) {
            *value = Value::Integer(dimension as i64);
        }
    }
    let with_margin = |margin: &&str| {
        let mut keys = own.clone();
        let old = keys.insert("margin".into(), Value::String((*margin).into()));
        old.map(|_| keys)
    };
    let mut all: Vec<Table> = MARGINS.iter().filter_map(with_margin).collect();
    all.extend([own, keys]);
    all.dedup();
    all
}

/// A cell of a generator and these learners; `None` if they do not fit together.
pub(super) fn cell(
    generator: Generator,
    variants: &[(String, Variant)],
    measures: BTreeSet<Measure>,
) -> Option<Design> {
    generator.validate().ok()?;
    let (exact, examples) = (generator.is_exact(), generator.examples());
    let mut each = variants.iter();
    let fits = each.all(|(_, variant)| variant.check(exact, examples).is_ok());
    fits.then(|| Design::alone(generator, variants.to_vec(), measures))
}
