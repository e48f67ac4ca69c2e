(* Lower bounds for every learning rule, which may draw at random: Theorem 3.1, and its average over labelings. *)
From Coq Require Import Reals Lra Psatz List Lia Bool ZArith.
From Proofs Require Import Space Normalized Tight Distribution.
Import ListNotations.
Local Open Scope R_scope.

(* Labelings of k atoms, numbered 0 to k - 1, are lists of k truth values; each has the same probability. *)
Definition fair_coin : list (bool * R) := [(true, 1 / 2); (false, 1 / 2)].
Definition mean_of_labelings (k : nat) (f : list bool -> R) : R := mean_of_samples fair_coin k f.
Definition label (Y : list bool) (i : nat) : bool := nth i Y false.
(* A sample of atoms with their labels. A learning rule gives for a labelled sample, an atom and a label the probability with which it predicts this label.
   So it may draw at random, or answer "half" where it cannot decide; if the two probabilities of an atom do not add up to 1, the rest is counted as error. *)
Definition labelled (Y : list bool) (s : list nat) : list (nat * bool) := map (fun i => (i, label Y i)) s.
Definition learning_rule := list (nat * bool) -> nat -> bool -> R.
Definition is_rule (f : learning_rule) := forall s i, 0 <= f s i true /\ 0 <= f s i false /\ f s i true + f s i false <= 1.
Definition error (f : learning_rule) (Y : list bool) (s : list nat) (i : nat) : R := 1 - f (labelled Y s) i (label Y i).

Lemma error_pos f Y s i : is_rule f -> 0 <= error f Y s i.
Proof. intros F. unfold error. destruct (F (labelled Y s) i) as (A & B & C). destruct (label Y i); lra. Qed.

Section AnyRule.
Variable p : list (nat * R).
Definition average_risk (f : learning_rule) (k n : nat) := mean_of_labelings k (fun Y => mean_of_samples p n (fun s => mean p (error f Y s))).
Definition mass (i : nat) := mean p (fun j => if Nat.eq_dec j i then 1 else 0).

Lemma labelings_swap (A : Type) (q : list (A * R)) k (g : list bool -> A -> R) :
  mean_of_labelings k (fun Y => mean q (g Y)) = mean q (fun a => mean_of_labelings k (fun Y => g Y a)).
Proof.
  unfold mean_of_labelings. revert g. induction k as [|k IH]; intros g; cbn [mean_of_samples]; [reflexivity|]. unfold mean at 1.
    cbn [fold_right fair_coin fst snd].
  rewrite !IH. transitivity (mean q (fun a => 1 / 2 * mean_of_samples fair_coin k (fun s => g (true :: s) a) + 1 / 2 * mean_of_samples fair_coin k (fun s =>
    g (false :: s) a))).
  - rewrite mean_add, mean_scale. ring.
  - apply mean_ext. intros a _. unfold mean. cbn [fold_right fair_coin fst snd]. ring.
Qed.

Lemma labelings_swap_samples (A : Type) (q : list (A * R)) k n : forall g : list bool -> list A -> R,
  mean_of_labelings k (fun Y => mean_of_samples q n (g Y)) = mean_of_samples q n (fun s => mean_of_labelings k (fun Y => g Y s)).
Proof.
  induction n as [|n IH]; intros g; cbn [mean_of_samples]; [reflexivity|]. rewrite labelings_swap. apply mean_ext. intros a _.
    apply (IH (fun Y s => g Y (a :: s))).
Qed.

Fixpoint flip (i : nat) (Y : list bool) : list bool :=
  match i, Y with O, b :: Y => negb b :: Y | S i, b :: Y => b :: flip i Y | _, [] => [] end.
