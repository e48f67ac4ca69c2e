(* Whenever the premises of an entry are decided to be true of a run, its observed number is within its limit: by the theorem that the entry names. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith Bool.
From Proofs Require Import Space Checker CheckerProof Decide Premises DecideRun DecideBounds DecideSteps DecideEnd DecideVotes DecideLeft.
Import ListNotations.
Local Open Scope R_scope.

(* C-B8, C-V3, C-U9, C-H5, C-H7, C-H11, C-M13, X10, C-B9, C-V4, C-V11, X7, T4, C-V5, C-H3, C-H6, C-M4, X1, C-M8, C-H18, C-H1, C-U11, C-M2, C-H2, C-H14,
  C-V8, C-U10, C-H4, C-H12:
  whenever all premises of an entry are decided to be true of a run, its observed number is within its limit, or equal to it if the entry is an identity. *)
Theorem decided (c : certificate) (f : facts) (t : entry) us w : well_formed c = true -> run_again c = Some (us, w) ->
  forallb (decide c f us w) (premises t) = true -> within_limit t (observed c f us w t) (limit c f us w t) = true.
Proof.
  intros F A P. assert (One : 0 < IZR 1) by lra. pose proof (D_pos c F) as Dp. pose proof (slack_pos c F) as Sp.
  destruct (formed_parts c F) as (Ne & _ & _ & _ & _ & _ & T0 & T2 & E1 & E2 & _).
  assert (Pm : decide c f us w positive_margin = true -> 0 < IZR (margin_number c)) by (cbn [decide]; intros H; apply IZR_lt, Z.ltb_lt, H).
  assert (Mm : 0 < IZR (margin_number c) -> 0 < IZR (margin_number c * margin_number c)) by (intros H; rewrite mult_IZR; nra).
  assert (V1 : forall k, value (k, 1%Z) = IZR k) by (intros; unfold value; simpl; field).
  assert (Dd : 0 < IZR (denominator c * denominator c)) by (rewrite mult_IZR; nra).
  assert (Sd : 0 < IZR (denominator c * denominator c * slack_denominator c)) by (rewrite mult_IZR; now apply Rmult_lt_0_compat).
  assert (Has : forall q, In q (premises t) -> decide c f us w q = true) by (apply forallb_forall; exact P).
  assert (Up : decide c f us w watched_updates = true -> moments c us <> []) by (destruct us; [discriminate|intros _; discriminate]).
  destruct t; cbn [premises In] in Has.
  - (* online_mistake_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has rule_perceptron ltac:(tauto)).
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto. rewrite V1. now apply (novikoff_limit c F f us w A).
  - (* margin_mistake_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has within_the_unit_ball ltac:(tauto)) as P3.
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto; [rewrite mult_IZR; apply Rmult_lt_0_compat; auto|]. rewrite V1.
    apply (threshold_limit c F us w A); [exact Pm|]. cbn [decide] in P3. apply Z.leb_le, IZR_le in P3. rewrite mult_IZR in P3 |- *.
    apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|exact P3].
  - (* margin_mistake_bound_of_any_radius *)
    specialize (Pm (Has positive_margin ltac:(tauto))).
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto; [rewrite mult_IZR; apply Rmult_lt_0_compat; auto|]. rewrite V1.
    apply (threshold_limit c F us w A); [exact Pm|lra].
  - (* distinct_mistakes_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))).
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto; [rewrite mult_IZR; apply Rmult_lt_0_compat; auto|]. rewrite V1.
    eapply Rle_trans; [apply distinct_fewer|]. apply (threshold_limit c F us w A); [exact Pm|lra].
  - (* offset_mistake_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has rule_perceptron ltac:(tauto)). pose proof (Has offset ltac:(tauto)).
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto. rewrite V1.
    now apply (offset_limit c F f us w A).
  - (* plane_mistake_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has rule_perceptron ltac:(tauto)). pose proof (Has in_a_plane ltac:(tauto)).
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; auto. now apply (plane_limit c F f us w A).
  - (* majority_mistake_bound *)
    pose proof (Has majority_labels ltac:(tauto)) as P1. pose proof (Has rule_perceptron_or_normalized ltac:(tauto)) as P2.
    apply decide_fraction; cbn [observed limit fst snd]; auto. rewrite !V1. apply IZR_le, (majority_limit c F f us w A P1 P2).
  - (* sharper_majority_bound *)
    pose proof (Has majority_labels ltac:(tauto)) as P1. pose proof (Has odd_dimension ltac:(tauto)) as P2. cbn [decide] in P2.
    pose proof (Has rule_perceptron_or_normalized ltac:(tauto)) as P3.
    apply decide_fraction; cbn [observed limit fst snd]; auto. rewrite !V1. apply IZR_le, (sharper_limit c F f us w A P1 P3 P2).
  - (* majority_margin *)
    pose proof (Has majority_labels ltac:(tauto)) as P1. destruct (least_in (zscore (voting c f)) _ Ne) as (e & I & E).
    pose proof (vote_limit c F f us w P1 e I) as B. rewrite <- E in B. apply lt_IZR in Dp. set (v := least (zscore (voting c f)) (sample c)) in *.
    unfold within_limit. cbn [is_identity observed limit fst snd]. fold v. apply Z.leb_le. rewrite Z.abs_eq by lia.
    assert (denominator c * denominator c <= v * v)%Z by nia. nia.
  - (* mistakes_on_orthogonal_signs *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. f_equal.
    exact (orthogonal_limit c F f us w (Has orthogonal_signs ltac:(tauto))).
  - (* updates_are_mistakes *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. f_equal. pose proof (Has compared_vectors ltac:(tauto)) as P1.
    pose proof (Has rule_perceptron_or_normalized ltac:(tauto)) as P2. apply how_many_same.
    intros s I. rewrite (changed_limit c F us w A s P1 I). symmetry. exact (mistake_limit c F f us w A s P2 I).
  - (* margin_mistakes_apart *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. f_equal. apply (apart_limit c F f us w A).
    pose proof (Has positive_threshold ltac:(tauto)) as P1. cbn [decide] in P1. apply Z.ltb_lt, IZR_lt in P1. unfold value. now apply Rdiv_lt_0_compat.
  - (* output_norm_at_most *)
    apply decide_fraction; [reflexivity|..]; cbn [observed limit fst snd]; rewrite ?mult_IZR; [repeat apply Rmult_lt_0_compat; auto..|].
    exact (norm_limit c F f us w A).
  - (* output_norm_at_least *)
    specialize (Pm (Has positive_margin ltac:(tauto))). assert (N : us <> []) by (intros ->; discriminate (Has some_update ltac:(tauto))).
    destruct (norm_at_least_limit c F f us w A Pm N) as [L1 L2]. apply decide_fraction; auto. cbn [observed]. rewrite V1. exact L2.
  - (* output_margin_bound *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has ran_to_clean_pass ltac:(tauto)) as P2.
    pose proof (Has positive_threshold ltac:(tauto)) as P3. cbn [decide] in P3. apply Z.ltb_lt, IZR_lt in P3.
    destruct (output_limit c F f us w A Pm P3 P2) as [L1 L2]. now apply decide_fraction.
  - (* progress_invariant *)
    specialize (Up (Has watched_updates ltac:(tauto))). cbn [observed limit].
    assert (I : In (choose (fun p q => greater q p) (margin_number c, denominator c)
      (map (fun s => (zdot (separator c) (following s), number s * denominator c)%Z) (moments c us)))
      (map (fun s => (zdot (separator c) (following s), number s * denominator c)%Z) (moments c us))).
    { apply choose_in. intros Z. apply map_eq_nil in Z. contradiction. }
    apply in_map_iff in I. destruct I as (s & <- & I). destruct (progress_limit c F us w A s I) as [L1 L2]. now apply decide_fraction.
  - (* norm_invariant *)
    assert (N : tl (moments c us) <> []).
    { pose proof (Has watched_several_updates ltac:(tauto)) as P1. destruct us as [|i [|j l]]; try discriminate. }
    cbn [observed].
    assert (I : In (choose greater (0, 1)%Z (map (fun s => (square (following s), number s * (denominator c * denominator c))%Z) (tl (moments c us))))
      (map (fun s => (square (following s), number s * (denominator c * denominator c))%Z) (tl (moments c us)))).
    { apply choose_in. intros Z. apply map_eq_nil in Z. contradiction. }
    apply in_map_iff in I. destruct I as (s & <- & I). assert (I' : In s (moments c us)) by (destruct (moments c us); [easy|now right]).
    destruct (growth_limit c F f us w A s I') as [L1 L2]. now apply decide_fraction.
  - (* norm_identity *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. now rewrite (identity_limit c F us w A).
  - (* increment_bound *)
    specialize (Up (Has watched_updates ltac:(tauto))). cbn [observed].
    assert (I : In (choose greater (0, 1)%Z (map (fun s => (square (following s) - square (before s), denominator c * denominator c)%Z) (moments c us)))
      (map (fun s => (square (following s) - square (before s), denominator c * denominator c)%Z) (moments c us))).
    { apply choose_in. intros Z. apply map_eq_nil in Z. contradiction. }
    apply in_map_iff in I. destruct I as (s & <- & I). apply decide_fraction; auto. exact (increment_limit c F f us w A s I).
  - (* hull_norm_bounds_margin *)
    specialize (Pm (Has positive_margin ltac:(tauto))). specialize (Up (Has watched_updates ltac:(tauto))). cbn [observed].
    assert (I : In (choose greater (0, 1)%Z (map (fun s => (number s * number s * (denominator c * denominator c), square (following s))%Z) (moments c us)))
      (map (fun s => (number s * number s * (denominator c * denominator c), square (following s))%Z) (moments c us))).
    { apply choose_in. intros Z. apply map_eq_nil in Z. contradiction. }
    apply in_map_iff in I. destruct I as (s & <- & I). destruct (hull_limit c F f us w A s Pm I) as [L1 L2].
    apply decide_fraction; auto.
  - (* score_gain *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. rewrite Z.mul_1_r, Z.mul_1_l.
    apply (gain_limit c F us w A). apply choose_in. intros Z. apply map_eq_nil in Z. pose proof (Has watched_steps ltac:(tauto)) as P1. cbn [decide] in P1.
    apply existsb_exists in P1. destruct P1 as (s & I & Q). assert (J : In s []) by (rewrite <- Z; apply filter_In; now split). exact J.
  - (* turns_towards *)
    apply decide_fraction; cbn [observed limit fst snd]; auto. rewrite !V1, how_many_none; [lra|]. exact (turns_limit c F us w A).
  - (* stays_in_closed_set *)
    pose proof (closed_limit c F f us w A (Has known_closed_set ltac:(tauto))) as B. unfold within_limit. cbn [is_identity observed limit fst snd].
    apply Z.leb_le. apply Z.mul_le_mono_nonneg_r; [apply le_IZR; rewrite !mult_IZR; apply Rmult_le_pos; nra|].
    apply Z.mul_le_mono_nonneg_l; [apply Z.square_nonneg|exact B].
  - (* never_stops *)
    unfold within_limit. cbn [is_identity observed limit fst snd].
    now rewrite (never_limit c F f us w A (Has ends_on_separators_only ltac:(tauto)) (Has not_separable ltac:(tauto))).
  - (* no_updates_left *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. now rewrite (left_limit c F us w A (Has ran_to_clean_pass ltac:(tauto))).
  - (* no_training_errors *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd].
    now rewrite (errors_limit c F f us w A (Has ran_to_clean_pass ltac:(tauto)) (Has test_errors_call_for_updates ltac:(tauto))).
  - (* errors_are_nonpositive_margins *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. now rewrite (signs_limit c F f us w A (Has test_ties_are_errors ltac:(tauto))).
  - (* loss_of_errors *)
    destruct (loss_limit c F f us w A) as [L1 L2]. apply decide_fraction; auto. cbn [observed]. rewrite V1. exact L2.
  - (* normalized_bound_is_no_worse *)
    specialize (Pm (Has positive_margin ltac:(tauto))). pose proof (Has positive_normalized_margin ltac:(tauto)) as P2. cbn [decide] in P2.
    rewrite forallb_forall in P2. cbn [observed].
    assert (I : In (choose greater (0, 1)%Z (map (fun e => (square (fst e) * separator_square c, signed_square (zscore (separator c) e))%Z) (sample c)))
      (map (fun e => (square (fst e) * separator_square c, signed_square (zscore (separator c) e))%Z) (sample c))).
    { apply choose_in. intros Z. apply map_eq_nil in Z. contradiction. }
    apply in_map_iff in I. destruct I as (e & <- & I). specialize (P2 e I). apply andb_true_iff in P2. destruct P2 as [X Z0].
    apply Z.ltb_lt in Z0. unfold not_null in X. apply negb_true_iff, Z.eqb_neq in X. fold (square (fst e)) in X.
    assert (X0 : (0 < square (fst e))%Z).
    { assert (0 <= square (fst e))%Z; [|lia]. clear. unfold square. induction (fst e) as [|a l IH]; cbn [zdot]; nia. }
    destruct (normalized_limit c F e Pm I X0 Z0) as [L1 L2]. apply decide_fraction; auto.
  - (* shortest_vector *)
    specialize (Pm (Has positive_margin ltac:(tauto))). apply identity_decided; [reflexivity|]. cbn [observed limit fst snd].
    exact (shortest_limit c F Pm (Has known_shortest_vector ltac:(tauto))).
  - (* inflation *)
    pose proof (Has positive_output_margins ltac:(tauto)) as P1. cbn [decide] in P1.
    apply andb_true_iff in P1. destruct P1 as [_ P1]. apply Z.ltb_lt in P1.
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. rewrite Z.mul_1_r, Z.mul_1_l. exact (inflation_limit c F us w A P1).
  - (* coupled_runs *)
    apply identity_decided; [reflexivity|]. cbn [observed limit fst snd]. now rewrite (coupled_limit c f us w (Has coupled ltac:(tauto))).
  - (* leave_one_out_errors_bound *)
    unfold within_limit. cbn [is_identity observed limit fst snd]. apply Z.leb_le. rewrite !Z.mul_1_r. apply Nat2Z.inj_le.
    apply (left_limit_errors c F f us w); apply Has; tauto.
Qed.
