#!/usr/bin/env python3
"""Reference values of the statistics in `crates/examen_metrics`.

    pip install scipy==1.17.1 scikit-learn==1.9.1 statsmodels==0.15.0 krippendorff==0.9.0
    python3 scripts/statistics_references.py crates/examen_metrics/fixtures/statistics

Writes one JSONL file for each method: first a line that names the tools and their versions, then one case a line. Inputs are
what two classifiers make of scikit-learn's digits (1,797 images, ten classes), small cases with what is hard in them, and
random ones from a fixed seed. The same versions write the same bytes.
"""

import importlib.metadata
import itertools
import json
import pathlib
import sys
import warnings

import krippendorff
import numpy as np
import scipy
import sklearn
import statsmodels
from scipy import optimize, stats
from sklearn import metrics
from sklearn.datasets import load_digits
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import NearestCentroid
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower

SCIPY, SKLEARN = f"scipy {scipy.__version__}", f"scikit-learn {sklearn.__version__}"
STATSMODELS = f"statsmodels {statsmodels.__version__}"
KRIPPENDORFF = f"krippendorff {importlib.metadata.version('krippendorff')}"
SEED = 20260801


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore")
    digits = Digits()
    write(folder, "distributions", [SCIPY], distributions())
    write(folder, "confusion", [SKLEARN], confusion(digits))
    write(folder, "kappa", [SKLEARN], kappa(digits))
    write(folder, "alpha", [KRIPPENDORFF], alpha())
    write(folder, "bca", [SCIPY], bca())
    write(folder, "permutation", [SCIPY], permutation())
    write(folder, "mcnemar", [STATSMODELS], mcnemars(digits))
    write(folder, "correction", [STATSMODELS, SCIPY], corrections())
    write(folder, "power", [STATSMODELS, SCIPY], powers())
    write(folder, "seeds", [SCIPY, STATSMODELS], seeds())


def write(folder, name, tools, cases):
    lines = [{"tools": tools}, *cases]
    text = "".join(json.dumps(line, allow_nan=False) + "\n" for line in lines)
    (folder / f"{name}.jsonl").write_text(text)


class Digits:
    """True digits, and what three classifiers say, each trained on the other folds."""

    def __init__(self):
        images, self.truth = load_digits(return_X_y=True)
        models = {"naive Bayes": GaussianNB(), "nearest centroid": NearestCentroid(), "most frequent": DummyClassifier()}
        self.given = {name: cross_val_predict(model, images, self.truth, cv=5) for name, model in models.items()}


def number(value):
    """A float for JSON; nothing where there is none."""
    value = float(value)
    return value if np.isfinite(value) else None


def distributions():
    for fraction in [1e-12, 1e-6, 0.001, 0.0249, 0.025, 0.3, 0.5, 0.7, 0.8, 0.975, 0.999, 1 - 1e-6]:
        yield {"of": "normal_quantile", "at": fraction, "value": stats.norm.ppf(fraction)}
    for point in [-8.0, -5.5, -1.96, -0.1, 0.0, 0.3, 1.0, 2.5758, 6.0]:
        yield {"of": "normal_below", "at": point, "value": stats.norm.cdf(point)}
    for freedom in [1, 2, 3, 5, 9, 29, 99, 299, 1_000, 1_001, 9_999, 1_000_000]:
        for fraction in [0.025, 0.9, 0.975, 0.995]:
            yield {"of": "t_quantile", "at": fraction, "freedom": freedom, "value": stats.t.ppf(fraction, freedom)}
    for point in [0.0, 0.01, 0.455, 3.841459, 10.8, 60.0, 200.0]:
        yield {"of": "chi_square_tail", "at": point, "value": stats.chi2.sf(point, 1)}
    for heads, throws in [(0, 0), (0, 1), (0, 10), (3, 10), (5, 10), (12, 24), (40, 100), (480, 1000), (4900, 10_000)]:
        yield {"of": "binomial_half", "at": 0.5, "heads": heads, "throws": throws, "value": stats.binom.cdf(heads, throws, 0.5)}


