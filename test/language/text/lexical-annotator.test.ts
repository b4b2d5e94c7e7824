import { describe, expect, it } from '@jest/globals';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { guessSingular } from '../../../src/language/text/compromise.js';
import { createLexicalAnnotator } from '../../../src/language/text/lexical-annotator.js';
import {
  countWordsOf,
  makeLexicon,
  type KnownText,
  type Lexicon,
  type WordCounts,
} from '../../../src/language/text/lexicon.js';
import type { Annotator } from '../../../src/model/noun.js';
import { itKeepsTheAnnotatorContract } from '../../contracts/annotator.js';
import { BEE_TEXTS, OTHER_TEXTS } from '../../support/small-corpus.js';

/** A text whose nouns stand in brackets: `[honey bee]` is a phrase of two nouns, `<old [queen]>` one with an adjective. */
function known(marked: string): KnownText {
  const nouns: { kind: 'word' | 'phrase'; tag: 'NN' | 'NNS' | 'NNP'; entityClass: 'other' | 'place' }[] = [];
  const mentions: [number, number, number][] = [];
  let text = '';
  const add = (kind: 'word' | 'phrase', surface: string, begin: number): void => {
    const isName = /^[A-Z]/.test(surface) && begin > 0;
    const tag = isName ? 'NNP' : surface.endsWith('s') ? 'NNS' : 'NN';
    mentions.push([begin, begin + surface.length, nouns.length]);
    nouns.push({ kind, tag, entityClass: isName ? 'place' : 'other' });
  };
  for (const [, before = '', noun] of marked.matchAll(/([^[\]]*)(?:\[([^\]]*)\])?/g)) {
    text += before;
    if (noun === undefined) continue;
    const adjective = /<(\S+ )$/.exec(text)?.[1];
    if (adjective !== undefined) {
      text = `${text.slice(0, -adjective.length - 1)}${adjective}`;
      add('phrase', adjective + noun, text.length - adjective.length);
    }
    let begin = text.length;
    for (const word of noun.split(' ')) {
      add('word', word, begin);
      begin += word.length + 1;
    }
    text += noun;
  }
  return { text, nouns, mentions };
}

function lexiconOf(...texts: readonly KnownText[]): Lexicon {
  const counts: WordCounts = new Map();
  for (const text of texts) countWordsOf(text, counts);
  return makeLexicon([counts]);
}

const lexicon = lexiconOf(
  known(
    'The [bees] of the [hive] make [honey]. A <royal [queen]> lays [eggs]. She lays [eggs]. We [hive] them. They smoke the [hives].\n' +
      'The [smoke] of a [fire] is <thick [smoke]>. To smoke a [hive] is easy. The [smoke] calms [bees]. They smoke it.\n' +
      'A [beekeeper] in [Paris], in [Paris] and a [beekeeper] in [Lyon] met slowly, met and met. The [darkness], the [illness] and the [kindness].\n' +
      'He slowly quickly kindly ate the <royal [jelly]>. It was a <fatal [illness]> and a <postal [parcel]>.',
  ),
);
const annotator = createLexicalAnnotator(lexicon, guessSingular);
const lemmasOf = (text: string, kind: 'word' | 'phrase' = 'word'): string[] =>
  annotator.annotate(text).nouns.flatMap((noun) => (noun.kind === kind ? [noun.lemma] : []));

itKeepsTheAnnotatorContract(annotator);

describe('a lexicon tells', () => {
  it('by the words next to it what an ambiguous word is', () => {
    expect(lemmasOf('They smoke.')).toEqual([]);
    expect(lemmasOf('The smoke.')).toEqual(['smoke']);
  });

  it('by its ending what an unknown word is', () => {
    expect(lemmasOf('The blindness came suddenly.')).toContain('blindness');
    expect(lemmasOf('The blindness came suddenly.')).not.toContain('suddenly');
  });

  it('that an unknown word with a capital inside of a sentence is a name', () => {
    const [noun] = annotator.annotate('slowly in Marseille').nouns;
    expect(noun).toMatchObject({ lemma: 'marseille', tag: 'NNP' });
  });

  it('which words name a thing together with the noun behind them', () => {
    expect(lemmasOf('It was a royal hive.', 'phrase')).toEqual(['royal hive']);
    expect(lemmasOf('It was a vital hive.', 'phrase')).toEqual(['vital hive']);
    expect(lemmasOf('honey bees, hive', 'phrase')).toEqual(['honey bee']);
  });
});

describe('sentences', () => {
  it('are given in part as in whole, and nouns without them', () => {
    const text = 'The royal hive is easy. A queen lays eggs! Bees met hives.';
    const { sentences, nouns } = annotator.annotate(text);
    let number = 0;
    const filter = () => (number += 1) !== 2;
    expect(annotator.sentencesOf(text, filter)).toEqual([sentences[0], sentences[2]]);
    expect(annotator.nounsOf(text)).toEqual(nouns);
  });

  const sentencesOf = (text: string): string[] =>
    annotator.annotate(text).sentences.map(({ begin, end }) => text.slice(begin, end));

  it.each([
    ['The hive is easy. A queen lays eggs!', ['The hive is easy', 'A queen lays eggs']],
    ['Dr. Smith met J. Jones, e.g. in Paris.', ['Dr. Smith met J. Jones, e.g. in Paris']],
  ])('%s', (text, expected) => expect(sentencesOf(text)).toEqual(expected));
});

it('finds most of what the tagger finds in texts that it learned from', () => {
  const tagger = createCompromiseAnnotator(guessSingular);
  const texts = Object.values({ ...BEE_TEXTS, ...OTHER_TEXTS });
  const learned = lexiconOf(
    ...texts.map((text) => {
      const { nouns } = tagger.annotate(text);
      return { text, nouns, mentions: nouns.map(({ begin, end }, place) => [begin, end, place] as const) };
    }),
  );
  const quick = createLexicalAnnotator(learned, guessSingular);
  const placesIn = (by: Annotator): Set<string> =>
    new Set(
      texts.flatMap((text, n) =>
        by.annotate(text).nouns.map(({ begin, end, lemma }) => `${n} ${begin} ${end} ${lemma}`),
      ),
    );
  const [truth, found] = [placesIn(tagger), placesIn(quick)];
  const right = [...found].filter((place) => truth.has(place)).length;
  expect(right / truth.size).toBeGreaterThan(0.9);
  expect(right / found.size).toBeGreaterThan(0.9);
});
