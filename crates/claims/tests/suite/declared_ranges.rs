//! Tests every declared range at its ends, and every default: those of generators, rules, learners and claims.

use claims::claim::Registered;
use perceptron::documented::{Documentation, End, Invalid, Key, Shape, Shaped};
use perceptron::generate::Generator;
use perceptron::learn::{OtherLearner, Rule};
use toml::{Table, Value};

/// Reads a member of a family from a table with its name, and checks its ranges.
type Checked = dyn Fn(Table) -> Result<(), Invalid>;

/// The first value of a key anywhere in a table or list.
fn found(within: &Value, key: &str) -> Option<Value> {
    match within {
        Value::Table(table) => {
            let own = table.get(key).cloned();
            own.or_else(|| table.values().find_map(|value| found(value, key)))
        }
        Value::Array(values) => values.iter().find_map(|value| found(value, key)),
        _ => None,
    }
}

/// A fraction as the kind of value that a key takes.
fn written(shape: &Shape, numerator: i64, denominator: i64) -> Value {
    match shape {
        Shape::Natural | Shape::Integer => Value::Integer(numerator / denominator),
        Shape::Number => Value::Float(numerator as f64 / denominator as f64),
        _ => Value::String(format!("{numerator}/{denominator}")),
    }
}

/// Values at an end of a range and next to it, outwards by this sign, each with whether the range contains it.
fn around(shape: &Shape, end: &End, outwards: i64) -> Vec<(Value, bool)> {
    let is_integer = matches!(shape, Shape::Natural | Shape::Integer);
    let scale = if is_integer { 1 } else { 1_000_000 };
    let beside = |sign: i64| {
        let numerator = end.numerator * scale + sign;
        written(shape, numerator, end.denominator * scale)
    };
    let values = [
        (beside(0), end.is_included),
        (beside(outwards), false),
        (beside(-outwards), true),
    ];
    // A negative number is no natural number, whatever the range.
    let is_negative = |value: &Value| value.as_integer().is_some_and(|value| value < 0);
    let is_written = |(value, _): &(Value, bool)| *shape != Shape::Natural || !is_negative(value);
    values.into_iter().filter(is_written).collect()
}

/// Values at the ends of a key's range and next to them; empty if it declares none.
fn values(key: &Key) -> Vec<(Value, bool)> {
    let Some(range) = key.range else {
        return Vec::new();
    };
    let [least, most] = range.ends();
    let (least, most) = (least.map(|end| (end, -1)), most.map(|end| (end, 1)));
    let ends = least.into_iter().chain(most);
    let mut values: Vec<(Value, bool)> = ends
        .flat_map(|(end, outwards)| around(&key.shape, end, outwards))
        .collect();
    if key.shape == Shape::Number {
        values.extend([f64::NAN, f64::INFINITY].map(|value| (Value::Float(value), false)));
    }
    values
}

/// A table with the required keys of a member, from its documented example or inside their ranges.
fn required(doc: &Documentation, keys: &[Key]) -> Table {
    let example: Table = toml::from_str(&doc.section("Examples")).unwrap_or_default();
    let example = Value::Table(example);
    let value = |key: &Key| {
        let inside = values(key).into_iter().find(|(_, is_inside)| *is_inside);
        let value = found(&example, key.name).or_else(|| inside.map(|(value, _)| value));
        value.unwrap_or_else(|| panic!("{}: no example of {}", doc.name, key.name))
    };
    let needed = keys.iter().filter(|key| key.required);
    needed
        .map(|key| (key.name.to_owned(), value(key)))
        .collect()
}

/// Tries the values at the ends of all declared ranges of a family; returns the number of ranges.
fn tried(docs: &[Documentation], shape: &Shape, check: &Checked) -> usize {
    let mut ranges = 0;
    for member in shape.members() {
        let doc = docs.iter().find(|doc| doc.name == member.name).unwrap();
        let keys = member.value.as_ref().map_or(&[][..], Shape::keys);
        for key in keys.iter().filter(|key| key.range.is_some()) {
            ranges += 1;
            for (value, is_inside) in values(key) {
                let mut own = required(doc, keys);
                own.insert(key.name.to_owned(), value.clone());
                let of_family = Table::from_iter([(member.name.to_owned(), Value::Table(own))]);
                let refused = check(of_family).err().map(|invalid| invalid.key);
                let due = (!is_inside).then_some(key.name);
                assert_eq!(refused, due, "{}: {} = {value}", member.name, key.name);
            }
        }
    }
    ranges
}

#[test]
fn every_declared_range_holds_at_its_ends() {
    let generators = tried(Generator::DOCS, &Generator::shape(), &|table| {
        table.try_into::<Generator>().unwrap().in_range()
    });
    let rules = tried(Rule::DOCS, &Rule::shape(), &|table| {
        table.try_into::<Rule>().unwrap().in_range()
    });
    let learners = tried(OtherLearner::DOCS, &OtherLearner::shape(), &|table| {
        table.try_into::<OtherLearner>().unwrap().in_range()
    });
    let claims = tried(Registered::docs(), &Registered::shape(), &|table| {
        table.try_into::<Registered>().unwrap().in_range()
    });
    assert!(generators > 50 && rules == 2 && learners >= 5 && claims > 15);
}

#[test]
fn every_key_that_declares_a_range_or_a_default_says_so_once() {
    let families = [
        Generator::DOCS,
        Rule::DOCS,
        OtherLearner::DOCS,
        Registered::docs(),
    ];
    for doc in families.into_iter().flatten() {
        for (key, about) in doc.keys {
            let ranges = about.matches("Range: ").count();
            let defaults = about.matches("Default: ").count();
            let by_hand = about.contains("(the default)") || about.contains("(default)");
            assert!(ranges <= 1 && defaults <= 1, "{}: {key}", doc.name);
            assert!(
                !by_hand,
                "{}: {key} states its default in its text: {about}",
                doc.name
            );
        }
    }
}
