import { expect, it } from '@jest/globals';
import { actionQuads } from '../../../src/crawling/store/crawl-quads.js';
import { createSteering } from '../../../src/crawling/steering/steering.js';
import type { TakenAction } from '../../../src/model/steering.js';
import { nquadsOf } from '../../../src/support/rdf/quads.js';
import { takenAction } from '../../support/taken-action.js';

const URL = 'https://a.example/page';
const says = (answer: 'yes' | 'no' | 'skip', rest: Partial<TakenAction> = {}): TakenAction =>
  takenAction({ kind: 'rate', url: URL, answer }, rest);
const SOFTWARE = { by: 'llama', software: true } as const;

it('lets a person outweigh software, until the answer is taken back', () => {
  const steering = createSteering([
    says('no'),
    says('yes', SOFTWARE),
    says('yes', { ...SOFTWARE, by: 'other' }),
  ]);
  expect(steering.verdictOn(URL)).toEqual({ relevant: false, weight: 1, by: 'ada' });
  expect(steering.verdicts().size).toBe(1);
  steering.take(says('skip'));
  expect(steering.verdictOn(URL)).toEqual({ relevant: true, weight: 1, by: 'llama, other', software: true });
});

it('shares an answer out among the pages that it is about, in RDF as in verdicts, until it is taken back', () => {
  const alike = ['https://a.example/b', 'https://a.example/c', 'https://a.example/d'];
  const all = takenAction({ kind: 'rate', url: URL, answer: 'yes', alike });
  const steering = createSteering([all]);
  for (const url of [URL, ...alike])
    expect(steering.verdictOn(url)).toEqual({ relevant: true, weight: 0.5, by: 'ada' });
  const concerned = /#concerns> <https:/g;
  expect(nquadsOf(actionQuads([all], 'http://c.example/crawl')).match(concerned)).toHaveLength(4);
  steering.take(takenAction({ kind: 'rate', url: alike[0]!, answer: 'no' }));
  expect(steering.verdictOn(alike[0]!)).toEqual({ relevant: false, weight: 1, by: 'ada' });
  steering.take(takenAction({ kind: 'rate', url: URL, answer: 'skip', alike }));
  expect(steering.verdicts().size).toBe(0);
});

it('tells a person from software of the same name, also in RDF', () => {
  const actions = [says('no', { by: 'llama' }), says('yes', SOFTWARE)];
  const steering = createSteering(actions);
  expect(steering.verdictOn(URL)).toEqual({ relevant: false, weight: 1, by: 'llama' });
  const quads = nquadsOf(actionQuads(actions, 'http://c.example/crawl'));
  const typed = (agent: string) =>
    `<http://c.example/crawl/${agent}/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/ns/prov#SoftwareAgent>`;
  expect(quads).toContain(typed('software'));
  expect(quads).not.toContain(typed('person'));
  expect(quads.match(/#wasAssociatedWith> <[^>]+\/(?:person|software)\/1>/g)).toHaveLength(2);
});
