(* The checker of certificates: what it reads, what it claims about real vectors, and how it decides. CheckerProof.v proves that it claims nothing false.
   A reader must trust the first half of this file, the definitions of Space.v and Normalized.v that it uses (space, example, score, rule, due, update, after,
   each_is_due, updates, passes, within, margin_at_least; coordinates), and reading.ml, certificate.ml and perceptron_check.ml, which read the two files. *)
From Coq Require Import Reals List ZArith Bool.
From Proofs Require Import Space Normalized.
Import ListNotations.

(* A fraction is a whole number over a positive one. An example is a list of whole numbers, over one common denominator, and a label. `tie_due` says for each
   label whether an example whose score is the threshold is due; `with_threshold`, which Decide.v alone reads, whether the rule is named margin-perceptron. *)
Definition fraction := (Z * Z)%type.
Record certificate := Certificate {
  dimension : nat;
  denominator : Z;
  sample : list (list Z * bool);
  with_threshold : bool;
  tie_due : bool -> bool;
  tau : fraction;
  eta : fraction;
  cyclic : bool;
  listed : list nat;
  separator : list Z;
  multipliers : list Z;
  margin_squared : fraction;
  radius_squared : fraction }.

Section Claims.
Local Open Scope R_scope.
Variable c : certificate.
Definition value (q : fraction) : R := IZR (fst q) / IZR (snd q).
Definition space_of : space := coordinates (dimension c).
Definition vector_of (k : R) (l : list Z) : space_of := fun i => k * IZR (nth i l 0%Z).
Definition example_of (e : list Z * bool) : example space_of := Example (V := space_of) (vector_of (/ IZR (denominator c)) (fst e)) (snd e).
Definition examples_of : list (example space_of) := map example_of (sample c).
Definition rule_of : rule := Rule (value (tau c)) (value (eta c)) (tie_due c).
Definition updates_of : list (example space_of) := map (fun i => example_of (nth i (sample c) ([], true))) (listed c).

(* What an accepted certificate says, about real vectors:
   the listed places are places of the sample; each listed update was due when it was made; if the order is cyclic, these are the updates of the run
   over some number of passes; after the last one no example is due (the end is a clean pass); the separator attains the stated margin, and no vector
   has a larger one; the stated radius is the largest length; and the number of updates times the margin squared is at most R^2 + 2 tau/eta. *)
Definition true_certificate : Prop :=
  let zero := @zero space_of in
  let es := examples_of in let r := rule_of in let us := updates_of in
  let u := vector_of 1 (separator c) in let g2 := value (margin_squared c) in let r2 := value (radius_squared c) in
  (forall i, In i (listed c) -> (i < length (sample c))%nat) /\
  each_is_due r zero us /\
  (cyclic c = true -> exists p, us = updates r zero (passes p es)) /\
  (forall e, In e es -> ~ due r (after r zero us) e) /\
  (exists g, 0 < g /\ margin_at_least g u es /\ g * g = g2 * dot u u) /\
  (forall (v : space_of) h, 0 <= h -> margin_at_least h v es -> h * h <= g2 * dot v v) /\
  (within r2 es /\ exists e, In e es /\ dot (x e) (x e) = r2) /\
  INR (length us) * g2 <= r2 + 2 * value (tau c) / value (eta c).
End Claims.

(* How it decides, in whole numbers. The vector is kept as w/(step) times the denominator: the sum of y x over the updates. *)
Section Decision.
Local Open Scope Z_scope.
Fixpoint zdot (a b : list Z) : Z := match a, b with x :: a, y :: b => x * y + zdot a b | _, _ => 0 end.
Fixpoint zadd (k : Z) (a b : list Z) : list Z := match a, b with x :: a, y :: b => (x + k * y) :: zadd k a b | _, _ => [] end.
Definition sign (l : bool) : Z := if l then 1 else -1.
Definition zscore w (e : list Z * bool) : Z := sign (snd e) * zdot w (fst e).
Definition zstep w (e : list Z * bool) := zadd (sign (snd e)) w (fst e).

