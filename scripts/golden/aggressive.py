"""The passive-aggressive learner (docs/theory.md, X8) in fractions. Independent of the program, to check its numbers."""

from fractions import Fraction

from .loop import Unsupported, dot

# Without a clean pass, a run shows at most so many examples.
MOST_SHOWN = 10**4


def step(settings, loss, square):
    """The size of the step on an example with this loss and squared norm."""
    cap = Fraction(str(settings.get("aggressiveness", 1)))
    sizes = {"pa": lambda: loss / square, "pa-1": lambda: min(cap, loss / square), "pa-2": lambda: loss / (square + 1 / (2 * cap))}
    return Fraction(str(settings.get("step_factor", 1))) * sizes[settings.get("kind", "pa")]()


def shown(rows, order):
    """The examples in order; a pass after which nothing would change ends them."""
    if order == "stream":
        return list(rows)
    if order == "cyclic":
        return list(rows) * (MOST_SHOWN // len(rows))
    raise Unsupported(f"passive-aggressive in the order {order}")


def run(rows, variant, most_updates):
    """Returns the mistakes, the updates and the sum of the squared losses."""
    settings = variant["learner"]["passive-aggressive"]
    vector = [Fraction(0)] * len(rows[0][0])
    found = {"mistakes": 0, "updates": 0, "squared_losses": Fraction(0)}
    quiet = 0
    for x, y in shown(rows, variant.get("order", "cyclic")):
        margin = y * dot(vector, x)
        loss = max(Fraction(0), 1 - margin)
        found["mistakes"] += margin <= 0
        found["squared_losses"] += loss**2
        quiet = 0 if loss else quiet + 1
        if loss and any(x):
            size = step(settings, loss, Fraction(dot(x, x)))
            vector = [w + size * y * a for w, a in zip(vector, x)]
            found["updates"] += 1
        if found["updates"] == most_updates or quiet == len(rows):
            break
    # A float, because a limit of many updates is reached only up to rounding.
    return found | {"squared_losses": float(found["squared_losses"])}


COLUMNS = {"mistakes", "updates", "squared_losses"}
