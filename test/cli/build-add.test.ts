import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { sfwc, type Finished } from './run.js';

const root = temporaryFolder();

const build = (...args: string[]): Promise<Finished> =>
  sfwc(['build', '--topic', 'bees', '--kb', join(root, 'kb'), ...args]);

it('says what --add added, replaced and found unchanged', async () => {
  const texts = await writeFiles(join(root, 'texts'), BEE_TEXTS);
  const background = await writeFiles(join(root, 'background'), OTHER_TEXTS);
  const hive = 'Bee hive\n\nA hive is a box of wood in which a colony lives.';
  const { 'honey.txt': honey = '' } = BEE_TEXTS;
  const more = await writeFiles(join(root, 'more'), {
    'hive.txt': hive,
    'honey.txt': `${honey} More.`,
    'queen.txt': BEE_TEXTS['queen.txt'] ?? '',
  });
  expect(await build(texts, '--background', background)).toMatchObject({ code: 0 });
  expect(await build(more, '--add')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('documents: 1 added, 1 replaced, 1 unchanged; 2 texts read'),
  });
});
