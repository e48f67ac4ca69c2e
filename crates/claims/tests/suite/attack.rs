//! Attacks true and false claims: what is refuted is refuted again when its spec is run, what is true survives, and every sample keeps the premises.

use claims::attack::{
    Changes, Constructions, Found, Progress, Space, Target, drawn, every_order, search, simplified,
};
use claims::claim::VerdictKind;
use claims::spec::Spec;
use perceptron::seed::Seed;
use rayon::ThreadPoolBuilder;
use std::path::Path;
use testing::{CYCLIC, SpecText};

const SPACE: Space = Space {
    examples: 8,
    first_examples: usize::MAX,
    largest: 300,
    changes: Changes::All,
};

const TWO: &str =
    "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [2, 1], y = -1 }]\nseparator = [-1, 3]";

fn targets(
    generator: &str,
    variant: &str,
    claim: &str,
    constructions: Constructions,
) -> Vec<Target> {
    let spec = SpecText::new(generator)
        .variant("plain", variant)
        .more(claim)
        .read(Spec::from_text);
    Target::of(&spec, &spec.claims[0], constructions, SPACE).unwrap()
}

fn formula(observed: &str, limit: &str) -> String {
    format!("[[claims]]\nobserved = \"{observed}\"\nlimit = \"{limit}\"\n")
}

fn target(claim: &str) -> Target {
    let mut targets = targets(TWO, CYCLIC, claim, Constructions::LeftOut);
    targets.remove(0)
}

fn searched(target: &Target, budget: u64) -> Progress {
    let mut progress = Progress::begun(target, &[]);
    search(target, &Seed::root(7), &mut progress, budget, |_| true);
    progress
}

/// The verdict on a sample when its spec is run.
fn verdict(target: &Target, found: &Found) -> VerdictKind {
    let text = target.spec(found, "found", "by a test");
    let spec = Spec::from_text("found", Path::new("found.toml"), &text);
    let spec = spec.unwrap_or_else(|error| panic!("{error}\n{text}"));
    let block = spec.design(&spec.cells[0]).block([0]);
    spec.judge_spec().judge(0, &block)[0].verdict
}

#[test]
fn a_false_bound_is_refuted_and_its_sample_is_made_small() {
    // In a plane ⌊R²/(2γ*²)⌋ + 1 updates are possible, so that a quarter in place of the half is too little.
    let target = target(&formula("updates", "radius^2/(4*max_margin^2) + 1"));
    let progress = searched(&target, 200_000);
    let best = progress.best().unwrap();
    assert!(progress.is_decided(), "{best:?}");
    assert_eq!(verdict(&target, best), VerdictKind::Violated);
    let small = simplified(&target, best.clone(), 10_000);
    assert_eq!(verdict(&target, &small), VerdictKind::Violated);
    let size = |found: &Found| (found.candidate.examples(), found.candidate.largest());
    assert!(
        size(&small) <= size(best),
        "{:?} {:?}",
        size(&small),
        size(best)
    );
    assert!(small.candidate.examples() <= 3, "{small:?}");
}

#[test]
fn a_true_bound_survives_and_its_closest_sample_keeps_its_share_when_it_is_run() {
    let target = target(&formula("updates", "radius^2/(2*max_margin^2) + 1"));
    let progress = searched(&target, 50_000);
    assert!(!progress.is_decided());
    let best = progress.best().unwrap();
    assert!(best.reach.share > 0.99, "{best:?}");
    assert_eq!(verdict(&target, best), VerdictKind::Holds);
}

#[test]
fn every_sample_of_the_pool_meets_the_premises() {
    let claim = "[[claims]]\nname = \"online-mistake-bound\"\n";
    let target = target(claim);
    let progress = searched(&target, 30_000);
    assert!(progress.pool.len() > 10);
    for found in &progress.pool {
        assert_eq!(verdict(&target, found), VerdictKind::Holds, "{found:?}");
        assert!(found.candidate.separator.is_some());
    }
}

#[test]
fn neither_threads_nor_interruptions_change_what_is_found() {
    let target = target(&formula("updates", "radius^2/(2*max_margin^2) + 1"));
    let whole = searched(&target, 60_000);
    let one = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert_eq!(one.install(|| searched(&target, 60_000)), whole);
    let mut rounds = 0;
    let mut interrupted = Progress::begun(&target, &[]);
    search(&target, &Seed::root(7), &mut interrupted, 60_000, |_| {
        rounds += 1;
        rounds <= 1
    });
    assert!(interrupted.evaluations < whole.evaluations);
    search(&target, &Seed::root(7), &mut interrupted, 60_000, |_| true);
    assert_eq!(interrupted, whole);
}

