(* The normalized perceptron, and majority functions of signs. *)
From Coq Require Import Reals Lra Psatz List Lia ZArith.
From Proofs Require Import Space Perceptron.
Import ListNotations.
Local Open Scope R_scope.

Section Normalized.
Context {V : space}.
Implicit Types u w : V.
Implicit Types es us : list (example V).

Definition normalized (e : example V) : example V := Example (scale (1 / norm (x e)) (x e)) (positive e).

(* The normalized perceptron: if y <w, x> < 0, or = 0 and such a tie of this label is a mistake, add y x/|x|. Its updates and its last vector. In the bounds
   an update needs y <w, x> <= 0 only, which is true in every convention for ties. *)
Definition mistaken w (e : example V) := score w e <= 0.
Definition normalized_update w (e : example V) : V := add w (scale (y e / norm (x e)) (x e)).
Fixpoint normalized_run (ties : bool -> bool) w es : list (example V) * V :=
  match es with
  | [] => ([], w)
  | e :: es =>
    if due_dec (with_ties ties) w e then let (us, v) := normalized_run ties (normalized_update w e) es in (e :: us, v) else normalized_run ties w es
  end.
Fixpoint each_is_mistaken w us : Prop := match us with [] => True | e :: us => mistaken w e /\ each_is_mistaken (normalized_update w e) us end.

Lemma same_for_normalized w v (e : example V) : alike w v -> 0 < norm (x e) ->
  (forall ties, due (with_ties ties) w e <-> due (with_ties ties) v (normalized e)) /\
  forall ties, alike (normalized_update w e) (update (with_ties ties) v (normalized e)).
Proof.
  intros A N. split.
  - intros ties. unfold due, score, normalized, y. simpl. rewrite dot_scale_r, A. set (d := dot v (x e)). set (s := if positive e then 1 else -1).
    assert (P : 0 < 1 / norm (x e)) by (apply Rdiv_lt_0_compat; lra).
    replace (s * (1 / norm (x e) * d)) with (1 / norm (x e) * (s * d)) by ring.
    destruct (ties (positive e)); split; intros H; nra.
  - intros ties z. unfold normalized_update, update, normalized, y. simpl. rewrite !dot_add, !dot_scale, A. field. lra.
Qed.

(* C-V6: the normalized perceptron is the perceptron on x/|x|: the same updates, and last vectors that have the same inner products.
   In every convention for ties. Assumed: no example has length 0. *)
Theorem normalized_is_plain_on_normalized ties es : (forall e, In e es -> 0 < norm (x e)) ->
  map normalized (fst (normalized_run ties zero es)) = updates (with_ties ties) zero (map normalized es) /\
  alike (snd (normalized_run ties zero es)) (run (with_ties ties) zero (map normalized es)).
Proof.
  assert (G : forall w v, alike w v -> (forall e, In e es -> 0 < norm (x e)) ->
    map normalized (fst (normalized_run ties w es)) = updates (with_ties ties) v (map normalized es) /\
    alike (snd (normalized_run ties w es)) (run (with_ties ties) v (map normalized es))).
  { induction es as [|e l IH]; intros w v A N; [split; [reflexivity|exact A]|].
    destruct (same_for_normalized w v e A (N e (or_introl eq_refl))) as [D U]. cbn [normalized_run map updates run].
    specialize (D ties).
    destruct (due_dec (with_ties ties) w e) as [d|d]; destruct (due_dec (with_ties ties) v (normalized e)) as [d'|d']; try tauto.
    - destruct (IH _ _ (U ties) (fun f h => N f (or_intror h))) as [P Q]. destruct (normalized_run ties (normalized_update w e) l) as [us q].
      simpl in *. now rewrite P.
    - apply IH; auto. intros f h. apply N. now right. }
  apply G. intros z. reflexivity.
Qed.

