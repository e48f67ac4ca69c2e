//! Pins exact numbers for fixed seeds. A change of any of them changes results that users rerun, so it must be deliberate.

use claims::spec::Spec;
use claims::trial::{AnyColumn, Row, columns};

/// The columns on which all other numbers depend.
const PINNED: [AnyColumn; 8] = [
    columns::PASSES.any(),
    columns::DRAWS.any(),
    columns::UPDATES.any(),
    columns::MISTAKES.any(),
    columns::SAMPLE_MARGIN.any(),
    columns::RADIUS.any(),
    columns::RISK.any(),
    columns::LEAVE_ONE_OUT_ERRORS.any(),
];

/// The pinned columns of a trial. Floats are written with the fewest digits that identify them.
fn lines(row: Row) -> String {
    let name = row.setting().name.as_deref().unwrap_or("no learner");
    let known = PINNED.into_iter().filter_map(|column| {
        let number = row.number(column)?;
        Some(format!("\n  {} {number}", column.name()))
    });
    let reason = row.stop_reason().map_or("-", |reason| reason.as_str());
    format!("{name}: {reason}{}", known.collect::<String>())
}

/// The trials of one replicate of an experiment.
fn fingerprint(name: &str, cell: usize, replicate: u64) -> String {
    let spec = Spec::read(&crate::root(&format!("experiments/{name}.toml")))
        .unwrap_or_else(|error| panic!("{error}"));
    let block = spec.design(&spec.cells[cell]).block([replicate]);
    block.all().map(lines).collect::<Vec<_>>().join("\n")
}

macro_rules! pinned {
    ($($test:ident: $name:literal, $cell:literal, $replicate:literal;)*) => {$(
        #[test]
        fn $test() {
            insta::assert_snapshot!(fingerprint($name, $cell, $replicate));
        }
    )*};
}

pinned! {
    smoke_is_stable: "smoke", 0, 5;
    gaussians_are_stable: "gaussian-perceptron", 2, 7;
    majority_is_stable: "majority", 4, 1;
    spheres_are_stable: "sphere-margin-mistakes", 5, 3;
    leave_one_out_is_stable: "leave-one-out", 0, 9;
    leave_one_out_on_the_sphere_is_stable: "leave-one-out-sphere", 1, 4;
    points_are_stable: "normalized-versus-plain", 4, 0;
}
