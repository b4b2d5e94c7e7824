import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { buildTopic, type BuildReport } from '../../../src/app/topics/build-topic.js';
import { openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import type { BuildOptions } from '../../../src/app/settings/settings.js';
import type { CorpusProblem } from '../../../src/model/document.js';
import { InputError, Interrupted, OutputError } from '../../../src/model/errors.js';
import { FOREIGN_TEXTS } from '../../support/foreign-texts.js';
import { BEE_TEXTS, fixture, writeFiles } from '../../support/small-corpus.js';
import { placesIn } from '../../support/temporary-folder.js';
import { beeTopic } from '../../support/bee-topic.js';
import { itInFull, THOROUGH } from '../../support/thorough.js';

const { root, bees, others } = beeTopic();
const fresh = placesIn(root);

function build(sources: readonly string[], options: Partial<BuildOptions> = {}): Promise<BuildReport> {
  return buildTopic(sources, { topic: 'bees', kb: fresh(), background: [others], ...options });
}

const unpacked = (file: string): string => gunzipSync(readFileSync(file)).toString();

/** The names in a folder without checksums. */
async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(folder)).map((name) => name.replace(/-[0-9a-f]{16}\./, '.')).sort();
}

describe('a build that is interrupted', () => {
  const interrupted = async (
    kb: string,
    workers: number,
    when: 'found' | 'read' | 'saved' | 'trained',
  ): Promise<void> => {
    const controller = new AbortController();
    const abort = (): void => controller.abort(new Interrupted());
    const building = buildTopic(
      [bees],
      { topic: 'bees', kb, nif: true, workers, background: [others] },
      {
        signal: controller.signal,
        onFound: (documents) => {
          if (when === 'found' && documents === 3) abort();
        },
        onProgress: (done, total) => {
          if (when !== 'trained' && done === (when === 'read' ? 3 : total)) abort();
        },
        onWait: (what) => {
          if (when === 'trained' && what === 'making the lexicon') abort();
        },
      },
    );
    await expect(building).rejects.toThrow(Interrupted);
  };

  const moments = [
    ['before its ensemble is trained', 'trained'],
    ['before it is saved', 'saved'],
    ['while its documents are found', 'found'],
    ['while they are read', 'read'],
  ] as const;
  it.each(THOROUGH ? moments : moments.slice(0, 1))(
    '%s leaves the topic as it was, and nothing half made',
    async (_, when) => {
      const kb = fresh();
      await buildTopic([others], { topic: 'bees', kb, background: [bees] });
      const before = await filesOf(kb);
      const bytes = await readFile(join(kb, 'bees.nq.gz'));
      await interrupted(kb, 1, when);
      expect(await filesOf(kb)).toEqual(before);
      expect((await readFile(join(kb, 'bees.nq.gz'))).equals(bytes)).toBe(true);
    },
  );

  it('does not wait for its threads', async () => {
    const kb = fresh();
    await interrupted(kb, 2, 'found');
    expect(await readdir(kb).catch(() => [])).toEqual([]);
  });
});

describe('buildTopic', () => {
  it('makes a knowledge base that can be opened, and reports what is in it', async () => {
    const progress: [number, number][] = [];
    const kb = fresh();
    const report = await buildTopic(
      [bees],
      { topic: 'bees', kb, background: [others] },
      {
        onProgress: (done, total) => progress.push([done, total]),
      },
    );
    expect(report).toMatchObject({
      topic: 'bees',
      file: join(kb, 'bees.nq.gz'),
      backgroundDocuments: 6,
      problems: [],
    });
    expect(progress.at(-1)).toEqual([18, 18]);
    expect(progress).toHaveLength(18);
    expect(await filesOf(kb)).toEqual([
      'bees+corpus.jsonl.gz',
      'bees+ensemble.json.gz',
      'bees+lexicon.json.gz',
      'bees.nq.gz',
    ]);
    // What is committed for other tests is what is built today; scripts/make-fixtures.js makes it again.
    for (const file of await readdir(kb))
      expect([file, unpacked(join(kb, file)) === unpacked(fixture(`kb/${file}`))]).toEqual([file, true]);
    const { kb: store, facts } = await openTopic(kb, 'bees');
    expect(facts.documents).toBe(12);
    expect(facts.backgroundDocuments).toBe(6);
    expect(facts.idf.mean).toBeCloseTo(report.statistics.idf.mean, 6);
    const hive =
      'PREFIX nif: <http://persistence.uni-leipzig.org/nlp2rdf/ontologies/nif-core#> PREFIX sfwc: <http://sfwcrawler.com/core#> SELECT (COUNT(DISTINCT ?d) AS ?n) WHERE { ?s nif:anchorOf "hive" ; sfwc:inDocument ?d }';
    const holding = Object.values(BEE_TEXTS).filter((text) => /\bhives?\b/i.test(text)).length;
    expect((await store.select(hive)).rows[0]?.['n']?.value).toBe(String(holding));
  });

  it('skips what cannot be read and reports it', async () => {
    const folder = await writeFiles(join(root, 'damaged'), {
      ...BEE_TEXTS,
      'binary.txt': new Uint8Array([0, 1, 2, 255, 0]),
      'empty.txt': '  \n',
    });
    const heard: CorpusProblem[] = [];
    const kb = fresh();
    const report = await buildTopic(
      [folder],
      { topic: 'bees', kb, background: [others] },
      { onProblem: (problem) => heard.push(problem) },
    );
    expect(report.statistics.documents).toBe(12);
    expect(report.problems.map(({ where }) => where)).toEqual([
      join(folder, 'binary.txt'),
      join(folder, 'empty.txt'),
    ]);
    expect(heard).toEqual(report.problems);
    expect(await filesOf(kb)).toEqual([
      'bees+corpus.jsonl.gz',
      'bees+ensemble.json.gz',
      'bees+lexicon.json.gz',
      'bees.nq.gz',
    ]);
  });

  itInFull('keeps the old topic whole when a build fails while it is written', async () => {
    const { file } = await build([bees]);
    const whole = await readFile(file);
    const kb = join(file, '..');
    const unreadable = await writeFiles(join(root, 'bad-labels'), { 'labels.nt': 'this is no triple\n' });
    const labels = [join(unreadable, 'labels.nt')];
    await expect(build([bees], { kb, labels })).rejects.toThrow(InputError);
    // The folder in which it is built cannot be made: all is read and counted by then.
    const partial = `${file}.partial-${process.pid}`;
    await writeFile(partial, '');
    await expect(build([others], { kb })).rejects.toThrow(OutputError);
    await rm(partial, { force: true });
    expect(await readFile(file)).toEqual(whole);
    expect(await filesOf(kb)).toEqual([
      'bees+corpus.jsonl.gz',
      'bees+ensemble.json.gz',
      'bees+lexicon.json.gz',
      'bees.nq.gz',
    ]);
  });

  describe('from texts in another language', () => {
    it('are refused before anything is made where their language is not read', async () => {
      const texts = { 'a.txt': FOREIGN_TEXTS.ja, 'b.txt': FOREIGN_TEXTS.ja };
      const folder = await writeFiles(join(root, 'japanese'), texts);
      const kb = fresh();
      await expect(build([folder], { kb })).rejects.toThrow(/2 of 2 texts .* are not in English: Japanese 2/);
      await expect(stat(kb)).rejects.toThrow(/ENOENT/);
    });
  });
});
