import { describe, expect, it } from '@jest/globals';
import type { Description } from '../../../src/support/rdf/quads.js';
import { parsedQuads } from '../../support/parsed-quads.js';
import { endQuads, leftQuads, priorityQuads, queuedQuads } from '../../../src/crawling/store/crawl-quads.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { sfwc } from '../../../src/model/vocabulary.js';

const CRAWL = 'http://sfwcrawler.com/crawl/x';
const PRIORITY = {
  value: 0.5,
  reason: 'similar',
  contributions: ['a', 'b', 'c', 'd'].map((feature, place) => ({ feature, value: 4 - place })),
};
const event: CrawlEvent = {
  sequence: 7,
  time: '2024-01-01T00:00:00.000Z',
  url: 'http://a.example/',
  state: 'done',
  depth: 1,
  fetched: true,
  priority: PRIORITY,
  sample: true,
  links: ['http://b.example/', 'http://c.example/'],
  left: { excluded: [1], 'no-follow': 'all' },
};

/** The objects of a predicate. */
const objects = (quads: Iterable<Description>, predicate: string) =>
  parsedQuads(quads)
    .filter((quad) => quad.predicate.value === predicate)
    .map((quad) => quad.object.value);

describe('reasons as RDF', () => {
  it('say what counted most for a priority, three features at most', () => {
    const quads = [...priorityQuads(event, CRAWL)];
    expect(objects(quads, sfwc.priority)).toEqual(['0.500000']);
    expect(objects(quads, sfwc.priorityReason)).toEqual(['similar']);
    expect(objects(quads, sfwc.sampled)).toEqual(['true']);
    expect(objects(quads, sfwc.feature)).toEqual(['a', 'b', 'c']);
    expect(objects(quads, sfwc.pull)).toEqual(['4.000000', '3.000000', '2.000000']);
  });

  it('name the links that were left, by rule', () => {
    const quads = [...leftQuads(event, CRAWL)];
    expect(objects(quads, sfwc.leftBy)).toEqual(['excluded', 'no-follow']);
    expect(objects(quads, sfwc.leftLink)).toEqual(['http://c.example/', ...(event.links ?? [])]);
  });

  it('describe what was still queued; seeds do not have a priority', () => {
    const seed = { url: 'http://s.example/', depth: 0, priority: { value: 1, reason: 'seed' } };
    const drawn = {
      ...seed,
      referrer: 'http://a.example/',
      priority: { value: 9e15, reason: '' },
      sample: PRIORITY,
    };
    expect(objects(queuedQuads([seed], CRAWL), sfwc.priority)).toEqual([]);
    expect(objects(queuedQuads([drawn], CRAWL), sfwc.priority)).toEqual(['0.500000']);
  });

  it('say why the crawl ended and what it leaves', () => {
    const remaining = {
      requests: 100,
      found: 9,
      left: 1.5,
      low: 0,
      high: 6,
      recall: 0.857,
      recallLow: 0.6,
      recallHigh: 1,
      samples: 2,
      samplesAccepted: 1,
    };
    const quads = [...endQuads({ ended: 'until', until: 'recall=0.8', remaining }, CRAWL)];
    expect(objects(quads, sfwc.ended)).toEqual(['until']);
    expect(objects(quads, sfwc.until)).toEqual(['recall=0.8']);
    expect(objects(quads, sfwc.relevantLeft)).toEqual(['1.500000']);
    expect(objects(quads, sfwc.relevantLeftHigh)).toEqual(['6']);
    expect(objects(quads, sfwc.estimatedRecall)).toEqual(['0.857000']);
    expect(objects(quads, sfwc.estimateNotKnown)).toEqual([]);
    expect(objects(endQuads({ ended: 'nothing-left' }, CRAWL), sfwc.estimate)).toEqual([]);
    const unknown = { requests: 100, found: 9, samples: 2, samplesAccepted: 1, notKnown: 'it is too wide' };
    const without = [...endQuads({ ended: 'max-pages', remaining: unknown }, CRAWL)];
    expect(objects(without, sfwc.estimateNotKnown)).toEqual(['it is too wide']);
    expect([sfwc.estimate, sfwc.relevantLeft].flatMap((term) => objects(without, term))).toEqual([]);
  });
});
