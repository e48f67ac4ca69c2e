//! Says which learner has the smallest mean risk, or another error, if claims compare those of two learners each on the same samples.

use super::super::verdicts::cells;
use super::claim_verdicts::ClaimVerdicts;
use super::outcome::ClaimOutcome;
use claims::claim::{Answers, ComparedError, Registered, StatedClaim, VerdictKind};
use claims::judge::Verdict;
use claims::numbers::{brief, listed, rounded_down, rounded_up};
use std::collections::BTreeSet;

/// Who has the smallest mean risk, and by how much the others are worse.
pub(super) struct Ranking {
    /// Names the learner with the smallest mean risk, setting by setting if it is not the same in all.
    pub headline: String,
    /// By how much it is better, and between which learners nothing is decided.
    pub differences: Vec<String>,
}

/// On the same samples of a setting, the mean risk of `lower` is below that of `higher`.
#[derive(Clone, Copy)]
struct RiskGap<'a> {
    lower: &'a str,
    higher: &'a str,
    /// The mean difference.
    mean: Option<f64>,
    interval: Option<[f64; 2]>,
}

/// The comparisons that are decided in one setting, and the learners that are not worse than another there. If it is one learner, it is better than all
/// others, because every chain of comparisons begins with it.
struct Setting<'a> {
    name: String,
    gaps: Vec<RiskGap<'a>>,
    /// The learners that a claim compares each with each.
    asked: Vec<&'a str>,
    best: Vec<&'a str>,
}

/// Ranks the learners, if the claim that answers the question is such a comparison, and there are others, or it compares more than two learners.
/// Settings are named if the verdicts of the page (`all`) are about several.
pub(super) fn ranking(
    lead: &ClaimVerdicts,
    others: &[&ClaimVerdicts],
    all: &[Verdict],
) -> Option<Ranking> {
    let error = compared(lead)?;
    let every = std::iter::once(&lead).chain(others);
    let asks_which = lead.claim.asks_which;
    let is_held =
        |one: &&ClaimVerdicts| compared(one) == Some(error) && one.claim.asks_which == asks_which;
    let held: Vec<&ClaimVerdicts> = every.copied().filter(is_held).collect();
    let is_which = asks_which || matches!(lead.claim.answers, None | Some(Answers::How));
    if held.len() < 2 && !asks_which || !is_which {
        return None;
    }
    let settings = settings(&held, all);
    let best = &settings.first()?.best;
    let ranking = match settings.iter().all(|setting| setting.best == *best) {
        true => of_all(error, best, &settings),
        false => of_each(error, &settings),
    };
    ranking.map(|mut ranking| {
        ranking.differences.extend(equal(error, &held));
        ranking
    })
}

/// The learners whose errors are equal in every pair, so that no number of replicates decides between them.
fn equal(error: ComparedError, held: &[&ClaimVerdicts]) -> BTreeSet<String> {
    let verdicts = held.iter().flat_map(|found| found.own.iter().copied());
    let open = verdicts.filter(|verdict| verdict.verdict == VerdictKind::Inconclusive);
    let equal = open.filter(|verdict| {
        let pairs = verdict.pairs.as_ref();
        pairs.is_some_and(|pairs| pairs.equal > 0 && pairs.equal == verdict.trials)
    });
    let said = equal.filter_map(|verdict| {
        let names = listed(&quoted(&pair(verdict)?));
        Some(format!(
            "{names} have equal {}s in each of {} pairs.",
            error.words(),
            verdict.trials
        ))
    });
    said.collect()
}

/// The error whose mean a claim says to be smaller for one learner than for another, if the claim holds or asks which is smaller.
pub(super) fn compared(found: &ClaimVerdicts) -> Option<ComparedError> {
    let error = match &found.claim.claim {
        Registered::SmallerRiskOnAverage(own) if own.at_most.to_f64() <= 0.0 => own.of,
        _ => return None,
    };
    let holds = found.outcome() == ClaimOutcome::Stands && found.claim.variants.len() == 2;
    (holds || found.claim.asks_which).then_some(error)
}

impl ClaimVerdicts<'_> {
    /// What the comparisons of more than two learners decide, if something is expected of them.
    pub(super) fn of_comparisons(&self) -> String {
        let (all, said) = (self.own.len(), named(self.claim));
        let refuted = self.count(VerdictKind::refutes);
        let held = self.count(|word| word == VerdictKind::Holds);
        match refuted {
            0 if held == all => format!("in all {all} comparisons {said}"),
            0 => format!("in {held} of {all} comparisons {said}; the others are not decided"),
            _ => {
                let against = against(&self.own);
                format!(
                    "{refuted} of {all} comparisons refute {}: {against}",
                    self.quoted()
                )
            }
        }
    }
}

