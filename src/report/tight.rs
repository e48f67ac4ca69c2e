//! Shows how close the runs came to the limit of each claim, together with the controls that they refute.

use super::attacked::closest as closest_sample;
use super::document::{Block, Inline, Table, TableCell, TableColumn};
use super::gauge::Gauge;
use super::stated::is_control_of;
use super::summary_row::{SummaryRow, closest};
use claims::claim::{Closeness, OneTrial, StatedClaim, formal_places};
use claims::judge::{Verdict, replay_command};
use claims::numbers::{counted, number};
use perceptron::sample::Rational;
use std::collections::BTreeMap;

/// A table with one row per claim that is not a control: bar, verdict and controls.
pub(super) fn section(claims: &[StatedClaim], rows: &[SummaryRow]) -> Vec<Block> {
    let lines: Vec<Vec<TableCell>> = claims
        .iter()
        .filter(|claim| claim.control_of.is_none())
        .filter_map(|claim| line(claim, claims, rows))
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let has_bars = lines
        .iter()
        .any(|cells| matches!(cells[1], TableCell::Gauge(_)));
    let caption = match has_bars {
        true => {
            "Bar: the worst case, as a share of the bound (black line). Red tick: a smaller bound that these runs refute."
        }
        false => "",
    };
    let columns = ["claim", "how close", "verdict", "made wrong on purpose"];
    vec![Block::Table(Table {
        caption: caption.into(),
        columns: columns.map(TableColumn::left_aligned).to_vec(),
        rows: lines,
    })]
}

fn line(
    claim: &StatedClaim,
    claims: &[StatedClaim],
    rows: &[SummaryRow],
) -> Option<Vec<TableCell>> {
    let row_of = |id: &str| rows.iter().find(|row| row.id == *id);
    let row = row_of(&claim.id)?;
    let controls: Vec<&SummaryRow> = claims
        .iter()
        .filter(|other| is_control_of(other, claim, claims))
        .filter_map(|other| row_of(&other.id))
        .collect();
    let verdict = TableCell::Verdict {
        word: row.verdict.clone(),
        as_expected: row.as_expected,
    };
    let close = match Gauge::new(row, &controls) {
        Some(gauge) => TableCell::Gauge(gauge),
        None => close(row).into(),
    };
    let ends: Vec<String> = controls.iter().map(|control| end(control)).collect();
    let ends = Inline::Text(ends.join("; "));
    Some(vec![
        claim.name_on_page().into(),
        close,
        verdict,
        TableCell::Prose(vec![ends]),
    ])
}

/// Describes in words how close a claim without a bar came to its limit.
fn close(row: &SummaryRow) -> String {
    if let Some(exceedance) = row.exceedance {
        return exceedance.words();
    }
    match row.tightness {
        Some(ratio) if row.words.iter().any(|word| word.refutes()) => {
            format!("{} × the limit", number(ratio))
        }
        Some(_) if row.within.is_some() => {
            let within = row.within.unwrap_or_default();
            format!(
                "equal within {}",
                claims::numbers::rounded_up(within, claims::numbers::percent)
            )
        }
        Some(ratio) => format!("{} of the limit", claims::numbers::percent(ratio)),
        None => match row.within {
            Some(within) => format!("within {} everywhere", number(within)),
            None => compared(row),
        },
    }
}

fn compared(row: &SummaryRow) -> String {
    match row.runs {
        0 => "formulas compared, no run".into(),
        1 if row.is_of_pairs => "1 pair of runs compared".into(),
        pairs if row.is_of_pairs => format!("{pairs} pairs of runs compared"),
        runs => counted(runs, "run") + " compared",
    }
}

/// Names a control, and says whether it was refuted.
fn end(control: &SummaryRow) -> String {
    match control.is_refuted() {
        true => format!("{}: refuted", control.id),
        false => format!("{}: NOT refuted everywhere", control.id),
    }
}

