"""Makes corpora/relevance-model.json: the weights by which the ensemble combines what its members say of a page.

    npm run build
    node scripts/score-labelled-pages.js --out scores.jsonl
    pip install numpy scikit-learn
    python3 scripts/make-relevance-model.py scores.jsonl --out corpora/relevance-model.json [--check]

Input: scores of labelled pages of many topics. Each topic gives samples of its pages, with small and large shares of pages about it:
crawls differ in that. The other pages of half of the samples are near the topic's meaning, as links are that a crawl follows first. Logistic regressions learn to tell the pages about the topics by the evidence of
src/judging/relevance/evidence.ts. Narrow topics count three times. Each page is seen among all pages (twice), 100 and 30 of them.

Output: eight sets of weights by what a topic has (see src/judging/relevance/relevance-model.ts), each among pages and alone, and with a
threshold: a ridge regression of the best threshold of a sample on where the odds of its pages lie (relevance-model.ts). The odds are those
by weights that were learned from other topics.
--check prints F1 of topics that were not learned from: at the learned threshold, at that of the best expected F1, and the best F1 of any
threshold; of scores by `score-labelled-pages.js --encoder` also those after the encoder was asked. The ranks by which the contrast chooses
other pages are learned from all topics there, too.
"""

import argparse
import base64
import json

import numpy as np
from sklearn.linear_model import LogisticRegression, Ridge

# As in evidence.ts and page-survey.ts.
MEMBERS, CONTRAST, MEANING, LINE, CONCEPTS, MEMBER_EVIDENCE = 11, 10, 2, (6, 7), (8, 9), 10
MIN_TEXTS, LEAST_DEVIATION, LEAST_WAY, FARTHEST = 3, 1e-3, 0.25, 5
MAX_TEXTS, MAX_OTHERS, MIN_OTHERS, RIDGE, LEAST_REST = 300, 400, 10, 0.002, 0.05
USED = {"full": range(11), "proposed": (*range(8), 10), "vocabulary": range(11), "words": (0, 1, 4, 5), "text": (0, 1), "line": LINE + CONCEPTS}
USED |= {"space": (2, 3, *LINE, CONTRAST), "near": LINE}
"""Members by the set of weights. The concepts of a line stand for those of a vocabulary."""
LINES = ("line", "near")
"""Sets for topics without texts."""
SHARES = {False: (0, 0.1, 0.3, 0.6), True: (0.05, 0.15, 0.3, 0.5)}
"""Shares of pages about the topic, of those of the Web and of narrow ones; 0: as they are."""
AMONG = ("all", "all", 100, 30)
FOLDS, THRESHOLD_RIDGE, FARTHEST_THRESHOLD = 4, 30, 3
QUANTILES, HIGHEST, KNOWN = (0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.98), (5, 30), (0.01, 0.99)
STEPS = np.arange(-3, 3.1, 0.5)
"""As in relevance-model.ts; KNOWN: quantiles between which evidence of thresholds counts."""
ENCODER_ODDS, ENCODER_MEAN, ENCODER_PAGES = 8, 0.2, 2
NEAR, AT_FIRST, ENCODED_SHARE = 2, 6, 0.2
"""As in page-survey.ts and near-pages.ts of the encoder."""
COST, FIRST_COST, NARROW_WEIGHT, NEAR_WEIGHT, MAX_PAGES, MAX_SHARE = 0.03, 0.001, 3, 0.3, 120, 0.3


def read(files):
    """Topics with their scored pages, and words and directions by text; of texts and lines also those by the encoder."""
    topics, texts, encoded = [], {}, {}
    for line in (line for file in files for line in open(file, encoding="utf8")):
        record = json.loads(line)
        if "text" in record:
            steps = np.frombuffer(base64.b64decode(record.get("direction") or ""), np.int8).astype(float)
            texts[record["text"]] = record["words"], steps / np.linalg.norm(steps) if len(steps) else None
        elif "encoded" in record:
            encoded[record["encoded"]] = unit(record["direction"])
        elif "line" in record:
            encoded["line", record["line"]] = [unit(one) for one in record["directions"]]
        else:
            topics.append(record)
    return topics, texts, encoded


def unit(text):
    steps = np.frombuffer(base64.b64decode(text), np.int8).astype(float)
    return steps / max(np.linalg.norm(steps), 1)


