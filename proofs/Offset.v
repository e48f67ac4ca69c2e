(* The perceptron with an offset is the perceptron on (x, c), and its bounds; separability with and without an offset. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron Convergence Orders Normalized Tight.
Import ListNotations.
Local Open Scope R_scope.

(* Pairs of a vector and a number, with the inner product <a, b> + s t. *)
Definition with_number (V : space) : space.
Proof.
  refine (Space (V * R) (zero, 0) (fun a b => (add (fst a) (fst b), snd a + snd b)) (fun k a => (scale k (fst a), k * snd a))
    (fun a b => dot (fst a) (fst b) + snd a * snd b) _ _ _ _ _).
  - intros. rewrite dot_comm. ring.
  - intros. simpl. rewrite dot_add. ring.
  - intros. simpl. rewrite dot_scale. ring.
  - intros. simpl. rewrite dot_zero. ring.
  - intros a. pose proof (dot_pos (fst a)). nra.
Defined.

(* The real line as a space. *)
Definition line : space.
Proof. refine (Space R 0 Rplus Rmult Rmult _ _ _ _ _); intros; try ring. nra. Defined.

Section Offset.
Context {V : space}.
Implicit Types u w : V.
Implicit Types es us : list (example V).

(* The example with the constant feature c. *)
Definition lifted (c : R) (e : example V) : example (with_number V) := Example (V := with_number V) (x e, c) (positive e).
Definition affine_score w (b : R) (e : example V) := y e * (dot w (x e) + b).
Definition affinely_separable es := exists u b, forall e, In e es -> 0 < affine_score u b e.

(* C-U1, C-B2: <(w, b), (x, 1)> = <w, x> + b. *)
Theorem embedding w (b : R) (v : V) : @dot (with_number V) (w, b) (v, 1) = dot w v + b.
Proof. simpl. ring. Qed.

(* The offset perceptron as the notes state it: a vector and an offset; if y (<w, x> + b) <= 0 then y x is added to w, and y to b.
   A tie counts as the rule says. It returns the examples that it updated on, the vector and the offset. *)
Definition offset_due (r : rule) w (b : R) e := if tie_is_due r (positive e) then affine_score w b e <= threshold r else affine_score w b e < threshold r.
Definition offset_due_dec r w b e : {offset_due r w b e} + {~ offset_due r w b e}.
Proof. unfold offset_due. destruct (tie_is_due r (positive e)); [apply Rle_dec|apply Rlt_dec]. Defined.
Fixpoint offset_run (r : rule) w (b : R) es : list (example V) * (V * R) :=
  match es with
  | [] => ([], (w, b))
  | e :: es =>
    if offset_due_dec r w b e
    then let (us, end_) := offset_run r (add w (scale (step r * y e) (x e))) (b + step r * y e) es in (e :: us, end_)
    else offset_run r w b es
  end.

(* C-M10, C-U4, C-B2: the offset perceptron is the perceptron on (x, 1): the same updates, and the last vector is (w, b). *)
Theorem offset_is_a_coordinate (r : rule) es :
  map (lifted 1) (fst (offset_run r zero 0 es)) = updates r zero (map (lifted 1) es) /\
  snd (offset_run r zero 0 es) = run r zero (map (lifted 1) es).
Proof.
  change (@zero (with_number V)) with ((zero, 0) : with_number V).
  generalize (@zero V) as w. generalize 0 as b. induction es as [|e es IH]; intros b w; [split; reflexivity|].
  assert (S : @score (with_number V) (w, b) (lifted 1 e) = affine_score w b e) by (unfold score, affine_score, y; simpl; ring).
  assert (D : due r ((w, b) : with_number V) (lifted 1 e) <-> offset_due r w b e) by (unfold due, offset_due; rewrite S; tauto).
  cbn [offset_run updates run map]. destruct (offset_due_dec r w b e) as [d|d]; destruct (due_dec r _ (lifted 1 e)) as [d'|d']; try tauto.
  - assert (U : update r ((w, b) : with_number V) (lifted 1 e) = (add w (scale (step r * y e) (x e)), b + step r * y e)).
    { unfold update, y. simpl. f_equal. ring. }
    rewrite U. specialize (IH (b + step r * y e) (add w (scale (step r * y e) (x e)))).
    destruct (offset_run r _ _ es) as [us q]. simpl in *. destruct IH as [A B]. now rewrite A, B.
  - apply IH.
Qed.

(* C-M13: on (x, c) at most (R^2 + c^2)(|u|^2 + v^2)/g^2 updates of the perceptron, where y (<u, x> + v c) >= g > 0 on all examples, u is a vector of any
   length, v any number, and |x| <= R without the constant feature. In every order, for every choice. For c not 0 the intercept is b = v c, and v^2 = b^2/c^2;
   c may be 0, then there is no intercept. *)
Theorem offset_bound_any_length (g R v c : R) u us : 0 < g -> 0 <= R -> within (R * R) us ->
  (forall e, In e us -> g <= affine_score u (v * c) e) -> each_is_due perceptron zero (map (lifted c) us) ->
  INR (length us) <= (R * R + c * c) * (dot u u + v * v) / (g * g).
Proof.
  intros Hg HR W M D. rewrite <- (map_length (lifted c) us).
  pose proof (bound perceptron g (R * R + c * c) ((u, v) : with_number V) (map (lifted c) us) ltac:(simpl; lra) ltac:(simpl; lra) Hg ltac:(nra)) as B.
  assert (Q : @dot (with_number V) (u, v) (u, v) = dot u u + v * v) by (simpl; ring). rewrite Q in B.
  apply Rmult_le_reg_r with (g * g); [nra|].
  replace ((R * R + c * c) * (dot u u + v * v) / (g * g) * (g * g)) with ((dot u u + v * v) * (R * R + c * c + 2 * 0 / 1)) by (field; lra).
  apply B; [| |exact D].
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). specialize (W e I). simpl. lra.
  - intros f I. apply in_map_iff in I. destruct I as (e & <- & I). specialize (M e I). unfold affine_score, score, y in *. simpl. exact M.
