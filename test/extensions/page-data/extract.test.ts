import { beforeAll, describe, expect, it } from '@jest/globals';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Parser } from 'n3';
import { extractPageData } from '../../../src/extensions/page-data/extract.js';
import type { ExtractionReport } from '../../../src/extensions/page-data/extract.js';
import { openMetadata } from '../../../src/extensions/page-data/kept-metadata.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { Interrupted } from '../../../src/model/errors.js';
import type { PageMetadata } from '../../../src/model/page-metadata.js';
import { writeNQuads } from '../../../src/knowledge/files/nquads-file.js';
import { sfwc } from '../../cli/run.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { writeCrawlFolder } from '../../support/crawl-folder.js';
import { placesIn } from '../../support/temporary-folder.js';

const { root, kb } = beesAndOtherThings();
const place = placesIn(path.join(root, 'crawls'));
const TITLE = 'Bees';
const page = (name: string): string => `http://a.example/${name}`;
const article = (date: string, name: string): string =>
  `<html lang="en"><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': `#${name}`,
    datePublished: date,
    author: { '@type': 'Person', name: 'Ann Bee' },
  })}</script><h1>${TITLE}</h1><p>Bees make honey.`;

/** A crawl of three pages: a dated one, an older one with broken data, and one whose body was not kept. */
function newCrawl(): string {
  const out = place();
  const kept = { title: TITLE, text: 'Bees make honey.' };
  writeCrawlFolder(out, [
    { ...kept, url: page('new'), html: article('2023-05-17', 'new') },
    {
      ...kept,
      url: page('old'),
      html: `${article('2019-01-02', 'old')}<script type="application/ld+json">{"a":</script>`,
    },
    { ...kept, url: page('gone') },
  ]);
  return out;
}

async function extract(out: string, ...options: string[]): Promise<ExtractionReport> {
  const { code, stdout } = await sfwc(['extract', out, ...options, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as ExtractionReport;
}

const dataOf = (out: string): string =>
  gunzipSync(readFileSync(path.join(out, 'page-data.nq.gz'))).toString();

async function metadataIn(out: string): Promise<readonly (PageMetadata | undefined)[]> {
  const pages = await openMetadata(out);
  const found: (PageMetadata | undefined)[] = [];
  for await (const event of readEvents(out)) found.push(await pages.of(event));
  await pages.close();
  return found;
}

describe('sfwc extract', () => {
  it('adds what pages say to the folder, and one line for each that lacks something', async () => {
    const out = newCrawl();
    const { code, stdout, stderr } = await sfwc(['extract', out]);
    expect(code).toBe(0);
    expect(stdout).toContain('2 pages read');
    expect(stdout).toContain('2 with a date of publication, 2 with authors');
    expect(stderr.trim().split('\n')).toEqual([
      `warning: ${page('old')}: left out: JSON-LD 2 is not JSON`,
      `warning: ${page('gone')}: not read: its body was not kept, or is damaged (pages/, --warc)`,
    ]);
    const quads = new Parser({ format: 'N-Quads' }).parse(dataOf(out));
    expect(new Set(quads.map(({ graph }) => graph.value)).size).toBe(3);
  });

  it('keeps what an earlier call has read, unless it is forced', async () => {
    const out = newCrawl();
    const first = await extract(out);
    expect(first).toMatchObject({
      pages: 2,
      pagesBefore: 0,
      missing: 1,
      dated: 2,
      withStatements: 2,
      withProblems: 1,
    });
    const before = dataOf(out);
    expect(await extract(out)).toEqual({ ...first, pagesBefore: 2 });
    expect(await extract(out, '--force')).toEqual(first);
    expect(dataOf(out)).toBe(before);
  });

  it('continues where it was interrupted', async () => {
    const out = newCrawl();
    const stop = new AbortController();
    const broken = extractPageData(
      out,
      {},
      {
        signal: stop.signal,
        onProgress: (done) => {
          if (done === 1) stop.abort();
        },
      },
    );
    await expect(broken).rejects.toThrow(Interrupted);
    await expect(broken).rejects.toThrow('1 of 3 pages are read');
    expect(existsSync(path.join(out, 'page-data.nq.gz'))).toBe(false);
    expect(await extract(out)).toMatchObject({ pages: 2, pagesBefore: 1 });
  });

  it('refuses a folder without a crawl', async () => {
    const { code, stderr } = await sfwc(['extract', place()]);
    expect(code).not.toBe(0);
    expect(stderr).toContain('there is no crawl in');
  });
});

describe('the RDF of pages', () => {
  const out = newCrawl();
  const [crawl, added] = [path.join(out, 'crawl.nq.gz'), path.join(out, 'page-data.nq.gz')];

  beforeAll(async () => {
    await extract(out);
    const judged = `<${page('new')}> <http://sfwcrawler.com/core#decision> <urn:decision> <urn:crawl> .\n`;
    // What tells the graph of a crawl.
    const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
    await writeNQuads(crawl, [
      `<urn:crawl> <${type}> <http://sfwcrawler.com/core#Crawl> <urn:crawl> .\n`,
      judged,
    ]);
  });

  it.each([
    ['of all topics', []],
    ['of one topic', ['--topic', 'bees']],
  ])('is queried together with the judgements, as what the page claims: %s', async (_, topic) => {
    const query = `PREFIX schema: <http://schema.org/> PREFIX dcterms: <http://purl.org/dc/terms/>
      PREFIX prov: <http://www.w3.org/ns/prov#> PREFIX sfwc: <http://sfwcrawler.com/core#>
      SELECT ?page ?issued ?name WHERE { ?page sfwc:decision ?decision ; dcterms:issued ?issued .
        ?graph prov:wasQuotedFrom ?page . GRAPH ?graph { ?article schema:author/schema:name ?name } }`;
    const crawls = ['--crawl', out, '--crawl', added];
    const { code, stdout, stderr } = await sfwc(['query', kb, ...crawls, ...topic, '--format', 'csv', query]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split(/\r?\n/)).toEqual(['page,issued,name', `${page('new')},2023-05-17,Ann Bee`]);
  });

  it('conforms, whatever pages claim', async () => {
    const { code, stdout } = await sfwc(['kb', 'validate', '--crawl', added]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'conforms (1 looked at: 1 page data)\n' });
  });

  it('is missed with the command that writes it', async () => {
    const missing = path.join(newCrawl(), 'page-data.nq.gz');
    const { stderr } = await sfwc(['query', kb, '--crawl', missing, 'SELECT * WHERE { ?s ?p ?o }']);
    expect(stderr).toContain(`write it: sfwc extract ${path.dirname(missing)}`);
  });
});