#[test]
fn constructions_and_opponents_are_among_the_starts() {
    let claim = "[[claims]]\nname = \"online-mistake-bound\"\nscale = 0.95\nmargin = \"max\"\n";
    let three = "points\nexamples = [{ x = [1, 0, 0], y = 1 }]\nseparator = [1, 0, 0]";
    let [without, with] = [Constructions::LeftOut, Constructions::Used].map(|constructions| {
        let mut targets = targets(three, CYCLIC, claim, constructions);
        targets.remove(0)
    });
    assert_eq!(without.starts.len(), 1);
    let most = with.starts.iter().map(|start| start.examples()).max();
    assert!(with.starts.len() > 10 && most > Some(90), "{most:?}");
    assert!(with.starts.iter().all(|start| start.dimension == 3));
}

#[test]
fn the_search_refutes_in_space_what_as_many_samples_drawn_at_random_do_not() {
    let three = "points\nexamples = [{ x = [1, 0, 0], y = 1 }]\nseparator = [1, 0, 0]";
    let claim = formula("updates", "0.8*radius^2/max_margin^2 + 1");
    let spec = SpecText::new(three)
        .variant("plain", CYCLIC)
        .more(claim)
        .read(Spec::from_text);
    let space = Space {
        examples: 16,
        first_examples: usize::MAX,
        largest: 1000,
        changes: Changes::All,
    };
    let targets = Target::of(&spec, &spec.claims[0], Constructions::LeftOut, space);
    let target = targets.unwrap().remove(0);
    let found = searched(&target, 400_000);
    assert!(found.is_decided());
    let independent = drawn(&target, &Seed::root(7), 400_000);
    assert_eq!(
        (independent.evaluations, independent.is_decided()),
        (400_000, false)
    );
}

#[test]
fn samples_of_another_search_are_among_the_first_of_a_new_one() {
    let target = target(&formula("updates", "radius^2/(4*max_margin^2) + 1"));
    let known = searched(&target, 200_000).best().unwrap().clone();
    let begun = Progress::begun(&target, &[known.candidate]);
    assert!(begun.is_decided() && begun.evaluations <= target.starts.len() as u64 + 1);
}

#[test]
fn means_and_trends_are_refused() {
    let generator = "sphere-margin\nexamples = 9\ndimension = 3\ntarget_margin = 0.2";
    let spec = SpecText::new(generator)
        .variant("plain", CYCLIC)
        .claim("leave-one-out-error-bound")
        .read(Spec::from_text);
    let refused = Target::of(&spec, &spec.claims[0], Constructions::LeftOut, SPACE);
    assert!(refused.unwrap_err().contains("a mean or a probability"));
}

#[test]
fn a_claim_that_some_sample_exists_is_proved_by_one() {
    let claim = "[[claims]]\nobserved = \"max_margin_squared/radius_squared\"\nlimit = \"1/40\"\nform = \"exists\"\n";
    let target = target(claim);
    let progress = searched(&target, 30_000);
    assert!(progress.is_decided());
    assert_eq!(
        verdict(&target, progress.best().unwrap()),
        VerdictKind::Holds
    );
}

#[test]
fn every_order_of_a_sample_is_measured_once_and_a_search_finds_the_worst() {
    let points = "points\nexamples = [{ x = [5, 1], y = 1 }, { x = [3, -4], y = -1 }, { x = [-1, 2], y = 1 }, \
        { x = [-1, 2], y = 1 }, { x = [2, -9], y = -1 }]";
    let claim = formula("updates", "1000*radius^2/max_margin^2");
    let spec = SpecText::new(points)
        .variant("plain", CYCLIC)
        .more(&claim)
        .read(Spec::from_text);
    let space = Space {
        changes: Changes::Order,
        ..SPACE
    };
    let claim = &spec.claims[0];
    let target = Target::of(&spec, claim, Constructions::Used, space).unwrap();
    let target = &target[0];
    let all = every_order(target, 60).unwrap();
    // 5! orders, of which two equal examples make pairs.
    assert_eq!((all.evaluations, all.left_out), (60, 0));
    assert_eq!(every_order(target, 59), None);
    let mut found = Progress::begun(target, &[]);
    search(target, &Seed::root(7), &mut found, 2_000, |_| true);
    let share = |progress: &Progress| progress.best().unwrap().reach.share;
    assert_eq!(share(&found), share(&all));
    let first = Progress::begun(target, &[]);
    assert!(share(&first) < share(&all), "{}", share(&all));
}

