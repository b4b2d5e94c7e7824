import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { WARCRecord, WARCSerializer } from 'warcio';
import { InputError } from '../../../src/model/errors.js';
import { createWebFetcher } from '../../../src/web/stored/fetcher.js';
import { openWarcWeb } from '../../../src/extensions/archives/warc-web.js';
import { writeArchive, type ArchivedResponse } from '../../support/write-archive.js';
import { failureOf } from '../../support/failure-of.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

const archive = (name: string, responses: readonly ArchivedResponse[], gzip: boolean): Promise<string> =>
  writeArchive(join(folder, name), responses, gzip);

const RESPONSES: readonly ArchivedResponse[] = [
  { url: 'http://a.example/', body: '<title>Old</title>' },
  { url: 'http://a.example/old', body: '', statusline: 'HTTP/1.1 301 Moved', headers: { Location: '/' } },
  { url: 'http://a.example/gone', body: 'gone', statusline: 'HTTP/1.1 410 Gone' },
  {
    url: 'https://b.example/x?y=1',
    body: gzipSync('<title>B</title>'),
    headers: { 'Content-Encoding': 'gzip' },
  },
  { url: 'http://a.example/logo.png', body: 'PNG', headers: { 'Content-Type': 'image/png' } },
  { url: 'http://a.example/', body: '<title>New</title>', date: '2024-02-01T00:00:00Z' },
  { url: 'http://a.example/robots.txt', body: 'User-agent: *', headers: { 'Content-Type': 'text/plain' } },
];

describe.each([true, false])('a web out of an archive, gzipped: %s', (gzip) => {
  it('answers with the last capture of each address, as it was on the Web', async () => {
    const file = await archive(gzip ? 'a.warc.gz' : 'a.warc', RESPONSES, gzip);
    const web = await openWarcWeb([file]);
    expect(web.problems).toEqual([]);
    expect([...web.hosts].sort()).toEqual(['a.example', 'b.example']);
    expect([...web.pages].sort()).toEqual([
      'http://a.example/',
      'http://a.example/robots.txt',
      'https://b.example/x?y=1',
    ]);
    const fetcher = createWebFetcher(web);
    const read = async (url: string): Promise<string> => {
      const { url: address, status, headers, body } = await fetcher.fetch(url);
      return `${address} ${status} ${headers['content-type'] ?? ''} ${Buffer.from(body).toString()}`;
    };
    expect(await read('http://a.example/')).toBe('http://a.example/ 200 text/html <title>New</title>');
    expect(await read('http://a.example/old')).toBe('http://a.example/ 200 text/html <title>New</title>');
    expect(await read('http://b.example/x?y=1')).toBe(
      'http://b.example/x?y=1 200 text/html <title>B</title>',
    );
    expect(await read('http://a.example/gone')).toContain('410');
    expect(await read('http://a.example/never')).toContain('404');
  });
});

describe('archives with an index', () => {
  const line = (url: string, offset: number, length: number, mime = 'text/html'): string =>
    `x)/ 20240101000000 ${JSON.stringify({ url, mime, status: '200', offset: String(offset), length, filename: 'x' })}\n`;

  it('are read by it, without being gone through', async () => {
    const file = await archive('indexed.warc.gz', RESPONSES.slice(3, 4), true);
    const record = await readFile(file);
    // Going through the file would meet this, and one more record.
    const before = gzipSync('garbage');
    const after = await readFile(await archive('unnamed.warc.gz', RESPONSES.slice(0, 1), true));
    await writeFile(file, Buffer.concat([before, record, after]));
    const url = 'https://b.example/x?y=1';
    const beyond = before.length + record.length + after.length;
    await writeFile(
      join(folder, 'indexed.cdxj'),
      `${line(url, before.length, record.length)}${line('http://c.example/', beyond, 9)}`,
    );
    const web = await openWarcWeb([file]);
    expect(web.problems).toEqual([
      expect.stringMatching(/indexed\.cdxj: entry 2 does not match the archive/),
    ]);
    expect(web.pages).toEqual([url]);
    expect(Buffer.from((await web.answer(url)).body).toString()).toBe('<title>B</title>');
  });
});

