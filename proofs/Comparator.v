(* Mistake bounds without separability, at any comparator: a vector u and a margin. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron.
Import ListNotations.
Local Open Scope R_scope.

Section Comparator.
Context {V : space}.
Implicit Types u w : V.
Implicit Types us es : list (example V).

Definition sum (f : example V -> R) es := fold_right (fun e s => f e + s) 0 es.
(* The hinge loss in units of the margin rho, and the deficit below the margin g. *)
Definition hinge_loss (rho : R) u e := Rmax 0 (1 - score u e / rho).
Definition deficit (g : R) u e := Rmax 0 (g - score u e).

Lemma sum_pos f es : (forall e, 0 <= f e) -> 0 <= sum f es.
Proof. intros P. induction es as [|e es IH]; simpl; [lra|]. specialize (P e). lra. Qed.

(* A sum over the updates of a run is at most the sum over all examples shown. *)
Lemma sum_of_updates (r : rule) f es : (forall e, 0 <= f e) -> forall w, sum f (updates r w es) <= sum f es.
Proof.
  intros P. induction es as [|e es IH]; intros w; simpl; [lra|]. destruct (due_dec r w e).
  - specialize (IH (update r w e)). simpl. lra.
  - specialize (IH w). specialize (P e). lra.
Qed.

(* Along u every update moves w by at least the margin less its deficit. *)
Lemma progress_with_deficits (g : R) u us : INR (length us) * g - sum (deficit g u) us <= dot u (after perceptron zero us).
Proof.
  assert (G : forall w, dot u w + INR (length us) * g - sum (deficit g u) us <= dot u (after perceptron w us)).
  { induction us as [|e us IH]; intros w; cbn [length after sum fold_right]; [simpl; lra|]. rewrite S_INR. specialize (IH (update perceptron w e)).
    unfold update at 1 in IH. rewrite dot_add_r, dot_scale_r in IH. unfold deficit at 1. pose proof (Rmax_r 0 (g - score u e)) as P.
    unfold score in P at 1. simpl in IH. unfold sum in IH. lra. }
  specialize (G zero). rewrite dot_zero_r in G. lra.
Qed.

Lemma length_at_most (R : R) us : 0 <= R -> within (R * R) us -> each_is_due perceptron zero us -> norm (after perceptron zero us) <= sqrt (INR (length us))
  * R.
Proof.
  intros HR W D. pose proof (norm_growth perceptron (R * R) us ltac:(simpl; lra) W D) as N. simpl in N.
  unfold norm. rewrite <- (sqrt_square R) by exact HR. rewrite <- sqrt_mult by (try apply pos_INR; nra). apply sqrt_le_1_alt. lra.
Qed.

(* The root of a quadratic inequality. *)
Lemma quadratic (s a l : R) : 0 <= s -> s * s <= a * s + l -> s <= (a + sqrt (a * a + 4 * l)) / 2.
Proof.
  intros S H. assert (K : 2 * s - a <= sqrt (a * a + 4 * l)); [|lra]. destruct (Rle_lt_dec (2 * s - a) 0) as [L|L].
  - pose proof (sqrt_pos (a * a + 4 * l)). lra.
  - rewrite <- (sqrt_square (2 * s - a)) by lra. apply sqrt_le_1_alt. nra.
Qed.

Lemma deficit_is_hinge (rho : R) u e : 0 < rho -> deficit rho u e = rho * hinge_loss rho u e.
Proof.
  intros H. unfold deficit, hinge_loss. assert (E : rho - score u e = rho * (1 - score u e / rho)) by (field; lra). rewrite E.
  unfold Rmax. destruct (Rle_dec 0 (rho * (1 - score u e / rho))); destruct (Rle_dec 0 (1 - score u e / rho)); nra.
Qed.

(* X2: at any vector u of length at most 1 and any rho > 0 the mistakes M are at most [(R/rho + sqrt(R^2/rho^2 + 4 L))/2]^2, where L is the sum of the
   hinge losses max(0, 1 - y <u, x>/rho) over the rounds with an update. Nothing is assumed of u: the examples need not be separable. *)
Theorem hinge_mistake_bound (rho R : R) u us : 0 < rho -> 0 <= R -> dot u u <= 1 -> within (R * R) us -> each_is_due perceptron zero us ->
  let L := sum (hinge_loss rho u) us in
  let root := (R / rho + sqrt (R / rho * (R / rho) + 4 * L)) / 2 in INR (length us) <= root * root.
Proof.
  intros Hr HR U W D L root. pose proof (progress_with_deficits rho u us) as P. pose proof (length_at_most R us HR W D) as N.
  assert (E : sum (deficit rho u) us = rho * L).
  { unfold L. clear - Hr. induction us as [|e us IH]; simpl; [ring|]. rewrite IH, deficit_is_hinge by exact Hr. ring. }
  pose proof (cauchy_schwarz_norm u (after perceptron zero us)) as C.
  assert (N1 : norm u <= 1) by (unfold norm; rewrite <- sqrt_1; now apply sqrt_le_1_alt).
  pose proof (norm_pos u). pose proof (norm_pos (after perceptron zero us)).
  set (m := INR (length us)) in *. assert (M : 0 <= m) by apply pos_INR. pose proof (sqrt_pos m) as S. pose proof (sqrt_sqrt m M) as Q.
  assert (K : sqrt m <= root).
  { apply quadratic; [exact S|]. rewrite Q. assert (A : rho * m <= R * sqrt m + rho * L) by nra.
    apply Rmult_le_reg_l with rho; [exact Hr|]. replace (rho * (R / rho * sqrt m + L)) with (R * sqrt m + rho * L) by (field; lra). exact A. }
  rewrite <- Q. nra.
Qed.

(* X2: the same with L over all examples shown, of which the run is one stream (one pass, or several one after another). *)
Theorem hinge_mistake_bound_all (rho R : R) u es : 0 < rho -> 0 <= R -> dot u u <= 1 -> within (R * R) es ->
  let L := sum (hinge_loss rho u) es in
  let root := (R / rho + sqrt (R / rho * (R / rho) + 4 * L)) / 2 in INR (length (updates perceptron zero es)) <= root * root.
Proof.
  intros Hr HR U W L root.
  pose proof (hinge_mistake_bound rho R u (updates perceptron zero es) Hr HR U (fun e h => W e (updates_in _ _ _ _ h)) (updates_due _ _ _)) as B.
  cbv zeta in B. eapply Rle_trans; [exact B|]. assert (P : 0 <= R / rho) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  assert (H : forall e, 0 <= hinge_loss rho u e) by (intros; apply Rmax_l).
  assert (I : sum (hinge_loss rho u) (updates perceptron zero es) <= L) by now apply sum_of_updates.
  set (l := sum (hinge_loss rho u) (updates perceptron zero es)) in *.
  assert (J : sqrt (R / rho * (R / rho) + 4 * l) <= sqrt (R / rho * (R / rho) + 4 * L)) by (apply sqrt_le_1_alt; lra).
  pose proof (sqrt_pos (R / rho * (R / rho) + 4 * l)). unfold root. apply Rmult_le_compat; lra.
Qed.

Lemma square_of_sum_of_deficits (f : example V -> R) us : (sum f us) * (sum f us) <= INR (length us) * sum (fun e => f e * f e) us.
Proof.
  induction us as [|e us IH]; [simpl; lra|]. cbn [length sum fold_right]. rewrite S_INR. fold (sum f us). fold (sum (fun e => f e * f e) us).
  set (a := f e) in *. set (s := sum f us) in *. set (q := sum (fun e => f e * f e) us) in *. set (m := INR (length us)) in *.
  assert (M : 0 <= m) by apply pos_INR. assert (Q : 0 <= q) by (apply sum_pos; intros; nra).
  destruct (Req_dec m 0) as [Z|Z].
  - assert (s = 0) by (rewrite Z in IH; nra). rewrite H, Z. nra.
  - assert (A : 0 <= m * a * (m * a) - 2 * (m * a) * s + s * s) by (pose proof (Rle_0_sqr (m * a - s)) as P; unfold Rsqr in P; lra).
    assert (B : m * (s * s) <= m * (m * q)) by (apply Rmult_le_compat_l; lra). apply Rmult_le_reg_l with m; lra.
Qed.

(* X2: at any unit vector u and any margin g > 0 the mistakes are at most ((R + D)/g)^2, D^2 the sum of the squared deficits max(0, g - y <u, x>)^2
   over the rounds with an update. Nothing else is assumed of u. *)
Theorem deficit_mistake_bound (g R : R) u us : 0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) us -> each_is_due perceptron zero us ->
  let D := sqrt (sum (fun e => deficit g u e * deficit g u e) us) in INR (length us) <= (R + D) / g * ((R + D) / g).
