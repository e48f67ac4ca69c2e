(* perceptron-decide premises: prints the premises of every entry, as Premises.v has them.
   perceptron-decide [--order given] [KEY=VALUE ...] SAMPLE.csv CERTIFICATE.json [ENTRY ...]: decides these entries, or all, for the run of a certificate,
   one line each: entry, observed number, limit, whether it is within the limit, and every premise with its truth value; then the radius and the margin.
   Keys: voters (how many of the first features vote), ties and test_ties (mistake, positive or negative), last and clean_ends (true or false). *)
open Reading
open Certificate
open Checker
module Z = Big_int_Z
let map = Reading.map

let entries = [
  ("online-mistake-bound", Online_mistake_bound); ("margin-mistake-bound", Margin_mistake_bound);
  ("margin-mistake-bound of any radius", Margin_mistake_bound_of_any_radius); ("distinct-mistakes-bound", Distinct_mistakes_bound);
  ("offset-mistake-bound", Offset_mistake_bound); ("plane-mistake-bound", Plane_mistake_bound); ("majority-mistake-bound", Majority_mistake_bound);
  ("sharper-majority-bound", Sharper_majority_bound); ("majority-margin", Majority_margin); ("mistakes-on-orthogonal-signs", Mistakes_on_orthogonal_signs);
  ("updates-are-mistakes", Updates_are_mistakes); ("margin-mistakes-apart", Margin_mistakes_apart); ("output-norm-at-most", Output_norm_at_most);
  ("output-norm-at-least", Output_norm_at_least); ("output-margin-bound", Output_margin_bound); ("progress-invariant", Progress_invariant);
  ("norm-invariant", Norm_invariant); ("norm-identity", Norm_identity); ("increment-bound", Increment_bound);
  ("hull-norm-bounds-margin", Hull_norm_bounds_margin); ("score-gain", Score_gain); ("turns-towards", Turns_towards);
  ("stays-in-closed-set", Stays_in_closed_set); ("never-stops", Never_stops); ("no-updates-left", No_updates_left);
  ("no-training-errors", No_training_errors); ("errors-are-nonpositive-margins", Errors_are_nonpositive_margins); ("loss-of-errors", Loss_of_errors);
  ("normalized-bound-is-no-worse", Normalized_bound_is_no_worse); ("shortest-vector", Shortest_vector); ("inflation", Inflation);
  ("coupled-runs", Coupled_runs); ("leave-one-out-errors-bound", Leave_one_out_errors_bound) ]
let name = function
  | Rule_perceptron -> "rule = perceptron" | Rule_perceptron_or_normalized -> "rule = perceptron, normalized-perceptron"
  | Rule_margin_perceptron -> "rule = margin-perceptron" | Perceptron_rule -> "perceptron-rule" | Positive_threshold -> "positive-threshold"
  | Positive_margin -> "positive-margin" | Within_the_unit_ball -> "within-the-unit-ball" | Offset -> "offset" | In_a_plane -> "in-a-plane"
  | Majority_labels -> "majority-labels" | Odd_dimension -> "odd-dimension" | Orthogonal_signs -> "orthogonal-signs" | Stream_order -> "stream-order"
  | Additive -> "additive" | Exact_zero_scores -> "exact-zero-scores" | Sum_of_updates -> "sum-of-updates" | Ran_to_clean_pass -> "ran-to-clean-pass"
  | Some_update -> "some-update" | Watched_updates -> "watched-updates" | Watched_several_updates -> "watched-several-updates"
  | Watched_steps -> "watched-steps" | Compared_vectors -> "compared-vectors" | Exact_arithmetic -> "exact-arithmetic"
  | Planted_direction -> "planted-direction" | Known_closed_set -> "known-closed-set" | Stops_at_clean_passes -> "stops-at-clean-passes"
  | Ends_on_separators_only -> "ends-on-separators-only" | Not_separable -> "not-separable" | Scanned_at_the_end -> "scanned-at-the-end"
  | Test_errors_call_for_updates -> "test-errors-call-for-updates" | Test_ties_are_errors -> "test-ties-are-errors" | One_vector -> "one-vector"
  | Positive_normalized_margin -> "positive-normalized-margin" | Known_shortest_vector -> "known-shortest-vector"
  | Positive_output_margins -> "positive-output-margins" | Coupled -> "coupled" | Last_vector -> "last-vector"
  | Retrained_in_full -> "retrained-in-full"

