//! Finds the minimum and the maximum of a list of numbers.

/// The number of running minima and maxima, which are independent so that no comparison waits for the one before it.
const LANES: usize = 8;

/// The minimum and the maximum of some numbers and two initial values, the first for the minimum, the second for the maximum. NaN is ignored,
/// except as an initial value.
pub(crate) fn min_max<T: PartialOrd + Copy>([first, last]: [T; 2], numbers: &[T]) -> [T; 2] {
    let lower = |a: T, b: T| if b < a { b } else { a };
    let higher = |a: T, b: T| if b > a { b } else { a };
    let (mut least, mut most) = ([first; LANES], [last; LANES]);
    let (groups, rest) = numbers.as_chunks::<LANES>();
    for group in groups {
        for (lane, &number) in group.iter().enumerate() {
            least[lane] = lower(least[lane], number);
            most[lane] = higher(most[lane], number);
        }
    }
    [
        least.iter().chain(rest).copied().fold(first, lower),
        most.iter().chain(rest).copied().fold(last, higher),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn min_max_equals_the_iterator_minimum_and_maximum(numbers: Vec<i8>) {
            let due = [numbers.iter().min(), numbers.iter().max()];
            let found = min_max([i8::MAX, i8::MIN], &numbers);
            proptest::prop_assert_eq!(found, [*due[0].unwrap_or(&i8::MAX), *due[1].unwrap_or(&i8::MIN)]);
        }
    }

    #[test]
    fn nan_elements_are_ignored_unless_the_initial_bounds_are_nan() {
        for place in 0..20 {
            let mut numbers: Vec<f64> = (0..20).map(f64::from).collect();
            numbers[place] = f64::NAN;
            let [first, last] = [
                f64::from(u8::from(place == 0)),
                if place == 19 { 18.0 } else { 19.0 },
            ];
            assert_eq!(
                min_max([f64::INFINITY, f64::NEG_INFINITY], &numbers),
                [first, last]
            );
            assert!(
                min_max([f64::NAN; 2], &numbers)
                    .iter()
                    .all(|end| end.is_nan())
            );
        }
    }
}
