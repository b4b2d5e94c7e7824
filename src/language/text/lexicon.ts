import type { EntityClass, NounKind, NounTag } from '../../model/noun.js';
import { formOf, GAP, splitWords, toldByNext, toldByPrevious } from './lexical-words.js';

/**
 * Knowledge of a topic's texts about words: how often each was a noun, and where. Plain data, lists of numbers and words
 * joined by blanks, which are read and handed to threads in moments.
 */
export interface Lexicon {
  /** See {@link formOf}. */
  readonly forms: string;
  /** For each form {@link FORM_NUMBERS} numbers: occurrences, those as a noun, its tag and class as a noun, occurrences right
   * before a noun, those as a part of its phrase. */
  readonly formCounts: readonly number[];
  /** Form and neighbour, joined by a slash. */
  readonly contexts: string;
  /** For each context two numbers: occurrences, those as a noun. */
  readonly contextCounts: readonly number[];
  /** Amounts that neighbours add to the log odds that a word is a noun. */
  readonly neighbours: Readonly<Record<string, number>>;
  /** The share of nouns among the rare words with an ending, of nought to four letters, and how many there are. */
  readonly endings: Endings;
  /** The same of phrases among what stands before a noun. */
  readonly phraseEndings: Endings;
}

export type Endings = Readonly<Record<string, readonly [share: number, words: number]>>;

/** Numbers of a form in a {@link Lexicon}. */
export const FORM_NUMBERS = 6;
export const LEXICON_TAGS: readonly NounTag[] = ['NN', 'NNS', 'NNP', 'NNPS'];
export const LEXICON_CLASSES: readonly EntityClass[] = ['other', 'person', 'place', 'organisation'];

export interface KnownText {
  readonly text: string;
  readonly nouns: readonly {
    readonly kind: NounKind;
    readonly tag: NounTag;
    readonly entityClass: EntityClass;
  }[];
  /** Begin, end and place in `nouns` of each mention. */
  readonly mentions: readonly (readonly [begin: number, end: number, noun: number])[];
}

type Count = [all: number, those: number];

interface FormCount {
  readonly noun: Count;
  readonly inPhrase: Count;
  readonly tags: number[];
  readonly classes: number[];
  /** Neighbour → occurrences, and {@link NOUN} for each of them as a noun. */
  readonly contexts: Map<string, number>;
}

/** Counts of words in texts, by form; counts of several parts of the texts can be added up. */
export type WordCounts = Map<string, FormCount>;

/** Added to both sides of a share, so that a few words do not make it certain. */
const SMOOTHING = 4;
/** Between these shares it depends on the neighbours whether a form is a noun. */
const AMBIGUOUS = { least: 0.05, most: 0.95 };
/** Occurrences of a form next to a neighbour that tell anything. */
const MIN_IN_CONTEXT = 2;
/** Forms of that many occurrences at most stand for words that are not in the lexicon. */
const RARE = 3;
/** Letters of an ending at most. */
const LONGEST_ENDING = 4;

export function countWordsOf({ text, nouns, mentions }: KnownText, counts: WordCounts): void {
  const words = new Map<number, readonly [end: number, noun: KnownText['nouns'][number]]>();
  const phrases = new Set<number>();
  for (const [begin, end, place] of mentions) {
    const noun = nouns[place];
    if (noun?.kind === 'word') words.set(begin, [end, noun]);
    else phrases.add(begin);
  }
  const written = splitWords(text);
  const nounAt = (place: number): KnownText['nouns'][number] | undefined => {
    const found = words.get(written.beginOf(place));
    return found?.[0] === written.endOf(place) ? found[1] : undefined;
  };
  let before: KnownText['nouns'][number] | undefined;
  for (let place = 0; place < written.count; place += 1) {
    const isAfterNoun = before !== undefined && written.gapBefore(place) !== GAP.start;
    const noun = nounAt(place);
    before = noun;
    if (written.formAt(place).isNeverNoun) continue;
    const count = countOf(counts, formOf(written, place));
    add(count.noun, noun !== undefined);
    if (noun !== undefined) {
      increase(count.tags, LEXICON_TAGS.indexOf(noun.tag));
      increase(count.classes, LEXICON_CLASSES.indexOf(noun.entityClass));
    } else if (written.gapBefore(place + 1) === GAP.blank && nounAt(place + 1) !== undefined) {
      add(count.inPhrase, phrases.has(written.beginOf(place)));
    }
    for (const neighbour of [toldByPrevious(written, place, isAfterNoun), toldByNext(written, place)])
      count.contexts.set(
        neighbour,
        (count.contexts.get(neighbour) ?? 0) + (noun === undefined ? 1 : 1 + NOUN),
      );
  }
}