/// What a claim says of more than two learners, inside of a sentence.
fn named(claim: &StatedClaim) -> String {
    let names = listed(&quoted(
        &claim
            .variants
            .iter()
            .map(String::as_str)
            .collect::<Vec<_>>(),
    ));
    let error = match &claim.claim {
        Registered::SmallerRiskOnAverage(own) => own.of.words(),
        _ => "error".into(),
    };
    format!("the mean {error} of each of {names} is at most that of each later one")
}

/// Which learners are below earlier ones, and by how much, of verdicts that refute the order of a claim; of many, the first.
fn against(own: &[&Verdict]) -> String {
    const MOST: usize = 3;
    let refuted = own.iter().filter(|verdict| verdict.verdict.refutes());
    let gaps: Vec<RiskGap> = refuted.filter_map(|verdict| RiskGap::of(verdict)).collect();
    let below = gaps.iter().take(MOST).map(|gap| {
        format!(
            "‘{}’ is below ‘{}’{}",
            gap.lower,
            gap.higher,
            RiskGap::below(&[gap])
        )
    });
    let more = match gaps.len().saturating_sub(MOST) {
        0 => Vec::new(),
        more => vec![format!("{more} more")],
    };
    listed(&below.chain(more).collect::<Vec<_>>())
}

/// The settings that the claims are about, in the order in which they first appear.
fn settings<'a>(held: &[&'a ClaimVerdicts<'a>], all: &[Verdict]) -> Vec<Setting<'a>> {
    let names = cells(all);
    let mut several = all.iter().filter_map(|verdict| verdict.cell.as_ref());
    let first = several.next();
    let is_named = several.any(|cell| Some(cell) != first);
    let mut settings: Vec<Setting> = Vec::new();
    for found in held {
        for verdict in found.own.iter().copied() {
            let cell = verdict.cell.as_ref().filter(|_| is_named);
            let name = cell.map_or("", |cell| names.words(cell));
            let place = settings.iter().position(|setting| setting.name == name);
            let place = place.unwrap_or(settings.len());
            if place == settings.len() {
                settings.push(Setting {
                    name: name.to_owned(),
                    gaps: Vec::new(),
                    asked: Vec::new(),
                    best: Vec::new(),
                });
            }
            let setting = &mut settings[place];
            setting.gaps.extend(RiskGap::of(verdict));
            if found.claim.asks_which {
                setting.asked.extend(pair(verdict).into_iter().flatten());
            }
        }
    }
    for setting in &mut settings {
        setting.best = setting.learners();
        let is_beaten = |name: &&str| setting.gaps.iter().any(|one| one.higher == *name);
        setting.best.retain(|name| !is_beaten(name));
    }
    settings
}

/// The names of the two variants of a verdict on pairs.
fn pair(verdict: &Verdict) -> Option<[&str; 2]> {
    let [first, second] = verdict.variant.as_array()?.as_slice() else {
        return None;
    };
    Some([first.as_str()?, second.as_str()?])
}

impl<'a> RiskGap<'a> {
    /// What a verdict decides; `None` if it decides nothing.
    fn of(verdict: &'a Verdict) -> Option<Self> {
        let [first, second] = pair(verdict)?;
        let (mean, interval) = (verdict.observed_mean, verdict.interval);
        match verdict.verdict {
            VerdictKind::Holds => Some(Self {
                lower: first,
                higher: second,
                mean: mean.map(|mean| -mean),
                interval: interval.map(|[low, high]| [-high, -low]),
            }),
            VerdictKind::Violated => Some(Self {
                lower: second,
                higher: first,
                mean,
                interval,
            }),
            _ => None,
        }
    }

    /// The mean difference, with its confidence interval; of several settings, the least and the largest mean difference.
    fn below(gaps: &[&Self]) -> String {
        let mut means: Vec<f64> = gaps.iter().filter_map(|gap| gap.mean).collect();
        means.sort_by(f64::total_cmp);
        match (means.as_slice(), gaps) {
            ([mean], [gap]) => {
                let ends = gap.interval.map(|[low, high]| {
                    let (low, high) = (rounded_down(low, brief), rounded_up(high, brief));
                    format!(" ({low} to {high})")
                });
                format!(" by {}{}", brief(*mean), ends.unwrap_or_default())
            }
            ([least, .., most], _) => match [least, most].map(|mean| brief(*mean)) {
                [least, most] if least == most => format!(" by {least}"),
                [least, most] => format!(" by {least} to {most}"),
            },
            _ => String::new(),
        }
    }
}

