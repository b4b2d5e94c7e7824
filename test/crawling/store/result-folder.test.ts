import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createResultFolder,
  holdsResults,
  readEvents,
  reopenResultFolder,
  type ResultFolder,
} from '../../../src/crawling/store/result-folder.js';
import { openCrawlStore } from '../../../src/crawling/store/crawl-store.js';
import { PAGES_FILE } from '../../../src/crawling/store/page-store.js';
import type { CrawlRecord } from '../../../src/crawling/engine/crawl-types.js';
import type { CrawlEvent } from '../../../src/model/crawl-event.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { given } from '../../../src/support/given.js';
import { crawlEvent } from '../../support/crawl-events.js';
import { collected } from '../../support/collected.js';

const root = temporaryFolder();
const fresh = placesIn(root);

function record(sequence: number, accepted: boolean): CrawlRecord {
  const url = `http://a.example/${sequence}`;
  const event = crawlEvent({ sequence, url, depth: 0, score: Number(accepted) });
  return { event, body: new Uint8Array([60, 0xe4, 62]) };
}

/** As the engine does: an accepted page, then its event. */
async function keep(folder: ResultFolder, { event, body }: CrawlRecord): Promise<void> {
  const { url, time: date } = event;
  const page = {
    url,
    date,
    contentType: 'text/html',
    body: body!,
    isMade: false,
    text: 'Title\n\nOne.\n\nTwo.',
  };
  const stored = event.judgement?.accepted === true ? folder.pages.add(page) : undefined;
  await folder.record([{ ...event, ...given({ stored }) }]);
}

async function eventsOf(path: string): Promise<number[]> {
  return (await collected(readEvents(path))).map(({ sequence }) => sequence);
}

describe('createResultFolder', () => {
  it('does not touch an earlier crawl unless forced, and then only its files', async () => {
    const path = fresh();
    const first = await createResultFolder(path);
    await keep(first, record(1, true));
    await first.close();
    await writeFile(join(path, 'notes.txt'), 'mine');

    const refusal: unknown = await createResultFolder(path).catch((thrown: unknown) => thrown);
    expect(refusal).toBeInstanceOf(InputError);
    expect(refusal).toMatchObject({
      message: expect.stringContaining(path),
      hint: expect.stringContaining('--force'),
    });
    expect(await eventsOf(path)).toEqual([1]);

    const second = await createResultFolder(path, { force: true });
    await keep(second, record(7, false));
    await second.close();
    expect(await eventsOf(path)).toEqual([7]);
    expect(await readdir(path)).not.toContain(PAGES_FILE);
    expect(await readFile(join(path, 'notes.txt'), 'utf8')).toBe('mine');
  });

  it('says what cannot be written', async () => {
    const file = fresh();
    await writeFile(file, 'a file, no folder');
    await expect(createResultFolder(file)).rejects.toBeInstanceOf(OutputError);

    const path = fresh();
    const folder = await createResultFolder(path);
    await mkdir(join(path, PAGES_FILE));
    await expect(keep(folder, record(1, true))).rejects.toBeInstanceOf(OutputError);
    await keep(folder, record(2, false));
    expect(await eventsOf(path)).toEqual([2]);
    await folder.close();
  });
});

describe('reopenResultFolder', () => {
  const lines = (from: number, to: number): string[] => {
    const numbers = Array.from({ length: to }, (_, index) => index + 1);
    return numbers.slice(from).map((number) => JSON.stringify(record(number, false).event));
  };

  it.each([
    ['a line that was not finished', 3, '{"sequence":4,"url":"http://a.exam'],
    ['events that the crawl does not know', 3, `${lines(3, 6).join('\n')}\n`],
    ['long lines', 3, `${lines(3, 4).join('')}${' '.repeat(200_000)}`],
    ['events that were not written yet', 6, '{"sequence":4'],
    ['none at all', 0, ''],
  ])('puts the events right: %s', async (_, last, end) => {
    const path = fresh();
    await mkdir(path);
    await writeFile(join(path, 'crawl.nq.gz'), 'of the last run');
    const written = lines(0, Math.min(last, 3)).map((line) => `${line}\n`);
    await writeFile(join(path, 'events.jsonl'), `${written.join('')}${end}`);
    const folder = await reopenResultFolder(path, { sequence: last }, (after) => lines(after, last));
    await folder.record([record(last + 1, false).event]);
    await folder.close();
    expect(await eventsOf(path)).toEqual(Array.from({ length: last + 1 }, (__, index) => index + 1));
    expect(await readdir(path)).not.toContain('crawl.nq.gz');
  });

  it('refuses to go on where events are missing or damaged', async () => {
    const path = fresh();
    await expect(reopenResultFolder(path, { sequence: 5 }, () => lines(4, 5))).rejects.toThrow(
      /lacks events 1 to 5/,
    );
    await writeFile(join(path, 'events.jsonl'), 'nonsense\n');
    await expect(reopenResultFolder(path, { sequence: 5 }, () => [])).rejects.toThrow(InputError);
  });
});

describe('readEvents', () => {
  it('names a damaged line in the middle', async () => {
    const path = fresh();
    await mkdir(path);
    const line = JSON.stringify(record(1, false).event);
    await writeFile(join(path, 'events.jsonl'), `${line}\nnonsense\n${line}\n`);
    await expect(eventsOf(path)).rejects.toThrow(/events\.jsonl:2: not an event/);
  });

  it('has each page once, as it was judged last, with the number and time of its first event', async () => {
    const path = fresh();
    const folder = await createResultFolder(path);
    const event = (sequence: number): CrawlEvent => ({ ...record(sequence, false).event, title: 'Größe 😀' });
    const [first, second] = [event(1), event(2)];
    const again = (sequence: number, title: string): CrawlEvent => ({
      ...{ ...first, sequence, title, time: '2024-02-02T00:00:00.000Z' },
      rejudged: { sequence: 1, time: first.time, accepted: true, threshold: null },
    });
    await folder.record([first, again(3, 'once'), second, again(4, 'twice – ß')]);
    await folder.close();
    const read = await collected(readEvents(path));
    expect(read.map(({ sequence, title, time }) => [sequence, title, time])).toEqual([
      [1, 'twice – ß', first.time],
      [2, 'Größe 😀', second.time],
    ]);
  });
});

it('a crawl that failed before it began leaves no results', async () => {
  const out = join(root, 'not-begun');
  await (await createResultFolder(out)).close();
  const store = openCrawlStore(out);
  store.close();
  expect(await holdsResults(out)).toBe(false);
  const begun = openCrawlStore(out);
  begun.keepPlan({ settings: { maxPages: 3 }, seeds: [], startedAt: 0 });
  begun.close();
  expect(await holdsResults(out)).toBe(true);
});
