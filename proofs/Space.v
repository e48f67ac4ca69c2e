(* Vectors, examples, rules and runs: the definitions that all other files use.
   Vectors live in any real inner product space, so every theorem about a `space` also covers kernels and infinite dimensions. *)
From Coq Require Import Reals Lra Psatz List Lia.
Import ListNotations.
Local Open Scope R_scope.

(* An inner product that is linear, symmetric and nowhere negative. That only zero has length zero is not needed, so it is not assumed. *)
Record space := Space {
  vector :> Type;
  zero : vector;
  add : vector -> vector -> vector;
  scale : R -> vector -> vector;
  dot : vector -> vector -> R;
  dot_comm : forall a b, dot a b = dot b a;
  dot_add : forall a b c, dot (add a b) c = dot a c + dot b c;
  dot_scale : forall k a c, dot (scale k a) c = k * dot a c;
  dot_zero : forall a, dot zero a = 0;
  dot_pos : forall a, 0 <= dot a a }.
Arguments zero {s}. Arguments add {s}. Arguments scale {s}. Arguments dot {s}.
Arguments dot_comm {s}. Arguments dot_add {s}. Arguments dot_scale {s}. Arguments dot_zero {s}. Arguments dot_pos {s}.

Definition norm {V : space} (a : V) := sqrt (dot a a).
(* Two vectors are the same for the inner product if every vector has the same product with both. *)
Definition alike {V : space} (a b : V) := forall z : V, dot a z = dot b z.

Section Space.
Context {V : space}.
Implicit Types a b c u w : V.

Lemma dot_add_r a b c : dot a (add b c) = dot a b + dot a c.
Proof. now rewrite dot_comm, dot_add, (dot_comm b), (dot_comm c). Qed.

Lemma dot_scale_r k a b : dot a (scale k b) = k * dot a b.
Proof. now rewrite dot_comm, dot_scale, (dot_comm b). Qed.

Lemma dot_zero_r a : dot a zero = 0.
Proof. now rewrite dot_comm, dot_zero. Qed.

Lemma square_of_sum a k b : dot (add a (scale k b)) (add a (scale k b)) = dot a a + 2 * k * dot a b + k * k * dot b b.
Proof. rewrite dot_add, !dot_add_r, !dot_scale, !dot_scale_r, (dot_comm b a). ring. Qed.