describe('revisits', () => {
  const at = (url: string, fields: Readonly<Record<string, string>>) =>
    WARCRecord.create({
      url,
      date: '2024-03-01T00:00:00Z',
      type: 'revisit',
      statusline: 'HTTP/1.1 200 OK',
      httpHeaders: { 'Content-Type': 'text/html' },
      warcHeaders: fields,
    });

  it('are answered for by what they refer to', async () => {
    const first = await readFile(await archive('first.warc', RESPONSES.slice(0, 1), false));
    const refers = { 'WARC-Refers-To-Target-URI': 'http://a.example/' };
    const records = [
      at('http://a.example/', refers),
      at('http://a.example/copy', refers),
      at('http://a.example/lost', { 'WARC-Refers-To-Target-URI': 'http://a.example/never' }),
      at('http://a.example/unknown', {}),
    ];
    const file = join(folder, 'revisits.warc');
    const packed = await Promise.all(records.map((record) => WARCSerializer.serialize(record)));
    await writeFile(file, Buffer.concat([first, ...packed]));
    const web = await openWarcWeb([file]);
    expect(web.pages).toEqual(['http://a.example/']);
    const fetcher = createWebFetcher(web);
    for (const path of ['', 'copy'])
      expect(Buffer.from((await fetcher.fetch(`http://a.example/${path}`)).body).toString()).toBe(
        '<title>Old</title>',
      );
    for (const path of ['lost', 'unknown'])
      await expect(fetcher.fetch(`http://a.example/${path}`)).rejects.toThrow(/does not have it/);
  });
});

describe('revisits by payload', () => {
  it('have a head of their own, and the body of the capture at the date that they name', async () => {
    const profile = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
    const revisit = (url: string, date: string): WARCRecord => {
      const record = WARCRecord.create(
        {
          ...{ url, date: '2024-03-01T00:00:00Z', type: 'revisit' as const, statusline: 'HTTP/1.1 404 Gone' },
          httpHeaders: { 'Content-Type': 'text/html', 'X-Own': '1' },
          warcHeaders: { 'WARC-Refers-To-Target-URI': 'http://a.example/', 'WARC-Refers-To-Date': date },
        },
        [],
      );
      record.warcHeaders.headers.set('WARC-Profile', profile);
      return record;
    };
    const first = await readFile(await archive('both.warc', [RESPONSES[0]!, RESPONSES[5]!], false));
    const records = [
      revisit('http://a.example/copy', '2024-01-01T00:00:00Z'),
      revisit('http://a.example/undated', '2020-01-01T00:00:00Z'),
    ];
    const file = join(folder, 'payloads.warc');
    const packed = await Promise.all(records.map((record) => WARCSerializer.serialize(record)));
    await writeFile(file, Buffer.concat([first, ...packed]));
    const web = await openWarcWeb([file]);
    const fetcher = createWebFetcher(web);
    const { status, headers, body } = await fetcher.fetch('http://a.example/copy');
    expect([status, headers['x-own'], Buffer.from(body).toString()]).toEqual([
      404,
      '1',
      '<title>Old</title>',
    ]);
    await expect(fetcher.fetch('http://a.example/undated')).rejects.toThrow(/does not have it/);
  });
});

describe('archives that are damaged', () => {
  it.each([
    ['cut.warc.gz', true, 40],
    ['cut.warc', false, 20],
  ])('gives what can be read of %s, and says where that ends', async (name, gzip, missing) => {
    const file = await archive(name, RESPONSES, gzip);
    const whole = await readFile(file);
    await writeFile(file, whole.subarray(0, whole.length - missing));
    const web = await openWarcWeb([file]);
    expect(web.pages).toContain('https://b.example/x?y=1');
    expect(web.problems).toEqual([
      expect.stringMatching(/cut\.warc(?:\.gz)?: byte \d+: the (?:file|gzip data) ends/),
    ]);
  });

  it('refuses a file that was gzipped as a whole, and says what to do', async () => {
    const plain = await readFile(await archive('plain.warc', RESPONSES, false));
    const file = join(folder, 'whole.warc.gz');
    await writeFile(file, gzipSync(plain));
    expect(await failureOf(openWarcWeb([file]))).toMatchObject({
      message: expect.stringContaining('packed as a whole'),
      hint: expect.stringContaining('warcio recompress'),
    });
  });

  it.each([
    ['empty.warc', ''],
    ['words.warc', 'these are no records\n'],
  ])('refuses %s', async (name, content) => {
    const file = join(folder, name);
    await writeFile(file, content);
    await expect(openWarcWeb([file])).rejects.toThrow(InputError);
  });
});
