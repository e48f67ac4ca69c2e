(* The OCaml programs: perceptron-check. *)
From Proofs Require Import Checker.
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZBigInt.
Extraction "checker.ml" accepts verdicts.
