//! Places numbers on axes: round ticks, and coordinates with one decimal.

/// Ticks at 1, 2 or 5 times a power of ten from 0 to `most`, some five of them; whole ones if `whole`.
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

/// A coordinate with one decimal, within what a drawing holds.
pub(super) fn coordinate(value: f64) -> f64 {
    let value = if value.is_finite() {
        value.clamp(-9999.0, 9999.0)
    } else {
        0.0
    };
    // No negative zero.
    (value * 10.0).round() / 10.0 + 0.0
}

/// Heights moved apart to this distance, in their own order, as little as it takes; none above `top` or below `bottom`.
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
