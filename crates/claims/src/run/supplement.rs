//! Finds variants and measurements that a spec requests and that known trials lack, and adds them.

use crate::spec::{Cell, Spec};
use crate::trial::{Block, Design, Measure};
use perceptron::threads::Threads;
use std::collections::BTreeSet;

/// The variants and measurements that a spec requests and that the stored trials of a cell lack. They are added with the same random draws.
#[derive(Debug)]
pub struct Supplement {
    wanted: Design,
    /// For every variant of the spec, its position among the variants of the stored trials; `None` if they lack the variant.
    places: Vec<Option<usize>>,
    /// The cell with only the variants that the stored trials lack; `None` if they lack none.
    variants: Option<Design>,
    /// The cell with only the variants that the stored trials have and the measurements that they lack; `None` if they lack none.
    measures: Option<Design>,
}

/// The measurements that decide how the learner is retrained without an example, and so influence the number of retrainings. If the stored trials
/// have others of them than the spec requests, all that are requested are measured again.
const RETRAINING: [Measure; 3] = [
    Measure::LeaveOneOut,
    Measure::EveryRetraining,
    Measure::Coupling,
];

/// The measurements that are wanted and not known, with all measurements that they read.
fn missing(known: &BTreeSet<Measure>, wanted: &BTreeSet<Measure>) -> BTreeSet<Measure> {
    let mut missing: BTreeSet<Measure> = wanted.difference(known).copied().collect();
    let retrained = |all: &BTreeSet<Measure>| RETRAINING.map(|measure| all.contains(&measure));
    if retrained(known) != retrained(wanted) {
        let own = RETRAINING.into_iter().filter(|own| wanted.contains(own));
        missing.extend(own);
    }
    let needed: Vec<Measure> = missing.iter().filter_map(|own| own.needs()).collect();
    missing.extend(needed);
    missing
}

impl Supplement {
    /// Finds the variants and measurements that stored trials of a cell, made for the spec `known`, lack compared with the cell of the spec `wanted`;
    /// `None` if they lack nothing.
    ///
    /// # Errors
    /// `DifferentSetting` if none of the trials can be used.
    pub fn between(
        (known, known_cell): (&Spec, &Cell),
        (wanted, wanted_cell): (&Spec, &Cell),
    ) -> Result<Option<Self>, DifferentSetting> {
        if !wanted.draws_as(known) || known_cell.content[0] != wanted_cell.content[0] {
            return Err(DifferentSetting);
        }
        let content = |cell: &Cell, place: usize| cell.content[1].get(place).cloned();
        let find = |place: usize| {
            let own = content(wanted_cell, place);
            let mut others = 0..known_cell.variants.len();
            others.find(|&other| content(known_cell, other) == own)
        };
        let places: Vec<Option<usize>> = match wanted_cell.variants.len() {
            // Without a learner there is a single trial, of the sample alone.
            0 => vec![known_cell.variants.is_empty().then_some(0)],
            count => (0..count).map(find).collect(),
        };
        if places.iter().all(Option::is_none) {
            return Err(DifferentSetting);
        }
        Ok(Self::of(known, (wanted, wanted_cell), places)
            .filter(|lacks| !lacks.is_nothing(known_cell)))
    }

    fn of(known: &Spec, (spec, cell): (&Spec, &Cell), places: Vec<Option<usize>>) -> Option<Self> {
        let wanted = spec.design(cell);
        let with = |keep: &dyn Fn(usize) -> bool, measures: &BTreeSet<Measure>| Design {
            variants: filter_by_index(&wanted.variants, keep),
            settings: filter_by_index(&wanted.settings, keep),
            measures: measures.clone(),
            ..wanted.clone()
        };
        let lacks_variant = places.iter().any(Option::is_none);
        let variants = with(&|place| places[place].is_none(), &wanted.measures);
        let more = missing(&known.measures, &wanted.measures);
        let measures = with(&|place| places[place].is_some(), &more);
        Some(Self {
            variants: lacks_variant.then_some(variants),
            measures: (!more.is_empty()).then_some(measures),
            places,
            wanted,
        })
    }

    /// Whether the stored trials lack nothing and have the variants of the spec in its order; columns that are no longer requested do not matter.
    fn is_nothing(&self, known: &Cell) -> bool {
        let same = self.places.iter().enumerate();
        let in_place = same.clone().all(|(place, known)| *known == Some(place));
        let as_many = self.places.len() == known.variants.len().max(1);
        in_place && as_many && self.measures.is_none()
    }

