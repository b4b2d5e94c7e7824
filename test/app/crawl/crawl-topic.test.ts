import { beforeAll, describe, expect, it } from '@jest/globals';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { crawlTopic, type CrawlCallbacks } from '../../../src/app/crawl/crawl-topic.js';
import { openKnowledgeBase } from '../../../src/knowledge/places/knowledge-base.js';
import type { CrawlOptions } from '../../../src/app/settings/settings.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import { keepAnswers } from '../../../src/crawling/ratings/ratings-folder.js';
import { iriOfUrl } from '../../../src/support/rdf/sparql-terms.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import type { SampleWeb } from '../../../src/extensions/archives/open-web.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { InputError, UsageError } from '../../../src/model/errors.js';
import type { Bindings } from '../../../src/model/rdf.js';
import { beeTopic, openSmallWeb } from '../../support/bee-topic.js';
import { manualClock } from '../../support/manual-clock.js';
import { SMALL_SEED } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { collected } from '../../support/collected.js';
import { eventLines } from '../../support/crawl-events.js';
import { storePage, storedPages } from '../../support/stored-pages.js';

const { root, kb } = beeTopic();
let web: SampleWeb;
const fresh = placesIn(root);

beforeAll(async () => void (web = await openSmallWeb(root)));

async function crawl(changes: Partial<CrawlOptions> = {}, deps: CrawlCallbacks = {}) {
  // The pages of the small web share most of their text.
  const small = { kb, topic: 'bees', seeds: [SMALL_SEED], concurrency: 1, workers: 1, keepDuplicates: true };
  const options = { ...small, strategy: 'krs' as const, out: fresh(), ...changes };
  const report = await crawlTopic(options, { fetcher: createWebFetcher(web), clock: manualClock(), ...deps });
  return { ...report, events: await eventsOf(report.out) };
}

let shared: ReturnType<typeof crawl> | undefined;

/** A crawl of the whole web with these settings; its results are shared by tests that only read them. */
function wholeCrawl(): ReturnType<typeof crawl> {
  return (shared ??= crawl());
}

function eventsOf(out: string): Promise<CrawlEvent[]> {
  return collected(readEvents(out));
}

/** Path of each event with what became of it. */
function outline(events: readonly CrawlEvent[]): string[] {
  return events.map(({ url, state, code, judgement }) => {
    const { host, pathname } = new URL(url);
    const verdict = judgement === undefined ? code : judgement.accepted ? 'accepted' : 'rejected';
    return `${host.split('.')[0] ?? ''}${pathname} ${state}:${verdict ?? ''}`;
  });
}

async function select(out: string, body: string): Promise<Bindings['rows']> {
  const store = await openKnowledgeBase(kb, [out]);
  const { rows } = await store.select(`PREFIX sfwc: <http://sfwcrawler.com/core#>
    PREFIX prov: <http://www.w3.org/ns/prov#>
    PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> ${body}`);
  return rows;
}

