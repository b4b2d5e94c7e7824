import { expect, it } from '@jest/globals';
import { changesAfter, effectOf } from '../../../../src/extensions/server/control-room/action-effects.js';
import type { ChangedVerdict } from '../../../../src/extensions/server/control-room/crawl-view.js';
import type { Action, TakenAction } from '../../../../src/model/steering.js';

const rate: Action = { kind: 'rate', url: 'http://a.example/', answer: 'yes' };

function taken(id: string, after: number, action: Action = rate, refused?: true): TakenAction {
  return { id, after, action, by: 'ada', time: '', effect: '', ...(refused && { refused }) };
}

function change(sequence: number, accepted: boolean, more: Partial<ChangedVerdict> = {}): ChangedVerdict {
  const moved = { thresholdBefore: 0.29, threshold: 0.2 };
  return { sequence, place: sequence, before: !accepted, accepted, ...moved, isPersons: false, ...more };
}

const ACTIONS = [
  taken('first', 10),
  taken('block', 12, { kind: 'block', what: 'a.example' }),
  taken('refused', 13, rate, true),
  taken('second', 20),
];
const CHANGES = [
  change(5, true),
  change(11, true),
  change(14, true, { isPersons: true }),
  change(15, false),
  change(21, true),
];

it('counts what changed after an action, until the next one that has pages judged again', () => {
  const found = changesAfter({ id: 'first' }, ACTIONS, CHANGES);
  expect(found.map(({ sequence }) => sequence)).toEqual([11, 15]);
  expect(effectOf(found)).toEqual({ accepted: 1, rejected: 1, from: 0.29, to: 0.2 });
  expect(changesAfter({ id: 'second' }, ACTIONS, CHANGES)).toEqual([CHANGES[4]]);
});

it('knows of no effect of actions that have nothing judged again', () => {
  for (const id of ['block', 'refused', 'unknown'])
    expect(effectOf(changesAfter({ id }, ACTIONS, CHANGES))).toBeUndefined();
});

it('counts a page once, by its last verdict, and the last of answers that were taken together', () => {
  const twice = [change(11, true, { place: 3 }), change(12, false, { place: 3 })];
  expect(effectOf(changesAfter({ id: 'first' }, ACTIONS, twice))).toMatchObject({ accepted: 0, rejected: 1 });
  const together = [taken('one', 10), taken('other', 10)];
  const found = together.map(({ id }) => changesAfter({ id }, together, [change(11, true)]).length);
  expect(found).toEqual([0, 1]);
});
