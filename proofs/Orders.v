(* Every order of the examples: when updates end, and runs from which an example is left out. *)
From Coq Require Import Reals Lra Psatz List Lia.
From Proofs Require Import Space Perceptron Convergence.
Import ListNotations.
Local Open Scope R_scope.

Section Ends.
Context {V : space}.
Implicit Types w : V.
Implicit Types e : example V.
Implicit Types us es : list (example V).

(* C-B7, C-M7: in every order the updates end: whatever examples are shown, one at a time and without end, from some time on none that is shown is due.
   Strictly separable examples, every rule with threshold >= 0 and step > 0. *)
Theorem updates_end (r : rule) es (shown : nat -> example V) : 0 <= threshold r -> 0 < step r -> strictly_separable es -> (forall t, In (shown t) es) ->
  exists T, forall t, (T <= t)%nat -> ~ due r (run r zero (map shown (seq 0 t))) (shown t).
Proof.
  intros Th S H I. destruct (finitely_many r es Th S H) as [n N]. set (vec := fun t => run r zero (map shown (seq 0 t))).
  set (count := fun t => length (updates r zero (map shown (seq 0 t)))).
  assert (C : forall t, count (Datatypes.S t) = (count t + if due_dec r (vec t) (shown t) then 1 else 0)%nat).
  { intros t. unfold count, vec. rewrite seq_S, map_app, updates_app, app_length. simpl. destruct (due_dec r _ (shown t)); reflexivity. }
  assert (Up : forall d t, (count t <= count (t + d))%nat).
  { induction d as [|d IH]; intros t; [rewrite Nat.add_0_r; lia|]. rewrite Nat.add_succ_r, C. specialize (IH t). lia. }
  assert (B : forall t, (count t <= n)%nat).
  { intros t. apply N; [|apply updates_due]. intros e E. apply updates_in, in_map_iff in E. destruct E as (s & <- & _). apply I. }
  assert (G : forall k, (exists T, forall t, (T <= t)%nat -> ~ due r (vec t) (shown t)) \/ exists t, (k <= count t)%nat).
  { induction k as [|k [Q|[t L]]]; [right; exists 0%nat; lia|now left|].
    destruct (ClassicalDedekindReals.sig_forall_dec (fun d => ~ due r (vec (t + d)%nat) (shown (t + d)%nat))) as [[d Q]|Q].
    - intros d. destruct (due_dec r (vec (t + d)%nat) (shown (t + d)%nat)) as [q|q]; [right; intros A; contradiction|now left].
    - right. exists (Datatypes.S (t + d)). rewrite C. specialize (Up d t).
      destruct (due_dec r (vec (t + d)%nat) (shown (t + d)%nat)) as [q|q]; [lia|contradiction].
    - left. exists t. intros s L'. replace s with (t + (s - t))%nat by lia. apply Q. }
  destruct (G (Datatypes.S n)) as [Q|[t L]]; [exact Q|]. specialize (B t). lia.
Qed.

(* C-B7, C-M7: in every order that shows each example again and again, the run comes to a vector for which no example is due.
   An order of independent uniform draws is such an order with probability 1. *)
Theorem fair_order_ends (r : rule) es (shown : nat -> example V) : 0 <= threshold r -> 0 < step r -> strictly_separable es -> (forall t, In (shown t) es) ->
  (forall e T, In e es -> exists t, (T <= t)%nat /\ shown t = e) ->
  exists T, forall e, In e es -> ~ due r (run r zero (map shown (seq 0 T))) e.
Proof.
  intros Th S H I F. destruct (updates_end r es shown Th S H I) as [T Q]. exists T.
  assert (E : forall d, run r zero (map shown (seq 0 (T + d))) = run r zero (map shown (seq 0 T))).
  { induction d as [|d IH]; [now rewrite Nat.add_0_r|]. rewrite Nat.add_succ_r, seq_S, map_app, run_app. cbn [map run].
    destruct (due_dec r (run r zero (map shown (seq 0 (T + d)))) (shown (0 + (T + d))%nat)) as [q|q]; [exfalso; exact (Q (T + d)%nat ltac:(lia) q)|exact IH]. }
  intros e J. destruct (F e T J) as (t & L & <-). specialize (Q t L). replace t with (T + (t - T))%nat in Q at 1 by lia. rewrite E in Q. exact Q.
Qed.

(* Passes, each in an order of its own: the examples shown in the first k of them. *)
Definition shown_in (order : nat -> list (example V)) (k : nat) := concat (map order (seq 0 k)).
Lemma shown_in_S order k : shown_in order (S k) = shown_in order k ++ order k.
Proof. unfold shown_in. rewrite seq_S, map_app, concat_app. simpl. now rewrite app_nil_r. Qed.

Lemma clean_or_many (r : rule) order k : (exists j, (j < k)%nat /\ updates r (run r zero (shown_in order j)) (order j) = []) \/
  (k <= length (updates r zero (shown_in order k)))%nat.
Proof.
  induction k as [|k [(j & L & Q)|IH]]; [right; lia|left; exists j; split; [lia|exact Q]|].
  rewrite shown_in_S, updates_app, app_length. destruct (updates r (run r zero (shown_in order k)) (order k)) eqn:E; [|right; simpl; lia].
  left. exists k. split; [lia|exact E].
Qed.

(* C-M7, C-H7: on strictly separable examples some pass is clean, in whatever order each pass shows them (cyclic, shuffled anew, or chosen by an opponent).
   For every rule with threshold >= 0 and step > 0. *)
Theorem passes_end (r : rule) es order : 0 <= threshold r -> 0 < step r -> strictly_separable es -> (forall j e, In e (order j) -> In e es) ->
  exists j, updates r (run r zero (shown_in order j)) (order j) = [].
Proof.
  intros T S H I. destruct (finitely_many r es T S H) as [n N]. destruct (clean_or_many r order (Datatypes.S n)) as [(j & _ & Q)|L]; [now exists j|].
  exfalso. apply (Nat.lt_irrefl n). eapply Nat.lt_le_trans; [exact L|]. apply N; [|apply updates_due]. intros e E. apply updates_in in E.
  unfold shown_in in E. apply in_concat in E. destruct E as (p & P & E). apply in_map_iff in P. destruct P as (j & <- & _). exact (I j e E).
Qed.

(* C-B6, C-B7, C-M8, C-H18: if every pass shows all examples, in whatever order, a clean pass comes exactly if the examples are strictly separable.
   For thresholds >= 0 (at 0 a tie must count as a mistake) and steps > 0. *)
Theorem passes_end_iff_separable (r : rule) es order : due_or_separated r -> 0 < step r -> (forall j e, In e (order j) <-> In e es) ->
  (exists j, updates r (run r zero (shown_in order j)) (order j) = []) <-> strictly_separable es.
Proof.
  intros D S I. split; [|intros H; apply (passes_end r es order (proj1 D) S H); intros j e; apply I].
  intros [j J]. exists (run r zero (shown_in order j)). intros e E. apply (clean_pass_separates r (order j) _ D J). now apply I.
Qed.

(* Scans: at time t some example that is due is chosen and updated on, or nothing, if none is due. The choice may depend on the time, so also on chance. *)
Fixpoint scanned (r : rule) (choose : nat -> V -> option (example V)) (t : nat) : V :=
  match t with O => zero | S t => match choose t (scanned r choose t) with Some e => update r (scanned r choose t) e | None => scanned r choose t end end.
Definition scans (r : rule) (choose : nat -> V -> option (example V)) es :=
  forall t w, match choose t w with Some e => In e es /\ due r w e | None => forall e, In e es -> ~ due r w e end.

(* C-B6, C-B7, C-M8, C-H18, C-U8: if every scan chooses an example that is due as long as there is one (the first, the most violated, a random one, any), a
   scan that finds none comes exactly if the examples are strictly separable. For thresholds >= 0 (at 0 a tie must count as a mistake) and steps > 0. *)
Theorem scans_end_iff_separable (r : rule) es choose : due_or_separated r -> 0 < step r -> scans r choose es ->
  (exists t, choose t (scanned r choose t) = None) <-> strictly_separable es.
Proof.
  intros D S C. split.
  - intros [t Q]. exists (scanned r choose t). intros e I. apply (not_due_separated r _ _ D).
    specialize (C t (scanned r choose t)). rewrite Q in C. now apply C.
  - intros H. destruct (finitely_many r es (proj1 D) S H) as [n N].
    assert (G : forall k, (exists t, choose t (scanned r choose t) = None) \/
      exists us, length us = k /\ scanned r choose k = after r zero us /\ each_is_due r zero us /\ forall e, In e us -> In e es).
    { induction k as [|k [Q|(us & L & A & U & I)]]; [right; exists []; repeat split; easy|now left|].
      pose proof (C k (scanned r choose k)) as Ck. destruct (choose k (scanned r choose k)) as [e|] eqn:Ce; [|left; now exists k]. destruct Ck as [Ie De].
      right. exists (us ++ [e]). split; [rewrite app_length; simpl; lia|]. cbn [scanned]. rewrite Ce. split; [|split].
      - rewrite after_app, <- A. reflexivity.
      - apply each_is_due_app; [exact U|]. now rewrite <- A.
      - intros f F. apply in_app_or in F. destruct F as [F|[<-|[]]]; auto. }
    destruct (G (Datatypes.S n)) as [Q|(us & L & _ & U & I)]; [exact Q|]. specialize (N us I U). lia.
Qed.
End Ends.

(* Runs over items, such as the places of a sample. A learner gives for its state and an item shown the next state, or nothing if it leaves the state as it
   is: no update. Every rule of Space.v is one, with the vector as state; so are the normalized perceptron and the dual form. *)
Section Coupling.
Context {S A : Type}.
Variable next : S -> A -> option S.
Implicit Types w : S.

(* The items on which a run over the items of a list updates, and its last state. *)
Fixpoint updated w (l : list A) : list A := match l with [] => [] | a :: l => match next w a with Some v => a :: updated v l | None => updated w l end end.
Fixpoint last w (l : list A) : S := match l with [] => w | a :: l => match next w a with Some v => last v l | None => last w l end end.
Definition is_due w (a : A) : bool := match next w a with Some _ => true | None => false end.

(* C-H12: the coupling, for every learner: from any sequence of shown items those that are never updated on may be left out (all but those that `keep` keeps):
   the updates are the same, in the same order, so the states are the same. Every order whose draws do not look at the vector: cyclic, shuffled, random. *)
Theorem coupled_orders (keep : A -> bool) l : forall w, (forall a, In a (updated w l) -> keep a = true) ->
  updated w (filter keep l) = updated w l /\ last w (filter keep l) = last w l.
Proof.
  induction l as [|a l IH]; intros w H; [split; reflexivity|]. cbn [filter updated last] in *. destruct (next w a) as [v|] eqn:N.
  - rewrite (H a (or_introl eq_refl)). cbn [updated last]. rewrite N. destruct (IH v (fun b i => H b (or_intror i))) as [P Q]. split; [now rewrite P|exact Q].
  - destruct (keep a); [cbn [updated last]; rewrite N|]; now apply IH.
Qed.

(* Orders that scan: the item of those that are due with the least value of f at the state, the first of equals. With f = 0 it is the first one that is due,
   with the score the most violated one, with the score reversed the least violated one. *)
Fixpoint best (f : A -> R) (l : list A) : option A :=
  match l with [] => None | a :: l => match best f l with Some b => if Rle_dec (f a) (f b) then Some a else Some b | None => Some a end end.
Definition choice (f : S -> A -> R) w (l : list A) : option A := best (f w) (filter (is_due w) l).
(* The items chosen in the first k scans, and the state after them; a scan that finds none ends the run. *)
Fixpoint chosen (f : S -> A -> R) (k : nat) w (l : list A) : list A :=
  match k with O => [] | Datatypes.S k =>
    match choice f w l with Some a => match next w a with Some v => a :: chosen f k v l | None => [] end | None => [] end end.
Definition end_of (f : S -> A -> R) (k : nat) w (l : list A) : S := last w (chosen f k w l).

Lemma best_in f l a : best f l = Some a -> In a l.
Proof.
  revert a. induction l as [|b l IH]; intros a H; simpl in *; [discriminate|]. destruct (best f l) as [c|]; [|injection H as ->; now left].
  destruct (Rle_dec (f b) (f c)); injection H as ->; [now left|right; now apply IH].
Qed.
Lemma best_least f l a : best f l = Some a -> forall b, In b l -> f a <= f b.
Proof.
  revert a. induction l as [|c l IH]; intros a H b I; simpl in *; [easy|]. destruct (best f l) as [d|] eqn:E.
  - specialize (IH d eq_refl). destruct (Rle_dec (f c) (f d)) as [L|L]; injection H as <-; destruct I as [<-|I]; try lra; specialize (IH b I); lra.
  - destruct l as [|e l]; [|simpl in E; destruct (best f l); [destruct (Rle_dec _ _)|]; discriminate]. injection H as <-. destruct I as [<-|[]]. lra.
Qed.
Lemma best_of_others f keep l a : best f l = Some a -> keep a = true -> best f (filter keep l) = Some a.
Proof.
  revert a. induction l as [|c l IH]; intros a H K; simpl in *; [discriminate|]. destruct (best f l) as [d|] eqn:E.
  - destruct (Rle_dec (f c) (f d)) as [L|L]; injection H as <-.
    + rewrite K. simpl. destruct (best f (filter keep l)) as [b|] eqn:B; [|reflexivity]. destruct (Rle_dec (f c) (f b)) as [_|N]; [reflexivity|].
      exfalso. apply N. apply best_in, filter_In in B. pose proof (best_least f l d E b (proj1 B)). lra.
    + specialize (IH d eq_refl K). destruct (keep c); [|exact IH]. simpl. rewrite IH. destruct (Rle_dec (f c) (f d)); [contradiction|reflexivity].
  - injection H as <-. rewrite K. destruct l as [|e l]; [reflexivity|]. simpl in E. destruct (best f l); [destruct (Rle_dec _ _)|]; discriminate.
Qed.
Lemma filter_both (p q : A -> bool) l : filter p (filter q l) = filter q (filter p l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p a) eqn:P; destruct (q a) eqn:Q; simpl; rewrite ?P, ?Q, IH; reflexivity. Qed.
Lemma choice_none f w l : choice f w l = None <-> forall a, In a l -> next w a = None.
Proof.
  unfold choice. split.
  - intros H a I. destruct (next w a) as [v|] eqn:N; [|reflexivity]. exfalso.
    assert (J : In a (filter (is_due w) l)) by (apply filter_In; split; [exact I|]; unfold is_due; now rewrite N).
    destruct (filter (is_due w) l) as [|b m]; [easy|]. simpl in H. destruct (best (f w) m); [destruct (Rle_dec _ _)|]; discriminate.
  - intros H. assert (E : filter (is_due w) l = []); [|now rewrite E]. induction l as [|a l IH]; [reflexivity|]. simpl. unfold is_due at 1.
    rewrite (H a (or_introl eq_refl)). apply IH. intros b I. apply H. now right.
Qed.

(* C-H12: the coupling for orders that scan, for every learner: a sample without items that were never chosen gives the same choices, so the same states. *)
Theorem coupled_scans (f : S -> A -> R) (keep : A -> bool) k l : forall w, (forall a, In a (chosen f k w l) -> keep a = true) ->
  chosen f k w (filter keep l) = chosen f k w l.
Proof.
  induction k as [|k IH]; intros w H; [reflexivity|]. cbn [chosen] in *. destruct (choice f w l) as [a|] eqn:C.
  - destruct (next w a) as [v|] eqn:N.
    + assert (E : choice f w (filter keep l) = Some a) by (unfold choice in *; rewrite filter_both; apply best_of_others; [exact C|apply H; now left]).
      rewrite E, N. f_equal. apply IH. intros b I. apply H. now right.
    + exfalso. unfold choice in C. apply best_in, filter_In in C. destruct C as [_ C]. unfold is_due in C. rewrite N in C. discriminate.
  - assert (E : choice f w (filter keep l) = None); [|now rewrite E]. apply choice_none. intros a I. apply filter_In in I.
    now apply (proj1 (choice_none f w l) C).
Qed.

(* If the runs without an item that was never updated on have the same last state as the full run, and the full run leaves no item due, then the items on which
   the run without them errs are at most as many as the different items updated on. *)
Lemma errors_at_most (same : forall a b : A, {a = b} + {a <> b}) (errs : S -> A -> bool) (items us : list A) w (without : A -> S) : NoDup items ->
  (forall v a, errs v a = true -> next v a <> None) -> (forall a, In a items -> next w a = None) ->
  (forall a, In a items -> ~ In a us -> without a = w) ->
  (length (filter (fun a => errs (without a) a) items) <= length (nodup same us))%nat.
Proof.
  intros N D C H. apply NoDup_incl_length; [now apply NoDup_filter|]. intros a I. apply filter_In in I. destruct I as [I E]. apply nodup_In.
  destruct (in_dec same a us) as [J|J]; [exact J|]. exfalso. rewrite H in E by assumption. exact (D w a E (C a I)).
Qed.

Lemma nothing_due l : forall w, (forall a, In a l -> next w a = None) -> last w l = w.
Proof. induction l as [|a l IH]; intros w H; [reflexivity|]. cbn [last]. rewrite (H a (or_introl eq_refl)). apply IH. intros b I. apply H. now right. Qed.

Lemma last_app l m : forall w, last w (l ++ m) = last (last w l) m.
Proof. induction l as [|a l IH]; intros w; [reflexivity|]. cbn [app last]. destruct (next w a); apply IH. Qed.

Definition without (same : forall a b : A, {a = b} + {a <> b}) (a : A) (l : list A) := filter (fun b => if same b a then false else true) l.
Lemma without_keeps (same : forall a b : A, {a = b} + {a <> b}) a l :
  ~ In a l -> forall b, In b l -> (if same b a then false else true) = true.
Proof. intros N b I. destruct (same b a) as [->|]; [contradiction|reflexivity]. Qed.

(* C-H12, C-H11: leave one out, in every order whose draws do not look at the vector, for every learner. The full run shows the items of l and leaves none
   of the sample due. The run without a shows the same sequence without a, up to an end of its own, `ends a`: this is a beginning of that sequence, or goes
   on after it with other items of the sample, and leaves no item but a due. Then the items on which the run without them errs are at most as many as the
   different items that the full run updated on. An error must be due (a tie that is an error in the test is due in training). *)
Theorem left_out_errors (same : forall a b : A, {a = b} + {a <> b}) (errs : S -> A -> bool) (sample l : list A) (ends : A -> list A) start : NoDup sample ->
  (forall v a, errs v a = true -> next v a <> None) -> (forall a, In a sample -> next (last start l) a = None) ->
  (forall a, In a sample -> exists more, (forall b, In b more -> In b sample /\ b <> a) /\
    (without same a l = ends a ++ more \/ ends a = without same a l ++ more)) ->
  (forall a b, In a sample -> In b sample -> b <> a -> next (last start (ends a)) b = None) ->
  (length (filter (fun a => errs (last start (ends a)) a) sample) <= length (nodup same (updated start l)))%nat.
Proof.
  intros N D C E Q. apply errors_at_most with (w := last start l); auto. intros a J U.
  destruct (coupled_orders (fun b => if same b a then false else true) l start (without_keeps same a _ U)) as [_ L].
  destruct (E a J) as (more & M & [W|W]).
  - rewrite <- L. fold (without same a l). rewrite W, last_app. symmetry. apply nothing_due. intros b B. destruct (M b B). now apply Q.
  - rewrite W, last_app. unfold without. rewrite L. apply nothing_due. intros b B. destruct (M b B). now apply C.
Qed.

(* C-H12, C-H11: the same in the orders that scan for an item that is due; k is a number of scans in which the full run and those without an item end. *)
Theorem left_out_errors_of_scans (same : forall a b : A, {a = b} + {a <> b}) (errs : S -> A -> bool) (f : S -> A -> R) (k : nat) (sample : list A) start :
  NoDup sample -> (forall v a, errs v a = true -> next v a <> None) -> choice f (end_of f k start sample) sample = None ->
  (length (filter (fun a => errs (end_of f k start (without same a sample)) a) sample) <= length (nodup same (chosen f k start sample)))%nat.
Proof.
  intros N D C. apply errors_at_most with (w := end_of f k start sample); auto; [exact (proj1 (choice_none f _ sample) C)|].
  intros a J U. unfold end_of. f_equal. apply coupled_scans. now apply without_keeps.
Qed.
End Coupling.

(* A rule of Space.v as a learner of items: its updates and last vector are those of the run over their examples. *)
Definition learner {V : space} {A : Type} (r : rule) (ex : A -> example V) (w : V) (a : A) : option V :=
  if due_dec r w (ex a) then Some (update r w (ex a)) else None.
Lemma learner_is_run (V : space) (A : Type) (r : rule) (ex : A -> example V) l : forall w,
  map ex (updated (learner r ex) w l) = updates r w (map ex l) /\ last (learner r ex) w l = run r w (map ex l) /\
  forall a, learner r ex w a = None <-> ~ due r w (ex a).
Proof.
  intros w. split; [|split].
  - revert w. induction l as [|a l IH]; intros w; [reflexivity|]. cbn [updated map updates]. unfold learner at 1.
    destruct (due_dec r w (ex a)); simpl; now rewrite IH.
  - revert w. induction l as [|a l IH]; intros w; [reflexivity|]. cbn [last map run]. unfold learner at 1. destruct (due_dec r w (ex a)); apply IH.
  - intros a. unfold learner. destruct (due_dec r w (ex a)); split; intros H; try easy; contradiction.
Qed.
