import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Parser } from 'n3';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { countBackground } from '../../../src/knowledge/krs/topic-quads.js';
import type { AnnotatedDocument } from '../../../src/knowledge/krs/krs.js';
import { dcterms, itsrdf, nif, sfwc } from '../../../src/model/vocabulary.js';
import {
  annotated,
  contentOf,
  fourDocuments,
  fourDocumentsContent,
  insulinConcepts,
  krsOf,
  noun,
  nquadsOf,
} from './small-topic.js';
import { rounds } from '../../support/thorough.js';
import { anyText } from '../../support/any-text.js';

const LISTING_1 = (lemma: string): string => `
  PREFIX sfwc: <http://sfwcrawler.com/core#>
  PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
  SELECT (COUNT(DISTINCT ?doc) AS ?total) WHERE { ?s a sfwc:Entity ; nif:anchorOf "${lemma}" ; sfwc:inDocument ?doc }`;
const LISTING_2 = `
  PREFIX sfwc: <http://sfwcrawler.com/core#>
  SELECT (COUNT(DISTINCT ?doc) AS ?total) WHERE { ?doc a sfwc:Document }`;

/** The paper's own form: one entity for each document and noun. */
function paperForm(documents: readonly AnnotatedDocument[]): string {
  const a = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
  const lines: string[] = [];
  documents.forEach(({ document, nouns }) => {
    const doc = `<http://paper.example/doc/${document.id}>`;
    lines.push(`${doc} ${a} <${sfwc.Document}> <http://paper.example/> .`);
    nouns.forEach(({ lemma }, index) => {
      const entity = `<http://paper.example/entity/${document.id}-${index}>`;
      lines.push(`${entity} ${a} <${sfwc.Entity}> <http://paper.example/> .`);
      lines.push(`${entity} <${nif.anchorOf}> "${lemma}" <http://paper.example/> .`);
      lines.push(`${entity} <${sfwc.inDocument}> ${doc} <http://paper.example/> .`);
    });
  });
  return `${lines.join('\n')}\n`;
}

async function storeOf(nquads: string) {
  const kb = createOxigraphStore();
  await kb.load([nquads]);
  return kb;
}

async function count(nquads: string, query: string): Promise<string | undefined> {
  const { rows } = await (await storeOf(nquads)).select(query);
  return rows[0]?.['total']?.value;
}

describe("the paper's listings, as they are printed", () => {
  const lemmas = ['insulin', 'algol', 'pump', 'insulin pump', 'unknown'];
  const expected = ['3', '2', '1', '1', '0', '4'];

  it.each([
    ['one entity for each distinct noun', () => nquadsOf(fourDocumentsContent())],
    ["the paper's own form", async () => paperForm(fourDocuments)],
  ])('count the same on %s', async (_, make) => {
    const nquads = await make();
    const counts = await Promise.all(
      [...lemmas.map(LISTING_1), LISTING_2].map((query) => count(nquads, query)),
    );
    expect(counts).toEqual(expected);
  });
});

describe('topicQuads', () => {
  it('writes the same bytes twice, and in whatever order the documents came', async () => {
    const first = await nquadsOf(fourDocumentsContent());
    expect(await nquadsOf(fourDocumentsContent())).toBe(first);
    const background = countBackground([['match'], ['goal'], ['goal', 'insulin']]);
    expect(
      await nquadsOf(
        contentOf(krsOf([...fourDocuments].reverse()), { background, concepts: insulinConcepts }),
      ),
    ).toBe(first);
  });

  it('gives every entity log2(N / n) in bits', async () => {
    const kb = await storeOf(await nquadsOf(fourDocumentsContent()));
    const { rows } = await kb.select(
      `SELECT ?lemma ?idf WHERE { ?s <${nif.anchorOf}> ?lemma ; <${sfwc.idfValue}> ?idf }`,
    );
    const documents: Record<string, number> = { insulin: 3, algol: 2, pump: 1, 'insulin pump': 1 };
    expect(rows).toHaveLength(6);
    for (const { lemma, idf } of rows) {
      expect(idf?.datatype).toBe('http://www.w3.org/2001/XMLSchema#decimal');
      expect(Number(idf?.value)).toBeCloseTo(Math.log2(4 / documents[lemma?.value ?? '']!), 6);
    }
  });
});

describe('odd characters', () => {
  const odd = fc.oneof(
    anyText({ minLength: 1 }),
    fc.constantFrom(
      'a"b',
      "it's",
      'x\ny',
      'a\r\nb',
      '<b>',
      'a#b',
      '100%',
      '%zz',
      '😀',
      'a\\b',
      '\t',
      '\u001c',
      'ä/ö',
    ),
  );

  it('survive in ids, titles and lemmas, in Oxigraph and in n3', async () => {
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (id, title, lemma) => {
        const text = await nquadsOf(contentOf(krsOf([annotated(id, [lemma], { title })])));
        const kb = await storeOf(text);
        const { rows } = await kb.select(`SELECT ?id ?title ?lemma WHERE {
          ?d <${dcterms.identifier}> ?id ; <${dcterms.title}> ?title . ?s <${sfwc.inDocument}> ?d ; <${nif.anchorOf}> ?lemma }`);
        expect(rows.map((row) => [row['id']?.value, row['title']?.value, row['lemma']?.value])).toEqual([
          [id, title, lemma],
        ]);
        const literals = new Parser({ format: 'N-Quads' }).parse(text).map((quad) => quad.object.value);
        expect(literals).toEqual(expect.arrayContaining([id, title, lemma]));
      }),
      { seed: 21, numRuns: rounds(150, 30) },
    );
  });

  it('in addresses are escaped, so that the file stays readable', async () => {
    const sourceUrl = 'http://a.example/?id[]={x}|100%';
    const iri = 'http://a.example/a b';
    const text = await nquadsOf(
      contentOf(krsOf([annotated('a', [noun('pump', { iri, linker: 'gazetteer' })], { sourceUrl })])),
    );
    const { rows } = await (
      await storeOf(text)
    ).select(`SELECT ?url ?iri WHERE { ?d <${dcterms.source}> ?url . ?s <${itsrdf.taIdentRef}> ?iri }`);
    expect(rows).toEqual([
      {
        url: { termType: 'NamedNode', value: 'http://a.example/?id%5B%5D=%7Bx%7D%7C100%25' },
        iri: { termType: 'NamedNode', value: 'http://a.example/a%20b' },
      },
    ]);
  });

  it('in a damaged text, half a character, do not stop the build', async () => {
    const text = await nquadsOf(contentOf(krsOf([annotated('x\ud83d', ['\udc00y'], { title: 'z\ud83d' })])));
    const { rows } = await (
      await storeOf(text)
    ).select(`SELECT ?lemma WHERE { ?s <${nif.anchorOf}> ?lemma }`);
    expect(rows.map((row) => row['lemma']?.value)).toEqual(['\ufffdy']);
  });
});
