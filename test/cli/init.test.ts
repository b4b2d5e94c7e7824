import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readConfigFile } from '../../src/app/settings/config-file.js';
import { crawlFields } from '../../src/app/settings/crawl-settings.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc } from './run.js';

const root = process.cwd();
const folder = temporaryFolder();
const file = path.join(folder, 'sfwc.yaml');

/** What `sfwc crawl` reads in a project file. */
const crawlSettings = (text: string): ReturnType<typeof readConfigFile> =>
  readConfigFile('sfwc.yaml', text, {
    command: 'crawl',
    fields: crawlFields,
    commands: ['build', 'crawl'],
    known: new Set([...Object.keys(crawlFields), 'background']),
  });

describe('sfwc init', () => {
  beforeEach(() => process.chdir(folder));
  afterEach(() => process.chdir(root));

  it('writes what build and crawl read', async () => {
    const args = ['--topic', 'bees', '--sources', 'texts', 'more texts', '--seeds', 'https://a.example/'];
    const { code, stderr } = await sfwc(['init', ...args]);
    expect([code, stderr]).toEqual([0, expect.stringContaining('  sfwc build\n  sfwc crawl\n')]);
    const { values, sources } = crawlSettings(await readFile(file, 'utf8'));
    expect(values).toEqual({
      ...{ topic: 'bees', kb: 'kb', out: 'out', maxPages: 1000 },
      seeds: ['https://a.example/'],
    });
    expect(sources).toEqual(['texts', 'more texts']);
  });

  it('does not replace a file unless told to', async () => {
    await writeFile(file, 'topic: mine\n');
    const args = ['init', '--topic', 'bees', '--max-pages', '5'];
    const refused = await sfwc(args);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect(await readFile(file, 'utf8')).toBe('topic: mine\n');
    const forced = await sfwc([...args, '--force']);
    expect([forced.code, forced.stderr]).toEqual([0, expect.not.stringContaining(': ')]);
    expect(crawlSettings(await readFile(file, 'utf8')).values).toMatchObject({ topic: 'bees', maxPages: 5 });
  });
});
