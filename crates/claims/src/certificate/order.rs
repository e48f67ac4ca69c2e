//! Walks the order that a spec states, with the draws of the trial's address, and holds a certificate's updates and counts against it.
//!
//! This is an independent implementation of the orders: nothing of `learn/order` is used, because a certificate is to show faults there too.

use super::answer::{CheckResult, refused, require};
use super::exact::Integral;
use super::rule::{CertifiedRule, RunInProgress};
use super::{Certificate, CertifiedCounts};
use crate::trial::Repetition;
use perceptron::learn::{
    MOST_PRODUCTS as MOST_PRODUCTS_OF_A_RUN, MOST_UPDATES, Order, Stop, Variant,
};
use perceptron::seed::Stream;
use std::cmp::Ordering;

/// Products of features that a check may take.
const MOST_PRODUCTS: u64 = 1 << 32;

/// How much of the order was checked.
pub(super) enum OrderCheck {
    /// All of it, in these words.
    InFull(String),
    /// What was not, and why.
    InPart(String),
}

/// What comes next.
enum OrderStep {
    Show(usize),
    PassEnd,
    /// A scan chose this example; the scan was a pass.
    Choose(usize),
    Clean,
    End,
}

/// Walks the order of a trial and checks that it makes this run; the updates themselves are known to be called for.
pub(super) fn check_order(
    certificate: &Certificate,
    sample: &Integral,
    trial: &Repetition,
) -> Result<OrderCheck, CheckResult> {
    let Some((_, variant)) = &trial.variant else {
        return Ok(OrderCheck::InFull("no learner ran".into()));
    };
    if let Some(why) = unchecked(variant, sample) {
        return Ok(OrderCheck::InPart(why));
    }
    let rule = CertifiedRule::new(certificate, sample);
    let Some(counts) = certificate.counts else {
        return refused("counts", "it is missing");
    };
    let walk = OrderWalk {
        certificate,
        claimed: counts,
        found: CertifiedCounts {
            passes: 0,
            draws: 0,
            updates: 0,
            mistakes: 0,
            margin_mistakes: 0,
        },
        before_pass: 0,
        order: trial.draws.map_or(&Order::Stream, |_| &variant.order),
        draws: trial.draws.map(|draws| draws.stream()),
        most_updates: match variant.stop() {
            Stop::Updates(most) => Some(most),
            _ => None,
        },
        place: 0,
        pass: Vec::new(),
        run: RunInProgress::new(sample, &rule),
        rule,
        products: 0,
    };
    walk.follow()
}

/// Why an order cannot be checked at all.
fn unchecked(variant: &Variant, sample: &Integral) -> Option<String> {
    let norms = || {
        let first = sample.norm_squared(0);
        (1..sample.examples()).any(|example| sample.norm_squared(example) != first)
    };
    match variant.order {
        Order::AllOrders(_) => Some(
            "the spec asks for a longest run of all orders; that this is a run was checked, and that none is longer was not".into(),
        ),
        Order::MostViolated | Order::LeastViolated if variant.rule.normalizes() && norms() => Some(
            "the order compares scores that are divided by norms which differ, and the check has no exact numbers for them".into(),
        ),
        // Whether such a run shows its first example depends on how the loop was written.
        _ if variant.stop() == Stop::Updates(0) => Some("the spec allows no update".into()),
        _ => None,
    }
}

/// A way through the sample, in the certificate's steps.
struct OrderWalk<'a> {
    certificate: &'a Certificate,
    claimed: CertifiedCounts,
    found: CertifiedCounts,
    /// Updates before the pass that is under way.
    before_pass: u64,
    order: &'a Order,
    /// The learner's own draws; none where an opponent chose.
    draws: Option<Stream>,
    most_updates: Option<u64>,
    /// The next position in a pass or in a list.
    place: usize,
    /// A pass in its own order, where orders are shuffled.
    pass: Vec<usize>,
    run: RunInProgress<'a>,
    rule: CertifiedRule<'a>,
    products: u64,
}