Lemma mean_flip i k f : mean_of_labelings k (fun Y => f (flip i Y)) = mean_of_labelings k f.
Proof.
  unfold mean_of_labelings. revert i f. induction k as [|k IH]; intros i f; [destruct i; reflexivity|]. cbn [mean_of_samples]. unfold mean.
    cbn [fold_right fair_coin fst snd].
  destruct i as [|i]; cbn [flip negb]; [ring|]. rewrite (IH i (fun s => f (true :: s))), (IH i (fun s => f (false :: s))). reflexivity.
Qed.
Lemma label_flip Y i j : label (flip i Y) j = if Nat.eq_dec j i then (if lt_dec i (length Y) then negb (label Y j) else label Y j) else label Y j.
Proof.
  unfold label. revert i j. induction Y as [|b Y IH]; intros i j.
  - assert (F : flip i [] = []) by (destruct i; reflexivity). rewrite F. destruct (lt_dec i (length (@nil bool))) as [L|L]; [simpl in L; lia|].
    now destruct (Nat.eq_dec j i).
  - destruct i as [|i], j as [|j]; try reflexivity. cbn [flip nth length]. rewrite IH.
    destruct (Nat.eq_dec j i); destruct (Nat.eq_dec (S j) (S i)); try lia; [|reflexivity].
    destruct (lt_dec i (length Y)); destruct (lt_dec (S i) (S (length Y))); try lia; reflexivity.
Qed.

Lemma mean_labelings_ext k f g : (forall Y, length Y = k -> f Y = g Y) -> mean_of_labelings k f = mean_of_labelings k g.
Proof. intros H. apply mean_samples_ext. intros Y L _. now apply H. Qed.
Lemma fair : is_distribution fair_coin.
Proof. split; [intros a q [E|[E|[]]]; injection E as <- <-; lra|simpl; lra]. Qed.

(* On an atom that is not in the sample every rule errs for half of the labelings on average, or more if it does not always predict. *)
Lemma unseen_is_a_coin f k s i : (i < k)%nat -> ~ In i s -> mean_of_labelings k (fun Y => error f Y s i) =
  1 / 2 * mean_of_labelings k (fun Y => 2 - (f (labelled Y s) i true + f (labelled Y s) i false)).
Proof.
  intros L N. assert (E : mean_of_labelings k (fun Y => error f Y s i) + 1 * mean_of_labelings k (fun Y => error f (flip i Y) s i) =
    mean_of_labelings k (fun Y => 2 - (f (labelled Y s) i true + f (labelled Y s) i false))).
  { unfold mean_of_labelings. rewrite <- mean_samples_add. apply mean_labelings_ext. intros Y K.
    unfold error. assert (S : labelled (flip i Y) s = labelled Y s).
    { unfold labelled. apply map_ext_in. intros j J. rewrite label_flip. destruct (Nat.eq_dec j i); [subst; contradiction|reflexivity]. }
    rewrite S, label_flip. destruct (Nat.eq_dec i i); [|contradiction]. destruct (lt_dec i (length Y)); [|lia].
    destruct (label Y i); simpl; ring. }
  rewrite (mean_flip i k (fun Y => error f Y s i)) in E. lra.
Qed.

Definition unseen (i : nat) (s : list nat) : R := if in_dec Nat.eq_dec i s then 0 else 1.
Lemma unseen_probability i n : is_distribution p -> mean_of_samples p n (unseen i) = (1 - mass i) ^ n.
Proof.
  intros D. induction n as [|n IH]; [reflexivity|]. cbn [mean_of_samples pow]. rewrite <- IH.
  transitivity (mean p (fun a => mean_of_samples p n (unseen i) + - mean_of_samples p n (unseen i) * (if Nat.eq_dec a i then 1 else 0))).
  - apply mean_ext. intros a _. destruct (Nat.eq_dec a i) as [->|N].
    + replace (mean_of_samples p n (unseen i) + - mean_of_samples p n (unseen i) * 1) with (0 * mean_of_samples p n (unseen i)) by ring.
      rewrite <- mean_samples_scale.
      apply mean_samples_ext. intros s _ _. unfold unseen. destruct (in_dec Nat.eq_dec i (i :: s)) as [I|I]; [ring|]. exfalso. apply I. now left.
    + rewrite Rmult_0_r, Rplus_0_r. apply mean_samples_ext. intros s _ _. unfold unseen.
      destruct (in_dec Nat.eq_dec i (a :: s)) as [[I|I]|I]; destruct (in_dec Nat.eq_dec i s) as [J|J]; try easy.
      exfalso. apply I. now right.
  - rewrite mean_add, mean_constant by exact D. unfold mass. ring.
