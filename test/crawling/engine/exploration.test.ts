import { describe, expect, it } from '@jest/globals';
import { createExploration } from '../../../src/crawling/engine/exploration.js';
import { createFrontier } from '../../../src/crawling/frontier/frontier.js';
import type { CrawlMemory } from '../../../src/crawling/store/crawl-memory.js';

const READY = { now: 0, readyAt: () => 0 };

/** A memory of this test. */
function memoryOf(): CrawlMemory {
  const kept = new Map<string, Map<string, unknown>>();
  const of = (kind: string) => kept.get(kind) ?? kept.set(kind, new Map()).get(kind)!;
  return {
    all: of,
    keep: (kind, name, value) => void of(kind).set(name, value),
    drop: (kind, name) => void of(kind).delete(name),
  };
}

/** A frontier with these URLs, the best one first. */
function frontierOf(...urls: readonly string[]) {
  const frontier = createFrontier();
  for (const [place, url] of urls.entries())
    frontier.enqueue({ url, depth: 1, priority: { value: -place, reason: 'as it came' } });
  return frontier;
}

const HUB = ['http://hub.example/b', 'http://hub.example/c'];
const KNOWN = 'http://known.example/b';
const NEW = 'http://new.example/';

describe('exploration', () => {
  it('takes every 16th request, in turn to a host that was never asked and to the one whose pages name most new hosts', () => {
    const exploration = createExploration();
    const frontier = frontierOf(KNOWN, ...HUB, NEW);
    exploration.saw('http://known.example/a', [KNOWN]);
    exploration.saw('http://known.example/a2', []);
    exploration.saw('http://hub.example/a', [...HUB, NEW, 'http://other.example/']);
    expect(exploration.next(15, frontier, READY)).toBeUndefined();
    const first = exploration.next(16, frontier, READY)!;
    expect([first.url, exploration.explained(first).priority.reason]).toEqual([NEW, 'new host; as it came']);
    expect(exploration.next(17, frontier, READY)).toBeUndefined();
    const second = exploration.next(32, frontier, READY)!;
    expect(second.url).toBe(HUB[0]);
    expect(exploration.explained(second).priority.reason).toBe(
      'the pages of this host name 2.0 new hosts each; as it came',
    );
    // No host is left that was never asked: the turn goes to the other way.
    expect(exploration.next(48, frontier, READY)?.url).toBe(HUB[1]);
  });

  it('leaves hosts alone that may not be contacted, and does nothing where there is one host', () => {
    const frontier = frontierOf(KNOWN, NEW);
    const alone = createExploration();
    alone.saw('http://known.example/a', [KNOWN]);
    expect(alone.next(16, frontier, READY)).toBeUndefined();
    const exploration = createExploration();
    exploration.saw('http://known.example/a', [KNOWN, NEW]);
    const rests = { now: 0, readyAt: (host: string) => (host === 'new.example' ? undefined : 0) };
    expect(exploration.next(16, frontier, rests)?.url).toBe(KNOWN);
    expect(exploration.next(32, frontier, READY)?.url).toBe(NEW);
  });

  it('knows after a restart which hosts were named and asked', () => {
    const memory = memoryOf();
    createExploration(memory).saw('http://hub.example/a', [...HUB, NEW]);
    const exploration = createExploration(memory);
    expect([...exploration.hosts]).toEqual([
      ['new.example', { pages: 0, revealed: 0 }],
      ['hub.example', { pages: 1, revealed: 1 }],
    ]);
    expect(exploration.next(16, frontierOf(...HUB, NEW), READY)?.url).toBe(NEW);
  });
});
