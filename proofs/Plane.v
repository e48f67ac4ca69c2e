(* In a plane the perceptron makes about half as many mistakes as the bound allows: first in pairs of numbers, then in every plane through 0 of any space. *)
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

Lemma plane_of_pairs (g R : R) (u : plane) us : 0 < g -> dot u u = 1 -> within (R * R) us -> margin_at_least g u us -> each_is_due perceptron zero us ->
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

Section InAnySpace.
Context {V : space}.
Implicit Types a b e u v w z : V.

(* A unit vector in the direction of v, or a vector of length 0 if v has length 0. *)
Lemma direction_of v : exists e k, e = scale k v /\ (dot e e = 1 \/ dot e e = 0) /\ forall z, dot v z = dot v e * dot e z.
Proof.
  destruct (Req_dec (norm v) 0) as [Z|N].
  - exists (scale 0 v), 0. split; [reflexivity|]. split; [right; rewrite dot_scale; ring|]. intros z. rewrite dot_scale_r, dot_scale.
    pose proof (cauchy_schwarz v z) as C. rewrite <- (norm_square v), Z in C. nra.
  - exists (scale (1 / norm v) v), (1 / norm v). split; [reflexivity|]. split.
    + left. rewrite dot_scale, dot_scale_r, <- norm_square. field. exact N.
    + intros z. rewrite dot_scale_r, dot_scale, <- norm_square. field. exact N.
Qed.

Lemma dot_of_null e z : dot e e = 0 -> dot e z = 0.
Proof. intros E. pose proof (cauchy_schwarz e z) as C. rewrite E in C. nra. Qed.

