"""Checks certificates of runs, which `perceptron-lab export --certificate` writes, with their samples, for scripts/check-certificate.

It repeats the run in whole numbers. The vector is kept as w/step times the common denominator of the features: the sum of y x over the updates.
Learners with steps of their own are repeated by own_steps.py.
"""

import math
from fractions import Fraction

from certificates import OutOfReach, Refused, dot, hull_squared, leaves_closed_set, margin_squared, signed_sample, sum_to_zero
from own_steps import own_rule

REPLAY = "let the program check it: perceptron-lab replay ADDRESS --certificate FILE"


class Rule:
    """When an example calls for an update, and when it is a mistake, by the score in whole numbers."""

    may_skip_updates = False

    def __init__(self, certificate, sample, signed, common):
        name = certificate["rule"].text()
        if name not in ("perceptron", "margin-perceptron"):
            raise OutOfReach(f"rule: only runs of the perceptron and of the margin rule are repeated here, and this is `{name}`", REPLAY)
        ties = certificate["ties"].text()
        if ties not in ("mistake", "positive"):
            raise certificate["ties"].wrong("mistake or positive")
        self.labels = [label for _, label in sample]
        self.tie_is_mistake = [ties == "mistake" or label < 0 for label in self.labels]
        self.step = certificate["step"].fraction()
        self.has_threshold = name == "margin-perceptron"
        self.threshold = certificate["threshold"].fraction() if self.has_threshold else Fraction(0)
        if self.step <= 0 or self.threshold < 0 or (not self.has_threshold and certificate.has("threshold")):
            raise Refused("step, threshold: a step must be positive, a threshold not negative, and the perceptron has none")
        self.limit = self.threshold / self.step * common * common
        self.signed = signed

    def start(self):
        return [0] * len(self.signed[0])

    def score(self, vector, place):
        return dot(vector, self.signed[place])

    def is_mistake(self, place, score):
        return score < 0 or (score == 0 and self.tie_is_mistake[place])

    def is_due(self, place, score):
        return score * self.limit.denominator < self.limit.numerator if self.has_threshold else self.is_mistake(place, score)

    def changes(self, _vector, _place):
        return True

    def moved(self, vector, place, _score):
        return [w + x for w, x in zip(vector, self.signed[place])]

    def bound(self, updates, margin, radius, shown):
        """The theorem says so of every run whose updates were due; a refusal here would refute it."""
        most = radius + 2 * self.threshold / self.step
        if updates * margin > most:
            raise Refused(f"updates: {updates} times the margin squared is {shown(updates * margin)}, above R^2 + 2 tau/eta = {shown(most)}")
        return f"; updates times margin squared = {shown(updates * margin)} <= {shown(most)}"


class Walk:
    """A run that is repeated: its vector, and what was counted so far."""

    def __init__(self, rule, signed):
        self.rule, self.signed = rule, signed
        self.vector = rule.start()
        self.draws = self.updates = self.mistakes = self.margin_mistakes = 0

    def show(self, place):
        """Shows an example; returns whether it calls for an update, which is then made."""
        score = self.rule.score(self.vector, place)
        due = self.rule.is_due(place, score)
        self.draws += 1
        self.mistakes += self.rule.is_mistake(place, score)
        self.margin_mistakes += due
        if not due or not self.rule.changes(self.vector, place):
            return False
        self.updates += 1
        self.vector = self.rule.moved(self.vector, place, score)
        return True

    def due_now(self):
        """Returns the first example that calls for an update, or None."""
        return next((place for place in self.signed if self.rule.is_due(place, self.rule.score(self.vector, place))), None)


def follow_list(walk, updates):
    """Makes the listed updates; each must be due when it is made."""
    for position, place in enumerate(updates):
        if place not in walk.signed:
            raise Refused(f"updates[{position}]: there is no example {place}")
        if not walk.show(place):
            raise Refused(f"updates[{position}]: after the updates before it, example {place} calls for no update")


