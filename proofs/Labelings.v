(* Linearly independent vectors can be labelled in all ways; more vectors than coordinates cannot. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Convergence Normalized Tight Offset.
Import ListNotations.
Local Open Scope R_scope.

Section Labelings.
Context {V : space}.
Implicit Types u v w r : V.
Implicit Types vs : list V.

(* Vectors are independent if only multipliers that are all 0 sum them to zero (a vector is zero if its inner products are all 0). *)
Definition independent (vs : list V) := forall l, length l = length vs -> (forall z, combination vs l z = 0) -> Forall (fun k => k = 0) l.
Fixpoint sum_of (vs : list V) (l : list R) : V := match vs, l with v :: vs, k :: l => add (sum_of vs l) (scale k v) | _, _ => zero end.
Fixpoint takes (u : V) (vs : list V) (ts : list R) : Prop := match vs, ts with v :: vs, t :: ts => dot u v = t /\ takes u vs ts | _, _ => True end.

Lemma dot_sum_of vs z : forall l, dot (sum_of vs l) z = combination vs l z.
Proof. induction vs as [|v vs IH]; intros [|k l]; simpl; rewrite ?dot_zero; try ring. rewrite dot_add, dot_scale, IH. ring. Qed.

Lemma takes_add vs u r k : forall ts, takes u vs ts -> Forall (fun v => dot r v = 0) vs -> takes (add u (scale k r)) vs ts.
Proof.
  induction vs as [|v vs IH]; intros [|t ts] T Z; simpl in *; auto. inversion Z; subst. destruct T as [T1 T2].
  split; [rewrite dot_add, dot_scale, H1; lra|now apply IH].
Qed.

Lemma takes_products v vs : forall u, takes u vs (map (dot v) vs) -> Forall (fun x => dot (add v (scale (-1) u)) x = 0) vs.
Proof.
  induction vs as [|x vs IH]; intros u T; constructor; destruct T as [T1 T2]; [|now apply IH]. rewrite dot_add, dot_scale, T1. ring.
Qed.

Lemma orthogonal_to_sum vs r : Forall (fun x => dot r x = 0) vs -> forall l, combination vs l r = 0.
Proof.
  induction 1 as [|x vs O F IH]; intros [|k l]; simpl; try reflexivity. rewrite IH, (dot_comm x r), O. ring.
Qed.

Lemma takes_alike u w : alike u w -> forall vs ts, takes u vs ts -> takes w vs ts.
Proof. intros A. induction vs as [|v vs IH]; intros [|t ts] T; simpl in *; auto. destruct T as [T1 T2]. split; [rewrite <- A; exact T1|now apply IH]. Qed.

(* C-B13: for linearly independent vectors x_1 to x_n and any numbers t_1 to t_n, so also any labels, some u has <u, x_i> = t_i for all i; it is a combination
   of the vectors. *)
Theorem every_labelling vs ts : independent vs -> length ts = length vs -> exists l, length l = length vs /\ takes (sum_of vs l) vs ts.
Proof.
  revert ts. induction vs as [|v vs IH]; intros [|t ts] I L; try discriminate; [exists []; split; reflexivity|]. simpl in L. injection L as L.
  assert (I' : independent vs).
  { intros l Ll Z. assert (F : Forall (fun k => k = 0) (0 :: l)) by (apply I; [simpl; lia|intros z; simpl; rewrite Z; ring]). now inversion F. }
  destruct (IH (map (dot v) vs) I' (map_length _ _)) as (c & Lc & Tc). destruct (IH ts I' L) as (l & Ll & Tl).
  set (r := add v (scale (-1) (sum_of vs c))). assert (O : Forall (fun x => dot r x = 0) vs) by (apply takes_products, Tc).
  assert (Z : forall l, dot r (sum_of vs l) = 0).
  { intros k. rewrite dot_comm, dot_sum_of. now apply orthogonal_to_sum. }
  assert (Rv : dot r v = dot r r) by (unfold r at 3; rewrite dot_add_r, dot_scale_r, Z; ring).
  assert (P : dot r r <> 0).
  { intros E. assert (F : Forall (fun k => k = 0) (1 :: map (Rmult (-1)) c)).
    { apply I; [simpl; rewrite map_length; lia|]. intros z. simpl. rewrite combination_scale. pose proof (cauchy_schwarz r z) as C. rewrite E in C.
      assert (Rz : dot r z = 0) by nra. unfold r in Rz. rewrite dot_add, dot_scale, dot_sum_of in Rz. lra. }
    inversion F. lra. }
  set (k := (t - dot (sum_of vs l) v) / dot r r).
  assert (A : forall cs ks a z, length cs = length vs -> length ks = length vs ->
    combination vs (map (fun p => fst p + a * snd p) (combine ks cs)) z = combination vs ks z + a * combination vs cs z).
  { clear. induction vs as [|x vs IH]; intros [|c cs] [|q ks] a z H1 H2; simpl in *; try discriminate; [ring|]. rewrite IH by lia. ring. }
  exists (k :: map (fun p => fst p + - k * snd p) (combine l c)). split; [simpl; rewrite map_length, combine_length; lia|].
  assert (E : forall z, dot (sum_of (v :: vs) (k :: map (fun p => fst p + - k * snd p) (combine l c))) z = dot (add (sum_of vs l) (scale k r)) z).
  { intros z. rewrite dot_sum_of. simpl. rewrite A by assumption. unfold r. rewrite !dot_add, !dot_scale, dot_add, dot_scale, !dot_sum_of. ring. }
  apply (takes_alike (add (sum_of vs l) (scale k r))); [intros z; symmetry; apply E|].
  split; [|now apply takes_add]. rewrite dot_add, dot_scale, Rv. unfold k. field. exact P.
Qed.
End Labelings.

(* More vectors than coordinates are dependent: multipliers that are not all 0 sum them to zero. *)
Lemma combination_all_zero (V : space) (vs : list V) z : combination vs (map (fun _ => 0) vs) z = 0.
Proof. induction vs as [|v vs IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

(* The sum of the last coordinates with the multipliers. *)
Lemma combination_last d (vs : list (nat -> R)) z : forall l,
  combination (V := coordinates (S d)) vs l z =
    combination (V := coordinates d) vs l z + z d * combination (V := coordinates (S d)) vs l (fun i => if Nat.eq_dec i d then 1 else 0).
Proof.
  assert (D : forall n v, (n <= d)%nat -> coordinate_dot n v (fun i => if Nat.eq_dec i d then 1 else 0) = 0).
  { induction n as [|n IH]; intros v L; [reflexivity|]. cbn [coordinate_dot]. rewrite IH by lia. destruct (Nat.eq_dec n d); [lia|ring]. }
  induction vs as [|v vs IH]; intros [|k l]; cbn [combination]; try ring. rewrite (IH l). cbn [dot coordinates coordinate_dot]. rewrite D by lia.
  destruct (Nat.eq_dec d d); [ring|contradiction].
Qed.

Lemma dependent d : forall vs : list (nat -> R), (d < length vs)%nat ->
  exists l, length l = length vs /\ Exists (fun k => k <> 0) l /\ forall z, combination (V := coordinates d) vs l z = 0.
Proof.
  induction d as [|d IH]; intros vs L.
  - destruct vs as [|v vs]; [simpl in L; lia|]. exists (1 :: map (fun _ => 0) vs). split; [simpl; now rewrite map_length|].
    split; [apply Exists_cons_hd; lra|]. intros z. cbn [combination]. rewrite combination_all_zero. simpl. ring.
  - assert (P : (exists a v b, vs = a ++ v :: b /\ v d <> 0) \/ forall v, In v vs -> v d = 0).
    { clear. induction vs as [|v vs [(a & w & b & E & N)|Z]]; [right; easy| |].
      - left. exists (v :: a), w, b. split; [now rewrite E|exact N].
      - destruct (Req_dec (v d) 0) as [Z0|N]; [right; intros w [<-|I]; auto|left; exists [], v, vs; split; [reflexivity|exact N]]. }
    assert (Last : forall (ws : list (nat -> R)) l, combination (V := coordinates (S d)) ws l (fun i => if Nat.eq_dec i d then 1 else 0) =
      fold_right (fun p s => snd p * fst p d + s) 0 (combine ws l)).
    { assert (D : forall n v, (n <= d)%nat -> coordinate_dot n v (fun i => if Nat.eq_dec i d then 1 else 0) = 0).
      { induction n as [|n IHn]; intros v Ln; [reflexivity|]. cbn [coordinate_dot]. rewrite IHn by lia. destruct (Nat.eq_dec n d); [lia|ring]. }
      induction ws as [|v ws IHw]; intros [|k l]; cbn [combination combine fold_right fst snd]; try reflexivity. rewrite IHw.
      cbn [dot coordinates coordinate_dot]. rewrite D by lia. destruct (Nat.eq_dec d d); [ring|contradiction]. }
    destruct P as [(a & v & b & E & N)|Z].
    + set (reduce := fun (w : nat -> R) => add (s := coordinates (S d)) w (scale (s := coordinates (S d)) (- (w d / v d)) v) : nat -> R).
      assert (R0 : forall w, reduce w d = 0) by (intros w; unfold reduce; cbn [add scale coordinates]; field; exact N).
      assert (Lr : (d < length (map reduce (a ++ b)))%nat) by (rewrite E, app_length in L; rewrite map_length, app_length; cbn [length] in L; lia).
      destruct (IH (map reduce (a ++ b)) Lr) as (l & Ll & X & C).
      rewrite map_length in Ll.
      (* The same multipliers for the others, and what was taken from them for v. *)
      set (h := fold_right (fun p s => snd p * - (fst p d / v d) + s) 0 (combine (a ++ b) l)).
      assert (C' : forall z, combination (V := coordinates (S d)) (map reduce (a ++ b)) l z = 0).
      { intros z. rewrite combination_last, C, Last.
        assert (Q : fold_right (fun p s => snd p * fst p d + s) 0 (combine (map reduce (a ++ b)) l) = 0); [|rewrite Q; ring].
        clear - R0. generalize (a ++ b). intros ws. revert l. induction ws as [|w ws IHw]; intros [|k l]; cbn [map combine fold_right fst snd]; try reflexivity.
        rewrite IHw, R0. ring. }
      assert (Sum : forall ws l z, combination (V := coordinates (S d)) (map reduce ws) l z =
        combination (V := coordinates (S d)) ws l z +
        fold_right (fun p s => snd p * - (fst p d / v d) + s) 0 (combine ws l) * dot (s := coordinates (S d)) v z).
      { clear. induction ws as [|w ws IHw]; intros [|k l] z; cbn [map combination combine fold_right fst snd]; try ring. rewrite IHw. unfold reduce.
        rewrite dot_add, dot_scale. ring. }
      exists (firstn (length a) l ++ h :: skipn (length a) l). rewrite E. rewrite app_length in Ll. split; [|split].
      * rewrite !app_length. cbn [length]. rewrite firstn_length, skipn_length. lia.
      * rewrite <- (firstn_skipn (length a) l) in X. apply Exists_app in X. apply Exists_app.
        destruct X as [X|X]; [now left|right; now apply Exists_cons_tl].
      * intros z. specialize (C' z). rewrite Sum in C'. fold h in C'.
        assert (App : forall (xs ys : list (nat -> R)) ks js, length ks = length xs ->
          combination (V := coordinates (S d)) (xs ++ ys) (ks ++ js) z =
            combination (V := coordinates (S d)) xs ks z + combination (V := coordinates (S d)) ys js z).
        { clear. induction xs as [|w xs IHx]; intros ys [|k ks] js Lk; try discriminate; cbn [app combination]; [ring|].
          rewrite IHx by (simpl in Lk; lia). ring. }
        rewrite App by (rewrite firstn_length; lia). cbn [combination].
        rewrite <- (firstn_skipn (length a) l) in C' at 1. rewrite App in C' by (rewrite firstn_length; lia). lra.
    + destruct (IH vs ltac:(lia)) as (l & Ll & X & C). exists l. split; [exact Ll|]. split; [exact X|]. intros z. rewrite combination_last, C, Last.
      assert (Q : fold_right (fun p s => snd p * fst p d + s) 0 (combine vs l) = 0); [|rewrite Q; ring]. clear - Z. revert l.
      induction vs as [|v vs IHv]; intros [|k l]; cbn [combine fold_right fst snd]; try reflexivity. rewrite IHv by (intros w I; apply Z; now right).
      rewrite (Z v) by now left. ring.
Qed.

(* Points of R^d with labels, as examples. *)
Definition labelled_points (d : nat) (vs : list (nat -> R)) (ls : list bool) : list (example (coordinates d)) :=
  map (fun p => Example (V := coordinates d) (fst p) (snd p)) (combine vs ls).

(* C-U2: more than d points of R^d are not shattered: some labelling of them, the signs of multipliers that sum them to zero, is not realized by any vector. *)
Theorem not_shattered d (vs : list (nat -> R)) : (d < length vs)%nat ->
  exists ls : list bool, length ls = length vs /\ ~ strictly_separable (labelled_points d vs ls).
Proof.
  intros L. destruct (dependent d vs L) as (l & Ll & X & C). exists (map (fun k => if Rlt_dec 0 k then true else false) l). split; [now rewrite map_length|].
  intros [u S]. unfold labelled_points in S. set (label := fun k : R => if Rlt_dec 0 k then true else false) in *.
  assert (G : forall (ws : list (nat -> R)) ks, length ks = length ws ->
    (forall e, In e (map (fun p => Example (V := coordinates d) (fst p) (snd p)) (combine ws (map label ks))) -> 0 < score u e) ->
    0 <= combination (V := coordinates d) ws ks u /\ (Exists (fun k => k <> 0) ks -> 0 < combination (V := coordinates d) ws ks u)).
  { clear S. induction ws as [|w ws IH]; intros [|k ks] Lk H; try discriminate; cbn [combination]; [split; [lra|intros E; inversion E]|].
    destruct (IH ks ltac:(simpl in Lk; lia) (fun e I => H e (or_intror I))) as [A B].
    pose proof (H _ (or_introl eq_refl)) as P. cbn [fst snd] in P. unfold score, y in P. cbn [positive x] in P. rewrite dot_comm in P.
    set (q := dot (s := coordinates d) w u) in *.
    assert (K : 0 <= k * q /\ (k <> 0 -> 0 < k * q)) by (unfold label in P; destruct (Rlt_dec 0 k); split; intros; nra).
    destruct K as [K1 K2]. split; [lra|]. intros E. inversion E; subst; [specialize (K2 H1)|specialize (B H1)]; lra. }
  destruct (G vs l Ll S) as [_ B]. specialize (B X). rewrite C in B. lra.
Qed.

Lemma labelled_in d vs ls e : In e (labelled_points d vs ls) -> exists i, (i < length vs)%nat /\ (i < length ls)%nat /\
  e = Example (V := coordinates d) (nth i vs (fun _ => 0)) (nth i ls true).
Proof.
  unfold labelled_points. revert ls. induction vs as [|v vs IH]; intros [|l ls] I; cbn [combine map] in I; try easy. destruct I as [<-|I].
  - exists 0%nat. repeat split; simpl; lia.
  - destruct (IH ls I) as (i & L & K & E). exists (S i). repeat split; simpl; try lia. exact E.
Qed.

Lemma unit_points d i : (i < d)%nat -> nth i (map unit_vector (seq 0 d)) (fun _ => 0) = unit_vector i.
Proof. intros L. rewrite (nth_indep _ (fun _ => 0) (unit_vector 0)), map_nth, seq_nth by (rewrite ?map_length, ?seq_length; lia). reflexivity. Qed.

(* C-U2: the VC dimension of half-spaces through 0 of R^d is d: the d unit vectors are shattered, and no d + 1 points are. *)
Theorem vc_dimension d :
  (forall ls, strictly_separable (labelled_points d (map unit_vector (seq 0 d)) ls)) /\
  (forall vs, length vs = S d -> exists ls, length ls = length vs /\ ~ strictly_separable (labelled_points d vs ls)).
Proof.
  split; [|intros vs L; apply not_shattered; lia]. intros ls. exists (fun i => if nth i ls true then 1 else -1). intros e I.
  apply labelled_in in I. destruct I as (i & L & _ & ->). rewrite map_length, seq_length in L. rewrite unit_points by exact L.
  unfold score, y. cbn [positive x]. rewrite dot_comm. cbn [dot coordinates]. rewrite dot_unit. destruct (lt_dec i d); [|lia].
  destruct (nth i ls true); lra.
Qed.

(* C-U3: the VC dimension of affine half-spaces of R^d is d + 1: the origin and the d unit vectors are shattered, and no d + 2 points are. *)
Theorem affine_vc_dimension d :
  (forall ls, affinely_separable (labelled_points d ((fun _ => 0) :: map unit_vector (seq 0 d)) ls)) /\
  (forall vs, length vs = S (S d) -> exists ls, length ls = length vs /\ ~ affinely_separable (labelled_points d vs ls)).
Proof.
  split.
  - intros ls. set (b := if nth 0 ls true then 1 else -1). exists (fun i => (if nth (S i) ls true then 1 else -1) - b), b. intros e I.
    apply labelled_in in I. destruct I as (i & L & _ & ->). cbn [length] in L. rewrite map_length, seq_length in L. unfold affine_score, y. cbn [positive x].
    destruct i as [|i].
    + cbn [nth]. rewrite (dot_zero_r (V := coordinates d) (fun i => (if nth (S i) ls true then 1 else -1) - b) :
        dot (s := coordinates d) _ (fun _ => 0) = 0). unfold b. destruct (nth 0 ls true); lra.
    + change (nth (S i) ((fun _ => 0) :: map unit_vector (seq 0 d)) (fun _ => 0)) with (nth i (map unit_vector (seq 0 d)) (fun _ => 0)).
      rewrite unit_points by lia. rewrite dot_comm. cbn [dot coordinates]. rewrite dot_unit. destruct (lt_dec i d); [|lia].
      destruct (nth (S i) ls true); lra.
  - intros vs L. set (lift := fun (k : R) (v : nat -> R) i => if Nat.eq_dec i d then k else v i).
    assert (D : forall n k h v w, (n <= d)%nat -> coordinate_dot n (lift k v) (lift h w) = coordinate_dot n v w).
    { induction n as [|n IH]; intros k h v w Ln; [reflexivity|]. cbn [coordinate_dot]. rewrite IH by lia. unfold lift.
      destruct (Nat.eq_dec n d); [lia|reflexivity]. }
    destruct (not_shattered (S d) (map (lift 1) vs) ltac:(rewrite map_length; lia)) as (ls & Ll & N). rewrite map_length in Ll. exists ls. split; [exact Ll|].
    intros (u & b & H). apply N. exists (lift b u). intros e I. apply labelled_in in I. destruct I as (i & Li & Lj & ->). rewrite map_length in Li.
    rewrite (nth_indep _ (fun _ => 0) (lift 1 (fun _ => 0))), map_nth by (rewrite map_length; exact Li).
    assert (J : In (Example (V := coordinates d) (nth i vs (fun _ => 0)) (nth i ls true)) (labelled_points d vs ls)).
    { unfold labelled_points. apply in_map_iff. exists (nth i vs (fun _ => 0), nth i ls true). split; [reflexivity|].
      rewrite <- combine_nth by lia. apply nth_In. rewrite combine_length. lia. }
    specialize (H _ J). unfold affine_score, score, y in *. cbn [positive x] in *. cbn [dot coordinates coordinate_dot] in *.
    rewrite D by lia. unfold lift at 1 2. destruct (Nat.eq_dec d d); [|contradiction]. rewrite Rmult_1_r. exact H.
Qed.