Variable c : certificate.
(* y <w, x> against the threshold, after multiplying by the denominators. *)
Definition zdue w e : bool :=
  let s := fst (eta c) * snd (tau c) * zscore w e in
  let t := fst (tau c) * snd (eta c) * (denominator c * denominator c) in
  if tie_due c (snd e) then s <=? t else s <? t.
(* Functions over updates or examples call themselves last, so that a million of them need no deep stack. *)
(* The places of the updates of a pass, before those of earlier passes, the last one first; and the vector after it. *)
Fixpoint zpass (i : nat) w (es : list (list Z * bool)) (before : list nat) : list nat * list Z :=
  match es with
  | [] => (before, w)
  | e :: es => if zdue w e then zpass (S i) (zstep w e) es (i :: before) else zpass (S i) w es before
  end.
Definition at_rest w : bool := forallb (fun e => negb (zdue w e)) (sample c).
(* The same over passes until no example is due; nothing if the fuel does not suffice. *)
Fixpoint replay (fuel : nat) w (before : list nat) : option (list nat * list Z) :=
  match fuel with
  | O => None
  | S fuel => if at_rest w then Some (before, w) else let (us, v) := zpass 0 w (sample c) before in replay fuel v us
  end.
(* The vector after the listed updates, if each was due when it was made. *)
Fixpoint follow w (places : list nat) : option (list Z) :=
  match places with
  | [] => Some w
  | i :: places => match nth_error (sample c) i with Some e => if zdue w e then follow (zstep w e) places else None | None => None end
  end.
Fixpoint hull (es : list (list Z * bool)) (ls : list Z) (acc : list Z) : list Z :=
  match es, ls with e :: es, l :: ls => hull es ls (zadd (l * sign (snd e)) acc (fst e)) | _, _ => acc end.
Definition least {A} (f : A -> Z) (l : list A) : Z := match l with [] => 0 | a :: l => fold_left (fun z a => Z.min z (f a)) l (f a) end.
Definition most {A} (f : A -> Z) (l : list A) : Z := match l with [] => 0 | a :: l => fold_left (fun z a => Z.max z (f a)) l (f a) end.
Definition count {A} (l : list A) : nat := fold_left (fun n _ => S n) l O.
Fixpoint same_places (a b : list nat) : bool :=
  match a, b with [], [] => true | i :: a, j :: b => if Nat.eqb i j then same_places a b else false | _, _ => false end.

Definition well_formed : bool :=
  match sample c with [] => false | _ => true end && forallb (fun e => Nat.eqb (length (fst e)) (dimension c)) (sample c) &&
  Nat.eqb (length (separator c)) (dimension c) && Nat.eqb (count (multipliers c)) (count (sample c)) && forallb (fun l => 0 <=? l) (multipliers c) &&
  (0 <? denominator c) && (0 <=? fst (tau c)) && (0 <? snd (tau c)) && (0 <? fst (eta c)) && (0 <? snd (eta c)) &&
  (0 <? snd (margin_squared c)) && (0 <? snd (radius_squared c)).
Definition origin : list Z := repeat 0 (dimension c).
Definition right_run : bool :=
  match follow origin (listed c) with
  | None => false
  | Some w =>
    at_rest w &&
    (negb (cyclic c) || match replay (S (count (listed c))) origin [] with Some (us, _) => same_places (rev_append us []) (listed c) | None => false end)
  end.
Definition right_margin : bool :=
  let m := least (zscore (separator c)) (sample c) in
  let uu := zdot (separator c) (separator c) in
  let p := hull (sample c) (multipliers c) origin in
  let sum := fold_left Z.add (multipliers c) 0 in
  (0 <? m) && (0 <? sum) && (m * m * (sum * sum) =? uu * zdot p p) &&
  (m * m * snd (margin_squared c) =? fst (margin_squared c) * (denominator c * denominator c * uu)).
Definition right_radius : bool :=
  most (fun e => zdot (fst e) (fst e)) (sample c) * snd (radius_squared c) =? fst (radius_squared c) * (denominator c * denominator c).
Definition accepts : bool := well_formed && right_run && right_margin && right_radius.
(* For messages: which part refuses. *)
Definition verdicts : list bool := [well_formed; right_run; right_margin; right_radius].
End Decision.