def confusion(digits):
    random = np.random.default_rng(SEED)
    cases = [(f"digits, {name}", 10, digits.truth, given) for name, given in digits.given.items()]
    cases += [
        ("one example, right", 2, [0], [0]),
        ("one example, wrong", 2, [0], [1]),
        ("a class never given", 3, [0, 1, 2, 2], [0, 1, 1, 0]),
        ("a class only given", 3, [0, 1, 1, 0], [0, 1, 2, 2]),
        ("a class that nobody has", 4, [0, 1, 3, 3], [0, 3, 3, 1]),
        ("always the same answer", 3, [0, 1, 2, 0], [1, 1, 1, 1]),
        ("all wrong", 2, [0, 0, 1, 1], [1, 1, 0, 0]),
        ("all right", 3, [0, 1, 2], [0, 1, 2]),
        ("all of one class", 3, [2, 2, 2], [2, 2, 2]),
    ]
    for classes, n in [(2, 50), (3, 200), (7, 500)]:
        truth = random.integers(0, classes, n)
        given = np.where(random.random(n) < 0.6, truth, random.integers(0, classes, n))
        cases.append((f"random, {classes} classes", classes, truth, given))
    for why, classes, truth, given in cases:
        truth, given = np.asarray(truth), np.asarray(given)
        case = {"why": why, "classes": classes, "truth": truth.tolist(), "given": given.tolist()}
        case["matrix"] = metrics.confusion_matrix(truth, given, labels=range(classes)).tolist()
        case["accuracy"] = metrics.accuracy_score(truth, given)
        case["balanced_accuracy"] = float(metrics.balanced_accuracy_score(truth, given))
        case["mcc"] = float(metrics.matthews_corrcoef(truth, given))
        for average in ["macro", "micro", "weighted"]:
            values = metrics.precision_recall_fscore_support(truth, given, average=average, zero_division=0)
            for name, value in zip(["precision", "recall", "f1"], values):
                case[f"{average}_{name}"] = float(value)
        by_class = metrics.precision_recall_fscore_support(truth, given, labels=range(classes), zero_division=0)
        case["by_class"] = [[float(value) for value in values[:3]] for values in zip(*by_class)]
        yield case


def kappa(digits):
    random = np.random.default_rng(SEED + 1)
    cases = [(10, digits.given["naive Bayes"], digits.given["nearest centroid"]), (10, digits.truth, digits.given["most frequent"])]
    cases += [(3, [0, 1, 2], [0, 1, 2]), (3, [0, 0, 2], [2, 2, 0]), (3, [1, 1], [1, 1]), (3, [0, 2], [2, 2])]
    for n in [5, 40, 600]:
        first = random.integers(0, 3, n)
        cases.append((3, first, np.clip(first + random.integers(-1, 2, n), 0, 2)))
    for classes, first, second in cases:
        case = {"classes": classes, "first": np.asarray(first).tolist(), "second": np.asarray(second).tolist()}
        for name, weights in [("equal", None), ("linear", "linear"), ("quadratic", "quadratic")]:
            value = metrics.cohen_kappa_score(first, second, labels=range(classes), weights=weights)
            case[name] = number(value)
        yield case


def alpha():
    random = np.random.default_rng(SEED + 2)
    nothing = None
    # Four raters and twelve things: the example of Krippendorff 2011.
    known = [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, nothing, nothing, nothing],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, nothing, 3],
        [nothing, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, nothing],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, nothing],
    ]
    cases = [known, [[1, 2, 3], [1, 2, 3]], [[1, 3, 1, 3], [3, 1, 3, 1]], [[1, 1, 2], [1, nothing, 2], [nothing, 2, 2]]]
    for raters, things, missing in [(2, 30, 0.0), (3, 200, 0.2), (5, 600, 0.5)]:
        truth = random.integers(1, 4, things)
        table = np.clip(truth + random.integers(-1, 2, (raters, things)), 1, 3).astype(float)
        table[random.random((raters, things)) < missing] = np.nan
        cases.append([[number(rating) for rating in row] for row in table])
    # Values whose distances are uneven: the scales differ.
    table = np.array([0.5, 1.0, 4.0, 10.0])[np.clip(random.integers(0, 4, 60) + random.integers(-1, 2, (3, 60)), 0, 3)]
    cases.append(table.tolist())
    for table in cases:
        data = np.array([[np.nan if rating is None else rating for rating in row] for row in table], dtype=float)
        case = {"raters": table}
        for scale in ["nominal", "ordinal", "interval"]:
            case[scale] = float(krippendorff.alpha(reliability_data=data, level_of_measurement=scale))
        yield case


