import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  createTextReader,
  readingVersion,
  type TextReader,
} from '../../../../src/app/topics/building/text-reading.js';
import { NO_PLUGINS } from '../../../../src/judging/plugins/registry.js';
import { sha256 } from '../../../../src/support/hash.js';
import { openWordNet } from '../../../../src/language/wordnet/wordnet.js';

const TEXT = 'The queen bees of Kansas live for years. IT is not for them, and mice eat the combs.';

function readerFor(titles: readonly string[], linkers = ['gazetteer', 'wordnet']): TextReader {
  const labels = titles.map((label) => ({
    label,
    iri: `http://example.org/${encodeURIComponent(label)}`,
    kind: 'preferred' as const,
  }));
  return createTextReader({ linkers, labels: [labels] }, openWordNet(), NO_PLUGINS);
}

describe('createTextReader', () => {
  it('links what was kept by the titles of another topic as it links the text', async () => {
    const { reading = '' } = await readerFor(['Bee'])(TEXT, { keep: true });
    const other = readerFor(['Queen bee', 'IT', 'Eat']);
    const read = await other(TEXT, { keep: true });
    expect(read.analysis.nouns.map(({ iri }) => iri)).toContain('http://example.org/Queen%20bee');
    expect(read.isNew).toBe(true);
    expect(await other(TEXT, { keep: true, kept: reading })).toEqual({ ...read, isNew: false });
  });

  it('keeps the same reading, whatever the titles', async () => {
    const [one, other] = await Promise.all(
      [['Bee'], ['Mouse', 'Queen bee']].map((titles) => readerFor(titles)(TEXT, { keep: true })),
    );
    expect(one?.reading).toBe(other?.reading);
    expect((await readerFor([])(TEXT, {})).reading).toBeUndefined();
  });

  it.each(['', '{}', 'null', '{"numbers":[0,6,0,9,0,3,0,0,1],"lemmas":[]}', '{"numbers":[7],"lemmas":[]}'])(
    'reads the text where what was kept is %s',
    async (kept) => {
      const reader = readerFor(['Bee']);
      expect(await reader(TEXT, { kept, keep: true })).toEqual(await reader(TEXT, { keep: true }));
    },
  );

  // Where this fails because the annotator or the WordNet linker finds something else by now, increment the version of its rules.
  it('has a version that stands for what is found', async () => {
    const file = path.resolve(import.meta.dirname, '../../../../corpora/politics/conservatism.txt');
    const { reading = '' } = await readerFor([])(readFileSync(file, 'utf8').slice(0, 8000), { keep: true });
    expect([readingVersion(true), sha256(reading).slice(0, 16)]).toEqual([
      'compromise/14.17.0 rules/2, wordnet/3.1 rules/2',
      '388c54668ed10cee',
    ]);
  });
});
