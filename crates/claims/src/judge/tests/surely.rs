//! Claims about every trial, and claims about some trial.

use super::*;

#[test]
fn a_surely_claim_holds_where_every_trial_is_within_its_limit() {
    let verdict = SURELY.on(&mistakes(), &counts(&[(3, 10), (10, 10)]));
    assert_eq!(
        (
            verdict.verdict,
            verdict.tightness_max,
            verdict.refuted_below
        ),
        (VerdictKind::Holds, Some(1.0), Some(1.0))
    );
    let interval = verdict.interval.unwrap();
    assert!(interval[0] == 0.0 && (interval[1] - 0.9).abs() < 1e-9);
}

#[test]
fn one_trial_above_its_limit_violates_a_surely_claim_and_is_its_witness() {
    let verdict = SURELY.on(&mistakes(), &counts(&[(3, 10), (11, 10)]));
    assert_eq!(verdict.verdict, VerdictKind::Violated);
    assert_eq!(verdict.witness.as_deref(), Some("e:cell:v:3"));
    let replay = verdict.replay.unwrap();
    assert!(replay.contains("replay 'e:cell:v:3'"), "{replay}");
}

#[test]
fn the_witness_is_the_first_trial_that_decides() {
    let claim = mistakes();
    let mut evidence = counts(&[]).under(&claim, AlphaLedger::new(0.01, 1).one_sided());
    for (index, (observed, limit)) in [(3, 10), (11, 10), (30, 10)].into_iter().enumerate() {
        let case = case(Quantity::count(observed), Quantity::count(limit));
        evidence.push(&case, 1, || format!("cell:v:{index}"));
    }
    assert_eq!(evidence.runs.decisive.as_deref(), Some("cell:v:1"));
    assert_eq!((evidence.runs.closest, evidence.cases()), (Some(3.0), 3));
}

#[test]
fn excess_within_rounding_is_no_violation() {
    let limit = Quantity::within(10.0, 1e-12);
    let seen = drawn([case(Quantity::float(10.0 + 5e-13), limit)]);
    assert_eq!(SURELY.on(&mistakes(), &seen).verdict, VerdictKind::Holds);
}

#[test]
fn a_capped_failed_or_undecided_trial_forbids_holds() {
    for status in [Status::Capped, Status::Failed, Status::Undecided] {
        let seen = with_status(counts(&[(3, 10), (4, 10)]), status);
        assert_eq!(
            SURELY.on(&mistakes(), &seen).verdict,
            VerdictKind::Inconclusive,
            "{status:?}"
        );
    }
}

#[test]
fn a_capped_trial_violates_if_what_it_counted_already_exceeds_the_limit() {
    let word = |status| {
        let seen = with_status(counts(&[(11, 10)]), status);
        SURELY.on(&mistakes(), &seen).verdict
    };
    assert_eq!(word(Status::Capped), VerdictKind::Violated);
    assert_eq!(word(Status::Failed), VerdictKind::Inconclusive);
}

#[test]
fn unreachable_limits_are_vacuous_unless_violated() {
    let word = |pairs: &[(u64, u64)]| SURELY.on(&mistakes(), &counts(pairs)).verdict;
    let vacuous = [(3, 2_000_000), (4, 2_000_000)];
    assert_eq!(word(&vacuous), VerdictKind::Vacuous);
    assert_eq!(word(&[(3_000_000, 2_000_000)]), VerdictKind::Violated);
}

#[test]
fn an_identity_is_violated_by_one_difference() {
    let word = |pairs: &[(u64, u64)]| IDENTITY.on(&updates(), &counts(pairs)).verdict;
    assert_eq!(word(&[(3, 3), (4, 4)]), VerdictKind::Holds);
    assert_eq!(word(&[(3, 3), (4, 5)]), VerdictKind::Violated);
}

#[test]
fn existence_is_shown_by_one_case_and_refuted_by_a_complete_enumeration_only() {
    let shown = counts(&[(9, 3), (3, 3)]);
    assert_eq!(EXISTS.on(&some(), &shown).verdict, VerdictKind::Holds);
    let open = counts(&[(9, 3), (8, 3)]);
    assert_eq!(EXISTS.on(&some(), &open).verdict, VerdictKind::Inconclusive);
    let refuted = Seen {
        complete: true,
        ..open
    };
    assert_eq!(EXISTS.on(&some(), &refuted).verdict, VerdictKind::Violated);
}

#[test]
fn capped_run_refutes_only_counts_that_already_exceed_the_limit() {
    let capped = |observed: u64| with_status(counts(&[(observed, 10)]), Status::Capped);
    let count = |observed: u64| IDENTITY.on(&updates(), &capped(observed)).verdict;
    assert_eq!(
        (count(11), count(9)),
        (VerdictKind::Violated, VerdictKind::Inconclusive)
    );
    let left_out = stated("leave-one-out-errors-bound = {}", 0.0);
    assert_eq!(
        SURELY.on(&left_out, &capped(11)).verdict,
        VerdictKind::Inconclusive
    );
}

#[test]
fn a_capped_run_is_no_witness_of_existence() {
    let capped = with_status(counts(&[(3, 10)]), Status::Capped);
    let verdict = EXISTS.on(&some(), &capped);
    assert_eq!(
        (verdict.verdict, verdict.witness),
        (VerdictKind::Inconclusive, None)
    );
}

/// With three of 2000 runs beyond the limit, the lower bound on their share is 0.000409, and other draws have such a run with probability 0.558.
#[test]
fn a_refuted_claim_about_every_run_says_how_many_runs_refute_it_and_its_power() {
    let of = |beyond: usize| {
        let pairs = (0..2000).map(|run| (if run < beyond { 11 } else { 3 }, 10));
        SURELY.on(&mistakes(), &counts(&pairs.collect::<Vec<_>>()))
    };
    let power = |beyond| of(beyond).power.unwrap();
    assert_eq!((of(3).deciding, of(0).deciding), (Some(3), None));
    assert!((power(3) - 0.558).abs() < 1e-2, "{}", power(3));
    assert!(power(1) < 0.06 && power(30) > 0.999 && of(0).power.is_none());
    let one = SURELY.on(&mistakes(), &counts(&[(11, 10)]));
    assert!(one.power.unwrap() < 0.06, "{one:?}");
}