def samples_of(record, texts, rng):
    """Draws pages with given shares of those about the topic; among others by chance, and among others near the topic."""
    about = np.array(record["labels"]) == 1
    yes, no = np.flatnonzero(about), np.flatnonzero(~about)
    if len(yes) < 6:
        return
    nearness = nearness_of(record)
    for is_near, share in [(is_near, share) for is_near in (False, True) for share in SHARES[record["narrow"]]]:
        pos, wanted = yes, round(len(yes) * (1 - share) / share) if share else len(no)
        if share == 0 and (is_near or about.mean() > MAX_SHARE):
            continue
        most = len(no) if not is_near else len(no) // 2
        if wanted > most:
            if not record["narrow"] and not is_near:
                continue
            wanted = most
            pos = rng.choice(yes, min(len(yes), max(6, round(most * share / (1 - share)))), False)
        others = no[np.argsort(-(nearness[no] + rng.gumbel(size=len(no))))] if is_near else rng.permutation(no)
        chosen = np.sort(np.r_[pos, others[:wanted]])
        if len(chosen) < 12:
            continue
        given = {key: record[key] for key in ("topic", "narrow", "variant", "texts")}
        pages = [record["pages"][at] for at in chosen]
        scores = np.full((len(chosen), MEMBERS), np.nan)
        scores[:, :CONTRAST] = np.array(record["scores"], float)[chosen]
        sample = dict(given, share=share, near=is_near, about=about[chosen], scores=scores, statistics=record["statistics"])
        sample |= dict(words=np.array([texts[id][0] for id in pages]), points=[texts[id][1] for id in pages])
        sample["ids"] = pages
        sample["own"] = [texts[id][1] for id in record["corpus"] if texts[id][1] is not None]
        if "proposed" in record:
            near = record["proposed"]
            sample["proposed"] = np.array(near["scores"], float)[chosen], near["statistics"]
        yield sample


def nearness_of(record):
    """How near pages are to the meaning of the topic, in deviations: by line and beginning, and by the texts, if it has some."""
    scores = np.array(record["scores"], float)
    used = [*LINE, MEANING] if record["texts"] >= MIN_TEXTS else LINE
    standard = lambda s: (np.nan_to_num(s, nan=np.nanmin(s)) - np.nanmean(s)) / (np.nanstd(s) + 1e-9)
    return sum(standard(scores[:, member]) for member in used)


def by_proposed_line(sample, kind):
    scores, (near, statistics), known = sample["scores"].copy(), sample["proposed"], sample["statistics"]
    scores[:, LINE], concepts = near, known[CONCEPTS[0] : CONTRAST]
    if kind == "proposed":
        scores[:, CONCEPTS], concepts = np.nan, [None] * len(CONCEPTS)
    return dict(sample, scores=scores, statistics=known[: LINE[0]] + statistics + concepts + known[CONTRAST:])


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
    count, texts = len(sample["about"]), 0 if tuple(used) in (USED["line"], USED["near"]) else sample["texts"]
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
        if kind not in LINES and sample["texts"] < MIN_TEXTS:
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
    """Scores of all pages, and statistics: page-survey.ts."""
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


def curve(about, odds):
    """F1 by the number of accepted pages, really and as expected, and the threshold for each."""
    order = np.argsort(-odds)
    ranked, ranks = odds[order], np.arange(1, len(odds) + 1)
    p = 1 / (1 + np.exp(-ranked))
    real = 2 * np.cumsum(about[order]) / (ranks + about.sum())
    return real, 2 * np.cumsum(p) / (ranks + p.sum()), (ranked + np.r_[ranked[1:], ranked[-1]]) / 2


def threshold_evidence(odds):
    p, ranked = 1 / (1 + np.exp(-odds)), np.sort(odds)
    _, expected, thresholds = curve(np.zeros(len(odds)), odds)
    quantiles = np.quantile(odds, QUANTILES)
    highest = [ranked[max(len(odds) - place, 0)] for place in HIGHEST]
    counts = [np.log(1 + ((odds > low) & (odds <= high)).sum()) for low, high in zip(STEPS, STEPS[1:])]
    return [thresholds[np.argmax(expected)], *quantiles, p.mean(), np.log(1 + p.sum()), np.log(len(odds)), *highest, *counts]


def best_threshold(about, odds):
    real, _, thresholds = curve(about, odds)
    return np.clip(thresholds[np.argmax(real)], -FARTHEST_THRESHOLD, FARTHEST_THRESHOLD)


def learn_threshold(judged):
    """From samples and the odds of their pages."""
    rows = np.array([threshold_evidence(odds) for _, odds in judged])
    least, most = np.quantile(rows, KNOWN, 0)
    rows = np.clip(rows, least, most)
    mean, deviation = rows.mean(0), rows.std(0) + 1e-9
    wanted = [best_threshold(sample["about"], odds) for sample, odds in judged]
    counts = [(NARROW_WEIGHT if s["narrow"] else 1) * (NEAR_WEIGHT if s["near"] else 1) for s, _ in judged]
    found = Ridge(THRESHOLD_RIDGE).fit((rows - mean) / deviation, wanted, sample_weight=counts)
    weights = found.coef_ / deviation
    return dict(bias=found.intercept_ - weights @ mean, weights=weights, least=least, most=most)


def threshold_by(learned, odds):
    rows = np.clip(threshold_evidence(odds), learned["least"], learned["most"])
    return learned["bias"] + rows @ learned["weights"]


def folds_of(samples):
    """The fold of each topic."""
    names = sorted({sample["topic"] for sample in samples})
    return dict(zip(names, np.random.RandomState(5).permutation(len(names)) % FOLDS))