Qed.

Lemma unseen_at_least f k s i : is_rule f -> (i < k)%nat -> ~ In i s -> 1 / 2 <= mean_of_labelings k (fun Y => error f Y s i).
Proof.
  intros F L N. rewrite unseen_is_a_coin by assumption.
  assert (1 <= mean_of_labelings k (fun Y => 2 - (f (labelled Y s) i true + f (labelled Y s) i false))); [|lra].
  apply Rle_trans with (mean_of_labelings k (fun _ => 1)); [right; symmetry; apply mean_samples_constant, fair|]. apply mean_samples_le; [apply fair|].
  intros Y _ _. destruct (F (labelled Y s) i) as (_ & _ & C). lra.
Qed.

(* What makes the average exact: the rule is right on the atoms that it saw, and always predicts a label of the others. *)
Definition right_on_seen (f : learning_rule) := forall Y s i, In i s -> f (labelled Y s) i (label Y i) = 1.
Definition always_predicts (f : learning_rule) := forall s i, f s i true + f s i false = 1.

(* C-B14: Theorem 3.1, its average: over all labelings of k atoms with probabilities p_i, every learning rule, also one that draws at random, has an average
   risk after n draws of at least sum p_i (1 - p_i)^n / 2, and exactly that if it predicts the labels of the atoms that it saw and some label of the others. *)
Theorem average_over_labelings f k n : is_rule f -> is_distribution p -> (forall i, In i (map fst p) -> (i < k)%nat) ->
  mean p (fun i => 1 / 2 * (1 - mass i) ^ n) <= average_risk f k n /\
  (right_on_seen f -> always_predicts f -> average_risk f k n = mean p (fun i => 1 / 2 * (1 - mass i) ^ n)).
Proof.
  intros Rule D K. assert (E : average_risk f k n = mean_of_samples p n (fun s => mean p (fun i => mean_of_labelings k (fun Y => error f Y s i)))).
  { unfold average_risk. rewrite labelings_swap_samples. apply mean_samples_ext. intros s _ _. apply labelings_swap. }
  assert (F : mean p (fun i => 1 / 2 * (1 - mass i) ^ n) = mean_of_samples p n (fun s => mean p (fun i => 1 / 2 * unseen i s))).
  { rewrite <- mean_swap. apply mean_ext. intros i _. rewrite mean_samples_scale, unseen_probability by exact D. reflexivity. }
  rewrite E, F. split.
  - apply mean_samples_le; [exact D|]. intros s _ _. apply mean_le; [exact D|]. intros i I. unfold unseen. destruct (in_dec Nat.eq_dec i s) as [J|J].
    + rewrite Rmult_0_r. apply Rle_trans with (mean_of_labelings k (fun _ => 0)); [right; symmetry; apply mean_samples_constant, fair|].
      apply mean_samples_le; [apply fair|]. intros Y _ _. now apply error_pos.
    + rewrite Rmult_1_r. apply unseen_at_least; auto.
  - intros C Always. apply mean_samples_ext. intros s _ _. apply mean_ext. intros i I. unfold unseen. destruct (in_dec Nat.eq_dec i s) as [J|J].
    + rewrite Rmult_0_r. transitivity (mean_of_labelings k (fun _ => 0)); [|apply mean_samples_constant, fair]. apply mean_samples_ext. intros Y _ _.
      unfold error. rewrite C by exact J. ring.
    + rewrite unseen_is_a_coin by auto. rewrite Rmult_1_r. transitivity (1 / 2 * mean_of_labelings k (fun _ => 1)).
      * f_equal. apply mean_labelings_ext. intros Y _. rewrite Always. ring.
      * unfold mean_of_labelings. rewrite mean_samples_constant by apply fair. ring.