(* C-V5: the normalized perceptron is conservative: an example that is not 0 changes its vector exactly if it is a mistake, in every convention for ties. *)
Theorem normalized_is_conservative ties w e : 0 < norm (x e) -> (~ alike (snd (normalized_run ties w [e])) w <-> due (with_ties ties) w e).
Proof.
  intros N. cbn [normalized_run]. destruct (due_dec (with_ties ties) w e) as [d|d]; cbn [snd].
  - split; [intros _; exact d|]. intros _ A. specialize (A (x e)). unfold normalized_update in A. rewrite dot_add, dot_scale, <- norm_square in A.
    replace (y e / norm (x e) * (norm (x e) * norm (x e))) with (y e * norm (x e)) in A by (field; lra). destruct (y_cases e) as [Y|Y]; rewrite Y in A; lra.
  - split; intros H; [exfalso; apply H; intros z; reflexivity|contradiction].
Qed.

(* C-U11, C-M4: after a clean pass of the normalized perceptron no example is a mistake, in every convention for ties; if every tie is a mistake, the vector
   separates the examples strictly. *)
Theorem normalized_no_training_errors ties w es : fst (normalized_run ties w es) = [] ->
  (forall e, In e es -> ~ due (with_ties ties) w e) /\ ((forall label, ties label = true) -> separates w es).
Proof.
  intros H. assert (Q : forall e, In e es -> ~ due (with_ties ties) w e).
  { induction es as [|f es IH]; intros e I; [easy|]. cbn [normalized_run] in H. destruct (due_dec (with_ties ties) w f) as [d|d].
    - destruct (normalized_run ties (normalized_update w f) es). discriminate.
    - destruct I as [<-|I]; [exact d|now apply IH]. }
  split; [exact Q|]. intros T e I. apply (not_due_separated (with_ties ties) w e); [split; [simpl; lra|now right]|now apply Q].
Qed.

(* C-V7: at most 1/g^2 updates of the normalized perceptron, in every order and for every choice, where u is a unit vector with
   y <u, x>/|x| >= g > 0 on these examples. Assumed: no example has length 0. *)
Theorem normalized_bound (g : R) u us : 0 < g -> dot u u = 1 -> (forall e, In e us -> 0 < norm (x e) /\ g <= score u e / norm (x e)) ->
  each_is_mistaken zero us -> INR (length us) <= 1 / g * (1 / g).
Proof.
  intros Hg U H D. rewrite <- (map_length normalized us). apply (novikoff g 1 u); auto; try lra.
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). destruct (H e I) as [N _]. simpl. rewrite dot_scale, dot_scale_r, <- norm_square.
    right. field. lra.
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). destruct (H e I) as [N M]. unfold score in *. simpl. rewrite dot_scale_r.
    replace (y (normalized e) * (1 / norm (x e) * dot u (x e))) with (y e * dot u (x e) / norm (x e)); [exact M|]. unfold y. simpl. field. lra.
  - assert (G : forall w v, alike w v -> each_is_mistaken w us -> each_is_due perceptron v (map normalized us)).
    { clear D. induction us as [|e l IH]; intros w v A D; [exact I|]. destruct D as [D1 D2].
      destruct (same_for_normalized w v e A (proj1 (H e (or_introl eq_refl)))) as [P Q].
      split; [exact (proj1 (P (fun _ => true)) D1)|].
      apply IH with (w := normalized_update w e); [intros f h; apply H; now right|exact (Q (fun _ => true))|exact D2]. }
    apply G with (w := zero); [intros z; reflexivity|exact D].
Qed.

(* C-V8: 1/g_n^2 <= (D/g)^2: if |x| <= D and y <u, x> >= g > 0 on all examples, then y <u, x>/|x| >= g/D, and any lower bound 0 < g/D <= g_n gives this. *)
Theorem normalized_bound_is_no_worse (g D : R) u es : 0 < g -> 0 < D -> within (D * D) es -> margin_at_least g u es ->
  (forall e, In e es -> 0 < norm (x e) -> g / D <= score u e / norm (x e)) /\ forall gn, g / D <= gn -> 1 / gn * (1 / gn) <= D / g * (D / g).
