import { describe, expect, it } from '@jest/globals';
import { createAskBook, type AskRecord } from '../../../../src/extensions/discover/sources/ask-book.js';
import { crawlEvent } from '../../../support/crawl-events.js';

const own = { name: 'own' };
const search = { name: 'search', service: 'http://s.example/' };
const record = (changes: Partial<AskRecord>): AskRecord => ({
  ...{ source: 'search', target: 'bees', brought: [], left: [], after: 10 },
  ...changes,
});

describe('the book of asks', () => {
  it('counts what became of what a source brought, each URL once', () => {
    const book = createAskBook([own, search]);
    book.add(record({ brought: ['http://a.example/', 'http://b.example/', 'http://c.example/'] }));
    expect([book.size, book.waiting, book.lastAfter]).toEqual([1, 3, 10]);
    book.note(crawlEvent({ url: 'http://a.example/', score: 1 }));
    book.note(crawlEvent({ url: 'http://a.example/', score: 1 }));
    book.note(crawlEvent({ url: 'http://b.example/', state: 'skipped', fetched: false }));
    book.note(crawlEvent({ url: 'http://c.example/', state: 'failed' }));
    book.note(crawlEvent({ url: 'http://link.example/', score: 1 }));
    expect(book.waiting).toBe(0);
    expect(book.counts()).toEqual([
      { source: 'own', asked: 0, brought: 0, fetched: 0, accepted: 0 },
      { source: 'search', asked: 1, brought: 3, fetched: 2, accepted: 1 },
    ]);
  });

  it('knows what was asked, and what was left of it', () => {
    const book = createAskBook([own, search]);
    const left = [{ url: 'http://a.example/', by: 'b', reason: 'r' }];
    book.add(record({ left }));
    expect([book.times('search', 'bees'), book.times('own', 'bees')]).toEqual([1, 0]);
    expect(book.left('search', 'bees')).toBe(left);
    book.add(record({}));
    expect([book.times('search', 'bees'), book.left('search', 'bees')]).toEqual([2, []]);
  });

  it('drops a service that fails three times in a row, and says so once', () => {
    const book = createAskBook([own, search]);
    const failed = record({ brought: undefined });
    expect([book.add(failed), book.add(failed)]).toEqual([undefined, undefined]);
    book.add(record({ brought: ['http://a.example/'] }));
    expect([book.add(failed), book.add(failed)]).toEqual([undefined, undefined]);
    expect(book.isDropped('search')).toBe(false);
    expect(book.add(failed)).toBe('it failed 3 times in a row');
    expect(book.add(failed)).toBeUndefined();
    expect(book.isDropped('search')).toBe(true);
    expect(book.counts()[1]).toMatchObject({ asked: 7, dropped: 'it failed 3 times in a row' });
  });

  it('counts failures of all questions to a service together, and forgives them when a crawl is continued', () => {
    const learned = { ...search, name: 'learned' };
    const book = createAskBook([search, learned]);
    const failed = record({ brought: undefined });
    expect([book.add(failed), book.add({ ...failed, source: 'learned' })]).toEqual([undefined, undefined]);
    expect(book.add(failed)).toBe('it failed 3 times in a row');
    expect([book.isDropped('search'), book.isDropped('learned')]).toEqual([true, true]);
    book.forgive();
    expect([book.isDropped('search'), book.isDropped('learned')]).toEqual([false, false]);
  });

  it('drops a service that names nothing new five times in a row, but not the sitemaps of hosts', () => {
    const book = createAskBook([own, search]);
    const said = Array.from({ length: 5 }, (_, n) => book.add(record({ target: String(n) })));
    expect(said.at(-1)).toBe('it named no new URL 5 times in a row');
    for (let n = 0; n < 9; n += 1) book.add(record({ source: 'own', target: String(n) }));
    expect(book.isDropped('own')).toBe(false);
  });
});
