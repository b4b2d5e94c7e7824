import { expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withArchivedCrawl } from './archived-crawl.js';
import { describeUnless } from './data.js';

/** How the checker of Python's warcio is called: `SFWC_TEST_WARCIO`, or `warcio`. */
const WARCIO = process.env['SFWC_TEST_WARCIO'] ?? 'warcio';

function whyNot(): string | undefined {
  try {
    // The package of the same name for Node answers as well, but has no such command.
    const help = execFileSync(WARCIO, ['check', '--help'], { stdio: 'pipe', encoding: 'utf8' });
    if (/^usage: warcio check/m.test(help)) return undefined;
  } catch {
    // As below.
  }
  return "Python's warcio was not found (pip install warcio)";
}

describeUnless(whyNot(), "archives under the check of Python's warcio", () => {
  it('are valid, digests and all', async () => {
    await withArchivedCrawl(['--warc', 'all'], async (out) => {
      const warc = path.join(out, 'warc');
      const files = (await readdir(warc)).filter((name) => name.endsWith('.warc.gz'));
      expect(files.length).toBeGreaterThan(1);
      // It says what is wrong by its exit code and its output.
      const checked = await promisify(execFile)(WARCIO, [
        'check',
        ...files.map((name) => path.join(warc, name)),
      ]);
      expect(checked.stdout).not.toMatch(/fail|error|mismatch/i);
    });
  }, 120_000);
});