impl OrderWalk<'_> {
    fn follow(mut self) -> Result<OrderCheck, CheckResult> {
        loop {
            if self.products > MOST_PRODUCTS {
                return Ok(OrderCheck::InPart(format!(
                    "to repeat it takes more than {MOST_PRODUCTS} products of features; the first {} draws agree",
                    self.found.draws
                )));
            }
            if let Some(why) = self.cut_off()? {
                self.check_counts(None)?;
                return Ok(OrderCheck::InPart(why));
            }
            match self.next()? {
                OrderStep::Show(example) | OrderStep::Choose(example) => {
                    self.show(example)?;
                    if self.most_updates == Some(self.found.updates) {
                        return self.ended("update-cap");
                    }
                }
                OrderStep::PassEnd if self.ends_clean()? => return self.ended("clean-pass"),
                OrderStep::PassEnd => self.before_pass = self.found.updates,
                OrderStep::Clean => return self.ended("clean-pass"),
                OrderStep::End => return self.ended("end-of-stream"),
            }
        }
    }

    /// Why nothing says where the run had to stop, once it is where the certificate stops for a reason that is not repeated here.
    fn cut_off(&self) -> Result<Option<String>, CheckResult> {
        let why = match self.certificate.stop_reason.as_deref() {
            Some("update-cap") if self.most_updates.is_none() => {
                "where the program's own cap on work ends a run was not"
            }
            Some("undecided") if self.rule.rounds() => {
                "where the rounding of the run left a sign open was not"
            }
            _ => return Ok(None),
        };
        let (draws, updates) = (self.found.draws, self.found.updates);
        if draws < self.claimed.draws {
            return Ok(None);
        }
        // A score costs its features and a little more, and an order may ask for it three times.
        let most = self.products.saturating_mul(3 * 8);
        let spent = most >= MOST_PRODUCTS_OF_A_RUN || updates >= MOST_UPDATES;
        require(spent || self.rule.rounds(), "stop_reason", || {
            format!("it says update-cap, and no cap is near after {draws} draws")
        })?;
        Ok(Some(format!(
            "{}: up to its {draws} draws it was checked, and {why}",
            self.order.as_str()
        )))
    }

    /// The place in the list of updates where the run stands.
    fn field(&self) -> String {
        match self.certificate.updates.len() as u64 {
            all if self.found.updates < all => format!("updates[{}]", self.found.updates),
            _ => "updates".into(),
        }
    }

    fn is_due(&mut self, example: usize) -> Result<bool, CheckResult> {
        self.products += self.run.sample.dimension() as u64 + 1;
        let field = self.field();
        Ok(self.rule.decide(&self.run, example, &field)?.due)
    }

    fn examples(&self) -> usize {
        self.run.sample.examples()
    }

    fn violators(&mut self) -> Result<Vec<usize>, CheckResult> {
        let mut found = Vec::new();
        for example in 0..self.examples() {
            if self.is_due(example)? {
                found.push(example);
            }
        }
        Ok(found)
    }

    fn first_violator(&mut self) -> Result<Option<usize>, CheckResult> {
        for example in 0..self.examples() {
            if self.is_due(example)? {
                return Ok(Some(example));
            }
        }
        Ok(None)
    }

    /// The violator that compares so with all others, the first of equals.
    fn extreme(&mut self, wanted: Ordering) -> Result<Option<usize>, CheckResult> {
        let field = self.field();
        let mut best = None;
        for example in self.violators()? {
            let better = match best {
                None => true,
                Some(best) => self.rule.compare(&self.run, [example, best], &field)? == wanted,
            };
            best = if better { Some(example) } else { best };
        }
        Ok(best)
    }

    fn below(&mut self, count: usize) -> usize {
        self.draws.as_mut().map_or(0, |draws| draws.below(count))
    }

    fn next(&mut self) -> Result<OrderStep, CheckResult> {
        let examples = self.examples();
        let chosen = |found: Option<usize>| found.map_or(OrderStep::Clean, OrderStep::Choose);
        let step = match self.order {
            Order::Stream if self.place == examples => OrderStep::End,
            Order::Stream => OrderStep::Show(self.place),
            Order::Given(list) => list
                .get(self.place)
                .map_or(OrderStep::End, |&e| OrderStep::Show(e)),
            Order::Cyclic | Order::Shuffled | Order::Random => return Ok(self.next_in_pass()),
            Order::FirstMisclassified => chosen(self.first_violator()?),
            Order::MostViolated => chosen(self.extreme(Ordering::Less)?),
            Order::LeastViolated => chosen(self.extreme(Ordering::Greater)?),
            Order::RandomMisclassified => {
                let violators = self.violators()?;
                let some = (!violators.is_empty()).then(|| violators[self.below(violators.len())]);
                chosen(some)
            }
            Order::AllOrders(_) => OrderStep::End,
        };
        self.place += 1;
        self.found.passes += u64::from(!matches!(step, OrderStep::Show(_)));
        Ok(step)
    }

    fn next_in_pass(&mut self) -> OrderStep {
        let examples = self.examples();
        let shuffled = *self.order == Order::Shuffled;
        if shuffled && self.pass.is_empty() {
            self.pass = (0..examples).collect();
            self.shuffle();
        } else if self.place == examples {
            self.place = 0;
            self.found.passes += 1;
            self.shuffle();
            return OrderStep::PassEnd;
        }
        self.place += 1;
        OrderStep::Show(match self.order {
            Order::Random => self.below(examples),
            Order::Shuffled => self.pass[self.place - 1],
            _ => self.place - 1,
        })
    }

    /// A pass is put in another order beginning from the last one.
    fn shuffle(&mut self) {
        if let Some(draws) = &mut self.draws
            && !self.pass.is_empty()
        {
            draws.shuffle(&mut self.pass);
        }
    }

    /// Whether a pass without update leaves nothing to update on.
    fn ends_clean(&mut self) -> Result<bool, CheckResult> {
        Ok(self.found.updates == self.before_pass && self.first_violator()?.is_none())
    }

    fn show(&mut self, example: usize) -> Result<(), CheckResult> {
        let field = self.field();
        let decision = self.rule.decide(&self.run, example, &field)?;
        self.products += self.run.sample.dimension() as u64 + 1;
        self.found.draws += 1;
        self.found.mistakes += u64::from(decision.mistake);
        self.found.margin_mistakes += u64::from(decision.due);
        if !decision.due {
            return Ok(());
        }
        let listed = self.certificate.updates.get(self.found.updates as usize);
        require(listed == Some(&example), &field, || {
            let order = self.order.as_str();
            let draw = self.found.draws;
            let says = listed.map_or("none".to_owned(), |listed| format!("example {listed}"));
            format!(
                "the order {order} comes upon an update on example {example} first, at draw {draw}; the certificate has {says}"
            )
        })?;
        self.found.updates += 1;
        self.run.update(example, &self.rule);
        Ok(())
    }

    /// The walk is at its end, for this reason.
    fn ended(self, reason: &str) -> Result<OrderCheck, CheckResult> {
        let (found, listed) = (self.found.updates, self.certificate.updates.len() as u64);
        require(found == listed, &self.field(), || {
            format!(
                "the order {} ends after {found} updates ({reason})",
                self.order.as_str()
            )
        })?;
        self.check_counts(Some(reason))?;
        let CertifiedCounts { passes, draws, .. } = self.found;
        let by = match (&self.draws, self.order) {
            (None, _) => "as the opponent answered",
            (_, Order::Shuffled | Order::Random | Order::RandomMisclassified) => {
                "with the draws of the address"
            }
            _ => "showing by showing",
        };
        let order = self.order.as_str();
        Ok(OrderCheck::InFull(format!(
            "{order}, walked {by}: {draws} draws, {passes} passes, then {reason}"
        )))
    }

    /// Holds the counts, and where it is known the reason to stop, against those of the walk.
    fn check_counts(&self, reason: Option<&str>) -> Result<(), CheckResult> {
        let (said, stops) = (self.certificate.stop_reason.as_deref(), reason);
        require(stops.is_none() || said == stops, "stop_reason", || {
            let said = said.unwrap_or("nothing");
            format!(
                "it says {said}, and the order {} ends with {}",
                self.order.as_str(),
                stops.unwrap_or_default()
            )
        })?;
        // An opponent is met in one pass, however it ends; a cap at the end of a pass may count that pass.
        let passes = match (&self.draws, reason) {
            (None, _) => 1..=1,
            (_, None) => self.found.passes..=self.found.passes + 1,
            _ => self.found.passes..=self.found.passes,
        };
        let claimed = self.claimed;
        require(passes.contains(&claimed.passes), "counts.passes", || {
            format!(
                "it is {}, and the order makes {}",
                claimed.passes,
                passes.start()
            )
        })?;
        for (name, claimed, found) in [
            ("draws", claimed.draws, self.found.draws),
            ("updates", claimed.updates, self.found.updates),
            ("mistakes", claimed.mistakes, self.found.mistakes),
            (
                "margin_mistakes",
                claimed.margin_mistakes,
                self.found.margin_mistakes,
            ),
        ] {
            require(claimed == found, &format!("counts.{name}"), || {
                format!("it is {claimed}, and the order makes {found}")
            })?;
        }
        Ok(())
    }
}
