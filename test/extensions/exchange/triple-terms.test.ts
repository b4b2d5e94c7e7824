import { describe, expect, it } from '@jest/globals';
import { Parser, Writer, type Quad } from 'n3';
import oxigraph from 'oxigraph';
import { crawlIri, crawlQuads, eventQuads, topicsOf } from '../../../src/crawling/store/crawl-quads.js';
import { withTripleTerms } from '../../../src/extensions/exchange/triple-terms.js';
import { PREFIXES, rdf, sfwc as terms } from '../../../src/model/vocabulary.js';
import { nquadsOf } from '../../../src/support/rdf/quads.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { crawlEvent, noun } from '../../support/crawl-events.js';

const { kb } = beeTopic();
const BEES = 'http://sfwcrawler.com/kb/bees';
const WINE = 'http://sfwcrawler.com/kb/wine';
const HEAD = Object.entries(PREFIXES)
  .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>`)
  .join('\n');

function rowsOf(nquads: string, pattern: string): string[] {
  const store = new oxigraph.Store();
  store.load(nquads, { format: 'application/n-quads' });
  const found = store.query(`${HEAD} SELECT * { GRAPH ?g { ${pattern} } }`) as Map<string, oxigraph.Term>[];
  return found.map((row) => JSON.stringify([...row].map(([name, { value }]) => [name, value]).sort())).sort();
}

const export12 = async (place: string, format: string) =>
  (await sfwc(['kb', 'export', place, '--format', format, '--rdf-version', '1.2'])).stdout;

/** A crawl of two pages, judged by one topic or by two. */
function crawlOf(topics: readonly string[]): Quad[] {
  const names = topics.map((topic) => topic.split('/').at(-1)!);
  const identity = {
    ...{ topic: names.length === 1 ? names[0]! : names, topicIri: topics.length === 1 ? topics[0]! : topics },
    ...{ startedAt: '2024-01-01T00:00:00.000Z', seeds: ['http://a.example/'] },
  };
  const events = [1, 0].map((score, place) => {
    const event = crawlEvent({
      url: `http://a.example/${score}`,
      sequence: place + 1,
      score,
      evidence: [noun('bee')],
    });
    if (topics.length === 1 || event.judgement === undefined) return event;
    const judgements = names.map((topic) => ({ ...event.judgement!, topic }));
    return { ...event, judgement: { ...judgements[0]!, topics: judgements } };
  });
  const crawl = crawlIri(identity);
  const descriptions = events.flatMap((event) => [
    ...eventQuads(event, crawl, undefined, topicsOf(identity)),
  ]);
  return new Parser({ format: 'N-Quads' }).parse(nquadsOf([crawlQuads(identity), ...descriptions]));
}

async function tripleTerms(quads: readonly Quad[]): Promise<string> {
  const all: Quad[] = [];
  const stream = (async function* () {
    yield* quads;
  })();
  for await (const quad of withTripleTerms(stream)) all.push(quad);
  return new Writer({ format: 'N-Quads' }).quadsToString(all);
}

describe('an export as RDF 1.2', () => {
  it('says of each link by what it was made', async () => {
    const plain = (await sfwc(['kb', 'export', kb, '--format', 'nquads'])).stdout;
    const nquads = await export12(kb, 'nquads');
    const links = rowsOf(plain, '?noun itsrdf:taIdentRef ?meaning ; sfwc:linkedBy ?linker');
    expect(links.length).toBeGreaterThan(0);
    const reified = '?link rdf:reifies <<( ?noun itsrdf:taIdentRef ?meaning )>> ; sfwc:linkedBy ?linker';
    expect(rowsOf(nquads, reified)).toHaveLength(links.length);
    // What was there is there, in its order.
    const lines = new Set(plain.trim().split('\n'));
    expect(
      nquads
        .trim()
        .split('\n')
        .filter((line) => lines.has(line)),
    ).toEqual(plain.trim().split('\n'));
  });

  it.each([
    ['trig', 'application/trig'],
    ['turtle', 'text/turtle'],
    ['ntriples', 'application/n-triples'],
  ])('can be read as %s by an engine of RDF 1.2', async (format, mediaType) => {
    const store = new oxigraph.Store();
    store.load(await export12(kb, format), { format: mediaType });
    const query = `${HEAD} SELECT ?m { ?link rdf:reifies <<( ?noun itsrdf:taIdentRef ?m )>> }`;
    expect((store.query(query, { use_default_graph_as_union: true }) as unknown[]).length).toBeGreaterThan(0);
  });

  it.each(['jsonld', 'rdfxml'])('is refused as %s', async (format) => {
    const { code, stderr } = await sfwc(['kb', 'export', kb, '--format', format, '--rdf-version', '1.2']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(`--rdf-version 1.2 does not apply to --format ${format}`);
  });
});

describe('verdicts as triple terms', () => {
  const PATTERN = '?decision rdf:reifies <<( ?page dcterms:subject ?topic )>> ; sfwc:accepted ?accepted';

  it('have their decision as reifier, accepted or not', async () => {
    const rows = rowsOf(await tripleTerms(crawlOf([BEES])), PATTERN);
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.includes(`["topic","${BEES}"]`))).toEqual([true, true]);
    expect(rows.filter((row) => row.includes('["accepted","true"]'))).toHaveLength(1);
  });

  it('are told apart by topic', async () => {
    const rows = rowsOf(await tripleTerms(crawlOf([BEES, WINE])), PATTERN);
    expect(rows.filter((row) => row.includes(BEES))).toHaveLength(2);
    expect(rows.filter((row) => row.includes(WINE))).toHaveLength(2);
  });

  it.each([[[BEES]], [[BEES, WINE]]])('are the same in any order, for %j', async (topics) => {
    const quads = crawlOf(topics);
    const reversed = [...quads].reverse();
    const lines = (text: string) => text.trim().split('\n').sort();
    expect(lines(await tripleTerms(reversed))).toEqual(lines(await tripleTerms(quads)));
  });

  it('do not assert that a page is about a topic', async () => {
    const rows = rowsOf(await tripleTerms(crawlOf([BEES])), '?page dcterms:subject ?topic');
    expect(rows).toEqual([]);
  });

  it('leave other quads alone', async () => {
    const text = `<urn:a> <${rdf.type}> <${terms.Entity}> .\n<urn:d> <${terms.accepted}> "true" .\n`;
    expect(await tripleTerms(new Parser().parse(text))).toBe(text);
  });
});
