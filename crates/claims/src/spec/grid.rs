//! Makes the cells of a spec: a generator and variants with all their parameters for every point of the sweep.

use super::cell::{Cell, generator_parameters, key, parameter};
use super::data::{DataReader, UnreadableData};
use super::diagnostic::SpecFinding;
use super::sweep::{ALL, Swept, points};
use super::tree::{self, Node};
use super::{learner, select, shape, size};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Order, Variant};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use toml::Spanned;
use toml::de::{DeString, DeTable, ValueDeserializer};

/// Makes one cell: the spec `root` with the swept keys set as `settings` says.
fn make(root: &DeTable, settings: &[Swept], data: &DataReader) -> Result<Cell, Vec<SpecFinding>> {
    let mut table = root.clone();
    for setting in settings {
        for path in paths(root, &setting.path) {
            let path: Vec<&str> = path.split('.').collect();
            tree::set(&mut table, &path, &setting.key, setting.value.clone());
        }
    }
    let label = settings
        .iter()
        .map(|s| format!("{} = {}", s.path, tree::json(s.value.get_ref())))
        .collect::<Vec<_>>()
        .join(", ");
    let labelled = |finding: SpecFinding| match finding.concerns_values {
        true => finding.in_cell(&label),
        false => finding,
    };
    read(&table, settings, data).map_err(|findings| findings.into_iter().map(labelled).collect())
}

/// The keys that a path of a sweep names: one, or that of every variant.
fn paths(root: &DeTable, path: &str) -> Vec<String> {
    let of_all = path
        .strip_prefix("variants.")
        .and_then(|rest| rest.strip_prefix(ALL));
    let Some(rest) = of_all.filter(|rest| rest.starts_with('.')) else {
        return vec![path.to_owned()];
    };
    let variants = tree::find(root, &["variants"]).and_then(|(_, node)| node.get_ref().as_table());
    let names = variants.into_iter().flat_map(|variants| variants.keys());
    names
        .map(|name| format!("variants.{}{rest}", name.get_ref()))
        .collect()
}

fn read(table: &DeTable, settings: &[Swept], data: &DataReader) -> Result<Cell, Vec<SpecFinding>> {
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
    let wrong: Vec<SpecFinding> = wrong.collect();
    if !wrong.is_empty() {
        return Err(wrong);
    }
    check_explorable(&generator, &variants, table).map_err(|finding| vec![finding])?;
    let content = content(&generator, &variants).map_err(|error| {
        vec![SpecFinding::new(
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
        point: 0,
        sample_key,
        parameters,
        content,
        generator,
        variants,
    })
}

/// Returns the cells of a spec in the order of its sweep; a cell that the sweep repeats is returned once.
pub(super) fn all(root: &DeTable, read: &DataReader) -> Result<Vec<Cell>, Vec<SpecFinding>> {
    let mut seen = BTreeSet::new();
    let mut cells = Vec::new();
    let swept = points(root)?;
    let root = without_sweep(root);
    for (place, settings) in swept.iter().enumerate() {
        let cell = make(&root, settings, read).map_err(|findings| {
            let last = swept.last().filter(|_| place == 0 && swept.len() > 1);
            let of_last = last.and_then(|last| make(&root, last, read).err());
            without_cell(findings, &of_last.unwrap_or_default())
        })?;
        if seen.insert(cell.key.clone()) {
            cells.push(Cell {
                point: place,
                ..cell
            });
        }
    }
    Ok(cells)
}

/// The part of a spec that a cell needs, without the claims and without the sweep, which lists as many values as there are cells.
fn without_sweep<'i>(root: &DeTable<'i>) -> DeTable<'i> {
    let mut root = root.clone();
    for key in ["sweep", "claims", "figures", "measure"] {
        root.remove(key);
    }
    root
}

