import { expect, it } from '@jest/globals';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { documentKinds } from '../../../../src/app/topics/building/own-readers.js';
import { loadPlugins } from '../../../../src/judging/plugins/registry.js';
import { openCorpus } from '../../../../src/language/corpus/folder.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';
import { writeFiles } from '../../../support/small-corpus.js';

const PLUGIN = `export default { readers: {
  note: { endings: ['.note'], read: (bytes) => ({ text: new TextDecoder().decode(bytes).toUpperCase() }) },
  pile: { endings: ['.pile'], async *read() { throw new Error('it fell over'); } },
} };`;
const folder = temporaryFolder();

it('reads files by readers of a plugin', async () => {
  const root = await writeFiles(path.join(folder, 'all'), {
    'mine.mjs': PLUGIN,
    'texts/a.note': 'bees build comb',
    'texts/b.pile': 'x',
  });
  const plugins = await loadPlugins([pathToFileURL(path.join(root, 'mine.mjs')).href]);
  const found = [];
  for await (const item of openCorpus(path.join(root, 'texts'), { kinds: documentKinds(plugins) }).read())
    found.push(item.kind === 'document' ? item.document.text : item.problem.message);
  expect(found).toEqual(['BEES BUILD COMB', "the reader 'pile' failed: it fell over"]);
});