/// A list with, for every claim, the run that came closest to its limit over all cells, the command that repeats it and a link to its page, if any.
pub(super) fn closest_runs(
    claims: &[StatedClaim],
    verdicts: &[Verdict],
    runs: &BTreeMap<String, String>,
) -> Vec<Block> {
    let commands: Vec<(String, &str)> = claims
        .iter()
        .filter_map(|claim| Some((claim.id.clone(), closest_run(claim, verdicts)?)))
        .collect();
    if commands.is_empty() {
        return Vec::new();
    }
    let told = "One command repeats the run that came closest to the limit of a claim, or that refutes it; with `--page` it writes a page that \
        shows the run update by update.";
    let refutes = |id: &String| {
        let mut own = verdicts.iter().filter(|verdict| verdict.id == *id);
        own.any(|verdict| verdict.verdict.refutes())
    };
    let watched = runs.iter().map(|(id, href)| {
        vec![Inline::Link {
            text: match refutes(id) {
                true => format!("{id}: watch a run that refutes it"),
                false => format!("{id}: watch the run that came closest"),
            },
            href: href.clone(),
        }]
    });
    let watched: Vec<Vec<Inline>> = watched.collect();
    let watched = (!watched.is_empty()).then_some(Block::List(watched));
    let lines = commands.into_iter().flat_map(|(id, address)| {
        let claim = claims.iter().find(|claim| claim.id == id);
        let legs = claim.map(|claim| [proved(claim), attacked(claim)]);
        let legs = legs.into_iter().flatten().flatten();
        let legs = legs.map(|text| Block::paragraph(&text));
        let run = [
            Block::Paragraph(vec![Inline::Text(format!("{id}:"))]),
            Block::Code(replay_command(address)),
        ];
        run.into_iter().chain(legs).collect::<Vec<_>>()
    });
    let folded = Block::Details {
        summary: "The run that came closest, for every claim about single runs".into(),
        blocks: [Block::paragraph(told)].into_iter().chain(lines).collect(),
    };
    watched.into_iter().chain([folded]).collect()
}

/// Names the formal proofs of a theorem that is stated as it is; `None` if it has none.
fn proved(claim: &StatedClaim) -> Option<String> {
    let places = formal_places(claim.name());
    (is_as_it_is(claim) && !places.is_empty()).then(|| {
        format!(
            "Proved formally, and checked by `scripts/check-proofs`: {}.",
            places.join("; ")
        )
    })
}

/// Whether a claim is a theorem with its own limit, and made to hold.
fn is_as_it_is(claim: &StatedClaim) -> bool {
    claim.is_theorem() && claim.control_of.is_none() && claim.scale == Rational::one()
}

/// Says how close a search for samples came to the limit of a theorem that is stated as it is; `None` if it was not attacked.
fn attacked(claim: &StatedClaim) -> Option<String> {
    let closest = closest_sample(claim.name()).filter(|_| is_as_it_is(claim))?;
    let name = claim.name();
    Some(format!(
        "A search for samples that come closer, `perceptron-lab attack {name}`, reached {} of the limit, with {}.",
        number(closest.reaches),
        counted(closest.examples, "example")
    ))
}

/// The address of the run that came closest over all cells of a claim. `None` for a claim about a mean or a probability, which no single run decides.
pub fn closest_run<'a>(claim: &StatedClaim, verdicts: &'a [Verdict]) -> Option<&'a str> {
    if claim.form().one_trial() == OneTrial::Nothing {
        return None;
    }
    // A comparison of two formulas is of no run.
    let is_of_runs = |verdict: &&Verdict| verdict.independent != Some(0);
    let own = || {
        verdicts
            .iter()
            .filter(|verdict| verdict.id == claim.id)
            .filter(is_of_runs)
    };
    let refuting = own().find(|verdict| verdict.verdict.refutes() && verdict.witness.is_some());
    if let Some(verdict) = refuting {
        return verdict.witness.as_deref();
    }
    let nearer = closest(claim.form().direction());
    let ratios = own().filter_map(|verdict| verdict.tightness_max);
    let nearest = ratios
        .reduce(nearer)
        .filter(|_| claim.form().closeness() != Closeness::None);
    let is_nearest = |verdict: &&Verdict| nearest.is_none() || verdict.tightness_max == nearest;
    let mut found = own()
        .filter(is_nearest)
        .filter_map(|verdict| verdict.closest.as_deref());
    found
        .next()
        .or_else(|| own().find_map(|verdict| verdict.closest.as_deref()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use claims::claim::Registered;

    #[test]
    fn a_theorem_stated_as_it_is_names_its_proof_and_the_closest_sample_of_an_attack_and_a_control_does_not()
     {
        let name = "online-mistake-bound";
        let claim = StatedClaim::plain(Registered::built_in("online-mistake-bound = {}"));
        let closest = number(closest_sample(name).unwrap().reaches) + " of the limit";
        let said = attacked(&claim).unwrap();
        assert!(
            said.contains(&closest) && said.contains("perceptron-lab attack online-mistake-bound")
        );
        let control = StatedClaim {
            scale: Rational::new(1, 2),
            ..claim.clone()
        };
        assert_eq!((attacked(&control), proved(&control)), (None, None));
        let place = proved(&claim).unwrap();
        assert!(place.contains("proofs/Perceptron.v, novikoff"), "{place}");
        let of_no_run = StatedClaim::plain(Registered::built_in("leave-one-out-risk-bound = {}"));
        assert_eq!(attacked(&of_no_run), None);
    }
}
