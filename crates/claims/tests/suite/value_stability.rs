//! Pins exact numbers for fixed seeds: a change of any of them changes results that people rerun, and must be deliberate.

use claims::spec::Spec;
use claims::trial::Trial;

fn rows(name: &str, cell: usize, replicate: u64) -> Vec<Trial> {
    let spec = Spec::read(&crate::root(&format!("experiments/{name}.toml")))
        .unwrap_or_else(|error| panic!("{error}"));
    spec.design(&spec.cells[cell]).trials(replicate)
}

/// Counts and the bits of the floats that everything else depends on.
fn fingerprint(name: &str, cell: usize, replicate: u64) -> String {
    let line = |row: &Trial| {
        let bits = |value: Option<f64>| {
            value.map_or_else(
                || "-".to_owned(),
                |value| format!("{:016x}", value.to_bits()),
            )
        };
        format!(
            "{} passes {:?} draws {:?} updates {:?} mistakes {:?} margin {} radius {:016x} risk {} left-out {:?}",
            row.variant.as_deref().unwrap_or("-"),
            row.passes.unwrap_or(0),
            row.draws.unwrap_or(0),
            row.updates.unwrap_or(0),
            row.mistakes.unwrap_or(0),
            bits(row.sample_margin),
            row.radius.to_bits(),
            bits(row.risk),
            row.leave_one_out_errors,
        )
    };
    rows(name, cell, replicate)
        .iter()
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
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
