import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { classifyPages } from '../../../src/app/classify/classify-pages.js';
import {
  filterArchives,
  type FilteredFile,
} from '../../../src/extensions/archives/filter/filter-archives.js';
import { readArchive } from '../../../src/extensions/archives/filter/filter-file.js';
import { sfwc, start } from '../../cli/run.js';
import { warcRecord, warcResponse } from '../../language/corpus/fixtures.js';
import { beeTopic } from '../../support/bee-topic.js';
import { BEE_HTML, BEE_TEXTS, MARKET_HTML, OTHER_TEXTS } from '../../support/small-corpus.js';
import { itInFull } from '../../support/thorough.js';
import { MAX_PAGE_BYTES } from '../../../src/web/http/read-body.js';

const { root, kb } = beeTopic();
const bees = Object.values(BEE_TEXTS).join('\n\n');
const others = Object.values(OTHER_TEXTS).join('\n\n');
const chunked = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

const html = (text: string): string =>
  `<!doctype html><html lang="en"><title>Page</title><p>${text}</p></html>`;
const conversion = (url: string, text: string): Buffer =>
  warcRecord(
    {
      'WARC-Type': 'conversion',
      'WARC-Target-URI': url,
      'WARC-Record-ID': `<urn:test:${url}>`,
      'WARC-Date': '2024-01-01T00:00:00Z',
      'Content-Type': 'text/plain',
    },
    text,
  );
const RECORDS = [
  warcRecord({ 'WARC-Type': 'warcinfo' }, 'software: test\r\n'),
  warcResponse('http://e.org/bees', BEE_HTML),
  warcRecord({ 'WARC-Type': 'request', 'WARC-Target-URI': 'http://e.org/bees' }, 'GET / HTTP/1.1\r\n\r\n'),
  warcResponse('http://e.org/market', MARKET_HTML),
  warcResponse('http://e.org/packed', gzipSync(html(bees)), {
    headers: 'Content-Type: text/html\r\nContent-Encoding: gzip',
  }),
  warcResponse('http://e.org/chunked', chunked(html(bees)), {
    headers: 'Content-Type: text/html\r\nTransfer-Encoding: chunked',
  }),
  warcResponse('http://e.org/moved', BEE_HTML, { status: '301 Moved' }),
  warcResponse('http://e.org/picture', 'xx', { headers: 'Content-Type: image/png' }),
  warcRecord(
    { 'WARC-Type': 'response', 'WARC-Target-URI': 'dns:e.org', 'Content-Type': 'text/dns' },
    'e.org. 1 IN A 127.0.0.1',
  ),
];

async function write(name: string, records: readonly Buffer[]): Promise<string> {
  const file = join(root, name);
  await writeFile(file, Buffer.concat(records.map((record) => gzipSync(record))));
  return file;
}

async function filter(
  files: readonly string[],
  out: string,
  more: { readonly workers?: number; readonly accept?: string } = {},
): Promise<FilteredFile[]> {
  const found: FilteredFile[] = [];
  const options = { kb, topic: 'bees', out: join(root, out), workers: 1, ...more };
  for await (const one of filterArchives(files, options)) found.push(one);
  return found;
}

/** The members of a gzipped file that begin with a record of this type. */
async function acceptedRecords(file: string): Promise<string[]> {
  return gunzipSync(await readFile(file))
    .toString('latin1')
    .split(/(?=WARC\/1\.\d\r\n)/);
}

/** What reading an archive gives, in order: addresses of pages, and what cannot be read. */
async function itemsOf(file: string): Promise<(string | number)[]> {
  const items: (string | number)[] = [];
  const reading = {
    onRecord: () => undefined,
    onTooLarge: () => void items.push('too-large'),
    onProblem: (offset: number) => void items.push(offset),
  };
  for await (const { url } of readArchive(file, reading)) items.push(url);
  return items;
}

let archive = '';
let wet = '';
beforeAll(async () => {
  archive = await write('a.warc.gz', RECORDS);
  const texts = [bees, others, bees];
  wet = await write(
    'b.warc.wet.gz',
    texts.map((text, index) => conversion(`http://e.org/${index}`, text)),
  );
});

