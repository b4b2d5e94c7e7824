import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openKnowledgeBase, openTopic } from '../../../src/knowledge/places/knowledge-base.js';
import { openDatasetService } from '../../../src/extensions/server/datasets/dataset-service.js';
import { fileEnd } from '../../../src/knowledge/files/nquads-file.js';
import { InputError } from '../../../src/model/errors.js';
import { writeFiles } from '../../support/small-corpus.js';
import { beesAndOtherThings } from '../../support/bee-topic.js';

const topics = beesAndOtherThings();

describe('openKnowledgeBase', () => {
  it('names the file that is missing or damaged', async () => {
    await expect(openKnowledgeBase(join(topics.root, 'nowhere'))).rejects.toThrow(/nowhere/);
    await expect(openKnowledgeBase(topics.kb, [join(topics.root, 'no-crawl')])).rejects.toThrow(
      `there is no crawl in ${join(topics.root, 'no-crawl')}`,
    );
    const bytes = await readFile(join(topics.kb, 'bees.nq.gz'));
    const cut = await writeFiles(join(topics.root, 'cut'), {
      'bees.nq.gz': bytes.subarray(0, bytes.length / 2),
    });
    await expect(openKnowledgeBase(cut)).rejects.toBeInstanceOf(InputError);
    const broken = await topics.changed('broken', (nquads) => `${nquads}<http://a.example/> no quad\n`);
    await expect(openKnowledgeBase(broken)).rejects.toThrow(/bees\.nq\.gz is not valid N-Quads/);
  });
});

describe('a knowledge base past the limit of the store in this process', () => {
  it('is refused before it is loaded', async () => {
    const bytes = await readFile(join(topics.kb, 'bees.nq.gz'));
    const large = fileEnd(41_000_000);
    const other = await writeFiles(join(topics.root, 'large'), {
      'bees.nq.gz': Buffer.concat([bytes.subarray(0, bytes.length - large.length), large]),
    });
    const refusal = {
      message: expect.stringMatching(/large.* holds 41.0 million triples, more than the store/),
      hint: expect.stringContaining('--kb https://host/sparql'),
    };
    await expect(openKnowledgeBase(other)).rejects.toMatchObject(refusal);
    await expect(openDatasetService([join(other, 'bees.nq.gz')], 100)).rejects.toBeInstanceOf(InputError);
    await expect(openTopic(other, 'bees')).rejects.toMatchObject(refusal);
  });
});

describe('openTopic', () => {
  it('refuses another version of the format', async () => {
    const other = await topics.changed('version', (nquads) =>
      nquads.replace(/(#formatVersion> )"3"/, '$1"99"'),
    );
    await expect(openTopic(other, 'bees')).rejects.toThrow(/format version 99/);
  });
});
