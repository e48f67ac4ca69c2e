//! Holds conjectures, which a spec states itself by two formulas and a quantifier.

use super::form::StatedRelation;
use super::premise::NamedPremise;
use super::{
    Claim, ClaimText, Form, Formula, MarginSource, PairedNumbers, Premise, Statement, Term, limits,
};
use crate::trial::{AnyColumn, ColumnKind};
use perceptron::documented::{Invalid, documented, unicode};

documented! {
    name = "conjecture";
    /// A claim that the spec states itself: an observed formula, a formula that limits it, and a quantifier.
    ///
    /// # Formula
    /// ```text
    /// surely                on every trial: observed ≤ limit
    /// identity              on every trial: observed = limit
    /// exists                on some trial: observed ≤ limit
    /// in-expectation        E[observed] ≤ E[limit]
    /// lower-bound           E[observed] ≥ E[limit]
    /// expectation-identity  E[observed] = E[limit]
    /// with-probability      P(observed > limit) ≤ delta
    /// has-distribution      P(observed ≤ x) = F(x) for all x, where limit is F(observed)
    /// illustration          mean observed ≤ mean limit
    /// ```
    /// # Premise
    /// The premises that `premises` names. A trial on which a formula has no value, for example because it divides by 0, counts as a trial without a
    /// result: it rules out the verdict `holds`, and the verdict says why.
    /// # Source
    /// The spec that states it.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// observed = "updates"
    /// limit    = "2*radius^2/sample_margin^2"
    /// form     = "surely"
    /// premises = ["rule-perceptron", "positive-sample-margin"]
    /// ```
    pub struct Conjecture {
        /// The observed number: a formula in quotes over columns, numbers, keys of the cell (generator.KEY, variant.KEY), + - * / ^ and parentheses,
        /// sqrt, log (natural), min and max. The root of a column of squares goes by its name: radius is the root of radius_squared, and its square
        /// is exact. A key that is a decimal is the fraction it spells. A formula that names second.COLUMN compares two variants on one sample;
        /// first.COLUMN, or COLUMN, is then a column of the first of `variants`.
        pub observed: Formula,
        /// The number that the observed number is compared with: a formula in quotes with the same names as `observed`, such as
        /// "radius^2/sample_margin^2", or a number. With the form has-distribution it is the stated distribution function, which must be continuous,
        /// at the observed number, such as "1-(1-risk)^examples" for the observed number risk.
        pub limit: Formula,
        /// How the two numbers are compared: one of the forms above.
        pub form: Form = "surely",
        /// The probability of exceeding the limit that with-probability allows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub delta: Option<f64>,
        /// The least and the largest value that can be observed, for claims about expectations; [0, 1] if left out. A value outside counts as
        /// missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub range: Option<[f64; 2]>,
        /// A formula that the observed number can never exceed (for lower-bound: never fall below). A limit that reaches it is vacuous; with the form
        /// surely, only a limit above it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub trivial: Option<Formula>,
        /// The premises by name; `list premises` shows them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub premises: Vec<NamedPremise>,
        /// The statement, in one sentence for the report.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub says: Option<String>,
    }
}

impl Claim for Conjecture {
    fn statement(&self, _: &MarginSource) -> Statement {
        let stated = self.quantified();
        let stated = stated.when(self.stated_premises());
        let stated = match self.is_about_a_mean() && !self.limit.is_constant() {
            true => stated.against_a_measurement(),
            false => stated,
        };
        let stated = match self.counts_up() {
            true => stated.counting_up(),
            false => stated,
        };
        let stated = match self.trivial_term() {
            Some(trivial) => stated.vacuous_from(trivial),
            None => stated,
        };
        // A statement about the sample alone does not depend on how far a run has come.
        let stated =
            match self.observed.is_known_before_a_run() && self.limit.is_known_before_a_run() {
                true => stated.even_if_cut_off(),
                false => stated,
            };
        match (self.is_of_pairs(), self.is_about_a_mean()) {
            (true, true) => stated
                .of_pairs()
                .comparing(PairedNumbers::of([&self.observed, &self.limit])),
            (true, false) => stated.of_pairs(),
            (false, _) => stated,
        }
    }

