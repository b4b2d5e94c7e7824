import { describe, expect, it } from '@jest/globals';
import {
  batchOf,
  hostsOf,
  newStep,
  type FoundUrl,
  type Step,
} from '../../../src/extensions/cluster/journal.js';

const found = (url: string, value: number, place = 1): FoundUrl => ({
  ...{ host: new URL(url).host, url, value, place, entry: `{"url":"${url}"}` },
});

function ended(url: string, sequence: number): Step {
  const step = newStep();
  step.ended = { host: new URL(url).host, url, fetched: true };
  step.event = { sequence, event: '{}', lesson: null };
  return step;
}

describe('the steps of a worker', () => {
  it('count whole at hosts that are held, and at others only for what they found', () => {
    const [ours, theirs] = [ended('http://a.example/1', 1), ended('http://b.example/1', 2)];
    theirs.found.push(found('http://c.example/', 1));
    expect([...hostsOf([ours, theirs])].sort()).toEqual(['a.example', 'b.example', 'c.example']);
    const batch = batchOf([ours, theirs], (host) => host === 'a.example');
    expect(batch.ended.map(({ url }) => url)).toEqual(['http://a.example/1']);
    expect(batch.events).toEqual([
      { sequence: 1, event: '{}', lesson: null, url: 'http://a.example/1', fetched: true },
    ]);
    expect(batch.found.map(({ url }) => url)).toEqual(['http://c.example/']);
    expect(batch.lost).toEqual([{ sequence: 2, fetched: true }]);
  });

  it('do not count where the target of a redirect is at a host that was lost', () => {
    const step = ended('http://a.example/1', 1);
    step.claimed.push({ host: 'b.example', url: 'http://b.example/target' });
    const batch = batchOf([step], (host) => host === 'a.example');
    expect([batch.ended, batch.claimed, batch.lost]).toEqual([[], [], [{ sequence: 1, fetched: true }]]);
  });

  it('name each URL once, with its best value at its first place, and each value as it was kept last', () => {
    const step = newStep();
    step.found.push(
      found('http://a.example/', 1, 5),
      found('http://a.example/', 3, 9),
      found('http://a.example/', 2, 10),
    );
    const kept = { host: 'a.example', kind: 'busy-host', name: 'a.example' } as const;
    step.kept.push({ ...kept, value: '1' }, { ...kept, value: null });
    const batch = batchOf([step], () => true);
    expect(batch.found).toEqual([found('http://a.example/', 3, 5)]);
    expect(batch.kept).toEqual([{ ...kept, value: null }]);
    expect(batchOf([step], () => false).kept).toEqual([]);
  });
});
