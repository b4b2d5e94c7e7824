"""Makes corpora/relevance-model.json: the weights by which the ensemble combines what its members say of a page.

    npm run build
    node scripts/score-labelled-pages.js --out scores.jsonl
    pip install numpy scikit-learn
    python3 scripts/make-relevance-model.py scores.jsonl --out corpora/relevance-model.json [--check]

Input: scores of labelled pages of many topics. Each topic gives samples of its pages, with small and large shares of pages about it:
crawls differ in that. Logistic regressions learn to tell the pages about the topics by the evidence of
src/judging/relevance/evidence.ts. Narrow topics count three times. Each page is seen among all pages (twice), 100 and 30 of them.

Output: five sets of weights by what a topic has (see src/judging/relevance/relevance-model.ts), each among pages and alone.
--check prints F1 of topics that were not learned from, at the threshold of the best expected F1, and the best F1 of any threshold. The
ranks by which the contrast chooses other pages are learned from all topics there, too.
"""

import argparse
import base64
import json

import numpy as np
from sklearn.linear_model import LogisticRegression

# As in evidence.ts and contrast.ts.
MEMBERS, CONTRAST, LINE, MEMBER_EVIDENCE = 9, 8, (6, 7), 10
MIN_TEXTS, LEAST_DEVIATION, LEAST_WAY, FARTHEST = 3, 1e-3, 0.25, 5
MAX_TEXTS, MAX_OTHERS, MIN_OTHERS, RIDGE, LEAST_REST = 300, 400, 10, 0.002, 0.05
USED = {"full": range(9), "proposed": range(9), "words": (0, 1, 4, 5), "text": (0, 1), "line": LINE}
"""Members by the set of weights."""
SHARES = {False: (0, 0.1, 0.3, 0.6), True: (0.05, 0.15, 0.3, 0.5)}
"""Shares of pages about the topic, of those of the Web and of narrow ones; 0: as they are."""
AMONG = ("all", "all", 100, 30)
COST, FIRST_COST, NARROW_WEIGHT, MAX_PAGES, MAX_SHARE = 0.03, 0.001, 3, 120, 0.3


def read(files):
    """Topics with their scored pages, and words and directions by text."""
    topics, texts = [], {}
    for line in (line for file in files for line in open(file, encoding="utf8")):
        record = json.loads(line)
        if "text" in record:
            steps = np.frombuffer(base64.b64decode(record.get("direction") or ""), np.int8).astype(float)
            texts[record["text"]] = record["words"], steps / np.linalg.norm(steps) if len(steps) else None
        else:
            topics.append(record)
    return topics, texts


def samples_of(record, texts, rng):
    """Draws pages with given shares of those about the topic."""
    about = np.array(record["labels"]) == 1
    yes, no = np.flatnonzero(about), np.flatnonzero(~about)
    for share in SHARES[record["narrow"]] if len(yes) >= 6 else ():
        pos, wanted = yes, round(len(yes) * (1 - share) / share) if share else len(no)
        if share == 0 and about.mean() > MAX_SHARE:
            continue
        if wanted > len(no):
            if not record["narrow"]:
                continue
            pos = rng.choice(yes, min(len(yes), max(6, round(len(no) * share / (1 - share)))), False)
        chosen = np.sort(np.r_[pos, rng.choice(no, min(wanted, len(no)), False)])
        if len(chosen) < 12:
            continue
        given = {key: record[key] for key in ("topic", "narrow", "variant", "texts")}
        pages = [record["pages"][at] for at in chosen]
        scores = np.full((len(chosen), MEMBERS), np.nan)
        scores[:, :CONTRAST] = np.array(record["scores"], float)[chosen]
        sample = dict(given, share=share, about=about[chosen], scores=scores, statistics=record["statistics"])
        sample |= dict(words=np.array([texts[id][0] for id in pages]), points=[texts[id][1] for id in pages])
        sample["own"] = [texts[id][1] for id in record["corpus"] if texts[id][1] is not None]
        if "proposed" in record:
            near = record["proposed"]
            sample["proposed"] = np.array(near["scores"], float)[chosen], near["statistics"]
        yield sample


def by_proposed_line(sample):
    scores, (near, statistics) = sample["scores"].copy(), sample["proposed"]
    scores[:, LINE] = near
    return dict(sample, scores=scores, statistics=sample["statistics"][: LINE[0]] + statistics + sample["statistics"][CONTRAST:])


