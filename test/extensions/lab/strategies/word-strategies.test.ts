import { describe, expect, it } from '@jest/globals';
import type { Priority } from '../../../../src/model/crawl-event.js';
import { semantic, semanticSimilarity } from '../../../../src/extensions/lab/strategies/makers.js';
import { STRATEGY_SETTINGS } from '../../../../src/crawling/priority/strategy-settings.js';
import { thesaurusOf, thesaurusPriority } from '../../../../src/extensions/thesaurus/thesaurus-strategy.js';
import {
  contentPhase,
  linkPhase,
  threePhase,
} from '../../../../src/extensions/lab/strategies/three-phase.js';
import { urlWords } from '../../../../src/crawling/priority/term-weights.js';
import {
  beeSight,
  candidateOf,
  entryOf,
  eventOf,
  linkTo,
  pageOf,
  smallMeanings,
} from '../../../support/small-sight.js';

const A = 'http://www.bees-and-more.example';
const whole = beeSight();
const words = whole.words;
/** Four keywords; every word weighs 1. */
const sight = {
  ...whole,
  terms: ['bee', 'honey', 'hive', 'queen'].map((term) => ({ term, weight: 1 })),
  weights: { ...whole.weights, idf: () => 1 },
};

describe('words of addresses', () => {
  it.each([
    ['http://www.bees.example/Queen_bee', false, ['queen', 'bee']],
    [
      'http://www.bees.example/honey-harvest/2020.html?q=wax%20comb',
      false,
      ['honey', 'harvest', 'html', 'wax', 'comb'],
    ],
    ['http://bees.example/honeyHarvest', true, ['bee', 'example', 'honey', 'harvest']],
    ['http://bees.example/%E0%A4%A/honey', false, ['honey']],
  ])('%s', (url, host, expected) => {
    expect(urlWords(url, words, host)).toEqual(expect.arrayContaining(expected));
    if (!url.includes('%E0')) expect(urlWords(url, words, host)).toHaveLength(expected.length);
  });
});

describe('semantic similarity (equation 4)', () => {
  const topic = {
    terms: [
      { term: 'bee', weight: 2 },
      { term: 'hive', weight: 1 },
    ],
    weights: sight.weights,
  };
  // apis is a synonym of bee (1); insect (2) lies above both; wasp (3) below insect.
  const meanings = smallMeanings({ bee: 1, apis: 1, insect: 2, wasp: 3, hive: 4 }, { 1: [2], 3: [2] });
  const similarity = (counts: Record<string, number>, hypernym: number): number =>
    semanticSimilarity(topic, meanings, hypernym)(new Map(Object.entries(counts)));

  it('counts the word itself and its synonyms', () => {
    // Topic weights 3. Page: bee 1, stone 1 → (1 · 2) / (2 · 3).
    expect(similarity({ bee: 1, stone: 1 }, 0)).toBeCloseTo(1 / 3);
    expect(similarity({ apis: 1, stone: 1 }, 0)).toBeCloseTo(1 / 3);
    // (3 · 2 + 1 · 1) / (4 · 3)
    expect(similarity({ bee: 3, hive: 1 }, 0)).toBeCloseTo(7 / 12);
  });

  it('counts hypernyms and hyponyms half, where asked for', () => {
    expect(similarity({ insect: 1 }, 0)).toBe(0);
    expect(similarity({ insect: 1 }, 0.5)).toBeCloseTo(1 / 3);
    // A sister is neither.
    expect(similarity({ wasp: 1 }, 0.5)).toBe(0);
  });

  it('values links by page and anchor', () => {
    const strategy = semantic('semantic-synonym', { ...sight, terms: topic.terms }, meanings, 0);
    const value = (text: string, anchor: string): number =>
      strategy.prioritise(candidateOf(pageOf(`${A}/`, text), linkTo(`${A}/x`, anchor)))!.value;
    expect(value('bee hive', 'apis')).toBeGreaterThan(value('bee hive', 'stone'));
    expect(value('bee hive', 'stone')).toBeCloseTo(value('stone', 'bee hive'));
    expect(value('stone', 'stone')).toBe(0);
  });
});

