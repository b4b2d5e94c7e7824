import { describe, expect, it } from '@jest/globals';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { isSettled, outcomeOf, textDigest } from '../../../src/extensions/monitor/page-outcome.js';
import type { PageRecord } from '../../../src/extensions/monitor/state.js';

const URL = 'https://a.example/page';
const DAY = 86_400_000;
const kept: PageRecord = {
  ...{ url: URL, state: 'kept', title: 'Page', lastAsked: 0, round: 1 },
  ...{ digest: textDigest('text'), failures: 0 },
};
const judged = (accepted: boolean) => ({ accepted }) as CrawlEvent['judgement'];

function event(changes: Partial<CrawlEvent>): CrawlEvent {
  const time = new Date(2 * DAY).toISOString();
  return { sequence: 1, time, url: URL, state: 'done', depth: 1, fetched: true, ...changes };
}

function taken(changes: Partial<CrawlEvent>, before?: PageRecord, text?: string) {
  const { record, change } = outcomeOf(event(changes), before, { round: 2, text });
  return { state: record?.state, failures: record?.failures, change };
}

describe('what becomes of a page in a round', () => {
  it('is new where it was not kept before', () => {
    const accepted = { judgement: judged(true) ?? undefined } as Partial<CrawlEvent>;
    expect(taken(accepted, undefined, 'text').change).toEqual({ kind: 'new', why: 'it was found' });
    expect(taken(accepted, { ...kept, state: 'gone' }, 'text').change?.kind).toBe('new');
  });

  it('has not changed, and is not gone, where its body broke off', () => {
    for (const accepted of [true, false]) {
      const part = { judgement: judged(accepted), truncated: 'disconnect' } as Partial<CrawlEvent>;
      const { record, change } = outcomeOf(event(part), kept, { round: 2, text: 'te' });
      expect([record, change]).toEqual([{ ...kept, lastAsked: 2 * DAY }, undefined]);
    }
  });

  it('has moved where it redirects to another address than before, which is said once', () => {
    const moved = { judgement: judged(true), finalUrl: 'https://a.example/new' } as Partial<CrawlEvent>;
    const first = outcomeOf(event(moved), kept, { round: 2, text: 'text' });
    expect(first.change).toEqual({ kind: 'changed', why: 'it has moved to https://a.example/new' });
    expect(taken(moved, first.record, 'text').change).toBeUndefined();
    expect(taken({ judgement: judged(true) }, first.record, 'other').change?.why).toBe(
      `it has moved to ${URL}; its text has changed`,
    );
  });

  it('has changed by its text', () => {
    const accepted = { judgement: judged(true) } as Partial<CrawlEvent>;
    expect(taken(accepted, kept, 'text').change).toBeUndefined();
    expect(taken(accepted, kept, 'other').change?.kind).toBe('changed');
    expect(taken({ ...accepted, code: 'unchanged' }, kept, 'other').change).toBeUndefined();
  });

  it.each<[string, Partial<CrawlEvent>, RegExp]>([
    ['404', { state: 'failed', code: 'http-status', status: 404 }, /error status/],
    ['a redirect to a known page', { state: 'skipped', code: 'redirect-target-known' }, /redirects/],
    ['another subject', { judgement: judged(false) }, /not about the topic any more/],
  ])('is gone at once by %s', (_, changes, why) => {
    const { state, change } = taken(changes, kept);
    expect([state, change?.kind]).toEqual(['gone', 'gone']);
    expect(change?.why).toMatch(why);
  });

  it('is gone by what may pass only after several times in a row', () => {
    const broken = { state: 'failed', code: 'http-status', status: 500 } as const;
    expect(taken(broken, kept)).toMatchObject({ state: 'kept', failures: 1, change: undefined });
    const { state, change } = taken(broken, { ...kept, failures: 2 });
    expect([state, change?.why]).toEqual(['gone', expect.stringContaining('(3 times in a row)')]);
    const well = taken({ judgement: judged(true) }, { ...kept, failures: 2 }, 'text');
    expect(well.failures).toBe(0);
  });

  it('does not follow from limits of the crawl', () => {
    expect(taken({ state: 'skipped', code: 'host-full', fetched: false }, kept)).toMatchObject({
      ...{ state: 'kept', failures: 0, change: undefined },
    });
    expect(taken({ state: 'skipped', code: 'host-full', fetched: false }).state).toBeUndefined();
  });
});

it('lets links to what failed or is gone be followed again', () => {
  const settled = (changes: Partial<PageRecord>) => isSettled({ ...kept, ...changes }, 10 * DAY);
  expect([settled({}), settled({ state: 'rejected' })]).toEqual([true, true]);
  expect(settled({ state: 'failed', failures: 1 })).toBe(false);
  expect(settled({ state: 'failed', failures: 3 })).toBe(true);
  expect([settled({ state: 'gone' }), settled({ state: 'gone', lastAsked: -51 * DAY })]).toEqual([
    true,
    false,
  ]);
});

describe('what counts as a change of a text', () => {
  it.each([
    ['numbers', 'Read 1,234 times', 'Read 9 times'],
    ['dates', 'Updated on Monday, 3 May 2026 at 10:15 am', 'Updated on Sunday, 17 June 2026 at 9:00 pm'],
    ['the order of lines', 'One line\n\nAnother line', 'Another line\nOne line'],
  ])('is not %s', (_, before, after) => expect(textDigest(after)).toBe(textDigest(before)));

  it.each([
    ['a word', 'The queen lays eggs', 'The queen lays no eggs'],
    ['other scripts', 'пчела', 'улей'],
  ])('is %s', (_, before, after) => expect(textDigest(after)).not.toBe(textDigest(before)));
});
