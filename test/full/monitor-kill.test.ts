import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RoundReport } from '../../src/extensions/monitor/monitor.js';
import { start } from '../cli/run.js';
import { ended, startWatchedWeb, type WatchedWeb } from '../support/killed-crawl.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { describeUnless } from './data.js';

const root = temporaryFolder();
let web: WatchedWeb;

async function collection(name: string): Promise<string> {
  const file = join(root, `${name}.yaml`);
  const crawl = `{ connectTo: ['${web.connect}'], delay: 0, concurrency: 1 }`;
  const lines = [`seeds: ['${web.seed}']`, `out: ${name}`, 'budget: 40', `crawl: ${crawl}`];
  await writeFile(file, `${lines.join('\n')}\n`);
  return file;
}

const report = async (name: string, round: string): Promise<RoundReport> =>
  JSON.parse(await readFile(join(root, name, 'rounds', round, 'report.json'), 'utf8')) as RoundReport;
const pagesOf = ({ changes }: RoundReport): readonly string[] => changes.map(({ url }) => url).sort();

describeUnless(undefined, 'monitors that are killed', () => {
  beforeAll(async () => {
    web = await startWatchedWeb('diabetes');
  });
  afterAll(() => web.close());

  it('a monitor that is killed again and again brings the same collection', async () => {
    const whole = await collection('whole');
    expect(await ended(start(['monitor', whole]))).toBe(10);
    const killed = await collection('killed');
    for (const requests of [1, 5, 9, 14]) {
      const child = start(['monitor', killed]);
      let left = requests;
      web.onRequest = () => {
        left -= 1;
        if (left === 0) child.kill('SIGKILL');
      };
      expect(await ended(child)).toBeNull();
    }
    web.onRequest = () => undefined;
    expect(await ended(start(['monitor', killed]))).toBe(10);
    const [expected, found] = [await report('whole', '0001'), await report('killed', '0001')];
    expect(pagesOf(found)).toEqual(pagesOf(expected));
    expect([found.round, found.pages]).toEqual([1, expected.pages]);
    // A second round finds nothing new where the first one saw all that its budget allows; nothing has changed.
    await ended(start(['monitor', killed]));
    expect((await report('killed', '0002')).counts).toMatchObject({ changed: 0, gone: 0 });
  }, 120_000);
});
