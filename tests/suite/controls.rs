//! Tests that every claim with a limit has a control, or is in a list with the reason.

use claims::claim::{Form, StatedClaim, VerdictKind};
use claims::spec::Spec;
use perceptron_lab::study::spec_files;
use std::collections::BTreeSet;
use std::path::Path;

/// The claims with a limit and without a control: experiment, claim, and why no control of it can be refuted.
const WITHOUT: &[(&str, &str, &str)] = &[
    (
        "bartlett/all-orders",
        "no update is possible where sign(0) = +1",
        "No update is possible, so 0 is within every factor of the limit.",
    ),
    (
        "bartlett/all-orders",
        "without a separator the theorem does not speak",
        "The premise fails on this sample, so no factor is judged.",
    ),
    (
        "bartlett/estimation",
        "a small margin promises nothing",
        "The limit is above 1, so the claim says nothing of a risk.",
    ),
    (
        "bartlett/minimax",
        "of one example the bound is 0",
        "The limit is 0, which no factor moves and no risk falls below.",
    ),
    (
        "bartlett/minimax",
        "a fixed labelling is no counterexample",
        "The premise fails for a fixed labelling, so no factor is judged.",
    ),
    (
        "bartlett/minimax-zoo",
        "constant and anti-learner do not fit what they saw",
        "The premise fails for both learners, so no factor is judged.",
    ),
    (
        "errata/e01-termination",
        "repaired",
        "The limit is 0, which no factor moves; \"as printed\" is the same formula, refuted.",
    ),
    (
        "errata/e57-realizable-and-not-separable",
        "repaired",
        "The limit is 0, which no factor moves; \"as printed\" is the same formula, refuted.",
    ),
    (
        "errata/e04-not-separable-yet-done",
        "repaired",
        "The limit is 0, which no factor moves; \"as printed\" is the same formula, refuted.",
    ),
    (
        "errata/e27-alignment",
        "repaired: no update turns away from its own example",
        "The limit is 0, which no factor moves; \"as printed\" is the same formula of another vector, refuted.",
    ),
    (
        "errata/e28-no-shortest-vector",
        "repaired: it stops",
        "The limit is 0, which no factor moves; \"as printed: it stops\" is the same formula, refuted.",
    ),
    (
        "errata/e29-misclassified",
        "repaired: misclassified if y⟨w, x⟩ < 0",
        "No product is negative in these runs, so 0 is within every factor of the limit.",
    ),
    (
        "errata/e32-positive-products",
        "repaired: where a tie is an error",
        "The limit is 0, which no factor moves; \"as printed, with sign(0) = +1\" is the same formula, refuted.",
    ),
    (
        "gaussian-perceptron",
        "no margin, no bound",
        "The premise fails on samples that nothing separates, so no factor is judged.",
    ),
    (
        "hardt-recht/duplicates",
        "the bound does not speak of copies",
        "The premise fails on copies, so no factor is judged.",
    ),
    (
        "hardt-recht/uniform-deviation",
        "a limit above one half says nothing of fair coins",
        "The limit is above what fair coins can deviate by, so the claim says nothing.",
    ),
    (
        "mit/non-separable",
        "no margin, no bound",
        "The premise fails on samples that nothing separates, so no factor is judged.",
    ),
    (
        "mit/offset",
        "the bound without an offset, off the origin",
        "The premise fails on samples that nothing separates through the origin, so no factor is judged.",
    ),
    (
        "mit/xor",
        "with all products of two features every run ends",
        "The limit is 0, which no factor moves; \"the run ends on XOR\" is the same formula without the products, refuted.",
    ),
    (
        "mit/xor",
        "the theorem does not speak of XOR",
        "The premise fails on XOR, so no factor is judged.",
    ),
    (
        "real-data/digits",
        "stops-at-clean-pass",
        "The limit is 0, which no factor moves, and some half-space separates every sample.",
    ),
    (
        "vaughan/dimension-free-adversary",
        "no mistake is possible where sign(0) = +1",
        "No mistake is possible, so 0 is within every factor of the limit.",
    ),
    (
        "vaughan/hadamard",
        "no mistake on positive rows is possible where sign(0) = +1",
        "No mistake is possible, so 0 is within every factor of the limit.",
    ),
    (
        "vaughan/plane-adversary",
        "no mistake is possible where sign(0) = +1",
        "No mistake is possible, so 0 is within every factor of the limit.",
    ),
];

