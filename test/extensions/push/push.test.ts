import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pageTextFile } from '../../../src/crawling/store/page-files.js';
import { documentId } from '../../../src/extensions/push/push-documents.js';
import { push, type PushHow, type PushReport } from '../../../src/extensions/push/push.js';
import { stateFile } from '../../../src/extensions/push/push-state.js';
import { Interrupted } from '../../../src/model/errors.js';
import type { Stated } from '../../../src/model/page-metadata.js';
import { lineLogger } from '../../../src/support/logger.js';
import { sfwc } from '../../cli/run.js';
import { startBulkServer, type BulkServer } from '../../support/bulk-server.js';
import { crawlEvent, eventLines, noun } from '../../support/crawl-events.js';
import { writeCrawlFolder, type KeptPage } from '../../support/crawl-folder.js';
import { failureOf } from '../../support/failure-of.js';
import { manualClock } from '../../support/manual-clock.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
let [out, to] = ['', ''];
let server: BulkServer;

const page = (path: string, text: string, event: KeptPage['event'] = {}): KeptPage => ({
  url: `http://a.example/${path}`,
  title: `Page ${path}`,
  text,
  event,
});

const PAGES = [
  page('one', 'Bees make honey.\n\nThe queen "lays" eggs.', {
    evidence: [noun('honey', 2), noun('price', -1)],
    finalUrl: 'https://www.a.example/one',
  }),
  page('two', 'A hive of bees.'),
  page('three', 'Wax.'),
  page('rejected', 'Nothing.', { score: 0.1 }),
];

beforeEach(async () => {
  server = await startBulkServer();
  [out, to] = [place(), `${server.url}/bees`];
  writeCrawlFolder(out, PAGES);
});
afterEach(() => server.close());

const idOf = (path: string): string => documentId(`http://a.example/${path}`);
const documents = () => server.indexes.get('bees')?.documents ?? new Map<string, object>();
const bulks = (): readonly string[] =>
  server.asked.filter(({ path }) => path.endsWith('/_bulk')).map(({ body }) => body);
const counts = ({ pages, sent, unchanged, deleted, failed }: PushReport) => ({
  pages,
  sent,
  unchanged,
  deleted,
  failed,
});

/** A push with a clock whose pauses take no time, and what it said. */
async function pushed(
  how: PushHow = {},
): Promise<PushReport & { readonly said: string; readonly slept: number }> {
  const clock = manualClock();
  const begun = clock.now();
  let said = '';
  const logger = lineLogger((line) => (said += line));
  const report = await push(out, { to }, { clock, logger, ...how });
  return { ...report, said, slept: clock.now() - begun };
}

function later(path: string, score: number, text?: string): void {
  const url = `http://a.example/${path}`;
  // The former event, of which only the acceptance is looked at.
  const rejudged = { sequence: 2, time: '2024-01-01T00:00:00.000Z', accepted: true, threshold: 0.5 };
  const event = crawlEvent({
    ...{ sequence: 9, time: '2024-02-01T00:00:00.000Z', url, title: `Page ${path}`, score },
    ...(text === undefined ? { rejudged } : {}),
  });
  if (text !== undefined) writeFileSync(pageTextFile(out, url), `Page ${path}\n\n${text}\n`);
  appendFileSync(join(out, 'events.jsonl'), eventLines([event]));
}

