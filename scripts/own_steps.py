"""Repeats runs of learners with steps of their own, passive-aggressive and Winnow, for scripts/run_certificates.py.

They are repeated in doubles, as they were made: a step of passive-aggressive brings a score to 1 up to rounding, so rounding decides whether there is a
tiny step on the example again. Inner products are added in eight lanes, as the program adds them.
"""

from certificates import OutOfReach, Refused

LANES = 8
# Most products of a repeated run; they take about a minute.
MOST_PRODUCTS = 10**8


def inner(a, b):
    """The inner product of two lists of doubles, bit for bit as the program computes it."""
    whole = len(a) - len(a) % LANES
    tail = 0.0
    for x, y in zip(a[whole:], b[whole:]):
        tail += x * y
    if not whole:
        return tail
    lanes = [0.0] * LANES
    for place in range(0, whole, LANES):
        lanes = [lane + x * y for lane, x, y in zip(lanes, a[place : place + LANES], b[place : place + LANES])]
    halves = [lanes[k] + lanes[k + LANES // 2] for k in range(LANES // 2)]
    return (halves[0] + halves[2]) + (halves[1] + halves[3]) + tail


class OwnRule:
    """What the two learners have in common: doubles, and no threshold of the margin rule."""

    has_threshold, threshold, step = False, 0, 1
    may_skip_updates = True

    def __init__(self, certificate, sample):
        work = certificate["counts"]["draws"].whole() * len(sample[0][0])
        if work > MOST_PRODUCTS:
            raise OutOfReach(f"counts.draws: repeating the run takes {work} products, more than {MOST_PRODUCTS}", "let the program check it")
        if certificate["arithmetic"].text() != "f64":
            raise Refused("arithmetic: learners with steps of their own run in f64")
        self.rows = [[float(x) for x in row] for row, _ in sample]
        self.labels = [label for _, label in sample]

    def bound(self, _updates, _margin, _radius, _shown):
        return ""


class PassiveAggressive(OwnRule):
    """Steps of l/|x|^2 with the hinge loss l, at most C (pa-1), or with 1/(2C) in the denominator (pa-2)."""

    def __init__(self, certificate, numbers, sample):
        super().__init__(certificate, sample)
        self.kind, c = numbers["kind"].text(), numbers["aggressiveness"].fraction()
        ties = certificate["ties"].text()
        if self.kind not in ("pa", "pa-1", "pa-2") or c <= 0 or ties not in ("mistake", "positive"):
            raise Refused("learner, ties: the kind is pa, pa-1 or pa-2, C is positive, and ties are mistake or positive")
        self.c = float(c)
        self.tie_is_mistake = [ties == "mistake" or label < 0 for label in self.labels]
        self.squares = [inner(row, row) for row in self.rows]
        self.squared_losses = 0.0

    def start(self):
        return [0.0] * len(self.rows[0])

    def score(self, vector, place):
        return self.labels[place] * inner(self.rows[place], vector)

    def is_mistake(self, place, score):
        return score < 0 or (score == 0 and self.tie_is_mistake[place])

    def is_due(self, _place, score):
        return score < 1

    def changes(self, _vector, place):
        return self.squares[place] > 0

    def moved(self, vector, place, score):
        loss = max(1 - score, 0.0)
        square = self.squares[place] + 0.5 / self.c if self.kind == "pa-2" else self.squares[place]
        size = min(loss / square, self.c) if self.kind == "pa-1" else loss / square
        self.squared_losses += loss * loss
        added = size * self.labels[place]
        return [w + added * x for w, x in zip(vector, self.rows[place])]

    def bound(self, updates, margin, radius, shown):
        """The theorem about the squared losses; rounding is far below a millionth."""
        if self.kind != "pa":
            return ""
        found, most = self.squared_losses, float(radius / margin)
        if found > most * (1 + 1e-6):
            raise Refused(f"updates: the squared losses add up to {found!r}, above R^2/margin^2 = {shown(radius / margin)}")
        return f"; squared losses add up to {found!r} <= R^2/margin^2 = {shown(radius / margin)}"


class Winnow(OwnRule):
    """Weights that begin with 1; a mistake on a positive example multiplies those of its features, one on a negative example makes them 0."""

    def __init__(self, certificate, numbers, sample):
        super().__init__(certificate, sample)
        promotion, least = numbers["promotion"].fraction(), numbers["threshold"].fraction()
        if promotion <= 1 or least <= 0:
            raise Refused("learner: the promotion is above 1, and the threshold positive")
        if any(x not in (0, 1) for row in self.rows for x in row):
            raise Refused("learner: features of winnow are 0 and 1")
        self.promotion, self.least = float(promotion), float(least)

    def start(self):
        return [1.0] * len(self.rows[0])

    def score(self, vector, place):
        return self.labels[place] * (inner(self.rows[place], vector) - self.least)

    def is_mistake(self, place, score):
        # The threshold predicts -1.
        return score < 0 or (score == 0 and self.labels[place] > 0)

    def is_due(self, place, score):
        return self.is_mistake(place, score)

    def changes(self, vector, place):
        return any(w and x for w, x in zip(vector, self.rows[place]))

    def moved(self, vector, place, _score):
        factor = self.promotion if self.labels[place] > 0 else 0.0
        return [w * factor if x else w for w, x in zip(vector, self.rows[place])]


def own_rule(certificate, sample):
    """The learner that a certificate names, if its steps are its own; otherwise None."""
    if not certificate.has("learner"):
        return None
    learner = certificate["learner"]
    for name, kind in (("passive-aggressive", PassiveAggressive), ("winnow", Winnow)):
        if learner.has(name):
            return kind(certificate, learner[name], sample)
    raise learner.wrong("passive-aggressive or winnow")
