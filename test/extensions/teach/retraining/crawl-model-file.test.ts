import { expect, it } from '@jest/globals';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  readCrawlModel,
  writeCrawlModel,
} from '../../../../src/extensions/teach/retraining/crawl-model-file.js';
import { InputError } from '../../../../src/model/errors.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

const file = join(temporaryFolder(), 'model-2.json.gz');
const HEADER = { number: 2, classifier: 'ensemble', topic: 'bees', topicChecksum: '0' };
const BODY = { model: { bias: 1 }, heldOut: [] };

it('gives the model that was written, and tells when it is damaged or missing', async () => {
  const checksum = await writeCrawlModel(file, HEADER, BODY);
  expect(await readCrawlModel(file, checksum)).toEqual(BODY);
  const content = await readFile(file);
  await writeFile(file, content.subarray(0, -1));
  await expect(readCrawlModel(file, checksum)).rejects.toThrow(
    `${file} is damaged, or is not the model that the crawl judged pages by`,
  );
  await rm(file);
  const missing = readCrawlModel(file, checksum);
  await expect(missing).rejects.toThrow(`${file} is missing, by which the crawl judges pages`);
  await expect(missing).rejects.toBeInstanceOf(InputError);
});
