//! Draws lists of points: planted, not separable, XOR, duplicated or zero, with integers, fractions or floats.

use super::chance::Chance;
use super::generator_table::GeneratorTable;

/// Notation of the feature values in a drawn list of points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberStyle {
    Signs,
    Integers,
    /// Fractions with a common denominator, written in quotes.
    Fractions,
    /// Integers that the program holds as floats.
    Floats,
}

/// Draws `n` integer points in `d` dimensions, sometimes with repetitions and a zero vector.
fn vectors(chance: &mut Chance, numbers: NumberStyle, n: i64, d: i64) -> Vec<Vec<i64>> {
    let bound = chance.pick(&[1, 1, 2, 3, 10, 100]);
    let mut found: Vec<Vec<i64>> = Vec::new();
    for place in 0..n {
        let vector = match chance.between(0, 19) {
            0 if place > 0 => found[chance.between(0, place - 1) as usize].clone(),
            1 if chance.one_in(4) => vec![0; d as usize],
            _ if numbers == NumberStyle::Signs => (0..d).map(|_| chance.pick(&[-1, 1])).collect(),
            _ => (0..d).map(|_| chance.between(-bound, bound)).collect(),
        };
        found.push(vector);
    }
    found
}

fn score(separator: &[i64], vector: &[i64]) -> i64 {
    separator.iter().zip(vector).map(|(a, b)| a * b).sum()
}

fn written(chance: &mut Chance, numbers: NumberStyle, vector: &[i64], denominator: i64) -> String {
    let number = |value: &i64, chance: &mut Chance| match numbers {
        NumberStyle::Fractions if *value == 0 => "0".to_owned(),
        NumberStyle::Fractions if denominator == 10 && chance.percent(50) => {
            format!("\"{}\"", *value as f64 / 10.0)
        }
        NumberStyle::Fractions => format!("\"{value}/{denominator}\""),
        _ => value.to_string(),
    };
    let parts: Vec<String> = vector.iter().map(|value| number(value, chance)).collect();
    format!("[{}]", parts.join(", "))
}

/// Draws the generator `points`, whose examples are listed in the spec.
pub(super) fn points(chance: &mut Chance) -> GeneratorTable {
    if chance.one_in(12) {
        return xor();
    }
    let numbers = chance.weighted(&[
        (2, NumberStyle::Signs),
        (5, NumberStyle::Integers),
        (3, NumberStyle::Fractions),
        (1, NumberStyle::Floats),
    ]);
    let (n, d) = (
        chance.pick(&[1, 2, 2, 3, 3, 4, 5, 6, 8, 12]),
        chance.between(1, 4),
    );
    let denominator = chance.pick(&[2, 3, 10]);
    let separator: Vec<i64> = (0..d).map(|_| chance.between(-2, 2)).collect();
    let planted = chance.percent(75) && separator.iter().any(|&u| u != 0);
    let one_class = chance.percent(10);
    let mut examples = Vec::new();
    for vector in vectors(chance, numbers, n, d) {
        let sign = score(&separator, &vector).signum();
        let label = match (planted, one_class) {
            (_, true) => 1,
            (true, _) if sign == 0 => continue,
            (true, _) => sign,
            (false, _) => chance.pick(&[-1, 1]),
        };
        let x = written(chance, numbers, &vector, denominator);
        examples.push(format!("{{ x = {x}, y = {label} }}"));
    }
    if examples.is_empty() && !chance.one_in(10) {
        let x = written(chance, numbers, &vec![1; d as usize], 1);
        examples.push(format!("{{ x = {x}, y = 1 }}"));
    }
    let count = examples.len() as i64;
    let mut text = format!("[generator.points]\nexamples = [{}]\n", examples.join(", "));
    if chance.percent(70) {
        let shown = written(chance, NumberStyle::Integers, &separator, 1);
        text += &format!("separator = {shown}\n");
    }
    if numbers == NumberStyle::Floats {
        text += "floats = true\n";
    }
    let sure = planted && !one_class;
    GeneratorTable {
        is_exact: numbers != NumberStyle::Floats,
        ..GeneratorTable::exact(text, count).separable_if(sure, sure)
    }
}

fn xor() -> GeneratorTable {
    let text = "[generator.points]\nexamples = [{ x = [1, 1], y = 1 }, { x = [1, -1], y = -1 }, { x = [-1, 1], y = -1 }, { x = [-1, -1], y = 1 }]\n";
    GeneratorTable::exact(text.to_owned(), 4).separable_if(false, false)
}

/// Draws the generator `labelings`: fixed points whose labels are fair coins.
pub(super) fn labelings(chance: &mut Chance) -> GeneratorTable {
    let (n, d) = (chance.between(1, 6), chance.between(1, 4));
    let text = match chance.percent(60) {
        true => {
            let position = chance.pick(&["moment-curve", "basis", "simplex-and-origin"]);
            let n = match position {
                "basis" => d,
                "simplex-and-origin" => d + 1,
                _ => n,
            };
            format!(
                "[generator.labelings]\nposition = \"{position}\"\ndimension = {d}\nexamples = {n}\n"
            )
        }
        false => {
            let numbers = chance.pick(&[
                NumberStyle::Signs,
                NumberStyle::Integers,
                NumberStyle::Fractions,
            ]);
            let listed = vectors(chance, numbers, n, d);
            let listed: Vec<String> = listed
                .iter()
                .map(|vector| written(chance, numbers, vector, 3))
                .collect();
            format!("[generator.labelings]\npoints = [{}]\n", listed.join(", "))
        }
    };
    GeneratorTable::exact(text, n).separable_if(false, false)
}
