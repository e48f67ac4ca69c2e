//! Draws a generator with its keys. It covers every generator of the registry at small sizes, including degenerate ones: those below by what is known
//! of their samples, the others from the declarations of their keys.

use super::chance::Chance;
use super::generator_table::GeneratorTable;
use super::{declared, distributions, points};
use perceptron::documented::Documentation;

type Draw = fn(&mut Chance) -> GeneratorTable;

/// Generators with their weights and the functions that draw their keys; `declared` draws the others.
const GENERATORS: &[(usize, (&str, Draw))] = &[
    (5, ("majority", majority)),
    (5, ("sphere-margin", distributions::sphere_margin)),
    (
        3,
        ("fixed-margin-sphere", distributions::fixed_margin_sphere),
    ),
    (8, ("basis", basis)),
    (12, ("points", points::points)),
    (1, ("file", file)),
    (2, ("forced-mistakes", forced_mistakes)),
    (3, ("orthogonal", orthogonal)),
    (1, ("l-family", l_family)),
    (2, ("hadamard", hadamard)),
    (2, ("shift", shift)),
    (3, ("affine-sphere", distributions::affine_sphere)),
    (2, ("dimension-free-adversary", dimension_free)),
    (2, ("plane-adversary", plane)),
    (3, ("few-dimensions-adversary", few_dimensions)),
    (2, ("margin-adversary", margin_adversary)),
    (5, ("duplicates", duplicates)),
    (4, ("teacher-student", distributions::teacher_student)),
    (3, ("logic-gate", logic_gate)),
    (3, ("label-noise", distributions::label_noise)),
    (1, ("nested", nested)),
    (6, ("minimax", minimax)),
    (2, ("majority-cube", majority_cube)),
    (5, ("agnostic-basis", agnostic_basis)),
    (5, ("labelings", points::labelings)),
    (7, ("integer-points", integer_points)),
    (4, ("coin-labels", distributions::coin_labels)),
    (5, ("disjunction", disjunction)),
    (2, ("winnow-adversary", winnow_adversary)),
    (4, ("hadamard-rows", hadamard_rows)),
];

/// The generators that are drawn from the declarations of their keys.
fn others() -> Vec<&'static Documentation> {
    declared::others(GENERATORS.iter().map(|(_, (name, _))| *name))
}

/// Draws one generator at random, with values for its keys.
pub(super) fn draw(chance: &mut Chance) -> GeneratorTable {
    let others = others();
    let other = chance.percent(2 * others.len());
    let declared = other.then(|| declared::draw(chance, &others)).flatten();
    declared.unwrap_or_else(|| {
        let (_, draw) = chance.weighted(GENERATORS);
        draw(chance)
    })
}

fn labels(chance: &mut Chance) -> &'static str {
    chance.pick(&["positive", "negative", "alternating"])
}

fn majority(chance: &mut Chance) -> GeneratorTable {
    let n = match chance.one_in(20) {
        true => chance.between(100, 600),
        false => chance.examples(),
    };
    let d = chance.between(1, 7);
    let relevant = 1 + 2 * chance.between(0, (d - 1) / 2);
    GeneratorTable::exact(
        format!("[generator.majority]\ndimension = {d}\nrelevant = {relevant}\nexamples = {n}\n"),
        n,
    )
}

fn majority_cube(chance: &mut Chance) -> GeneratorTable {
    let d = chance.between(1, 4);
    let relevant = 1 + 2 * chance.between(0, (d - 1) / 2);
    let text = format!("[generator.majority-cube]\ndimension = {d}\nrelevant = {relevant}\n");
    GeneratorTable::exact(text, 1 << d)
}

fn basis(chance: &mut Chance) -> GeneratorTable {
    let d = chance.between(1, 6);
    let mut text = format!(
        "[generator.basis]\ndimension = {d}\nlabels = \"{}\"\n",
        labels(chance)
    );
    let drawn = chance.percent(70);
    let n = match drawn {
        true if d <= 3 => chance.between(1, 5),
        true => chance.examples(),
        false => d,
    };
    if drawn {
        text += &format!("examples = {n}\n");
    }
    if chance.percent(30) {
        text += &format!("masses = \"{}\"\n", chance.pick(&["uniform", "light"]));
    }
    if chance.percent(30) {
        text += &format!(
            "norm = {}\n",
            chance.pick(&["2", "\"1/2\"", "\"1/3\"", "\"0.1\"", "7"])
        );
    }
    GeneratorTable {
        has_atoms: drawn,
        ..GeneratorTable::exact(text, n)
    }
}

