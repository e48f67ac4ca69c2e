(* A certificate of `perceptron-lab export`, read from JSON and CSV, for the extracted functions. *)
open Reading

exception Out_of_reach of string

(* A sample and a certificate as the checker takes them. With ~complete:false a run may have ended otherwise, and have no separator or no exact margin;
   then these are 0. Returns also whether the counts are those of the listed updates. *)
let certificate ~complete cyclic sample json =
  let reach ok why = if not ok then raise (Out_of_reach why) in
  let is key value = try text (get key json) = value with Unreadable _ -> false in
  reach (is "arithmetic" "exact") "the arithmetic is not exact";
  reach (not complete || is "stop_reason" "clean-pass") "the run did not end with a clean pass";
  reach (is "ties" "mistake" || is "ties" "positive") "a tie that calls for no update is a mistake in this run";
  reach (not complete || get "separator" json <> Null && get "hull" json <> Null) "there is no separator with multipliers";
  let zero = (Z.zero_big_int, Z.unit_big_int) in
  let exact key = match get key json with
    | Object _ as interval when get "exact" interval <> Null -> fraction (text (get "exact" interval))
    | _ -> if complete then raise (Out_of_reach (key ^ " is an interval")) else zero in
  let entries key = match get key json with Null -> [] | l -> list l in
  let rule = text (get "rule" json) in
  reach (rule = "perceptron" || rule = "margin-perceptron") ("rule " ^ rule);
  let header, rows = match sample with header :: rows -> (header, rows) | [] -> raise (Unreadable "empty sample") in
  let width = List.length header - 1 in
  if List.nth header width <> "label" then raise (Unreadable "the last column must be the label");
  let split row =
    if List.length row <> width + 1 then raise (Unreadable "a row of another width");
    let label = match fraction (List.nth row width) with
      | p, q when Z.eq_big_int p q -> true | p, q when Z.eq_big_int p (Z.minus_big_int q) -> false | _ -> raise (Unreadable "a label that is not 1 or -1") in
    (map fraction (List.filteri (fun k _ -> k < width) row), label) in
  let rows = map split rows in
  let denominator, vectors = common (map fst rows) in
  let sample = List.rev (List.rev_map2 (fun v (_, l) -> (v, l)) vectors rows) in
  let n = List.length sample in
  let number key json = int_of_string (text (get key json)) in
  if number "examples" json <> n || number "dimension" json <> width then raise (Unreadable "the certificate is of a sample of another size");
  let whole_vector v = match common [ v ] with _, [ v ] -> v | _ -> assert false in
  let place pair = match list pair with [ i; l ] -> (int_of_string (text i), fraction (text l)) | _ -> raise (Unreadable "hull") in
  let hull = map place (entries "hull") in
  let places = map fst hull in
  if List.exists (fun i -> i < 0 || i >= n) places || List.length (List.sort_uniq compare places) <> List.length places then raise (Unreadable "hull");
  let multipliers = whole_vector (List.init n (fun i -> try List.assoc i hull with Not_found -> zero)) in
  let listed = map (fun i -> int_of_string (text i)) (list (get "updates" json)) in
  let is_perceptron = rule = "perceptron" in
  let c = { Checker.dimension = width; denominator; sample; with_threshold = not is_perceptron;
    (* Under "positive" sign(0) = +1: only a tie of a negative example is a mistake. A threshold is to be reached, so its ties are not due. *)
    tie_due = (fun label -> is_perceptron && (is "ties" "mistake" || not label));
    tau = (if is_perceptron then zero else fraction (text (get "threshold" json)));
    eta = fraction (text (get "step" json)); cyclic; listed;
    separator = (match entries "separator" with [] -> List.init width (fun _ -> Z.zero_big_int) | u -> whole_vector (map (fun x -> fraction (text x)) u));
    multipliers; margin_squared = exact "margin_squared"; radius_squared = exact "radius_squared" } in
  let counts = get "counts" json in
  let counted = number "updates" counts = List.length listed && (not is_perceptron || number "mistakes" counts = List.length listed) in
  (c, counted)

let show_fraction (p, q) = Z.string_of_big_int p ^ (if Z.eq_big_int q Z.unit_big_int then "" else "/" ^ Z.string_of_big_int q)
