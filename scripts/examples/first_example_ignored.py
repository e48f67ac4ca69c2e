"""A wrong learner: it learns nothing from the first example."""
import json, sys

for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w, first = [0] * ask["reset"]["features"], True
    elif "weights" in ask:
        ask["weights"] = w
    elif "x" in ask:
        x, y = ask["x"], ask["y"]
        score = sum(a * b for a, b in zip(w, x))
        ask = {"prediction": 1 if score > 0 else -1, "updated": y * score <= 0 and not first}
        first = False
        if ask["updated"]:
            w = [a + y * b for a, b in zip(w, x)]
    print(json.dumps(ask), flush=True)
