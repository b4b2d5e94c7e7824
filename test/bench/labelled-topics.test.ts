import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import {
  LABELLED_SETS,
  openLabelledSet,
  openLabelledTopics,
  parseLabelledTopics,
  type Known,
  type LabelledTopic,
} from '../../bench/support/labelled-topics.js';
import { InputError } from '../../src/model/errors.js';

const known: Known = { files: new Set(['1.html', '2.html']), articles: new Set(['Tree', 'Dog', 'War']) };
const CORPORA = '# topic\trole\tid\nnature\tcorpus\tTree\nnature\tseed\tDog\nconflict\tseed\tWar\n';
const LABELS = '# file\tlabels\n1.html\tnature,conflict?\n2.html\t-\n';

function parse(labels: string, corpora = CORPORA): LabelledTopic[] {
  return parseLabelledTopics(
    { name: 'labels.tsv', text: labels },
    { name: 'corpora.tsv', text: corpora },
    known,
  );
}

describe('parseLabelledTopics', () => {
  it('joins corpora and labels by topic', () => {
    expect(parse(LABELS)).toEqual([
      { name: 'nature', corpus: ['Dog', 'Tree'], seed: ['Dog'], pages: new Map([['1.html', true]]) },
      { name: 'conflict', corpus: ['War'], seed: ['War'], pages: new Map([['1.html', null]]) },
    ]);
  });

  it.each([
    ['1.html\tnature\textra', 'labels.tsv:1: expected 2 fields'],
    ['1.html\tnature\n1.html\t-', "labels.tsv:2: '1.html' already has labels"],
    ['1.html\tmusic', "labels.tsv:1: unknown label 'music'; topics are nature, conflict"],
  ])('refuses the labels %j', (labels, message) => {
    expect(() => parse(labels)).toThrow(InputError);
    expect(() => parse(labels)).toThrow(message);
  });

  it.each([
    ['nature\ttarget\tDog', "corpora.tsv:1: unknown role 'target'; use seed or corpus"],
    ['nature\tseed\tDog\nnature\tcorpus\tDog', "corpora.tsv:2: 'Dog' is already in the corpus of nature"],
  ])('refuses the corpora %j', (corpora, message) => {
    expect(() => parse(LABELS, corpora)).toThrow(InputError);
    expect(() => parse(LABELS, corpora)).toThrow(message);
  });
});

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
