(* The bounds on updates, and those of the last vector: if the premises are decided to be true, the observed number is within the limit. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Normalized Offset Plane Checker CheckerProof Decide DecideRun.
Import ListNotations.
Local Open Scope R_scope.

Section Bounds.
Variable c : certificate.
Hypothesis formed : well_formed c = true.
Notation V := (space_of c).
Notation D := (IZR (denominator c)).
Notation r := (rule_of c).
Notation u := (vector_of c 1 (separator c)).
Notation at_ := (fun i => example_of c (nth i (sample c) ([], true))).
Notation m := (IZR (margin_number c)).
Notation uu := (IZR (separator_square c)).
Notation r2 := (IZR (radius_number c) / (D * D)).
Variables (given : facts) (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).
Let us_ := map at_ us.
Lemma D_pos : 0 < D. Proof. exact (D_pos c formed). Qed.
Lemma within_radius : within r2 (examples_of c) /\ 0 <= r2. Proof. exact (within_radius c formed). Qed.
Lemma separator_margin : margin_at_least (m / D) u (examples_of c) /\ dot u u = uu. Proof. exact (separator_margin c formed). Qed.
Lemma separator_pos : 0 < m -> 0 < uu. Proof. exact (separator_pos c formed). Qed.
Lemma tau_nonneg : 0 <= value (tau c). Proof. exact (tau_nonneg c formed). Qed.
Lemma eta_pos : 0 < value (eta c). Proof. exact (eta_pos c formed). Qed.
Lemma slack_pos : 0 < IZR (slack_denominator c). Proof. exact (slack_pos c formed). Qed.
Lemma due_ : each_is_due r zero us_. Proof. exact (due_ c formed us w again). Qed.
Lemma sub_ e : In e us_ -> In e (examples_of c). Proof. exact (sub_ c formed us w again e). Qed.
Lemma within_ : within r2 us_. Proof. exact (within_ c formed us w again). Qed.
Lemma margin_ : margin_at_least (m / D) u us_. Proof. exact (margin_ c formed us w again). Qed.

(* By Perceptron.margin_mistakes, at the unit version of the separator. *)
Lemma bound_with_threshold : 0 < m -> IZR (Z.of_nat (length us)) <= (r2 + 2 * value (tau c) / value (eta c)) / (m / D * (m / D) / uu).
Proof.
  intros M. pose proof D_pos as Dp. pose proof (separator_pos M) as Up. destruct separator_margin as [_ U].
  assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0). destruct (unit_version V (m / D) u us_ N margin_) as [U1 M1].
  destruct within_radius as [_ R0]. assert (S : sqrt r2 * sqrt r2 = r2) by now apply sqrt_sqrt.
  pose proof (margin_mistakes r (m / D / norm u) (sqrt r2) (scale (1 / norm u) u) us_ tau_nonneg eta_pos) as B.
  rewrite S in B. replace (INR (length us_)) with (IZR (Z.of_nat (length us))) in B by (symmetry; apply length_of). cbn [rule_of threshold step] in B.
  assert (E : m / D / norm u * (m / D / norm u) = m / D * (m / D) / uu).
  { rewrite <- U, <- norm_square. field. lra. }
  rewrite E in B. apply B; auto; [repeat apply Rdiv_lt_0_compat; auto|apply sqrt_pos|exact within_|exact due_].
Qed.

Lemma threshold_limit (k : Z) : 0 < m -> (r2 <= IZR k / (D * D)) ->
  IZR (Z.of_nat (length us)) <= value (radius_and_threshold c k * separator_square c, slack_denominator c * (margin_number c * margin_number c))%Z.
Proof.
  intros M K. pose proof D_pos as Dp. pose proof (separator_pos M) as Up. pose proof slack_pos as Sp.
  eapply Rle_trans; [apply bound_with_threshold, M|]. unfold value at 3. cbn [fst snd]. rewrite !mult_IZR.
  replace (IZR (radius_and_threshold c k) * uu / (IZR (slack_denominator c) * (m * m))) with
    (IZR (radius_and_threshold c k) / (D * D * IZR (slack_denominator c)) / (m / D * (m / D) / uu)) by (field; lra).
  rewrite (slack_value c formed). apply Rmult_le_compat_r; [|lra]. left. apply Rinv_0_lt_compat. repeat apply Rdiv_lt_0_compat; auto.
    apply Rmult_lt_0_compat; now apply Rdiv_lt_0_compat.
Qed.

