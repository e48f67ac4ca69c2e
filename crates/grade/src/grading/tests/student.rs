//! Learners of a few lines, each with one habit that the perceptron does not have.

use Habit::*;
use perceptron::learn::external::{
    ExternalExample, ExternalLearner, LearnerFault, Response, Transcript, WireNumber,
};

/// How a learner differs from the perceptron.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Habit {
    Right,
    StrictTie,
    ForgottenLabel,
    WrongSide,
    Wraps16,
    Wraps32,
    Truncates,
    Stale,
    Always,
    IgnoresFirst,
    DividesByNorm,
    KeepsWeights,
    IgnoresLastFeature,
    IgnoresThe32nd,
    IgnoresThe17th,
    KeepsThe17th,
    HidesThe17th,
    Negative,
    KeepsSix,
    Copies,
    Boasts,
    Slow,
    Positive,
    Margin,
    Normalizes,
    Averages,
    Dies,
    Tires,
}

/// A learner with one habit, in doubles.
pub(super) struct Student {
    habit: Habit,
    w: Vec<f64>,
    before: Vec<f64>,
    sum: Vec<f64>,
    shown: u32,
    lifetime: u32,
}

impl Student {
    /// A learner that was shown no example.
    pub(super) fn new(habit: Habit) -> Self {
        let (w, before, sum) = (vec![], vec![], vec![]);
        Self {
            habit,
            w,
            before,
            sum,
            shown: 0,
            lifetime: 0,
        }
    }

    fn reset(&mut self, features: usize) {
        let keeps = self.habit == KeepsWeights || self.habit == KeepsSix && features == 6;
        let kept = self.w.get(16).copied();
        if !keeps || self.w.len() != features {
            self.w = vec![0.0; features];
        }
        if self.habit == KeepsThe17th && features == 17 {
            self.w[16] = kept.unwrap_or(0.0);
        }
        (self.before, self.sum, self.shown) = (self.w.clone(), vec![0.0; features], 0);
    }

    fn due(&self, score: f64, y: f64) -> bool {
        match self.habit {
            StrictTie => y * score < 0.0,
            WrongSide => score <= y,
            Always => true,
            IgnoresFirst => y * score <= 0.0 && self.shown > 0,
            Positive => (if score >= 0.0 { 1.0 } else { -1.0 }) != y,
            Negative => (if score > 0.0 { 1.0 } else { -1.0 }) != y,
            Margin => y * score < 1.0,
            Tires => y * score <= 0.0 && self.lifetime < 3000,
            _ => y * score <= 0.0,
        }
    }

    fn stored(&self, value: f64) -> f64 {
        match self.habit {
            Wraps16 => f64::from(value as i64 as i16),
            Wraps32 => f64::from(value as i64 as i32),
            Truncates => value.trunc(),
            _ => value,
        }
    }

    fn learn(&mut self, x: &[f64], y: f64) {
        let norm: f64 = x.iter().map(|x| x * x).sum();
        let factor = match self.habit {
            ForgottenLabel => 1.0,
            DividesByNorm if norm > 0.0 => y / norm,
            Slow => y / 2.0,
            _ => y,
        };
        self.before = self.w.clone();
        let last = match self.habit {
            IgnoresLastFeature => 1,
            IgnoresThe32nd => usize::from(x.len() == 32),
            _ => 0,
        };
        for (place, x) in x.iter().enumerate().take(x.len() - last) {
            if self.habit != IgnoresThe17th || place != 16 {
                self.w[place] = self.stored(self.w[place] + factor * x);
            }
        }
    }

    fn answer(&mut self, shown: &ExternalExample) -> Response {
        let mut x: Vec<f64> = shown.x.iter().map(|x| x.to_f64()).collect();
        let norm = x.iter().map(|x| x * x).sum::<f64>().sqrt();
        if self.habit == Normalizes && norm > 0.0 {
            x.iter_mut().for_each(|x| *x /= norm);
        }
        let y = shown.y.value();
        let weights = if self.habit == Stale {
            &self.before
        } else {
            &self.w
        };
        let score: f64 = weights.iter().zip(&x).map(|(w, x)| w * x).sum();
        let updated = self.due(score, y);
        if updated && self.habit != Boasts {
            self.learn(&x, y);
        }
        self.shown += 1;
        self.lifetime += 1;
        self.sum
            .iter_mut()
            .zip(&self.w)
            .for_each(|(sum, w)| *sum += w);
        let sign = if score > 0.0 || self.habit == Positive && score == 0.0 {
            1
        } else {
            -1
        };
        Response {
            prediction: if self.habit == Copies { y as i8 } else { sign },
            updated: updated && !(self.habit == HidesThe17th && x.len() == 17),
            weights: self.weights(),
        }
    }

    fn weights(&self) -> Vec<WireNumber> {
        let count = f64::from(self.shown.max(1));
        let told = |(w, sum): (&f64, &f64)| {
            WireNumber::Float(if self.habit == Averages {
                sum / count
            } else {
                *w
            })
        };
        self.w.iter().zip(&self.sum).map(told).collect()
    }
}

impl ExternalLearner for Student {
    fn answer(
        &mut self,
        begin: Option<usize>,
        examples: &[ExternalExample],
    ) -> Result<Transcript, Box<LearnerFault>> {
        begin.into_iter().for_each(|features| self.reset(features));
        let mut before = Transcript {
            start: Some(self.weights()),
            responses: Vec::new(),
        };
        for shown in examples {
            if self.habit == Dies && shown.x.iter().any(|x| x.to_f64() == 0.5) {
                return Err(Box::new(LearnerFault {
                    words: "it died of a half".into(),
                    before,
                }));
            }
            let response = self.answer(shown);
            before.responses.push(response);
        }
        Ok(before)
    }
}
