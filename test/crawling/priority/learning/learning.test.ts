import { describe, expect, it } from '@jest/globals';
import { addLink, noEvidence } from '../../../../src/crawling/priority/learning/evidence.js';
import {
  createTallies,
  createYields,
  oddsOfLink,
  priorityOf,
} from '../../../../src/crawling/priority/learning/link-value.js';
import { learning, createRelevanceScale } from '../../../../src/crawling/priority/learning/learning.js';
import { directionText } from '../../../../src/judging/relevance/evidence.js';
import { contentOfWords, viewsOf } from '../../../../src/judging/topic/page-content.js';
import { generalSpace } from '../../../../src/judging/topic/word-space.js';
import { toProfile } from '../../../../src/knowledge/krs/document-profile.js';
import { urlWords } from '../../../../src/crawling/priority/term-weights.js';
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
  const url = 'http://b.example/honey/pots/one';

  it('is how near the best of its linking pages, and of its anchors with the words of the address, are to the topic', () => {
    const evidence = noEvidence(url);
    const good = candidateOf(pageOf('http://a.example/', BEES[0]!.text), linkTo(url, 'queen bee'));
    const bad = candidateOf(pageOf('http://c.example/', OTHERS[0]!.text), linkTo(url, 'here'));
    addLink(evidence, bad, { number: 1, relevance: 0.7 }, sight);
    addLink(evidence, good, { number: 2, relevance: 0.1 }, sight);
    const [nearest, worse] = [good, bad].map(({ source, judgement }) =>
      sight.pageNearness(source, judgement),
    );
    expect(evidence.page).toBe(nearest);
    expect(evidence.page).toBeGreaterThan(worse!);
    const best = sight.nearness([...sight.words('queen bee'), ...urlWords(url, sight.words, true)]);
    expect([evidence.anchor, evidence.best]).toEqual([best, 0.7]);
    expect([evidence.directories.length, evidence.sources]).toEqual([2, [1, 2]]);
  });

  it('takes the direction of a page from its judgement, where that has one, in place of its words', () => {
    const read = (text: string) => viewsOf(contentOfWords([], sight.words(text), toProfile([])));
    const views = read(OTHERS[0]!.text).map((view) => generalSpace().placeOf(view));
    const direction = directionText(generalSpace().dimensions, views)!;
    const { source, judgement } = candidateOf(
      pageOf('http://a.example/', BEES[0]!.text),
      linkTo(url, 'here'),
    );
    const seen = { ...judgement, reason: { ...judgement.reason, direction } };
    const others = sight.nearness(sight.words(OTHERS[0]!.text));
    expect(sight.pageNearness(source, seen)).toBeCloseTo(others, 2);
    expect(sight.pageNearness(source, judgement)).toBeGreaterThan(others + 0.2);
  });

  it('is worth 4.5 and 6 times the cosines and twice the relevance, less 6, until its groups have yielded something', () => {
    const evidence = {
      ...noEvidence(url),
      page: 0.4,
      anchor: 0.5,
      best: 0.3,
      sources: [1],
      blocks: [2],
    };
    const yields = createYields();
    expect(oddsOfLink(evidence, yields)).toBeCloseTo(-6 + 4.5 * 0.4 + 6 * 0.5 + 2 * 0.3);
    yields.add(evidence, 1);
    const after = oddsOfLink(evidence, yields);
    expect(after).toBeGreaterThan(-0.6 + 0.4);
    const { value, reason, contributions } = priorityOf(evidence, yields);
    expect(value).toBeCloseTo(1 / (1 + Math.exp(-after)));
    expect(reason).toMatch(
      /^expected 0\.\d{3}: anchor and address near the topic \(0\.50\) \+3\.00, linking page near the topic \(0\.40\) \+1\.80, most relevant linking page \+0\.60$/,
    );
    expect(contributions?.map(({ feature }) => feature)).toContain('linking page near the topic');
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

  it('learns a directory that leads to the topic, values again what waits, and says why', () => {
    const { before, after } = taught((n, relevant) =>
      linkTo(`http://a.example/${relevant ? 'x' : 'y'}/${n}`, 'text'),
    );
    expect(before[0]!.value).toBeCloseTo(before[1]!.value);
    expect(after[0]!.value).toBeGreaterThan(after[1]!.value);
    expect(after[0]!.value).toBeGreaterThan(before[0]!.value);
    expect(after[0]!.reason).toMatch(/^expected 0\.\d{3}: .*yield of the directory \+\d/);
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
