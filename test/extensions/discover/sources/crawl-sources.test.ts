import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CrawlStatus } from '../../../../src/app/crawl/crawl-status.js';
import { crawlTopic } from '../../../../src/app/crawl/crawl-topic.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import type { Clock } from '../../../../src/support/time/clock.js';
import { begin, sfwc, start } from '../../../cli/run.js';
import { beesAndOtherThings } from '../../../support/bee-topic.js';
import { startCdxServer } from '../../../support/cdx-server.js';
import { collected } from '../../../support/collected.js';
import { HIDDEN, MAPPED, startDroughtWeb, type DroughtWeb } from '../../../support/drought-web.js';
import { ended, eventsWithoutTimes } from '../../../support/killed-crawl.js';
import { placesIn } from '../../../support/temporary-folder.js';
import { itInFull } from '../../../support/thorough.js';

const { root, kb } = beesAndOtherThings();
const fresh = placesIn(root);
let web: DroughtWeb;
beforeAll(async () => void (web = await startDroughtWeb()));
beforeEach(() => {
  web.asked.splice(0);
  web.search.asked.splice(0);
  web.search.before = () => false;
  web.onRequest = () => undefined;
});
afterAll(() => web.close());

const PACE = ['--delay', '0', '--concurrency', '1', '--accept', '0.3', '--strategy', 'breadth-first'];
const place = (): readonly string[] => [
  ...['crawl', '--kb', kb, '--topic', 'bees', '--seeds', web.seed, '--connect-to', web.connect, ...PACE],
];
const queriesAsked = (): readonly string[] =>
  web.search.asked.map((asked) => new URL(asked, 'http://x').searchParams.get('q') ?? '');

async function found(out: string): Promise<readonly string[]> {
  const events = await collected(readEvents(out));
  return events.filter(({ judgement }) => judgement?.accepted === true).map(({ url }) => url);
}

