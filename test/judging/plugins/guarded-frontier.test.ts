import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { OwnFrontier } from '../../../src/judging/plugins/frontier-kind.js';
import { openFrontier } from '../../../src/judging/plugins/guarded-frontier.js';
import { PluginError } from '../../../src/model/errors.js';
import { frontierContract } from '../../contracts/frontier.js';
import { frontierIn, ownFrontiers, type OwnFrontierModules } from '../../support/own-frontiers.js';
import { always, queued } from '../../support/queued-urls.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { rounds } from '../../support/thorough.js';

const root = temporaryFolder();
const fresh = placesIn(root);
let modules: OwnFrontierModules;
beforeAll(async () => void (modules = await ownFrontiers(root)));

frontierContract(
  'of the example, in a JSON file',
  async () => {
    const out = fresh();
    mkdirSync(out);
    const kind = await frontierIn(modules.json, 'json');
    return (await openFrontier('json', kind, { out, isResumed: false })).frontier;
  },
  undefined,
  rounds(100, 20),
);

describe('a frontier that is not as it should be', () => {
  const QUEUE: OwnFrontier = {
    enqueue: () => true,
    enqueueAll: (entries) => entries.map(() => true),
    knows: () => false,
    claim: () => true,
    lease: () => undefined,
    waitFor: () => undefined,
    release: () => undefined,
    acknowledge: () => undefined,
  };
  const open = (made: object, isDurable = false) =>
    openFrontier('mine', { isDurable, open: () => made as OwnFrontier }, { out: root, isResumed: false });

  it.each<[string, object, boolean, string]>([
    ['it lacks methods', { enqueue: () => true }, false, "the frontier 'mine' lacks enqueueAll(), knows()"],
    ['it has half of a capability', { ...QUEUE, waits: () => true }, false, 'lacks waiting(), requeue()'],
    ['it is durable and never commits', QUEUE, true, 'lacks count(), queued(), hostCount()'],
  ])('is refused where %s', async (_, made, isDurable, message) => {
    await expect(open(made, isDurable)).rejects.toThrow(PluginError);
    await expect(open(made, isDurable)).rejects.toThrow(message);
  });

  it('is named where it cannot be opened', async () => {
    const opening = openFrontier(
      'mine',
      { open: () => Promise.reject(new Error('no luck')) },
      { out: root, isResumed: false },
    );
    await expect(opening).rejects.toThrow("the frontier 'mine', when it was opened, failed: no luck");
  });

  const entry = queued('http://a.example/1');
  it.each<[string, Partial<OwnFrontier>, string]>([
    [
      'throws',
      {
        enqueueAll() {
          throw new TypeError('x is undefined');
        },
      },
      "the frontier 'mine' failed: x is undefined",
    ],
    ['gives too little', { enqueueAll: () => [] }, 'gave [] instead of true or false for each URL'],
    ['answers later', { enqueueAll: (() => Promise.reject(new Error('x'))) as never }, 'gave a promise'],
  ])('is named where it %s', async (_, wrong, message) => {
    const { frontier } = await open({ ...QUEUE, ...wrong });
    expect(() => frontier.enqueue(entry)).toThrow(PluginError);
    expect(() => frontier.enqueue(entry)).toThrow(message);
  });

  it('is named where it leases no URL, or waits for no time', async () => {
    const { frontier } = await open({ ...QUEUE, lease: () => ({}) as never, waitFor: () => NaN });
    expect(() => frontier.lease(always)).toThrow('at a lease gave {} instead of a queued URL');
    expect(() => frontier.waitFor(always)).toThrow('instead of milliseconds or undefined');
  });
});

it('counts what goes through a frontier that does not count', async () => {
  const kind = await frontierIn(modules.list, 'list');
  const { frontier } = await openFrontier('list', kind, { out: root, isResumed: false });
  frontier.enqueueAll([1, 2, 2, 3].map((n) => queued(`http://a.example/${n}`)));
  frontier.acknowledge(frontier.lease(always)?.url ?? '', 'failed');
  frontier.release(frontier.lease(always)?.url ?? '');
  frontier.lease(always);
  const states = ['queued', 'leased', 'done', 'failed'] as const;
  expect(states.map((state) => frontier.count(state))).toEqual([1, 1, 0, 1]);
});
