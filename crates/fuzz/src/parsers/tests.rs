//! Runs every target for a short time, and checks the mutator itself.

use super::*;

#[test]
fn every_parser_survives_thousands_of_corpus_mutations() {
    panics::remember();
    for target in ParserTarget::ALL {
        // Files that are written and decoded take longer.
        let count = if target.is_binary() { 300 } else { 3000 };
        let session = run(target, 0..count, &Running::default()).unwrap();
        let name = target.name();
        assert_eq!(session.findings, [], "{name}");
        assert_eq!(session.executions, count, "{name}");
        // A corpus that is refused as it stands, or mutations that change nothing, test nothing.
        assert!(session.accepted > 0, "{name}: nothing was accepted");
        assert!(session.accepted < count, "{name}: everything was accepted");
    }
}

#[test]
fn mutator_yields_corpus_files_first_then_inputs_determined_by_seed() {
    for target in ParserTarget::ALL {
        let corpus = corpus(target).unwrap();
        let mutator = Mutator::new(&corpus, target);
        assert_eq!(mutator.input(0), corpus[0]);
        let inputs: Vec<Vec<u8>> = (100..160).map(|seed| mutator.input(seed)).collect();
        let again: Vec<Vec<u8>> = (100..160).map(|seed| mutator.input(seed)).collect();
        assert!(inputs == again, "{}", target.name());
        let changed = inputs
            .iter()
            .filter(|input| !corpus.contains(input))
            .count();
        assert!(changed > 40, "{}: {changed}", target.name());
    }
}

#[test]
fn parse_error_without_a_location_is_a_finding() {
    assert!(targets_refuse("no place at all").is_err());
    assert_eq!(targets_refuse("at line 3"), Ok(false));
}

fn targets_refuse(words: &str) -> Result<bool, String> {
    super::targets::refused(&words, &["line"])
}
