import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Annotator } from '../../src/model/noun.js';
import { anyText } from '../support/any-text.js';

/** Where tokenizers go wrong. */
const ODD = (
  "The patient|insulin pumps|doesn't|the doctor's|children’s|we're|London|Inc.|e.g.|long-term" +
  '|5 mg|50%|$3|2020-03-04|😀|👩‍👩‍👧|cafe\u0301|ﬁle|İstanbul|STRAẞE|中文|שלום|\u200b|\u00a0|…|—|“x”' +
  "|(y)|\n|\n\n|\t|\r\n|. |! |?! |''|\"|'|’|-|toString|__proto__|constructor|hasOwnProperty" +
  "|http://a.example/x?y|a@b.org|and/or|w/|&amp;|gonna|y'all|I'd've|o'clock|rock n roll|\ud83d" +
  '|\0|C++|#tag|@who|:)|1st|M.D.'
).split('|');

/**
 * Contract of an {@link Annotator}: what every one promises of every text.
 * @param joinsWords whether phrases end in their head, and their lemma is that of their tokens, as in English
 */
export function itKeepsTheAnnotatorContract(annotator: Annotator, joinsWords = true): void {
  it('names itself with a version', () => {
    expect(annotator.name).toMatch(/\d/);
  });

  it('gives offsets that lead back to the words, whatever the text', () => {
    const odd = fc.oneof(
      fc.constantFrom(...ODD),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      anyText({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 14 }), fc.constantFrom(' ', '', '\u00a0'), (parts, gap) =>
        expectInvariants(annotator, parts.join(gap), joinsWords),
      ),
      { seed: 31 },
    );
  });

  it.each(['', ' ', '\n\n', '...', '\u200b'])('finds no noun in a text without words (%j)', (text) => {
    expect(annotator.annotate(text).nouns).toEqual([]);
    expectInvariants(annotator, text, joinsWords);
  });
}

/** What {@link AnnotatedText} promises of every text. */
export function expectInvariants(annotator: Annotator, text: string, joinsWords = true): void {
  const { text: same, sentences, nouns } = annotator.annotate(text);
  expect(same).toBe(text);
  const tokens = sentences.flatMap((sentence) => sentence.tokens);
  expect(tokens.map(({ begin, end }) => text.slice(begin, end))).toEqual(
    tokens.map(({ surface }) => surface),
  );
  expect(tokens.filter(({ lemma }) => lemma !== lemma.toLowerCase())).toEqual([]);
  expect(sentences.map(({ begin, end }) => [begin, end])).toEqual(
    sentences.map(({ tokens: own }) => [own[0]?.begin, own.at(-1)?.end]),
  );
  const places = tokens.flatMap(({ begin, end }) => [begin, end]);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(nouns).toEqual([...nouns].sort((a, b) => a.begin - b.begin || a.end - b.end));
  for (const { surface, begin, end, kind, lemma, tag } of nouns) {
    expect(text.slice(begin, end)).toBe(surface);
    const inside = tokens.filter((token) => token.begin >= begin && token.end <= end);
    expect([inside[0]?.begin, inside.at(-1)?.end]).toEqual([begin, end]);
    if (joinsWords || kind === 'word') {
      expect(inside.map((token) => token.lemma).join(' ')).toBe(lemma);
      expect([inside.length > 1, inside.at(-1)?.tag]).toEqual([kind === 'phrase', tag]);
    } else {
      expect(lemma.split(' ').length).toBe(inside.length);
      expect([inside.length > 1, inside.map((token) => token.tag)]).toEqual([
        true,
        expect.arrayContaining([tag]),
      ]);
    }
    expect(inside.some((token) => token.numeric)).toBe(false);
  }
  const words = nouns.filter((noun) => noun.kind === 'word').map((noun) => noun.begin);
  expect(words).toEqual(tokens.filter((token) => token.tag !== undefined).map((token) => token.begin));
}
