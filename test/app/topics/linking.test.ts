import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { classifyPages } from '../../../src/app/classify/classify-pages.js';
import type { BuildOptions } from '../../../src/app/settings/settings.js';
import { sfwc } from '../../../src/model/vocabulary.js';
import { beeTopic } from '../../support/bee-topic.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../../support/small-corpus.js';
import { startSpotlight, type SpotlightServer } from '../../support/spotlight-server.js';
import { placesIn } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const { root, bees, others } = beeTopic();
let server: SpotlightServer;
beforeAll(async () => {
  server = await startSpotlight(['nectar', 'royal jelly', 'orchard']);
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

const fresh = placesIn(root);
const spotlight = (): Pick<BuildOptions, 'linker' | 'spotlight'> => ({
  linker: ['spotlight', 'gazetteer', 'wordnet'],
  spotlight: server.url,
});

/** The names of the linkers in a topic, sorted. */
function linkersIn(kb: string): string[] {
  const found = readdirSync(kb).flatMap((name) => {
    const text = gunzipSync(readFileSync(join(kb, name))).toString();
    return [...text.matchAll(new RegExp(`<${sfwc.linkedBy}> "([^"]+)"`, 'g'))].map(
      ([, linker = '']) => linker,
    );
  });
  return [...new Set(found)].sort();
}

describe('building with DBpedia Spotlight', () => {
  itInFull('records its links, asks for each text once, and judges pages by it', async () => {
    const kb = fresh();
    const texts = Object.keys(BEE_TEXTS).length + Object.keys(OTHER_TEXTS).length;
    await buildTopic([bees], { topic: 'bees', kb, background: [others], ...spotlight() });
    expect(linkersIn(kb)).toEqual(['gazetteer', 'spotlight', 'wordnet']);
    expect(server.asked).toHaveLength(texts);
    const readStdin = () => Promise.resolve(Buffer.from('A page about the nectar of an orchard.'));
    for await (const page of classifyPages(['-'], { kb, topic: 'bees' }, { readStdin }))
      expect(page).toHaveProperty('judgement');
    expect(server.asked.at(-1)?.form.get('text')).toContain('nectar of an orchard');
  });

  it('goes on with the next linker when it is down, after one warning, and stops when there is none', async () => {
    const kb = fresh();
    const warnings: string[] = [];
    // Nothing that is tried again at once.
    server.answer = () => ({ status: 404, body: 'gone' });
    await buildTopic(
      [bees],
      { topic: 'bees', kb, background: [others], ...spotlight() },
      { onWarning: (message) => warnings.push(message) },
    );
    expect(linkersIn(kb)).toEqual(['gazetteer', 'wordnet']);
    expect(warnings).toEqual([expect.stringContaining('Spotlight is down')]);
    await expect(
      buildTopic([bees], { topic: 'bees', kb: fresh(), ...spotlight(), linker: ['spotlight'] }),
    ).rejects.toThrow(/no other linker/);
  });
});
