//! Makes the cells of a spec: for every point of the sweep a generator and variants with all their parameters.

use super::data::Reader;
use super::diagnostic::Finding;
use super::sweep::Swept;
use super::tree::{self, Node};
use super::{learner, shape, size};
use perceptron::generate::{Generator, Source};
use perceptron::learn::{Order, Variant};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeString, DeTable, ValueDeserializer};

/// The longest text of a parameter that is shown as it is; longer ones are shown by their hash.
const LONGEST: usize = 100;

/// One fully concrete point of the grid.
#[derive(Debug, Clone)]
pub struct Cell {
    /// Its sorted list of exact parameters.
    pub key: String,
    /// The generator's part of the key.
    pub sample_key: String,
    /// All parameters by their path in the spec: the generator's, and whatever else is swept.
    pub parameters: Map<String, Value>,
    /// Generator and variants as they are, defaults included: what the trials of the cell depend on.
    pub content: Value,
    /// Where the examples come from.
    pub generator: Generator,
    /// The learner configurations, in the order of the spec.
    pub variants: Vec<(String, Variant)>,
}

/// The cell at one point of the sweep.
pub(super) fn make(
    root: &DeTable,
    settings: &[Swept],
    data: &Reader,
) -> Result<Cell, Vec<Finding>> {
    let mut table = root.clone();
    for setting in settings {
        let path: Vec<&str> = setting.path.split('.').collect();
        tree::set(&mut table, &path, &setting.key, setting.value.clone());
    }
    let label = settings
        .iter()
        .map(|s| format!("{} = {}", s.path, tree::json(s.value.get_ref())))
        .collect::<Vec<_>>()
        .join(", ");
    let labelled = |finding: Finding| match finding.concerns_values {
        true => finding.in_cell(&label),
        false => finding,
    };
    read(&table, settings, data).map_err(|findings| findings.into_iter().map(labelled).collect())
}

fn read(table: &DeTable, settings: &[Swept], data: &Reader) -> Result<Cell, Vec<Finding>> {
    let (generator, variants) = match (generator(table, data), variants(table)) {
        (Ok(generator), Ok(variants)) => (generator, variants),
        (generator, variants) => {
            let both = [generator.err(), variants.err()].into_iter().flatten();
            return Err(both.flatten().collect());
        }
    };
    let wrong = variants.iter().filter_map(|(name, variant)| {
        let checked = check_variant(name, variant, &generator, table);
        checked.err()
    });
    let wrong: Vec<Finding> = wrong.collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    check_explorable(&generator, &variants, table).map_err(|finding| vec![finding])?;
    let content = content(&generator, &variants).map_err(|error| {
        vec![Finding::new(
            0..0,
            format!("a cell cannot be written down: {error}"),
        )]
    })?;
    let mut parameters = generator_parameters(&content[0]);
    let sample_key = key(&parameters);
    parameters.extend(
        settings
            .iter()
            .filter(|s| s.path.starts_with("variants."))
            .map(|s| (s.path.clone(), parameter(&tree::json(s.value.get_ref())))),
    );
    Ok(Cell {
        key: key(&parameters),
        sample_key,
        parameters,
        content,
        generator,
        variants,
    })
}

/// The cells of a spec, in the order of its sweep, each once.
pub(super) fn all(root: &DeTable, read: &Reader) -> Result<Vec<Cell>, Vec<Finding>> {
    let mut seen = BTreeSet::new();
    let mut cells = Vec::new();
    let points = super::sweep::points(root)?;
    // A cell needs neither the sweep, which lists as many values as there are cells, nor the claims.
    let mut root = root.clone();
    for key in ["sweep", "claims", "figures", "measure"] {
        root.remove(key);
    }
    for settings in points {
        let cell = make(&root, &settings, read)?;
        if seen.insert(cell.key.clone()) {
            cells.push(cell);
        }
    }
    Ok(cells)
}

/// Refuses a variant whose keys do not go together, or not with the generator.
fn check_variant(
    name: &str,
    variant: &Variant,
    generator: &Generator,
    table: &DeTable,
) -> Result<(), Finding> {
    let checked = variant.check(generator.is_exact(), generator.examples());
    let checked = checked.and_then(|()| learner::check(variant, generator));
    checked.map_err(|invalid| {
        let place = tree::place_below(table, &["variants", name], invalid.key);
        let problem = format!("`{}` of variant `{name}`: {}", invalid.key, invalid.problem);
        Finding::of_values(place, problem).allowed(invalid.allowed)
    })
}

