(* Leaving one example out, the shortest vector, the inflation of the last one, and the normalized bound: if the premises are decided to be true, the
   observed number is within the limit. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Identities Normalized Orders Checker CheckerProof Decide DecideRun DecideSteps DecideEnd.
Import ListNotations.
Local Open Scope R_scope.

Section Left.
Variable c : certificate.
Hypothesis formed : well_formed c = true.
Notation V := (space_of c).
Notation D := (IZR (denominator c)).
Notation r := (rule_of c).
Notation ex := (example_of c).
Notation u := (vector_of c 1 (separator c)).
Notation m := (IZR (margin_number c)).
Notation uu := (IZR (separator_square c)).
Notation next := (next_vector c).
Notation o := (origin c).
Variables (given : facts) (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).

Lemma D_pos : 0 < D. Proof. exact (D_pos c formed). Qed.
Lemma eta_pos : 0 < value (eta c). Proof. exact (eta_pos c formed). Qed.

(* By Identities.inflation: a factor that is one over a score, and makes every score at least 1, is one over the least score. *)
Lemma inflation_limit : (0 < least (zscore w) (sample c))%Z ->
  let k := choose greater (0, 1)%Z (factors c w) in
  (fst k * fst k * (fst (eta c) * least (zscore w) (sample c) * (fst (eta c) * least (zscore w) (sample c))) =
   snd k * snd k * (snd (eta c) * (denominator c * denominator c) * (snd (eta c) * (denominator c * denominator c))))%Z.
Proof.
  intros P. cbv zeta. pose proof D_pos as Dp. pose proof eta_pos as Ep. destruct (formed_parts c formed) as (Ne & _ & _ & _ & _ & _ & _ & _ & E1 & E2 & _).
  destruct (least_in (zscore w) _ Ne) as (e0 & I0 & M0). set (g := least (zscore w) (sample c)) in *.
  pose proof (length_last c formed us w again) as L. set (k0 := value (eta c) / (D * D)). assert (K0 : 0 < k0) by exact (factor_pos c formed).
  apply IZR_lt in P. assert (Gp : 0 < k0 * IZR g) by now apply Rmult_lt_0_compat.
  assert (Gm : margin_at_least (k0 * IZR g) (real c w) (examples_of c)).
  { intros h J. apply in_map_iff in J. destruct J as (e & <- & J). rewrite (real_score c formed) by (auto; now apply (sample_length c formed)).
    apply Rmult_le_compat_l; [fold k0; lra|]. apply IZR_le, least_ok, J. }
  assert (Ge : exists e, In e (examples_of c) /\ score (real c w) e = k0 * IZR g).
  { exists (ex e0). split; [now apply in_map|]. rewrite (real_score c formed) by (auto; now apply (sample_length c formed)). now rewrite M0. }
  set (q := IZR (snd (eta c)) * (D * D)). assert (Qp : 0 < q) by (unfold q; repeat apply Rmult_lt_0_compat; assumption).
  assert (Kq : k0 = IZR (fst (eta c)) / q) by (unfold k0, value, q; field; lra).
  assert (En : forall z, (0 < z)%Z -> is_enough c w (snd (eta c) * (denominator c * denominator c), fst (eta c) * z)%Z = true <-> (z <= g)%Z).
  { intros z Z0. apply IZR_lt in Z0. pose proof (Identities.inflation (real c w) (k0 * IZR g) (1 / (k0 * IZR z)) (examples_of c) Gp Gm Ge) as T.
    assert (Kz : 0 < k0 * IZR z) by now apply Rmult_lt_0_compat.
    assert (T1 : 1 / (k0 * IZR g) <= 1 / (k0 * IZR z) <-> (z <= g)%Z).
    { split; intros H.
      - apply le_IZR. apply Rmult_le_reg_l with k0; [exact K0|]. apply Rmult_le_compat_r with (r := k0 * IZR g * (k0 * IZR z)) in H; [|nra].
        replace (1 / (k0 * IZR g) * (k0 * IZR g * (k0 * IZR z))) with (k0 * IZR z) in H by (field; lra).
        replace (1 / (k0 * IZR z) * (k0 * IZR g * (k0 * IZR z))) with (k0 * IZR g) in H by (field; lra). exact H.
      - apply IZR_le in H. unfold Rdiv. rewrite !Rmult_1_l. apply Rinv_le_contravar; [exact Kz|]. now apply Rmult_le_compat_l; [lra|]. }
    rewrite <- T1, <- T. unfold is_enough. rewrite forallb_forall. cbn [fst snd]. split.
    - intros H h J Q. apply in_map_iff in J. destruct J as (e & <- & J). specialize (H e J). apply Z.leb_le, IZR_le in H. rewrite !mult_IZR in H.
      fold q in H. unfold due in Q. cbn [margin_perceptron tie_is_due threshold] in Q. unfold score in Q. rewrite dot_scale in Q.
      replace (y (ex e) * (1 / (k0 * IZR z) * dot (real c w) (x (ex e)))) with (1 / (k0 * IZR z) * score (real c w) (ex e)) in Q by (unfold score; ring).
      rewrite (real_score c formed) in Q by (auto; now apply (sample_length c formed)). fold k0 in Q.
      apply Rmult_lt_compat_r with (r := k0 * IZR z) in Q; [|exact Kz].
      replace (1 / (k0 * IZR z) * (k0 * IZR (zscore w e)) * (k0 * IZR z)) with (k0 * IZR (zscore w e)) in Q by (field; lra).
      assert (IZR z <= IZR (zscore w e)); [|nra]. apply Rmult_le_reg_l with (IZR (fst (eta c)) * q); [now apply Rmult_lt_0_compat|]. lra.
    - intros H e J. specialize (H (ex e) (in_map ex _ _ J)). apply not_due_score in H. cbn [margin_perceptron threshold] in H. unfold score in H.
      rewrite dot_scale in H.
      replace (y (ex e) * (1 / (k0 * IZR z) * dot (real c w) (x (ex e)))) with (1 / (k0 * IZR z) * score (real c w) (ex e)) in H by (unfold score; ring).
      rewrite (real_score c formed) in H by (auto; now apply (sample_length c formed)). fold k0 in H. apply Z.leb_le, le_IZR. rewrite !mult_IZR. fold q.
      apply Rmult_le_compat_r with (r := k0 * IZR z) in H; [|lra].
      replace (1 / (k0 * IZR z) * (k0 * IZR (zscore w e)) * (k0 * IZR z)) with (k0 * IZR (zscore w e)) in H by (field; lra). rewrite Rmult_1_l in H.
      assert (IZR z <= IZR (zscore w e)) by (apply Rmult_le_reg_l with k0; lra).
      replace (q * (IZR (fst (eta c)) * IZR z)) with (IZR (fst (eta c)) * q * IZR z) by ring.
      replace (q * (IZR (fst (eta c)) * IZR (zscore w e))) with (IZR (fst (eta c)) * q * IZR (zscore w e)) by ring.
      apply Rmult_le_compat_l; [apply Rmult_le_pos; lra|assumption]. }
  assert (N : factors c w <> []).
  { intros Z. assert (J : In (snd (eta c) * (denominator c * denominator c), fst (eta c) * zscore w e0)%Z (factors c w)); [|rewrite Z in J; exact J].
    apply filter_In. split; [|apply En; [apply lt_IZR; rewrite <- M0; exact P|lia]].
    apply (in_map (fun e => (snd (eta c) * (denominator c * denominator c), fst (eta c) * zscore w e)%Z)), filter_In. split; [exact I0|].
    apply Z.ltb_lt, lt_IZR. rewrite <- M0. exact P. }
  pose proof (choose_in greater (0, 1)%Z _ N) as J. unfold factors in J at 2. apply filter_In in J. destruct J as [J T]. apply in_map_iff in J.
  destruct J as (e & K & J). apply filter_In in J. destruct J as [J Q]. apply Z.ltb_lt in Q. rewrite <- K in T |- *. apply (En _ Q) in T.
  pose proof (least_ok (zscore w) _ _ J) as B. fold g in B. replace (zscore w e) with g by lia. cbn [fst snd]. ring.
Qed.

(* By Normalized.normalized_bound_is_no_worse. *)
Lemma normalized_limit e : 0 < m -> In e (sample c) -> (0 < square (fst e))%Z -> (0 < zscore (separator c) e)%Z ->
  0 < IZR (signed_square (zscore (separator c) e)) /\
  value (square (fst e) * separator_square c, signed_square (zscore (separator c) e))%Z <=
    value (radius_number c * separator_square c, margin_number c * margin_number c)%Z.
Proof.
  intros M I X Z0. pose proof D_pos as Dp. destruct (separator_margin c formed) as [G U]. destruct (within_radius c formed) as [W R0].
  set (R2 := IZR (radius_number c) / (D * D)) in *. pose proof (separator_pos c formed M) as Up.
  pose proof (example_square c formed e (sample_length c formed e I)) as Xe. apply IZR_lt in X, Z0.
  assert (Xp : 0 < dot (x (ex e)) (x (ex e))) by (rewrite Xe; apply Rdiv_lt_0_compat; nra).
  assert (Rp : 0 < R2) by (pose proof (W (ex e) (in_map ex _ _ I)); lra). assert (Sr : 0 < sqrt R2) by now apply sqrt_lt_R0.
  assert (Sq : sqrt R2 * sqrt R2 = R2) by (apply sqrt_sqrt; lra). assert (Mp : 0 < m / D) by now apply Rdiv_lt_0_compat.
  destruct (Normalized.normalized_bound_is_no_worse (m / D) (sqrt R2) u (examples_of c) Mp Sr ltac:(rewrite Sq; exact W) G) as [N1 N2].
  assert (Nx : 0 < norm (x (ex e))) by now apply sqrt_lt_R0.
  specialize (N2 _ (N1 (ex e) (in_map ex _ _ I) Nx)).
  rewrite (score_lift c) in N2 by (try apply (sample_length c formed e I); now destruct (formed_parts c formed)).
  unfold signed_square. rewrite Z.abs_eq by (apply le_IZR; lra). set (z := IZR (zscore (separator c) e)) in *. rewrite mult_IZR. fold z. split; [nra|].
  unfold value. cbn [fst snd]. rewrite !mult_IZR. fold z. set (n := norm (x (ex e))) in *.
  assert (Nn : n * n = IZR (square (fst e)) / (D * D)) by (unfold n; rewrite norm_square; exact Xe).
  replace (1 / (1 / D * z / n) * (1 / (1 / D * z / n))) with (n * n * (D * D) / (z * z)) in N2 by (field; lra).
  replace (sqrt R2 / (m / D) * (sqrt R2 / (m / D))) with (sqrt R2 * sqrt R2 * (D * D) / (m * m)) in N2 by (field; lra). rewrite Nn, Sq in N2. unfold R2 in N2.
  replace (IZR (square (fst e)) / (D * D) * (D * D) / (z * z)) with (IZR (square (fst e)) / (z * z)) in N2 by (field; lra).
  replace (IZR (radius_number c) / (D * D) * (D * D) / (m * m)) with (IZR (radius_number c) / (m * m)) in N2 by (field; lra).
  replace (IZR (square (fst e)) * uu / (z * z)) with (IZR (square (fst e)) / (z * z) * uu) by (field; lra).
  replace (IZR (radius_number c) * uu / (m * m)) with (IZR (radius_number c) / (m * m) * uu) by (field; lra). apply Rmult_le_compat_r; lra.
Qed.

(* By Perceptron.shortest_vector: the separator, scaled to the margin 1, has the squared length 1 over the margin squared. *)
Lemma shortest_limit : 0 < m -> right_margin c = true ->
  (separator_square c * (denominator c * denominator c) * fst (margin_squared c) = snd (margin_squared c) * (margin_number c * margin_number c))%Z.
Proof.
  intros M H. unfold right_margin in H. cbv zeta in H. rewrite !andb_true_iff, !Z.eqb_eq in H. destruct H as [_ H].
  fold (margin_number c) (separator_square c) in H.
  pose proof D_pos as Dp. pose proof (separator_pos c formed M) as Up. destruct (separator_margin c formed) as [G U].
  destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & _ & M2 & _).
  assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0). destruct (unit_version V (m / D) u (examples_of c) N G) as [U1 M1].
  assert (Gp : 0 < m / D / norm u) by (repeat apply Rdiv_lt_0_compat; lra).
  destruct (proj2 (Perceptron.shortest_vector (examples_of c)) _ _ Gp U1 M1) as [B _].
  set (b := scale (1 / (m / D / norm u)) (scale (1 / norm u) u)) in *.
  assert (Own : dot b b = uu * (D * D) / (m * m)).
  { unfold b. rewrite !dot_scale, !dot_scale_r, U. rewrite <- U, <- norm_square. field. lra. }
  assert (Theirs : dot b b = 1 / (m / D / norm u) * (1 / (m / D / norm u))) by (rewrite <- norm_square, B; reflexivity).
  assert (Stated : 1 / (m / D / norm u) * (1 / (m / D / norm u)) * IZR (fst (margin_squared c)) = IZR (snd (margin_squared c))).
  { apply (f_equal IZR) in H. rewrite !mult_IZR in H. apply Rmult_eq_reg_r with (m * m); [|nra].
    replace (1 / (m / D / norm u) * (1 / (m / D / norm u)) * IZR (fst (margin_squared c)) * (m * m)) with
      (norm u * norm u * (D * D) * IZR (fst (margin_squared c))) by (field; lra). rewrite norm_square, U. lra. }
  rewrite <- Theirs, Own in Stated. apply eq_IZR. rewrite !mult_IZR, <- Stated. field. lra.