describe('a push', () => {
  it('makes the index, and sends a document for each accepted page', async () => {
    const report = await pushed();
    expect(report).toMatchObject({ to, created: true, unreadable: 0, failures: [] });
    expect(counts(report)).toEqual({ pages: 3, sent: 3, unchanged: 0, deleted: 0, failed: 0 });
    expect(documents().size).toBe(3);
    expect(documents().get(idOf('one'))).toMatchObject({
      url: 'https://www.a.example/one',
      title: 'Page one',
      host: 'www.a.example',
      topic: ['bees'],
      score: 0.75,
      accepted_at: '2024-01-01T00:00:00.000Z',
      crawl: 'urn:crawl',
      nouns: [
        { lemma: 'honey', iri: 'http://dbpedia.org/resource/honey', weight: 2 },
        { lemma: 'price', iri: 'http://dbpedia.org/resource/price', weight: -1 },
      ],
      text: 'Bees make honey.\n\nThe queen "lays" eggs.',
    });
  });

  it('sends what pages state of themselves, as the crawl or `sfwc extract` has read it', async () => {
    const stated = <T>(value: T): Stated<T> => ({ value, source: 'json-ld', confidence: 0.9 });
    const metadata = {
      published: stated('2024-03'),
      authors: stated(['Ada']),
      site: stated('Bee news'),
      licence: stated('https://creativecommons.org/licenses/by/4.0/'),
    };
    writeCrawlFolder(out, [page('one', 'Bees.', { metadata }), page('two', 'Wax.')]);
    await pushed();
    expect(documents().get(idOf('one'))).toMatchObject({
      published: '2024-03',
      authors: ['Ada'],
      site: 'Bee news',
      licence: 'https://creativecommons.org/licenses/by/4.0/',
    });
    expect(documents().get(idOf('two'))).not.toHaveProperty('published');
    expect(server.indexes.get('bees')?.mappings).toMatchObject({
      properties: { published: { type: 'date', ignore_malformed: true } },
    });
  });

  it('sends nothing twice', async () => {
    await pushed();
    const report = await pushed();
    expect(report.created).toBe(false);
    expect(counts(report)).toEqual({ pages: 3, sent: 0, unchanged: 3, deleted: 0, failed: 0 });
    expect([bulks().length, documents().size]).toEqual([1, 3]);
    // Without what it knows of the first push, it makes no doubles.
    rmSync(stateFile(out, to));
    expect(counts(await pushed())).toMatchObject({ sent: 3 });
    expect(documents().size).toBe(3);
  });

  it('sends what has changed, and deletes what is not accepted any more', async () => {
    await pushed();
    later('two', 0.1);
    later('three', 0.8);
    later('four', 0.9, 'New.');
    expect(counts(await pushed())).toEqual({ pages: 3, sent: 2, unchanged: 1, deleted: 1, failed: 0 });
    expect([...documents().keys()].sort()).toEqual(['one', 'three', 'four'].map(idOf).sort());
    expect(documents().get(idOf('three'))).toMatchObject({
      score: 0.8,
      accepted_at: '2024-01-01T00:00:00.000Z',
      fetched_at: '2024-01-01T00:00:00.000Z',
    });
    expect(documents().get(idOf('four'))).toMatchObject({ accepted_at: '2024-02-01T00:00:00.000Z' });
    expect(counts(await pushed())).toMatchObject({ sent: 0, deleted: 0 });
  });

  it('deletes the pages of a crawl whose place another one has taken', async () => {
    await pushed();
    writeCrawlFolder(out, [page('other', 'Other.')]);
    expect(counts(await pushed())).toMatchObject({ pages: 1, sent: 1, deleted: 3 });
    expect([...documents().keys()]).toEqual([idOf('other')]);
  });

  it('counts a page that is gone already as deleted', async () => {
    await pushed();
    later('two', 0.1);
    documents().delete(idOf('two'));
    expect(counts(await pushed())).toMatchObject({ deleted: 1, failed: 0 });
  });

  it('sends everything to an index that was made again', async () => {
    await pushed();
    (server.indexes as Map<string, unknown>).delete('bees');
    expect(await pushed()).toMatchObject({ created: true, sent: 3, unchanged: 0 });
  });

  it('keeps pages whose text cannot be read now', async () => {
    await pushed();
    rmSync(pageTextFile(out, 'http://a.example/two'));
    const report = await pushed();
    expect(report).toMatchObject({ unreadable: 1, deleted: 0, unchanged: 2 });
    expect(report.said).toContain('http://a.example/two: its text cannot be read');
    expect(documents().size).toBe(3);
  });
});

describe('batches', () => {
  it('have at most 500 documents', async () => {
    writeCrawlFolder(
      out,
      Array.from({ length: 501 }, (_, number) => page(`p${number}`, 'Bees.')),
    );
    expect(await pushed()).toMatchObject({ sent: 501 });
    expect(bulks().map((body) => body.split('\n').length - 1)).toEqual([1000, 2]);
  });

  it('have at most 5 MB', async () => {
    writeCrawlFolder(
      out,
      Array.from({ length: 4 }, (_, number) => page(`p${number}`, 'x'.repeat(2_000_000))),
    );
    expect(await pushed()).toMatchObject({ sent: 4 });
    expect(bulks()).toHaveLength(2);
  });

  it('are halved where a server finds them too large; a page that is too large alone is told', async () => {
    server.maxBytes = 2000;
    writeCrawlFolder(out, [...PAGES, page('large', 'y'.repeat(3000)), page('last', 'Last.')]);
    const report = await pushed();
    expect(counts(report)).toMatchObject({ sent: 4, failed: 1 });
    expect(report.failures).toEqual([
      { url: 'http://a.example/large', id: idOf('large'), status: 413, reason: 'too large' },
    ]);
  });
});

