import { expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSampleTopic, SAMPLE_TOPICS } from '../../src/app/demo.js';
import { sfwc } from '../cli/run.js';
import { startWatchedWeb } from '../support/killed-crawl.js';
import { describeUnless } from './data.js';

/** How the validator of WACZ files (py-wacz) is called: `SFWC_TEST_WACZ`, or `wacz`. */
const WACZ = process.env['SFWC_TEST_WACZ'] ?? 'wacz';

function whyNot(): string | undefined {
  try {
    execFileSync(WACZ, ['--help'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'py-wacz is not there (pip install wacz)';
  }
}

describeUnless(whyNot(), 'packed archives under the validator of py-wacz', () => {
  it('are valid', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-wacz-'));
    const web = await startWatchedWeb('diabetes');
    try {
      const kb = path.join(folder, 'kb');
      const out = path.join(folder, 'out');
      await buildSampleTopic(SAMPLE_TOPICS[0], kb);
      const place = ['--kb', kb, '--topic', 'diabetes', '--seeds', web.seed, '--connect-to', web.connect];
      const archive = ['--wacz', '--warc-size', '100000', '--out', out];
      await sfwc(['crawl', ...place, '--delay', '0', '--max-pages', '60', ...archive]);
      // It says whether the file is valid by its exit code.
      const file = path.join(out, 'crawl.wacz');
      const { stdout } = await promisify(execFile)(WACZ, ['validate', '-f', file]);
      expect(stdout).toContain('Validation Succeeded');
    } finally {
      await web.close();
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