(* Two orthogonal directions that span what a and b span, with Bessel's inequality. *)
Lemma two_directions a b : exists e f,
  (forall s t z, s * dot a z + t * dot b z = (s * dot a e + t * dot b e) * dot e z + (s * dot a f + t * dot b f) * dot f z) /\
  (forall u, dot e u * dot e u + dot f u * dot f u <= dot u u).
Proof.
  destruct (direction_of a) as (e & k & Ek & En & Ea). set (c := add b (scale (- dot b e) e)).
  destruct (direction_of c) as (f & h & Fh & Fn & Fc). exists e, f.
  assert (Ce : dot c e = 0).
  { unfold c. rewrite dot_add, dot_scale. destruct En as [->|N]; [ring|]. rewrite N, dot_comm, (dot_of_null e b N). ring. }
  assert (Fe : dot f e = 0) by (rewrite Fh, dot_scale, Ce; ring).
  assert (Af : dot a f = 0) by (rewrite Ea, (dot_comm e f), Fe; ring).
  assert (Cz : forall z, dot c z = dot b z - dot b e * dot e z) by (intros z; unfold c; rewrite dot_add, dot_scale; ring).
  assert (Bf : dot b f = dot c f) by (rewrite Cz, (dot_comm e f), Fe; ring). split.
  - intros s t z. rewrite Af, Bf. pose proof (Fc z) as F. rewrite Cz in F. rewrite (Ea z).
    replace (dot b z) with (dot b e * dot e z + dot c f * dot f z) by lra. ring.
  - intros u. set (p := dot e u). set (q := dot f u). pose proof (cauchy_schwarz u (add (scale p e) (scale q f))) as C.
    rewrite dot_add_r, !dot_scale_r, square_of_sum, dot_scale, !dot_scale_r, !dot_scale, (dot_comm e f), Fe, (dot_comm u e), (dot_comm u f) in C. fold p q in C.
    assert (Q : p * (p * dot e e) + 2 * q * (p * 0) + q * q * dot f f <= p * p + q * q) by (destruct En as [-> | ->]; destruct Fn as [-> | ->]; nra).
    pose proof (dot_pos u). set (m := p * p + q * q) in *. assert (M : 0 <= m) by (unfold m; nra).
    assert (B : m * m <= dot u u * m).
    { replace (m * m) with ((p * p + q * q) * (p * p + q * q)) by reflexivity. eapply Rle_trans; [exact C|]. apply Rmult_le_compat_l; assumption. }
    destruct (Req_dec m 0) as [Z|N]; [lra|]. apply Rmult_le_reg_r with m; [lra|exact B].
Qed.

(* X10: in a plane the perceptron (a tie is a mistake) makes at most R^2/(2 g^2) + 1 mistakes, in every order and for every choice. The plane is that of all
   combinations s a + t b of two vectors a, b of any space; |x| <= R; and u is a unit vector, which need not lie in the plane, with margin at least g > 0
   on these examples. A number of mistakes is whole, so this is floor(R^2/(2 g^2)) + 1. *)
Theorem plane_mistake_bound (g R : R) a b u (us : list (example V)) : 0 < g -> dot u u = 1 ->
  (forall h, In h us -> exists s t, alike (x h) (add (scale s a) (scale t b))) ->
  within (R * R) us -> margin_at_least g u us -> each_is_due perceptron zero us ->
  INR (length us) <= R * R / (2 * (g * g)) + 1.
Proof.
  intros G U P W M D. assert (G2 : 0 < g * g) by nra.
  assert (K : 0 <= R * R / (2 * (g * g))) by (apply Rmult_le_pos; [nra|left; apply Rinv_0_lt_compat; lra]).
  destruct us as [|h0 us0] eqn:Us; [simpl; lra|]. rewrite <- Us in *. assert (I0 : In h0 us) by (rewrite Us; now left). clear Us.
  destruct (two_directions a b) as (e & f & S & B). set (F := fun v : V => (dot e v, dot f v) : plane).
  assert (E : forall v h, In h us -> dot (F v) (F (x h)) = dot v (x h)).
  { intros v h I. destruct (P h I) as (s & t & A). unfold F. cbn [dot plane fst snd]. rewrite (dot_comm e (x h)), (dot_comm f (x h)), (dot_comm v), !A.
    rewrite !dot_add, !dot_scale, (S s t v). ring. }
  set (k := dot (F u) (F u)). assert (K1 : k <= 1) by (rewrite <- U; exact (B u)).
  set (to := fun h : example V => Example (F (x h)) (positive h) : example plane).
  assert (M' : margin_at_least g (F u) (map to us)).
  { intros h I. apply in_map_iff in I. destruct I as (h' & <- & I). specialize (M h' I). unfold score, to, y in *. cbn [x positive]. now rewrite E. }
  assert (K0 : 0 < k).
  { destruct (Rle_lt_dec k 0) as [L|L]; [|exact L]. exfalso. pose proof (M' (to h0) (in_map to us h0 I0)) as Q. unfold score in Q.
    assert (Z : k = 0) by (pose proof (dot_pos (F u)); unfold k in *; lra). pose proof (cauchy_schwarz (F u) (x (to h0))) as C. fold k in C.
    rewrite Z in C. destruct (y_cases (to h0)) as [Y|Y]; rewrite Y in Q; nra. }
  set (n := norm (F u)). assert (Nk : n * n = k) by apply norm_square. assert (N0 : 0 < n) by (pose proof (norm_pos (F u)); fold n in H; nra).
  pose proof (plane_of_pairs (g / n) R (scale (1 / n) (F u)) (map to us)) as Q. rewrite map_length in Q. eapply Rle_trans; [apply Q|].
  - now apply Rdiv_lt_0_compat.
  - rewrite dot_scale, dot_scale_r. fold k. rewrite <- Nk. field. lra.
  - intros h I. apply in_map_iff in I. destruct I as (h' & <- & I). unfold to. cbn [x]. rewrite E by exact I. now apply W.
  - intros h I. specialize (M' h I). unfold score in *. rewrite dot_scale.
    replace (y h * (1 / n * dot (F u) (x h))) with (y h * dot (F u) (x h) / n) by (field; lra).
    apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|exact M'].
  - assert (Z : @zero plane = F (@zero V)) by (unfold F; now rewrite !dot_zero_r). rewrite Z. apply carry_over; [|exact E|exact D].
    intros v t z. unfold F. cbn [add scale plane fst snd]. now rewrite !dot_add_r, !dot_scale_r.
  - replace (R * R / (2 * (g / n * (g / n)))) with (k * (R * R / (2 * (g * g)))) by (rewrite <- Nk; field; lra). nra.
Qed.
End InAnySpace.
