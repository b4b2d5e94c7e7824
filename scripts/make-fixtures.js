/**
 * Makes the topics that tests read, `test/fixtures/kb`: of the texts in `test/fixtures`, and of half of the sample corpora. To be
 * run after a change of what `build` writes. Arguments: none.
 */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { buildTopic } from '../dist/app/topics/build-topic.js';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [bees, others, kb] = ['bees', 'others', 'kb'].map((name) => `test/fixtures/${name}`);

/** Every other text of a folder. */
function half(folder) {
  const names = readdirSync(folder).sort();
  return names.filter((_, index) => index % 2 === 0).map((name) => path.join(folder, name));
}

rmSync(kb, { recursive: true, force: true });
await buildTopic([bees], { topic: 'bees', kb, background: [others] });
await buildTopic([others], { topic: 'other things', kb, background: [bees] });
await buildTopic(half('corpora/diabetes'), {
  ...{ topic: 'diabetes', kb, labels: ['corpora/labels.ttl'], background: half('corpora/background') },
});
