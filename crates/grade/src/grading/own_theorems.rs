//! Holds theorems of the user by which the runs of a learner are judged.

use claims::claim::{OneTrial, Scope, StatedClaim, TheoremFile};
use claims::trial::{AnyColumn, Origin, Setting, columns};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use std::sync::Arc;

/// A theorem by which the runs of a learner are judged.
#[derive(Debug, Clone)]
pub(super) struct OwnTheorem {
    pub(super) claim: StatedClaim,
    pub(super) setting: Arc<Setting>,
}

impl OwnTheorem {
    /// The theorems of a file, for a learner that is graded by a rule of this name.
    ///
    /// # Errors
    /// In words, which theorem cannot be judged on a single run, and why.
    pub(super) fn all(
        file: &TheoremFile,
        name: &str,
        variant: Variant,
    ) -> Result<Vec<Self>, String> {
        // Nothing is known of the samples: neither equal labels nor unit norm.
        let points = "[points]\nexamples = [{ x = [2], y = 1 }, { x = [2], y = -1 }]";
        let points: Generator = toml::from_str(points).map_err(|error| error.to_string())?;
        let variant = (name.to_owned(), variant);
        let setting = Arc::new(Setting::new("graded", &points, Some(&variant)));
        let claims = file.claims()?.into_iter();
        let theorem = |claim| {
            judged_on_runs(&claim)?;
            let setting = setting.clone();
            Ok(Self { claim, setting })
        };
        claims.map(theorem).collect()
    }

    /// The name of the theorem.
    pub(super) fn name(&self) -> &'static str {
        self.claim.name()
    }

    /// Statement of the theorem, in words.
    pub(super) fn says(&self) -> String {
        self.claim.printed().statement
    }
}

/// Refuses a theorem that no single run decides, or that reads columns which a graded run does not have.
fn judged_on_runs(claim: &StatedClaim) -> Result<(), String> {
    let (name, form) = (claim.name(), claim.form());
    let is_of_runs = matches!(form.one_trial(), OneTrial::Exceeds | OneTrial::Differs);
    if !is_of_runs || claim.statement.scope != Scope::Trial {
        let form = form.as_str();
        return Err(format!(
            "{name} is no statement about every single run (form {form}), which grading needs"
        ));
    }
    let reads = [&claim.statement.observed, &claim.statement.limit];
    let reads = reads.into_iter().flat_map(|term| term.reads());
    let is_known = |column: &AnyColumn| {
        let is_fixed = matches!(column.declared().origin, Origin::Setting(_));
        is_fixed || known().iter().any(|known| known.name() == column.name())
    };
    let unknown: Vec<&str> = reads
        .filter(|column| !is_known(column))
        .map(|column| column.name())
        .collect();
    match unknown.as_slice() {
        [] => Ok(()),
        names => Err(format!(
            "{name} needs {}; of a graded run are known: {}",
            names.join(", "),
            known().map(AnyColumn::name).join(", ")
        )),
    }
}

/// The columns of a graded run that differ between runs.
pub(super) fn known() -> [AnyColumn; 9] {
    [
        columns::MISTAKES.any(),
        columns::UPDATES.any(),
        columns::DRAWS.any(),
        columns::EXAMPLES.any(),
        columns::DIMENSION.any(),
        columns::RADIUS_SQUARED.any(),
        columns::SEPARABLE.any(),
        columns::MAX_MARGIN_SQUARED.any(),
        columns::STOP_REASON.any(),
    ]
}
