//! Computes round ticks for axes, and coordinates with one decimal.

/// About five ticks of an axis from 0 to `most`, at multiples of 1, 2 or 5 times a power of ten; integers if `whole`.
pub(super) fn ticks(most: f64, whole: bool) -> Vec<f64> {
    if most <= 0.0 || !most.is_finite() {
        return vec![0.0];
    }
    let rough = most / 5.0;
    let power = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    let step = if whole { step.max(1.0) } else { step };
    let count = (most / step + 1e-9).floor() as usize;
    (0..=count).map(|tick| tick as f64 * step).collect()
}

/// Rounds a coordinate in pixels to one decimal, and clamps it to the range of a drawing.
pub(super) fn coordinate(value: f64) -> f64 {
    let value = if value.is_finite() {
        value.clamp(-9999.0, 9999.0)
    } else {
        0.0
    };
    // Adding 0 turns −0 into 0.
    (value * 10.0).round() / 10.0 + 0.0
}

/// Moves the heights of labels apart to at least `distance`, keeping their order and moving as little as possible, between `top` and `bottom`.
pub(super) fn apart(heights: &[f64], distance: f64, [top, bottom]: [f64; 2]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut moved = heights.to_vec();
    let mut least = top;
    for &place in &order {
        moved[place] = moved[place].max(least);
        least = moved[place] + distance;
    }
    let mut most = bottom;
    for &place in order.iter().rev() {
        moved[place] = moved[place].min(most);
        most = moved[place] - distance;
    }
    moved
}
