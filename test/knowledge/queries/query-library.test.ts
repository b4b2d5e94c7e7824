import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { actionQuads, crawlIri, crawlQuads, eventQuads } from '../../../src/crawling/store/crawl-quads.js';
import { expansionQuads } from '../../../src/extensions/thesaurus/expansion/expand-nouns.js';
import { topicIris } from '../../../src/knowledge/krs/iris.js';
import { nifLayer } from '../../../src/knowledge/krs/topic-quads.js';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { bindParameters, parseQueryTemplate } from '../../../src/knowledge/queries/query-library.js';
import { UsageError } from '../../../src/model/errors.js';
import type { Bindings, KnowledgeBase } from '../../../src/model/rdf.js';
import { toNQuads } from '../../../src/support/rdf/quads.js';
import { annotated, contentOf, fourDocumentsContent, krsOf, noun, nquadsOf } from '../krs/small-topic.js';
import { anyText } from '../../support/any-text.js';

const FOLDER = path.resolve(import.meta.dirname, '../../../queries');
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.rq'));
const templateOf = (name: string) => parseQueryTemplate(readFileSync(path.join(FOLDER, name), 'utf8'));

const PAGE = 'http://a.example/?id[]=1';

const DOCUMENT = { id: 'a', title: 'Title of a', text: 'All of it is about 😀 insulin.' };
const ANALYSIS = { nouns: [noun('insulin')], mentions: [[34, 41, 0]] as const };

/** Two topics, a text of one of them in NIF, and a crawl of one page. */
async function smallStore(): Promise<KnowledgeBase> {
  const kb = createOxigraphStore();
  await kb.load([await nquadsOf(fourDocumentsContent())]);
  const politics = krsOf([annotated('p1', ['vote', 'insulin']), annotated('p2', ['vote'])]);
  await kb.load([await nquadsOf(contentOf(politics, { name: 'politics' }))]);
  const identity = {
    topic: 'diabetes',
    topicIri: 'http://sfwcrawler.com/kb/diabetes',
    startedAt: '2020-05-26T10:00:00Z',
    seeds: [PAGE],
  };
  const crawl = crawlIri(identity);
  const event = {
    sequence: 1,
    time: '2020-05-26T10:00:01Z',
    url: PAGE,
    state: 'done',
    depth: 0,
    fetched: true,
    status: 200,
    title: 'Pumps',
    subjects: [
      {
        iri: 'http://voc.example/pump',
        label: 'pump',
        weight: 1,
        broader: [{ iri: 'http://voc.example/device', label: 'device' }],
      },
    ],
    judgement: {
      accepted: true,
      score: 0.5,
      classifier: 'krs-paper',
      reason: {
        summary: 'Inside.',
        meanIdf: 1,
        band: { low: null, high: null },
        nouns: { distinct: 1, linked: 0, unknown: 0 },
        evidence: [{ lemma: 'insulin', documents: 3, idf: 0.4, pull: 0.1, mentions: [[9, 16]] }],
      },
    },
  } as const;
  await kb.load(toNQuads([crawlQuads(identity), ...eventQuads(event, crawl, 'Pumps 😀\n\ninsulin')]));
  const asked = { id: '1', by: 'ada', action: { kind: 'block', what: 'a.example' } } as const;
  const taken = { ...asked, time: event.time, after: 1, effect: 'a.example is blocked' };
  const model = { kind: 'model', number: 2, file: '', checksum: '', yes: 30, no: 20 } as const;
  const trained = { ...taken, id: '2', by: 'sfwc', action: model, effect: 'judges by model 2' };
  await kb.load(toNQuads(actionQuads([taken, trained], crawl)));
  await kb.load(toNQuads(nifLayer(DOCUMENT, ANALYSIS, topicIris('http://sfwcrawler.com/kb/', 'diabetes'))));
  const [hormone, insulin] = [14_773_230, 14_777_162].map((offset) => ({ offset, relatedness: 0.2 }));
  const expanded = { lemma: 'insulin', weight: 1, gloss: 'A hormone.', hyponyms: [] };
  await kb.load(
    toNQuads(
      expansionQuads({
        topic: identity.topicIri,
        topicName: 'diabetes',
        topicChecksum: '0',
        source: 'WordNet 3.1',
        settings: '{}',
        nouns: [
          {
            ...expanded,
            ...insulin!,
            words: ['insulin', 'Iletin'],
            hypernyms: [{ ...hormone!, words: ['hormone'] }],
          },
        ],
      }),
    ),
  );
  return kb;
}