fn file(chance: &mut Chance) -> GeneratorTable {
    let features = chance.pick(&[
        "[\"petal_length_cm\", \"petal_width_cm\"]",
        "[\"sepal_length_cm\"]",
        "[\"sepal_length_cm\", \"sepal_width_cm\", \"petal_width_cm\"]",
    ]);
    let positive = chance.pick(&["versicolor", "virginica"]);
    let text = format!(
        "[generator.file]\npath = \"../data/iris.csv\"\nfeatures = {features}\nlabel = \"species\"\npositive = \"{positive}\"\nnegative = \"setosa\"\n"
    );
    GeneratorTable::exact(text, 100).separable_if(false, false)
}

fn forced_mistakes(chance: &mut Chance) -> GeneratorTable {
    let d = chance.between(1, 12);
    GeneratorTable::exact(format!("[generator.forced-mistakes]\ndimension = {d}\n"), d)
        .opponent_if(true)
}

fn orthogonal(chance: &mut Chance) -> GeneratorTable {
    let n = chance.between(1, 6);
    let norm =
        |chance: &mut Chance| chance.pick(&["1", "2", "\"1/2\"", "\"2/3\"", "30", "\"0.1\""]);
    let norms: Vec<&str> = (0..n).map(|_| norm(chance)).collect();
    let mut text = format!("[generator.orthogonal]\nnorms = [{}]\n", norms.join(", "));
    if chance.percent(60) {
        text += &format!("labels = \"{}\"\n", labels(chance));
    }
    if chance.percent(40) {
        text += &format!(
            "separator = \"{}\"\n",
            chance.pick(&["plain", "normalized"])
        );
    }
    GeneratorTable::exact(text, n)
}

fn l_family(chance: &mut Chance) -> GeneratorTable {
    let length = chance.between(2, 60);
    GeneratorTable::exact(format!("[generator.l-family]\nlength = {length}\n"), 2)
}

fn hadamard(chance: &mut Chance) -> GeneratorTable {
    let d = 1 << chance.between(0, 4);
    let text = format!(
        "[generator.hadamard]\ndimension = {d}\nlabels = \"{}\"\n",
        labels(chance)
    );
    GeneratorTable::exact(text, d)
}

fn disjunction(chance: &mut Chance) -> GeneratorTable {
    let (d, n) = (chance.between(1, 8), chance.examples());
    let relevant = chance.between(1, d.min(3));
    let density = chance.pick(&["0.5", "0.2", "0.8"]);
    let text = format!(
        "[generator.disjunction]\ndimension = {d}\nrelevant = {relevant}\ndensity = {density}\nexamples = {n}\n"
    );
    let drawn = GeneratorTable::exact(text, n).separable_if(false, true);
    drawn.with_zeros_and_ones()
}

fn winnow_adversary(chance: &mut Chance) -> GeneratorTable {
    let d = chance.between(2, 8);
    let relevant = chance.between(1, d.min(2));
    let text = format!("[generator.winnow-adversary]\ndimension = {d}\nrelevant = {relevant}\n");
    let drawn = GeneratorTable::exact(text, 2).separable_if(false, true);
    drawn.with_zeros_and_ones()
}

fn hadamard_rows(chance: &mut Chance) -> GeneratorTable {
    let d = 1 << chance.between(1, 4);
    let binary = chance.percent(50);
    let mut text = format!("[generator.hadamard-rows]\ndimension = {d}\nbinary = {binary}\n");
    if chance.percent(60) {
        text += &format!("column = {}\n", chance.between(0, d - 1));
    }
    let drawn = GeneratorTable::exact(text, d);
    if binary {
        drawn.with_zeros_and_ones()
    } else {
        drawn
    }
}

fn shift(chance: &mut Chance) -> GeneratorTable {
    let shift = chance.between(0, 12);
    let drawn = GeneratorTable::exact(format!("[generator.shift]\nshift = {shift}\n"), 2);
    drawn.separable_if(shift == 0, true)
}

fn dimension_free(chance: &mut Chance) -> GeneratorTable {
    let margin = chance.pick(&["0.3", "1/2", "2/3", "0.9", "0.4"]);
    let tied = chance.percent(60);
    let online = chance.percent(30);
    let scores = if tied { "tied" } else { "pushed" };
    let text = format!(
        "[generator.dimension-free-adversary]\nmargin = \"{margin}\"\nscores = \"{scores}\"\nonline = {online}\n"
    );
    let drawn = if tied {
        GeneratorTable::exact(text, 1)
    } else {
        GeneratorTable::floats(text, 1)
    };
    drawn.opponent_if(online)
}

fn plane(chance: &mut Chance) -> GeneratorTable {
    let margin = chance.pick(&["0.1", "0.3", "1/2", "2/3", "0.9", "1/4"]);
    let online = chance.percent(30);
    let text = format!("[generator.plane-adversary]\nmargin = \"{margin}\"\nonline = {online}\n");
    GeneratorTable::exact(text, 1).opponent_if(online)
}

