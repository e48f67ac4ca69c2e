(* Learners on atoms: how many draws it takes to see all of them. *)
From Coq Require Import Reals Lra Psatz List Lia Bool ZArith.
From Proofs Require Import Space Distribution.
Import ListNotations.
Local Open Scope R_scope.

Definition uniform (K : nat) : list (nat * R) := map (fun i => (i, 1 / INR K)) (seq 0 K).
Definition all_seen (wanted s : list nat) : R := if forallb (fun i => if in_dec Nat.eq_dec i s then true else false) wanted then 1 else 0.

(* The number of samples of n draws from K atoms in which l given atoms are all seen. *)
Fixpoint covering (K : Z) (n l : nat) : Z :=
  match n with
  | O => if Nat.eqb l 0 then 1 else 0
  | S n => (Z.of_nat l * match l with O => 0 | S l => covering K n l end + (K - Z.of_nat l) * covering K n l)%Z
  end.

Lemma all_seen_step wanted a s : all_seen wanted (a :: s) = all_seen (filter (fun i => negb (Nat.eqb i a)) wanted) s.
Proof.
  unfold all_seen. set (sees := fun (s : list nat) i => if in_dec Nat.eq_dec i s then true else false).
  assert (E : forallb (sees (a :: s)) wanted = forallb (sees s) (filter (fun i => negb (Nat.eqb i a)) wanted)); [|unfold sees in E; now rewrite E].
  induction wanted as [|i l IH]; [reflexivity|]. cbn [forallb filter]. rewrite IH. destruct (Nat.eqb_spec i a) as [->|N]; cbn [negb].
  - unfold sees at 1. destruct (in_dec Nat.eq_dec a (a :: s)) as [I|I]; [reflexivity|exfalso; apply I; now left].
  - cbn [forallb]. f_equal. unfold sees. destruct (in_dec Nat.eq_dec i (a :: s)) as [[E|I]|I]; destruct (in_dec Nat.eq_dec i s) as [J|J]; try easy;
    [congruence|].
    exfalso. apply I. now right.
Qed.

Lemma filter_length wanted a : NoDup wanted ->
  length (filter (fun i => negb (Nat.eqb i a)) wanted) = if in_dec Nat.eq_dec a wanted then pred (length wanted) else length wanted.
Proof.
  induction 1 as [|i l N D IH]; [reflexivity|]. cbn [filter length]. destruct (Nat.eqb_spec i a) as [->|E]; cbn [negb length].
  - rewrite IH. destruct (in_dec Nat.eq_dec a l); [contradiction|]. destruct (in_dec Nat.eq_dec a (a :: l)) as [J|J]; [reflexivity|exfalso; apply J; now left].
  - rewrite IH. destruct (in_dec Nat.eq_dec a l) as [I|I]; destruct (in_dec Nat.eq_dec a (i :: l)) as [[J|J]|J]; try easy; try congruence.
    + destruct l; [easy|reflexivity].
    + exfalso. apply J. now right.
Qed.

Lemma count_members wanted K a b : NoDup wanted -> (forall i, In i wanted -> (i < K)%nat) ->
  fold_right (fun aq s => snd aq * (if in_dec Nat.eq_dec (fst aq) wanted then a else b) + s) 0 (uniform K) = (INR (length wanted) * a + (INR K - INR (length
    wanted)) * b) / INR K.
Proof.
  intros D B. assert (G : forall n, fold_right (fun aq s => snd aq * (if in_dec Nat.eq_dec (fst aq) wanted then a else b) + s) 0 (map (fun i => (i, 1 / INR
    K)) (seq 0 n)) =
    (INR (length (filter (fun i => Nat.ltb i n) wanted)) * a + (INR n - INR (length (filter (fun i => Nat.ltb i n) wanted))) * b) / INR K).
  { induction n as [|n IH].
    - assert (E : filter (fun i => Nat.ltb i 0) wanted = []) by (clear; induction wanted; [reflexivity|exact IHwanted]). rewrite E. simpl. unfold Rdiv. ring.
    - rewrite seq_S, map_app, fold_right_app. cbn [map fold_right fst snd].
      assert (F : forall l c0, fold_right (fun (aq : nat * R) s => snd aq * (if in_dec Nat.eq_dec (fst aq) wanted then a else b) + s) c0 l =
        fold_right (fun aq s => snd aq * (if in_dec Nat.eq_dec (fst aq) wanted then a else b) + s) 0 l + c0) by (induction l; intros c0; simpl;
          [ring|rewrite IHl; ring]).
      rewrite F, IH, Nat.add_0_l. assert (L : length (filter (fun i => Nat.ltb i (S n)) wanted) = (length (filter (fun i => Nat.ltb i n) wanted) + if in_dec
        Nat.eq_dec n wanted then 1 else 0)%nat).
      { clear - D. induction D as [|i l N D IH]; [reflexivity|]. cbn [filter].
        destruct (Nat.ltb_spec i (S n)); destruct (Nat.ltb_spec i n); cbn [length]; rewrite IH; destruct (in_dec Nat.eq_dec n l) as [I|I];
          destruct (in_dec Nat.eq_dec n (i :: l)) as [[J|J]|J]; try lia; subst; try easy.
        all: try (exfalso; apply J; now right). all: assert (n = i) by lia; subst; try contradiction; exfalso; apply J; now left. }
      rewrite L, plus_INR, S_INR. destruct (in_dec Nat.eq_dec n wanted); simpl; unfold Rdiv; ring. }
  unfold uniform. rewrite G. assert (E : filter (fun i => Nat.ltb i K) wanted = wanted); [|now rewrite E].
  clear - B. induction wanted as [|i l IH]; [reflexivity|]. cbn [filter]. assert (H : Nat.ltb i K = true) by (apply Nat.ltb_lt, B; now left). rewrite H.
    f_equal.
  apply IH. intros j J. apply B. now right.
