import type { Comparison } from './comparison.js';
import { foundAt, harvestRateAt } from './fetch-curve.js';
import { focusGain } from './focus.js';
import { measureAll, type MeasuredCrawl } from './league.js';

/** held: as the paper says; weaker: a smaller effect; level: no difference; failed: the opposite, or not at all. */
export type Holding = 'held' | 'weaker' | 'level' | 'failed';

/** The outcome for one topic. */
export interface TopicFinding {
  readonly topic: string;
  readonly holding: Holding;
  /** The figures, as text. */
  readonly evidence: string;
}

/** A claim of a paper, and its test. */
export interface ClaimFinding {
  readonly paper: string;
  readonly claim: string;
  /** How it was tested, with thresholds. */
  readonly test: string;
  /** The strategy that the paper favours. */
  readonly favours: string;
  readonly findings: readonly TopicFinding[];
  /** Over all topics; 'missing' if a strategy of the claim was not compared. */
  readonly verdict: 'held' | 'held in part' | 'in direction only' | 'did not hold' | 'missing';
}

/** Smaller differences of curve numbers are level. */
export const LEVEL = 0.02;
/** Share of a claimed gain that counts as held, since the paper crawled another web. */
const AS_CLAIMED = 0.8;

/** The crawls of one topic by the first classifier, the first repeat of each strategy. */
interface TopicCrawls {
  readonly topic: string;
  readonly fetches: number;
  readonly of: (strategy: string) => MeasuredCrawl | undefined;
}

interface Claim {
  readonly paper: string;
  readonly claim: string;
  readonly test: string;
  /** The strategy that the paper favours. If the claim fails, its crawl shows why. */
  readonly favours: string;
  /** Strategies that the test requires. */
  readonly needs: readonly string[];
  readonly judge: (crawls: TopicCrawls) => Omit<TopicFinding, 'topic'>;
  /** The topics of the claim. Default: all. */
  readonly topics?: (all: readonly TopicCrawls[]) => readonly TopicCrawls[];
}

const LU = 'Lu et al. 2016';
const BATSAKIS = 'Batsakis et al. 2009';
const DEVI = 'Devi 2017';
const HERNANDEZ = 'Hernandez et al. 2020';

/** Lu's Figure 3, best first. */
const LU_ORDER = ['lpe', 'cbp', 'link-context', 'best-first-anchor', 'best-first-page', 'breadth-first'];
const LU_RECALL = 0.33;
const LU_GAIN = 5;

