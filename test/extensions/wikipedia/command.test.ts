import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startFakeWiki, type FakeWiki } from '../../support/fake-wiki.js';
import { sfwc, start } from '../../cli/run.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const PAGES = 30;
const folder = temporaryFolder();
let wiki: FakeWiki;
/** Called with the id of each page whose text is asked for. */
let onText: (id: string) => void = () => undefined;

beforeAll(async () => {
  wiki = await startFakeWiki({
    pages: Array.from({ length: PAGES }, (_, index) => ({
      title: `Page ${index}`,
      text: `This is the text of page ${index}.`,
      categories: ['Things'],
    })),
    before: (asked) => {
      if (asked.get('prop') === 'extracts') onText(asked.get('pageids') ?? '');
      return false;
    },
  });
});
afterAll(() => wiki.close());

const command = (out: string): string[] => [
  'corpus',
  'wikipedia',
  '--api',
  wiki.api,
  '--category',
  'Things',
  '--delay',
  '0',
  '--out',
  join(folder, out),
];

describe('sfwc corpus wikipedia', () => {
  it('prints what was made, which build reads', async () => {
    const { code, stdout, stderr } = await sfwc(command('things.jsonl'));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(
      /^30 documents in .*things\.jsonl, from category Things of Fake wiki \(1 category read\)/,
    );
    expect(stdout).toMatch(/licence of the texts: CC BY-SA/);
    const again = await sfwc([...command('things.jsonl'), '--json']);
    expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/already exists\n.*--force/)]);
    const documents = (await readFile(join(folder, 'things.jsonl'), 'utf8')).trim().split('\n');
    expect(documents).toHaveLength(30);
  });

  itInFull('killed at any moment, it goes on when run again and gives the same corpus', async () => {
    await sfwc(command('whole.jsonl'));
    const asked: string[] = [];
    for (const moment of [2, 9, 23]) {
      const child = start(command('killed.jsonl'));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      onText = (id) => {
        asked.push(id);
        if (asked.length >= moment) child.kill('SIGKILL');
      };
      await ended;
    }
    onText = (id) => asked.push(id);
    expect(await readdir(folder)).not.toContain('killed.jsonl');
    const { code, stderr } = await sfwc(command('killed.jsonl'));
    expect(code).toBe(0);
    expect(stderr).toMatch(/continues where it was interrupted: \d+ documents are in/);
    expect(await readFile(join(folder, 'killed.jsonl'))).toEqual(await readFile(join(folder, 'whole.jsonl')));
    // What was asked for at the moment of a kill was not written yet: that alone is asked for once more.
    expect(new Set(asked).size).toBe(PAGES);
    expect(asked.length - PAGES).toBeLessThanOrEqual(3 * 2);
    expect(await readdir(folder)).not.toContain('killed.jsonl.partial');
  });
});
