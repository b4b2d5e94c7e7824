import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildTopic } from '../../../src/app/topics/build-topic.js';
import { classifyPage } from '../../../src/app/classify/classify-page.js';
import { indexLabels } from '../../../src/extensions/label-index/index-labels.js';
import { checkSettings } from '../../../src/app/settings/resolve.js';
import { classifyFields, type BuildOptions } from '../../../src/app/settings/settings.js';
import { LINKER_IRIS, itsrdf, sfwc } from '../../../src/model/vocabulary.js';
import { labelLine, writeLines } from '../../support/label-dumps.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../../support/small-corpus.js';
import { startSpotlight, type SpotlightServer } from '../../support/spotlight-server.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';
import { itInFull } from '../../support/thorough.js';

const root = temporaryFolder();
let bees: string;
let others: string;
let index: string;
let server: SpotlightServer;
beforeAll(async () => {
  bees = await writeFiles(join(root, 'bees'), BEE_TEXTS);
  others = await writeFiles(join(root, 'others'), OTHER_TEXTS);
  index = join(root, 'names.sfwclabels');
  const names = ['Nectar', 'Royal jelly', 'Extractor (tool)', 'Extractor (honey)', 'Orchard', 'Honey'];
  await indexLabels(
    [
      writeLines(
        root,
        'names.nt',
        names.map((name) => labelLine(name)),
      ),
    ],
    index,
    {},
  );
  server = await startSpotlight(['nectar', 'royal jelly', 'orchard']);
});
beforeEach(() => {
  server.asked.length = 0;
});
afterAll(() => server.close());

const fresh = placesIn(root);
const spotlight = (): Pick<BuildOptions, 'linker' | 'spotlight' | 'spotlightDelay' | 'spotlightCache'> => ({
  linker: ['spotlight', 'gazetteer', 'wordnet'],
  spotlight: server.url,
  spotlightDelay: 0,
  spotlightCache: join(root, 'answers'),
});

/** The lines of all files of a knowledge base. */
function linesOf(kb: string): string[] {
  return readdirSync(kb).flatMap((name) =>
    gunzipSync(readFileSync(join(kb, name)))
      .toString()
      .split('\n'),
  );
}

/** The names of the linkers in a topic, sorted. */
function linkersIn(kb: string): string[] {
  const found = linesOf(kb).flatMap(
    (line) => new RegExp(`<${sfwc.linkedBy}> "([^"]+)"`).exec(line)?.[1] ?? [],
  );
  return [...new Set(found)].sort();
}

async function judge(
  kb: string,
  text: string,
  more: object = {},
): Promise<{ linked: string[]; warnings: string[] }> {
  const warnings: string[] = [];
  const settings = checkSettings(classifyFields, { kb, topic: 'bees', ...more });
  const { judgement } = await classifyPage('-', settings, {
    readStdin: () => Promise.resolve(Buffer.from(text)),
    warn: (message) => warnings.push(message),
  });
  const iris = judgement.reason.evidence.flatMap(({ iri }) => (iri === undefined ? [] : [iri]));
  return { linked: iris.sort(), warnings };
}

