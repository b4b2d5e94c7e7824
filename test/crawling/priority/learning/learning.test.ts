import { describe, expect, it } from '@jest/globals';
import { sparseVector } from '../../../../src/support/numeric/sparse-vector.js';
import {
  addLink,
  createWordPlaces,
  noEvidence,
} from '../../../../src/crawling/priority/learning/evidence.js';
import {
  createYields,
  FEATURE_NAMES,
  featuresOf,
  createTallies,
} from '../../../../src/crawling/priority/learning/link-features.js';
import { learning, createRelevanceScale } from '../../../../src/crawling/priority/learning/learning.js';
import { createOnlineRegression } from '../../../../src/crawling/priority/learning/online-regression.js';
import { STRATEGY_SETTINGS } from '../../../../src/crawling/priority/strategy-settings.js';
import {
  beeSight,
  BEES,
  candidateOf,
  eventOf,
  judged,
  linkTo,
  OTHERS,
  pageOf,
} from '../../../support/small-sight.js';
import { keptStrategy } from '../../../support/restored-strategy.js';

const sight = beeSight();
const vector = (...values: number[]) =>
  sparseVector(values.map((value, place): [number, number] => [place, value]));

describe('online regression', () => {
  const options = { step: 0.5, decay: 0, prior: [0, 1] };

  it('takes the steps of AdaGrad', () => {
    const regression = createOnlineRegression({ ...options, prior: [] });
    // σ(0) − 1 = −½; slopes −½ and −1; the first step is `step` long in every direction.
    regression.learn(vector(1, 2), 1);
    expect(regression.snapshot()).toEqual({ weights: [0.5, 0.5], squares: [0.25, 1] });
    // Score 0.5: slope σ(0.5) = 0.6225; squares 0.25 + 0.3875; weight 0.5 − 0.5 · 0.6225 / √0.6375
    regression.learn(vector(1), 0);
    expect(regression.snapshot().weights[0]).toBeCloseTo(
      0.5 - (0.5 * 0.62246) / Math.sqrt(0.25 + 0.38746),
      4,
    );
    expect(regression.snapshot().weights[1]).toBe(0.5);
  });
});

describe('how relevant a judgement says that a page is', () => {
  const by = (classifier: string, accepted: boolean, score: number) => ({
    ...judged(accepted, score),
    classifier,
  });

  it('is the score of a trained classifier, also of a rejected page', () => {
    expect(createRelevanceScale().relevanceOf(by('ensemble', false, 0.3))).toBe(0.3);
  });

  it('is the verdict until there are scores of both kinds, and then where the score is between them', () => {
    const scale = createRelevanceScale();
    scale.note(by('krs-paper', true, 10));
    expect(scale.relevanceOf(by('krs-paper', true, 10))).toBe(0.9);
    scale.note(by('krs-paper', false, -10));
    expect(scale.relevanceOf(by('krs-paper', false, 0))).toBe(0.5);
    expect(scale.relevanceOf(by('krs-paper', true, 10))).toBeCloseTo(0.881, 3);
    expect(scale.relevanceOf(by('krs-paper', false, -1_000_000))).toBe(0);
    expect(createRelevanceScale(scale.snapshot()).relevanceOf(by('krs-paper', true, 0))).toBe(0.5);
  });
});

describe('yields of groups', () => {
  it('forget the groups that nothing was added to for longest', () => {
    const tallies = createTallies();
    tallies.add(-1, 1);
    tallies.add(-2, 1);
    tallies.add(-1, 1);
    for (let group = 0; group < 49_999; group += 1) tallies.add(group, 0);
    expect(tallies.of(-2)).toEqual({ count: 0, sum: 0 });
    expect(tallies.of(-1)).toEqual({ count: 2, sum: 2 });
    expect(createTallies(tallies.snapshot()).snapshot()).toEqual(tallies.snapshot());
  });
});

describe('what is known of a URL', () => {
  it('is the best of its links, their judgements, their words and the yield of their groups', () => {
    const words = createWordPlaces(FEATURE_NAMES.length);
    const url = 'http://b.example/honey/pots/one';
    const evidence = noEvidence(url, sight, words, 40);
    const good = candidateOf(pageOf('http://a.example/', BEES[0]!.text), linkTo(url, 'honey', 'sweet honey'));
    const bad = candidateOf(pageOf('http://c.example/', OTHERS[0]!.text), linkTo(url, 'here'));
    addLink(evidence, bad, { number: 1, relevance: 0.1, accepted: false }, sight, words, 40);
    addLink(evidence, good, { number: 2, relevance: 0.7, accepted: true }, sight, words, 40);
    const yields = createYields();
    const feature = (name: (typeof FEATURE_NAMES)[number]): number =>
      featuresOf(evidence, yields)[FEATURE_NAMES.indexOf(name)] ?? Number.NaN;
    expect(feature('bias')).toBe(1);
    expect(feature('page')).toBe(sight.pageLikeness(good.source));
    expect(feature('anchor')).toBe(sight.anchorLikeness(good.link));
    expect(feature('url')).toBeGreaterThan(0);
    expect([feature('best'), feature('accepted')]).toEqual([0.7, 0.5]);
    expect(feature('mean')).toBeCloseTo(0.4);
    expect(
      ['host', 'directory', 'template', 'children', 'siblings'].map((name) => feature(name as 'host')),
    ).toEqual([0, 0, 0, 0, 0]);
    yields.add(evidence, 1);
    for (const name of ['host', 'directory', 'template', 'children', 'siblings'] as const)
      expect(feature(name)).toBeGreaterThan(0.1);
    expect(evidence.directories).toHaveLength(2);
    expect(words.wordAt(evidence.anchorWords.at(-1)!)).toBe('anchor:honey');
    expect(createWordPlaces(FEATURE_NAMES.length, words.snapshot()).placeOf('anchor', 'honey')).toBe(
      evidence.anchorWords.at(-1),
    );
  });
});

