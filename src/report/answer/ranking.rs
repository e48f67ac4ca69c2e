//! Says which learner has the smallest mean risk, or another error, if claims compare those of two learners each on the same samples.

use super::super::verdicts::cells;
use super::claim_verdicts::ClaimVerdicts;
use super::outcome::ClaimOutcome;
use claims::claim::{Answers, ComparedError, Registered};
use claims::judge::Verdict;
use claims::numbers::{brief, listed};

/// Who has the smallest mean risk, and by how much the others are worse.
pub(super) struct Ranking {
    /// Names the learner with the smallest mean risk, setting by setting if it is not the same in all.
    pub headline: String,
    /// By how much it is better.
    pub differences: Vec<String>,
}

/// On the same samples of a setting, the mean risk of `lower` is below that of `higher`.
#[derive(Clone, Copy)]
struct RiskGap<'a> {
    lower: &'a str,
    higher: &'a str,
    verdict: &'a Verdict,
}

/// The comparisons that hold in one setting, and the learners that are not worse than another there. If it is one learner, it is better than all
/// others, because every chain of comparisons begins with it.
struct Setting<'a> {
    name: String,
    comparisons: Vec<RiskGap<'a>>,
    best: Vec<&'a str>,
}

/// Ranks the learners, if the claim that answers the question is such a comparison, and there are others.
pub(super) fn ranking(lead: &ClaimVerdicts, others: &[&ClaimVerdicts]) -> Option<Ranking> {
    let error = compared(lead)?;
    let all = std::iter::once(&lead).chain(others);
    let held = all.copied().filter(|one| compared(one) == Some(error));
    let held: Vec<&ClaimVerdicts> = held.collect();
    let is_which = matches!(lead.claim.answers, None | Some(Answers::How));
    if held.len() < 2 || !is_which {
        return None;
    }
    let settings = settings(&held);
    let best = &settings.first()?.best;
    match settings.iter().all(|setting| setting.best == *best) {
        true => of_all(error, best, &settings),
        false => of_each(error, &settings),
    }
}

/// The error whose mean a claim says to be smaller for one learner than for another, if the claim holds.
pub(super) fn compared(found: &ClaimVerdicts) -> Option<ComparedError> {
    let error = match &found.claim.claim {
        Registered::SmallerRiskOnAverage(own) if own.at_most.to_f64() <= 0.0 => own.of,
        _ => return None,
    };
    let stands = found.outcome() == ClaimOutcome::Stands && found.claim.variants.len() == 2;
    stands.then_some(error)
}

/// The settings that the claims are about, in the order in which they first appear.
fn settings<'a>(held: &[&'a ClaimVerdicts<'a>]) -> Vec<Setting<'a>> {
    let names = cells(held.iter().flat_map(|found| found.own.iter().copied()));
    let mut settings: Vec<Setting> = Vec::new();
    for found in held {
        for verdict in found.own.iter().copied() {
            let name = verdict.cell.as_ref().map(|cell| names.words(cell));
            let name = name.unwrap_or_default();
            let place = settings.iter().position(|setting| setting.name == name);
            let place = place.unwrap_or(settings.len());
            if place == settings.len() {
                settings.push(Setting {
                    name: name.to_owned(),
                    comparisons: Vec::new(),
                    best: Vec::new(),
                });
            }
            settings[place].comparisons.push(RiskGap {
                lower: &found.claim.variants[0],
                higher: &found.claim.variants[1],
                verdict,
            });
        }
    }
    for setting in &mut settings {
        setting.best = best(&setting.comparisons);
    }
    settings
}

/// The learners that are not worse than another.
fn best<'a>(comparisons: &[RiskGap<'a>]) -> Vec<&'a str> {
    let mut best = learners(comparisons);
    best.retain(|name| comparisons.iter().all(|one| one.higher != *name));
    best
}

