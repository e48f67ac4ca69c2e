//! Draws the figure of the index: a row for every kind of claim with a limit, with a mark for every experiment.

use super::document::Figure;
use super::draw::dark::with_dark_partners;
use super::gauge::Gauge;
use super::summary::Summary;
use super::summary_row::{StatementKind, SummaryRow};
use claims::claim::{LimitDirection, VerdictKind};
use claims::numbers::{percent, rounded_up};
use maud::{Markup, html as markup};
use std::collections::BTreeMap;

/// Least number of marks for which the figure of the index is drawn.
const FEWEST: usize = 3;

const WIDTH: f64 = 1200.0;
const TOP: f64 = 150.0;
const ROW: f64 = 26.0;
/// Width in pixels of a column of rows; and (next constants) where its data begin and end.
const COLUMN: f64 = 600.0;
const LEFT: f64 = 290.0;
const RIGHT: f64 = 555.0;

/// Share of a limit at which marks beyond it, and refuted claims without a share, are drawn.
const BEYOND: f64 = 1.06;

/// A mark: one claim of one experiment.
struct LimitMark {
    share: f64,
    kind: MarkKind,
    /// Whose statement it is.
    statement: StatementKind,
    words: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum MarkKind {
    /// A bound that was not refuted.
    Bound,
    /// An equality that was not refuted.
    Equality,
    /// A claim that was refuted.
    Refuted,
}

/// Draws the figure of the index; `None` if it would have fewer than three marks.
pub(super) fn figure(summaries: &[Summary]) -> Option<Figure> {
    let rows = rows(summaries);
    let marks = || rows.iter().flat_map(|(_, marks)| marks);
    let count = |kind| marks().filter(|mark| mark.kind == kind).count();
    let (bounds, equalities, refuted) = (
        count(MarkKind::Bound),
        count(MarkKind::Equality),
        count(MarkKind::Refuted),
    );
    let refuted_of = |statement| {
        let is_one =
            |mark: &&LimitMark| mark.kind == MarkKind::Refuted && mark.statement == statement;
        marks().filter(is_one).count()
    };
    let (printed, guesses) = (
        refuted_of(StatementKind::Printed),
        refuted_of(StatementKind::Guess) + refuted_of(StatementKind::Exercise),
    );
    (bounds + equalities + refuted >= FEWEST).then(|| Figure {
            large: None,
        name: "limits".into(),
        svg: with_dark_partners(&drawing(&rows).into_string()),
        caption: format!(
            "Every row is a statement, every mark a claim of it in one experiment: bounds ({bounds}), at the share of the limit that the closest run used, \
             of a mean its estimate, of a probability the share of the allowed one; equalities that hold ({equalities}); and at the right end, whatever their size, refuted claims \
             ({refuted}, of them {printed} as a note prints them, and {guesses} that an exercise or a spec states to be refuted). Controls are left out. A mark names its experiment when the \
             pointer is on it."
        ),
        alt: format!(
            "{} rows of claims between 0 and 100 % of their limits, with {refuted} refuted claims",
            rows.len()
        ),
    })
}

/// The marks of every claim that has one, by the claim's name; the rows with the closest runs come first.
fn rows(summaries: &[Summary]) -> Vec<(String, Vec<LimitMark>)> {
    let mut rows: BTreeMap<&str, Vec<LimitMark>> = BTreeMap::new();
    let claims = summaries.iter().flat_map(|summary| &summary.rows);
    for row in claims.filter(|row| !row.control) {
        if let Some(mark) = LimitMark::of(row) {
            rows.entry(&row.claim).or_default().push(mark);
        }
    }
    let largest = |marks: &[LimitMark]| {
        let held = marks.iter().filter(|mark| mark.kind != MarkKind::Refuted);
        held.map(|mark| mark.share).fold(0.0, f64::max)
    };
    let mut rows: Vec<(&str, Vec<LimitMark>)> = rows.into_iter().collect();
    rows.sort_by(|a, b| largest(&b.1).total_cmp(&largest(&a.1)));
    let named = rows.into_iter().map(|(name, marks)| match name {
        "conjecture" => ("formulas of the specs".to_owned(), marks),
        name => (name.replace('-', " "), marks),
    });
    named.collect()
}

impl LimitMark {
    /// The mark of a claim; `None` if it has neither a limit nor a refutation.
    fn of(row: &SummaryRow) -> Option<Self> {
        let is_refuted = row.words.iter().any(|word| word.refutes());
        let is_equality = row.direction == LimitDirection::Both && row.tightness.is_some();
        let holds = row.words.contains(&VerdictKind::Holds);
        let used = Gauge::new(row, &[]).map(|gauge| gauge.used);
        let (share, kind, said) = match (is_refuted, used) {
            (true, _) => (BEYOND, MarkKind::Refuted, "refuted".to_owned()),
            (false, Some(used)) => (used.min(BEYOND), MarkKind::Bound, rounded_up(used, percent)),
            (false, None) if is_equality && holds => {
                (1.0, MarkKind::Equality, "equality".to_owned())
            }
            (false, None) => return None,
        };
        Some(Self {
            share,
            kind,
            statement: row.kind(),
            words: format!("{}: {}, {said}", row.experiment, row.title()),
        })
    }

