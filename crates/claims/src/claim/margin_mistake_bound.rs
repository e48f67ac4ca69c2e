//! Claims the Lemma: the margin perceptron makes at most 3/γ² margin mistakes on unit vectors.

use super::{Claim, Form, MarginSource, Premise, limits};
use crate::trial::Trial;
use perceptron::documented::documented;
use perceptron::sample::Quantity;

/// Which form of the bound is claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Norm {
    /// The bound as printed, for unit vectors.
    Unit,
    /// The bound with R², for any norms.
    Any,
}

fn unit() -> Norm {
    Norm::Unit
}

documented! {
    name = "margin-mistake-bound";
    /// On every sample of unit vectors that some unit vector separates with margin γ, the margin perceptron makes at most
    /// 3/γ² margin mistakes, whatever is drawn; in general (2 + R²)/γ².
    ///
    /// # Formula
    /// margin mistakes ≤ (1 + 2τ/η)/γ², which is 3/γ² for threshold τ = step η = 1; with norm = "any", (R² + 2τ/η)/γ²
    /// # Premise
    /// A separator with positive margin γ; rule margin-perceptron; unit norm, unless norm = "any".
    /// # Source
    /// Hardt and Recht, Lemma (theory C-H5).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "margin-mistake-bound"
    /// norm = "any"
    /// ```
    pub struct MarginMistakeBound {
        /// "unit" (default): the bound for unit vectors; "any": the bound with R².
        #[serde(default = "unit")]
        pub norm: Norm,
    }
}

impl Claim for MarginMistakeBound {
    fn form(&self) -> Form {
        Form::Surely
    }

    fn source(&self) -> &'static str {
        "Hardt and Recht, Lemma"
    }

    fn premises(&self, margin: &MarginSource) -> Vec<Premise> {
        let mut premises = vec![
            Premise::Rule(&["margin-perceptron"]),
            Premise::PositiveMargin(margin.clone()),
        ];
        if self.norm == Norm::Unit {
            premises.push(Premise::UnitNorm);
        }
        premises
    }

    fn observed(&self, rows: &[&Trial]) -> Option<Quantity> {
        rows.first()?.margin_mistakes.map(Quantity::count)
    }

    fn limit(&self, rows: &[&Trial], margin: &MarginSource) -> Option<Quantity> {
        let row = rows.first()?;
        match self.norm {
            Norm::Unit => limits::update_bound(row, &Quantity::count(1), margin),
            Norm::Any => limits::update_bound(row, row.radius_squared.as_ref()?, margin),
        }
    }

    fn trivial_bound(&self, rows: &[&Trial]) -> Option<Quantity> {
        limits::stream_length(rows.first()?)
    }

    fn counts_up(&self) -> bool {
        true
    }
}