    fn fits(&self) -> Option<Invalid> {
        let wants_delta = self.form == Form::WithProbability;
        match (self.delta, self.range) {
            (None, _) if wants_delta => {
                let problem = "form = \"with-probability\" needs the key `delta`";
                let allowed = "a number above 0 and below 1, the probability with which the limit may be exceeded";
                Some(Invalid::new("form", problem, allowed).help("add it: delta = 0.05"))
            }
            (Some(_), _) if !wants_delta => Some(meaningless(
                "delta",
                "a claim that holds with a probability",
                "form = \"with-probability\"",
            )),
            (Some(delta), _) if !(delta > 0.0 && delta < 1.0) => Some(Invalid::out_of_range(
                "delta",
                "a probability above 0 and below 1",
            )),
            (_, Some(_)) if !self.is_about_a_mean() => {
                let forms =
                    "form = \"in-expectation\", \"lower-bound\" or \"expectation-identity\"";
                Some(meaningless("range", "a claim about an expectation", forms))
            }
            (_, Some([least, most])) if !(least < most && (most - least).is_finite()) => {
                let allowed = "range = [LEAST, MOST], two finite numbers, the smaller first";
                let help = "see `perceptron-lab explain conjecture`";
                Some(Invalid::out_of_range("range", allowed).help(help))
            }
            _ => None,
        }
    }

    fn formulas(&self) -> Vec<(&'static str, &Formula)> {
        let trivial = self.trivial.iter().map(|trivial| ("trivial", trivial));
        [("observed", &self.observed), ("limit", &self.limit)]
            .into_iter()
            .chain(trivial)
            .collect()
    }

    fn text(&self) -> Option<ClaimText> {
        let premises = self.stated_premises();
        let premises = premises.map(|premise| premise.label().to_owned());
        let range = self.range.map(|[least, most]| {
            format!("the spec states that every value lies in [{least}, {most}], which is checked on every trial")
        });
        let unstated = "every value is taken to lie in [0, 1], because the spec states no `range`; that is checked on every trial";
        let range = range.or(self.lacks_range().then(|| unstated.to_owned()));
        let premises: Vec<String> = premises.chain(range).collect();
        let says = || format!("A conjecture of this spec, of form {}.", self.form.as_str());
        Some(ClaimText {
            statement: self.says.clone().unwrap_or_else(says),
            formula: unicode(&self.relation_of(Formula::tex).typeset()),
            tex: self
                .relation_of(Formula::tex)
                .explained([&self.observed, &self.limit]),
            premise: match premises.as_slice() {
                [] => "None.".into(),
                premises => capitalised(&premises.join("; ")) + ".",
            },
            source: "this spec".into(),
        })
    }
}

/// Whether a column has only values from 0 to 1.
fn is_bounded(column: AnyColumn) -> bool {
    let declared = column.declared();
    declared.unit == "probability" || declared.kind == ColumnKind::Flag
}

fn meaningless(key: &'static str, of: &str, forms: &str) -> Invalid {
    let problem = format!("`{key}` has no meaning here: it belongs to {of}");
    let allowed = format!("`{key}` only with {forms}");
    Invalid::new(key, problem, allowed).help("delete this line, or change `form`")
}

fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

impl Conjecture {
    /// Returns the statement of this conjecture with its quantifier; if it is about a mean, values outside `range` count as missing.
    fn quantified(&self) -> Statement {
        let range = self.is_about_a_mean().then(|| self.values());
        let observed = self.observed.term(range);
        let limit = match self.form {
            // A probability.
            Form::HasDistribution => self.limit.term(Some([0.0, 1.0])),
            _ => self.limit.term(range.filter(|_| !self.limit.is_constant())),
        };
        let [least, most] = self.values();
        let stated = match self.form {
            Form::Surely => Statement::surely(observed, limit),
            Form::Identity => Statement::identity(observed, limit),
            Form::Exists => Statement::exists(observed, limit),
            Form::InExpectation => Statement::in_expectation(observed, limit),
            Form::LowerBound => Statement::lower_bound(observed, limit),
            Form::ExpectationIdentity => Statement::expectation_identity(observed, limit),
            Form::Illustration => Statement::illustration(observed, limit),
            Form::HasDistribution => Statement::has_distribution(observed, limit),
            Form::WithProbability => {
                let delta = self.delta.unwrap_or_default();
                Statement::with_probability(limits::as_written(delta), observed, limit)
            }
        };
        stated.between(least, most)
    }

