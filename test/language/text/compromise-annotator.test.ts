import { describe, expect, it } from '@jest/globals';
import type { AnnotatedText, Noun, Token } from '../../../src/model/noun.js';
import { guessSingular } from '../../../src/language/text/compromise.js';
import { createCompromiseAnnotator } from '../../../src/language/text/compromise-annotator.js';
import { itKeepsTheAnnotatorContract } from '../../contracts/annotator.js';

const annotator = createCompromiseAnnotator(guessSingular);
const annotate = (text: string): AnnotatedText => annotator.annotate(text);
const tokensOf = (text: string): Token[] => annotate(text).sentences.flatMap((sentence) => sentence.tokens);
const sentencesOf = (text: string): string[] =>
  annotate(text).sentences.map(({ begin, end }) => text.slice(begin, end));
const lemmasOf = (text: string): string[] => annotate(text).nouns.map((noun) => noun.lemma);

function nounOf(text: string, lemma: string): Noun {
  const found = annotate(text).nouns.find((noun) => noun.lemma === lemma);
  if (found === undefined) throw new Error(`no noun '${lemma}' in: ${lemmasOf(text).join(', ')}`);
  return found;
}

itKeepsTheAnnotatorContract(annotator);

describe('sentences', () => {
  it('end at stops, not at abbreviations', () => {
    expect(sentencesOf('Dr. Smith measured it. He was right! Was he?')).toEqual([
      'Dr. Smith measured it',
      'He was right',
      'Was he',
    ]);
  });

  it('go on over a wrapped line, so that its nouns stay together', () => {
    const text = 'Every day and every night the patient carries the insulin\npump that her doctor gave her.';
    expect(sentencesOf(text)).toHaveLength(1);
    expect(nounOf(text, 'insulin pump').surface).toBe('insulin\npump');
  });

  it('end at the lines of a list', () => {
    const text = 'Shopping list:\n- apple\n- insulin\n- pump';
    expect(sentencesOf(text)).toHaveLength(4);
    expect(lemmasOf(text)).not.toContain('insulin pump');
  });
});

describe('lemmas and tags', () => {
  it.each([
    ['Three studies followed.', 'study', 'studies', 'NNS'],
    ['The indices fell.', 'index', 'indices', 'NNS'],
    ['The Pump broke.', 'pump', 'Pump', 'NNP'],
    ['They met in London.', 'london', 'London', 'NNP'],
    ["The patient's doctor left.", 'patient', 'patient', 'NN'],
    ['The children’s book is new.', 'child', 'children', 'NNS'],
  ])('%s', (text, lemma, surface, tag) => {
    expect(nounOf(text, lemma)).toMatchObject({ surface, tag, kind: 'word' });
  });

  it('keep a contraction one token, at its place, and no noun', () => {
    const text = "She doesn't know, they're late and we can't wait.";
    const tokens = tokensOf(text);
    expect(tokens.map((token) => token.surface)).toEqual([
      'She',
      "doesn't",
      'know',
      "they're",
      'late',
      'and',
      'we',
      "can't",
      'wait',
    ]);
    expect(tokens.filter((token) => token.surface.includes("'") && token.tag !== undefined)).toEqual([]);
  });
});

describe('phrases', () => {
  it.each([
    ['She wears an insulin pump.', 'insulin pump'],
    ['Harold Himsworth wrote it.', 'harold himsworth'],
    ['Studies of insulin pumps are rare.', 'insulin pump'],
  ])('%s', (text, lemma) => expect(nounOf(text, lemma).kind).toBe('phrase'));

  it('are at most four tokens long', () => {
    const { nouns } = annotate('Hospital insulin pump battery replacement service manual.');
    expect(nouns.filter((noun) => noun.kind === 'word').length).toBeGreaterThan(4);
    expect(nouns.filter((noun) => noun.kind === 'phrase')).toEqual([]);
  });
});

describe('entity classes', () => {
  it.each([
    ['Harold Himsworth lived there.', 'harold himsworth', 'person'],
    ['They worked in Toronto.', 'toronto', 'place'],
    ['He worked for Microsoft Corporation.', 'microsoft corporation', 'organisation'],
    ['The pump broke.', 'pump', 'other'],
  ])('%s', (text, lemma, entityClass) => expect(nounOf(text, lemma).entityClass).toBe(entityClass));
});

describe('no nouns', () => {
  it.each([
    ['stop words and pronouns', 'It is what they have and who we are, himself.'],
    ['numbers and units', 'Take 5 mg, 50%, 3.14, 1,000 and $20.'],
    ['dates', 'On 3 March 2020, on Monday, in May 1921.'],
    ['addresses', 'See http://a.example/pump, a@b.org, #tag, @who, 😀.'],
  ])('%s', (_, text) => {
    expect(lemmasOf(text)).toEqual([]);
    expect(tokensOf(text).length).toBeGreaterThan(3);
  });
});
