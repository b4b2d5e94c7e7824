/** A judged item: its score (larger is more relevant), whether it is relevant, and whether it was accepted. */
export interface ScoredItem {
  readonly score: number;
  readonly relevant: boolean;
  readonly accepted: boolean;
}

/** Quality of a ranking and of the decisions taken on it. Between 0 and 1; null where there was nothing to divide by. */
export interface RankingMetrics {
  readonly items: number;
  readonly relevant: number;
  /** Share of items that were accepted. */
  readonly acceptedShare: number | null;
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
  /** Area under the ROC curve: chance that a relevant item has a higher score than another; ties count half. */
  readonly auroc: number | null;
  /** Mean of the precision at each relevant item, ties broken pessimistically: within a tie, relevant items come last. */
  readonly averagePrecision: number | null;
  /** The best F1 that any threshold would have given, known only in hindsight. */
  readonly bestF1: number | null;
}

/** Measures scores and decisions against the truth. */
export function measureRanking(items: readonly ScoredItem[]): RankingMetrics {
  const relevant = items.filter((item) => item.relevant).length;
  const accepted = items.filter((item) => item.accepted).length;
  const right = items.filter((item) => item.accepted && item.relevant).length;
  const ranked = [...items].sort((a, b) => b.score - a.score || Number(a.relevant) - Number(b.relevant));
  return {
    items: items.length,
    relevant,
    acceptedShare: ratio(accepted, items.length),
    precision: ratio(right, accepted),
    recall: ratio(right, relevant),
    f1: ratio(2 * right, accepted + relevant),
    auroc: areaUnderRoc(ranked, relevant),
    averagePrecision: averagePrecision(ranked, relevant),
    bestF1: bestF1(ranked, relevant),
  };
}

function areaUnderRoc(ranked: readonly ScoredItem[], relevant: number): number | null {
  const others = ranked.length - relevant;
  let above = 0;
  let wins = 0;
  for (const group of tiedGroups(ranked)) {
    const hits = group.filter((item) => item.relevant).length;
    const misses = group.length - hits;
    wins += hits * (others - above - misses) + (hits * misses) / 2;
    above += misses;
  }
  return ratio(wins, relevant * others);
}

function averagePrecision(ranked: readonly ScoredItem[], relevant: number): number | null {
  let hits = 0;
  let sum = 0;
  for (const [index, item] of ranked.entries()) {
    if (!item.relevant) continue;
    hits += 1;
    sum += hits / (index + 1);
  }
  return ratio(sum, relevant);
}

function bestF1(ranked: readonly ScoredItem[], relevant: number): number | null {
  let hits = 0;
  let taken = 0;
  let best = 0;
  for (const group of tiedGroups(ranked)) {
    hits += group.filter((item) => item.relevant).length;
    taken += group.length;
    best = Math.max(best, (2 * hits) / (taken + relevant));
  }
  return relevant === 0 ? null : best;
}

/** Runs of equal score: a threshold takes all of a run or none of it. */
function* tiedGroups(ranked: readonly ScoredItem[]): Generator<readonly ScoredItem[]> {
  let begin = 0;
  for (let end = 1; end <= ranked.length; end += 1) {
    if (end < ranked.length && ranked[end]?.score === ranked[begin]?.score) continue;
    yield ranked.slice(begin, end);
    begin = end;
  }
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}
