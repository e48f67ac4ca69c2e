(* What DecideProof.v needs about a run that was done again: its updates one by one, the separator and the radius. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Convergence Normalized Checker CheckerProof Decide.
Import ListNotations.
Local Open Scope R_scope.

(* A separator of any length gives a unit vector. *)
Lemma unit_version (V : space) (g : R) (u : V) es : 0 < norm u -> margin_at_least g u es ->
  dot (scale (1 / norm u) u) (scale (1 / norm u) u) = 1 /\ margin_at_least (g / norm u) (scale (1 / norm u) u) es.
Proof.
  intros N M. assert (P : 0 < 1 / norm u) by (apply Rdiv_lt_0_compat; lra). split.
  - rewrite dot_scale, dot_scale_r, <- norm_square. field. lra.
  - intros e I. specialize (M e I). unfold score in *. rewrite dot_scale.
    replace (g / norm u) with (1 / norm u * g) by (field; lra).
    replace (y e * (1 / norm u * dot u (x e))) with (1 / norm u * (y e * dot u (x e))) by ring. apply Rmult_le_compat_l; lra.
Qed.

Lemma choose_in better default l : l <> [] -> In (choose better default l) l.
Proof.
  destruct l as [|q l]; [easy|intros _]. cbn [choose]. revert q. induction l as [|p l IH]; intros q; [now left|]. cbn [fold_left].
  destruct (better p q); [right; apply IH|]. destruct (IH q) as [E|I]; [left; exact E|right; now right].
Qed.
Lemma how_many_from {A} (test : A -> bool) l : forall n, fold_left (fun n a => if test a then (n + 1)%Z else n) l n = (n + how_many test l)%Z.
Proof.
  unfold how_many. induction l as [|a l IH]; intros n; cbn [fold_left]; [lia|]. rewrite IH, (IH (if test a then 0 + 1 else 0)%Z). destruct (test a); lia.
Qed.
Lemma how_many_cons {A} (test : A -> bool) a l : how_many test (a :: l) = ((if test a then 1 else 0) + how_many test l)%Z.
Proof. unfold how_many at 1. cbn [fold_left]. rewrite how_many_from. destruct (test a); lia. Qed.
Lemma how_many_none {A} (test : A -> bool) l : (forall a, In a l -> test a = false) -> how_many test l = 0%Z.
Proof. induction l as [|a l IH]; intros H; [reflexivity|]. rewrite how_many_cons, (H a (or_introl eq_refl)), IH; [lia|intros b I; apply H; now right]. Qed.
Lemma how_many_all {A} (test : A -> bool) l : (forall a, In a l -> test a = true) -> how_many test l = Z.of_nat (length l).
Proof.
  induction l as [|a l IH]; intros H; [reflexivity|]. rewrite how_many_cons, (H a (or_introl eq_refl)), IH; [simpl length; lia|intros b I; apply H; now right].
Qed.
Lemma how_many_same {A} (test other : A -> bool) l : (forall a, In a l -> test a = other a) -> how_many test l = how_many other l.
Proof.
  induction l as [|a l IH]; intros H; [reflexivity|]. rewrite !how_many_cons, (H a (or_introl eq_refl)), IH; [lia|intros b I; apply H; now right].
Qed.
Lemma identity_decided t (o l : fraction) : is_identity t = true -> (fst o * snd l = fst l * snd o)%Z -> within_limit t o l = true.
Proof. intros N H. unfold within_limit. rewrite N. now apply Z.eqb_eq. Qed.

Section Proof.
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

Lemma run_is_due us w : run_again c = Some (us, w) ->
  length w = dimension c /\ each_is_due r (@zero V) (map at_ us) /\ (forall e, In e (map at_ us) -> In e (examples_of c)) /\ real c w = after r (@zero V)
    (map at_ us).
Proof.
  unfold run_again. destruct (cyclic c).
  - destruct (replay c (S (count (listed c))) (origin c) []) as [[vs v]|] eqn:H; [|discriminate]. intros Q. injection Q as Q <-.
    destruct (replay_lift c formed _ _ _ _ _ (origin_length c) H) as (L & _ & new & p & E & U & W & _).
    rewrite E, rev_append_rev, app_nil_r, rev_append_rev, app_nil_r, rev_involutive in Q. subst new.
    unfold real in U at 1. unfold real in W at 2. rewrite lift_origin in U, W. split; [exact L|]. split; [|split].
    + rewrite U. apply updates_due.
    + intros e I. rewrite U in I. apply updates_in, passes_in in I. exact I.
    + rewrite U, W. apply run_after.
  - destruct (follow c (origin c) (listed c)) as [v|] eqn:F; [|discriminate]. intros H. injection H as <- <-.
    destruct (follow_lift c formed _ _ _ (origin_length c) F) as (L & P & E & A). unfold real in E at 1. unfold real in A at 2. rewrite lift_origin in E, A.
    split; [exact L|]. split; [exact E|]. split; [|exact A]. intros e I. apply in_map_iff in I. destruct I as (i & <- & I). apply in_map, nth_In, P, I.
Qed.

Lemma D_pos : 0 < D. Proof. now destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & H & _). Qed.

