import { expect, it } from '@jest/globals';
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { checkCorpus } from '../../../../src/extensions/server/workbench/corpus-standing.js';
import { itInFull, THOROUGH, useRealThreads } from '../../../support/thorough.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { ROOT } from '../../../cli/run.js';

const SAMPLES = path.join(ROOT, 'corpora');
const root = temporaryFolder();
let count = 0;
if (THOROUGH) useRealThreads();

function folderOf(...parts: readonly (readonly [topic: string, count: number])[]): string {
  const folder = path.join(root, String((count += 1)));
  mkdirSync(folder, { recursive: true });
  for (const [topic, count] of parts)
    for (const name of readdirSync(path.join(SAMPLES, topic)).sort().slice(0, count))
      cpSync(path.join(SAMPLES, topic, name), path.join(folder, `${topic} ${name}`));
  return folder;
}

itInFull.each(['diabetes', 'politics'])('finds nothing odd in the texts of %s', async (topic) => {
  const { texts, advice } = await checkCorpus(folderOf([topic, 20]));
  expect(texts.filter(({ remark }) => remark !== undefined)).toEqual([]);
  expect(advice).toEqual(['20 texts: enough to build the topic']);
});

it('names texts about something else, and what cannot be read', async () => {
  const folder = folderOf(['diabetes', 12], ['politics', 3]);
  writeFileSync(path.join(folder, 'broken.pdf'), 'this is not a PDF');
  const { texts, advice, problems, language } = await checkCorpus(folder);
  const odd = texts.filter(({ remark }) => remark === 'may be about something else');
  expect(odd.length).toBeGreaterThanOrEqual(2);
  expect(odd.every(({ id }) => id.startsWith('politics'))).toBe(true);
  expect(advice[0]).toBe('15 texts: enough to begin with; 20 are recommended');
  expect(advice[1]).toMatch(/about something else: /);
  expect(problems).toMatchObject([{ where: expect.stringContaining('broken.pdf') }]);
  expect(language).toBe('en');
});
