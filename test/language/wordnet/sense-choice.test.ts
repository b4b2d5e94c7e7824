import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { openSenseChooser, MAX_SENSES } from '../../../src/language/wordnet/sense-choice.js';
import { openWordNet, type Sense } from '../../../src/language/wordnet/wordnet.js';
import { DATA, describeWithData } from '../../full/data.js';
import { heldOut, type JudgedSenses } from './judged-senses.js';

const wordNet = openWordNet();
const chooser = openSenseChooser(wordNet);

describe('sense chooser', () => {
  const context = chooser.contextOf('A guitar and a river, water and the sea of fish.');
  const nothing = chooser.contextOf('');

  it('takes the only sense, and none of none', () => {
    const [only] = wordNet.sensesOf('insulin');
    expect(chooser.choose([only!], 'insulin', nothing)).toBe(only);
    expect(chooser.choose([], 'insulin', nothing)).toBeUndefined();
  });

  it('goes by frequency without context, and by WordNet’s order among equals', () => {
    const senses = wordNet.sensesOf('bass');
    expect(chooser.choose(senses, 'bass', nothing)).toBe(senses[0]);
    const equal = senses.map(({ offset }) => ({ offset, tagCount: 0 }));
    expect(chooser.choose(equal, 'bass', nothing)).toBe(equal[0]);
  });

  it('goes by context, and looks at no sense beyond the first few', () => {
    const senses = wordNet.sensesOf('bass');
    const chosen = chooser.choose(senses, 'bass', context);
    expect(wordNet.synset(chosen?.offset ?? 0)?.gloss).toMatch(/fish/);
    const padding: Sense[] = Array.from({ length: MAX_SENSES }, () => ({ offset: 1740, tagCount: 0 }));
    expect(chooser.choose([...padding, chosen!], 'bass', context)).toBe(padding[0]);
  });
});

describeWithData('sense chooser on real articles', 'wikispeedia/articles.jsonl.gz', () => {
  it.each([['others', heldOut, 0.7]])(
    'gives a right sense to most nouns of articles, of %s',
    (_name, judged, share) => {
      const { right, rightByFrequency, all } = countRight(judged);
      console.log(`right senses: ${right} of ${all}; by frequency alone ${rightByFrequency}`);
      expect(right / all).toBeGreaterThan(share);
      expect(right).toBeGreaterThan(rightByFrequency);
    },
  );
});

function countRight(judged: JudgedSenses): { right: number; rightByFrequency: number; all: number } {
  const lines = gunzipSync(readFileSync(path.join(DATA, 'wikispeedia/articles.jsonl.gz')))
    .toString()
    .trim()
    .split('\n');
  const texts = new Map(
    lines
      .map((line) => JSON.parse(line) as { title: string; text: string })
      .map(({ title, text }) => [title, text]),
  );
  let [right, rightByFrequency, all] = [0, 0, 0];
  for (const [title, nouns] of Object.entries(judged)) {
    const context = chooser.contextOf(texts.get(title) ?? '');
    for (const [noun, gloss] of Object.entries(nouns)) {
      const senses = wordNet.baseForms(noun).flatMap((form) => wordNet.sensesOf(form));
      const chosen = chooser.choose(senses, noun, context);
      all += 1;
      if (gloss.test(wordNet.synset(chosen?.offset ?? 0)?.gloss ?? '')) right += 1;
      if (gloss.test(wordNet.synset(senses[0]?.offset ?? 0)?.gloss ?? '')) rightByFrequency += 1;
    }
  }
  return { right, rightByFrequency, all };
}
