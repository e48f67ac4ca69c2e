//! Holds a statement of a sheet, which is a theorem or a formula as in a spec, and judges samples by it with the judge of studies.

use super::answer::HandedInSample;
use super::keys::Keys;
use super::mark::Mark;
use super::run::{MOST_UPDATES, trial, words};
use super::sample_setting::{DrawnSetting, filled, filled_text};
use claims::claim::{MarginSource, OneTrial, Premise, Registered, Scope, StatedClaim};
use claims::judge::{Case, Status};
use claims::problem::Problem;
use claims::trial::Row;
use perceptron::sample::{Quantity, Rational};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A statement about every run, with placeholders for drawn numbers.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    says: String,
    /// The name of what is claimed with its own keys, such as `online-mistake-bound = {}`.
    claim: Value,
    scale: Rational,
}

/// A statement of one student.
#[derive(Debug, Clone)]
pub(super) struct DrawnStatement {
    pub(super) says: String,
    claim: StatedClaim,
}

/// The two sides of a statement in a run.
#[derive(Debug, Clone)]
pub(super) struct JudgedStatement {
    pub(super) observed: Quantity,
    pub(super) limit: Quantity,
    /// Whether the run refutes the statement; `None` if it was ended before that was known, or if rounding leaves it open.
    pub(super) is_refuted: Option<bool>,
    was_ended: bool,
}

impl Statement {
    /// The statement of a table: `says`, and a theorem by its name, or two formulas.
    pub(super) fn read(keys: &mut Keys) -> Result<Self, Problem> {
        let says: String = keys.required("says", "the statement, in one sentence")?;
        let scale = keys.optional("scale", "an exact number")?;
        let theorem: Option<String> = keys.optional("theorem", "the name of a theorem")?;
        let mut own = Table::new();
        for key in ["observed", "limit", "form", "premises"] {
            let value: Option<Value> = keys.optional(key, "as in a claim of a spec")?;
            own.extend(value.map(|value| (key.to_owned(), value)));
        }
        let name = match (&theorem, own.is_empty()) {
            (Some(name), true) => name.clone(),
            (None, false) => "conjecture".to_owned(),
            _ => {
                let problem = keys.problem("a statement is a theorem, or two formulas");
                let problem = problem.note("allowed", "`theorem`, or `observed` and `limit`");
                return Err(problem.help("write one of the two"));
            }
        };
        Ok(Self {
            says,
            claim: Value::Table(Table::from_iter([(name, Value::Table(own))])),
            scale: scale.unwrap_or_else(Rational::one),
        })
    }

    /// The statement that R²/γ*² is at most a number, which a sample must refute or meet with equality.
    pub(super) fn ratio_at_least(number: u64) -> Result<DrawnStatement, String> {
        let says = format!("R²/γ\\*² is at least {number}.");
        let formulas = [
            ("observed", number.to_string()),
            ("limit", "radius^2/max_margin^2".into()),
        ];
        let formulas = formulas.map(|(key, text)| (key.to_owned(), Value::String(text)));
        let own = Value::Table(Table::from_iter(formulas));
        let statement = Self {
            says,
            claim: Value::Table(Table::from_iter([("conjecture".to_owned(), own)])),
            scale: Rational::one(),
        };
        statement.with(&BTreeMap::new())
    }

    /// The statement with drawn numbers.
    ///
    /// # Errors
    /// In words, which name, formula or premise is wrong, or that no single run decides the statement.
    pub(super) fn with(&self, numbers: &BTreeMap<String, u64>) -> Result<DrawnStatement, String> {
        let says = filled_text(&self.says, numbers)?;
        let claim: Registered = filled(&self.claim, numbers)?
            .try_into()
            .map_err(|error| format!("“{says}”: {error}"))?;
        if let Some(invalid) = claim.fits() {
            return Err(format!("“{says}”: {}", invalid.problem));
        }
        let claim = StatedClaim::plain(claim);
        let is_of_runs = matches!(
            claim.form().one_trial(),
            OneTrial::Exceeds | OneTrial::Differs
        );
        if !is_of_runs || claim.statement.scope != Scope::Trial {
            return Err(format!("“{says}” is no statement about every single run"));
        }
        let claim = match claim.margin {
            MarginSource::Sample => claim.with_margin(MarginSource::Max),
            _ => claim,
        };
        let scale = self.scale.clone();
        Ok(DrawnStatement {
            says,
            claim: StatedClaim { scale, ..claim },
        })
    }
}

