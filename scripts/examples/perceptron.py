"""The perceptron: grade it with `perceptron-lab grade python3 scripts/examples/perceptron.py --rule perceptron`."""
import json, sys

for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w = [0] * ask["reset"]["features"]
    elif "weights" in ask:
        ask["weights"] = w
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        score = sum(a * b for a, b in zip(w, x))
        ask = {"prediction": 1 if score > 0 else -1, "updated": y * score <= 0}
        if ask["updated"]:
            w = [a + y * b for a, b in zip(w, x)]
    print(json.dumps(ask), flush=True)
