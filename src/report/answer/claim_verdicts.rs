//! Summarizes all verdicts on one claim into counts, ratios and a sentence. It prints the words of the spec only where every verdict is the expected one,
//! because they would be false otherwise.

use super::super::summary_row::{closest, distinct};
use super::outcome::ClaimOutcome;
use super::sides::{Sides, capitalised};
use claims::claim::{Form, OneTrial, Registered, Scope, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use claims::numbers::{counted, number};
use serde_json::Value;
use std::collections::BTreeSet;

/// The claim that an answer is about, with all its verdicts.
pub(super) struct ClaimVerdicts<'a> {
    pub claim: &'a StatedClaim,
    pub(super) own: Vec<&'a Verdict>,
    pub sides: Sides,
    pub(super) statement: String,
    /// Text that follows the relation in the claim's formula and explains its letters.
    pub rest: String,
    /// The claim in the words of the question, if the spec has them.
    words: Option<&'a str>,
    /// The learners that the claim is about, if it is not about all: “ of ‘plain’”.
    learners: String,
}

impl<'a> ClaimVerdicts<'a> {
    /// Summarizes the verdicts on a claim of a study with these learners.
    pub(super) fn new(
        claim: &'a StatedClaim,
        own: Vec<&'a Verdict>,
        learners: &BTreeSet<&String>,
        words: Option<&'a str>,
    ) -> Self {
        let told = claim.printed();
        let sides = Sides::stated(claim);
        let sides = match claim.compares_all() {
            true => sides,
            false => sides.of_pair(&claim.variants),
        };
        let sides = sides.shortened();
        let scale = claim.scale.to_f64();
        let limit = match scale {
            1.0 => sides.limit,
            scale => format!("{} × {}", number(scale), sides.limit),
        };
        let is_part = claim.variants.len() < learners.len().min(MOST_LEARNERS);
        let names = claim.variants.iter().map(|name| format!("‘{name}’"));
        let names: Vec<String> = names
            .filter(|_| is_part && claim.statement.scope == Scope::Trial)
            .collect();
        Self {
            learners: match names.as_slice() {
                [] => String::new(),
                names => format!(" of {}", names.join(" and ")),
            },
            words,
            claim,
            own,
            sides: Sides { limit, ..sides },
            statement: brief(claim, &named(claim, told.statement.trim_end_matches('.'))),
            rest: rest(&told.tex),
        }
    }

    pub(super) fn count(&self, is: fn(VerdictKind) -> bool) -> usize {
        self.own.iter().filter(|own| is(own.verdict)).count()
    }

    pub(super) fn outcome(&self) -> ClaimOutcome {
        let any = |is| self.count(is) > 0;
        match self.count(VerdictKind::refutes) {
            refuted if refuted == self.own.len() => ClaimOutcome::Refuted,
            1.. => ClaimOutcome::Mixed,
            _ if any(|word| word == VerdictKind::Inconclusive) => ClaimOutcome::Open,
            _ if any(|word| matches!(word, VerdictKind::Holds | VerdictKind::Shown)) => {
                ClaimOutcome::Stands
            }
            _ if any(|word| word == VerdictKind::Vacuous) => ClaimOutcome::Vacuous,
            _ => ClaimOutcome::Inapplicable,
        }
    }

    /// Whether the claim is refuted although the spec expects it to hold, or a source states it.
    pub(super) fn is_disproved_belief(&self) -> bool {
        let is_refuted = matches!(self.outcome(), ClaimOutcome::Refuted | ClaimOutcome::Mixed);
        let is_believed = !self.claim.expect.refutes() || self.claim.stated_in.is_some();
        is_refuted && is_believed && !self.claim.asks_which
    }

    /// Whether the claim is a conjecture of the spec about every run, of which no proof is known.
    pub(super) fn is_unproved(&self) -> bool {
        let is_conjecture = matches!(self.claim.claim, Registered::Conjecture(_));
        is_conjecture
            && self.claim.form().one_trial() == OneTrial::Exceeds
            && !self.claim.expect.refutes()
    }

    /// Whether the claim is a goal that is reached.
    pub(super) fn is_reached(&self) -> bool {
        let mut own = self.own.iter();
        self.claim.goal && own.all(|own| own.verdict == own.expected)
    }

    /// The short name at the start of the claim's id, such as C of `C: no update turns w away from u`.
    pub(super) fn label(&self) -> Option<String> {
        let (label, _) = self.claim.id.split_once(": ")?;
        let is_name = label.chars().count() <= LABEL || label.starts_with("goal ");
        is_name.then(|| capitalised(label))
    }

    /// The claim's id in quotes.
    pub(super) fn quoted(&self) -> String {
        format!("“{}”", self.claim.id)
    }

    pub(super) fn sentence(&self) -> String {
        let words = self.words.filter(|_| self.is_as_expected());
        match (self.outcome(), words) {
            (ClaimOutcome::Stands, Some(words)) => self.in_words(words, &self.evidence()),
            (ClaimOutcome::Refuted, Some(words)) => self.in_words(words, &self.among()),
            _ => self.plain_sentence(),
        }
    }

