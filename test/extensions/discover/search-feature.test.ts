import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CrawlStatus } from '../../../src/app/crawl/crawl-status.js';
import { crawlTopic } from '../../../src/app/crawl/crawl-topic.js';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { readEvents } from '../../../src/crawling/store/result-folder.js';
import type { Clock } from '../../../src/support/time/clock.js';
import { sfwc, start } from '../../cli/run.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';
import { collected } from '../../support/collected.js';
import { HIDDEN, startDroughtWeb, type DroughtWeb } from '../../support/drought-web.js';
import { ended } from '../../support/killed-crawl.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull, THOROUGH } from '../../support/thorough.js';

const { root, kb, bees, others } = beesAndOtherThings();
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
  ...['crawl', '--kb', kb, '--topic', 'bees', '--seeds', web.seed],
  ...['--set', `connectTo=${web.connect}`, ...PACE],
];
const queriesAsked = (): readonly string[] =>
  web.search.asked.map((asked) => new URL(asked, 'http://x').searchParams.get('q') ?? '');

async function found(out: string): Promise<readonly string[]> {
  const events = await collected(readEvents(out));
  return events.filter(({ judgement }) => judgement?.accepted === true).map(({ url }) => url);
}

describe('sfwc crawl --engine', () => {
  it('finds in a drought what a search engine knows, says where it comes from, and counts it', async () => {
    const out = fresh();
    const crawl = await sfwc([...place(), '--out', out, '--engine', web.search.address]);
    expect(crawl.code).toBe(0);
    expect([...(await found(out))].sort()).toEqual([web.seed, ...HIDDEN].sort());
    const events = await collected(readEvents(out));
    const place0 = events.findIndex(({ url }) => url === HIDDEN[0]);
    // Long before the links are all requested.
    expect(place0).toBeLessThan(45);
    expect(events[place0]?.depth).toBe(1);
    expect(events[place0]?.priority?.reason).toMatch(/^search for '.+' at http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(events[place0]?.referrer).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/search\?/);
    const line = /\d+ searches at http:\S+ brought 6 URLs, 6 requested, 6 accepted/;
    expect(crawl.stdout).toMatch(line);
    expect((await sfwc(['explain', out])).stdout).toMatch(line);
    const { counts } = JSON.parse((await sfwc(['explain', out, '--json'])).stdout) as CrawlStatus;
    expect(counts.searches).toMatchObject({ brought: 6, fetched: 6, accepted: 6 });
  });

  itInFull('asks for the line of the topic first, then for its nouns', async () => {
    const [ofLine, line] = [fresh(), 'Bees: hives, honey, pollination'];
    await buildTopic([bees], { topic: 'bees', kb: ofLine, about: line, background: [others] });
    const crawl = await sfwc([
      ...place().map((word) => (word === kb ? ofLine : word)),
      ...['--out', fresh(), '--engine', web.search.address],
    ]);
    expect(crawl.code).toBe(0);
    const [first, second = ''] = new Set(queriesAsked());
    expect(first).toBe(line);
    expect(second).toBe('bee');
  });

  itInFull(
    'continues after kill -9, and loses nothing',
    async () => {
      const out = fresh();
      const args = [...place(), '--out', out, '--engine', web.search.address];
      for (const kill of [1, 2, 3, 4]) {
        const child = start(kill === 1 ? args : ['crawl', '--resume', '--out', out]);
        let left = 2;
        web.onRequest = (url) => {
          if (HIDDEN.includes(url)) left -= 1;
          if (left === 0) child.kill('SIGKILL');
        };
        await ended(child);
      }
      web.onRequest = () => undefined;
      expect((await sfwc(['crawl', '--resume', '--out', out])).code).toBe(0);
      expect([...(await found(out))].sort()).toEqual([web.seed, ...HIDDEN].sort());
      const queries = queriesAsked().filter(
        (_, n) => new URL(web.search.asked[n] ?? '', 'http://x').searchParams.get('pageno') === '1',
      );
      // A question that was under way at a kill is asked again.
      expect(queries.length - new Set(queries).size).toBeLessThanOrEqual(4);
    },
    60_000,
  );

  it('needs an address without a password, a topic, and a crawl of one process', async () => {
    const engine = ['--engine', web.search.address];
    const secret = await sfwc([...place(), '--out', fresh(), '--engine', 'http://me:pw@a.example/']);
    expect([secret.code, secret.stderr]).toEqual([
      2,
      expect.stringContaining('must not hold a name or a password'),
    ]);
    const plain = await sfwc(['crawl', '--seeds', web.seed, '--out', fresh(), ...engine]);
    expect(plain.stderr).toContain('--engine needs a topic');
    const shared = ['--set', 'frontier=postgres://db/x?crawl=x'];
    const both = await sfwc([...place(), '--out', fresh(), ...engine, ...shared]);
    expect(both.stderr).toContain('--engine does not go together with frontier');
  });
});

/** A clock that is faster than the machine's, so that retries cost no time. */
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
    'redirects into the private network': [
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/admin' }).end(),
      /10\.0\.0\.1 is not a public address/,
    ],
    'never answers': [() => undefined, /gave no answer/],
    'names the same page for ever': [
      (_, response) => json(response, { results: [{ url: 'http://bees.example/' }] }),
      /5 searches in a row found no new URL/,
    ],
    'names what nobody may fetch': [
      (_, response) =>
        json(response, {
          results: ['javascript:alert(1)', 'file:///etc/passwd', 7, null, { url: {} }].map((url) => ({
            url,
          })),
        }),
      /5 searches in a row found no new URL|does not answer with search results/,
    ],
  };

  it.each(Object.keys(hostile).filter((_, at) => THOROUGH || at % 4 === 0))(
    '%s is named in warnings and given up, and the crawl continues',
    async (name) => {
      const [answer, warning] = hostile[name]!;
      const server = createServer(answer);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const warnings: string[] = [];
      const options = {
        ...{ kb, topic: 'bees', seeds: [web.seed], connectTo: [web.connect], out: fresh() },
        ...{ delay: 0, concurrency: 1, workers: 1, accept: '0.3', strategy: 'breadth-first' },
        ...{ engine: address, timeout: 0.2 },
      } as const;
      const logger = { info: () => undefined, warn: (line: string) => void warnings.push(line) };
      const { summary } = await crawlTopic(options, { clock: fastClock(400), logger });
      server.closeAllConnections();
      server.close();
      expect([summary.ended, summary.fetched]).toEqual(['nothing-left', 46]);
      const lines = warnings.filter((line) => line.startsWith('search engine '));
      expect(lines.at(-1)).toMatch(warning);
      expect(lines.at(-1)).toMatch(/; no more searches are made$/);
      expect(lines.length).toBeLessThanOrEqual(3);
    },
  );
});
