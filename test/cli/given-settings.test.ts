import { beforeAll, expect, it } from '@jest/globals';
import path from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.js';
import { fixture, writeFiles } from '../support/small-corpus.js';
import { runProcess, sfwc } from './run.js';

const folder = temporaryFolder();

beforeAll(async () => {
  await writeFiles(folder, {
    'sfwc.yaml': 'topic: bees\nkb: kb\nsources: texts\nseeds: seeds.txt\ncrawl: { kb: nowhere }\n',
    'other.yaml': 'topic: bees\ncrawl: { maxPages: none }\n',
    'seeds.txt': 'http://127.0.0.1:1/\n',
    'wrong.yaml': 'topc: bees\n',
    'texts/bees.txt': 'Bees\n\nThe bees of a hive make honey. A beekeeper keeps the hive.\n',
  });
});

it('takes the sources of a file for those of build, unless others are given', async () => {
  const kb = path.join(folder, 'kb');
  const file = path.join(folder, 'build.yaml');
  await writeFiles(folder, {
    'build.yaml': `topic: bees\nkb: ${kb}\nsources: ${path.join(folder, 'texts')}\nbackground: ${fixture('others')}\n`,
  });
  const built = await sfwc(['build', '--config', file]);
  expect([built.code, built.stdout]).toEqual([0, expect.stringMatching(/^bees +1 /m)]);
  expect(built.stderr).not.toContain('using');
  const none = await sfwc(['build', 'no/such/folder', '--config', file]);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no/such/folder')]);
});

it('crawls with the project file of the current folder and says so; its section for the command wins', async () => {
  const crawled = await runProcess(['crawl', '--out', 'out'], { cwd: folder });
  expect(crawled.stderr).toMatch(/^using the settings in sfwc\.yaml\n/);
  expect(crawled.stderr).toContain('nowhere');
});

it('reads another file where one is named, on the command line or in the environment', async () => {
  const crawl = ['crawl', '--seeds', 'https://a.example/', '--out', path.join(folder, 'out')];
  const file = path.join(folder, 'other.yaml');
  const expected = `${file}, line 2: crawl.maxPages: 'none' is a text, not a number`;
  for (const result of [
    await sfwc([...crawl, '--config', file]),
    await sfwc(crawl, { environment: { SFWC_CONFIG: file } }),
  ]) {
    expect([result.code, result.stdout]).toEqual([2, '']);
    expect(result.stderr).toContain(expected);
  }
});
