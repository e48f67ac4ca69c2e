//! Claims that an update raises the score of its example by its squared norm.

use crate::claim::{Claim, MarginSource, Statement, premise};
use crate::trial::columns;
use perceptron::documented::documented;

documented! {
    name = "score-gain";
    /// Every update on (x, y) raises y⟨w, x⟩ by ‖x‖², neither more nor less.
    ///
    /// # Formula
    /// $(y\langle w', x\rangle - y\langle w, x\rangle)/\lVert x\rVert^2 = 1$, at the update of the run from $w$ to $w'$ where it is farthest from 1, with $w$ in units of the step
    /// # Premise
    /// Rule perceptron or margin-perceptron; an exact run of the learning loop with an update on an example that is not 0.
    /// # Source
    /// MIT, eqs. (9)–(11) (docs/theory.md, C-M4). Control N17: the anti-perceptron and label-blind updates.
    /// # Examples
    /// ```toml
    /// [[claims]]
    /// name = "score-gain"
    /// ```
    pub struct ScoreGain {}
}

impl Claim for ScoreGain {
    fn statement(&self, _: &MarginSource) -> Statement {
        Statement::identity(columns::SCORE_GAIN, 1)
            .when([premise::watched_steps(), premise::perceptron_rule()])
            // The claim is about every update that was made.
            .even_if_cut_off()
    }
}
