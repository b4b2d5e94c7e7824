import { beforeAll, describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { writeFileSync } from 'node:fs';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { writeFiles } from '../support/small-corpus.js';
import { sfwc as run, type Finished } from './run.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const TITLE = 'Bees\u001b]0;owned\u0007\u009b2J\u202esgel';
const ESCAPED = String.raw`Bees\u001b]0;owned\u0007\u009b2J\u202esgel`;
const COMMANDS = /(?![\t\n])[\p{Cc}\p{Bidi_Control}]/u;

const folder = temporaryFolder();
beforeAll(async () => {
  const event: CrawlEvent = {
    sequence: 1,
    time: '2024-01-01T00:00:00.000Z',
    url: 'http://a.example/',
    state: 'done',
    depth: 0,
    fetched: true,
    title: TITLE,
  };
  await writeFiles(folder, { 'events.jsonl': `${JSON.stringify(event)}\n` });
  const quad = `<http://a.example/> <http://a.example/title> "${TITLE}" <http://a.example/g> .\n`;
  writeFileSync(path.join(folder, 'bees.nq.gz'), gzipSync(quad));
});

const sfwc = (args: readonly string[], stdoutIsTerminal = false): Promise<Finished> =>
  run(args, { stdoutIsTerminal });

describe('what sfwc prints of pages', () => {
  it.each([true, false])('explains a page without obeying its title (terminal: %j)', async (terminal) => {
    const { stdout } = await sfwc(['explain', folder, 'http://a.example/'], terminal);
    expect(stdout).toContain(`“${ESCAPED}”`);
    expect(stdout).not.toMatch(COMMANDS);
  });

  it('does not obey what an error message quotes', async () => {
    const address = 'http://a.example/\u001b[2J\u202e nowhere \u009b';
    const { stderr, code } = await sfwc(['explain', folder, address]);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(COMMANDS);
    const wrong = await sfwc(['explain', folder, '\u001b[2J\u202e']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(String.raw`'\u001b[2J\u202e'`)]);
  });
});

describe('a malformed query', () => {
  it('is shown with a mark below what is wrong, and what to do', async () => {
    const query = 'SELECT ?t {\n  ?s a sfwc:Topic }';
    const { code, stderr } = await sfwc(['query', path.join(folder, 'bees'), query]);
    expect([code, stderr.split('\n')]).toEqual([
      1,
      [
        'error: the query cannot be run: line 2, column 8: the prefix sfwc: is not declared',
        '         2 |   ?s a sfwc:Topic }',
        '           |        ^',
        '       put this before the query: PREFIX sfwc: <http://sfwcrawler.com/core#>',
        '',
      ],
    ]);
  });
});

describe('what sfwc says of wrong usage', () => {
  it.each([
    [['crawl', '--max-pages', 'x'], 2, 'see: sfwc crawl --help'],
    [['kb', 'info', 'nowhere'], 1, 'build one: sfwc build'],
  ] as const)('%j ends with %i and says what to do', async (args, exitCode, advice) => {
    const { code, stdout, stderr } = await sfwc(args);
    expect([code, stdout]).toEqual([exitCode, '']);
    expect(stderr).toMatch(/^error: .*\n {7}\S.*\n$/);
    expect(stderr).toContain(advice);
  });
});

describe('a folder without a crawl', () => {
  const out = temporaryFolder();

  it.each([
    ['explain', out],
    ['pages', out],
    ['steer', out, 'pause'],
    ['rate', out, '--rater', 'ada'],
    ['crawl', '--resume', '--out', out],
    ['explain', path.join(out, 'nowhere')],
  ])('is refused by %s in the same words', async (...args) => {
    const { code, stdout, stderr } = await sfwc(args);
    const folder = args.find((word) => word.startsWith(out)) ?? '';
    const missing = folder === out ? '' : 'the folder does not exist; ';
    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      `error: there is no crawl in ${folder}\n       ${missing}name the folder that sfwc crawl wrote to (--out)\n`,
    ]);
  });
});
