//! Computes the rectangle that a shape covers, so that labels can be placed without overlap.

use super::fonts::text_width;
use super::shapes::{Anchor, Pixel, Shape};

/// A rectangle on the sheet, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Extent {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Extent {
    /// The smallest rectangle that contains some points.
    pub(super) fn around(places: &[Pixel]) -> Self {
        let nothing = Self {
            left: f64::INFINITY,
            top: f64::INFINITY,
            right: f64::NEG_INFINITY,
            bottom: f64::NEG_INFINITY,
        };
        places.iter().fold(nothing, |all, &(x, y)| Self {
            left: all.left.min(x),
            top: all.top.min(y),
            right: all.right.max(x),
            bottom: all.bottom.max(y),
        })
    }

    /// The rectangle that a text covers, if its anchor `at` lies at the given position.
    pub(super) fn of_words(text: &str, (x, y): Pixel, size: f64, bold: bool, at: Anchor) -> Self {
        let (width, height) = (text_width(text, size, bold), size);
        let (left, top) = match at {
            Anchor::LeftTop => (x, y),
            Anchor::LeftMiddle => (x, y - height / 2.0),
            Anchor::RightMiddle => (x - width, y - height / 2.0),
            Anchor::CenterTop => (x - width / 2.0, y),
            Anchor::CenterMiddle => (x - width / 2.0, y - height / 2.0),
            Anchor::Upwards => {
                let corners = [
                    (x - height / 2.0, y - width / 2.0),
                    (x + height / 2.0, y + width / 2.0),
                ];
                return Self::around(&corners);
            }
        };
        Self::around(&[(left, top), (left + width, top + height)])
    }

    /// The rectangle enlarged by `by` pixels on every side.
    pub(super) fn grown(self, by: f64) -> Self {
        Self {
            left: self.left - by,
            top: self.top - by,
            right: self.right + by,
            bottom: self.bottom + by,
        }
    }

    /// Whether this rectangle and another one overlap in more than an edge.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// Whether the rectangle contains another one.
    pub(super) fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && other.right <= self.right
            && self.top <= other.top
            && other.bottom <= self.bottom
    }

    /// Whether a shape covers some of the rectangle's area; a stroke covers only its own width.
    pub(super) fn is_covered_by(&self, shape: &Shape) -> bool {
        match shape {
            Shape::Stroke { path, width, .. } => {
                let wide = self.grown(width / 2.0);
                path.windows(2)
                    .any(|ends| wide.is_crossed(ends[0], ends[1]))
            }
            _ => self.meets(&Self::of(shape)),
        }
    }

    /// The smallest rectangle around a shape.
    pub(super) fn of(shape: &Shape) -> Self {
        match shape {
            Shape::Stroke { path, width, .. } => Self::around(path).grown(width / 2.0),
            Shape::Area { outline, .. } | Shape::Veil { outline, .. } => Self::around(outline),
            Shape::Disc { center, radius, .. } | Shape::Hint { center, radius, .. } => {
                Self::around(&[*center]).grown(*radius)
            }
            Shape::Words {
                text,
                at,
                size,
                bold,
                anchor,
                ..
            } => Self::of_words(text, *at, *size, *bold, *anchor),
        }
    }

    /// Whether the line segment from one point to another crosses the rectangle.
    fn is_crossed(&self, from: Pixel, to: Pixel) -> bool {
        let (along, down) = (to.0 - from.0, to.1 - from.1);
        let sides = [
            (-along, from.0 - self.left),
            (along, self.right - from.0),
            (-down, from.1 - self.top),
            (down, self.bottom - from.1),
        ];
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for (speed, room) in sides {
            if speed == 0.0 && room < 0.0 {
                return false;
            }
            if speed < 0.0 {
                start = start.max(room / speed);
            }
            if speed > 0.0 {
                end = end.min(room / speed);
            }
        }
        start <= end
    }
}

#[cfg(test)]
mod tests {
    use super::super::shapes::stroke;
    use super::*;

    const SQUARE: Extent = Extent {
        left: 0.0,
        top: 0.0,
        right: 10.0,
        bottom: 10.0,
    };

    #[test]
    fn line_covers_only_rectangles_it_crosses_not_its_bounding_box() {
        let line = |path: &[Pixel]| stroke(path.to_vec(), (0, 0, 0), 1.0, None);
        assert!(SQUARE.is_covered_by(&line(&[(-5.0, 5.0), (15.0, 5.0)])));
        assert!(SQUARE.is_covered_by(&line(&[(2.0, 2.0), (3.0, 3.0)])));
        assert!(!SQUARE.is_covered_by(&line(&[(-20.0, 5.0), (5.0, 40.0)])));
        assert!(!SQUARE.is_covered_by(&line(&[(12.0, 0.0), (12.0, 9.0)])));
        assert!(SQUARE.is_covered_by(&line(&[(10.4, 0.0), (10.4, 9.0)])));
    }

    #[test]
    fn words_are_placed_at_the_point_that_their_anchor_names() {
        let at = (100.0, 50.0);
        let of = |anchor| Extent::of_words("some words", at, 20.0, false, anchor);
        let middle = |one: f64, other: f64| (one + other) / 2.0;
        for anchor in [Anchor::LeftTop, Anchor::LeftMiddle] {
            assert_eq!(of(anchor).left, at.0);
        }
        assert_eq!(of(Anchor::RightMiddle).right, at.0);
        for anchor in [Anchor::CenterTop, Anchor::CenterMiddle, Anchor::Upwards] {
            let found = of(anchor);
            assert!(
                (middle(found.left, found.right) - at.0).abs() < 1e-9,
                "{found:?}"
            );
        }
        for anchor in [Anchor::LeftTop, Anchor::CenterTop] {
            assert_eq!((of(anchor).top, of(anchor).bottom), (50.0, 70.0));
        }
        for anchor in [
            Anchor::LeftMiddle,
            Anchor::RightMiddle,
            Anchor::CenterMiddle,
        ] {
            assert_eq!((of(anchor).top, of(anchor).bottom), (40.0, 60.0));
        }
        let (flat, upwards) = (of(Anchor::LeftTop), of(Anchor::Upwards));
        assert_eq!(upwards.right - upwards.left, 20.0);
        let length = upwards.bottom - upwards.top;
        assert!((length - (flat.right - flat.left)).abs() < 1e-9 && length > 40.0);
        assert!((middle(upwards.top, upwards.bottom) - at.1).abs() < 1e-9);
    }

    #[test]
    fn rectangles_that_only_touch_do_not_meet() {
        let right = Extent {
            left: 10.0,
            right: 20.0,
            ..SQUARE
        };
        assert!(!SQUARE.meets(&right) && SQUARE.grown(1.0).meets(&right));
        assert!(SQUARE.grown(1.0).holds(&SQUARE) && !SQUARE.holds(&right));
    }
}
