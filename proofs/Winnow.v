(* Winnow, which multiplies its weights, on disjunctions of k of N features. *)
From Coq Require Import Reals Lra Psatz List Lia Bool ZArith.
Import ListNotations.
Local Open Scope R_scope.

Section Winnow.
(* Features are numbered 0 to N - 1; the label is 1 if one of the relevant features is 1 (a monotone disjunction). *)
Variable N : nat.
Variable relevant : nat -> bool.
Variables alpha theta : R.
Definition features := nat -> bool.
Fixpoint sum_below (n : nat) (f : nat -> R) : R := match n with O => 0 | S n => sum_below n f + f n end.
Fixpoint some_below (n : nat) (f : nat -> bool) : bool := match n with O => false | S n => some_below n f || f n end.
Definition is_positive (a : features) := some_below N (fun i => relevant i && a i).
Definition number_relevant := sum_below N (fun i => if relevant i then 1 else 0).
Definition activation (w : nat -> R) (a : features) := sum_below N (fun i => if a i then w i else 0).

(* It predicts 1 if the active weights add up to more than theta. A positive example that it misses multiplies its active weights by alpha (a promotion);
   a negative example that it takes for positive sets them to 0 (an elimination). The run returns the numbers of promotions and eliminations. *)
Definition promote (w : nat -> R) (a : features) : nat -> R := fun i => if a i then alpha * w i else w i.
Definition eliminate (w : nat -> R) (a : features) : nat -> R := fun i => if a i then 0 else w i.
Fixpoint winnow (w : nat -> R) (stream : list features) : nat * nat :=
  match stream with
  | [] => (0, 0)%nat
  | a :: stream =>
    if is_positive a
    then if Rle_dec (activation w a) theta then let (u, v) := winnow (promote w a) stream in (S u, v) else winnow w stream
    else if Rle_dec (activation w a) theta then winnow w stream else let (u, v) := winnow (eliminate w a) stream in (u, S v)
  end.

