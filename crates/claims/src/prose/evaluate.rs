//! Evaluates placeholders on the trials and verdicts of a run, and inserts their values into the text.

use super::expression::{Body, ClaimState, Condition, Expression, Extreme, Field, Format, Trend};
use super::filter::{self, Filter, Subject};
use super::groups::Groups;
use super::text::{Prose, TextPart};
use crate::claim::VerdictKind;
use crate::judge::Verdict;
use std::collections::BTreeSet;

/// The statistics and verdicts of a run, from which the placeholders `{{ … }}` in a spec's prose get their numbers.
#[derive(Debug, Clone, Copy)]
pub struct RunNumbers<'a> {
    /// Statistics of the trials by cell and variant.
    pub groups: &'a Groups,
    /// All verdicts of the run.
    pub verdicts: &'a [Verdict],
}

/// A spec's prose with the values of a run in place of its placeholders.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rendered {
    /// The text with its values. In place of a missing value it says that the value is missing.
    pub text: String,
    /// The placeholders that have no value in this run, each with the reason.
    pub missing: Vec<String>,
    /// Placeholders that print words on a condition that this run does not meet, without an alternative.
    pub untrue: Vec<String>,
}

impl Prose {
    /// Returns the text with the values of its placeholders in a run; `written` formats each number.
    pub fn rendered(
        &self,
        evidence: &RunNumbers,
        written: &dyn Fn(f64, Format) -> String,
    ) -> Rendered {
        let mut rendered = Rendered::default();
        for part in &self.parts {
            match part {
                TextPart::Text(text) => rendered.text += text,
                TextPart::Placeholder(placeholder) => {
                    let printed = evidence.printed(&placeholder.body, written);
                    rendered.add(&placeholder.source, printed);
                }
            }
        }
        rendered
    }
}

impl Rendered {
    fn add(&mut self, source: &str, printed: Result<Option<String>, String>) {
        match printed {
            Ok(Some(text)) => self.text += &text,
            Ok(None) => {
                self.text += &format!("(not so in this run: `{source}`)");
                self.untrue.push(source.to_owned());
            }
            Err(reason) => {
                self.text += &format!("(no value in this run: `{source}`)");
                self.missing.push(format!("`{source}`: {reason}"));
            }
        }
    }
}

