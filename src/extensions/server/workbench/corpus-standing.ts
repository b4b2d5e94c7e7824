import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { CorpusDocument, CorpusProblem } from '../../../model/document.js';
import { languageName } from '../../../support/text/language-name.js';
import { Problem } from '../http.js';

/** Number of texts that a topic should have, and the least number. */
const WANTED_TEXTS = { recommended: 20, least: 10 } as const;

/**
 * A text is named as perhaps about something else when its similarity to all others is below this share of the median. Of 20
 * texts of each sample topic and three of another topic or of the background, 25 of 27 such texts are below 0.62 and 21 below
 * 0.55; of the texts that belong there, none is below 0.57.
 */
const ODD_SHARE = 0.56;
/** With fewer texts, the others do not tell what the subject is. */
const MIN_FOR_ODD = 6;
/** Shorter texts say too little, in words that count. */
const SHORT = 60;
/** Milliseconds that a check may take, and megabytes of its memory. */
const [MAX_TIME, MEMORY] = [120_000, 1500];

/**
 * Reads and checks a folder of texts in a thread, because documents of people may take long to read.
 * @throws Problem 503 where the check takes too long or fails
 */
export async function checkCorpus(folder: string): Promise<CorpusStanding> {
  const worker = new Worker(new URL('./corpus-thread.js', import.meta.url), {
    workerData: { folder },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY },
  });
  try {
    const signal = AbortSignal.timeout(MAX_TIME);
    const [{ standing, problem }] = (await once(worker, 'message', { signal }).catch((thrown: unknown) => {
      const why = signal.aborted ? `takes more than ${MAX_TIME / 1000} seconds` : String(thrown);
      throw new Problem(503, `the check of the texts failed: ${why}`);
    })) as [CorpusThreadAnswer];
    if (standing === undefined) throw new Problem(503, `the texts cannot be read: ${problem ?? ''}`);
    return standing;
  } finally {
    await worker.terminate();
  }
}

/** The one message of the thread that checks a corpus. */
export interface CorpusThreadAnswer {
  readonly standing?: CorpusStanding;
  readonly problem?: string;
}

/** A text as it was read. */
export interface ReadText extends Pick<CorpusDocument, 'id' | 'title'> {
  readonly characters: number;
  /** ISO 639-1; empty where it is uncertain. */
  readonly language: string;
  /** Its words that count, with how often they occur. */
  readonly words: ReadonlyMap<string, number>;
}

/** A text in the check of a corpus. JSON. */
interface CheckedText {
  readonly id: string;
  readonly title: string;
  readonly characters: number;
  readonly language: string;
  /** Remark on a possible fault. */
  readonly remark?: string;
}

/** Facts about texts before a topic is built of them. JSON. */
export interface CorpusStanding {
  readonly texts: readonly CheckedText[];
  readonly problems: readonly CorpusProblem[];
  /** The language of most texts; empty where none is known. */
  readonly language: string;
  readonly recommended: number;
  readonly least: number;
  /** Advice for a person, the most important first. */
  readonly advice: readonly string[];
}

/** Checks texts for number, language, length and subject. */
export function corpusStanding(
  texts: readonly ReadText[],
  problems: readonly CorpusProblem[],
): CorpusStanding {
  const language = mostFrequent(texts.map((text) => text.language).filter((code) => code !== ''));
  const odd = oddTexts(texts);
  const checked = texts.map((text) => withRemark(text, language, odd));
  return {
    texts: checked,
    problems,
    language,
    recommended: WANTED_TEXTS.recommended,
    least: WANTED_TEXTS.least,
    advice: adviceOn(texts, { language, odd }),
  };
}

function withRemark(
  { id, title, characters, language: own, words }: ReadText,
  language: string,
  odd: ReadonlySet<ReadText['id']>,
): CheckedText {
  const text = { id, title, characters, language: own };
  if (own !== '' && language !== '' && own !== language)
    return { ...text, remark: `in ${languageName(own)}; it will be left out` };
  if (total(words) < SHORT) return { ...text, remark: 'short: it says little' };
  return odd.has(id) ? { ...text, remark: 'may be about something else' } : text;
}

function adviceOn(
  texts: readonly ReadText[],
  { language, odd }: { readonly language: string; readonly odd: ReadonlySet<string> },
): readonly string[] {
  const { recommended, least } = WANTED_TEXTS;
  const count = texts.length === 1 ? '1 text' : `${texts.length} texts`;
  const wanted =
    texts.length < least
      ? `at least ${least} are needed for good verdicts, ${recommended} are recommended`
      : `enough to begin with; ${recommended} are recommended`;
  const foreign = texts.filter((text) => text.language !== '' && text.language !== language);
  const strange = texts.filter(({ id }) => odd.has(id));
  return [
    `${count}: ${texts.length >= recommended ? 'enough to build the topic' : wanted}`,
    ...(strange.length === 0 ? [] : [`perhaps about something else: ${listed(strange)}`]),
    ...(foreign.length === 0 ? [] : [`not in ${languageName(language)}, and left out: ${listed(foreign)}`]),
  ];
}

function listed(texts: readonly ReadText[]): string {
  const shown = texts
    .slice(0, 3)
    .map(({ title }) => title)
    .join(', ');
  return texts.length > 3 ? `${shown} and ${texts.length - 3} more` : shown;
}

/** Ids of texts that have much less in common with all others than most texts have. */
function oddTexts(texts: readonly ReadText[]): ReadonlySet<string> {
  const long = texts.filter(({ words }) => total(words) >= SHORT);
  if (long.length < MIN_FOR_ODD) return new Set();
  const vectors = long.map(({ words }) => unit(words));
  const sum = new Map<string, number>();
  for (const vector of vectors)
    for (const [word, weight] of vector) sum.set(word, (sum.get(word) ?? 0) + weight);
  const similarities = vectors.map((vector) => similarityToOthers(vector, sum));
  const median = [...similarities].sort((a, b) => a - b)[Math.floor(similarities.length / 2)] ?? 0;
  return new Set(
    long.filter((_, place) => (similarities[place] ?? 0) < ODD_SHARE * median).map(({ id }) => id),
  );
}

/** The cosine of a text and of all others together. @param sum of all texts, this one included */
function similarityToOthers(vector: ReadonlyMap<string, number>, sum: ReadonlyMap<string, number>): number {
  let [dot, length] = [0, 0];
  for (const [word, weight] of sum) {
    const own = vector.get(word) ?? 0;
    const rest = weight - own;
    length += rest * rest;
    dot += rest * own;
  }
  return dot / (Math.sqrt(length) || 1);
}

function unit(words: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const weights = [...words].map(([word, count]) => [word, 1 + Math.log(count)] as const);
  const length = Math.sqrt(weights.reduce((sum, [, weight]) => sum + weight * weight, 0));
  return new Map(weights.map(([word, weight]) => [word, weight / length]));
}

function total(words: ReadonlyMap<string, number>): number {
  return [...words.values()].reduce((sum, count) => sum + count, 0);
}

function mostFrequent(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '';
}
