import { expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSampleTopic, SAMPLE_TOPICS } from '../../src/app/demo.js';
import { sfwc } from '../cli/run.js';
import { startWatchedWeb } from '../support/killed-crawl.js';
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
    const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-warcio-'));
    const web = await startWatchedWeb('diabetes');
    try {
      const kb = path.join(folder, 'kb');
      const out = path.join(folder, 'out');
      await buildSampleTopic(SAMPLE_TOPICS[0], kb);
      const place = ['--kb', kb, '--topic', 'diabetes', '--seeds', web.seed, '--connect-to', web.connect];
      const archive = ['--warc', 'all', '--warc-size', '100000', '--out', out];
      await sfwc(['crawl', ...place, '--delay', '0', '--max-pages', '60', ...archive]);
      const warc = path.join(out, 'warc');
      const files = (await readdir(warc)).filter((name) => name.endsWith('.warc.gz'));
      expect(files.length).toBeGreaterThan(1);
      // It says what is wrong by its exit code and its output.
      const checked = await promisify(execFile)(WARCIO, [
        'check',
        ...files.map((name) => path.join(warc, name)),
      ]);
      expect(checked.stdout).not.toMatch(/fail|error|mismatch/i);
    } finally {
      await web.close();
      await rm(folder, { recursive: true, force: true });
    }
  }, 120_000);
});
