/**
 * The control room over a crawl of many pages: memory of the server, and the time of the first look and of a refresh.
 * Options: --events (100000).
 */
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createCrawlView } from '../src/control-room/crawl-view.js';
import { openEventTail } from '../src/control-room/event-tail.js';
import { seededRandom } from '../src/support/random.js';

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } });
const EVENTS = Number(values.events);
/** Of a page, about as many as a classifier names and a page has. */
const [NOUNS, LINKS] = [10, 25];
const BATCH = 1000;

const random = seededRandom(1);
const below = (most: number): number => Math.floor(random() * most);

/** A made-up event of a page: 30,000 hosts of very different sizes, and 20,000 nouns. */
function line(sequence: number): string {
  const host = `http://host${Math.floor(30_000 * random() ** 3)}.example`;
  const score = random() ** 2;
  const judgement = {
    accepted: score >= 0.5,
    score,
    classifier: 'ensemble',
    reason: {
      summary: `${score >= 0.5 ? 'accepted' : 'rejected'}: probability ${score.toFixed(3)}`,
      band: { low: 0.5, high: null },
      evidence: Array.from({ length: NOUNS }, () => {
        const place = below(20_000);
        return { lemma: `noun${place}`, documents: place % 50, idf: 1, pull: random(), mentions: [[3, 9]] };
      }),
    },
  };
  const links = Array.from({ length: LINKS }, () => `${host}/page-${below(EVENTS)}-of-a-site.html`);
  const [url, referrer] = [`${host}/page-${sequence}.html`, links[0]];
  const time = new Date(1.7e12 + 1000 * sequence).toISOString();
  const title = `A page about things, number ${sequence}`;
  const event = { sequence, time, url, state: 'done', depth: 3, fetched: true, referrer, title };
  return `${JSON.stringify({ ...event, judgement, links })}\n`;
}

async function measure(file: string): Promise<void> {
  await writeFile(file, '');
  let sequence = 0;
  const grow = async (count: number): Promise<void> => {
    let text = '';
    for (let end = sequence + count; sequence < end;) text += line((sequence += 1));
    await appendFile(file, text);
  };
  while (sequence < EVENTS) await grow(Math.min(BATCH, EVENTS - sequence));
  const before = memory();
  const [tail, view] = [openEventTail(file), createCrawlView()];
  const read = (): Promise<boolean> => tail.read((event, place) => view.add(event, place));
  print('first look', await seconds(read), 's');
  print('memory of the view', (memory() - before) / 1e6, 'MB');
  await grow(100);
  print('refresh after 100 new events', 1000 * (await seconds(read)), 'ms');
  let size = 0;
  const state = async (): Promise<void> => {
    const found = [view.curve.points(), view.histogram(40), view.reasons(), view.harvest(1000), view.drift()];
    size = JSON.stringify(found).length;
  };
  print('what the overview shows', 1000 * (await seconds(state)), 'ms');
  print('its size', size / 1000, 'kB');
  for (const [name, look] of Object.entries({
    'list of near misses': () => view.list('near'),
    'preview of a threshold': () => view.preview(0.4, 20),
    hosts: () => view.hosts(),
    nouns: () => view.nouns(),
  }))
    print(name, 1000 * (await seconds(async () => void look())), 'ms');
}

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return (performance.now() - begun) / 1000;
}

/** Bytes in use after a collection of garbage. */
function memory(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function print(what: string, value: number, unit: string): void {
  process.stdout.write(`${what.padEnd(32)} ${value.toFixed(1).padStart(8)} ${unit}\n`);
}

if (globalThis.gc === undefined)
  process.stderr.write('memory is inexact without: NODE_OPTIONS=--expose-gc\n');
const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-bench-'));
try {
  await measure(path.join(folder, 'events.jsonl'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
