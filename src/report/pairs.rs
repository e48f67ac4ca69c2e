//! Says of pairs of variants in how many pairs the first has the smaller number, and whether the two share their random draws.

use super::document::{Block, Table, TableCell, TableColumn};
use super::summary_row::is_of_difference;
use super::verdicts::cells;
use claims::judge::{PairCounts, Verdict};
use claims::numbers::number;
use std::collections::BTreeSet;

/// Text on a page before the table of pairs.
const WORDS: &str = "Two variants are compared on the same samples, pair by pair. The mean of what the claim observes, such as first − second, has the interval on which \
    the verdict rests. The last interval is for the probability that the number of the first is the smaller one if the two differ. It contains this probability at 99 %, at whatever number of pairs the run ends, and each interval by itself (Robbins 1970). It \
    only describes: no verdict rests on it, and it takes nothing from the α that is split over the verdicts.";

/// The verdicts on pairs, without those on controls, which are about the same pairs.
fn of_pairs<'a>(verdicts: &[&'a Verdict]) -> Vec<(&'a Verdict, &'a PairCounts)> {
    let own = verdicts
        .iter()
        .filter(|verdict| verdict.control_of.is_none());
    own.filter_map(|verdict| Some((*verdict, verdict.pairs.as_ref()?)))
        .collect()
}

/// The part of a page about pairs: in how many of them the first number is smaller, and which variants share their random draws. Empty without pairs.
pub(super) fn blocks(listed: &[&Verdict], all: &[Verdict]) -> Vec<Block> {
    let pairs = of_pairs(listed);
    let table = (!pairs.is_empty()).then(|| table(&pairs, all));
    let table = table.map(|table| [Block::paragraph(WORDS), Block::Table(table)]);
    let draws = draws(all).into_iter().map(|text| Block::paragraph(&text));
    table.into_iter().flatten().chain(draws).collect()
}

fn table(pairs: &[(&Verdict, &PairCounts)], all: &[Verdict]) -> Table {
    let names = cells(all);
    let words = ["claim", "cell", "first", "second", "compared"].map(TableColumn::left_aligned);
    let means = [
        TableColumn::right("mean observed"),
        TableColumn::left_aligned("its interval"),
    ];
    let counts = ["first smaller", "equal", "first larger", "without a result"];
    let counts = counts.map(TableColumn::right);
    let interval = [TableColumn::left_aligned("first smaller if they differ")];
    let row = |(verdict, pairs): &(&Verdict, &PairCounts)| {
        let label = verdict.cell.as_ref().map(|cell| names.label(cell));
        let variant = |place: usize| {
            variants(verdict)
                .get(place)
                .copied()
                .unwrap_or_default()
                .into()
        };
        let counts = [pairs.smaller, pairs.equal, pairs.larger, pairs.unknown];
        let words: [TableCell; 5] = [
            verdict.id.as_str().into(),
            label.into(),
            variant(0),
            variant(1),
            pairs.compared.join(", ").as_str().into(),
        ];
        words
            .into_iter()
            .chain([mean(verdict).into(), verdict.interval.map(ends_of).into()])
            .chain(counts.map(TableCell::from))
            .chain([interval_of(pairs).into()])
            .collect()
    };
    Table {
        caption: "Pairs of runs on the same samples.".into(),
        columns: words
            .into_iter()
            .chain(means)
            .chain(counts)
            .chain(interval)
            .collect(),
        rows: pairs.iter().map(row).collect(),
    }
}

/// The mean that the interval of a verdict is about; `None` if that is the mean of observed − limit, because the limit is measured, too.
fn mean(verdict: &Verdict) -> Option<f64> {
    verdict.observed_mean.filter(|_| !is_of_difference(verdict))
}

fn interval_of(pairs: &PairCounts) -> Option<String> {
    pairs.interval.map(ends_of)
}

fn ends_of([lower, upper]: [f64; 2]) -> String {
    match lower == upper {
        true => number(lower),
        false => format!("[{}, {}]", number(lower), number(upper)),
    }
}

