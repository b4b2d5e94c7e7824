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
  const outcome = run({ kind: 'query', request });
  const file = await readFile(classifierFile(kb, 'bees', 'ensemble'));
  expect(outcome.kind === 'text' ? Buffer.from(outcome.body).toString() : outcome.kind).toContain(
    file.toString('base64'),
  );
});
