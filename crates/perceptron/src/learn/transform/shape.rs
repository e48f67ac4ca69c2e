//! Describes the values that a spec can write for a transform.

use super::Transform;
use crate::documented::{Key, Member, Shape, Shaped};
use crate::sample::Rational;

impl Shaped for Transform {
    fn shape() -> Shape {
        let alone = |name| Member::alone(name, None);
        let map = vec![
            Key::of::<u32>("degree"),
            Key::of::<Rational>("constant"),
            Key::new("dropped", false, Shape::Truth),
        ];
        Shape::Choice(vec![
            Member::followed("rescale", Rational::shape()),
            Member::followed(
                "signed-permutation",
                Shape::Table(vec![Key::of::<u64>("seed")]),
            ),
            alone("reflect"),
            alone("normalize"),
            alone("invert"),
            Member::followed("polynomial-map", Shape::Table(map)),
        ])
    }
}
