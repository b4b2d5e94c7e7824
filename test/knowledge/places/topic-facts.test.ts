import { describe, expect, it } from '@jest/globals';
import { createOxigraphStore } from '../../../src/knowledge/oxigraph/oxigraph-store.js';
import { InputError } from '../../../src/model/errors.js';
import { conceptNouns, readTopicFacts, topicChecksum } from '../../../src/knowledge/places/topic-facts.js';
import { fourDocumentsContent, nquadsOf } from '../krs/small-topic.js';
import { storeOf } from '../../support/small-topic.js';

const CELL = { lemma: 'cell', iri: 'http://m.example/cell' };
const INSULIN = { lemma: 'insulin', iri: 'http://m.example/insulin' };
const DOCUMENTS = [[CELL, INSULIN], [CELL, { lemma: 'day' }], [CELL], [CELL]];

describe('conceptNouns', () => {
  it('reads the nouns of a topic with their weights, and none of its others', async () => {
    const kb = createOxigraphStore();
    await kb.load([await nquadsOf(fourDocumentsContent())]);
    const { topic } = fourDocumentsContent().iris;
    expect(await conceptNouns(kb, topic)).toEqual([
      ['hormone', 0.5],
      ['insulin', 1],
    ]);
    expect(await conceptNouns(kb, 'http://a.example/other')).toEqual([]);
  });
});

describe('readTopicFacts', () => {
  it('reads what was written', async () => {
    const { kb, iris } = await storeOf({ diabetes: DOCUMENTS, politics: [[INSULIN]] });
    const facts = await readTopicFacts(kb, 'diabetes');
    expect(facts).toEqual({
      name: 'diabetes',
      iri: iris.topic,
      language: 'en',
      checksum: topicChecksum({
        annotator: 'test/1',
        linkers: ['gazetteer', 'wordnet'],
        settings: '{}',
        corpusChecksum: '0',
      }),
      documents: 4,
      // `cell` has 0 bits and counts four times, `insulin` has 2 bits and counts once.
      idf: { mean: expect.closeTo(0.4, 5), deviation: expect.closeTo(0.8, 5), count: 2 },
      backgroundDocuments: 0,
      annotator: 'test/1',
      linkers: ['gazetteer', 'wordnet'],
      settings: expect.any(String),
      formatVersion: 3,
    });
    expect((await readTopicFacts(kb, 'politics')).documents).toBe(1);
  });

  it('names the topics that exist when asked for another', async () => {
    const { kb } = await storeOf({ diabetes: DOCUMENTS, politics: DOCUMENTS });
    for (const name of ['astronomy', 'diabete', 'Diabetes', '"} # ']) {
      const failure = readTopicFacts(kb, name);
      await expect(failure).rejects.toBeInstanceOf(InputError);
      await expect(failure).rejects.toMatchObject({
        message: `the knowledge base has no topic '${name}'`,
        hint: 'it has: diabetes, politics',
      });
    }
    await expect(readTopicFacts(createOxigraphStore(), 'diabetes')).rejects.toMatchObject({
      hint: 'it has none at all',
    });
  });
});
