//! Makes the sentence on a claim for which the spec has no words, or whose verdict is not the expected one; `claim_verdicts` decides which. Each form of
//! claim has its own sentence.

use super::super::summary_row::within;
use super::claim_verdicts::ClaimVerdicts;
use super::sides::phrase;
use claims::claim::{Form, Formula, LimitDirection, Registered, VerdictKind};
use claims::numbers::{self, percent, rounded_down, rounded_up};
use claims::stats::Statistic;
use claims::trial::AnyColumn;

/// Writes a number in a sentence, with a minus sign.
fn number(value: f64) -> String {
    numbers::number(value).replace('-', "−")
}

/// Ratios observed ÷ limit that differ from 1 by less than this count as 1, because they were rounded to twelve digits.
const EQUAL: f64 = 1e-9;

impl ClaimVerdicts<'_> {
    pub(super) fn stands(&self) -> String {
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        match (self.claim.form(), self.ratio()) {
            (Form::Surely, _) if observed.starts_with("$[") => self.as_claimed(),
            (Form::Surely, Some(ratio)) => self.below(ratio),
            (Form::Exists, _) => {
                format!("among {} one shows it: “{}”", self.runs(), self.statement)
            }
            (Form::InExpectation, _) if self.compares_risks() => self.on_average(),
            (Form::InExpectation, Some(ratio)) => format!(
                "over {}, {observed} came to {} of {limit}",
                self.runs(),
                self.largest(ratio, percent)
            ),
            (Form::ExpectationIdentity, Some(_)) => self.equal(),
            (Form::WithProbability, _) => self.rarely(),
            (Form::LowerBound, Some(ratio)) => format!(
                "over {}, {observed} was {} times {limit}",
                self.runs(),
                self.least(ratio, number)
            ),
            (Form::Illustration, _) => self.trend(),
            (Form::HasDistribution, _) => self.distributed(),
            (Form::InExpectation, None) => self.on_average(),
            (Form::Surely | Form::Identity, _) => self.as_claimed(),
            (Form::ExpectationIdentity | Form::LowerBound, None) => self.as_claimed(),
        }
    }

    /// A value of one setting, or the largest of several.
    fn largest(&self, value: f64, write: fn(f64) -> String) -> String {
        match self.own.len() {
            1 => write(value),
            _ => format!("at most {}", rounded_up(value, write)),
        }
    }

    /// A value of one setting, or the least of several.
    fn least(&self, value: f64, write: fn(f64) -> String) -> String {
        match self.own.len() {
            1 => write(value),
            _ => format!("at least {}", rounded_down(value, write)),
        }
    }

    fn as_claimed(&self) -> String {
        format!("in {} this held: “{}”", self.all_runs(), self.statement)
    }

    fn on_average(&self) -> String {
        let how_much = match self.compares_risks() {
            true => self.lower_on_average(),
            false => self.how_often_smaller(),
        };
        let how_much = how_much.unwrap_or_default();
        format!(
            "over {} this held: “{}”{how_much}",
            self.runs(),
            self.statement
        )
    }

    /// Whether the claim compares the mean risks of two learners.
    fn compares_risks(&self) -> bool {
        matches!(self.claim.claim, Registered::SmallerRiskOnAverage(_))
    }

    /// In which share of the pairs the first learner has the smaller number.
    fn how_often_smaller(&self) -> Option<String> {
        let mut pairs = self.own.iter().map(|own| own.pairs.as_ref());
        let (smaller, all) = pairs.try_fold((0, 0), |(smaller, all), pairs| {
            let pairs = pairs?;
            Some((
                smaller + pairs.smaller,
                all + pairs.smaller + pairs.equal + pairs.larger,
            ))
        })?;
        (all > 0).then(|| {
            format!(
                " (smaller in {} of the pairs)",
                percent(smaller as f64 / all as f64)
            )
        })
    }

    fn lower_on_average(&self) -> Option<String> {
        self.mean().map(|mean| match mean < 0.0 {
            true => format!(" (lower by {} on average)", self.least(-mean, number)),
            false => format!(" ({} on average)", self.largest(mean, number)),
        })
    }

    /// The largest observed number, if it counts something that the observed side names in words.
    fn most(&self) -> Option<String> {
        let all = self.own.iter().map(|own| own.observed_max);
        let most = all.reduce(|one, other| Some(one?.max(other?)))??;
        let is_count = most > 0.0 && most.fract() == 0.0 && !self.sides.observed.contains('$');
        is_count.then(|| numbers::number(most))
    }

    /// The limit, with its number if there is one run only.
    fn limit(&self) -> String {
        let limit = &self.sides.limit;
        let number = match self.own.as_slice() {
            [own] if self.applicable() == 1 && limit.contains('$') => own.limit_min,
            _ => None,
        };
        number.map_or_else(
            || limit.clone(),
            |number| format!("{limit} ({})", numbers::number(number)),
        )
    }

    /// Sentence for a claim about every run that holds; `ratio` is observed ÷ limit of the run closest to the limit.
    fn below(&self, ratio: f64) -> String {
        let (runs, limit) = (self.runs(), &self.limit());
        let most = self.most().map(|most| match self.applicable() {
            1 => format!(" ({most})"),
            _ => format!(" (up to {most})"),
        });
        let observed = &format!("{}{}", self.sides.observed, most.unwrap_or_default());
        match ratio {
            _ if self.sides.observed == "1" => format!(
                "in {runs}, {limit} was never below {}, and 1 is the least that is allowed",
                rounded_down(1.0 / ratio, number)
            ),
            0.0 => format!("in {}, {observed} was 0, far from {limit}", self.all_runs()),
            ratio if (ratio - 1.0).abs() < EQUAL => {
                format!("in {runs}, {observed} reached {limit} and never exceeded it")
            }
            ratio if rounded_up(ratio, percent) == "100 %" => {
                format!("in {runs}, {observed} stayed just below {limit}")
            }
            ratio => format!(
                "in {runs}, {observed} came to {} of {limit}{}",
                match self.applicable() {
                    1 => percent(ratio),
                    _ => format!("at most {}", rounded_up(ratio, percent)),
                },
                if self.claim.goal {
                    String::new()
                } else {
                    enough(ratio)
                }
            ),
        }
    }

    fn equal(&self) -> String {
        let (runs, observed, limit) = (self.runs(), &self.sides.observed, &self.sides.limit);
        if self.is_exact() {
            return format!(
                "over all {runs}, each with its probability, {observed} is exactly {limit}"
            );
        }
        let came = match self.ratios() {
            Some((least, most)) if percent(least) != percent(most) => {
                format!("between {} and {}", percent(least), percent(most))
            }
            Some((least, _)) => percent(least),
            None => String::new(),
        };
        let within = self
            .own
            .iter()
            .filter_map(|own| within(own))
            .reduce(f64::max);
        let within = within.map(|within| format!(": equal within {}", rounded_up(within, percent)));
        format!(
            "over {runs}, {observed} came to {came} of {limit}{}",
            within.unwrap_or_default()
        )
    }

    /// Sentence for a claim about a distribution function that holds.
    fn distributed(&self) -> String {
        let most = self.end(1, f64::max).map(|most| {
            let most = rounded_up(most, number);
            format!("; the distribution functions differ by at most {most} wherever a number was observed")
        });
        format!(
            "over {} this held: “{}”{}",
            self.runs(),
            self.statement,
            most.unwrap_or_default()
        )
    }

    /// Sentence for a claim about a trend over the settings.
    fn trend(&self) -> String {
        let runs = self.runs();
        let Some(estimate) = self.mean() else {
            return format!("over {runs} the result is: “{}”", self.statement);
        };
        match &self.claim.claim {
            Registered::ScalingExponent(claimed) => {
                let range = self.end(0, f64::min).zip(self.end(1, f64::max));
                let range = range
                    .map(|(low, high)| format!(", between {} and {}", number(low), number(high)));
                format!(
                    "over {runs}, the exponent of {} in {} is {}{} ({} ± {} is claimed)",
                    of_cells(claimed.statistic, &claimed.of),
                    of(&claimed.against),
                    number(estimate),
                    range.unwrap_or_default(),
                    number(claimed.exponent),
                    claimed.tolerance
                )
            }
            Registered::RankCorrelation(claimed) => {
                let (sign, end) = if claimed.falling {
                    (-1.0, "less")
                } else {
                    (1.0, "more")
                };
                format!(
                    "over {runs}, the rank correlation of {} with {} is {} ({} or {end} is claimed)",
                    of_cells(claimed.statistic, &claimed.of),
                    of(&claimed.against),
                    number(sign * estimate),
                    number(sign * claimed.at_least)
                )
            }
            _ => format!("over {runs} the result is: “{}”", self.statement),
        }
    }

    /// Sentence for a claim about every run that some runs refute.
    fn beyond(&self, ratio: Option<f64>) -> String {
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        let all = self.applicable();
        let among = self.among();
        match (self.says(), ratio) {
            (Some(says), _) => format!("“{says}” fails {among}"),
            (None, _) if limit == "0" && observed.starts_with("$[") => {
                format!("{among}, {}", event(observed))
            }
            (None, _) if limit == "0" => match self.most() {
                Some(most) => format!("{among}, {observed} came to {most}, where 0 is claimed"),
                None => format!("{observed} exceeded 0 {among}"),
            },
            (None, Some(ratio)) if ratio > 1.0 && all == 1 => {
                let most = self.most().map(|most| format!(" ({most})"));
                format!(
                    "{among}, {observed}{} came to {} times {}",
                    most.unwrap_or_default(),
                    number(ratio),
                    self.limit()
                )
            }
            (None, Some(ratio)) if ratio > 1.0 => format!(
                "{among}, {observed} exceeded {limit}, up to {} times",
                rounded_up(ratio, number)
            ),
            (None, _) => format!("{among} it is not so: “{}”", self.statement),
        }
    }

    /// The sentence in which the spec states the claim, if it does.
    fn says(&self) -> Option<&str> {
        match &self.claim.claim {
            Registered::Conjecture(own) => {
                own.says.as_deref().map(|says| says.trim_end_matches('.'))
            }
            _ => None,
        }
    }

    pub(super) fn refuted(&self) -> String {
        let (refuted, all) = (self.count(VerdictKind::refutes), self.own.len());
        let place = match refuted == all {
            true => String::new(),
            false => format!("in {refuted} of {all} settings it is refuted: "),
        };
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        let body = match (self.claim.form().direction(), self.ratio()) {
            _ if self.claim.form() == Form::Illustration => self.missed(),
            _ if self.claim.form() == Form::WithProbability => self.too_often(),
            _ if self.claim.form() == Form::HasDistribution => self.distributed_otherwise(),
            (LimitDirection::Above, Some(ratio)) if observed == "1" => {
                format!("{limit} came down to {}", number(1.0 / ratio))
            }
            (_, ratio) if matches!(self.claim.form(), Form::Surely | Form::Identity) => {
                self.beyond(ratio)
            }
            (LimitDirection::Above, Some(ratio)) if ratio > 1.0 => format!(
                "over {}, {observed} came to {} times {limit}",
                self.runs(),
                number(ratio)
            ),
            (LimitDirection::Below, Some(ratio)) => format!(
                "over {}, {observed} came to {} of {limit} only",
                self.runs(),
                percent(ratio)
            ),
            (LimitDirection::Both, Some(_)) => self.unequal(),
            _ => self.not_so(),
        };
        format!("{place}{body}")
    }

    fn distributed_otherwise(&self) -> String {
        let least = self.end(0, f64::min).map(|least| {
            let least = rounded_down(least, number);
            format!("; the distribution functions differ by at least {least} somewhere")
        });
        format!("{}{}", self.not_so(), least.unwrap_or_default())
    }

    fn unequal(&self) -> String {
        let (observed, limit) = (&self.sides.observed, &self.sides.limit);
        let (least, most) = self.ratios().unwrap_or((1.0, 1.0));
        let farthest = match (least - 1.0).abs() > (most - 1.0).abs() {
            true => least,
            false => most,
        };
        format!(
            "over {}, {observed} came to {} of {limit}, farther from it than chance allows",
            self.runs(),
            percent(farthest)
        )
    }

    fn not_so(&self) -> String {
        let shown = match self.applicable() {
            1 => format!("the only {} shows", self.noun()),
            _ => format!("{} show", self.runs()),
        };
        format!("{shown} that it is not so: “{}”", self.statement)
    }

    fn missed(&self) -> String {
        match &self.claim.claim {
            Registered::ScalingExponent(_) | Registered::RankCorrelation(_) => self.trend(),
            _ => self.not_so(),
        }
    }
}