const CLAIMS: readonly Claim[] = [
  {
    paper: LU,
    claim: 'LPE harvests 5.0 times as much as breadth-first',
    test: `harvest rates at the fetch where LPE has found ${percent(LU_RECALL)} of the targets, as in the paper; held from ${AS_CLAIMED * LU_GAIN} times on, weaker above 1.1 times`,
    favours: 'lpe',
    needs: ['lpe', 'breadth-first'],
    judge: ({ of, fetches }) => judgeGain(required(of('lpe')), required(of('breadth-first')), fetches),
  },
  {
    paper: LU,
    claim: 'LPE before CBP, link context, anchor text, best-first by page, breadth-first',
    test: 'curve numbers of the 15 pairs; a pair is in order if the strategy that should be better is better or level (0.02); held with 14, weaker with 10',
    favours: 'lpe',
    needs: LU_ORDER,
    judge: ({ of }) => judgeOrder(LU_ORDER.map((name) => [name, curve(of(name))] as const)),
  },
  {
    paper: BATSAKIS,
    claim: 'page content and anchor text together make the best classic crawler',
    test: 'curve number above both page content alone and anchor text alone, by more than 0.02',
    favours: 'best-first-page-anchor',
    needs: ['best-first-page-anchor', 'best-first-page', 'best-first-anchor'],
    judge: ({ of }) => {
      const [both, page, anchor] = [
        curve(of('best-first-page-anchor')),
        curve(of('best-first-page')),
        curve(of('best-first-anchor')),
      ];
      return {
        holding: above(both - Math.max(page, anchor)),
        evidence: `both ${show(both)}, page ${show(page)}, anchor ${show(anchor)}`,
      };
    },
  },
  {
    paper: BATSAKIS,
    claim: 'similarity by synonyms is level with content and anchor',
    test: 'curve numbers differ by 0.05 at most; weaker up to 0.1',
    favours: 'semantic-synonym',
    needs: ['semantic-synonym', 'best-first-page-anchor'],
    judge: ({ of }) => {
      const [synonyms, both] = [curve(of('semantic-synonym')), curve(of('best-first-page-anchor'))];
      const distance = Math.abs(synonyms - both);
      return {
        holding: distance <= 0.05 ? 'held' : distance <= 0.1 ? 'weaker' : 'failed',
        evidence: `synonyms ${show(synonyms)}, content and anchor ${show(both)}`,
      };
    },
  },
  {
    paper: BATSAKIS,
    claim: 'hypernyms and hyponyms make it worse',
    test: 'curve number below that of synonyms alone, by more than 0.02',
    favours: 'semantic-synonym',
    needs: ['semantic-synonym', 'semantic-hypernym'],
    judge: ({ of }) => {
      const [synonyms, hypernyms] = [curve(of('semantic-synonym')), curve(of('semantic-hypernym'))];
      return {
        holding: above(synonyms - hypernyms),
        evidence: `synonyms ${show(synonyms)}, with hypernyms ${show(hypernyms)}`,
      };
    },
  },
  {
    paper: BATSAKIS,
    claim: 'the centroid improves the hidden Markov model',
    test: 'the better of the two variants with centroid above the plain model, by more than 0.02',
    favours: 'hmm-centroid',
    needs: ['hmm', 'hmm-centroid', 'hmm-centroid-anchor'],
    judge: ({ of }) => {
      const [plain, page, both] = [
        curve(of('hmm')),
        curve(of('hmm-centroid')),
        curve(of('hmm-centroid-anchor')),
      ];
      return {
        holding: above(Math.max(page, both) - plain),
        evidence: `plain ${show(plain)}, centroid ${show(page)}, centroid and anchor ${show(both)}`,
      };
    },
  },
  {
    paper: BATSAKIS,
    claim: 'on vague topics the learning crawlers beat the classic ones',
    test: 'on the hardest topic (the one with the worst `lookahead`, or without it best-first by page), the best hidden Markov variant above the best classic crawler, by more than 0.02. Their browse of 300 pages counts as fetches',
    favours: 'hmm-centroid',
    needs: ['hmm', 'hmm-centroid', 'hmm-centroid-anchor', 'best-first-page', 'best-first-page-anchor'],
    topics: (all) => {
      const yardstick = all.every(({ of }) => of('lookahead') !== undefined)
        ? 'lookahead'
        : 'best-first-page';
      return [...all].sort((a, b) => curve(a.of(yardstick)) - curve(b.of(yardstick))).slice(0, 1);
    },
    judge: ({ of }) => {
      const best = (names: readonly string[]): number => Math.max(...names.map((name) => curve(of(name))));
      const learning = best(['hmm', 'hmm-centroid', 'hmm-centroid-anchor']);
      const classic = best(['best-first-page', 'best-first-page-anchor']);
      return {
        holding: above(learning - classic),
        evidence: `best hidden Markov model ${show(learning)}, best classic ${show(classic)}`,
      };
    },
  },
  {
    paper: DEVI,
    claim: 'precision, recall and accuracy are higher with the three phases than without focus',
    test: 'pages fetched by three-phase against as many fetched by breadth-first; held if all three are higher, weaker if one or two are',
    favours: 'three-phase',
    needs: ['three-phase', 'breadth-first'],
    judge: ({ of }) => judgeFocus(required(of('three-phase')), required(of('breadth-first'))),
  },
  {
    paper: HERNANDEZ,
    claim: '70 % or more of the accepted pages are about the topic',
    test: 'targets among the pages that the krs crawl accepted, without given pages; held from 70 % on, weaker from 50 %',
    favours: 'krs',
    needs: ['krs'],
    judge: ({ of }) => {
      const { acceptedRightly, crawl } = required(of('krs'));
      const share = acceptedRightly ?? 0;
      return {
        holding: share >= 0.7 ? 'held' : share >= 0.5 ? 'weaker' : 'failed',
        evidence: `${percent(share)} of ${crawl.accepted.length} accepted pages, judged by ${crawl.classifier}`,
      };
    },
  },
  {
    paper: HERNANDEZ,
    claim: 'following only accepted pages is better than following all',
    test: 'curve number of krs above breadth-first, by more than 0.02',
    favours: 'krs',
    needs: ['krs', 'breadth-first'],
    judge: ({ of }) => {
      const [krs, all] = [curve(of('krs')), curve(of('breadth-first'))];
      return { holding: above(krs - all), evidence: `krs ${show(krs)}, breadth-first ${show(all)}` };
    },
  },
];

