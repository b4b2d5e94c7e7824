import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { isCrawlFolder, readDescription } from '../../crawling/store/crawl-description.js';
import { endOfEvents, readEvent } from '../../crawling/store/event-file.js';
import { expectEvents, requireNext, RESTORE } from '../../crawling/store/result-folder.js';
import type { CrawlEvent } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { EVENTS, noCrawl, requireCrawl, unreadableCrawl } from '../../support/crawl-folder.js';
import { wholeLines } from '../../support/files/whole-lines.js';
import { sha256 } from '../../support/hash.js';

/** A crawl whose events fill an index: the crawl itself, or a round of a collection. */
export interface Source {
  /** Its place below the folder that is searched; empty for the crawl itself. */
  readonly name: string;
  readonly folder: string;
  readonly topics: readonly string[];
  /** The folder or endpoint of its knowledge base. */
  readonly kb?: string;
}

const schema = z.object({
  topic: z.union([z.string(), z.array(z.string())]).optional(),
  settings: z.object({ kb: z.string().optional() }).optional(),
});

/** The rounds of a collection that `sfwc monitor` keeps. */
const ROUNDS = 'rounds';

/**
 * The crawl in a folder, or the rounds of the collection in it in their order.
 * @throws InputError where there is neither
 */
export async function sourcesIn(out: string): Promise<readonly Source[]> {
  if (!(await isCrawlFolder(out))) {
    const rounds = await readdir(join(out, ROUNDS)).catch((): string[] => []);
    const begun: Source[] = [];
    for (const round of rounds.sort()) {
      const name = join(ROUNDS, round);
      if (await isCrawlFolder(join(out, name))) begun.push(await sourceIn(out, name));
    }
    if (begun.length > 0) return begun;
    requireCrawl(out);
    throw noCrawl(out);
  }
  return [await sourceIn(out, '')];
}

async function sourceIn(out: string, name: string): Promise<Source> {
  const folder = join(out, name);
  const { topic = [], settings } = await readDescription(folder, schema);
  return { name, folder, topics: [topic].flat(), kb: settings?.kb };
}

/** An event with the byte after its line. */
export interface PlacedEvent {
  readonly event: CrawlEvent;
  readonly end: number;
}

/** Lines that say something about accepted pages: judged ones, and what is gone. */
const SPEAKS = /"judgement":\{|"status":4(?:04|10)\b/;

/**
 * The events of a source that say something about accepted pages, judged again ones included, in their order.
 * @param from,to bytes at which lines begin
 * @throws InputError for a damaged line, and where lines are missing
 */
export async function* eventsBetween(
  { folder }: Source,
  from: number,
  to: number,
): AsyncGenerator<PlacedEvent> {
  if (to <= from) return;
  const file = join(folder, EVENTS);
  const { isNumbered } = await expectEvents(folder);
  const { sequence } = await endOfEvents(file, from);
  let [before, end] = [Number(sequence), from];
  try {
    for await (const lines of wholeLines(createReadStream(file, { start: from, end: to - 1 })))
      for (const line of linesOf(lines)) {
        const where = `${file}: the line at byte ${end}`;
        end += line.length + 1;
        const text = line.toString('utf8');
        const event = readEvent(text);
        if (typeof event === 'string')
          throw new InputError(`${where} is not an event of a crawl: ${event}`, { hint: RESTORE });
        if (isNumbered) requireNext(before, event.sequence, where);
        before = event.sequence;
        if (SPEAKS.test(text)) yield { event, end };
      }
  } catch (thrown) {
    throw thrown instanceof InputError ? thrown : unreadableCrawl(folder, EVENTS, thrown);
  }
}

function* linesOf(lines: Buffer): Generator<Buffer> {
  for (let begin = 0; begin < lines.length;) {
    const end = lines.indexOf('\n', begin);
    yield lines.subarray(begin, end);
    begin = end + 1;
  }
}

/** Bytes before a place that tell whether the file is still the same. */
const TAIL = 4096;

/**
 * The bytes of whole lines that the events have.
 * @param warn hears of events that a killed crawl has not written there yet
 * @throws InputError where events are missing
 */
export async function sizeOf(
  { folder }: Source,
  warn: (message: string) => void = () => undefined,
): Promise<number> {
  const { behind } = await expectEvents(folder);
  if (behind.length > 0)
    warn(
      `${folder}: ${behind.length} events of the killed crawl follow with: sfwc crawl --resume --out ${folder}`,
    );
  return (await endOfEvents(join(folder, EVENTS))).bytes;
}

/** A checksum of the bytes before a place in the events; undefined where they are shorter. */
export async function tailAt({ folder }: Source, place: number): Promise<string | undefined> {
  const file = join(folder, EVENTS);
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  return size < place ? undefined : sha256(await bytesOf(file, Math.max(0, place - TAIL), place));
}

async function bytesOf(file: string, begin: number, end: number): Promise<Buffer> {
  if (end <= begin) return Buffer.alloc(0);
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - begin), 0, end - begin, begin);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
