//! Plants faults in bounds: wrong constants, and bounds applied to the wrong quantity.

use super::super::fault::FaultKind::{self, Spec};
use super::entry::{PlantedFault, custom_spec, listed, spec};

const SMALLER_HALF: FaultKind = Spec(&[("scale = 1\n", "scale = \"1/2\"\n")]);

const SMALLER: FaultKind = Spec(&[("scale = 1\n", "scale = 0.99\n")]);

pub(super) const ENTRIES: &[PlantedFault] = &[
    listed(
        "N1",
        "99 % of the mistake bound",
        spec!("basis-bound"),
        SMALLER,
    ),
    listed("N1", "99 % of 3/γ²", spec!("margin-adversary"), SMALLER),
    listed("N1", "99 % of nr", spec!("hadamard"), SMALLER),
    custom_spec(
        "99 % of the bound in the plane",
        spec!("plane-bound"),
        SMALLER,
    ),
    custom_spec(
        "the bound in the plane, in three dimensions",
        spec!("plane-bound"),
        Spec(&[
            ("span   = 2", "span   = 3"),
            (
                "scale = 1\n",
                "premise = \"waived\"\nexpect = \"violated\"\n",
            ),
        ]),
    ),
    custom_spec(
        "one mistake less than Winnow's bound for integers",
        spec!("winnow"),
        Spec(&[(
            "name = \"winnow-integer-bound\"\n",
            "name = \"winnow-integer-bound\"\nlimit = \"winnow_integer_bound - 1\"\n",
        )]),
    ),
    custom_spec(
        "Winnow's bound for the perceptron",
        spec!("winnow-rows"),
        Spec(&[
            (
                "learner = { winnow = {} }\n",
                "rule    = { perceptron = {} }\n",
            ),
            (
                "name = \"winnow-mistake-bound\"\n",
                "name = \"winnow-mistake-bound\"\npremise = \"waived\"\nexpect = \"violated\"\n",
            ),
        ]),
    ),
    custom_spec(
        "half of the rows for the perceptron when ties are mistakes",
        spec!("orthogonal-signs"),
        SMALLER_HALF,
    ),
    custom_spec(
        "1/γ² for margin mistakes",
        spec!("margin-adversary"),
        Spec(&[("scale = 1\n", "scale = \"1/3\"\n")]),
    ),
    listed(
        "N6",
        "3/γ² without unit norm",
        spec!("unit-norm"),
        Spec(&[("norm      = 1", "norm      = 2")]),
    ),
    custom_spec(
        "3.9L under the root in place of 4L",
        spec!("not-separable"),
        Spec(&[(
            "name = \"hinge-mistake-bound\"\n",
            "name = \"hinge-mistake-bound\"\nlimit = \"(2*radius_squared/comparator_margin_squared + 3.9*comparator_hinge_sum + 2*sqrt(radius_squared/comparator_margin_squared*(radius_squared/comparator_margin_squared + 3.9*comparator_hinge_sum)))/4\"\n",
        )]),
    ),
    custom_spec(
        "R² + D² in place of (R + D)²",
        spec!("deficits"),
        Spec(&[(
            "name = \"deficit-mistake-bound\"\n",
            "name = \"deficit-mistake-bound\"\nlimit = \"(radius_squared + comparator_deficit_squared)/comparator_margin_squared\"\n",
        )]),
    ),
    custom_spec(
        "the majority vote bounded by the share of mistakes, without the factor 2",
        spec!("votes-bound"),
        Spec(&[("scale = 1\n", "scale = \"1/2\"\n")]),
    ),
    custom_spec(
        "half of the root in the deviation of the mean risk",
        spec!("coin-deviation"),
        Spec(&[(
            "name  = \"online-to-batch-deviation\"\n",
            "name  = \"online-to-batch-deviation\"\nlimit = \"mistakes/examples + 1/2*sqrt(log(1/claim.delta)/(2*examples))\"\n",
        )]),
    ),
    listed(
        "N14",
        "the affine margin in the bound with an offset",
        spec!("offset-bound"),
        Spec(&[(
            "\"sample\"",
            "1\npremise = \"waived\"\nexpect = \"violated\"",
        )]),
    ),
];
