import { expect, it } from '@jest/globals';
import type { CrawlStatus } from '../../../../src/app/crawl/crawl-status.js';
import {
  doingOf,
  resumeWay,
  type ObservedCrawl,
} from '../../../../src/extensions/server/control-room/doing.js';
import type { TakenAction } from '../../../../src/model/steering.js';

const NOW = Date.parse('2026-01-01T14:00:00.000Z');

function status(changes: Partial<CrawlStatus> = {}): CrawlStatus {
  const counts = { fetched: 100, queued: 50, hosts: 5 } as CrawlStatus['counts'];
  return {
    ...{ topic: 'bees', out: 'out', state: 'running', paused: false, counts, maxPages: 200 },
    ...{ startedAt: '2026-01-01T13:00:00.000Z', seconds: 3600, rate: 1, simulatedTime: false, answers: 0 },
    ...changes,
  };
}

function parts(changes: Partial<ObservedCrawl> = {}): ObservedCrawl {
  const hosts = { contacted: [], resting: [] };
  return { status: status(), activity: undefined, hosts, actions: [], now: NOW, ...changes };
}

function taken(kind: 'pause' | 'stop' | 'resume', time: string): TakenAction {
  return { id: time, by: 'Ada', time, after: 1, effect: kind, action: { kind } };
}

it('tells of requests, of waiting, and of pages that are judged again', () => {
  const hosts = { contacted: ['a', 'b', 'c'], resting: [['d', NOW + 400] as const] };
  const requesting = { tone: 'active', text: 'requesting: 3 of 5 hosts, next free in 0.4 s' };
  expect(doingOf(parts({ hosts }))).toEqual(requesting);
  const model = { number: 2, file: '', checksum: '', yes: 30, no: 20 };
  const again = { activity: { judgingAgain: { pages: 1766, done: 412 } }, status: status({ model }) };
  expect(doingOf(parts(again)).text).toBe('judging 1,766 pages again with model 2: 412 done');
  const wait = (until: number) => ({ waiting: { why: 'a.example answered 503', since: NOW, until } });
  expect(doingOf(parts({ activity: wait(NOW + 300_000) }))).toEqual({
    ...{ tone: 'waiting', text: 'waiting for 5 hosts', detail: 'a.example answered 503' },
    until: '2026-01-01T14:05:00.000Z',
  });
  // The usual pause between two requests.
  expect(doingOf(parts({ activity: wait(NOW + 500) })).tone).toBe('active');
});

it('names who paused or stopped it', () => {
  const [before, at] = ['2026-01-01T13:58:00.000Z', '2026-01-01T14:02:00.000Z'];
  const paused = { status: status({ paused: true }), actions: [taken('pause', before)] };
  expect(doingOf(parts(paused))).toEqual({ tone: 'held', text: 'paused by Ada', at: before });
  const stopped = status({ state: 'interrupted', lastEventAt: before });
  const stop = taken('stop', at);
  expect(doingOf(parts({ status: stopped, actions: [stop] }))).toMatchObject({ text: 'stopped by Ada', at });
  // Ctrl-C in a later run.
  const actions = [stop, taken('resume', '2026-01-01T15:00:00.000Z')];
  expect(doingOf(parts({ status: stopped, actions }))).toMatchObject({ text: 'stopped', at: before });
});

it.each([
  ['max-pages', { state: 'max-pages' }, 'ended: limit of 200 pages', 'ended'],
  ['gave-up', { state: 'gave-up' }, 'ended: no host that was left could be contacted', 'broken'],
  ['a kill', { state: 'stopped' }, 'broken off', 'broken'],
] as const)('says in plain words that %s ended it', (_, changes, text, tone) => {
  expect(doingOf(parts({ status: status(changes) }))).toMatchObject({ text, tone });
});

it('resumes what was interrupted, raises a limit that was reached, and needs something to request', () => {
  const seed = [{ action: { kind: 'seed', urls: [] } }] as const;
  expect(resumeWay(status({ state: 'interrupted' }), [])).toEqual({});
  expect(resumeWay(status({ state: 'max-pages' }), [])).toEqual({ maxPages: 400 });
  expect(resumeWay(status({ state: 'nothing-left' }), seed)).toEqual({});
  const counts = { ...status().counts, queued: 0 };
  const others = [
    {},
    { part: 'worker 1' },
    { state: 'max-pages', counts },
    { state: 'nothing-left' },
  ] as const;
  for (const changes of others) expect(resumeWay(status(changes), [])).toBeUndefined();
});