Qed.
End AnyRule.

(* C-H11, C-H13: the risk of a learner on atoms whose loss is 0 on every atom that it saw and t_i on the others (0, 1 or 1/2 if it scores them 0, by the
   convention for ties): after n draws it is on average sum p_i (1 - p_i)^n t_i. *)
Theorem unseen_mass_risk (p : list (nat * R)) n (lost : list nat -> nat -> R) (t : nat -> R) : is_distribution p ->
  (forall s i, In i s -> lost s i = 0) -> (forall s i, ~ In i s -> lost s i = t i) ->
  mean_of_samples p n (fun s => mean p (lost s)) = mean p (fun i => (1 - mass p i) ^ n * t i).
Proof.
  intros D S U. transitivity (mean_of_samples p n (fun s => mean p (fun i => t i * unseen i s))).
  - apply mean_samples_ext. intros s _ _. apply mean_ext. intros i _. unfold unseen.
    destruct (in_dec Nat.eq_dec i s) as [I|I]; [rewrite S|rewrite U]; auto; ring.
  - rewrite <- mean_swap. apply mean_ext. intros i _. rewrite mean_samples_scale, unseen_probability by exact D. ring.
Qed.

Lemma some_labelling k f : exists Y, length Y = k /\ mean_of_labelings k f <= f Y.
Proof.
  revert f. induction k as [|k IH]; intros f; [exists []; split; [reflexivity|apply Rle_refl]|].
  destruct (IH (fun Y => f (true :: Y))) as (Y1 & L1 & B1). destruct (IH (fun Y => f (false :: Y))) as (Y2 & L2 & B2).
  assert (E : mean_of_labelings (S k) f = 1 / 2 * mean_of_labelings k (fun Y => f (true :: Y)) + 1 / 2 * mean_of_labelings k (fun Y => f (false :: Y))).
  { unfold mean_of_labelings. cbn [mean_of_samples]. unfold mean. cbn [fold_right fair_coin fst snd]. ring. }
  rewrite E. destruct (Rle_lt_dec (f (true :: Y1)) (f (false :: Y2))); [exists (false :: Y2)|exists (true :: Y1)]; split; simpl; try lia; lra.
Qed.

(* The distribution of Theorem 3.1: k = j + 1 atoms, the first j of which have probability 1/n, and the last one the rest. *)
Definition light_atoms (j n : nat) : list (nat * R) := map (fun i => (i, 1 / INR n)) (seq 0 j) ++ [(j, 1 - INR j / INR n)].

Lemma light_mean a j c (g : nat -> R) l : fold_right (fun aq s => snd aq * g (fst aq) + s) 0 (map (fun i => (i, c)) (seq a j) ++ l) =
  c * fold_right (fun i s => g i + s) 0 (seq a j) + fold_right (fun aq s => snd aq * g (fst aq) + s) 0 l.
Proof. revert a. induction j as [|j IH]; intros a; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma light_sum a j (g : nat -> R) h : (forall i, (a <= i < a + j)%nat -> g i = h) -> fold_right (fun i s => g i + s) 0 (seq a j) = INR j * h.
Proof.
  revert a. induction j as [|j IH]; intros a H; [simpl; ring|]. cbn [seq fold_right]. rewrite IH by (intros i L; apply H; lia). rewrite H by lia.
    rewrite S_INR. ring.
Qed.

Lemma light_mean_is j n g : mean (light_atoms j n) g = 1 / INR n * fold_right (fun i s => g i + s) 0 (seq 0 j) + (1 - INR j / INR n) * g j.
Proof. unfold mean, light_atoms. rewrite light_mean. simpl. ring. Qed.