describe('thesaurus', () => {
  const settings = STRATEGY_SETTINGS.thesaurus;
  const thesaurus = {
    entries: [
      { label: 'insect', facet: 'insect', depth: 0 },
      { label: 'honey bee', facet: 'insect', depth: 2 },
      { label: 'bee', facet: 'insect', depth: 1 },
      { label: 'hive', facet: 'tool', depth: 0 },
    ],
    negatives: ['spelling bee'],
  };
  const strategy = thesaurusPriority(sight, thesaurus, settings);
  const value = (url: string, anchor: string, context?: string): number =>
    strategy.prioritise(candidateOf(pageOf(`${A}/`, ''), linkTo(url, anchor, context)))!.value;
  const squash = (score: number): number => score / (1 + score);

  it('scores facets by what is deep and diverse', () => {
    // Facet insect: honey bee 1 + 2/2; facet tool: 1. Score ln 3 + ln 2, half of it for the anchor window.
    expect(value(`${A}/1`, 'honey bee', 'the honey bee in its hive')).toBeCloseTo(
      squash(Math.log(3) + Math.log(2)) / 2,
    );
    expect(value(`${A}/1`, 'bee', 'bee bee bee')).toBeCloseTo(squash(Math.log(2.5)) / 2);
  });

  it('subtracts what is to be avoided, and counts nothing within it', () => {
    // The best of anchor and window counts; the address has only the negative.
    const score = -Math.log(3);
    expect(value(`${A}/spelling_bee`, '')).toBeCloseTo(score / (1 - score) / 2);
  });

  it('is made of the words of a topic where there is none', () => {
    const meanings = smallMeanings({ bee: 1, insect: 2, animal: 3, hive: 4 }, { 1: [2], 2: [3] });
    const terms = ['bee', 'animal', 'insect', 'hive', 'unheard'].map((term) => ({ term, weight: 1 }));
    expect(thesaurusOf(terms, meanings).entries).toEqual([
      { label: 'bee', facet: 'animal', depth: 2 },
      { label: 'animal', facet: 'animal', depth: 0 },
      { label: 'insect', facet: 'animal', depth: 1 },
      { label: 'hive', facet: 'hive', depth: 0 },
      { label: 'unheard', facet: 'unheard', depth: 0 },
    ]);
  });
});

describe('three phases', () => {
  const settings = STRATEGY_SETTINGS.threePhase;
  const two = pageOf(`${A}/two`, 'The bee brings honey.');

  it('content: the share of the keywords that stand on the page', () => {
    expect(contentPhase(two, sight)).toBe(0.5);
  });

  it('link: nothing, some, or all words of the address', () => {
    const plain = 'http://h.example';
    expect(linkPhase(`${plain}/opera`, sight)).toBe(0);
    // honey among example (h is too short to be a word), harvest, honey
    expect(linkPhase(`${plain}/honey/harvest`, sight)).toBeCloseTo(0.5 + 0.5 / 3);
    expect(linkPhase('http://bees.honey/queen', sight)).toBe(1);
  });

  /** A parent whose links are a, b, c, d; no word of its own or theirs counts but what is given. */
  const family = (text: string, children: readonly string[]) => {
    const strategy = threePhase(sight, settings);
    const parent = pageOf('http://p.test/', text, {
      links: children.map((child) => linkTo(`http://p.test/${child}`, child)),
    });
    const first = new Map<string, Priority | undefined>(
      parent.links.map((link) => [link.url, strategy.prioritise(candidateOf(parent, link))]),
    );
    strategy.observe?.(eventOf(parent, true), parent);
    const visit = (child: string, accepted: boolean): ReadonlyMap<string, Priority> => {
      const page = pageOf(`http://p.test/${child}`, '');
      strategy.observe?.(eventOf(page, accepted, parent.url), page);
      return new Map(strategy.revisions?.());
    };
    return { strategy, first, visit };
  };

  it('Rs = w1 Lc + w2 Ll + w3 Ls, and siblings count when most are relevant', () => {
    const { first, visit } = family('bee honey', ['aa', 'bb', 'cc', 'dd', 'ee', 'ff']);
    // 0.1 · 0.5, no link, no sibling: not greater than Tr, so last.
    expect(first.get('http://p.test/aa')?.value).toBeCloseTo(0.05 - 1);
    expect(visit('aa', true).size).toBe(0);
    expect(visit('bb', false).size).toBe(0);
    // Two of three: 0.1 · 0.5 + 0.3
    const turned = visit('cc', true);
    expect([...turned.keys()]).toEqual(['http://p.test/dd', 'http://p.test/ee', 'http://p.test/ff']);
    expect(turned.get('http://p.test/dd')?.value).toBeCloseTo(0.35);
    // Two of four are not most.
    expect(visit('dd', false).get('http://p.test/ee')?.value).toBeCloseTo(0.05 - 1);
  });

  it('knows children that were visited by another way', () => {
    const { strategy, visit } = family('bee honey', ['aa', 'bb', 'cc']);
    for (const child of ['aa', 'bb', 'cc']) visit(child, true);
    const other = pageOf('http://o.test/', 'bee', {
      links: ['aa', 'bb', 'cc', 'new'].map((child) => linkTo(`http://p.test/${child}`, child)),
    });
    // The engine values only what is not done.
    const fresh = strategy.prioritise(candidateOf(other, other.links[3]!, { entry: entryOf(other.url, 1) }));
    expect(fresh?.value).toBeCloseTo(0.025 - 1);
    strategy.observe?.(eventOf(other, true), other);
    expect(new Map(strategy.revisions?.()).get('http://p.test/new')?.value).toBeCloseTo(0.325);
  });

  it('drops where it is told to', () => {
    const strategy = threePhase(sight, { ...settings, below: 'drop' });
    expect(strategy.prioritise(candidateOf(two, linkTo(`${A}/opera`, 'opera')))).toBeDefined();
    const plain = pageOf('http://p.test/', 'opera');
    expect(strategy.prioritise(candidateOf(plain, linkTo('http://p.test/x', 'x')))).toBeUndefined();
  });
});