/// The words of a condition that a claim observes, which TeX writes in brackets.
fn event(observed: &str) -> String {
    let inside = observed.trim_matches(['$', '[', ']']);
    let words = inside
        .strip_prefix(r"\text{")
        .and_then(|rest| rest.strip_suffix('}'));
    words.map_or_else(|| format!("${inside}$"), str::to_owned)
}

/// The clause that says which part of a limit would have been enough, if half of it or less.
fn enough(ratio: f64) -> String {
    const PARTS: [(f64, &str); 6] = [
        (0.01, "a hundredth"),
        (0.05, "a twentieth"),
        (0.1, "a tenth"),
        (0.2, "a fifth"),
        (1.0 / 3.0, "a third"),
        (0.5, "half"),
    ];
    let part = PARTS.iter().find(|(part, _)| ratio <= *part);
    part.map_or_else(String::new, |(_, words)| {
        format!(", so {words} of it would have sufficed here")
    })
}

/// A formula that a spec states, as it appears in a sentence: a column by its words, and others by the symbols of columns.
fn of(formula: &Formula) -> String {
    let column = formula.as_column().map(AnyColumn::description);
    // A key is told by its name, wherever it stands.
    column
        .unwrap_or_else(|| phrase(&formula.tex().replace("generator.", "")).replace("variant.", ""))
}

/// A statistic of a formula over the trials of a cell, as it appears in a sentence; means and medians are told by the formula alone.
fn of_cells(statistic: Statistic, formula: &Formula) -> String {
    match statistic {
        Statistic::Mean | Statistic::Median => of(formula),
        other => format!("the {} of {}", other.label(), of(formula)),
    }
}
