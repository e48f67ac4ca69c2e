(* The risk of the perceptron after training to a clean pass in cyclic order, by leaving one example out: the four links of the proof. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron Convergence Distribution.
Import ListNotations.
Local Open Scope R_scope.

Section LeaveOneOut.
Context {V : space}.
Implicit Types u w : V.
Implicit Types e : example V.
Implicit Types es before later : list (example V).

(* The learner: k passes in cyclic order from 0. With k above the mistake bound it comes to a clean pass, after which nothing changes. *)
Definition output (r : rule) (k : nat) es : V := run r zero (passes k es).
(* The loss of an output on an example: 1 if the example is due, which is y <w, x> <= 0 for the perceptron and y <w, x> < 1 for the margin perceptron. *)
Definition due_loss (r : rule) (k : nat) es e : R := if due_dec r (output r k es) e then 1 else 0.

(* How often the run over k passes over before ++ e :: later updates at the place of e, from the vector w. *)
Fixpoint updates_at (r : rule) (k : nat) w before e later : nat :=
  match k with
  | O => O
  | S k => ((if due_dec r (run r w before) e then 1 else 0) + updates_at r k (run r w (before ++ e :: later)) before e later)%nat
  end.
(* The number of places at which it updates at least once, and the sum of updates_at over all places. *)
Fixpoint distinct_updates (r : rule) (k : nat) before later : nat :=
  match later with [] => O | e :: later => ((if updates_at r k zero before e later then 0 else 1) + distinct_updates r k (before ++ [e]) later)%nat end.
Fixpoint sum_of_updates_at (r : rule) (k : nat) w before later : nat :=
  match later with [] => O | e :: later => (updates_at r k w before e later + sum_of_updates_at r k w (before ++ [e]) later)%nat end.

(* C-H12: the coupling in cyclic order: a run over k passes that never updates at the place of e has the same output as the run without e.
   Orders.v has the sequence of updates, and every order. *)
Theorem coupling (r : rule) k before e later : updates_at r k zero before e later = O ->
  output r k (before ++ e :: later) = output r k (before ++ later).
Proof.
  unfold output. generalize (@zero V) as w. induction k as [|k IH]; intros w H; cbn [passes run]; [reflexivity|]. cbn [updates_at] in H.
  destruct (due_dec r (run r w before) e) as [d|d]; [discriminate|].
  assert (Q : run r w (before ++ e :: later) = run r w (before ++ later)).
  { rewrite !run_app. cbn [run]. destruct (due_dec r (run r w before) e); [contradiction|reflexivity]. }
  rewrite (run_app r (before ++ e :: later)), (run_app r (before ++ later)), <- Q. now apply IH.
Qed.

Lemma quiet_passes (r : rule) es w m : updates r w es = [] -> run r w (passes m es) = w.
Proof. intros H. induction m as [|m IH]; [reflexivity|]. cbn [passes]. rewrite run_app, (proj1 (quiet_pass r es w H)). exact IH. Qed.

(* With more passes than updates the output has no example that is due. *)
Lemma output_is_clean (r : rule) k es : (length (updates r zero (passes k es)) < k)%nat -> forall e, In e es -> ~ due r (output r k es) e.
Proof.
  intros L. destruct (clean_pass r es k L) as (j & J & C).
  assert (E : output r k es = run r zero (passes j es)).
  { unfold output. replace k with (j + (k - j))%nat by lia. generalize (k - j)%nat as m. intros m.
    assert (P : passes (j + m) es = passes j es ++ passes m es) by (clear; induction j; simpl; [reflexivity|now rewrite IHj, app_assoc]).
    rewrite P, run_app. now apply quiet_passes. }
  rewrite E. exact (proj2 (quiet_pass r es _ C)).
Qed.

(* Link 1. *)
Lemma loo_at_most_distinct (r : rule) k before later : (length (updates r zero (passes k (before ++ later))) < k)%nat ->
  leave_one_out (due_loss r k) before later <= INR (distinct_updates r k before later).
Proof.
  revert before. induction later as [|e later IH]; intros before L; cbn [leave_one_out distinct_updates]; [simpl; lra|]. rewrite plus_INR.
  specialize (IH (before ++ [e])). rewrite <- app_assoc in IH. specialize (IH L).
  assert (H : due_loss r k (before ++ later) e <= INR (if updates_at r k zero before e later then 0 else 1)); [|lra].
  destruct (updates_at r k zero before e later) eqn:U.
  - unfold due_loss. rewrite <- coupling with (e := e) by exact U. destruct (due_dec r (output r k (before ++ e :: later)) e) as [d|d]; [|simpl; lra].
    exfalso. refine (output_is_clean r k _ L e _ d). apply in_or_app. right. now left.
  - unfold due_loss. destruct (due_dec r (output r k (before ++ later)) e); simpl; lra.
Qed.

(* Link 2. *)
Lemma distinct_at_most_sum (r : rule) k before later : (distinct_updates r k before later <= sum_of_updates_at r k zero before later)%nat.
Proof. revert before. induction later as [|e later IH]; intros before; simpl; [lia|]. specialize (IH (before ++ [e])).
  destruct (updates_at r k zero before e later); lia. Qed.

Lemma sum_is_updates (r : rule) k es : forall w, sum_of_updates_at r k w [] es = length (updates r w (passes k es)).
Proof.
  assert (P : forall later w before, length (updates r (run r w before) later) = (sum_of_updates_at r 1 w before later)%nat).
  { induction later as [|e later IH]; intros w before; simpl; [reflexivity|]. specialize (IH w (before ++ [e])). rewrite run_app in IH. cbn [run] in IH.
    destruct (due_dec r (run r w before) e); simpl; rewrite IH; lia. }
  assert (Q : forall later w before k, sum_of_updates_at r (S k) w before later =
    (sum_of_updates_at r 1 w before later + sum_of_updates_at r k (run r w (before ++ later)) before later)%nat).
  { induction later as [|e later IH]; intros w before m; [reflexivity|]. cbn [sum_of_updates_at]. rewrite IH. rewrite <- app_assoc. cbn [updates_at app]. lia. }
  induction k as [|k IH]; intros w.
  - cbn [passes updates length]. assert (Z : forall before later w, sum_of_updates_at r 0 w before later = 0%nat) by (intros b l; revert b; induction l;
    intros; simpl; auto). apply Z.
  - rewrite Q, IH. cbn [passes]. rewrite updates_app, app_length. simpl app. rewrite <- P. reflexivity.
Qed.

Variable p : list (example V * R).
Notation E := (mean_of_samples p).

(* C-H11, C-U12: the first three links, which need no margin: it is enough that on every sample of n + 1 atoms the k passes are more than their updates, so that
   one of them is clean. Finite distributions, cyclic order, every rule. *)
Theorem three_links (r : rule) (n k : nat) : is_distribution p ->
  (forall s, length s = S n -> (forall e, In e s -> In e (map fst p)) -> (length (updates r zero (passes k s)) < k)%nat) ->
  let m := INR (S n) in
  E n (fun s => mean p (due_loss r k s)) = E (S n) (leave_one_out (due_loss r k) []) / m /\
  E (S n) (leave_one_out (due_loss r k) []) / m <= E (S n) (fun s => INR (distinct_updates r k [] s)) / m /\
  E (S n) (fun s => INR (distinct_updates r k [] s)) / m <= E (S n) (fun s => INR (length (updates r zero (passes k s)))) / m.
Proof.
  intros D K m. assert (Mp : 0 < m) by (apply lt_0_INR; lia).
  assert (Dv : forall a c, a <= c -> a / m <= c / m) by (intros; apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|assumption]).
  split; [apply leave_one_out_identity|]. split; apply Dv.
  - apply mean_samples_le; [exact D|]. intros s L I. now apply loo_at_most_distinct, K.
  - apply mean_samples_le; [exact D|]. intros s _ _. apply le_INR. rewrite <- sum_is_updates. apply distinct_at_most_sum.
