(* Bounds on the number of updates of the perceptron and of the perceptron with a threshold, in every order and for every choice. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space.
Import ListNotations.
Local Open Scope R_scope.

Section Perceptron.
Context {V : space}.
Implicit Types u w : V.
Implicit Types us es : list (example V).

(* C-V4, C-B9, C-H6: t g <= <w_t, u> after t updates from 0, if every update has margin at least g along u (for step 1; step eta gives t eta g).
   Assumed: the step is not negative. The vector u may have any length. *)
Theorem progress (r : rule) (g : R) u us : 0 <= step r -> margin_at_least g u us ->
  INR (length us) * (step r * g) <= dot u (after r zero us).
Proof.
  intros S H. assert (G : forall w, dot u w + INR (length us) * (step r * g) <= dot u (after r w us)).
  { induction us as [|e us IH]; intros w; cbn [length after]; [simpl; lra|]. rewrite S_INR.
    specialize (IH (fun e' h => H e' (or_intror h)) (update r w e)).
    unfold update at 1 in IH. rewrite dot_add_r, dot_scale_r in IH. pose proof (H e (or_introl eq_refl)) as P. unfold score in P. nra. }
  specialize (G zero). rewrite dot_zero_r in G. lra.
Qed.

(* C-V4, C-B9, C-H6: |w_t|^2 <= t (R^2 + 2 tau) after t updates from 0 with step 1, each of which was due; for step eta, t (eta^2 R^2 + 2 eta tau).
   For the perceptron tau = 0, and this is t R^2; for the margin perceptron on unit vectors it is 3 t. *)
Theorem norm_growth (r : rule) (r2 : R) us : 0 <= step r -> within r2 us -> each_is_due r zero us ->
  dot (after r zero us) (after r zero us) <= INR (length us) * (step r * step r * r2 + 2 * step r * threshold r).
Proof.
  intros S H. assert (G : forall w, each_is_due r w us ->
    dot (after r w us) (after r w us) <= dot w w + INR (length us) * (step r * step r * r2 + 2 * step r * threshold r)).
  { induction us as [|e us IH]; intros w D; cbn [length after]; [simpl; lra|]. rewrite S_INR. destruct D as [D1 D2].
    specialize (IH (fun e' h => H e' (or_intror h)) _ D2). apply due_score in D1. unfold score in D1.
    unfold update at 3 4 in IH. rewrite square_of_sum in IH. pose proof (H e (or_introl eq_refl)). pose proof (y_square e).
    replace (step r * y e * (step r * y e)) with (step r * step r * (y e * y e)) in IH by ring. rewrite H1 in IH.
    assert (step r * (y e * dot w (x e)) <= step r * threshold r) by (now apply Rmult_le_compat_l).
    assert (step r * step r * dot (x e) (x e) <= step r * step r * r2) by (apply Rmult_le_compat_l; nra). nra. }
  intros D. specialize (G zero D). rewrite dot_zero in G. lra.
Qed.

(* C-B9, C-V4, C-H6: an update that is due adds at most eta^2 (R^2 + 2 tau/eta) to |w|^2; with w in units of the step eta > 0 this is R^2 + 2 tau/eta. *)
Theorem increment_bound (r : rule) (r2 : R) w e : 0 < step r -> dot (x e) (x e) <= r2 -> due r w e ->
  dot (update r w e) (update r w e) - dot w w <= step r * step r * (r2 + 2 * threshold r / step r).
Proof.
  intros S W D. apply due_score in D. unfold score in D. unfold update. rewrite square_of_sum. pose proof (y_square e) as Y.
  replace (step r * y e * (step r * y e)) with (step r * step r * (y e * y e)) by ring. rewrite Y.
  replace (step r * step r * (r2 + 2 * threshold r / step r)) with (step r * step r * r2 + 2 * (step r * threshold r)) by (field; lra).
  assert (step r * (y e * dot w (x e)) <= step r * threshold r) by (apply Rmult_le_compat_l; lra).
  assert (step r * step r * dot (x e) (x e) <= step r * step r * r2) by (apply Rmult_le_compat_l; nra). lra.
Qed.

(* C-H5, C-B8: the bound without roots, for a separator u of any length: t g^2 <= |u|^2 (R^2 + 2 tau / eta). *)
Theorem bound (r : rule) (g r2 : R) u us : 0 <= threshold r -> 0 < step r -> 0 < g -> 0 <= r2 ->
  within r2 us -> margin_at_least g u us -> each_is_due r zero us ->
  INR (length us) * (g * g) <= dot u u * (r2 + 2 * threshold r / step r).
Proof.
  intros T S Hg Hr W M D.
  pose proof (progress r g u us ltac:(lra) M) as P. pose proof (norm_growth r r2 us ltac:(lra) W D) as N.
  pose proof (cauchy_schwarz u (after r zero us)) as C. pose proof (dot_pos u) as U.
  set (m := INR (length us)) in *. set (n := dot (after r zero us) (after r zero us)) in *. assert (M0 : 0 <= m) by apply pos_INR.
  assert (Q : 0 <= threshold r / step r) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  destruct (Req_dec m 0) as [Z|Z]; [rewrite Z; unfold Rdiv in *; nra|]. assert (Mp : 0 < m) by lra.
  assert (E : step r * step r * r2 + 2 * step r * threshold r = step r * step r * (r2 + 2 * threshold r / step r)) by (field; lra).
  rewrite E in N. set (k := r2 + 2 * threshold r / step r) in *. set (s := step r) in *.
  assert (A : (m * (s * g)) * (m * (s * g)) <= dot u (after r zero us) * dot u (after r zero us)).
  { assert (0 <= m * (s * g)) by (apply Rmult_le_pos; nra). apply Rmult_le_compat; lra. }
  assert (B : dot u u * n <= dot u u * (m * (s * s * k))) by (apply Rmult_le_compat_l; lra).
  apply Rmult_le_reg_l with (m * (s * s)); [assert (0 < s * s) by nra; nra|].
  replace (m * (s * s) * (m * (g * g))) with (m * (s * g) * (m * (s * g))) by ring.
  replace (m * (s * s) * (dot u u * k)) with (dot u u * (m * (s * s * k))) by ring. lra.
Qed.

(* C-B8, C-V3, C-U9: at most (R/g)^2 updates of the perceptron (a tie is a mistake), whatever misclassified example is chosen each time,
   in every order and over any number of passes. Assumed: u is a unit vector with margin at least g > 0 on these examples, and |x| <= R. *)
Theorem novikoff (g R : R) u us : 0 < g -> 0 <= R -> dot u u = 1 ->
  within (R * R) us -> margin_at_least g u us -> each_is_due perceptron zero us ->
  INR (length us) <= (R / g) * (R / g).
Proof.
  intros Hg HR U W M D. pose proof (bound perceptron g (R * R) u us ltac:(simpl; lra) ltac:(simpl; lra) Hg ltac:(nra) W M D) as B.
  rewrite U in B. simpl in B. apply Rmult_le_reg_r with (g * g); [nra|].
  replace (R / g * (R / g) * (g * g)) with (R * R) by (field; lra). lra.
Qed.

(* C-V3: at most (D/g)^2 mistakes on every stream of examples, each shown once; the stream may hold any number of passes. *)
Theorem online_mistakes (g D : R) u es : 0 < g -> 0 <= D -> dot u u = 1 -> within (D * D) es -> margin_at_least g u es ->
  INR (length (updates perceptron zero es)) <= (D / g) * (D / g).
Proof.
  intros Hg HD U W M. apply (novikoff g D u); auto; [| |apply updates_due].
  - intros e I. apply W. eapply updates_in, I.
  - intros e I. apply M. eapply updates_in, I.
Qed.

(* C-U9, C-U10: at most (R B)^2 updates, B the length of any vector with y <w, x> >= 1 on all examples (so also of the shortest one). *)
Theorem urner (R : R) b us : 0 <= R -> within (R * R) us -> margin_at_least 1 b us -> each_is_due perceptron zero us ->
  INR (length us) <= (R * norm b) * (R * norm b).
Proof.
  intros HR W M D. pose proof (bound perceptron 1 (R * R) b us ltac:(simpl; lra) ltac:(simpl; lra) Rlt_0_1 ltac:(nra) W M D) as B.
  simpl in B. replace (R * norm b * (R * norm b)) with (R * R * (norm b * norm b)) by ring. rewrite norm_square. lra.
Qed.

(* C-U10: a vector b with y <b, x> >= 1 on all examples gives the unit vector b/|b| with margin 1/|b|; and a unit vector with margin g > 0
   gives u/g, of length 1/g, with y <u/g, x> >= 1. So the shortest such b has length 1 over the largest margin. *)
Theorem shortest_vector es :
  (forall b : V, 0 < norm b -> margin_at_least 1 b es ->
     dot (scale (1 / norm b) b) (scale (1 / norm b) b) = 1 /\ margin_at_least (1 / norm b) (scale (1 / norm b) b) es) /\
  (forall (u : V) g, 0 < g -> dot u u = 1 -> margin_at_least g u es -> norm (scale (1 / g) u) = 1 / g /\ margin_at_least 1 (scale (1 / g) u) es).
Proof.
  split.
  - intros b B M. assert (P : 0 < 1 / norm b) by (unfold Rdiv; rewrite Rmult_1_l; now apply Rinv_0_lt_compat). split.
    + rewrite dot_scale, dot_scale_r, <- norm_square. field. lra.
    + intros e I. pose proof (M e I) as H. unfold score in *. rewrite dot_scale. nra.
  - intros u g G U M. assert (P : 0 < 1 / g) by (unfold Rdiv; rewrite Rmult_1_l; now apply Rinv_0_lt_compat). split.
    + unfold norm. rewrite dot_scale, dot_scale_r, U, Rmult_1_r. apply sqrt_square. lra.
    + intros e I. pose proof (M e I) as H. unfold score in *. rewrite dot_scale.
      replace (y e * (1 / g * dot u (x e))) with (1 / g * (y e * dot u (x e))) by ring.
      replace 1 with (1 / g * g) at 1 by (field; lra). apply Rmult_le_compat_l; lra.
Qed.

(* C-H5, C-H8: at most (R^2 + 2 tau/eta)/g^2 updates with threshold tau >= 0 and step eta > 0; neither the number of examples nor the dimension
   occurs in the bound. A score equal to the threshold may or may not count. *)
Theorem margin_mistakes (r : rule) (g R : R) u us : 0 <= threshold r -> 0 < step r -> 0 < g -> 0 <= R -> dot u u = 1 ->
  within (R * R) us -> margin_at_least g u us -> each_is_due r zero us ->
  INR (length us) <= (R * R + 2 * threshold r / step r) / (g * g).
Proof.
  intros T S Hg HR U W M D. pose proof (bound r g (R * R) u us T S Hg ltac:(nra) W M D) as B. rewrite U in B.
  apply Rmult_le_reg_r with (g * g); [nra|].
  replace ((R * R + 2 * threshold r / step r) / (g * g) * (g * g)) with (R * R + 2 * threshold r / step r) by (field; lra). lra.
Qed.

(* C-H5: at most 3/g^2 margin mistakes (y <w, x> < 1) on vectors of length at most 1, drawn in any order. *)
Theorem margin_mistakes_unit (g : R) u us : 0 < g -> dot u u = 1 -> within 1 us -> margin_at_least g u us ->
  each_is_due margin_perceptron zero us -> INR (length us) <= 3 / (g * g).
Proof.
  intros Hg U W M D. pose proof (margin_mistakes margin_perceptron g 1 u us) as B. simpl in B.
  replace ((1 * 1 + 2 * 1 / 1) / (g * g)) with (3 / (g * g)) in B by (field; lra).
  apply B; auto; try lra. intros e I. specialize (W e I). lra.
Qed.

(* C-B9, C-V4, C-H6: t eta g <= |w_t| for every rule with step eta >= 0, if u is a unit vector with margin at least g on the updates. So no unit vector has
   a larger margin on the examples updated on than |w_t|/(t eta). Nothing else is assumed of the rule. *)
Theorem length_at_least (r : rule) (g : R) u us : 0 <= step r -> dot u u = 1 -> margin_at_least g u us ->
  INR (length us) * (step r * g) <= norm (after r zero us).
Proof.
  intros S U M. pose proof (progress r g u us S M) as P. pose proof (cauchy_schwarz_norm u (after r zero us)) as C.
  unfold norm at 1 in C. rewrite U, sqrt_1 in C. lra.
Qed.

(* C-B9: gives t g <= |w_t| <= sqrt(t) R for the perceptron, if u is a unit vector with margin at least g on the updates. *)
Theorem length_between (g R : R) u us : 0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) us -> margin_at_least g u us ->
  each_is_due perceptron zero us ->
  INR (length us) * g <= norm (after perceptron zero us) /\ norm (after perceptron zero us) <= sqrt (INR (length us)) * R.
