import { readFileSync } from 'node:fs';
import path from 'node:path';
import { InputError } from '../../src/model/errors.js';
import type { Role } from './wikispeedia.js';

/** A file of bench/data: its name, for messages, and its content. */
export interface DataFile {
  readonly name: string;
  readonly text: string;
}

/** Everything that labels and corpora may refer to. */
export interface Known {
  /** Names of the files of all real pages; each must have a line in the labels. */
  readonly files: ReadonlySet<string>;
  /** Ids of all articles of the Wikispeedia collection. */
  readonly articles: ReadonlySet<string>;
}

/** A topic with corpora of encyclopedia articles and with labels of the real pages. */
export interface LabelledTopic {
  readonly name: string;
  /** Ids of all articles of the corpus, the small corpus first. */
  readonly corpus: readonly string[];
  /** Ids of the articles of the small corpus. */
  readonly seed: readonly string[];
  /** By the name of the file: true for pages about the topic, null for borderline pages; others are not about it. */
  readonly pages: ReadonlyMap<string, boolean | null>;
}

const CORPUS_ROLES: readonly Role[] = ['seed', 'corpus'];

/** What sets of labels are for: to measure by, to compare with (they were measured several times), or to choose designs by. */
export type LabelledUse = 'heldOut' | 'earlierHeldOut' | 'development';

/** The numbers of the sets of labels of bench/data, by use. */
export const LABELLED_SETS: Readonly<Record<LabelledUse, readonly number[]>> = {
  heldOut: [5],
  earlierHeldOut: [2, 4],
  development: [3],
};

/** The topics of all sets of a use. @throws InputError */
export function openLabelledTopics(use: LabelledUse): readonly LabelledTopic[] {
  return LABELLED_SETS[use].flatMap((set) => openLabelledSet(set));
}

/** Reads the set of labels of that number; bench/README.md describes them. @throws InputError */
export function openLabelledSet(set: number, known?: Known): readonly LabelledTopic[] {
  const open = (kind: string): DataFile => {
    const name = path.join('bench/data', `real-pages-${kind}-${set}.tsv`);
    return { name, text: readFileSync(name, 'utf8') };
  };
  return parseLabelledTopics(open('labels'), open('corpora'), known);
}

/**
 * Joins labels (file, labels) and corpora (topic, role, article).
 * @param known if given, every page must have a label, and every file and article must exist
 * @throws InputError with file and line of an invalid line
 */
export function parseLabelledTopics(labels: DataFile, corpora: DataFile, known?: Known): LabelledTopic[] {
  const articles = readCorpora(corpora, known?.articles);
  const pages = readLabels(labels, new Set(articles.keys()), known?.files);
  return [...articles].map(([name, roles]) => ({
    name,
    corpus: [...roles.keys()].sort(
      (a, b) => Number(roles.get(b) === 'seed') - Number(roles.get(a) === 'seed'),
    ),
    seed: [...roles.keys()].filter((id) => roles.get(id) === 'seed'),
    pages: pages.get(name) ?? new Map<string, boolean | null>(),
  }));
}

function readCorpora(
  file: DataFile,
  known: ReadonlySet<string> | undefined,
): ReadonlyMap<string, ReadonlyMap<string, Role>> {
  const corpora = new Map<string, Map<string, Role>>();
  for (const { place, fields } of linesOf(file, 3)) {
    const [topic = '', role = '', id = ''] = fields;
    const corpusRole = CORPUS_ROLES.find((name) => name === role);
    if (corpusRole === undefined)
      throw new InputError(`${place}: unknown role '${role}'; use ${CORPUS_ROLES.join(' or ')}`);
    if (known?.has(id) === false) throw new InputError(`${place}: unknown article '${id}'`);
    const roles = corpora.get(topic) ?? new Map<string, Role>();
    if (roles.has(id)) throw new InputError(`${place}: '${id}' is already in the corpus of ${topic}`);
    corpora.set(topic, roles.set(id, corpusRole));
  }
  return corpora;
}

function readLabels(
  file: DataFile,
  topics: ReadonlySet<string>,
  known: ReadonlySet<string> | undefined,
): ReadonlyMap<string, ReadonlyMap<string, boolean | null>> {
  const byTopic = new Map([...topics].map((topic) => [topic, new Map<string, boolean | null>()]));
  const seen = new Set<string>();
  for (const { place, fields } of linesOf(file, 2)) {
    const [page = '', labels = ''] = fields;
    if (known?.has(page) === false) throw new InputError(`${place}: unknown page '${page}'`);
    if (seen.has(page)) throw new InputError(`${place}: '${page}' already has labels`);
    seen.add(page);
    for (const label of labels === '-' ? [] : labels.split(',')) {
      const isBorderline = label.endsWith('?');
      const pages = byTopic.get(isBorderline ? label.slice(0, -1) : label);
      if (pages === undefined)
        throw new InputError(`${place}: unknown label '${label}'; topics are ${[...topics].join(', ')}`);
      if (pages.has(page)) throw new InputError(`${place}: '${label}' repeats a topic`);
      pages.set(page, isBorderline ? null : true);
    }
  }
  const missing = [...(known ?? [])].find((page) => !seen.has(page));
  if (missing !== undefined) throw new InputError(`${file.name}: no line for page '${missing}'`);
  return byTopic;
}

/** Lines without comments, cut at tabs. */
function linesOf(
  { name, text }: DataFile,
  fieldCount: number,
): { readonly place: string; readonly fields: readonly string[] }[] {
  return text.split('\n').flatMap((line, index) => {
    if (line === '' || line.startsWith('#')) return [];
    const place = `${name}:${index + 1}`;
    const fields = line.split('\t');
    if (fields.length !== fieldCount || fields.includes(''))
      throw new InputError(`${place}: expected ${fieldCount} fields separated by tabs`);
    return [{ place, fields }];
  });
}
