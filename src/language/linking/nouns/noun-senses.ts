import type { EntityClass, NounTag, Token } from '../../../model/noun.js';
import { detachNounEndings } from '../../wordnet/morphology.js';
import { createRecent, remember } from '../../../support/remember.js';
import { type Sense, type WordNet, LEXICOGRAPHER_FILES } from '../../wordnet/wordnet.js';
import { normalForm } from '../../../support/text/normal-form.js';

/**
 * The text between two adjacent tokens: only spaces and hyphens, or an abbreviation's full stop (`joined`: George W. Bush), a
 * possessive ending and spaces (`possessive`: Alzheimer's disease), or anything else (`apart`).
 */
type Gap = 'joined' | 'possessive' | 'apart';

const JOINED = /^\.?[\s\u2010\u2011-]*$/u;

const POSSESSIVE = /^['’]s?\s+$/u;

export function gapBetween(text: string, left: Token, right: Token): Gap {
  // A single space is by far the most frequent.
  if (right.begin === left.end + 1 && text.charCodeAt(left.end) === 0x20) return 'joined';
  const between = text.slice(left.end, right.begin);
  if (JOINED.test(between)) return 'joined';
  return POSSESSIVE.test(between) ? 'possessive' : 'apart';
}

/** True if every token is a date, a number or a single character: such runs never link. */
export function isBareNumberOrLetter(run: readonly Token[]): boolean {
  return run.every(({ numeric, surface }) => numeric || /^.?$/su.test(surface));
}

/** True if the run may be a name: it has a noun, and not only stop words, numbers and single characters. */
export function mayName(run: readonly Token[]): boolean {
  return (
    run.some(({ tag }) => tag !== undefined) &&
    !run.every(({ stopWord }) => stopWord) &&
    !isBareNumberOrLetter(run)
  );
}

export function isProperNoun({ tag }: { readonly tag?: NounTag }): boolean {
  return tag === 'NNP' || tag === 'NNPS';
}

/** A noun in a text, with everything that determines its possible senses. */
export interface Mention {
  /** Word or phrase as it is written. */
  readonly surface: string;
  /** Lower-case forms to look up, the written one first. */
  readonly forms: readonly string[];
  readonly tag: NounTag;
  readonly entityClass: EntityClass;
  /** True when its capital is due to the start of a sentence. */
  readonly capitalByPosition: boolean;
}

/** A sense with what decides whether a mention can have it. */
interface Candidate extends Sense {
  /** WordNet's spelling for this sense: 'bush', 'Bush', 'AIDS'. */
  readonly spelling: string;
  /** True for instances: single persons, places, works. */
  readonly instance: boolean;
  readonly person: boolean;
}

const MONTHS_AND_WEEKDAYS: ReadonlySet<string> = new Set(
  (
    'january february march april may june july august september october november december ' +
    'monday tuesday wednesday thursday friday saturday sunday'
  ).split(' '),
);
const CALENDAR_NOUNS = ['gregorian calendar month', 'day of the week', 'weekday', 'rest day'];
const REMEMBERED = 20_000;
const RECENT = 20_000;

/**
 * The possible WordNet senses of a mention, the most frequent first.
 *
 * - A lower-case word has the senses spelled in lower case, if any ('china' is porcelain, 'aids' are helps), also by
 *   WordNet's plural rules ('banks' is not Sir Joseph Banks); else those of a name, but not of an acronym ('linux').
 * - A word in capitals has the senses of an acronym, if any ('AIDS').
 * - The name of a person (NNP, entity class person) has only senses that are single persons, so that Bush is not a
 *   shrub; none when the word is also a common noun for a kind of person (King, Cook, Smith). A phrase that is not a
 *   person in WordNet keeps its senses ('Vice President').
 * - The name of a place or an organisation has only capitalised senses, so that Apple is not a fruit.
 * - Any other name has those, if any, else all ('Insulin' in a headline); at the start of a sentence all.
 * - Names of months and weekdays have none.
 */
export function createSenseFinder(wordNet: WordNet): (mention: Mention) => readonly Sense[] {
  const calendar = new Set(
    CALENDAR_NOUNS.flatMap((noun) => wordNet.sensesOf(noun)).map(({ offset }) => offset),
  );
  const candidatesOf = remember((form: string) => readCandidates(wordNet, form, calendar), REMEMBERED);
  const sensesOf = (mention: Mention): readonly Sense[] => {
    if (isCalendarName(mention)) return [];
    const own = mention.forms.flatMap(candidatesOf);
    const onlyNames = own.every(({ spelling }) => isName(spelling));
    const more = onlyNames && !isName(mention.surface) ? mention.forms.flatMap(detachNounEndings) : [];
    const candidates = byFrequency([...own, ...more.flatMap(candidatesOf)]);
    return sensesByName(mention, sensesBySpelling(mention, candidates));
  };
  const recent = createRecent<string, readonly Sense[]>(RECENT);
  return (mention) => {
    const { surface, forms, tag, entityClass, capitalByPosition } = mention;
    const key = [surface, tag, entityClass, capitalByPosition, ...forms].join('\t');
    const known = recent.get(key);
    if (known !== undefined) return known;
    const senses = sensesOf(mention);
    recent.set(key, senses);
    return senses;
  };
}

/** Without duplicates; stable for equal frequency. */
function byFrequency(candidates: readonly Candidate[]): Candidate[] {
  const distinct = new Map(candidates.map((candidate) => [candidate.offset, candidate]));
  return [...distinct.values()].sort((a, b) => b.tagCount - a.tagCount);
}

function isCalendarName({ surface, forms }: Mention): boolean {
  // In lower case these are also words: a march, may (hawthorn), an august person.
  const alsoWord = /^(?:march|may|august)$/.test(surface);
  return !alsoWord && forms.some((form) => MONTHS_AND_WEEKDAYS.has(form));
}

function readCandidates(wordNet: WordNet, form: string, calendar: ReadonlySet<number>): Candidate[] {
  return wordNet.sensesOf(form).flatMap(({ offset, tagCount }) => {
    const synset = wordNet.synset(offset);
    if (synset === undefined) return [];
    const above = [...synset.hypernyms, ...synset.instanceHypernyms];
    if (above.some((hypernym) => calendar.has(hypernym))) return [];
    return {
      offset,
      tagCount,
      spelling: synset.words.find((word) => plain(word) === plain(form)) ?? form,
      instance: synset.instanceHypernyms.length > 0,
      person: synset.lexicographerFile === LEXICOGRAPHER_FILES.person,
    };
  });
}

function plain(word: string): string {
  return normalForm(word.toLowerCase(), 'NFD').replace(/[\p{M}_ -]/gu, '');
}

function sensesBySpelling({ surface }: Mention, candidates: readonly Candidate[]): readonly Candidate[] {
  const acronyms = candidates.filter(({ spelling }) => isUpperCase(spelling));
  if (isUpperCase(surface) && acronyms.length > 0) return acronyms;
  if (/\p{Lu}/u.test(surface)) return candidates.filter((sense) => !acronyms.includes(sense));
  const small = candidates.filter(({ spelling }) => !isName(spelling));
  return small.length > 0 ? small : candidates.filter((sense) => !acronyms.includes(sense));
}

function sensesByName(mention: Mention, candidates: readonly Candidate[]): readonly Candidate[] {
  const { entityClass, forms, capitalByPosition } = mention;
  if (!isProperNoun(mention)) return candidates;
  const names = candidates.filter(({ spelling }) => isName(spelling));
  if (entityClass === 'person') {
    const persons = candidates.filter(({ person, instance }) => person && instance);
    const severalParts = forms.some((form) => form.includes(' '));
    if (severalParts) return persons.length > 0 ? persons : candidates;
    return candidates.some(({ person, instance }) => person && !instance) ? [] : persons;
  }
  if (entityClass !== 'other') return names;
  return names.length > 0 && !capitalByPosition ? names : candidates;
}

function isName(spelling: string): boolean {
  return /\p{Lu}/u.test(spelling);
}

function isUpperCase(word: string): boolean {
  return /\p{Lu}\P{Lu}*\p{Lu}/u.test(word) && !/\p{Ll}/u.test(word);
}
