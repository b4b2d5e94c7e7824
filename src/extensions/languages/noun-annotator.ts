import type { AnnotatedText, Annotator, Noun, NounTag, Sentence, Token } from '../../model/noun.js';
import { stopWordsOf } from '../../language/text/stop-words.js';
import { remember } from '../../support/remember.js';
import { LANGUAGES, type LanguageRules, type NounLanguage } from './language-rules.js';
import { baseForm, readNounModel, type NounModel } from './noun-model.js';
import { nounsOf, type TaggedWord } from './phrases.js';
import { createTagger, TAGS } from './tagger.js';
import { splitText, type WordAt } from './words.js';

const REMEMBERED = 20_000;
const [NOUN, NAME, ADJECTIVE, DETERMINER] = (['NOUN', 'PROPN', 'ADJ', 'DET'] as const).map((tag) =>
  TAGS.indexOf(tag),
);

/** The annotator for a language, with what comes with sfwc. @throws InputError when that is missing or damaged */
export async function openNounAnnotator(language: NounLanguage, name: string): Promise<Annotator> {
  return createNounAnnotator(name, await readNounModel(language), LANGUAGES[language]);
}

/**
 * Finds the nouns of texts in a language: each word gets the part of speech that its form, its ending, its capitals and
 * its neighbours speak for ({@link createTagger}), nouns their base form. Combining accents in the text may be composed or not.
 *
 * @param name identifies the annotator in knowledge bases
 */
export function createNounAnnotator(name: string, model: NounModel, rules: LanguageRules): Annotator {
  const { formOf, tag } = createTagger(model.weights);
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
      const forms = words.map(({ surface }) => formOf(surface));
      const tags = tag(forms);
      const tokens = words.map((word, place) => read(word, forms[place]?.lower ?? '', tags[place] ?? 0));
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

/** Description of a token, apart from its place. */
type Described = Pick<TaggedWord, 'lemma' | 'numeric' | 'stopWord' | 'tag' | 'kind'>;

/** Describes words whose tags are known as tokens. @returns from a word, its form in lower case and its tag */
function createTokens(
  model: NounModel,
  rules: LanguageRules,
): (word: WordAt, lower: string, tag: number) => TaggedWord {
  const describe = createDescriptions(model, rules);
  const byTag = TAGS.map((_, tag) => remember((lower: string) => describe(lower, tag), REMEMBERED));
  return ({ surface, begin, end }, lower, tag) => {
    const { lemma, numeric, stopWord, tag: nounTag, kind } = byTag[tag]?.(lower) ?? describe(lower, tag);
    return { surface, lemma, begin, end, numeric, stopWord, tag: nounTag, kind };
  };
}

function createDescriptions(
  model: NounModel,
  rules: LanguageRules,
): (lower: string, tag: number) => Described {
  const stopWords = stopWordsOf(rules.code) ?? new Set<string>();
  return (lower, tag) => {
    const numeric = !/\p{L}/u.test(lower);
    const isNever = numeric || lower.length < 2 || /['’]$/.test(lower);
    if (!isNever && tag === NAME) return { lemma: lower, numeric, stopWord: false, tag: 'NNP', kind: 'noun' };
    if (!isNever && tag === NOUN) {
      const lemma = baseForm(lower, model.nouns);
      return { lemma, numeric, stopWord: false, tag: numberOf(lower, lemma), kind: 'noun' };
    }
    const stopWord = stopWords.has(lower);
    if (tag === ADJECTIVE && !stopWord && !isNever)
      return {
        lemma: rules.adjective(lower, baseForm(lower, model.adjectives)),
        numeric,
        stopWord,
        kind: 'adjective',
      };
    return { lemma: lower, numeric, stopWord, kind: tag === DETERMINER ? 'determiner' : 'other' };
  };
}

/** A noun that is not its base form is a plural, but for the genitives of German. */
function numberOf(form: string, lemma: string): NounTag {
  return form === lemma || form === `${lemma}s` || form === `${lemma}es` ? 'NN' : 'NNS';
}
