//! Draws generators from the declarations of their keys: those that need no knowledge to be drawn, because nothing is known of their samples.

use super::chance::Chance;
use super::generator_table::GeneratorTable;
use perceptron::documented::{Documentation, End, Key, Member, Shape, Shaped};
use perceptron::generate::Generator;

/// The generators without those of these names.
pub(super) fn others<'n>(drawn: impl Iterator<Item = &'n str>) -> Vec<&'static Documentation> {
    let drawn: Vec<&str> = drawn.collect();
    let all = Generator::DOCS.iter();
    all.filter(|doc| !drawn.contains(&doc.name)).collect()
}

/// Draws one of these generators, with values in the ranges of its keys; `None` if it has keys that are no numbers.
pub(super) fn draw(chance: &mut Chance, others: &[&Documentation]) -> Option<GeneratorTable> {
    let name = chance.pick(others).name;
    let shape = Generator::shape();
    let is_named = |member: &&Member| member.name == name;
    let own = shape.members().iter().find(is_named)?.value.as_ref()?;
    let examples = chance.examples();
    let mut keys = String::new();
    for key in own.keys() {
        let value = match key.name {
            "examples" => examples.to_string(),
            _ => value(chance, key)?,
        };
        if key.required || chance.percent(50) {
            keys += &format!("{} = {value}\n", key.name);
        }
    }
    let generator: Generator = toml::from_str(&format!("[{name}]\n{keys}")).ok()?;
    let text = format!("[generator.{name}]\n{keys}");
    let table = match generator.is_exact() {
        true => GeneratorTable::exact(text, examples),
        false => GeneratorTable::floats(text, examples),
    };
    Some(table.separable_if(false, false))
}

/// Draws a value in the range of a key.
fn value(chance: &mut Chance, key: &Key) -> Option<String> {
    let ends = key
        .range
        .as_ref()
        .map_or([None, None], |range| range.ends());
    let number = |end: &End| end.numerator as f64 / end.denominator as f64;
    let [least, most] = ends.map(|end| end.map(number));
    let least = least.unwrap_or(0.0);
    match key.shape {
        Shape::Natural | Shape::Integer => {
            let most = most.unwrap_or(least + 4.0).min(least + 4.0);
            Some(chance.between(least as i64, most as i64).to_string())
        }
        Shape::Number => {
            let part = chance.pick(&[0.1, 0.5, 0.9]);
            let value = match most {
                Some(most) => least + part * (most - least),
                None => least + chance.pick(&[0.2, 1.0, 5.0]),
            };
            Some(format!("{value:?}"))
        }
        _ => None,
    }
}