describe('filtering', () => {
  it('copies the accepted records byte for byte, with a row for each', async () => {
    const [done] = await filter([archive], 'copies');
    expect(done).toMatchObject({ state: 'filtered', records: 9, pages: 4, accepted: 3, unreadable: 0 });
    const written = await readFile(join(root, 'copies/a.warc.gz'));
    const source = await readFile(archive);
    for (const index of [1, 4, 5]) {
      const member = gzipSync(RECORDS[index] ?? '');
      expect(source.includes(member)).toBe(true);
      expect(written.includes(member)).toBe(true);
    }
    const records = await acceptedRecords(join(root, 'copies/a.warc.gz'));
    expect(records[0]).toMatch(/WARC-Type: warcinfo[^]*topic: bees/);
    expect(records).toHaveLength(4);
    const { buffer, byteOffset, length } = await readFile(join(root, 'copies/a.parquet'));
    const rows = await parquetReadObjects({
      file: buffer.slice(byteOffset, byteOffset + length),
    });
    expect(rows.map(({ url }) => url as string)).toEqual(
      ['bees', 'packed', 'chunked'].map((name) => `http://e.org/${name}`),
    );
    expect(rows[0]).toMatchObject({ topic: 'bees', source: 'a.warc.gz', date: '2024-01-01T00:00:00Z' });
    expect(rows[0]?.['offset']).toBe(RECORDS[0]?.length);
    expect(rows[0]?.['nouns']).toContain('bee');
  });

  it('gives the verdicts of classify', async () => {
    const name = 'b.warc.wet.gz';
    const accepted: string[] = [];
    for await (const page of classifyPages([join(root, name)], { kb, topic: 'bees', workers: 1 }))
      if (!('error' in page) && page.judgement.accepted) accepted.push(page.url ?? '');
    const [done] = await filter([join(root, name)], `same-${name}`);
    const rows = await acceptedRecords((done as { warc: string }).warc);
    const urls = rows.slice(1).map((record) => /WARC-Target-URI: (\S+)/.exec(record)?.[1]);
    expect(accepted.length).toBeGreaterThan(0);
    expect(urls).toEqual(accepted);
  });

  it('does not read complete files again, and refuses outputs of something else', async () => {
    await filter([archive], 'resumed');
    expect(await filter([archive, wet], 'resumed')).toMatchObject([
      { state: 'already complete', accepted: 3 },
      { state: 'filtered' },
    ]);
    const [other] = await filter([archive], 'resumed', { accept: 'broad' });
    expect(other).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/with other settings/),
    });
    const before = new Date(0);
    await utimes(wet, before, before);
    expect(await filter([wet], 'resumed')).toMatchObject([
      { state: 'failed', error: expect.stringMatching(/made of another file/) },
    ]);
    await rm(join(root, 'resumed/b.warc.wet.filter.json'));
    expect(await filter([wet], 'resumed')).toMatchObject([{ state: 'filtered' }]);
    expect((await readdir(join(root, 'resumed'))).filter((name) => name.includes('partial'))).toEqual([]);
  });
});

describe('damaged archives', () => {
  const page = (name: string): Buffer => warcResponse(`http://e.org/${name}`, BEE_HTML);

  it('skips pages beyond the limit, packed or not, and a bomb', async () => {
    const zeros = Buffer.alloc(4 * MAX_PAGE_BYTES);
    const file = await write('large.warc.gz', [
      warcResponse('http://e.org/large', randomBytes(2 * MAX_PAGE_BYTES)),
      warcResponse('http://e.org/bomb', gzipSync(zeros), {
        headers: 'Content-Type: text/html\r\nContent-Encoding: gzip',
      }),
      page('a'),
    ]);
    expect((await itemsOf(file)).filter((what) => typeof what === 'string')).toEqual([
      'too-large',
      'too-large',
      'http://e.org/a',
    ]);
  });

  it('names files that are no archives, filters the others, and says so by the exit code', async () => {
    const [empty, text] = [join(root, 'empty.warc.gz'), join(root, 'text.warc.gz')];
    await writeFile(empty, '');
    await writeFile(text, 'not an archive\n'.repeat(100));
    const missing = join(root, 'missing.warc.gz');
    const damaged = join(root, 'damaged.warc.gz');
    await writeFile(damaged, Buffer.concat([gzipSync(page('a')), gzipSync(page('b')).subarray(0, 100)]));
    const common = ['--kb', kb, '--topic', 'bees', '--workers', '1', '--json'];
    const out = ['--out', join(root, 'failures')];
    const all = [empty, text, missing, damaged, archive];
    const { code, stdout, stderr } = await sfwc(['filter', ...all, ...common, ...out]);
    expect(code).toBe(1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as FilteredFile);
    expect(lines.map(({ state }) => state)).toEqual(['failed', 'failed', 'failed', 'filtered', 'filtered']);
    expect(stderr).toMatch(/empty\.warc\.gz is not a WARC file/);
    expect(stderr).toMatch(/text\.warc\.gz is not a WARC file/);
    expect(stderr).toMatch(/damaged\.warc\.gz: byte \d+: the gzip data/);
    expect((await sfwc(['filter', damaged, ...common, ...out])).code).toBe(4);
    expect((await sfwc(['filter', archive, ...common, ...out])).code).toBe(0);
  });
});

describe('interruptions', () => {
  itInFull(
    'loses only the files in work when it is killed, and leaves nothing behind',
    async () => {
      const many = Array.from({ length: 3000 }, (_, index) =>
        conversion(`http://e.org/${index}`, `${bees} ${others} ${index}`),
      );
      const large = await write('large.warc.wet.gz', many);
      const out = join(root, 'killed');
      const args = ['filter', archive, large, '--kb', kb, '--topic', 'bees', '--workers', '2', '--out', out];
      const child = start(args);
      for (let tries = 0; tries < 600; tries += 1) {
        if ((await readdir(out).catch((): string[] => [])).includes('a.filter.json')) break;
        await wait(100);
      }
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      const { code, stdout } = await sfwc([...args, '--json']);
      expect(code).toBe(0);
      expect(stdout).toMatch(/"already complete"/);
      expect((await readdir(out)).sort()).toEqual([
        'a.filter.json',
        'a.parquet',
        'a.warc.gz',
        'large.warc.wet.filter.json',
        'large.warc.wet.gz',
        'large.warc.wet.parquet',
      ]);
    },
    180_000,
  );
});
