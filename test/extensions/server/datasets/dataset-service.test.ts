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

it('has the ensembles of topics', async () => {
  const run = await openDatasetService([join(kb, 'bees.nq.gz')], 100);
  const scope = { defaultGraphs: [], namedGraphs: [] };
  const request = { query, scope, base: 'http://a.example/', mediaTypes: { SELECT: 'text/csv' }, maxRows: 9 };
  const { body = '' } = run(request);
  const file = await readFile(classifierFile(kb, 'bees', 'ensemble'));
  expect(Buffer.from(body).toString()).toContain(file.toString('base64'));
});
