import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { InputError } from '../../../src/model/errors.js';
import { readLabelFile } from '../../../src/extensions/teach/labels.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/small-corpus.js';

const root = temporaryFolder();

async function read(name: string, content: string | Buffer) {
  const file = join(root, name);
  await writeFile(file, content);
  const problems: string[] = [];
  const labels = [];
  for await (const label of readLabelFile(file, ({ where, message }) =>
    problems.push(`${where.slice(root.length + 1)} ${message}`),
  ))
    labels.push({ ...label, where: label.where.slice(root.length + 1) });
  return { labels, problems };
}

describe('readLabelFile', () => {
  it('reads tables of addresses and texts', async () => {
    const { labels, problems } = await read(
      'labels.csv',
      'url,Text,label\nhttp://a.example/,,yes\n,"About bees, all of it",0\n',
    );
    expect(problems).toEqual([]);
    expect(labels).toEqual([
      { where: 'labels.csv:2', positive: true, page: { url: 'http://a.example/' } },
      { where: 'labels.csv:3', positive: false, page: { text: 'About bees, all of it' } },
    ]);
  });

  it('reads JSON lines, packed as well, where labels may be true, 1 or yes', async () => {
    const lines = [
      { url: 'http://a.example/', relevant: true },
      { text: 'Bees', title: 'Hive', label: 0 },
    ];
    const { labels } = await read(
      'labels.jsonl.gz',
      gzipSync(lines.map((line) => JSON.stringify(line)).join('\n')),
    );
    expect(labels.map(({ positive, page }) => ({ positive, page }))).toEqual([
      { positive: true, page: { url: 'http://a.example/' } },
      { positive: false, page: { text: 'Bees', title: 'Hive' } },
    ]);
  });

  it('reads what raters said, and whose crawl it is', async () => {
    const judgements = { 'http://a.example/': 'yes', 'http://b.example/': 'skip', 'http://c.example/': 'no' };
    const answers = JSON.stringify({ rater: 'ada', judgements });
    await writeFiles(join(root, 'out/ratings'), { 'rater-ada.json': answers });
    const kept = await read('out/ratings/rater-ada.json', answers);
    expect(kept.labels).toMatchObject([
      { positive: true, page: { url: 'http://a.example/' }, crawl: join(root, 'out') },
      { positive: false, page: { url: 'http://c.example/' }, crawl: join(root, 'out') },
    ]);
    expect((await read('saved.json', answers)).labels[0]?.crawl).toBeUndefined();
  });

  it('names file and line of what is not a label, and reads on', async () => {
    const table = await read(
      'bad.csv',
      'url,label\nhttp://a.example/,maybe\n,yes\nhttp://b.example/,no\nx\n',
    );
    expect(table.labels).toHaveLength(1);
    expect(table.problems).toEqual([
      expect.stringMatching(/^bad\.csv:2 no label: "maybe" is neither yes nor no/),
      expect.stringMatching(/^bad\.csv:3 it does not say what is labelled/),
      expect.stringMatching(/^bad\.csv:5 1 columns where the header has 2/),
    ]);
    const cut = gzipSync('url,label\nhttp://a.example/,yes\n').subarray(0, 25);
    expect((await read('cut.csv.gz', cut)).problems[0]).toContain('gzip data ends or breaks here');
  });

  it('refuses files of other kinds, and those that are not there', async () => {
    await expect(read('labels.txt', 'yes')).rejects.toThrow(/not a file of labels/);
    await expect(read('other.json', '{"a":1}')).rejects.toBeInstanceOf(InputError);
    const absent = readLabelFile(join(root, 'absent.csv'), () => undefined);
    await expect(absent.next()).rejects.toThrow(/cannot be read/);
  });
});
