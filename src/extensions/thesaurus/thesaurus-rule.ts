import { openThesaurus, toTopicThesaurus } from './check-thesaurus.js';
import type { CorpusRole } from '../../knowledge/files/corpus-record.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import type { ClassifierKind } from '../../judging/classifiers/classifier.js';
import { folderOf, type OpenTopic } from '../../knowledge/places/knowledge-base.js';
import { openRecord } from '../../app/topics/building/recorded-texts.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { openWordReader } from '../../language/text/english.js';
import type { HeldOutScores } from '../../judging/learning/folds.js';
import { THESAURUS, type ThesaurusEntry, type TopicThesaurus } from '../../model/thesaurus.js';
import {
  NOTHING_TO_JUDGE,
  type AnnotatedPage,
  type Judgement,
  type NounEvidence,
  type TopicClassifier,
  type WordReader,
} from '../../model/topic.js';
import { addToList } from '../../support/add-to-list.js';
import { mean, sum } from '../../support/statistics.js';
import { fullText } from '../../support/text/full-text.js';
import { EVIDENCE_SHOWN } from '../../judging/topic/evidence-mentions.js';
import { toProfile } from '../../knowledge/krs/document-profile.js';
import { learnBoundary, ownThreshold, thresholdOf } from '../../judging/topic/scorer.js';

/** An entry of the thesaurus that was found on a page. */
interface Match {
  readonly label: string;
  readonly iri?: string;
  /** Absent for a word to avoid. */
  readonly facet?: string;
  readonly value: number;
}

/** Weight per level of depth: a word one level down counts 1.5 times as much as a root. */
const DEPTH_WEIGHT = 0.5;
/** Extra weight per tenfold frequency: diversity counts, frequency hardly. */
const FREQUENCY_WEIGHT = 0.1;
/** A negative word cancels two roots. */
const NEGATIVE_WEIGHT = 2;
/** Weight of an entry in the URL or in anchor windows, relative to one in the text. */
const SURROUNDINGS_WEIGHT = 0.5;

/**
 * The thesaurus classifier (Badia, Muezzinoglu, Nasraoui 2006, filtering phase). The paper describes it in words; the
 * numbers are ours:
 *
 *     D_f   = Σ over the distinct entries of facet f on the page of (1 + depth/2) · (1 + 0.1 · log10 frequency)
 *     score = Σ_f ln(1 + D_f) − 2 · distinct negatives + ½ · ln(1 + entries in the URL) + ½ · mean over anchor windows of the same
 *
 * Each facet is scored for itself, and the logarithm lets a page of several facets win over one that repeats a single facet.
 * Expressions match as runs of words in their base forms, stop words left out, the longest first: inside an
 * expression, avoided or not, no shorter entry is counted. URL words are those of path and query; the site's name is left out.
 *
 * @param threshold the score from which pages are accepted; see {@link thesaurusThreshold}
 */
export function createThesaurusRule(
  thesaurus: TopicThesaurus,
  words: WordReader,
  threshold: number,
): TopicClassifier {
  const match = createMatcher(thesaurus, words);
  return {
    name: THESAURUS,
    judge: (page) => Promise.resolve(judgementOf(page, scorePage(match, page), threshold)),
  };
}

/** Scores pages by a thesaurus, as the classifier does. */
export function thesaurusScorer(
  thesaurus: TopicThesaurus,
  words: WordReader,
): (page: AnnotatedPage) => number {
  const match = createMatcher(thesaurus, words);
  return (page) => scorePage(match, page).score;
}

/**
 * The threshold between the scores of texts about the topic and of others, some of which may be about it. Without others,
 * it is the score that three quarters of the topic's texts reach.
 */
export function thesaurusThreshold(scores: HeldOutScores): number {
  return scores.negatives.length === 0 ? ownThreshold(scores.positives) : thresholdOf(learnBoundary(scores));
}

interface TextScore {
  readonly score: number;
  readonly matches: readonly Match[];
  /** Words of the text. */
  readonly words: number;
}

/** Scores a text. */
function createMatcher(thesaurus: TopicThesaurus, words: WordReader): (text: string) => TextScore {
  const match = createThesaurusMatcher(thesaurus, words);
  return (text) => {
    const read = words(text);
    return { ...scoreText(match(read)), words: read.length };
  };
}