Qed.

(* C-H11, C-U12: the four links, for samples of N independent draws from a finite distribution all of whose atoms have |x| <= R and margin at least g along
   a unit vector u. Rule with threshold tau >= 0 and step eta > 0; order cyclic; k passes, more than the bound b = (R^2 + 2 tau/eta)/g^2 on the updates.
   The probability that a fresh example is due is 1/(N + 1) times the mean number of leave-one-out examples that are due; this number is at most the number
   of distinct places with an update in a run on all N + 1; that is at most the number of updates; and that is at most b. *)
Theorem four_links (r : rule) (g R : R) u (n k : nat) : is_distribution p -> 0 <= threshold r -> 0 < step r -> 0 < g -> 0 <= R -> dot u u = 1 ->
  within (R * R) (map fst p) -> margin_at_least g u (map fst p) ->
  let b := (R * R + 2 * threshold r / step r) / (g * g) in b < INR k ->
  let m := INR (S n) in
  E n (fun s => mean p (due_loss r k s)) = E (S n) (leave_one_out (due_loss r k) []) / m /\
  E (S n) (leave_one_out (due_loss r k) []) / m <= E (S n) (fun s => INR (distinct_updates r k [] s)) / m /\
  E (S n) (fun s => INR (distinct_updates r k [] s)) / m <= E (S n) (fun s => INR (length (updates r zero (passes k s)))) / m /\
  E (S n) (fun s => INR (length (updates r zero (passes k s)))) / m <= b / m.
