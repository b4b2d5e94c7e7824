import type { Term } from '../../language/text/tagging-rules.js';
import { markTags, type Tags } from './corpus-text.js';

const tags = (universal: Tags['universal'], penn: string): Tags => ({ universal, penn });

/** Words of closed classes whose tags do not depend on their sentence. */
const CLOSED = new Map<string, Tags>([
  ...['the', 'a', 'an', 'every', 'each', 'these', 'those'].map((word) => [word, tags('DET', 'DT')] as const),
  ...['and', 'or', 'but', 'nor', 'and/or'].map((word) => [word, tags('CCONJ', 'CC')] as const),
  ...['not', "n't", 'n’t'].map((word) => [word, tags('PART', 'RB')] as const),
  ...['my', 'your', 'his', 'its', 'our', 'their'].map((word) => [word, tags('PRON', 'PRP$')] as const),
  ...['who', 'whom', 'what'].map((word) => [word, tags('PRON', 'WP')] as const),
  ...['when', 'where', 'why', 'how'].map((word) => [word, tags('ADV', 'WRB')] as const),
  ['which', tags('DET', 'WDT')],
  ['whose', tags('DET', 'WP$')],
]);

/** Forms of auxiliaries whose endings do not tell the tag. */
const AUXILIARIES = new Map<string, string>([
  ...['is', 'has', 'does', "'s", '’s'].map((word) => [word, 'VBZ'] as const),
  ...['am', 'are', 'have', 'do', "'m", '’m', "'re", '’re', "'ve", '’ve'].map(
    (word) => [word, 'VBP'] as const,
  ),
  ...['was', 'were', 'had', 'did'].map((word) => [word, 'VBD'] as const),
  ['been', 'VBN'],
  ['being', 'VBG'],
  ['having', 'VBG'],
  ['be', 'VB'],
]);

/**
 * Tags of a word by those of compromise: universal ones and those of the Penn Treebank.
 * @param term undefined for the ending of a possessive
 * @param next what follows the word
 */
export function tagsOf(form: string, term: Term | undefined, next: Term | undefined): Tags {
  if (term === undefined) return tags('PART', 'POS');
  const lower = form.toLowerCase();
  const has = (name: string): boolean => term.tags.has(name);
  const closed = CLOSED.get(lower);
  if (closed !== undefined) return closed;
  if (lower === 'to') return next?.tags.has('Infinitive') === true ? tags('PART', 'TO') : tags('ADP', 'IN');
  if (!/[\p{L}\p{N}]/u.test(form)) return markTags(form);
  return classTags(form, lower, has);
}

function classTags(form: string, lower: string, has: (name: string) => boolean): Tags {
  if (['Url', 'Email', 'HashTag', 'AtMention'].some(has)) return tags('X', 'ADD');
  if (has('Verb')) return verbTags(lower, has);
  if (has('Negative')) return tags('PART', 'RB');
  if (has('Value') && has('Ordinal')) return tags('ADJ', 'JJ');
  if (has('Value') && (has('Cardinal') || /^\p{N}/u.test(form))) return tags('NUM', 'CD');
  return nounTags(has) ?? otherTags(has);
}

function verbTags(lower: string, has: (name: string) => boolean): Tags {
  if (has('Modal')) return tags('AUX', 'MD');
  // The second half of a contraction is one, whatever the tagger says.
  const isAuxiliary = has('Auxiliary') || has('Copula') || /^['’]/.test(lower);
  const universal = isAuxiliary ? 'AUX' : 'VERB';
  const known = AUXILIARIES.get(lower);
  if (known !== undefined) return tags(universal, known);
  if (has('Gerund')) return tags(universal, 'VBG');
  if (has('Participle')) return tags(universal, 'VBN');
  if (has('PastTense')) return tags(universal, 'VBD');
  if (has('PresentTense') && !has('Infinitive')) return tags(universal, lower.endsWith('s') ? 'VBZ' : 'VBP');
  return tags(universal, 'VB');
}

function nounTags(has: (name: string) => boolean): Tags | undefined {
  if (has('Pronoun')) return has('Possessive') ? tags('PRON', 'PRP$') : tags('PRON', 'PRP');
  if (!has('Noun')) return undefined;
  const ending = has('Plural') ? 'S' : '';
  const isName = ['ProperNoun', 'WeekDay', 'Month'].some(has);
  return isName ? tags('PROPN', `NNP${ending}`) : tags('NOUN', `NN${ending}`);
}

/** The other classes of compromise, in the order in which they count. */
const CLASSES: readonly (readonly [name: string, Tags])[] = [
  ['Determiner', tags('DET', 'DT')],
  ['QuestionWord', tags('ADV', 'WRB')],
  ['There', tags('PRON', 'EX')],
  ['Superlative', tags('ADJ', 'JJS')],
  ['Comparative', tags('ADJ', 'JJR')],
  ['Adjective', tags('ADJ', 'JJ')],
  ['Adverb', tags('ADV', 'RB')],
  ['Preposition', tags('ADP', 'IN')],
  ['Conjunction', tags('SCONJ', 'IN')],
  ['Condition', tags('SCONJ', 'IN')],
  ['Expression', tags('INTJ', 'UH')],
  ['Date', tags('NOUN', 'NN')],
  ['Value', tags('NUM', 'CD')],
];

function otherTags(has: (name: string) => boolean): Tags {
  return CLASSES.find(([name]) => has(name))?.[1] ?? tags('X', 'FW');
}
