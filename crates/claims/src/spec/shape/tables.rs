//! Declares the shapes of the tables of a spec: generator, variants, claims, figures, and the keys at its top.

use crate::claim::{Answers, LectureNote, MarginSource, Registered, SlackKind, VerdictKind};
use crate::figure::FigureKind;
use crate::spec::keys;
use perceptron::documented::{Key, Member, Shape, Shaped, ValueKind};
use perceptron::generate::Generator;
use perceptron::learn::Variant;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The shape of the table `generator`.
pub(in crate::spec) static GENERATOR: LazyLock<Shape> = LazyLock::new(Generator::shape);

/// The shape of a table `[variants.NAME]`.
pub(in crate::spec) static VARIANT: LazyLock<Shape> = LazyLock::new(Variant::shape);

/// For each claim, by its name, the shape of the keys that only this claim has.
pub(in crate::spec) static CLAIMS: LazyLock<BTreeMap<&'static str, Shape>> = LazyLock::new(|| {
    let own = |member: &Member| Some((member.name, member.value.clone()?));
    Registered::shape()
        .members()
        .iter()
        .filter_map(own)
        .collect()
});

/// The keys that every `[[claims]]` table can have, with the shapes of their values.
pub(in crate::spec) static SHARED: LazyLock<Vec<Key>> = LazyLock::new(|| {
    let names = Registered::docs().iter();
    let names = names.map(|doc| Member::alone(doc.name, Some(*doc)));
    let scale = Shape::Own(
        "a number above 0, or a quoted fraction",
        &[ValueKind::Integer, ValueKind::Number, ValueKind::Text],
    );
    let optional = |(name, shape)| Key::new(name, false, shape);
    let source = [
        ("note", LectureNote::shape()),
        ("place", Shape::Text),
        ("exercise", Shape::Text),
    ];
    let shapes = [
        ("id", Shape::Text),
        ("name", Shape::Choice(names.collect())),
        ("control_of", Shape::Text),
        ("variants", Shape::List(Box::new(Shape::Text))),
        ("where", Shape::Own("a table", &[ValueKind::Table])),
        ("scale", scale),
        ("slack", Shape::Number),
        ("slack_kind", SlackKind::shape()),
        ("slack_reason", Shape::Text),
        ("margin", MarginSource::shape()),
        ("about_estimates", Shape::Truth),
        (
            "premise",
            Shape::Choice(vec![Member::alone("waived", None)]),
        ),
        ("expect", VerdictKind::shape()),
        ("answers", Answers::shape()),
        ("goal", Shape::Truth),
        ("stated_in", Shape::Table(source.map(optional).into())),
        ("number", Shape::List(Box::new(Shape::Text))),
    ];
    let keys = shapes.into_iter().map(optional).collect();
    match Shape::Table(keys).with(&keys::CLAIM) {
        Shape::Table(keys) => keys,
        _ => Vec::new(),
    }
});

/// The shape of the keys at the top of a spec; the contents of its tables, such as `generator`, are described separately.
pub(in crate::spec) static TOP: LazyLock<Shape> = LazyLock::new(|| {
    let table = |words| Shape::Own(words, &[ValueKind::Table]);
    let list = |words| Shape::Own(words, &[ValueKind::List]);
    let replicates = Shape::Own(
        "an integer from 1, \"all\", or { min = …, max = …, until = \"decided\" }",
        &[ValueKind::Integer, ValueKind::Text, ValueKind::Table],
    );
    let figures = Shape::Own(
        "a table [figures] with show = [names], or [[figures]] tables",
        &[ValueKind::Table, ValueKind::List],
    );
    let keys = [
        ("title", true, Shape::Text),
        ("question", true, Shape::Text),
        ("analysis", false, Shape::Text),
        ("answer", false, Shape::Text),
        ("seed", true, Shape::Natural),
        ("replicates", true, replicates),
        ("quick_replicates", false, Shape::Natural),
        ("test_examples", false, Shape::Natural),
        (
            "fewer_replicates",
            false,
            Shape::Own(
                "a table { COLUMN = a number of replicates }",
                &[ValueKind::Table],
            ),
        ),
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
        (
            "theorems",
            false,
            Shape::Own(
                "[theorems.NAME] tables, or the path of a file of theorems",
                &[ValueKind::Text, ValueKind::Table],
            ),
        ),
        ("measure", false, Shape::List(Box::new(Shape::Text))),
        ("figures", false, figures),
    ];
    let key = |(name, required, shape)| Key::new(name, required, shape);
    Shape::Table(keys.into_iter().map(key).collect()).with(&keys::SPEC)
});

/// The shape of a table `[figures]` or `[[figures]]`.
pub(in crate::spec) static FIGURE: LazyLock<Shape> = LazyLock::new(|| {
    let kinds = FigureKind::shape().documented(FigureKind::DOCS);
    let scale = Shape::Choice(
        ["linear", "log"]
            .map(|name| Member::alone(name, None))
            .into(),
    );
    let by = Shape::Own(
        "a name, or a list of names",
        &[ValueKind::Text, ValueKind::List],
    );
    let several = Shape::Own(
        "a column or a formula, or a list of them",
        &[ValueKind::Text, ValueKind::List],
    );
    let keys = [
        ("show", Shape::List(Box::new(kinds))),
        ("x", Shape::Text),
        ("y", several),
        ("labels", Shape::List(Box::new(Shape::Text))),
        ("x_label", Shape::Text),
        ("y_label", Shape::Text),
        ("x_scale", scale.clone()),
        ("y_scale", scale),
        ("most", Shape::Number),
        ("band", Shape::Truth),
        ("panels", Shape::Text),
        ("by", by),
        ("title", Shape::Text),
        ("where", Shape::Own("a table", &[ValueKind::Table])),
        ("variants", Shape::List(Box::new(Shape::Text))),
    ];
    let optional = |(name, shape)| Key::new(name, false, shape);
    Shape::Table(keys.into_iter().map(optional).collect()).with(&keys::FIGURE)
});
