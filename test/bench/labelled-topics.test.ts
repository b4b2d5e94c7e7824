import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { LABELLED_SETS, openLabelledSet, openLabelledTopics } from '../../bench/support/labelled-topics.js';

describe.each([...LABELLED_SETS.heldOut, ...LABELLED_SETS.earlierHeldOut])('openLabelledSet of %i', (set) => {
  it('reads the topics with the counts that bench/README.md states', () => {
    const counted = openLabelledSet(set).map(({ name, corpus, seed, pages }) => {
      const labels = [...pages.values()];
      const about = labels.filter((label) => label === true).length;
      return `| ${name} | ${about} | ${labels.length - about} | ${corpus.length} | ${seed.length} |`;
    });
    const stated = readFileSync('bench/README.md', 'utf8').split('\n');
    expect(counted).toHaveLength(5);
    expect(stated).toEqual(expect.arrayContaining(counted));
  });

  it('has no article in the corpora of two topics', () => {
    const ids = openLabelledSet(set).flatMap(({ corpus }) => corpus);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it('shares no topic between uses', () => {
  const names = (['heldOut', 'earlierHeldOut', 'development'] as const)
    .flatMap((use) => openLabelledTopics(use))
    .map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
