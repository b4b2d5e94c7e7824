import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSampleTopic, SAMPLE_TOPICS } from '../../src/cli/demo.js';
import { sfwc } from '../cli/run.js';
import { startWatchedWeb } from '../support/killed-crawl.js';

/**
 * Crawls 60 pages of the sample web with an archive, and removes the results after they were checked.
 * @param archive options of the archive
 */
export async function withArchivedCrawl(
  archive: readonly string[],
  check: (out: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-archived-'));
  const web = await startWatchedWeb('diabetes');
  try {
    const kb = path.join(folder, 'kb');
    const out = path.join(folder, 'out');
    await buildSampleTopic(SAMPLE_TOPICS[0], kb);
    const place = [
      '--kb',
      kb,
      '--topic',
      'diabetes',
      '--seeds',
      web.seed,
      '--set',
      `connectTo=${web.connect}`,
    ];
    const limits = ['--delay', '0', '--max-pages', '60', '--out', out];
    const { code, stderr } = await sfwc(['crawl', ...place, ...limits, ...archive], {
      environment: { SFWC_WARC_SIZE: '100000' },
    });
    if (code !== 0) throw new Error(stderr);
    await check(out);
  } finally {
    await web.close();
    await rm(folder, { recursive: true, force: true });
  }
}
