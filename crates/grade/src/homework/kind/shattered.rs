//! Asks for points that are shattered, with a separator for each labelling of them.

use super::task::{DrawnExercise, Exercise};
use crate::homework::answer::{AnswerValue, shortened};
use crate::homework::keys::Keys;
use crate::homework::mark::Mark;
use crate::homework::range::{self, Range};
use crate::homework::text;
use claims::problem::Problem;
use perceptron::sample::Rational;
use perceptron::seed::Stream;
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[derive(Debug)]
struct Shattered {
    dimension: Range,
    largest: Range,
    /// The values of the offset b among which a version draws: whether it may differ from 0.
    offsets: Vec<bool>,
}

/// The numbers of one student.
#[derive(Debug)]
struct DrawnShattered {
    /// The point that must be among the points; not 0.
    given: Vec<i64>,
    has_offset: bool,
}

pub(super) fn read(keys: &mut Keys) -> Result<Box<dyn Exercise>, Problem> {
    let expected = "\"affine\", \"through-zero\" or \"either\"";
    let planes: String = keys.required("planes", expected)?;
    let offsets = match planes.as_str() {
        "affine" => vec![true],
        "through-zero" => vec![false],
        "either" => vec![true, false],
        other => {
            let problem = keys.problem(format!("`planes` cannot be `{}`", shortened(other)));
            return Err(problem
                .note("allowed", expected)
                .help("write one of these words"));
        }
    };
    Ok(Box::new(Shattered {
        dimension: keys.range("dimension", 1..=6, None)?,
        largest: keys.range("largest", 1..=1000, Some(9))?,
        offsets,
    }))
}

impl Exercise for Shattered {
    fn draw(&self, stream: &mut Stream) -> Result<Box<dyn DrawnExercise>, Problem> {
        let dimension = self.dimension.draw(stream) as usize;
        let largest = self.largest.draw(stream);
        let mut given: Vec<i64> = (0..dimension)
            .map(|_| range::integer(largest, stream))
            .collect();
        // A line through 0 cannot separate 0.
        if given.iter().all(|x| *x == 0) {
            given[0] = 1;
        }
        let has_offset = self.offsets[stream.below(self.offsets.len())];
        Ok(Box::new(DrawnShattered { given, has_offset }))
    }
}

/// A labelling that an answer gives a separator for, or words about what is wrong with it.
type Realized = Result<Vec<bool>, String>;

impl DrawnShattered {
    fn dimension(&self) -> usize {
        self.given.len()
    }

    /// Number of points.
    fn count(&self) -> usize {
        self.dimension() + usize::from(self.has_offset)
    }

    fn points(&self, answer: &AnswerValue) -> Result<Vec<Vec<Rational>>, String> {
        let points = answer.vectors("points", self.dimension())?;
        let (given, count) = (points.len(), self.count());
        if given != count {
            return Err(format!("there are {given} points; asked for are {count}"));
        }
        let wanted: Vec<Rational> = self.given.iter().copied().map(Rational::from).collect();
        match points.contains(&wanted) {
            true => Ok(points),
            false => Err(format!(
                "{} is not among the points",
                text::vector(&self.given)
            )),
        }
    }

    /// The signs that a separator, the numbers w and b, gives to the points.
    fn realized(
        &self,
        points: &[Vec<Rational>],
        separator: &[Rational],
        number: usize,
    ) -> Realized {
        let (b, w) = match self.has_offset {
            true => separator.split_last().ok_or("a separator is empty")?,
            false => (&Rational::zero(), separator),
        };
        let value = |point: &Vec<Rational>| {
            let products = point.iter().zip(w).map(|(x, w)| x * w);
            products.fold(b.clone(), |sum, product| &sum + &product)
        };
        let signs = points.iter().map(value).enumerate();
        let sign = |(place, value): (usize, Rational)| match value.is_zero() {
            true => Err(format!("separator {number} is 0 on point {}", place + 1)),
            false => Ok(!value.is_negative()),
        };
        signs.map(sign).collect()
    }

    /// All labellings, as signs of the points.
    fn labellings(&self) -> impl Iterator<Item = Vec<bool>> {
        let count = self.count();
        (0..1usize << count).map(move |mask| (0..count).map(|bit| mask >> bit & 1 == 1).collect())
    }

    /// The given point, and for each coordinate, but one if planes contain 0, this point moved along it or the unit vector.
    fn solution_points(&self) -> Vec<Vec<i64>> {
        let pivot = self.pivot();
        let axes = (0..self.dimension()).filter(|axis| self.has_offset || *axis != pivot);
        let point = |axis: usize| {
            let mut point = match self.has_offset {
                true => self.given.clone(),
                false => vec![0; self.dimension()],
            };
            point[axis] += 1;
            point
        };
        [self.given.clone()]
            .into_iter()
            .chain(axes.map(point))
            .collect()
    }

