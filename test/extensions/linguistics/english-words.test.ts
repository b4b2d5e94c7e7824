import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { paragraphsOf } from '../../../src/extensions/linguistics/corpus-text.js';
import { openEnglish } from '../../../src/extensions/linguistics/english-words.js';
import { openOther } from '../../../src/extensions/linguistics/other-words.js';

const english = openEnglish();

/** `form/lemma/UPOS/XPOS`, one word after another. */
function tagged(text: string): string {
  return english(text)
    .flat()
    .map(({ form, lemma, universal, penn }) => [form, lemma, universal, penn].join('/'))
    .join(' ');
}

describe('English words', () => {
  it('have lemmas and tags', () => {
    expect(tagged('The bees were collecting nectar quickly in 2019.')).toBe(
      'The/the/DET/DT bees/bee/NOUN/NNS were/be/AUX/VBD collecting/collect/VERB/VBG nectar/nectar/NOUN/NN ' +
        'quickly/quickly/ADV/RB in/in/ADP/IN 2019/2019/NUM/CD ././PUNCT/.',
    );
    expect(tagged('She wants to go to London and has written two better books.')).toBe(
      'She/she/PRON/PRP wants/want/VERB/VBZ to/to/PART/TO go/go/VERB/VB to/to/ADP/IN London/London/PROPN/NNP ' +
        'and/and/CCONJ/CC has/have/AUX/VBZ written/write/VERB/VBN two/two/NUM/CD better/better/ADJ/JJR books/book/NOUN/NNS ././PUNCT/.',
    );
  });

  it('cut contractions and possessives as the Penn Treebank does', () => {
    expect(tagged("He didn't see the patient's pump.")).toMatch(
      /^He\/he\/PRON\/PRP did\/do\/AUX\/VBD n't\/not\/PART\/RB see\/see\/VERB\/VB the\/the\/DET\/DT patient\/patient\/NOUN\/NN 's\/'s\/PART\/POS /,
    );
    expect(tagged('They’re here, but it won’t and I could’ve.')).toMatch(
      /^They\/they\/PRON\/PRP ’re\/be\/AUX\/VBP .* wo\/will\/AUX\/MD n’t\/not\/PART\/RB .* could\/could\/AUX\/MD ’ve\/have\/AUX\/VB/,
    );
  });

  it('tag what is no word', () => {
    const text = '(See http://x.example/a?b=1 or me@bees.org) "$5" … 10 % & more!';
    const found = tagged(text);
    for (const part of [
      ...['(/(/PUNCT/-LRB-', ')/)/PUNCT/-RRB-', 'http://x.example/a?b=1/http://x.example/a?b=1/X/ADD'],
      ...[
        'me@bees.org/me@bees.org/X/ADD',
        `"/"/PUNCT/''`,
        '…/…/PUNCT/:',
        '%/%/SYM/SYM',
        '&/&/CCONJ/CC',
        '!/!/PUNCT/.',
      ],
    ])
      expect(found.split(' ')).toContain(part);
  });

  it('join what is written without a blank', () => {
    const [sentence = []] = english("Well-known, isn't it?");
    expect(sentence.map(({ form, isJoined }) => (isJoined ? `${form}+` : form))).toEqual([
      ...['Well+', '-+', 'known+', ',', 'is+', "n't", 'it+', '?'],
    ]);
  });
});

describe('words of other languages', () => {
  it('are those of Unicode, without lemmas', () => {
    const [one, two] = openOther('de')('Die Biene fliegt. Es sind 20!');
    expect(one?.map(({ form, universal, lemma, penn }) => [form, universal, lemma, penn])).toEqual([
      ...['Die', 'Biene', 'fliegt'].map((form) => [form, 'X', undefined, undefined]),
      ['.', 'PUNCT', '.', '.'],
    ]);
    expect(two?.map(({ universal }) => universal)).toEqual(['X', 'X', 'NUM', 'PUNCT']);
    expect(openOther('ja')('蜂が飛ぶ。').flat().length).toBeGreaterThan(2);
    expect(openOther('no such language')('a b')).toHaveLength(1);
  });
});

describe('every character of a text', () => {
  it('but blanks is in a word, in its order', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ..."didn't|won’t've|'s|John's|U.S.|e.g.|...|--|a/b|and/or|#tag|@me|😀|ﬁne|№5|don' t|$3.50|1,000|a\u0301".split(
          '|',
        ),
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.boolean(), (pieces, isEnglish) => {
        const text = pieces.join(' ');
        const read = isEnglish ? english : openOther('fr');
        const words = paragraphsOf(text)
          .flatMap((paragraph) => read(paragraph))
          .flat();
        const plain = paragraphsOf(text).join('').replace(/\s/gu, '');
        expect(words.map(({ form }) => form).join('')).toBe(plain);
        expect(
          words.filter(({ form, lemma = 'x' }) => !/^\S+$/u.test(form) || !/^\S+$/u.test(lemma)),
        ).toEqual([]);
      }),
      { numRuns: 200, seed: 5 },
    );
  });
});
