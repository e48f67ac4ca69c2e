//! Says what the slack of a claim is: the resolution with which agreement is seen, or a tolerance.

/// Meaning of the slack of a claim about a mean or a probability.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    serde::Serialize,
    serde::Deserialize,
    strum::VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum SlackKind {
    /// The claim is exact. The slack is the resolution with which it may be judged `holds`; beyond the limit itself it is `violated`.
    #[default]
    Exact,
    /// The claim is approximate. The slack is a tolerance on both sides: beyond the limit, widened by the slack, the claim is `violated`.
    Approximate,
}

perceptron::documented::choice!(SlackKind);
