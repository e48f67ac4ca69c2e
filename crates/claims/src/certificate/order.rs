//! Walks the order of a spec with the random draws of the trial's address, and compares a certificate's updates and counts with it.
//!
//! This is an independent implementation of the orders. It uses no code of `learn/order`, because a certificate must expose faults there too.

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

/// The largest number of products of a feature and a weight that the check of one certificate may compute.
const MOST_PRODUCTS: u64 = 1 << 32;

/// Whether the order in which a certified run shows examples was checked in full or in part.
pub(super) enum OrderCheck {
    /// The whole order was checked; the text says how.
    InFull(String),
    /// Not the whole order was checked; the text says what was left out, and why.
    InPart(String),
}

/// The next step in an order of examples: show an example, or end a pass or the run.
enum OrderStep {
    Show(usize),
    PassEnd,
    /// Show this example, which a scan of the sample chose; the scan counts as a pass.
    Choose(usize),
    Clean,
    End,
}

/// Walks through the sample in the order of the trial's spec, and checks that this produces the run of the certificate. The caller has already
/// checked that every listed update is called for.
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
        most_passes: match variant.stop() {
            Stop::Passes(most) => Some(most),
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

/// Returns the reason why the order of a variant cannot be checked at all; `None` if it can.
fn unchecked(variant: &Variant, sample: &Integral) -> Option<String> {
    let norms = || {
        let first = sample.norm_squared(0);
        (1..sample.examples()).any(|example| sample.norm_squared(example) != first)
    };
    match variant.order {
        Order::AllOrders(_) => Some(
            "the spec asks for a longest run over all orders; it was checked that this is a run, but not that none is longer".into(),
        ),
        Order::MostViolated | Order::LeastViolated if variant.rule.facts().normalizes && norms() => Some(
            "the order compares scores divided by different norms, and the check has no exact numbers for these".into(),
        ),
        // Whether a run without updates shows its first example depends on how the loop is written.
        _ if variant.stop() == Stop::Updates(0) => Some("the spec allows no update".into()),
        _ => None,
    }
}

/// The state of a walk through the sample in the order of the spec, which repeats a certified run to compare its updates and counts.
struct OrderWalk<'a> {
    certificate: &'a Certificate,
    claimed: CertifiedCounts,
    found: CertifiedCounts,
    /// Number of updates made before the current pass began.
    before_pass: u64,
    order: &'a Order,
    /// The learner's stream of random numbers; `None` if an opponent chose the examples.
    draws: Option<Stream>,
    most_updates: Option<u64>,
    /// Number of passes after which the run ends, if the spec says so.
    most_passes: Option<u64>,
    /// The next position in the current pass, or in the list of a given order.
    place: usize,
    /// The examples of the current pass in the order in which they are shown, if the order is `shuffled`; otherwise empty.
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
                    "repeating it takes more than {MOST_PRODUCTS} products of features; the first {} examples shown agree",
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
                    // Steps that change nothing count, because a run may take no other ones.
                    let steps = self.found.updates.max(self.found.margin_mistakes);
                    if self.most_updates == Some(steps) {
                        return self.ended("update-cap");
                    }
                }
                OrderStep::PassEnd if self.ends_clean()? => return self.ended("clean-pass"),
                OrderStep::PassEnd => self.before_pass = self.found.updates,
                OrderStep::Clean => return self.ended("clean-pass"),
                OrderStep::End => return self.ended("end-of-stream"),
            }
            if self
                .most_passes
                .is_some_and(|most| self.found.passes >= most)
            {
                return self.ended("end-of-stream");
            }
        }
    }

    /// Returns the reason why the place where the run stopped cannot be checked, once the walk has shown as many examples as the certificate counts;
    /// `None` before that, and for stop reasons that are checked.
    fn cut_off(&self) -> Result<Option<String>, CheckResult> {
        let why = match self.certificate.stop_reason.as_deref() {
            Some("update-cap") if self.most_updates.is_none() => {
                "not where the program's own cap on work ends a run"
            }
            Some("undecided") if self.rule.rounds() => {
                "not where the rounding of the run left a sign open"
            }
            _ => return Ok(None),
        };
        let (draws, updates) = (self.found.draws, self.found.updates);
        if draws < self.claimed.draws {
            return Ok(None);
        }
        // A score costs one product per feature and a little more, and an order may compute it three times.
        let most = self.products.saturating_mul(3 * 8);
        let spent = most >= MOST_PRODUCTS_OF_A_RUN || updates >= MOST_UPDATES;
        require(spent || self.rule.rounds(), "stop_reason", || {
            format!("it says update-cap, but no cap is near after {draws} examples shown")
        })?;
        Ok(Some(format!(
            "{}: its {draws} examples shown were checked, but {why}",
            self.order.as_str()
        )))
    }

    /// The position that the walk has reached in the certificate's list of updates, as a field name: `updates[3]`.
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

    /// Returns the example with the lowest (`Less`) or highest (`Greater`) y⟨w, x⟩ among those that call for an update, the first of equal ones;
    /// `None` if none calls for one.
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

    /// Shuffles the examples for the next pass, starting from their order in the last one; does nothing if the order is not `shuffled`.
    fn shuffle(&mut self) {
        if let Some(draws) = &mut self.draws
            && !self.pass.is_empty()
        {
            draws.shuffle(&mut self.pass);
        }
    }

    /// Whether the run ends here, because the last pass made no update and no example calls for one.
    fn ends_clean(&mut self) -> Result<bool, CheckResult> {
        Ok(self.found.updates == self.before_pass && self.first_violator()?.is_none())
    }

    fn show(&mut self, example: usize) -> Result<(), CheckResult> {
        let field = self.field();
        let decision = self.rule.decide(&self.run, example, &field)?;
        self.products += self.run.sample.dimension() as u64 + 1;
        self.found.draws += 1;
        self.found.mistakes += u64::from(decision.mistake);
        self.found.margin_mistakes += u64::from(decision.margin_mistake);
        if !decision.due || !self.run.changes(example) {
            return Ok(());
        }
        let listed = self.certificate.updates.get(self.found.updates as usize);
        require(listed == Some(&example), &field, || {
            let order = self.order.as_str();
            let draw = self.found.draws;
            let says = listed.map_or("none".to_owned(), |listed| format!("example {listed}"));
            format!(
                "the order {order} updates on example {example} next, at example shown {draw}; the certificate has {says}"
            )
        })?;
        self.found.updates += 1;
        self.run.update(example, &self.rule);
        Ok(())
    }

    /// Ends the walk with this stop reason, and compares its updates, counts and reason with the certificate.
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
            (None, _) => "with the adversary's answers",
            (_, Order::Shuffled | Order::Random | Order::RandomMisclassified) => {
                "with the random numbers of the address"
            }
            _ => "example by example",
        };
        let order = self.order.as_str();
        Ok(OrderCheck::InFull(format!(
            "{order}, repeated {by}: {draws} examples shown, {passes} passes, then {reason}"
        )))
    }

    /// Compares the certificate's counts, and its stop reason if `reason` is known, with those of the walk.
    fn check_counts(&self, reason: Option<&str>) -> Result<(), CheckResult> {
        let (said, stops) = (self.certificate.stop_reason.as_deref(), reason);
        require(stops.is_none() || said == stops, "stop_reason", || {
            let said = said.unwrap_or("nothing");
            format!(
                "it says {said}, but the order {} ends with {}",
                self.order.as_str(),
                stops.unwrap_or_default()
            )
        })?;
        // A run against an opponent is one pass, however it ends. A cap at the end of a pass may count that pass.
        let passes = match (&self.draws, reason) {
            (None, _) => 1..=1,
            (_, None) => self.found.passes..=self.found.passes + 1,
            _ => self.found.passes..=self.found.passes,
        };
        let claimed = self.claimed;
        require(passes.contains(&claimed.passes), "counts.passes", || {
            format!(
                "it is {}, but the order makes {}",
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
                format!("it is {claimed}, but the order makes {found}")
            })?;
        }
        Ok(())
    }
}
