import { expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { crawlCall, checkWish, commandText } from '../../../../src/extensions/server/workbench/crawl-plan.js';
import { createJobs } from '../../../../src/extensions/server/workbench/jobs.js';
import { runCommand } from '../../../../src/extensions/server/workbench/own-process.js';
import { buildProgress } from '../../../../src/extensions/server/workbench/topic-jobs.js';
import { cleanFileName } from '../../../../src/extensions/server/workbench/work-folder.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const folder = temporaryFolder();

it.each([
  ['../../etc/passwd', 'passwd'],
  ['.htaccess', 'htaccess'],
  ['a\u0000b\n.txt', 'a_b_.txt'],
  [`${'x'.repeat(200)}.pdf`, `${'x'.repeat(116)}.pdf`],
])('keeps %j as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

it('writes many seeds to a file, and quotes what a shell would read', () => {
  const seeds = Array.from({ length: 6 }, (_, place) => `https://example.org/${place}`);
  const asked = checkWish({
    name: 'a b',
    seeds,
    topic: 'bees',
    contact: 'https://ada.example/',
    include: ['*/x?y', '$z'],
  });
  if (asked.wish === undefined) throw new Error(JSON.stringify(asked.problems));
  const call = crawlCall(asked.wish, 'kb', undefined);
  expect(call.seedsFile).toEqual({ path: 'crawls/a b/seeds.txt', text: `${seeds.join('\n')}\n` });
  expect(commandText(call)).toBe(
    "sfwc crawl --kb kb --topic bees --include '*/x?y' --include '$z' --user-agent 'sfwc/0.1 (semantic focused crawler; https://ada.example/)' --out 'crawls/a b' --seeds 'crawls/a b/seeds.txt'",
  );
});

it.each(['ada@example', 'javascript:alert(1)', 'a@b.org) evil (', 'a@b.org\nX: y'])(
  'does not take %j for an address to reach a person at',
  (contact) => {
    const { problems } = checkWish({ name: 'a', seeds: ['https://example.org/'], contact });
    expect(problems).toEqual([
      { field: 'contact', message: expect.stringMatching(/must be an e-mail address or a web address$/) },
    ]);
  },
);

it('runs one build of a topic at a time, and cancels it', async () => {
  const jobs = createJobs();
  const waiting = (_: unknown, signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
  const { id } = jobs.start('build', 'bees', waiting);
  expect(() => jobs.start('build', 'bees', waiting)).toThrow(/is running for 'bees' already/);
  jobs.start('build', 'wasps', waiting);
  jobs.cancel(id);
  await jobs.close();
  expect(jobs.list().map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
});

it('reports why a command failed, and ends one that is cancelled', async () => {
  mkdirSync(folder, { recursive: true });
  const run = { folder, signal: new AbortController().signal };
  await expect(runCommand(['explain', 'nowhere'], run)).rejects.toThrow(/there is no crawl in nowhere/);
  const stopping = AbortSignal.abort(new Error('cancelled'));
  await expect(runCommand(['explain', 'nowhere'], { folder, signal: stopping })).rejects.toThrow('cancelled');
});

it.each([
  ['building bees 12/26 documents', { text: 'reading the texts', done: 12, total: 26 }],
  ['building bees training the ensemble, all parts', { text: 'training the ensemble, all parts' }],
  ['warning: the topic has only 3 documents', { note: 'the topic has only 3 documents' }],
])('reads %j', (line, told) => {
  expect(buildProgress(line, 'bees')).toEqual(told);
});
