"""Winnow1 with α = 2 and θ = N/2: grade it with `perceptron-lab grade --rule winnow python3 scripts/examples/winnow.py`."""
import json, sys

for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w = [1] * ask["reset"]["features"]
    elif "weights" in ask:
        ask["weights"] = w
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        positive = sum(a * b for a, b in zip(w, x)) > len(w) / 2
        factor = 1 if positive == (y > 0) else 2 if y > 0 else 0
        before = w
        w = [factor * a if b else a for a, b in zip(w, x)]
        ask = {"prediction": 1 if positive else -1, "updated": w != before}
    print(json.dumps(ask), flush=True)