describe('building with a label index', () => {
  itInFull('records which linker made each link, also of each mention, the same each time', async () => {
    const [one, two] = [fresh(), fresh()];
    await buildTopic([bees], { topic: 'bees', kb: one, labels: [index], nif: true, background: [others] });
    await buildTopic([bees], { topic: 'bees', kb: two, labels: [index], nif: true, background: [others] });
    expect(linkersIn(one)).toEqual(['gazetteer', 'label-index', 'wordnet']);
    const annotators = linesOf(one).flatMap(
      (line) => new RegExp(`<${itsrdf.taAnnotatorsRef}> <([^>]+)>`).exec(line)?.[1] ?? [],
    );
    expect([...new Set(annotators)].sort()).toEqual(
      ['gazetteer', 'label-index', 'wordnet'].map((name) => LINKER_IRIS.get(name)).sort(),
    );
    expect(linesOf(two)).toEqual(linesOf(one));
  });

  itInFull('comes to the same bytes in steps as at once', async () => {
    const [steps, once] = [fresh(), fresh()];
    const [first, second] = [
      await writeFiles(join(root, 'first'), { 'honey.txt': BEE_TEXTS['honey.txt'] ?? '' }),
      await writeFiles(join(root, 'second'), { 'queen.txt': BEE_TEXTS['queen.txt'] ?? '' }),
    ];
    await buildTopic([first], {
      topic: 'bees',
      kb: steps,
      labels: [index],
      force: true,
      background: [others],
    });
    await buildTopic([second], { topic: 'bees', kb: steps, add: true });
    await buildTopic([first, second], { topic: 'bees', kb: once, labels: [index], background: [others] });
    expect(readFileSync(join(steps, 'bees.nq.gz')).equals(readFileSync(join(once, 'bees.nq.gz')))).toBe(true);
    const other = join(root, 'other.sfwclabels');
    await indexLabels([writeLines(root, 'other.nt', [labelLine('Hive')])], other, {});
    await expect(
      buildTopic([bees], { topic: 'bees', kb: steps, add: true, labels: [other] }),
    ).rejects.toThrow(/not the labels/);
    await expect(buildTopic([bees], { topic: 'bees', kb: fresh(), labels: [index, other] })).rejects.toThrow(
      /both label indexes/,
    );
  });

  it('judges pages by the same index, by a copy that is named, or by what the knowledge base holds', async () => {
    const kb = fresh();
    const mine = join(root, 'mine.sfwclabels');
    copyFileSync(index, mine);
    await buildTopic([bees], {
      topic: 'bees',
      kb,
      labels: [mine],
      linker: ['gazetteer'],
      background: [others],
    });
    const text = 'Royal jelly\n\nRoyal jelly and nectar are in the orchard.';
    const whole = await judge(kb, text);
    expect(whole).toEqual({
      linked: ['Nectar', 'Orchard', 'Royal_jelly'].map((name) => `http://dbpedia.org/resource/${name}`),
      warnings: [],
    });
    const moved = join(root, 'moved.sfwclabels');
    renameSync(mine, moved);
    expect(await judge(kb, text, { labels: [moved] })).toEqual(whole);
    const without = await judge(kb, text);
    expect(without.warnings).toEqual([expect.stringMatching(/was not found.*setting labels/)]);
    expect(without.linked).toEqual(whole.linked);
    const other = join(root, 'third.sfwclabels');
    await indexLabels([writeLines(root, 'third.nt', [labelLine('Swarm')])], other, {});
    await expect(judge(kb, text, { labels: [other] })).rejects.toThrow(/is not the label index/);
    rmSync(moved);
  });
});

describe('building with DBpedia Spotlight', () => {
  itInFull('records its links, asks for each text once, and judges pages by it', async () => {
    const kb = fresh();
    const texts = Object.keys(BEE_TEXTS).length + Object.keys(OTHER_TEXTS).length;
    await buildTopic([bees], { topic: 'bees', kb, background: [others], ...spotlight() });
    expect(linkersIn(kb)).toEqual(['gazetteer', 'spotlight', 'wordnet']);
    expect(server.asked).toHaveLength(texts);
    await buildTopic([bees], { topic: 'bees', kb: fresh(), background: [others], ...spotlight() });
    expect(server.asked).toHaveLength(texts);
    const { spotlightDelay, spotlightCache } = spotlight();
    await judge(kb, 'A page about the nectar of an orchard.', { spotlightDelay, spotlightCache });
    expect(server.asked.at(-1)?.form.get('text')).toContain('nectar of an orchard');
  });

  itInFull('keeps to what was asked when the topic is changed', async () => {
    const kb = fresh();
    const [first, second] = [
      await writeFiles(join(root, 'one'), { 'honey.txt': BEE_TEXTS['honey.txt'] ?? '' }),
      await writeFiles(join(root, 'two'), { 'queen.txt': BEE_TEXTS['queen.txt'] ?? '' }),
    ];
    await buildTopic([first], { topic: 'bees', kb, ...spotlight(), spotlightConfidence: 0.7, force: true });
    const { spotlightDelay, spotlightCache } = spotlight();
    await buildTopic([second], { topic: 'bees', kb, add: true, spotlightDelay, spotlightCache });
    expect(server.asked.map(({ form }) => form.get('confidence'))).toEqual(['0.7', '0.7']);
    await expect(
      buildTopic([second], { topic: 'bees', kb, replace: true, spotlightConfidence: 0.2 }),
    ).rejects.toThrow(/--spotlight-confidence 0.2 differs/);
  });

  it('goes on with the next linker when it is down, after one warning, and stops when there is none', async () => {
    const kb = fresh();
    const warnings: string[] = [];
    const down = { ...spotlight(), spotlight: 'http://127.0.0.1:1/en', spotlightRetries: 0 };
    await buildTopic(
      [bees],
      { topic: 'bees', kb, background: [others], ...down },
      { onWarning: (message) => warnings.push(message) },
    );
    expect(linkersIn(kb)).toEqual(['gazetteer', 'wordnet']);
    expect(warnings).toEqual([expect.stringContaining('Spotlight is down')]);
    await expect(
      buildTopic([bees], { topic: 'bees', kb: fresh(), ...down, linker: ['spotlight'] }),
    ).rejects.toThrow(/no other linker/);
  }, 60_000);
});