Qed.

Lemma same_places_same a : same_places a a = true.
Proof. induction a as [|i a IH]; [reflexivity|]. cbn [same_places]. rewrite Nat.eqb_refl. exact IH. Qed.
Lemma times_without i k l : left_out i (times k l) = times k (left_out i l).
Proof. induction k as [|k IH]; [reflexivity|]. cbn [times]. unfold left_out, without in *. now rewrite filter_app, IH. Qed.
Lemma times_more j k l : times (j + k) l = times j l ++ times k l.
Proof. induction j as [|j IH]; [reflexivity|]. cbn [Nat.add times]. now rewrite IH, app_assoc. Qed.
Lemma times_in i k l : In i (times k l) -> In i l.
Proof. induction k as [|k IH]; [easy|]. cbn [times]. intros H. apply in_app_or in H. tauto. Qed.
Lemma passes_rest fuel l : forall v k, passes_until c fuel v l = Some k -> nothing_left c (last next v (times k l)) l = true.
Proof.
  induction fuel as [|fuel IH]; intros v k H; cbn [passes_until] in H; destruct (nothing_left c v l) eqn:Q.
  - injection H as <-. exact Q.
  - discriminate.
  - injection H as <-. exact Q.
  - destruct (passes_until c fuel (last next v l) l) as [j|] eqn:E; [|discriminate]. injection H as <-. cbn [times]. rewrite last_app. now apply IH.