impl<'a> Setting<'a> {
    /// The names of all learners that are compared.
    fn learners(&self) -> Vec<&'a str> {
        let decided = self.gaps.iter().flat_map(|one| [one.lower, one.higher]);
        once_each(self.asked.iter().copied().chain(decided))
    }

    /// Which learner has the smallest error, or which ones may have it; `None` if the claims do not compare these with each other.
    fn smallest(&self) -> Option<String> {
        let names = quoted(&self.best);
        let is_asked = self.best.iter().all(|name| self.asked.contains(name));
        match names.as_slice() {
            [] => None,
            [name] => Some(format!("that of {name}")),
            [others @ .., last] if is_asked => {
                let others = others.join(", ");
                Some(format!("that of {others} or {last} (not decided)"))
            }
            _ => None,
        }
    }
}

/// The different names, in the order in which they first appear.
fn once_each<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in all {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What the learners have in common, as a sentence begins.
fn common(error: ComparedError) -> &'static str {
    match error {
        ComparedError::TestError => "On this file, with the same examples held out",
        ComparedError::Risk | ComparedError::LeaveOneOutError => "On the same samples",
    }
}

/// Ranks learners of which the same are best in all settings.
fn of_all(error: ComparedError, best: &[&str], settings: &[Setting]) -> Option<Ranking> {
    let all = settings.iter().flat_map(|setting| &setting.gaps);
    let all: Vec<RiskGap> = all.copied().collect();
    let worse = once_each(settings.iter().flat_map(Setting::learners));
    let worse: Vec<&str> = worse
        .into_iter()
        .filter(|name| !best.contains(name))
        .collect();
    let beats = |better: &&str, other: &&str| {
        let mut all = all.iter();
        all.any(|one| one.lower == *better && one.higher == *other)
    };
    let is_direct = best
        .iter()
        .all(|name| worse.iter().all(|other| beats(name, other)));
    let (same, error) = (common(error), error.words());
    let at = match settings {
        [one] if !one.name.is_empty() => format!(" at {}", one.name),
        _ => String::new(),
    };
    let undecided = settings.first()?.smallest().filter(|_| best.len() > 1);
    let [names, others] = [best, &worse].map(|names| listed(&quoted(names)));
    let headline = match best {
        [] => return None,
        [_] => format!("{same}, {names} has a smaller mean {error} than {others}{at}."),
        _ if is_direct && !worse.is_empty() => {
            format!("{same}, {names} have smaller mean {error}s than {others}{at}.")
        }
        _ => format!("{same}, the smallest mean {error} is {}{at}.", undecided?),
    };
    let open = undecided_between(best, is_direct && !worse.is_empty(), settings);
    let ranges = match settings {
        [_] => "",
        // Without these words a range would be read as a confidence interval.
        _ => ", depending on the setting",
    };
    let found = differences(best, &all).map(|found| format!("{found}{ranges}."));
    Some(Ranking {
        headline,
        differences: found.into_iter().chain(open).collect(),
    })
}

/// The sentence about several best learners that a claim compares with each other, unless the headline says it.
fn undecided_between(best: &[&str], is_unsaid: bool, settings: &[Setting]) -> Option<String> {
    let is_asked = settings
        .iter()
        .all(|setting| best.iter().all(|name| setting.asked.contains(name)));
    let names = listed(&quoted(best));
    (best.len() > 1 && is_asked && is_unsaid).then(|| format!("Between {names} it is not decided."))
}

/// Names the best learner of each setting, if it is a single one there or the claims compare the best ones with each other.
fn of_each(error: ComparedError, settings: &[Setting]) -> Option<Ranking> {
    let each = settings
        .iter()
        .map(|setting| Some(format!("{} at {}", setting.smallest()?, setting.name)));
    let each = listed(&each.collect::<Option<Vec<_>>>()?);
    let sentence = |setting: &Setting| {
        let found = differences(&setting.best, &setting.gaps)?;
        Some(format!("At {}, {found}.", setting.name))
    };
    Some(Ranking {
        headline: format!(
            "{}, the smallest mean {} of the learners compared is {each}.",
            common(error),
            error.words()
        ),
        differences: settings.iter().filter_map(sentence).collect(),
    })
}

/// By how much each of the best learners is better than those that are worse; `None` if none is.
fn differences(best: &[&str], gaps: &[RiskGap]) -> Option<String> {
    let of = |name: &&str| {
        let own: Vec<&RiskGap> = gaps.iter().filter(|one| one.lower == *name).collect();
        let higher = once_each(own.iter().map(|one| one.higher));
        let below = higher.into_iter().map(|other| {
            let pairs = own.iter().filter(|one| one.higher == other);
            format!(
                "‘{other}’{}",
                RiskGap::below(&pairs.copied().collect::<Vec<_>>())
            )
        });
        let below = listed(&below.collect::<Vec<_>>());
        (!below.is_empty()).then(|| format!("‘{name}’ is below {below}"))
    };
    let all: Vec<String> = best.iter().filter_map(of).collect();
    (!all.is_empty()).then(|| all.join("; "))
}

fn quoted(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("‘{name}’")).collect()
}
