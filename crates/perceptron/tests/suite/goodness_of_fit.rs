//! Compares draws with their exact distribution, with bounds that hold for every number of draws and not only in the limit.

/// The probability over all seeds that one comparison fails although the distribution is right. The bounds below are Chernoff's and Massart's, proved
/// for every number of independent draws. No test makes a thousand comparisons, so each test gives a false alarm with probability below 10⁻⁶. Its
/// seed is fixed, so it fails always or never.
const ALPHA: f64 = 1e-9;

/// Fails for a count of successes in independent trials that is too far from n·p: P(KL(count/n ‖ p) ≥ ε) ≤ 2·exp(−nε) (Chernoff).
pub(crate) fn assert_share(count: usize, trials: usize, p: f64, what: &str) {
    let share = count as f64 / trials as f64;
    let term = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
    let divergence = term(share, p) + term(1.0 - share, 1.0 - p);
    let most = (2.0 / ALPHA).ln() / trials as f64;
    assert!(
        divergence <= most,
        "{what}: {count} of {trials} where {p} was due"
    );
}

/// Fails if the count of one of several equally likely outcomes is too far from its expected fraction.
pub(crate) fn assert_uniform(counts: &[usize], what: &str) {
    let trials = counts.iter().sum();
    for (outcome, &count) in counts.iter().enumerate() {
        let what = format!("{what}, outcome {outcome}");
        assert_share(count, trials, 1.0 / counts.len() as f64, &what);
    }
}

/// Fails if the distribution function of independent draws is somewhere too far from a continuous one: P(sup |F_n − F| > ε) ≤ 2·exp(−2nε²)
/// (Dvoretzky, Kiefer, Wolfowitz; Massart 1990).
pub(crate) fn assert_distribution(
    mut draws: Vec<f64>,
    distribution: impl Fn(f64) -> f64,
    what: &str,
) {
    draws.sort_by(f64::total_cmp);
    let n = draws.len() as f64;
    let distance = |(place, &x): (usize, &f64)| {
        let below = distribution(x);
        (below - place as f64 / n).max((place + 1) as f64 / n - below)
    };
    let supremum = draws.iter().enumerate().map(distance).fold(0.0, f64::max);
    let most = ((2.0 / ALPHA).ln() / (2.0 * n)).sqrt();
    assert!(supremum <= most, "{what}: {supremum} above {most}");
}

/// All orders of `0..n`, in lexicographic order.
pub(crate) fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut found = vec![Vec::new()];
    for _ in 0..n {
        let longer = |order: &Vec<usize>| {
            let rest: Vec<usize> = (0..n).filter(|next| !order.contains(next)).collect();
            let order = order.clone();
            rest.into_iter()
                .map(move |next| [order.clone(), vec![next]].concat())
        };
        found = found.iter().flat_map(longer).collect();
    }
    found
}

/// All sequences of `length` numbers below `n`, in lexicographic order.
pub(crate) fn sequences(n: usize, length: usize) -> Vec<Vec<usize>> {
    let all = n.pow(length as u32);
    let digits = |code: usize| (0..length).map(move |place| code / n.pow(place as u32) % n);
    let mut found: Vec<Vec<usize>> = (0..all).map(|code| digits(code).collect()).collect();
    found.sort();
    found
}