Proof.
  intros Hg HD W M. split.
  - intros e I N. specialize (W e I). specialize (M e I).
    assert (L : norm (x e) <= D) by (unfold norm; rewrite <- (sqrt_square D) by lra; now apply sqrt_le_1_alt).
    apply Rmult_le_reg_r with (D * norm (x e)); [nra|].
    replace (g / D * (D * norm (x e))) with (g * norm (x e)) by (field; lra).
      replace (score u e / norm (x e) * (D * norm (x e))) with (score u e * D) by (field; lra). nra.
  - intros gn G. assert (P : 0 < g / D) by now apply Rdiv_lt_0_compat.
    assert (E : 1 / gn <= D / g). { replace (D / g) with (1 / (g / D)) by (field; lra). unfold Rdiv at 1 2. rewrite !Rmult_1_l. now apply Rinv_le_contravar. }
    assert (0 < 1 / gn) by (apply Rdiv_lt_0_compat; lra). nra.
Qed.
End Normalized.

(* Vectors with n real coordinates (those beyond the first n do not count). *)
Fixpoint coordinate_dot (n : nat) (a b : nat -> R) : R := match n with O => 0 | S n => coordinate_dot n a b + a n * b n end.
Definition coordinates (n : nat) : space.
Proof.
  refine (Space (nat -> R) (fun _ => 0) (fun a b i => a i + b i) (fun k a i => k * a i) (coordinate_dot n) _ _ _ _ _);
    intros; induction n; simpl; try rewrite IHn; try ring; try lra. nra.
Defined.

Section Majority.
Variable relevant : nat -> bool.
Fixpoint number_relevant (n : nat) : nat := match n with O => O | S n => (if relevant n then 1 else 0) + number_relevant n end.
Definition direction : nat -> R := fun i => if relevant i then 1 else 0.
Definition signs (n : nat) (v : nat -> R) := forall i, (i < n)%nat -> v i = 1 \/ v i = -1.
(* The label is the majority vote of the relevant signs. *)
Definition majority_labelled (n : nat) (e : example (coordinates n)) :=
  signs n (x e) /\ (positive e = true <-> 0 < dot (s := coordinates n) direction (x e)).

Lemma direction_square n : coordinate_dot n direction direction = INR (number_relevant n).
Proof. induction n as [|n IH]; [reflexivity|]. simpl. rewrite IH, plus_INR. unfold direction. destruct (relevant n); simpl; ring. Qed.

Lemma signs_square n v : signs n v -> coordinate_dot n v v = INR n.
Proof.
  induction n as [|n IH]; intros H; [reflexivity|]. rewrite S_INR. simpl. rewrite IH by (intros i L; apply H; lia).
  destruct (H n ltac:(lia)) as [E|E]; rewrite E; ring.
Qed.

Lemma vote_parity n v : signs n v -> exists z : Z, coordinate_dot n direction v = IZR (2 * z + Z.of_nat (number_relevant n)).
Proof.
  induction n as [|n IH]; intros H; [exists 0%Z; reflexivity|]. destruct IH as [z Z]; [intros i L; apply H; lia|].
  cbn [coordinate_dot number_relevant]. rewrite Z. unfold direction.
  destruct (relevant n); [|exists z; rewrite Nat.add_0_l; ring]. destruct (H n ltac:(lia)) as [E|E]; rewrite E.
  - exists z. replace (2 * z + Z.of_nat (1 + number_relevant n))%Z with (2 * z + Z.of_nat (number_relevant n) + 1)%Z by lia. rewrite (plus_IZR _ 1). ring.
  - exists (z - 1)%Z. replace (2 * (z - 1) + Z.of_nat (1 + number_relevant n))%Z with (2 * z + Z.of_nat (number_relevant n) - 1)%Z by lia.
    rewrite (minus_IZR _ 1). ring.
Qed.

