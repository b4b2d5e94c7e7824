import { afterAll, beforeAll, expect } from '@jest/globals';
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { packCrawl } from '../../src/extensions/publish/pack/pack.js';
import { sfwc } from '../cli/run.js';
import { diabetesTopic } from '../support/bee-topic.js';
import { startWatchedWeb } from '../support/killed-crawl.js';
import { itUnless } from '../support/thorough.js';
import { describeUnless } from './data.js';

/** Validators of other people: py-wacz (`SFWC_TEST_WACZ`), and Python's warcio (`SFWC_TEST_WARCIO`). */
const { SFWC_TEST_WACZ: WACZ = 'wacz', SFWC_TEST_WARCIO: WARCIO = 'warcio' } = process.env;

/** Why a program cannot be run; the package warcio for Node answers as well, but has no such help. */
function missing(program: string, words: readonly string[], help: RegExp): string | undefined {
  const { stdout } = spawnSync(program, words, { encoding: 'utf8' });
  return help.test(stdout) ? undefined : `${program} of Python was not found (pip install ${program})`;
}

describeUnless(undefined, 'the archive of a crawl', () => {
  const { root, kb } = diabetesTopic();
  const out = path.join(root, 'out');
  let web: Awaited<ReturnType<typeof startWatchedWeb>>;
  beforeAll(async () => {
    web = await startWatchedWeb('diabetes');
    const place = ['--kb', kb, '--topic', 'diabetes', '--seeds', web.seed, '--out', out];
    const limits = [
      '--set',
      `connectTo=${web.connect}`,
      '--delay',
      '0',
      '--max-pages',
      '60',
      '--warc',
      'all',
    ];
    const environment = { SFWC_WARC_SIZE: '100000' };
    const { code, stderr } = await sfwc(['crawl', ...place, ...limits], { environment });
    if (code !== 0) throw new Error(stderr);
  }, 120_000);
  afterAll(() => web.close());

  itUnless(missing(WARCIO, ['check', '--help'], /^usage: warcio check/m))(
    'is valid for warcio, digests and all',
    async () => {
      const warc = path.join(out, 'warc');
      const files = readdirSync(warc).filter((name) => name.endsWith('.warc.gz'));
      expect(files.length).toBeGreaterThan(1);
      // It says what is wrong by its exit code and its output.
      const checked = await promisify(execFile)(WARCIO, ['check', ...files], { cwd: warc });
      expect(checked.stdout).not.toMatch(/fail|error|mismatch/i);
    },
    120_000,
  );

  itUnless(missing(WACZ, ['--help'], /wacz/))(
    'is valid for py-wacz when it is packed',
    async () => {
      const { file } = await packCrawl(out);
      const { stdout } = await promisify(execFile)(WACZ, ['validate', '-f', file]);
      expect(stdout).toMatch(/validation succeeded/i);
    },
    120_000,
  );
});
