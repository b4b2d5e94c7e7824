import { describe, expect, it } from '@jest/globals';
import { batchOf, hostsOf } from '../../../src/extensions/cluster/rounds.js';
import type { FoundUrl, Step } from '../../../src/extensions/cluster/worker-state.js';

const found = (url: string, value: number, place = 1): FoundUrl => ({
  ...{ host: new URL(url).host, url, value, place, entry: `{"url":"${url}"}` },
});

function ended(url: string, sequence: number): Step {
  return {
    ...{ found: [], claimed: [], event: { sequence, event: '{}' } },
    ended: { host: new URL(url).host, url, fetched: true },
  };
}

describe('the steps of a worker', () => {
  it('count whole at hosts that are held, and at others only for what they found', () => {
    const [ours, theirs] = [ended('http://a.example/1', 1), ended('http://b.example/1', 2)];
    theirs.found.push(found('http://c.example/', 1));
    expect([...hostsOf([ours, theirs])].sort()).toEqual(['a.example', 'b.example', 'c.example']);
    const batch = batchOf([ours, theirs], (host) => host === 'a.example');
    expect(batch.ended.map(({ url }) => url)).toEqual(['http://a.example/1']);
    expect(batch.events).toEqual([{ sequence: 1, event: '{}', url: 'http://a.example/1', fetched: true }]);
    expect(batch.found.map(({ url }) => url)).toEqual(['http://c.example/']);
    expect(batch.lost).toMatchObject([{ sequence: 2, fetched: true }]);
  });

  it('do not count where the target of a redirect is at a host that was lost', () => {
    const step = ended('http://a.example/1', 1);
    step.claimed.push({ host: 'b.example', url: 'http://b.example/target' });
    const batch = batchOf([step], (host) => host === 'a.example');
    expect([batch.ended, batch.claimed, batch.events]).toEqual([[], [], []]);
    expect(batch.lost).toMatchObject([{ sequence: 1, fetched: true }]);
  });

  it('name each URL once, with its best value at its first place', () => {
    const all = [
      [1, 5],
      [3, 9],
      [2, 10],
    ].map(([value = 0, place]) => found('http://a.example/', value, place));
    const batch = batchOf([{ found: all, claimed: [] }], () => true);
    expect(batch.found).toEqual([found('http://a.example/', 3, 5)]);
  });
});