describe('learning strategy', () => {
  /** Follows 20 links, every other of which is relevant; what it says of two that wait, before and after. */
  function taught(linkOf: (n: number, relevant: boolean) => ReturnType<typeof linkTo>, waitsAt = [100, 101]) {
    const strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const source = pageOf('http://a.example/', 'nothing to go by');
    const waiting = waitsAt.map((n, index) => linkOf(n, index === 0));
    const before = waiting.map((link) => strategy.prioritise(candidateOf(source, link))!);
    const latest = new Map(waiting.map((link, index) => [link.url, before[index]!]));
    for (let n = 0; n < 20; n += 1) {
      const link = linkOf(n, n % 2 === 0);
      strategy.prioritise(candidateOf(source, link));
      const page = pageOf(link.url, '');
      strategy.observe?.(eventOf(page, n % 2 === 0), page);
      for (const [url, priority] of strategy.revisions?.() ?? []) latest.set(url, priority);
    }
    return { before, after: waiting.map(({ url }) => latest.get(url)!) };
  }

  it('learns a word that leads to the topic, values again what waits, and says why', () => {
    const { before, after } = taught((n, relevant) =>
      linkTo(`http://a.example/${n}`, relevant ? 'melliferous' : 'bureaucratic'),
    );
    expect(before[0]!.value).toBeCloseTo(before[1]!.value);
    expect(after[0]!.value).toBeGreaterThan(after[1]!.value);
    expect(after[0]!.value).toBeGreaterThan(before[0]!.value);
    expect(after[0]!.reason).toMatch(/^expected 0\.\d{3}: .*anchor word 'melliferous' \+\d/);
  });

  it('says of what waits what it says where it is valued again, and of all else nothing', () => {
    const strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const source = pageOf('http://a.example/', BEES[0]!.text);
    for (const n of [1, 2, 3])
      strategy.prioritise(candidateOf(source, linkTo(`http://a.example/${n}`, 'bee')));
    const page = pageOf('http://a.example/1', BEES[1]!.text);
    strategy.observe?.(eventOf(page, true), page);
    const revised = [...(strategy.revisions?.() ?? [])];
    expect(revised.map(([url]) => url)).toEqual(['http://a.example/2', 'http://a.example/3']);
    for (const [url, priority] of revised) expect({ ...strategy.current?.(url) }).toEqual({ ...priority });
    expect(strategy.current?.('http://a.example/1')).toBeUndefined();
  });

  it('values very many links again in several steps, the same after it was restored in between', () => {
    let strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const kept = keptStrategy();
    const source = pageOf('http://a.example/', '');
    for (let n = 0; n < 3000; n += 1)
      strategy.prioritise(candidateOf(source, linkTo(`http://a.example/${n}`, '')));
    const page = pageOf('http://a.example/0', '');
    strategy.observe?.(eventOf(page, true), page);
    const revised = (): readonly (readonly [string, number])[] =>
      Array.from(strategy.revisions?.() ?? [], ([url, { value }]) => [url, value]);
    const first = revised();
    expect([first.length, first[0]?.[0]]).toEqual([2500, 'http://a.example/1']);
    kept.take(strategy);
    const undisturbed = revised();
    strategy = learning(sight, STRATEGY_SETTINGS.learning);
    kept.restore(strategy);
    expect(revised()).toEqual(undisturbed);
    expect([undisturbed.length, undisturbed.at(-1)?.[0]]).toEqual([499, 'http://a.example/2999']);
    expect(revised()).toEqual([]);
  });

  it('learns again what people correct, and values what waits anew', () => {
    const strategy = learning(sight, STRATEGY_SETTINGS.learning);
    const source = pageOf('http://a.example/', 'bees make honey');
    const valueOf = (name: string): number =>
      strategy.prioritise(candidateOf(source, linkTo(`http://b.example/${name}`, name)))?.value ?? 0;
    valueOf('honey');
    strategy.observe?.(eventOf(pageOf('http://b.example/honey', 'bees make honey'), false));
    Array.from(strategy.revisions?.() ?? []);
    const before = valueOf('comb');
    const event = eventOf(pageOf('http://b.example/honey', 'bees make honey'), true);
    strategy.correct?.(event);
    const after = new Map(strategy.revisions?.());
    expect(after.get('http://b.example/comb')?.value).toBeGreaterThan(before);
    strategy.correct?.({ ...event, url: 'http://unknown.example/' });
    expect(Array.from(strategy.revisions?.() ?? [])).toEqual([]);
  });

  it('leaves a list of dead links, and takes what was not requested for nothing', () => {
    const valueAfter = (fetched: boolean): number => {
      const strategy = learning(sight, STRATEGY_SETTINGS.learning);
      const source = pageOf('http://a.example/', '');
      const valueOf = (name: string): number =>
        strategy.prioritise(candidateOf(source, linkTo(`http://b.example/list/${name}`, 'honey')))!.value;
      for (let n = 0; n < 5; n += 1) valueOf(`${n}`);
      for (let n = 0; n < 5; n += 1) {
        const { sequence, time, url, depth } = eventOf(pageOf(`http://b.example/list/${n}`, ''), false);
        strategy.observe?.({ sequence, time, url, depth, state: 'failed', fetched });
      }
      return valueOf('next');
    };
    expect(valueAfter(true)).toBeLessThan(valueAfter(false) / 2);
  });
});
