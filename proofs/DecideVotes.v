(* Majorities of signs and orthogonal signs: if the premises are decided to be true, the observed number is within the limit. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Normalized Tight Checker CheckerProof Decide DecideRun DecideBounds DecideSteps.
Import ListNotations.
Local Open Scope R_scope.

Section Votes.
Variable c : certificate.
Hypothesis formed : well_formed c = true.
Notation V := (space_of c).
Notation D := (IZR (denominator c)).
Notation ex := (example_of c).
Notation at_ := (fun i => example_of c (nth i (sample c) ([], true))).
Notation whole := (vector_of c (/ D)).
Variables (given : facts) (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).
Notation n := (dimension c).
Notation k := (voters given).
Let relevant := fun i => Nat.ltb i k.

Lemma D_pos : 0 < D. Proof. exact (D_pos c formed). Qed.
Lemma length_in e : In e (sample c) -> length (fst e) = n. Proof. exact (sample_length c formed e). Qed.

Section Majority.
Hypothesis majority : decide c given us w majority_labels = true.
Lemma majority_parts : Nat.odd k = true /\ (k <= n)%nat /\ forall e, In e (sample c) -> labelled_by_vote c given e = true.
Proof.
  pose proof majority as M. cbn [decide] in M. rewrite !andb_true_iff, forallb_forall, Nat.leb_le in M. tauto.
Qed.
Lemma number_of_voters : number_relevant relevant n = k.
Proof.
  assert (G : forall j, number_relevant relevant j = Nat.min k j).
  { induction j as [|j IH]; [now rewrite Nat.min_0_r|]. cbn [number_relevant]. rewrite IH. unfold relevant. destruct (Nat.ltb_spec j k); lia. }
  rewrite G. apply Nat.min_l, majority_parts.
Qed.
Lemma voting_length : length (voting c given) = n.
Proof. unfold voting. rewrite app_length, !repeat_length. pose proof (proj1 (proj2 majority_parts)). lia. Qed.
Lemma voting_direction : vector_of c 1 (voting c given) = direction relevant.
Proof.
  apply functional_extensionality. intros i. unfold vector_of, direction, relevant, voting. rewrite Rmult_1_l.
  assert (N : forall (z : Z) j i, nth i (repeat z j) 0%Z = if Nat.ltb i j then z else 0%Z).
  { clear. induction j as [|j IH]; intros [|i]; try reflexivity. cbn [repeat nth]. rewrite IH. reflexivity. }
  destruct (Nat.ltb_spec i k) as [L|L].
  - rewrite app_nth1, N by (rewrite repeat_length; exact L). destruct (Nat.ltb_spec i k); [reflexivity|lia].
  - rewrite app_nth2, N by (rewrite repeat_length; exact L). destruct (Nat.ltb _ _); reflexivity.
Qed.
Lemma voted e : In e (sample c) -> majority_labelled relevant n (ex e).
Proof.
  intros I. pose proof D_pos as Dp. pose proof (length_in e I) as E. pose proof (proj2 (proj2 majority_parts) e I) as M. unfold labelled_by_vote in M.
  rewrite andb_true_iff, forallb_forall in M. destruct M as [S L]. apply eqb_prop in L. split.
  - intros i Li. unfold example_of, vector_of. cbn [x]. assert (J : In (nth i (fst e) 0%Z) (fst e)) by (apply nth_In; lia). specialize (S _ J).
    unfold is_sign in S. rewrite orb_true_iff, !Z.eqb_eq in S. destruct S as [->| ->]; [left|right; rewrite opp_IZR]; field; lra.
  - change (positive (ex e)) with (snd e). rewrite L, Z.ltb_lt, <- voting_direction. change (coordinates n) with V. unfold example_of. cbn [x].
    rewrite (dot_lift c) by (auto using voting_length). assert (P : 0 < 1 * / D) by (rewrite Rmult_1_l; now apply Rinv_0_lt_compat).
    split; intros Q; [apply IZR_lt in Q; now apply Rmult_lt_0_compat|apply lt_IZR, Rmult_lt_reg_l with (1 * / D); lra].
Qed.

(* By Normalized.majority_margin. *)
Lemma vote_limit e : In e (sample c) -> (denominator c <= zscore (voting c given) e)%Z.
Proof.
  intros I. pose proof D_pos as Dp. pose proof (Normalized.majority_margin relevant n (ex e)) as M. rewrite number_of_voters in M.
  specialize (M (proj1 majority_parts) (voted e I)). rewrite <- voting_direction in M. change (coordinates n) with V in M.
  rewrite (score_lift c) in M by (auto using voting_length, length_in). apply le_IZR. apply Rmult_le_compat_r with (r := D) in M; [|lra].
  replace (1 / D * IZR (zscore (voting c given) e) * D) with (IZR (zscore (voting c given) e)) in M by (field; lra). lra.
Qed.
Lemma voted_updates e : In e (map at_ us) -> majority_labelled relevant n e.
Proof. intros I. apply (sub_ c formed us w again), in_map_iff in I. destruct I as (h & <- & I). now apply voted. Qed.
(* By Normalized.majority_bound. *)
Lemma majority_limit : decide c given us w rule_perceptron = true -> (Z.of_nat (length us) <= Z.of_nat n * Z.of_nat k)%Z.
Proof.
  intros P. apply (rule_is_perceptron c formed given us w again) in P.
  pose proof (majority_bound relevant n (map at_ us)) as B. rewrite number_of_voters in B. specialize (B (proj1 majority_parts) voted_updates P).
  rewrite map_length in B. lia.
Qed.
(* By Normalized.sharper_majority_bound. *)
Lemma sharper_limit : decide c given us w rule_perceptron = true -> Nat.odd n = true -> (Z.of_nat (length us) <= Z.max (Z.of_nat k * (Z.of_nat n - 1)) 1)%Z.
Proof.
  intros P O. apply (rule_is_perceptron c formed given us w again) in P.
  pose proof (Normalized.sharper_majority_bound relevant n (map at_ us) O) as B. rewrite number_of_voters in B.
  specialize (B (proj1 majority_parts) voted_updates P). rewrite map_length in B. destruct n as [|j]; [discriminate|]. nia.
Qed.
End Majority.

(* By Tight.sums_of_examples_fail: the vector is the sum of y x over the updates so far, so every score is 0. *)
Lemma orthogonal_limit : decide c given us w orthogonal_signs = true ->
  mistakes_of_pass c given (origin c) (sample c) = how_many (fun e => tie_is_mistake given (snd e)) (sample c).
Proof.
  cbn [decide]. rewrite andb_true_iff. intros [_ O]. pose proof D_pos as Dp.
  assert (G : forall es v seen ks, (forall e, In e es -> length (fst e) = n) -> length v = n -> all_pairs (fun e g => zdot (fst e) (fst g) =? 0)%Z es = true ->
    (forall e h, In e es -> In h seen -> dot (x h) (x (ex e)) = 0) -> (forall z, dot (whole v) z = weighted_sum seen ks z) ->
    mistakes_of_pass c given v es = how_many (fun e => tie_is_mistake given (snd e)) es).
  { induction es as [|e es IH]; intros v seen ks Ls Lv P S W; [reflexivity|]. cbn [mistakes_of_pass]. rewrite how_many_cons.
    cbn [all_pairs] in P. rewrite andb_true_iff, forallb_forall in P. destruct P as [P1 P2]. pose proof (Ls e (or_introl eq_refl)) as Le.
    pose proof (sums_of_examples_fail seen (ex e) (whole v) ks (fun h i => S e h (or_introl eq_refl) i) W) as Z0.
    rewrite (whole_score c formed) in Z0 by assumption.
    assert (Z1 : zscore v e = 0%Z) by (apply (cancel c formed); rewrite Z0; field; lra).
    unfold is_wrong at 1. rewrite Z1. cbn [Z.eqb]. f_equal.
    assert (Ls' : forall g, In g es -> length (fst g) = n) by (intros g I; apply Ls; now right).
    destruct (zdue c v e).
    - apply IH with (seen := ex e :: seen) (ks := y (ex e) :: ks); auto.
      + unfold zstep. rewrite length_zadd; congruence.
      + intros g h I [<-|J]; [|apply S; [now right|exact J]]. unfold example_of. cbn [x]. rewrite (dot_lift c) by auto.
        specialize (P1 g I). apply Z.eqb_eq in P1. rewrite P1. ring.
      + intros z. cbn [weighted_sum]. rewrite (whole_step c formed) by assumption. unfold update. rewrite dot_add, dot_scale, W. cbn [perceptron step]. ring.
    - apply IH with (seen := seen) (ks := ks); auto. intros g h I J. apply S; [now right|exact J]. }
  apply G with (seen := []) (ks := []); auto.
  - exact length_in.
  - apply origin_length.
  - intros e h _ [].
  - intros z. rewrite (lift_origin c), dot_zero. reflexivity.
Qed.
End Votes.