    /// Returns the stored trials with the variants and measurements of the spec that they lack added, computed on these threads.
    pub fn complete(&self, known: &Block, threads: Threads) -> Block {
        let run = |design: &Option<Design>| {
            design.clone().map(|design| {
                let design = Design { threads, ..design };
                let block = design.block(known.replicates.iter().copied());
                block.batches.into_iter()
            })
        };
        let (mut added, mut measured) = (run(&self.variants), run(&self.measures));
        let mut block = self.wanted.empty(known.replicates.clone());
        for (own, place) in block.batches.iter_mut().zip(&self.places) {
            let more = match place {
                Some(place) => {
                    own.fill_from(&known.batches[*place]);
                    measured.as_mut().and_then(Iterator::next)
                }
                None => added.as_mut().and_then(Iterator::next),
            };
            if let Some(more) = more {
                own.fill_from(&more);
            }
        }
        block
    }
}

/// Error for stored trials of a cell with another seed, another generator or no common variant, none of which can be reused.
#[derive(Debug, PartialEq, Eq)]
pub struct DifferentSetting;

fn filter_by_index<T: Clone>(all: &[T], keep: &dyn Fn(usize) -> bool) -> Vec<T> {
    let places = all.iter().enumerate();
    let own = places.filter(|(place, _)| keep(*place));
    own.map(|(_, value)| value.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::Spec;
    use crate::trial::AnyColumn;
    use std::path::{Path, PathBuf};
    use testing::{CYCLIC, SpecText};

    /// Every shipped spec that starts no program.
    fn shipped() -> Vec<Spec> {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments")];
        let mut specs = Vec::new();
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(folder).unwrap().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            paths.sort();
            for path in paths {
                match path.extension() {
                    Some(ending) if ending == "toml" => specs.push(Spec::read(&path).unwrap()),
                    _ if path.is_dir() => folders.push(path),
                    _ => {}
                }
            }
        }
        specs.retain(|spec| spec.commands().is_empty());
        specs
    }

    /// The first two replicates of the first cell of `known`, completed to those of `wanted`; `None` if they cannot be reused.
    fn completed(known: &Spec, wanted: &Spec) -> Option<(Block, Block)> {
        let (known_cell, cell) = (&known.cells[0], &wanted.cells[0]);
        let lacks = Supplement::between((known, known_cell), (wanted, cell)).ok()??;
        let earlier = known.design(known_cell).block(0..2);
        let completed = lacks.complete(&earlier, Threads::Pool);
        Some((completed, wanted.design(cell).block(0..2)))
    }

    fn assert_same(name: &str, (completed, whole): (Block, Block)) {
        for (place, (completed, whole)) in completed.batches.iter().zip(&whole.batches).enumerate()
        {
            for column in AnyColumn::all() {
                let (own, wanted) = (completed.values(column), whole.values(column));
                let same = format!("{own:?}") == format!("{wanted:?}");
                assert!(
                    same,
                    "{name}, variant {place}, {}: {own:?} and not {wanted:?}",
                    column.name()
                );
            }
        }
    }

    #[test]
    fn adding_a_measure_or_variant_gives_the_trials_of_the_full_spec() {
        let (mut measures, mut variants) = (BTreeSet::new(), 0);
        for wanted in shipped() {
            let wanted = wanted.quick();
            for measure in &wanted.measures {
                let mut known = wanted.clone();
                let stands = |own: &Measure| own != measure && own.needs() != Some(*measure);
                known.measures.retain(stands);
                if let Some(both) = completed(&known, &wanted) {
                    measures.insert(*measure);
                    assert_same(&wanted.name, both);
                }
            }
            let mut known = wanted.clone();
            let cell = &mut known.cells[0];
            if cell.variants.len() > 1 {
                cell.variants.remove(0);
                cell.content[1].as_array_mut().unwrap().remove(0);
                assert_same(&wanted.name, completed(&known, &wanted).unwrap());
                variants += 1;
            }
        }
        assert!(
            measures.len() >= 20 && variants >= 20,
            "{measures:?} {variants}"
        );
    }

    #[test]
    fn trials_are_reused_only_for_the_same_seed_generator_and_learner() {
        let text = |seed: u64, margin: f64, order: &str| {
            SpecText::new("sphere-margin\ndimension = 5\nexamples = 12")
                .more(format_args!("target_margin = {margin}"))
                .seed(seed)
                .replicates(6)
                .variant("v", CYCLIC.replace("cyclic", order))
                .read(Spec::from_text)
        };
        let wanted = text(1, 0.2, "random");
        let between = |known: &Spec| {
            let lacks = Supplement::between((known, &known.cells[0]), (&wanted, &wanted.cells[0]));
            lacks.map(|lacks| lacks.is_some())
        };
        for unlike in [
            text(2, 0.2, "random"),
            text(1, 0.3, "random"),
            text(1, 0.2, "cyclic"),
        ] {
            assert_eq!(between(&unlike), Err(DifferentSetting));
        }
        assert_eq!(between(&text(1, 0.2, "random")), Ok(false));
    }
}