(* With threshold 0 and step 1 every update is one of the perceptron, for which all ties are due. *)
Lemma rule_is_perceptron : decide c given us w rule_perceptron = true -> each_is_due perceptron (@zero V) us_.
Proof.
  cbn [decide]. rewrite !andb_true_iff, !Z.eqb_eq. intros [[_ T] E]. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & _ & _ & E2 & _).
  assert (T0 : value (tau c) = 0) by (unfold value; rewrite T; unfold Rdiv; ring). assert (E1 : value (eta c) = 1) by (unfold value; rewrite E; field; lra).
  assert (R1 : rule_of c = with_ties (tie_due c)) by (unfold rule_of, with_ties; now rewrite T0, E1).
  pose proof due_ as Du. rewrite R1 in Du. revert Du. generalize (@zero V) as v. induction us_ as [|e l IH]; intros v D; [exact I|]. destruct D as [D1 D2].
  split; [now apply due_score in D1|]. now apply IH.
Qed.

(* By Perceptron.novikoff, at the unit version of the separator. *)
Lemma novikoff_limit : 0 < m -> decide c given us w rule_perceptron = true ->
  IZR (Z.of_nat (length us)) <= value (radius_number c * separator_square c, margin_number c * margin_number c)%Z.
Proof.
  intros M P. apply rule_is_perceptron in P. pose proof D_pos as Dp. pose proof (separator_pos M) as Up. destruct separator_margin as [_ U].
  assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0). destruct (unit_version V (m / D) u us_ N margin_) as [U1 M1].
  destruct within_radius as [_ R0]. assert (S : sqrt r2 * sqrt r2 = r2) by now apply sqrt_sqrt.
  pose proof P as Du. pose proof (novikoff (m / D / norm u) (sqrt r2) (scale (1 / norm u) u) us_) as B.
  replace (INR (length us_)) with (IZR (Z.of_nat (length us))) in B by (symmetry; apply length_of). rewrite S in B.
  unfold value. cbn [fst snd]. rewrite !mult_IZR.
    replace (IZR (radius_number c) * uu / (m * m)) with (sqrt r2 / (m / D / norm u) * (sqrt r2 / (m / D / norm u))).
  - apply B; auto; [repeat apply Rdiv_lt_0_compat; auto|apply sqrt_pos|exact within_].
  - replace (sqrt r2 / (m / D / norm u) * (sqrt r2 / (m / D / norm u))) with (sqrt r2 * sqrt r2 * (norm u * norm u) / (m / D * (m / D))) by (field; lra).
    rewrite S, norm_square, U. field. lra.
Qed.

(* By Offset.offset_bound_any_length: the last coordinate is the constant feature. *)
Lemma offset_limit : 0 < m -> decide c given us w rule_perceptron = true -> decide c given us w offset = true ->
  IZR (Z.of_nat (length us)) <= value ((radius_without c + constant c * constant c) * separator_square c, margin_number c * margin_number c)%Z.
