(* What every single update of a run does: if the premises are decided to be true, the observed number is within the limit. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Identities Convergence Normalized Checker CheckerProof Decide DecideRun.
Import ListNotations.
Local Open Scope R_scope.

Section Steps.
Variable c : certificate.
Hypothesis formed : well_formed c = true.
Notation V := (space_of c).
Notation D := (IZR (denominator c)).
Notation r := (rule_of c).
Notation u := (vector_of c 1 (separator c)).
Notation ex := (example_of c).
Notation at_ := (fun i => example_of c (nth i (sample c) ([], true))).
Notation m := (IZR (margin_number c)).
Notation uu := (IZR (separator_square c)).
Notation r2 := (IZR (radius_number c) / (D * D)).
(* The vector in units of the step. *)
Notation whole := (vector_of c (/ D)).
Variables (given : facts) (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).

Lemma D_pos : 0 < D. Proof. exact (D_pos c formed). Qed.
Lemma eta_pos : 0 < value (eta c). Proof. exact (eta_pos c formed). Qed.
Lemma slack_pos : 0 < IZR (slack_denominator c). Proof. exact (slack_pos c formed). Qed.
Lemma length_in e : In e (sample c) -> length (fst e) = dimension c. Proof. exact (sample_length c formed e). Qed.

(* The theorems about single updates have step 1: the vector in units of the step makes the same updates. *)
Lemma whole_step v e : length v = dimension c -> length (fst e) = dimension c -> whole (zstep v e) = update perceptron (whole v) (ex e).
Proof.
  intros L E. pose proof D_pos. unfold zstep. rewrite (lift_zadd c) by congruence. unfold update. rewrite y_sign. cbn [perceptron step]. f_equal.
  apply functional_extensionality. intros i. unfold vector_of, example_of. cbn [scale space_of coordinates x fst]. unfold vector_of. field. lra.
Qed.
Lemma whole_square v : length v = dimension c -> dot (whole v) (whole v) = IZR (square v) / (D * D).
Proof. intros L. pose proof D_pos. rewrite (dot_lift c) by assumption. unfold square. field. lra. Qed.
Lemma whole_score v e : length v = dimension c -> length (fst e) = dimension c -> score (whole v) (ex e) = IZR (zscore v e) / (D * D).
Proof. intros L E. pose proof D_pos. rewrite (score_lift c) by assumption. field. lra. Qed.
Lemma example_square e : length (fst e) = dimension c -> dot (x (ex e)) (x (ex e)) = IZR (square (fst e)) / (D * D).
Proof. intros E. pose proof D_pos. unfold example_of. cbn [x]. rewrite (dot_lift c) by assumption. unfold square. field. lra. Qed.
Lemma real_square v : length v = dimension c -> dot (real c v) (real c v) = value (eta c) * value (eta c) * (IZR (square v) / (D * D)).
Proof. intros L. pose proof D_pos. unfold real, unit_. rewrite (dot_lift c) by assumption. unfold square. field. lra. Qed.
Lemma cancel (a b : Z) : IZR a / (D * D) = IZR b / (D * D) -> a = b.
Proof.
  pose proof D_pos as Dp. intros H. apply eq_IZR. apply Rmult_eq_reg_r with (/ (D * D)); [exact H|]. apply Rgt_not_eq, Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.

(* By Identities.norm_identity. *)
Lemma square_step v e : length v = dimension c -> length (fst e) = dimension c -> square (zstep v e) = (square v + square (fst e) + 2 * zscore v e)%Z.
Proof.
  intros L E. assert (L' : length (zstep v e) = dimension c) by (unfold zstep; rewrite length_zadd; congruence).
  pose proof (Identities.norm_identity perceptron (whole v) (ex e) eq_refl) as H.
  rewrite <- whole_step, !whole_square, example_square, whole_score in H by assumption.
  apply cancel. rewrite H, !plus_IZR, mult_IZR. pose proof D_pos. field. lra.
Qed.
(* By Identities.score_gain. *)
Lemma score_step v e : length v = dimension c -> length (fst e) = dimension c -> zscore (zstep v e) e = (zscore v e + square (fst e))%Z.
Proof.
  intros L E. assert (L' : length (zstep v e) = dimension c) by (unfold zstep; rewrite length_zadd; congruence).
  pose proof (Identities.score_gain perceptron (whole v) (ex e) eq_refl) as H. rewrite <- whole_step, !whole_score, example_square in H by assumption.
  apply cancel. rewrite H, plus_IZR. pose proof D_pos. field. lra.
Qed.

Lemma identity_limit : identity_failures 0 (moments c us) = 0%Z.
Proof.
  assert (G : forall places t v, length v = dimension c -> (forall i, In i places -> (i < length (sample c))%nat) ->
    identity_failures (square v) (trail c t v places) = 0%Z).
  { induction places as [|i places IH]; intros t v L P; [reflexivity|]. cbn [trail identity_failures before shown].
    assert (J : In (nth i (sample c) ([], true)) (sample c)) by (apply nth_In, P; now left). set (e := nth i (sample c) ([], true)) in *.
    unfold following. cbn [before shown]. rewrite <- square_step by (auto; now apply length_in). rewrite Z.eqb_refl. apply IH.
    - unfold zstep. rewrite length_zadd; [exact L|]. rewrite length_in; auto.
    - intros k K. apply P. now right. }
  assert (Z0 : square (origin c) = 0%Z).
  { unfold square, origin. generalize (dimension c). induction n as [|n IH]; [reflexivity|]. cbn [repeat zdot]. rewrite IH. reflexivity. }
  rewrite <- Z0 at 1. apply G; [apply origin_length|exact (places_ c formed us w again)].
Qed.

Lemma gain_limit q : In q (map gain (filter (fun s => not_null (fst (shown s))) (moments c us))) -> fst q = snd q.
Proof.
  intros H. apply in_map_iff in H. destruct H as (s & <- & H). apply filter_In in H. destruct H as [H _].
  destruct (moment_ok c formed us w again s H) as (L & J & _). unfold gain, following. cbn [fst snd]. rewrite score_step by (auto; now apply length_in). ring.
Qed.

(* By Perceptron.length_at_least, at the unit version of the separator. *)
Lemma length_square past v : 0 < m -> (forall e, In e past -> In e (examples_of c)) -> length v = dimension c -> real c v = after r (@zero V) past ->
  IZR (Z.of_nat (length past)) * IZR (Z.of_nat (length past)) * (m * m) <= IZR (square v) * uu.
Proof.
  intros M I L A. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (separator_margin c formed) as [G U].
  pose proof (separator_pos c formed M) as Up. assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0).
  destruct (unit_version V (m / D) u past N (fun e h => G e (I e h))) as [U1 M1].
  pose proof (length_at_least r (m / D / norm u) (scale (1 / norm u) u) past ltac:(cbn [rule_of step]; lra) U1 M1) as B.
  rewrite <- A, INR_IZR_INZ in B. cbn [rule_of step] in B. set (n := IZR (Z.of_nat (length past))) in *.
  assert (N0 : 0 <= n) by (apply (IZR_le 0); lia). assert (Pg : 0 < m / D / norm u) by (repeat apply Rdiv_lt_0_compat; lra).
  assert (B0 : 0 <= n * (value (eta c) * (m / D / norm u))) by (apply Rmult_le_pos; [exact N0|]; apply Rmult_le_pos; lra).
  pose proof (Rmult_le_compat _ _ _ _ B0 B0 B B) as Q. rewrite norm_square, real_square in Q by exact L.
  replace (n * (value (eta c) * (m / D / norm u)) * (n * (value (eta c) * (m / D / norm u)))) with
    (n * n * (value (eta c) * value (eta c)) * (m * m) / (D * D) / (norm u * norm u)) in Q by (field; lra). rewrite norm_square, U in Q.
  apply Rmult_le_reg_r with (value (eta c) * value (eta c) / (D * D) / uu).
  - apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; assumption|exact Up].
  - replace (n * n * (m * m) * (value (eta c) * value (eta c) / (D * D) / uu)) with (n * n * (value (eta c) * value (eta c)) * (m * m) / (D * D) / uu) by
      (field; lra).
    replace (IZR (square v) * uu * (value (eta c) * value (eta c) / (D * D) / uu)) with (value (eta c) * value (eta c) * (IZR (square v) / (D * D))) by
      (field; lra). exact Q.
Qed.

Lemma norm_at_least_limit : 0 < m -> us <> [] ->
  0 < IZR (snd (limit c given us w output_norm_at_least)) /\ 1 <= value (limit c given us w output_norm_at_least).
Proof.
  intros M Ne. destruct (run_is_due c formed us w again) as (L & _ & I & A).
  pose proof (length_square (map at_ us) w M I L A) as Q. rewrite map_length in Q. cbn [limit]. unfold value. cbn [fst snd]. rewrite !mult_IZR.
  fold (square w). set (n := IZR (Z.of_nat (length us))) in *. assert (N : 1 <= n) by (apply IZR_le; destruct us; [congruence|simpl length; lia]).
  assert (P : 0 < n * n * (m * m)) by (repeat apply Rmult_lt_0_compat; lra). split; [exact P|].
  apply Rmult_le_reg_r with (n * n * (m * m)); [exact P|]. replace (IZR (square w) * uu / (n * n * (m * m)) * (n * n * (m * m))) with (IZR (square w) * uu) by
    (field; nra). lra.
Qed.

Lemma hull_limit s : 0 < m -> In s (moments c us) -> 0 < IZR (square (following s)) /\
  value ((number s * number s * (denominator c * denominator c))%Z, square (following s)) <= value (limit c given us w hull_norm_bounds_margin).
Proof.
  intros M H. pose proof D_pos as Dp. pose proof (separator_pos c formed M) as Up.
  destruct (moment_ok c formed us w again s H) as (L & J & _ & past & I & _ & A & N).
  destruct (following_ok c formed s L J) as [L' _]. pose proof (length_square past (following s) M I L' A) as Q. rewrite <- N in Q.
  pose proof (number_ok c us s H) as N1.
  apply IZR_le in N1. set (n := IZR (number s)) in *. set (q := IZR (square (following s))) in *.
  assert (P : 0 < n * n * (m * m)) by (repeat apply Rmult_lt_0_compat; lra). assert (Qp : 0 < q) by (apply Rmult_lt_reg_r with uu; lra). split; [exact Qp|].
  cbn [limit]. unfold value. cbn [fst snd]. rewrite !mult_IZR. fold n q. apply Rmult_le_reg_r with (q * (m * m)); [repeat apply Rmult_lt_0_compat; lra|].
  replace (n * n * (D * D) / q * (q * (m * m))) with (n * n * (m * m) * (D * D)) by (field; lra).
  replace (D * D * uu / (m * m) * (q * (m * m))) with (q * uu * (D * D)) by (field; lra). apply Rmult_le_compat_r; [nra|exact Q].
Qed.

Lemma slack_limit : value (limit c given us w norm_invariant) = r2 + 2 * value (tau c) / value (eta c).
Proof. cbn [limit]. unfold value at 1. cbn [fst snd]. rewrite !mult_IZR. apply (slack_value c formed). Qed.

(* By Perceptron.norm_growth. *)
Lemma growth_limit s : In s (moments c us) -> 0 < IZR (number s * (denominator c * denominator c)) /\
  value (square (following s), (number s * (denominator c * denominator c))%Z) <= value (limit c given us w norm_invariant).
Proof.
  intros H. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (moment_ok c formed us w again s H) as (L & J & _ & past & I & Du & A & N).
  destruct (following_ok c formed s L J) as [L' _].
  assert (W : within r2 past) by (intros e K; apply (proj1 (within_radius c formed)), I, K).
  pose proof (norm_growth r r2 past ltac:(cbn [rule_of step]; lra) W Du) as B. rewrite <- A, real_square, INR_IZR_INZ, <- N in B by exact L'.
  pose proof (number_ok c us s H) as N1.
  apply IZR_le in N1. rewrite !mult_IZR. assert (P : 0 < IZR (number s) * (D * D)) by (repeat apply Rmult_lt_0_compat; lra). split; [exact P|].
  rewrite slack_limit. unfold value at 1. cbn [fst snd]. rewrite !mult_IZR. cbn [rule_of step threshold] in B. set (n := IZR (number s)) in *.
  apply Rmult_le_reg_r with (n * (value (eta c) * value (eta c))); [apply Rmult_lt_0_compat; [lra|apply Rmult_lt_0_compat; exact Ep]|].
  replace (IZR (square (following s)) / (n * (D * D)) * (n * (value (eta c) * value (eta c)))) with
    (value (eta c) * value (eta c) * (IZR (square (following s)) / (D * D))) by (field; lra).
  replace ((r2 + 2 * value (tau c) / value (eta c)) * (n * (value (eta c) * value (eta c)))) with
    (n * (value (eta c) * value (eta c) * r2 + 2 * value (eta c) * value (tau c))) by (field; lra). exact B.
Qed.

(* By Perceptron.increment_bound. *)
Lemma increment_limit s : In s (moments c us) ->
  value ((square (following s) - square (before s))%Z, (denominator c * denominator c)%Z) <= value (limit c given us w increment_bound).
Proof.
  intros H. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (moment_ok c formed us w again s H) as (L & J & Du & _).
  destruct (following_ok c formed s L J) as [L' Up].
  pose proof (Perceptron.increment_bound r r2 (real c (before s)) (ex (shown s)) ltac:(cbn [rule_of step]; exact Ep)
    (proj1 (within_radius c formed) _ (in_map ex _ _ J)) Du) as B. rewrite <- Up, !real_square in B by assumption. cbn [rule_of step threshold] in B.
  change (limit c given us w increment_bound) with (limit c given us w norm_invariant). rewrite slack_limit. unfold value at 1. cbn [fst snd].
  rewrite minus_IZR, mult_IZR. apply Rmult_le_reg_l with (value (eta c) * value (eta c)); [now apply Rmult_lt_0_compat|].
  replace (value (eta c) * value (eta c) * ((IZR (square (following s)) - IZR (square (before s))) / (D * D))) with
    (value (eta c) * value (eta c) * (IZR (square (following s)) / (D * D)) - value (eta c) * value (eta c) * (IZR (square (before s)) / (D * D))) by
    (field; lra). exact B.
Qed.

(* By Perceptron.progress. *)
Lemma progress_limit s : In s (moments c us) -> 0 < IZR (number s * denominator c) /\
  value (margin_number c, denominator c) <= value (zdot (separator c) (following s), (number s * denominator c)%Z).
Proof.
  intros H. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (moment_ok c formed us w again s H) as (L & J & _ & past & I & _ & A & N).
  destruct (following_ok c formed s L J) as [L' _]. destruct (formed_parts c formed) as (_ & _ & Lu & _).
  assert (M : margin_at_least (m / D) u past) by (intros e K; apply (proj1 (separator_margin c formed)), I, K).
  pose proof (progress r (m / D) u past ltac:(cbn [rule_of step]; lra) M) as B. rewrite <- A, INR_IZR_INZ, <- N in B. unfold real, unit_ in B.
  rewrite (dot_lift c) in B by assumption. cbn [rule_of step] in B.
  pose proof (number_ok c us s H) as N1.
  apply IZR_le in N1. rewrite mult_IZR. split; [apply Rmult_lt_0_compat; lra|]. unfold value at 1 2. cbn [fst snd].
  rewrite mult_IZR. set (n := IZR (number s)) in *.
  apply Rmult_le_reg_r with (n * value (eta c)); [apply Rmult_lt_0_compat; [lra|exact Ep]|].
  replace (m / D * (n * value (eta c))) with (n * (value (eta c) * (m / D))) by ring.
  replace (IZR (zdot (separator c) (following s)) / (n * D) * (n * value (eta c))) with (1 * (value (eta c) / D) * IZR (zdot (separator c) (following s))) by
    (field; lra). exact B.
Qed.
End Steps.
