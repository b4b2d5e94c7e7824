import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatasetService } from '../../../../src/extensions/server/datasets/dataset-service.js';
import { classifierFile } from '../../../../src/knowledge/files/classifier-file.js';
import { sfwc } from '../../../../src/model/vocabulary.js';
import { beesAndOtherThings } from '../../../support/bee-topic.js';

const { kb } = beesAndOtherThings();
const query = `SELECT ?model WHERE { GRAPH ?topic {
  ?topic <${sfwc.trainedClassifier}> ?trained . ?trained <${sfwc.trainedModel}> ?model } }`;

async function modelsServed(writable: boolean): Promise<string> {
  const service = await openDatasetService([join(kb, 'bees.nq.gz')], writable, 100);
  const scope = { defaultGraphs: [], namedGraphs: [] };
  const request = { query, scope, base: 'http://a.example/', mediaTypes: { SELECT: 'text/csv' }, maxRows: 9 };
  const outcome = await service.run({ kind: 'query', request }, () => undefined);
  return outcome.kind === 'text' ? Buffer.from(outcome.body).toString() : outcome.kind;
}

it('has the ensembles of topics, unless changes are saved', async () => {
  const file = await readFile(classifierFile(kb, 'bees', 'ensemble'));
  expect(await modelsServed(false)).toContain(file.toString('base64'));
  expect((await modelsServed(true)).trim()).toBe('model');
});