/** For each query of the library: values that find something in the small store, and what they find. */
const EXPECTED: Readonly<Record<string, readonly [Record<string, string>, Record<string, string>]>> = {
  'concepts.rq': [{ limit: '1' }, { noun: 'insulin', weight: '1', kindOf: 'hormone' }],
  'document-count.rq': [{}, { total: '6' }],
  'document-frequency.rq': [{ lemma: 'algol' }, { total: '2' }],
  'document-ids.rq': [{ limit: '2' }, { id: 'a', title: 'Title of a' }],
  'documents-of-entity.rq': [
    { entity: 'http://dbpedia.org/resource/Insulin' },
    { topic: 'diabetes', title: 'Title of a', words: 'insulin' },
  ],
  'documents-sharing-entities.rq': [{ limit: '3' }, {}],
  'evidence-in-text.rq': [
    { page: PAGE },
    { rank: '1', noun: 'insulin', begin: '9', end: '16', around: 'Pumps 😀\n\ninsulin' },
  ],
  'expansion.rq': [{ limit: '9' }, { noun: 'insulin', synonyms: 'Iletin', broader: 'hormone' }],
  'mentions-of-noun.rq': [
    { lemma: 'insulin', limit: '9' },
    {
      document: 'Title of a',
      begin: '33',
      end: '40',
      mention: 'insulin',
      around: ' a\n\nAll of it is about 😀 insulin.',
    },
  ],
  'models.rq': [{}, { model: '2', yes: '30', no: '20', judged: '0', accepted: '0' }],
  'nouns-by-documents.rq': [{ limit: '1' }, { noun: 'insulin', documents: '4' }],
  'nouns-by-idf.rq': [
    { least: '2', limit: '5' },
    { noun: 'insulin', documents: '2' },
  ],
  'nouns-near-noun.rq': [
    { lemma: 'vote', least: '1', limit: '9' },
    { noun: 'insulin', together: '1', documents: '4' },
  ],
  'nouns-of-document.rq': [
    { title: 'Title of d', limit: '9' },
    { noun: 'insulin pump', idf: '2', tag: 'NN' },
  ],
  'pages-by-broader-concept.rq': [{}, { broader: 'http://voc.example/device', label: 'device', pages: '1' }],
  'pages-by-concept.rq': [{}, { label: 'pump', weight: '1', page: 'http://a.example/?id%5B%5D=1' }],
  'nouns-of-topic.rq': [
    { topic: 'diabetes', limit: '1' },
    { noun: 'insulin', documents: '3' },
  ],
  'where-from.rq': [{ page: PAGE }, { depth: '0', title: 'Pumps', score: '0.5' }],
  'telling-pages.rq': [{ limit: '9' }, { title: 'Pumps', score: '0.5' }],
  'topics-compared.rq': [{ first: 'politics', second: 'diabetes', limit: '1' }, { noun: 'vote' }],
  'topics.rq': [{}, { topic: 'diabetes', documents: '4', nouns: '11', linked: '5' }],
  'who-steered.rq': [{}, { person: 'ada', action: 'block', effect: 'a.example is blocked', pages: '0' }],
  'why-accepted.rq': [{ page: PAGE }, { noun: 'insulin', documents: '3', accepted: 'true' }],
};

function firstRow({ rows }: Bindings): Record<string, string> {
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, term]) => [name, term.value]));
}

describe('the query library', () => {
  it('is tested whole', () => expect(Object.keys(EXPECTED).sort()).toEqual([...FILES].sort()));

  describe.each(FILES)('%s', (name) => {
    const template = templateOf(name);

    it('finds what it is to find, with its parameters set', async () => {
      const [values, expected] = EXPECTED[name]!;
      const kb = await smallStore();
      expect(firstRow(await kb.select(bindParameters(template, values)))).toMatchObject(expected);
    });
  });
});

describe('parseQueryTemplate', () => {
  it('reads the comments at the top', () => {
    const template = parseQueryTemplate(
      '# What is it?\n# And how?\n# @required lemma string The noun\n# @param least decimal At least\nSELECT * {}\n# @param no string late',
    );
    expect(template.description).toBe('What is it? And how?');
    expect(template.parameters).toEqual([
      { name: 'lemma', type: 'string', description: 'The noun', required: true },
      { name: 'least', type: 'decimal', description: 'At least', required: false },
    ]);
  });
});

describe('bindParameters', () => {
  const head =
    '# @param lemma string a\n# @param other string b\n# @param iri iri c\n# @param least integer d\n# @param share decimal e\n# @param limit integer f\n';
  const places = (...names: string[]) => names.map((name) => `VALUES ?${name} { "was" }`).join(' ');
  const template = parseQueryTemplate(
    `${head}SELECT ?lemma ?other WHERE { ${places('lemma', 'other', 'iri', 'least', 'share')} } LIMIT 3`,
  );

  it('gives back exactly the string that was bound', async () => {
    const kb = createOxigraphStore();
    const odd = fc.oneof(
      anyText(),
      fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\r',
        '} ',
        '" } SELECT * { ?s ?p ?o } #',
        '$&',
        '$1',
        "'",
        'VALUES ?other { 1 }',
        'LIMIT 1',
        '\\u0022',
        '#',
      ),
    );
    const value = fc.array(odd, { maxLength: 4 }).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(value, value, fc.boolean(), async (lemma, other, turned) => {
        const values = turned ? { other, lemma, limit: '2' } : { limit: '2', lemma, other };
        const query = bindParameters(template, values);
        expect(query.endsWith('} LIMIT 2')).toBe(true);
        const { rows } = await kb.select(query);
        expect(rows.map((row) => [row['lemma']?.value, row['other']?.value])).toEqual([[lemma, other]]);
      }),
      { seed: 51 },
    );
  });

  it('asks for what must be given, with what stands in the query as an example', () => {
    const both = parseQueryTemplate(
      '# @required title string The title\n# @required page iri The page\n# @param limit integer Rows\n' +
        'SELECT * { VALUES ?title { "Insulin pump" } VALUES ?page { <http://a.example/> } } LIMIT 3',
    );
    expect(() => bindParameters(both, { limit: '1' })).toThrow(
      expect.objectContaining({
        message: 'the query needs a value for title (The title) and page (The page)',
        hint: "for instance --param 'title=Insulin pump' page=http://a.example/",
      }),
    );
    expect(() => bindParameters(both, { title: 'x' })).toThrow('needs a value for page (The page)');
    expect(bindParameters(both, { title: 'x', page: 'http://b.example/' })).toContain('LIMIT 3');
  });

  it.each([
    ['iri', 'not an IRI', 'an absolute IRI'],
    ['least', '1.5', 'a whole number'],
    ['share', 'half', 'a number'],
    ['limit', '-1', 'a number of rows'],
  ])('refuses %s=%s', (name, value, wanted) => {
    expect(() => bindParameters(template, { [name]: value })).toThrow(
      new UsageError(`--param ${name}: '${value}' is not ${wanted}`),
    );
  });
});