describe('sfwc crawl --sources', () => {
  it('finds in a drought what the sitemap and a search engine know, says where it comes from, and counts it', async () => {
    const out = fresh();
    const crawl = await sfwc([...place(), '--out', out, '--sources', 'own', web.search.address]);
    expect(crawl.code).toBe(0);
    expect([...(await found(out))].sort()).toEqual([web.seed, ...MAPPED, ...HIDDEN].sort());
    const events = await collected(readEvents(out));
    const places = new Map(events.map(({ url }, n) => [url, n]));
    // Long before the links are all requested.
    expect(places.get(HIDDEN[0] ?? '')).toBeLessThan(45);
    expect(events[places.get(MAPPED[0] ?? '') ?? 0]).toMatchObject({
      ...{ referrer: 'http://bees.example/map.xml', depth: 1 },
      priority: { reason: expect.stringContaining('sitemap of bees.example') },
    });
    const searched = events[places.get(HIDDEN[0] ?? '') ?? 0];
    expect(searched?.priority?.reason).toMatch(/^search for '.+' at http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(searched?.referrer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/search\?/);
    const quads = gunzipSync(await readFile(path.join(out, 'crawl.nq.gz'))).toString();
    expect(quads).toContain(`"sitemap of bees.example`);
    expect(quads).toContain(`"search for '`);

    const line = /sitemaps and feeds: asked \d times, brought 3 URLs, 3 requested, 3 accepted/;
    expect(crawl.stdout).toMatch(line);
    expect(crawl.stdout).toMatch(
      /search for nouns of the topic at http:\S+: asked .*, brought \d+ URLs, \d+ requested/,
    );
    expect((await sfwc(['status', out])).stdout).toMatch(line);
    const { counts } = JSON.parse((await sfwc(['status', out, '--json'])).stdout) as CrawlStatus;
    expect(counts.sources?.[0]).toMatchObject({
      ...{ source: 'sitemaps and feeds', brought: 3, fetched: 3, accepted: 3 },
    });
  });

  it.each(['/opensearch-rss.xml', '/w/api.php'])('searches by %s', async (protocol) => {
    const out = fresh();
    const engine = `${web.search.address}${protocol}`;
    await sfwc([...place(), '--out', out, '--sources', engine]);
    expect([...(await found(out))].sort()).toEqual([web.seed, ...HIDDEN].sort());
    const [first] = (await collected(readEvents(out))).filter(({ url }) => HIDDEN.includes(url));
    expect(first?.priority?.reason).toMatch(new RegExp(`^search for '.+' at ${engine}$`));
  });

  it('takes nouns of all topics of a crawl', async () => {
    const out = fresh();
    const topics = ['--topic', 'other things'];
    const { code } = await sfwc([...place(), ...topics, '--out', out, '--sources', web.search.address]);
    expect(code).toBe(0);
    expect(await found(out)).toEqual(expect.arrayContaining(HIDDEN));
  });

  it('changes nothing where it is none, and asks nobody who was not named', async () => {
    const [out, without] = [fresh(), fresh()];
    const limit = ['--max-pages', '30'];
    await sfwc([...place(), ...limit, '--out', out, '--sources', 'none']);
    await sfwc([...place(), ...limit, '--out', without]);
    expect(await eventsWithoutTimes(out)).toEqual(await eventsWithoutTimes(without));
    expect([web.search.asked, web.asked.filter((url) => url === `${web.seed}map.xml`)]).toEqual([[], []]);
    expect(JSON.stringify(await sfwc(['status', out, '--json']))).not.toContain('sources');
  });

  it('stays within the scope', async () => {
    const out = fresh();
    await sfwc([...place(), '--out', out, '--scope', 'host', '--sources', 'own', web.search.address]);
    expect([...(await found(out))].sort()).toEqual([web.seed, ...MAPPED].sort());
    expect(web.search.asked.length).toBeGreaterThan(0);
  });

  it('asks a CDX server for more pages of a host', async () => {
    const cdx = await startCdxServer([...MAPPED, 'http://other.example/honey'], 10);
    const out = fresh();
    const named = `${cdx.address}/cdx/search/cdx`;
    const { code } = await sfwc([...place(), '--out', out, '--sources', named]);
    await cdx.close();
    expect([code, cdx.asked.length]).toEqual([0, 1]);
    const events = (await collected(readEvents(out))).filter(({ url }) => MAPPED.includes(url));
    expect(events.map(({ priority, referrer }) => [priority?.reason.split(';')[0], referrer])).toEqual(
      MAPPED.map(() => [`captures of bees.example at ${named}`, named]),
    );
  });

  it('continues after an interruption without asking again what was answered, and loses nothing', async () => {
    const out = fresh();
    const running = begin([...place(), '--out', out, '--sources', 'own', web.search.address]);
    let stopped = false;
    web.onRequest = (url) => {
      // What the search brought waits in the queue.
      if (!HIDDEN.includes(url) || stopped) return;
      stopped = true;
      void running.interrupt();
    };
    expect((await running.ended).code).toBe(130);
    const before = queriesAsked();
    expect(before.length).toBeGreaterThan(0);
    expect((await sfwc(['crawl', '--resume', '--out', out])).code).toBe(0);
    expect([...(await found(out))].sort()).toEqual([web.seed, ...MAPPED, ...HIDDEN].sort());
    expect(web.asked.filter((url) => url === `${web.seed}map.xml`)).toHaveLength(1);
    const repeated = queriesAsked()
      .slice(before.length)
      .filter((query) => before.includes(query));
    expect(repeated).toEqual([]);
  });

  itInFull(
    'does so after kill -9',
    async () => {
      const out = fresh();
      const args = [...place(), '--out', out, '--sources', 'own', web.search.address];
      for (const kill of [1, 2, 3, 4]) {
        const child = start(kill === 1 ? args : ['crawl', '--resume', '--out', out]);
        let left = 2;
        web.onRequest = (url) => {
          if (HIDDEN.includes(url) || MAPPED.includes(url)) left -= 1;
          if (left === 0) child.kill('SIGKILL');
        };
        await ended(child);
      }
      web.onRequest = () => undefined;
      expect((await sfwc(['crawl', '--resume', '--out', out])).code).toBe(0);
      expect([...(await found(out))].sort()).toEqual([web.seed, ...MAPPED, ...HIDDEN].sort());
      expect(web.asked.filter((url) => url === `${web.seed}map.xml`)).toHaveLength(1);
      const queries = queriesAsked().filter(
        (_, n) => new URL(web.search.asked[n] ?? '', 'http://x').searchParams.get('pageno') === '1',
      );
      // A question that was under way at a kill is asked again.
      expect(queries.length - new Set(queries).size).toBeLessThanOrEqual(4);
    },
    60_000,
  );

  it.each([
    [['onw'], "--sources: 'onw' is not a source"],
    [['none', 'own'], '--sources: none does not go together with other sources'],
  ])('refuses %j', async (values, message) => {
    const { code, stderr } = await sfwc([...place(), '--out', fresh(), '--sources', ...values]);
    expect([code, stderr.includes(message)]).toEqual([2, true]);
  });

  it('needs a topic, and a crawl of one process', async () => {
    const plain = ['crawl', '--seeds', web.seed, '--out', fresh(), '--sources', 'own'];
    expect((await sfwc(plain)).stderr).toContain('--sources needs a topic');
    const shared = [
      ...place(),
      '--out',
      fresh(),
      '--sources',
      'own',
      '--frontier',
      'postgres://db/x',
      '--crawl-name',
      'x',
    ];
    expect((await sfwc(shared)).stderr).toContain('--sources does not go together with --frontier');
  });
});

/** A clock that is faster than the machine's, so that a minute passes in a third of a second. */
function fastClock(times: number): Clock {
  const began = Date.now();
  return {
    now: () => began + (Date.now() - began) * times,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, milliseconds / times);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      }),
  };
}

