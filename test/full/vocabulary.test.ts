import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sfwc } from '../cli/run.js';
import { BEE_TEXTS, OTHER_TEXTS, writeFiles } from '../support/small-corpus.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { withSettings } from '../support/with-settings.js';
import { describeUnless } from './data.js';

const root = temporaryFolder();
const [kb, out, vocabulary] = [join(root, 'kb'), join(root, 'out'), join(root, 'bees.ttl')];

const keepAll = withSettings({ keepDuplicates: true });

const VOCABULARY = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://ex.org/> .
ex:insects a skos:Concept ; skos:prefLabel "insects"@en .
ex:bee a skos:Concept ; skos:prefLabel "bee"@en ; skos:altLabel "honey bee"@en ; skos:broader ex:insects ; skos:exactMatch <http://dbpedia.org/resource/Bee> .
ex:keeping a skos:Concept ; skos:prefLabel "beekeeping"@en ; skos:altLabel "beekeeper"@en, "hive"@en ; skos:broader ex:bee .
ex:honey a skos:Concept ; skos:prefLabel "honey"@en ; skos:related ex:bee .
`;

/** A page with a text of a corpus and a further sentence, on a host of its own. */
function page(text: string, further: string): string {
  const [title = '', ...rest] = text.split('\n\n');
  return `<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${rest.join(' ')} ${further}</p></body></html>`;
}

describeUnless(undefined, 'a topic of a vocabulary', () => {
  beforeAll(async () => {
    const files: Record<string, string> = {};
    const hornet = 'The hornet kills bees at the hive. A beekeeper catches the hornet in a trap.';
    for (const [place, text] of Object.values(BEE_TEXTS).entries())
      files[`bee${place}.example/index.html`] = page(text, place < 9 ? hornet : 'It rains.');
    for (const [place, text] of Object.values(OTHER_TEXTS).entries())
      files[`other${place}.example/index.html`] = page(text, 'It rains.');
    const links = Object.keys(files).map((at) => `<a href="http://${at}">${at}</a>`);
    files['seed.example/index.html'] = `<html><body>${links.join(' ')}</body></html>`;
    await writeFiles(join(root, 'web'), files);
    await writeFiles(root, { 'bees.ttl': VOCABULARY });
    await writeFiles(join(root, 'bees'), BEE_TEXTS);
    await writeFiles(join(root, 'others'), OTHER_TEXTS);
    const sources = [join(root, 'bees'), '--background', join(root, 'others'), '--vocabulary', vocabulary];
    const built = await sfwc(['build', ...sources, '--topic', 'bees', '--kb', kb]);
    expect(built).toMatchObject({ code: 0 });
    const place = ['--kb', kb, '--topic', 'bees', '--seeds', 'http://seed.example/index.html', '--out', out];
    const rules = ['--web', join(root, 'web'), '--set', 'follow=all', ...keepAll];
    expect(await sfwc(['crawl', ...place, ...rules, '--max-pages', '80'])).toMatchObject({ code: 0 });
  }, 60_000);

  interface Subjects {
    readonly judgement?: { readonly accepted: boolean };
    readonly subjects?: readonly {
      readonly iri: string;
      readonly weight: number;
      readonly broader?: readonly { iri: string }[];
    }[];
  }

  describe('a topic with a vocabulary', () => {
    it('gives accepted pages their subjects in events, and no others', async () => {
      const lines = (await readFile(join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
      const events = lines.map((line) => JSON.parse(line) as Subjects);
      const accepted = events.filter(({ judgement }) => judgement?.accepted === true);
      expect(accepted.length).toBeGreaterThan(5);
      expect(
        events.filter(({ judgement, subjects }) => judgement?.accepted !== true && subjects !== undefined),
      ).toEqual([]);
      const found = accepted.flatMap(({ subjects = [] }) => subjects);
      expect(new Set(found.map(({ iri }) => iri))).toContain('http://ex.org/bee');
      const keeping = found.find(({ iri }) => iri === 'http://ex.org/keeping');
      expect(keeping?.broader?.map(({ iri }) => iri)).toEqual(['http://ex.org/bee', 'http://ex.org/insects']);
    });

    it('has them in outputs and in RDF, by concept and by broader concept', async () => {
      const pages = await sfwc(['pages', out]);
      expect(pages.stdout).toMatch(/"subjects":\["[a-z ]+"/);
      expect(pages.stdout).toContain('"subjectIris":["http://ex.org/');
      const query = async (name: string): Promise<string> =>
        (await sfwc(['query', kb, '--crawl', out, '--file', `queries/${name}.rq`, '--format', 'csv'])).stdout;
      expect(await query('pages-by-concept')).toMatch(/http:\/\/ex\.org\/bee,bee,/);
      expect(await query('pages-by-broader-concept')).toMatch(/http:\/\/ex\.org\/insects,insects,\d+/);
    });

    it('keeps the vocabulary when texts are added', async () => {
      await writeFiles(root, { 'new.txt': 'Swarms\n\nA swarm of the honey bee leaves the hive.' });
      expect(
        await sfwc(['build', join(root, 'new.txt'), '--add', '--topic', 'bees', '--kb', kb]),
      ).toMatchObject({ code: 0 });
      const concepts = ['query', kb, 'ASK { ?s <http://www.w3.org/2004/02/skos/core#inScheme> ?scheme }'];
      expect((await sfwc(concepts)).stdout).toBe('true\n');
    });
  });

  describe('a topic of a vocabulary alone', () => {
    it('is built of its concepts, of those below one alone, and refuses what the vocabulary does not have', async () => {
      const build = (...given: string[]) =>
        sfwc(['build', '--vocabulary', vocabulary, '--topic', 'words', '--kb', kb, ...given]);
      expect((await build()).stderr).toContain('saved');
      expect(
        (await build('--set', 'concept=http://ex.org/bee', '--set', 'depth=1', '--json')).stdout,
      ).toMatch(/"documents":2\b/);
      expect(await build('--set', 'concept=http://ex.org/wasp')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('http://ex.org/insects (insects)'),
      });
      expect(await build('--set', 'language=xx')).toMatchObject({ code: 1 });
      expect(await sfwc(['build', '--topic', 'words', '--kb', kb, '--set', 'depth=1'])).not.toMatchObject({
        code: 0,
      });
    });
  });
});