(* C-V11: if the label is the majority of r signs, r odd, the direction of these signs, of squared length r, has score at least 1: its margin is at least
  1/sqrt(r). *)
Theorem majority_margin n (e : example (coordinates n)) : Nat.odd (number_relevant n) = true -> majority_labelled n e ->
  1 <= score (V := coordinates n) direction e.
Proof.
  intros O [S L]. destruct (vote_parity n (x e) S) as [z Z]. unfold score, y. cbn [dot coordinates] in *. rewrite Z in *. clear Z.
  apply Nat.odd_spec in O. destruct O as [m M].
  assert (NZ : (2 * z + Z.of_nat (number_relevant n) <> 0)%Z) by lia. set (k := (2 * z + Z.of_nat (number_relevant n))%Z) in *. destruct (positive e) eqn:P.
  - apply proj1 in L. specialize (L eq_refl). apply lt_IZR in L. rewrite Rmult_1_l. apply IZR_le. lia.
  - assert (Q : ~ 0 < IZR k) by (intros Q; apply L in Q; discriminate).
    replace (-1 * IZR k) with (IZR (- k)) by (rewrite opp_IZR; ring).
    apply IZR_le. destruct (Z_lt_le_dec 0 k) as [K|K]; [exfalso; apply Q; now apply IZR_lt|]. lia.
Qed.

(* C-V11: on vectors of n signs, labelled by the majority of r of them, r odd, the perceptron makes at most n r mistakes, in every order.
   The direction of the relevant signs has margin at least 1/sqrt(r) (here: score at least 1 at squared length r). *)
Theorem majority_bound n us : Nat.odd (number_relevant n) = true -> (forall e, In e us -> majority_labelled n e) ->
  each_is_due (V := coordinates n) perceptron zero us -> (length us <= n * number_relevant n)%nat.
Proof.
  intros O H D. pose proof (bound (V := coordinates n) perceptron 1 (INR n) direction us ltac:(simpl; lra) ltac:(simpl; lra) Rlt_0_1 (pos_INR n)) as B.
  apply INR_le. rewrite mult_INR. simpl in B. rewrite direction_square in B.
  replace (INR (length us)) with (INR (length us) * (1 * 1)) by ring.
    replace (INR n * INR (number_relevant n)) with (INR (number_relevant n) * (INR n + 2 * 0 / 1)) by field.
  apply B; [| |exact D].
  - intros e I. simpl. right. apply signs_square, H, I.
  - intros e I. apply majority_margin; auto.
Qed.

(* C-V11: the normalized perceptron makes at most n r mistakes on the same examples too. *)
Theorem majority_bound_normalized n us : Nat.odd (number_relevant n) = true -> (0 < n)%nat -> (forall e, In e us -> majority_labelled n e) ->
  each_is_mistaken (V := coordinates n) zero us -> (length us <= n * number_relevant n)%nat.
