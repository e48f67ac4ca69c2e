(* The decidable parts of theorems that entries of theorems/ name: premises, observed numbers and limits of one run, computed in fractions.
   DecideProof.v proves that whenever the premises are decided to be true, the observed number is within the limit.
   The names of premises and entries are those of the files in theorems/. *)
From Coq Require Import List ZArith Bool.
From Proofs Require Import Checker.
Import ListNotations.
Local Open Scope Z_scope.

(* Each entry with the theorem that it names in theorems/; scripts/check-proofs reads these comments. *)
Inductive entry :=
  | online_mistake_bound (* online-mistake-bound = Perceptron.novikoff *)
  | margin_mistake_bound (* margin-mistake-bound = Perceptron.margin_mistakes *)
  | margin_mistake_bound_of_any_radius (* margin-mistake-bound of any radius = Perceptron.margin_mistakes *)
  | distinct_mistakes_bound (* distinct-mistakes-bound = Perceptron.margin_mistakes *)
  | offset_mistake_bound (* offset-mistake-bound = Offset.offset_bound_any_length *)
  | plane_mistake_bound (* plane-mistake-bound = Plane.plane_mistake_bound *)
  | output_norm_at_most (* output-norm-at-most = Perceptron.norm_growth *)
  | output_margin_bound (* output-margin-bound = Perceptron.output_margin *).
Inductive premise := rule_perceptron | rule_margin_perceptron | perceptron_rule | positive_margin | within_the_unit_ball | offset | in_a_plane
  | sum_of_updates | ran_to_clean_pass.

(* The premises of each theorem. If one of them is left out, the proof in DecideProof.v fails. *)
Definition premises (t : entry) : list premise :=
  match t with
  | online_mistake_bound => [rule_perceptron; positive_margin]
  | margin_mistake_bound => [rule_margin_perceptron; positive_margin; within_the_unit_ball]
  | margin_mistake_bound_of_any_radius => [rule_margin_perceptron; positive_margin]
  | distinct_mistakes_bound => [perceptron_rule; positive_margin]
  | offset_mistake_bound => [rule_perceptron; offset; positive_margin]
  | plane_mistake_bound => [rule_perceptron; positive_margin; in_a_plane]
  | output_norm_at_most => [perceptron_rule; sum_of_updates]
  | output_margin_bound => [rule_margin_perceptron; ran_to_clean_pass; sum_of_updates; positive_margin]
  end.

Section Decide.
Variable c : certificate.
Notation D := (denominator c).

(* The run again: in cyclic order by passes up to a clean one; otherwise by the listed updates, each of which must be due when it is made. *)
Definition run_again : option (list nat * list Z) :=
  if cyclic c then match replay c (S (count (listed c))) (origin c) [] with Some (us, w) => Some (rev_append us [], w) | None => None end
  else match follow c (origin c) (listed c) with Some w => Some (listed c, w) | None => None end.

Definition margin_number : Z := least (zscore (separator c)) (sample c).
Definition separator_square : Z := zdot (separator c) (separator c).
Definition radius_number : Z := most (fun e => zdot (fst e) (fst e)) (sample c).
Definition constant : Z := match sample c with e :: _ => nth (pred (dimension c)) (fst e) 0 | [] => 0 end.
(* The largest squared length without the constant feature. *)
Definition radius_without : Z := most (fun e => zdot (fst e) (fst e) - constant * constant) (sample c).
(* All examples are combinations of two vectors: a, the first example that is not 0, and n, the first part of an example across a that is not 0. *)
Definition zscale (k : Z) (a : list Z) : list Z := map (Z.mul k) a.
Definition not_null (a : list Z) : bool := negb (zdot a a =? 0).
Definition square_or_1 (a : list Z) : Z := if not_null a then zdot a a else 1.
Definition first_direction : list Z := match filter not_null (map fst (sample c)) with a :: _ => a | [] => origin c end.
Definition across_first (x : list Z) : list Z := zadd (- zdot first_direction x) (zscale (square_or_1 first_direction) x) first_direction.
Definition second_direction : list Z :=
  match filter not_null (map (fun e => across_first (fst e)) (sample c)) with n :: _ => n | [] => origin c end.
