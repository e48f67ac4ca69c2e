//! Plants faults in the data: margins, labels and samples to which a claim does not apply.

use super::super::fault::FaultKind::{self, Refused, Spec};
use super::entry::{PlantedFault, custom_spec, listed, spec};

const SPHERE: &str = "[generator.sphere-margin]\ndimension = 20\ntarget_margin = 0.4\n";

const E1: FaultKind = Spec(&[("[2, -1]", "[2, 0]"), ("[-2, -1]", "[-2, 0]")]);

pub(super) const ENTRIES: &[PlantedFault] = &[
    listed(
        "N2",
        "data without a margin",
        spec!("stream"),
        Spec(&[(SPHERE, "[generator.teacher-student]\ndimension = 20\n")]),
    ),
    listed("N3", "XOR", spec!("gate"), Spec(&[("\"and\"", "\"xor\"")])),
    listed(
        "N3",
        "a fifth of the labels flipped",
        spec!("labels"),
        Spec(&[("rate          = 0.0", "rate          = 0.2")]),
    ),
    listed(
        "N4",
        "separable with margin 0 only, sign(0) = +1",
        spec!("three-points"),
        E1,
    ),
    listed(
        "N9",
        "every draw repeated 30 times",
        spec!("copies"),
        Spec(&[("copies    = 1", "copies    = 30")]),
    ),
    listed(
        "N10",
        "the uniform law without its complexity term",
        spec!("deviation"),
        Spec(&[(
            "name       = \"uniform-deviation-bound\"\n",
            "name       = \"uniform-deviation-bound\"\nlimit      = \"sqrt(2*log(1/claim.confidence)/examples)\"\n",
        )]),
    ),
    listed(
        "N12",
        "a majority of an even number of signs",
        spec!("majority"),
        Refused {
            edits: &[("relevant  = 3", "relevant  = 4")],
            words: "4 is even, so a vote can tie",
        },
    ),
    custom_spec(
        "one label flipped",
        spec!("points-count"),
        Spec(&[("y = 1 },\n]", "y = -1 },\n]")]),
    ),
];