def bca():
    """Ends of intervals from values that are given: what scipy makes of a distribution of its own drawing."""
    random = np.random.default_rng(SEED + 3)
    mean = lambda sample, axis=-1: np.mean(sample, axis=axis)
    ratio = lambda top, bottom, axis=-1: np.sum(top, axis=axis) / np.sum(bottom, axis=axis)
    scores = np.clip(random.normal(0.6, 0.5, 40), 0, 1)
    counts = random.integers(1, 30, 25).astype(float)
    right = np.array([random.binomial(int(count), 0.4) for count in counts], dtype=float)
    cases = [
        ("skewed scores", (scores,), mean),
        ("few and far apart", (np.array([0.0, 0.0, 0.1, 0.2, 5.0]),), mean),
        ("scores with ties", (np.array([0.0] * 9 + [1.0] * 3),), mean),
        ("ratio of sums", (right, counts), ratio),
    ]
    for why, data, statistic in cases:
        for level in [0.95, 0.8]:
            how = {"paired": len(data) > 1, "vectorized": True, "confidence_level": level, "n_resamples": 199}
            percentile = stats.bootstrap(data, statistic, method="percentile", rng=SEED, **how)
            drawn = stats.bootstrap(data, statistic, method="BCa", rng=SEED, **how)
            many = how | {"n_resamples": 20_000}
            ends_of_many = {
                name: [float(end) for end in stats.bootstrap(data, statistic, method=method, rng=SEED, **many).confidence_interval]
                for name, method in [("percentile", "percentile"), ("bca", "BCa")]
            }
            n = len(data[0])
            left_out = [statistic(*(np.delete(sample, i) for sample in data)) for i in range(n)]
            yield {
                "why": why,
                "level": level,
                "rows": np.column_stack(data).tolist(),
                "value": float(statistic(*data)),
                "replicates": drawn.bootstrap_distribution.tolist(),
                "left_out": [float(value) for value in left_out],
                "percentile": [float(end) for end in percentile.confidence_interval],
                "bca": [float(end) for end in drawn.confidence_interval],
                "of_many": ends_of_many,
                "standard_error": float(drawn.standard_error),
            }


def permutation():
    """All ways to swap the scores of two models; for a mean and for a ratio of sums."""
    random = np.random.default_rng(SEED + 4)
    cases = []
    for n in [2, 3, 8, 12]:
        bottom = random.integers(1, 9, (2, n)).astype(float)
        top = np.minimum(random.integers(0, 9, (2, n)), bottom)
        cases.append(np.stack([top, bottom], axis=2))
    same = cases[2].copy()
    same[1, 2:] = same[0, 2:]
    cases.append(same)
    for tables in cases:
        n = tables.shape[1]
        rows = tables.reshape(2 * n, 2)
        ratio = lambda numbers: rows[numbers, 0].sum() / rows[numbers, 1].sum()
        mean = lambda numbers: rows[numbers, 0].mean()
        case = {"first": tables[0].tolist(), "second": tables[1].tolist()}
        for name, statistic in [("ratio", ratio), ("mean", mean)]:
            difference = lambda first, second, statistic=statistic: statistic(first) - statistic(second)
            samples = (np.arange(n), np.arange(n, 2 * n))
            found = stats.permutation_test(samples, difference, permutation_type="samples", vectorized=False, n_resamples=np.inf)
            case[name] = {"difference": float(found.statistic), "p": float(found.pvalue)}
        yield case