describe('crawlTopic', () => {
  it('brings the pages about the topic and follows their links', async () => {
    const { events, summary } = await wholeCrawl();
    expect(outline(events).sort()).toEqual(
      [
        'bees/ done:accepted',
        'bees/hive done:accepted',
        'bees/queen%7B1%7D done:accepted',
        'bees/hidden/secret skipped:robots-disallowed',
        'bees/missing failed:http-status',
        'bees/picture.png skipped:not-html',
        'bees/markets done:rejected',
        ...outline(events).filter((line) => /honey|old/.test(line)),
        'news/private skipped:no-index',
        'news/behind done:rejected',
      ].sort(),
    );
    // `/old` redirects to the honey page, which the hive page links to: one of the two is judged, the other known.
    expect(outline(events).filter((line) => /accepted/.test(line))).toHaveLength(4);
    // Only the markets page links to it, which was rejected.
    expect(outline(events).at(-1)).toMatch(/behind/);
    expect(summary).toMatchObject({ ended: 'nothing-left', accepted: 4, rejected: 2, secondChoice: 1 });
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
  });

  it('keeps nothing of a page that asks not to be indexed, in none of its files', async () => {
    // This strategy has pages noted, to be replayed when the crawl is resumed.
    const { out, events } = await crawl({ strategy: 'learning' });
    expect(outline(events)).toContain('news/private skipped:no-index');
    const contentOf = (name: string): Promise<string> => readFile(join(out, name), 'latin1');
    expect((await contentOf('frontier.db')).includes('<title>Markets<')).toBe(true);
    for (const name of await readdir(out))
      expect([name, (await contentOf(name)).includes('<title>Private<')]).toEqual([name, false]);
  });

  it('writes accepted pages, events and a description', async () => {
    const { out, events, summary } = await wholeCrawl();
    expect((await readdir(out)).sort()).toEqual([
      'crawl.json',
      'crawl.nq.gz',
      'events.jsonl',
      'frontier.db',
      'frontier.lock',
      'pages.warc',
    ]);
    const accepted = events.filter(({ judgement }) => judgement?.accepted === true);
    const pages = await storedPages(out);
    expect([...pages.keys()]).toEqual(accepted.map(({ url }) => url));
    const seed = pages.get(SMALL_SEED)?.body;
    expect(seed).toEqual(await readFile(join(root, 'web', 'bees.example', 'index.html')));
    const description = JSON.parse(await readFile(join(out, 'crawl.json'), 'utf8')) as { crawl: string };
    const said = { topic: 'bees', seeds: [SMALL_SEED], summary, settings: { concurrency: 1 } };
    expect(description).toMatchObject(said);
    const [row] = await select(out, 'SELECT ?c WHERE { ?c a sfwc:Crawl }');
    expect(row?.['c']?.value).toBe(description.crawl);
  });

  it('says the same in RDF as in its events', async () => {
    const { out, events } = await wholeCrawl();
    const judged = events.filter(({ judgement }) => judgement !== undefined);
    const decisions = await select(
      out,
      'SELECT ?page ?accepted ?score WHERE { ?page sfwc:decision ?d . ?d a sfwc:Decision ; sfwc:accepted ?accepted ; sfwc:score ?score } ORDER BY ?page',
    );
    const found = decisions.map((row) => [
      row['page']?.value,
      row['accepted']?.value,
      Number(row['score']?.value),
    ]);
    expect(found).toEqual(
      judged
        .map(({ url, judgement }): [string, string, number] => [
          iriOfUrl(url),
          String(judgement?.accepted),
          expect.closeTo(judgement?.score ?? NaN, 5) as unknown as number,
        ])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
    const states = await select(out, 'SELECT ?p ?s WHERE { ?p a sfwc:Page ; sfwc:state ?s }');
    expect(states).toHaveLength(events.length);
    for (const { url, judgement } of judged) {
      const evidence = await select(
        out,
        `SELECT ?rank ?noun ?pull WHERE { <${iriOfUrl(url)}> sfwc:decision/sfwc:evidence ?e .
          ?e sfwc:rank ?rank ; nif:anchorOf ?noun ; sfwc:pull ?pull } ORDER BY ?rank`,
      );
      expect(evidence.map((row) => [Number(row['rank']?.value), row['noun']?.value])).toEqual(
        (judgement?.reason.evidence ?? []).map(({ lemma }, index) => [index + 1, lemma]),
      );
      const strengths = evidence.map((row) => Math.abs(Number(row['pull']?.value)));
      expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    }
  });

  it('refuses a folder with results of a crawl, unless it may replace them', async () => {
    const { out } = await crawl({ maxPages: 2 });
    const before = await readFile(join(out, 'events.jsonl'));
    await expect(crawl({ out })).rejects.toBeInstanceOf(InputError);
    expect(await readFile(join(out, 'events.jsonl'))).toEqual(before);
    const again = await crawl({ out, force: true });
    expect(again.events.length).toBeGreaterThan(2);
    expect(await select(out, 'SELECT ?c WHERE { ?c a sfwc:Crawl }')).toHaveLength(1);
  });

  it('refuses wrong settings before it makes a folder', async () => {
    const out = fresh();
    await expect(crawl({ out, topic: 'wasps' })).rejects.toThrow(InputError);
    await expect(crawl({ out, seeds: [] })).rejects.toThrow(UsageError);
    await expect(crawl({ out, seeds: [join(root, 'no-seeds.txt')] })).rejects.toThrow(InputError);
    await expect(crawl({ out, maxPages: 0 })).rejects.toThrow(UsageError);
    await expect(readdir(out)).rejects.toThrow(/ENOENT/);
  });
});

describe('a crawl as a source of a topic', () => {
  it('brings the pages that it accepted, unless people said otherwise, and their answers', async () => {
    const place = join(root, 'added');
    await cp(kb, place, { recursive: true });
    const { out: whole, events } = await wholeCrawl();
    const out = fresh();
    await cp(whole, out, { recursive: true });
    const urls = (accepted: boolean): string[] =>
      events.filter(({ judgement }) => judgement?.accepted === accepted).map(({ url }) => url);
    const [[wrong = '', ...others], [missed = '']] = [urls(true), urls(false)];
    await keepAnswers(out, [
      { by: 'ada', url: wrong, answer: 'no' },
      { by: 'ada', url: missed, answer: 'yes' },
    ]);
    const stored = storePage(out, { url: missed, text: 'Bees.' });
    const written = events.map((event) => (event.url === missed ? { ...event, stored } : event));
    await writeFile(join(out, 'events.jsonl'), eventLines(written));
    const { problems, change } = await buildTopic([out], { topic: 'bees', kb: place, add: true });
    expect(problems).toEqual([]);
    expect(change).toEqual({ added: others.length + 1, replaced: 0, unchanged: 0 });
    const store = await openKnowledgeBase(place);
    const { rows } = await store.select(`PREFIX dcterms: <http://purl.org/dc/terms/>
      PREFIX prov: <http://www.w3.org/ns/prov#>
      SELECT ?id ?crawl { ?d dcterms:identifier ?id ; prov:wasGeneratedBy ?crawl }`);
    const { crawl: iri } = JSON.parse(await readFile(join(out, 'crawl.json'), 'utf8')) as { crawl: string };
    expect(new Set(rows.map(({ id }) => id?.value))).toEqual(new Set([...others, missed]));
    expect(new Set(rows.map(({ crawl: by }) => by?.value))).toEqual(new Set([iri]));
  });
});
