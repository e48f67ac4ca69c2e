"""Repeats runs of learners with steps of their own, passive-aggressive and Winnow, for scripts/run_certificates.py.

The weights of Winnow are powers of its promotion, and exact. Steps of passive-aggressive are rounded down to multiples of 2^-60. No step enlarges the
distance of two runs, so the repeated run stays near that of the learner. A score is compared with 1 up to 2^-30: within that, the list says whether there
was a step.
"""

from fractions import Fraction

from certificates import OutOfReach, Refused, dot

SMALL = Fraction(1, 2**30)
GRID = 2**60


class PassiveAggressive:
    """Steps of l/|x|^2 with the hinge loss l, at most C (pa-1), or with 1/(2C) in the denominator (pa-2)."""

    has_idle_steps, threshold, step, has_threshold = True, Fraction(0), Fraction(1), False

    def __init__(self, numbers, sample, signed, common):
        self.kind, self.c = numbers["kind"].text(), numbers["aggressiveness"].fraction()
        if self.kind not in ("pa", "pa-1", "pa-2") or self.c <= 0:
            raise Refused("learner: the kind is pa, pa-1 or pa-2, and C is positive")
        self.signed, self.unit = signed, Fraction(1, common * common)
        self.squares = {place: dot(row, row) * self.unit for place, row in signed.items()}
        self.squared_losses = Fraction(0)

    def start(self):
        return [0] * len(self.signed[0])

    def score(self, vector, place):
        return dot(vector, self.signed[place]) * self.unit / GRID

    def is_mistake(self, place, score):
        return score <= 0

    def is_due(self, place, score, listed):
        return listed == place if abs(1 - score) <= SMALL else score < 1

    def changes(self, vector, place):
        return self.squares[place] > 0

    def moved(self, vector, place, score):
        loss = max(Fraction(0), 1 - score)
        square = self.squares[place] + (1 / (2 * self.c) if self.kind == "pa-2" else 0)
        size = min(loss / square, self.c) if self.kind == "pa-1" else loss / square
        self.squared_losses += loss * loss
        return [w + x * int(size * GRID) for w, x in zip(vector, self.signed[place])]

    def bound(self, updates, margin, radius, shown):
        """The theorem about the squared losses; rounding is far below a millionth."""
        if self.kind != "pa":
            return ""
        found, most = self.squared_losses, radius / margin
        if found > most * (1 + Fraction(1, 10**6)):
            raise Refused(f"updates: the squared losses add up to {shown(found)}, above R^2/margin^2 = {shown(most)}")
        return f"; squared losses add up to {shown(found)} <= R^2/margin^2 = {shown(most)}"


class Winnow:
    """Weights that begin with 1; a mistake on a positive example multiplies those of its features, one on a negative example makes them 0."""

    has_idle_steps, threshold, step, has_threshold = True, Fraction(0), Fraction(1), False

    def __init__(self, numbers, sample, signed, common):
        self.promotion, self.least = numbers["promotion"].fraction(), numbers["threshold"].fraction()
        if self.promotion <= 1 or self.least <= 0:
            raise Refused("learner: the promotion is above 1, and the threshold positive")
        if any(x not in (0, 1) for row, _ in sample for x in row):
            raise Refused("learner: features of winnow are 0 and 1")
        self.labels = [label for _, label in sample]
        self.places = [[j for j, x in enumerate(row) if x] for row, _ in sample]
        self.width = len(sample[0][0])

    def start(self):
        return [Fraction(1)] * self.width

    def score(self, vector, place):
        return self.labels[place] * (sum((vector[j] for j in self.places[place]), Fraction(0)) - self.least)

    def is_mistake(self, place, score):
        # The threshold predicts -1.
        return score < 0 or (score == 0 and self.labels[place] > 0)

    def is_due(self, place, score, _listed):
        if self.promotion.denominator > 1 and 0 < abs(score) <= SMALL:
            raise OutOfReach(f"updates: example {place} is so near to the threshold that rounding decides", "let the program check it")
        return self.is_mistake(place, score)

    def changes(self, vector, place):
        return any(vector[j] for j in self.places[place])

    def moved(self, vector, place, _score):
        factor = self.promotion if self.labels[place] > 0 else 0
        chosen = set(self.places[place])
        return [w * factor if j in chosen else w for j, w in enumerate(vector)]

    def bound(self, _updates, _margin, _radius, _shown):
        return ""


def own_rule(certificate, sample, signed, common):
    """The learner that a certificate names, if its steps are its own; otherwise None."""
    if not certificate.has("learner"):
        return None
    learner = certificate["learner"]
    for name, kind in (("passive-aggressive", PassiveAggressive), ("winnow", Winnow)):
        if learner.has(name):
            return kind(learner[name], sample, signed, common)
    raise learner.wrong("passive-aggressive or winnow")