Lemma sum_ext n f g : (forall i, (i < n)%nat -> f i = g i) -> sum_below n f = sum_below n g.
Proof. induction n as [|n IH]; intros H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; lia). rewrite H by lia. reflexivity. Qed.
Lemma sum_le n f g : (forall i, (i < n)%nat -> f i <= g i) -> sum_below n f <= sum_below n g.
Proof. induction n as [|n IH]; intros H; simpl; [lra|]. specialize (IH (fun i h => H i ltac:(lia))). pose proof (H n ltac:(lia)). lra. Qed.
Lemma sum_add n f g k : sum_below n (fun i => f i + k * g i) = sum_below n f + k * sum_below n g.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_scale n f k : sum_below n (fun i => k * f i) = k * sum_below n f.
Proof. induction n as [|n IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma sum_pos n f : (forall i, (i < n)%nat -> 0 <= f i) -> 0 <= sum_below n f.
Proof. induction n as [|n IH]; intros H; simpl; [lra|]. specialize (IH (fun i h => H i ltac:(lia))). pose proof (H n ltac:(lia)). lra. Qed.
Lemma sum_term n f i : (forall i, (i < n)%nat -> 0 <= f i) -> (i < n)%nat -> f i <= sum_below n f.
Proof.
  induction n as [|n IH]; intros H L; [lia|]. simpl. pose proof (sum_pos n f (fun i h => H i ltac:(lia))). pose proof (H n ltac:(lia)).
  destruct (Nat.eq_dec i n) as [->|D]; [lra|]. specialize (IH (fun i h => H i ltac:(lia)) ltac:(lia)). lra.
Qed.
Lemma some_true n f : some_below n f = true <-> exists i, (i < n)%nat /\ f i = true.
Proof.
  induction n as [|n IH]; simpl; [split; [discriminate|intros (i & L & _); lia]|]. rewrite orb_true_iff, IH. split.
  - intros [(i & L & F)|F]; [exists i|exists n]; split; auto; lia.
  - intros (i & L & F). destruct (Nat.eq_dec i n) as [->|D]; [now right|left; exists i; split; [lia|exact F]].
Qed.

Hypothesis alpha_above : 1 < alpha.
Hypothesis theta_pos : 0 < theta.

Lemma promote_pos w a : (forall i, 0 <= w i) -> forall i, 0 <= promote w a i.
Proof. intros P i. unfold promote. specialize (P i). destruct (a i); nra. Qed.
Lemma eliminate_pos w a : (forall i, 0 <= w i) -> forall i, 0 <= eliminate w a i.
Proof. intros P i. unfold eliminate. specialize (P i). destruct (a i); lra. Qed.

(* The total weight: a promotion adds at most (alpha - 1) theta, an elimination removes more than theta, and it stays at least 0. *)
Lemma total_weight stream : forall w, (forall i, 0 <= w i) -> let (u, v) := winnow w stream in
  theta * INR v <= sum_below N w + (alpha - 1) * theta * INR u.
Proof.
  induction stream as [|a stream IH]; intros w P; cbn [winnow].
  - pose proof (sum_pos N w (fun i _ => P i)). simpl. lra.
  - destruct (is_positive a); destruct (Rle_dec (activation w a) theta) as [L|L]; try exact (IH w P).
    + specialize (IH (promote w a) (promote_pos w a P)). destruct (winnow (promote w a) stream) as [u v]. rewrite S_INR.
      assert (E : sum_below N (promote w a) = sum_below N w + (alpha - 1) * activation w a).
      { unfold activation. rewrite <- sum_add. apply sum_ext. intros i _. unfold promote. destruct (a i); ring. } nra.
    + specialize (IH (eliminate w a) (eliminate_pos w a P)). destruct (winnow (eliminate w a) stream) as [u v]. rewrite S_INR.
      assert (E : sum_below N (eliminate w a) = sum_below N w + -1 * activation w a).
      { unfold activation. rewrite <- sum_add. apply sum_ext. intros i _. unfold eliminate. destruct (a i); ring. } nra.
Qed.

(* Relevant weights are powers of alpha, each at most alpha theta: c bounds their exponents, so it bounds the promotions. *)
Definition exponents (j : nat -> nat) := sum_below N (fun i => if relevant i then INR (j i) else 0).
Lemma promotions (c : R) stream : (forall m : nat, alpha ^ m <= theta -> INR m + 1 <= c) ->
  forall w (j : nat -> nat), (forall i, 0 <= w i) -> (forall i, (i < N)%nat -> relevant i = true -> w i = alpha ^ j i /\ INR (j i) <= c) ->
  INR (fst (winnow w stream)) + exponents j <= number_relevant * c.
Proof.
  intros C. induction stream as [|a stream IH]; intros w j P J; cbn [winnow].
  - cbn [fst]. simpl INR. rewrite Rplus_0_l. unfold exponents, number_relevant. rewrite Rmult_comm, <- sum_scale.
    apply sum_le. intros i L. destruct (relevant i) eqn:E; [|lra]. destruct (J i L E). lra.
  - destruct (is_positive a) eqn:A; destruct (Rle_dec (activation w a) theta) as [L|L]; try exact (IH w j P J).
    + specialize (IH (promote w a) (fun i => if a i then S (j i) else j i) (promote_pos w a P)).
      destruct (winnow (promote w a) stream) as [u v]. cbn [fst] in *. rewrite S_INR.
      assert (B : INR u + exponents (fun i => if a i then S (j i) else j i) <= number_relevant * c).
      { apply IH. intros i I R. destruct (J i I R) as [W K]. unfold promote. destruct (a i) eqn:Ai; [|split; assumption].
        split; [rewrite W; reflexivity|]. rewrite S_INR. apply C. rewrite <- W. apply Rle_trans with (activation w a); [|exact L].
        unfold activation. pose proof (sum_term N (fun i => if a i then w i else 0) i) as T. cbv beta in T. rewrite Ai in T. apply T; [|exact I].
        intros m _. specialize (P m). destruct (a m); lra. }
      assert (D : exponents j + 1 <= exponents (fun i => if a i then S (j i) else j i)); [|lra].
      unfold is_positive in A. apply some_true in A. destruct A as (i & I & F). apply andb_true_iff in F. destruct F as [F1 F2].
      replace (exponents (fun i => if a i then S (j i) else j i)) with (exponents j + 1 * sum_below N (fun i => if relevant i && a i then 1 else 0)).
      * pose proof (sum_term N (fun i => if relevant i && a i then 1 else 0) i) as T. cbv beta in T. rewrite F1, F2 in T. simpl in T.
        assert (1 <= sum_below N (fun i => if relevant i && a i then 1 else 0)); [|lra]. apply T; [|exact I]. intros m _. destruct (relevant m && a m); lra.
      * unfold exponents. rewrite <- sum_add. apply sum_ext. intros m _. destruct (relevant m); destruct (a m); simpl andb; cbv iota; try rewrite S_INR; ring.
    + specialize (IH (eliminate w a) j (eliminate_pos w a P)). destruct (winnow (eliminate w a) stream) as [u v]. cbn [fst] in *.
      apply IH. intros i I R. destruct (J i I R) as [W K]. split; [|exact K]. unfold eliminate. destruct (a i) eqn:Ai; [|exact W]. exfalso.
      assert (Q : is_positive a = true) by (unfold is_positive; apply some_true; exists i; rewrite R, Ai; auto). congruence.
Qed.

(* X7: with all weights 1 at the start, alpha > 1 and theta > 0, Winnow makes at most alpha k L + N/theta mistakes on every stream that a disjunction
   of k of the N features labels, for every whole L with theta < alpha^L. The smallest such L is floor(log_alpha theta) + 1 if theta >= 1/alpha, so this is
   at most alpha k (log_alpha theta + 1) + N/theta. (The logarithm is left out of the formal statement, because Coq's needs one more axiom.) *)
Theorem winnow_bound stream (L : nat) : theta < alpha ^ L -> let (u, v) := winnow (fun _ => 1) stream in
  INR (u + v) <= alpha * number_relevant * INR L + INR N / theta.
Proof.
  intros T. set (c := INR L).
  assert (C : forall m : nat, alpha ^ m <= theta -> INR m + 1 <= c).
  { intros m H. rewrite <- S_INR. apply le_INR. destruct (le_lt_dec L m) as [K|K]; [|lia]. pose proof (Rle_pow alpha L m ltac:(lra) K). lra. }
  assert (C0 : 0 <= c) by apply pos_INR.
  pose proof (total_weight stream (fun _ => 1) (fun _ => Rle_0_1)) as W.
  pose proof (promotions c stream C (fun _ => 1) (fun _ => O) (fun _ => Rle_0_1) (fun i _ _ => conj eq_refl C0)) as B.
  destruct (winnow (fun _ => 1) stream) as [u v]. cbn [fst] in B. rewrite plus_INR.
  assert (E : exponents (fun _ => O) = 0) by (rewrite <- (Rmult_0_l (sum_below N (fun _ => 1))), <- sum_scale; apply sum_ext; intros i _; simpl;
    destruct (relevant i); ring). rewrite E in B.
  assert (F : sum_below N (fun _ => 1) = INR N) by (clear; induction N; [reflexivity|]; rewrite S_INR; simpl; lra). rewrite F in W.
  assert (V : INR v <= INR N / theta + (alpha - 1) * INR u).
  { apply Rmult_le_reg_r with theta; [exact theta_pos|].
    replace ((INR N / theta + (alpha - 1) * INR u) * theta) with (INR N + (alpha - 1) * theta * INR u) by (field; lra). lra. }
  assert (alpha * INR u <= alpha * (number_relevant * c)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
End Winnow.

Section Integers.
Variable N : nat.
Variable relevant : nat -> bool.
Variable T : nat.
Let theta := INR T.

(* What a relevant weight 2^j can still cost, if J is the largest exponent. *)
Definition cost (J j : nat) : R := (2 * theta + 1) * (INR J - INR j) - 2 ^ J + 2 ^ j.
Definition left_over (J : nat) (w : nat -> R) (j : nat -> nat) := sum_below N (fun i => if relevant i then cost J (j i) else w i).

Lemma cost_pos J j : 2 ^ J <= 2 * theta -> (j <= J)%nat -> 0 <= cost J j.
Proof.
  intros H L. unfold cost. destruct (Nat.eq_dec j J) as [->|D]; [lra|]. assert (1 <= INR J - INR j) by (rewrite <- minus_INR by lia; apply (le_INR 1); lia).
  assert (0 < 2 ^ j) by (apply pow_lt; lra). assert (0 <= theta) by apply pos_INR. nra.
Qed.

Lemma activation_whole (w : nat -> R) a : (forall i, exists n, w i = INR n) -> exists n, activation N w a = INR n.
Proof.
  intros W. unfold activation. induction N as [|m [n E]]; [exists O; reflexivity|]. cbn [sum_below]. rewrite E. destruct (W m) as [q Q].
  destruct (a m); [exists (n + q)%nat; now rewrite plus_INR, Q|exists n; ring].
Qed.

Lemma integer_potential (J : nat) stream : 2 ^ J <= 2 * theta < 2 * 2 ^ J ->
  forall w (j : nat -> nat), (forall i, exists n, w i = INR n) -> (forall i, (i < N)%nat -> relevant i = true -> w i = 2 ^ j i /\ (j i <= J)%nat) ->
  let (u, v) := winnow N relevant 2 theta w stream in (theta + 1) * INR (u + v) <= left_over J w j.
Proof.
  intros HJ. assert (P : forall w : nat -> R, (forall i, exists n, w i = INR n) -> forall i, 0 <= w i) by (intros w W i; destruct (W i) as [n ->];
    apply pos_INR).
  induction stream as [|a stream IH]; intros w j W R; cbn [winnow].
  - simpl. rewrite Rmult_0_r. apply sum_pos. intros i L. destruct (relevant i) eqn:E; [apply cost_pos; [lra|now apply R]|now apply P].
  - destruct (is_positive N relevant a) eqn:A; destruct (Rle_dec (activation N w a) theta) as [L|L]; try exact (IH w j W R).
    + specialize (IH (promote 2 w a) (fun i => if a i then S (j i) else j i)).
      assert (W' : forall i, exists n, promote 2 w a i = INR n).
      { intros i. unfold promote. destruct (W i) as [n E]. destruct (a i); [exists (2 * n)%nat; rewrite mult_INR, E; simpl; ring|exists n; exact E]. }
      assert (R' : forall i, (i < N)%nat -> relevant i = true -> promote 2 w a i = 2 ^ (if a i then S (j i) else j i) /\ ((if a i then S (j i) else j i) <=
        J)%nat).
      { intros i I Q. destruct (R i I Q) as [E B]. unfold promote. destruct (a i) eqn:Ai; [|split; assumption]. split; [rewrite E; reflexivity|].
        assert (w i <= theta).
        { eapply Rle_trans; [|exact L]. unfold activation. pose proof (sum_term N (fun i => if a i then w i else 0) i) as S0. cbv beta in S0. rewrite Ai in S0.
          apply S0; [|exact I]. intros m _. destruct (a m); [now apply P|lra]. }
        destruct (le_lt_dec (S (j i)) J) as [K|K]; [exact K|]. exfalso. assert (j i = J) by lia. rewrite E, H0 in H. lra. }
      specialize (IH W' R'). destruct (winnow N relevant 2 theta (promote 2 w a) stream) as [u v]. replace (S u + v)%nat with (S (u + v)) by lia. rewrite S_INR.
      assert (D : left_over J (promote 2 w a) (fun i => if a i then S (j i) else j i) =
        left_over J w j + -1 * ((2 * theta + 1) * sum_below N (fun i => if relevant i && a i then 1 else 0) + -1 * activation N w a)).
      { unfold left_over, activation. rewrite <- sum_scale, <- sum_add, <- sum_add. apply sum_ext. intros i I. specialize (R i I). unfold promote, cost.
        destruct (relevant i); destruct (a i); cbn [andb]; try ring. destruct R as [E _]; [reflexivity|]. rewrite E, S_INR. simpl. ring. }
      unfold is_positive in A. apply some_true in A. destruct A as (i & I & F). apply andb_true_iff in F. destruct F as [F1 F2].
      assert (1 <= sum_below N (fun i => if relevant i && a i then 1 else 0)).
      { pose proof (sum_term N (fun i => if relevant i && a i then 1 else 0) i) as S0. cbv beta in S0. rewrite F1, F2 in S0. simpl in S0. apply S0; [|exact I].
        intros m _. destruct (relevant m && a m); lra. }
      assert (0 <= theta) by apply pos_INR. nra.
    + specialize (IH (eliminate w a) j).
      assert (W' : forall i, exists n, eliminate w a i = INR n) by (intros i; unfold eliminate; destruct (a i); [exists O; reflexivity|apply W]).
      assert (O : forall i, (i < N)%nat -> relevant i = true -> a i = false).
      { intros i I Q. destruct (a i) eqn:Ai; [|reflexivity]. exfalso. assert (is_positive N relevant a = true); [|congruence].
        unfold is_positive. apply some_true. exists i. rewrite Q, Ai. auto. }
      assert (R' : forall i, (i < N)%nat -> relevant i = true -> eliminate w a i = 2 ^ j i /\ (j i <= J)%nat).
      { intros i I Q. unfold eliminate. rewrite (O i I Q). now apply R. }
      specialize (IH W' R'). destruct (winnow N relevant 2 theta (eliminate w a) stream) as [u v]. replace (u + S v)%nat with (S (u + v)) by lia. rewrite S_INR.
      assert (D : left_over J (eliminate w a) j = left_over J w j + -1 * activation N w a).
      { unfold left_over, activation. rewrite <- sum_add. apply sum_ext. intros i I. specialize (O i I). unfold eliminate.
        destruct (relevant i); [rewrite O by reflexivity; ring|]. destruct (a i); ring. }
      destruct (activation_whole w a W) as [n E]. rewrite E in L, D. assert (K : theta + 1 <= INR n).
      { unfold theta. rewrite <- S_INR. apply le_INR. destruct (le_lt_dec (S T) n) as [K|K]; [exact K|]. exfalso. apply L. apply le_INR. lia. }
      rewrite D in IH. lra.
Qed.

(* X7: Winnow with factor 2 and a whole threshold theta >= 1: with J the whole number with 2^(J - 1) <= theta < 2^J and u = k J, its mistakes M have
   M (theta + 1) <= u (theta + 1) + N + u theta - k 2^J, that is M <= u + (N + u theta - k 2^J)/(theta + 1), on every stream that a disjunction of k of the
   N features labels. A number of mistakes is whole, so the fraction may be rounded down. *)
Theorem winnow_integer_bound stream (J : nat) : 2 ^ J <= 2 * theta < 2 * 2 ^ J -> let (u, v) := winnow N relevant 2 theta (fun _ => 1) stream in
  let k := number_relevant N relevant in
  INR (u + v) * (theta + 1) <= k * INR J * (theta + 1) + INR N + k * INR J * theta - k * 2 ^ J.
Proof.
  intros HJ. pose proof (integer_potential J stream HJ (fun _ => 1) (fun _ => O)) as B. destruct (winnow N relevant 2 theta (fun _ => 1) stream) as [u v].
  assert (E : left_over J (fun _ => 1) (fun _ => O) = INR N + number_relevant N relevant * ((2 * theta + 1) * INR J - 2 ^ J)).
  { unfold left_over, number_relevant. assert (F : sum_below N (fun _ => 1) = INR N) by (clear; induction N; [reflexivity|]; rewrite S_INR; simpl; lra).
    rewrite <- F, Rmult_comm, <- sum_add. apply sum_ext. intros i _. unfold cost. destruct (relevant i); simpl; ring. }
  cbv zeta. rewrite E in B. assert (H : (theta + 1) * INR (u + v) <= INR N + number_relevant N relevant * ((2 * theta + 1) * INR J - 2 ^ J)); [|lra].
  apply B; [intros i; exists 1%nat; reflexivity|]. intros i _ _. split; [reflexivity|lia].
Qed.
End Integers.