Proof.
  intros Hg HR U W M D. split.
  - pose proof (length_at_least perceptron g u us ltac:(simpl; lra) U M) as P. simpl in P. lra.
  - pose proof (norm_growth perceptron (R * R) us ltac:(simpl; lra) W D) as N. simpl in N.
    unfold norm. rewrite <- (sqrt_square R) by exact HR. rewrite <- sqrt_mult by (try apply pos_INR; nra). apply sqrt_le_1_alt. lra.
Qed.

(* C-H7: where no example is due any more, the margin is at least g/(R^2 eta/tau + 2), if all examples have margin at least g along a unit vector u;
   threshold tau > 0 and step eta > 0; a score equal to tau may or may not be due. For tau = eta = 1 on unit vectors this is g/3.
   The last vector is w = after r zero us, made by updates on these examples. *)
Theorem output_margin (r : rule) (g R : R) u es us : 0 < threshold r -> 0 < step r ->
  0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) es -> margin_at_least g u es ->
  (forall e, In e us -> In e es) -> each_is_due r zero us ->
  let w := after r zero us in
  (forall e, In e es -> ~ due r w e) -> forall e, In e es -> g / (R * R * step r / threshold r + 2) <= score w e / norm w.
Proof.
  intros T S Hg HR U W M I D w Q e E.
  assert (W' : within (R * R) us) by (intros f J; apply W, I, J). assert (M' : margin_at_least g u us) by (intros f J; apply M, I, J).
  pose proof (norm_growth r (R * R) us ltac:(lra) W' D) as N.
  pose proof (margin_mistakes r g R u us ltac:(lra) S Hg HR U W' M' D) as B. fold w in N.
  set (m := INR (length us)) in *. set (s := step r) in *. set (t := threshold r) in *. set (k := R * R + 2 * t / s) in *.
  assert (K : 0 < k) by (unfold k; assert (0 < 2 * t / s) by (apply Rdiv_lt_0_compat; lra); nra).
  replace (s * s * (R * R) + 2 * s * t) with (s * s * k) in N by (unfold k; field; lra).
  assert (S1 : t <= score w e) by (apply (not_due_score r), Q, E).
  assert (Np : 0 < norm w).
  { destruct (Rle_lt_dec (norm w) 0) as [L|L]; [|exact L]. exfalso.
    assert (Z : dot w w = 0) by (rewrite <- norm_square; pose proof (norm_pos w); nra).
    pose proof (cauchy_schwarz w (x e)) as C. unfold score in S1. rewrite Z in C. destruct (y_cases e) as [Y|Y]; rewrite Y in S1; nra. }
  assert (Nk : norm w * g <= s * k).
  { assert (A : norm w * norm w <= m * (s * s * k)) by (rewrite norm_square; exact N).
    assert (C : m * (g * g) <= k).
    { apply Rmult_le_compat_r with (r := g * g) in B; [|nra]. replace (k / (g * g) * (g * g)) with k in B by (field; lra). exact B. }
    apply Rsqr_incr_0_var; [unfold Rsqr|apply Rmult_le_pos; lra].
    assert (A' : norm w * norm w * (g * g) <= m * (s * s * k) * (g * g)) by (apply Rmult_le_compat_r; nra).
    assert (C' : s * s * k * (m * (g * g)) <= s * s * k * k) by (apply Rmult_le_compat_l; [repeat apply Rmult_le_pos; lra|exact C]). lra. }
  assert (E1 : R * R * s / t + 2 = s * k / t) by (unfold k; field; lra). rewrite E1.
  apply Rmult_le_reg_r with (norm w * (s * k)); [repeat apply Rmult_lt_0_compat; lra|].
  replace (g / (s * k / t) * (norm w * (s * k))) with (norm w * g * t) by (field; lra).
  replace (score w e / norm w * (norm w * (s * k))) with (score w e * (s * k)) by (field; lra).
  apply Rle_trans with (s * k * t); [apply Rmult_le_compat_r; lra|]. rewrite (Rmult_comm (score w e)).
    apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|exact S1].
Qed.
End Perceptron.
