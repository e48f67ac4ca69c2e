"""Your perceptron. Complete the two functions `score` and `learn`; leave the rest as it is.

    python3 perceptron.py try     shows your perceptron four examples, and prints what it does
    perceptron-lab grade "python3 perceptron.py" --rule perceptron
"""
import json, sys


def score(w, x):
    """Returns ⟨w, x⟩ = w[0]·x[0] + w[1]·x[1] + …, for two lists of equal length."""
    return 0  # TODO


def learn(w, x, y):
    """Returns the weights after the example x with the label y (1 or −1). They are w itself if no update is due."""
    return w  # TODO


def answer(w, x, y):
    """Shows one example: returns the prediction before the update, whether the weights changed, and the weights after it."""
    prediction = 1 if score(w, x) > 0 else -1
    after = learn(list(w), x, y)
    after = after.tolist() if hasattr(after, "tolist") else list(after)  # so that numpy arrays work, too
    return prediction, after != w, after


def try_four_examples():
    w = [0, 0]
    print("example     prediction  updated  weights after it")
    for x, y in [([1, 2], 1), ([2, 1], -1), ([1, 1], 1), ([2, 1], -1)]:
        prediction, updated, w = answer(w, x, y)
        print(f"({x[0]}, {x[1]}) {'+' if y > 0 else '-'}    {prediction:+d}          {'yes' if updated else 'no':<8} {w}")


def answer_lines():
    """Speaks with perceptron-lab: reads lines of JSON and answers each with one line (docs/learners.md). Print your own messages to sys.stderr."""
    for line in sys.stdin:
        ask = json.loads(line)
        if "reset" in ask:
            w = [0] * ask["reset"]["features"]
        elif "weights" in ask:
            ask["weights"] = w
        elif "x" in ask:
            prediction, updated, w = answer(w, ask["x"], ask["y"])
            ask = {"prediction": prediction, "updated": updated}
        print(json.dumps(ask), flush=True)


if sys.argv[1:] == ["try"]:
    try_four_examples()
elif sys.stdin.isatty():
    sys.exit("this program waits for perceptron-lab; to try it by hand: python3 perceptron.py try")
else:
    answer_lines()