Qed.

(* C-M13: on (x, c), c not 0, at most (R^2 + c^2)(1 + b^2/c^2)/g^2 updates of the perceptron, where u is a unit vector with y (<u, x> + b) >= g > 0
   on all examples, and |x| <= R without the constant feature. In every order, for every choice. *)
Theorem offset_bound (g R b c : R) u us : 0 < g -> 0 <= R -> c <> 0 -> dot u u = 1 -> within (R * R) us ->
  (forall e, In e us -> g <= affine_score u b e) -> each_is_due perceptron zero (map (lifted c) us) ->
  INR (length us) <= (R * R + c * c) * (1 + b * b / (c * c)) / (g * g).
Proof.
  intros Hg HR Hc U W M D. assert (E : b / c * c = b) by (field; lra). pose proof (offset_bound_any_length g R (b / c) c u us Hg HR W) as B.
  rewrite E, U in B. replace (b / c * (b / c)) with (b * b / (c * c)) in B by (field; lra). now apply B.
Qed.

(* C-M13: with c^2 = R |b| the bound is ((R + |b|)/g)^2; here for R > 0 and b different from 0. *)
Theorem offset_bound_best (R b g c : R) : 0 < R -> b <> 0 -> 0 < g -> c * c = R * Rabs b ->
  (R * R + c * c) * (1 + b * b / (c * c)) / (g * g) = (R + Rabs b) / g * ((R + Rabs b) / g).
Proof.
  intros HR B G C. assert (P : 0 < Rabs b) by now apply Rabs_pos_lt. assert (E : b * b = Rabs b * Rabs b) by (unfold Rabs; destruct (Rcase_abs b); ring).
  rewrite C, E. field. lra.
Qed.

Lemma lifted_separable es c : c <> 0 -> affinely_separable es <-> strictly_separable (map (lifted c) es).
Proof.
  intros C. split.
  - intros (u & b & H). exists ((u, b / c) : with_number V). intros f I. apply in_map_iff in I. destruct I as (e & <- & I). specialize (H e I).
    unfold affine_score, score, y in *. simpl. replace (b / c * c) with b by (field; lra). exact H.
  - intros ([u b] & H). exists u, (b * c). intros e I. specialize (H _ (in_map (lifted c) _ _ I)). unfold affine_score, score, y in *. simpl in H. exact H.
Qed.

(* C-M13: the perceptron on (x, c), c not 0, comes to a clean pass exactly if the examples are separable with an offset, in every order in which each pass
   shows all of them (and, in the second half, in cyclic order as Space.v has it). *)
