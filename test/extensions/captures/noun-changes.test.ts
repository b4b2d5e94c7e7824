import { expect, it } from '@jest/globals';
import { createNounChanges } from '../../../src/extensions/captures/noun-changes.js';
import { crawlEvent, noun } from '../../support/crawl-events.js';

const judged = (...lemmas: readonly string[]) =>
  crawlEvent({ url: 'http://h.example/', score: 1, evidence: lemmas.map((lemma) => noun(lemma)) }).judgement!;

it('names the nouns that came and went between versions, not those that only count less', () => {
  const changes = createNounChanges();
  expect(changes.next({ title: 'Hives', text: 'A hive of bees.' }, judged('hive', 'bee'))).toEqual({});
  // `bee` is not among the evidence, but in the text.
  expect(changes.next({ title: 'Hives', text: 'Bees and a queen' }, judged('hive', 'queen'))).toEqual({
    gained: ['queen'],
  });
  expect(changes.next({ title: 'Markets', text: 'Shares fell.' }, judged('market', 'share'))).toEqual({
    gained: ['market', 'share'],
    lost: ['hive', 'queen'],
  });
});

it('compares words by how they begin, ignores what is between them, and names at most 20', () => {
  const changes = createNounChanges();
  changes.next({ title: '', text: 'Insulin-pump' }, judged('insulin pump'));
  expect(changes.next({ title: '', text: 'An insulin\npump; behives' }, judged('hive'))).toEqual({
    gained: ['hive'],
  });
  const many = Array.from({ length: 50 }, (_, at) => `noun${at}`);
  expect(changes.next({ title: '', text: '' }, judged('x'.repeat(100), ...many, '')).gained).toHaveLength(20);
});
