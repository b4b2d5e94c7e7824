import { describe, expect, it } from '@jest/globals';
import { readdir } from 'node:fs/promises';
import { expandTopic, openExpansion } from '../../../../src/extensions/thesaurus/expansion/expand-topic.js';
import { openKnowledgeBase, openTopic } from '../../../../src/knowledge/places/knowledge-base.js';
import { queryKnowledgeBase } from '../../../../src/app/kb/query-topics.js';
import { trainClassifier } from '../../../../src/extensions/teach/train-classifier.js';
import { validateUnits, validationText } from '../../../../src/extensions/publish/kb/validate.js';
import { skos } from '../../../../src/model/vocabulary.js';
import { beeTopic } from '../../../support/bee-topic.js';

const { kb } = beeTopic();

const files = async (): Promise<string[]> =>
  (await readdir(kb)).filter((name) => name.includes('+expansion-'));
const concepts = async (): Promise<number> => {
  const { rows } = await (
    await openKnowledgeBase(kb)
  ).select(`SELECT ?c WHERE { GRAPH ?g { ?c a <${skos.Concept}> } }`);
  return rows.length;
};

describe('expandTopic', () => {
  it('writes SKOS into a graph of its own, which queries see', async () => {
    expect(await concepts()).toBe(0);
    const report = await expandTopic({ kb, topic: 'bees', least: 0 });
    expect(report.expanded.map(({ lemma }) => lemma)).toContain('hive');
    expect(await files()).toEqual([report.file.slice(kb.length + 1)]);
    expect(await concepts()).toBeGreaterThan(20);
    const answer = await queryKnowledgeBase({
      place: kb,
      topic: 'bees',
      file: 'queries/expansion.rq',
      param: ['limit=50'],
      format: 'csv',
    });
    expect(answer).toMatch(/^hive,0\.\d+,/m);
  });

  it('makes what sfwc kb validate accepts', async () => {
    const summary = await validateUnits({ kbs: [kb] });
    expect(validationText(summary)).toBe('conforms (1 looked at)\n');
  });

  it('has one file whatever the settings', async () => {
    const [before] = await files();
    const { expanded } = await expandTopic({ kb, topic: 'bees', terms: 50 });
    expect(expanded.length).toBeGreaterThan(5);
    expect(await files()).toEqual([before]);
  });

  it('is read by classifiers, which make one where there is none', async () => {
    const expansion = await openExpansion(await openTopic(kb, 'bees'));
    expect(expansion.size).toBeGreaterThan(0);
    expect(await trainClassifier({ kb, topic: 'bees', classifier: 'semantic' })).toMatchObject({
      classifier: 'semantic',
    });
  });
});