Lemma within_radius : within r2 (examples_of c) /\ 0 <= r2.
Proof.
  destruct (formed_parts c formed) as (Ne & Ls & _). pose proof D_pos as Dp.
  assert (Sq : forall e, In e (sample c) -> dot (x (example_of c e)) (x (example_of c e)) = IZR (zdot (fst e) (fst e)) / (D * D)).
  { intros e I. unfold example_of. cbn [x]. rewrite dot_lift by auto. field. lra. }
  assert (W : within r2 (examples_of c)).
  { intros f I. apply in_map_iff in I. destruct I as (e & <- & I). rewrite Sq by exact I. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; nra|].
    apply IZR_le. exact (most_ok (fun e : list Z * bool => zdot (fst e) (fst e)) _ _ I). }
  split; [exact W|]. destruct (sample c) as [|e l] eqn:E; [congruence|].
  apply Rle_trans with (dot (x (example_of c e)) (x (example_of c e))); [apply dot_pos|]. apply (W (example_of c e)). unfold examples_of. rewrite E. now left.
Qed.

Lemma separator_margin : margin_at_least (m / D) u (examples_of c) /\ dot u u = uu.
Proof.
  destruct (formed_parts c formed) as (_ & Ls & Lu & _). pose proof D_pos as Dp. split; [|rewrite dot_lift by assumption; unfold separator_square; ring].
  intros f I. apply in_map_iff in I. destruct I as (e & <- & I). rewrite score_lift by auto. unfold Rdiv. rewrite Rmult_1_l, Rmult_comm.
  apply Rmult_le_compat_l; [left; now apply Rinv_0_lt_compat|]. apply IZR_le, least_ok, I.
Qed.

Lemma separator_pos : 0 < m -> 0 < uu.
Proof.
  intros M. destruct separator_margin as [G U]. destruct (formed_parts c formed) as (Ne & _). pose proof D_pos as Dp.
  destruct (Rle_lt_dec uu 0) as [L|L]; [|exact L]. exfalso. assert (Z : dot u u = 0) by (rewrite U in *; pose proof (dot_pos u); lra).
  destruct (sample c) as [|e l] eqn:E; [congruence|]. specialize (G (example_of c e)). unfold examples_of in G. rewrite E in G.
    specialize (G (or_introl eq_refl)).
  pose proof (cauchy_schwarz u (x (example_of c e))) as C. rewrite Z in C. unfold score in G. assert (0 < m / D) by now apply Rdiv_lt_0_compat.
  destruct (y_cases (example_of c e)) as [Y|Y]; rewrite Y in G; nra.
Qed.

(* A real inequality between fractions is the one that within_limit decides. *)
Lemma decide_fraction t (o l : fraction) : is_identity t = false -> 0 < IZR (snd o) -> 0 < IZR (snd l) -> value o <= value l -> within_limit t o l = true.
Proof.
  intros N O L H. unfold within_limit. rewrite N. apply Z.leb_le, le_IZR. rewrite !mult_IZR. unfold value in H.
  apply Rmult_le_compat_r with (r := IZR (snd o) * IZR (snd l)) in H; [|apply Rmult_le_pos; lra].
  replace (IZR (fst o) / IZR (snd o) * (IZR (snd o) * IZR (snd l))) with (IZR (fst o) * IZR (snd l)) in H by (field; lra).
  replace (IZR (fst l) / IZR (snd l) * (IZR (snd o) * IZR (snd l))) with (IZR (fst l) * IZR (snd o)) in H by (field; lra). exact H.
Qed.

Lemma tau_nonneg : 0 <= value (tau c).
Proof. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & A & B & _). unfold value. apply Rmult_le_pos; [exact A|left; now apply Rinv_0_lt_compat].
  Qed.
Lemma eta_pos : 0 < value (eta c).
Proof. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & _ & A & B & _). unfold value. now apply Rdiv_lt_0_compat. Qed.

Lemma slack_pos : 0 < IZR (slack_denominator c).
Proof. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & T & E & _). unfold slack_denominator. rewrite mult_IZR. now apply Rmult_lt_0_compat.
  Qed.

Lemma slack_value (k : Z) : IZR (radius_and_threshold c k) / (D * D * IZR (slack_denominator c)) = IZR k / (D * D) + 2 * value (tau c) / value (eta c).
Proof.
  pose proof D_pos as Dp. destruct (formed_parts c formed) as (_ & _ & _ & _ & _ & _ & _ & T2 & E1 & E2 & _).
  unfold radius_and_threshold, slack_denominator, value. rewrite plus_IZR, !mult_IZR. field. lra.
Qed.

Lemma length_of (us : list nat) : INR (length (map at_ us)) = IZR (Z.of_nat (length us)).
Proof. rewrite map_length. apply INR_IZR_INZ. Qed.

