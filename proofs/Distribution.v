(* Finite distributions, samples of n independent draws, and identities about any learner: leave-one-out, and online to batch. *)
From Coq Require Import Reals Lra Psatz List Lia.
Import ListNotations.
Local Open Scope R_scope.

Section Distribution.
Context {A : Type}.
(* A distribution is a list of atoms with their probabilities. *)
Variable p : list (A * R).
Definition is_distribution := (forall a q, In (a, q) p -> 0 <= q) /\ fold_right (fun aq s => snd aq + s) 0 p = 1.
(* The mean of f over one draw, and over samples of n independent draws. *)
Definition mean (f : A -> R) := fold_right (fun aq s => snd aq * f (fst aq) + s) 0 p.
Fixpoint mean_of_samples (n : nat) (f : list A -> R) : R :=
  match n with O => f [] | S n => mean (fun a => mean_of_samples n (fun s => f (a :: s))) end.

Lemma mean_ext f g : (forall a, In a (map fst p) -> f a = g a) -> mean f = mean g.
Proof.
  unfold mean. induction p as [|[a q] l IH]; simpl; intros H; [reflexivity|]. rewrite H by now left. rewrite IH; [reflexivity|]. intros; apply H; now right.
Qed.
Lemma mean_add f g k : mean (fun a => f a + k * g a) = mean f + k * mean g.
Proof. unfold mean. induction p as [|[a q] l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma mean_scale k f : mean (fun a => k * f a) = k * mean f.
Proof. unfold mean. induction p as [|[a q] l IH]; simpl; [ring|]. rewrite IH. ring. Qed.
Lemma mean_samples_ext n f g : (forall s, length s = n -> (forall a, In a s -> In a (map fst p)) -> f s = g s) -> mean_of_samples n f = mean_of_samples n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g H; simpl; [apply H; [reflexivity|intros a []]|]. apply mean_ext. intros a I. apply IH. intros s L J.
  apply H; [simpl; lia|]. intros b [<-|B]; auto.
Qed.
Lemma mean_samples_add n f g k : mean_of_samples n (fun s => f s + k * g s) = mean_of_samples n f + k * mean_of_samples n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g; simpl; [reflexivity|]. rewrite <- mean_add. apply mean_ext. intros a _. apply IH.
Qed.
Lemma mean_samples_scale n f k : mean_of_samples n (fun s => k * f s) = k * mean_of_samples n f.
Proof. revert f. induction n as [|n IH]; intros f; simpl; [reflexivity|]. rewrite <- mean_scale. apply mean_ext. intros a _. apply IH. Qed.
(* The order of draws may be exchanged: one draw before or after n others. *)
Lemma mean_swap n (f : list A -> A -> R) : mean (fun a => mean_of_samples n (fun s => f s a)) = mean_of_samples n (fun s => mean (f s)).
Proof.
  revert f. induction n as [|n IH]; intros f; simpl; [reflexivity|].
  assert (E : forall (l : list (A * R)) (h : A -> A -> R), fold_right (fun aq s => snd aq * mean (h (fst aq)) + s) 0 l = mean (fun b => fold_right (fun aq s
    => snd aq * h (fst aq) b + s) 0 l)).
  { clear. induction l as [|[a q] l IH]; intros h; simpl.
    - unfold mean. induction p as [|[b t] m IH]; simpl; [reflexivity|]. rewrite <- IH. ring.
    - rewrite IH. rewrite Rplus_comm, <- mean_add. apply mean_ext. intros b _. ring. }
  change (mean (fun a => mean (fun b => mean_of_samples n (fun s => f (b :: s) a)))) with
    (fold_right (fun aq s => snd aq * mean ((fun a b => mean_of_samples n (fun s => f (b :: s) a)) (fst aq)) + s) 0 p).
  rewrite E. apply mean_ext. intros b _. exact (IH (fun s => f (b :: s))).
Qed.

Hypothesis dist : is_distribution.
Lemma mean_le f g : (forall a, In a (map fst p) -> f a <= g a) -> mean f <= mean g.
Proof.
  destruct dist as [P _]. unfold mean. revert P. clear. induction p as [|[a q] l IH]; simpl; intros P H; [lra|].
  specialize (IH (fun b t i => P b t (or_intror i)) (fun b i => H b (or_intror i))). specialize (P a q (or_introl eq_refl)).
    specialize (H a (or_introl eq_refl)). nra.
Qed.
Lemma mean_constant k : mean (fun _ => k) = k.
Proof.
  destruct dist as [_ S]. transitivity (k * 1); [rewrite <- S; unfold mean; clear|ring]. induction p as [|[a q] l IH]; simpl; [ring|]. rewrite IH. ring.
Qed.
Lemma mean_samples_le n f g : (forall s, length s = n -> (forall a, In a s -> In a (map fst p)) -> f s <= g s) -> mean_of_samples n f <= mean_of_samples n g.
Proof.
  revert f g. induction n as [|n IH]; intros f g H; simpl; [apply H; [reflexivity|intros a []]|]. apply mean_le. intros a I. apply IH. intros s L J.
  apply H; [simpl; lia|]. intros b [<-|B]; auto.
Qed.
Lemma mean_samples_constant n k : mean_of_samples n (fun _ => k) = k.
Proof. induction n as [|n IH]; simpl; [reflexivity|]. rewrite IH. apply mean_constant. Qed.

(* A learner and its loss: lost s a is the loss on the example a of what was learned from the sample s. Any function, of the order of s too. *)
Variable lost : list A -> A -> R.
(* The sum over the examples of a sample of the loss on each of them, learned from the others, in their order. *)
Fixpoint leave_one_out (before s : list A) : R := match s with [] => 0 | a :: s => lost (before ++ s) a + leave_one_out (before ++ [a]) s end.

(* C-H13: its second half. Leave-one-out is unbiased, for every learner: the mean of the loss on a fresh example after n draws is 1/(n + 1)
   times the mean of the sum of the leave-one-out losses on n + 1 draws. Finite distributions. *)
Theorem leave_one_out_identity n : mean_of_samples n (fun s => mean (lost s)) = mean_of_samples (S n) (leave_one_out []) / INR (S n).
Proof.
  assert (G : forall n b, mean_of_samples (S n) (leave_one_out b) = INR (S n) * mean_of_samples n (fun s => mean (lost (b ++ s)))).
  { clear n. induction n as [|n IH]; intros b.
    - simpl. rewrite Rmult_1_l. apply mean_ext. intros a _. rewrite !app_nil_r. ring.
    - cbn [mean_of_samples leave_one_out].
      assert (E : forall a, mean (fun a0 => mean_of_samples n (fun s => lost (b ++ a0 :: s) a + leave_one_out (b ++ [a]) (a0 :: s))) =
                 mean_of_samples (S n) (fun s => lost (b ++ s) a) + 1 * mean_of_samples (S n) (leave_one_out (b ++ [a]))).
      { intros a. rewrite <- (mean_samples_add (S n)). simpl. apply mean_ext. intros a0 _. apply mean_samples_ext. intros; ring. }
      transitivity (mean (fun a => mean_of_samples (S n) (fun s => lost (b ++ s) a) + 1 * mean_of_samples (S n) (leave_one_out (b ++ [a]))));
        [apply mean_ext; intros a _; exact (E a)|]. rewrite mean_add, mean_swap.
      assert (F : mean (fun a => mean_of_samples (S n) (leave_one_out (b ++ [a]))) = INR (S n) * mean_of_samples (S n) (fun s => mean (lost (b ++ s)))).
      { cbn [mean_of_samples]. rewrite <- mean_scale. apply mean_ext. intros a _. pose proof (IH (b ++ [a])) as Q. cbn [mean_of_samples] in Q. rewrite Q.
        f_equal. apply mean_samples_ext. intros s _ _. now rewrite <- app_assoc. }
      rewrite F. set (q := mean_of_samples (S n) (fun s => mean (lost (b ++ s)))). rewrite (S_INR (S n)).
      change (q + 1 * (INR (S n) * q) = (INR (S n) + 1) * q). ring. }
  rewrite G. simpl app. field. apply not_0_INR. lia.
Qed.

(* The losses of an online run: each example is predicted from those before it. The sum of the risks of all its hypotheses, from that before the first
   example to that after the last one. *)
Fixpoint online_losses (before s : list A) : R := match s with [] => 0 | a :: s => lost before a + online_losses (before ++ [a]) s end.
Fixpoint risks (before s : list A) : R := mean (lost before) + match s with [] => 0 | a :: s => risks (before ++ [a]) s end.

(* X3: a random one of the hypotheses h_0 to h_m of an online run has the mean risk E[mistakes on m + 1 examples]/(m + 1), for every learner. *)
Theorem random_hypothesis m : mean_of_samples m (fun s => risks [] s / INR (S m)) = mean_of_samples (S m) (online_losses []) / INR (S m).
Proof.
  assert (G : forall m b, mean_of_samples m (risks b) = mean_of_samples (S m) (online_losses b)).
  { clear m. induction m as [|m IH]; intros b; cbn [mean_of_samples risks online_losses].
    - rewrite Rplus_0_r. apply mean_ext. intros; ring.
    - assert (E : forall a, mean_of_samples m (fun s => mean (lost b) + risks (b ++ [a]) s) = mean (lost b) + 1 * mean_of_samples m (risks (b ++ [a]))).
      { intros a. transitivity (mean_of_samples m (fun _ => mean (lost b)) + 1 * mean_of_samples m (risks (b ++ [a]))); [|now rewrite mean_samples_constant].
        rewrite <- mean_samples_add. apply mean_samples_ext. intros; ring. }
      transitivity (mean (fun a => mean (lost b) + 1 * mean_of_samples m (risks (b ++ [a])))); [apply mean_ext; intros a _; exact (E a)|].
      rewrite mean_add, mean_constant.
      assert (F : forall a, mean (fun a0 => mean_of_samples m (fun s => lost b a + (lost (b ++ [a]) a0 + online_losses ((b ++ [a]) ++ [a0]) s))) =
                 lost b a + 1 * mean_of_samples (S m) (online_losses (b ++ [a]))).
      { intros a. transitivity (mean_of_samples (S m) (fun _ => lost b a) + 1 * mean_of_samples (S m) (online_losses (b ++ [a])));
        [|now rewrite mean_samples_constant].
        rewrite <- mean_samples_add. cbn [mean_of_samples]. apply mean_ext. intros a0 _.
        apply mean_samples_ext. intros; cbn [online_losses]; ring. }
      transitivity (mean (fun a => lost b a + 1 * mean_of_samples (S m) (online_losses (b ++ [a])))); [|symmetry; apply mean_ext; intros a _; exact (F a)].
      rewrite mean_add. f_equal. f_equal. apply mean_ext. intros a _. apply IH. }
  rewrite <- G. unfold Rdiv. rewrite Rmult_comm, <- mean_samples_scale. apply mean_samples_ext. intros; ring.
Qed.

(* How many of the hypotheses h_0 to h_m err on an example a (the sum of their losses). If at least half of the m + 1 err, their majority vote may err. *)
Fixpoint wrong (a : A) (before s : list A) : R := lost before a + match s with [] => 0 | b :: s => wrong a (before ++ [b]) s end.
Definition vote_errs (s : list A) (a : A) : R := if Rle_dec (INR (S (length s))) (2 * wrong a [] s) then 1 else 0.

(* X3: the majority vote of the hypotheses h_0 to h_m (a tied vote counts as an error) errs on a fresh example with probability at most
   2 E[mistakes on m + 1 examples]/(m + 1). Losses are 0 or more, 1 for an error. *)
Theorem majority_vote m : (forall s a, 0 <= lost s a) -> mean_of_samples m (fun s => mean (vote_errs s)) <= 2 * (mean_of_samples (S m) (online_losses []) /
  INR (S m)).
Proof.
  intros P. rewrite <- random_hypothesis, <- mean_samples_scale. apply mean_samples_le. intros s L _.
  assert (E : forall b s, mean (fun a => wrong a b s) = risks b s).
  { clear. intros b s. revert b. induction s as [|c s IH]; intros b; cbn [wrong risks].
    - rewrite Rplus_0_r. apply mean_ext. intros; ring.
    - rewrite <- IH. replace (mean (fun a => wrong a (b ++ [c]) s)) with (1 * mean (fun a => wrong a (b ++ [c]) s)) by ring. rewrite <- mean_add.
      apply mean_ext. intros; ring. }
  assert (W : forall a b s, 0 <= wrong a b s). { clear - P. intros a b s. revert b.
    induction s as [|c s IH]; intros b; simpl; [specialize (P b a)|specialize (P b a); specialize (IH (b ++ [c]))]; lra. }
  rewrite <- E. assert (N : 0 < INR (S m)) by (apply lt_0_INR; lia).
  replace (2 * (mean (fun a => wrong a [] s) / INR (S m))) with ((2 / INR (S m)) * mean (fun a => wrong a [] s)) by (field; lra). rewrite <- mean_scale.
    apply mean_le.
  intros a _. specialize (W a [] s). unfold vote_errs. rewrite L. apply Rmult_le_reg_r with (INR (S m)); [exact N|].
  replace (2 / INR (S m) * wrong a [] s * INR (S m)) with (2 * wrong a [] s) by (field; lra). destruct (Rle_dec (INR (S m)) (2 * wrong a [] s)); lra.
Qed.
End Distribution.
