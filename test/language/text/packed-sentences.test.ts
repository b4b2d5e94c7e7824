import { expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { guessSingular } from '../../../src/language/text/compromise.js';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { packSentence, unpackSentence, type ReadSentence } from '../../../src/language/text/packed-text.js';

/** The sentences of a text as they are read one by one: offsets from the beginning of each. */
function sentencesOf(text: string): readonly { readonly text: string; readonly read: ReadSentence }[] {
  const { sentences, nouns } = createCompromiseAnnotator(guessSingular).annotate(text);
  return sentences.map(({ begin, end, tokens }) => {
    const moved = <Part extends { readonly begin: number; readonly end: number }>(part: Part): Part => ({
      ...part,
      begin: part.begin - begin,
      end: part.end - begin,
    });
    const inside = nouns.filter((noun) => noun.begin >= begin && noun.end <= end);
    return {
      text: text.slice(begin, end),
      read: { tokens: tokens.map(moved), nouns: inside.map(moved) },
    };
  });
}

it('gives back what was packed', () => {
  const folder = path.resolve(import.meta.dirname, '../../../corpora/politics');
  const texts = readdirSync(folder).slice(0, 2);
  const sentences = texts.flatMap((name) => sentencesOf(readFileSync(path.join(folder, name), 'utf8')));
  expect(sentences.length).toBeGreaterThan(20);
  expect(sentences.some(({ read }) => read.nouns.some(({ kind }) => kind === 'phrase'))).toBe(true);
  for (const { text, read } of sentences) expect(unpackSentence(packSentence(read), text, 0)).toEqual(read);
});

it('moves it to where the sentence stands', () => {
  const [{ text, read } = { text: '', read: { tokens: [], nouns: [] } }] =
    sentencesOf('Old insulin pumps hum.');
  const before = 'Before. ';
  const { tokens, nouns } = unpackSentence(packSentence(read), before + text, before.length);
  expect(tokens.map(({ surface, begin }) => [surface, begin - before.length])).toEqual(
    read.tokens.map(({ surface, begin }) => [surface, begin]),
  );
  expect(nouns.map(({ lemma }) => lemma)).toEqual(read.nouns.map(({ lemma }) => lemma));
});

it('packs an empty sentence', () => {
  expect(unpackSentence(packSentence({ tokens: [], nouns: [] }), '', 0)).toEqual({ tokens: [], nouns: [] });
});