Theorem converges_iff_affinely_separable es c : c <> 0 ->
  (forall order, (forall j f, In f (order j) <-> In f (map (lifted c) es)) ->
    (exists j, updates perceptron (run perceptron zero (shown_in order j)) (order j) = []) <-> affinely_separable es) /\
  ((exists j, updates perceptron (run perceptron zero (passes j (map (lifted c) es))) (map (lifted c) es) = []) <-> affinely_separable es).
Proof.
  intros C. assert (S : 0 < step perceptron) by (simpl; lra). split.
  - intros order O. rewrite (lifted_separable es c C). now apply passes_end_iff_separable; [apply perceptron_separates| |].
  - rewrite (lifted_separable es c C). apply ends_iff_separable; [apply perceptron_separates|exact S].
Qed.

(* C-M11: separable through the origin implies separable with an offset. *)
Theorem separable_implies_affinely es : strictly_separable es -> affinely_separable es.
Proof. intros [u H]. exists u, 0. intros e I. specialize (H e I). unfold affine_score, score in *. rewrite Rplus_0_r. exact H. Qed.

(* C-M12, C-V2: the distance of a point p to the boundary <theta, z> + b = 0: the point p - (<theta, p> + b)/|theta|^2 theta lies on it at distance
   |<theta, p> + b|/|theta| from p, and no point of it is nearer. Of an example this is the size of its score y (<theta, x> + b) over |theta|. *)
Theorem distance_to_boundary w (b : R) e : 0 < norm w -> let z := add (x e) (scale (- ((dot w (x e) + b) / dot w w)) w) in
  dot w z + b = 0 /\ norm (add (x e) (scale (-1) z)) = Rabs (affine_score w b e) / norm w /\
  forall q, dot w q + b = 0 -> Rabs (affine_score w b e) / norm w <= norm (add (x e) (scale (-1) q)).
Proof.
  intros N z. assert (W : 0 < dot w w) by (rewrite <- norm_square; nra). set (s := dot w (x e) + b) in *.
  assert (A : Rabs (affine_score w b e) = Rabs s).
  { unfold affine_score. fold s. rewrite Rabs_mult. destruct (y_cases e) as [-> | ->]; [rewrite Rabs_R1|rewrite Rabs_left by lra]; ring. }
  rewrite A. split; [|split].
  - unfold z. rewrite dot_add_r, dot_scale_r. unfold s. field. lra.
  - assert (E : dot (add (x e) (scale (-1) z)) (add (x e) (scale (-1) z)) = Rsqr (s / norm w)).
    { rewrite square_of_sum. unfold z. rewrite dot_add_r, dot_scale_r, square_of_sum, (dot_comm (x e) w). unfold Rsqr. rewrite <- !norm_square. field. lra. }
    unfold norm at 1. rewrite E, sqrt_Rsqr_abs. unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ norm w)); [reflexivity|].
    apply Rle_ge. left. now apply Rinv_0_lt_compat.
  - intros q Q. apply Rmult_le_reg_r with (norm w); [exact N|]. replace (Rabs s / norm w * norm w) with (Rabs s) by (field; lra).
    pose proof (cauchy_schwarz w (add (x e) (scale (-1) q))) as C. rewrite dot_add_r, dot_scale_r in C.
    replace (dot w (x e) + -1 * dot w q) with s in C by (unfold s; lra).
    unfold norm. rewrite <- sqrt_mult_alt by apply dot_pos. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. lra.
Qed.

(* C-M11: more features keep separability: if to every vector some vector of the second space has the same products with the examples as seen there, as it has
   if the second features contain the first ones, then examples that are separable as first seen are so as seen second. *)
Theorem more_features_keep_separability (W : space) (f : example V -> example W) es :
  (forall e, In e es -> positive (f e) = positive e) -> (forall u, exists v : W, forall e, In e es -> dot v (x (f e)) = dot u (x e)) ->
  strictly_separable es -> strictly_separable (map f es).
Proof.
  intros P D [u H]. destruct (D u) as [v E]. exists v. intros h I. apply in_map_iff in I. destruct I as (e & <- & I). unfold score, y.
  rewrite P, E by exact I. exact (H e I).
Qed.