Qed.

Lemma covering_mean K wanted n : (0 < K)%nat -> NoDup wanted -> (forall i, In i wanted -> (i < K)%nat) ->
  mean_of_samples (uniform K) n (all_seen wanted) = IZR (covering (Z.of_nat K) n (length wanted)) / INR K ^ n.
Proof.
  intros P. assert (Kp : 0 < INR K) by now apply (lt_INR 0). revert wanted. induction n as [|n IH]; intros wanted D B.
  - cbn [mean_of_samples covering pow]. unfold all_seen. destruct wanted; simpl; field.
  - cbn [mean_of_samples]. transitivity (mean (uniform K) (fun a => if in_dec Nat.eq_dec a wanted
      then IZR (covering (Z.of_nat K) n (pred (length wanted))) / INR K ^ n else IZR (covering (Z.of_nat K) n (length wanted)) / INR K ^ n)).
    + apply mean_ext. intros a _. rewrite (mean_samples_ext (uniform K) n _ (all_seen (filter (fun i => negb (Nat.eqb i a)) wanted))) by (intros;
      now apply all_seen_step).
      rewrite IH; [|now apply NoDup_filter|intros i I; apply filter_In in I; now apply B]. rewrite filter_length by exact D.
        now destruct (in_dec Nat.eq_dec a wanted).
    + unfold mean. rewrite count_members by assumption. cbn [covering pow]. rewrite plus_IZR, !mult_IZR, minus_IZR, <- !INR_IZR_INZ.
      assert (Z : INR K ^ n <> 0) by (apply pow_nonzero; lra). destruct (length wanted) as [|l]; cbn [pred]; [simpl INR|]; field; split; lra || assumption.
Qed.

(* X6: a consistent learner on K equally likely atoms: its loss on a sample s is 0 if all atoms were seen, and at least 1/K otherwise (it errs on one unseen
  atom).
   Then its risk is at least 1/K with probability 1 - (the number of samples of n draws that cover all K atoms)/K^n, which `covering` counts. *)
Theorem some_atom_unseen (K n : nat) (risk_of : list nat -> R) : (0 < K)%nat ->
  (forall s, all_seen (seq 0 K) s = 1 -> risk_of s = 0) -> (forall s, all_seen (seq 0 K) s = 0 -> 1 / INR K <= risk_of s) ->
  mean_of_samples (uniform K) n (fun s => if Rle_dec (1 / INR K) (risk_of s) then 1 else 0) = 1 - IZR (covering (Z.of_nat K) n K) / INR K ^ n.
Proof.
  intros P H0 H1. assert (Kp : 0 < INR K) by now apply (lt_INR 0). assert (Q : 0 < 1 / INR K) by (apply Rdiv_lt_0_compat; lra).
  pose proof (covering_mean K (seq 0 K) n P (seq_NoDup K 0)) as C. rewrite seq_length in C. rewrite <- C by (intros i I; apply in_seq in I; lia).
  assert (U : is_distribution (uniform K)).
  { split; [intros a q I; apply in_map_iff in I; destruct I as (i & E & _); injection E as <- <-; lra|].
    pose proof (count_members (seq 0 K) K 1 1 (seq_NoDup K 0) ltac:(intros i I; apply in_seq in I; lia)) as E. rewrite seq_length in E.
    transitivity (fold_right (fun (aq : nat * R) s => snd aq * (if in_dec Nat.eq_dec (fst aq) (seq 0 K) then 1 else 1) + s) 0 (uniform K)); [|rewrite E;
      field; lra].
    generalize (uniform K). clear. induction l as [|[a q] l IH]; simpl; [reflexivity|]. rewrite IH. destruct (in_dec Nat.eq_dec a (seq 0 K)); ring. }
  transitivity (mean_of_samples (uniform K) n (fun s => 1 + -1 * all_seen (seq 0 K) s)).
  - apply mean_samples_ext. intros s _ _. specialize (H0 s). specialize (H1 s). unfold all_seen in *. destruct (forallb _ _).
    + rewrite H0 by reflexivity. destruct (Rle_dec (1 / INR K) 0); lra.
    + specialize (H1 eq_refl). destruct (Rle_dec (1 / INR K) (risk_of s)); lra.
  - rewrite (mean_samples_add (uniform K) n (fun _ => 1)). rewrite mean_samples_constant by exact U. ring.