(* The closed set is written in multiples of the features' unit, which may be smaller than one over the denominator: both are brought to one unit. *)
let in_one_unit c vectors =
  let divisor = List.fold_left (List.fold_left Z.gcd_big_int) Z.zero_big_int in
  let ours = divisor (map fst c.sample) and theirs = divisor vectors in
  if Z.sign_big_int ours = 0 || Z.sign_big_int theirs = 0 then vectors
  else map (map (fun x -> Z.div_big_int (Z.mult_big_int x ours) theirs)) vectors

let facts_of c json given =
  let value key = List.assoc_opt key given in
  let ties key label = match value key with Some "positive" -> not label | Some "negative" -> label | _ -> true in
  let whole x = fst (fraction (text x)) in
  let vectors = match (try get "closed_set" json with Unreadable _ -> Null) with List l -> map (fun v -> map whole (list v)) l | _ -> [] in
  let weights = match get "gordan" json with List l -> map (fun p -> match list p with [ i; x ] -> (int_of_string (text i), fraction (text x)) | _ ->
    raise (Unreadable "gordan")) l | _ -> [] in
  let zero = (Z.zero_big_int, Z.unit_big_int) in
  let all = List.init (List.length c.sample) (fun i -> try List.assoc i weights with Not_found -> zero) in
  { voters = (match value "voters" with Some n -> int_of_string n | None -> 0); tie_is_mistake = ties "ties"; tie_is_error = ties "test_ties";
    returns_last = value "last" <> Some "false"; only_clean_ends = value "clean_ends" <> Some "false"; closed_set = in_one_unit c vectors;
    gordan_weights = (match common [ all ] with _, [ l ] -> l | _ -> []) }

let decide_run cyclic given sample json wanted =
  let json = parse_json (read_file json) in
  let c, _ = certificate ~complete:false cyclic (rows_of_csv (read_file sample)) json in
  if not (well_formed c) then (print_endline "the certificate is not well formed"; exit 1);
  match run_again c with
  | None -> print_endline "the listed updates are not those of the run"; exit 1
  | Some (us, w) ->
    let f = facts_of c json given in
    let entry (word, t) =
      let truths = List.map (fun p -> Printf.sprintf "%s: %b" (name p) (decide c f us w p)) (premises t) in
      let o = observed c f us w t and l = limit c f us w t in
      Printf.printf "%s | %s | %s | %b | %s\n" word (show_fraction o) (show_fraction l) (within_limit t o l) (String.concat "; " truths) in
    List.iter entry (List.filter (fun (word, _) -> wanted = [] || List.mem word wanted) entries);
    Printf.printf "columns | %s | %s\n" (show_fraction (radius_column c)) (show_fraction (margin_column c))

let () =
  let usage () = print_endline "usage: perceptron-decide premises | [--order cyclic|given] [KEY=VALUE ...] SAMPLE.csv CERTIFICATE.json [ENTRY ...]"; exit 2 in
  let pair word = match String.index_opt word '=' with
    | Some k -> Some (String.sub word 0 k, String.sub word (k + 1) (String.length word - k - 1)) | None -> None in
  let run cyclic words =
    let given = List.filter_map pair words in
    match List.filter (fun word -> pair word = None) words with s :: j :: wanted -> decide_run cyclic given s j wanted | _ -> usage () in
  try match List.tl (Array.to_list Sys.argv) with
    | [ "premises" ] -> List.iter (fun (word, t) -> Printf.printf "%s | %s\n" word (String.concat "; " (List.map name (premises t)))) entries
    | "--order" :: "given" :: words -> run false words
    | "--order" :: "cyclic" :: words | words -> run true words
  with
  | Stack_overflow -> print_endline "out of reach: numbers or rows that are too many for the stack of the process"; exit 2
  | Out_of_reach why -> Printf.printf "out of reach: %s\n" why; exit 2
  | Unreadable why | Sys_error why | Failure why -> Printf.printf "unreadable: %s\n" why; exit 2
