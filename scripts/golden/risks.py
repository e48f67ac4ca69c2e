"""The closed forms of docs/theory.md by other integrals than the stated ones; if there are two, both must agree."""

from cmath import exp as cexp
from functools import lru_cache
from math import acos, asin, atan2, cos, erfc, exp, log, pi, sin, sqrt, tan

NODES = ((0.0, 128 / 225), *((s * sqrt(5 + t * 2 * sqrt(10 / 7)) / 3, (322 - t * 13 * sqrt(70)) / 900) for s in (1, -1) for t in (1, -1)))


def integral(f, a, b, panels=40):
    """Gauss–Legendre with five nodes on each panel."""
    h = (b - a) / panels
    return sum(w * f(a + h * (i + (1 + x) / 2)) for i in range(panels) for x, w in NODES) * h / 2


def agreed(first, second, what):
    if abs(first - second) > 1e-9:
        raise ArithmeticError(f"{what}: two integrals differ, {first} and {second}")
    return first


def below(x):
    """Φ(x)."""
    return erfc(-x / sqrt(2)) / 2


@lru_cache(None)
def whole(d):
    return integral(lambda a: cos(a) ** (d - 2), -pi / 2, pi / 2)


def coordinate(t, d):
    """F_d(t), with t = sin of an angle."""
    if d == 1:
        return 0.0 if t < -1 else 0.5 if t < 1 else 1.0
    t = max(-1.0, min(1.0, t))
    # from the lower end, by squares, where odd powers of the cosine's root begin
    return integral(lambda u: 2 * u * sin(u * u) ** (d - 2), 0, sqrt(pi / 2 + asin(t)), 30) / whole(d)


def sphere(theta, g, d):
    """R3: the probability by the coordinates along u and, given that, along v; and the integral over the angle."""
    if sin(theta) <= g:
        return 0.0
    low = asin(g)
    share = 2 * integral(lambda a: cos(a) ** (d - 2), low, pi / 2) / whole(d)

    def strip(root):
        a = theta - root * root
        return 2 * root * cos(a) ** (d - 2) * coordinate(-tan(a) / tan(theta), d - 1)

    joint = 2 / share * integral(strip, 0, sqrt(theta - low)) / whole(d)

    def ray(root):
        a = low + root * root
        return 2 * root * max(0.0, 1 - (g / sin(a)) ** 2) ** ((d - 2) / 2)

    turned = integral(ray, 0, sqrt(theta - low)) / integral(ray, 0, sqrt(pi / 2 - low)) / 2
    return agreed(joint, turned, f"R3 {theta, g, d}")


def fixed(d, g, theta):
    """R3b, by the density of one coordinate of z in the ordinary way, and by its angle."""
    t = -g / tan(theta) / sqrt(1 - g * g)
    if d == 3:
        return coordinate(t, 2)
    straight = integral(lambda s: (1 - s * s) ** ((d - 4) / 2), 0, -t, 200)
    half = integral(lambda u: (1 - (1 - u * u) ** 2) ** ((d - 4) / 2) * 2 * u, 0, 1, 200)
    return agreed(0.5 - straight / (2 * half), coordinate(t, d - 1), f"R3b {d, g, theta}")


def gaussian(theta, g):
    """R4: over the coordinate along u, and over the angle."""
    joint = integral(lambda s: exp(-s * s / 2) * below(-s / tan(theta)), g, g + 12, 200) / sqrt(2 * pi) / below(-g)

    def ray(a):
        return exp(-((g / tan(a)) ** 2) / 2)

    turned = integral(ray, 1e-12, theta) / integral(ray, 1e-12, pi / 2) / 2
    return agreed(joint, turned, f"R4 {theta, g}")


def two_gaussians(distance, prior=0.5):
    """The Bayes risk of two isotropic Gaussians along μ: the smaller of the two densities, integrated."""
    def smaller(x):
        return min(prior * exp(-((x - distance) ** 2) / 2), (1 - prior) * exp(-((x + distance) ** 2) / 2))

    edge = log((1 - prior) / prior) / (2 * distance)
    return (integral(smaller, edge - 14, edge, 200) + integral(smaller, edge, edge + 14, 200)) / sqrt(2 * pi)


def circle(which, N=5):
    """R8: (N + 1)·E R by the joint density of the two outer spacings, N(N−1)(1−a−b)^(N−2), in z = a + b and a = tz."""
    of = {
        "worst": lambda t: max(t, 1 - t),
        "Gibbs": lambda t: (t * t + (1 - t) ** 2) / 2,
        "middle": lambda t: abs(2 * t - 1) / 2,
    }[which]
    along = integral(lambda z: N * (N - 1) * (1 - z) ** (N - 2) * z * z, 0, 1)
    return (N + 1) * along * 2 * integral(of, 0, 0.5)


