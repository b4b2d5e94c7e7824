import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beeTopic } from '../support/bee-topic.js';
import { writeFiles } from '../support/small-corpus.js';
import { sfwc as run, type Finished } from './run.js';
import {} from '../support/with-settings.js';

const PLUGIN = `
  import { appendFileSync } from 'node:fs';
  const log = new URL('sink.log', import.meta.url);
  export default {
    classifiers: { wordy: { judge: ({ page }) => ({ accepted: page.text.length > 20, score: page.text.length }) } },
    strategies: { shortest: () => ({ prioritise: ({ link }) => ({ value: -link.url.length, reason: 'short' }) }) },
    linkers: { bees: { link: ({ nouns }) => nouns.filter(({ lemma }) => lemma === 'bee').map(({ begin, end }) => ({ begin, end, iri: 'http://bees.example/bee' })) } },
    readers: { log: { endings: ['.log'], read: (bytes) => new TextDecoder().decode(bytes).split('\\n').map((text) => ({ text })) } },
    sinks: { log: { write: ({ url }) => appendFileSync(log, url + '\\n') } },
  };`;
const PAGES = {
  'index.html':
    '<title>Bees</title><p>The bees of the hive.</p><a href="/long-name.html">long</a><a href="/b.html">b</a>',
  'long-name.html': '<title>Long</title><p>Worker bees build comb.</p>',
  'b.html': '<title>B</title><p>The queen bee lays eggs in the hive.</p>',
};

const { root, kb, others } = beeTopic();
let plugin: string;
let web: string;
beforeAll(async () => {
  plugin = path.join(await writeFiles(path.join(root, 'plugins'), { 'mine.mjs': PLUGIN }), 'mine.mjs');
  web = path.join(root, 'web');
  await writeFiles(path.join(web, 'pages.example'), PAGES);
});

const sfwc = (...args: string[]): Promise<Finished> => run(args);
const at = (name: string): string => path.join(root, name);

describe('--plugin', () => {
  it('registers names for classifier and --strategy, and sinks, which a resumed crawl has again', async () => {
    const out = at('out');
    const crawl = ['crawl', '--kb', kb, '--topic', 'bees', '--seeds', 'http://pages.example/', '--out', out];
    const stored = ['--web', web, '--max-pages', '2'];
    const own = ['--plugin', plugin, '--set', 'classifier=wordy', '--strategy', 'shortest'];
    const begun = await sfwc(...crawl, ...stored, ...own);
    expect([begun.code, begun.stderr]).toEqual([0, expect.any(String)]);
    const resumed = await sfwc('crawl', '--resume', '--out', out, '--max-pages', '10');
    expect([resumed.code, resumed.stdout]).toEqual([0, expect.stringContaining('3 pages requested')]);
    const events = readFileSync(path.join(out, 'events.jsonl'), 'utf8').trim().split('\n');
    const urls = events.map((line) => (JSON.parse(line) as { url: string }).url);
    expect(urls).toEqual(['', 'b.html', 'long-name.html'].map((name) => `http://pages.example/${name}`));
    expect(readFileSync(path.join(root, 'plugins/sink.log'), 'utf8').trim().split('\n')).toEqual(urls);
    expect(events[1]).toContain('"classifier":"wordy"');
    expect(events[1]).toContain('"reason":"short"');
  });

  it('registers linkers and readers for building and judging', async () => {
    const texts = await writeFiles(at('texts'), {
      'a.log': 'The bee finds a flower.\nThe bee builds comb in the hive.',
      'b.txt': 'A bee in the hive makes honey of nectar.',
    });
    const place = ['--topic', 'own', '--kb', kb, '--background', others];
    const own = ['--plugin', plugin, '--linker', 'bees,wordnet', '--json'];
    const built = await sfwc('build', texts, ...place, ...own);
    expect([built.code, built.stderr]).toEqual([0, expect.stringContaining('saved')]);
    expect(JSON.parse(built.stdout)).toMatchObject({ statistics: { documents: 3 } });
    const classify = [
      'classify',
      path.join(web, 'pages.example', 'b.html'),
      '--kb',
      kb,
      '--topic',
      'own',
      '--classifier',
    ];
    expect((await sfwc(...classify, 'wordy', '--plugin', plugin)).stdout).toMatch(/^accepted\t\d+/);
    const without = await sfwc(...classify, 'krs-paper');
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringMatching(
        /topic 'own' uses the linker 'bees' of a plugin that is not loaded\n.*--plugin FILE/,
      ),
    ]);
  });
});
