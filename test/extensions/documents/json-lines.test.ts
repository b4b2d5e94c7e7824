import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createJsonLinesReader } from '../../../src/extensions/documents/records.js';
import type { CorpusReader } from '../../../src/model/document.js';
import { InputError } from '../../../src/model/errors.js';
import { corpusReaderContract } from '../../contracts/corpus-reader.js';
import { readAll, temporaryFolders } from '../../language/corpus/support.js';

const makeFolder = temporaryFolders();

async function makeFile(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(await makeFolder({}), name);
  await writeFile(file, content);
  return file;
}

const sample = [
  '\uFEFF{"id": "one", "title": " First\\n thing ", "text": "First thing\\n\\nA te\u0301xt.", "language": "EN", "url": "http://e.org/1#x"}',
  '',
  '{"text": "No id or title."}',
  '{"id": 7, "text": "A number as id.\\r\\n"}',
  '{"id": "broken", "text": ',
  '[1, 2]',
  '{"id": "none", "body": "x", "title": "t"}',
  '{"id": "one", "text": "Same id again."}',
  '{"id": "blank", "text": "  ... "}',
  '{"id": "last", "text": "No line end after this."}',
].join('\n');

const files = new Map<string, Promise<string>>();
async function sampleReader(name: string, content: string | Uint8Array): Promise<CorpusReader> {
  const file = files.get(name) ?? makeFile(name, content);
  files.set(name, file);
  return createJsonLinesReader(await file);
}

corpusReaderContract('the JSON lines reader', () => sampleReader('data.jsonl', sample));
corpusReaderContract('the JSON lines reader on gzip', () => sampleReader('data.jsonl.gz', gzipSync(sample)));

describe('createJsonLinesReader', () => {
  it('takes what a text is about from the record, where that is a web IRI', async () => {
    const record = (iri: string): string => JSON.stringify({ text: 'Text.', iri });
    const iri = 'http://dbpedia.org/resource/Café';
    const file = await makeFile('iris.jsonl', [iri, 'row 7', 'urn:x'].map(record).join('\n'));
    const { documents } = await readAll(createJsonLinesReader(file));
    expect(documents.map(({ subject }) => subject)).toEqual([iri, undefined, undefined]);
  });

  it('reads records and reports what it cannot use by line', async () => {
    const file = await makeFile('data.jsonl', sample);
    const { documents, problems } = await readAll(createJsonLinesReader(file));
    expect(documents).toEqual([
      { id: 'one', title: 'First thing', text: 'A téxt.', language: 'en', sourceUrl: 'http://e.org/1' },
      { id: 'data.jsonl:3', title: 'data.jsonl:3', text: 'No id or title.' },
      { id: '7', title: '7', text: 'A number as id.' },
      { id: 'last', title: 'last', text: 'No line end after this.' },
    ]);
    expect(problems).toEqual([
      { where: `${file}:5`, message: expect.stringMatching(/^not valid JSON .*one JSON object per line$/) },
      { where: `${file}:6`, message: expect.stringMatching(/not an object/) },
      {
        where: `${file}:7`,
        message: expect.stringMatching(/no text in field 'text' \(fields: id, body, title\)/),
      },
      { where: `${file}:8`, message: expect.stringMatching(/^duplicate id 'one'/) },
      { where: `${file}:9`, message: expect.stringMatching(/^empty document/), kind: 'empty' },
    ]);
  });

  it('skips a line above the limit and one that is not UTF-8', async () => {
    const long = `{"id": "long", "text": "${'x'.repeat(60_000)}"}`;
    const lines = Buffer.concat([
      Buffer.from(`{"text": "a"}\n${long}\n`),
      Buffer.from([0x22, 0xe9, 0x22, 0x0a]),
      Buffer.from('{"text": "b"}\n'),
    ]);
    const file = await makeFile('data.jsonl', lines);
    const { documents, problems } = await readAll(createJsonLinesReader(file, { maximumLineBytes: 1_000 }));
    expect(documents.map((document) => document.text)).toEqual(['a', 'b']);
    expect(problems).toEqual([
      { where: `${file}:2`, message: expect.stringMatching(/longer than 1000 bytes/) },
      { where: `${file}:3`, message: expect.stringMatching(/not valid UTF-8/) },
    ]);
  });

  it('gives the good lines of a gzip file that is cut off, then one problem', async () => {
    let state = 1;
    const noise = (): string => (state = (state * 48_271) % 2_147_483_647).toString(36);
    const lines = Array.from({ length: 3_000 }, (_, index) =>
      JSON.stringify({ id: String(index), text: `t ${noise()} ${noise()}` }),
    );
    const whole = gzipSync(lines.join('\n'));
    for (const share of [0.55, 0.9]) {
      const file = await makeFile('cut.jsonl.gz', whole.subarray(0, Math.floor(whole.length * share)));
      const { documents, problems } = await readAll(createJsonLinesReader(file));
      expect(documents.length).toBeGreaterThan(3_000 * (share - 0.15));
      expect(documents.map((document) => document.id)).toEqual(documents.map((_, index) => String(index)));
      expect(problems).toEqual([
        {
          where: `${file}:${documents.length + 1}`,
          message: expect.stringMatching(/gzip data ends or breaks.*again/),
        },
      ]);
    }
  });

  it('throws InputError when the file does not exist', async () => {
    await expect(readAll(createJsonLinesReader('/does/not/exist.jsonl'))).rejects.toThrow(InputError);
  });
});
