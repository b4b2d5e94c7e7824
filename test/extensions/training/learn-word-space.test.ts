import { describe, expect, it } from '@jest/globals';
import { learnWordSpace } from '../../../src/extensions/training/learn-word-space.js';
import { dotSparse } from '../../../src/judging/learning/sparse-vector.js';
import { contentOfDocument } from '../../../src/judging/topic/page-content.js';
import { regressionScorer, trainRegression } from '../../../src/judging/topic/regression-rule.js';
import { openWordSpace } from '../../../src/judging/topic/word-space.js';
import { splitWords } from '../../support/small-training.js';

const NO_NOUNS = { lemmas: [], mentions: [], linked: [] };
const contentOf = (text: string) => contentOfDocument({ title: '', text }, NO_NOUNS, splitWords);
const BEES = 'hive queen comb honey brood nectar pollen swarm'.split(' ');
const CARS = 'engine wheel brake clutch piston gear fuel tyre'.split(' ');
/** A text of four of the words, other ones for every number. */
const textOf = (words: readonly string[], number: number): string =>
  [0, 1, 3, 4].map((step) => words[(number + step) % words.length]).join(' ');
const collection = [BEES, CARS].flatMap((words) =>
  Array.from({ length: 20 }, (_, number) => contentOf(textOf(words, number))),
);

describe('learnWordSpace', () => {
  const parameters = learnWordSpace(collection);
  const space = openWordSpace(parameters);
  const likeness = (a: string, b: string): number =>
    dotSparse(space.placeOf(contentOf(a)).vector, space.placeOf(contentOf(b)).vector);

  it('brings together words that keep the same company, though they never meet', () => {
    expect(likeness('hive', 'comb')).toBeGreaterThan(likeness('hive', 'wheel') + 0.3);
    expect(likeness('queen honey', 'nectar pollen swarm')).toBeGreaterThan(0.5);
  });

  it('is the same when it is learned again', () => {
    expect(learnWordSpace(collection)).toEqual(parameters);
  });

  it('lets a regression know words that its own texts do not have', () => {
    const own = ['hive queen comb', 'queen comb hive', 'comb hive queen'].map(contentOf);
    const others = ['engine wheel brake', 'wheel brake engine', 'brake engine wheel'].map(contentOf);
    const set = { corpus: own, background: others };
    const plain = regressionScorer(trainRegression(set));
    expect(plain.score(contentOf('nectar pollen'))).toBeNull();
    const knowing = regressionScorer(trainRegression({ ...set, space }), space);
    expect(knowing.score(contentOf('nectar pollen'))).toBeGreaterThan(0.5);
    expect(knowing.score(contentOf('gear fuel tyre'))).toBeLessThan(-0.5);
    const pulls = knowing.contributions(contentOf('nectar gear'));
    expect(pulls.find(({ term }) => term === 'nectar')?.pull).toBeGreaterThan(0);
    expect(pulls.find(({ term }) => term === 'gear')?.pull).toBeLessThan(0);
  });
});
