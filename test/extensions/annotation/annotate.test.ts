import { beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser, type Quad } from 'n3';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { pageFileName } from '../../../src/crawling/store/page-files.js';
import { annotateCrawl, type AnnotationReport } from '../../../src/extensions/annotation/annotate.js';
import { Interrupted } from '../../../src/model/errors.js';
import { ANNOTATIONS } from '../../../src/support/crawl-folder.js';
import { sfwc, type Finished } from '../../cli/run.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { SMALL_SEED, writeSmallWeb } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb, bees } = beesAndOtherThings();
const place = placesIn(path.join(root, 'copies'));
const [web, crawled, both] = ['web', 'out', 'both'].map((name) => path.join(root, name)) as [
  string,
  string,
  string,
];

beforeAll(async () => {
  await writeSmallWeb(web);
  const crawl = ['crawl', '--kb', kb, '--web', web, '--seeds', SMALL_SEED];
  expect((await sfwc([...crawl, '--topic', 'bees', '--out', crawled])).code).toBe(0);
  const topics = ['--topic', 'bees', '--topic', 'other things'];
  expect((await sfwc([...crawl, ...topics, '--out', both])).code).toBe(0);
});

/** A copy of the crawl for one test. */
function copyOf(crawl = crawled): string {
  const out = place();
  cpSync(crawl, out, { recursive: true });
  return out;
}

function nquads(out: string): string {
  return gunzipSync(readFileSync(path.join(out, ANNOTATIONS))).toString();
}

function quadsOf(out: string): readonly Quad[] {
  return new Parser({ format: 'N-Quads' }).parse(nquads(out));
}

