//! Judges every claim of the registry on trials of the same kinds: on its limit, beyond it, with one premise broken, cut off, failed, and with a
//! vacuous limit.

mod table;

use claims::calibrate::conformance::{self, Change, Entry, JudgedTrials, Trials, words};
use claims::claim::{Form, Registered, Statement, TheoremFile, TrendShape};
use claims::judge::Case;
use perceptron::sample::{Quantity, Rational};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The entries of theorems, which the files of theorems have, and those of statements of columns and formulas.
fn entries() -> Vec<Entry> {
    #[derive(Deserialize)]
    struct Statements {
        claim: Vec<Entry>,
    }
    let theorems = conformance::of_all().unwrap_or_else(|error| panic!("{error}"));
    let statements: Statements =
        toml::from_str(include_str!("statements.toml")).unwrap_or_else(|error| panic!("{error}"));
    theorems.into_iter().chain(statements.claim).collect()
}

/// The changes that break a premise of an entry.
fn breaks(entry: &Entry, premise: &str) -> Vec<Change> {
    let found = entry.changes_without(premise);
    found.unwrap_or_else(|| panic!("{}: nothing breaks \"{premise}\"", entry.title()))
}

/// The claim of an entry, on these trials.
fn judged(entry: &Entry, trials: &Trials) -> JudgedTrials {
    JudgedTrials::of(entry, trials).unwrap_or_else(|error| panic!("{}: {error}", entry.title()))
}

fn statement(entry: &Entry) -> Statement {
    entry.stated(None).unwrap().statement
}

/// Whether the trials are exactly where the claim starts to be wrong.
fn is_on_limit(trials_judged: &JudgedTrials) -> bool {
    if let Some(trend) = &trials_judged.claim.statement.trend {
        let least_or_most = match trend.proxy {
            TrendShape::Exponent {
                exponent,
                tolerance,
            } => exponent + tolerance,
            TrendShape::Rank { at_least, .. } => at_least,
        };
        return trials_judged.verdict().observed_mean == Some(least_or_most);
    }
    let block = &trials_judged.blocks[0];
    let variants: Vec<usize> = (0..block.batches.len()).collect();
    let cases = (0..block.len())
        .map(|place| Case::of(&trials_judged.claim, &block.rows(place, &variants).unwrap()));
    let cases: Vec<Case> = cases.collect();
    match trials_judged.claim.form() {
        Form::WithProbability => {
            probability_of_excess(&cases) == trials_judged.claim.statement.allowed
        }
        Form::InExpectation | Form::LowerBound | Form::ExpectationIdentity => {
            // All random draws are equal, so the first represents all.
            let weighs = cases[0].weight.is_some();
            mean_excess(if weighs { &cases } else { &cases[..1] }) == Rational::zero()
        }
        Form::HasDistribution => false,
        _ => cases.iter().all(|case| excess(case) == Rational::zero()),
    }
}

/// observed − limit, a float counting as the fraction it is.
fn excess(case: &Case) -> Rational {
    let numbers = case.numbers.as_ref().expect("both sides are known");
    let fraction = |side: &Quantity| {
        side.exact
            .clone()
            .unwrap_or_else(|| Rational::from_float(side.value))
    };
    &fraction(&numbers.observed) - &fraction(&numbers.limit)
}

fn weight(case: &Case) -> Rational {
    case.weight.clone().unwrap_or_else(Rational::one)
}

fn mean_excess(cases: &[Case]) -> Rational {
    let products = cases.iter().map(|case| &weight(case) * &excess(case));
    products.fold(Rational::zero(), |sum, product| &sum + &product)
}

fn probability_of_excess(cases: &[Case]) -> Rational {
    let above = cases.iter().filter(|case| excess(case) > Rational::zero());
    above.fold(Rational::zero(), |sum, case| &sum + &weight(case))
}

#[test]
fn every_claim_of_the_registry_has_an_entry() {
    let registered: BTreeSet<String> = Registered::docs()
        .iter()
        .map(|doc| doc.name.into())
        .collect();
    let named: BTreeSet<String> = entries().into_iter().map(|entry| entry.name).collect();
    assert_eq!(named, registered);
}

#[test]
fn check_finds_nothing_in_the_files_of_the_program() {
    for file in std::fs::read_dir("theorems").unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let theorems = TheoremFile::read(&text).unwrap();
        for (name, found) in conformance::disagreements(&theorems) {
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }
}

#[test]
fn row_at_the_limit_conforms_to_its_claim_and_one_beyond_it_does_not() {
    for entry in entries() {
        let (title, form) = (entry.title(), statement(&entry).form);
        let on = judged(&entry, &entry.trials);
        let beyond = judged(&entry, &entry.trials.with(&entry.beyond));
        assert_eq!(on.failing(), BTreeSet::new(), "{title}");
        assert_eq!(
            [on.word(), beyond.word()],
            words(form),
            "{title}: {:#?}",
            on.verdict()
        );
        assert_eq!(is_on_limit(&on), entry.off_limit.is_none(), "{title}");
    }
}

