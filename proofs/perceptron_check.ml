(* perceptron-check [--order given] SAMPLE.csv CERTIFICATE.json: checks a certificate that `perceptron-lab export --to SAMPLE.csv --certificate` wrote.
   Exit code 0: accepted; 1: refused; 2: out of reach or unreadable. In cyclic order, the default, the updates must be those of the run over passes.
   With --order given they may come in any order; each must have been due when it was made. *)
open Reading
open Certificate

let check () =
  let fail code word why = Printf.printf "%s: %s\n" word why; exit code in
  let cyclic, sample, json = match List.tl (Array.to_list Sys.argv) with
    | [ "--order"; "given"; s; j ] -> (false, s, j) | [ "--order"; "cyclic"; s; j ] | [ s; j ] -> (true, s, j)
    | _ -> fail 2 "usage" "perceptron-check [--order cyclic|given] SAMPLE.csv CERTIFICATE.json" in
  match certificate ~complete:true cyclic (rows_of_csv (read_file sample)) (parse_json (read_file json)) with
  | exception Out_of_reach why -> fail 2 "out of reach" why
  | exception (Unreadable why | Sys_error why | Failure why) -> fail 2 "unreadable" why
  | c, counted ->
    if not counted then fail 1 "refused" "the counts are not those of the listed updates";
    if Checker.accepts c then begin
      Printf.printf "accepted: %d updates in %s order up to a clean pass; %s is the largest margin squared, R^2 = %s\n" (List.length c.Checker.listed)
        (if cyclic then "cyclic" else "the given") (show_fraction c.Checker.margin_squared) (show_fraction c.Checker.radius_squared)
    end else begin
      let parts = [ "the form"; "the updates or the end"; "the margin, its separator or its multipliers"; "the radius" ] in
      let wrong = List.concat (List.map2 (fun part ok -> if ok then [] else [ part ]) parts (Checker.verdicts c)) in
      fail 1 "refused" (String.concat "; " wrong)
    end

let () =
  try check () with Stack_overflow -> print_endline "out of reach: numbers or rows that are too many for the stack of the process"; exit 2
