(* The premises of each entry. If one that the theorem needs is left out, the proof in DecideProof.v fails; the entry of theorems/ has the same ones. *)
From Coq Require Import List.
From Proofs Require Import Decide.
Import ListNotations.

Definition premises (t : entry) : list premise :=
  match t with
  | online_mistake_bound => [rule_perceptron; positive_margin]
  | margin_mistake_bound => [rule_margin_perceptron; positive_margin; within_the_unit_ball]
  | margin_mistake_bound_of_any_radius => [rule_margin_perceptron; positive_margin]
  | distinct_mistakes_bound => [perceptron_rule; positive_margin]
  | offset_mistake_bound => [rule_perceptron; offset; positive_margin]
  | plane_mistake_bound => [rule_perceptron; positive_margin; in_a_plane]
  | majority_mistake_bound => [majority_labels; rule_perceptron_or_normalized]
  | sharper_majority_bound => [majority_labels; odd_dimension; rule_perceptron_or_normalized]
  | majority_margin => [majority_labels; positive_margin]
  | mistakes_on_orthogonal_signs => [orthogonal_signs; stream_order; additive; exact_zero_scores]
  | updates_are_mistakes => [compared_vectors; rule_perceptron_or_normalized]
  | margin_mistakes_apart => [watched_steps; rule_margin_perceptron; positive_threshold]
  | output_norm_at_most => [perceptron_rule; sum_of_updates]
  | output_norm_at_least => [some_update; perceptron_rule; sum_of_updates; positive_margin]
  | output_margin_bound => [rule_margin_perceptron; positive_threshold; ran_to_clean_pass; sum_of_updates; positive_margin]
  | progress_invariant => [planted_direction; watched_updates; perceptron_rule]
  | norm_invariant => [watched_several_updates; perceptron_rule]
  | norm_identity => [watched_updates; exact_arithmetic; perceptron_rule]
  | increment_bound => [watched_updates; perceptron_rule]
  | hull_norm_bounds_margin => [watched_updates; perceptron_rule; positive_margin]
  | score_gain => [watched_steps; perceptron_rule]
  | turns_towards => [watched_steps; perceptron_rule]
  | stays_in_closed_set => [known_closed_set]
  | never_stops => [stops_at_clean_passes; ends_on_separators_only; not_separable]
  | no_updates_left => [scanned_at_the_end; positive_margin; ran_to_clean_pass]
  | no_training_errors => [ran_to_clean_pass; sum_of_updates; test_errors_call_for_updates]
  | errors_are_nonpositive_margins => [one_vector; test_ties_are_errors]
  | loss_of_errors => [one_vector]
  | normalized_bound_is_no_worse => [positive_margin; positive_normalized_margin]
  | shortest_vector => [positive_margin; known_shortest_vector]
  | inflation => [positive_output_margins]
  | coupled_runs => [coupled]
  | leave_one_out_errors_bound => [perceptron_rule; positive_margin; ran_to_clean_pass; coupled; test_errors_call_for_updates; last_vector; retrained_in_full]
  end.
