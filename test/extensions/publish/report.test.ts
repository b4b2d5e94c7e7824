import { beforeAll, expect, it } from '@jest/globals';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { reportCrawl } from '../../../src/extensions/publish/report.js';
import { crawlEvent, eventLines, noun } from '../../support/crawl-events.js';
import { failureOf } from '../../support/failure-of.js';
import { actionLines, takenAction } from '../../support/taken-action.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const EVIL = '<img src=x onerror=alert(1)>"\'&';
const CC = 'https://creativecommons.org/licenses/by/4.0/';
const place = placesIn(temporaryFolder());
const clock = { now: () => Date.parse('2024-05-01T10:00:00Z'), sleep: async () => undefined };

/** A crawl that has ended, in a folder without its queue. */
function crawlOf(events: readonly object[], description: object = {}): string {
  const out = place();
  mkdirSync(out, { recursive: true });
  const summary = {
    ended: 'max-pages',
    queued: 17,
    remaining: { requests: 30, found: 10, left: 6, low: 2, high: 11, recall: 0.625 },
  };
  const begun = {
    crawl: 'urn:crawl',
    topic: 'bees',
    startedAt: '2024-01-01T00:00:00.000Z',
    seeds: ['http://a.example/'],
  };
  writeFileSync(
    join(out, 'crawl.json'),
    JSON.stringify({ ...begun, summary, settings: { delay: 1 }, ...description }),
  );
  writeFileSync(join(out, 'events.jsonl'), eventLines(events as never));
  const actions = [
    takenAction({ kind: 'pace', delay: 0.2 }, { effect: 'paused 0.2 s between requests' }),
    takenAction({ kind: 'block', what: `*${EVIL}` }, { by: EVIL, effect: EVIL }),
    takenAction({ kind: 'pause' }),
    takenAction({ kind: 'pace', delay: 0 }, { refused: true }),
  ];
  writeFileSync(join(out, 'actions.jsonl'), actionLines(actions));
  return out;
}

const accepted = Array.from({ length: 12 }, (_, number) =>
  crawlEvent({
    sequence: number + 1,
    url: `http://a.example/${number}`,
    score: 0.6 + number / 100,
    title: number === 11 ? EVIL : `Page ${number}`,
    evidence: [noun('honey'), noun(EVIL, -1)],
    bytes: 100_000,
    ...(number < 3 ? { rights: { licences: [CC], tdmReserved: true } } : {}),
  }),
);
const events = [
  ...accepted,
  crawlEvent({
    sequence: 13,
    url: 'http://b.example/near',
    score: 0.49,
    title: 'Nearly',
    left: { 'too-deep': 'all' },
    links: ['http://u.example/', 'http://v.example/'],
  }),
  crawlEvent({ sequence: 14, url: 'http://b.example/far', score: 0.1, title: 'Far away' }),
  crawlEvent({
    sequence: 15,
    url: 'http://c.example/',
    state: 'skipped',
    code: 'robots-disallowed',
    fetched: false,
  }),
  crawlEvent({ sequence: 16, url: 'javascript:alert(1)', state: 'failed', code: 'timeout' }),
];

let out: string;
let html: string;
let document: Document;
beforeAll(async () => {
  out = crawlOf(events);
  expect(await reportCrawl(out, {}, { clock })).toMatchObject({
    file: join(out, 'report.html'),
    accepted: 12,
  });
  html = readFileSync(join(out, 'report.html'), 'utf8');
  ({ document } = new JSDOM(html).window);
});

/** The cells of the table with this caption, row by row. */
function rows(caption: string): readonly (readonly string[])[] {
  const table = [...document.querySelectorAll('table')].find((one) => one.caption?.textContent === caption);
  return [...(table?.tBodies[0]?.rows ?? [])].map((row) =>
    [...row.cells].map((cell) => cell.textContent.trim()),
  );
}

it('shows figures, hosts, nouns, what was missed, and what changed while the crawl ran', () => {
  const figures = [...document.querySelectorAll('.figures div')].map((one) => one.textContent);
  expect(figures).toEqual([
    'accepted pages12',
    'requests15',
    'accepted per request80.0 %',
    'hosts with accepted pages1',
    'estimated share found62.5 %',
    'URLs not requested17',
    'received1.2 MB',
  ]);
  expect(document.querySelector('main > p')?.textContent).toContain('max-pages');
  expect(rows('Hosts with the most accepted pages')[0]).toEqual(['a.example', '12', '12', '100.0 %']);
  expect(rows('Nouns that spoke for the most accepted pages')).toEqual([['honey', '12']]);
  expect(rows('URLs that were skipped or failed').map(([code]) => code)).toEqual([
    'robots-disallowed',
    'timeout',
  ]);
  expect(document.body.textContent).toContain(
    'An estimated 6 relevant pages were left (90 % interval: 2 to 11)',
  );
  const time = '2024-01-01T00:00:10.000Z';
  expect(rows('Settings')).toContainEqual(['delay', '1']);
  expect(rows('Changes while the crawl ran')).toEqual([
    [time, 'paused 0.2 s between requests', 'ada'],
    [time, EVIL, EVIL],
  ]);
});

it('shows the best pages', () => {
  const titles = [...document.querySelectorAll('ol .title')].map((title) => title.textContent);
  expect(titles).toEqual([EVIL, 'Page 10', 'Page 9', 'Page 8', 'Page 7']);
});

it('loads nothing, runs nothing, and escapes what comes from the Web', () => {
  expect(document.querySelectorAll('script, img, link, iframe, object, [src], [onerror]')).toHaveLength(0);
  expect(html).not.toContain('<img');
  expect(document.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  for (const link of document.querySelectorAll('a')) expect(link.getAttribute('href')).toMatch(/^https?:/);
});

it('refuses a folder without a crawl', async () => {
  expect(await failureOf(reportCrawl(place()))).toHaveProperty(
    'message',
    expect.stringContaining('there is no crawl in'),
  );
});
