//! Claims that one of two variants has the smaller risk on average over samples that both see.

use crate::claim::paired::PairedNumbers;
use crate::claim::{Claim, ClaimText, Formula, MarginSource, Statement, Term};
use crate::trial::{AnyColumn, columns};
use perceptron::documented::Invalid;
use perceptron::documented::documented;
use perceptron::sample::{Quantity, Rational};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use strum::VariantNames;

documented! {
    name = "smaller-risk-on-average";
    /// Trained on the same samples, the first of two variants has on average at most the risk of the second, or another error that `of` names.
    ///
    /// # Formula
    /// $\mathbb{E}[\text{risk}_1 - \text{risk}_2] \le a$, the stated difference, 0 if none is stated. Of three variants and more each is compared with
    /// each: α is divided among all pairs, and the page names the best, or says between which nothing is decided.
    /// # Premise
    /// Two variants are named, in that order, or more, each of which is compared with each later one. The difference is taken sample by sample, so
    /// that what the variants share cancels. It lies in [−1, 1], or in the stated range, which every pair is checked against.
    /// # Source
    /// A question of this program, not a theorem of the notes: paired comparison by betting (Waudby-Smith and Ramdas 2024).
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name     = "smaller-risk-on-average"
    /// variants = ["plain", "normalized"]
    /// ```
    pub struct SmallerRiskOnAverage {
        /// Which error is compared: the risk, or on a data file the test error (with `test_share`, `test_file` or `folds`) or the leave-one-out error.
        pub of: ComparedError = "risk",
        /// The largest mean difference that is allowed: an integer, or a decimal or fraction in quotes.
        pub at_most: Rational as "(-1, 1)" = 0,
        /// The least and the largest difference that a pair can have, such as [-0.1, 0.1], stated before the run; [-1, 1] if left out. A smaller range
        /// decides with fewer replicates. A difference outside counts as missing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub range: Option<[f64; 2]>,
    }
}

impl Claim for SmallerRiskOnAverage {
    fn statement(&self, _: &MarginSource) -> Statement {
        let risk = self.of.column();
        let [least, most] = self.range.unwrap_or(WHOLE_RANGE);
        let difference = Formula::difference(risk).term(Some([least, most]));
        Statement::in_expectation(difference, self.at_most.clone())
            .of_pairs()
            .comparing(PairedNumbers::of_column(risk))
            .vacuous_from(Term::constant(Quantity::float(most)))
            .between(least, most)
    }

    fn text(&self) -> Option<ClaimText> {
        let most = &self.at_most;
        let own = ClaimText::of(&Self::DOC);
        let zero = Rational::zero();
        let error = self.of.words();
        let difference = match most.cmp(&zero) {
            Ordering::Equal => "at most".to_owned(),
            Ordering::Greater => format!("at most {most} above"),
            Ordering::Less => format!("at least {} below", &zero - most),
        };
        let trained = self.of.trained();
        let statement = format!(
            "{trained}, the {error} of the first of two variants is on average {difference} that of the second."
        );
        let tex = format!(r"$\mathbb{{E}}[\text{{{error}}}_1 - \text{{{error}}}_2] \le {most}$");
        Some(own.saying(statement, tex))
    }

    fn fits(&self) -> Option<Invalid> {
        let [least, most] = self.range.unwrap_or(WHOLE_RANGE);
        let is_range = -1.0 <= least && least < most && most <= 1.0;
        if !is_range {
            let allowed = "range = [LEAST, MOST], two numbers from -1 to 1, the smaller first";
            let help = "see `perceptron-lab explain smaller-risk-on-average`";
            return Some(Invalid::out_of_range("range", allowed).help(help));
        }
        let at_most = self.at_most.to_f64();
        let inside = least < at_most && at_most < most;
        (!inside).then(|| Invalid::out_of_range("at_most", "a difference of risks inside `range`"))
    }
}

/// The errors of which two variants can be compared on average.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ComparedError {
    /// The probability of an error on a fresh example.
    #[default]
    Risk,
    /// The share of errors on test examples of a data file.
    TestError,
    /// The share of errors on examples that were left out.
    LeaveOneOutError,
}

perceptron::documented::choice!(ComparedError);

impl ComparedError {
    fn column(self) -> AnyColumn {
        match self {
            Self::Risk => columns::RISK.any(),
            Self::TestError => columns::TEST_ERROR.any(),
            Self::LeaveOneOutError => columns::LEAVE_ONE_OUT_ERROR.any(),
        }
    }

    /// What both learners are trained on, as a sentence begins.
    pub fn trained(self) -> &'static str {
        match self {
            Self::TestError => "On this file, trained on the same part of it",
            Self::Risk | Self::LeaveOneOutError => "Trained on the same samples",
        }
    }

    /// The error in words: `test error`.
    pub fn words(self) -> String {
        self.column().description()
    }
}

/// The range of a difference of two probabilities.
const WHOLE_RANGE: [f64; 2] = [-1.0, 1.0];
