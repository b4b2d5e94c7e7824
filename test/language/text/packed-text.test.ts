import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { guessSingular } from '../../../src/language/text/compromise.js';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { packText, unpackText } from '../../../src/language/text/packed-text.js';

const annotator = createCompromiseAnnotator(guessSingular);
const article = readFileSync(
  path.resolve(import.meta.dirname, '../../../corpora/politics/conservatism.txt'),
  'utf8',
).slice(0, 6000);

describe('packText', () => {
  it.each([
    ['an article', article],
    ['sentences far apart', `Old insulin pumps hum.${' '.repeat(70_000)}\n\nThe bees' hives are full. `],
    ['capitals whose lower case is longer', 'İstanbul and the İzmir harbours lie by the sea. Straßen, too.'],
    ['no sentence', ' \n '],
  ])('gives back %s', (_, text) => {
    const annotated = annotator.annotate(text);
    const packed = JSON.parse(JSON.stringify(packText(annotated))) as ReturnType<typeof packText>;
    expect(unpackText(packed, text)).toEqual(annotated);
  });

  it('refuses a shorter text, and numbers that end too early', () => {
    const text = 'Old insulin pumps hum.';
    const packed = packText(annotator.annotate(text));
    expect(() => unpackText(packed, 'Old pumps.')).toThrow(RangeError);
    expect(() => unpackText({ ...packed, numbers: packed.numbers.slice(0, 7) }, text)).toThrow(RangeError);
  });
});
