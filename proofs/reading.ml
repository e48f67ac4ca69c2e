(* Reads JSON, fractions and CSV. Together with the statement of the checker this is what a reader must trust. *)
module Z = Big_int_Z

type json = Null | Bool of bool | Text of string | List of json list | Object of (string * json) list

exception Unreadable of string
let map f l = List.rev (List.rev_map f l) (* for lists too long for the stack *)

let parse_json (s : string) : json =
  let i = ref 0 in
  let fail what = raise (Unreadable (Printf.sprintf "JSON: %s at byte %d" what !i)) in
  let peek () = if !i < String.length s then s.[!i] else fail "unexpected end" in
  let rec blanks () = if !i < String.length s && String.contains " \n\r\t" s.[!i] then (incr i; blanks ()) in
  let expect c = blanks (); if peek () <> c then fail (Printf.sprintf "expected %c" c); incr i in
  let word () =
    let start = !i in
    while !i < String.length s && not (String.contains ",]} \n\r\t" s.[!i]) do incr i done;
    String.sub s start (!i - start) in
  let text () =
    expect '"';
    let b = Buffer.create 16 in
    while peek () <> '"' do
      if peek () = '\\' then (incr i; if not (String.contains "\"\\/" (peek ())) then fail "escape");
      Buffer.add_char b (peek ()); incr i
    done;
    incr i; Buffer.contents b in
  let items close item =
    let rec more before =
      let item_ = item () in
      blanks ();
      match peek () with
      | ',' -> incr i; blanks (); if peek () = close then fail "comma"; more (item_ :: before)
      | c when c = close -> incr i; List.rev (item_ :: before)
      | _ -> fail "expected a comma" in
    blanks ();
    if peek () = close then (incr i; []) else more [] in
  let rec value () =
    blanks ();
    match peek () with
    | '"' -> Text (text ())
    | '[' -> incr i; List (items ']' value)
    | '{' -> incr i; Object (items '}' (fun () -> blanks (); let k = text () in expect ':'; (k, value ())))
    | _ -> (match word () with "null" -> Null | "true" -> Bool true | "false" -> Bool false | number -> Text number) in
  let v = value () in
  blanks ();
  if !i < String.length s then fail "text after the end";
  v

(* The value of a key; a key that is there twice is an error. *)
let get key = function
  | Object fields ->
    (match List.filter (fun (k, _) -> k = key) fields with [ (_, v) ] -> v | l -> raise (Unreadable ((if l = [] then "no key " else "two keys ") ^ key)))
  | _ -> raise (Unreadable ("no object with key " ^ key))
let text = function Text t -> t | _ -> raise (Unreadable "expected text or a number")
let list = function List l -> l | _ -> raise (Unreadable "expected a list")

(* A fraction a/b, a whole number, or a decimal such as -1.25e-3, as a numerator and a positive denominator. *)
let fraction (t : string) : Z.big_int * Z.big_int =
  let digits t = if t = "" || t = "-" then raise (Unreadable "empty number") else (try Z.big_int_of_string t with _ -> raise (Unreadable ("number " ^ t))) in
  let ten k = Z.power_int_positive_int 10 k in
  match String.index_opt t '/' with
  | Some k ->
    let q = digits (String.sub t (k + 1) (String.length t - k - 1)) in
    if Z.sign_big_int q <= 0 then raise (Unreadable ("number " ^ t)) else (digits (String.sub t 0 k), q)
  | None ->
    let mantissa, exponent = match String.index_opt (String.lowercase_ascii t) 'e' with
      | Some k -> (String.sub t 0 k, int_of_string (String.sub t (k + 1) (String.length t - k - 1))) | None -> (t, 0) in
    let whole, places = match String.index_opt mantissa '.' with
      | Some k -> let rest = String.length mantissa - k - 1 in (String.sub mantissa 0 k ^ String.sub mantissa (k + 1) rest, rest) | None -> (mantissa, 0) in
    let n = digits whole and shift = exponent - places in
    if shift >= 0 then (Z.mult_big_int n (ten shift), Z.unit_big_int) else (n, ten (-shift))

(* Vectors over one common denominator. *)
let common (rows : (Z.big_int * Z.big_int) list list) : Z.big_int * Z.big_int list list =
  let lcm a b = Z.div_big_int (Z.mult_big_int a b) (Z.gcd_big_int a b) in
  let d = List.fold_left (List.fold_left (fun d (_, q) -> lcm d q)) Z.unit_big_int rows in
  (d, map (map (fun (p, q) -> Z.mult_big_int p (Z.div_big_int d q))) rows)

let read_file name = let channel = open_in_bin name in let s = really_input_string channel (in_channel_length channel) in close_in channel; s
let rows_of_csv s = map (String.split_on_char ',') (List.filter (fun l -> l <> "") (map String.trim (String.split_on_char '\n' s)))
