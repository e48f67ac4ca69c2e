(* When runs end: strict separability, cyclic order, Gordan's alternative, and what is true of the last vector. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron.
Import ListNotations.
Local Open Scope R_scope.

Section Convergence.
Context {V : space}.
Implicit Types u v w : V.
Implicit Types us es : list (example V).

(* Finitely many strictly separated examples have a positive margin and a finite radius. *)
Lemma margin_of_list u es : separates u es -> exists g, 0 < g /\ margin_at_least g u es.
Proof.
  induction es as [|e es IH]; intros H; [exists 1; split; [lra|easy]|].
  destruct (IH (fun f h => H f (or_intror h))) as (g & G & M). exists (Rmin g (score u e)).
  pose proof (H e (or_introl eq_refl)). split; [now apply Rmin_pos|]. intros f [<-|I]; [apply Rmin_r|].
  specialize (M f I). pose proof (Rmin_l g (score u e)). lra.
Qed.

Lemma radius_of_list es : exists r2, 0 <= r2 /\ within r2 es.
Proof.
  induction es as [|e es (r2 & P & W)]; [exists 0; split; [lra|easy]|].
  exists (Rmax r2 (dot (x e) (x e))). pose proof (Rmax_l r2 (dot (x e) (x e))). split; [lra|].
  intros f [<-|I]; [apply Rmax_r|]. specialize (W f I). lra.
Qed.

Lemma natural_above (k : R) : exists n : nat, k < INR n.
Proof.
  destruct (archimed (Rabs k)) as [A _]. exists (Z.to_nat (up (Rabs k))). pose proof (Rle_abs k). pose proof (Rabs_pos k).
  rewrite INR_IZR_INZ, Z2Nat.id; [lra|]. apply le_IZR. lra.
Qed.

(* C-B7: on strictly separable examples there is a number that no sequence of updates exceeds, whatever example that is due is chosen each time.
   For every rule with threshold >= 0 and step > 0, so for the perceptron and the margin perceptron. *)
Theorem finitely_many (r : rule) es : 0 <= threshold r -> 0 < step r -> strictly_separable es ->
  exists n : nat, forall us, (forall e, In e us -> In e es) -> each_is_due r zero us -> (length us <= n)%nat.
Proof.
  intros T S [u H]. destruct (margin_of_list u es H) as (g & G & M). destruct (radius_of_list es) as (r2 & P & W).
  destruct (natural_above (dot u u * (r2 + 2 * threshold r / step r) / (g * g))) as [n N]. exists n. intros us I D.
  pose proof (bound r g r2 u us T S G P (fun e h => W e (I e h)) (fun e h => M e (I e h)) D) as B.
  apply INR_le. apply Rlt_le. eapply Rle_lt_trans; [|exact N].
  set (k := r2 + 2 * threshold r / step r) in *. apply Rmult_le_reg_r with (g * g); [nra|].
  replace (dot u u * k / (g * g) * (g * g)) with (dot u u * k) by (field; lra). exact B.
Qed.

Lemma after_app (r : rule) us vs : forall w, after r w (us ++ vs) = after r (after r w us) vs.
Proof. induction us; intros; simpl; auto. Qed.

Lemma each_is_due_app (r : rule) us e : forall w, each_is_due r w us -> due r (after r w us) e -> each_is_due r w (us ++ [e]).
Proof. induction us; intros w Q D; simpl in *; [auto|]. destruct Q. auto. Qed.

(* C-B7: Theorem 2.1(a). No infinite sequence of choices exists: for every way to choose an example at each time, some chosen one is not due. *)
Theorem terminates (r : rule) es (choice : nat -> example V) : 0 <= threshold r -> 0 < step r -> strictly_separable es -> (forall t, In (choice t) es) ->
  exists t, ~ due r (after r zero (map choice (seq 0 t))) (choice t).
Proof.
  intros T S H I. destruct (finitely_many r es T S H) as [n N].
  assert (C : forall t, (exists s, (s < t)%nat /\ ~ due r (after r zero (map choice (seq 0 s))) (choice s)) \/ each_is_due r zero (map choice (seq 0 t))).
  { induction t as [|t [(s & L & Q)|IH]]; [right; exact Logic.I|left; exists s; split; [lia|exact Q]|].
    destruct (due_dec r (after r zero (map choice (seq 0 t))) (choice t)) as [d|d]; [right|left; exists t; split; [lia|exact d]].
    rewrite seq_S, map_app. now apply each_is_due_app. }
  destruct (C (Datatypes.S n)) as [(s & _ & Q)|Q]; [now exists s|]. exfalso.
  assert (L : (length (map choice (seq 0 (Datatypes.S n))) <= n)%nat).
  { apply N; [|exact Q]. intros e E. apply in_map_iff in E. destruct E as (t & <- & _). apply I. }
  rewrite map_length, seq_length in L. lia.
Qed.

Lemma dirty_passes (r : rule) es k : forall w, (forall j, (j < k)%nat -> updates r (run r w (passes j es)) es <> []) ->
  (k <= length (updates r w (passes k es)))%nat.
Proof.
  induction k as [|k IH]; intros w H; simpl; [lia|]. rewrite updates_app, app_length.
  assert (A : updates r w es <> []) by exact (H 0%nat ltac:(lia)).
  assert (k <= length (updates r (run r w es) (passes k es)))%nat.
  { apply IH. intros j L. specialize (H (S j) ltac:(lia)). simpl in H. now rewrite run_app in H. }
  destruct (updates r w es); [congruence|]. simpl. lia.
Qed.

(* If the number of updates over k passes is below k, one of these passes made no update. *)
Lemma clean_pass (r : rule) es k : (length (updates r zero (passes k es)) < k)%nat ->
  exists j, (j < k)%nat /\ updates r (run r zero (passes j es)) es = [].
Proof.
  intros L. destruct (Exists_dec (fun j => updates r (run r zero (passes j es)) es = []) (seq 0 k)) as [E|E].
  - intros j. destruct (updates r (run r zero (passes j es)) es); [now left|now right].
  - apply Exists_exists in E. destruct E as (j & S & Z). apply in_seq in S. exists j. split; [lia|exact Z].
  - exfalso. pose proof (dirty_passes r es k zero) as D. assert (k <= length (updates r zero (passes k es)))%nat; [|lia].
    apply D. intros j J Z. apply E, Exists_exists. exists j. split; [apply in_seq; lia|exact Z].
Qed.

(* C-M7, C-H7: in cyclic order on strictly separable examples some pass is clean: it makes no update. For every rule with threshold >= 0 and step > 0. *)
Theorem cyclic_order_ends (r : rule) es : 0 <= threshold r -> 0 < step r -> strictly_separable es ->
  exists j, updates r (run r zero (passes j es)) es = [].
Proof.
  intros T S H. destruct (finitely_many r es T S H) as [n N].
  destruct (clean_pass r es (Datatypes.S n)) as (j & _ & J); [|now exists j].
  apply Nat.lt_succ_r, N; [|apply updates_due]. intros e I. apply updates_in in I. eapply passes_in, I.
Qed.

(* C-M7, C-B8: the clean pass is among the first k passes as soon as k > (R/g)^2. Perceptron; u is a unit vector with margin at least g > 0. *)
Theorem clean_pass_by (g R : R) u k es : 0 < g -> 0 <= R -> dot u u = 1 -> within (R * R) es -> margin_at_least g u es -> (R / g) * (R / g) < INR k ->
  exists j, (j < k)%nat /\ updates perceptron (run perceptron zero (passes j es)) es = [].
Proof.
  intros Hg HR U W M K. apply clean_pass. apply INR_lt. eapply Rle_lt_trans; [|exact K].
  apply (online_mistakes g R u); auto; intros e I; [apply W|apply M]; eapply passes_in, I.
Qed.

(* C-H7: after a clean pass no example is due: no update is left, and every example has y <w, x> >= tau. For every rule. *)
Theorem no_updates_left (r : rule) es w : updates r w es = [] -> (forall e, In e es -> ~ due r w e) /\ margin_at_least (threshold r) w es.
Proof.
  intros H. destruct (quiet_pass r es w H) as [_ Q]. split; [exact Q|]. intros e I. now apply (not_due_score r), Q.
Qed.

Lemma clean_pass_separates (r : rule) es w : due_or_separated r -> updates r w es = [] -> separates w es.
Proof. intros D H e I. apply (not_due_separated r w e D). now apply (proj1 (no_updates_left r es w H)). Qed.

(* C-U11, C-M4: after a clean pass every example has y <w, x> > 0, so the training error is 0, if ties are due or the threshold is above 0. For every
   threshold tau >= 0 the score is not below 0, and it is 0 only on a tie that is not due; so no error is left if a tie that counts as an error is due. *)
Theorem no_training_errors (r : rule) es w : 0 <= threshold r -> updates r w es = [] ->
  (due_or_separated r -> separates w es) /\
  (forall e, In e es -> 0 < score w e \/ (score w e = 0 /\ threshold r = 0 /\ tie_is_due r (positive e) = false)).
Proof.
  intros T H. split; [intros D; now apply (clean_pass_separates r)|]. intros e I. pose proof (proj1 (no_updates_left r es w H) e I) as Q. unfold due in Q.
  destruct (Rle_lt_dec (score w e) 0) as [L|L]; [right|now left]. destruct (tie_is_due r (positive e)); repeat split; lra.
Qed.

(* C-M8, C-H18: on examples that are not strictly separable every pass, at every vector, makes an update, so no run ends.
   For thresholds >= 0; at threshold 0 a tie must count as a mistake. *)
Theorem never_ends (r : rule) es w : due_or_separated r -> ~ strictly_separable es -> updates r w es <> [].
Proof. intros D H Z. apply H. exists w. exact (clean_pass_separates r es w D Z). Qed.

(* C-B6, C-B7, C-M8, C-H18: in cyclic order a clean pass comes exactly if the examples are strictly separable. For thresholds >= 0 (at 0 a tie must count
   as a mistake) and steps > 0. *)
Theorem ends_iff_separable (r : rule) es : due_or_separated r -> 0 < step r ->
  (exists j, updates r (run r zero (passes j es)) es = []) <-> strictly_separable es.
Proof.
  intros D S. split; [|apply cyclic_order_ends; [apply D|exact S]]. intros [j J]. exists (run r zero (passes j es)). exact (clean_pass_separates r es _ D J).
Qed.

(* C-M8, C-H18: a run that makes updates and comes back to a vector it had is a proof that nothing separates the examples strictly: the examples updated on,
   each counted as often as it was, sum to zero. For steps > 0, whatever the order and the threshold. *)
Theorem returns_only_if_not_separable (r : rule) es w us : 0 < step r -> us <> [] -> (forall e, In e us -> In e es) -> alike (after r w us) w ->
  (forall z, fold_right (fun e s => y e * dot (x e) z + s) 0 us = 0) /\ ~ strictly_separable es.
Proof.
  intros S N I A. assert (E : forall us w z, dot (after r w us) z = dot w z + step r * fold_right (fun e s => y e * dot (x e) z + s) 0 us).
  { clear. induction us as [|e us IH]; intros w z; cbn [after fold_right]; [ring|]. rewrite IH. unfold update. rewrite dot_add, dot_scale. ring. }
  assert (Z : forall z, fold_right (fun e s => y e * dot (x e) z + s) 0 us = 0).
  { intros z. specialize (E us w z). rewrite A in E. apply Rmult_eq_reg_l with (step r); lra. }
  split; [exact Z|]. intros [u H]. specialize (Z u). destruct us as [|e us]; [congruence|]. cbn [fold_right] in Z.
  assert (P : 0 <= fold_right (fun e s => y e * dot (x e) u + s) 0 us).
  { assert (J : forall f, In f us -> In f es) by (intros f F; apply I; now right). clear - H J. induction us as [|f us IH]; simpl; [lra|].
    specialize (IH (fun g G => J g (or_intror G))). specialize (H f (J f (or_introl eq_refl))). unfold score in H. rewrite dot_comm in H. lra. }
  specialize (H e (I e (or_introl eq_refl))). unfold score in H. rewrite dot_comm in H. lra.
Qed.

(* X1: a set of vectors that contains 0 and that no update leaves contains the vector after every sequence of updates, separable or not; so the list of such
   a set is a proof that the vector stays in it. *)
Theorem stays_in_closed_set (r : rule) es (inside : V -> Prop) us : inside zero ->
  (forall w e, In e es -> inside w -> due r w e -> inside (update r w e)) ->
  (forall e, In e us -> In e es) -> each_is_due r zero us -> inside (after r zero us).
Proof.
  intros Z C. revert Z. generalize (@zero V) as w. induction us as [|e us IH]; intros w Z I D; [exact Z|]. destruct D as [D1 D2]. cbn [after].
  apply IH; [apply C; [apply I; now left|exact Z|exact D1]|intros f F; apply I; now right|exact D2].
Qed.

(* The sum of l_i <v_i, z> over a list of vectors and its multipliers. *)
Fixpoint combination (vs : list V) (l : list R) (z : V) : R := match vs, l with v :: vs, k :: l => k * dot v z + combination vs l z | _, _ => 0 end.
(* Multipliers that are nowhere negative and not all 0, with which the vectors sum to the zero vector: all inner products of the sum are 0. *)
Definition gordan_multipliers (vs : list V) (l : list R) :=
  length l = length vs /\ Forall (fun k => 0 <= k) l /\ Exists (fun k => 0 < k) l /\ forall z, combination vs l z = 0.

Lemma combination_pos u vs : (forall v, In v vs -> 0 < dot v u) -> forall l, length l = length vs -> Forall (fun k => 0 <= k) l ->
  0 <= combination vs l u /\ (Exists (fun k => 0 < k) l -> 0 < combination vs l u).
Proof.
  induction vs as [|v vs IH]; intros P [|k l] L N; try discriminate; simpl; [split; [lra|intros E; inversion E]|].
  inversion N; subst. destruct (IH (fun v' h => P v' (or_intror h)) l ltac:(simpl in L; lia) H2) as [A B].
  pose proof (P v (or_introl eq_refl)). split; [nra|]. intros E. inversion E; subst; [nra|]. specialize (B H3). nra.
Qed.

Lemma combination_shift c v vs u l z : length l = length vs ->
  combination (map (fun w => add (scale c w) (scale (dot u w) v)) vs) l z = c * combination vs l z + combination vs l u * dot v z.
Proof.
  revert l. induction vs as [|w vs IH]; intros [|k l] L; try discriminate; simpl; [ring|].
  rewrite IH by (simpl in L; lia). rewrite dot_add, !dot_scale, (dot_comm u w). ring.
Qed.

Lemma combination_scale c vs l z : combination vs (map (Rmult c) l) z = c * combination vs l z.
Proof. revert l. induction vs as [|w vs IH]; intros [|k l]; simpl; try ring. rewrite IH. ring. Qed.

(* A number between finitely many lower limits and one upper limit. *)
Lemma strictly_between (A : Type) (f : A -> R) (l : list A) h : (forall a, In a l -> f a < h) -> exists s, s < h /\ forall a, In a l -> f a < s.
Proof.
  induction l as [|a l IH]; intros H; [exists (h - 1); split; [lra|easy]|].
  destruct (IH (fun b i => H b (or_intror i))) as (s & S & Q). pose proof (H a (or_introl eq_refl)).
  exists ((Rmax s (f a) + h) / 2). pose proof (Rmax_l s (f a)). pose proof (Rmax_r s (f a)).
  assert (Rmax s (f a) < h) by now apply Rmax_lub_lt. split; [lra|]. intros b [<-|I]; [lra|]. specialize (Q b I). lra.
Qed.

Lemma between (A : Type) (f : A -> R) (l : list A) : exists s, forall a, In a l -> f a < s.
Proof.
  induction l as [|a l (s & Q)]; [exists 0; easy|]. exists (Rmax s (f a + 1)). pose proof (Rmax_l s (f a + 1)). pose proof (Rmax_r s (f a + 1)).
  intros b [<-|I]; [lra|]. specialize (Q b I). lra.
Qed.

Lemma gordan_vectors vs : (exists u, forall v, In v vs -> 0 < dot v u) \/ (exists l, gordan_multipliers vs l).
Proof.
  remember (length vs) as n eqn:Hn. revert vs Hn. induction n as [|n IH]; intros [|v vs] Hn; try discriminate.
  - left. exists zero. easy.
  - injection Hn as Hn. destruct (IH vs Hn) as [[u U]|(l & L & N & P & Z)].
    2:{ right. exists (0 :: l). split; [simpl; lia|]. split; [constructor; [lra|exact N]|]. split; [now apply Exists_cons_tl|].
        intros z. simpl. rewrite Z. ring. }
    destruct vs as [|w0 vs'].
    { destruct (Rlt_le_dec 0 (dot v v)) as [P|P]; [left; exists v; intros w [<-|[]]; exact P|].
      right. exists [1]. split; [reflexivity|]. split; [repeat constructor; lra|]. split; [apply Exists_cons_hd; lra|].
      intros z. simpl. pose proof (cauchy_schwarz v z). pose proof (dot_pos v). pose proof (dot_pos z).
      assert (E : dot v v = 0) by lra. rewrite E in *. nra. }
    set (vs := w0 :: vs') in *.
    destruct (Rlt_le_dec 0 (dot v u)) as [Q|Q]; [left; exists u; intros w [<-|I]; auto|].
    set (c := - dot v u). set (ws := map (fun w => add (scale c w) (scale (dot u w) v)) vs).
    destruct (IH ws ltac:(unfold ws; now rewrite map_length)) as [[u' U']|(l & L & N & P & Z)].
    + assert (G : forall w, In w vs -> - (dot v u' * dot w u) < c * dot w u').
      { intros w I. assert (J : In (add (scale c w) (scale (dot u w) v)) ws) by (apply in_map_iff; eauto).
        specialize (U' _ J). rewrite dot_add, !dot_scale, (dot_comm u w) in U'. nra. }
      assert (E : exists s, s * c < dot v u' /\ forall w, In w vs -> - dot w u' / dot w u < s).
      { destruct (Req_dec c 0) as [C|C].
        - destruct (between V (fun w => - dot w u' / dot w u) vs) as (s & S). exists s. split; [|exact S].
          specialize (G w0 (or_introl eq_refl)). specialize (U w0 (or_introl eq_refl)). rewrite C in *. nra.
        - assert (C' : 0 < c) by (unfold c in *; lra).
          destruct (strictly_between V (fun w => - dot w u' / dot w u) vs (dot v u' / c)) as (s & S & T).
          + intros w I. specialize (G w I). specialize (U w I). apply Rmult_lt_reg_r with (dot w u * c); [nra|].
            replace (- dot w u' / dot w u * (dot w u * c)) with (- (c * dot w u')) by (field; lra).
            replace (dot v u' / c * (dot w u * c)) with (dot v u' * dot w u) by (field; lra). lra.
          + exists s. split; [|exact T]. apply Rmult_lt_compat_r with (r := c) in S; [|exact C'].
            replace (dot v u' / c * c) with (dot v u') in S by (field; lra). lra. }
      destruct E as (s & S & T). left. exists (add u' (scale s u)). intros w [<-|I]; rewrite dot_add_r, dot_scale_r; [unfold c in S; lra|].
      specialize (U w I). specialize (T w I). apply Rmult_lt_compat_r with (r := dot w u) in T; [|exact U].
      replace (- dot w u' / dot w u * dot w u) with (- dot w u') in T by (field; lra). lra.
    + right. assert (L' : length l = length vs) by (unfold ws in L; now rewrite map_length in L).
      destruct (combination_pos u vs U l L' N) as [A B]. specialize (B P).
      exists (combination vs l u :: map (Rmult c) l). split; [cbn [length]; rewrite map_length; f_equal; exact L'|].
        split; [|split; [now apply Exists_cons_hd|]].
      * constructor; [lra|]. apply Forall_map. eapply Forall_impl; [|exact N]. intros k K. apply Rmult_le_pos; [unfold c; lra|exact K].
      * intros z. specialize (Z z). unfold ws in Z. rewrite combination_shift in Z by exact L'.
        change (combination vs l u * dot v z + combination vs (map (Rmult c) l) z = 0). rewrite combination_scale. lra.
Qed.

(* The signed example y x. *)
Definition signed (e : example V) : V := scale (y e) (x e).

(* C-M3, C-M8: Gordan's alternative. Of any finitely many examples exactly one is true: some vector separates them strictly,
   or multipliers, nowhere negative and not all 0, sum the signed examples y x to zero. *)
Theorem gordan es : (strictly_separable es \/ exists l, gordan_multipliers (map signed es) l) /\
  ~ (strictly_separable es /\ exists l, gordan_multipliers (map signed es) l).
Proof.
  assert (S : forall u, separates u es <-> forall v, In v (map signed es) -> 0 < dot v u).
  { intros u. split.
    - intros H v I. apply in_map_iff in I. destruct I as (e & <- & I). unfold signed. rewrite dot_scale, (dot_comm (x e)). now apply H.
    - intros H e I. specialize (H _ (in_map signed _ _ I)). unfold signed in H. now rewrite dot_scale, dot_comm in H. }
  split.
  - destruct (gordan_vectors (map signed es)) as [[u U]|M]; [left; exists u; now apply S|now right].
  - intros [[u U] (l & L & N & P & Z)]. destruct (combination_pos u (map signed es) (proj1 (S u) U) l L N) as [_ B]. specialize (B P). rewrite Z in B. lra.
Qed.

(* C-M8, X1: with Gordan's multipliers every pass of the perceptron (a tie is a mistake) makes a mistake, at every vector. *)
Theorem multipliers_never_end es l w : gordan_multipliers (map signed es) l -> updates perceptron w es <> [].
Proof.
  intros G. apply never_ends; [apply perceptron_separates|]. intros S. apply (proj2 (gordan es)). split; [exact S|now exists l].
Qed.
End Convergence.