Proof.
  intros Hg HR U W Du D. pose proof (progress_with_deficits g u us) as P. pose proof (length_at_most R us HR W Du) as N.
  pose proof (cauchy_schwarz_norm u (after perceptron zero us)) as C. unfold norm at 1 in C. rewrite U, sqrt_1 in C.
  pose proof (square_of_sum_of_deficits (deficit g u) us) as Q.
  assert (Hq : 0 <= sum (fun e => deficit g u e * deficit g u e) us) by (apply sum_pos; intros; nra).
  set (q := sum (fun e => deficit g u e * deficit g u e) us) in *. set (s := sum (deficit g u) us) in *.
  set (m := INR (length us)) in *. assert (M : 0 <= m) by apply pos_INR. pose proof (sqrt_pos m) as S. pose proof (sqrt_sqrt m M) as E.
    pose proof (sqrt_pos q) as Dp.
  pose proof (sqrt_sqrt q Hq) as F. fold D in Dp, F.
  assert (A : s <= sqrt m * D).
  { destruct (Rle_lt_dec s 0) as [L|L]; [nra|]. apply Rsqr_incr_0_var; [unfold Rsqr|nra].
    replace (sqrt m * D * (sqrt m * D)) with (sqrt m * sqrt m * (D * D)) by ring. rewrite E, F. exact Q. }
  assert (B : sqrt m * (sqrt m * g) <= sqrt m * (R + D)) by (rewrite <- Rmult_assoc, E; nra).
  assert (K : sqrt m <= (R + D) / g).
  { destruct (Req_dec (sqrt m) 0) as [Z|Z]; [rewrite Z; apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]|].
    apply Rmult_le_reg_l with (sqrt m); [lra|]. apply Rmult_le_reg_r with g; [exact Hg|].
    replace (sqrt m * ((R + D) / g) * g) with (sqrt m * (R + D)) by (field; lra). lra. }
  rewrite <- E. nra.