def mcnemars(digits):
    right = [digits.given[name] == digits.truth for name in ["naive Bayes", "nearest centroid"]]
    of_digits = (int((right[0] & ~right[1]).sum()), int((~right[0] & right[1]).sum()))
    tables = [of_digits, (0, 0), (1, 0), (0, 5), (3, 3), (2, 9), (12, 12), (13, 12), (5, 20), (30, 30), (10, 40), (400, 300)]
    for first, second in tables:
        case = {"only_first": first, "only_second": second}
        exact = mcnemar([[10, first], [second, 10]], exact=True)
        case["exact"] = {"statistic": float(exact.statistic), "p": float(exact.pvalue)}
        if first + second:
            corrected = mcnemar([[10, first], [second, 10]], exact=False, correction=True)
            case["corrected"] = {"statistic": float(corrected.statistic), "p": float(corrected.pvalue)}
        yield case


def corrections():
    random = np.random.default_rng(SEED + 5)
    cases = [[0.03], [0.01, 0.04, 0.03, 0.005], [0.5, 0.5, 0.5], [0.0, 1.0, 0.2], [0.9, 0.8, 0.7, 0.6, 0.5]]
    cases += [random.random(15).tolist(), (random.random(180) ** 3).tolist()]
    for p_values in cases:
        yield {
            "p_values": p_values,
            "holm": multipletests(p_values, method="holm")[1].tolist(),
            "benjamini_hochberg": stats.false_discovery_control(p_values, method="bh").tolist(),
        }


def powers():
    for alpha, power in [(0.05, 0.8), (0.01, 0.9)]:
        for n in [10, 300, 10_000]:
            # One side of alpha / 2 leaves out that the test may find the difference on the wrong side.
            reached = lambda d: NormalIndPower().power(d, n, alpha / 2, ratio=0, alternative="larger") - power
            found = optimize.brentq(reached, 1e-6, 5, xtol=1e-14)
            yield {"of": "means", "n": n, "deviation": 0.4, "alpha": alpha, "power": power, "value": 0.4 * float(found)}
        a, b = stats.norm.ppf(1 - alpha / 2), stats.norm.ppf(power)
        for n, discordance in itertools.product([12, 300, 2_000], [0.05, 0.2, 0.6]):
            needed = lambda d: (a * discordance**0.5 + b * (discordance - d * d) ** 0.5) ** 2 / d**2 - n
            is_possible = needed(discordance) <= 0
            value = optimize.brentq(needed, 1e-9, discordance, xtol=1e-14) if is_possible else None
            yield {"of": "fractions", "n": n, "discordance": discordance, "alpha": alpha, "power": power, "value": value}


def seeds():
    random = np.random.default_rng(SEED + 6)
    for runs, n, of_seed in [(2, 5, 0.1), (5, 40, 0.05), (10, 60, 0.0)]:
        scores = 0.5 + of_seed * random.normal(size=(runs, 1)) + 0.2 * random.normal(size=n) + 0.1 * random.normal(size=(runs, n))
        means = scores.mean(axis=1)
        interval = stats.t.interval(0.95, runs - 1, loc=means.mean(), scale=stats.sem(means))
        table = [{"run": r, "example": e, "score": scores[r, e]} for r in range(runs) for e in range(n)]
        model = ols("score ~ C(run) + C(example)", data={key: [row[key] for row in table] for key in table[0]}).fit()
        squares = anova_lm(model)["mean_sq"]
        yield {
            "scores": scores.tolist(),
            "values": means.tolist(),
            "mean": float(means.mean()),
            "standard_deviation": float(means.std(ddof=1)),
            "interval": [float(end) for end in interval],
            "of_seed": float(squares["C(run)"] / n),
            "of_examples": float(max(0.0, (squares["C(example)"] - squares["Residual"]) / (runs * n))),
        }


if __name__ == "__main__":
    main()