/// The names of all learners that are compared.
fn learners<'a>(comparisons: &[RiskGap<'a>]) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in comparisons.iter().flat_map(|one| [one.lower, one.higher]) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Ranks learners of which the same are best in all settings.
/// What the learners have in common, as a sentence begins.
fn common(error: ComparedError) -> &'static str {
    match error {
        ComparedError::TestError => "On this file, with the same examples held out",
        ComparedError::Risk | ComparedError::LeaveOneOutError => "On the same samples",
    }
}

fn of_all(error: ComparedError, best: &[&str], settings: &[Setting]) -> Option<Ranking> {
    let all = settings.iter().flat_map(|setting| &setting.comparisons);
    let all: Vec<RiskGap> = all.copied().collect();
    let mut worse = learners(&all);
    worse.retain(|name| !best.contains(name));
    let beats = |better: &&str, other: &&str| {
        let mut all = all.iter();
        all.any(|one| one.lower == *better && one.higher == *other)
    };
    let is_direct = best
        .iter()
        .all(|name| worse.iter().all(|other| beats(name, other)));
    let (same, error) = (common(error), error.words());
    let verb = match best {
        [] => return None,
        [_, _, ..] if !is_direct => return None,
        [_] => format!("has a smaller mean {error}"),
        _ => format!("have smaller mean {error}s"),
    };
    let [names, worse] = [best, &worse].map(|names| listed(&quoted(names)));
    let ranges = match settings {
        [_] => "",
        // Without these words a range would be read as a confidence interval.
        _ => ", depending on the setting",
    };
    Some(Ranking {
        headline: format!("{same}, {names} {verb} than {worse}."),
        differences: vec![format!("{}{ranges}.", differences(best, &all))],
    })
}

/// Names the best learner of each setting, if it is a single one there.
fn of_each(error: ComparedError, settings: &[Setting]) -> Option<Ranking> {
    let each = settings
        .iter()
        .map(|setting| match setting.best.as_slice() {
            [best] => Some(format!("that of ‘{best}’ at {}", setting.name)),
            _ => None,
        });
    let each = listed(&each.collect::<Option<Vec<_>>>()?);
    let sentence = |setting: &Setting| {
        let found = differences(&setting.best, &setting.comparisons);
        format!("At {}, {found}.", setting.name)
    };
    Some(Ranking {
        headline: format!(
            "{}, the smallest mean {} of the learners compared is {each}.",
            common(error),
            error.words()
        ),
        differences: settings.iter().map(sentence).collect(),
    })
}

/// By how much each of the best learners is better than those it is compared with.
fn differences(best: &[&str], comparisons: &[RiskGap]) -> String {
    let of = |name: &&str| {
        let own = comparisons.iter().filter(|one| one.lower == *name);
        let own: Vec<RiskGap> = own.copied().collect();
        let mut higher = learners(&own);
        higher.retain(|other| other != name);
        let below = higher.into_iter().map(|other| {
            let pairs = own.iter().filter(|one| one.higher == other);
            let verdicts: Vec<&Verdict> = pairs.map(|one| one.verdict).collect();
            format!("‘{other}’{}", lower_by(&verdicts))
        });
        format!("‘{name}’ is below {}", listed(&below.collect::<Vec<_>>()))
    };
    best.iter().map(of).collect::<Vec<_>>().join("; ")
}

/// The mean difference, with its confidence interval; of several settings, the least and the largest mean difference.
fn lower_by(verdicts: &[&Verdict]) -> String {
    let means = verdicts.iter().filter_map(|own| own.observed_mean);
    let mut means: Vec<f64> = means.map(|mean| -mean).collect();
    means.sort_by(f64::total_cmp);
    match (means.as_slice(), verdicts) {
        ([mean], [own]) => {
            let ends = own
                .interval
                .map(|[low, high]| format!(" ({} to {})", brief(-high), brief(-low)));
            format!(" by {}{}", brief(*mean), ends.unwrap_or_default())
        }
        ([least, .., most], _) => format!(" by {} to {}", brief(*least), brief(*most)),
        _ => String::new(),
    }
}

fn quoted(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| format!("‘{name}’")).collect()
}