Qed.
Lemma rest_next v l i : nothing_left c v l = true -> In i l -> next v i = None.
Proof.
  intros H I. unfold nothing_left in H. rewrite forallb_forall in H. specialize (H i I). unfold is_due in H. destruct (next v i); [discriminate|reflexivity].
Qed.

Hypothesis order : decide c given us w coupled = true.
Lemma coupled_parts : exists k, passes_until c (most_passes c us) o (places c) = Some k /\ until c us (places c) = times k (places c) /\
  updated next o (times k (places c)) = us.
Proof.
  pose proof order as H. cbn [decide] in H. rewrite !andb_true_iff in H. destruct H as [[_ H] S]. apply same_places_ok in S. unfold until in *.
  destruct (passes_until c (most_passes c us) o (places c)) as [k|]; [|discriminate]. exists k. now repeat split.
Qed.

(* By Orders.coupled_orders. *)
Lemma coupled_limit :
  how_many (fun i => negb (existsb (Nat.eqb i) us) && negb (same_places (updated next o (left_out i (until c us (places c)))) us)) (places c) = 0%Z.
Proof.
  destruct coupled_parts as (k & _ & U & S). apply how_many_none. intros i _. destruct (existsb (Nat.eqb i) us) eqn:E; [reflexivity|]. cbn [negb andb].
  assert (N : ~ In i us).
  { intros I. apply not_true_iff_false in E. apply E, existsb_exists. exists i. split; [exact I|apply Nat.eqb_refl]. }
  rewrite U. unfold left_out, without.
  rewrite (proj1 (coupled_orders next (fun b => if Nat.eq_dec b i then false else true) (times k (places c)) o ltac:(rewrite S; now apply without_keeps))).
  rewrite S, same_places_same. reflexivity.