/** Tests the claims of the papers on the results of a comparison. */
export function judgeClaims(comparison: Comparison): readonly ClaimFinding[] {
  const all = crawlsByTopic(comparison);
  return CLAIMS.map(({ paper, claim, test, favours, needs, judge, topics }) => {
    const able = all.filter(({ of }) => needs.every((name) => of(name) !== undefined));
    const findings = (topics?.(able) ?? able).map((crawls) => ({ topic: crawls.topic, ...judge(crawls) }));
    return { paper, claim, test, favours, findings, verdict: verdictOf(findings) };
  });
}

/** Held on all topics, held on some, weaker on some, or none of these. */
function verdictOf(findings: readonly TopicFinding[]): ClaimFinding['verdict'] {
  if (findings.length === 0) return 'missing';
  if (findings.every(({ holding }) => holding === 'held')) return 'held';
  if (findings.some(({ holding }) => holding === 'held')) return 'held in part';
  return findings.some(({ holding }) => holding === 'weaker') ? 'in direction only' : 'did not hold';
}

function crawlsByTopic(comparison: Comparison): readonly TopicCrawls[] {
  const measured = measureAll(comparison).filter(({ crawl }) => crawl.repeat === 0);
  return comparison.topics.map(({ name }) => {
    const own = measured.filter(({ crawl }) => crawl.topic === name);
    const classifier = own[0]?.crawl.classifier;
    const byStrategy = new Map(
      own
        .filter(({ crawl }) => crawl.classifier === classifier)
        .map((one) => [one.crawl.strategy, one] as const),
    );
    return { topic: name, fetches: comparison.maxPages, of: (strategy) => byStrategy.get(strategy) };
  });
}

function judgeGain(lpe: MeasuredCrawl, other: MeasuredCrawl, fetches: number): Omit<TopicFinding, 'topic'> {
  const wanted = Math.ceil(LU_RECALL * lpe.targets);
  let n = 1;
  while (n < fetches && foundAt(lpe.hits, n) < wanted) n += 1;
  const [a, b] = [harvestRateAt(lpe.hits, n) ?? 0, harvestRateAt(other.hits, n) ?? 0];
  const gain = b === 0 ? Number.POSITIVE_INFINITY : a / b;
  const most = b === 0 ? Number.POSITIVE_INFINITY : Math.min(1, lpe.targets / n) / b;
  const times = Number.isFinite(gain)
    ? `${gain.toFixed(1)} times (at most ${most.toFixed(1)} times are possible)`
    : 'breadth-first had found nothing yet';
  return {
    holding: gain >= AS_CLAIMED * LU_GAIN ? 'held' : gain > 1.1 ? 'weaker' : 'failed',
    evidence: `after ${n} fetches LPE ${show(a)}, breadth-first ${show(b)}: ${times}`,
  };
}

function judgeOrder(order: readonly (readonly [name: string, value: number])[]): Omit<TopicFinding, 'topic'> {
  const wrong: string[] = [];
  let pairs = 0;
  for (const [place, [better, high]] of order.entries()) {
    for (const [worse, low] of order.slice(place + 1)) {
      pairs += 1;
      if (high < low - LEVEL) wrong.push(`${worse} ${show(low)} before ${better} ${show(high)}`);
    }
  }
  const right = pairs - wrong.length;
  return {
    holding: right >= 14 ? 'held' : right >= 10 ? 'weaker' : 'failed',
    evidence: `${right} of ${pairs} pairs in order${wrong.length === 0 ? '' : `; not ${wrong.slice(0, 3).join(', ')}${wrong.length > 3 ? ' …' : ''}`}`,
  };
}

function judgeFocus(focused: MeasuredCrawl, unfocused: MeasuredCrawl): Omit<TopicFinding, 'topic'> {
  const { withFocus, withoutFocus, gain } = focusGain(
    focused.retrieval,
    unfocused.retrievalAt(focused.fetched),
  );
  const names = ['precision', 'recall', 'accuracy'] as const;
  const higher = names.filter((name) => (gain[name] ?? 0) > 0).length;
  return {
    holding: higher === 3 ? 'held' : higher > 0 ? 'weaker' : 'failed',
    evidence: names
      .map((name) => `${name} ${percent(withFocus[name] ?? 0)} against ${percent(withoutFocus[name] ?? 0)}`)
      .join(', '),
  };
}

function above(distance: number): Holding {
  return distance > LEVEL ? 'held' : distance >= -LEVEL ? 'level' : 'failed';
}

/** 0 if there are no targets. */
function curve(measured: MeasuredCrawl | undefined): number {
  return measured?.curve ?? 0;
}

function required(measured: MeasuredCrawl | undefined): MeasuredCrawl {
  if (measured === undefined) throw new RangeError('a claim was judged without its crawls');
  return measured;
}

function show(value: number): string {
  return value.toFixed(2);
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
