"""Lets estimators of scikit-learn learn one example after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def is_estimator(given: Any, fits: bool) -> bool:
    """Whether an object or a class is an estimator rather than a learner: it has `partial_fit`, or if ``fits`` at least `fit`, and no `learn`."""
    return (hasattr(given, "partial_fit") or fits and hasattr(given, "fit")) and not hasattr(given, "learn")


class Estimator:
    """An estimator of scikit-learn as a learner. One without `partial_fit` is fitted again to all examples since the reset.

    Attributes:
        kind: the name of its class.
        learns_always: whether it may change on every example, so that a pass without an update is not to be expected.
        weights: its coefficients; None if it has none, or others besides them.
    """

    def __init__(self, estimator: Any, is_study: bool) -> None:
        from sklearn.base import clone

        self._clone: Callable[[], Any] = lambda: clone(estimator)
        self._is_partial = hasattr(estimator, "partial_fit")
        # Without this key an estimator has no coefficients, or an intercept that nothing turns off.
        self._has_weights = not is_study or hasattr(estimator, "fit_intercept")
        self.kind = type(estimator).__name__
        self.learns_always = not (self._is_partial and self._has_weights)
        self.reset(1)

    def reset(self, features: int) -> None:
        self._estimator = self._clone()
        self.weights: Any = [0.0] * features if self._has_weights else None
        self._is_fitted = False
        self._rows: list[Any] = []
        self._labels: list[int] = []

    def predict(self, x: Any) -> Any:
        if self._is_fitted:
            return self._estimator.predict(x.reshape(1, -1))[0]
        # Before it has seen both labels it knows the only one.
        return self._labels[0] if self._labels else 0

    def learn(self, x: Any, y: int) -> bool | None:
        if self._is_partial:
            first = {} if self._is_fitted else {"classes": [-1, 1]}
            self._estimator.partial_fit(x.reshape(1, -1), [y], **first)
            self._is_fitted = True
        else:
            self._rows.append(x)
            self._labels.append(y)
            if len(set(self._labels)) == 2:
                self._estimator.fit(self._rows, self._labels)
                self._is_fitted = True
        if not self._has_weights:
            return True
        if self._is_fitted:
            self.weights = self._estimator.coef_[0].copy()
        return None