describe('openMetadata', () => {
  it('gives the same before and after the extraction, and what was extracted where bodies are gone', async () => {
    const out = newCrawl();
    const before = await metadataIn(out);
    expect(before.map((metadata) => metadata?.published?.value)).toEqual([
      '2023-05-17',
      '2019-01-02',
      undefined,
    ]);
    await extract(out);
    expect(await metadataIn(out)).toEqual(before);
    rmSync(path.join(out, 'pages'), { recursive: true });
    expect(await metadataIn(out)).toEqual(before);
  });

  it('reads pages again of which the list is damaged or of another crawl', async () => {
    const out = newCrawl();
    const list = path.join(out, 'page-data.jsonl');
    appendFileSync(list, '{"key":"other","end":0,"result":null}\n{"key":');
    expect((await metadataIn(out))[0]?.published?.value).toBe('2023-05-17');
  });
});

describe('sfwc pages', () => {
  const out = newCrawl();

  it('has what pages say in its formats', async () => {
    const { stdout } = await sfwc(['pages', out]);
    const [first] = stdout.split('\n').map((line) => (line === '' ? {} : (JSON.parse(line) as object)));
    expect(first).toMatchObject({ published: '2023-05-17', authors: ['Ann Bee'] });
    const csv = await sfwc(['pages', out, '--format', 'csv']);
    expect(csv.stdout).toContain(',2023-05-17,');
    expect(csv.stdout).toContain(',Ann Bee,');
    expect(csv.stdout).toContain(',json-ld,0.95,');
    const pages = place();
    await sfwc(['pages', out, '--format', 'markdown', '--to', pages]);
    const files = readdirSync(pages).map((name) => readFileSync(path.join(pages, name), 'utf8'));
    expect(files.filter((text) => text.includes('\npublished: 2023-05-17\n'))).toHaveLength(1);
  });

  it.each([
    ['2019', 2],
    ['2019-02', 1],
    ['2023-05-17', 1],
  ])('keeps pages since %s', async (since, count) => {
    const { stdout } = await sfwc(['pages', out, '--since', since]);
    expect(stdout.trim().split('\n')).toHaveLength(count);
  });

  it('says why there is none, and what a date is', async () => {
    const { stderr } = await sfwc(['pages', out, '--since', '2023-06']);
    expect(stderr).toContain(
      'no accepted page was published since 2023-06; the latest is of 2023-05-17; 1 of 3 pages state no date',
    );
    const wrong = await sfwc(['pages', out, '--since', 'May 2023']);
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).toContain('a year, a month or a day');
  });
});
