(* The decidable parts of theorems that entries of theorems/ name: premises, observed numbers and limits of one run, computed in fractions.
   Premises.v lists the premises of each entry, and DecideProof.v proves that whenever they are decided to be true, the observed number is within the limit.
   The names of premises and entries are those of the files in theorems/. *)
From Coq Require Import List ZArith Bool.
From Proofs Require Import Checker Orders.
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
  | majority_mistake_bound (* majority-mistake-bound = Normalized.majority_bound *)
  | sharper_majority_bound (* sharper-majority-bound = Normalized.sharper_majority_bound *)
  | majority_margin (* majority-margin = Normalized.majority_margin *)
  | mistakes_on_orthogonal_signs (* mistakes-on-orthogonal-signs = Tight.sums_of_examples_fail *)
  | updates_are_mistakes (* updates-are-mistakes = Identities.conservative *)
  | margin_mistakes_apart (* margin-mistakes-apart = Identities.margin_mistake_cases *)
  | output_norm_at_most (* output-norm-at-most = Perceptron.norm_growth *)
  | output_norm_at_least (* output-norm-at-least = Perceptron.length_at_least *)
  | output_margin_bound (* output-margin-bound = Perceptron.output_margin *)
  | progress_invariant (* progress-invariant = Perceptron.progress *)
  | norm_invariant (* norm-invariant = Perceptron.norm_growth *)
  | norm_identity (* norm-identity = Identities.norm_identity *)
  | increment_bound (* increment-bound = Perceptron.increment_bound *)
  | hull_norm_bounds_margin (* hull-norm-bounds-margin = Perceptron.length_at_least *)
  | score_gain (* score-gain = Identities.score_gain *)
  | turns_towards (* turns-towards = Identities.turns_towards *)
  | stays_in_closed_set (* stays-in-closed-set = Convergence.stays_in_closed_set *)
  | never_stops (* never-stops = Convergence.never_ends *)
  | no_updates_left (* no-updates-left = Convergence.no_updates_left *)
  | no_training_errors (* no-training-errors = Convergence.no_training_errors *)
  | errors_are_nonpositive_margins (* errors-are-nonpositive-margins = Identities.sign_and_score *)
  | loss_of_errors (* loss-of-errors = Identities.hinge_values *)
  | normalized_bound_is_no_worse (* normalized-bound-is-no-worse = Normalized.normalized_bound_is_no_worse *)
  | shortest_vector (* shortest-vector = Perceptron.shortest_vector *)
  | inflation (* inflation = Identities.inflation *)
  | coupled_runs (* coupled-runs = Orders.coupled_orders *)
  | leave_one_out_errors_bound (* leave-one-out-errors-bound = Orders.left_out_errors *).
Inductive premise := rule_perceptron | rule_perceptron_or_normalized | rule_margin_perceptron | perceptron_rule | positive_threshold | positive_margin
  | within_the_unit_ball | offset | in_a_plane | majority_labels | odd_dimension | orthogonal_signs | stream_order | additive | exact_zero_scores
  | sum_of_updates | ran_to_clean_pass | some_update | watched_updates | watched_several_updates | watched_steps | compared_vectors
  | exact_arithmetic | planted_direction | known_closed_set | stops_at_clean_passes | ends_on_separators_only | not_separable | scanned_at_the_end
  | test_errors_call_for_updates | test_ties_are_errors | one_vector
  | positive_normalized_margin | known_shortest_vector | positive_output_margins | coupled | last_vector | retrained_in_full.
(* The entries that say that two numbers are equal. *)
Definition is_identity (t : entry) : bool :=
  match t with
  | mistakes_on_orthogonal_signs | updates_are_mistakes | margin_mistakes_apart | norm_identity | score_gain | no_updates_left | no_training_errors
  | errors_are_nonpositive_margins | shortest_vector | inflation | coupled_runs => true
  | _ => false
  end.