Definition is_combination (x : list Z) : bool :=
  let a := first_direction in let n := second_direction in let j := square_or_1 a in let k := square_or_1 n in
  if list_eq_dec Z.eq_dec (zscale (j * k) x) (zadd (j * zdot n x) (zscale (k * zdot a x) a) n) then true else false.
(* R^2 + 2 tau/eta, times D^2 and the denominators of tau and eta. *)
Definition slack_denominator : Z := snd (tau c) * fst (eta c).
Definition radius_and_threshold (r2 : Z) : Z := r2 * slack_denominator + 2 * fst (tau c) * snd (eta c) * (D * D).

(* Ties may or may not be due, so each convention for ties is covered in which the mistakes of the perceptron are its updates. *)
Definition decide (w : list Z) (p : premise) : bool :=
  match p with
  | rule_perceptron => negb (with_threshold c) && (fst (tau c) =? 0) && (fst (eta c) =? snd (eta c))
  | rule_margin_perceptron => with_threshold c
  | perceptron_rule => true
  | positive_margin => 0 <? margin_number
  | within_the_unit_ball => radius_number <=? D * D
  | offset => negb (constant =? 0) && negb (Nat.eqb (dimension c) 0) && forallb (fun e => nth (pred (dimension c)) (fst e) 0 =? constant) (sample c)
  | in_a_plane =>
    let a := first_direction in let n := second_direction in Nat.eqb (length a) (dimension c) && Nat.eqb (length n) (dimension c) &&
    (0 <? square_or_1 a) && (0 <? square_or_1 n) && forallb (fun e => is_combination (fst e)) (sample c)
  | sum_of_updates => true
  | ran_to_clean_pass => at_rest c w
  end.

Definition observed (us : list nat) (w : list Z) (t : entry) : fraction :=
  match t with
  | distinct_mistakes_bound => (Z.of_nat (length (nodup Nat.eq_dec us)), 1)
  | output_norm_at_most => (fst (eta c) * fst (eta c) * zdot w w, snd (eta c) * snd (eta c) * (D * D))
  | output_margin_bound => (1, 1)
  | _ => (Z.of_nat (length us), 1)
  end.

(* At threshold 0 the limit of output_margin_bound has the denominator 0: then there is none. *)
Definition limit (us : list nat) (w : list Z) (t : entry) : fraction :=
  let m := margin_number in let uu := separator_square in
  match t with
  | online_mistake_bound => (radius_number * uu, m * m)
  | margin_mistake_bound => (radius_and_threshold (D * D) * uu, slack_denominator * (m * m))
  | margin_mistake_bound_of_any_radius | distinct_mistakes_bound => (radius_and_threshold radius_number * uu, slack_denominator * (m * m))
  | offset_mistake_bound => ((radius_without + constant * constant) * uu, m * m)
  | plane_mistake_bound => (radius_number * uu / (2 * (m * m)) + 1, 1)
  | output_norm_at_most =>
    (radius_and_threshold radius_number * (fst (eta c) * fst (eta c)) * Z.of_nat (length us), D * D * slack_denominator * (snd (eta c) * snd (eta c)))
  | output_margin_bound =>
    let a := radius_number * fst (eta c) * snd (tau c) + 2 * (D * D) * snd (eta c) * fst (tau c) in
    let b := D * D * snd (eta c) * fst (tau c) in
    let mw := least (zscore w) (sample c) in
    (mw * mw * (a * a) * uu, zdot w w * (b * b) * (m * m))
  end.

Definition within_limit (o l : fraction) : bool := fst o * snd l <=? fst l * snd o.
(* For the comparison with the columns of a trial: R^2 and the separator's margin squared. *)
Definition radius_column : fraction := (radius_number, D * D).
Definition margin_column : fraction := (margin_number * Z.abs margin_number, D * D * separator_square).
End Decide.
