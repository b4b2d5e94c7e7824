import { expect, it } from '@jest/globals';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { classifierFile, readClassifier } from '../../src/knowledge/files/classifier-file.js';
import { openTopic } from '../../src/knowledge/places/knowledge-base.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { start } from '../cli/run.js';
import { describeUnless } from './data.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Moments after the start of the build at which it is killed, in milliseconds: from its first to its last steps. */
const MOMENTS = [80, 400, 900, 1500, 2200, 3000, 4000, 5000];

const root = temporaryFolder();

/** Runs a build in a process of its own; resolves with its exit code, null when it was killed. */
function run(kb: string, source: string, killAfter?: number): Promise<number | null> {
  const child = start(['build', source, '--topic', 'bees', '--kb', kb, '--add', '--nif']);
  if (killAfter !== undefined) void wait(killAfter).then(() => child.kill('SIGKILL'));
  return new Promise((done) => child.on('exit', done));
}

describeUnless(undefined, 'a build that is killed', () => {
  it('leaves the old topic whole, and runs again to the same end', async () => {
    const kb = join(root, 'kb');
    const bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
    const more = await writeFiles(join(root, 'more'), OTHER_TEXTS);
    // Long texts, so that the build takes a while at each of its steps.
    for (const [name, text] of Object.entries(OTHER_TEXTS))
      await writeFile(join(more, name), text.repeat(12));
    await buildTopic([bees], { topic: 'bees', kb, nif: true });
    const file = join(kb, 'bees.nq.gz');
    const old = await readFile(file);
    const whole = join(root, 'whole');
    await buildTopic([bees], { topic: 'bees', kb: whole, nif: true });
    await buildTopic([more], { topic: 'bees', kb: whole, add: true });
    const fresh = await readFile(join(whole, 'bees.nq.gz'));

    let killed = 0;
    for (const moment of MOMENTS) {
      const code = await run(kb, more, moment);
      if (code === null) killed += 1;
      const bytes = await readFile(file);
      expect(bytes.equals(old) || bytes.equals(fresh)).toBe(true);
      const { documents, checksum } = (await openTopic(kb, 'bees')).facts;
      const now = await readFile(file);
      expect([now.equals(old), documents]).toEqual([documents === 12, now.equals(old) ? 12 : 18]);
      expect(await readClassifier(classifierFile(kb, 'bees', 'ensemble'), checksum)).toBeDefined();
    }
    expect(killed).toBeGreaterThan(2);
    expect(await run(kb, more)).toBe(0);
    expect((await readFile(file)).equals(fresh)).toBe(true);
    expect((await readdir(kb)).sort()).toEqual((await readdir(whole)).sort());
  }, 120_000);
});