JUDGED = {}
"""What judged_by_others found, by kind."""


def judged_by_others(samples, kind):
    if kind not in JUDGED:
        JUDGED[kind] = judge_by_others(samples, kind)
    return JUDGED[kind]


def judge_by_others(samples, kind):
    """The samples that a set of weights is for, with the odds of their pages by weights that were learned from other topics."""
    fold, rng, judged = folds_of(samples), np.random.RandomState(1), []
    for left in range(FOLDS):
        known = for_kind([s for s in samples if fold[s["topic"]] != left], kind)
        weights, bias = train(known, kind, USED[kind], AMONG)
        for sample in for_kind([s for s in samples if fold[s["topic"]] == left], kind, 1):
            if (sample["texts"] < MIN_TEXTS) == (kind in LINES):
                judged.append((sample, evidence(sample, USED[kind], "all", rng) @ weights + bias))
    return judged


def with_encoder(sample, kind, odds, threshold, encoded):
    """The odds after the encoder was asked about pages near the decision, which come in any order. Without a line, the name is one."""
    line, asked = encoded["line", sample["topic"]][kind in ("proposed", "vocabulary")], []
    for seen, at in enumerate(np.random.RandomState(len(odds)).permutation(len(odds))):
        if odds[at] >= threshold - NEAR and len(asked) < AT_FIRST + ENCODED_SHARE * (seen + 1):
            asked.append(at)
    scores, odds = np.array([encoded[sample["ids"][at]] @ line for at in asked]), odds.copy()
    odds[asked] += ENCODER_ODDS * (scores - (scores.sum() + ENCODER_PAGES * ENCODER_MEAN) / (len(asked) + ENCODER_PAGES))
    return odds


def check(samples, encoded):
    """F1 of each kind, by thresholds that were learned from other topics."""
    fold, found = folds_of(samples), {}
    for kind in ("full", "proposed", "vocabulary", "line"):
        judged = judged_by_others(samples, kind)
        for left in range(FOLDS):
            learned = learn_threshold([one for one in judged if fold[one[0]["topic"]] != left])
            for sample, odds in judged:
                if fold[sample["topic"]] != left:
                    continue
                real, expected, _ = curve(sample["about"], odds)
                threshold = threshold_by(learned, odds)
                accepted = (odds >= threshold).sum()
                key = kind, "narrow" if sample["narrow"] else "web", "near" if sample["near"] else "any", sample["variant"], sample["share"]
                own = real[accepted - 1] if accepted else 0
                values = [own, real[np.argmax(expected)], real.max()]
                if encoded:
                    asked = with_encoder(sample, kind, odds, threshold, encoded)
                    real, accepted = curve(sample["about"], asked)[0], (asked >= threshold).sum()
                    values += [real[accepted - 1] if accepted else 0, real.max()]
                found.setdefault(key, []).append(values)
    for key, values in sorted(found.items()):
        own, even, best, *asked = np.mean(values, 0)
        encoder = f", with the encoder {asked[0]:.3f}, best {asked[1]:.3f}" if asked else ""
        print(*key, f"F1 {own:.3f}, expected {even:.3f}, best {best:.3f}{encoder}, {len(values)} samples")


def for_kind(samples, kind, narrow_weight=NARROW_WEIGHT):
    """The samples to learn from, narrow ones several times."""
    proposed = kind in ("proposed", "vocabulary")
    chosen = [by_proposed_line(s, kind) for s in samples if "proposed" in s] if proposed else samples
    return [s for s in chosen for _ in range(narrow_weight if s["narrow"] else 1)]


def short(numbers):
    return [float(f"{one:.5g}") for one in numbers]


def main():
    parser = argparse.ArgumentParser(description="Makes the relevance model: see the beginning of the file.")
    parser.add_argument("scores", nargs="+", metavar="FILE")
    parser.add_argument("--out", required=True, metavar="FILE")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    topics, texts, encoded = read(given.scores)
    rng = np.random.RandomState(3)
    samples = [sample for record in topics for sample in samples_of(record, texts, rng)]
    add_contrast(samples)
    if given.check:
        check(samples, encoded)
    model = {"format": "sfwc relevance model", "version": 6}
    for kind, used in USED.items():
        without = [member for member in used if member != CONTRAST]
        model[kind] = {}
        for name, members, sizes in (("among", used, AMONG), ("alone", without, (None,))):
            weights, bias = train(for_kind(samples, kind), kind, members, sizes)
            model[kind][name] = {"bias": round(bias, 5), "weights": short(weights)}
        learned = learn_threshold(judged_by_others(samples, kind))
        model[kind]["threshold"] = {key: short([value])[0] if key == "bias" else short(value) for key, value in learned.items()}
    with open(given.out, "w", encoding="utf8") as out:
        json.dump(model, out, separators=(",", ":"))


if __name__ == "__main__":
    main()