    /// Whether the spec says in its own words what was found.
    pub(super) fn is_told(&self) -> bool {
        self.words.is_some() && self.is_as_expected()
    }

    /// Whether the verdict is the expected one, which the words of the spec are about.
    fn is_as_expected(&self) -> bool {
        self.own.iter().all(|own| own.verdict == own.expected)
    }

    /// The sentence in the words of the statement, if the claim has words of its own and the numbers are not in these.
    pub(super) fn details(&self) -> Option<String> {
        self.words.filter(|_| self.is_as_expected())?;
        let sentence = self.plain_sentence();
        let is_quotation = sentence.contains(&format!("“{}”", self.statement));
        (!is_quotation).then(|| capitalised(&sentence) + ".")
    }

    /// The words of the spec, with the runs that show it. The words say which learners they are about.
    fn in_words(&self, words: &str, shown: &str) -> String {
        match (self.applicable(), self.learners.as_str()) {
            // Of a single run, such as a counterexample, the words say all.
            (1, _) => words.to_owned(),
            (_, "") => format!("{words} ({shown})"),
            (_, learners) => format!("{words} ({})", shown.replace(learners, "")),
        }
    }

    /// On what the claim was judged: “in all 300 runs”.
    fn evidence(&self) -> String {
        let silent = self.parenthesis();
        let silent = silent.trim_matches([' ', '(', ')']);
        let over = match (self.applicable(), self.claim.form().one_trial()) {
            (0, _) => format!(
                "by formulas, in {}",
                counted(self.own.len() as u64, "setting")
            ),
            (_, OneTrial::Exceeds | OneTrial::Differs) => format!("in {}", self.all_runs()),
            (_, OneTrial::Shows) => format!("found among {}", self.runs()),
            (_, OneTrial::Nothing) => format!("over {}", self.runs()),
        };
        match silent {
            "" => over,
            silent => format!("{over}; {silent}"),
        }
    }

    /// Where the claim is refuted: “in 27 of 40 runs”.
    pub(super) fn among(&self) -> String {
        let refuting = self.sum(|own| own.deciding.unwrap_or(0));
        let all = self.applicable();
        match (refuting, all) {
            _ if self.claim.form().one_trial() == OneTrial::Nothing => {
                format!("over {}", self.runs())
            }
            (_, 1) => format!("in {}", self.runs()),
            (0, _) => format!("among {}", self.runs()),
            (refuting, all) if refuting == all => format!("in {}", self.all_runs()),
            (refuting, _) => format!("in {refuting} of {}", self.runs()),
        }
    }

    fn plain_sentence(&self) -> String {
        if self.claim.compares_all() {
            return self.of_comparisons();
        }
        match self.outcome() {
            ClaimOutcome::Stands => self.stands() + &self.parenthesis(),
            ClaimOutcome::Refuted | ClaimOutcome::Mixed => self.refuted(),
            ClaimOutcome::Open => self.open(),
            ClaimOutcome::Vacuous => format!(
                "{} allows everything that can happen in {}, so staying within it says nothing",
                self.sides.limit,
                self.runs()
            ),
            ClaimOutcome::Inapplicable => {
                let premise = self.claim.printed().premise;
                let premise = match words(&premise) > MOST_WORDS {
                    true => self.claim.id.as_str(),
                    false => premise.trim_end_matches('.'),
                };
                let runs = self.counted(self.sum(|own| own.trials));
                format!(
                    "on {runs} the claim says nothing, because its condition is not met (“{premise}”)"
                )
            }
        }
    }