impl DrawnStatement {
    /// The statement in Markdown: its sentence, what is compared, and its conditions.
    pub(super) fn text(&self) -> String {
        let precisely = match &self.claim.claim {
            Registered::Conjecture(own) => format!("Precisely: `{}`.", own.relation()),
            theorem => format!("This is the theorem `{}`.", theorem.documentation().name),
        };
        let one = Rational::one();
        let scale = Some(&self.claim.scale).filter(|scale| **scale != one);
        let scale = scale.map(|scale| format!(" Its right side is multiplied by {scale}."));
        let conditions = self.claim.statement.premises.iter().map(Premise::label);
        let conditions: Vec<&str> = conditions.collect();
        let conditions = match conditions.as_slice() {
            [] => String::new(),
            some => format!(" Conditions: {}.", some.join("; ")),
        };
        format!(
            "{} {precisely}{}{conditions}",
            self.says,
            scale.unwrap_or_default()
        )
    }

    /// Whether the statement is a theorem by its name.
    pub(super) fn is_named(&self) -> bool {
        !matches!(self.claim.claim, Registered::Conjecture(_))
    }

    /// Judges the statement by the run of the learner on a sample.
    ///
    /// # Errors
    /// In words, which condition the sample does not meet, or which number has no value on it.
    pub(super) fn judged(
        &self,
        witness: &HandedInSample,
        setting: &DrawnSetting,
    ) -> Result<JudgedStatement, String> {
        let (claim, separator) = (&self.claim, setting.separator.as_deref());
        let block = trial(
            witness,
            separator,
            &setting.learner,
            claim.statement.measures(),
        )?;
        let rows: Vec<Row> = block.all().collect();
        if let Some(premise) = claim.failed_premise(&rows) {
            return Err(format!(
                "the sample does not meet the condition: {}",
                premise.label()
            ));
        }
        let case = Case::of(claim, &rows);
        let Some(numbers) = &case.numbers else {
            let why = claim
                .missing(&rows)
                .unwrap_or_else(|| "the run has no result".into());
            return Err(format!(
                "the statement has no numbers on this sample: {why}"
            ));
        };
        Ok(JudgedStatement {
            observed: numbers.observed.clone(),
            limit: numbers.limit.clone(),
            is_refuted: case.violates(claim),
            was_ended: case.status == Status::Capped,
        })
    }

    /// The mark of a sample that should refute the statement.
    ///
    /// # Errors
    /// In words, why the sample says nothing of the statement.
    pub(super) fn refutation(
        &self,
        witness: &HandedInSample,
        setting: &DrawnSetting,
    ) -> Result<Mark, String> {
        let judged = self.judged(witness, setting)?;
        let sides = format!("on this sample the two sides are {}", judged.sides());
        match judged.is_refuted {
            Some(true) => Ok(Mark::full(format!("{sides}, which refutes the statement"))),
            Some(false) => Err(format!("{sides}, so the statement is true of it")),
            None if judged.was_ended => Err(format!(
                "the run was ended after {MOST_UPDATES} updates, before it decided anything"
            )),
            None => Err(format!(
                "{sides}, and rounding leaves open how they compare; use smaller numbers"
            )),
        }
    }
}

impl JudgedStatement {
    /// Both numbers, in words.
    pub(super) fn sides(&self) -> String {
        format!("{} and {}", words(&self.observed), words(&self.limit))
    }
}