Proof.
  intros O P H D. assert (N : 0 < INR n) by (apply lt_0_INR; lia).
  assert (R0 : 0 < INR (number_relevant n)) by (apply lt_0_INR; destruct (number_relevant n); [discriminate|lia]).
  set (r := INR (number_relevant n)) in *. assert (Sr : 0 < sqrt r) by now apply sqrt_lt_R0. assert (Sn : 0 < sqrt (INR n)) by now apply sqrt_lt_R0.
  assert (L : forall e, In e us -> norm (V := coordinates n) (x e) = sqrt (INR n)).
  { intros e I. unfold norm. f_equal. apply signs_square, H, I. }
  apply INR_le. rewrite mult_INR. fold r.
  pose proof (normalized_bound (V := coordinates n) (1 / sqrt r / sqrt (INR n)) (scale (s := coordinates n) (1 / sqrt r) direction) us) as B.
  replace (INR n * r) with (1 / (1 / sqrt r / sqrt (INR n)) * (1 / (1 / sqrt r / sqrt (INR n)))).
  2:{ replace (1 / (1 / sqrt r / sqrt (INR n)) * (1 / (1 / sqrt r / sqrt (INR n)))) with (sqrt (INR n) * sqrt (INR n) * (sqrt r * sqrt r)) by (field; lra).
    rewrite !sqrt_sqrt by lra. ring. }
  apply B; [| | |exact D].
  - apply Rdiv_lt_0_compat; [apply Rdiv_lt_0_compat; lra|exact Sn].
  - rewrite dot_scale, dot_scale_r. cbn [dot coordinates]. rewrite direction_square. fold r.
    replace (1 / sqrt r * (1 / sqrt r * r)) with (r / (sqrt r * sqrt r)) by (field; lra). rewrite sqrt_sqrt by lra. field. lra.
  - intros e I. rewrite (L e I). split; [exact Sn|]. pose proof (majority_margin n e O (H e I)) as M. unfold score in *. rewrite dot_scale.
    apply Rmult_le_reg_r with (sqrt r * sqrt (INR n)); [nra|].
    replace (1 / sqrt r / sqrt (INR n) * (sqrt r * sqrt (INR n))) with 1 by (field; lra).
    replace (y e * (1 / sqrt r * dot (s := coordinates n) direction (x e)) / sqrt (INR n) * (sqrt r * sqrt (INR n))) with (y e * dot (s := coordinates n)
      direction (x e)) by (field; lra). exact M.
Qed.

(* C-V11, sharper: for odd n every weight has the parity of the number of updates, so every other mistaken score is at most -1, and the updates are at most
   r (n - 1), or 1 if n = 1. *)
Definition whole_of_parity (n j : nat) (w : nat -> R) := forall i, (i < n)%nat -> exists z : Z, w i = IZR z /\ Z.odd z = Nat.odd j.

Lemma parity_step (n j : nat) (w : coordinates n) (e : example (coordinates n)) : signs n (x e) ->
  whole_of_parity n j w -> whole_of_parity n (S j) (update perceptron w e).
Proof.
  intros S W i L. destruct (W i L) as (z & E & O). exists (z + (if positive e then 1 else -1) * (if Rle_dec 0 (x e i) then 1 else -1))%Z. split.
  - cbn [update add scale coordinates perceptron step]. rewrite E, plus_IZR, mult_IZR. unfold y.
    destruct (S i L) as [X|X]; rewrite X; destruct (positive e); destruct (Rle_dec _ _); try lra; ring.
  - rewrite Nat.odd_succ, <- Nat.negb_odd, <- O, Z.odd_add. destruct (positive e); destruct (Rle_dec 0 (x e i)); destruct (Z.odd z); reflexivity.
Qed.

Lemma parity_of_score (n j : nat) (w v : nat -> R) : signs n v -> whole_of_parity n j w ->
  exists z : Z, coordinate_dot n w v = IZR z /\ Z.odd z = (Nat.odd n && Nat.odd j)%bool.
Proof.
  induction n as [|n IH]; intros S W; [exists 0%Z; split; reflexivity|].
  destruct (IH (fun i L => S i ltac:(lia)) (fun i L => W i ltac:(lia))) as (z & E & O). destruct (W n ltac:(lia)) as (q & Eq & Oq).
  exists (z + q * (if Rle_dec 0 (v n) then 1 else -1))%Z. cbn [coordinate_dot]. split.
  - rewrite E, Eq, plus_IZR, mult_IZR. destruct (S n ltac:(lia)) as [X|X]; rewrite X; destruct (Rle_dec _ _); try lra; ring.
  - rewrite Z.odd_add, Z.odd_mul, O, Oq, Nat.odd_succ, <- Nat.negb_odd. destruct (Rle_dec 0 (v n)); destruct (Nat.odd n); destruct (Nat.odd j); reflexivity.
Qed.