(* C-M12: theta is normal to the boundary <theta, z> + b = 0, and moving along it raises the score; the point - b/|theta|^2 theta lies on the boundary,
   at distance |b|/|theta| from the origin, and no point of the boundary is nearer. Its component along theta is - b/|theta|. *)
Theorem boundary w (b : R) : 0 < norm w ->
  (forall p q, dot w p + b = 0 -> dot w q + b = 0 -> dot w (add p (scale (-1) q)) = 0) /\
  (forall p k, 0 < k -> dot w p + b < dot w (add p (scale k w)) + b) /\
  (let p := scale (- b / dot w w) w in dot w p + b = 0 /\ dot (scale (1 / norm w) w) p = - b / norm w /\ norm p = Rabs b / norm w) /\
  (forall q, dot w q + b = 0 -> Rabs b / norm w <= norm q).
Proof.
  intros N. assert (W : 0 < dot w w) by (rewrite <- norm_square; nra). split; [|split; [|split; [split; [|split]|]]].
  - intros p q P Q. rewrite dot_add_r, dot_scale_r. lra.
  - intros p k K. rewrite dot_add_r, dot_scale_r. nra.
  - rewrite dot_scale_r. field. lra.
  - rewrite dot_scale, dot_scale_r. replace (- b / dot w w * dot w w) with (- b) by (field; lra). field. lra.
  - assert (E : dot (scale (- b / dot w w) w) (scale (- b / dot w w) w) = Rsqr (b / norm w)).
    { rewrite dot_scale, dot_scale_r. unfold Rsqr. rewrite <- !norm_square. field. lra. }
    unfold norm at 1. rewrite E, sqrt_Rsqr_abs. unfold Rdiv. rewrite Rabs_mult, (Rabs_right (/ norm w)); [reflexivity|].
    apply Rle_ge. left. now apply Rinv_0_lt_compat.
  - intros q Q. apply Rmult_le_reg_r with (norm w); [exact N|]. replace (Rabs b / norm w * norm w) with (Rabs b) by (field; lra).
    assert (B : dot w q = - b) by lra. pose proof (cauchy_schwarz w q) as C. rewrite B in C. unfold norm. rewrite <- sqrt_mult_alt by apply dot_pos.
    rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. lra.
Qed.
End Offset.

(* C-M11: the converse is false: on the line, 1 with label +1 and 2 with label -1 are separable with an offset and not through the origin. *)
Theorem affinely_only : let es := [Example (V := line) 1 true; Example (V := line) 2 false] in affinely_separable es /\ ~ strictly_separable es.
Proof.
  split.
  - exists (-2 : line), 3. intros e [<-|[<-|[]]]; unfold affine_score, y; simpl; lra.
  - intros [u H]. pose proof (H _ (or_introl eq_refl)) as A. pose proof (H _ (or_intror (or_introl eq_refl))) as B. unfold score, y in *. simpl in *. lra.
Qed.

(* C-M11: so with coordinates: if the second features contain the n first ones, feature i at the place `place i` of m, examples that are separable as seen
   first are so as seen second. *)
Theorem contained_features_keep_separability (n m : nat) (place : nat -> nat) (f : example (coordinates n) -> example (coordinates m)) es :
  (forall i, (i < n)%nat -> (place i < m)%nat) ->
  (forall e, In e es -> positive (f e) = positive e /\ forall i, (i < n)%nat -> x (f e) (place i) = x e i) ->
  strictly_separable es -> strictly_separable (map f es).
Proof.
  intros P F. apply more_features_keep_separability; [intros e I; apply (F e I)|]. intros u.
  assert (G : forall k, (k <= n)%nat -> exists v : coordinates m, forall e, In e es -> dot v (x (f e)) = coordinate_dot k u (x e)).
  { induction k as [|k IH]; intros L; [exists zero; intros; apply dot_zero|]. destruct (IH ltac:(lia)) as [v E].
    exists (add (s := coordinates m) v (scale (s := coordinates m) (u k) (unit_vector (place k)))). intros e I.
    rewrite dot_add, dot_scale, E by exact I. cbn [dot coordinates coordinate_dot]. rewrite dot_unit.
    destruct (lt_dec (place k) m) as [_|N]; [|specialize (P k); lia].
    now rewrite (proj2 (F e I) k) by lia. }
  exact (G n (le_n n)).
Qed.