Lemma light_is_distribution j n : (j <= n)%nat -> (0 < n)%nat -> is_distribution (light_atoms j n).
Proof.
  intros L P. assert (N : 0 < INR n) by (apply lt_0_INR; lia). assert (J : INR j / INR n <= 1).
  { apply Rmult_le_reg_r with (INR n); [exact N|]. replace (INR j / INR n * INR n) with (INR j) by (field; lra). rewrite Rmult_1_l. now apply le_INR. }
  split.
  - intros a q I. unfold light_atoms in I. apply in_app_or in I. destruct I as [I|[I|[]]].
    + apply in_map_iff in I. destruct I as (i & E & _). injection E as <- <-. apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat].
    + injection I as <- <-. lra.
  - pose proof (light_mean 0 j (1 / INR n) (fun _ => 1) [(j, 1 - INR j / INR n)]) as E. cbv beta in E.
    rewrite (light_sum 0 j (fun _ => 1) 1) in E by reflexivity. simpl in E.
    transitivity (fold_right (fun (aq : nat * R) s => snd aq * 1 + s) 0 (light_atoms j n)).
    + clear. induction (light_atoms j n) as [|a l IH]; simpl; [reflexivity|]. rewrite IH. ring.
    + unfold light_atoms. rewrite E. field. lra.
Qed.

Lemma light_mass j n i : (i < j)%nat -> mass (light_atoms j n) i = 1 / INR n.
Proof.
  intros L. unfold mass, mean, light_atoms. rewrite (light_mean 0 j (1 / INR n) (fun a => if Nat.eq_dec a i then 1 else 0)). simpl.
    destruct (Nat.eq_dec j i); [lia|].
  assert (E : fold_right (fun a s => (if Nat.eq_dec a i then 1 else 0) + s) 0 (seq 0 j) = 1); [|rewrite E; ring].
  assert (G : forall b a, fold_right (fun a s => (if Nat.eq_dec a i then 1 else 0) + s) 0 (seq a b) = if le_dec a i then (if lt_dec i (a + b) then 1 else 0)
    else 0).
  { induction b as [|b IH]; intros a; simpl.
    - destruct (le_dec a i); [|reflexivity]. destruct (lt_dec i (a + 0)); [lia|reflexivity].
    - rewrite IH. destruct (Nat.eq_dec a i); destruct (le_dec (S a) i); destruct (le_dec a i); destruct (lt_dec i (S a + b)); destruct (lt_dec i (a + S b));
      try lia; ring. }
  rewrite G. destruct (le_dec 0 i); [|lia]. destruct (lt_dec i (0 + j)); [reflexivity|lia].
Qed.

Lemma light_last j n : mass (light_atoms j n) j = 1 - INR j / INR n.
Proof.
  unfold mass. rewrite light_mean_is. rewrite (light_sum 0 j _ 0) by (intros i L; destruct (Nat.eq_dec i j); [lia|reflexivity]).
  destruct (Nat.eq_dec j j); [ring|contradiction].
Qed.

(* C-B14: Theorem 3.1 as an average over the labelings of k = min(n, d) atoms, k - 1 of which have probability 1/n, and the last one p = 1 - (k - 1)/n.
   For every learning rule the average risk after n draws is at least A(n, d) = (k - 1)/(2n) (1 - 1/n)^n + p (1 - p)^n / 2, and exactly that if the rule is
   right on the atoms that it saw and predicts some label of the others; and A(n, d) is at least min((n - 1)/(2n), (d - 1)/(2n)) (1 - 1/n)^n. *)
