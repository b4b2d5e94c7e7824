import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  bindParameters,
  parseQueryTemplate,
  valueInQuery,
  type QueryParameter,
} from '../../knowledge/queries/query-library.js';
import { InputError } from '../../model/errors.js';
import { packagedPath } from '../../support/files/packaged-path.js';

/** A parameter with the value in the query: its default (empty for all values) or, where it is required, an example. */
export interface LibraryParameter extends QueryParameter {
  readonly value: string;
}

/** First view of an answer. */
type FirstView = 'table' | 'bars' | 'graph';

/** A query of the library, `queries/*.rq`. */
export interface LibraryQuery {
  /** The file's name without its ending. */
  readonly name: string;
  readonly title: string;
  /** The heading under which it is listed. */
  readonly group: string;
  /** True if it concerns a crawl, which the data may lack. */
  readonly ofCrawl: boolean;
  readonly show: FirstView;
  readonly description: string;
  readonly parameters: readonly LibraryParameter[];
}

interface Listed {
  readonly title: string;
  readonly show?: FirstView;
  readonly ofCrawl?: true;
}

/** The questions in the order in which they are listed, by heading. Queries that are not named here come last. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Listed>>>> = {
  First: {
    'why-accepted': { title: 'Why?', show: 'bars', ofCrawl: true },
    'where-from': { title: 'Where from?', show: 'graph', ofCrawl: true },
    'nouns-of-topic': { title: 'Topic', show: 'bars' },
  },
  'This crawl': {
    'telling-pages': { title: 'Best pages' },
    'pages-by-concept': { title: 'Pages by subject' },
    'pages-by-broader-concept': { title: 'Subjects in numbers', show: 'bars' },
    'evidence-in-text': { title: 'Evidence in the text' },
    'who-steered': { title: 'Who steered?' },
    models: { title: 'Trained models' },
  },
  Topics: {
    topics: { title: 'Topics in numbers' },
    concepts: { title: 'Concepts of the line' },
    'topics-compared': { title: 'Two topics compared' },
    expansion: { title: 'Other words for nouns' },
  },
  Nouns: {
    'nouns-by-documents': { title: 'Most frequent nouns', show: 'bars' },
    'nouns-by-idf': { title: 'Most telling nouns', show: 'bars' },
    'nouns-near-noun': { title: 'Nouns near a noun', show: 'bars' },
    'document-frequency': { title: 'Documents with a noun' },
    'mentions-of-noun': { title: 'Mentions of a noun' },
    links: { title: 'What nouns mean' },
  },
  Documents: {
    'nouns-of-document': { title: 'Nouns of a document', show: 'bars' },
    'documents-of-entity': { title: 'Documents about a thing' },
    'documents-sharing-entities': { title: 'Related documents' },
    'document-ids': { title: 'Documents by id' },
    'document-count': { title: 'Number of documents' },
  },
};
const OF_CRAWL = 'This crawl';
const NAMED = Object.values(GROUPS).flatMap((listed) => Object.keys(listed));

function rankOf(name: string): number {
  const rank = NAMED.indexOf(name);
  return rank < 0 ? NAMED.length : rank;
}

function listingOf(name: string): Pick<LibraryQuery, 'title' | 'group' | 'ofCrawl' | 'show'> {
  for (const [group, queries] of Object.entries(GROUPS)) {
    const listed = queries[name];
    if (listed !== undefined)
      return {
        ...{ title: listed.title, group, show: listed.show ?? 'table' },
        ofCrawl: listed.ofCrawl ?? group === OF_CRAWL,
      };
  }
  const words = name.replaceAll('-', ' ');
  const title = words.charAt(0).toUpperCase() + words.slice(1);
  return { title, group: 'Others', ofCrawl: false, show: 'table' };
}

/** The queries that come with the package, in the order in which they are listed. */
export async function readQueryLibrary(): Promise<readonly LibraryQuery[]> {
  const folder = packagedPath('queries');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.rq')).sort();
  const found = await Promise.all(
    names.map(async (file) => {
      const template = parseQueryTemplate(await readFile(path.join(folder, file), 'utf8'));
      const { description, parameters } = template;
      const name = path.basename(file, '.rq');
      return {
        name,
        ...listingOf(name),
        description,
        parameters: parameters.map((parameter) => ({
          ...parameter,
          value: valueInQuery(template, parameter.name),
        })),
      };
    }),
  );
  const ranks = new Map(found.map(({ name }) => [name, rankOf(name)]));
  return found.sort((a, b) => (ranks.get(a.name) ?? 0) - (ranks.get(b.name) ?? 0));
}

/**
 * A query of the library with parameters set.
 * @throws InputError when there is no such query; UsageError for its parameters
 */
export async function boundQuery(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  const known = await readQueryLibrary();
  if (!known.some((query) => query.name === name)) throw new InputError(`there is no query ${name}`);
  const text = await readFile(path.join(packagedPath('queries'), `${name}.rq`), 'utf8');
  return bindParameters(parseQueryTemplate(text), values);
}