Proof.
  intros D T St G HR U W M b B m. assert (Mp : 0 < m) by (apply lt_0_INR; lia).
  assert (Dv : forall a c, a <= c -> a / m <= c / m) by (intros; apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|assumption]).
  assert (K : forall s, (forall a, In a s -> In a (map fst p)) -> INR (length (updates r zero (passes k s))) <= b).
  { intros s I. apply (margin_mistakes r g R u); auto; [| |apply updates_due]; intros e J; apply updates_in, passes_in in J; [apply W|apply M]; auto. }
  destruct (three_links r n k D) as (L1 & L2 & L3); [intros s _ I; apply INR_lt; eapply Rle_lt_trans; [apply K, I|exact B]|].
  split; [exact L1|]. split; [exact L2|]. split; [exact L3|]. apply Dv.
  - rewrite <- (mean_samples_constant p D (S n) b) at 1. apply mean_samples_le; [exact D|]. intros s _ I. apply K, I.
Qed.

(* The probability of an error, y <w, x> <= 0 (a tie is an error), on a fresh example. *)
Definition error_loss (r : rule) (k : nat) es e : R := if Rle_dec (score (output r k es) e) 0 then 1 else 0.
Definition risk (r : rule) (k n : nat) := E n (fun s => mean p (error_loss r k s)).

Lemma risk_at_most_due (r : rule) k n : is_distribution p -> due_or_separated r ->
  risk r k n <= E n (fun s => mean p (due_loss r k s)).
Proof.
  intros D T. apply mean_samples_le; [exact D|]. intros s _ _. apply mean_le; [exact D|]. intros a _. unfold error_loss, due_loss.
  destruct (Rle_dec (score (output r k s) a) 0) as [L|L]; destruct (due_dec r (output r k s) a) as [d|d]; try lra.
  apply (not_due_separated r _ _ T) in d. lra.
Qed.

(* C-U12: the risk of the perceptron after N examples and enough passes (k > (R/g)^2) in cyclic order is on average at most (R/g)^2/(N + 1).
   Finite distribution with |x| <= R and margin at least g > 0 along a unit vector. *)
Theorem perceptron_risk (g R : R) u (n k : nat) : is_distribution p -> 0 < g -> 0 <= R -> dot u u = 1 ->
  within (R * R) (map fst p) -> margin_at_least g u (map fst p) -> R / g * (R / g) < INR k ->
  risk perceptron k n <= R / g * (R / g) / INR (S n).
Proof.
  intros D G HR U W M B. assert (E1 : (R * R + 2 * threshold perceptron / step perceptron) / (g * g) = R / g * (R / g)) by (simpl; field; lra).
  pose proof (four_links perceptron g R u n k D ltac:(simpl; lra) ltac:(simpl; lra) G HR U W M) as L. cbv zeta in L. rewrite E1 in L.
    destruct (L B) as (L1 & L2 & L3 & L4).
  pose proof (risk_at_most_due perceptron k n D perceptron_separates). lra.
Qed.

(* C-H11: the risk of the margin perceptron after N examples of length at most 1 and enough passes (k > 3/g^2) in cyclic order is on average
   at most 3/(g^2 (N + 1)); so is the probability of a margin mistake on a fresh example (see four_links). Finite distribution, margin at least g > 0. *)
Theorem margin_perceptron_risk (g : R) u (n k : nat) : is_distribution p -> 0 < g -> dot u u = 1 ->
  within 1 (map fst p) -> margin_at_least g u (map fst p) -> 3 / (g * g) < INR k ->
  risk margin_perceptron k n <= 3 / (g * g * INR (S n)).
Proof.
  intros D G U W M B. assert (E1 : (1 * 1 + 2 * threshold margin_perceptron / step margin_perceptron) / (g * g) = 3 / (g * g)) by (simpl; field; lra).
  assert (W1 : within (1 * 1) (map fst p)) by (intros e I; specialize (W e I); lra).
  pose proof (four_links margin_perceptron g 1 u n k D ltac:(simpl; lra) ltac:(simpl; lra) G Rle_0_1 U W1 M) as L. cbv zeta in L. rewrite E1 in L.
    destruct (L B) as (L1 & L2 & L3 & L4).
  pose proof (risk_at_most_due margin_perceptron k n D ltac:(split; simpl; [|left]; lra)). assert (0 < INR (S n)) by (apply lt_0_INR; lia).
  replace (3 / (g * g * INR (S n))) with (3 / (g * g) / INR (S n)) by (field; lra). lra.
Qed.
End LeaveOneOut.
