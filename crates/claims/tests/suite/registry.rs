//! Checks that every member of every family is documented, named once, and has an example that runs.

use claims::claim::Registered;
use claims::figure::FigureKind;
use claims::spec::Spec;
use claims::trial::{AnyColumn, Row, columns};
use perceptron::generate::{ExampleSource, Generator};
use perceptron::learn::{Order, OtherLearner, Rule, Variant};
use perceptron::seed::Seed;
use std::collections::BTreeSet;
use testing::{STREAM, SpecText};

/// A spec with one variant and the example of a generator.
fn plain(example: &str) -> SpecText {
    let generator = example.strip_prefix("[generator.").unwrap();
    SpecText::new(generator.replacen(']', "", 1))
        .replicates(2)
        .variant("plain", STREAM)
}

/// Reads the text as a spec in the folder with the data file of the examples.
fn read(text: &SpecText) -> Spec {
    let place = crate::root("experiments/data/example.toml");
    text.read(|name, _, text| Spec::from_text(name, &place, text))
}

#[test]
fn every_registry_member_documents_its_statement_and_source() {
    for docs in [
        Generator::DOCS,
        Rule::DOCS,
        OtherLearner::DOCS,
        Registered::docs(),
    ] {
        for doc in docs {
            assert!(
                !doc.statement().is_empty() && !doc.section("Formula").is_empty(),
                "{}",
                doc.name
            );
            assert!(
                !doc.section("Source").is_empty() && !doc.section("Examples").is_empty(),
                "{}",
                doc.name
            );
            assert!(
                doc.keys.iter().all(|(_, about)| !about.trim().is_empty()),
                "{}",
                doc.name
            );
        }
    }
    for doc in Order::DOCS.iter().chain(FigureKind::DOCS) {
        assert!(!doc.statement().is_empty(), "{}", doc.name);
    }
}

#[test]
fn registry_names_are_unique() {
    let families = [
        Generator::DOCS,
        Rule::DOCS,
        OtherLearner::DOCS,
        Order::DOCS,
        Registered::docs(),
        FigureKind::DOCS,
    ];
    let names: Vec<&str> = families.into_iter().flatten().map(|doc| doc.name).collect();
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        names.len(),
        "{names:?}"
    );
}

#[test]
fn every_generator_example_runs_with_its_documented_properties() {
    for doc in Generator::DOCS {
        let spec = read(&plain(&doc.section("Examples")));
        let generator = &spec.cells[0].generator;
        assert_eq!(generator.documentation().name, doc.name);
        let block = spec.design(&spec.cells[0]).block([0, 1]);
        for row in block.all() {
            let examples = row.copied(columns::EXAMPLES).unwrap();
            assert_eq!(examples as usize, generator.examples(), "{}", doc.name);
            let of_law = row.copied(columns::POPULATION_MARGIN);
            let margins = of_law.zip(row.copied(columns::SAMPLE_MARGIN));
            assert!(
                margins.is_none_or(|(distribution, sample)| sample >= distribution * (1.0 - 1e-12)),
                "{}: {margins:?}",
                doc.name
            );
            let radius = row.copied(columns::RADIUS).unwrap();
            assert!(
                !row.setting().distribution.unit_norm || (radius - 1.0).abs() < 1e-12,
                "{}",
                doc.name
            );
        }
    }
}

#[test]
fn sample_is_determined_by_its_stream_address() {
    for doc in Generator::DOCS {
        let spec = read(&plain(&doc.section("Examples")));
        let generator = &spec.cells[0].generator;
        if let ExampleSource::Sampler(sampler) = generator.source() {
            let draw = |label: &str| {
                sampler
                    .draw(Seed::root(1).child(label), generator.examples())
                    .features
            };
            assert_eq!(draw("a"), draw("a"), "{}", doc.name);
            assert!(
                draw("a") != draw("b") || !generator.distribution().iid,
                "{}",
                doc.name
            );
        }
    }
}

#[test]
fn every_learner_example_parses_as_a_variant_with_that_learner() {
    for doc in OtherLearner::DOCS {
        let variant: Variant = toml::from_str(&doc.section("Examples"))
            .unwrap_or_else(|error| panic!("{}: {error}", doc.name));
        assert_eq!(
            variant
                .learner
                .as_ref()
                .map(|learner| learner.documentation().name),
            Some(doc.name)
        );
        assert_eq!(variant.check(true, 9), Ok(()), "{}", doc.name);
    }
}

#[test]
fn every_claim_example_parses_as_that_claim() {
    for doc in Registered::docs() {
        let normalized = STREAM.replace("perceptron", "normalized-perceptron");
        let text = plain("[generator.basis]\ndimension = 3").variant("normalized", normalized);
        let spec = read(&text.more(doc.section("Examples")));
        assert_eq!(spec.claims[0].claim.documentation().name, doc.name);
    }
}

#[test]
fn every_column_has_a_meaning_and_a_block_can_be_rebuilt_from_columns() {
    let mut meanings = AnyColumn::all().map(|column| column.declared().meaning);
    assert!(meanings.all(|meaning| !meaning.trim().is_empty()));
    let spec = Spec::read(&crate::root("experiments/leave-one-out.toml"))
        .unwrap_or_else(|error| panic!("{error}"));
    let design = spec.design(&spec.cells[0]);
    let block = design.block([0, 3]);
    let mut rebuilt = design.empty(block.replicates.clone());
    for (own, other) in rebuilt.batches.iter_mut().zip(&block.batches) {
        let columns = AnyColumn::all().filter(|column| other.has(*column));
        for column in columns {
            // A column that is stored once has one value for all trials.
            let values = other.values(column).unwrap();
            let places = other.differing(column).map_or([0, 0], |_| [0, 1]);
            let each = values.selected(&places);
            assert_eq!(each.len(), 2, "{column:?}");
            own.put(column, each);
        }
    }
    let said = |row: &Row, column: AnyColumn| {
        let (values, place) = row.value(column)?;
        Some(values.selected(&[place]))
    };
    for (own, other) in rebuilt.all().zip(block.all()) {
        for column in AnyColumn::all() {
            assert_eq!(said(&own, column), said(&other, column), "{column:?}");
        }
    }
    let risks = rebuilt.all().filter_map(|row| row.get(columns::RISK));
    assert_eq!(risks.count(), block.all().count());
}

#[test]
fn a_spec_without_learners_has_one_trial_per_replicate_and_can_be_judged() {
    let spec = SpecText::new("sphere-margin\ndimension = 3\ntarget_margin = 0.2\nexamples = 9")
        .replicates(4)
        .claim("normalized-bound-is-no-worse")
        .read(Spec::from_text);
    let block = spec.design(&spec.cells[0]).block(0..4);
    assert_eq!(block.all().count(), 4);
    for row in block.all() {
        assert!(row.setting().name.is_none() && row.get(columns::UPDATES).is_none());
        assert_eq!(row.copied(columns::EXAMPLES), Some(9));
    }
    let verdicts = spec.judge_spec().judge(0, &block);
    assert_eq!(
        (
            verdicts.len(),
            verdicts[0].verdict.as_str(),
            verdicts[0].trials
        ),
        (1, "holds", 4)
    );
}
