import { describe, expect, it } from '@jest/globals';
import { readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { indexArchive, readIndex, type CdxEntry } from '../../../src/web/archive/cdxj.js';
import {
  archiveFileName,
  indexName,
  refuseArchive,
  removeArchive,
  serialOf,
} from '../../../src/web/archive/names.js';
import {
  createArchive,
  reopenArchive,
  type ArchiveOptions,
  type WarcArchive,
} from '../../../src/web/archive/warc-archive.js';
import type { ArchivePlace, Visited } from '../../../src/model/archive.js';
import type { DatedExchange } from '../../../src/model/exchange.js';
import { InputError, OutputError } from '../../../src/model/errors.js';
import { silentLogger } from '../../../src/support/logger.js';
import { checkArchive, checkWarc } from '../../support/check-warc.js';
import { manualClock } from '../../support/manual-clock.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const BEGUN = Date.UTC(2026, 0, 2, 3, 4, 5);
const root = temporaryFolder();
const fresh = placesIn(root);

function optionsFor(out: string, changes: Partial<ArchiveOptions> = {}): ArchiveOptions {
  return {
    out,
    keep: 'all',
    fileBytes: 1_000_000,
    topic: 'diabetes type 2',
    info: { software: 'sfwc/test', isPartOf: 'http://sfwcrawler.com/crawl/1' },
    clock: manualClock(BEGUN),
    logger: silentLogger,
    ...changes,
  };
}

function exchange(url: string, changes: Partial<DatedExchange> = {}): DatedExchange {
  return {
    url,
    request: Buffer.from(`GET ${new URL(url).pathname} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n`),
    head: Buffer.from(
      'HTTP/1.1 200 OK\r\ncontent-TYPE: text/html; charset=utf-8\r\nX-Odd:\u00e9\r\nA: 1\r\nA: 2\r\n\r\n',
      'latin1',
    ),
    body: Buffer.from(`<title>${url}</title>`),
    status: 200,
    contentType: 'text/html; charset=utf-8',
    address: '192.0.2.7',
    time: BEGUN + 123,
    ...changes,
  };
}

function visited(url: string, accepted = true, exchanges = [exchange(url)]): Visited {
  const reason = { kind: 'test', text: 'why\nnot' } as never;
  return {
    entry: { url, depth: 2, referrer: 'http://a.example/', priority: { value: 0.5, reason: 'near\nby' } },
    exchanges,
    outcome: {
      state: 'done',
      judgement: { accepted, score: 1.25, classifier: 'krs', reason },
      checksum: 'c0ffee',
    },
  };
}

async function keep(archive: WarcArchive, ...visits: readonly Visited[]): Promise<ArchivePlace | undefined> {
  for (const visit of visits) await archive.keep(visit, async (begun) => begun());
  return archive.place();
}

const url = (n: number): string => `http://a.example/page-${n}`;

describe('an archive', () => {
  it('holds exchanges as they went over the wire, and what was made of them', async () => {
    const out = fresh();
    const archive = await createArchive(optionsFor(out));
    expect(archive.place()).toBeUndefined();
    const moved = exchange('http://a.example/old', {
      head: Buffer.from('HTTP/1.1 301 Moved\r\nLocation: /page-1\r\n\r\n'),
      body: new Uint8Array(),
      status: 301,
    });
    const packed = exchange(url(1), { body: gzipSync('<title>x</title>') });
    const place = await keep(archive, visited('http://a.example/old', true, [moved, packed]));
    await archive.close();
    const { files, records } = await checkArchive(out);
    expect(files).toEqual(['sfwc-diabetes_type_2-20260102030405-00000.warc.gz']);
    expect(place).toEqual({ file: files[0], length: (await stat(join(out, 'warc', files[0]!))).size });
    expect(records.map(({ type, url, status }) => [type, url, status])).toEqual([
      ['warcinfo', '', undefined],
      ['request', 'http://a.example/old', undefined],
      ['response', 'http://a.example/old', 301],
      ['request', url(1), undefined],
      ['response', url(1), 200],
      ['metadata', 'http://a.example/old', undefined],
    ]);
    expect(records[0]!.block.toString()).toBe(
      'software: sfwc/test\r\nisPartOf: http://sfwcrawler.com/crawl/1\r\n',
    );
    expect(records[0]!.field('WARC-Filename')).toBe(files[0]);
    const response = records[4]!;
    expect(response.block.equals(Buffer.concat([packed.head, packed.body]))).toBe(true);
    expect(response.payload.equals(Buffer.from(packed.body))).toBe(true);
    expect(response.field('WARC-Date')).toBe('2026-01-02T03:04:05.123Z');
    expect(response.field('WARC-IP-Address')).toBe('192.0.2.7');
    expect(response.field('WARC-Concurrent-To')).toBe(records[3]!.id);
    expect(records[3]!.field('WARC-Concurrent-To')).toBe(response.id);
    expect(records[5]!.field('WARC-Refers-To')).toBe(response.id);
    expect(records[5]!.block.toString().split('\r\n')).toEqual([
      'via: http://a.example/',
      'hopsFromSeed: 2',
      'priority: 0.5',
      'priorityReason: near by',
      'state: done',
      'checksum: sha256:c0ffee',
      'accepted: true',
      'score: 1.25',
      'classifier: krs',
      'judgement: {"accepted":true,"score":1.25,"classifier":"krs","reason":{"kind":"test","text":"why\\nnot"}}',
      '',
    ]);
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it('says what is not whole, what failed and what has not changed', async () => {
    const out = fresh();
    const archive = await createArchive(optionsFor(out));
    const cut = exchange(url(1), { truncated: 'length', failure: 'too-large' });
    const same = exchange(url(2), {
      status: 304,
      head: Buffer.from('HTTP/1.1 304 Not Modified\r\nETag: "1"\r\n\r\n'),
      body: new Uint8Array(),
    });
    const again = visited(url(2), true, [same]);
    await keep(archive, visited(url(1), false, [cut]), {
      ...again,
      outcome: { ...again.outcome, code: 'unchanged', capturedAt: '2025-12-01T02:03:04.567Z' },
    });
    await archive.close();
    const { files, records } = await checkArchive(out);
    const [, , first, , , revisit] = records;
    expect([first?.field('WARC-Truncated'), first?.field('X-Sfwc-Failure')]).toEqual(['length', 'too-large']);
    expect(revisit).toMatchObject({ type: 'revisit', status: 304 });
    expect(revisit?.field('WARC-Profile')).toBe(
      'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
    );
    expect(revisit?.field('WARC-Refers-To-Target-URI')).toBe(url(2));
    expect(revisit?.field('WARC-Refers-To-Date')).toBe('2025-12-01T02:03:04.567Z');
    const file = join(out, 'warc', files[0]!);
    expect(await entriesOf(file)).toEqual(await sorted(indexArchive(file)));
  });

  it('keeps what was asked beside pages, with the next page', async () => {
    const out = fresh();
    const archive = await createArchive(optionsFor(out));
    const fetcher = archive.alongside({
      fetch: async (asked, options) => {
        options?.capture?.(asked)(exchange(asked));
        return { url: asked, status: 200, headers: {}, body: new Uint8Array() };
      },
    });
    await fetcher.fetch('http://a.example/robots.txt');
    expect(archive.place()).toBeUndefined();
    await keep(archive, visited(url(1)));
    await archive.close();
    const { records } = await checkArchive(out);
    expect(records.map(({ url }) => url).slice(1, 4)).toEqual([
      'http://a.example/robots.txt',
      'http://a.example/robots.txt',
      url(1),
    ]);
  });

  it('begins another file when one is full, and closes each with its index', async () => {
    const out = fresh();
    const archive = await createArchive(optionsFor(out, { fileBytes: 10_000 }));
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        archive.keep(visited(url(n)), (begun) => {
          begun();
          // While the step is taken, the place is that of its records.
          expect(archive.place()?.length).toBeGreaterThan(1000);
          return Promise.resolve();
        }),
      ),
    );
    await archive.close();
    const { files, records } = await checkArchive(out);
    expect(files.length).toBeGreaterThan(2);
    expect(files.map(serialOf)).toEqual(files.map((_, n) => n));
    expect(records.filter(({ type }) => type === 'warcinfo')).toHaveLength(files.length);
    const kept = records.filter(({ type }) => type === 'response').map((record) => record.url);
    expect(kept.sort()).toEqual(Array.from({ length: 30 }, (_, n) => url(n)).sort());
    for (const name of files) {
      const file = join(out, 'warc', name);
      expect((await stat(file)).size).toBeLessThanOrEqual(10_000);
      const entries = await entriesOf(file);
      expect(entries).toEqual(await sorted(indexArchive(file)));
      const responses = (await checkWarc(file)).filter(({ type }) => type === 'response');
      for (const { offset, length, url: address } of responses)
        expect(entries).toContainEqual(expect.objectContaining({ offset, length, url: address }));
    }
  });

  it('takes back the records of a step that was not taken, and goes on', async () => {
    const out = fresh();
    const archive = await createArchive(optionsFor(out));
    const place = await keep(archive, visited(url(1)));
    const failing = archive.keep(visited(url(2)), (begun) => {
      expect(archive.place()).toEqual(place);
      begun();
      expect(archive.place()).not.toEqual(place);
      throw new OutputError('disk full');
    });
    await expect(failing).rejects.toThrow('disk full');
    expect(archive.place()).toEqual(place);
    await keep(archive, visited(url(3)));
    await archive.close();
    const { files, records } = await checkArchive(out);
    const responses = records.filter(({ type }) => type === 'response').map((record) => record.url);
    expect(responses).toEqual([url(1), url(3)]);
    const file = join(out, 'warc', files[0]!);
    expect((await entriesOf(file)).map((entry) => entry.url)).toEqual(responses);
  });

  it('says when it cannot be written, before the step is taken', async () => {
    const out = fresh();
    await writeFile(out, 'a file');
    await expect(createArchive(optionsFor(out))).rejects.toThrow(OutputError);
    const other = fresh();
    const archive = await createArchive(optionsFor(other));
    await rm(join(other, 'warc'), { recursive: true });
    let steps = 0;
    const step = (): Promise<number> => Promise.resolve((steps += 1));
    const failing = archive.keep(visited(url(1)), step);
    await expect(failing).rejects.toThrow(/cannot write the archive in .*: ENOENT/);
    expect(steps).toBe(0);
  });
});

describe('an archive that goes on', () => {
  it.each([
    ['nothing', ''],
    ['whole records', 'whole'],
    ['a file that was begun', 'file'],
  ])('is cut to where the crawl stood: %s beyond it', async (_, beyond) => {
    const out = fresh();
    const first = await createArchive(optionsFor(out));
    const place = await keep(first, visited(url(1)), visited(url(2)));
    const file = join(out, 'warc', place!.file);
    if (beyond === 'whole') await keep(first, visited(url(3)));
    await first.close();
    const next = archiveFileName('diabetes', BEGUN, 1);
    if (beyond === 'file') await writeFile(join(out, 'warc', next), 'torn');
    const second = await reopenArchive(optionsFor(out), place);
    expect(await readdir(join(out, 'warc'))).toEqual([place!.file]);
    await keep(second, visited(url(3)));
    await second.close();
    const { records } = await checkArchive(out);
    expect(records.filter(({ type }) => type === 'response').map((record) => record.url)).toEqual([
      url(1),
      url(2),
      url(3),
    ]);
    expect(await entriesOf(file)).toEqual(await sorted(indexArchive(file)));
  });

  it('keeps whole records where the end was lost, and warns', async () => {
    const out = fresh();
    const first = await createArchive(optionsFor(out));
    await keep(first, visited(url(1)));
    const place = await keep(first, visited(url(2)));
    await first.close();
    const file = join(out, 'warc', place!.file);
    await truncate(file, place!.length - 10);
    const warnings: string[] = [];
    const logger = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
    const second = await reopenArchive(optionsFor(out, { logger }), place);
    await keep(second, visited(url(3)));
    await second.close();
    expect(warnings).toEqual([expect.stringMatching(/its last \d+ bytes are lost/)]);
    expect((await checkArchive(out)).records.map(({ type }) => type).slice(-5)).toEqual([
      'request',
      'response',
      'request',
      'response',
      'metadata',
    ]);
    await rm(file);
    await expect(reopenArchive(optionsFor(out), place)).rejects.toThrow(InputError);
  });
});

it('removes files of archives by their names, and nothing else', async () => {
  const out = fresh();
  const archive = await createArchive(optionsFor(out));
  await keep(archive, visited(url(1)));
  await archive.close();
  for (const name of ['other.warc.gz', 'notes.txt', 'sfwc-x-2026-00001.warc.gz'])
    await writeFile(join(out, 'warc', name), '');
  await expect(refuseArchive(out)).rejects.toThrow(/already holds the archive/);
  await removeArchive(out);
  expect((await readdir(join(out, 'warc'))).sort()).toEqual([
    'notes.txt',
    'other.warc.gz',
    'sfwc-x-2026-00001.warc.gz',
  ]);
  await refuseArchive(out);
});

async function entriesOf(file: string): Promise<readonly CdxEntry[]> {
  const entries: CdxEntry[] = [];
  for await (const entry of readIndex(indexName(file))) entries.push(entry!);
  return entries;
}

/** By address and time, as they stand in an index. */
async function sorted(entries: Promise<readonly CdxEntry[]>): Promise<readonly CdxEntry[]> {
  const key = ({ urlkey, timestamp }: CdxEntry): string => `${urlkey} ${timestamp}`;
  return [...(await entries)].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

it('has the place of what was recorded last, also while a further capture is written to another file', async () => {
  const archive = await createArchive(optionsFor(fresh(), { fileBytes: 1500 }));
  for (let number = 0; number < 6; number += 1) {
    const before = archive.place();
    let [isOver, isRecorded] = [false, false];
    const keeping = archive
      .keep(visited(`http://a.example/${number}`), (begun) => {
        begun();
        isRecorded = true;
        expect(archive.place()).not.toEqual(before);
        return Promise.resolve();
      })
      .finally(() => (isOver = true));
    while (!isOver) {
      for (let turn = 0; turn < 20 && !isRecorded; turn += 1) {
        expect(archive.place()).toEqual(before);
        await Promise.resolve();
      }
      await new Promise(setImmediate);
    }
    await keeping;
  }
  expect(archive.place()?.file).toMatch(/-0000[1-9]/);
  await archive.close();
});
