(* Which updates a run makes, where it ends, and what its last vector does: if the premises are decided to be true, the observed number is within the limit. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Identities Convergence Normalized Tight Checker CheckerProof Decide DecideRun DecideSteps.
Import ListNotations.
Local Open Scope R_scope.

Lemma same_vector_ok a b : same_vector a b = true <-> a = b.
Proof. unfold same_vector. destruct (list_eq_dec Z.eq_dec a b); split; congruence. Qed.
Lemma fold_most {A} (g : A -> Z) l : forall n, (n <= fold_left (fun n a => Z.max n (g a)) l n)%Z /\
  forall a, In a l -> (g a <= fold_left (fun n a => Z.max n (g a)) l n)%Z.
Proof.
  induction l as [|b l IH]; intros n; cbn [fold_left]; [split; [lia|easy]|]. destruct (IH (Z.max n (g b))) as [H1 H2].
  split; [lia|]. intros a [<-|I]; [lia|auto].
Qed.
Lemma fold_below {A} (g : A -> Z) l k : forall n, (n <= k)%Z -> (forall a, In a l -> (g a <= k)%Z) -> (fold_left (fun n a => Z.max n (g a)) l n <= k)%Z.
Proof.
  induction l as [|b l IH]; intros n H1 H2; cbn [fold_left]; [exact H1|]. apply IH; [|intros a I; apply H2; now right].
  pose proof (H2 b (or_introl eq_refl)). lia.
Qed.

Section End_.
Variable c : certificate.
Hypothesis formed : well_formed c = true.
Notation V := (space_of c).
Notation D := (IZR (denominator c)).
Notation r := (rule_of c).
Notation ex := (example_of c).
Notation at_ := (fun i => example_of c (nth i (sample c) ([], true))).
Notation whole := (vector_of c (/ D)).
Variables (given : facts) (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).

Lemma D_pos : 0 < D. Proof. exact (D_pos c formed). Qed.
Lemma eta_pos : 0 < value (eta c). Proof. exact (eta_pos c formed). Qed.
Lemma length_in e : In e (sample c) -> length (fst e) = dimension c. Proof. exact (sample_length c formed e). Qed.
Lemma length_last : length w = dimension c. Proof. exact (proj1 (run_is_due c formed us w again)). Qed.
Lemma real_score v e : length v = dimension c -> length (fst e) = dimension c -> score (real c v) (ex e) = value (eta c) / (D * D) * IZR (zscore v e).
Proof. intros L E. pose proof D_pos. unfold real, unit_. rewrite (score_lift c) by assumption. field. lra. Qed.
Lemma factor_pos : 0 < value (eta c) / (D * D).
Proof. apply Rdiv_lt_0_compat; [exact eta_pos|]. pose proof D_pos. nra. Qed.

Lemma signed_square_le a b : a <= b -> a * Rabs a <= b * Rabs b.
Proof. intros H. unfold Rabs. destruct (Rcase_abs a), (Rcase_abs b); nra. Qed.

(* By Identities.turns_towards. *)
Lemma turns_limit s : In s (moments c us) -> turns_away s = false.
Proof.
  intros H. destruct (moment_ok c formed us w again s H) as (L & J & _). destruct (following_ok c formed s L J) as [L' _]. pose proof D_pos as Dp.
  pose proof (length_in _ J) as E. unfold turns_away. cbv zeta. apply not_true_is_false. rewrite !andb_true_iff, !Z.ltb_lt. intros [[P P'] Q].
  pose proof (Identities.turns_towards perceptron (whole (before s)) (ex (shown s)) ltac:(simpl; lra)) as T.
  rewrite <- (whole_step c formed) in T by assumption. cbv zeta in T. fold (following s) in T. rewrite !dot_scale_r in T.
  assert (S1 : y (ex (shown s)) * dot (whole (before s)) (x (ex (shown s))) = IZR (zscore (before s) (shown s)) / (D * D)) by
    exact (whole_score c formed _ _ L E).
  assert (S2 : y (ex (shown s)) * dot (whole (following s)) (x (ex (shown s))) = IZR (zscore (following s) (shown s)) / (D * D)) by
    exact (whole_score c formed _ _ L' E).
  rewrite S1, S2 in T. apply IZR_lt in P, P', Q. unfold signed_square in Q. rewrite !mult_IZR, !abs_IZR in Q.
  set (a := IZR (zscore (before s) (shown s))) in *. set (b := IZR (zscore (following s) (shown s))) in *.
  assert (N : forall v, length v = dimension c -> 0 < IZR (square v) -> 0 < norm (whole v) /\ norm (whole v) * norm (whole v) = IZR (square v) / (D * D)).
  { intros v Lv Pv. rewrite norm_square, (whole_square c formed) by exact Lv. split; [|reflexivity]. unfold norm. rewrite (whole_square c formed) by exact Lv.
    apply sqrt_lt_R0, Rdiv_lt_0_compat; nra. }
  destruct (N _ L P) as [n1 n2]. destruct (N _ L' P') as [k1 k2]. specialize (T n1 k1).
  set (n := norm (whole (before s))) in *. set (k := norm (whole (following s))) in *.
  assert (T' : a * k <= b * n).
  { apply Rmult_le_compat_r with (r := n * k * (D * D)) in T; [|repeat apply Rmult_le_pos; lra].
    replace (a / (D * D) / n * (n * k * (D * D))) with (a * k) in T by (field; lra).
    replace (b / (D * D) / k * (n * k * (D * D))) with (b * n) in T by (field; lra). exact T. }
  apply signed_square_le in T'. rewrite !Rabs_mult, (Rabs_pos_eq k), (Rabs_pos_eq n) in T' by lra.
  replace (a * k * (Rabs a * k)) with (a * Rabs a * (k * k)) in T' by ring. replace (b * n * (Rabs b * n)) with (b * Rabs b * (n * n)) in T' by ring.
  rewrite n2, k2 in T'. apply Rmult_le_compat_r with (r := D * D) in T'; [|nra].
  replace (a * Rabs a * (IZR (square (following s)) / (D * D)) * (D * D)) with (a * Rabs a * IZR (square (following s))) in T' by (field; lra).
  replace (b * Rabs b * (IZR (square (before s)) / (D * D)) * (D * D)) with (b * Rabs b * IZR (square (before s))) in T' by (field; lra). lra.
Qed.

Lemma wrong_ok ties v e : length v = dimension c -> length (fst e) = dimension c -> is_wrong ties v e = true <-> mistake ties (real c v) (ex e).
Proof.
  intros L E. unfold is_wrong, mistake, due. cbn [with_ties tie_is_due threshold]. rewrite real_score by assumption. change (positive (ex e)) with (snd e).
  pose proof factor_pos as F. set (k := value (eta c) / (D * D)) in *. set (z := zscore v e) in *. destruct (Z.eqb_spec z 0) as [Z0|Z0].
  - rewrite Z0, Rmult_0_r. destruct (ties (snd e)); split; intros; try reflexivity; try discriminate; lra.
  - assert (Q : (z < 0)%Z <-> k * IZR z < 0).
    { split; intros H; [apply IZR_lt in H; nra|]. apply lt_IZR. nra. }
    assert (Q' : (z < 0)%Z <-> k * IZR z <= 0).
    { split; intros H; [apply IZR_lt in H; nra|]. assert (IZR z <= 0) by nra. apply le_IZR in H0. lia. }
    rewrite Z.ltb_lt. destruct (ties (snd e)); tauto.
Qed.

(* By Identities.conservative: an example that is due and is not 0 changes the vector. *)
Lemma changed_limit s : forallb (fun e => not_null (fst e)) (sample c) = true -> In s (moments c us) -> same_vector (following s) (before s) = false.
Proof.
  intros Nz H. destruct (moment_ok c formed us w again s H) as (L & J & Du & _). destruct (following_ok c formed s L J) as [L' Up]. pose proof D_pos as Dp.
  apply not_true_is_false. rewrite same_vector_ok. intros Q. rewrite forallb_forall in Nz. specialize (Nz _ J). unfold not_null in Nz.
  apply negb_true_iff, Z.eqb_neq in Nz. fold (square (fst (shown s))) in Nz.
  assert (X : 0 < dot (x (ex (shown s))) (x (ex (shown s)))).
  { pose proof (dot_pos (x (ex (shown s)))) as G. rewrite (example_square c formed) in * by exact (length_in _ J). destruct G as [G|G]; [exact G|]. exfalso.
    apply Nz, eq_IZR. apply Rmult_eq_reg_r with (/ (D * D)); [unfold Rdiv in G; lra|]. apply Rgt_not_eq, Rinv_0_lt_compat. nra. }
  pose proof eta_pos as Ep. apply (Identities.conservative r (real c (before s)) (ex (shown s)) ltac:(cbn [rule_of step]; lra) X) in Du.
  apply Du. cbn [run]. destruct (due_dec r (real c (before s)) (ex (shown s))); [|intros z; reflexivity]. rewrite <- Up, Q. intros z. reflexivity.
Qed.
(* At threshold 0 what is due is a mistake. *)
Lemma mistake_limit s : decide c given us w rule_perceptron = true -> In s (moments c us) -> is_wrong (tie_due c) (before s) (shown s) = true.
Proof.
  cbn [decide]. rewrite !andb_true_iff, !Z.eqb_eq. intros [[_ T] _] H. destruct (moment_ok c formed us w again s H) as (L & J & Du & _).
  apply wrong_ok; [exact L|now apply length_in|]. assert (T0 : value (tau c) = 0) by (unfold value; rewrite T; unfold Rdiv; ring).
  unfold mistake, due in *. cbn [with_ties rule_of tie_is_due threshold] in *. rewrite T0 in Du. exact Du.
Qed.
Lemma moments_length : length (moments c us) = length us.
Proof. unfold moments. generalize 1%Z, (origin c). clear. induction us as [|i l IH]; intros t v; [reflexivity|]. cbn [trail length]. now rewrite IH. Qed.

(* By Identities.margin_mistake_cases. *)
Lemma apart_limit : 0 < value (tau c) -> let wrong s := is_wrong (tie_is_mistake given) (before s) (shown s) in
  (Z.of_nat (length us) = how_many wrong (moments c us) + how_many (fun s => negb (wrong s) && zdue c (before s) (shown s)) (moments c us))%Z.
Proof.
  intros T wrong. rewrite <- moments_length.
  assert (G : forall s, In s (moments c us) -> (if wrong s then 1 else 0)%Z = (1 - (if negb (wrong s) && zdue c (before s) (shown s) then 1 else 0))%Z).
  { intros s H. destruct (moment_ok c formed us w again s H) as (L & J & Du & _). pose proof (length_in _ J) as E.
    destruct (proj1 (proj1 (margin_mistake_cases r (tie_is_mistake given) (real c (before s)) (ex (shown s)) T)) Du) as [M|[M Q]].
    - apply wrong_ok in M; [|assumption..]. unfold wrong. rewrite M. reflexivity.
    - apply (due_lift c formed _ _ L E) in Q. rewrite Q. destruct (wrong s) eqn:W; [|reflexivity]. exfalso. apply M. now apply wrong_ok. }
  revert G. induction (moments c us) as [|s l IH]; intros G; [reflexivity|]. rewrite !how_many_cons, (G s (or_introl eq_refl)). simpl length.
  rewrite Nat2Z.inj_succ, IH by (intros a I; apply G; now right). lia.
Qed.

(* By Convergence.stays_in_closed_set. *)
Lemma closed_limit : is_closed c (closed_set given) = true -> (fold_left (fun n s => Z.max n (square (following s))) (moments c us) 0 <=
  fold_left (fun n v => Z.max n (square v)) (closed_set given) 0)%Z.
Proof.
  unfold is_closed. rewrite !andb_true_iff, !forallb_forall. intros [[O Ls] Cl]. apply fold_below; [apply fold_most|]. intros s H.
  destruct (moment_ok c formed us w again s H) as (L & J & _ & past & I & Du & A & _). destruct (following_ok c formed s L J) as [L' _].
  set (inside := fun v : V => exists z, In z (closed_set given) /\ v = real c z).
  assert (S : inside (after r (@zero V) past)).
  { apply (Convergence.stays_in_closed_set r (examples_of c) inside past); auto.
    - apply existsb_exists in O. destruct O as (z & K & Q). apply same_vector_ok in Q. exists z. split; [exact K|]. subst z. symmetry. apply real_origin.
    - intros v e K (z & Kz & ->) Q. apply in_map_iff in K. destruct K as (g & <- & K). specialize (Ls z Kz). apply Nat.eqb_eq in Ls.
      specialize (Cl z Kz). rewrite forallb_forall in Cl. specialize (Cl g K). apply (due_lift c formed z g Ls (length_in g K)) in Q. rewrite Q in Cl.
      cbn [negb orb] in Cl. apply existsb_exists in Cl. destruct Cl as (z' & K' & E). apply same_vector_ok in E. exists z'. split; [exact K'|]. subst z'.
      symmetry. apply (step_lift c formed z g Ls (length_in g K)). }
  destruct S as (z & K & E). rewrite <- A in E. specialize (Ls z K). apply Nat.eqb_eq in Ls.
  assert (Q : square (following s) = square z).
  { pose proof (f_equal (fun v => dot v v) E) as Q. cbv beta in Q. rewrite !(real_square c formed) in Q by assumption. apply (cancel c formed).
    apply Rmult_eq_reg_l in Q; [exact Q|]. pose proof eta_pos. apply Rgt_not_eq. now apply Rmult_lt_0_compat. }
  rewrite Q. apply fold_most, K.
Qed.

Lemma rest_updates : at_rest c w = true -> updates r (real c w) (examples_of c) = [].
Proof.
  intros H. pose proof (at_rest_ok c formed w length_last H) as Q. induction (examples_of c) as [|e l IH]; [reflexivity|]. cbn [updates].
  destruct (due_dec r (real c w) e) as [d|_]; [exfalso; exact (Q e (or_introl eq_refl) d)|]. apply IH. intros g I. apply Q. now right.
Qed.

(* By Convergence.no_updates_left. *)
Lemma left_limit : at_rest c w = true -> how_many (zdue c w) (sample c) = 0%Z.
Proof.
  intros H. apply how_many_none. intros e I. apply not_true_is_false. intros Q. apply (due_lift c formed w e length_last (length_in e I)) in Q.
  exact (proj1 (Convergence.no_updates_left r (examples_of c) (real c w) (rest_updates H)) _ (in_map ex _ _ I) Q).
Qed.

Lemma due_or_separated_ok : decide c given us w ends_on_separators_only = true -> due_or_separated r.
Proof.
  intros H. pose proof (tau_nonneg c formed) as T. split; [exact T|]. cbn [decide] in H. apply orb_true_iff in H. destruct H as [H|H].
  - left. apply Z.ltb_lt, IZR_lt in H. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & T2 & _). cbn [rule_of threshold]. unfold value.
    now apply Rdiv_lt_0_compat.
  - right. apply andb_true_iff in H. destruct H as [H1 H2]. intros [|]; assumption.
Qed.
Lemma not_separable_ok : has_gordan_weights c given = true -> ~ strictly_separable (examples_of c).
Proof.
  unfold has_gordan_weights. cbv zeta. rewrite !andb_true_iff, Nat.eqb_eq, !count_length, forallb_forall, existsb_exists, same_vector_ok.
  intros [[[L N] (z & Iz & Pz)] Q] [v H]. apply Z.ltb_lt in Pz.
  assert (N' : forall l, In l (gordan_weights given) -> (0 <= l)%Z) by (intros l I; apply Z.leb_le, N, I).
  destruct (margin_of_list v (examples_of c) H) as (g & G & M). destruct (formed_parts c formed) as (_ & Ls & _).
  destruct (hull_ok c v g (sample c) Ls (fun e I => M _ (in_map ex _ _ I)) (gordan_weights given) (origin c) (origin_length c) L N') as [_ K].
  rewrite Q, (lift_origin c), dot_zero_r in K.
  assert (S : (0 < fold_right Z.add 0 (gordan_weights given))%Z).
  { clear - Iz Pz N'. assert (P : forall l, (forall a, In a l -> (0 <= a)%Z) -> (0 <= fold_right Z.add 0 l)%Z).
    { induction l as [|b l IH]; intros A; cbn [fold_right]; [lia|]. pose proof (A b (or_introl eq_refl)). specialize (IH (fun a i => A a (or_intror i))). lia. }
    revert N' Iz. generalize (gordan_weights given). induction l as [|b l IH]; intros N Iz; [easy|]. cbn [fold_right]. pose proof (N b (or_introl eq_refl)).
    destruct Iz as [->|I]; [specialize (P l (fun a i => N a (or_intror i))); lia|]. specialize (IH (fun a i => N a (or_intror i)) I). lia. }
  apply IZR_lt in S. nra.
Qed.
(* By Convergence.never_ends. *)
Lemma never_limit : decide c given us w ends_on_separators_only = true -> has_gordan_weights c given = true -> at_rest c w = false.
Proof.
  intros S G. apply not_true_is_false. intros H. exact (never_ends r (examples_of c) (real c w) (due_or_separated_ok S) (not_separable_ok G) (rest_updates H)).
Qed.

(* By Convergence.no_training_errors. *)
Lemma errors_limit : at_rest c w = true -> decide c given us w test_errors_call_for_updates = true ->
  how_many (is_wrong (tie_is_error given) w) (sample c) = 0%Z.
Proof.
  intros H T. apply how_many_none. intros e I. apply not_true_is_false. intros Q. apply wrong_ok in Q; [|exact length_last|now apply length_in].
  pose proof (tau_nonneg c formed) as T0. unfold mistake, due in Q. cbn [with_ties tie_is_due threshold] in Q. change (positive (ex e)) with (snd e) in Q.
  destruct (proj2 (Convergence.no_training_errors r (examples_of c) (real c w) T0 (rest_updates H)) (ex e) (in_map ex _ _ I)) as [P|(Z0 & Th & Ti)].
  - destruct (tie_is_error given (snd e)); lra.
  - rewrite Z0 in Q. cbn [rule_of threshold tie_is_due] in Th, Ti. change (positive (ex e)) with (snd e) in Ti.
    destruct (tie_is_error given (snd e)) eqn:Er; [|lra].
    cbn [decide forallb] in T. rewrite !andb_true_iff in T. assert (T' : negb (tie_is_error given (snd e)) || tie_due c (snd e) || (0 <? fst (tau c))%Z = true)
      by (destruct (snd e); tauto).
    rewrite Er, Ti in T'. cbn [negb orb] in T'. apply Z.ltb_lt, IZR_lt in T'. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & T2 & _).
    assert (0 < value (tau c)) by (unfold value; now apply Rdiv_lt_0_compat). lra.
Qed.

(* By Identities.sign_and_score. *)
Lemma signs_limit : decide c given us w test_ties_are_errors = true ->
  how_many (wrong_prediction (tie_is_error given) w) (sample c) = how_many (fun e => (zscore w e <=? 0)%Z) (sample c).
Proof.
  cbn [decide]. intros Ti. apply andb_true_iff in Ti. apply how_many_same. intros e I. pose proof D_pos as Dp. pose proof (length_in e I) as E.
  pose proof length_last as L. pose proof (sign_and_score (vector_of c 1 w) (ex e)) as S. rewrite (score_lift c) in S by assumption.
  change (positive (ex e)) with (snd e) in S. unfold example_of in S. cbn [x] in S. rewrite (dot_lift c) in S by assumption.
  assert (Dq : 0 < / D) by now apply Rinv_0_lt_compat. replace (1 / D) with (/ D) in S by (field; lra). rewrite Rmult_1_l in S.
  assert (P : forall z, 0 < / D * IZR z <-> (0 < z)%Z).
  { intros z. split; intros Q; [apply lt_IZR; apply Rmult_lt_reg_l with (/ D); lra|apply IZR_lt in Q; now apply Rmult_lt_0_compat]. }
  assert (N : forall z, / D * IZR z < 0 <-> (z < 0)%Z).
  { intros z. split; intros Q; [apply lt_IZR; apply Rmult_lt_reg_l with (/ D); lra|apply IZR_lt in Q; nra]. }
  rewrite P in S. unfold wrong_prediction. cbv zeta. rewrite Z.leb_antisym. set (s := zdot w (fst e)) in *.
  destruct (snd e); rewrite ?P, ?N in S; destruct (Z.eqb_spec s 0) as [Z0|Z0]; destruct (Z.ltb_spec 0 (zscore w e)) as [Q|Q]; cbn [negb];
    try (apply Z.ltb_lt); try (apply Z.ltb_ge); try tauto; try lia; exfalso; apply S in Q; lia.
Qed.

(* By Identities.hinge_values. *)
Lemma loss_limit : 0 < IZR (snd (limit c given us w loss_of_errors)) /\ 1 <= value (limit c given us w loss_of_errors).
Proof.
  cbn [limit]. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & E2 & _).
  destruct (filter (fun e => (zscore w e <=? 0)%Z) (sample c)) as [|e0 es] eqn:F; [cbn [snd]; unfold value; simpl; lra|].
  destruct (least_in (fun e => (snd (eta c) * (denominator c * denominator c) - fst (eta c) * zscore w e)%Z) (e0 :: es) ltac:(discriminate)) as (e & I & ->).
  rewrite <- F in I. apply filter_In in I. destruct I as [I Q]. apply Z.leb_le, IZR_le in Q. cbn [snd]. rewrite !mult_IZR.
  split; [repeat apply Rmult_lt_0_compat; assumption|].
  pose proof factor_pos as Fp. pose proof (hinge_values (real c w) (ex e)) as (_ & _ & H). unfold hinge in H.
  rewrite real_score in H by (auto using length_last; now apply length_in).
  specialize (H ltac:(apply Rmult_le_reg_l with (/ (value (eta c) / (D * D))); [now apply Rinv_0_lt_compat|]; rewrite <- Rmult_assoc, Rinv_l by lra; lra)).
  unfold value at 1. cbn [fst snd]. rewrite minus_IZR, !mult_IZR.
  replace ((IZR (snd (eta c)) * (D * D) - IZR (fst (eta c)) * IZR (zscore w e)) / (IZR (snd (eta c)) * (D * D))) with
    (1 - value (eta c) / (D * D) * IZR (zscore w e)) by (unfold value; field; lra).
  rewrite Rmax_right in H by nra. exact H.
Qed.
End End_.
