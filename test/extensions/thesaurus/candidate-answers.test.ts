import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  candidatesFile,
  readCandidateAnswers,
  writeCandidateAnswers,
} from '../../../src/extensions/thesaurus/candidate-answers.js';
import { candidatesTurtle } from '../../../src/extensions/thesaurus/suggest-from-crawl.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const root = temporaryFolder();
const file = candidatesFile(path.join(root, 'bees.nq.gz'));
const ANSWER = {
  ...{ term: 'hornet', accepted: { pages: 9, of: 12 }, sites: 9 },
  ...{ pages: ['http://a.example/'], contexts: ['A hornet kills bees.'] },
  ...{ taken: true, by: 'ada', time: '2026-01-02T03:04:05.000Z' },
};

describe('answers about candidates', () => {
  it('are kept next to the topic, by term', async () => {
    expect(path.basename(file)).toBe('bees+candidates.json');
    expect(await readCandidateAnswers(file)).toEqual([]);
    const near = { ...ANSWER, term: 'aphid', taken: false, nearest: { iri: 'http://x/1', label: 'pest' } };
    await writeCandidateAnswers(file, [ANSWER, near]);
    expect(await readCandidateAnswers(file)).toEqual([near, ANSWER]);
  });

  it.each([
    ['no JSON', '{'],
    ['another form', '{"version":1,"answers":[{"term":"hornet"}]}'],
    ['another version', '{"version":2,"answers":[]}'],
  ])('name a file that is damaged: %s', async (_, content) => {
    await writeFile(file, content);
    await expect(readCandidateAnswers(file)).rejects.toThrow(`${file} is damaged`);
  });

  it('are a file of comments where there is none', async () => {
    expect(await candidatesTurtle('bees', [])).toMatch(/^# Candidates for the vocabulary of 'bees'/);
  });
});