def follow_passes(walk, updates, draws, is_clean):
    """Shows as many examples as were shown, in cyclic order; the updates must be the listed ones."""
    n, quiet = len(walk.signed), 0
    # No more passes have an update than there are updates, and a pass without one ends a run that ends with a clean pass.
    while walk.draws < min(draws, n * (len(updates) + 2)):
        place, position = walk.draws % n, walk.updates
        if is_clean and place == 0 and quiet >= n:
            raise Refused(f"counts.draws: it is {draws}, but the run ends with a clean pass after {walk.draws} examples")
        due = walk.show(place)
        quiet = 0 if due else quiet + 1
        listed = updates[position] if position < len(updates) else None
        if due and listed != place:
            raise Refused(
                f"updates[{position}]: in cyclic order example {place} is next, in pass {(walk.draws - 1) // n + 1}; "
                + ("the list has ended" if listed is None else f"the list has {listed}")
            )
    if walk.updates < len(updates):
        raise Refused(f"updates[{walk.updates}]: in cyclic order there are only {walk.updates} updates on the first {walk.draws} examples shown")
    if is_clean and (draws % n or quiet < n):
        raise Refused(f"counts.draws: {draws} examples shown do not end with a pass without an update")
    return walk.draws == draws


def check_counts(walk, counts, order, is_clean, is_whole):
    """Compares the counts of a certificate with those of the repeated run."""

    def require(name, fits, expected):
        found = counts[name].whole()
        if not fits(found):
            raise Refused(f"counts.{name}: it is {found}, but {expected}")

    require("updates", lambda found: found == walk.updates, f"{walk.updates} updates are listed")
    # Steps of a learner's own that change nothing are not listed. With the threshold 0 a tie may be a mistake that calls for no update, and so neither.
    is_partly = order == "given" or not is_whole
    may_skip = walk.rule.may_skip_updates and is_partly
    is_open = may_skip or (walk.rule.has_threshold and walk.rule.threshold == 0 and is_partly)
    require("margin_mistakes", lambda found: found == walk.margin_mistakes or (may_skip and found > walk.margin_mistakes), f"{walk.margin_mistakes} margin mistakes are updates")
    require("mistakes", lambda found: found == walk.mistakes or (is_open and found > walk.mistakes), f"the run has {walk.mistakes} mistakes")
    if order == "given":
        require("draws", lambda found: found >= walk.updates, f"there are {walk.updates} updates")
        return
    n, draws = len(walk.signed), counts["draws"].whole()
    # A run that ends otherwise may count its last pass, whole or not, or leave it out.
    begun = -(-draws // n)
    require("passes", lambda found: found == begun or (found == begun - 1 and not is_clean), f"{draws} examples shown are {draws / n:g} passes over {n} examples")


def check_run(certificate, sample, signed, common, order):
    """Repeats the updates of a run; returns the rule, the number of updates, and words."""
    if certificate["rule"].value is None:
        if certificate["updates"].items() or certificate["counts"].value is not None or certificate["stop_reason"].value is not None:
            raise Refused("rule: there is none, but there are updates, counts or a reason to stop")
        return None, 0, "no learner ran"
    rule = own_rule(certificate, sample)
    arithmetic = certificate["arithmetic"].text()
    if rule is None and arithmetic != "exact":
        raise OutOfReach(f"arithmetic: only exact runs are repeated here, and this one is in `{arithmetic}`", REPLAY)
    rule = rule or Rule(certificate, sample, signed, common)
    updates = [place.whole() for place in certificate["updates"].items()]
    walk, counts = Walk(rule, signed), certificate["counts"]
    reason = certificate["stop_reason"].text()
    is_whole = True
    if order == "cyclic":
        is_whole = follow_passes(walk, updates, counts["draws"].whole(), reason == "clean-pass")
    else:
        follow_list(walk, updates)
    check_counts(walk, counts, order, reason == "clean-pass", is_whole)
    if reason == "clean-pass" and walk.due_now() is not None:
        raise Refused(f"stop_reason: a pass after the last update is not clean: example {walk.due_now()} calls for an update")
    ending = "up to a clean pass" if reason == "clean-pass" else f"up to its end ({reason}), without a clean pass"
    return rule, len(updates), f"{len(updates)} updates in {'cyclic' if order == 'cyclic' else 'the given'} order {ending}"


def check_interval(interval, lower, upper, is_near=True):
    """Checks an interval between two doubles and its exact number, if it has one, against what is proved: both must be as near as doubles allow."""
    low, high = (float_of(interval[name]) for name in ("lower", "upper"))
    if not is_near and low <= lower and upper <= high <= low * (1 + 1e-9):
        return
    if not low <= lower < math.nextafter(low, math.inf):
        raise Refused(f"{interval.place}.lower: it is {low}, but {shown(lower)} is proved")
    if not math.nextafter(high, -math.inf) < upper <= high:
        raise Refused(f"{interval.place}.upper: it is {high}, but {shown(upper)} is proved")
    if interval.has("exact") and not interval["exact"].fraction() == lower == upper:
        raise Refused(f"{interval.place}.exact: it is {shown(interval['exact'].fraction())}, but {shown(lower)} is proved")


def float_of(field):
    """Reads a double; ends of intervals may be infinite."""
    try:
        return float(field.text())
    except ValueError:
        raise field.wrong('a quoted decimal, such as "0.125"') from None


def shown(value):
    """Returns a fraction as text, abridged if it is long."""
    if value.denominator < 10**12 and abs(value) < 10**12:
        return str(value)
    try:
        return f"about {float(value)!r}"
    except OverflowError:
        return f"about 10^{len(str(abs(value.numerator))) - len(str(value.denominator))}"


def check_margin(certificate, signed, common):
    """Checks the separator and the multipliers; returns the squared margin that is proved, and words. The margin is None if none is stated."""
    if certificate.has("gordan"):
        if certificate.has("separator"):
            raise Refused("separator: there is one, but gordan says that no vector separates")
        weights = certificate["gordan"].pairs()
        sum_to_zero(weights, signed, "gordan")
        return None, f"no vector separates: {len(weights)} multipliers sum the signed examples to 0"
    if not certificate.has("separator"):
        if certificate.has("hull") or certificate.has("margin_squared"):
            raise Refused("margin_squared: separator, margin_squared and hull belong together")
        return None, "no margin is stated"
    lower = margin_squared([entry.fraction() for entry in certificate["separator"].items()], signed, common)
    has_hull = certificate.has("hull")
    upper = hull_squared(certificate["hull"].pairs(), signed, common) if has_hull else lower
    check_interval(certificate["margin_squared"], lower, upper)
    if not has_hull:
        return lower, f"{shown(lower)} is a margin squared; no multipliers say that none is larger"
    return lower, f"{shown(lower)} is the largest margin squared" if lower == upper else f"the largest margin squared is in [{shown(lower)}, {shown(upper)}]"


def check_closed_set(certificate, rule, signed, common):
    """Checks that the listed vectors contain 0 and that no update leaves them. Their unit is not in the certificate; any unit that fits is a proof."""
    if not certificate.has("closed_set"):
        return ""
    vectors = set(certificate["closed_set"].vectors())
    dimension = len(signed[0])
    if rule is None or any(len(vector) != dimension for vector in vectors):
        raise Refused(f"closed_set: its vectors must have {dimension} entries, and a run must have been made")
    column, entry = next(((j, abs(x)) for row in signed.values() for j, x in enumerate(row) if x), (0, 1))
    units = {Fraction(1)} | {Fraction(entry, abs(vector[column])) for vector in vectors if vector[column]}
    reasons = []
    for unit in sorted(units):
        steps = {place: [x / unit for x in row] for place, row in signed.items()}
        if all(x.denominator == 1 for row in steps.values() for x in row):
            steps = {place: [int(x) for x in row] for place, row in steps.items()}
            reason = leaves_closed_set(vectors, steps, lambda place, score: rule.is_due(place, score * unit * unit))
            if reason is None:
                return f"; no update leaves the {len(vectors)} listed weight vectors"
            reasons.append(reason)
    raise Refused(f"closed_set: {reasons[-1] if reasons else 'no example is a multiple of its unit'}")


def check_run_certificate(certificate, sample, order):
    """Checks a certificate against its sample, a list of (features, label); returns what it proves, in words."""
    n, width = certificate["examples"].whole(), certificate["dimension"].whole()
    if n != len(sample) or width != len(sample[0][0]):
        raise Refused(f"examples, dimension: it is for {n} examples of {width} features, but the sample has {len(sample)} of {len(sample[0][0])}")
    # Of features that are doubles the radius is not stated exactly. Their shortest decimals stand for the nearest doubles.
    is_float = certificate.has("learner") and not certificate["radius_squared"].has("exact")
    if is_float:
        sample = [([Fraction(float(x)) for x in row], label) for row, label in sample]
    signed, common = signed_sample(dict(enumerate(sample)))
    rule, updates, run_words = check_run(certificate, sample, signed, common, order)
    margin, margin_words = check_margin(certificate, signed, common)
    radius = Fraction(max(dot(row, row) for row in signed.values()), common * common)
    check_interval(certificate["radius_squared"], radius, radius, is_near=not is_float)
    words = f"{run_words}; {margin_words}; R^2 = {shown(radius)}"
    if rule is not None and margin is not None:
        words += rule.bound(updates, margin, radius, shown)
    return words + check_closed_set(certificate, rule, signed, common)