/// Returns, for each value, the cell at a point of the sweep in which one swept key has this value in place of its own; `None` where that is no cell.
/// None if the point does not set the key.
pub(super) fn between<'i>(
    root: &DeTable<'i>,
    point: usize,
    path: &str,
    values: impl Iterator<Item = Node<'i>>,
    data: &DataReader,
) -> Option<Vec<Option<Cell>>> {
    let mut settings = points(root).ok()?.into_iter().nth(point)?;
    let swept = settings.iter().position(|swept| swept.path == path)?;
    let root = without_sweep(root);
    let cells = values.map(|value| {
        settings[swept].value = value;
        make(&root, &settings, data).ok()
    });
    Some(cells.collect())
}

/// Returns a mistake if the keys of a variant contradict each other or the generator.
fn check_variant(
    name: &str,
    variant: &Variant,
    generator: &Generator,
    table: &DeTable,
) -> Result<(), SpecFinding> {
    let checked = variant.check(generator.is_exact(), generator.examples());
    let checked = checked.and_then(|()| learner::check(variant, generator));
    checked.map_err(|invalid| {
        let place = tree::place_below(table, &["variants", name], invalid.key);
        let problem = format!("`{}` of variant `{name}`: {}", invalid.key, invalid.problem);
        SpecFinding::of_values(place, problem).advised(invalid.allowed, invalid.help)
    })
}

/// Returns a mistake if a variant has the order `all-orders` but an adversary chooses the examples, because then there are no orders to explore.
fn check_explorable(
    generator: &Generator,
    variants: &[(String, Variant)],
    table: &DeTable,
) -> Result<(), SpecFinding> {
    match variants
        .iter()
        .find(|(_, variant)| matches!(variant.order, Order::AllOrders(_)))
    {
        Some((name, _)) if matches!(generator.source(), ExampleSource::Opponent(_)) => {
            let problem = format!(
                "variant `{name}` explores all orders, but this generator answers the learner example by example"
            );
            Err(SpecFinding::of_values(
                tree::place_below(table, &["variants", name], "order"),
                problem,
            )
            .allowed("an order other than \"all-orders\", such as order = \"cyclic\""))
        }
        _ => Ok(()),
    }
}

/// Returns the findings about the first cell, without the cell if the last cell has the same finding, because then the sweep is not the cause.
fn without_cell(findings: Vec<SpecFinding>, of_last: &[SpecFinding]) -> Vec<SpecFinding> {
    let is_same = |a: &SpecFinding, b: &SpecFinding| {
        a.span == b.span && a.problem == b.problem && a.allowed == b.allowed
    };
    let general = |finding: SpecFinding| match of_last.iter().any(|other| is_same(&finding, other))
    {
        true => finding.in_cell(""),
        false => finding,
    };
    findings.into_iter().map(general).collect()
}

fn generator(table: &DeTable, data: &DataReader) -> Result<Generator, Vec<SpecFinding>> {
    let (place, node) = tree::find(table, &["generator"])
        .ok_or_else(|| {
            let help = "add one, such as the lines [generator.basis], dimension = 8 and examples = 24; `perceptron-lab list generators` shows all";
            vec![SpecFinding::new(0..0, "the key `generator` is missing").help(help)]
        })?;
    let findings =
        shape::KeyPlace::swept("generator", place.clone()).findings(&shape::GENERATOR, node);
    if !findings.is_empty() {
        return Err(findings);
    }
    let generator = Generator::deserialize(ValueDeserializer::from(node.clone()))
        .map_err(|error| vec![SpecFinding::of_value(&error, place)])?;
    checked(generator, table, data).map_err(|finding| vec![finding])
}

