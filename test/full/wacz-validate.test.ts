import { expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import { packCrawl } from '../../src/extensions/publish/pack/pack.js';
import { withArchivedCrawl } from './archived-crawl.js';
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
    await withArchivedCrawl(['--warc', 'all'], async (out) => {
      // It says whether the file is valid by its exit code.
      const { file } = await packCrawl(out);
      const { stdout } = await promisify(execFile)(WACZ, ['validate', '-f', file]);
      expect(stdout).toContain('Validation Succeeded');
    });
  }, 120_000);
});
