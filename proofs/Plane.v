(* In the plane the perceptron makes about half as many mistakes as the bound allows. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space.
Import ListNotations.
Local Open Scope R_scope.

Definition plane : space.
Proof.
  refine (Space (R * R) (0, 0) (fun a b => (fst a + fst b, snd a + snd b)) (fun k a => (k * fst a, k * snd a)) (fun a b => fst a * fst b + snd a * snd b) _ _
    _ _ _);
    intros; simpl; try ring. nra.
Defined.

(* The vector in the coordinates along a unit vector u and across it. *)
Section Coordinates.
Variable u : plane.
Hypothesis unit : dot u u = 1.
Definition along (v : plane) := dot u v.
Definition across (v : plane) := fst u * snd v - snd u * fst v.

Lemma split_dot v z : dot v z = along v * along z + across v * across z.
Proof.
  unfold along, across. simpl in *. destruct u as [a b], v as [c d], z as [e f]. simpl in *.
  replace (c * e + d * f) with ((a * a + b * b) * (c * e + d * f)) by (rewrite unit; ring). ring.
Qed.

Lemma along_add v z k : along (add v (scale k z)) = along v + k * along z.
Proof. unfold along. simpl. ring. Qed.

Lemma across_add v z k : across (add v (scale k z)) = across v + k * across z.
Proof. unfold across. simpl. ring. Qed.

Lemma signs_opposed (p b c : R) : 0 < c -> c <= - (p * b) -> Rabs (p + b) = Rabs (Rabs p - Rabs b) /\ c <= Rabs p * Rabs b.
Proof.
  intros C H. split; [|rewrite <- Rabs_mult, <- Rabs_Ropp; pose proof (Rle_abs (- (p * b))); lra].
  unfold Rabs at 3 4. destruct (Rcase_abs p); destruct (Rcase_abs b); try nra; [rewrite <- Rabs_Ropp|]; f_equal; ring.
Qed.

(* One mistake after k >= 1 others. Along u the vector w is at least k g, and across it at most s - (k - 1) g^2/s, where s^2 = R^2 - g^2. *)
Lemma one_mistake (g r2 s : R) (e : example plane) w (k : nat) : 0 < g -> (1 <= k)%nat -> 0 <= s -> s * s = r2 - g * g ->
  dot (x e) (x e) <= r2 -> g <= score u e -> due perceptron w e ->
  INR k * g <= along w -> Rabs (across w) * s <= s * s - (INR k - 1) * (g * g) ->
  2 * INR k * (g * g) <= r2 /\ INR (S k) * g <= along (update perceptron w e) /\
  Rabs (across (update perceptron w e)) * s <= s * s - (INR (S k) - 1) * (g * g).
Proof.
  intros G K S0 S2 W M D A B. assert (K1 : 1 <= INR k) by (apply (le_INR 1), K). rewrite S_INR.
  unfold update. rewrite along_add, across_add. unfold due in D. simpl in D. unfold score in *. fold (along (x e)) in M.
  rewrite split_dot in D. rewrite split_dot in W. pose proof (y_square e) as Y. simpl step. rewrite !Rmult_1_l.
  set (a := y e * along (x e)) in *. set (b := y e * across (x e)). set (p := across w) in *. set (q := along w) in *.
  assert (E : a * a + b * b <= r2).
  { unfold a, b. replace (y e * along (x e) * (y e * along (x e)) + y e * across (x e) * (y e * across (x e))) with
      (y e * y e * (along (x e) * along (x e) + across (x e) * across (x e))) by ring. rewrite Y. lra. }
  assert (F : q * a + p * b <= 0) by (unfold a, b; lra).
  assert (B1 : Rabs b <= s). { apply Rsqr_incr_0_var; [|exact S0]. rewrite <- Rsqr_abs. unfold Rsqr. nra. }
  assert (Q1 : INR k * (g * g) <= q * a). { assert (INR k * g * g <= q * a) by (apply Rmult_le_compat; nra). lra. }
  destruct (signs_opposed p b (INR k * (g * g))) as [P1 P2]; [nra|lra|]. rewrite P1.
  pose proof (Rabs_pos p) as Pp. pose proof (Rabs_pos b) as Bp. set (P := Rabs p) in *. set (Q := Rabs b) in *.
  assert (PS : INR k * (g * g) <= P * s) by nra. assert (QP : P <= s -> INR k * (g * g) <= Q * s) by (intros L; nra).
  split; [nra|]. split; [lra|]. unfold Rabs. destruct (Rcase_abs (P - Q)) as [L|L]; [nra|].
  destruct (Rle_lt_dec P s) as [N|N]; [specialize (QP N); assert (P * s <= s * s) by (apply Rmult_le_compat_r; lra); lra|].
  exfalso. assert (0 <= (INR k - 1) * (g * g)) by (apply Rmult_le_pos; nra). destruct (Req_dec s 0) as [Z|Z]; [rewrite Z in PS; nra|].
  assert (0 < (P - s) * s) by (apply Rmult_lt_0_compat; lra). lra.
Qed.

Lemma mistakes_in_the_plane (g r2 s : R) (us : list (example plane)) : 0 < g -> 0 <= s -> s * s = r2 - g * g -> within r2 us -> margin_at_least g u us ->
  forall w (k : nat), (1 <= k)%nat -> INR k * g <= along w -> Rabs (across w) * s <= s * s - (INR k - 1) * (g * g) ->
  each_is_due perceptron w us -> us = [] \/ 2 * (INR (k + length us) - 1) * (g * g) <= r2.
Proof.
  intros G S0 S2 W M. induction us as [|e us IH]; intros w k K A B D; [now left|]. right. destruct D as [D1 D2].
  destruct (one_mistake g r2 s e w k) as (X1 & X2 & X3); auto; [now apply W; left|now apply M; left|].
  destruct (IH (fun f h => W f (or_intror h)) (fun f h => M f (or_intror h)) _ (Datatypes.S k) ltac:(lia) X2 X3 D2) as [Z|Z].
  - subst us. cbn [length]. replace (k + 1)%nat with (Datatypes.S k) by lia. rewrite S_INR. lra.
  - cbn [length]. replace (k + Datatypes.S (length us))%nat with (Datatypes.S k + length us)%nat by lia. exact Z.
Qed.
End Coordinates.

(* X10: in the plane the perceptron (a tie is a mistake) makes at most R^2/(2 g^2) + 1 mistakes, in every order and for every choice, where u is a unit vector
   with margin at least g > 0 on these examples, and |x| <= R. A number of mistakes is whole, so this is floor(R^2/(2 g^2)) + 1. *)
Theorem plane_mistake_bound (g R : R) (u : plane) us : 0 < g -> dot u u = 1 -> within (R * R) us -> margin_at_least g u us -> each_is_due perceptron zero us ->
  INR (length us) <= R * R / (2 * (g * g)) + 1.
Proof.
  intros G U W M D. assert (P : 0 <= R * R / (2 * (g * g))) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; nra]).
  destruct us as [|e us]; [simpl; lra|]. destruct D as [_ D].
  assert (E : g * g <= R * R).
  { pose proof (W e (or_introl eq_refl)) as A. pose proof (M e (or_introl eq_refl)) as B. rewrite (split_dot u U) in A. unfold score in B.
    fold (along u (x e)) in B.
    pose proof (y_square e) as Y. assert ((y e * along u (x e)) * (y e * along u (x e)) = along u (x e) * along u (x e)).
    { replace (y e * along u (x e) * (y e * along u (x e))) with (y e * y e * (along u (x e) * along u (x e))) by ring. rewrite Y. ring. } nra. }
  set (s := sqrt (R * R - g * g)). assert (S2 : s * s = R * R - g * g) by (apply sqrt_sqrt; lra). assert (S0 : 0 <= s) by apply sqrt_pos.
  destruct (mistakes_in_the_plane u U g (R * R) s us G S0 S2 (fun f h => W f (or_intror h)) (fun f h => M f (or_intror h)) (update perceptron zero e) 1 (le_n
    1)) as [Z|Z]; [| |exact D| |].
  - pose proof (M e (or_introl eq_refl)) as B. unfold score in B. unfold update. rewrite along_add. unfold along at 1. rewrite dot_zero_r. simpl step.
    unfold along. simpl INR. lra.
  - unfold update. rewrite across_add. pose proof (W e (or_introl eq_refl)) as A. pose proof (M e (or_introl eq_refl)) as B. rewrite (split_dot u U) in A.
    unfold score in B.
    fold (along u (x e)) in B. pose proof (y_square e) as Y.
    assert (L : Rabs (across u zero + step perceptron * y e * across u (x e)) <= s).
    { apply Rsqr_incr_0_var; [|exact S0]. rewrite <- Rsqr_abs. unfold Rsqr. unfold across at 1 3. simpl. fold (across u (x e)).
      replace ((fst u * 0 - snd u * 0 + 1 * y e * across u (x e)) * (fst u * 0 - snd u * 0 + 1 * y e * across u (x e))) with (y e * y e * (across u (x e) *
        across u (x e))) by ring.
      rewrite Y, S2. assert ((y e * along u (x e)) * (y e * along u (x e)) = along u (x e) * along u (x e)).
      { replace (y e * along u (x e) * (y e * along u (x e))) with (y e * y e * (along u (x e) * along u (x e))) by ring. rewrite Y. ring. } nra. }
    simpl INR. assert (0 <= Rabs (across u zero + step perceptron * y e * across u (x e))) by apply Rabs_pos. nra.
  - subst us. simpl. lra.
  - cbn [length]. replace (Datatypes.S (length us)) with (1 + length us)%nat by lia. apply Rmult_le_reg_r with (2 * (g * g)); [nra|].
    replace ((R * R / (2 * (g * g)) + 1) * (2 * (g * g))) with (R * R + 2 * (g * g)) by (field; lra). lra.
Qed.
