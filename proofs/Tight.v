(* On orthogonal examples every one is a mistake; on the n unit vectors with labels +1 the mistake bound is attained, so that the controls "99 % of the bound"
   have a proved counterexample here. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron Normalized.
Import ListNotations.
Local Open Scope R_scope.

Section Orthogonal.
Context {V : space}.
Implicit Types w z : V.
Implicit Types es : list (example V).

Lemma orthogonal_update (r : rule) w e f : dot (x e) (x f) = 0 -> dot (update r w e) (x f) = dot w (x f) :> R.
Proof. intros O. unfold update. rewrite dot_add, dot_scale, O. ring. Qed.

(* T1, T3: on pairwise orthogonal examples the perceptron (a tie is a mistake) makes a mistake on every one of them, whatever their labels and lengths. *)
Theorem orthogonal_mistakes es : ForallOrdPairs (fun e f => dot (x e) (x f) = 0) es -> updates perceptron zero es = es.
Proof.
  intros H. assert (G : forall w, (forall e, In e es -> dot w (x e) = 0) -> updates perceptron w es = es).
  { induction H as [|e l F O IH]; intros w W; simpl; [reflexivity|]. destruct (due_dec perceptron w e) as [d|n].
    - rewrite IH; [reflexivity|]. intros f I. rewrite orthogonal_update; [apply W; now right|]. rewrite Forall_forall in F. now apply F.
    - exfalso. apply n. unfold due, score. simpl. rewrite (W e (or_introl eq_refl)). lra. }
  apply G. intros. apply dot_zero.
Qed.

(* Learners whose vector is a combination of the examples seen so far, however they choose the coefficients. *)
Fixpoint weighted_sum (seen : list (example V)) (ks : list R) (z : V) : R :=
  match seen, ks with e :: seen, k :: ks => k * dot (x e) z + weighted_sum seen ks z | _, _ => 0 end.

(* X7, T4: on pairwise orthogonal examples, such as the rows of a Hadamard matrix, every vector that is a combination of the examples seen before
   has score 0 on the next example; so every such learner makes a mistake on every example, if a tie is a mistake. *)
Theorem sums_of_examples_fail seen e w ks : (forall f, In f seen -> dot (x f) (x e) = 0) -> (forall z, dot w z = weighted_sum seen ks z) -> score w e = 0.
Proof.
  intros O W. unfold score. rewrite W. assert (Z : weighted_sum seen ks (x e) = 0); [|rewrite Z; ring].
  clear W w. revert ks. induction seen as [|f seen IH]; intros [|k ks]; simpl; try reflexivity.
  rewrite IH by (intros g h; apply O; now right). rewrite (O f (or_introl eq_refl)). ring.
Qed.
End Orthogonal.

(* The i-th unit vector of n coordinates, as an example with label +1. *)
Definition unit_vector (i : nat) : nat -> R := fun j => if Nat.eq_dec i j then 1 else 0.
Definition basis_example (n i : nat) : example (coordinates n) := Example (V := coordinates n) (unit_vector i) true.

Lemma dot_unit n i v : coordinate_dot n (unit_vector i) v = if lt_dec i n then v i else 0.
Proof.
  induction n as [|n IH]; simpl; [reflexivity|]. rewrite IH. unfold unit_vector.
  destruct (Nat.eq_dec i n); destruct (lt_dec i (S n)); destruct (lt_dec i n); try lia; subst; ring.
Qed.

Lemma dot_constant n k : coordinate_dot n (fun _ => k) (fun _ => k) = INR n * (k * k).
Proof. induction n as [|n IH]; [simpl; ring|]. rewrite S_INR. simpl. rewrite IH. ring. Qed.

(* T1, C-B8: for every n >= 1 the n unit vectors have R = 1, and margin g = 1/sqrt(n) along the unit vector with equal entries; the perceptron makes
   n = (R/g)^2 mistakes on them: the bound is attained. *)
Theorem bound_attained n : (0 < n)%nat ->
  let es := map (basis_example n) (seq 0 n) in let g := 1 / sqrt (INR n) in let u : coordinates n := fun _ => g in
  dot u u = 1 /\ within (1 * 1) es /\ margin_at_least g u es /\ 0 < g /\ INR (length (updates perceptron zero es)) = 1 / g * (1 / g).
Proof.
  intros P es g u. assert (N : 0 < INR n) by (apply lt_0_INR; lia). assert (S : 0 < sqrt (INR n)) by now apply sqrt_lt_R0.
  assert (Q : sqrt (INR n) * sqrt (INR n) = INR n) by (apply sqrt_sqrt; lra).
  split; [|split; [|split; [|split]]].
  - unfold u. simpl. rewrite dot_constant. unfold g.
    replace (INR n * (1 / sqrt (INR n) * (1 / sqrt (INR n)))) with (INR n / (sqrt (INR n) * sqrt (INR n))) by (field; lra).
    rewrite Q. field. lra.
  - intros e I. apply in_map_iff in I. destruct I as (i & <- & I). simpl. rewrite dot_unit. unfold unit_vector. destruct (lt_dec i n); [|lra].
    destruct (Nat.eq_dec i i); lra.
  - intros e I. apply in_map_iff in I. destruct I as (i & <- & I). apply in_seq in I. unfold score, y. cbn [positive x basis_example]. rewrite dot_comm.
    cbn [dot coordinates].
    rewrite dot_unit. destruct (lt_dec i n); [|lia]. unfold u. lra.
  - unfold g. apply Rdiv_lt_0_compat; lra.
  - unfold es. rewrite orthogonal_mistakes.
    + rewrite map_length, seq_length. unfold g.
      replace (1 / (1 / sqrt (INR n)) * (1 / (1 / sqrt (INR n)))) with (sqrt (INR n) * sqrt (INR n)) by (field; lra). now rewrite Q.
    + generalize (seq_NoDup n 0). induction (seq 0 n) as [|i l IH]; intros D; simpl; constructor; inversion D; subst; auto.
      apply Forall_forall. intros e I. apply in_map_iff in I. destruct I as (j & <- & J). simpl. rewrite dot_unit. destruct (lt_dec i n); [|reflexivity].
      unfold unit_vector. destruct (Nat.eq_dec j i); [subst; contradiction|reflexivity].
Qed.

(* C-B8, C-V3: no factor c < 1 on the bound gives a true statement, in any number n >= 1 of dimensions. The controls "99 % of the bound" are false
   by this counterexample: the n unit vectors. *)
Theorem smaller_bounds_are_false (c : R) n : c < 1 -> (0 < n)%nat ->
  ~ forall (g R : R) (u : coordinates n) (es : list (example (coordinates n))), 0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) es -> margin_at_least g u es ->
    INR (length (updates perceptron zero es)) <= c * (R / g * (R / g)).
