(* perceptron-decide premises: prints the premises of every entry, as Decide.v has them.
   perceptron-decide [--order given] SAMPLE.csv CERTIFICATE.json: decides the entries for the run of a certificate, one line each:
   entry, observed number, limit, whether it is within the limit, and every premise with its truth value; then the radius and the margin. *)
open Reading
open Certificate
open Checker

let entries = [
  ("online-mistake-bound", Online_mistake_bound); ("margin-mistake-bound", Margin_mistake_bound);
  ("margin-mistake-bound of any radius", Margin_mistake_bound_of_any_radius); ("distinct-mistakes-bound", Distinct_mistakes_bound);
  ("offset-mistake-bound", Offset_mistake_bound); ("plane-mistake-bound", Plane_mistake_bound); ("output-norm-at-most", Output_norm_at_most);
  ("output-margin-bound", Output_margin_bound) ]
let name = function
  | Rule_perceptron -> "rule = perceptron" | Rule_margin_perceptron -> "rule = margin-perceptron" | Perceptron_rule -> "perceptron-rule"
  | Positive_margin -> "positive-margin" | Within_the_unit_ball -> "within-the-unit-ball" | Offset -> "offset" | In_a_plane -> "in-a-plane"
  | Sum_of_updates -> "sum-of-updates" | Ran_to_clean_pass -> "ran-to-clean-pass"

let decide_run cyclic sample json =
  let c, _ = certificate ~complete:false cyclic (rows_of_csv (read_file sample)) (parse_json (read_file json)) in
  if not (well_formed c) then (print_endline "the certificate is not well formed"; exit 1);
  match run_again c with
  | None -> print_endline "the listed updates are not those of the run"; exit 1
  | Some (us, w) ->
    let entry (word, t) =
      let truths = List.map (fun p -> Printf.sprintf "%s: %b" (name p) (decide c w p)) (premises t) in
      let o = observed c us w t and l = limit c us w t in
      Printf.printf "%s | %s | %s | %b | %s\n" word (show_fraction o) (show_fraction l) (within_limit o l) (String.concat "; " truths) in
    List.iter entry entries;
    Printf.printf "columns | %s | %s\n" (show_fraction (radius_column c)) (show_fraction (margin_column c))

let () =
  try match List.tl (Array.to_list Sys.argv) with
    | [ "premises" ] -> List.iter (fun (word, t) -> Printf.printf "%s | %s\n" word (String.concat "; " (List.map name (premises t)))) entries
    | [ "--order"; "given"; s; j ] -> decide_run false s j
    | [ "--order"; "cyclic"; s; j ] | [ s; j ] -> decide_run true s j
    | _ -> print_endline "usage: perceptron-decide premises | [--order cyclic|given] SAMPLE.csv CERTIFICATE.json"; exit 2
  with
  | Stack_overflow -> print_endline "out of reach: numbers or rows that are too many for the stack of the process"; exit 2
  | Out_of_reach why -> Printf.printf "out of reach: %s\n" why; exit 2
  | Unreadable why | Sys_error why | Failure why -> Printf.printf "unreadable: %s\n" why; exit 2