function scorePage(match: (text: string) => TextScore, { page, linkedFrom = [] }: AnnotatedPage): TextScore {
  const text = match(fullText(page));
  const fromLinks = mean(linkedFrom.map((window) => match(window).score)) ?? 0;
  const fromUrl = match(urlWords(page.url)).score;
  return { ...text, score: text.score + SURROUNDINGS_WEIGHT * (fromUrl + fromLinks) };
}

function scoreText({ entries, negatives }: ThesaurusMatches): Omit<TextScore, 'words'> {
  const byFacet = new Map<string, (readonly [entry: ThesaurusEntry, weight: number])[]>();
  for (const [entry, frequency] of entries) {
    const weight = (1 + DEPTH_WEIGHT * entry.depth) * (1 + FREQUENCY_WEIGHT * Math.log10(frequency));
    addToList(byFacet, entry.facet, [entry, weight] as const);
  }
  let score = 0;
  const matches: Match[] = [];
  for (const weighed of byFacet.values()) {
    const total = sum(weighed.map(([, weight]) => weight));
    score += Math.log(1 + total);
    // A facet's score is shared out by weight.
    for (const [{ label, iri, facet }, weight] of weighed)
      matches.push({ label, facet, iri, value: (Math.log(1 + total) * weight) / total });
  }
  for (const label of negatives) {
    score -= NEGATIVE_WEIGHT;
    matches.push({ label, value: -NEGATIVE_WEIGHT });
  }
  return { score, matches };
}

/** The words of path and query: 'http://site.example/hull-paint/rust?q=ship' → 'hull paint rust ship'. */
function urlWords(url: string): string {
  const [, rest = ''] = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*([^#]*)/i.exec(url) ?? [];
  return rest.replace(/%[0-9a-f]{2}|[?&=/._+-]/gi, ' ');
}

function judgementOf(page: AnnotatedPage, found: TextScore, threshold: number): Judgement {
  const { score, matches, words } = found;
  const accepted = words > 0 && matches.length > 0 && score >= threshold;
  const evidence = [...matches]
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.label < b.label ? -1 : 1))
    .slice(0, EVIDENCE_SHOWN)
    .map(({ label, iri, facet, value }): NounEvidence => ({
      ...{ lemma: label.toLowerCase(), iri, facet, documents: 0, idf: 0, pull: value },
    }));
  const { lemmas, linked } = toProfile(page.nouns);
  const nouns = { distinct: lemmas.length, linked: linked.filter(Boolean).length, unknown: lemmas.length };
  const band = { low: threshold, high: null };
  const summary = `${accepted ? 'accepted' : 'rejected'}: ${summaryOf(found, threshold)}`;
  return {
    ...{ accepted, score: words === 0 ? NOTHING_TO_JUDGE : score, classifier: THESAURUS },
    reason: { summary, meanIdf: null, band, nouns, evidence },
  };
}

const NAMED_FACETS = 4;
const NAMED_ENTRIES = 3;

/** `3 entries in 2 facets (treatment: insulin pump, insulin; people: nurse)`: the facets that brought most, with their entries. */
function summaryOf({ score, matches }: TextScore, threshold: number): string {
  if (matches.length === 0) return 'the page holds no word of the thesaurus';
  const byFacet = new Map<string, Match[]>();
  const avoided: string[] = [];
  for (const match of matches)
    if (match.facet === undefined) avoided.push(match.label);
    else addToList(byFacet, match.facet, match);
  const value = (of: readonly Match[]): number => sum(of.map((match) => match.value));
  const named = [...byFacet]
    .sort(([, a], [, b]) => value(b) - value(a))
    .slice(0, NAMED_FACETS)
    .map(([facet, of]) => {
      const strongest = [...of].sort((a, b) => b.value - a.value).slice(0, NAMED_ENTRIES);
      return `${facet}: ${strongest.map(({ label }) => label).join(', ')}`;
    });
  const count = matches.length - avoided.length;
  const entries = `${count} ${count === 1 ? 'entry' : 'entries'}`;
  const facets = `${byFacet.size} ${byFacet.size === 1 ? 'facet' : 'facets'}`;
  const brought = named.length === 0 ? '' : ` (${named.join('; ')})`;
  const against = avoided.length === 0 ? '' : `; against it: ${avoided.slice(0, NAMED_ENTRIES).join(', ')}`;
  const comparison = score >= threshold ? 'reaches' : 'is below';
  return `${entries} in ${facets}${brought}${against}; score ${score.toFixed(2)} ${comparison} ${threshold.toFixed(2)}`;
}

