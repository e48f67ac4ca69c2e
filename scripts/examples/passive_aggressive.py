"""PA, or PA-I with an argument C: grade it with
`perceptron-lab grade --rule passive-aggressive python3 scripts/examples/passive_aggressive.py`, or with
`perceptron-lab grade --rule passive-aggressive --aggressiveness 0.5 python3 scripts/examples/passive_aggressive.py 0.5`."""
import json, sys

c = float(sys.argv[1]) if len(sys.argv) > 1 else float("inf")
for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w = [0.0] * ask["reset"]["features"]
    elif "weights" in ask:
        ask["weights"] = w
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        score = sum(a * b for a, b in zip(w, x))
        squared = sum(b * b for b in x)
        loss = max(0.0, 1 - y * score)
        step = min(c, loss / squared) if squared > 0 else 0.0
        ask = {"prediction": 1 if score > 0 else -1, "updated": step > 0}
        if step > 0:
            w = [a + step * y * b for a, b in zip(w, x)]
    print(json.dumps(ask), flush=True)
