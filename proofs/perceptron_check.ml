(* perceptron-check [--order given] SAMPLE.csv CERTIFICATE.json: checks a certificate that `perceptron-lab export --to SAMPLE.csv --certificate` wrote.
   Exit code 0: accepted; 1: refused; 2: out of reach or unreadable. In cyclic order, the default, the updates must be those of the run over passes.
   With --order given they may come in any order; each must have been due when it was made. *)
open Reading

exception Out_of_reach of string

let certificate cyclic sample json =
  let reach ok why = if not ok then raise (Out_of_reach why) in
  let is key value = try text (get key json) = value with Unreadable _ -> false in
  reach (is "arithmetic" "exact") "the arithmetic is not exact";
  reach (is "stop_reason" "clean-pass") "the run did not end with a clean pass";
  reach (is "ties" "mistake") "a tie is no mistake in this run";
  reach (get "separator" json <> Null && get "hull" json <> Null) "there is no separator with multipliers";
  let exact key = match get "exact" (get key json) with Text t -> fraction t | _ -> raise (Out_of_reach (key ^ " is an interval")) in
  let rule = text (get "rule" json) in
  reach (rule = "perceptron" || rule = "margin-perceptron") ("rule " ^ rule);
  let header, rows = match sample with header :: rows -> (header, rows) | [] -> raise (Unreadable "empty sample") in
  let width = List.length header - 1 in
  if List.nth header width <> "label" then raise (Unreadable "the last column must be the label");
  let split row =
    if List.length row <> width + 1 then raise (Unreadable "a row of another width");
    let label = match fraction (List.nth row width) with
      | p, q when Z.eq_big_int p q -> true | p, q when Z.eq_big_int p (Z.minus_big_int q) -> false | _ -> raise (Unreadable "a label that is not 1 or -1") in
    (List.map fraction (List.filteri (fun k _ -> k < width) row), label) in
  let rows = List.map split rows in
  let denominator, vectors = common (List.map fst rows) in
  let sample = List.map2 (fun v (_, l) -> (v, l)) vectors rows in
  let n = List.length sample in
  let number key json = int_of_string (text (get key json)) in
  if number "examples" json <> n || number "dimension" json <> width then raise (Unreadable "the certificate is of a sample of another size");
  let whole_vector v = match common [ v ] with _, [ v ] -> v | _ -> assert false in
  let place pair = match list pair with [ i; l ] -> (int_of_string (text i), fraction (text l)) | _ -> raise (Unreadable "hull") in
  let hull = List.map place (list (get "hull" json)) in
  let places = List.map fst hull in
  if List.exists (fun i -> i < 0 || i >= n) places || List.length (List.sort_uniq compare places) <> List.length places then raise (Unreadable "hull");
  let multipliers = whole_vector (List.init n (fun i -> try List.assoc i hull with Not_found -> (Z.zero_big_int, Z.unit_big_int))) in
  let listed = List.map (fun i -> int_of_string (text i)) (list (get "updates" json)) in
  let is_perceptron = rule = "perceptron" in
  let c = { Checker.dimension = width; denominator; sample; inclusive = is_perceptron;
    tau = (if is_perceptron then (Z.zero_big_int, Z.unit_big_int) else fraction (text (get "threshold" json)));
    eta = fraction (text (get "step" json)); cyclic; listed;
    separator = whole_vector (List.map (fun x -> fraction (text x)) (list (get "separator" json)));
    multipliers; margin_squared = exact "margin_squared"; radius_squared = exact "radius_squared" } in
  let counts = get "counts" json in
  let counted = number "updates" counts = List.length listed && (not is_perceptron || number "mistakes" counts = List.length listed) in
  (c, counted)

let () =
  let fail code word why = Printf.printf "%s: %s\n" word why; exit code in
  let cyclic, sample, json = match List.tl (Array.to_list Sys.argv) with
    | [ "--order"; "given"; s; j ] -> (false, s, j) | [ "--order"; "cyclic"; s; j ] | [ s; j ] -> (true, s, j)
    | _ -> fail 2 "usage" "perceptron-check [--order cyclic|given] SAMPLE.csv CERTIFICATE.json" in
  match certificate cyclic (rows_of_csv (read_file sample)) (parse_json (read_file json)) with
  | exception Out_of_reach why -> fail 2 "out of reach" why
  | exception (Unreadable why | Sys_error why | Failure why) -> fail 2 "unreadable" why
  | c, counted ->
    if not counted then fail 1 "refused" "the counts are not those of the listed updates";
    if Checker.accepts c then begin
      let show (p, q) = Z.string_of_big_int p ^ (if Z.eq_big_int q Z.unit_big_int then "" else "/" ^ Z.string_of_big_int q) in
      Printf.printf "accepted: %d updates in %s order up to a clean pass; %s is the largest margin squared, R^2 = %s\n" (List.length c.Checker.listed)
        (if cyclic then "cyclic" else "the given") (show c.Checker.margin_squared) (show c.Checker.radius_squared)
    end else begin
      let parts = [ "the form"; "the updates or the end"; "the margin, its separator or its multipliers"; "the radius" ] in
      let wrong = List.concat (List.map2 (fun part ok -> if ok then [] else [ part ]) parts (Checker.verdicts c)) in
      fail 1 "refused" (String.concat "; " wrong)
    end