describe('a server that is busy', () => {
  it('is asked again after the time that it names', async () => {
    server.faults.push(
      undefined,
      undefined,
      { status: 429, headers: { 'Retry-After': '7' } },
      { status: 503 },
    );
    const { said, slept, sent } = await pushed();
    expect(sent).toBe(3);
    expect(bulks()).toHaveLength(3);
    expect(slept).toBeGreaterThanOrEqual(7000);
    expect(said).toMatch(/status 429; asked again in 7\.0 s/);
  });

  it('gets single pages again that it could not take', async () => {
    let turns = 2;
    server.refuse = (id) =>
      id === idOf('two') && (turns -= 1) >= 0
        ? { status: 429, type: 'es_rejected_execution_exception', reason: 'queue full' }
        : undefined;
    const { sent, failed, said } = await pushed();
    expect([sent, failed]).toEqual([3, 0]);
    expect(
      bulks()
        .slice(1)
        .map((body) => body.split('\n').length - 1),
    ).toEqual([2, 2]);
    expect(said).toContain('1 of 3 pages not taken (status 429); sent again in 0.5 s');
  });

  it('ends the push in the end, and the next one continues', async () => {
    writeCrawlFolder(
      out,
      Array.from({ length: 1100 }, (_, number) => page(`p${number}`, 'Bees.')),
    );
    server.faults.push(
      undefined,
      undefined,
      undefined,
      ...Array.from({ length: 6 }, () => ({ status: 503 })),
    );
    expect(await failureOf(pushed())).toMatchObject({
      name: 'InputError',
      message: expect.stringContaining('/bees/_bulk answered with status 503'),
      hint: expect.stringContaining('push again'),
    });
    expect(documents().size).toBe(500);
    expect(counts(await pushed())).toEqual({ pages: 1100, sent: 600, unchanged: 500, deleted: 0, failed: 0 });
    expect(documents().size).toBe(1100);
  });
});

describe('failures', () => {
  it('of single pages are told by their address, and sent again by the next push', async () => {
    server.refuse = (id) =>
      id === idOf('two')
        ? { status: 400, type: 'document_parsing_exception', reason: 'failed to parse field [score]' }
        : undefined;
    const report = await pushed();
    expect(counts(report)).toMatchObject({ sent: 2, failed: 1 });
    expect(report.said).toContain(
      'http://a.example/two: not taken: status 400: document_parsing_exception: failed to parse field [score]',
    );
    server.refuse = () => undefined;
    expect(counts(await pushed())).toMatchObject({ sent: 1, unchanged: 2 });
  });

  it.each([
    ['a page', { status: 200, body: '<html>' }, 'gave no answer of the bulk interface'],
    ['an answer with too few outcomes', { status: 200, body: '{"items":[]}' }, 'gave no answer of the bulk'],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:1/' } }, 'answered with status 302'],
  ])('of the server are told: %s', async (_, fault, message) => {
    server.faults.push(undefined, undefined, fault);
    expect(await failureOf(pushed())).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('are a server that is not there, and a folder without a crawl', async () => {
    to = 'http://127.0.0.1:1/bees';
    expect(await failureOf(pushed())).toMatchObject({
      message: expect.stringMatching(/127\.0\.0\.1:1\/bees cannot be reached: .*tried 3 times/),
      hint: expect.stringContaining('push again'),
    });
    out = place();
    expect(await failureOf(pushed())).toMatchObject({
      message: expect.stringContaining('there is no crawl in'),
    });
  });

  it('are a state that is damaged', async () => {
    for (const text of ['{', '{"version":1}', '{"version":1,"to":"http://other.example/i","pages":{}}']) {
      writeFileSync(stateFile(out, to), text);
      expect(await failureOf(pushed())).toMatchObject({
        message: expect.stringContaining(`${stateFile(out, to)} cannot be read`),
        hint: expect.stringContaining('remove it'),
      });
    }
  });

  it('end with what was sent before Ctrl-C', async () => {
    writeCrawlFolder(
      out,
      Array.from({ length: 600 }, (_, number) => page(`p${number}`, 'Bees.')),
    );
    const stopping = new AbortController();
    const reason = new Interrupted();
    const stop = (): void => stopping.abort(reason);
    expect(await failureOf(pushed({ signal: stopping.signal, onProgress: stop }))).toBe(reason);
    expect(counts(await pushed())).toMatchObject({ sent: 100, unchanged: 500 });
  });
});

describe('credentials', () => {
  const refusal = (options: Parameters<typeof push>[1]) => failureOf(push(out, options));

  it.each([
    [{ to: 'https://me:secret@search.example/bees' }, 'the address holds credentials'],
    [
      { to: 'http://search.example/bees', pushUser: 'me', pushPassword: 'x' },
      'http would send the credentials readably',
    ],
    [{ to: 'http://search.example/bees', pushToken: 'x' }, 'http would send the credentials readably'],
    [{ to: 'https://search.example/' }, 'is not the address of an index'],
    [{ to: 'https://search.example/Bees' }, 'is not the address of an index'],
    [{ to: 'https://search.example/_all' }, 'is not the address of an index'],
    [{ to: 'https://search.example/bees?refresh=true' }, 'is not the address of an index'],
    [{ to: 'bees' }, 'is not a web address'],
  ])('%#: are not given away, and addresses are those of an index', async (options, message) => {
    const failure = await refusal(options);
    expect(failure).toMatchObject({ name: 'UsageError', message: expect.stringContaining(message) });
    expect(JSON.stringify(failure)).not.toContain('secret');
  });

  it.each([
    [
      { pushUser: 'me', pushPassword: 'pass:word' },
      `Basic ${Buffer.from('me:pass:word').toString('base64')}`,
    ],
    [{ pushToken: 'abc' }, 'Bearer abc'],
    [{ pushToken: 'ApiKey abc==' }, 'ApiKey abc=='],
  ])('%#: are sent with each request', async (options, authorization) => {
    server.authorization = authorization;
    expect(await push(out, { to, ...options })).toMatchObject({ sent: 3 });
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([authorization]),
    );
    expect(readFileSync(stateFile(out, to), 'utf8')).not.toMatch(/abc|pass/);
  });

  it('that are missing are named', async () => {
    server.authorization = 'Bearer abc';
    expect(await failureOf(pushed())).toMatchObject({
      message: expect.stringContaining('answered with status 401'),
      hint: expect.stringContaining('SFWC_PUSH_TOKEN'),
    });
  });
});

describe('sfwc push', () => {
  it('takes credentials from the environment, and says what it did', async () => {
    server.authorization = 'Bearer abc';
    const environment = { SFWC_PUSH_TOKEN: 'abc' };
    const first = await sfwc(['push', out, '--to', to], { environment });
    expect([first.code, first.stdout]).toEqual([
      0,
      `made the index\n3 accepted pages to ${to}: 3 sent, 0 unchanged, 0 deleted\n`,
    ]);
    const again = await sfwc(['push', out, '--to', to, '--json'], { environment });
    expect(JSON.parse(again.stdout)).toMatchObject({ to, created: false, pages: 3, unchanged: 3 });
    expect(readdirSync(out).filter((name) => name.startsWith('push-'))).toHaveLength(1);
    server.refuse = () => ({ status: 400, type: 'x', reason: 'y' });
    later('two', 0.9);
    const failed = await sfwc(['push', out, '--to', to], { environment });
    expect([failed.code, failed.stderr]).toEqual([
      1,
      expect.stringContaining('http://a.example/two: not taken'),
    ]);
  });

  it('has no option for credentials', async () => {
    const { code, stderr } = await sfwc(['push', out, '--to', to, '--push-token', 'abc']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('SFWC_PUSH_TOKEN')]);
  });
});

