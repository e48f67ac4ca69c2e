//! Draws standard normal numbers from layers of equal area under the density.

use std::sync::LazyLock;

/// Layers; one of them is the lowest, with the tail.
const LAYERS: usize = 256;

/// Where the tail begins, so that 256 layers have equal areas.
const TAIL: f64 = 3.654_152_885_361_009;

/// Half the number of places in a layer.
const PLACES: f64 = (1_u64 << 52) as f64;

/// More than rounding comes to where densities are compared.
const ROUNDED: f64 = 1e-12;

/// The layers from the lowest on.
///
/// # Source
/// Marsaglia and Tsang, The ziggurat method (2000), with the separate bits for layer and place of Doornik (2005). Outside of the layers' inner
/// rectangles, one number in a hundred, `libm` decides, so that the bits are portable.
pub struct Layers {
    /// Half the width of each layer; that of the lowest as if its tail were part of the rectangle. Above the uppermost there is nothing.
    width: [f64; LAYERS + 1],
    /// The width over the number of places.
    step: [f64; LAYERS],
    /// exp(−x²/2) at the width x, so the lower end of the layer.
    height: [f64; LAYERS + 1],
}

static LAYERS_OF_EQUAL_AREA: LazyLock<Layers> = LazyLock::new(Layers::new);

/// The layers, made once.
pub fn layers() -> &'static Layers {
    &LAYERS_OF_EQUAL_AREA
}

fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x)
}

/// A number in (0, 1) from 52 of 64 bits, centred in its cell: with 53 the centre next to 1 would be rounded to 1.
pub fn uniform(word: u64) -> f64 {
    ((word >> 12) as f64 + 0.5) * (1.0 / (1_u64 << 52) as f64)
}

impl Layers {
    fn new() -> Self {
        let half_pi = std::f64::consts::FRAC_PI_2;
        let beyond = half_pi.sqrt() * libm::erfc(TAIL * std::f64::consts::FRAC_1_SQRT_2);
        let area = TAIL * density(TAIL) + beyond;
        let mut width = [0.0; LAYERS + 1];
        (width[0], width[1]) = (area / density(TAIL), TAIL);
        for layer in 1..LAYERS - 1 {
            let upper = density(width[layer]) + area / width[layer];
            width[layer + 1] = (-2.0 * libm::log(upper)).sqrt();
        }
        Self {
            width,
            step: std::array::from_fn(|layer| width[layer] / PLACES),
            height: width.map(density),
        }
    }

    /// The layer of a word, and a place in it.
    #[inline(always)]
    fn place(&self, word: u64) -> (usize, f64) {
        let layer = (word % LAYERS as u64) as usize;
        // The upper bits with their sign; the lowest eight chose the layer.
        let place = ((word.cast_signed() >> 11) as f64 + 0.5) * self.step[layer];
        (layer, place)
    }

    /// Normal numbers from the first words, as long as places are inside of the layers' inner rectangles, and how many: most are.
    #[inline]
    pub fn inside(&self, words: &[u64], normals: &mut [f64]) -> usize {
        let count = words.len().min(normals.len());
        for (done, (&word, normal)) in words.iter().zip(normals).enumerate() {
            let (layer, place) = self.place(word);
            if place.abs() >= self.width[layer + 1] {
                return done;
            }
            *normal = place;
        }
        count
    }

    /// A standard normal number from the next words of a stream.
    #[inline]
    pub fn draw(&self, mut words: impl FnMut() -> u64) -> f64 {
        loop {
            let (layer, place) = self.place(words());
            if place.abs() < self.width[layer + 1] {
                return place;
            }
            if let Some(normal) = self.beside(layer, place, &mut words) {
                return normal;
            }
        }
    }

    /// What becomes of a place outside of the layer's inner rectangle.
    #[cold]
    fn beside(&self, layer: usize, place: f64, words: &mut impl FnMut() -> u64) -> Option<f64> {
        if layer == 0 {
            return Some(tail(words).copysign(place));
        }
        let (lower, upper) = (self.height[layer], self.height[layer + 1]);
        let height = lower + uniform(words()) * (upper - lower);
        // The density here is `upper` · exp(−t), and 1 − t ≤ exp(−t) ≤ 1 − t + t²/2 spares the exponential most of the time.
        let inner = self.width[layer + 1];
        let t = 0.5 * (place * place - inner * inner);
        let least = upper * (1.0 - t) - ROUNDED;
        let most = upper * (1.0 - t + 0.5 * t * t) + ROUNDED;
        let is_below = height < least || height < most && height < density(place);
        is_below.then_some(place)
    }
}

/// A number beyond the tail's beginning: an exponential proposal, accepted with the ratio of the densities.
fn tail(words: &mut impl FnMut() -> u64) -> f64 {
    loop {
        let beyond = -libm::log(uniform(words())) / TAIL;
        let height = -libm::log(uniform(words()));
        if 2.0 * height > beyond * beyond {
            return TAIL + beyond;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_layers_have_one_area_and_the_uppermost_ends_at_the_peak() {
        let layers = layers();
        let area =
            |layer: usize| layers.width[layer] * (layers.height[layer + 1] - layers.height[layer]);
        let whole = layers.width[0] * layers.height[1];
        for layer in 1..LAYERS {
            assert!((area(layer) / whole - 1.0).abs() < 1e-12, "{layer}");
        }
        assert_eq!((layers.width[LAYERS], layers.height[LAYERS]), (0.0, 1.0));
    }

    #[test]
    fn a_uniform_number_is_never_an_end() {
        assert!(uniform(0) > 0.0 && uniform(u64::MAX) < 1.0);
        assert_eq!(uniform(0), 1.0 - uniform(u64::MAX));
    }

    #[test]
    fn a_word_of_the_lowest_layer_beyond_its_rectangle_is_drawn_from_the_tail() {
        let farthest = u64::MAX >> 1 & !0xff;
        for (first, side) in [(farthest, 1.0), (!farthest & !0xff, -1.0)] {
            let mut words = [first, u64::MAX, u64::MAX].into_iter();
            let normal = layers().draw(|| words.next().unwrap());
            assert_eq!(words.next(), None);
            assert!((normal * side - TAIL).abs() < 1e-15);
        }
    }
}
