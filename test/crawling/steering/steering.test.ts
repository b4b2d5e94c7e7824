import { expect, it } from '@jest/globals';
import { actionQuads } from '../../../src/crawling/steering/action-quads.js';
import { createSteering } from '../../../src/crawling/steering/steering.js';
import type { TakenAction } from '../../../src/model/steering.js';
import { nquadsOf } from '../../../src/support/rdf/quads.js';
import { takenAction } from '../../support/taken-action.js';

const URL = 'https://a.example/page';
const says = (answer: 'yes' | 'no' | 'skip', rest: Partial<TakenAction> = {}): TakenAction =>
  takenAction({ kind: 'rate', url: URL, answer }, rest);
const SOFTWARE = { by: 'llama', software: true } as const;

it('takes answers of software as those of people, and marks them', () => {
  const steering = createSteering([says('yes', SOFTWARE)]);
  expect(steering.verdictOn(URL)).toEqual({ relevant: true, by: 'llama', software: true });
  expect([...steering.verdicts().keys()]).toEqual([URL]);
  expect(steering.taught()).toEqual({ by: 'llama', answers: 1 });
});

it('lets a person outweigh software, until the answer is taken back', () => {
  const steering = createSteering([
    says('no'),
    says('yes', SOFTWARE),
    says('yes', { ...SOFTWARE, by: 'other' }),
  ]);
  expect(steering.verdictOn(URL)).toEqual({ relevant: false, by: 'ada' });
  expect(steering.verdicts().size).toBe(1);
  steering.take(says('skip'));
  expect(steering.verdictOn(URL)).toEqual({ relevant: true, by: 'llama, other', software: true });
});

it('tells a person from software of the same name, also in RDF', () => {
  const actions = [says('no', { by: 'llama' }), says('yes', SOFTWARE)];
  const steering = createSteering(actions);
  expect(steering.verdictOn(URL)).toEqual({ relevant: false, by: 'llama' });
  const quads = nquadsOf(actionQuads(actions, 'http://c.example/crawl'));
  const typed = (agent: string) =>
    `<http://c.example/crawl/${agent}/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/prov#SoftwareAgent>`;
  expect(quads).toContain(typed('software'));
  expect(quads).not.toContain(typed('person'));
  expect(quads.match(/#wasAssociatedWith> <[^>]+\/(?:person|software)\/1>/g)).toHaveLength(2);
});
