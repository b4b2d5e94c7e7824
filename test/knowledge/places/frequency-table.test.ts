import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readFile } from 'node:fs/promises';
import { bindParameters, parseQueryTemplate } from '../../../src/knowledge/queries/query-library.js';
import { createFrequencyTable, meaningKey } from '../../../src/knowledge/places/frequency-table.js';
import { meaningOf, storeOf, type SmallNoun, type SmallStore } from '../../support/small-topic.js';
import { rounds } from '../../support/thorough.js';

function tableOf({ kb, iris }: SmallStore) {
  return createFrequencyTable(kb, iris.topic, iris.background);
}

/** The lemmas in the VALUES of a query. */
function lemmasAsked(query: string): string[] {
  return [...(/VALUES \?lemma \{(.*)\}/.exec(query)?.[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(
    ([, lemma = '']) => lemma,
  );
}

const odd = [
  'a "quoted" noun',
  "l'eau",
  'back\\slash',
  'tab\tinside',
  'two\nlines',
  'ärger 🦠',
  '{?x}',
  'constructor',
  '#',
];
const lemma = fc.constantFrom('insulin', 'glucose', 'cell', 'day', ...odd);
const noun = fc.record(
  {
    lemma,
    tag: fc.constantFrom('NN' as const, 'NNS' as const),
    iri: fc.constantFrom('http://m.example/1', 'http://m.example/2'),
  },
  { requiredKeys: ['lemma', 'tag'] },
);
const corpus = fc.array(fc.array(noun, { maxLength: 8 }), { minLength: 1, maxLength: 6 });

describe('createFrequencyTable', () => {
  it('counts as the queries of the paper do, asked one by one', async () => {
    const listing = parseQueryTemplate(await readFile('queries/document-frequency.rq', 'utf8'));
    const rawCorpus = corpus as fc.Arbitrary<SmallNoun[][]>;
    await fc.assert(
      fc.asyncProperty(rawCorpus, rawCorpus, async (documents, others) => {
        const store = await storeOf({ topic: documents, other: others });
        const wanted = ['unknown', ...new Set([...documents, ...others].flat().map((one) => one.lemma))];
        const counted = await tableOf(store).byLemma(wanted);
        expect([...counted.keys()]).toEqual(wanted);
        for (const one of wanted) {
          const single = bindParameters(listing, { lemma: one });
          const { rows, variables } = await store.kb.select(single, { defaultGraphs: [store.iris.topic] });
          expect(counted.get(one)).toBe(Number(rows[0]?.[variables[0] ?? '']?.value ?? 0));
          expect(counted.get(one)).toBe(
            documents.filter((nouns) => nouns.some((n) => n.lemma === one)).length,
          );
        }
      }),
      { seed: 21, numRuns: rounds(25, 8) },
    );
  });

  it('counts nouns by meaning', async () => {
    await fc.assert(
      fc.asyncProperty(corpus as fc.Arbitrary<SmallNoun[][]>, async (documents) => {
        const table = tableOf(await storeOf({ topic: documents }));
        const linked = documents
          .flat()
          .flatMap(({ lemma: l, iri }) => (iri === undefined ? [] : [{ lemma: l, iri }]));
        const counted = await table.byMeaning([...linked, { lemma: 'cell', iri: 'http://m.example/3' }]);
        expect(counted.get(meaningKey({ lemma: 'cell', iri: 'http://m.example/3' }))).toBe(0);
        for (const { lemma: l, iri } of linked) {
          const holding = documents.filter((nouns) => nouns.some((n) => n.lemma === l && n.iri === iri));
          expect(counted.get(meaningKey({ lemma: l, iri }))).toBe(holding.length);
        }
      }),
      { seed: 22, numRuns: rounds(25, 8) },
    );
  });

  it('asks for each noun once over several pages, and not at all when all are known', async () => {
    const store = await storeOf({ topic: [[{ lemma: 'insulin' }, { lemma: 'cell' }], [{ lemma: 'cell' }]] });
    const table = tableOf(store);
    expect([...(await table.byLemma(['cell', 'insulin', 'cell']))]).toEqual([
      ['cell', 2],
      ['insulin', 1],
    ]);
    expect([...(await table.byLemma(['insulin', 'quasar']))]).toEqual([
      ['insulin', 1],
      ['quasar', 0],
    ]);
    await table.byLemma(['quasar', 'cell']);
    await table.byLemma([]);
    expect(store.asked.map(lemmasAsked)).toEqual([['cell', 'insulin'], ['quasar']]);
    await table.byMeaning([{ lemma: 'cell', iri: meaningOf('cell') }]);
    await table.byMeaning([{ lemma: 'cell', iri: meaningOf('cell') }]);
    expect(store.asked).toHaveLength(3);
  });
});