/** A thesaurus to judge by, and the score from which pages are accepted. */
export interface ThesaurusPlan {
  readonly thesaurus: TopicThesaurus;
  readonly threshold: number;
}

/** Terms of a thesaurus by facet (Badia, Muezzinoglu, Nasraoui 2006). */
export const thesaurusClassifier: ClassifierKind<ThesaurusPlan> = {
  name: THESAURUS,
  reads: 'nouns',
  plan: async (topic, file) => (file === undefined ? undefined : planFor(topic, file)),
  make: ({ thesaurus, threshold }, { wordNet }) =>
    createThesaurusRule(thesaurus, openWordReader({ numbers: true }, wordNet), threshold),
};

/**
 * The threshold is learned from the topic's texts and its background each time, since scoring is fast and a thesaurus changes
 * often.
 *
 * @param file SKOS in any format of RDF
 * @throws InputError for a thesaurus with errors, and for a topic without a record of its corpus; UsageError for one in an endpoint
 */
async function planFor(topic: OpenTopic, file: string): Promise<ThesaurusPlan> {
  const thesaurus = toTopicThesaurus(await openThesaurus(file));
  const words = openWordReader({ numbers: true });
  const score = thesaurusScorer(thesaurus, words);
  const scores: Record<CorpusRole, number[]> = { corpus: [], background: [] };
  const record = await openRecord(topicFile(folderOf(topic, 'the record of its corpus'), topic.facts.name));
  for await (const { role, document } of record.documents()) scores[role].push(score(asPage(document)));
  const threshold = thesaurusThreshold({ positives: scores.corpus, negatives: scores.background });
  return { thesaurus, threshold };
}

/** A document of a corpus does not have a URL, headings or links. */
function asPage({ title, text }: { readonly title: string; readonly text: string }): AnnotatedPage {
  return { page: { ...emptyPage(''), title, text }, nouns: [] };
}

/** The matches of a thesaurus in a text. */
interface ThesaurusMatches {
  /** The found entries with their frequencies. */
  readonly entries: ReadonlyMap<ThesaurusEntry, number>;
  /** The found words and expressions to avoid. */
  readonly negatives: ReadonlySet<string>;
}

/**
 * Finds the entries and negatives of a thesaurus in texts. They match as runs of words, from left to right, the longest first:
 * shorter entries inside an expression do not count. A negative wins over an entry of the same words.
 * @param words the words of a label, in their base forms; texts are given as such words
 */
export function createThesaurusMatcher(
  { entries, negatives }: TopicThesaurus,
  words: (label: string) => readonly string[],
): (text: readonly string[]) => ThesaurusMatches {
  const byKey = new Map<string, ThesaurusEntry | string>();
  const add = (label: string, what: ThesaurusEntry | string): void => {
    const key = words(label).join(' ');
    if (key !== '') byKey.set(key, what);
  };
  for (const entry of entries)
    for (const label of [entry.label, ...(entry.synonyms ?? [])]) add(label, entry);
  for (const negative of negatives) add(negative, negative);
  const longest = Math.max(1, ...[...byKey.keys()].map((key) => key.split(' ').length));
  return (text) => {
    const found = new Map<ThesaurusEntry, number>();
    const avoided = new Set<string>();
    for (let place = 0; place < text.length;) {
      const [length, what] = longestAt(byKey, text, place, longest);
      if (typeof what === 'string') avoided.add(what);
      else if (what !== undefined) found.set(what, (found.get(what) ?? 0) + 1);
      place += length;
    }
    return { entries: found, negatives: avoided };
  };
}

function longestAt<T>(
  byKey: ReadonlyMap<string, T>,
  text: readonly string[],
  place: number,
  longest: number,
): readonly [length: number, what: T | undefined] {
  for (let length = Math.min(longest, text.length - place); length > 0; length -= 1) {
    const what = byKey.get(text.slice(place, place + length).join(' '));
    if (what !== undefined) return [length, what];
  }
  return [1, undefined];
}