    /// The first coordinate in which the given point is not 0.
    fn pivot(&self) -> usize {
        self.given.iter().position(|x| *x != 0).unwrap_or(0)
    }

    /// The separator that has the values ±1 on the points of the solution.
    fn separator(&self, labels: &[bool]) -> Vec<Rational> {
        let sign = |label: bool| Rational::new(if label { 1 } else { -1 }, 1);
        let (first, others) = (sign(labels[0]), &labels[1..]);
        let mut others = others.iter().map(|label| sign(*label));
        let given = self.given.iter().copied().map(Rational::from);
        let given: Vec<Rational> = given.collect();
        let (pivot, mut w) = (self.pivot(), Vec::new());
        for axis in 0..self.dimension() {
            let is_open = !self.has_offset && axis == pivot;
            let value = match is_open {
                true => Rational::zero(),
                false => others.next().unwrap_or_else(Rational::one),
            };
            w.push(if self.has_offset {
                &value - &first
            } else {
                value
            });
        }
        let product = w
            .iter()
            .zip(&given)
            .fold(Rational::zero(), |sum, (w, x)| &sum + &(w * x));
        let left = &first - &product;
        match self.has_offset {
            true => w.push(left),
            false => w[pivot] = &left / &given[pivot],
        }
        w
    }

    fn answer(&self, points: &[Vec<i64>], separators: &[Vec<Rational>]) -> Value {
        json!({ "points": points, "separators": separators })
    }

    fn separators(&self) -> Vec<Vec<Rational>> {
        self.labellings()
            .map(|labels| self.separator(&labels))
            .collect()
    }
}

impl DrawnExercise for DrawnShattered {
    fn text(&self) -> String {
        let (count, dimension) = (self.count(), self.dimension());
        let (given, all) = (text::vector(&self.given), 1 << count);
        let [separator, numbers] = match self.has_offset {
            true => [
                "w and b, with the sign of ⟨w, x⟩ + b",
                "the numbers of w, and then b",
            ],
            false => ["w, with the sign of ⟨w, x⟩", "the numbers of w"],
        };
        format!(
            "Give {count} points in {dimension} dimensions that are shattered, and prove it: for each of the {all} labellings of the points give a \
             separator {separator} equal to the label of every point. The value at a point must not be 0. The point {given} must be among the points.\n\n\
             A separator is the list of {numbers}. The order of the separators does not matter. Each labelling that is missing loses a part of the points."
        )
    }

    fn data(&self) -> Value {
        json!({ "point": self.given, "points": self.count(), "offset": self.has_offset })
    }

    fn form(&self) -> Value {
        let length = self.dimension() + usize::from(self.has_offset);
        let points = vec![self.given.clone(); self.count()];
        let [ones, twos] = [1, 2].map(|value| vec![Rational::new(value, 1); length]);
        self.answer(&points, &[ones, twos])
    }

    fn mark(&self, answer: &AnswerValue) -> Result<Mark, String> {
        let points = self.points(answer)?;
        let length = self.dimension() + usize::from(self.has_offset);
        let separators = answer.vectors("separators", length)?;
        let numbered = separators.iter().enumerate();
        let realized = numbered.map(|(place, one)| self.realized(&points, one, place + 1));
        let (mut signs, mut faults) = (BTreeSet::new(), Vec::new());
        for one in realized {
            match one {
                Ok(labels) => drop(signs.insert(labels)),
                Err(words) => faults.push(words),
            }
        }
        let (found, all) = (signs.len() as u64, 1u64 << self.count());
        let mut mark = Mark::part(
            found,
            all,
            format!("the separators give {found} of the {all} labellings"),
        );
        mark.reasons.extend(faults.into_iter().take(3));
        Ok(mark)
    }

    fn solution(&self) -> Result<Option<Value>, String> {
        Ok(Some(
            self.answer(&self.solution_points(), &self.separators()),
        ))
    }

    fn wrong(&self) -> Result<Vec<Value>, String> {
        let (points, separators) = (self.solution_points(), self.separators());
        let zero = vec![vec![Rational::zero(); separators[0].len()]];
        let moved: Vec<Vec<i64>> = points
            .iter()
            .map(|point| point.iter().map(|x| x + 1).collect())
            .collect();
        let moved = moved.into_iter().filter(|point| *point != self.given);
        Ok(vec![
            self.answer(&points, &separators[1..]),
            self.answer(&points, &zero),
            self.answer(&moved.collect::<Vec<_>>(), &separators),
        ])
    }
}