/// Returns the generator with the examples of its data file loaded, or a mistake if its keys contradict each other or its vectors are too large for
/// memory.
fn checked(
    mut generator: Generator,
    table: &DeTable,
    data: &DataReader,
) -> Result<Generator, SpecFinding> {
    let name = generator.documentation().name;
    let place = |key| tree::place(table, &["generator", name, key]);
    size::vectors(&generator).map_err(|problem| {
        let finding = SpecFinding::of_values(place("dimension"), problem);
        finding.help("choose a smaller dimension")
    })?;
    let taken = loaded(&mut generator, data);
    taken.map_err(|unread| {
        let problem = format!("`{}`: {}", unread.key, unread.problem);
        let finding = SpecFinding::of_values(place(unread.key), problem).allowed(unread.allowed);
        match unread.help.is_empty() {
            true => finding,
            false => finding.help(unread.help),
        }
    })?;
    generator.validate().map(|()| generator).map_err(|invalid| {
        let problem = format!("`{}`: {}", invalid.key, invalid.problem);
        SpecFinding::of_values(place(invalid.key), problem).advised(invalid.allowed, invalid.help)
    })
}

/// Reads the data file and the test file of a generator that has them.
fn loaded(generator: &mut Generator, data: &DataReader) -> Result<(), UnreadableData> {
    let Generator::File(file) = generator else {
        return Ok(());
    };
    let trained = data.take(file)?;
    if let Some(test) = data.take_test(file, &trained)? {
        (file.test_sample, file.test_digest) = (Some(test.sample), Some(test.digest));
    }
    (file.sample, file.digest) = (Some(trained.sample), trained.digest);
    Ok(())
}

/// Returns the variants in the order of the file.
fn variants(table: &DeTable) -> Result<Vec<(String, Variant)>, Vec<SpecFinding>> {
    let Some((place, node)) = tree::find(table, &["variants"]) else {
        return Ok(Vec::new());
    };
    let listed = node.get_ref().as_table().ok_or_else(|| {
        vec![SpecFinding::new(place, "`variants` is not a table").allowed("[variants.NAME] tables")]
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
) -> Result<Variant, Vec<SpecFinding>> {
    let key = name.get_ref();
    if key.is_empty() || key.contains([':', '/', ',']) || key == ALL {
        let problem = match &key[..] {
            ALL => "`*` stands for all variants in paths of a sweep".to_owned(),
            _ => format!("the variant name `{key}` cannot be part of an address"),
        };
        let finding = SpecFinding::new(name.span(), problem);
        return Err(vec![finding.allowed(
            "names of at least one letter, without colon, comma and slash",
        )]);
    }
    if is_nameless(key, node) {
        return Err(vec![nameless(name)]);
    }
    let findings = shape::KeyPlace::swept(key, name.span()).findings(&shape::VARIANT, node);
    if !findings.is_empty() {
        return Err(findings);
    }
    let variant = select::variant(node, name.span()).map_err(|finding| vec![finding])?;
    let has = |key: &str| tree::find(table, &["variants", &name.get_ref()[..], key]).is_some();
    match learner::missing_key(&variant, has) {
        Some(missing) => {
            let problem = format!("the key `{missing}` of the variant `{key}` is missing");
            let finding = SpecFinding::new(name.span(), problem);
            Err(vec![
                finding.help(format!("add it: {}", learner::usual(missing))),
            ])
        }
        None => Ok(variant),
    }
}

/// Whether `key`, directly below `variants`, cannot be the name of a variant: it is a key of variants, such as `rule`, or its value is no table.
fn is_nameless(key: &str, node: &Node) -> bool {
    let Some(table) = node.get_ref().as_table() else {
        return true;
    };
    let own = ["rule", "order", "learner"].iter();
    Variant::DOC.keys.iter().any(|(known, _)| *known == key)
        && own.filter(|key| table.contains_key(**key)).count() == 0
}

/// Returns the mistake that `key` stands where the name of a variant is expected.
fn nameless(key: &Spanned<DeString>) -> SpecFinding {
    let name = key.get_ref();
    let problem = format!("`{name}` is in the place of a variant's name");
    let finding = SpecFinding::new(key.span(), problem);
    finding
        .allowed("a table for each variant, with a name of your own")
        .help(format!(
            "write [variants.plain] in place of [variants], then {name} = …"
        ))
}

/// Returns generator and variants as JSON, defaults included.
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