Theorem minimax_average (n d : nat) (f : learning_rule) : (0 < n)%nat -> (0 < d)%nat -> is_rule f ->
  let k := Nat.min n d in let atoms := light_atoms (k - 1) n in let p := 1 - INR (k - 1) / INR n in
  let A := INR (k - 1) / (2 * INR n) * (1 - 1 / INR n) ^ n + 1 / 2 * (p * (1 - p) ^ n) in
  is_distribution atoms /\ (forall i, In i (map fst atoms) -> (i < k)%nat) /\ A <= average_risk atoms f k n /\
  (right_on_seen f -> always_predicts f -> average_risk atoms f k n = A) /\
  Rmin ((INR n - 1) / (2 * INR n)) ((INR d - 1) / (2 * INR n)) * (1 - 1 / INR n) ^ n <= A.
Proof.
  intros Hn Hd Rule k atoms p A. assert (Kp : (0 < k)%nat) by (unfold k; lia). unfold atoms, A, p. clear atoms A p. set (j := (k - 1)%nat).
  assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (D : is_distribution (light_atoms j n)) by (apply light_is_distribution; unfold j, k; lia).
  assert (B : forall i, In i (map fst (light_atoms j n)) -> (i < k)%nat).
  { intros i I. unfold light_atoms in I. rewrite map_app, map_map in I. apply in_app_or in I. destruct I as [I|[I|[]]]; [|simpl in I; unfold j in I; lia].
    apply in_map_iff in I. destruct I as (b & <- & I). apply in_seq in I. simpl. unfold j in I. lia. }
  assert (E : mean (light_atoms j n) (fun i => 1 / 2 * (1 - mass (light_atoms j n) i) ^ n) =
    INR j / (2 * INR n) * (1 - 1 / INR n) ^ n + 1 / 2 * ((1 - INR j / INR n) * (1 - (1 - INR j / INR n)) ^ n)).
  { rewrite light_mean_is, light_last.
    rewrite (light_sum 0 j _ (1 / 2 * (1 - 1 / INR n) ^ n)) by (intros i L; rewrite light_mass by lia; reflexivity). field. lra. }
  destruct (average_over_labelings (light_atoms j n) f k n Rule D B) as [L X]. rewrite E in L, X.
  split; [exact D|]. split; [exact B|]. split; [exact L|]. split; [exact X|].
  assert (Pn : 0 <= 1 - 1 / INR n).
  { assert (1 / INR n <= 1); [|lra]. apply Rmult_le_reg_r with (INR n); [exact N|]. replace (1 / INR n * INR n) with 1 by (field; lra).
    rewrite Rmult_1_l. apply (le_INR 1). lia. }
  assert (J0 : 0 <= INR j / INR n) by (apply Rmult_le_pos; [apply pos_INR|left; now apply Rinv_0_lt_compat]).
  assert (J1 : 0 <= 1 - INR j / INR n).
  { assert (INR j / INR n <= 1); [|lra]. apply Rmult_le_reg_r with (INR n); [exact N|]. replace (INR j / INR n * INR n) with (INR j) by (field; lra).
    rewrite Rmult_1_l. apply le_INR. unfold j, k. lia. }
  assert (Q : 0 <= (1 - INR j / INR n) * (1 - (1 - INR j / INR n)) ^ n) by (apply Rmult_le_pos; [lra|apply pow_le; lra]).
  assert (F : Rmin ((INR n - 1) / (2 * INR n)) ((INR d - 1) / (2 * INR n)) <= INR j / (2 * INR n)).
  { assert (J : INR j = INR k - 1) by (unfold j; rewrite minus_INR by lia; reflexivity). rewrite J.
    destruct (Nat.min_dec n d) as [M|M]; unfold k; rewrite M; [apply Rmin_l|apply Rmin_r]. }
  apply Rmult_le_compat_r with (r := (1 - 1 / INR n) ^ n) in F; [|now apply pow_le]. lra.
Qed.

(* C-B14: Theorem 3.1. For every n >= 1, d >= 1 and every learning rule, also one that draws at random, there is a labelling of k = min(n, d) unit vectors of
   R^d, which a vector w realizes with all scores 1, and a distribution on them with which the mean risk after n draws is at least
   min((n - 1)/(2n), (d - 1)/(2n)) (1 - 1/n)^n. *)
