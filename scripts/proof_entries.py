"""Compares the entries of theorems/ with the decidable parts of formal statements, for scripts/check-proofs: theorems, premises and formulas."""

import ast, json, math, operator, re, shutil, subprocess, tomllib
from fractions import Fraction

from proof_steps import PROOFS, Wrong, must_be_noticed, run

OF_ANY_RADIUS = " of any radius"


def entries_of_theorems(folder):
    """Returns the entries of the files in theorems/, by name."""
    return {name: entry for path in sorted(folder.glob("*.toml")) for name, entry in tomllib.loads(path.read_text(encoding="utf-8")).items()}


def part_of(entries, name):
    """The entry, or its case that Decide.v names."""
    base = name.removesuffix(OF_ANY_RADIUS)
    return entries[base] if name == base else {**entries[base], **entries[base]["case"][0]}


def formal_names():
    """Returns the theorem that each entry of Decide.v names, from the comments there."""
    text = (PROOFS / "Decide.v").read_text(encoding="utf-8")
    return dict(re.findall(r"\(\* ([a-z][a-z -]*?) = (\w+\.\w+) \*\)", text))


def formal_premises(build):
    """Returns the premises of each entry as Premises.v has them."""
    printed = run([build / "perceptron-decide", "premises"], build, "perceptron-decide")
    return {line.split(" | ")[0]: line.split(" | ")[1].split("; ") for line in printed.splitlines()}


def check_entries(build, theorems, known, say=print):
    """The premises of Premises.v must be those of the entries in theorems/, and the theorems that both name must be there."""
    entries = entries_of_theorems(theorems)
    for name, entry in entries.items():
        for theorem in entry["formal"].split(", ") if "formal" in entry else []:
            if theorem not in known:
                raise Wrong(f"the entry {name} names the theorem {theorem}, which proofs/ does not have")
    formal = formal_names()
    ours = formal_premises(build)
    if set(ours) != set(formal):
        raise Wrong(f"Decide.v and perceptron_decide.ml have other entries: {sorted(set(ours) ^ set(formal))}")
    for name, premises in ours.items():
        entry = part_of(entries, name)
        if set(premises) != set(entry["premises"]):
            raise Wrong(f"premises of {name}: the formal theorem has {sorted(premises)}, the entry has {sorted(entry['premises'])}")
        if formal[name] not in known:
            raise Wrong(f"{name} names {formal[name]}, which proofs/ does not have")
        if formal[name] not in entry.get("formal", "").split(", "):
            raise Wrong(f"the entry {name} names {entry.get('formal')}, Decide.v names {formal[name]}")
        say(f"entry {name}: {formal[name]}, {len(premises)} premises as in theorems/")
    say(f"{len({name.removesuffix(OF_ANY_RADIUS) for name in ours})} of {sum('formal' in entry for entry in entries.values())} entries with a formal theorem")


class Unknown(Exception):
    """A number that a formula needs and a trial does not have, or not as a fraction."""


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: lambda a, b: a ** int(b)}


def divide(a, b):
    if not b:
        raise Unknown
    return a / b


def value_of(formula, numbers):
    """The value of a formula of theorems/, a fraction; `numbers` gives that of a name. The rounding of floats does not concern exact trials."""

    def value(node):
        match node:
            case ast.Constant():
                return Fraction(str(node.value))
            case ast.Name():
                return numbers(node.id)
            case ast.BinOp(op=ast.Div()):
                return divide(value(node.left), value(node.right))
            case ast.BinOp():
                return OPERATORS[type(node.op)](value(node.left), value(node.right))
            case ast.Call(func=ast.Name(id="or_")):
                try:
                    return value(node.args[0])
                except Unknown:
                    return value(node.args[1])
            case ast.Call(func=ast.Name(id="rounding")):
                return Fraction(1)
            case ast.Call(func=ast.Name(id="zero")):
                return Fraction(value(node.args[0]) == 0)
            case ast.Call(func=ast.Name(id="floor")):
                return Fraction(math.floor(value(node.args[0])))
            case ast.Call(func=ast.Name(id="max")):
                return max(value(node.args[0]), value(node.args[1]))
        raise Unknown

    return value(ast.parse(re.sub(r"\bor\(", "or_(", formula).replace("^", "**"), mode="eval").body)