/// One line for the terminal on the pairs of a verdict; `None` if it counts no pairs, or is about a control.
pub fn line(verdict: &Verdict) -> Option<String> {
    let (_, pairs) = of_pairs(&[verdict]).pop()?;
    let named = |place: usize, word: &str| {
        let compared = &pairs.compared[place];
        match (compared.strip_prefix(word), variants(verdict).get(place)) {
            (Some(number), Some(variant)) => format!("{variant}.{number}"),
            _ => compared.clone(),
        }
    };
    let [first, second] = [named(0, "first."), named(1, "second.")];
    let PairCounts {
        smaller,
        equal,
        larger,
        unknown,
        ..
    } = pairs;
    let of = smaller + equal + larger + unknown;
    let unknown = match unknown {
        0 => String::new(),
        count => format!(", without a result {count}"),
    };
    let interval = interval_of(pairs).map_or(String::new(), |interval| {
        format!("; smaller if they differ, with probability {interval} (99 %, descriptive)")
    });
    Some(format!(
        "{first} is smaller than {second} in {smaller} of {of} pairs, equal in {equal}, larger in {larger}{unknown}{interval}"
    ))
}

/// Sentences on the pairs of variants that draw at random: whether they share their draws.
pub fn draws(verdicts: &[Verdict]) -> BTreeSet<String> {
    let sentence = |verdict: &Verdict| match variants(verdict)[..] {
        [first, second] => Some(drawn([first, second], verdict.shares_draws?)),
        _ => None,
    };
    verdicts.iter().filter_map(sentence).collect()
}

/// Says whether two variants that draw at random share their draws. The names are put in alphabetical order, so that two claims about them give one
/// sentence.
pub fn drawn(mut names: [&str; 2], is_shared: bool) -> String {
    names.sort_unstable();
    let [first, second] = names;
    match is_shared {
        true => format!(
            "The variants {first} and {second} share their random draws, such as a random order (key `draws`)."
        ),
        false => format!(
            "The variants {first} and {second} draw at random separately, such as a random order; `draws = \"order\"` in both makes them share their draws."
        ),
    }
}

fn variants(verdict: &Verdict) -> Vec<&str> {
    let names = verdict.variant.as_array().into_iter().flatten();
    names.filter_map(|name| name.as_str()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn verdict() -> Verdict {
        Verdict {
            id: "plain errs less".into(),
            variant: json!(["plain", "normalized"]),
            shares_draws: Some(false),
            pairs: Some(PairCounts {
                compared: ["first.risk", "second.risk"].map(str::to_owned),
                smaller: 297,
                equal: 0,
                larger: 3,
                unknown: 0,
                interval: Some([0.945, 0.9998]),
            }),
            ..Verdict::default()
        }
    }

    #[test]
    fn page_and_terminal_show_the_counts_of_pairs_and_their_interval() {
        let verdict = verdict();
        let line = line(&verdict).unwrap();
        assert_eq!(
            line,
            "plain.risk is smaller than normalized.risk in 297 of 300 pairs, equal in 0, larger in 3; smaller if they differ, with probability [0.945, 0.9998] (99 %, descriptive)"
        );
        let all = [verdict];
        let blocks = blocks(&[&all[0]], &all);
        let [
            Block::Paragraph(_),
            Block::Table(table),
            Block::Paragraph(_),
        ] = &blocks[..]
        else {
            panic!("{blocks:?}");
        };
        let columns: Vec<&str> = table.columns.iter().map(|column| &*column.name).collect();
        assert_eq!(columns.len(), table.rows[0].len());
        let at = |name: &str| columns.iter().position(|column| *column == name).unwrap();
        let cell = |name: &str| &table.rows[0][at(name)];
        assert_eq!(cell("first"), &TableCell::from("plain"));
        assert_eq!(cell("first smaller"), &TableCell::from(297));
        assert_eq!(cell("first larger"), &TableCell::from(3));
    }

    #[test]
    fn controls_and_claims_without_pairs_have_no_line() {
        let control = Verdict {
            control_of: Some("plain errs less".into()),
            ..verdict()
        };
        assert_eq!((line(&control), line(&Verdict::default())), (None, None));
        assert_eq!(blocks(&[&Verdict::default()], &[]), []);
    }

    #[test]
    fn two_claims_about_two_variants_give_one_sentence_on_their_draws() {
        let reversed = Verdict {
            variant: json!(["normalized", "plain"]),
            ..verdict()
        };
        let one_draws = Verdict {
            variant: json!(["plain", "cyclic"]),
            shares_draws: None,
            ..verdict()
        };
        let said = draws(&[verdict(), reversed, one_draws]);
        let said: Vec<&String> = said.iter().collect();
        assert!(
            said.len() == 1 && said[0].contains("normalized and plain draw at random separately"),
            "{said:?}"
        );
        assert!(drawn(["a", "b"], true).contains("a and b share"));
    }
}