Theorem minimax_lower_bound (n d : nat) (f : learning_rule) : (0 < n)%nat -> (0 < d)%nat -> is_rule f -> let k := Nat.min n d in
  exists p Y, is_distribution p /\ (forall i, In i (map fst p) -> (i < k)%nat) /\
    (exists w : coordinates d, forall i, (i < k)%nat -> score w (Example (V := coordinates d) (unit_vector i) (label Y i)) = 1) /\
    Rmin ((INR n - 1) / (2 * INR n)) ((INR d - 1) / (2 * INR n)) * (1 - 1 / INR n) ^ n <= mean_of_samples p n (fun s => mean p (error f Y s)).
Proof.
  intros Hn Hd Rule k. destruct (minimax_average n d f Hn Hd Rule) as (D & B & L & _ & M). fold k in D, B, L, M. set (atoms := light_atoms (k - 1) n) in *.
  destruct (some_labelling k (fun Y => mean_of_samples atoms n (fun s => mean atoms (error f Y s)))) as (Y & LY & HY).
  exists atoms, Y. split; [exact D|]. split; [exact B|]. split.
  - exists (fun i => if label Y i then 1 else -1). intros i I. unfold score, y. cbn [positive x]. rewrite dot_comm. cbn [dot coordinates]. rewrite dot_unit.
    destruct (lt_dec i d); [|unfold k in I; lia]. destruct (label Y i); ring.
  - fold (average_risk atoms f k n) in HY. lra.
Qed.

(* Two inequalities of the exponential function, from its series. *)
Lemma exp_above x : 0 <= x -> 1 + x <= exp x.
Proof.
  intros P. unfold exp. destruct (exist_exp x) as [l H]. simpl. unfold exp_in, infinite_sum in H.
  assert (S : sum_f_R0 (fun i => / INR (fact i) * x ^ i) 1 <= l).
  { apply sum_incr; [exact H|]. intros n. apply Rmult_le_pos; [left; apply Rinv_0_lt_compat, INR_fact_lt_0|now apply pow_le]. }
  simpl in S. rewrite !Rinv_1 in S. lra.
Qed.

Lemma exp_below x : 0 <= x < 1 -> exp x * (1 - x) <= 1.
Proof.
  intros P. unfold exp. destruct (exist_exp x) as [l H]. simpl. unfold exp_in, infinite_sum in H.
  assert (B : forall n, sum_f_R0 (fun i => / INR (fact i) * x ^ i) n * (1 - x) <= 1 - x ^ S n).
  { induction n as [|n IH]; [simpl; rewrite Rinv_1; lra|]. cbn [sum_f_R0]. rewrite Rmult_plus_distr_r.
    assert (F : / INR (fact (S n)) * x ^ S n <= x ^ S n).
    { rewrite <- (Rmult_1_l (x ^ S n)) at 2. apply Rmult_le_compat_r; [apply pow_le; lra|]. rewrite <- Rinv_1. apply Rinv_le_contravar; [lra|].
      apply (le_INR 1), lt_O_fact. }
    assert (/ INR (fact (S n)) * x ^ S n * (1 - x) <= x ^ S n * (1 - x)) by (apply Rmult_le_compat_r; lra).
    change (x ^ S (S n)) with (x * x ^ S n). lra. }
  destruct (Rle_lt_dec (l * (1 - x)) 1) as [L|L]; [exact L|]. exfalso. destruct (H ((l * (1 - x) - 1) / 2) ltac:(lra)) as [N HN].
  specialize (HN N (le_n N)). specialize (B N). set (s := sum_f_R0 _ N) in *. unfold R_dist in HN. apply Rabs_def2 in HN. destruct HN as [_ HN].
  assert (0 <= x ^ S N) by (apply pow_le; lra). assert (1 < l * (1 - x)) by lra.
  assert ((l - (l * (1 - x) - 1) / 2) * (1 - x) <= s * (1 - x)) by (apply Rmult_le_compat_r; lra).
  assert (0 <= (l * (1 - x) - 1) * x) by (apply Rmult_le_pos; lra). lra.
