import { stat } from 'node:fs/promises';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import { schemeOf } from '../../knowledge/places/parse-place.js';
import type { Widening } from './search-answer.js';
import { InputError, SfwcError } from '../../model/errors.js';
import { PREFIXES } from '../../model/vocabulary.js';
import { addToList } from '../../support/add-to-list.js';
import { normalForm } from '../../support/text/normal-form.js';
import type { IndexFile } from './index-file.js';
import type { QueryTerm } from './query.js';
import type { Source } from './update-index.js';

/** A widening with the places of its words in the query. */
export interface PlacedWidening extends Widening {
  readonly places: readonly number[];
}

/** Words of the longest name that is looked for, and names that are added for one. */
const MAX = { words: 5, names: 5 } as const;

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
  const bases = new Map(sources.flatMap(({ topics, kb = '' }) => topics.map((topic) => [topic, kb])));
  for (const [topic, kb] of bases) {
    if (kb === '') continue;
    const [known] = index.rows('SELECT state FROM bases WHERE topic = ?', topic);
    const state = await stateOf(kb, topic);
    if (known !== undefined && (state === undefined || state === known[0])) continue;
    try {
      if (state === undefined)
        throw new InputError(`the knowledge base of topic '${topic}' is not in a folder here (${kb})`);
      const opened = await openTopic(kb, topic);
      const { rows } = await opened.kb.select(LABELS, { defaultGraphs: [opened.facts.iri] });
      const labels = rows.map((row) => [row['label']?.value ?? '', row['meaning']?.value ?? ''] as const);
      index.together(() => setLabels(index, topic, state, labels));
    } catch (thrown) {
      if (!(thrown instanceof SfwcError)) throw thrown;
      if (known === undefined) problems.push(thrown.message);
    }
  }
  return problems;
}

/** State of the file of a topic, which changes with it; undefined without a file. */
async function stateOf(kb: string, topic: string): Promise<string | undefined> {
  if (schemeOf(kb) !== undefined) return undefined;
  const file = topicFile(kb, topic);
  const found = await stat(file).catch(() => undefined);
  return found && `${file} ${found.size} ${found.mtimeMs}`;
}

function setLabels(
  index: IndexFile,
  topic: string,
  state: string,
  labels: readonly (readonly [label: string, meaning: string])[],
): void {
  index.run('DELETE FROM labels WHERE topic = ?', topic);
  for (const [label, meaning] of labels)
    index.run('INSERT OR IGNORE INTO labels VALUES (?, ?, ?, ?)', topic, keyOf(label), label, meaning);
  index.run('INSERT OR REPLACE INTO bases VALUES (?, ?)', topic, state);
}

/** A name by which it is found: lower case, its words without the endings of plurals. It need not be a word. */
export function keyOf(name: string): string {
  const words =
    normalForm(name)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const ending = /ies$|(?<=ss|x|ch|sh)es$|(?<=[^s])s$/;
  return words.map((word) => word.replace(ending, (end) => (end === 'ies' ? 'y' : ''))).join(' ');
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
    let length = terms[begin]?.isPhrase === true ? 1 : Math.min(MAX.words, terms.length - begin);
    for (; length > 0; length -= 1) {
      const words = terms.slice(begin, begin + length);
      if (length > 1 && words.some((term) => term.isPhrase)) continue;
      const term = words.map(({ text }) => text).join(' ');
      const places = words.map((_, place) => begin + place);
      const names = namesOf(index, keyOf(term), topics);
      for (const [iri, by] of names) found.push({ term, by, iri, places });
      if (names.size > 0) break;
    }
    begin += Math.max(1, length);
  }
  return found;
}

/** Other names, one of each key, by the meanings of a name. */
function namesOf(
  index: IndexFile,
  key: string,
  topics: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const rows = index.rows(
    `SELECT other.meaning, min(other.label) FROM labels AS own
      JOIN labels AS other ON other.topic = own.topic AND other.meaning = own.meaning
      WHERE own.key = ?1 AND other.key NOT IN (?1, '') AND (?2 = '[]' OR own.topic IN (SELECT value FROM json_each(?2)))
      GROUP BY other.meaning, other.key ORDER BY other.meaning, other.key`,
    ...[key, JSON.stringify(topics)],
  );
  const names = new Map<string, string[]>();
  for (const [meaning, label] of rows)
    if ((names.get(String(meaning))?.length ?? 0) < MAX.names)
      addToList(names, String(meaning), String(label));
  return names;
}