Qed.

(* By Orders.left_out_errors. *)
Lemma left_limit_errors : decide c given us w test_errors_call_for_updates = true -> decide c given us w retrained_in_full = true ->
  (length (filter (fun i => is_wrong (tie_is_error given) (last next o (until c us (left_out i (places c)))) (nth i (sample c) ([], true))) (places c)) <=
   length (nodup Nat.eq_dec us))%nat.
Proof.
  intros T F. destruct coupled_parts as (k & P & U & S).
  replace (length (nodup Nat.eq_dec us)) with (length (nodup Nat.eq_dec (updated next o (times k (places c))))) by now rewrite S.
  cbn [decide] in F. rewrite forallb_forall in F.
  apply (left_out_errors next Nat.eq_dec (fun v i => is_wrong (tie_is_error given) v (nth i (sample c) ([], true))) (places c) (times k (places c))
    (fun i => until c us (left_out i (places c))) o).
  - apply seq_NoDup.
  - intros v i H. unfold next_vector. cbv zeta. set (e := nth i (sample c) ([], true)) in *. destruct (zdue c v e) eqn:Z; [discriminate|]. exfalso.
    destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & Dp & T0 & T2 & E1 & E2 & _). apply le_IZR in T0. apply lt_IZR in T2, E1, E2, Dp.
    unfold zdue in Z. cbn [decide forallb] in T. rewrite !andb_true_iff in T.
    assert (T' : negb (tie_is_error given (snd e)) || tie_due c (snd e) || (0 <? fst (tau c))%Z = true) by (destruct (snd e); tauto).
    assert (Tn : (0 <= fst (tau c) * snd (eta c) * (denominator c * denominator c))%Z) by (repeat apply Z.mul_nonneg_nonneg; lia).
    assert (P1 : (0 < fst (eta c) * snd (tau c))%Z) by (apply Z.mul_pos_pos; lia).
    unfold is_wrong in H. destruct (Z.eqb_spec (zscore v e) 0) as [Z0|Z0].
    + rewrite H in T'. cbn [negb orb] in T'. rewrite Z0, Z.mul_0_r in Z. destruct (tie_due c (snd e)); [apply Z.leb_gt in Z; lia|]. cbn [orb] in T'.
      apply Z.ltb_lt in T'. apply Z.ltb_ge in Z.
      assert (0 < fst (tau c) * snd (eta c) * (denominator c * denominator c))%Z by (repeat apply Z.mul_pos_pos; lia). lia.
    + apply Z.ltb_lt in H. assert (fst (eta c) * snd (tau c) * zscore v e < 0)%Z by (apply Z.mul_pos_neg; lia).
      destruct (tie_due c (snd e)); [apply Z.leb_gt in Z|apply Z.ltb_ge in Z]; lia.
  - intros i I. exact (rest_next _ _ i (passes_rest _ _ _ _ P) I).
  - intros i I. specialize (F i I). unfold until. destruct (passes_until c (most_passes c us) o (left_out i (places c))) as [j|] eqn:Q; [|discriminate].
    fold (left_out i (times k (places c))). rewrite times_without.
    assert (More : forall n b, In b (times n (left_out i (places c))) -> In b (places c) /\ b <> i).
    { intros n b B. apply times_in in B. unfold left_out, without in B. apply filter_In in B. destruct B as [B N]. split; [exact B|].
      destruct (Nat.eq_dec b i); [discriminate|assumption]. }
    destruct (Nat.le_ge_cases j k) as [L|L].
    + exists (times (k - j) (left_out i (places c))). split; [apply More|left]. rewrite <- times_more. f_equal. lia.
    + exists (times (j - k) (left_out i (places c))). split; [apply More|right]. rewrite <- times_more. f_equal. lia.
  - intros i b I B N. specialize (F i I). unfold until. destruct (passes_until c (most_passes c us) o (left_out i (places c))) as [j|] eqn:Q; [|discriminate].
    apply (rest_next _ _ b (passes_rest _ _ _ _ Q)). unfold left_out, without. apply filter_In. split; [exact B|].
    destruct (Nat.eq_dec b i); [contradiction|reflexivity].
Qed.
End Left.
