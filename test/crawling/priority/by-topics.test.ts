import { describe, expect, it } from '@jest/globals';
import type { CrawlEvent, LinkCandidate, LinkPriority } from '../../../src/model/crawl-event.js';
import { byTopics } from '../../../src/crawling/priority/by-topics.js';
import { loadStrategy } from '../../../src/crawling/priority/strategy-parts.js';
import type { StrategyParts } from '../../../src/crawling/priority/strategy-parts.js';
import {
  STRATEGY_SETTINGS,
  type StrategySettings,
} from '../../../src/crawling/priority/strategy-settings.js';
import { linkPriorityContract } from '../../contracts/link-priority.js';
import {
  BEES,
  beeSight,
  candidateOf,
  eventOf,
  judged,
  linkTo,
  pageOf,
  smallMeanings,
} from '../../support/small-sight.js';

const sight = beeSight();
const settings: StrategySettings = { ...STRATEGY_SETTINGS, hmm: { ...STRATEGY_SETTINGS.hmm, browse: 8 } };

/** The same strategy for two topics of the same texts. */
function twice(make: (parts: StrategyParts) => LinkPriority): LinkPriority {
  const parts = { sight: () => sight, meanings: () => smallMeanings({}), settings };
  return byTopics(['bees', 'hives'].map((topic) => ({ topic, strategy: make(parts) })));
}

for (const name of ['learning', 'three-phase', 'shark-search'] as const) {
  const make = await loadStrategy(name);
  linkPriorityContract(name, () => twice(make), 'text');
}
for (const name of ['hmm'] as const) {
  const make = await loadStrategy(name);
  linkPriorityContract(name, () => twice(make), 'page');
}

const PAGE = pageOf('http://a.example/', BEES[0]!.text);
const LINK = linkTo('http://a.example/next', 'next');

function candidate(scores: Readonly<Record<string, number>>, state?: readonly number[]): LinkCandidate {
  const { entry, ...rest } = candidateOf(PAGE, LINK);
  const topics = Object.entries(scores).map(([topic, score]) => ({ ...judged(score > 0, score), topic }));
  const priority = { ...entry.priority, ...(state === undefined ? {} : { state }) };
  return { ...rest, entry: { ...entry, priority }, judgement: { ...judged(true), topics } };
}

describe('byTopics', () => {
  it('values a link by the topic that values it most, each by its own judgement', () => {
    const byScore: LinkPriority = {
      name: 'score',
      follow: 'accepted',
      prioritise: ({ judgement: { score } }) =>
        score < -1 ? undefined : { value: score, reason: `score ${score}` },
    };
    const strategy = byTopics([
      { topic: 'a', strategy: byScore },
      { topic: 'b', strategy: byScore },
    ]);
    expect(strategy).toMatchObject({ name: 'score', follow: 'accepted' });
    for (const part of ['observe', 'revisions', 'snapshot']) expect(part in strategy).toBe(false);
    expect(strategy.prioritise(candidate({ a: 1, b: 2 }))).toEqual({ value: 2, reason: 'b: score 2' });
    expect(strategy.prioritise(candidate({ a: 1, b: -2 }))).toEqual({ value: 1, reason: 'a: score 1' });
    expect(strategy.prioritise(candidate({ a: -2, b: -2 }))).toBeUndefined();
  });

  it('weighs a changed value against those of the other topics, also after a snapshot', () => {
    const told: (readonly [string, CrawlEvent])[] = [];
    const changing = (topic: string, first: number, then: number): LinkPriority => ({
      name: 'changing',
      prioritise: () => ({ value: first, reason: 'first' }),
      observe: (event) => void told.push([topic, event]),
      revisions: () => [[LINK.url, { value: then, reason: 'then' }]],
      snapshot: () => topic,
      restore: (snapshot) => expect(snapshot).toBe(topic),
    });
    const make = (): LinkPriority =>
      byTopics([
        { topic: 'a', strategy: changing('a', 5, 1) },
        { topic: 'b', strategy: changing('b', 0, 2) },
      ]);
    const strategy = make();
    expect(strategy.prioritise(candidate({}))).toEqual({ value: 5, reason: 'a: first' });
    const snapshot: unknown = JSON.parse(JSON.stringify(strategy.snapshot?.()));
    expect([...(strategy.revisions?.() ?? [])]).toEqual([[LINK.url, { value: 2, reason: 'b: then' }]]);
    const restored = make();
    restored.restore?.(snapshot);
    expect([...(restored.revisions?.() ?? [])]).toEqual([[LINK.url, { value: 2, reason: 'b: then' }]]);

    const event = { ...eventOf(PAGE, true), url: LINK.url, judgement: candidate({ a: 1, b: -1 }).judgement };
    strategy.observe?.(event);
    expect(told.map(([topic, { judgement }]) => [topic, judgement?.accepted])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect([...(strategy.revisions?.() ?? [])]).toEqual([]);
  });
});
