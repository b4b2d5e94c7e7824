import { expect, it } from '@jest/globals';
import { mkdir } from 'node:fs/promises';
import { keepAnswers, readRatings } from '../../../../src/crawling/ratings/ratings-folder.js';
import { writeSample } from '../../../../src/extensions/lab/ratings/sample.js';
import { sfwc } from '../../../cli/run.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());
const page = (name: string) => ({ url: `http://a.example/${name}`, title: `The ${name}` });

async function crawlWithQuestions(): Promise<string> {
  const out = fresh();
  await mkdir(out, { recursive: true });
  const pages = [
    { ...page('fox'), stratum: 'rejected' as const, alike: [page('wolf'), page('dog')] },
    { ...page('oak'), stratum: 'accepted' as const },
  ];
  const population = { accepted: 1, rejected: 3 };
  await writeSample(out, { topic: 'mammals', seed: 1, population, pages }, 'nearest');
  return out;
}
const rate = (out: string, input: string) =>
  sfwc(['rate', out, '--rater', 'ada', '--choose', 'nearest'], { input });

it('shows how many pages are alike, and takes one answer for all of them', async () => {
  const out = await crawlWithQuestions();
  const { stderr } = await rate(out, 'ya\nya\nn\n');
  expect(stderr).toContain('2 more pages are alike:\n  The wolf\n  The dog\n');
  // The oak is alone: its question does not offer an answer for all, nor take one.
  expect(stderr.match(/ya, na \(for all\)/g)).toHaveLength(1);
  const { judgements, weights } = await readRatings(out, 'ada');
  expect(judgements).toEqual({
    [page('fox').url]: 'yes',
    [page('wolf').url]: 'yes',
    [page('dog').url]: 'yes',
    [page('oak').url]: 'no',
  });
  expect(Object.keys(weights ?? {})).toHaveLength(3);
});

it('leaves pages out of a group that somebody has answered, and the group where the answers differ', async () => {
  const out = await crawlWithQuestions();
  await keepAnswers(out, [{ by: 'ben', url: page('wolf').url, answer: 'no' }]);
  expect((await rate(out, 'q\n')).stderr).toContain('1 more page is alike:\n  The dog\n');
  await keepAnswers(out, [{ by: 'ben', url: page('dog').url, answer: 'yes' }]);
  expect((await rate(out, 'q\n')).stderr).not.toContain('alike');
});
