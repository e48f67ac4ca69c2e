//! Describes in words the effect of an update, the end of a run, and the curves.

use claims::numbers::number;
use claims::trace::{Scene, Trace};
use perceptron::learn::StopReason;
use perceptron::sample::{Label, Rational};

/// Describes one state of a run (`scene`) and the update that led to it.
pub(super) fn step(trace: &Trace, scene: &Scene) -> String {
    let mut words = match scene.example {
        None => "Before the first update w = 0, and every score is 0.".to_owned(),
        Some(example) => update(trace, scene, example),
    };
    if scene.example.is_some() {
        words += &inequalities(trace, scene);
    }
    if scene.updates == trace.updates.len() {
        words += " ";
        words += &ending(trace);
    }
    words
}

fn update(trace: &Trace, scene: &Scene, example: usize) -> String {
    let label = match trace.label(example) {
        Label::Positive => "+1",
        Label::Negative => "−1",
    };
    let score = near_zero(scene.score, scene.norm);
    let why = match (
        trace.variant.rule.facts().always_updates,
        trace.squeeze.threshold,
    ) {
        (true, _) => ", and this rule updates every time".to_owned(),
        (_, Some(threshold)) => format!(", below the threshold {}", number(threshold)),
        _ if score == 0.0 => ", which counts as a mistake".to_owned(),
        _ => ", a mistake".to_owned(),
    };
    format!(
        "Update {} of {}: example {example}, labelled {label}, has y⟨w, x⟩ = {}{why}. So w becomes {}.",
        scene.updates,
        trace.all,
        signed(score),
        updated(trace, trace.label(example))
    )
}

/// The weight vector after an update on an example with this label, as a formula.
fn updated(trace: &Trace, label: Label) -> String {
    let rule = &trace.variant.rule;
    let sign = match rule.factor(label) == label.sign() {
        true => "+",
        false => "−",
    };
    let step = match rule.step() {
        one if one == Rational::one() => String::new(),
        step => format!("{}·", number(step.to_f64())),
    };
    let norm = if rule.facts().normalizes {
        "/‖x‖"
    } else {
        ""
    };
    format!("w {sign} {step}y·x{norm}")
}

/// The known ones of the four numbers of the proof's two inequalities at a state of the run, as text in ascending order.
fn inequalities(trace: &Trace, scene: &Scene) -> String {
    let norm = scene.norm;
    let named = [
        ("k·γ", scene.lower),
        ("⟨w, u⟩", scene.along),
        ("‖w‖", Some(norm)),
        (trace.squeeze.upper_name(), scene.upper),
    ];
    let said = named.iter().filter_map(|(name, value)| {
        let value = near_zero((*value)?, norm);
        Some(format!("{name} = {}", signed(value)))
    });
    format!(
        " Now {}.{}",
        said.collect::<Vec<_>>().join(" ≤ "),
        angle(scene)
    )
}

/// The angle between the weight vector w and the separator u, as text; empty if either has no direction.
fn angle(scene: &Scene) -> String {
    let along = scene.along.filter(|_| scene.norm > 0.0);
    along.map_or(String::new(), |along| {
        let across = (scene.norm * scene.norm - along * along).max(0.0).sqrt();
        format!(
            " The angle between w and u is {:.1}°.",
            across.atan2(along).to_degrees()
        )
    })
}

/// Returns 0 in place of a value that differs from 0 by rounding only, compared with `size`.
fn near_zero(value: f64, size: f64) -> f64 {
    if value.abs() <= 1e-12 * size.max(1.0) {
        0.0
    } else {
        value
    }
}

fn signed(value: f64) -> String {
    number(value).replacen('-', "−", 1)
}

/// Describes in words how the run ended.
fn ending(trace: &Trace) -> String {
    let counts = trace.counts;
    if trace.updates.len() < trace.all {
        return format!("The run goes on, to {} updates.", trace.all);
    }
    match trace.reason {
        StopReason::CleanPass => "No example calls for an update any more: the run ends.".into(),
        StopReason::EndOfStream => format!(
            "All {} examples have been shown: the run ends.",
            counts.draws
        ),
        StopReason::QuietPeriod => {
            "As many examples in a row as the sample has needed no update: the run stops.".into()
        }
        StopReason::Undecided => {
            "Rounding leaves the sign of the next score open: the run stops.".into()
        }
        _ => "Here the run is cut off; it would go on.".into(),
    }
}

/// Summarizes the run in one or two sentences.
pub(super) fn summary(trace: &Trace) -> String {
    let updates = match trace.all {
        0 => "no update".to_owned(),
        1 => "one update".to_owned(),
        more => format!("{more} updates"),
    };
    let examples = match trace.examples() {
        1 => "one example".to_owned(),
        more => format!("{more} examples"),
    };
    let constant = trace.has_constant();
    let features = match trace.dimension() - usize::from(constant) {
        1 => "one feature".to_owned(),
        more => format!("{more} features"),
    };
    let constant = if constant { " and a constant one" } else { "" };
    let shown = trace.counts.draws;
    let bound = trace.squeeze.most_updates().map_or(String::new(), |most| {
        format!(
            " The theorem allows at most {}.",
            number((most * (1.0 + 1e-12)).floor())
        )
    });
    format!(
        "The run makes {updates} on {examples} of {features}{constant}, shown {shown} times.{bound}"
    )
}

/// Caption of the figure of the curves, which explains how they enclose the number of updates.
pub(super) fn squeeze_caption(trace: &Trace) -> String {
    let squeeze = &trace.squeeze;
    let upper = squeeze.upper_name();
    match (squeeze.lower(1), squeeze.upper(1)) {
        (Some(_), Some(_)) => format!(
            "Every update adds at least γ to ⟨w, u⟩, so ‖w‖ is at least the line k·γ; it is at most the curve {upper}. Beyond the point where line and curve meet, no update is possible."
        ),
        (None, Some(_)) => format!(
            "‖w‖ stays below {upper}, but it has no lower bound, so the run need not end."
        ),
        (Some(_), None) => {
            "Every update adds at least γ to ⟨w, u⟩, but ‖w‖ has no upper bound, so the run need not end.".into()
        }
        (None, None) => "Neither inequality of the proof applies to this run.".into(),
    }
}