    /// The unit that one verdict counts, as a word: a run, a sample (if no learner runs) or a pair of runs on one sample.
    pub(super) fn noun(&self) -> &'static str {
        match self.own.first().map(|own| &own.variant) {
            Some(Value::Null) => "sample",
            Some(Value::Array(_)) => "pair of runs",
            _ => "run",
        }
    }

    pub(super) fn counted(&self, count: u64) -> String {
        match (self.noun(), count) {
            ("pair of runs", 1) => "1 pair of runs".into(),
            ("pair of runs", count) => format!("{count} pairs of runs"),
            (noun, count) => counted(count, noun),
        }
    }

    /// Number of runs that the claim applies to. Copies of one run, and variants with identical runs, count once; 0 if only formulas are compared.
    pub(super) fn applicable(&self) -> u64 {
        self.sum(Verdict::evidence)
    }

    /// Sums a count, `of`, over the verdicts. Of variants that have identical runs, only the first counts.
    pub(super) fn sum(&self, of: fn(&Verdict) -> u64) -> u64 {
        distinct(&self.own).into_iter().map(of).sum()
    }

    pub(super) fn runs(&self) -> String {
        let learners = &self.learners;
        match self.applicable() {
            0 => format!(
                "{} (formulas alone)",
                counted(self.own.len() as u64, "setting")
            ),
            1 => format!("the only {}{learners}", self.noun()),
            runs if self.claim.form() == Form::HasDistribution => self.judged(runs),
            runs => self.counted(runs) + learners,
        }
    }

    /// The runs up to the last look at a distribution function, and of how many they are the first, if there are more.
    fn judged(&self, runs: u64) -> String {
        match self.sum(|own| own.applicable) {
            all if all > runs => format!("the first {runs} of {}", self.counted(all)),
            _ => self.counted(runs),
        }
    }

    pub(super) fn all_runs(&self) -> String {
        match self.applicable() {
            1 => self.runs(),
            2 => format!("both{}", self.runs().trim_start_matches('2')),
            _ => format!("all {}", self.runs()),
        }
    }

    /// Of the ratios observed ÷ limit of all verdicts, the one closest to a violation, or farthest beyond the limit.
    pub(super) fn ratio(&self) -> Option<f64> {
        let ratios = self.own.iter().filter_map(|own| own.tightness_max);
        ratios.reduce(closest(self.claim.form().direction()))
    }

    /// The smallest and the largest ratio observed ÷ limit over all verdicts.
    pub(super) fn ratios(&self) -> Option<(f64, f64)> {
        let ratios = || self.own.iter().filter_map(|own| own.tightness_max);
        ratios().reduce(f64::min).zip(ratios().reduce(f64::max))
    }

    pub(super) fn mean(&self) -> Option<f64> {
        let means = self.own.iter().filter_map(|own| own.observed_mean);
        means.reduce(f64::max)
    }

    pub(super) fn end(&self, place: usize, choose: fn(f64, f64) -> f64) -> Option<f64> {
        let ends = self.own.iter().filter_map(|own| own.interval);
        ends.map(|ends| ends[place]).reduce(choose)
    }

    pub(super) fn is_exact(&self) -> bool {
        self.own.iter().all(|own| own.exact.is_some())
    }

    /// A remark in parentheses on the settings in which the verdict decides nothing; empty if every setting decides.
    fn parenthesis(&self) -> String {
        let silent = self.own.iter().filter(|own| !own.agrees()).count();
        match silent {
            0 => String::new(),
            silent => format!(
                " (in {silent} of {} settings the numbers say nothing)",
                self.own.len()
            ),
        }
    }
}

/// Most words of a statement that is quoted in a sentence.
const MOST_WORDS: usize = 20;

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// The statement of a claim as a sentence quotes it: as a whole if it is short, otherwise up to a colon or semicolon,
/// otherwise the claim's id, or the first words of a theorem.
fn brief(claim: &StatedClaim, statement: &str) -> String {
    let ends = [". ", ": ", "; ", ", so "];
    let parts = ends.iter().filter_map(|end| statement.split(end).next());
    let short = parts.filter(|part| words(part) <= MOST_WORDS);
    match (
        words(statement) <= MOST_WORDS,
        short.max_by_key(|part| words(part)),
    ) {
        (true, _) => statement.to_owned(),
        (false, Some(part)) if words(part) > 3 => part.to_owned(),
        // A name of the registry says less than the first words of the statement.
        _ if claim.id == claim.name() => {
            let first: Vec<&str> = statement.split_whitespace().take(MOST_WORDS).collect();
            first.join(" ") + " …"
        }
        _ => claim.id.clone(),
    }
}

/// Number of learners from which on a sentence does not name the learners of a claim.
const MOST_LEARNERS: usize = 4;

/// Longest part of an id before a colon that is a name of its own, in characters.
const LABEL: usize = 3;

/// Replaces "the first variant" and "the second" in a statement about two learners by their names.
fn named(claim: &StatedClaim, statement: &str) -> String {
    let ([first, second], Scope::Pair) = (claim.variants.as_slice(), claim.statement.scope) else {
        return statement.to_owned();
    };
    let (first, second) = (format!("‘{first}’"), format!("‘{second}’"));
    let both = format!("{first} and {second}");
    let words = [
        ("the first of two variants", &first),
        ("the first variant", &first),
        ("Two variants", &both),
        ("the second", &second),
    ];
    words
        .into_iter()
        .fold(statement.to_owned(), |said, (word, name)| {
            said.replace(word, name)
        })
}

/// Longest explanation of letters that is taken over from a claim's formula, in characters.
const LONGEST: usize = 220;

/// Text after the relation in the first line of a claim's formula, given in TeX; empty if it is too long or explains nothing.
fn rest(tex: &str) -> String {
    let line = tex.lines().next().unwrap_or_default();
    let rest = line.splitn(3, '$').nth(2).unwrap_or_default();
    let rest = rest.trim_start_matches([',', ';', ':', '.', ' ']);
    let explains = rest.contains('=')
        || ["$", "where", "which"]
            .iter()
            .any(|start| rest.starts_with(start));
    let is_whole = rest.matches('$').count().is_multiple_of(2);
    match explains && is_whole && rest.chars().count() <= LONGEST {
        true => rest.trim_end_matches('.').to_owned(),
        false => String::new(),
    }
}
