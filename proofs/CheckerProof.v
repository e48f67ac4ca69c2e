(* The checker accepts true certificates only. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith FunctionalExtensionality Bool.
From Proofs Require Import Space Perceptron Normalized Checker.
Import ListNotations.
Local Open Scope R_scope.

Lemma least_ok {A} (f : A -> Z) l a : In a l -> (least f l <= f a)%Z.
Proof.
  assert (G : forall l z, (fold_left (fun z a => Z.min z (f a)) l z <= z)%Z).
  { clear. induction l as [|b l IH]; intros z; simpl; [lia|]. specialize (IH (Z.min z (f b))). lia. }
  assert (H : forall l z b, In b l -> (fold_left (fun z a => Z.min z (f a)) l z <= f b)%Z).
  { clear - G. induction l as [|b l IH]; intros z c; [easy|]. intros [<-|I]; simpl; [pose proof (G l (Z.min z (f b))); lia|auto]. }
  destruct l as [|b l]; [easy|]. intros [<-|I]; simpl; auto.
Qed.
Lemma most_ok {A} (f : A -> Z) l a : In a l -> (f a <= most f l)%Z.
Proof.
  assert (G : forall l z, (z <= fold_left (fun z a => Z.max z (f a)) l z)%Z).
  { clear. induction l as [|b l IH]; intros z; simpl; [lia|]. specialize (IH (Z.max z (f b))). lia. }
  assert (H : forall l z b, In b l -> (f b <= fold_left (fun z a => Z.max z (f a)) l z)%Z).
  { clear - G. induction l as [|b l IH]; intros z c; [easy|]. intros [<-|I]; simpl; [pose proof (G l (Z.max z (f b))); lia|auto]. }
  destruct l as [|b l]; [easy|]. intros [<-|I]; simpl; auto.
Qed.
Lemma chosen_in {A} (f : A -> Z) (g : Z -> Z -> Z) l : (forall a b, g a b = a \/ g a b = b) -> forall b,
  exists a, (a = b \/ In a l) /\ fold_left (fun z a => g z (f a)) l (f b) = f a.
Proof.
  intros G. induction l as [|c l IH]; intros b; [exists b; auto|]. simpl. destruct (G (f b) (f c)) as [E|E]; rewrite E.
  - destruct (IH b) as (a & [->|I] & F); [exists b|exists a]; auto.
  - destruct (IH c) as (a & [->|I] & F); [exists c|exists a]; auto.
Qed.
Lemma least_in {A} (f : A -> Z) l : l <> [] -> exists a, In a l /\ least f l = f a.
Proof.
  destruct l as [|b l]; [easy|intros _]. destruct (chosen_in f Z.min l ltac:(intros; lia) b) as (a & [->|I] & E); [exists b|exists a]; simpl; auto.
Qed.
Lemma most_in {A} (f : A -> Z) l : l <> [] -> exists a, In a l /\ most f l = f a.
Proof.
  destruct l as [|b l]; [easy|intros _]. destruct (chosen_in f Z.max l ltac:(intros; lia) b) as (a & [->|I] & E); [exists b|exists a]; simpl; auto.
Qed.
Lemma count_length {A} (l : list A) : count l = length l.
Proof. unfold count. rewrite <- fold_left_length. reflexivity. Qed.
Lemma same_places_ok a : forall b, same_places a b = true -> a = b.
Proof.
  induction a as [|i a IH]; intros [|j b]; simpl; try easy. destruct (Nat.eqb i j) eqn:E; [|easy]. apply Nat.eqb_eq in E. intros H. f_equal; auto.
Qed.
Lemma sum_ok l : fold_left Z.add l 0%Z = fold_right Z.add 0%Z l.
Proof. apply fold_symmetric; intros; ring. Qed.

Section Proof.
Variable c : certificate.
Notation d := (dimension c).
Notation V := (space_of c).
Notation lift := (vector_of c).
Hypothesis formed : well_formed c = true.

Lemma formed_parts : sample c <> [] /\ (forall e, In e (sample c) -> length (fst e) = d) /\ length (separator c) = d /\
  length (multipliers c) = length (sample c) /\ (forall l, In l (multipliers c) -> (0 <= l)%Z) /\ 0 < IZR (denominator c) /\
  0 <= IZR (fst (tau c)) /\ 0 < IZR (snd (tau c)) /\ 0 < IZR (fst (eta c)) /\ 0 < IZR (snd (eta c)) /\
  0 < IZR (snd (margin_squared c)) /\ 0 < IZR (snd (radius_squared c)).
Proof.
  unfold well_formed in formed. rewrite !andb_true_iff, !forallb_forall, !Nat.eqb_eq, !count_length, !Z.ltb_lt, Z.leb_le in formed.
  destruct formed as [[[[[[[[[[[A B] C] D] E] F] G] H] I] J] K] L].
  repeat split; try (now apply (IZR_lt 0)); try (now apply (IZR_le 0)); auto.
  - intros N. now rewrite N in A.
  - intros e M. apply Nat.eqb_eq, B, M.
  - intros l M. apply Z.leb_le, E, M.
Qed.
Let parts := formed_parts.

Lemma dot_shift n a b s t : coordinate_dot (S n) (fun i => match i with O => s | S i => a i end) (fun i => match i with O => t | S i => b i end) = s * t +
  coordinate_dot n a b.
Proof.
  induction n as [|n IH]; [simpl; ring|].
  change (coordinate_dot (S (S n)) ?a ?b) with (coordinate_dot (S n) a b + a (S n) * b (S n)). rewrite IH. simpl. ring.
Qed.
Lemma dot_ext n a b a' b' : (forall i, a i = a' i) -> (forall i, b i = b' i) -> coordinate_dot n a b = coordinate_dot n a' b'.
Proof. intros; induction n; simpl; congruence. Qed.
Lemma dot_lists : forall n a b, length a = n -> length b = n -> coordinate_dot n (fun i => IZR (nth i a 0%Z)) (fun i => IZR (nth i b 0%Z)) = IZR (zdot a b).
Proof.
  induction n; intros [|s a] [|t b] H K; try discriminate; [reflexivity|]. simpl in H, K. injection H as H. injection K as K. cbn [zdot].
  rewrite plus_IZR, mult_IZR, <- (IHn a b H K), <- dot_shift. apply dot_ext; intros [|i]; reflexivity.
Qed.
Lemma dot_lift k h a b : length a = d -> length b = d -> dot (lift k a) (lift h b) = k * h * IZR (zdot a b).
Proof.
  intros A B. rewrite <- (dot_lists d a b A B). unfold vector_of. cbn [dot space_of coordinates]. clear.
  induction d as [|n IH]; simpl; [ring|]. rewrite IH. ring.
Qed.
Lemma length_zadd k a b : length a = length b -> length (zadd k a b) = length a.
Proof. revert b; induction a; intros [|t b] H; simpl in *; try discriminate; [reflexivity|]. f_equal; auto. Qed.
Lemma lift_zadd h k a b : length a = length b -> lift h (zadd k a b) = @add V (lift h a) (@scale V (h * IZR k) (lift 1 b)).
Proof.
  intros H. apply functional_extensionality. intros i. unfold vector_of. cbn [add scale space_of coordinates]. revert b i H.
  induction a; intros [|t b] [|i] H; simpl in *; try discriminate; try ring; [rewrite plus_IZR, mult_IZR; ring|]. auto.
Qed.
Lemma lift_origin k : lift k (origin c) = @zero V.
Proof.
  apply functional_extensionality. intros i. unfold vector_of, origin. cbn [zero space_of coordinates].
  assert (E : nth i (repeat 0%Z d) 0%Z = 0%Z) by (generalize d; clear; intros n; revert i; induction n; intros [|i]; simpl; auto). rewrite E. ring.
Qed.

(* The vector that the checker keeps, w, stands for the real vector (eta/D) w. *)
Definition unit_ := value (eta c) / IZR (denominator c).
Definition real w : V := lift unit_ w.
Notation ex := (example_of c).
Notation r := (rule_of c).

Lemma unit_pos : 0 < unit_.
Proof. unfold unit_, value. destruct parts as (_ & _ & _ & _ & _ & D & _ & _ & E1 & E2 & _). repeat apply Rdiv_lt_0_compat; assumption. Qed.

Lemma y_sign e : y (ex e) = IZR (sign (snd e)).
Proof. unfold y, sign, example_of. simpl. destruct (snd e); reflexivity. Qed.

Lemma score_lift k w e : length w = d -> length (fst e) = d -> score (lift k w) (ex e) = k / IZR (denominator c) * IZR (zscore w e).
Proof.
  intros W E. unfold score, zscore. rewrite y_sign. unfold example_of. cbn [x]. rewrite dot_lift, mult_IZR by assumption. unfold Rdiv. ring.
Qed.

Lemma due_lift w e : length w = d -> length (fst e) = d -> (zdue c w e = true <-> due r (real w) (ex e)).
Proof.
  intros W E. destruct parts as (_ & _ & _ & _ & _ & D & _ & T2 & E1 & E2 & _).
  unfold due, zdue. unfold real. rewrite score_lift by assumption. cbn [rule_of tie_is_due threshold].
  set (k := IZR (snd (tau c)) * IZR (snd (eta c)) * (IZR (denominator c) * IZR (denominator c))).
  assert (K : 0 < k) by (unfold k; repeat apply Rmult_lt_0_compat; assumption).
  assert (L : k * (unit_ / IZR (denominator c) * IZR (zscore w e)) = IZR (fst (eta c) * snd (tau c) * zscore w e)).
  { rewrite !mult_IZR. unfold k, unit_, value. field. lra. }
  assert (M : k * value (tau c) = IZR (fst (tau c) * snd (eta c) * (denominator c * denominator c))).
  { rewrite !mult_IZR. unfold k, value. field. lra. }
  set (s := unit_ / IZR (denominator c) * IZR (zscore w e)) in *.
  change (positive (ex e)) with (snd e). destruct (tie_due c (snd e)).
  - rewrite Z.leb_le. split; intros H; [apply IZR_le in H|apply le_IZR]; rewrite <- L, <- M in *; nra.
  - rewrite Z.ltb_lt. split; intros H; [apply IZR_lt in H|apply lt_IZR]; rewrite <- L, <- M in *; nra.
Qed.

Lemma step_lift w e : length w = d -> length (fst e) = d -> length (zstep w e) = d /\ real (zstep w e) = update r (real w) (ex e).
Proof.
  intros W E. unfold zstep. split; [rewrite length_zadd; congruence|]. unfold real. rewrite lift_zadd by congruence.
  unfold update. rewrite y_sign. cbn [rule_of step]. f_equal. apply functional_extensionality. intros i. unfold vector_of, example_of, unit_.
    cbn [scale space_of coordinates x fst].
  destruct parts as (_ & _ & _ & _ & _ & D & _). unfold vector_of. field. lra.
Qed.

Lemma origin_length : length (origin c) = d.
Proof. apply repeat_length. Qed.
Lemma sample_length e : In e (sample c) -> length (fst e) = d.
Proof. apply (proj1 (proj2 parts)). Qed.

Notation at_ := (fun i => ex (nth i (sample c) ([], true))).
Lemma follow_lift places : forall w v, length w = d -> follow c w places = Some v ->
  length v = d /\ (forall i, In i places -> (i < length (sample c))%nat) /\ each_is_due r (real w) (map at_ places) /\ real v = after r (real w) (map at_
    places).
Proof.
  induction places as [|i places IH]; intros w v W F; cbn [follow] in F.
  - injection F as <-. repeat split; auto. intros i [].
  - destruct (nth_error (sample c) i) as [e|] eqn:N; [|discriminate]. destruct (zdue c w e) eqn:Z; [|discriminate].
    assert (I : In e (sample c)) by (eapply nth_error_In, N). pose proof (sample_length e I) as E.
    destruct (step_lift w e W E) as [S1 S2]. destruct (IH _ _ S1 F) as (A & B & C & D).
    assert (Q : at_ i = ex e) by (f_equal; now apply nth_error_nth).
    cbn [map each_is_due after]. rewrite Q, <- S2. repeat split; auto.
    + intros j [<-|J]; auto. apply nth_error_Some. congruence.
    + now apply due_lift.
Qed.

Lemma pass_lift es : forall before w seen us v, sample c = before ++ es -> length w = d -> zpass c (length before) w es seen = (us, v) ->
  length v = d /\ real v = run r (real w) (map ex es) /\ exists new, us = rev_append new seen /\ map at_ new = updates r (real w) (map ex es) /\
    forall i, In i new -> (i < length (sample c))%nat.
Proof.
  induction es as [|e es IH]; intros before w seen us v B W P; cbn [zpass] in P.
  - injection P as <- <-. split; [exact W|]. split; [reflexivity|]. exists []. repeat split. intros i [].
  - assert (I : In e (sample c)) by (rewrite B; apply in_or_app; right; now left). pose proof (sample_length e I) as E.
    assert (B' : sample c = (before ++ [e]) ++ es) by (rewrite <- app_assoc; exact B).
    assert (L : Datatypes.S (length before) = length (before ++ [e])) by (rewrite app_length; simpl; lia). rewrite L in P.
    cbn [map updates run]. pose proof (due_lift w e W E) as D. destruct (step_lift w e W E) as [S1 S2].
    destruct (zdue c w e); destruct (due_dec r (real w) (ex e)) as [q|q];
      try (exfalso; now apply q, D); try (exfalso; apply D in q; discriminate).
    + destruct (IH _ _ _ _ _ B' S1 P) as (A1 & A2 & new & A3 & A4 & A5). rewrite S2 in *. repeat split; auto.
      exists (length before :: new). split; [exact A3|]. split; [|intros i [<-|J]; [rewrite B, app_length; simpl; lia|auto]].
      cbn [map]. rewrite A4. f_equal. f_equal. rewrite B, app_nth2, Nat.sub_diag by lia. reflexivity.
    + exact (IH _ _ _ _ _ B' W P).
Qed.

Lemma at_rest_ok w : length w = d -> at_rest c w = true -> forall e, In e (examples_of c) -> ~ due r (real w) e.
Proof.
  intros W Q f I H. apply in_map_iff in I. destruct I as (e & <- & I). unfold at_rest in Q. rewrite forallb_forall in Q. specialize (Q e I).
  apply (due_lift w e W (sample_length e I)) in H. rewrite H in Q. discriminate.
Qed.

Lemma replay_lift fuel : forall w seen us v, length w = d -> replay c fuel w seen = Some (us, v) -> length v = d /\ at_rest c v = true /\
  exists new p, us = rev_append new seen /\ map at_ new = updates r (real w) (passes p (examples_of c)) /\
    real v = run r (real w) (passes p (examples_of c)) /\ forall i, In i new -> (i < length (sample c))%nat.
Proof.
  induction fuel as [|fuel IH]; intros w seen us v W H; cbn [replay] in H; [discriminate|]. destruct (at_rest c w) eqn:Q.
  - injection H as <- <-. split; [exact W|]. split; [exact Q|]. exists [], 0%nat. repeat split. intros i [].
  - destruct (zpass c 0 w (sample c) seen) as [us1 w1] eqn:P. destruct (pass_lift (sample c) [] w seen us1 w1 eq_refl W P) as (A & B & new1 & C & D & I1).
    destruct (IH _ _ _ _ A H) as (L & Q1 & new & p & E & F & G & I2). split; [exact L|]. split; [exact Q1|]. exists (new1 ++ new), (Datatypes.S p).
    fold (examples_of c) in B, D. cbn [passes]. rewrite updates_app, run_app, map_app, D, F, G, B.
    split; [|split; [reflexivity|split; [reflexivity|intros i J; apply in_app_or in J; destruct J; auto]]].
    rewrite E, C, !rev_append_rev, rev_app_distr, app_assoc. reflexivity.
Qed.

(* Any real vector with margin h has at least h times the sum of the multipliers along the point of the hull. *)
Lemma hull_ok (v : V) h es : (forall e, In e es -> length (fst e) = d) -> (forall e, In e es -> h <= score v (ex e)) ->
  forall ls acc, length acc = d -> length ls = length es -> (forall l, In l ls -> (0 <= l)%Z) -> length (hull es ls acc) = d /\
  dot v (lift (/ IZR (denominator c)) acc) + h * IZR (fold_right Z.add 0%Z ls) <= dot v (lift (/ IZR (denominator c)) (hull es ls acc)).
Proof.
  induction es as [|e es IH]; intros S H [|l ls] acc A L P; simpl in L; try discriminate; cbn [hull fold_right]; [split; [auto|simpl; lra]|].
  assert (B : length (zadd (l * sign (snd e)) acc (fst e)) = d) by (rewrite length_zadd; [exact A|rewrite A; symmetry; apply S; now left]).
  destruct (IH (fun e' h' => S e' (or_intror h')) (fun e' h' => H e' (or_intror h')) ls _ B ltac:(congruence) (fun l' h' => P l' (or_intror h'))) as [I J].
    split; [exact I|].
  eapply Rle_trans; [|exact J]. rewrite lift_zadd by (rewrite A; symmetry; apply S; now left). rewrite dot_add_r, dot_scale_r, plus_IZR, mult_IZR.
  pose proof (H e (or_introl eq_refl)) as G. unfold score in G. rewrite y_sign in G. unfold example_of in G. cbn [x] in G.
  assert (E : dot v (lift (/ IZR (denominator c)) (fst e)) = / IZR (denominator c) * dot v (lift 1 (fst e))).
  { rewrite <- dot_scale_r. f_equal. apply functional_extensionality. intros i. unfold vector_of. cbn [scale space_of coordinates]. ring. }
  rewrite E in G. pose proof (P l (or_introl eq_refl)) as Pl. apply (IZR_le 0) in Pl.
  apply Rmult_le_compat_l with (r := IZR l) in G; [|exact Pl]. lra.
Qed.
End Proof.

(* C-B8, C-V3, C-H5: the checker accepts no false certificate: if it accepts, all that `true_certificate` lists is true of real vectors. *)
Theorem accepted_certificates_are_true (c : certificate) : accepts c = true -> true_certificate c.
Proof.
  unfold accepts. rewrite !andb_true_iff. intros [[[F Run] Mar] Rad].
    pose proof (formed_parts c F) as (Ne & Ls & Lu & Lm & Pm & D & T1 & T2 & E1 & E2 & M2 & R2).
  unfold right_run in Run. destruct (follow c (origin c) (listed c)) as [w|] eqn:Fo; [|discriminate].
  destruct (follow_lift c F _ _ _ (origin_length c) Fo) as (Lw & Pl & Du & Af). unfold real in Du, Af. rewrite lift_origin in Du, Af.
  apply andb_true_iff in Run. destruct Run as [Clean Cyc].
  unfold right_margin in Mar. cbv zeta in Mar. rewrite sum_ok, !andb_true_iff, !Z.ltb_lt, !Z.eqb_eq in Mar. destruct Mar as [[[G0 S0] H1] H2].
  unfold right_radius in Rad. apply Z.eqb_eq in Rad.
  set (m := least (zscore (separator c)) (sample c)) in *. set (uu := zdot (separator c) (separator c)) in *.
  set (sum := fold_right Z.add 0%Z (multipliers c)) in *. set (ph := hull (sample c) (multipliers c) (origin c)) in *.
  apply IZR_lt in G0, S0. apply (f_equal IZR) in H1, H2, Rad. repeat rewrite mult_IZR in H1. repeat rewrite mult_IZR in H2. repeat rewrite mult_IZR in Rad.
  assert (UU : dot (vector_of c 1 (separator c)) (vector_of c 1 (separator c)) = IZR uu) by (rewrite dot_lift by assumption; unfold uu; ring).
  set (g := IZR m / IZR (denominator c)). assert (Gp : 0 < g) by (unfold g; now apply Rdiv_lt_0_compat).
  assert (Gm : margin_at_least g (vector_of c 1 (separator c)) (examples_of c)).
  { intros f I. apply in_map_iff in I. destruct I as (e & <- & I). rewrite score_lift by auto. unfold g, Rdiv. rewrite Rmult_1_l, Rmult_comm.
    apply Rmult_le_compat_l.
    - left. now apply Rinv_0_lt_compat.
    - apply IZR_le, least_ok, I. }
  assert (Ug : 0 < IZR uu).
  { destruct (Rle_lt_dec (IZR uu) 0) as [L|L]; [|exact L]. exfalso.
    assert (Z : IZR uu = 0) by (rewrite <- UU in *; pose proof (dot_pos (vector_of c 1 (separator c))); lra).
    rewrite Z in H1. assert (0 < IZR m * IZR m * (IZR sum * IZR sum)) by (repeat apply Rmult_lt_0_compat; assumption). lra. }
  assert (Eg : g * g = value (margin_squared c) * IZR uu).
  { unfold g, value. apply Rmult_eq_reg_r with (IZR (snd (margin_squared c)) * (IZR (denominator c) * IZR (denominator c))); [|apply Rgt_not_eq;
    repeat apply Rmult_lt_0_compat; assumption].
    transitivity (IZR m * IZR m * IZR (snd (margin_squared c))); [field; lra|]. rewrite H2. field. lra. }
  assert (Rw : within (value (radius_squared c)) (examples_of c) /\ exists e, In e (examples_of c) /\ dot (x e) (x e) = value (radius_squared c)).
  { set (mo := most (fun e => zdot (fst e) (fst e)) (sample c)) in *.
    assert (Er : value (radius_squared c) = / IZR (denominator c) * / IZR (denominator c) * IZR mo).
    { unfold value. apply Rmult_eq_reg_r with (IZR (snd (radius_squared c)) * (IZR (denominator c) * IZR (denominator c))); [|apply Rgt_not_eq;
      repeat apply Rmult_lt_0_compat; assumption].
      transitivity (IZR (fst (radius_squared c)) * (IZR (denominator c) * IZR (denominator c))); [field; lra|]. rewrite <- Rad. field. lra. }
    assert (Sq : forall e, In e (sample c) -> dot (x (example_of c e)) (x (example_of c e)) = / IZR (denominator c) * / IZR (denominator c) * IZR (zdot (fst
      e) (fst e))).
    { intros e I. unfold example_of. cbn [x]. apply dot_lift; auto. }
    assert (Dp : 0 < / IZR (denominator c)) by now apply Rinv_0_lt_compat. split.
    - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). rewrite Sq, Er by exact I. apply Rmult_le_compat_l; [nra|]. apply IZR_le.
      exact (most_ok (fun e : list Z * bool => zdot (fst e) (fst e)) _ _ I).
    - destruct (most_in (fun e : list Z * bool => zdot (fst e) (fst e)) _ Ne) as (e & I & Ee). fold mo in Ee.
      exists (example_of c e). split; [now apply in_map|]. now rewrite Sq, Er, <- Ee. }
  assert (Sub : forall f, In f (updates_of c) -> In f (examples_of c)).
  { intros f I. unfold updates_of in I. apply in_map_iff in I. destruct I as (i & <- & I). apply in_map, nth_In, Pl, I. }
  assert (Ep : 0 < value (eta c)) by (unfold value; now apply Rdiv_lt_0_compat).
  assert (Tp : 0 <= value (tau c)) by (unfold value; apply Rmult_le_pos; [exact T1|left; now apply Rinv_0_lt_compat]).
  split; [exact Pl|]. split; [exact Du|]. split; [|split; [|split; [|split; [|split; [exact Rw|]]]]].
  - intros Cy. rewrite Cy in Cyc. cbn [negb orb] in Cyc. destruct (replay c (S (count (listed c))) (origin c) []) as [[us v]|] eqn:Re; [|discriminate].
    apply same_places_ok in Cyc. destruct (replay_lift c F _ _ _ _ _ (origin_length c) Re) as (_ & _ & new & p & E & P & _ & _).
    rewrite E, rev_append_rev, app_nil_r, rev_append_rev, app_nil_r, rev_involutive in Cyc. subst new. exists p. unfold real in P. rewrite lift_origin in P.
    exact P.
  - change (after (rule_of c) zero (updates_of c)) with (after (rule_of c) (@zero (space_of c)) (map (fun i => example_of c (nth i (sample c) ([], true)))
    (listed c))).
    rewrite <- Af. exact (at_rest_ok c F w Lw Clean).
  - exists g. split; [exact Gp|]. split; [exact Gm|]. now rewrite UU.
  - intros v h Hh H. destruct (hull_ok c v h (sample c) Ls (fun e I => H _ (in_map (example_of c) _ _ I)) (multipliers c) (origin c) (origin_length c) Lm Pm)
    as [I J].
    rewrite lift_origin, dot_zero_r, Rplus_0_l in J. fold sum ph in I, J.
    pose proof (cauchy_schwarz v (vector_of c (/ IZR (denominator c)) ph)) as K. rewrite (dot_lift c _ _ ph ph I I) in K.
    set (pp := IZR (zdot ph ph)) in *. pose proof (dot_pos v) as Vp. fold sum in J. set (q := dot v (vector_of c (/ IZR (denominator c)) ph)) in *.
    assert (Q : (h * IZR sum) * (h * IZR sum) <= q * q) by (assert (0 <= h * IZR sum) by (apply Rmult_le_pos; lra); apply Rmult_le_compat; lra).
    assert (P1 : / IZR (denominator c) * / IZR (denominator c) * pp = g * g * (IZR sum * IZR sum) / IZR uu).
    { unfold g. apply Rmult_eq_reg_r with (IZR (denominator c) * IZR (denominator c) * IZR uu); [|apply Rgt_not_eq; repeat apply Rmult_lt_0_compat; assumption].
      transitivity (IZR uu * pp); [field; lra|]. rewrite <- H1. field. lra. }
    rewrite P1, Eg in K. apply Rmult_le_reg_r with (IZR sum * IZR sum); [nra|].
    replace (value (margin_squared c) * IZR uu * (IZR sum * IZR sum) / IZR uu) with (value (margin_squared c) * (IZR sum * IZR sum)) in K by (field; lra). lra.
  - pose proof (bound (rule_of c) g (value (radius_squared c)) (vector_of c 1 (separator c)) (updates_of c) Tp Ep Gp) as B. rewrite UU, Eg in B.
    assert (R0 : 0 <= value (radius_squared c)) by (destruct Rw as [_ (e & _ & <-)]; apply dot_pos).
    specialize (B R0 (fun e I => proj1 Rw e (Sub e I)) (fun e I => Gm e (Sub e I)) Du). cbn [rule_of threshold step] in B.
    apply Rmult_le_reg_l with (IZR uu); [exact Ug|]. lra.
Qed.