/// The specs of the committed experiments.
pub(crate) fn specs() -> Vec<Spec> {
    let folder = Path::new("experiments");
    let named = spec_files(folder).into_iter().map(|path| {
        let name = path.strip_prefix(folder).unwrap().with_extension("");
        let spec = Spec::read(&path).unwrap_or_else(|error| panic!("{error}"));
        spec.named(name.to_string_lossy().into_owned())
    });
    named.collect()
}

/// Whether a claim states that something stays within a limit, so that a factor on the limit or a stronger trend makes it wrong. Equality with a
/// stated number is its own control, and so are a claim that is expected to be refuted and a comparison in both directions.
fn needs_a_control(claim: &StatedClaim) -> bool {
    let has_a_limit = match claim.form() {
        Form::Surely | Form::InExpectation | Form::WithProbability => true,
        Form::LowerBound | Form::Illustration | Form::HasDistribution => true,
        Form::ExpectationIdentity => claim.name() != "stated-expectation",
        Form::Identity | Form::Exists => false,
    };
    let is_wrong = matches!(claim.expect, VerdictKind::Violated | VerdictKind::NotShown);
    has_a_limit && !is_wrong && claim.control_of.is_none() && !claim.asks_which
}

/// The claims of a spec that need a control and have none.
fn without(spec: &Spec) -> Vec<(String, String)> {
    let controlled: BTreeSet<&String> = spec
        .claims
        .iter()
        .filter_map(|claim| claim.control_of.as_ref())
        .collect();
    let bare = spec
        .claims
        .iter()
        .filter(|claim| needs_a_control(claim) && !controlled.contains(&claim.id));
    bare.map(|claim| (spec.name.clone(), claim.id.clone()))
        .collect()
}

/// Whether a scaled control with the formula of the claim covers cells or variants that the claim does not cover.
fn strays(claim: &StatedClaim, control: &StatedClaim) -> bool {
    let same_formula = format!("{:?}", claim.claim) == format!("{:?}", control.claim);
    let is_scaled = same_formula && claim.scale != control.scale;
    let within = control.cells.is_subset(&claim.cells)
        && control
            .variants
            .iter()
            .all(|name| claim.variants.contains(name));
    is_scaled && !within
}

#[test]
fn every_claim_with_a_limit_has_a_control_or_a_reason() {
    let found: Vec<(String, String)> = specs().iter().flat_map(without).collect();
    let listed: Vec<(String, String)> = WITHOUT
        .iter()
        .map(|(experiment, id, _)| ((*experiment).to_owned(), (*id).to_owned()))
        .collect();
    let missing: Vec<_> = found.iter().filter(|own| !listed.contains(own)).collect();
    assert!(
        missing.is_empty(),
        "no control, and no reason: {missing:#?}"
    );
    let stale: Vec<_> = listed.iter().filter(|own| !found.contains(own)).collect();
    assert!(
        stale.is_empty(),
        "no such claim, or it has a control: {stale:#?}"
    );
    let each: BTreeSet<_> = listed.iter().collect();
    assert_eq!(each.len(), listed.len(), "a claim is listed twice");
    assert!(WITHOUT.iter().all(|(_, _, reason)| reason.ends_with('.')));
}

#[test]
fn scaled_control_covers_only_cells_and_variants_of_its_claim() {
    let specs = specs();
    let pairs = specs.iter().flat_map(|spec| {
        let parent = |control: &StatedClaim| {
            spec.claims
                .iter()
                .find(|claim| Some(&claim.id) == control.control_of.as_ref())
        };
        let controls = spec.claims.iter();
        controls.filter_map(move |control| Some((&spec.name, parent(control)?, control)))
    });
    let astray: Vec<String> = pairs
        .filter(|(_, claim, control)| strays(claim, control))
        .map(|(experiment, _, control)| format!("{experiment}: {}", control.id))
        .collect();
    assert!(astray.is_empty(), "{astray:#?}");
}
