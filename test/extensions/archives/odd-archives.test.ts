import { describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import { createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { filesToFilter } from '../../../src/extensions/archives/filter/filter-archives.js';
import { readArchive } from '../../../src/extensions/archives/filter/filter-file.js';
import { warcFormat } from '../../../src/extensions/archives/warc-corpus.js';
import { openWarcWeb } from '../../../src/extensions/archives/warc-web.js';
import { recordReader } from '../../../src/extensions/documents/records.js';
import { readAll } from '../../language/corpus/support.js';
import { warcRecord } from '../../language/corpus/fixtures.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();
const PAGE = '<title>Bees</title><p>Honey bees.';

function record(head: string, { url = 'http://e.org/', fields = {}, block = head + PAGE } = {}): Buffer {
  return warcRecord(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': url,
      'WARC-Date': '2024-01-01T00:00:00Z',
      'Content-Type': 'application/http; msgtype=response',
      ...fields,
    },
    block,
  );
}

const PLAIN = record('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n');
const AFTER = record('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', { url: 'http://e.org/after' });
const withLength = (by: number): Buffer =>
  Buffer.from(
    PLAIN.toString('latin1').replace(
      /Content-Length: (\d+)/,
      (_all, n) => `Content-Length: ${Number(n) + by}`,
    ),
    'latin1',
  );

const HEADS = JSON.parse(readFileSync('test/fixtures/odd-answers.json', 'utf8')) as Record<string, string>;
const BLOCK = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${PAGE}`;
const arcRecord = (url: string): string =>
  `${url} 10.0.0.1 20240101000000 text/html ${BLOCK.length}\n${BLOCK}`;
const ODD: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    Object.entries(HEADS).map(([name, head]) => [
      name,
      record('', { block: head.includes(PAGE) ? head : head + PAGE }),
    ]),
  ),
  'a WARC header whose lines end in LF': Buffer.from(
    PLAIN.toString('latin1').replace(/^[^]*?\r\n\r\n/, (header) => header.replaceAll('\r\n', '\n')),
  ),
  ...Object.fromEntries(
    [-3, -40, 2, 9, 60].map((by) => [`a length that is ${by} bytes off`, withLength(by)]),
  ),
  'an address in angle brackets': record('', { url: '<http://e.org/>', block: BLOCK }),
  'the older format': Buffer.from(
    `filedesc://a.arc 0.0.0.0 20240101000000 text/plain 26\n1 0 Somebody\nURL IP-address\n\n${arcRecord('http://e.org/')}\n${arcRecord('http://e.org/after')}`,
  ),
};

async function readThrice(file: string) {
  const web = await openWarcWeb([file]);
  const byWeb = await Promise.all(web.pages.map(async (url) => [url, text((await web.answer(url)).body)]));
  const byFilter: unknown[] = [];
  const problems = [...web.problems];
  const reading = {
    onRecord: () => undefined,
    onTooLarge: () => problems.push('too large'),
    onProblem: (_offset: number, message: string) => problems.push(message),
  };
  for await (const { url, content } of readArchive(file, reading))
    byFilter.push([url, 'body' in content ? text(content.body) : content.page.text]);
  const corpus = await readAll(recordReader(warcFormat)(file));
  const byCorpus = corpus.documents.map(({ id, title }) => [id, title]);
  return { byWeb, byFilter, byCorpus, problems: [...problems, ...corpus.problems] };
}

const text = (body: Uint8Array): string => Buffer.from(body).toString().trim();
const URLS = ['http://e.org/', 'http://e.org/after'];
const EXPECTED = {
  byWeb: URLS.map((url) => [url, PAGE]),
  byFilter: URLS.map((url) => [url, PAGE]),
  byCorpus: URLS.map((url) => [url, 'Bees']),
  problems: [],
};

describe('an odd archive is read in the same way as a web, by filter and as a corpus', () => {
  it.each(Object.entries(ODD))('%s', async (name, bytes) => {
    const isOlder = name === 'the older format';
    const file = join(folder, `${name.replaceAll(' ', '-')}.${isOlder ? 'arc' : 'warc'}`);
    await writeFile(file, isOlder ? bytes : Buffer.concat([bytes, AFTER]));
    expect(await readThrice(file)).toEqual(EXPECTED);
  });

  it('packed by zstd', async () => {
    // Two records, each a frame by zstandard 0.23.
    const frames = readFileSync('test/fixtures/packed.warc.zst');
    const file = join(folder, 'packed.warc.zst');
    await writeFile(file, frames);
    const { byWeb, byFilter, byCorpus, problems } = await readThrice(file);
    expect(byWeb).toEqual(
      ['1', '2'].map((path) => [`http://z.example/${path}`, expect.stringContaining('Honey')]),
    );
    expect([byFilter, byCorpus.length, problems]).toEqual([byWeb, 2, []]);
    await writeFile(file, frames.subarray(0, 300));
    expect((await readThrice(file)).problems).toContainEqual(
      expect.stringContaining('the zstd data ends or breaks'),
    );
  });
});

describe('revisits', () => {
  const revisit = (url: string, fields: Readonly<Record<string, string>>): Buffer =>
    record('', {
      url,
      block: '',
      fields: { 'WARC-Type': 'revisit', 'WARC-Date': '2024-02-01T00:00:00Z', ...fields },
    });

  it('are found by an address in angle brackets, and by a digest alone', async () => {
    const digest = { 'WARC-Payload-Digest': 'sha1:ABCDEFGH' };
    const file = join(folder, 'revisits.warc');
    const first = record('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', { fields: digest });
    const refers = {
      'WARC-Refers-To-Target-URI': '<http://e.org/>',
      'WARC-Refers-To-Date': '2024-01-01T00:00:00Z',
    };
    await writeFile(
      file,
      Buffer.concat([
        first,
        revisit('http://e.org/named', refers),
        revisit('http://e.org/alike', digest),
        revisit('http://e.org/lost', { 'WARC-Payload-Digest': 'sha1:OTHER' }),
      ]),
    );
    const web = await openWarcWeb([file]);
    for (const path of ['named', 'alike'])
      expect(text((await web.answer(`http://e.org/${path}`)).body)).toBe(PAGE);
    expect((await web.answer('http://e.org/lost')).failure?.message).toMatch(/does not have it/);
  });
});

it('a WACZ file without an index is gone through', async () => {
  const file = join(folder, 'bare.wacz');
  const zip = new ZipFile();
  zip.addBuffer(Buffer.concat([gzipSync(PLAIN), gzipSync(AFTER)]), 'archive/data.warc.gz', {
    compress: false,
  });
  zip.addBuffer(Buffer.from('{}'), 'datapackage.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
  const web = await openWarcWeb([file]);
  expect(web.pages).toEqual(URLS);
  for (const url of URLS) expect(text((await web.answer(url)).body)).toBe(PAGE);
});

it('all archives of a folder are filtered', async () => {
  const below = join(folder, 'many');
  await mkdir(below);
  for (const name of ['b.warc.gz', 'a.arc', 'c.warc.wet.gz', 'd.warc.zst', 'notes.txt'])
    await writeFile(join(below, name), '');
  const names = ['a.arc', 'b.warc.gz', 'c.warc.wet.gz', 'd.warc.zst'].map((name) => join(below, name));
  expect(await filesToFilter([below, 'x.warc'])).toEqual([...names, 'x.warc']);
  await expect(filesToFilter([join(folder, 'many', '..', 'none')])).resolves.toHaveLength(1);
});