type Hostile = (request: IncomingMessage, response: ServerResponse) => void;
const json = (response: ServerResponse, value: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));

describe('a search engine that', () => {
  const hostile: Readonly<Record<string, readonly [answer: Hostile, warning: RegExp]>> = {
    'answers HTML': [
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>no</html>'),
      /does not answer with search results in JSON/,
    ],
    'answers rubbish': [
      (_, response) => void response.writeHead(200).end(Buffer.from([0, 255, 7, 123, 34, 92])),
      /does not answer with search results in JSON/,
    ],
    'answers with an error': [
      (_, response) => void response.writeHead(500).end(),
      /gave no answer: status 500/,
    ],
    'redirects into the private network': [
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/admin' }).end(),
      /10\.0\.0\.1 is not a public address/,
    ],
    'redirects in a circle': [
      ({ url = '/' }, response) => void response.writeHead(302, { location: url }).end(),
      /redirects/,
    ],
    'breaks off': [(request) => void request.socket.destroy(), /gave no answer/],
    'never answers': [() => undefined, /gave no answer within 60 s/],
    'names the same page for ever': [
      (_, response) => json(response, { results: [{ url: 'http://bees.example/' }] }),
      /it named no new URL 5 times in a row and is dropped/,
    ],
    'names what nobody may fetch': [
      (_, response) =>
        json(response, {
          results: ['javascript:alert(1)', 'file:///etc/passwd', 7, null, { url: {} }].map((url) => ({
            url,
          })),
        }),
      /it named no new URL 5 times|does not answer with search results/,
    ],
  };

  it.each(Object.keys(hostile))(
    '%s is named in warnings and dropped, and the crawl continues',
    async (name) => {
      const [answer, warning] = hostile[name]!;
      const server = createServer(answer);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const warnings: string[] = [];
      const options = {
        ...{ kb, topic: 'bees', seeds: [web.seed], connectTo: [web.connect], out: fresh() },
        ...{ delay: 0, concurrency: 1, workers: 1, accept: '0.3', strategy: 'breadth-first' },
        sources: [address],
      } as const;
      const logger = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
      const { summary } = await crawlTopic(options, { clock: fastClock(400), logger });
      server.closeAllConnections();
      server.close();
      expect([summary.ended, summary.fetched, summary.accepted]).toEqual(['nothing-left', 46, 1]);
      const lines = warnings.filter((line) => line.includes("source 'search for"));
      expect(lines.at(-1)).toMatch(warning);
      expect(lines.at(-1)).toMatch(/and is dropped$/);
      expect(lines.length).toBeLessThanOrEqual(3);
    },
  );
});
