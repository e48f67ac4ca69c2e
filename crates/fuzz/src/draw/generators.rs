//! Draws a generator with its keys: every one of the registry, at small sizes, the degenerate ones among them.

use super::chance::Chance;
use super::{laws, points};

/// A generator as a spec writes it, with what a draw of learners should know of it.
pub struct Drawn {
    /// Its table.
    pub text: String,
    /// Whether every sample has a strict separator through the origin.
    pub separable: bool,
    /// Whether every sample has one with an offset.
    pub separable_with_offset: bool,
    /// Whether it answers the learner, so that neither another learner nor a transform goes with it.
    pub is_opponent: bool,
    /// Whether its examples are basis vectors with known masses.
    pub has_atoms: bool,
    /// Whether features are exact fractions.
    pub is_exact: bool,
    /// Number of examples, roughly, for lists of positions.
    pub examples: i64,
}

impl Drawn {
    /// Exact examples that a hyperplane through the origin separates.
    pub(super) fn exact(text: String, examples: i64) -> Self {
        Self {
            text,
            separable: true,
            separable_with_offset: true,
            is_opponent: false,
            has_atoms: false,
            is_exact: true,
            examples,
        }
    }

    pub(super) fn floats(text: String, examples: i64) -> Self {
        Self {
            is_exact: false,
            ..Self::exact(text, examples)
        }
    }

    fn atoms(text: String, examples: i64) -> Self {
        Self {
            has_atoms: true,
            ..Self::exact(text, examples)
        }
    }

    /// The same where only some, or none, of the samples have a separator.
    pub(super) fn separable_if(self, through_origin: bool, with_offset: bool) -> Self {
        Self {
            separable: through_origin,
            separable_with_offset: with_offset,
            ..self
        }
    }

    /// Whether it has two features, by its text.
    pub fn is_plane(&self) -> bool {
        self.text.contains("\ndimension = 2\n")
    }

    fn opponent_if(self, is_opponent: bool) -> Self {
        Self {
            is_opponent,
            ..self
        }
    }
}

type Draw = fn(&mut Chance) -> Drawn;

/// Every generator of the registry with its weight and its draw.
pub const GENERATORS: &[(usize, (&str, Draw))] = &[
    (3, ("isotropic-gaussians", laws::gaussians)),
    (5, ("majority", majority)),
    (5, ("sphere-margin", laws::sphere_margin)),
    (3, ("fixed-margin-sphere", laws::fixed_margin_sphere)),
    (8, ("basis", basis)),
    (12, ("points", points::points)),
    (1, ("file", file)),
    (2, ("forced-mistakes", forced_mistakes)),
    (3, ("orthogonal", orthogonal)),
    (1, ("l-family", l_family)),
    (2, ("hadamard", hadamard)),
    (2, ("shift", shift)),
    (3, ("affine-sphere", laws::affine_sphere)),
    (2, ("dimension-free-adversary", dimension_free)),
    (2, ("plane-adversary", plane)),
    (2, ("margin-adversary", margin_adversary)),
    (5, ("duplicates", duplicates)),
    (4, ("teacher-student", laws::teacher_student)),
    (3, ("logic-gate", logic_gate)),
    (3, ("label-noise", laws::label_noise)),
    (1, ("nested", nested)),
    (6, ("minimax", minimax)),
    (2, ("majority-cube", majority_cube)),
    (5, ("agnostic-basis", agnostic_basis)),
    (5, ("labelings", points::labelings)),
    (7, ("integer-points", integer_points)),
    (4, ("coin-labels", laws::coin_labels)),
    (2, ("unequal-gaussians", laws::unequal_gaussians)),
];

/// A generator with its keys.
pub fn draw(chance: &mut Chance) -> Drawn {
    let (_, draw) = chance.weighted(GENERATORS);
    draw(chance)
}

fn labels(chance: &mut Chance) -> &'static str {
    chance.pick(&["positive", "negative", "alternating"])
}

fn majority(chance: &mut Chance) -> Drawn {
    let n = match chance.one_in(20) {
        true => chance.between(100, 600),
        false => chance.examples(),
    };
    let d = chance.between(1, 7);
    let relevant = 1 + 2 * chance.between(0, (d - 1) / 2);
    Drawn::exact(
        format!("[generator.majority]\ndimension = {d}\nrelevant = {relevant}\nexamples = {n}\n"),
        n,
    )
}

fn majority_cube(chance: &mut Chance) -> Drawn {
    let d = chance.between(1, 4);
    let relevant = 1 + 2 * chance.between(0, (d - 1) / 2);
    let text = format!("[generator.majority-cube]\ndimension = {d}\nrelevant = {relevant}\n");
    Drawn::exact(text, 1 << d)
}

fn basis(chance: &mut Chance) -> Drawn {
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
    Drawn {
        has_atoms: drawn,
        ..Drawn::exact(text, n)
    }
}

fn file(chance: &mut Chance) -> Drawn {
    let features = chance.pick(&[
        "[\"petal_length_cm\", \"petal_width_cm\"]",
        "[\"sepal_length_cm\"]",
        "[\"sepal_length_cm\", \"sepal_width_cm\", \"petal_width_cm\"]",
    ]);
    let positive = chance.pick(&["versicolor", "virginica"]);
    let text = format!(
        "[generator.file]\npath = \"../data/iris.csv\"\nfeatures = {features}\nlabel = \"species\"\npositive = \"{positive}\"\nnegative = \"setosa\"\n"
    );
    Drawn::exact(text, 100).separable_if(false, false)
}

