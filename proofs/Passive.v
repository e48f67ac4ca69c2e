(* The passive-aggressive learners: their losses and mistakes at any comparator. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space.
Import ListNotations.
Local Open Scope R_scope.

Section Passive.
Context {V : space}.
Implicit Types u w : V.
Implicit Types es : list (example V).

Definition loss w e := Rmax 0 (1 - score w e).
Definition length_square (e : example V) := dot (x e) (x e).
(* A learner is its step size: it adds step times y x on every example. *)
Definition aggressive := V -> example V -> R.
Definition pa : aggressive := fun w e => loss w e / length_square e.
Definition pa_1 (C : R) : aggressive := fun w e => Rmin C (loss w e / length_square e).
Definition pa_2 (C : R) : aggressive := fun w e => loss w e / (length_square e + 1 / (2 * C)).
Definition moved (t : aggressive) w e : V := add w (scale (t w e * y e) (x e)).
(* The last vector, the sum of a quantity of vector and example over the rounds, and the number of mistakes (y <w, x> <= 0; a tie is a mistake). *)
Fixpoint last_vector (t : aggressive) w es : V := match es with [] => w | e :: es => last_vector t (moved t w e) es end.
Fixpoint total (f : V -> example V -> R) (t : aggressive) w es : R := match es with [] => 0 | e :: es => f w e + total f t (moved t w e) es end.
Fixpoint mistakes (t : aggressive) w es : nat :=
  match es with [] => 0%nat | e :: es => ((if Rle_dec (score w e) 0 then 1 else 0) + mistakes t (moved t w e) es)%nat end.

Definition distance_square u w := dot w w - 2 * dot u w + dot u u.
Lemma distance_square_pos u w : 0 <= distance_square u w.
Proof. pose proof (dot_pos (add w (scale (-1) u))) as H. rewrite square_of_sum in H. unfold distance_square. rewrite (dot_comm u w). lra. Qed.

Lemma loss_pos w e : 0 <= loss w e.
Proof. apply Rmax_l. Qed.

(* A step t that is 0 without a loss brings w nearer to u by 2 t (loss - (1 - y <u, x>)) - t^2 |x|^2. *)
Lemma step_gain (t : aggressive) u w e : (loss w e = 0 -> t w e = 0) ->
  distance_square u w - distance_square u (moved t w e) = 2 * t w e * (loss w e - (1 - score u e)) - t w e * t w e * length_square e.
Proof.
  intros Z. unfold distance_square, moved, length_square. rewrite square_of_sum, dot_add_r, dot_scale_r.
  assert (Y : t w e * y e * (t w e * y e) = t w e * t w e). { replace (t w e * y e * (t w e * y e)) with (t w e * t w e * (y e * y e)) by ring.
    rewrite y_square. ring. }
  rewrite Y. unfold score in *. set (a := dot w (x e)). set (b := dot u (x e)).
  assert (E : t w e * loss w e = t w e * (1 - y e * a)).
  { unfold loss, score, Rmax. fold a. destruct (Rle_dec 0 (1 - y e * a)) as [L|L]; [reflexivity|]. rewrite Z; [ring|].
    unfold loss, score, Rmax. fold a. now destruct (Rle_dec 0 (1 - y e * a)). }
  lra.
Qed.

(* Adding up per-round inequalities: if f <= k times (what the step gained + h), then the total of f is at most k times (|u|^2 + total of h). *)
Lemma add_up (f h : V -> example V -> R) (t : aggressive) u (k : R) es : 0 <= k ->
  (forall w e, In e es -> f w e <= k * (distance_square u w - distance_square u (moved t w e) + h w e)) ->
  total f t zero es <= k * (dot u u + total h t zero es).
Proof.
  intros K H. assert (G : forall w, total f t w es <= k * (distance_square u w + total h t w es)).
  { induction es as [|e es IH]; intros w; simpl; [pose proof (distance_square_pos u w); nra|].
    specialize (IH (fun w' e' i => H w' e' (or_intror i)) (moved t w e)). specialize (H w e (or_introl eq_refl)). nra. }
  specialize (G zero). unfold distance_square in G. rewrite dot_zero, dot_zero_r in G. lra.
Qed.

Lemma total_zero t w es : total (fun _ _ => 0) t w es = 0.
Proof. revert w. induction es as [|e es IH]; intros w; simpl; [reflexivity|]. rewrite IH. ring. Qed.

(* X8: if y <u, x> >= 1 on all examples (u of any length), the squared hinge losses of the passive-aggressive learner add up to at most R^2 |u|^2.
   With u = (unit vector)/g this is (R/g)^2. Assumed: no example has length 0. *)
Theorem squared_loss_bound (R : R) u es : within (R * R) es -> (forall e, In e es -> 0 < length_square e) -> margin_at_least 1 u es ->
  total (fun w e => loss w e * loss w e) pa zero es <= R * R * dot u u.
Proof.
  intros W P M. rewrite <- (Rplus_0_r (dot u u)), <- (total_zero pa zero es). apply add_up; [nra|]. intros w e I.
  specialize (W e I). specialize (P e I). specialize (M e I). rewrite step_gain by (unfold pa; intros ->; field; lra). fold (length_square e) in W.
  assert (N : pa w e * length_square e = loss w e) by (unfold pa; field; lra).
  assert (T : 0 <= pa w e) by (unfold pa; apply Rmult_le_pos; [apply loss_pos|left; now apply Rinv_0_lt_compat]).
  pose proof (loss_pos w e) as L0. set (t := pa w e) in *. set (n := length_square e) in *. set (l := loss w e) in *.
  assert (G : t * l <= 2 * t * (l - (1 - score u e)) - t * t * n + 0) by nra.
  apply Rle_trans with (R * R * (t * l)); [|apply Rmult_le_compat_l; nra]. replace (l * l) with (n * (t * l)) by (rewrite <- N; ring).
  apply Rmult_le_compat_r; nra.
Qed.

(* X8: so the passive-aggressive learner makes at most R^2 |u|^2 mistakes, since a mistake has a loss of at least 1. *)
Theorem passive_aggressive_mistakes (R : R) u es : within (R * R) es -> (forall e, In e es -> 0 < length_square e) -> margin_at_least 1 u es ->
  INR (mistakes pa zero es) <= R * R * dot u u.
Proof.
  intros W P M. eapply Rle_trans; [|exact (squared_loss_bound R u es W P M)]. clear. generalize (@zero V) as w.
  induction es as [|e es IH]; intros w; cbn [mistakes total]; [simpl; lra|]. rewrite plus_INR. specialize (IH (moved pa w e)).
  destruct (Rle_dec (score w e) 0) as [L|L]; simpl; [|nra]. assert (1 <= loss w e) by (unfold loss; pose proof (Rmax_r 0 (1 - score w e)); lra). nra.
Qed.

(* X8: the identity: if y <u, x> = 1 on all examples, the sum of loss^2/|x|^2 is |u|^2 - |w - u|^2, w the last vector. *)
Theorem squared_loss_identity u es : (forall e, In e es -> 0 < length_square e) -> (forall e, In e es -> score u e = 1) ->
  total (fun w e => loss w e * loss w e / length_square e) pa zero es = dot u u - distance_square u (last_vector pa zero es).
Proof.
  intros P M. assert (G : forall w, total (fun w e => loss w e * loss w e / length_square e) pa w es = distance_square u w - distance_square u (last_vector
    pa w es)).
  { induction es as [|e es IH]; intros w; simpl; [ring|]. specialize (P e (or_introl eq_refl)) as Pe. specialize (M e (or_introl eq_refl)) as Me.
    rewrite (IH (fun e' h => P e' (or_intror h)) (fun e' h => M e' (or_intror h))).
    assert (S : distance_square u w - distance_square u (moved pa w e) = loss w e * loss w e / length_square e); [|lra].
    rewrite step_gain by (unfold pa; intros ->; field; lra). rewrite Me. unfold pa. field. lra. }
  rewrite G. unfold distance_square at 1. rewrite dot_zero, dot_zero_r. ring.
Qed.

(* X8: PA-I, whose step is min(C, loss/|x|^2), makes at most max(R^2, 1/C) (|u|^2 + 2 C sum of the losses of u) mistakes, at every vector u.
   Assumed: C > 0. An example of length 0, whose quotient loss/|x|^2 may be any number, moves w by nothing and is a mistake of loss 1 for w and u. *)
Theorem capped_step_mistakes (R C : R) u es : 0 < C -> within (R * R) es ->
  INR (mistakes (pa_1 C) zero es) <= Rmax (R * R) (1 / C) * (dot u u + total (fun _ e => 2 * C * loss u e) (pa_1 C) zero es).
Proof.
  intros HC W. set (k := Rmax (R * R) (1 / C)). assert (K1 : R * R <= k) by apply Rmax_l. assert (K2 : 1 / C <= k) by apply Rmax_r.
  assert (K : 0 < k) by (assert (0 < 1 / C) by (apply Rdiv_lt_0_compat; lra); lra).
  apply Rle_trans with (total (fun w e => if Rle_dec (score w e) 0 then 1 else 0) (pa_1 C) zero es).
  { clear. generalize (@zero V) as w. induction es as [|e es IH]; intros w; cbn [mistakes total]; [simpl; lra|]. rewrite plus_INR.
    specialize (IH (moved (pa_1 C) w e)).
    destruct (Rle_dec (score w e) 0); simpl; lra. }
  assert (KC : 1 <= k * C). { apply Rmult_le_compat_r with (r := C) in K2; [|lra]. replace (1 / C * C) with 1 in K2 by (field; lra). exact K2. }
  apply add_up; [lra|]. intros w e I. specialize (W e I). fold (length_square e) in W. pose proof (loss_pos w e) as L0. pose proof (loss_pos u e) as U0.
  destruct (Req_dec (length_square e) 0) as [Z|Z].
  { assert (N : forall v : V, score v e = 0).
    { intros v. unfold score. pose proof (cauchy_schwarz v (x e)) as C0. fold (length_square e) in C0. rewrite Z in C0. assert (dot v (x e) = 0) by nra. nra. }
    assert (L1 : forall v : V, loss v e = 1) by (intros v; unfold loss; rewrite N, Rminus_0_r; apply Rmax_right; lra).
    rewrite step_gain by (rewrite L1; intros; lra). rewrite !L1, !N, Z. destruct (Rle_dec 0 0) as [_|O]; [|lra].
    apply Rle_trans with (2 * (k * C)); [lra|right; ring]. }
  assert (P : 0 < length_square e) by (assert (0 <= length_square e) by apply dot_pos; lra).
  assert (Q0 : 0 <= loss w e / length_square e) by (apply Rmult_le_pos; [exact L0|left; now apply Rinv_0_lt_compat]).
  rewrite step_gain. 2:{ unfold pa_1. intros E. rewrite E. unfold Rdiv. rewrite Rmult_0_l. apply Rmin_right. lra. }
  assert (T0 : 0 <= pa_1 C w e) by (unfold pa_1; apply Rmin_glb; lra). assert (T1 : pa_1 C w e <= C) by apply Rmin_l.
  assert (T2 : pa_1 C w e * length_square e <= loss w e).
  { unfold pa_1. apply Rle_trans with (loss w e / length_square e * length_square e); [apply Rmult_le_compat_r; [lra|apply Rmin_r]|right; field; lra]. }
  assert (S : 1 - score u e <= loss u e) by apply Rmax_r.
  assert (T3 : 1 <= loss w e -> 1 <= k * (pa_1 C w e * loss w e)).
  { intros L. assert (A : 1 <= k * (loss w e / length_square e)).
    { apply Rmult_le_reg_r with (length_square e); [exact P|].
      replace (k * (loss w e / length_square e) * length_square e) with (k * loss w e) by (field; lra). nra. }
    assert (D : 1 <= k * pa_1 C w e) by (unfold pa_1, Rmin; destruct (Rle_dec C (loss w e / length_square e)); assumption). nra. }
  set (t := pa_1 C w e) in *. set (l := loss w e) in *. set (n := length_square e) in *. set (s := loss u e) in *.
  assert (G : t * l <= 2 * t * (l - (1 - score u e)) - t * t * n + 2 * C * s) by nra.
  apply Rmult_le_compat_l with (r := k) in G; [|lra].
  destruct (Rle_dec (score w e) 0) as [M|M]; [|assert (0 <= k * (t * l)) by (apply Rmult_le_pos; nra); lra].
  assert (L : 1 <= l) by (unfold l, loss; pose proof (Rmax_r 0 (1 - score w e)); lra). specialize (T3 L). lra.
Qed.

(* X8: PA-II, whose step is loss/(|x|^2 + 1/(2C)): its squared losses add up to at most (R^2 + 1/(2C)) (|u|^2 + 2 C sum of the squared losses of u), at every u.
   Assumed: C > 0. *)
Theorem damped_step_losses (R C : R) u es : 0 < C -> within (R * R) es ->
  total (fun w e => loss w e * loss w e) (pa_2 C) zero es <= (R * R + 1 / (2 * C)) * (dot u u + total (fun _ e => 2 * C * (loss u e * loss u e)) (pa_2 C)
    zero es).
Proof.
  intros HC W. assert (A : 0 < 1 / (2 * C)) by (apply Rdiv_lt_0_compat; lra). apply add_up; [nra|]. intros w e I. specialize (W e I).
    fold (length_square e) in W.
  assert (N0 : 0 <= length_square e) by apply dot_pos. pose proof (loss_pos w e) as L0. pose proof (loss_pos u e) as U0.
    assert (S : 1 - score u e <= loss u e) by apply Rmax_r.
  rewrite step_gain by (unfold pa_2; intros E; rewrite E; unfold Rdiv at 1; apply Rmult_0_l).
  assert (N : pa_2 C w e * (length_square e + 1 / (2 * C)) = loss w e) by (unfold pa_2; unfold Rdiv at 1; rewrite Rmult_assoc, Rinv_l; [ring|lra]).
  assert (T : 0 <= pa_2 C w e) by (unfold pa_2; apply Rmult_le_pos; [exact L0|left; apply Rinv_0_lt_compat; lra]).
  assert (C1 : 2 * C * (1 / (2 * C)) = 1) by (field; lra).
  set (t := pa_2 C w e) in *. set (l := loss w e) in *. set (n := length_square e) in *. set (s := loss u e) in *. set (a := 1 / (2 * C)) in *.
  assert (G : t * l <= 2 * t * (l - (1 - score u e)) - t * t * n + 2 * C * (s * s)).
  { assert (B : t * t * n = t * l - t * t * a) by (rewrite <- N; ring). rewrite B.
    assert (D : 2 * t * (1 - score u e) <= 2 * t * s) by nra.
    assert (F : 2 * t * s <= t * t * a + 2 * C * (s * s)); [|lra].
    assert (0 <= 2 * C * ((a * t - s) * (a * t - s))) by (apply Rmult_le_pos; [lra|apply Rle_0_sqr]).
    replace (2 * C * ((a * t - s) * (a * t - s))) with (2 * C * a * (a * t * t) - 2 * (2 * C * a) * (t * s) + 2 * C * (s * s)) in H by ring. rewrite C1 in H.
      lra. }
  apply Rle_trans with ((R * R + a) * (t * l)); [|apply Rmult_le_compat_l; lra].
  replace (l * l) with ((n + a) * (t * l)) by (rewrite <- N; ring). assert (0 <= t * l) by (apply Rmult_le_pos; lra). apply Rmult_le_compat_r; lra.
Qed.
End Passive.