    /// Whether the claim is about the expectation of a number, or of a measured limit, that may lie outside [0, 1], and the spec does not state their
    /// range.
    pub fn lacks_range(&self) -> bool {
        let is_within = |formula: &Formula| {
            let bounds = formula.bounds();
            bounds.lower >= 0.0 && bounds.upper <= 1.0
        };
        let is_bounded =
            is_within(&self.observed) && (self.limit.is_constant() || is_within(&self.limit));
        self.is_about_a_mean() && self.range.is_none() && !is_bounded
    }

    /// Whether the claim is about a mean and the form of the observed formula leaves open that a value lies outside of the range.
    pub fn may_leave_range(&self) -> bool {
        let (bounds, [least, most]) = (self.observed.bounds(), self.values());
        self.is_about_a_mean() && (bounds.lower < least || bounds.upper > most)
    }

    fn values(&self) -> [f64; 2] {
        self.range.unwrap_or([0.0, 1.0])
    }

    fn is_about_a_mean(&self) -> bool {
        use Form::{ExpectationIdentity, InExpectation, LowerBound};
        matches!(self.form, InExpectation | LowerBound | ExpectationIdentity)
    }

    /// Whether a run that was cut off can refute this conjecture, because the observed count only grows and the limit is known before the run.
    fn counts_up(&self) -> bool {
        let decides = matches!(self.form, Form::Surely | Form::Identity);
        decides && self.observed.only_grows() && self.limit.is_known_before_a_run()
    }

    /// Returns the bound that the observed number can never exceed: `trivial` if the spec states it, otherwise 1 for a probability or a truth value,
    /// and the end of `range` for other numbers.
    fn trivial_term(&self) -> Option<Term> {
        let stated = self.trivial.as_ref().map(|trivial| trivial.term(None));
        let [least, most] = self.values();
        let end = match self.form {
            Form::InExpectation if self.is_of_a_probability() => Some(most.min(1.0)),
            Form::InExpectation => Some(most),
            Form::LowerBound => Some(least),
            Form::Surely | Form::WithProbability => self.is_of_a_probability().then_some(1.0),
            _ => None,
        };
        stated.or_else(|| end.map(|end| Term::from(limits::as_written(end))))
    }

    /// Whether the observed number is a column with a probability or a truth value, so that it is at most 1.
    fn is_of_a_probability(&self) -> bool {
        self.observed.as_column().is_some_and(is_bounded)
    }

    /// Returns the columns that both formulas read.
    pub fn columns(&self) -> Vec<AnyColumn> {
        [self.observed.columns(), self.limit.columns()].concat()
    }

    /// Whether this conjecture compares two variants on one sample.
    pub fn is_of_pairs(&self) -> bool {
        let mut formulas = self.formulas().into_iter();
        formulas.any(|(_, formula)| formula.is_of_pairs())
    }

    /// Returns the conjecture with the cell's keys that its formulas name (generator.KEY, variant.KEY) replaced by their numbers in a setting, so
    /// that it can be stated for another generator.
    pub fn settled(&self, setting: &crate::trial::Setting) -> Self {
        Self {
            observed: self.observed.settled(setting),
            limit: self.limit.settled(setting),
            trivial: self
                .trivial
                .as_ref()
                .map(|trivial| trivial.settled(setting)),
            ..self.clone()
        }
    }

    fn stated_premises(&self) -> impl Iterator<Item = Premise> + use<> {
        let margin = self.form.default_margin();
        let premises = self.premises.iter().map(|premise| premise.premise(&margin));
        let premises: Vec<Premise> = premises.flatten().collect();
        premises.into_iter()
    }

    /// The relation of both formulas, which `text` writes.
    fn relation_of(&self, text: fn(&Formula) -> String) -> StatedRelation {
        StatedRelation {
            form: self.form,
            observed: text(&self.observed),
            limit: text(&self.limit),
            is_constant: self.limit.is_constant(),
            delta: self.delta.unwrap_or_default().to_string(),
        }
    }

    /// The observed formula, ≤, ≥ or =, and the limit, as pages print them in Unicode.
    pub fn relation(&self) -> String {
        self.relation_of(Formula::to_string).printed()
    }
}