Qed.

(* X2: the same with D over all examples shown in one stream. *)
Theorem deficit_mistake_bound_all (g R : R) u es : 0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) es ->
  let D := sqrt (sum (fun e => deficit g u e * deficit g u e) es) in INR (length (updates perceptron zero es)) <= (R + D) / g * ((R + D) / g).
Proof.
  intros Hg HR U W D.
  pose proof (deficit_mistake_bound g R u (updates perceptron zero es) Hg HR U (fun e h => W e (updates_in _ _ _ _ h)) (updates_due _ _ _)) as B.
  cbv zeta in B. eapply Rle_trans; [exact B|].
  assert (I : sum (fun e => deficit g u e * deficit g u e) (updates perceptron zero es) <= sum (fun e => deficit g u e * deficit g u e) es).
  { apply sum_of_updates. intros. nra. }
  apply sqrt_le_1_alt in I. fold D in I. set (d := sqrt (sum (fun e => deficit g u e * deficit g u e) (updates perceptron zero es))) in *.
  assert (0 <= d) by apply sqrt_pos. assert (0 < / g) by now apply Rinv_0_lt_compat. unfold Rdiv.
    apply Rmult_le_compat; try (apply Rmult_le_pos; lra); apply Rmult_le_compat_r; lra.
Qed.
End Comparator.