Proof.
  intros C P H. destruct (bound_attained n P) as (U & W & M & G & E). specialize (H _ 1 _ _ G ltac:(lra) U W M). rewrite E in H.
  set (k := 1 / (1 / sqrt (INR n))) in *. assert (0 < k) by (unfold k; apply Rdiv_lt_0_compat; [exact Rlt_0_1|exact G]). clearbody k. clear - H C H0.
    assert (0 < (1 - c) * (k * k)) by (repeat apply Rmult_lt_0_compat; lra). lra.
Qed.

(* C-H5: nor is 3/g^2 true of vectors longer than 1: 2 e_1 in one dimension and threshold 1 gives one margin mistake, where 3/g^2 = 3/4 (g = 2). *)
Theorem unit_norm_is_needed : exists (g : R) (u : coordinates 1) (es : list (example (coordinates 1))), 0 < g /\ dot u u = 1 /\ margin_at_least g u es /\
  3 / (g * g) < INR (length (updates margin_perceptron zero es)).
Proof.
  exists 2, (fun _ => 1), [Example (V := coordinates 1) (fun _ => 2) true]. split; [lra|]. split; [simpl; lra|]. split.
  - intros e [<-|[]]. unfold score, y. simpl. lra.
  - simpl. destruct (due_dec _ _ _) as [d|d]; [simpl; lra|]. exfalso. apply d. unfold due, score, y. simpl. lra.
Qed.