/// Refuses all-orders where an opponent chooses the examples: there are no orders to explore.
fn check_explorable(
    generator: &Generator,
    variants: &[(String, Variant)],
    table: &DeTable,
) -> Result<(), Finding> {
    match variants
        .iter()
        .find(|(_, variant)| matches!(variant.order, Order::AllOrders(_)))
    {
        Some((name, _)) if matches!(generator.source(), Source::Opponent(_)) => {
            let problem = format!(
                "variant `{name}` explores all orders, but this generator answers the learner example by example"
            );
            Err(Finding::of_values(
                tree::place_below(table, &["variants", name], "order"),
                problem,
            )
            .allowed("another order"))
        }
        _ => Ok(()),
    }
}

fn generator(table: &DeTable, data: &Reader) -> Result<Generator, Vec<Finding>> {
    let (place, node) = tree::find(table, &["generator"])
        .ok_or_else(|| vec![Finding::new(0..0, "the key `generator` is missing")])?;
    let findings =
        shape::Place::swept("generator", place.clone()).findings(&shape::GENERATOR, node);
    if !findings.is_empty() {
        return Err(findings);
    }
    let generator = Generator::deserialize(ValueDeserializer::from(node.clone()))
        .map_err(|error| vec![Finding::of_toml(&error, place, &[])])?;
    checked(generator, table, data).map_err(|finding| vec![finding])
}

/// The generator with its data, where its keys go together and it can be held.
fn checked(mut generator: Generator, table: &DeTable, data: &Reader) -> Result<Generator, Finding> {
    let name = generator.documentation().name;
    let place = |key| tree::place(table, &["generator", name, key]);
    size::vectors(&generator).map_err(|problem| {
        let finding = Finding::of_values(place("dimension"), problem);
        finding.help("choose a smaller dimension")
    })?;
    let taken = generator.data_file().map(|file| data.take(file));
    let taken = taken.transpose().map_err(|unread| {
        let problem = format!("`{}`: {}", unread.key, unread.problem);
        let finding = Finding::of_values(place(unread.key), problem).allowed(unread.allowed);
        match unread.help.is_empty() {
            true => finding,
            false => finding.help(unread.help),
        }
    })?;
    if let Some((sample, digest)) = taken {
        generator.load(sample, digest);
    }
    generator.check().map(|()| generator).map_err(|invalid| {
        let problem = format!("`{}`: {}", invalid.key, invalid.problem);
        Finding::of_values(place(invalid.key), problem).allowed(invalid.allowed)
    })
}

/// The variants in the order of the file.
fn variants(table: &DeTable) -> Result<Vec<(String, Variant)>, Vec<Finding>> {
    let Some((place, node)) = tree::find(table, &["variants"]) else {
        return Ok(Vec::new());
    };
    let listed = node.get_ref().as_table().ok_or_else(|| {
        vec![Finding::new(place, "`variants` is not a table").allowed("[variants.NAME] tables")]
    })?;
    let mut listed: Vec<_> = listed.iter().collect();
    listed.sort_by_key(|(name, _)| name.span().start);
    let (mut variants, mut findings) = (Vec::new(), Vec::new());
    for (name, node) in listed {
        match variant(table, name, node) {
            Ok(variant) => variants.push((name.get_ref().to_string(), variant)),
            Err(own) => findings.extend(own),
        }
    }
    match findings.is_empty() {
        true => Ok(variants),
        false => Err(findings),
    }
}

fn variant(
    table: &DeTable,
    name: &Spanned<DeString>,
    node: &Node,
) -> Result<Variant, Vec<Finding>> {
    let key = name.get_ref();
    if key.contains([':', '/', ',']) {
        let problem = format!("the variant name `{key}` cannot stand in an address");
        let finding = Finding::new(name.span(), problem);
        return Err(vec![
            finding.allowed("names without colon, comma and slash"),
        ]);
    }
    if is_nameless(key, node) {
        return Err(vec![nameless(name)]);
    }
    let findings = shape::Place::swept(key, name.span()).findings(&shape::VARIANT, node);
    if !findings.is_empty() {
        return Err(findings);
    }
    let variant = Variant::deserialize(ValueDeserializer::from(node.clone()))
        .map_err(|error| vec![Finding::of_toml(&error, name.span(), &[])])?;
    let has = |key: &str| tree::find(table, &["variants", &name.get_ref()[..], key]).is_some();
    match learner::missing_key(&variant, has) {
        Some(missing) => {
            let problem = format!("the key `{missing}` of the variant `{key}` is missing");
            let finding = Finding::new(name.span(), problem);
            Err(vec![
                finding.help(format!("add it: {}", learner::usual(missing))),
            ])
        }
        None => Ok(variant),
    }
}

