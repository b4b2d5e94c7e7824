import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { annotateText, createLinking } from '../../../src/judging/judge/analyser.js';
import { NO_PLUGINS } from '../../../src/judging/plugins/registry.js';
import { openAnnotator } from '../../../src/language/text/english.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { analysisOf } from '../../../src/knowledge/krs/analysis.js';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import { nifLayer } from '../../../src/knowledge/krs/topic-quads.js';
import { openWordNet } from '../../../src/language/wordnet/wordnet.js';
import type { KnowledgeBase } from '../../../src/model/rdf.js';
import { fullText } from '../../../src/support/text/full-text.js';
import { toNQuads } from '../../../src/support/rdf/quads.js';
import { rounds } from '../../support/thorough.js';
import { anyText } from '../../support/any-text.js';

const iris = topicIris('http://sfwcrawler.com/kb/', 'bees');
const wordNet = openWordNet();
const annotator = openAnnotator(wordNet);
const link = createLinking(
  {
    linkers: ['gazetteer', 'wordnet'],
    labels: [[{ label: 'queen bee', iri: 'http://a.example/Queen_bee', kind: 'preferred' }]],
  },
  { wordNet, annotator, plugins: NO_PLUGINS },
);

async function layerOf(title: string, text: string): Promise<KnowledgeBase> {
  const document = { id: 'folder/a text.txt', title, text, sourceUrl: 'https://a.example/?x=[1]' };
  const annotated = await annotateText(fullText(document), annotator);
  const kb = createOxigraphStore();
  await kb.load(toNQuads(nifLayer(document, analysisOf(await link(annotated)), iris)));
  return kb;
}

const PREFIX = `PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX sfwc: <http://sfwcrawler.com/core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
`;

/** NIF 2.0's constraints; each query finds what breaks one. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  'a context has one isString':
    'SELECT ?s { ?s a nif:Context OPTIONAL { ?s nif:isString ?t } } GROUP BY ?s HAVING (COUNT(DISTINCT ?t) != 1)',
  'only a context has isString': 'SELECT ?s { ?s nif:isString ?t FILTER NOT EXISTS { ?s a nif:Context } }',
  'a string that is no context has one referenceContext, which is a context':
    'SELECT ?s { ?s a nif:RFC5147String FILTER NOT EXISTS { ?s a nif:Context } OPTIONAL { ?s nif:referenceContext ?c . ?c a nif:Context } } GROUP BY ?s HAVING (COUNT(DISTINCT ?c) != 1)',
  'every string has one beginIndex':
    'SELECT ?s { ?s a nif:RFC5147String OPTIONAL { ?s nif:beginIndex ?b } } GROUP BY ?s HAVING (COUNT(DISTINCT ?b) != 1)',
  'every string has one endIndex':
    'SELECT ?s { ?s a nif:RFC5147String OPTIONAL { ?s nif:endIndex ?b } } GROUP BY ?s HAVING (COUNT(DISTINCT ?b) != 1)',
  'indices are non-negative integers':
    'SELECT ?s { ?s nif:beginIndex|nif:endIndex ?i FILTER(!isNumeric(?i) || ?i < 0 || ?i != FLOOR(?i)) }',
  'begin is at most end': 'SELECT ?s { ?s nif:beginIndex ?b ; nif:endIndex ?e FILTER(?b > ?e) }',
  'a context begins at 0 and ends with its text':
    'SELECT ?s { ?s a nif:Context ; nif:isString ?t ; nif:beginIndex ?b ; nif:endIndex ?e FILTER(?b != 0 || ?e != STRLEN(?t)) }',
  'anchorOf is the substring':
    'SELECT ?s { ?s nif:referenceContext ?c ; nif:anchorOf ?a ; nif:beginIndex ?b ; nif:endIndex ?e . ?c nif:isString ?t FILTER(?a != SUBSTR(?t, ?b + 1, ?e - ?b)) }',
  'the fragment says the indices':
    'SELECT ?s { ?s a nif:RFC5147String ; nif:beginIndex ?b ; nif:endIndex ?e FILTER(!STRENDS(STR(?s), CONCAT("#char=", STR(?b), ",", STR(?e)))) }',
  'a string has its context as the beginning of its IRI':
    'SELECT ?s { ?s nif:referenceContext ?c FILTER(STRBEFORE(STR(?s), "#") != STRBEFORE(STR(?c), "#")) }',
  'every mention leads to an entity':
    'SELECT ?s { ?s nif:referenceContext ?c FILTER NOT EXISTS { ?s sfwc:mentionOf ?e } }',
};

async function broken(kb: KnowledgeBase): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(CONSTRAINTS).map(async ([name, query]) => {
      const { rows } = await kb.select(PREFIX + query);
      return rows.map(({ s }) => `${name}: ${s?.value ?? ''}`);
    }),
  );
  return found.flat();
}

describe('nifLayer', () => {
  it('says of each mention where it stands, in code points, and what it means', async () => {
    const kb = await layerOf('🐝 Bees', 'Café 🍯: queen bees lay eggs.');
    const { rows } = await kb.select(
      `${PREFIX}SELECT ?s ?a ?b ?i { ?s nif:anchorOf ?a ; nif:beginIndex ?b ; nif:lemma "queen bee" ; itsrdf:taIdentRef ?i }`,
    );
    expect(rows.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
      [
        'http://sfwcrawler.com/kb/bees/document/folder/a%20text.txt#char=16,26',
        'queen bees',
        '16',
        'http://a.example/Queen_bee',
      ],
    ]);
    expect(await broken(kb)).toEqual([]);
  });

  it("keeps NIF's constraints, whatever the text", async () => {
    const words = fc.constantFrom(
      'The queen bee',
      'hives',
      'é',
      'e\u0301',
      '😀',
      'IT',
      '12.5 kg',
      'x\ty',
      '—',
      'İstanbul',
      'ﬁ',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(words, { minLength: 1, maxLength: 12 }),
        anyText({ maxLength: 6 }),
        async (parts, noise) => {
          const kb = await layerOf(noise.trim() || 'Bees', `${parts.join(' ')}. ${noise} and honey.`);
          expect(await broken(kb)).toEqual([]);
        },
      ),
      { seed: 3, numRuns: rounds(60, 20) },
    );
  });
});