impl RunNumbers<'_> {
    /// Returns the text that a placeholder prints; `None` if its condition is not met and it has no alternative. An error says why it has no value.
    fn printed(
        &self,
        body: &Body,
        written: &dyn Fn(f64, Format) -> String,
    ) -> Result<Option<String>, String> {
        match body {
            Body::Number(expression, format) => {
                let value = self.number(expression, &Filter::default())?;
                Ok(Some(written(value, *format)))
            }
            Body::Words {
                then,
                condition,
                otherwise,
            } => {
                let is_met = self.is_met(condition, &Filter::default())?;
                Ok(if is_met {
                    Some(then)
                } else {
                    otherwise.as_ref()
                }
                .cloned())
            }
        }
    }

    /// Returns the value of an expression over the cells and variants that its own filters and a further filter choose, or in words why it has none.
    pub(super) fn number(&self, expression: &Expression, further: &Filter) -> Result<f64, String> {
        let value = match expression {
            Expression::Constant(value) => *value,
            Expression::OfTrials(statistic, measured, own) => {
                let groups = self.groups;
                groups.statistic(*statistic, measured, &own.and(further))?
            }
            Expression::OfVerdicts(field, claim, own) => {
                self.of_verdicts(*field, claim, &own.and(further))?
            }
            Expression::Extreme(extreme, of, own) => {
                self.extreme(*extreme, of, &own.and(further))?
            }
            Expression::Call(function, parts) => {
                let parts = parts.iter().map(|part| self.number(part, further));
                let parts: Vec<f64> = parts.collect::<Result<_, _>>()?;
                function.of_floats(&parts).ok_or("it has no value")?
            }
            Expression::Negated(of) => -self.number(of, further)?,
            Expression::Binary(operator, a, b) => {
                operator.of_floats(self.number(a, further)?, self.number(b, further)?)
            }
        };
        match value.is_finite() {
            true => Ok(value),
            false => Err("it is not finite".into()),
        }
    }

    /// Returns the lowest or highest value that an expression has in a chosen cell, or in a cell under a variant if the expression names no variant.
    fn extreme(&self, extreme: Extreme, of: &Expression, filter: &Filter) -> Result<f64, String> {
        let places = self.places(filter, of.names_variants());
        let values = places
            .iter()
            .map(|place| self.number(of, &filter.and(place)));
        let found = values.filter_map(Result::ok);
        let most = match extreme {
            Extreme::Lowest => found.reduce(f64::min),
            Extreme::Highest => found.reduce(f64::max),
        };
        most.ok_or_else(|| "it has no value in any cell".into())
    }

    /// Returns one filter for each chosen cell with its variant, or for each chosen cell if `whole_cells`.
    fn places(&self, filter: &Filter, whole_cells: bool) -> Vec<Filter> {
        let mut places = self.cells_and_variants(filter);
        if whole_cells {
            places.iter_mut().for_each(|(_, variant)| *variant = None);
        }
        let distinct: BTreeSet<_> = places.into_iter().collect();
        let place = |(cell, variant): (usize, Option<String>)| {
            let cell = Filter::of_cell(cell);
            match variant {
                Some(variant) => cell.and(&Filter::one(filter::VARIANT, variant)),
                None => cell,
            }
        };
        distinct.into_iter().map(place).collect()
    }

    fn cells_and_variants(&self, filter: &Filter) -> Vec<(usize, Option<String>)> {
        let groups = self.groups.chosen(filter).into_iter();
        let of_trials = groups.map(|(cell, variant)| (cell, Some(variant.to_owned())));
        let verdicts = self.verdicts.iter();
        let of_verdicts = verdicts.filter_map(|verdict| {
            let variants = variants(verdict);
            let subject = self.subject(verdict, &variants);
            let cell = subject.cell.filter(|_| filter.chooses(&subject))?;
            Some((cell, variants.first().cloned()))
        });
        of_trials.chain(of_verdicts).collect()
    }

    fn subject<'v>(&'v self, verdict: &'v Verdict, variants: &'v [String]) -> Subject<'v> {
        let parameters = verdict.cell.as_ref();
        let cells = &self.groups.cells;
        let place = parameters.and_then(|own| cells.iter().position(|cell| cell == own));
        Subject {
            cell: place,
            parameters,
            variants,
        }
    }

    /// Returns the verdicts on a claim in the cells and under the variants that a filter chooses; an error if it chooses none.
    fn verdicts(&self, claim: &str, filter: &Filter) -> Result<Vec<&Verdict>, String> {
        let own = self.verdicts.iter().filter(|verdict| verdict.id == claim);
        let chosen = own.filter(|verdict| {
            let variants = variants(verdict);
            filter.chooses(&self.subject(verdict, &variants))
        });
        let chosen: Vec<&Verdict> = chosen.collect();
        match chosen.is_empty() {
            true => Err(format!(
                "`{claim}` has no verdict in such a cell and variant"
            )),
            false => Ok(chosen),
        }
    }

    fn of_verdicts(&self, field: Field, claim: &str, filter: &Filter) -> Result<f64, String> {
        let verdicts = self.verdicts(claim, filter)?;
        let all = |of: fn(&Verdict) -> Option<f64>| verdicts.iter().filter_map(move |one| of(one));
        let largest = |of| all(of).reduce(f64::max);
        let smallest = |of| all(of).reduce(f64::min);
        let found = match field {
            Field::Tightness => largest(|one| one.tightness_max),
            Field::Observed => largest(|one| one.observed_max),
            Field::Limit => smallest(|one| one.limit_min),
            Field::Lower => smallest(|one| Some(one.interval?[0])),
            Field::Upper => largest(|one| Some(one.interval?[1])),
            Field::RefutedBelow => largest(|one| one.refuted_below),
            Field::Runs => largest(|one| Some(one.applicable as f64)),
            Field::Verdicts => Some(verdicts.len() as f64),
            Field::MeanObserved => mean_observed(&verdicts),
        };
        let word: &str = field.into();
        found.ok_or_else(|| format!("the verdicts on `{claim}` have no {word}"))
    }

    /// Whether a condition is met in the cells and variants that its own filters and a further filter choose.
    pub(super) fn is_met(&self, condition: &Condition, further: &Filter) -> Result<bool, String> {
        match condition {
            Condition::Compare(a, comparison, b) => {
                Ok(comparison.of(self.number(a, further)?, self.number(b, further)?))
            }
            Condition::Trend(trend, of, along, filter) => {
                let values = self.along(of, along, &filter.and(further))?;
                Ok(values.windows(2).all(|pair| match trend {
                    Trend::Rises => pair[0] < pair[1],
                    Trend::Falls => pair[0] > pair[1],
                }))
            }
            Condition::ClaimState(judged, claim, filter) => {
                let verdicts = self.verdicts(claim, &filter.and(further))?;
                Ok(verdicts.iter().all(|verdict| is_judged(*judged, verdict)))
            }
            Condition::Both(a, b) => Ok(self.is_met(a, further)? && self.is_met(b, further)?),
        }
    }

    /// Returns the values of an expression for each value of a swept parameter, in increasing order of the parameter; an error if there are fewer
    /// than two.
    fn along(&self, of: &Expression, key: &str, filter: &Filter) -> Result<Vec<f64>, String> {
        let cells = self.groups.cells.iter().enumerate();
        let chosen = cells.filter_map(|(cell, parameters)| {
            let mut named = parameters
                .iter()
                .filter(|(path, _)| filter::is_named(path, key));
            let value = named.next()?.1;
            let text = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            let is_chosen = !self
                .groups
                .chosen(&filter.and(&Filter::of_cell(cell)))
                .is_empty();
            is_chosen.then(|| Some((filter::number(&text)?, text)))?
        });
        let mut places: Vec<(f64, String)> = chosen.collect();
        places.sort_by(|a, b| a.0.total_cmp(&b.0));
        places.dedup_by(|a, b| a.0 == b.0);
        if places.len() < 2 {
            return Err(format!("`{key}` has fewer than two values here"));
        }
        let value = |(_, text): &(f64, String)| {
            self.number(of, &filter.and(&Filter::one(key, text.clone())))
        };
        places.iter().map(value).collect()
    }
}

/// Returns the names of the variants that a verdict is about: one, or two for a claim that compares variants.
fn variants(verdict: &Verdict) -> Vec<String> {
    let text = |value: &serde_json::Value| value.as_str().map(str::to_owned);
    match &verdict.variant {
        serde_json::Value::Array(several) => several.iter().filter_map(text).collect(),
        one => text(one).into_iter().collect(),
    }
}

fn mean_observed(verdicts: &[&Verdict]) -> Option<f64> {
    let known = verdicts
        .iter()
        .filter_map(|one| Some((one.observed_mean?, one.applicable as f64)));
    let (sum, weight) = known.fold((0.0, 0.0), |(sum, weight), (mean, trials)| {
        (sum + mean * trials, weight + trials)
    });
    (weight > 0.0).then(|| sum / weight)
}

fn is_judged(judged: ClaimState, verdict: &Verdict) -> bool {
    match judged {
        ClaimState::Holds => matches!(verdict.verdict, VerdictKind::Holds | VerdictKind::Shown),
        ClaimState::Refuted => matches!(
            verdict.verdict,
            VerdictKind::Violated | VerdictKind::NotShown
        ),
    }
}