#[test]
fn judge_reads_only_the_columns_declared_by_the_claim() {
    for entry in entries() {
        let reads = statement(&entry).reads();
        let declared: BTreeSet<&str> = reads.iter().map(|column| column.name()).collect();
        let moved = [Some(&entry.beyond), entry.vacuous.as_ref()];
        let moved = moved.into_iter().flatten();
        let trials = moved.map(|change| entry.trials.with(change));
        for trials in trials.chain([entry.trials.clone()]) {
            let written = trials.columns();
            // The judge itself reads why a run stopped and how probable an outcome is.
            let own = ["stop_reason", "weight"];
            let undeclared = written
                .iter()
                .find(|name| !declared.contains(name.as_str()) && !own.contains(&name.as_str()));
            assert_eq!(undeclared, None, "{}", entry.title());
        }
    }
}

#[test]
fn trial_failing_one_premise_is_inapplicable_for_that_premise_alone() {
    for entry in entries() {
        let statement = statement(&entry);
        let premises: BTreeSet<&str> = statement
            .premises
            .iter()
            .map(|premise| premise.label())
            .collect();
        assert_eq!(
            premises.len(),
            statement.premises.len(),
            "{}",
            entry.title()
        );
        let unknown = entry
            .breaks
            .keys()
            .find(|premise| !premises.contains(premise.as_str()));
        assert_eq!(unknown, None, "{}", entry.title());
        for premise in premises {
            for change in breaks(&entry, premise) {
                let broken = judged(&entry, &entry.trials.with(&change));
                let fall = change.with.iter().cloned().chain([premise.to_owned()]);
                let context = format!("{}: {premise} by {change:?}", entry.title());
                assert_eq!(broken.failing(), fall.collect(), "{context}");
                assert_eq!(broken.word(), "inapplicable", "{context}");
                assert_eq!(
                    change.because.is_some(),
                    !change.with.is_empty(),
                    "{context}"
                );
            }
        }
    }
}

#[test]
fn capped_run_is_inconclusive_unless_the_claim_covers_capped_runs() {
    for entry in entries() {
        let (title, statement) = (entry.title(), statement(&entry));
        let word = judged(&entry, &entry.trials.ended("update-cap")).word();
        let expected = entry
            .cut_off
            .as_ref()
            .map_or("inconclusive", |spoken| &spoken.word);
        assert_eq!(word, expected, "{title}");
        assert_eq!(
            entry.cut_off.is_some(),
            statement.speaks_of_cut_off_runs,
            "{title}"
        );
    }
}

#[test]
fn capped_run_beyond_its_limit_violates_only_increasing_counts() {
    let entries = entries()
        .into_iter()
        .filter(|entry| entry.cut_off.is_none());
    for entry in entries {
        let cut_off = entry.trials.with(&entry.beyond).ended("update-cap");
        let counts_up = statement(&entry).counts_up;
        let expected = if counts_up {
            "violated"
        } else {
            "inconclusive"
        };
        assert_eq!(
            judged(&entry, &cut_off).word(),
            expected,
            "{}",
            entry.title()
        );
    }
}

#[test]
fn a_trial_without_a_result_decides_nothing() {
    for entry in entries() {
        for measured in [entry.trials.clone(), entry.trials.with(&entry.beyond)] {
            let ended = [
                measured.ended("undecided"),
                measured.ended("failed"),
                measured.unmeasured().ended("failed"),
                measured.unmeasured().ended("out-of-range"),
            ];
            for trials in ended {
                let word = judged(&entry, &trials).word();
                assert_eq!(word, "inconclusive", "{}: {:?}", entry.title(), trials.row);
            }
        }
    }
}

#[test]
fn trivial_limit_is_vacuous_or_the_entry_states_why_none_exists() {
    for entry in entries() {
        let (title, statement) = (entry.title(), statement(&entry));
        assert_eq!(
            entry.vacuous.is_some(),
            statement.trivial.is_some(),
            "{title}"
        );
        assert_eq!(
            entry.vacuous.is_some(),
            entry.never_vacuous.is_none(),
            "{title}"
        );
    }
    let not_vacuous = entries().into_iter().filter(|entry| {
        let changed = entry.vacuous.as_ref();
        changed.is_some_and(|change| judged(entry, &entry.trials.with(change)).word() != "vacuous")
    });
    let titles = not_vacuous.map(|entry| {
        let change = entry.vacuous.as_ref().unwrap();
        let verdict = judged(&entry, &entry.trials.with(change));
        format!(
            "{}: {} ({:?})",
            entry.title(),
            verdict.word(),
            verdict.verdict().limit_min
        )
    });
    let titles: Vec<String> = titles.collect();
    assert!(titles.is_empty(), "{titles:#?}");
}

#[test]
fn every_shared_premise_change_is_used_by_some_claim() {
    let shared: BTreeMap<String, Vec<Change>> = conformance::shared_breaks();
    let premises: BTreeSet<String> = entries()
        .iter()
        .flat_map(|entry| statement(entry).premises)
        .map(|premise| premise.label().to_owned())
        .collect();
    let idle = shared.keys().find(|premise| !premises.contains(*premise));
    assert_eq!(idle, None);
}

#[test]
fn the_table_of_claims_and_kinds_of_rows() {
    insta::with_settings!({ snapshot_path => "../snapshots" }, {
        insta::assert_snapshot!(table::markdown(&entries()));
    });
}