def excess(m, d, rho):
    """R9: the difference of right and wrong votes on one atom as a walk, step by step."""
    law = {0: 1.0}
    right, wrong = (1 + rho) / 2 / d, (1 - rho) / 2 / d
    for _ in range(m):
        after = {}
        for votes, weight in law.items():
            for to, chance in ((votes + 1, right), (votes - 1, wrong), (votes, 1 - 1 / d)):
                after[to] = after.get(to, 0.0) + weight * chance
        law = {votes: weight for votes, weight in after.items() if weight > 1e-18}
    lost = sum(weight for votes, weight in law.items() if votes < 0) + law.get(0, 0.0) / 2
    return agreed(rho * lost, excess_by_waves(m, d, rho), f"R9 {m, d, rho}")


def excess_by_waves(m, d, rho, points=2000):
    """R9 by Fourier: E sign(D) = (1/π)∫₀^π Im φ(t) cot(t/2) dt for the integer walk D with characteristic function φ."""
    total = 0.0
    for i in range(points):
        t = pi * (i + 0.5) / points
        wave = 1 - 1 / d + ((1 + rho) / 2 * cexp(1j * t) + (1 - rho) / 2 * cexp(-1j * t)) / d
        total += (wave**m).imag / tan(t / 2)
    return rho * (1 - total / points) / 2


@lru_cache(None)
def largest_excess(m, d):
    """Maximizes over ρ by golden section, because the function is unimodal."""
    low, high, ratio = 0.0, 1.0, (sqrt(5) - 1) / 2
    for _ in range(30):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if excess_by_waves(m, d, a, 600) < excess_by_waves(m, d, b, 600):
            low = a
        else:
            high = b
    return excess_by_waves(m, d, (low + high) / 2)


@lru_cache(None)
def online(alpha, steps=4000):
    """8.5: ε by Runge–Kutta in √α, from w = 0, where J² ≈ α/2 and the angle is a right one."""
    def slope(s, state):
        along, square = state
        J = sqrt(square)
        angle = acos(max(-1.0, min(1.0, along / J)))
        gain = (1 - cos(angle)) / sqrt(2 * pi)
        return (2 * s * gain, 2 * s * (angle / pi - 2 * J * gain))

    s = 1e-6
    state = (s * s / sqrt(2 * pi), s * s / 2)
    h = (sqrt(alpha) - s) / steps
    for _ in range(steps):
        first = slope(s, state)
        second = slope(s + h / 2, tuple(a + h / 2 * b for a, b in zip(state, first)))
        third = slope(s + h / 2, tuple(a + h / 2 * b for a, b in zip(state, second)))
        fourth = slope(s + h, tuple(a + h * b for a, b in zip(state, third)))
        state = tuple(a + h / 6 * (p + 2 * q + 2 * r + t) for a, p, q, r, t in zip(state, first, second, third, fourth))
        s += h
    return acos(state[0] / sqrt(state[1])) / pi


def half_normals(count, waves=60, width=8.5):
    """The density of the sum of `count` half-normals about its mean, as pairs of a point and a share: by Fourier integrals of the density of one."""
    mean, half = sqrt(2 / pi), width * sqrt(count)
    powers = []
    for k in range(waves):
        t = k * pi / half
        one = [integral(lambda x: sqrt(2 / pi) * exp(-x * x / 2) * f(t * (x - mean)), 0, 9, 30) for f in (cos, sin)]
        powers.append((one[0] + 1j * one[1]) ** count)
    steps = 3 * waves
    points = [half * (2 * i + 1 - steps) / steps for i in range(steps)]
    shares = [(sum((cexp(-1j * k * pi / half * s) * power).real for k, power in enumerate(powers)) - 0.5) * 2 / steps for s in points]
    return [(mean * count + s, share) for s, share in zip(points, shares)]


@lru_cache(None)
def hebb(features, examples, extra=0):
    """X9: the mean of arctan(√(Pχ²)/Σ|g|)/π, χ² with N − 1 degrees of freedom, by the density of the root of χ²."""
    degrees = features - 1 + extra
    peak = sqrt(max(degrees - 1, 0))

    def weight(u):
        return exp((degrees - 1) * log(u / peak) - (u * u - peak * peak) / 2)

    low, high = max(0.0, peak - 8), peak + 8
    total = integral(weight, low, high)
    shares = half_normals(examples)
    angle = integral(lambda u: weight(u) * sum(share * atan2(sqrt(examples) * u, s) for s, share in shares), low, high, 30)
    return angle / total / pi


def hebb_limit(alpha):
    """X9: the limit of many features."""
    return acos(sqrt(2 * alpha / (2 * alpha + pi))) / pi