Lemma cauchy_schwarz a b : dot a b * dot a b <= dot a a * dot b b.
Proof.
  pose proof (dot_pos a) as Ha. pose proof (dot_pos b) as Hb.
  destruct (Req_dec (dot b b) 0) as [H0|Hn].
  - destruct (Req_dec (dot a b) 0) as [X0|Xn]; [rewrite X0; nra|]. exfalso.
    pose proof (dot_pos (add a (scale (- (dot a a + 1) / (2 * dot a b)) b))) as H. rewrite square_of_sum, H0 in H.
    replace (2 * (- (dot a a + 1) / (2 * dot a b)) * dot a b) with (- (dot a a + 1)) in H by (field; lra). lra.
  - assert (Hb' : 0 < dot b b) by lra.
    pose proof (dot_pos (add a (scale (- dot a b / dot b b) b))) as H. rewrite square_of_sum in H.
    replace (dot a a + 2 * (- dot a b / dot b b) * dot a b + - dot a b / dot b b * (- dot a b / dot b b) * dot b b)
      with ((dot a a * dot b b - dot a b * dot a b) / dot b b) in H by (field; lra).
    assert (0 <= (dot a a * dot b b - dot a b * dot a b) / dot b b * dot b b) as K by nra.
    unfold Rdiv in K. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in K; lra.
Qed.

Lemma norm_pos a : 0 <= norm a.
Proof. apply sqrt_pos. Qed.

Lemma norm_square a : norm a * norm a = dot a a.
Proof. apply sqrt_sqrt, dot_pos. Qed.

Lemma cauchy_schwarz_norm a b : dot a b <= norm a * norm b.
Proof.
  unfold norm. rewrite <- sqrt_mult_alt by apply dot_pos. destruct (Rle_lt_dec (dot a b) 0) as [L|L].
  - pose proof (sqrt_pos (dot a a * dot b b)). lra.
  - rewrite <- (sqrt_square (dot a b)) by lra. apply sqrt_le_1_alt, cauchy_schwarz.
Qed.

(* An example: a vector x and a label, +1 if `positive` and -1 otherwise. *)
Record example := Example { x : V; positive : bool }.
Definition y (e : example) : R := if positive e then 1 else -1.
Definition score w e := y e * dot w (x e).

Lemma y_square e : y e * y e = 1.
Proof. unfold y. destruct (positive e); ring. Qed.

Lemma y_cases e : y e = 1 \/ y e = -1.
Proof. unfold y. destruct (positive e); auto. Qed.

(* A rule updates on an example if its score is below the threshold. A score equal to the threshold, a tie, counts if `tie_is_due` of the label;
   so a rule may treat the ties of the two labels differently. With sign(0) = +1 the ties of negative examples are due, those of positive ones are not.
   An update adds `step` times y x. *)
Record rule := Rule { threshold : R; step : R; tie_is_due : bool -> bool }.
Definition perceptron := Rule 0 1 (fun _ => true).
Definition margin_perceptron := Rule 1 1 (fun _ => false).
(* The perceptron with another convention for ties. *)
Definition with_ties (ties : bool -> bool) := Rule 0 1 ties.
Definition due (r : rule) w e := if tie_is_due r (positive e) then score w e <= threshold r else score w e < threshold r.
(* A tie is due, whatever the label; and what makes every vector without due examples a strict separator. *)
Definition ties_are_due (r : rule) := forall label, tie_is_due r label = true.
Definition due_or_separated (r : rule) := 0 <= threshold r /\ (0 < threshold r \/ ties_are_due r).
Definition due_dec r w e : {due r w e} + {~ due r w e}.
Proof. unfold due. destruct (tie_is_due r (positive e)); [apply Rle_dec|apply Rlt_dec]. Defined.
Definition update (r : rule) w e := add w (scale (step r * y e) (x e)).

(* The vector after a sequence of updates, and the condition that each of them was due when it was made. In which order examples
   are looked at, and how one of several that are due is chosen, is left open: this covers every order and every choice. *)
Fixpoint after r w (us : list example) := match us with [] => w | e :: us => after r (update r w e) us end.
Fixpoint each_is_due r w (us : list example) : Prop :=
  match us with [] => True | e :: us => due r w e /\ each_is_due r (update r w e) us end.

(* The run on a stream of examples, each of which is looked at once in the order of the list: its updates and its last vector. *)
Fixpoint updates r w (es : list example) : list example :=
  match es with [] => [] | e :: es => if due_dec r w e then e :: updates r (update r w e) es else updates r w es end.
Fixpoint run r w (es : list example) : V :=
  match es with [] => w | e :: es => run r (if due_dec r w e then update r w e else w) es end.
(* The stream of k passes over a sample in cyclic order. *)
Fixpoint passes k (es : list example) : list example := match k with O => [] | S k => es ++ passes k es end.

(* What theorems assume: every example has length at most R, and margin at least g along u. *)
Definition within r2 (es : list example) := forall e, In e es -> dot (x e) (x e) <= r2.
Definition margin_at_least g u (es : list example) := forall e, In e es -> g <= score u e.
Definition separates u (es : list example) := forall e, In e es -> 0 < score u e.
Definition strictly_separable (es : list example) := exists u, separates u es.

Lemma due_score r w e : due r w e -> score w e <= threshold r.
Proof. unfold due. destruct (tie_is_due r (positive e)); lra. Qed.

Lemma not_due_score r w e : ~ due r w e -> threshold r <= score w e.
Proof. unfold due. destruct (tie_is_due r (positive e)); lra. Qed.

Lemma not_due_separated r w e : due_or_separated r -> ~ due r w e -> 0 < score w e.
Proof. intros [T [P|D]] H; [apply not_due_score in H; lra|]. unfold due in H. rewrite D in H. lra. Qed.

Lemma perceptron_separates : due_or_separated perceptron.
Proof. split; [simpl; lra|]. right. intros l. reflexivity. Qed.

Lemma updates_due r es : forall w, each_is_due r w (updates r w es).
Proof. induction es as [|e es IH]; intros w; simpl; [exact I|]. destruct (due_dec r w e); simpl; auto. Qed.

Lemma updates_in r es : forall w e, In e (updates r w es) -> In e es.
Proof.
  induction es as [|f es IH]; intros w e H; simpl in *; [easy|].
  destruct (due_dec r w f); [destruct H as [<-|H]|]; eauto.
Qed.

Lemma run_after r es : forall w, run r w es = after r w (updates r w es).
Proof. induction es as [|e es IH]; intros w; simpl; [reflexivity|]. destruct (due_dec r w e); apply IH. Qed.

Lemma updates_app r es fs : forall w, updates r w (es ++ fs) = updates r w es ++ updates r (run r w es) fs.
Proof. induction es as [|e es IH]; intros w; simpl; [reflexivity|]. destruct (due_dec r w e); simpl; now rewrite IH. Qed.

Lemma run_app r es fs : forall w, run r w (es ++ fs) = run r (run r w es) fs.
Proof. induction es as [|e es IH]; intros w; simpl; [reflexivity|]. apply IH. Qed.

Lemma passes_in k es e : In e (passes k es) -> In e es.
Proof. induction k; simpl; [easy|]. intros h. apply in_app_or in h. tauto. Qed.

Lemma quiet_pass r es : forall w, updates r w es = [] -> run r w es = w /\ forall e, In e es -> ~ due r w e.
Proof.
  induction es as [|f es IH]; intros w H; simpl in *; [split; [reflexivity|easy]|].
  destruct (due_dec r w f) as [|n]; [discriminate|]. destruct (IH w H) as [A B]. split; [exact A|].
  intros e [<-|I]; auto.
Qed.
End Space.
Arguments example : clear implicits.

(* A linear map that keeps the inner products with the examples carries a sequence of updates over. *)
Lemma carry_over (V W : space) (f : V -> W) (r : rule) us : (forall a k b, f (add a (scale k b)) = add (f a) (scale k (f b))) ->
  (forall v e, In e us -> dot (f v) (f (x e)) = dot v (x e)) ->
  let g := fun e : example V => Example (f (x e)) (positive e) in
  forall w, each_is_due r w us -> each_is_due r (f w) (map g us).
Proof.
  intros L D g. induction us as [|e us IH]; intros w H; [exact I|]. destruct H as [H1 H2]. cbn [map each_is_due]. split.
  - unfold due, score, g, y in *. cbn [x positive]. rewrite D by now left. exact H1.
  - specialize (IH (fun v e' i => D v e' (or_intror i)) _ H2). unfold update, g, y in *. cbn [x positive]. rewrite <- L. exact IH.
Qed.
