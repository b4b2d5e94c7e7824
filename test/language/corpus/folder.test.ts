import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { createFolderReader } from '../../../src/language/corpus/folder.js';
import { loadOptional, type OptionalPackage } from '../../../src/support/optional-packages.js';
import { corpusReaderContract } from '../../contracts/corpus-reader.js';
import { makePdf, warcResponse } from './fixtures.js';
import { readAll, temporaryFolders } from './support.js';

const makeFolder = temporaryFolders();
const english =
  'Insulin is a hormone made by the pancreas that lowers the amount of glucose in the blood of the body, and people need it.';

const sample = {
  'b.txt': `Title line\n\n${english}`,
  'a/insulin_pump-basics.md': 'No heading, e\u0301 only text.',
  'a.html': '<title>Page</title><p>Hello\u00A0world.</p>',
  'a/z.HTM': '<html lang=de><p>Nur ein Satz.</p>',
  'empty.txt': ' \n 12 34 \n',
  'binary.txt': Buffer.from([1, 2, 3, 0, 0, 9, 9, 9]),
  '.hidden.txt': 'hidden',
  '.git/config.txt': 'hidden',
  'data.xls': 'a,b',
};

corpusReaderContract('the folder reader', async () => createFolderReader(await sampleFolder()));

let folder: Promise<string> | undefined;
function sampleFolder(): Promise<string> {
  folder ??= makeFolder(sample);
  return folder;
}

describe('createFolderReader', () => {
  it('reads texts, Markdown and HTML in the order of their paths', async () => {
    const root = await sampleFolder();
    const { documents, problems } = await readAll(createFolderReader(root));
    expect(documents).toEqual([
      { id: 'a.html', title: 'Page', text: 'Hello world.' },
      { id: 'a/insulin_pump-basics.md', title: 'insulin pump basics', text: 'No heading, é only text.' },
      { id: 'a/z.HTM', title: 'z', text: 'Nur ein Satz.', language: 'de' },
      { id: 'b.txt', title: 'Title line', text: english, language: 'en' },
    ]);
    expect(problems.map(({ where, message }) => [where, message.split(/[:;]/)[0]])).toEqual([
      [join(root, 'binary.txt'), 'binary content where text was expected'],
      [join(root, 'empty.txt'), 'empty document'],
    ]);
  });

  it('follows links, ends circles and reports links to nowhere', async () => {
    const root = await makeFolder({ 'texts/one.txt': 'One text.', 'elsewhere.bin': 'x' });
    await symlink('..', join(root, 'texts', 'up'));
    await symlink('texts', join(root, 'alias'));
    await symlink('missing.txt', join(root, 'dangling.txt'));
    await symlink('texts/one.txt', join(root, 'two.txt'));
    const { documents, problems } = await readAll(createFolderReader(root));
    expect(documents.map((document) => document.id)).toEqual(['alias/one.txt', 'two.txt']);
    expect(problems).toEqual([
      {
        where: join(root, 'dangling.txt'),
        message: expect.stringMatching(/link cannot be followed/),
      },
    ]);
  });

  it('reports a file that is too large or no file, and goes on', async () => {
    const root = await makeFolder({ 'a.txt': 'x '.repeat(100), 'c.txt': 'Fine.' });
    await mkdir(join(root, 'b.txt'));
    const { documents, problems } = await readAll(createFolderReader(root, { maximumFileBytes: 50 }));
    expect(documents.map((document) => document.id)).toEqual(['c.txt']);
    expect(problems.map((item) => item.message)).toEqual([
      expect.stringMatching(/larger than 50 bytes.*split/),
    ]);
  });

  it('reads files of records, whose ids carry the path, beside texts', async () => {
    const root = await makeFolder({
      '2023/news.csv': 'id,text\n1,Old news.\n',
      '2024/news.csv': 'id,text\n1,New news.\n',
      'data.jsonl.gz': gzipSync('{"text": "No id."}\n'),
      'one.warc': warcResponse('http://e.org/1', '<p>First.'),
      'two.warc.gz': gzipSync(warcResponse('http://e.org/1', '<p>Again.')),
      'z.txt.gz': gzipSync('A packed text.'),
    });
    const { documents, problems } = await readAll(createFolderReader(root));
    expect(documents.map(({ id, title }) => [id, title])).toEqual([
      ['2023/news.csv#1', '2023/news.csv#1'],
      ['2024/news.csv#1', '2024/news.csv#1'],
      ['data.jsonl.gz:1', 'data.jsonl.gz:1'],
      ['http://e.org/1', 'http://e.org/1'],
      ['z.txt.gz', 'z'],
    ]);
    expect(problems).toMatchObject([
      {
        where: `${join(root, 'two.warc.gz')}: http://e.org/1`,
        message: expect.stringMatching(/duplicate id/),
      },
    ]);
  });

  it('skips files whose reader needs a package that is not installed, and says how to install it', async () => {
    const root = await makeFolder({ 'a.pdf': makePdf([]), 'b.txt': english });
    const read = () =>
      loadOptional('@no-one/nothing' as OptionalPackage, () => Promise.resolve({ text: '' }));
    const kinds = [{ kind: 'document', endings: ['.pdf'], read }] as const;
    const { documents, problems } = await readAll(createFolderReader(root, { kinds }));
    expect(documents.map(({ id }) => id)).toEqual(['b.txt']);
    expect(problems).toEqual([
      {
        where: join(root, 'a.pdf'),
        message: expect.stringMatching(
          /needs the package @no-one\/nothing, which is not installed: npm install @no-one\/nothing, in/,
        ),
      },
    ]);
  });

  it('follows links within the folder, and none out of it', async () => {
    const outside = await makeFolder({ 'secret.txt': english, 'texts/inner.txt': english, 'list.doc': 'x' });
    const root = await makeFolder({ 'a.txt': english, 'sub/b.txt': english });
    const links = { 'in.txt': 'a.txt', 'out.txt': join(outside, 'secret.txt'), more: join(outside, 'texts') };
    for (const [name, target] of Object.entries({ ...links, other: join(outside, 'list.doc'), up: '..' }))
      await symlink(target, join(root, name));
    const { documents, problems } = await readAll(createFolderReader(root));
    expect(documents.map(({ id }) => id)).toEqual(['a.txt', 'in.txt', 'sub/b.txt']);
    const leadsOut = expect.stringMatching(/link leads out of the folder/);
    expect(problems).toEqual(
      ['more', 'out.txt', 'up'].map((name) => ({ where: join(root, name), message: leadsOut })),
    );
  });

  it('unpacks no more than the limit', async () => {
    const root = await makeFolder({ 'bomb.txt.gz': gzipSync('x'.repeat(1_000_000)) });
    const { problems } = await readAll(createFolderReader(root, { maximumFileBytes: 10_000 }));
    expect(problems).toMatchObject([{ message: expect.stringMatching(/unpacked it is larger than 10000/) }]);
  });
});