Proof.
  intros M P O. apply rule_is_perceptron in P. cbn [decide] in O.
    rewrite andb_true_iff, negb_true_iff, Nat.eqb_neq, forallb_forall in O.
    destruct O as [Dm K].
  destruct (formed_parts c formed) as (Ne & Ls & Lu & _). pose proof D_pos as Dp.
    destruct separator_margin as [_ U].
  remember (pred (dimension c)) as n eqn:En. assert (Ed : dimension c = S n) by lia.
  set (low := fun e : example V => Example (V := coordinates n) (x e) (positive e)). set (c0 := IZR (constant c) / D).
  assert (Split : forall a b : nat -> R, dot (s := V) a b = coordinate_dot n a b + a n * b n) by (intros; cbn [dot space_of coordinates]; rewrite Ed;
    reflexivity).
  assert (Last : forall e, In e (examples_of c) -> x e n = c0).
  { intros f I. apply in_map_iff in I. destruct I as (e & <- & I). unfold example_of, vector_of. cbn [x]. specialize (K e I). apply Z.eqb_eq in K. rewrite K.
    unfold c0. field. lra. }
  pose proof (offset_bound_any_length (V := coordinates n) (m / D) (sqrt (IZR (radius_without c) / (D * D))) (u n) c0 u (map low us_)) as B.
  rewrite map_length in B. replace (INR (length us_)) with (IZR (Z.of_nat (length us))) in B by (symmetry; apply length_of).
  assert (Sq : forall e, In e (examples_of c) -> coordinate_dot n (x e) (x e) <= IZR (radius_without c) / (D * D)).
  { intros f I. pose proof (Last f I) as L. apply in_map_iff in I. destruct I as (e & <- & I).
    assert (E : coordinate_dot n (x (example_of c e)) (x (example_of c e)) = IZR (zdot (fst e) (fst e) - constant c * constant c) / (D * D)).
    { pose proof (Split (x (example_of c e)) (x (example_of c e))) as S1. rewrite L in S1. unfold example_of in S1 at 1 2. cbn [x] in S1.
      rewrite dot_lift in S1 by auto.
      rewrite minus_IZR, !mult_IZR. replace (coordinate_dot n (x (example_of c e)) (x (example_of c e))) with (/ D * / D * IZR (zdot (fst e) (fst e)) - c0 *
        c0) by lra. unfold c0. field. lra. }
    rewrite E. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|]. apply IZR_le.
      exact (most_ok (fun e : list Z * bool => (zdot (fst e) (fst e) - constant c * constant c)%Z) _ _ I). }
  assert (R0 : 0 <= IZR (radius_without c) / (D * D)).
  { destruct (sample c) as [|e l] eqn:E; [congruence|].
    apply Rle_trans with (dot (s := coordinates n) (x (example_of c e)) (x (example_of c e))); [apply (dot_pos (s := coordinates n))|].
    apply Sq. unfold examples_of. rewrite E. now left. }
  assert (Rr : sqrt (IZR (radius_without c) / (D * D)) * sqrt (IZR (radius_without c) / (D * D)) = IZR (radius_without c) / (D * D)) by now apply sqrt_sqrt.
  rewrite Rr in B. pose proof (Split u u) as Us. rewrite U in Us. cbn [dot coordinates] in B.
  rewrite <- Us in B.
  unfold value. cbn [fst snd]. rewrite mult_IZR, plus_IZR, !mult_IZR.
  replace ((IZR (radius_without c) + IZR (constant c) * IZR (constant c)) * uu / (m * m)) with
    ((IZR (radius_without c) / (D * D) + c0 * c0) * uu / (m / D * (m / D))) by (unfold c0; field; lra).
  apply B; auto.
  - now apply Rdiv_lt_0_compat.
  - apply sqrt_pos.
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). apply Sq, sub_, I.
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). pose proof (margin_ e I) as G. unfold score in G. rewrite Split, (Last e (sub_ e I)) in G.
    exact G.
  - set (f := fun v : V => (v, v n) : with_number (coordinates n)).
    pose proof (carry_over V (with_number (coordinates n)) f perceptron us_) as Q. cbv zeta in Q.
    assert (Dq : each_is_due perceptron (f (@zero V)) (map (fun e => Example (f (x e)) (positive e)) us_)).
    { apply Q; [intros; reflexivity|intros v e _; symmetry; apply Split|]. exact P. }
    replace (map (lifted c0) (map low us_)) with (map (fun e : example V => Example (f (x e)) (positive e)) us_); [exact Dq|].
    rewrite map_map. apply map_ext_in. intros e I. unfold lifted, low, f. cbn [x positive]. now rewrite (Last e (sub_ e I)).
Qed.

(* By Perceptron.norm_growth. *)
Lemma norm_limit : value (observed c given us w output_norm_at_most) <= value (limit c given us w output_norm_at_most).
Proof.
  pose proof D_pos as Dp. destruct (run_is_due c formed us w again) as (Lw & _ & _ & A). pose proof slack_pos as Sp. pose proof eta_pos as Ep.
  destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & T2 & E1 & E2 & _).
  pose proof (norm_growth r r2 us_ ltac:(cbn [rule_of step]; lra) within_ due_) as N. fold us_ in A. rewrite <- A in N. unfold real in N.
    rewrite dot_lift in N by assumption.
  replace (INR (length us_)) with (IZR (Z.of_nat (length us))) in N by (symmetry; apply length_of). cbn [rule_of step threshold] in N.
  cbn [observed limit]. unfold value at 1 2. cbn [fst snd]. rewrite !mult_IZR.
  replace (IZR (fst (eta c)) * IZR (fst (eta c)) * IZR (zdot w w) / (IZR (snd (eta c)) * IZR (snd (eta c)) * (D * D))) with (unit_ c * unit_ c * IZR (zdot w w))
    by (unfold unit_, value; field; lra).
  replace (IZR (radius_and_threshold c (radius_number c)) * (IZR (fst (eta c)) * IZR (fst (eta c))) * IZR (Z.of_nat (length us)) / (D * D * IZR
    (slack_denominator c) * (IZR (snd (eta c)) * IZR (snd (eta c)))))
    with (IZR (Z.of_nat (length us)) * (value (eta c) * value (eta c) * (IZR (radius_and_threshold c (radius_number c)) / (D * D * IZR (slack_denominator
      c))))) by (unfold value; field; lra).
  rewrite (slack_value c formed).
  replace (value (eta c) * value (eta c) * (r2 + 2 * value (tau c) / value (eta c))) with (value (eta c) * value (eta c) * r2 + 2 *
    value (eta c) * value (tau c)) by (field; lra).
  exact N.
