import { describe, expect, it } from '@jest/globals';
import type { CrawlStatus } from '../../../../src/app/crawl/crawl-status.js';
import { doingOf, resumeWay, type DoingParts } from '../../../../src/extensions/server/control-room/doing.js';
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

function parts(changes: Partial<DoingParts> = {}): DoingParts {
  const hosts = { contacted: [], resting: [] };
  return { status: status(), activity: undefined, hosts, actions: [], now: NOW, ...changes };
}

function taken(kind: 'pause' | 'stop' | 'resume', time: string, refused?: true): TakenAction {
  return { id: time, by: 'Ada', time, after: 1, effect: kind, action: { kind }, ...(refused && { refused }) };
}

describe('doingOf', () => {
  it('tells how many hosts are contacted, and when the next one is free', () => {
    const hosts = {
      contacted: ['a', 'b', 'c'],
      resting: [
        ['d', NOW + 400],
        ['e', NOW + 900],
      ] as const,
    };
    expect(doingOf(parts({ hosts }))).toEqual({
      tone: 'active',
      text: 'requesting: 3 of 5 hosts, next free in 0.4 s',
    });
  });

  it('tells of pages that are judged again, and by which model', () => {
    const activity = { judgingAgain: { pages: 1766, done: 412 } };
    const model = { number: 2, file: '', checksum: '', yes: 30, no: 20 };
    expect(doingOf(parts({ activity, status: status({ model }) }))).toEqual({
      tone: 'busy',
      text: 'judging 1,766 pages again with model 2: 412 done',
    });
  });

  it('tells until when it waits, unless that is the usual pause', () => {
    const wait = (until: number) => ({ waiting: { why: 'a.example answered 503', since: NOW, until } });
    expect(doingOf(parts({ activity: wait(NOW + 300_000) }))).toEqual({
      tone: 'waiting',
      text: 'waiting for 5 hosts',
      until: '2026-01-01T14:05:00.000Z',
      detail: 'a.example answered 503',
    });
    expect(doingOf(parts({ activity: wait(NOW + 500) })).tone).toBe('active');
  });

  it('names who paused or stopped it', () => {
    const paused = {
      status: status({ paused: true }),
      actions: [taken('pause', '2026-01-01T13:58:00.000Z')],
    };
    expect(doingOf(parts(paused))).toEqual({
      tone: 'held',
      text: 'paused by Ada',
      at: '2026-01-01T13:58:00.000Z',
    });
    const stopped = status({ state: 'interrupted', lastEventAt: '2026-01-01T14:01:00.000Z' });
    const stop = taken('stop', '2026-01-01T14:02:00.000Z');
    expect(doingOf(parts({ status: stopped, actions: [stop] }))).toMatchObject({
      text: 'stopped by Ada',
      at: '2026-01-01T14:02:00.000Z',
    });
    // Ctrl-C in a later run.
    const later = [stop, taken('resume', '2026-01-01T15:00:00.000Z')];
    expect(doingOf(parts({ status: stopped, actions: later }))).toMatchObject({
      text: 'stopped',
      at: '2026-01-01T14:01:00.000Z',
    });
  });

  it.each([
    ['max-pages', { state: 'max-pages' }, 'ended: limit of 200 pages', 'ended'],
    ['gave-up', { state: 'gave-up' }, 'ended: no host that was left could be contacted', 'broken'],
    ['a kill', { state: 'stopped' }, 'broken off', 'broken'],
  ] as const)('says in plain words that %s ended it', (_, changes, text, tone) => {
    expect(doingOf(parts({ status: status(changes) }))).toMatchObject({ text, tone });
  });
});

describe('resumeWay', () => {
  const seed = [{ action: { kind: 'seed', urls: [] } }] as const;
  it('continues what was interrupted as it is, and raises a limit that was reached', () => {
    for (const state of ['interrupted', 'stopped', 'gave-up'] as const)
      expect(resumeWay(status({ state }), [])).toEqual({});
    expect(resumeWay(status({ state: 'max-pages' }), [])).toEqual({ maxPages: 400 });
  });

  it('needs something to request, and a crawl of its own', () => {
    expect(resumeWay(status(), [])).toBeUndefined();
    expect(resumeWay(status({ state: 'interrupted', part: 'worker 1' }), [])).toBeUndefined();
    const empty = { ...status().counts, queued: 0 };
    expect(resumeWay(status({ state: 'max-pages', counts: empty }), [])).toBeUndefined();
    expect(resumeWay(status({ state: 'nothing-left' }), [])).toBeUndefined();
    expect(resumeWay(status({ state: 'nothing-left' }), seed)).toEqual({});
  });
});
