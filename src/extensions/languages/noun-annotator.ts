import type { AnnotatedText, Annotator, Noun, NounTag, Sentence, Token } from '../../model/noun.js';
import { stopWordsOf } from '../../language/text/stop-words.js';
import { remember } from '../../support/remember.js';
import type { LanguageRules } from './language-rules.js';
import { baseForm } from './lemmas.js';
import type { NounModel } from './noun-model.js';
import { nounsOf, type TaggedWord } from './phrases.js';
import { createTagger, TAGS } from './tagger.js';
import { splitText, type WordAt } from './words.js';

const REMEMBERED = 20_000;
const [NOUN, NAME, ADJECTIVE] = (['NOUN', 'PROPN', 'ADJ'] as const).map((tag) => TAGS.indexOf(tag));

/**
 * Finds the nouns of texts in a language: each word gets the part of speech that its form, its ending, its capitals and
 * its neighbours speak for ({@link createTagger}), nouns their base form. Combining accents in the text may be composed or not.
 *
 * @param name identifies the annotator in knowledge bases
 */
export function createNounAnnotator(name: string, model: NounModel, rules: LanguageRules): Annotator {
  const tag = createTagger(model.weights);
  const read = createTokens(model, rules);
  const annotateInSteps = function* (text: string): Generator<undefined, AnnotatedText> {
    const sentences: Sentence[] = [];
    const nouns: Noun[] = [];
    let untilPause = WORDS_IN_STEP;
    for (const words of splitText(text, rules)) {
      untilPause -= words.length;
      if (untilPause < 0) {
        untilPause = WORDS_IN_STEP;
        yield;
      }
      const tags = tag(words.map(({ surface }) => surface.normalize('NFC')));
      const tokens = words.map((word, place) => read(word, tags[place] ?? 0));
      const [first, last] = [tokens[0], tokens.at(-1)];
      if (first === undefined || last === undefined) continue;
      sentences.push({ begin: first.begin, end: last.end, tokens: tokens.map(withoutKind) });
      for (const noun of nounsOf(text, tokens, rules)) nouns.push(noun);
    }
    return { text, sentences, nouns };
  };
  return {
    name,
    annotateInSteps,
    annotate: (text) => {
      const steps = annotateInSteps(text);
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value;
      }
    },
  };
}

/** A few hundredths of a second. */
const WORDS_IN_STEP = 10_000;

function withoutKind({ surface, lemma, begin, end, numeric, stopWord, tag }: TaggedWord): Token {
  return { surface, lemma, begin, end, numeric, stopWord, tag };
}

/** Describes words whose tags are known as tokens. */
function createTokens(model: NounModel, rules: LanguageRules): (word: WordAt, tag: number) => TaggedWord {
  const stopWords = stopWordsOf(rules.code) ?? new Set<string>();
  const nounLemma = remember((lower: string) => baseForm(lower, model.nouns), REMEMBERED);
  const adjectiveLemma = remember(
    (lower: string) => rules.adjective(lower, baseForm(lower, model.adjectives)),
    REMEMBERED,
  );
  return ({ surface, begin, end }, tag) => {
    const lower = surface.normalize('NFC').toLowerCase();
    const numeric = !/\p{L}/u.test(lower);
    const isNever = numeric || lower.length < 2 || /['’]$/.test(lower);
    const place = { surface, begin, end, numeric };
    if (!isNever && tag === NAME)
      return { ...place, lemma: lower, stopWord: false, tag: 'NNP', kind: 'noun' };
    if (!isNever && tag === NOUN) {
      const lemma = nounLemma(lower);
      return { ...place, lemma, stopWord: false, tag: numberOf(lower, lemma), kind: 'noun' };
    }
    const stopWord = stopWords.has(lower);
    const isAdjective = tag === ADJECTIVE && !stopWord && !isNever;
    return isAdjective
      ? { ...place, lemma: adjectiveLemma(lower), stopWord, kind: 'adjective' }
      : { ...place, lemma: lower, stopWord, kind: tag === TAGS.indexOf('DET') ? 'determiner' : 'other' };
  };
}

/** A noun that is not its base form is a plural, but for the genitives of German. */
function numberOf(form: string, lemma: string): NounTag {
  return form === lemma || form === `${lemma}s` || form === `${lemma}es` ? 'NN' : 'NNS';
}