    fn drawn(&self, left: f64, y: f64) -> Markup {
        let x = place(left, self.share);
        let words = &self.words;
        match self.kind {
            MarkKind::Bound => markup! {
                circle cx=(rounded(x)) cy=(rounded(y)) r="7" fill="#0072b2" fill-opacity="0.6" { title { (words) } }
            },
            MarkKind::Equality => markup! {
                rect x=(rounded(x - 6.0)) y=(rounded(y - 6.0)) width="12" height="12" fill="#ffffff" fill-opacity="0.6" stroke="#009e73" stroke-width="2.5" { title { (words) } }
            },
            MarkKind::Refuted => markup! {
                text x=(rounded(x)) y=(rounded(y + 8.0)) font-size="24" font-weight="bold" text-anchor="middle" fill="#d53c00" { "×" title { (words) } }
            },
        }
    }
}

fn place(left: f64, share: f64) -> f64 {
    left + LEFT + share * (RIGHT - LEFT) / BEYOND
}

fn rounded(pixels: f64) -> String {
    format!("{pixels:.1}")
}

fn drawing(rows: &[(String, Vec<LimitMark>)]) -> Markup {
    let half = rows.len().div_ceil(2);
    let bottom = TOP + ROW * half as f64;
    let height = bottom as u32 + 76;
    markup! {
        svg width=(WIDTH) height=(height) viewBox={ "0 0 " (WIDTH) " " (height) } xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" {
            rect width="100%" height="100%" fill="#ffffff" {}
            text x="28" y="44" font-size="26" font-weight="bold" fill="#222222" { "How close the runs came to each limit" }
            (legend())
            @for (index, rows) in rows.chunks(half.max(1)).enumerate() {
                (column(index as f64 * COLUMN, bottom, rows))
            }
        }
    }
}

/// Explains the three marks.
fn legend() -> Markup {
    let entries = [
        (
            40.0,
            MarkKind::Bound,
            "a bound, at the share of it that was used",
        ),
        (500.0, MarkKind::Equality, "an equality that holds"),
        (840.0, MarkKind::Refuted, "a refuted claim"),
    ];
    markup! {
        @for (x, kind, words) in entries {
            // The mark at share 0 of a column that begins at `x`.
            (LimitMark { share: 0.0, kind, statement: StatementKind::Claim, words: words.to_owned() }.drawn(x - LEFT, 82.0))
            text x=(x + 18.0) y="89" font-size="20" fill="#222222" { (words) }
        }
    }
}

/// Draws one of the two columns of rows, with its axis.
fn column(left: f64, bottom: f64, rows: &[(String, Vec<LimitMark>)]) -> Markup {
    markup! {
        @for tick in 0..=4u8 {
            @let x = place(left, f64::from(tick) / 4.0);
            line x1=(rounded(x)) x2=(rounded(x)) y1=(TOP - 18.0) y2=(bottom) stroke="#dddddd" stroke-width="1" {}
            text x=(rounded(x)) y=(bottom + 28.0) font-size="20" text-anchor="middle" fill="#222222" { (u32::from(tick) * 25) " %" }
        }
        @let limit = rounded(place(left, 1.0));
        line x1=(limit) x2=(limit) y1=(TOP - 18.0) y2=(bottom) stroke="#222222" stroke-width="3" stroke-dasharray="10 6" {}
        text x=(limit) y=(TOP - 24.0) font-size="20" text-anchor="middle" fill="#222222" { "limit" }
        text x=(rounded(place(left, 0.5))) y=(bottom + 60.0) font-size="20" text-anchor="middle" fill="#222222" { "share of the limit that was used" }
        @for (place, (name, marks)) in rows.iter().enumerate() {
            @let y = TOP + ROW * (place as f64 + 0.5);
            text x=(left + LEFT - 16.0) y=(rounded(y + 6.0)) font-size="18" text-anchor="end" fill="#222222" { (name) }
            @for mark in marks { (mark.drawn(left, y)) }
        }
    }
}