/// Whether a key stands where the name of a variant must: one that variants have, or one without a table.
fn is_nameless(key: &str, node: &Node) -> bool {
    let Some(table) = node.get_ref().as_table() else {
        return true;
    };
    let own = ["rule", "order", "learner"].iter();
    Variant::DOC.keys.iter().any(|(known, _)| *known == key)
        && own.filter(|key| table.contains_key(**key)).count() == 0
}

/// A key where the name of a variant must stand.
fn nameless(key: &Spanned<DeString>) -> Finding {
    let name = key.get_ref();
    let problem = format!("`{name}` stands where the name of a variant belongs");
    let finding = Finding::new(key.span(), problem);
    finding
        .allowed("a table for each variant, with a name of your own")
        .help(format!(
            "write [variants.plain] in place of [variants], then {name} = …"
        ))
}

/// Generator and variants, defaults included.
fn content(
    generator: &Generator,
    variants: &[(String, Variant)],
) -> Result<Value, serde_json::Error> {
    let variants = serde_json::to_value(variants)?;
    Ok(Value::Array(vec![
        serde_json::to_value(generator)?,
        variants,
    ]))
}

/// The generator's parameters, defaults included, as `generator.NAME.KEY`.
fn generator_parameters(generator: &Value) -> Map<String, Value> {
    let value = generator;
    let named = value.as_object().into_iter().flatten();
    let keyed = named.flat_map(|(name, keys)| {
        keys.as_object()
            .into_iter()
            .flatten()
            .map(move |(key, value)| (name, key, value))
    });
    keyed
        .map(|(name, key, value)| (format!("generator.{name}.{key}"), parameter(value)))
        .collect()
}

/// A parameter as one entry: numbers, truth values and short texts as they are, lists and tables as text, long ones by hash.
pub(super) fn parameter(value: &Value) -> Value {
    let text = match value {
        Value::Array(_) | Value::Object(_) => value.to_string().replace('"', ""),
        Value::String(text) => text.clone(),
        other => return other.clone(),
    };
    let text = text.replace(':', "=");
    Value::from(if text.len() > LONGEST {
        format!("#{}", &super::digest::hash(&[text.as_bytes()])[..16])
    } else {
        text
    })
}

fn key(parameters: &Map<String, Value>) -> String {
    let sorted: BTreeMap<&String, &Value> = parameters.iter().collect();
    let written = |value: &Value| {
        value
            .as_str()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    let pairs = sorted.into_iter().map(|(path, value)| {
        format!(
            "{}={}",
            path.strip_prefix("generator.").unwrap_or(path),
            written(value)
        )
    });
    pairs.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_parameter_is_shown_as_it_is_up_to_a_hundred_letters_and_then_by_its_hash() {
        for (value, shown) in [
            (json!(3), json!(3)),
            (json!(0.25), json!(0.25)),
            (json!(true), json!(true)),
            (json!("a:b"), json!("a=b")),
            (json!(["1/2", 3]), json!("[1/2,3]")),
            (json!({"x": ["y"]}), json!("{x=[y]}")),
            (json!("a".repeat(100)), json!("a".repeat(100))),
        ] {
            assert_eq!(parameter(&value), shown);
        }
        let [first, second] = ["a", "b"].map(|end| parameter(&json!("a".repeat(100) + end)));
        let text = first.as_str().unwrap();
        assert!(
            text.starts_with('#') && text.len() == 17 && first != second,
            "{text}"
        );
    }

    #[test]
    fn the_key_of_a_cell_lists_its_parameters_in_the_order_of_their_names() {
        let content = json!({"basis": {"norm": "1", "dimension": 4}});
        let mut parameters = generator_parameters(&content);
        assert_eq!(parameters["generator.basis.dimension"], 4);
        parameters.insert("variants.a.step".into(), json!(0.5));
        assert_eq!(
            key(&parameters),
            "basis.dimension=4,basis.norm=1,variants.a.step=0.5"
        );
    }
}
