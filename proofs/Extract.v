(* The OCaml code of perceptron-check and perceptron-decide. *)
From Proofs Require Import Checker Decide Premises.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
Extraction "checker.ml" accepts verdicts premises decide observed limit within_limit run_again well_formed radius_column margin_column.
