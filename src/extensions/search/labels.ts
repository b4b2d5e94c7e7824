import { stat } from 'node:fs/promises';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import { schemeOf } from '../../knowledge/places/stores.js';
import type { Widening } from '../../model/collection-search.js';
import { SfwcError } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import type { IndexFile } from './index-file.js';
import type { QueryTerm } from './query.js';
import type { Source } from './update-index.js';
import { normalForm } from '../../support/text/normal-form.js';

/** A widening with the places of its words in the query. */
export interface PlacedWidening extends Widening {
  readonly places: readonly number[];
}

/** Words of the longest name that is looked for, and names that are added for one. */
const MAX = { words: 5, names: 5 };

const LABELS = `PREFIX sfwc: <${PREFIXES.sfwc}>
PREFIX nif: <${PREFIXES.nif}>
PREFIX itsrdf: <${PREFIXES.itsrdf}>
SELECT DISTINCT ?label ?meaning WHERE { ?noun a sfwc:Entity ; nif:anchorOf ?label ; itsrdf:taIdentRef ?meaning }`;

/**
 * Copies the linked nouns of the topics of crawls into the index, unless it has them. What it has of a knowledge base that is
 * not here any more stays.
 * @returns why names of some topics are missing, in sentences
 */
export async function updateLabels(index: IndexFile, sources: readonly Source[]): Promise<readonly string[]> {
  const problems: string[] = [];
  const last = new Map(sources.flatMap(({ topics, kb = '' }) => topics.map((topic) => [topic, kb])));
  for (const [topic, kb] of last) {
    const [known] = index.rows('SELECT state FROM bases WHERE topic = ?', topic);
    const state = await stateOf(kb, topic);
    if (known !== undefined && state === known[0]) continue;
    const labels =
      state === undefined
        ? `the knowledge base of topic '${topic}' is not in a folder here (${kb})`
        : await labelsOf(kb, topic);
    if (state !== undefined && typeof labels !== 'string')
      index.together(() => setLabels(index, topic, state, labels));
    else if (typeof labels === 'string' && known === undefined && kb !== '') problems.push(labels);
  }
  return problems;
}

/** State of the file of a topic, which changes with it; undefined without a file. */
async function stateOf(kb: string, topic: string): Promise<string | undefined> {
  if (kb === '' || schemeOf(kb) !== undefined) return undefined;
  const file = topicFile(kb, topic);
  const found = await stat(file).catch(() => undefined);
  return found && `${file} ${found.size} ${found.mtimeMs}`;
}

type Label = readonly [label: string, meaning: string];

async function labelsOf(kb: string, topic: string): Promise<readonly Label[] | string> {
  try {
    const opened = await openTopic(kb, topic);
    const { rows } = await opened.kb.select(LABELS, { defaultGraphs: [opened.facts.iri] });
    return rows.map((row) => [row['label']?.value ?? '', row['meaning']?.value ?? '']);
  } catch (thrown) {
    if (thrown instanceof SfwcError) return thrown.message;
    throw thrown;
  }
}

function setLabels(index: IndexFile, topic: string, state: string, labels: readonly Label[]): void {
  index.run('DELETE FROM labels WHERE topic = ?', topic);
  for (const [label, meaning] of labels)
    index.run('INSERT OR IGNORE INTO labels VALUES (?, ?, ?, ?)', topic, keyOf(label), label, meaning);
  index.run('INSERT OR REPLACE INTO bases VALUES (?, ?)', topic, state);
}

/** A name by which it is found: lower case, its words without the endings of plurals. It need not be a word. */
export function keyOf(name: string): string {
  return normalForm(name)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) =>
      word
        .replace(/ies$/, 'y')
        .replace(/(?<=ss|x|ch|sh)es$/, '')
        .replace(/(?<=[^s])s$/, ''),
    )
    .join(' ');
}

/**
 * The names that the knowledge bases have for what a query names: those that are linked to the same IRI. Longer names are
 * found before shorter ones in them.
 * @param topics of which names are taken; all where there are none
 */
export function wideningsOf(
  index: IndexFile,
  terms: readonly QueryTerm[],
  topics: readonly string[],
): readonly PlacedWidening[] {
  const found: PlacedWidening[] = [];
  for (let begin = 0; begin < terms.length;) {
    const named = longestName(index, terms, begin, topics);
    found.push(...(named?.widenings ?? []));
    begin += named?.length ?? 1;
  }
  return found;
}

function longestName(
  index: IndexFile,
  terms: readonly QueryTerm[],
  begin: number,
  topics: readonly string[],
): { readonly widenings: readonly PlacedWidening[]; readonly length: number } | undefined {
  const isPhrase = terms[begin]?.isPhrase === true;
  for (let length = isPhrase ? 1 : MAX.words; length > 0; length -= 1) {
    const words = terms.slice(begin, begin + length);
    if (words.length < length || (length > 1 && words.some((term) => term.isPhrase))) continue;
    const term = words.map(({ text }) => text).join(' ');
    const meanings = meaningsOf(index, keyOf(term), topics);
    if (meanings.length === 0) continue;
    const places = words.map((_, place) => begin + place);
    const widenings = meanings
      .map((iri) => ({ term, by: namesOf(index, iri, keyOf(term), topics), iri, places }))
      .filter(({ by }) => by.length > 0);
    return { widenings, length };
  }
  return undefined;
}

const OF_TOPICS = "(?2 = '[]' OR topic IN (SELECT value FROM json_each(?2)))";

function meaningsOf(index: IndexFile, key: string, topics: readonly string[]): readonly string[] {
  return index
    .rows(
      `SELECT DISTINCT meaning FROM labels WHERE key = ?1 AND ${OF_TOPICS} ORDER BY meaning`,
      key,
      JSON.stringify(topics),
    )
    .map(([meaning]) => String(meaning));
}

/** Other names for a meaning, one of each key. */
function namesOf(index: IndexFile, iri: string, key: string, topics: readonly string[]): readonly string[] {
  return index
    .rows(
      `SELECT min(label) FROM labels WHERE meaning = ?1 AND ${OF_TOPICS} AND key <> ?3 AND key <> ''
        GROUP BY key ORDER BY key LIMIT ${MAX.names}`,
      iri,
      JSON.stringify(topics),
      key,
    )
    .map(([label]) => String(label));
}
