//! Draws the figure of the index: one dot per bound, at the fraction of its limit that the closest run used.

use super::document::Figure;
use super::draw::dark::with_dark_partners;
use super::gauge::Gauge;
use super::notes::grouped;
use super::summary::Summary;
use claims::numbers::percent;
use maud::{Markup, html as markup};

/// Least number of bounds for which the figure of the index is drawn.
const FEWEST: usize = 3;

const WIDTH: u32 = 1200;
const LEFT: f64 = 230.0;
const RIGHT: f64 = 1140.0;
const TOP: f64 = 90.0;
const LANE: f64 = 74.0;

/// One bound in the figure of the index: the fraction of its limit that was used, and its name.
struct Dot {
    used: f64,
    words: String,
}

/// Draws the figure of the index, one dot per bound; `None` if fewer than three bounds have a known fraction of the limit that was used.
pub(super) fn figure(summaries: &[Summary]) -> Option<Figure> {
    let lanes: Vec<(&str, Vec<Dot>)> = grouped(summaries, |summary| &summary.experiment)
        .into_iter()
        .map(|(note, own)| (note, dots(&own)))
        .filter(|(_, dots)| !dots.is_empty())
        .collect();
    let count: usize = lanes.iter().map(|(_, dots)| dots.len()).sum();
    (count >= FEWEST).then(|| Figure {
        name: "limits".into(),
        svg: with_dark_partners(&drawing(&lanes).into_string()),
        caption: format!(
            "Each of the {count} dots is a claim with a limit, at the share of it that was used in the run that came closest. None may pass the line."
        ),
        alt: format!(
            "{count} claims in {} lanes between 0 and 100 % of their limits",
            lanes.len()
        ),
    })
}

fn dots(own: &[&Summary]) -> Vec<Dot> {
    let rows = own.iter().flat_map(|summary| &summary.rows);
    let claims = rows.filter(|row| !row.control);
    claims
        .filter_map(|row| {
            let used = Gauge::new(row, &[])?.used;
            let words = format!("{}: {}, {}", row.experiment, row.id, percent(used));
            Some(Dot { used, words })
        })
        .collect()
}

fn x(used: f64) -> f64 {
    LEFT + used.clamp(0.0, 1.04) * (RIGHT - LEFT)
}

fn drawing(lanes: &[(&str, Vec<Dot>)]) -> Markup {
    let bottom = TOP + LANE * lanes.len() as f64;
    let height = bottom as u32 + 80;
    markup! {
        svg width=(WIDTH) height=(height) viewBox={ "0 0 " (WIDTH) " " (height) } xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" {
            rect width="100%" height="100%" fill="#ffffff" {}
            text x="28" y="44" font-size="26" font-weight="bold" fill="#222222" { "How close the runs came to each limit" }
            @for tick in 0..=5u8 {
                @let share = f64::from(tick) / 5.0;
                line x1=(x(share)) x2=(x(share)) y1=(TOP - 16.0) y2=(bottom) stroke="#dddddd" stroke-width="1" {}
                text x=(x(share)) y=(bottom + 30.0) font-size="20" text-anchor="middle" fill="#222222" { (u32::from(tick) * 20) " %" }
            }
            line x1=(x(1.0)) x2=(x(1.0)) y1=(TOP - 16.0) y2=(bottom) stroke="#222222" stroke-width="3" stroke-dasharray="10 6" {}
            text x=(x(1.0)) y=(TOP - 26.0) font-size="20" text-anchor="middle" fill="#222222" { "limit" }
            @for (place, (note, dots)) in lanes.iter().enumerate() {
                (lane(TOP + LANE * (place as f64 + 0.5), note, dots))
            }
            text x=((LEFT + RIGHT) / 2.0) y=(bottom + 64.0) font-size="20" text-anchor="middle" fill="#222222" { "share of the limit that was used" }
        }
    }
}

/// Draws the dots of one note's bounds. Consecutive dots differ in height, so that equal ones do not hide each other.
fn lane(middle: f64, note: &str, dots: &[Dot]) -> Markup {
    const ROWS: usize = 5;
    const STEP: f64 = 11.0;
    markup! {
        text x=(LEFT - 24.0) y=(middle + 7.0) font-size="20" text-anchor="end" fill="#222222" { (note) }
        @for (place, dot) in dots.iter().enumerate() {
            @let row = (place % ROWS) as f64 - (ROWS / 2) as f64;
            circle cx=(format!("{:.1}", x(dot.used))) cy=(middle + STEP * row) r="7" fill="#0072b2" fill-opacity="0.6" { title { (dot.words) } }
        }
    }
}