/** Occurrences as a noun are counted in the same number as all occurrences, above them: most words have many contexts. */
const NOUN = 2 ** 26;

function countOf(counts: WordCounts, form: string): FormCount {
  const known = counts.get(form);
  if (known !== undefined) return known;
  const count: FormCount = { noun: [0, 0], inPhrase: [0, 0], tags: [], classes: [], contexts: new Map() };
  counts.set(form, count);
  return count;
}

/** Makes a lexicon of the counts of several texts. It does not depend on their order. */
export function makeLexicon(counts: readonly WordCounts[]): Lexicon {
  const names = [...new Set(counts.flatMap((one) => [...one.keys()]))].sort();
  const forms = names.map((form): Totalled => [form, totalOf(counts, form), endingsIn(form)]);
  const endings = endingsOf(forms, ({ noun }) => (noun[0] <= RARE ? noun : undefined));
  const phraseEndings = endingsOf(forms, ({ inPhrase }) => (inPhrase[0] === 0 ? undefined : inPhrase));
  // Most forms are not ambiguous, and contexts are most of what was counted.
  const contexts = forms.flatMap(([form, total]) => (isAmbiguous(total.noun) ? contextsOf(form, total) : []));
  const kept = forms.filter(([, total, own]) => tells(total, own, endings));
  const told = contexts.filter(([, , [all]]) => all >= MIN_IN_CONTEXT);
  return {
    forms: kept.map(([form]) => form).join(' '),
    formCounts: kept.flatMap(([, { noun, inPhrase, tags, classes }]) => [
      ...noun,
      mostFrequent(tags),
      mostFrequent(classes),
      ...inPhrase,
    ]),
    contexts: told.map(([form, neighbour]) => `${form}/${neighbour}`).join(' '),
    contextCounts: told.flatMap(([, , count]) => count),
    neighbours: weightsOf(contexts),
    endings,
    phraseEndings,
  };
}

type Totalled = readonly [form: string, Total, endings: readonly string[]];

/** True if it depends on its neighbours if a form is a noun. */
function isAmbiguous([all, nouns]: Count): boolean {
  return all > 1 && nouns > AMBIGUOUS.least * all && nouns < AMBIGUOUS.most * all;
}

type Context = readonly [form: string, neighbour: string, Count];

function contextsOf(form: string, { contexts }: Total): Context[] {
  const sums = new Map<string, number>();
  for (const ofPart of contexts)
    for (const [neighbour, count] of ofPart) sums.set(neighbour, (sums.get(neighbour) ?? 0) + count);
  return [...sums]
    .sort(byKey)
    .map(([neighbour, count]) => [form, neighbour, [count % NOUN, Math.floor(count / NOUN)]]);
}

/** A form that was met once, and is what its ending says, tells nothing. */
function tells({ noun: [all, nouns] }: Total, own: readonly string[], endings: Endings): boolean {
  return all > 1 || nouns > 0 !== shareOf(endings, own) >= 0.5;
}

/** Amount that each neighbour adds to the log odds of ambiguous words. */
function weightsOf(contexts: readonly Context[]): Record<string, number> {
  const byNeighbour = new Map<string, Count>();
  const total: Count = [0, 0];
  for (const [, neighbour, [all, nouns]] of contexts) {
    const count = byNeighbour.get(neighbour) ?? [0, 0];
    byNeighbour.set(neighbour, count);
    for (const sum of [count, total]) {
      sum[0] += all;
      sum[1] += nouns;
    }
  }
  const usual = (total[1] + 1) / (total[0] + 2);
  return Object.fromEntries(
    [...byNeighbour].sort(byKey).map(([neighbour, [all, nouns]]) => {
      const share = (nouns + SMOOTHING * usual) / (all + SMOOTHING);
      return [neighbour, rounded(logOdds(share) - logOdds(usual))];
    }),
  );
}

/** Every word of which a count is chosen counts once, however often it was met. */
function endingsOf(forms: readonly Totalled[], choose: (total: Total) => Count | undefined): Endings {
  const sums = new Map<string, [share: number, words: number]>();
  for (const [, total, endings] of forms) {
    const count = choose(total);
    if (count === undefined) continue;
    const share = count[1] / count[0];
    for (const ending of endings) {
      const sum = sums.get(ending);
      if (sum === undefined) sums.set(ending, [share, 1]);
      else {
        sum[0] += share;
        sum[1] += 1;
      }
    }
  }
  const common = [...sums].filter(([ending, [, words]]) => words > 1 || ending.length <= 1).sort(byKey);
  return Object.fromEntries(common.map(([ending, [sum, words]]) => [ending, [rounded(sum / words), words]]));
}