(* What the certificate's record does not hold: how many of the first features vote on the label, 0 if there is no vote; for each label whether a score of 0 is
   a mistake in training, and an error in the test; whether the last vector is the one that is returned, and whether the run can only end at a clean pass;
   vectors of a closed set, in units of the step over the denominator; and Gordan's multipliers. *)
Record facts := Facts {
  voters : nat;
  tie_is_mistake : bool -> bool;
  tie_is_error : bool -> bool;
  returns_last : bool;
  only_clean_ends : bool;
  closed_set : list (list Z);
  gordan_weights : list Z }.

(* An update of a run: its number, from 1, the vector before it, and its example. *)
Record moment := Moment { number : Z; before : list Z; shown : list Z * bool }.
Definition following (s : moment) : list Z := zstep (before s) (shown s).
Definition how_many {A} (test : A -> bool) (l : list A) : Z := fold_left (fun n a => if test a then n + 1 else n) l 0.
Definition greater (p q : fraction) : bool := fst q * snd p <? fst p * snd q.
(* One of the fractions than which none is better, if `better` is an order. *)
Definition choose (better : fraction -> fraction -> bool) (default : fraction) (l : list fraction) : fraction :=
  match l with [] => default | q :: l => fold_left (fun p q => if better q p then q else p) l q end.

Section Decide.
Variable c : certificate.
Variable f : facts.
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

(* The updates one by one. *)
Fixpoint trail (t : Z) w (us : list nat) : list moment :=
  match us with [] => [] | i :: us => let e := nth i (sample c) ([], true) in Moment t w e :: trail (t + 1) (zstep w e) us end.
Definition moments (us : list nat) : list moment := trail 1 (origin c) us.
Definition square (a : list Z) : Z := zdot a a.
(* How often |w|^2 is not the sum of |x|^2 + 2 y <w, x> over the updates so far. *)
Fixpoint identity_failures (sum : Z) (l : list moment) : Z :=
  match l with
  | [] => 0
  | s :: l => let sum := sum + square (fst (shown s)) + 2 * zscore (before s) (shown s) in
    (if square (following s) =? sum then 0 else 1) + identity_failures sum l
  end.
Definition gain (s : moment) : fraction := (zscore (following s) (shown s) - zscore (before s) (shown s), square (fst (shown s))).
Definition farther_from_1 (p q : fraction) : bool := Z.abs (fst q - snd q) * Z.abs (snd p) <? Z.abs (fst p - snd p) * Z.abs (snd q).
(* The cosine to the example is smaller after the update: z |z| keeps the sign of z and orders as z^2. *)
Definition signed_square (z : Z) : Z := z * Z.abs z.
Definition turns_away (s : moment) : bool :=
  let a := zscore (before s) (shown s) in let b := zscore (following s) (shown s) in
  (0 <? square (before s)) && (0 <? square (following s)) &&
  (signed_square b * square (before s) <? signed_square a * square (following s)).

(* The first features vote on the label. *)
Definition voting : list Z := repeat 1 (voters f) ++ repeat 0 (dimension c - voters f).
Definition is_sign (z : Z) : bool := (z =? D) || (z =? - D).
Definition labelled_by_vote (e : list Z * bool) : bool := forallb is_sign (fst e) && eqb (snd e) (0 <? zdot voting (fst e)).
(* Whether a test is true of all pairs of a list, the first before the second. *)
Fixpoint all_pairs {A} (test : A -> A -> bool) (l : list A) : bool := match l with [] => true | a :: l => forallb (test a) l && all_pairs test l end.
(* A mistake of the perceptron, and an error in the test. *)
Definition is_wrong (ties : bool -> bool) w (e : list Z * bool) : bool := if zscore w e =? 0 then ties (snd e) else zscore w e <? 0.
(* The mistakes of one pass over the sample, in its order. *)
Fixpoint mistakes_of_pass w (es : list (list Z * bool)) : Z :=
  match es with
  | [] => 0
  | e :: es => (if is_wrong (tie_is_mistake f) w e then 1 else 0) + mistakes_of_pass (if zdue c w e then zstep w e else w) es
  end.
(* The label is not the sign of <w, x>; whether 0 is an error, `ties` says of each label. *)
Definition wrong_prediction (ties : bool -> bool) w (e : list Z * bool) : bool :=
  let s := zdot w (fst e) in if s =? 0 then ties (snd e) else if snd e then s <? 0 else 0 <? s.
Definition same_vector (a b : list Z) : bool := if list_eq_dec Z.eq_dec a b then true else false.
Definition is_closed (vectors : list (list Z)) : bool :=
  existsb (same_vector (origin c)) vectors && forallb (fun v => Nat.eqb (length v) (dimension c)) vectors &&
  forallb (fun v => forallb (fun e => negb (zdue c v e) || existsb (same_vector (zstep v e)) vectors) (sample c)) vectors.
Definition has_gordan_weights : bool :=
  let l := gordan_weights f in
  Nat.eqb (count l) (count (sample c)) && forallb (fun z => 0 <=? z) l && existsb (fun z => 0 <? z) l && same_vector (hull (sample c) l (origin c)) (origin c).

(* The factors one over a score that make every score of the last vector at least 1. *)
Definition is_enough w (k : fraction) : bool := forallb (fun e => snd (eta c) * (D * D) * snd k <=? fst k * (fst (eta c) * zscore w e)) (sample c).
Definition factors w : list fraction :=
  filter (is_enough w) (map (fun e => (snd (eta c) * (D * D), fst (eta c) * zscore w e)) (filter (fun e => 0 <? zscore w e) (sample c))).

(* Runs over the places of the sample, in passes until a clean one: for leaving one out. *)
Definition next_vector w (i : nat) : option (list Z) := let e := nth i (sample c) ([], true) in if zdue c w e then Some (zstep w e) else None.
Definition nothing_left w (l : list nat) : bool := forallb (fun i => negb (is_due next_vector w i)) l.
Fixpoint times (k : nat) (l : list nat) : list nat := match k with O => [] | S k => l ++ times k l end.
Fixpoint passes_until (fuel : nat) w (l : list nat) : option nat :=
  if nothing_left w l then Some O
  else match fuel with O => None | S fuel => match passes_until fuel (last next_vector w l) l with Some k => Some (S k) | None => None end end.
Definition places : list nat := seq 0 (length (sample c)).
(* No run makes more updates than its bound, so none needs more passes; without a margin as many as the run has updates. *)
Definition most_passes (us : list nat) : nat :=
  let m := margin_number in if 0 <? m then Z.to_nat (radius_and_threshold radius_number * separator_square / (slack_denominator * (m * m)) + 1) else length us.
Definition until (us : list nat) (l : list nat) : list nat := match passes_until (most_passes us) (origin c) l with Some k => times k l | None => [] end.
Definition left_out (i : nat) (l : list nat) : list nat := without Nat.eq_dec i l.

(* Ties may or may not be due, so each convention for ties is covered in which the mistakes of the perceptron are its updates. *)
Definition decide (us : list nat) (w : list Z) (p : premise) : bool :=
  match p with
  | rule_perceptron | rule_perceptron_or_normalized => negb (with_threshold c) && (fst (tau c) =? 0) && (fst (eta c) =? snd (eta c))
  | rule_margin_perceptron => with_threshold c
  | perceptron_rule | additive | exact_zero_scores | exact_arithmetic | planted_direction | scanned_at_the_end => true
  | positive_threshold => 0 <? fst (tau c)
  | positive_margin => 0 <? margin_number
  | within_the_unit_ball => radius_number <=? D * D
  | offset => negb (Nat.eqb (dimension c) 0) && forallb (fun e => nth (pred (dimension c)) (fst e) 0 =? constant) (sample c)
  | in_a_plane =>
    let a := first_direction in let n := second_direction in Nat.eqb (length a) (dimension c) && Nat.eqb (length n) (dimension c) &&
    (0 <? square_or_1 a) && (0 <? square_or_1 n) && forallb (fun e => is_combination (fst e)) (sample c)
  | majority_labels => Nat.odd (voters f) && Nat.leb (voters f) (dimension c) && forallb labelled_by_vote (sample c)
  | odd_dimension => Nat.odd (dimension c)
  | orthogonal_signs => forallb (fun e => forallb is_sign (fst e)) (sample c) && all_pairs (fun e g => zdot (fst e) (fst g) =? 0) (sample c)
  | stream_order => negb (cyclic c) && same_places (rev_append (fst (zpass c 0 (origin c) (sample c) [])) []) us
  | sum_of_updates | one_vector | last_vector => returns_last f
  | ran_to_clean_pass => at_rest c w
  | some_update | watched_updates => match us with [] => false | _ => true end
  | watched_several_updates => match us with [] | [_] => false | _ => true end
  | watched_steps => existsb (fun s => not_null (fst (shown s))) (moments us)
  | compared_vectors => forallb (fun e => not_null (fst e)) (sample c)
  | known_closed_set => is_closed (closed_set f)
  | stops_at_clean_passes => only_clean_ends f
  | ends_on_separators_only => (0 <? fst (tau c)) || (tie_due c true && tie_due c false)
  | not_separable => has_gordan_weights
  | test_errors_call_for_updates => forallb (fun l => negb (tie_is_error f l) || tie_due c l || (0 <? fst (tau c))) [true; false]
  | test_ties_are_errors => tie_is_error f true && tie_is_error f false
  | positive_normalized_margin => forallb (fun e => not_null (fst e) && (0 <? zscore (separator c) e)) (sample c)
  | known_shortest_vector => right_margin c
  | positive_output_margins => returns_last f && (0 <? least (zscore w) (sample c))
  | coupled =>
    cyclic c && match passes_until (most_passes us) (origin c) places with Some _ => true | None => false end &&
    same_places (updated next_vector (origin c) (until us places)) us
  | retrained_in_full =>
    forallb (fun i => match passes_until (most_passes us) (origin c) (left_out i places) with Some _ => true | None => false end) places
  end.

Definition observed (us : list nat) (w : list Z) (t : entry) : fraction :=
  match t with
  | distinct_mistakes_bound => (Z.of_nat (length (nodup Nat.eq_dec us)), 1)
  | majority_margin => (1, Z.of_nat (voters f))
  | mistakes_on_orthogonal_signs => (mistakes_of_pass (origin c) (sample c), 1)
  | updates_are_mistakes => (how_many (fun s => negb (same_vector (following s) (before s))) (moments us), 1)
  | output_norm_at_most => (fst (eta c) * fst (eta c) * zdot w w, snd (eta c) * snd (eta c) * (D * D))
  | output_norm_at_least | output_margin_bound | loss_of_errors => (1, 1)
  | progress_invariant => (margin_number, D)
  | norm_invariant => choose greater (0, 1) (map (fun s => (square (following s), number s * (D * D))) (tl (moments us)))
  | norm_identity => (identity_failures 0 (moments us), 1)
  | increment_bound => choose greater (0, 1) (map (fun s => (square (following s) - square (before s), D * D)) (moments us))
  | hull_norm_bounds_margin => choose greater (0, 1) (map (fun s => (number s * number s * (D * D), square (following s))) (moments us))
  | score_gain => choose farther_from_1 (1, 1) (map gain (filter (fun s => not_null (fst (shown s))) (moments us)))
  | turns_towards => (how_many turns_away (moments us), 1)
  | stays_in_closed_set =>
    (fst (eta c) * fst (eta c) * fold_left (fun n s => Z.max n (square (following s))) (moments us) 0, snd (eta c) * snd (eta c) * (D * D))
  | never_stops => (if at_rest c w then 1 else 0, 1)
  | no_updates_left => (how_many (zdue c w) (sample c), 1)
  | no_training_errors => (how_many (is_wrong (tie_is_error f) w) (sample c), 1)
  | normalized_bound_is_no_worse =>
    choose greater (0, 1) (map (fun e => (square (fst e) * separator_square, signed_square (zscore (separator c) e))) (sample c))
  | shortest_vector => (separator_square * (D * D), margin_number * margin_number)
  | inflation =>
    let k := choose greater (0, 1) (factors w) in let m := least (zscore w) (sample c) in
    (fst k * fst k * (fst (eta c) * m * (fst (eta c) * m)), snd k * snd k * (snd (eta c) * (D * D) * (snd (eta c) * (D * D))))
  | coupled_runs =>
    (how_many (fun i => negb (existsb (Nat.eqb i) us) && negb (same_places (updated next_vector (origin c) (left_out i (until us places))) us)) places, 1)
  | leave_one_out_errors_bound =>
    let errs i := is_wrong (tie_is_error f) (last next_vector (origin c) (until us (left_out i places))) (nth i (sample c) ([], true)) in
    (Z.of_nat (length (filter errs places)), 1)
  | errors_are_nonpositive_margins => (how_many (wrong_prediction (tie_is_error f) w) (sample c), 1)
  | _ => (Z.of_nat (length us), 1)
  end.

Definition limit (us : list nat) (w : list Z) (t : entry) : fraction :=
  let m := margin_number in let uu := separator_square in
  match t with
  | online_mistake_bound => (radius_number * uu, m * m)
  | margin_mistake_bound => (radius_and_threshold (D * D) * uu, slack_denominator * (m * m))
  | margin_mistake_bound_of_any_radius | distinct_mistakes_bound => (radius_and_threshold radius_number * uu, slack_denominator * (m * m))
  | offset_mistake_bound => ((radius_without + constant * constant) * uu, m * m)
  | plane_mistake_bound => (radius_number * uu / (2 * (m * m)) + 1, 1)
  | majority_mistake_bound => (Z.of_nat (dimension c) * Z.of_nat (voters f), 1)
  | sharper_majority_bound => (Z.max (Z.of_nat (voters f) * (Z.of_nat (dimension c) - 1)) 1, 1)
  | majority_margin => let v := least (zscore voting) (sample c) in (v * Z.abs v, D * D * Z.of_nat (voters f))
  | mistakes_on_orthogonal_signs => (how_many (fun e => tie_is_mistake f (snd e)) (sample c), 1)
  | margin_mistakes_apart =>
    let wrong s := is_wrong (tie_is_mistake f) (before s) (shown s) in
    (how_many wrong (moments us) + how_many (fun s => negb (wrong s) && zdue c (before s) (shown s)) (moments us), 1)
  | output_norm_at_most =>
    (radius_and_threshold radius_number * (fst (eta c) * fst (eta c)) * Z.of_nat (length us), D * D * slack_denominator * (snd (eta c) * snd (eta c)))
  | output_norm_at_least => let n := Z.of_nat (length us) in (zdot w w * uu, n * n * (m * m))
  | output_margin_bound =>
    let a := radius_number * fst (eta c) * snd (tau c) + 2 * (D * D) * snd (eta c) * fst (tau c) in
    let b := D * D * snd (eta c) * fst (tau c) in
    let mw := least (zscore w) (sample c) in
    (mw * mw * (a * a) * uu, zdot w w * (b * b) * (m * m))
  | progress_invariant => choose (fun p q => greater q p) (m, D) (map (fun s => (zdot (separator c) (following s), number s * D)) (moments us))
  | norm_invariant | increment_bound => (radius_and_threshold radius_number, D * D * slack_denominator)
  | hull_norm_bounds_margin => (D * D * uu, m * m)
  | score_gain => (1, 1)
  | stays_in_closed_set => (fst (eta c) * fst (eta c) * fold_left (fun n v => Z.max n (square v)) (closed_set f) 0, snd (eta c) * snd (eta c) * (D * D))
  | errors_are_nonpositive_margins => (how_many (fun e => zscore w e <=? 0) (sample c), 1)
  | loss_of_errors =>
    match filter (fun e => zscore w e <=? 0) (sample c) with
    | [] => (2, 1)
    | es => (least (fun e => snd (eta c) * (D * D) - fst (eta c) * zscore w e) es, snd (eta c) * (D * D))
    end
  | updates_are_mistakes => (how_many (fun s => is_wrong (tie_due c) (before s) (shown s)) (moments us), 1)
  | normalized_bound_is_no_worse => (radius_number * uu, m * m)
  | shortest_vector => (snd (margin_squared c), fst (margin_squared c))
  | inflation => (1, 1)
  | leave_one_out_errors_bound => (Z.of_nat (length (nodup Nat.eq_dec us)), 1)
  | norm_identity | turns_towards | never_stops | no_updates_left | no_training_errors | coupled_runs => (0, 1)
  end.

Definition within_limit (t : entry) (o l : fraction) : bool := let a := fst o * snd l in let b := fst l * snd o in if is_identity t then a =? b else a <=? b.
(* For the comparison with the columns of a trial: R^2 and the separator's margin squared. *)
Definition radius_column : fraction := (radius_number, D * D).
Definition margin_column : fraction := (margin_number * Z.abs margin_number, D * D * separator_square).
End Decide.
