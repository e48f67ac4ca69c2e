//! Holds the points of a student for one sheet: what each item got, of how many, and why.

use perceptron::sample::Rational;

/// Points of a student for one sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// Title of the sheet.
    pub title: String,
    /// The items in the order of the sheet.
    pub items: Vec<ItemScore>,
}

/// Points for one item of a sheet.
#[derive(Debug, Clone, PartialEq)]
pub struct ItemScore {
    /// Name of the item, such as `mistake-bound`; unique in its sheet.
    pub name: String,
    /// Points that were given; never negative but for a deduction.
    pub points: Rational,
    /// Points that a full solution gets; 0 for a deduction.
    pub possible: Rational,
    /// Why points are missing, and what was accepted, each in a sentence for the student.
    pub reasons: Vec<String>,
}

impl ItemScore {
    /// Whether no point is missing.
    pub fn is_full(&self) -> bool {
        self.points == self.possible
    }
}

impl Scores {
    /// All points together; never below 0, however much is deducted.
    pub fn total(&self) -> Rational {
        self.sum(|item| &item.points).max(Rational::zero())
    }

    /// Points that a full solution gets.
    pub fn possible(&self) -> Rational {
        self.sum(|item| &item.possible)
    }

    fn sum(&self, of: impl Fn(&ItemScore) -> &Rational) -> Rational {
        let all = self.items.iter().map(of);
        all.fold(Rational::zero(), |sum, points| &sum + points)
    }
}
