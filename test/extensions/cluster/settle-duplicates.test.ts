import { describe, expect, it } from '@jest/globals';
import { settleDuplicates } from '../../../src/extensions/cluster/settle-duplicates.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { sketchOf, sketchText } from '../../../src/support/text/text-sketch.js';
import { crawlEvent } from '../../support/crawl-events.js';

let sequence = 0;
const accepted = (url: string, rest: Partial<CrawlEvent> = {}): CrawlEvent => ({
  ...crawlEvent({ url, score: 1, title: 'a page', sequence: ++sequence }),
  ...rest,
});
/** The sketch of a page with 300 words, the same for the same name. */
function sketched(name: string, more = '', title = 'A page'): string {
  const words = Array.from({ length: 300 }, (_, n) => `${name}${n}x`).join(' ');
  return sketchText(sketchOf({ title, headline: title, text: words + more, blocks: [] }));
}
const A = 'http://a.example/1';
const B = 'http://b.example/2';

describe('pages that two workers accepted', () => {
  it.each<[string, Partial<CrawlEvent>, Partial<CrawlEvent>, Partial<CrawlEvent>]>([
    [
      'nearly the same text',
      { fingerprint: sketched('a') },
      { fingerprint: sketched('a', ' Printed on 3 May 2024.') },
      { code: 'near-duplicate', message: `nearly the text of ${A}` },
    ],
    [
      'the same body',
      { checksum: 'abc' },
      { checksum: 'abc' },
      { code: 'near-duplicate', message: `the body of ${A}` },
    ],
  ])('count once where they have %s', (_, first, second, expected) => {
    const settling = settleDuplicates();
    const one = { worker: 1, event: accepted(A, first) };
    expect(settling.take(one)).toEqual(one.event);
    const settled = settling.take({ worker: 2, event: accepted(B, second) });
    expect(settled).toMatchObject({ url: B, state: 'skipped', resembles: A, fetched: true, ...expected });
    expect(settled).not.toHaveProperty('judgement');
    expect(settled).not.toHaveProperty('title');
    expect(settling.count).toBe(1);
  });

  it('count once where one names the other as canonical and has its text', () => {
    const settling = settleDuplicates();
    const own = 'http://a.example/own';
    const [fingerprint, print] = [sketched('a'), sketched('a', '', 'Print: A page')];
    settling.take({ worker: 1, event: accepted(own, { fingerprint }) });
    const named = settling.take({ worker: 2, event: accepted(A, { canonicalUrl: own, fingerprint: print }) });
    expect(named).toMatchObject({ state: 'skipped', code: 'canonical-known', resembles: own });
    const other = accepted(B, { canonicalUrl: own, fingerprint: sketched('b') });
    expect(settling.take({ worker: 2, event: other })).toEqual(other);
  });

  it('stay where one worker accepted both, and where a page was not accepted', () => {
    const settling = settleDuplicates();
    settling.take({ worker: 1, event: accepted(A, { checksum: 'abc' }) });
    const same = accepted(B, { checksum: 'abc' });
    expect(settling.take({ worker: 1, event: same })).toEqual(same);
    const rejected = accepted('http://c.example/', {
      checksum: 'abc',
      judgement: crawlEvent({ url: A, score: 0 }).judgement!,
    });
    expect(settling.take({ worker: 2, event: rejected })).toEqual(rejected);
    expect(settling.count).toBe(0);
  });

  it('that are duplicates stay so, whatever is said of them later', () => {
    const settling = settleDuplicates();
    settling.take({ worker: 1, event: accepted(A, { checksum: 'abc' }) });
    settling.take({ worker: 2, event: accepted(B, { checksum: 'abc' }) });
    const rejudged = { sequence: 2, accepted: false } as unknown as NonNullable<CrawlEvent['rejudged']>;
    expect(settling.take({ worker: 2, event: accepted(B, { rejudged }) })).toBeUndefined();
    const other = accepted(A, { rejudged });
    expect(settling.take({ worker: 1, event: other })).toEqual(other);
  });
});
