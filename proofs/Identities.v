(* Identities of single updates, runs that see inner products only, rescaling, the dual form, and the hinge loss. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron.
Import ListNotations.
Local Open Scope R_scope.

Section Identities.
Context {V : space}.
Implicit Types u w z : V.
Implicit Types e : example V.
Implicit Types us es : list (example V).

(* C-M4: an update with step 1 raises the score of its own example by |x|^2. *)
Theorem score_gain (r : rule) w e : step r = 1 -> score (update r w e) e = score w e + dot (x e) (x e).
Proof.
  intros S. unfold score, update. rewrite dot_add, dot_scale, S.
  replace (y e * (dot w (x e) + 1 * y e * dot (x e) (x e))) with (y e * dot w (x e) + y e * y e * dot (x e) (x e)) by ring. rewrite y_square. ring.
Qed.

(* C-M4: an update with step 1 changes |w|^2 by |x|^2 + 2 y <w, x>. *)
Theorem norm_identity (r : rule) w e : step r = 1 -> dot (update r w e) (update r w e) = dot w w + dot (x e) (x e) + 2 * score w e.
Proof.
  intros S. unfold update, score. rewrite square_of_sum, S.
  replace (1 * y e * (1 * y e)) with (y e * y e) by ring. rewrite y_square. ring.
Qed.

(* C-B9: no update with a step >= 0 turns w away from the signed example v = y x that it adds: the cosine of the angle does not fall,
   <w, v>/|w| <= <w', v>/|w'|, if w and w' are not of length 0. Whether the update was due is not assumed. *)
Theorem turns_towards (r : rule) w e : 0 <= step r -> 0 < norm w -> 0 < norm (update r w e) ->
  let v := scale (y e) (x e) in dot w v / norm w <= dot (update r w e) v / norm (update r w e).
Proof.
  intros S N N' v. set (w' := update r w e) in *. set (s := step r) in *. set (a := dot w v). set (q := dot v v). assert (Q : 0 <= q) by apply dot_pos.
  assert (A' : dot w' v = a + s * q).
  { unfold w', update, a, q, v. fold s. rewrite dot_add, !dot_scale, !dot_scale_r. ring. }
  assert (L : norm w' * norm w' = norm w * norm w + 2 * s * a + s * s * q).
  { rewrite !norm_square. unfold w', update, a, q, v. fold s. rewrite square_of_sum, !dot_scale, !dot_scale_r. ring. }
  assert (C : a * a <= norm w * norm w * q) by (rewrite norm_square; apply cauchy_schwarz). rewrite A'. set (n := norm w) in *. set (m := norm w') in *.
  assert (G : 0 <= s * ((2 * a + s * q) * (n * n * q - a * a)) \/ 2 * a + s * q < 0).
  { destruct (Rle_lt_dec 0 (2 * a + s * q)); [left; repeat apply Rmult_le_pos; lra|now right]. }
  assert (E : (a + s * q) * (a + s * q) * (n * n) - a * a * (m * m) = s * ((2 * a + s * q) * (n * n * q - a * a))) by (rewrite L; ring).
  assert (SQ : 0 <= s * q) by now apply Rmult_le_pos.
  apply Rmult_le_reg_r with (n * m); [now apply Rmult_lt_0_compat|].
  replace (a / n * (n * m)) with (a * m) by (field; lra). replace ((a + s * q) / m * (n * m)) with ((a + s * q) * n) by (field; lra).
  destruct (Rle_lt_dec 0 a) as [P|P].
  - destruct G as [G|G]; [|lra]. apply Rsqr_incr_0_var; [unfold Rsqr; lra|apply Rmult_le_pos; lra].
  - destruct (Rle_lt_dec 0 (a + s * q)) as [P'|P']; [assert (a * m <= 0) by nra; assert (0 <= (a + s * q) * n) by (apply Rmult_le_pos; lra); lra|].
    assert (H : (a + s * q) * (a + s * q) * (n * n) <= a * a * (m * m)).
    { assert (s * ((2 * a + s * q) * (n * n * q - a * a)) <= 0); [|lra].
      assert (0 <= s * ((- (2 * a + s * q)) * (n * n * q - a * a))) by (repeat apply Rmult_le_pos; lra). lra. }
    assert (K : - (a + s * q) * n <= - a * m); [|lra]. apply Rsqr_incr_0_var; [unfold Rsqr; lra|apply Rmult_le_pos; lra].
Qed.

(* C-M5, C-M6: k updates in a row on one example, with step 1, make y <w, x> > 0 exactly if k |x|^2 > - y <w, x>, and >= 0 exactly if k |x|^2 >= - y <w, x>.
   So one update need not correct it, and on a non-zero example finitely many do, whether a tie is right or not. *)
Theorem correcting_updates (r : rule) w e (k : nat) : step r = 1 ->
  (0 < score (after r w (repeat e k)) e <-> - score w e < INR k * dot (x e) (x e)) /\
  (0 <= score (after r w (repeat e k)) e <-> - score w e <= INR k * dot (x e) (x e)).
Proof.
  intros S. assert (E : forall w, score (after r w (repeat e k)) e = score w e + INR k * dot (x e) (x e)).
  { induction k as [|k IH]; intros v; [simpl; ring|]. cbn [repeat after]. rewrite IH, score_gain, S_INR by exact S. ring. }
  rewrite E. split; split; lra.
Qed.

(* C-V5: the run is conservative: an example that is not 0 changes the vector exactly if it is due. For every rule with a step that is not 0; with threshold 0
   the examples that are due are the mistakes, in every tie convention. Vectors count as the same if all inner products are. *)
Theorem conservative (r : rule) w e : step r <> 0 -> 0 < dot (x e) (x e) -> (~ alike (run r w [e]) w <-> due r w e).
Proof.
  intros S X. cbn [run]. destruct (due_dec r w e) as [d|d]; [|split; intros H; [exfalso; apply H; intros z; reflexivity|contradiction]].
  split; [intros _; exact d|]. intros _ A. specialize (A (x e)). unfold update in A. rewrite dot_add, dot_scale in A.
  assert (Z : step r * y e * dot (x e) (x e) = 0) by lra. destruct (y_cases e) as [Y|Y]; rewrite Y in Z; apply Rmult_integral in Z; lra.
Qed.

(* C-B11: dual form: from 0 with step 1, the vector after updates us has with every z the inner product sum of y_s <x_s, z> over these updates;
   that is, it is the sum of y x over the updates, each counted once. *)
Fixpoint sum_of_products us z := match us with [] => 0 | e :: us => y e * dot (x e) z + sum_of_products us z end.
Theorem dual_form (r : rule) us z : step r = 1 -> dot (after r zero us) z = sum_of_products us z.
Proof.
  intros S. assert (E : forall w, dot (after r w us) z = dot w z + sum_of_products us z).
  { induction us as [|e us IH]; intros w; simpl; [ring|]. rewrite IH. unfold update. rewrite dot_add, dot_scale, S. ring. }
  rewrite E, dot_zero. ring.
Qed.

(* C-B11: with coefficients: if the updates are at places of a sample es, the vector is the sum of alpha_i x_i, alpha_i = y_i times the number of updates at
   place i, and the sizes of the coefficients add up to the number of updates. Step 1, from 0; the sum is written with inner products. *)
Fixpoint sum_below (n : nat) (f : nat -> R) : R := match n with O => 0 | S n => sum_below n f + f n end.
Definition coefficient es (places : list nat) (d : example V) (i : nat) : R := INR (count_occ Nat.eq_dec places i) * y (nth i es d).
Theorem dual_coefficients (r : rule) es (places : list nat) d : step r = 1 -> (forall i, In i places -> (i < length es)%nat) ->
  (forall z, dot (after r zero (map (fun i => nth i es d) places)) z = sum_below (length es) (fun i => coefficient es places d i * dot (x (nth i es d)) z)) /\
  sum_below (length es) (fun i => Rabs (coefficient es places d i)) = INR (length places).
Proof.
  intros S I. generalize dependent (length es). intros n I.
  assert (Z : forall n f, (forall i, (i < n)%nat -> f i = 0) -> sum_below n f = 0).
  { clear. induction n as [|n IH]; intros f H; simpl; [reflexivity|]. rewrite IH by (intros; apply H; lia). rewrite H by lia. ring. }
  assert (E : forall n f g, (forall i, (i < n)%nat -> f i = g i) -> sum_below n f = sum_below n g).
  { clear. induction n as [|n IH]; intros f g H; simpl; [reflexivity|]. rewrite (IH f g) by (intros; apply H; lia). now rewrite H by lia. }
  assert (One : forall k n f, (k < n)%nat -> sum_below n (fun i => if Nat.eq_dec k i then f i else 0) = f k).
  { clear - Z. induction n as [|n IH]; intros f L; [lia|]. cbn [sum_below]. destruct (Nat.eq_dec k n) as [->|N].
    - rewrite Z; [ring|]. intros i Li. destruct (Nat.eq_dec n i); [lia|reflexivity].
    - rewrite IH by lia. ring. }
  assert (Add : forall n f g, sum_below n (fun i => f i + g i) = sum_below n f + sum_below n g).
  { clear. induction n as [|n IH]; intros f g; simpl; [ring|]. rewrite IH. ring. }
  assert (C : forall k l i, INR (count_occ Nat.eq_dec (k :: l) i) = INR (count_occ Nat.eq_dec l i) + if Nat.eq_dec k i then 1 else 0).
  { clear. intros k l i. cbn [count_occ]. destruct (Nat.eq_dec k i); [rewrite S_INR|]; ring. }
  split.
  - intros z. rewrite dual_form by exact S. induction places as [|k l IH]; cbn [map sum_of_products].
    + symmetry. apply Z. intros i _. unfold coefficient. simpl. ring.
    + rewrite IH by (intros i J; apply I; now right). rewrite <- (One k n (fun i => y (nth i es d) * dot (x (nth i es d)) z)) by (apply I; now left).
      rewrite <- Add. apply E. intros i _. unfold coefficient. rewrite C. destruct (Nat.eq_dec k i); ring.
  - induction places as [|k l IH]; cbn [length].
    + apply Z. intros i _. unfold coefficient. simpl. rewrite Rmult_0_l. apply Rabs_R0.
    + rewrite S_INR, <- IH by (intros i J; apply I; now right). rewrite <- (One k n (fun _ => 1)) by (apply I; now left). rewrite <- Add. apply E. intros i _.
      assert (A : forall q, Rabs (coefficient es q d i) = INR (count_occ Nat.eq_dec q i)).
      { intros q. unfold coefficient. rewrite Rabs_mult, Rabs_right by (apply Rle_ge, pos_INR).
        destruct (y_cases (nth i es d)) as [-> | ->]; [rewrite Rabs_R1|rewrite Rabs_left by lra]; ring. }
      rewrite !A, C. reflexivity.
Qed.

(* C-H2, C-M2: y <w, x> > 0 exactly if the label is the sign of <w, x> and <w, x> is not 0;
  so y <w, x> <= 0 exactly if the label is the other sign or it is a tie. *)
Theorem sign_and_score w e : 0 < score w e <-> (if positive e then 0 < dot w (x e) else dot w (x e) < 0).
Proof. unfold score, y. destruct (positive e); split; lra. Qed.

(* C-H3: with a threshold above 0, a margin mistake (an example that is due) is either a mistake or a right prediction with a score below the threshold (or at
   it, if such ties are due), never both. A mistake is what the perceptron with threshold 0 calls one; ties of either label may or may not be mistakes. *)
Definition mistake (ties : bool -> bool) w e := due (with_ties ties) w e.
Theorem margin_mistake_cases (r : rule) (ties : bool -> bool) w e : 0 < threshold r ->
  (due r w e <-> mistake ties w e \/ (~ mistake ties w e /\ due r w e)) /\
  (mistake ties w e -> score w e <= 0) /\ (~ mistake ties w e /\ due r w e -> 0 <= score w e <= threshold r).
Proof.
  intros T. assert (M : mistake ties w e -> due r w e).
  { intros H. apply due_score in H. simpl in H. unfold due. destruct (tie_is_due r (positive e)); lra. }
  destruct (due_dec (with_ties ties) w e) as [d|d]; fold (mistake ties w e) in d; split; [tauto|split|tauto|split]; try tauto.
  - intros _. now apply due_score in d.
  - intros [_ H]. apply due_score in H. apply not_due_score in d. simpl in d. lra.
Qed.

(* C-H4: if the least score is g > 0, the multiple k w makes no margin mistake exactly if k >= 1/g: a long enough multiple does, and no smaller factor. *)
Theorem inflation w (g k : R) es : 0 < g -> margin_at_least g w es -> (exists e, In e es /\ score w e = g) ->
  (forall e, In e es -> ~ due margin_perceptron (scale k w) e) <-> 1 / g <= k.
Proof.
  intros G M (e0 & I0 & E0). split.
  { intros H. specialize (H e0 I0). apply not_due_score in H. unfold score in *. rewrite dot_scale in H. simpl in H. apply Rmult_le_reg_r with g; [exact G|].
    replace (1 / g * g) with 1 by (field; lra). rewrite <- E0. lra. }
  intros K e I. specialize (M e I). unfold due, score in *. simpl. rewrite dot_scale.
  assert (1 <= k * g). { apply Rmult_le_compat_r with (r := g) in K; [|lra]. replace (1 / g * g) with 1 in K by (field; lra). exact K. }
  assert (0 <= k) by (assert (0 < 1 / g) by (apply Rdiv_lt_0_compat; lra); lra).
  assert (k * g <= k * (y e * dot w (x e))) by now apply Rmult_le_compat_l. lra.
Qed.

(* C-H14: the hinge loss is 0 beyond the margin, in (0, 1) for right predictions inside it, and at least 1 for errors (ties count as errors). *)
Definition hinge w e := Rmax 0 (1 - score w e).
Theorem hinge_values w e : (1 <= score w e -> hinge w e = 0) /\ (0 < score w e < 1 -> 0 < hinge w e < 1) /\ (score w e <= 0 -> 1 <= hinge w e).
Proof. unfold hinge, Rmax. destruct (Rle_dec 0 (1 - score w e)); repeat split; lra. Qed.

(* C-H16, C-H15: the margin perceptron is gradient descent with step 1 on the hinge loss: it subtracts g, where g = - y x if y <w, x> < 1 and 0 otherwise
   is a subgradient of the loss at w: loss(v) >= loss(w) + <g, v - w> for every v. *)
Definition subgradient w e : V := if due_dec margin_perceptron w e then scale (- y e) (x e) else zero.
Theorem gradient_descent w e :
  (forall z, dot (run margin_perceptron w [e]) z = dot w z - dot (subgradient w e) z) /\
  (forall v, hinge v e >= hinge w e + (dot (subgradient w e) v - dot (subgradient w e) w)).
Proof.
  unfold subgradient, run. destruct (due_dec margin_perceptron w e) as [d|d].
  - split; [intros z|intros v].
    + unfold update. rewrite dot_add, !dot_scale. simpl. ring.
    + unfold due in d. simpl in d. rewrite !dot_scale, (dot_comm (x e) v), (dot_comm (x e) w). unfold hinge, score in *.
      pose proof (Rmax_r 0 (1 - y e * dot v (x e))). rewrite (Rmax_right 0 (1 - y e * dot w (x e))) by lra. lra.
  - split; [intros z; rewrite dot_zero; ring|intros v]. rewrite !dot_zero. unfold due in d. simpl in d. unfold hinge.
    pose proof (Rmax_l 0 (1 - score v e)). rewrite (Rmax_left 0 (1 - score w e)) by lra. lra.
Qed.

(* The coefficients that are not 0. *)
Definition support es (places : list nat) (d : example V) : list nat :=
  filter (fun i => if Req_EM_T (coefficient es places d i) 0 then false else true) (seq 0 (length es)).

(* C-B11: the coefficients that are not 0 are at most as many as the updates, and as the examples. *)
Theorem coefficients_support es (places : list nat) d : (length (support es places d) <= length places)%nat /\ (length (support es places d) <= length es)%nat.
Proof.
  unfold support. split.
  - apply NoDup_incl_length; [apply NoDup_filter, seq_NoDup|]. intros i I. apply filter_In in I. destruct I as [_ I].
    destruct (Req_EM_T (coefficient es places d i) 0) as [_|N]; [discriminate|]. destruct (in_dec Nat.eq_dec i places) as [J|J]; [exact J|].
    exfalso. apply N. unfold coefficient. apply (count_occ_not_In Nat.eq_dec) in J. rewrite J. simpl. ring.
  - rewrite <- (seq_length (length es) 0) at 2. induction (seq 0 (length es)) as [|i l IH]; simpl; [lia|]. destruct (Req_EM_T _ 0); simpl; lia.
Qed.

Definition difference (a b : V) : V := add a (scale (-1) b).
Lemma dot_difference a b z : dot (difference a b) z = dot a z - dot b z.
Proof. unfold difference. rewrite dot_add, dot_scale. ring. Qed.
Lemma dot_difference_r a b z : dot z (difference a b) = dot z a - dot z b.
Proof. rewrite dot_comm, dot_difference, (dot_comm a), (dot_comm b). reflexivity. Qed.

(* C-V2: for a unit vector u, the size of y <u, x> is the distance of x to the hyperplane <u, z> = 0: the point x - <u, x> u lies on it at distance |<u, x>|,
   and no point of it is nearer. *)
Theorem distance_to_hyperplane u e : dot u u = 1 ->
  dot u (difference (x e) (scale (dot u (x e)) u)) = 0 /\
  norm (difference (x e) (difference (x e) (scale (dot u (x e)) u))) = Rabs (score u e) /\
  forall z, dot u z = 0 -> Rabs (score u e) <= norm (difference (x e) z).
Proof.
  intros U. assert (A : score u e * score u e = dot u (x e) * dot u (x e)).
  { unfold score. replace (y e * dot u (x e) * (y e * dot u (x e))) with (y e * y e * (dot u (x e) * dot u (x e))) by ring. rewrite y_square. ring. }
  split; [|split].
  - rewrite dot_difference_r, dot_scale_r, U. ring.
  - unfold norm. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. rewrite A.
    rewrite !dot_difference, !dot_difference_r, !dot_scale, !dot_scale_r, U, (dot_comm (x e) u). ring.
  - intros z Z. unfold norm. rewrite <- sqrt_Rsqr_abs. apply sqrt_le_1_alt. unfold Rsqr. rewrite A.
    pose proof (cauchy_schwarz u (difference (x e) z)) as C. rewrite U in C.
    replace (dot u (difference (x e) z)) with (dot u (x e)) in C; [lra|]. rewrite dot_difference_r, Z. ring.
Qed.
End Identities.

(* Which of the examples of a stream are updated on. *)
Fixpoint decisions {V : space} (r : rule) (w : V) (es : list (example V)) : list bool :=
  match es with [] => [] | e :: es => if due_dec r w e then true :: decisions r (update r w e) es else false :: decisions r w es end.

(* C-B12, C-B10: the run needs inner products only. Two streams a, b (given by functions of an index, in two spaces) with the same labels, and with
   <x_i, x_j> of the first k times that of the second for all i, j, have the same updates, if k = 1, or if k > 0 and the threshold is 0.
   Rescaling x by c is k = c^2. *)
Theorem inner_products_only (V W : space) (A : Type) (a : A -> example V) (b : A -> example W) (k : R) (r : rule) (l : list A) :
  (k = 1 \/ (0 < k /\ threshold r = 0)) -> (forall i, positive (a i) = positive (b i)) ->
  (forall i j, dot (x (a i)) (x (a j)) = k * dot (x (b i)) (x (b j))) ->
  decisions r zero (map a l) = decisions r zero (map b l).
Proof.
  intros K P G.
  assert (Q : forall l w v, (forall i, dot w (x (a i)) = k * dot v (x (b i))) -> decisions r w (map a l) = decisions r v (map b l)).
  { clear l. induction l as [|i l IH]; intros w v H; simpl; [reflexivity|].
    assert (Y : y (a i) = y (b i)) by (unfold y; now rewrite P).
    assert (D : due r w (a i) <-> due r v (b i)).
    { unfold due, score. rewrite H, Y, P. destruct K as [->|[K T]]; [now rewrite Rmult_1_l|]. rewrite T.
      replace (y (b i) * (k * dot v (x (b i)))) with (k * (y (b i) * dot v (x (b i)))) by ring.
      set (s := y (b i) * dot v (x (b i))). destruct (tie_is_due r (positive (b i))); split; intros B; nra. }
    destruct (due_dec r w (a i)) as [d|d]; destruct (due_dec r v (b i)) as [d'|d']; try tauto; f_equal; apply IH; [|exact H].
    intros j. unfold update. rewrite !dot_add, !dot_scale, H, G, Y. ring. }
  apply Q. intros i. rewrite !dot_zero. ring.
Qed.

(* The dual form as an algorithm: it knows the labels and the inner products <x_j, x_i> only, and keeps a coefficient for each of n examples. *)
Section Dual.
Variables (product : nat -> nat -> R) (label : nat -> bool) (r : rule) (n : nat).
Definition sign_of (l : bool) : R := if l then 1 else -1.
Definition dual_score (alpha : nat -> R) (i : nat) : R := sign_of (label i) * sum_below n (fun j => alpha j * product j i).
Definition dual_due alpha i := if tie_is_due r (label i) then dual_score alpha i <= threshold r else dual_score alpha i < threshold r.
Definition dual_due_dec alpha i : {dual_due alpha i} + {~ dual_due alpha i}.
Proof. unfold dual_due. destruct (tie_is_due r (label i)); [apply Rle_dec|apply Rlt_dec]. Defined.
Definition raised (alpha : nat -> R) (i : nat) : nat -> R := fun j => if Nat.eq_dec j i then alpha j + step r * sign_of (label i) else alpha j.
(* The places of the updates of a run over the places of a list, and the last coefficients. *)
Fixpoint dual_run (alpha : nat -> R) (l : list nat) : list nat * (nat -> R) :=
  match l with
  | [] => ([], alpha)
  | i :: l => if dual_due_dec alpha i then let (us, last) := dual_run (raised alpha i) l in (i :: us, last) else dual_run alpha l
  end.

Lemma sum_raised (alpha f : nat -> R) i : (i < n)%nat ->
  sum_below n (fun j => raised alpha i j * f j) = sum_below n (fun j => alpha j * f j) + step r * sign_of (label i) * f i.
Proof.
  assert (Out : forall m, (m <= i)%nat -> sum_below m (fun j => raised alpha i j * f j) = sum_below m (fun j => alpha j * f j)).
  { induction m as [|m IH]; intros L; [reflexivity|]. cbn [sum_below]. rewrite IH by lia. unfold raised. destruct (Nat.eq_dec m i); [lia|reflexivity]. }
  induction n as [|m IH]; intros L; [lia|]. cbn [sum_below]. destruct (Nat.eq_dec m i) as [->|N].
  - rewrite Out by lia. unfold raised. destruct (Nat.eq_dec i i); [ring|contradiction].
  - rewrite IH by lia. unfold raised at 1. destruct (Nat.eq_dec m i); [contradiction|ring].
Qed.

Lemma dual_counts l : forall alpha j, snd (dual_run alpha l) j = alpha j + INR (count_occ Nat.eq_dec (fst (dual_run alpha l)) j) * (step r * sign_of (label j)).
Proof.
  induction l as [|i l IH]; intros alpha j; cbn [dual_run]; [simpl; ring|]. destruct (dual_due_dec alpha i) as [d|d]; [|apply IH].
  specialize (IH (raised alpha i) j). destruct (dual_run (raised alpha i) l) as [us last]. cbn [fst snd count_occ] in *. rewrite IH. unfold raised.
  destruct (Nat.eq_dec j i) as [E|N]; destruct (Nat.eq_dec i j) as [E'|N']; try congruence. rewrite S_INR, E. ring.
Qed.
End Dual.

(* C-B11: the dual form, which sees inner products only, updates at the same places as the loop over the vectors, and the vector of the loop is the sum of
   alpha_j x_j with the coefficients of the dual; alpha_j is eta y_j times the number of updates at place j. For every rule and order. *)
Theorem dual_is_the_loop (V : space) (ex : nat -> example V) (r : rule) (n : nat) (l : list nat) : (forall i, In i l -> (i < n)%nat) ->
  let (us, alpha) := dual_run (fun j i => dot (x (ex j)) (x (ex i))) (fun i => positive (ex i)) r n (fun _ => 0) l in
  map ex us = updates r zero (map ex l) /\
  (forall z, dot (run r zero (map ex l)) z = sum_below n (fun j => alpha j * dot (x (ex j)) z)) /\
  (forall j, alpha j = INR (count_occ Nat.eq_dec us j) * (step r * y (ex j))).
Proof.
  set (G := fun j i => dot (x (ex j)) (x (ex i))). set (label := fun i => positive (ex i)). intros I.
  assert (Q : forall l w alpha, (forall i, In i l -> (i < n)%nat) -> (forall z, dot w z = sum_below n (fun j => alpha j * dot (x (ex j)) z)) ->
    map ex (fst (dual_run G label r n alpha l)) = updates r w (map ex l) /\
    forall z, dot (run r w (map ex l)) z = sum_below n (fun j => snd (dual_run G label r n alpha l) j * dot (x (ex j)) z)).
  { clear l I. induction l as [|i l IH]; intros w alpha I W; [split; [reflexivity|exact W]|]. cbn [map dual_run updates run].
    assert (D : dual_due G label r n alpha i <-> due r w (ex i)) by (unfold dual_due, due, dual_score, score, G; rewrite W; reflexivity).
    destruct (dual_due_dec G label r n alpha i) as [d|d]; destruct (due_dec r w (ex i)) as [d'|d']; try tauto.
    - destruct (IH (update r w (ex i)) (raised label r alpha i)) as [P R].
      + intros j J. apply I. now right.
      + intros z. rewrite sum_raised by (apply I; now left). unfold update. rewrite dot_add, dot_scale, W. reflexivity.
      + destruct (dual_run G label r n (raised label r alpha i) l) as [us last]. cbn [fst snd map] in *. now rewrite P.
    - apply IH; [intros j J; apply I; now right|exact W]. }
  destruct (Q l zero (fun _ => 0) I) as [P R].
  { intros z. rewrite dot_zero. clear. induction n as [|m IH]; simpl; [reflexivity|]. rewrite <- IH. ring. }
  pose proof (dual_counts G label r n l (fun _ => 0)) as C. destruct (dual_run G label r n (fun _ => 0) l) as [us alpha]. cbn [fst snd] in *.
  split; [exact P|]. split; [exact R|]. intros j. rewrite C, Rplus_0_l. reflexivity.
Qed.
