//! Lists the weight vectors that a run can reach if nothing separates the sample, and checks such a list: it is a proof that every run stays in it.

use super::Certificate;
use super::answer::{CheckResult, refused, require};
use super::exact::Integral;
use super::rule::CertifiedRule;
use perceptron::sample::{Label, Sample};
use std::collections::BTreeSet;

/// Most vectors that a certificate lists.
const MOST_VECTORS: usize = 10_000;

/// Most work, as vectors × examples × features, for which a certificate lists the vectors.
const MOST_PRODUCTS: usize = 20_000_000;

/// The examples as integers, each with its label.
struct IntegerExamples {
    rows: Vec<(Label, Vec<i64>)>,
    dimension: usize,
}

impl IntegerExamples {
    /// Reads a sample with exact features; `None` if the features are floats.
    fn new(sample: &Sample) -> Option<Self> {
        let labels = sample.labels.iter().copied().enumerate();
        let rows =
            labels.map(|(example, label)| Some((label, sample.features.integer_row(example)?)));
        Some(Self {
            rows: rows.collect::<Option<_>>()?,
            dimension: sample.features.dimension(),
        })
    }

    /// Calls `take` with every example that calls for an update at a vector, and with the vector after the update. `None` if a number exceeds its range.
    fn each_update(
        &self,
        rule: &CertifiedRule,
        vector: &[i64],
        mut take: impl FnMut(usize, Vec<i64>),
    ) -> Option<()> {
        for (example, (label, row)) in self.rows.iter().enumerate() {
            let sign = label.sign();
            let products = row.iter().zip(vector);
            let products = products.map(|(&x, &w)| i128::from(x) * i128::from(w));
            if rule.calls_for_update(*label, i128::from(sign) * products.sum::<i128>()) {
                let sums = vector.iter().zip(row);
                let next = sums.map(|(&w, &x)| w.checked_add(x.checked_mul(sign)?));
                take(example, next.collect::<Option<_>>()?);
            }
        }
        Some(())
    }
}

/// The smallest set of vectors that contains 0 and that no update leaves, in multiples of the features' unit times the step. `None` if it is too large, if
/// the run is not exact, or if the rule divides examples by their norms.
pub(super) fn closed_set(certificate: &Certificate, sample: &Sample) -> Option<Vec<Vec<i64>>> {
    let is_exact = certificate.arithmetic.as_deref() == Some("exact");
    let rule = CertifiedRule::new(certificate, &Integral::new(sample)?);
    let examples = IntegerExamples::new(sample).filter(|_| is_exact && !rule.normalizes)?;
    let size = (examples.rows.len() * examples.dimension).max(1);
    let most = MOST_VECTORS.min(MOST_PRODUCTS / size);
    let mut found = vec![vec![0; examples.dimension]];
    let mut known = BTreeSet::from([found[0].clone()]);
    let mut current = 0;
    while current < found.len() {
        let vector = found[current].clone();
        examples.each_update(&rule, &vector, |_, next| {
            if known.insert(next.clone()) {
                found.push(next);
            }
        })?;
        if found.len() > most {
            return None;
        }
        current += 1;
    }
    Some(found)
}

/// Checks that the listed vectors contain 0, and that no update on any example leads from one of them out of the list.
pub(super) fn check_closed_set(
    certificate: &Certificate,
    rule: &CertifiedRule,
    sample: &Sample,
) -> Result<(), CheckResult> {
    const FIELD: &str = "closed_set";
    let Some(vectors) = &certificate.closed_set else {
        return Ok(());
    };
    let Some(examples) = IntegerExamples::new(sample).filter(|_| !rule.normalizes) else {
        return refused(FIELD, "there is a list, but the run is not in integers");
    };
    let known: BTreeSet<&Vec<i64>> = vectors.iter().collect();
    require(known.contains(&vec![0; examples.dimension]), FIELD, || {
        "the vector 0, where every run begins, is missing".into()
    })?;
    for (position, vector) in vectors.iter().enumerate() {
        let field = format!("{FIELD}[{position}]");
        require(vector.len() == examples.dimension, &field, || {
            format!("it has {} entries, not one per feature", vector.len())
        })?;
        let mut leaving = None;
        let in_range = examples.each_update(rule, vector, |example, next| {
            if !known.contains(&next) {
                leaving = leaving.or(Some(example));
            }
        });
        require(in_range.is_some(), &field, || {
            "an update exceeds 64 bits".into()
        })?;
        require(leaving.is_none(), &field, || {
            let example = leaving.unwrap_or_default();
            format!("the update on example {example} leads from it to a vector that is not listed")
        })?;
    }
    Ok(())
}