def surroundings(scores, corpus):
    known = np.sort(scores[~np.isnan(scores)])
    if len(known) == 0:
        return None
    middle = np.quantile(known, 0.5)
    lower = max(middle - np.quantile(known, 0.16), LEAST_DEVIATION)
    above = np.mean(known > corpus["median"]) if corpus else 0
    return middle, lower, above, known[max(len(known) - 5, 0)], known[max(len(known) - 30, 0)]


def evidence(sample, used, size, rng):
    """The evidence of evidence.ts for all pages, among all, so many, or (None) alone. Without texts, the corpus is not known."""
    count, texts = len(sample["about"]), 0 if tuple(used) == LINE else sample["texts"]
    rows = np.zeros((count, MEMBERS * MEMBER_EVIDENCE + 2))
    around = slice(None) if size == "all" or size is None or size >= count else rng.choice(count, size, False)
    for member in used:
        known, s = sample["statistics"][member], sample["scores"][:, member]
        if known is None:
            continue
        b, c = known["background"], known["corpus"] if texts > 0 else None
        way = lambda start: max((c["median"] if c else 0) - start, LEAST_WAY * b["deviation"])
        e = np.zeros((MEMBER_EVIDENCE, count))
        e[0] = (s - b["median"]) / b["deviation"]
        if c:
            if member == CONTRAST or texts >= MIN_TEXTS:
                e[2] = (s - c["median"]) / c["deviation"]
            e[3], e[5] = (s - b["median"]) / way(b["median"]), (c["median"] - b["median"]) / b["deviation"]
        u = surroundings(s[around], c) if size is not None else None
        if u:
            middle, lower, above, fifth, thirtieth = u
            e[1], e[6] = (s - middle) / lower, (middle - b["median"]) / b["deviation"]
            e[8], e[9] = (fifth - middle) / lower, (thirtieth - middle) / lower
            if c:
                e[4], e[7] = (s - middle) / way(middle), above
        e = np.clip(e, -FARTHEST, FARTHEST)
        e[:, np.isnan(s)] = 0
        rows[:, member * MEMBER_EVIDENCE : (member + 1) * MEMBER_EVIDENCE] = e.T
    rows[:, -2], rows[:, -1] = np.log(1 + sample["words"]), np.log(1 + texts)
    return rows


def train(samples, kind, used, sizes, cost=COST):
    """Weights and bias. Both sides of a sample count, by the root of its pages, and large ones by some of their pages."""
    rng, rows, labels, weights = np.random.RandomState(0), [], [], []
    for sample in samples:
        if kind != "line" and sample["texts"] < MIN_TEXTS:
            continue
        for size in sizes:
            found = evidence(sample, used, size, rng)
            for about in (True, False):
                side = np.flatnonzero(sample["about"] == about)
                some = rng.choice(side, min(len(side), MAX_PAGES), False)
                rows.append(found[some])
                labels.append(np.full(len(some), about))
                weights.append(np.full(len(some), len(side) / max(1, len(some)) / np.sqrt(len(found))))
    rows, labels, weights = map(np.concatenate, (rows, labels, weights))
    mean, deviation = rows.mean(0), rows.std(0)
    deviation[deviation < 1e-6] = 1e9
    model = LogisticRegression(C=cost, max_iter=200)
    model.fit((rows - mean) / deviation, labels, sample_weight=weights / weights.mean())
    found = model.coef_[0] / deviation
    return found, float(model.intercept_[0] - found @ mean)