describe('a monitored collection', () => {
  const round = (number: number, pages: readonly KeptPage[]): void =>
    writeCrawlFolder(join(out, 'rounds', `000${number}`), pages);
  const texts = (): readonly unknown[] =>
    [...documents().values()].map((document) => (document as { readonly text?: unknown }).text).sort();

  beforeEach(() => {
    out = place();
    round(1, [
      page('same', 'Same.'),
      page('changed', 'Before.'),
      page('gone', 'Gone.'),
      page('silent', 'Silent.'),
    ]);
  });

  it('is pushed as a whole: changed pages are sent, and gone and rejected ones deleted', async () => {
    expect(counts(await pushed())).toMatchObject({ pages: 4, sent: 4 });
    const time = '2024-02-01T00:00:00.000Z';
    round(2, [
      page('same', 'Same.', { time, code: 'unchanged' }),
      page('changed', 'After.', { time }),
      page('new', 'New.', { time }),
    ]);
    const failed = [
      crawlEvent({ sequence: 8, url: 'http://a.example/gone', state: 'failed', status: 404 }),
      crawlEvent({ sequence: 9, url: 'http://a.example/silent', state: 'failed', code: 'timeout' }),
    ];
    appendFileSync(join(out, 'rounds', '0002', 'events.jsonl'), eventLines(failed));
    expect(counts(await pushed())).toEqual({ pages: 4, sent: 2, unchanged: 2, deleted: 1, failed: 0 });
    expect(texts()).toEqual(['After.', 'New.', 'Same.', 'Silent.']);
    round(3, [page('new', 'New.', { score: 0.1 })]);
    expect(counts(await pushed())).toEqual({ pages: 3, sent: 0, unchanged: 3, deleted: 1, failed: 0 });
    expect(texts()).toEqual(['After.', 'Same.', 'Silent.']);
  });

  it('needs a round', async () => {
    rmSync(join(out, 'rounds'), { recursive: true });
    expect(await failureOf(push(out, { to }, {}))).toMatchObject({ name: 'InputError' });
  });
});