Lemma sharper_growth n (us : list (example (coordinates n))) : Nat.odd n = true -> (forall e, In e us -> signs n (x e)) ->
  forall (w : coordinates n) j, whole_of_parity n j w ->
  each_is_due perceptron w us ->
  dot (after perceptron w us) (after perceptron w us) <= dot w w + INR (length us) * INR n - 2 * INR (Nat.div2 (length us + Nat.b2n (Nat.odd j))).
Proof.
  intros O. induction us as [|e us IH]; intros S w j W D; cbn [length after].
  - destruct (Nat.odd j); simpl; lra.
  - destruct D as [D1 D2]. specialize (IH (fun f i => S f (or_intror i)) _ (Datatypes.S j) (parity_step n j w e (S e (or_introl eq_refl)) W) D2).
    assert (N : dot (update perceptron w e) (update perceptron w e) <= dot w w + INR n - 2 * INR (Nat.b2n (Nat.odd j))).
    { unfold update. rewrite square_of_sum. cbn [perceptron step].
      assert (X : dot (x e) (x e) = INR n) by (apply signs_square, S; now left).
      assert (Y : 1 * y e * (1 * y e) = 1) by (pose proof (y_square e); lra). rewrite X, Y.
      apply due_score in D1. cbn [perceptron threshold] in D1. unfold score in D1.
      assert (Q : y e * dot w (x e) <= - INR (Nat.b2n (Nat.odd j))); [|lra].
      destruct (Nat.odd j) eqn:J; cbn [Nat.b2n INR]; [|lra].
      destruct (parity_of_score n j w (x e) (S e (or_introl eq_refl)) W) as (z & E & Oz). rewrite O, J in Oz. cbn [andb] in Oz.
      cbn [dot coordinates] in *. rewrite E in *. assert (Z0 : z <> 0%Z) by (intros ->; discriminate).
      destruct (y_cases e) as [Ye|Ye]; rewrite Ye in *.
      - assert (z <= -1)%Z; [|apply IZR_le in H; lra]. assert (IZR z <= 0) by lra. apply le_IZR in H. lia.
      - assert (1 <= z)%Z; [|apply IZR_le in H; lra]. assert (0 <= IZR z) by lra. apply le_IZR in H. lia. }
    rewrite Nat.odd_succ, <- Nat.negb_odd in IH.
    assert (H : (Nat.b2n (Nat.odd j) + Nat.div2 (length us + Nat.b2n (negb (Nat.odd j))) = Nat.div2 (Datatypes.S (length us) + Nat.b2n (Nat.odd j)))%nat).
    { destruct (Nat.odd j); cbn [negb Nat.b2n]; [|now rewrite Nat.add_0_r, Nat.add_1_r]. rewrite Nat.add_0_r, Nat.add_1_r. reflexivity. }
    rewrite <- H, plus_INR, S_INR. lra.
Qed.

(* C-V11: the bound r (n - 1), or 1 for n = 1, of the perceptron, n odd. *)
Theorem sharper_majority_bound n us : Nat.odd n = true -> Nat.odd (number_relevant n) = true ->
  (forall e, In e us -> majority_labelled n e) ->
  each_is_due (V := coordinates n) perceptron zero us -> (length us <= Nat.max (number_relevant n * (n - 1)) 1)%nat.