Qed.

Lemma dot_zscale (v : V) h k a : dot v (vector_of c h (zscale k a)) = IZR k * dot v (vector_of c h a).
Proof.
  rewrite <- dot_scale_r. f_equal. apply functional_extensionality. intros i. unfold vector_of, zscale. cbn [scale space_of coordinates].
  assert (E : nth i (map (Z.mul k) a) 0%Z = (k * nth i a 0)%Z) by (replace 0%Z with (k * 0)%Z at 1 by ring; apply map_nth). rewrite E, mult_IZR. ring.
Qed.

Lemma dot_times (v : V) h a : dot v (vector_of c h a) = h * dot v (vector_of c 1 a).
Proof. rewrite <- dot_scale_r. f_equal. apply functional_extensionality. intros i. unfold vector_of. cbn [scale space_of coordinates]. ring. Qed.

(* By Plane.plane_mistake_bound, at the unit version of the separator: the plane is that of the two directions that Decide.v finds. *)
Lemma plane_limit : 0 < m -> decide c given us w rule_perceptron = true -> decide c given us w in_a_plane = true ->
  value (observed c given us w plane_mistake_bound) <= value (limit c given us w plane_mistake_bound).
Proof.
  intros M P I. apply rule_is_perceptron in P. cbn [decide] in I. rewrite !andb_true_iff, !Nat.eqb_eq, !Z.ltb_lt, forallb_forall in I.
  destruct I as [[[[La Ln] J0] K0] I].
  pose proof D_pos as Dp. pose proof (separator_pos M) as Up. destruct separator_margin as [_ U]. destruct (formed_parts c formed) as (Ne & Ls & Lu & _).
    apply IZR_lt in J0. apply IZR_lt in K0.
  assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0). destruct within_radius as [_ R0].
    assert (S : sqrt r2 * sqrt r2 = r2) by now apply sqrt_sqrt.
  set (aa := IZR (square_or_1 (first_direction c))) in *. set (nn := IZR (square_or_1 (second_direction c))) in *.
  set (a := vector_of c 1 (first_direction c) : V). set (n := vector_of c 1 (second_direction c) : V).
  assert (F : forall h, In h us_ -> exists s t, alike (x h) (add (scale s a) (scale t n))).
  { intros h Hh. apply sub_ in Hh. apply in_map_iff in Hh. destruct Hh as (e & <- & J). specialize (I e J). pose proof (Ls e J) as Le.
    unfold is_combination in I. destruct (list_eq_dec Z.eq_dec _ _) as [E|]; [|discriminate]. unfold example_of. cbn [x].
    exists (/ D * IZR (zdot (first_direction c) (fst e)) / aa), (/ D * IZR (zdot (second_direction c) (fst e)) / nn). intros v.
    apply (f_equal (fun l => dot v (vector_of c (/ D) l))) in E.
    rewrite dot_zscale, lift_zadd in E by (unfold zscale; rewrite map_length; congruence). rewrite dot_add_r, dot_scale_r, dot_zscale in E.
    rewrite (dot_times v (/ D) (first_direction c)) in E. fold a n in E. rewrite !mult_IZR in E. fold aa nn in E.
    rewrite dot_add, !dot_scale, (dot_comm a), (dot_comm n), dot_comm. set (q := dot v (vector_of c (/ D) (fst e))) in *.
    apply Rmult_eq_reg_l with (aa * nn); [|apply Rgt_not_eq; apply Rmult_lt_0_compat; assumption]. rewrite E. field. lra. }
  destruct (unit_version V (m / D) u us_ N margin_) as [U1 M1].
  pose proof (Plane.plane_mistake_bound (m / D / norm u) (sqrt r2) a n (scale (1 / norm u) u) us_) as B.
  replace (INR (length us_)) with (IZR (Z.of_nat (length us))) in B by (symmetry; apply length_of). rewrite S in B.
  assert (B1 : IZR (Z.of_nat (length us)) <= r2 / (2 * (m / D / norm u * (m / D / norm u))) + 1).
  { apply B; auto; [repeat apply Rdiv_lt_0_compat; auto|exact within_]. }
  replace (r2 / (2 * (m / D / norm u * (m / D / norm u)))) with (IZR (radius_number c) * uu / (2 * (m * m))) in B1.
  2:{ replace (2 * (m / D / norm u * (m / D / norm u))) with (2 * (m / D * (m / D)) / (norm u * norm u)) by (field; lra). rewrite norm_square, U. field. lra. }
  cbn [observed limit]. unfold value. cbn [fst snd]. unfold Rdiv. rewrite !Rinv_1, !Rmult_1_r. apply IZR_le.
  assert (Z0 : (0 < 2 * (margin_number c * margin_number c))%Z) by (apply lt_IZR; rewrite !mult_IZR; nra).
  assert (L : (Z.of_nat (length us) - 1 <= radius_number c * separator_square c / (2 * (margin_number c * margin_number c)))%Z); [|lia].
  apply Z.div_le_lower_bound; [exact Z0|]. apply le_IZR. rewrite !mult_IZR, minus_IZR.
  apply Rmult_le_reg_r with (/ (2 * (m * m))); [apply Rinv_0_lt_compat; nra|].
  replace (2 * (m * m) * (IZR (Z.of_nat (length us)) - 1) * / (2 * (m * m))) with (IZR (Z.of_nat (length us)) - 1) by (field; lra). unfold Rdiv in B1. lra.
