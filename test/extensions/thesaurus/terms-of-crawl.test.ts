import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { termsOfCrawl } from '../../../src/extensions/thesaurus/terms-of-crawl.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { withSettings } from '../../support/with-settings.js';

const { root, kb } = beeTopic();
const out = join(root, 'out');
const file = join(out, 'terms-bees.json');
const keepAll = withSettings({ keepDuplicates: true });

/** A page with a text of a corpus and a further sentence, on a host of its own. */
function page(text: string, further: string): string {
  const [title = '', ...rest] = text.split('\n\n');
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${rest.join(' ')} ${further}</p></body></html>`;
}

/** Crawls a web of a later year: hornets, which the corpus does not know, on most sites; a casino on a single one. */
beforeAll(async () => {
  const files: Record<string, string> = {};
  for (const [place, text] of Object.values(BEE_TEXTS).entries()) {
    const hornet = 'The hornet kills bees at the hive. A beekeeper catches the hornet in a trap.';
    files[`bee${place}.example/index.html`] = page(text, place < 9 ? hornet : 'It rains.');
    files[`one.example/${place}.html`] = page(text, 'The casino opens. Visit the casino.');
  }
  for (const [place, text] of Object.values(OTHER_TEXTS).entries())
    files[`other${place}.example/index.html`] = page(text, 'It rains.');
  const links = Object.keys(files).map((at) => `<a href="http://${at}">${at}</a>`);
  files['seed.example/index.html'] = `<html><body>${links.join(' ')}</body></html>`;
  await writeFiles(join(root, 'web'), files);
  const place = ['--kb', kb, '--topic', 'bees', '--seeds', 'http://seed.example/index.html', '--out', out];
  const rules = ['--web', join(root, 'web'), '--follow', 'all', ...keepAll, '--max-pages', '80'];
  expect(await sfwc(['crawl', ...place, ...rules])).toMatchObject({ code: 0 });
});

describe('terms of a crawl', () => {
  it('are what the pages of many sites share, and are kept until the crawl changes', async () => {
    const topic = await openTopic(kb, 'bees');
    const { terms } = await termsOfCrawl(out, topic);
    expect(terms.find(({ term }) => term === 'hornet')).toMatchObject({ sites: 9 });
    expect(terms.map(({ term }) => term)).not.toContain('casino');
    const kept = await readFile(file, 'utf8');
    await writeFile(file, kept.replace('"hornet"', '"wasp"'));
    expect((await termsOfCrawl(out, topic)).terms.map(({ term }) => term)).toContain('wasp');
    await writeFile(file, kept.replace(/"read": \d+/, '"read": 1'));
    expect((await termsOfCrawl(out, topic)).terms).toEqual(terms);
  });

  it('need a crawl of the topic', async () => {
    const topic = await openTopic(kb, 'bees');
    const other = { ...topic, facts: { ...topic.facts, name: 'ships' } };
    await expect(termsOfCrawl(out, other)).rejects.toThrow("is not about topic 'ships'");
    await expect(termsOfCrawl(join(root, 'none'), topic)).rejects.toThrow('none');
  });
});