Proof.
  intros On O H D. set (r := number_relevant n) in *. set (k := length us).
  pose proof (progress (V := coordinates n) perceptron 1 direction us ltac:(simpl; lra)) as P.
  specialize (P ltac:(intros e I; apply majority_margin; auto)). cbn [perceptron step] in P.
  assert (W0 : whole_of_parity n 0 (@zero (coordinates n))) by (intros i _; exists 0%Z; split; reflexivity).
  pose proof (sharper_growth n us On (fun e I => proj1 (H e I)) _ _ W0 D) as G. rewrite dot_zero in G. cbn [Nat.odd Nat.b2n] in G.
  pose proof (cauchy_schwarz (V := coordinates n) direction (after perceptron zero us)) as C.
  set (s := dot (s := coordinates n) (after perceptron zero us) (after perceptron zero us)) in *.
  set (t := dot (s := coordinates n) direction (after perceptron zero us)) in *.
  replace (dot (s := coordinates n) direction direction) with (INR r) in C by (symmetry; apply direction_square). fold k in P, G.
  change (Nat.b2n (Nat.odd 0)) with 0%nat in G. rewrite Nat.add_0_r in G. set (h := Nat.div2 k) in *.
  assert (B : INR k * INR k <= INR r * (INR k * INR n - 2 * INR h)).
  { assert (K0 : 0 <= INR k) by apply pos_INR. assert (R0 : 0 <= INR r) by apply pos_INR.
    apply Rle_trans with (t * t); [apply Rmult_le_compat; lra|]. apply Rle_trans with (INR r * s); [exact C|]. apply Rmult_le_compat_l; lra. }
  assert (B' : (k * k + 2 * (r * h) <= r * (k * n))%nat).
  { apply INR_le. rewrite plus_INR, !mult_INR. replace (INR 2) with 2 by (simpl; ring). lra. }
  assert (Hk : (k = 2 * h \/ k = S (2 * h))%nat).
  { unfold h. pose proof (Nat.div2_odd k) as E. destruct (Nat.odd k); cbn [Nat.b2n] in E; lia. }
  assert (Rp : (1 <= r)%nat) by (destruct r; [discriminate|lia]).
  assert (Rn : (r <= n)%nat) by (unfold r; clear; induction n as [|n IH]; simpl; [lia|destruct (relevant n); lia]).
  destruct n as [|m]; [discriminate|]. replace (S m - 1)%nat with m by lia. clear - B' Hk Rp Rn.
  destruct (le_lt_dec k (Nat.max (r * m) 1)) as [L|L]; [exact L|]. exfalso.
  destruct Hk as [E|E]; [|].
  - assert (k * k <= r * m * k)%nat by nia. nia.
  - assert (k * k <= r * m * k + r)%nat by nia. assert (r * m + 1 <= k)%nat by lia. destruct m as [|m]; [assert (r = 1)%nat by lia; subst r; nia|].
    assert (k <= r)%nat by nia. nia.
Qed.

(* C-V11: so does the normalized perceptron: on vectors of one length its mistakes are those of the perceptron. *)
Lemma mistakes_of_one_length (V : space) (c : R) us : 0 < c -> (forall e : example V, In e us -> norm (x e) = c) ->
  each_is_mistaken zero us -> each_is_due perceptron zero us.
Proof.
  intros C N. assert (G : forall w v : V, (forall z, dot v z = c * dot w z) -> each_is_mistaken w us -> each_is_due perceptron v us).
  { induction us as [|e us IH]; intros w v A D; [exact I|]. destruct D as [D1 D2]. split.
    - unfold mistaken, due, score in *. cbn [perceptron tie_is_due threshold]. rewrite A. nra.
    - apply IH with (w := normalized_update w e); [intros f i; apply N; now right| |exact D2]. intros z. unfold update, normalized_update.
      rewrite !dot_add, !dot_scale, A, (N e (or_introl eq_refl)). cbn [perceptron step]. field. lra. }
  apply G. intros z. rewrite !dot_zero. ring.
Qed.

(* C-V11: the bound r (n - 1), or 1 for n = 1, of the normalized perceptron, n odd. *)
Theorem sharper_majority_bound_normalized n us : Nat.odd n = true -> Nat.odd (number_relevant n) = true ->
  (forall e, In e us -> majority_labelled n e) ->
  each_is_mistaken (V := coordinates n) zero us -> (length us <= Nat.max (number_relevant n * (n - 1)) 1)%nat.
Proof.
  intros On O H D. apply sharper_majority_bound; auto. apply (mistakes_of_one_length (coordinates n) (sqrt (INR n))); [| |exact D].
  - apply sqrt_lt_R0, lt_0_INR. destruct n; [discriminate|lia].
  - intros e I. unfold norm. f_equal. apply signs_square, H, I.
Qed.
End Majority.