fn few_dimensions(chance: &mut Chance) -> GeneratorTable {
    let margin = chance.pick(&["0.1", "0.3", "1/2", "2/3", "0.71", "0.9", "1/4", "3/7"]);
    let span = chance.pick(&[2, 2, 3]);
    let online = chance.percent(30);
    let text = format!(
        "[generator.few-dimensions-adversary]\nmargin = \"{margin}\"\nspan = {span}\nonline = {online}\n"
    );
    GeneratorTable::exact(text, 1).opponent_if(online)
}

fn margin_adversary(chance: &mut Chance) -> GeneratorTable {
    let margin = chance.pick(&["0.4", "1/2", "2/3", "0.9"]);
    let directions = chance.pick(&["fresh", "three"]);
    let online = chance.percent(30);
    let text = format!(
        "[generator.margin-adversary]\nmargin = \"{margin}\"\ndirections = \"{directions}\"\nonline = {online}\n"
    );
    GeneratorTable::floats(text, 1).opponent_if(online)
}

fn duplicates(chance: &mut Chance) -> GeneratorTable {
    let (d, copies) = (chance.between(1, 4), chance.between(1, 3));
    let n = copies * chance.between(1, 4);
    let text = format!(
        "[generator.duplicates]\ndimension = {d}\nexamples = {n}\ncopies = {copies}\nlabels = \"{}\"\n",
        labels(chance)
    );
    GeneratorTable::exact(text, n)
}

fn logic_gate(chance: &mut Chance) -> GeneratorTable {
    let gate = chance.pick(&["xor", "and", "or"]);
    let coding = chance.pick(&["zero-one", "signs"]);
    let text = format!("[generator.logic-gate]\ngate = \"{gate}\"\ncoding = \"{coding}\"\n");
    GeneratorTable::exact(text, 4).separable_if(false, gate != "xor")
}

fn nested(chance: &mut Chance) -> GeneratorTable {
    let inputs = chance.between(1, 4);
    let drawn = GeneratorTable::exact(
        format!("[generator.nested]\ninputs = {inputs}\n"),
        1 << inputs,
    );
    drawn.separable_if(false, true)
}

fn minimax(chance: &mut Chance) -> GeneratorTable {
    let small = chance.percent(70);
    let (d, n) = match small {
        true => (chance.between(1, 3), chance.between(1, 4)),
        false => (chance.between(1, 8), chance.between(1, 20)),
    };
    let labels = chance.weighted(&[(8, "uniform"), (1, "positive"), (1, "negative")]);
    let text =
        format!("[generator.minimax]\ndimension = {d}\nexamples = {n}\nlabels = \"{labels}\"\n");
    GeneratorTable::atoms(text, n)
}

fn agnostic_basis(chance: &mut Chance) -> GeneratorTable {
    let small = chance.percent(60);
    let (d, n) = match small {
        true => (chance.between(1, 2), chance.between(1, 3)),
        false => (chance.between(1, 5), chance.between(1, 20)),
    };
    let advantage = chance.pick(&["0", "\"3/10\"", "\"1/2\"", "\"0.9\"", "1"]);
    let text = format!(
        "[generator.agnostic-basis]\ndimension = {d}\nexamples = {n}\nadvantage = {advantage}\n"
    );
    // With advantage 1, an enumeration still includes the outcomes of probability 0, which are not separable.
    GeneratorTable::atoms(text, n).separable_if(false, false)
}

fn integer_points(chance: &mut Chance) -> GeneratorTable {
    let (n, d) = (chance.examples(), chance.between(1, 4));
    let bound = chance.pick(&[1, 1, 2, 3, 10, 1000]);
    let planted = chance.percent(70);
    let labels = if planted { "planted" } else { "random" };
    let text = format!(
        "[generator.integer-points]\ndimension = {d}\nexamples = {n}\nbound = {bound}\nlabels = \"{labels}\"\n"
    );
    GeneratorTable::exact(text, n).separable_if(planted, planted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use perceptron::generate::Generator;

    #[test]
    fn every_generator_without_a_function_is_drawn_with_valid_keys() {
        assert!(others().iter().any(|doc| doc.name == "gaussian-xor"));
        for doc in others() {
            for seed in 0..50 {
                let mut chance = Chance::new("declared", seed);
                let table = declared::draw(&mut chance, &[doc]);
                let table = table.unwrap_or_else(|| panic!("{}: add it to GENERATORS", doc.name));
                let text = table.text.replace("generator.", "");
                let generator: Generator = toml::from_str(&text).unwrap();
                assert_eq!(generator.validate(), Ok(()), "{text}");
            }
        }
    }
}