def plant_dropped_premises(build, theorems, known):
    """Drops premises in the formal statement and in the entries; all must be noticed."""
    text = (PROOFS / "Premises.v").read_text(encoding="utf-8")
    for premise, kept in (("positive_margin", "rule_perceptron"), ("rule_perceptron", "positive_margin")):
        folder = build / f"without-{premise}"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(build, folder, ignore=shutil.ignore_patterns("without-*", "Premises*", "DecideProof*", "Extract*", "perceptron-*"))
        shutil.copy(PROOFS / "DecideProof.v", folder)
        wrong = text.replace("[rule_perceptron; positive_margin]", f"[{kept}]")
        if wrong == text:
            raise Wrong("Premises.v does not list the premises of online_mistake_bound as expected")
        (folder / "Premises.v").write_text(wrong)
        run(["coqc", "-q", "-Q", ".", "Proofs", "Premises.v"], folder, "coqc Premises.v")
        must_be_noticed(f"{premise} dropped in Coq", run, ["coqc", "-q", "-Q", ".", "Proofs", "DecideProof.v"], folder, "coqc DecideProof.v")
        shutil.rmtree(folder)
    drop_each_premise(build, text)
    plant_in_entries(build, theorems, known)


def drop_each_premise(build, text):
    """Proves each entry anew with the steps of DecideProof.v: with all its premises, which must succeed, and without each of them.

    Without a premise the proof must fail, unless the theorem does not need it; such a premise is compared with the entry only. Each entry must need one."""
    listed = dict(re.findall(r"\| (\w+) => \[(.*?)\]", text))
    plants = [(entry, premise) for entry, premises in listed.items() for premise in ("", *premises.split("; "))]
    whole = (PROOFS / "DecideProof.v").read_text(encoding="utf-8")
    script = whole[whole.index("From Coq") : whole.index("(* C-B8")]
    statement = whole[whole.index("Theorem decided") : whole.index("  destruct t;")]
    for number, (entry, dropped) in enumerate(plants):
        kept = "; ".join(premise for premise in listed[entry].split("; ") if premise != dropped)
        steps = whole.split(f"  - (* {entry} *)\n")[1].split("  - (* ")[0].removesuffix("Qed.\n")
        named = statement.replace("Theorem decided (c : certificate) (f : facts) (t : entry)", f"Theorem plant_{number} (c : certificate) (f : facts)")
        own = re.sub(r"\bt\b", entry, named)
        proof = (own + f"  cbn [premises In] in Has.\n{steps}").replace("(premises ", f"(premises_{number} ").replace("[premises ", f"[premises_{number} ")
        script += f"Definition premises_{number} (t : entry) : list premise := match t with {entry} => [{kept}] | _ => [] end.\n"
        # After an error coqtop goes on with the next sentence: Qed is refused, and Check says that there is no such theorem.
        script += f"{proof}Qed.\nAbort All.\nCheck plant_{number}.\n"
    output = subprocess.run(["coqtop", "-q", "-Q", ".", "Proofs"], cwd=build, input=script, capture_output=True, text=True, check=False).stdout
    proved = {int(number) for number in re.findall(r"^plant_(\d+)$", output, re.M)}
    needed = {}
    for number, (entry, dropped) in enumerate(plants):
        if not dropped and number not in proved:
            raise Wrong(f"the proof of {entry} does not succeed with all its premises when it is done alone")
        if dropped and number not in proved:
            needed.setdefault(entry, []).append(dropped)
    for entry, premises in listed.items():
        others = [premise for premise in premises.split("; ") if premise not in needed.get(entry, [])]
        fails = " / ".join(needed.get(entry, ["-"]))
        print(f"planted, {entry}: the proof fails without {fails}{'; the theorem does not need ' + ', '.join(others) if others else ''}")
    without = set(listed) - set(needed) - NO_PREMISE_NEEDED
    if without:
        raise Wrong(f"the theorems of {sorted(without)} need none of their premises")


# Identities of single steps, bounds and values that are true of every run: their premises say that something was measured.
NO_PREMISE_NEEDED = {"output_norm_at_most", "norm_identity", "turns_towards", "loss_of_errors"}


def plant_in_entries(build, theorems, known):
    """Drops the first premise of each entry in a copy of theorems/; each must be noticed."""
    folder = build / "without-theorems"
    names = formal_premises(build)
    for name in names:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(theorems, folder)
        base = name.removesuffix(OF_ANY_RADIUS)
        (path,) = [path for path in folder.glob("*.toml") if f"[{base}]\n" in path.read_text(encoding="utf-8")]
        before, header, after = path.read_text(encoding="utf-8").partition(f"[[{base}.case]]\n" if name != base else f"[{base}]\n")
        entry = part_of(entries_of_theorems(theorems), name)
        changed = re.sub(r"^(premises\s*=\s*)\[.*?\]$", lambda found: found[1] + json.dumps(entry["premises"][1:]), after, count=1, flags=re.M | re.S)
        path.write_text(before + header + changed, encoding="utf-8")
        try:
            check_entries(build, folder, known, lambda line: None)
        except Wrong as error:
            if not str(error).startswith(f"premises of {name}:"):
                raise
        else:
            raise Wrong(f"planted, {entry['premises'][0]} dropped in the entry {name}: not noticed")
    print(f"planted, a premise dropped in an entry: noticed in each of {len(names)}")
    shutil.rmtree(folder)