Qed.

(* By Perceptron.output_margin, at the unit version of the separator. *)
Lemma output_limit : 0 < m -> 0 < IZR (fst (tau c)) -> decide c given us w ran_to_clean_pass = true ->
  0 < IZR (snd (limit c given us w output_margin_bound)) /\ value (observed c given us w output_margin_bound) <= value (limit c given us w output_margin_bound).
Proof.
  intros M T Q. cbn [decide] in Q.
  pose proof D_pos as Dp. pose proof (separator_pos M) as Up. pose proof eta_pos as Ep. destruct separator_margin as [Gu U].
    destruct (run_is_due c formed us w again) as (Lw & _ & _ & A).
  destruct (formed_parts c formed) as (Ne & Ls & _ & _ & _ & _ & _ & T2 & E1 & E2 & _). fold us_ in A.
  assert (N : 0 < norm u) by (unfold norm; rewrite U; now apply sqrt_lt_R0). destruct (unit_version V (m / D) u (examples_of c) N Gu) as [U1 M1].
  destruct within_radius as [Wi R0]. assert (S : sqrt r2 * sqrt r2 = r2) by now apply sqrt_sqrt.
  assert (Tp : 0 < value (tau c)) by (unfold value; now apply Rdiv_lt_0_compat).
  pose proof (at_rest_ok c formed w Lw Q) as Clean.
  pose proof (output_margin r (m / D / norm u) (sqrt r2) (scale (1 / norm u) u) (examples_of c) us_) as B. cbv zeta in B. rewrite <- A, S in B.
  cbn [rule_of threshold step] in B.
  assert (B' : forall e, In e (examples_of c) -> m / D / norm u / (r2 * value (eta c) / value (tau c) + 2) <= score (real c w) e / norm (real c w)).
  { apply B; auto; [repeat apply Rdiv_lt_0_compat; auto|apply sqrt_pos|exact sub_|exact due_]. }
  set (mw := least (zscore w) (sample c)).
  destruct (least_in (zscore w) _ Ne) as (e & J & Ee). fold mw in Ee. assert (J' : In (example_of c e) (examples_of c)) by now apply in_map.
  specialize (B' _ J'). specialize (Clean _ J'). apply not_due_score in Clean. cbn [rule_of threshold] in Clean.
  assert (Sc : score (real c w) (example_of c e) = unit_ c / D * IZR mw) by (unfold real; rewrite score_lift by auto; now rewrite <- Ee).
  assert (Uq : 0 < unit_ c) by (unfold unit_; now apply Rdiv_lt_0_compat).
  assert (Ww : dot (real c w) (real c w) = unit_ c * unit_ c * IZR (zdot w w)) by (unfold real; now apply dot_lift).
  assert (Sp : 0 < score (real c w) (example_of c e)) by lra.
  assert (Wp : 0 < dot (real c w) (real c w)).
  { destruct (Rle_lt_dec (dot (real c w) (real c w)) 0) as [L|L]; [|exact L]. exfalso.
    assert (Z : dot (real c w) (real c w) = 0) by (pose proof (dot_pos (real c w)); lra).
    pose proof (cauchy_schwarz (real c w) (x (example_of c e))) as C. rewrite Z in C. unfold score in Sp.
      destruct (y_cases (example_of c e)) as [Y|Y]; rewrite Y in Sp; nra. }
  assert (Zw : 0 < IZR (zdot w w)). { rewrite Ww in Wp. apply Rmult_lt_reg_l with (unit_ c * unit_ c); [nra|lra]. }
  assert (Nw : 0 < norm (real c w)) by (unfold norm; now apply sqrt_lt_R0).
  set (b := (denominator c * denominator c * snd (eta c) * fst (tau c))%Z).
  set (a := (radius_number c * fst (eta c) * snd (tau c) + 2 * (denominator c * denominator c) * snd (eta c) * fst (tau c))%Z).
  assert (Bp : 0 < IZR b) by (unfold b; rewrite !mult_IZR; repeat apply Rmult_lt_0_compat; assumption).
  assert (K : r2 * value (eta c) / value (tau c) + 2 = IZR a / IZR b) by (unfold a, b, value; rewrite plus_IZR, !mult_IZR; field; lra).
  assert (Ap : 0 < IZR a / IZR b). { rewrite <- K.
    assert (0 <= r2 * value (eta c) / value (tau c)) by (unfold Rdiv at 1; apply Rmult_le_pos; [apply Rmult_le_pos; lra|left; now apply Rinv_0_lt_compat]).
    lra. }
  rewrite K in B'. cbn [observed limit]. fold mw a b. cbn [fst snd]. rewrite !mult_IZR. split; [repeat apply Rmult_lt_0_compat; assumption|].
  unfold value. cbn [fst snd]. rewrite !mult_IZR.
  set (k := IZR a / IZR b) in *. set (s := score (real c w) (example_of c e)) in *. set (nw := norm (real c w)) in *. set (nu := norm u) in *.
  assert (Hs : m / D * nw <= s * (nu * k)).
  { apply Rmult_le_compat_r with (r := nu * k * nw) in B'; [|apply Rmult_le_pos; [apply Rmult_le_pos|]; lra].
    replace (m / D / nu / k * (nu * k * nw)) with (m / D * nw) in B' by (field; lra).
      replace (s / nw * (nu * k * nw)) with (s * (nu * k)) in B' by (field; lra). exact B'. }
  assert (Mp : 0 < m / D) by now apply Rdiv_lt_0_compat.
  assert (Hq : (m / D * nw) * (m / D * nw) <= (s * (nu * k)) * (s * (nu * k))) by (apply Rmult_le_compat; try assumption; apply Rmult_le_pos; lra).
  assert (Nn : nw * nw = unit_ c * unit_ c * IZR (zdot w w)) by (unfold nw; rewrite norm_square; exact Ww).
  assert (Nu : nu * nu = uu) by (unfold nu; rewrite norm_square; exact U).
  replace (m / D * nw * (m / D * nw)) with (m / D * (m / D) * (nw * nw)) in Hq by ring. rewrite Nn in Hq.
  replace (s * (nu * k) * (s * (nu * k))) with (s * s * (nu * nu) * (k * k)) in Hq by ring. rewrite Nu, Sc in Hq.
  set (q := unit_ c) in *. set (den := IZR (zdot w w) * (IZR b * IZR b) * (m * m)).
    assert (Dn : 0 < den) by (unfold den; repeat apply Rmult_lt_0_compat; assumption).
  apply Rmult_le_reg_r with (q * q / (D * D) / (IZR b * IZR b) * den).
  { repeat apply Rmult_lt_0_compat; auto; apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto. }
  replace (1 / 1 * (q * q / (D * D) / (IZR b * IZR b) * den)) with (m / D * (m / D) * (q * q * IZR (zdot w w))) by (unfold den; field; lra).
  replace (IZR mw * IZR mw * (IZR a * IZR a) * uu / den * (q * q / (D * D) / (IZR b * IZR b) * den)) with (q / D * IZR mw * (q / D * IZR mw) * uu * (k * k))
    by (unfold k; field; lra).
  exact Hq.
Qed.

Lemma distinct_fewer : IZR (Z.of_nat (length (nodup Nat.eq_dec us))) <= IZR (Z.of_nat (length us)).
Proof. apply IZR_le, Nat2Z.inj_le. apply NoDup_incl_length; [apply NoDup_nodup|]. intros i I. now apply nodup_In in I. Qed.
End Bounds.