Qed.

Lemma exp_power x n : exp (INR n * x) = exp x ^ n.
Proof. induction n as [|n IH]; [simpl; rewrite Rmult_0_l; apply exp_0|]. rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH. simpl. ring. Qed.

(* C-B15: for n >= 2 (1 - 1/n)^n is at most 1/e and at least (1 - 1/n)/e. So for n >= d the lower bound of Theorem 3.1 is at most (d - 1)/(2 e n), and at least
   1 - 1/n of that: it approaches it. *)
Theorem minimax_bound_rate (n d : nat) : (2 <= n)%nat -> (1 <= d <= n)%nat ->
  let bound := Rmin ((INR n - 1) / (2 * INR n)) ((INR d - 1) / (2 * INR n)) * (1 - 1 / INR n) ^ n in let rate := (INR d - 1) / (2 * exp 1 * INR n) in
  (1 - 1 / INR n) * rate <= bound /\ bound <= rate.
Proof.
  intros N2 [D1 Dn] bound rate. assert (N : 2 <= INR n) by (apply (le_INR 2) in N2; simpl in N2; lra). assert (D : 1 <= INR d) by now apply (le_INR 1).
  assert (DN : INR d <= INR n) by now apply le_INR. pose proof (exp_pos 1) as E0. set (q := 1 - 1 / INR n).
  assert (X : 0 < 1 / INR n) by (apply Rdiv_lt_0_compat; lra).
  assert (X1 : 1 / INR n <= 1 / 2) by (unfold Rdiv; rewrite !Rmult_1_l; apply Rinv_le_contravar; lra).
  assert (Q : 0 < q) by (unfold q; lra).
  assert (Up : q ^ n * exp 1 <= 1).
  { replace (exp 1) with (exp (1 / INR n) ^ n) by (rewrite <- exp_power; f_equal; field; lra). rewrite <- Rpow_mult_distr.
    apply Rle_trans with (1 ^ n); [|rewrite pow1; lra]. apply pow_incr. split.
    - apply Rmult_le_pos; [lra|left; apply exp_pos].
    - rewrite Rmult_comm. apply exp_below. lra. }
  assert (Low : q <= q ^ n * exp 1).
  { destruct n as [|k]; [lia|]. assert (K : 0 < INR k) by (apply lt_0_INR; lia). replace (q ^ S k * exp 1) with (q * (q ^ k * exp 1)) by (simpl; ring).
    rewrite <- (Rmult_1_r q) at 1. apply Rmult_le_compat_l; [lra|].
    replace (exp 1) with (exp (1 / INR k) ^ k) by (rewrite <- exp_power; f_equal; field; lra).
    rewrite <- Rpow_mult_distr. apply Rle_trans with (1 ^ k); [rewrite pow1; lra|]. apply pow_incr. split; [lra|].
    pose proof (exp_above (1 / INR k) ltac:(left; apply Rdiv_lt_0_compat; lra)) as A.
    replace 1 with (q * (1 + 1 / INR k)) at 1 by (unfold q; rewrite S_INR; field; rewrite <- S_INR; lra). apply Rmult_le_compat_l; lra. }
  assert (M : Rmin ((INR n - 1) / (2 * INR n)) ((INR d - 1) / (2 * INR n)) = (INR d - 1) / (2 * INR n)).
  { apply Rmin_right. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|lra]. }
  assert (R0 : 0 <= rate) by (unfold rate; apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; nra]).
  assert (B : bound = rate * (q ^ n * exp 1)) by (unfold bound, rate; rewrite M; fold q; field; lra). rewrite B. split.
  - rewrite Rmult_comm. apply Rmult_le_compat_l; assumption.
  - rewrite <- (Rmult_1_r rate) at 2. apply Rmult_le_compat_l; assumption.
Qed.