fn forced_mistakes(chance: &mut Chance) -> Drawn {
    let d = chance.between(1, 12);
    Drawn::exact(format!("[generator.forced-mistakes]\ndimension = {d}\n"), d).opponent_if(true)
}

fn orthogonal(chance: &mut Chance) -> Drawn {
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
    Drawn::exact(text, n)
}

fn l_family(chance: &mut Chance) -> Drawn {
    let length = chance.between(2, 60);
    Drawn::exact(format!("[generator.l-family]\nlength = {length}\n"), 2)
}

fn hadamard(chance: &mut Chance) -> Drawn {
    let d = 1 << chance.between(0, 4);
    let text = format!(
        "[generator.hadamard]\ndimension = {d}\nlabels = \"{}\"\n",
        labels(chance)
    );
    Drawn::exact(text, d)
}

fn shift(chance: &mut Chance) -> Drawn {
    let shift = chance.between(0, 12);
    let drawn = Drawn::exact(format!("[generator.shift]\nshift = {shift}\n"), 2);
    drawn.separable_if(shift == 0, true)
}

fn dimension_free(chance: &mut Chance) -> Drawn {
    let margin = chance.pick(&["0.3", "1/2", "2/3", "0.9", "0.4"]);
    let tied = chance.percent(60);
    let online = chance.percent(30);
    let scores = if tied { "tied" } else { "pushed" };
    let text = format!(
        "[generator.dimension-free-adversary]\nmargin = \"{margin}\"\nscores = \"{scores}\"\nonline = {online}\n"
    );
    let drawn = if tied {
        Drawn::exact(text, 1)
    } else {
        Drawn::floats(text, 1)
    };
    drawn.opponent_if(online)
}

fn plane(chance: &mut Chance) -> Drawn {
    let margin = chance.pick(&["0.1", "0.3", "1/2", "2/3", "0.9", "1/4"]);
    let online = chance.percent(30);
    let text = format!("[generator.plane-adversary]\nmargin = \"{margin}\"\nonline = {online}\n");
    Drawn::exact(text, 1).opponent_if(online)
}

fn margin_adversary(chance: &mut Chance) -> Drawn {
    let margin = chance.pick(&["0.4", "1/2", "2/3", "0.9"]);
    let directions = chance.pick(&["fresh", "three"]);
    let online = chance.percent(30);
    let text = format!(
        "[generator.margin-adversary]\nmargin = \"{margin}\"\ndirections = \"{directions}\"\nonline = {online}\n"
    );
    Drawn::floats(text, 1).opponent_if(online)
}

fn duplicates(chance: &mut Chance) -> Drawn {
    let (d, copies) = (chance.between(1, 4), chance.between(1, 3));
    let n = copies * chance.between(1, 4);
    let text = format!(
        "[generator.duplicates]\ndimension = {d}\nexamples = {n}\ncopies = {copies}\nlabels = \"{}\"\n",
        labels(chance)
    );
    Drawn::exact(text, n)
}

fn logic_gate(chance: &mut Chance) -> Drawn {
    let gate = chance.pick(&["xor", "and", "or"]);
    let coding = chance.pick(&["zero-one", "signs"]);
    let text = format!("[generator.logic-gate]\ngate = \"{gate}\"\ncoding = \"{coding}\"\n");
    Drawn::exact(text, 4).separable_if(false, gate != "xor")
}

fn nested(chance: &mut Chance) -> Drawn {
    let inputs = chance.between(1, 4);
    let drawn = Drawn::exact(
        format!("[generator.nested]\ninputs = {inputs}\n"),
        1 << inputs,
    );
    drawn.separable_if(false, true)
}

fn minimax(chance: &mut Chance) -> Drawn {
    let small = chance.percent(70);
    let (d, n) = match small {
        true => (chance.between(1, 3), chance.between(1, 4)),
        false => (chance.between(1, 8), chance.between(1, 20)),
    };
    let labels = chance.weighted(&[(8, "uniform"), (1, "positive"), (1, "negative")]);
    let text =
        format!("[generator.minimax]\ndimension = {d}\nexamples = {n}\nlabels = \"{labels}\"\n");
    Drawn::atoms(text, n)
}

fn agnostic_basis(chance: &mut Chance) -> Drawn {
    let small = chance.percent(60);
    let (d, n) = match small {
        true => (chance.between(1, 2), chance.between(1, 3)),
        false => (chance.between(1, 5), chance.between(1, 20)),
    };
    let advantage = chance.pick(&["0", "\"3/10\"", "\"1/2\"", "\"0.9\"", "1"]);
    let text = format!(
        "[generator.agnostic-basis]\ndimension = {d}\nexamples = {n}\nadvantage = {advantage}\n"
    );
    // With advantage 1 an enumeration still has the outcomes of probability 0, which are not separable.
    Drawn::atoms(text, n).separable_if(false, false)
}

fn integer_points(chance: &mut Chance) -> Drawn {
    let (n, d) = (chance.examples(), chance.between(1, 4));
    let bound = chance.pick(&[1, 1, 2, 3, 10, 1000]);
    let planted = chance.percent(70);
    let labels = if planted { "planted" } else { "random" };
    let text = format!(
        "[generator.integer-points]\ndimension = {d}\nexamples = {n}\nbound = {bound}\nlabels = \"{labels}\"\n"
    );
    Drawn::exact(text, n).separable_if(planted, planted)
}
