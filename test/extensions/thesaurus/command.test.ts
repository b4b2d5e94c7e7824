import { describe, expect, it } from '@jest/globals';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Judgement } from '../../../src/model/topic.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../../support/small-corpus.js';
import { sfwc } from '../../cli/run.js';
import { beeTopic } from '../../support/bee-topic.js';
import { itInFull } from '../../support/thorough.js';

const { root, kb } = beeTopic();
const THESAURUS = 'kb/thesaurus-diabetes.ttl';
const topic = () => ['--kb', kb, '--topic', 'bees'];

describe('thesaurus', () => {
  it('validates and counts the thesauri of the project', async () => {
    const valid = await sfwc(['thesaurus', 'validate', THESAURUS]);
    expect(valid).toMatchObject({ code: 0, stderr: '' });
    expect(valid.stdout).toMatch(/valid; 6 facets, \d+ concepts\n$/);
  });

  it('lists all that is wrong, and fails', async () => {
    const file = path.join(root, 'wrong.ttl');
    await writeFile(file, '@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n<#a> a skos:Concept .\n');
    const { code, stdout } = await sfwc(['thesaurus', 'validate', file]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${file}: it has no skos:ConceptScheme`);
    expect(stdout).toContain(`${file}: <file:`);
  });

  itInFull('proposes one that is valid, can be judged by, and is not overwritten', async () => {
    const out = path.join(root, 'bees.ttl');
    const made = await sfwc(['thesaurus', 'suggest', ...topic(), '--out', out]);
    expect(made).toMatchObject({ code: 0, stdout: '' });
    expect((await sfwc(['thesaurus', 'validate', out])).stdout).toMatch(/still proposals\n$/);
    expect(await readFile(out, 'utf8')).toMatch(/^# Facets and terms of a thesaurus of 'bees'/);
    expect((await sfwc(['thesaurus', 'suggest', ...topic(), '--out', out])).code).toBe(1);
    expect((await sfwc(['thesaurus', 'suggest', ...topic()])).stdout).toBe(await readFile(out, 'utf8'));
    type Line = Pick<Judgement, 'score' | 'accepted'> &
      Pick<Judgement['reason'], 'evidence'> & { reason: string };
    const judge = async (text: string): Promise<Line> => {
      const by = ['--classifier', 'thesaurus', '--thesaurus', out];
      const args = ['classify', '-', ...topic(), ...by, '--json', '--explain'];
      return JSON.parse((await sfwc(args, { input: text })).stdout) as Line;
    };
    const about = await judge(Object.values(BEE_TEXTS).slice(0, 4).join('\n\n'));
    const other = await judge(Object.values(OTHER_TEXTS).slice(0, 4).join('\n\n'));
    expect(about).toMatchObject({ accepted: true, classifier: 'thesaurus' });
    expect(about.evidence.every(({ facet }) => facet !== undefined)).toBe(true);
    expect(about.reason).toMatch(/entries in \d facets? \(/);
    expect(other.score).toBeLessThan(about.score);
  });

  it('says what is missing or does not fit', async () => {
    const classify = ['classify', 'README.md', ...topic()];
    const without = await sfwc([...classify, '--classifier', 'thesaurus']);
    expect(without).toMatchObject({ code: 2, stdout: '' });
    expect(without.stderr).toContain('name the file of the thesaurus');
    expect((await sfwc([...classify, '--classifier', 'krs-paper', '--thesaurus', THESAURUS])).code).toBe(2);
    const missing = await sfwc([...classify, '--thesaurus', 'no/such.ttl']);
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/^error: cannot read the thesaurus: no\/such\.ttl/);
  });
});

describe('expand', () => {
  itInFull('prints what it expanded, and saves it', async () => {
    const { code, stdout, stderr } = await sfwc(['expand', ...topic(), '--least', '0']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^noun +related +above +below +synonyms and meaning\n/);
    expect(stderr).toMatch(/saved .*bees\+expansion-[0-9a-f]{16}\.nq\.gz\n$/);
    const query = await sfwc(['query', `${kb}/bees`, '--file', 'queries/expansion.rq', '--format', 'csv']);
    expect(query.stdout.split('\n').length).toBeGreaterThan(5);
  });
});
