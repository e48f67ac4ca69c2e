//! Mirrors the keys that all claims share, as the file writes them.

use crate::claim::{
    Answers, Form, LectureNote, MarginSource, Registered, Scope, SlackKind, Statement, VerdictKind,
};
use crate::spec::diagnostic::SpecFinding;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;
use toml::Spanned;

/// The only value that the key `premise` of a claim can have.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PremiseWord {
    Waived,
}

/// The value of the key `stated_in` of a claim.
#[derive(Deserialize)]
pub(super) struct WireSource {
    pub note: Option<LectureNote>,
    pub place: Option<String>,
    pub exercise: Option<String>,
}

/// The keys of a `[[claims]]` table that all claims share, as written.
#[derive(Deserialize)]
pub(super) struct WireClaim {
    pub id: Option<Spanned<String>>,
    pub name: Option<Spanned<String>>,
    pub control_of: Option<Spanned<String>>,
    pub variants: Option<Spanned<Vec<String>>>,
    #[serde(rename = "where")]
    _cells: Option<BTreeMap<String, IgnoredAny>>,
    pub scale: Option<Spanned<toml::Value>>,
    pub slack: Option<Spanned<f64>>,
    pub slack_kind: Option<Spanned<SlackKind>>,
    pub slack_reason: Option<Spanned<String>>,
    pub margin: Option<Spanned<MarginSource>>,
    pub about_estimates: Option<bool>,
    pub premise: Option<Spanned<PremiseWord>>,
    pub expect: Option<VerdictKind>,
    pub answers: Option<Spanned<Answers>>,
    pub goal: Option<bool>,
    pub stated_in: Option<Spanned<WireSource>>,
    pub number: Option<Spanned<Vec<String>>>,
}

impl WireClaim {
    /// Refuses `scale`, `slack` and `margin` if the claim has no limit or margin that they could change.
    pub(super) fn check_meaning(
        &self,
        registered: &Registered,
        statement: &Statement,
    ) -> Result<(), SpecFinding> {
        if let (Registered::Conjecture(_), Some(margin)) = (registered, &self.margin) {
            let problem = "`margin` has no meaning here: a claim of your own names its margin in its formulas";
            let help = "delete this line, and write sample_margin, max_margin or population_margin in `limit`, such as limit = \"radius^2/max_margin^2\"";
            return Err(SpecFinding::new(margin.span(), problem).help(help));
        }
        if let Some(scale) = self
            .scale
            .as_ref()
            .filter(|_| statement.form == Form::HasDistribution)
        {
            let problem =
                "`scale` has no meaning here: a distribution function times a number is none";
            let help = "delete this line; a control states another distribution function";
            return Err(SpecFinding::new(scale.span(), problem).help(help));
        }
        let keys = [
            (self.scale.as_ref().map(Spanned::span), "scale"),
            (self.slack.as_ref().map(Spanned::span), "slack"),
            (self.margin.as_ref().map(Spanned::span), "margin"),
        ];
        let mut given = keys
            .into_iter()
            .filter_map(|(place, key)| Some((place?, key)));
        match given.next().filter(|_| statement.scope == Scope::Sweep) {
            None => Ok(()),
            Some((place, key)) => {
                let problem = format!(
                    "`{key}` has no meaning here: this claim is about all cells at once and has no limit"
                );
                let name = self
                    .name
                    .as_ref()
                    .map_or("NAME", |name| name.get_ref().as_str());
                let help = format!(
                    "delete this line; `perceptron-lab explain {name}` shows the keys of this claim"
                );
                Err(SpecFinding::new(place, problem).help(help))
            }
        }
    }
}