Section Run.
Variables (us : list nat) (w : list Z).
Hypothesis again : run_again c = Some (us, w).
Let us_ := map at_ us.
Lemma due_ : each_is_due r zero us_. Proof. exact (proj1 (proj2 (run_is_due us w again))). Qed.
Lemma sub_ e : In e us_ -> In e (examples_of c). Proof. apply (proj1 (proj2 (proj2 (run_is_due us w again)))). Qed.
Lemma within_ : within r2 us_. Proof. intros e I. apply (proj1 within_radius), sub_, I. Qed.
Lemma margin_ : margin_at_least (m / D) u us_. Proof. intros e I. apply (proj1 separator_margin), sub_, I. Qed.

Lemma places_ i : In i us -> (i < length (sample c))%nat.
Proof.
  revert again. unfold run_again. destruct (cyclic c).
  - destruct (replay c (S (count (listed c))) (origin c) []) as [[vs v]|] eqn:H; [|discriminate]. intros Q. injection Q as Q <-.
    destruct (replay_lift c formed _ _ _ _ _ (origin_length c) H) as (_ & _ & new & p & E & _ & _ & I).
    rewrite E, rev_append_rev, app_nil_r, rev_append_rev, app_nil_r, rev_involutive in Q. subst new. apply I.
  - destruct (follow c (origin c) (listed c)) as [v|] eqn:F; [|discriminate]. intros H. injection H as <- <-.
    destruct (follow_lift c formed _ _ _ (origin_length c) F) as (_ & P & _). apply P.
Qed.

Lemma number_ok s : In s (moments c us) -> (1 <= number s)%Z.
Proof.
  assert (G : forall places t v, In s (trail c t v places) -> (t <= number s)%Z); [|apply G].
  induction places as [|i places IH]; intros t v H; [easy|]. cbn [trail] in H. destruct H as [<-|H]; [cbn [number]; lia|]. apply IH in H. lia.
Qed.

Lemma real_origin : real c (origin c) = @zero V.
Proof. apply lift_origin. Qed.

Lemma trail_ok places : forall t v past, length v = dimension c -> (forall i, In i places -> (i < length (sample c))%nat) ->
  (forall e, In e past -> In e (examples_of c)) -> each_is_due r (@zero V) past -> real c v = after r (@zero V) past ->
  t = (Z.of_nat (length past) + 1)%Z -> each_is_due r (real c v) (map at_ places) -> forall s, In s (trail c t v places) ->
  length (before s) = dimension c /\ In (shown s) (sample c) /\ due r (real c (before s)) (example_of c (shown s)) /\
  exists past, (forall e, In e past -> In e (examples_of c)) /\ each_is_due r (@zero V) past /\ real c (following s) = after r (@zero V) past /\
    number s = Z.of_nat (length past).
Proof.
  induction places as [|i places IH]; intros t v past L P In_ Du Af T E s Hs; [easy|]. cbn [trail] in Hs. cbn [map each_is_due] in E. destruct E as [E1 E2].
  set (e := nth i (sample c) ([], true)) in *. assert (J : In e (sample c)) by (apply nth_In, P; now left).
  destruct (step_lift c formed v e L (sample_length c formed e J)) as [S1 S2].
  assert (Du' : each_is_due r (@zero V) (past ++ [example_of c e])) by (apply each_is_due_app; [exact Du|rewrite <- Af; exact E1]).
  assert (Af' : real c (zstep v e) = after r (@zero V) (past ++ [example_of c e])).
  { rewrite S2, Af. clear. generalize (@zero V). induction past as [|h l IH]; intros z; cbn [app after]; [reflexivity|apply IH]. }
  assert (In' : forall h, In h (past ++ [example_of c e]) -> In h (examples_of c)).
  { intros h H. apply in_app_or in H. destruct H as [H|[<-|[]]]; [now apply In_|now apply in_map]. }
  destruct Hs as [<-|Hs].
  - cbn [before shown number following]. repeat split; auto. exists (past ++ [example_of c e]). unfold following. cbn [before shown]. repeat split; auto.
    rewrite app_length. simpl. lia.
  - apply IH with (t := (t + 1)%Z) (v := zstep v e) (past := past ++ [example_of c e]); auto; [intros k K; apply P; now right| |rewrite S2; exact E2].
    rewrite app_length. simpl. lia.
Qed.

(* Every moment of the run: its example was due at the vector before it; the vector after it is that of the updates so far, which were due, too. *)
Lemma moment_ok s : In s (moments c us) ->
  length (before s) = dimension c /\ In (shown s) (sample c) /\ due r (real c (before s)) (example_of c (shown s)) /\
  exists past, (forall e, In e past -> In e (examples_of c)) /\ each_is_due r (@zero V) past /\ real c (following s) = after r (@zero V) past /\
    number s = Z.of_nat (length past).
Proof.
  intros H. unfold moments in H. apply trail_ok with (past := []) in H; auto.
  - apply origin_length.
  - exact places_.
  - intros e [].
  - exact I.
  - apply real_origin.
  - rewrite real_origin. exact due_.
Qed.

Lemma following_ok s : length (before s) = dimension c -> In (shown s) (sample c) ->
  length (following s) = dimension c /\ real c (following s) = update r (real c (before s)) (example_of c (shown s)).
Proof. intros L J. exact (step_lift c formed _ _ L (sample_length c formed _ J)). Qed.
End Run.
End Proof.