def median(values):
    """Of an even number of values the higher of the two, as in statistics.ts."""
    return np.sort(values)[len(values) // 2]


def location(scores):
    middle = median(scores)
    return dict(median=middle, deviation=1.4826 * median(abs(scores - middle)) + LEAST_DEVIATION)


def evenly(values, most):
    return values if len(values) <= most else [values[at * len(values) // most] for at in range(most)]


def contrast(own, points, others):
    """Scores of all pages, and statistics: contrast.ts."""
    own, others = evenly(own, MAX_TEXTS), evenly(others, MAX_OTHERS)
    rows = np.array([*own, *(points[at] for at in others)])
    label = np.repeat([1.0, -1.0], (len(own), len(others)))
    weight = np.repeat([0.5 / len(own), 0.5 / len(others)], (len(own), len(others)))
    mean = weight @ rows
    centred = rows - mean
    inverse = np.linalg.inv((centred.T * weight) @ centred + RIDGE * np.eye(len(mean)))
    coefficients = inverse @ (centred.T @ (weight * label))
    leverage = weight * (1 + ((centred @ inverse) * centred).sum(1))
    held = label - (label - centred @ coefficients) / np.maximum(1 - leverage, LEAST_REST)
    scores = np.array([np.nan if point is None else (point - mean) @ coefficients for point in points])
    scores[others] = held[len(own) :]
    return scores, dict(corpus=location(held[: len(own)]), background=location(held[len(own) :]))


def add_contrast(samples):
    """Compares the pages as page-survey.ts does, one to four times, as a crawl that has come so far."""
    rng = np.random.RandomState(7)
    weights, _ = train(samples, "full", range(CONTRAST), ("all",), FIRST_COST)
    for sample in samples:
        sample["statistics"] = sample["statistics"][:CONTRAST] + [None]
        if len(sample["own"]) < MIN_TEXTS:
            continue
        odds = evidence(sample, range(CONTRAST), "all", rng) @ weights
        places = (odds >= median(odds)).astype(float)
        for _ in range(rng.randint(1, 5)):
            others = [at for at, point in enumerate(sample["points"]) if point is not None and places[at] < 0.5]
            if len(others) < MIN_OTHERS:
                break
            scores, known = contrast(sample["own"], sample["points"], others)
            sample["scores"][:, CONTRAST], sample["statistics"][CONTRAST] = scores, known
            b = known["background"]
            way = max(known["corpus"]["median"] - b["median"], LEAST_WAY * b["deviation"])
            places = (np.nan_to_num(scores) - b["median"]) / way


def f1_of(about, odds):
    """F1 at the threshold of threshold.ts, and at the best one."""
    order = np.argsort(-odds)
    ranks, p = np.arange(1, len(odds) + 1), 1 / (1 + np.exp(-odds[order]))
    true = 2 * np.cumsum(about[order]) / (ranks + about.sum())
    return true[np.argmax(2 * np.cumsum(p) / (ranks + p.sum()))], true.max()


def check(samples):
    """Learns from every second topic and judges the others, and the other way round."""
    names = sorted({sample["topic"] for sample in samples})
    side = {name: at % 2 for at, name in enumerate(names)}
    found, rng = {}, np.random.RandomState(1)
    for learned in (0, 1):
        for kind in ("full", "proposed", "line"):
            known = for_kind([s for s in samples if side[s["topic"]] == learned], kind)
            weights, bias = train(known, kind, USED[kind], AMONG)
            for s in for_kind([s for s in samples if side[s["topic"]] != learned], kind, 1):
                if (s["texts"] < MIN_TEXTS) != (kind == "line"):
                    continue
                odds = evidence(s, USED[kind], "all", rng) @ weights + bias
                key = kind, "narrow" if s["narrow"] else "web", s["variant"], s["share"]
                found.setdefault(key, []).append(f1_of(s["about"], odds))
    for key, values in sorted(found.items()):
        own, best = np.mean(values, 0)
        print(*key, f"F1 {own:.3f}, best {best:.3f}, {len(values)} samples")


def for_kind(samples, kind, narrow_weight=NARROW_WEIGHT):
    """The samples to learn from, narrow ones several times."""
    chosen = [by_proposed_line(s) for s in samples if "proposed" in s] if kind == "proposed" else samples
    return [s for s in chosen for _ in range(narrow_weight if s["narrow"] else 1)]


def main():
    parser = argparse.ArgumentParser(description="Makes the relevance model: see the beginning of the file.")
    parser.add_argument("scores", nargs="+", metavar="FILE")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    topics, texts = read(given.scores)
    rng = np.random.RandomState(3)
    samples = [sample for record in topics for sample in samples_of(record, texts, rng)]
    add_contrast(samples)
    if given.check:
        check(samples)
    model = {"format": "sfwc relevance model", "version": 1}
    for kind, used in USED.items():
        without = [member for member in used if member != CONTRAST]
        model[kind] = {}
        for name, members, sizes in (("among", used, AMONG), ("alone", without, (None,))):
            weights, bias = train(for_kind(samples, kind), kind, members, sizes)
            model[kind][name] = {"bias": round(bias, 5), "weights": [float(f"{one:.5g}") for one in weights]}
    with open(given.out, "w", encoding="utf8") as out:
        json.dump(model, out, separators=(",", ":"))


if __name__ == "__main__":
    main()
