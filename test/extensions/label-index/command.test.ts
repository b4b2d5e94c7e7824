import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bzip2, dbr, dumpFolder, labelLine } from '../../support/label-dumps.js';
import { startSpotlight, type SpotlightServer } from '../../support/spotlight-server.js';
import { sfwc } from '../../cli/run.js';
import { itInFull } from '../../support/thorough.js';

let folder: string;
let server: SpotlightServer;
let dump: string;
let index: string;
const put = (name: string, content: string | Uint8Array): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};
beforeAll(async () => {
  folder = dumpFolder();
  server = await startSpotlight(['insulin', 'pancreas']);
  const lines = ['Insulin', 'Mercury (planet)', 'Mercury (god)', 'Pancreas'].map((name) => labelLine(name));
  dump = put('labels.nt.bz2', bzip2(`${lines.join('\n')}\nrubbish\n`));
  index = join(folder, 'en.sfwclabels');
  expect(await sfwc(['labels', 'index', dump, '--out', index])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('4 labels (en) of 4 resources from labels.nt.bz2'),
    stderr: expect.stringMatching(/skipped .*labels\.nt\.bz2:5: .*\n1 lines skipped\nsaved /),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe('sfwc labels', () => {
  it('shows an example with each command', async () => {
    for (const name of ['index', 'info', 'lookup']) {
      const { code, stdout } = await sfwc(['labels', name, '--help']);
      expect([code, stdout.includes(`Example:\n  sfwc labels ${name} `)]).toEqual([0, true]);
    }
  });

  it('says what an index holds and what names mean', async () => {
    const info = await sfwc(['labels', 'info', index, '--json']);
    expect(JSON.parse(info.stdout)).toMatchObject({ labels: 4, resources: 4, ambiguous: 1, language: 'en' });
    const { code, stdout, stderr } = await sfwc(['labels', 'lookup', index, 'mercury', 'Nothing', '--json']);
    expect([code, stderr]).toEqual([0, 'not in the index: Nothing\n']);
    expect(JSON.parse(stdout)).toEqual(
      ['Mercury (god)', 'Mercury (planet)'].map((name) => ({
        name: 'mercury',
        iri: dbr(name),
        kind: 'disambiguation',
        commonness: expect.closeTo(0.5, 6),
      })),
    );
    expect(await sfwc(['labels', 'lookup', index, 'Nothing'])).toMatchObject({ code: 1, stdout: '' });
  });

  it('names what is wrong', async () => {
    const cut = put('cut.nt.bz2', readFileSync(dump).subarray(0, 80));
    const half = put('half.sfwclabels', readFileSync(index).subarray(0, 300));
    const cases: [string[], number, RegExp][] = [
      [['index', cut, '--out', join(folder, 'x')], 1, /cut\.nt\.bz2 cannot be read to its end/],
      [['index', join(folder, 'none.nt'), '--out', join(folder, 'x')], 1, /none\.nt: no such file/],
      [['index', dump, '--out', join(folder, 'x'), '--language', 'de'], 1, /no label in the language 'de'/],
      [['index', dump, '--out', join(dump, 'x')], 1, /cannot write/],
      [['index', dump], 2, /--out: is required/],
      [['info', half], 1, /cut off or damaged/],
      [['lookup', dump, 'x'], 1, /is not a label index/],
    ];
    for (const [args, code, message] of cases) {
      const ended = await sfwc(['labels', ...args]);
      expect([ended.code, ended.stdout, ended.stderr]).toEqual([code, '', expect.stringMatching(message)]);
      expect(ended.stderr).not.toMatch(/\n\s+at /);
    }
  });
});

describe('sfwc build', () => {
  const by = `SELECT DISTINCT ?by WHERE { ?s <http://sfwcrawler.com/core#linkedBy> ?by } ORDER BY ?by`;

  itInFull('links by an index and by DBpedia Spotlight, with worker threads as without', async () => {
    const text = put(
      'text.txt',
      'Sugar\n\nThe pancreas makes insulin. Insulin lowers the sugar of the blood.\n',
    );
    const more = ['--linker', 'spotlight,gazetteer,wordnet', '--spotlight', server.url];
    const environment = { XDG_CACHE_HOME: join(folder, 'caches'), SFWC_SPOTLIGHT_DELAY: '0' };
    const build = (kb: string, workers: number, given: readonly string[]): ReturnType<typeof sfwc> =>
      sfwc(
        [
          ...['build', text, '--topic', 't', '--kb', join(folder, kb), '--labels', index],
          // One text is refused otherwise.
          ...['--force', '--workers', `${workers}`, ...given],
        ],
        { environment },
      );
    for (const [kb, given, linkers] of [
      ['index', [], 'label-index'],
      ['spotlight', more, 'spotlight'],
    ] as const) {
      const tried = [1, 2];
      for (const workers of tried) expect((await build(`${kb}-${workers}`, workers, given)).code).toBe(0);
      const built = tried.map((workers) => readFileSync(join(folder, `${kb}-${workers}`, 't.nq.gz')));
      for (const other of built) expect(other).toEqual(built[0]);
      const found = await sfwc(['query', join(folder, `${kb}-2`), by, '--format', 'csv']);
      expect(found.stdout.trim().split(/\r?\n/)).toEqual(expect.arrayContaining([linkers, 'wordnet']));
    }
    expect(server.asked).toHaveLength(1);
  });
});