function endingsIn(form: string): readonly string[] {
  const isName = form.startsWith('^');
  const longest = Math.min(LONGEST_ENDING, isName ? form.length - 1 : form.length);
  const endingOf = (letters: number) => `${isName ? '^-' : '-'}${form.slice(form.length - letters)}`;
  return Array.from({ length: longest + 1 }, (_, letters) => endingOf(letters));
}

/** Share of nouns among words of an ending: each longer one corrects what the shorter one says. */
export function shareByEnding(endings: Endings, form: string): number {
  return shareOf(endings, endingsIn(form));
}

/** The same for a form with these endings. */
function shareOf(endings: Endings, own: readonly string[]): number {
  let share = 0.5;
  for (const ending of own) {
    const known = endings[ending];
    if (known === undefined) break;
    share = (known[0] * known[1] + SMOOTHING * share) / (known[1] + SMOOTHING);
  }
  return share;
}

export function logOdds(share: number): number {
  const inside = Math.min(Math.max(share, 0.002), 0.998);
  return Math.log(inside / (1 - inside));
}

/** The counts of a form in all texts; its contexts are added up only where they are requested. */
interface Total extends Omit<FormCount, 'contexts'> {
  readonly contexts: readonly FormCount['contexts'][];
}

function totalOf(counts: readonly WordCounts[], form: string): Total {
  const own = counts.flatMap((one) => one.get(form) ?? []);
  const sumOf = (choose: (count: FormCount) => Count): Count => {
    const [all = 0, those = 0] = own.map(choose).reduce<number[]>(addedUp, []);
    return [all, those];
  };
  return {
    noun: sumOf(({ noun }) => noun),
    inPhrase: sumOf(({ inPhrase }) => inPhrase),
    tags: own.map(({ tags }) => tags).reduce(addedUp),
    classes: own.map(({ classes }) => classes).reduce(addedUp),
    contexts: own.map(({ contexts }) => contexts),
  };
}

function addedUp(one: readonly number[], other: readonly number[]): number[] {
  const sums: number[] = [];
  for (let place = 0; place < Math.max(one.length, other.length); place += 1)
    sums.push((one[place] ?? 0) + (other[place] ?? 0));
  return sums;
}

function add(count: Count, counts: boolean): void {
  count[0] += 1;
  if (counts) count[1] += 1;
}

function increase(counts: number[], place: number): void {
  counts[place] = (counts[place] ?? 0) + 1;
}

function mostFrequent(counts: readonly number[]): number {
  let best = 0;
  for (let place = 0; place < counts.length; place += 1)
    if ((counts[place] ?? 0) > (counts[best] ?? 0)) best = place;
  return best;
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}

/** By code units: the same order on every machine. */
function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Counts of words as plain data, as `scripts/pack-word-counts.js` packs them. */
export interface PackedWordCounts {
  /** Joined by blanks. */
  readonly forms: string;
  /** For each form {@link PACKED_NUMBERS} numbers: occurrences, those as a noun, those before a noun, those of these in its phrase, tags, classes. */
  readonly formCounts: readonly number[];
  /** Form and neighbour, joined by a slash. */
  readonly contexts: string;
  /** As {@link WordCounts} has them. */
  readonly contextCounts: readonly number[];
}

/** Tags and classes of nouns that are counted of each form. */
const KINDS = 4;
const PACKED_NUMBERS = 4 + 2 * KINDS;
export function unpackWordCounts({
  forms,
  formCounts,
  contexts,
  contextCounts,
}: PackedWordCounts): WordCounts {
  const counts: WordCounts = new Map();
  for (const [place, form] of forms.split(' ').entries()) {
    const numbers = formCounts.slice(place * PACKED_NUMBERS, (place + 1) * PACKED_NUMBERS);
    const [all = 0, nouns = 0, before = 0, inPhrase = 0, ...kinds] = numbers;
    counts.set(form, {
      noun: [all, nouns],
      inPhrase: [before, inPhrase],
      tags: kinds.slice(0, KINDS),
      classes: kinds.slice(KINDS),
      contexts: new Map(),
    });
  }
  for (const [place, context] of contexts.split(' ').entries()) {
    const slash = context.indexOf('/');
    counts.get(context.slice(0, slash))?.contexts.set(context.slice(slash + 1), contextCounts[place] ?? 0);
  }
  return counts;
}
