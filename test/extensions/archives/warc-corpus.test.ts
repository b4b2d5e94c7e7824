import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { recordReader } from '../../../src/extensions/documents/records.js';
import { warcFormat } from '../../../src/extensions/archives/warc-corpus.js';
import { corpusReaderContract } from '../../contracts/corpus-reader.js';
import { warcRecord, warcResponse } from '../../language/corpus/fixtures.js';
import { readAll, temporaryFolders, type ReadResult } from '../../language/corpus/support.js';

const createWarcReader = recordReader(warcFormat);

const makeFolder = temporaryFolders();

async function makeFile(name: string, content: Uint8Array): Promise<string> {
  return join(await makeFolder({ [name]: content }), name);
}

async function read(content: Uint8Array, name = 'a.warc', options = {}): Promise<ReadResult> {
  return readAll(createWarcReader(await makeFile(name, content), options));
}

const page = (text: string): string => `<title>T ${text}</title><p>Page ${text}.</p>`;
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const information = warcRecord({ 'WARC-Type': 'warcinfo' }, 'software: test\r\n');

const records = [
  information,
  warcRecord({ 'WARC-Type': 'request', 'WARC-Target-URI': 'http://e.org/a' }, 'GET /a HTTP/1.1\r\n\r\n'),
  warcResponse('http://e.org/a', page('a')),
  warcResponse('http://e.org/packed', gzipSync(page('packed')), {
    headers: 'Content-Type: text/html\r\nContent-Encoding: gzip',
  }),
  warcResponse('http://e.org/brotli', brotliCompressSync(page('brotli')), {
    headers: 'Content-Type: text/html\r\nContent-Encoding: br',
  }),
  warcResponse('http://e.org/chunks', chunked(page('chunks')), {
    headers: 'Content-Type: text/html\r\nTransfer-Encoding: chunked',
  }),
  warcResponse('http://e.org/latin', Buffer.from('<p>Caf\u00e9 au lait', 'latin1'), {
    headers: 'Content-Type: text/html; charset=iso-8859-1',
  }),
  warcResponse('http://e.org/moved', page('moved'), { status: '301 Moved' }),
  warcResponse('http://e.org/picture', 'xx', { headers: 'Content-Type: image/png' }),
  warcResponse('http://e.org/empty', ''),
  warcRecord(
    { 'WARC-Type': 'conversion', 'WARC-Target-URI': 'http://e.org/wet', 'Content-Type': 'text/plain' },
    'A title\n\nThe text of a page.',
  ),
];

const files = new Map<string, Promise<string>>();
const contractFile = (name: string, content: Uint8Array): Promise<string> => {
  const made = files.get(name) ?? makeFile(name, content);
  files.set(name, made);
  return made;
};
corpusReaderContract('the WARC reader', async () =>
  createWarcReader(await contractFile('c.warc', Buffer.concat(records))),
);
corpusReaderContract('the WARC reader on gzip', async () =>
  createWarcReader(await contractFile('c.warc.gz', Buffer.concat(records.map((record) => gzipSync(record))))),
);

describe('createWarcReader', () => {
  it('reads pages and texts, without what carried them, and passes over the rest', async () => {
    const { documents, problems } = await read(Buffer.concat(records));
    expect(documents.map(({ id, text }) => [id, text])).toEqual([
      ['http://e.org/a', 'Page a.'],
      ['http://e.org/packed', 'Page packed.'],
      ['http://e.org/brotli', 'Page brotli.'],
      ['http://e.org/chunks', 'Page chunks.'],
      ['http://e.org/latin', 'Café au lait'],
      ['http://e.org/wet', 'The text of a page.'],
    ]);
    expect(documents[0]).toMatchObject({ title: 'T a', sourceUrl: 'http://e.org/a' });
    expect(documents[5]?.title).toBe('A title');
    expect(problems).toMatchObject([{ kind: 'empty', where: expect.stringMatching(/a\.warc: byte \d+$/) }]);
  });

  it('takes the last capture of an address by its date', async () => {
    const capture = (text: string, date: string, status = '200 OK'): Buffer =>
      warcResponse('http://e.org/', page(text), { date, status });
    const { documents, problems } = await read(
      Buffer.concat([
        capture('old', '2020-01-01T00:00:00Z'),
        capture('new', '2022-01-01T00:00:00Z'),
        capture('middle', '2021-01-01T00:00:00Z'),
        capture('gone', '2023-01-01T00:00:00Z', '404 Not Found'),
      ]),
    );
    expect(documents.map(({ text }) => text)).toEqual(['Page new.']);
    expect(problems).toEqual([]);
  });

  it('tells garbage between records with its place, and reads on', async () => {
    const first = warcResponse('http://e.org/1', page('one'));
    const garbage = Buffer.from('some garbage\nand more of it\n');
    const { documents, problems } = await read(
      Buffer.concat([first, garbage, warcResponse('http://e.org/2', page('two'))]),
    );
    expect(documents.map(({ id }) => id)).toEqual(['http://e.org/1', 'http://e.org/2']);
    expect(problems).toEqual([
      {
        where: expect.stringMatching(new RegExp(`byte ${first.length}$`)),
        message: expect.stringMatching(new RegExp(`^${garbage.length} bytes that are not a WARC record`)),
      },
    ]);
  });

  it('tells a file that is cut off, packed or not', async () => {
    const first = warcResponse('http://e.org/1', page('one'));
    const second = warcResponse('http://e.org/2', page('two'));
    const plain = await read(Buffer.concat([first, second]).subarray(0, first.length + second.length - 20));
    expect(plain.documents.map(({ id }) => id)).toEqual(['http://e.org/1']);
    expect(plain.problems).toEqual([
      {
        where: expect.stringMatching(new RegExp(`byte ${first.length}$`)),
        message: expect.stringMatching(/ends inside a record: \d+ of \d+ bytes/),
      },
    ]);
    const packed = Buffer.concat([gzipSync(first), gzipSync(second).subarray(0, 60)]);
    const cut = await read(packed, 'a.warc.gz');
    expect(cut.documents.map(({ id }) => id)).toEqual(['http://e.org/1']);
    expect(cut.problems).toMatchObject([{ message: expect.stringMatching(/gzip data ends or breaks/) }]);
  });

  it('reports texts above the limit, packed ones too, and no pictures', async () => {
    const large = warcResponse('http://e.org/large', page('x'.repeat(100_000)));
    const bomb = warcResponse('http://e.org/bomb', gzipSync(page('x'.repeat(100_000))), {
      headers: 'Content-Type: text/html\r\nContent-Encoding: gzip',
    });
    const picture = warcResponse('http://e.org/p', 'x'.repeat(100_000), {
      headers: 'Content-Type: image/png',
    });
    const { problems } = await read(Buffer.concat([large, bomb, picture]), 'a.warc', {
      maximumFileBytes: 10_000,
    });
    expect(problems.map(({ message }) => message.split(' ')[0])).toEqual([
      'http://e.org/large:',
      'http://e.org/bomb:',
    ]);
    expect(problems[1]?.message).toMatch(/larger than 10000 bytes/);
  });
});
