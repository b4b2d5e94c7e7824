import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createDelimitedReader } from '../../../src/extensions/documents/records.js';
import { corpusReaderContract } from '../../contracts/corpus-reader.js';
import { readAll, temporaryFolders, type ReadResult } from '../../language/corpus/support.js';

const makeFolder = temporaryFolders();

async function makeFile(name: string, content: string | Uint8Array): Promise<string> {
  return join(await makeFolder({ [name]: content }), name);
}

async function read(content: string | Uint8Array, name = 'data.csv', options = {}): Promise<ReadResult> {
  return readAll(createDelimitedReader(await makeFile(name, content), options));
}

const sample = [
  '\uFEFFid,Title ,text,url,language',
  'one,"A ""good"" title","First line,\r',
  'second line.",http://e.org/1,EN',
  '',
  ',,No id or title.,,',
  'bad,"never "closed" well,text,,',
  'two,Inches,"A 5"" pipe and a 5' + "'" + ' pole.",,',
  'three,Inches,A 5" pipe.,,',
  'many,t,one,two,three,four',
  'empty,t,  ,,',
  'one,t,Same id.,,',
  'last,t,The last one.,,',
].join('\n');

let file: Promise<string> | undefined;
corpusReaderContract('the CSV reader', async () =>
  createDelimitedReader(await (file ??= makeFile('contract.csv', sample))),
);

describe('createDelimitedReader', () => {
  it('reads records by the columns of the header and reports the others by line', async () => {
    const { documents, problems } = await read(sample);
    expect(documents).toEqual([
      {
        id: 'one',
        title: 'A "good" title',
        text: 'First line,\nsecond line.',
        language: 'en',
        sourceUrl: 'http://e.org/1',
      },
      { id: 'data.csv:5', title: 'data.csv:5', text: 'No id or title.' },
      { id: 'bad', title: '"never "closed" well', text: 'text' },
      { id: 'two', title: 'Inches', text: 'A 5" pipe and a 5\' pole.' },
      { id: 'three', title: 'Inches', text: 'A 5" pipe.' },
      { id: 'last', title: 't', text: 'The last one.' },
    ]);
    expect(problems.map(({ where, message }) => [where.split(':').at(-1), message.slice(0, 20)])).toEqual([
      ['9', '6 columns where the '],
      ['10', 'empty document: it h'],
      ['11', "duplicate id 'one'; "],
    ]);
  });

  it('reports a quote that never closes', async () => {
    const { documents, problems } = await read('id,text\n1,a\n2,"open\n3,c\n');
    expect(documents.map(({ id }) => id)).toEqual(['1']);
    expect(problems.map(({ where }) => where.split(':').at(-1))).toEqual(['3']);
  });

  it('reads semicolons, tabs, UTF-16 and Windows-1252', async () => {
    expect((await read('id;text\n1;Ja, gut\n')).documents[0]?.text).toBe('Ja, gut');
    expect((await read('id\ttext\n1\tJa, gut\n', 'd.tsv')).documents[0]?.text).toBe('Ja, gut');
    const wide = Buffer.from('\uFEFFid\ttext\r\n1\tCafé ☕ Ċ\r\n', 'utf16le');
    expect((await read(wide, 'd.tsv')).documents).toMatchObject([{ id: '1', text: 'Café ☕ Ċ' }]);
    const latin = Buffer.from('id,text\n1,Caf\u00e9\n', 'latin1');
    expect((await read(latin)).documents[0]?.text).toBe('Café');
  });

  it.each<[string, string]>([
    ['a line that states the delimiter', 'sep=;\nid;text\n1;Ja, gut\n'],
    ['that line behind a mark', '\uFEFFsep=|\r\nid|text\r\n1|Ja, gut\r\n'],
    ['bars', 'id|text\n1|Ja, gut\n'],
    ['a title above the header', 'All texts of the year 2024\n\nid;text\n1;Ja, gut\n'],
    ['comments above the header', '# made by a program, and more\n# on Monday\nid;text\n1;Ja, gut\n'],
    ['a title over several columns', 'Texts;;\n;;\nid;text;x\n1;Ja, gut;\n'],
  ])('reads %s', async (_, table) => {
    const { documents, problems } = await read(table);
    expect(documents).toMatchObject([{ id: '1', text: 'Ja, gut' }]);
    expect(problems).toEqual([]);
  });

  it('reads another encoding that the file is in', async () => {
    const hex =
      '69642c746578740a312cccb8e420f1eee1e8f0e0fef220eff7b8ebfb20e820eff7e5ebeee2eee420e7e0e1e8f0e0e5f220e5e3ee0a';
    expect((await read(Buffer.from(hex, 'hex'))).documents[0]?.text).toMatch(/^Мёд собирают/);
  });

  it('says when the column of the texts is missing, and takes it by another name', async () => {
    const { documents, problems } = await read('id,body\n1,Hello there\n');
    expect(documents).toEqual([]);
    expect(problems).toEqual([
      {
        where: expect.stringMatching(/data\.csv:1$/),
        message: expect.stringMatching(
          /no column 'text' \(columns, parted by commas: id, body\).*name the one/,
        ),
      },
    ]);
    expect((await read('id,body\n1,Hello there\n', 'd.csv', { textField: 'BODY' })).documents).toHaveLength(
      1,
    );
  });

  it('says when there is no record', async () => {
    expect((await read('id,text\n')).problems).toMatchObject([
      { message: expect.stringMatching(/no records/) },
    ]);
  });

  it('skips what is above the limit, alone or by a quote that holds too much', async () => {
    const long = `1,${'x'.repeat(200)}\n2,b\n3,"${'line\n'.repeat(60)}"\n4,d\n`;
    const { documents, problems } = await read(`id,text\n${long}`, 'd.csv', { maximumLineBytes: 100 });
    expect(documents.map(({ id }) => id)).toEqual(['2', '4']);
    expect(problems[0]?.message).toMatch(/too long/);
  });
});