#[test]
fn orders_with_thousands_of_updates_are_measured_and_endless_ones_counted() {
    let long = "points\nexamples = [{ x = [900, 0], y = 1 }, { x = [-899, 1], y = 1 }, { x = [0, 1], y = 1 }, \
        { x = [300, 7], y = 1 }, { x = [-5, 2], y = 1 }]";
    let endless =
        "points\nexamples = [{ x = [1, 0], y = 1 }, { x = [-1, 0], y = 1 }, { x = [0, 0], y = 1 }]";
    let space = Space {
        changes: Changes::Order,
        ..SPACE
    };
    let all = |points: &str| {
        let spec = SpecText::new(points)
            .variant("plain", CYCLIC)
            .more(formula("updates", "1000000"))
            .read(Spec::from_text);
        let target = Target::of(&spec, &spec.claims[0], Constructions::LeftOut, space);
        every_order(&target.unwrap()[0], 1_000).unwrap()
    };
    let found = all(long);
    // The most updates of all orders, counted by a program of a reader.
    assert_eq!(found.best().unwrap().reach.share, 0.003_787);
    assert_eq!((found.evaluations, found.left_out), (120, 0));
    let none = all(endless);
    assert_eq!((none.evaluations, none.left_out, none.best()), (6, 6, None));
}

#[test]
fn no_sample_is_larger_than_the_examples_that_are_asked_for() {
    let points = "points\nexamples = [{ x = [5, 1], y = 1 }, { x = [-1, 2], y = 1 }, { x = [3, -4], y = -1 }]";
    let spec = SpecText::new(points)
        .variant("plain", CYCLIC)
        .more(formula("updates", "1000*examples"))
        .read(Spec::from_text);
    let space = Space {
        examples: 2,
        first_examples: 2,
        ..SPACE
    };
    let target = Target::of(&spec, &spec.claims[0], Constructions::Used, space);
    let target = target.unwrap().remove(0);
    let progress = searched(&target, 20_000);
    let sizes = progress.pool.iter().map(|found| found.candidate.examples());
    assert_eq!(sizes.max(), Some(2));
}

#[test]
fn samples_of_majorities_and_disjunctions_are_drawn_where_a_premise_asks_for_them() {
    let unit = |dimension: usize| {
        let mut unit = vec![0; dimension];
        unit[0] = 1;
        format!("points\nexamples = [{{ x = {unit:?}, y = 1 }}]\nseparator = {unit:?}")
    };
    let sharp = |dimension, variant, limit: &str, premise: &str| {
        let formula = formula("mistakes", limit);
        let claim = format!("{formula}premises = [\"{premise}\"]\n");
        let generator = unit(dimension);
        targets(&generator, variant, &claim, Constructions::LeftOut).remove(0)
    };
    // At most r(n − 1) mistakes on r of n signs, which is attained for (5, 3), and not nr.
    let majorities = |limit| sharp(5, CYCLIC, limit, "majority-labels");
    let target = majorities("majority_of*(dimension - 1)");
    let found = searched(&target, 60_000);
    let best = found.best().unwrap();
    assert_eq!(best.reach.share, 1.0, "{best:?}");
    assert_eq!(verdict(&target, best), VerdictKind::Holds);
    let target = majorities("11");
    let found = searched(&target, 60_000);
    assert_eq!(
        verdict(&target, found.best().unwrap()),
        VerdictKind::Violated
    );
    // Winnow makes 3 mistakes on disjunctions of one of four features (X7), and on others no more than its bound.
    let winnow = "order = \"cyclic\"\noffset = 1\nlearner = { winnow = { promotion = 2 } }";
    let target = sharp(4, winnow, "winnow_integer_bound", "disjunction-labels");
    let found = searched(&target, 60_000);
    assert_eq!(found.best().unwrap().reach.share, 1.0);
    assert!(!found.is_decided());
}
