(* Linearly independent vectors can be labelled in all ways. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Convergence.
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
