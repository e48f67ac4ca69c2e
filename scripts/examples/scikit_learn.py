"""scikit-learn's passive-aggressive classifier as a learner: grade it with
`perceptron-lab grade --rule passive-aggressive --step pa-1 --aggressiveness 0.5 python3 scripts/examples/scikit_learn.py pa1 0.5`.
It needs scikit-learn 1.8 or later. PA itself is pa1 with a C that no step reaches, such as 1e300."""
import json, sys
import numpy as np
from sklearn.linear_model import SGDClassifier

kind, c = sys.argv[1], float(sys.argv[2])
for line in sys.stdin:
    ask = json.loads(line)
    if "reset" in ask:
        w = np.zeros(ask["reset"]["features"])
        model = SGDClassifier(loss="hinge", penalty=None, learning_rate=kind, eta0=c, shuffle=False, fit_intercept=False)
    elif "weights" in ask:
        ask["weights"] = w.tolist()
    elif "x" in ask:
        x, before = np.array(ask["x"], dtype=float), w
        w = model.partial_fit([x], [ask["y"]], classes=[-1, 1]).coef_[0].copy()
        ask = {"prediction": 1 if before @ x > 0 else -1, "updated": not np.array_equal(before, w)}
    print(json.dumps(ask), flush=True)