Qed.

(* The same numbers for all l at once, from those of one draw less. *)
Fixpoint next (K l previous : Z) (row : list Z) : list Z :=
  match row with [] => [] | k :: row => (l * previous + (K - l) * k)%Z :: next K (l + 1) k row end.
Definition row (K : Z) (n L : nat) : list Z := Nat.iter n (next K 0 0) (1%Z :: repeat 0%Z L).

Lemma next_is K n m : forall a previous, previous = match a with O => previous | S b => covering K n b end ->
  next K (Z.of_nat a) previous (map (covering K n) (seq a m)) = map (covering K (S n)) (seq a m).
Proof.
  induction m as [|m IH]; intros a previous H; [reflexivity|]. cbn [seq map next]. f_equal.
  - cbn [covering]. destruct a; [ring|]. now rewrite H.
  - replace (Z.of_nat a + 1)%Z with (Z.of_nat (S a)) by lia. now apply IH.
Qed.

Lemma row_is K n L : row K n L = map (covering K n) (seq 0 (S L)).
Proof.
  induction n as [|n IH].
  - assert (G : forall m a, repeat 0%Z m = map (covering K 0) (seq (S a) m)).
    { induction m as [|m IH]; intros a; [reflexivity|]. cbn [repeat seq map]. f_equal. apply IH. }
    unfold row. cbn [seq map]. change (Nat.iter 0 (next K 0 0) (1%Z :: repeat 0%Z L)) with (1%Z :: repeat 0%Z L). f_equal. apply (G L 0%nat).
  - unfold row in *. change (next K 0 0 (Nat.iter n (next K 0 0) (1%Z :: repeat 0%Z L)) = map (covering K (S n)) (seq 0 (S L))). rewrite IH.
    now apply (next_is K n (S L) 0).
Qed.

Lemma below_half (a b : Z) : 0 < IZR b -> (2 * a < b)%Z -> IZR a / IZR b < 1 / 2.
Proof.
  intros P H. apply IZR_lt in H. rewrite mult_IZR in H. apply Rmult_lt_reg_r with (IZR b); [exact P|].
  replace (IZR a / IZR b * IZR b) with (IZR a) by (field; lra). lra.
Qed.

Lemma above_half (a b : Z) : 0 < IZR b -> (b <= 2 * a)%Z -> 1 / 2 <= IZR a / IZR b.
Proof.
  intros P H. apply IZR_le in H. rewrite mult_IZR in H. apply Rmult_le_reg_r with (IZR b); [exact P|].
  replace (IZR a / IZR b * IZR b) with (IZR a) by (field; lra). lra.
Qed.

(* X6: the first of its four numbers. With 10 atoms 27 draws are needed to see all of them with probability at least 1/2: for every smaller number of draws the
   probability is below 1/2. *)
Theorem ten_atoms : (forall n, (n < 27)%nat -> mean_of_samples (uniform 10) n (all_seen (seq 0 10)) < 1 / 2) /\
  1 / 2 <= mean_of_samples (uniform 10) 27 (all_seen (seq 0 10)).
Proof.
  assert (E : forall n, mean_of_samples (uniform 10) n (all_seen (seq 0 10)) = IZR (nth 10 (row 10 n 10) 0%Z) / IZR (10 ^ Z.of_nat n)).
  { intros n. rewrite covering_mean; [|lia|apply seq_NoDup|intros i I; apply in_seq in I; lia]. rewrite row_is.
    change (nth 10 (map (covering 10 n) (seq 0 11)) 0%Z) with (covering 10 n 10). rewrite seq_length. f_equal.
    replace (INR 10) with (IZR 10) by (rewrite INR_IZR_INZ; reflexivity). rewrite pow_IZR. reflexivity. }
  assert (Ten : forall n, 0 < IZR (10 ^ Z.of_nat n)) by (intros n; apply IZR_lt, Z.pow_pos_nonneg; lia).
  assert (B : forallb (fun n => (2 * nth 10 (row 10 n 10) 0 <? 10 ^ Z.of_nat n)%Z) (seq 0 27) = true) by (vm_compute; reflexivity).
  assert (C : (10 ^ Z.of_nat 27 <= 2 * nth 10 (row 10 27 10) 0)%Z) by (vm_compute; discriminate).
  split.
  - intros n L. rewrite forallb_forall in B. specialize (B n ltac:(apply in_seq; lia)). apply Z.ltb_lt in B. rewrite E. now apply below_half.
  - rewrite E. now apply above_half.
Qed.
