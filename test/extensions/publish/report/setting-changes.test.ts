import { expect, it } from '@jest/globals';
import { settingChanges } from '../../../../src/extensions/publish/report/setting-changes.js';
import { takenAction } from '../../../support/taken-action.js';

const BEGUN = { delay: 1, concurrency: 8, accept: 'balanced' };

function changes(actions: Parameters<typeof takenAction>[0][]): readonly (readonly (string | undefined)[])[] {
  return settingChanges(
    BEGUN,
    actions.map((action) => takenAction(action)),
  ).map(({ name, before, value }) => [name, before, value]);
}

it('has each setting with the value until then', () => {
  expect(
    changes([
      { kind: 'pace', delay: 0.2 },
      { kind: 'pace', delay: 3, concurrency: 2 },
      { kind: 'threshold', score: 0.4 },
      { kind: 'accept', accept: 'broad' },
      { kind: 'threshold', score: 0.5 },
    ]),
  ).toEqual([
    ['delay', '1', '0.2'],
    ['delay', '0.2', '3'],
    ['concurrency', '8', '2'],
    ['threshold', undefined, '0.4'],
    ['accept', 'balanced', 'broad'],
    ['threshold', undefined, '0.5'],
  ]);
});

it('has what changed the queue, and leaves out answers, pauses and what was refused', () => {
  expect(
    changes([
      { kind: 'pause' },
      { kind: 'resume' },
      { kind: 'rate', url: 'http://a.example/', answer: 'yes' },
      { kind: 'seed', urls: ['http://a.example/', 'http://b.example/'] },
      { kind: 'block', what: 'a.example' },
      { kind: 'boost', what: 'b.example', by: -2 },
    ]),
  ).toEqual([
    ['added seeds', undefined, 'http://a.example/, http://b.example/'],
    ['block', undefined, 'a.example'],
    ['boost', undefined, 'b.example by -2'],
  ]);
  expect(settingChanges(BEGUN, [takenAction({ kind: 'pace', delay: 0 }, { refused: true })])).toEqual([]);
});