async function report(...args: readonly string[]): Promise<AnnotationReport> {
  const { code, stdout, stderr } = await sfwc(['annotate', ...args, '--json']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as AnnotationReport;
}

const QUERY = `PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#>
PREFIX itsrdf: <http://www.w3.org/2005/11/its/rdf#> PREFIX sfwc: <http://sfwcrawler.com/core#>`;

async function query(out: string, body: string, ...options: string[]): Promise<Finished> {
  const crawls = ['--crawl', out, '--crawl', path.join(out, ANNOTATIONS)];
  return sfwc(['query', kb, ...crawls, ...options, '--format', 'csv', `${QUERY}\n${body}`]);
}

describe('sfwc annotate', () => {
  it('adds every mention of a noun, which a query joins with the crawl', async () => {
    const out = copyOf();
    const { stdout, code } = await sfwc(['annotate', out]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^4 pages annotated in .*annotations\.nq\.gz\n {2}\d+ mentions of nouns, \d+ of them linked\n/,
    );
    expect(stdout).toContain(`sfwc query ${kb} --crawl ${out} --crawl ${path.join(out, ANNOTATIONS)}`);
    const body = `SELECT ?anchor ?tag ?class ?meaning WHERE {
      ?page sfwc:decision [ sfwc:accepted true ] . ?context nif:sourceUrl ?page .
      ?mention nif:referenceContext ?context ; nif:beginIndex 0 ; nif:anchorOf ?anchor ; nif:lemma "bee" ; nif:posTag ?tag ;
        sfwc:neTag ?class ; itsrdf:taIdentRef ?meaning ; itsrdf:taAnnotatorsRef sfwc:linkerWordNet }`;
    const bee = /^anchor,tag,class,meaning\r\nBees,NNS,other,http:\/\/wordnet-rdf\.\S+\r\n$/;
    expect((await query(out, body)).stdout).toMatch(bee);
    expect((await query(out, body, '--topic', 'bees')).stdout).toMatch(bee);
    expect((await query(out, body, '--topic', 'other things')).stdout).toBe('anchor,tag,class,meaning\r\n');
  });

  it('conforms to the shapes', async () => {
    const out = copyOf();
    await report(out);
    const validated = await sfwc(['kb', 'validate', '--crawl', out, path.join(out, ANNOTATIONS)]);
    expect(validated.stdout).toBe('conforms (2 looked at: 1 crawl, 1 annotations)\n');
  });

  it('counts as the evidence of the crawl does, and finds all nouns of it', async () => {
    const out = copyOf();
    await report(out);
    const quads = quadsOf(out);
    const subjects = new Map<string, Set<string>>();
    for (const { subject, predicate, object } of quads)
      if (predicate.value.endsWith('#lemma'))
        subjects.set(subject.value, (subjects.get(subject.value) ?? new Set()).add(object.value));
    for await (const { url, judgement } of readEvents(out)) {
      if (judgement?.accepted !== true) continue;
      const { evidence } = judgement.reason;
      expect(evidence.length).toBeGreaterThan(0);
      const at = (begin: number, end: number): string => `${url}#char=${begin},${end}`;
      const found = evidence.filter(({ lemma, mentions = [] }) =>
        mentions.some(([begin, end]) => subjects.get(at(begin, end))?.has(lemma)),
      );
      // The lexicon and the tagger differ in some nouns.
      expect(found.length).toBeGreaterThan(
        0.7 * evidence.filter(({ mentions }) => mentions !== undefined).length,
      );
    }
  });

  it('gives the same after an interruption in the middle', async () => {
    const [whole, out] = [copyOf(), copyOf()];
    const expected = await report(whole);
    const stopping = new AbortController();
    const stopped = annotateCrawl(
      out,
      {},
      {
        signal: stopping.signal,
        onProgress: (done) => (done === 1 ? stopping.abort(new Interrupted()) : undefined),
      },
    );
    await expect(stopped).rejects.toThrow(Interrupted);
    await expect(stopped).rejects.toThrow('interrupted; 1 of 4 pages are annotated');
    expect(existsSync(path.join(out, ANNOTATIONS))).toBe(false);
    appendFileSync(path.join(out, 'annotations.partial.gz'), 'half a page');
    const { mentions, linked } = expected;
    expect(await report(out)).toMatchObject({ pages: 4, pagesBefore: 1, mentions, linked, missing: 0 });
    expect(nquads(out)).toBe(nquads(whole));
  });

  it('does nothing a second time, unless forced or for another topic', async () => {
    const out = copyOf();
    const first = await report(out);
    expect(await report(out)).toEqual({ ...first, pagesBefore: 4 });
    expect((await sfwc(['annotate', out])).stdout).toContain('all of them by an earlier call');
    expect(await report(out, '--force')).toEqual(first);
    const other = await report(out, '--topic', 'other things');
    expect(other).toMatchObject({ topics: ['other things'], pages: 4, pagesBefore: 0 });
  });

  it('names pages whose bodies are missing', async () => {
    const out = copyOf();
    rmSync(path.join(out, 'pages', `${pageFileName('http://bees.example/')}.html`));
    const { code, stdout, stderr } = await sfwc(['annotate', out]);
    expect(code).toBe(0);
    expect(stderr).toContain('warning: http://bees.example/: not annotated: its body was not kept');
    expect(stdout).toContain('3 pages annotated');
    expect(stdout).toContain('1 accepted page could not be annotated');
    expect(await report(out)).toMatchObject({ pages: 3, missing: 1, missingBy: { 'not-archived': 1 } });
  });

  it('annotates by each topic that accepted the page, each in its own graph', async () => {
    const out = copyOf(both);
    const { topics, pages } = await report(out);
    expect([topics, pages]).toEqual([['bees', 'other things'], 6]);
    const graphs = new Set(quadsOf(out).map(({ graph }) => graph.value.replace(/.*annotations/, '')));
    expect([...graphs]).toEqual(['/bees', '/other%20things']);
    const validated = await sfwc(['kb', 'validate', '--crawl', path.join(out, ANNOTATIONS)]);
    expect(validated.stdout).toBe('conforms (2 looked at: 2 annotations)\n');
  });

  it('is removed with the crawl', async () => {
    const out = copyOf();
    await report(out);
    const again = ['--web', web, '--seeds', SMALL_SEED, '--out', out, '--force'];
    expect((await sfwc(['crawl', '--kb', kb, '--topic', 'bees', ...again])).code).toBe(0);
    expect(readdirSync(out).filter((name) => name.startsWith('annotations'))).toEqual([]);
  });

  it.each<[string, () => readonly string[], RegExp]>([
    ['a folder without a crawl', () => [bees], /there is no crawl in .*bees/],
    ['no such folder', () => [path.join(root, 'nowhere')], /the folder does not exist/],
    ['a knowledge base that is gone', () => [crawled, '--kb', path.join(root, 'gone')], /gone/],
    ['an unknown topic', () => [crawled, '--topic', 'wasps'], /wasps/],
  ])('refuses %s', async (_, args, message) => {
    const { code, stderr } = await sfwc(['annotate', ...args()]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('    at ');
  });

  it('names the command where annotations are queried that are not there', async () => {
    const { stderr } = await query(crawled, 'SELECT * WHERE { ?s ?p ?o } LIMIT 1');
    expect(stderr).toContain(`write it: sfwc annotate ${crawled}`);
  });
});
