import { describe, expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cdxEntry, readCdxLine, readIndex, writeIndex } from '../../../src/web/archive/cdxj.js';
import { archiveFileName, indexName, serialOf } from '../../../src/web/archive/names.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

const entryOf = (url: string, date = '2026-01-02T03:04:05.678Z') =>
  cdxEntry({
    url,
    date,
    mime: 'text/html',
    status: 200,
    digest: 'ABC',
    length: 10,
    offset: 20,
    filename: 'x',
  });

describe('an index', () => {
  it('is sorted by bytes, and read as it was written', async () => {
    const urls = ['http://b.example/', 'http://a.example/z', 'http://a.example/', 'http://a.example/a?b'];
    const entries = urls.flatMap((url) => [entryOf(url, '2026-02-01T00:00:00Z'), entryOf(url)]);
    const file = join(folder, 'x.cdxj');
    await writeIndex(file, entries);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(8);
    expect(lines).toEqual([...lines].sort());
    const read = [];
    for await (const entry of readIndex(file)) read.push(entry);
    expect(read).toEqual(lines.map(readCdxLine));
    expect(read).toEqual(expect.arrayContaining(entries));
    expect(await readdir(folder)).toEqual(['x.cdxj']);
  });

  it('is read whoever wrote it', async () => {
    const file = join(folder, 'foreign.cdxj');
    await writeFile(
      file,
      [
        '!meta {"format": "cdxj"}',
        'org,example)/ 20240101 {"url": "http://example.org/", "length": 5, "offset": 7, "status": "-"}',
        'org,example)/x 20240101000000 {"url": "http://example.org/x", "length": "a", "offset": "7"}',
        'org,example)/y 20240101000000 {"url": 5}',
        'org,example)/z 20240101000000 {"url": "http://exam',
        '',
      ].join('\r\n'),
    );
    const read = [];
    for await (const entry of readIndex(file)) read.push(entry);
    expect(read).toEqual([
      {
        urlkey: 'org,example)/',
        timestamp: '20240101000000',
        url: 'http://example.org/',
        length: 5,
        offset: 7,
        filename: '',
      },
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('names of files', () => {
  it.each([['type 2 / caf\u00e9', 'sfwc-type_2_cafe_-20260102030405-00007.warc.gz']])(
    'say topic, time and number: %s',
    (topic, name) => {
      const made = archiveFileName(topic, Date.UTC(2026, 0, 2, 3, 4, 5), 7);
      expect(made).toBe(name);
      expect([serialOf(made), serialOf(indexName(made)), indexName(made)]).toEqual([
        7,
        7,
        name.replace('.warc.gz', '.cdxj'),
      ]);
    },
  );
});
