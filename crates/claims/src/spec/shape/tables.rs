//! Declares the shapes of the tables of a spec: generator, variants, claims, figures, and the keys at its top.

use super::derivation::of;
use super::probe::Kind;
use super::value_shape::{Key, Member, Shape};
use crate::claim::{Answers, MarginSource, Registered, VerdictWord};
use crate::figure::FigureKind;
use crate::spec::keys;
use perceptron::generate::Generator;
use perceptron::learn::order::AllOrders;
use perceptron::learn::{Order, OtherLearner, Rule, Variant};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What stands behind `generator`.
pub(in crate::spec) static GENERATOR: LazyLock<Shape> =
    LazyLock::new(|| of::<Generator>().documented(Generator::DOCS));

/// What stands behind the name of a variant.
pub(in crate::spec) static VARIANT: LazyLock<Shape> = LazyLock::new(|| {
    let order = of::<Order>().or_alone(AllOrders::DOC.name);
    let Shape::Table(keys) = of::<Variant>() else {
        return of::<Variant>();
    };
    let keyed = |key: Key| {
        let shape = match key.name {
            "order" => order.clone().documented(Order::DOCS),
            "rule" => key.shape.documented(Rule::DOCS),
            "learner" => key.shape.documented(OtherLearner::DOCS),
            _ => key.shape,
        };
        Key { shape, ..key }
    };
    Shape::Table(keys.into_iter().map(keyed).collect()).with(&Variant::DOC)
});

/// The keys of its own that each claim has.
pub(in crate::spec) static CLAIMS: LazyLock<BTreeMap<&'static str, Shape>> = LazyLock::new(|| {
    let Shape::Choice(members) = of::<Registered>().documented(Registered::DOCS) else {
        return BTreeMap::new();
    };
    let own = |member: Member| Some((member.name, member.behind?));
    members.into_iter().filter_map(own).collect()
});

/// The keys that all claims share.
pub(in crate::spec) static SHARED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let names = Registered::DOCS.iter();
    let names = names.map(|doc| Member::alone(doc.name, Some(*doc)));
    let scale = Shape::Own(
        "a number above 0, or a quoted fraction".into(),
        vec![Kind::Integer, Kind::Number, Kind::Text],
    );
    let shapes = [
        ("id", Shape::Text),
        ("name", Shape::Choice(names.collect())),
        ("control_of", Shape::Text),
        ("variants", Shape::List(Box::new(Shape::Text))),
        ("where", Shape::Own("a table".into(), vec![Kind::Table])),
        ("scale", scale),
        ("slack", Shape::Number),
        ("slack_reason", Shape::Text),
        ("margin", of::<MarginSource>()),
        (
            "premise",
            Shape::Choice(vec![Member::alone("waived", None)]),
        ),
        ("expect", of::<VerdictWord>()),
        ("answers", of::<Answers>()),
    ];
    let optional = |(name, shape)| Key::new(name, false, shape);
    let keys = shapes.into_iter().map(optional).collect();
    match Shape::Table(keys).with(&keys::CLAIM) {
        Shape::Table(keys) => keys,
        _ => Vec::new(),
    }
});

/// The keys at the top of a spec; what stands in its tables has shapes of its own.
pub(in crate::spec) static TOP: LazyLock<Shape> = LazyLock::new(|| {
    let table = |word: &str| Shape::Own(word.to_owned(), vec![Kind::Table]);
    let list = |word: &str| Shape::Own(word.to_owned(), vec![Kind::List]);
    let replicates = Shape::Own(
        "an integer from 1, \"all\", or { min = …, max = …, until = \"decided\" }".into(),
        vec![Kind::Integer, Kind::Text, Kind::Table],
    );
    let figures = Shape::Own(
        "a table [figures] with show = [names], or [[figures]] tables".into(),
        vec![Kind::Table, Kind::List],
    );
    let keys = [
        ("title", true, Shape::Text),
        ("question", true, Shape::Text),
        ("analysis", false, Shape::Text),
        ("answer", false, Shape::Text),
        ("seed", true, Shape::Natural),
        ("replicates", true, replicates),
        ("quick_replicates", false, Shape::Natural),
        ("alpha", false, Shape::Number),
        (
            "generator",
            true,
            table("a table [generator.NAME], such as [generator.sphere-margin]"),
        ),
        (
            "variants",
            false,
            table(
                "a table for each variant, in single brackets and with a name of your own: [variants.plain]",
            ),
        ),
        ("sweep", false, list("blocks in double brackets: [[sweep]]")),
        (
            "claims",
            false,
            list("tables in double brackets, one for each claim: [[claims]]"),
        ),
        ("measure", false, Shape::List(Box::new(Shape::Text))),
        ("figures", false, figures),
    ];
    let key = |(name, required, shape)| Key::new(name, required, shape);
    Shape::Table(keys.into_iter().map(key).collect()).with(&keys::SPEC)
});

/// What stands behind `figures`, or in each of its tables.
pub(in crate::spec) static FIGURE: LazyLock<Shape> = LazyLock::new(|| {
    let kinds = of::<FigureKind>().documented(FigureKind::DOCS);
    let by = Shape::Own(
        "a name, or a list of names".into(),
        vec![Kind::Text, Kind::List],
    );
    let keys = [
        ("show", Shape::List(Box::new(kinds))),
        ("x", Shape::Text),
        ("y", Shape::Text),
        ("by", by),
        ("title", Shape::Text),
    ];
    let optional = |(name, shape)| Key::new(name, false, shape);
    Shape::Table(keys.into_iter().map(optional).collect()).with(&keys::FIGURE)
});
