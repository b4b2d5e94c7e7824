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

/** A query of the library, `queries/*.rq`. */
export interface LibraryQuery {
  /** The file's name without its ending. */
  readonly name: string;
  readonly title: string;
  /** The heading under which it is listed. */
  readonly group: string;
  /** True if it concerns a crawl, which the data may lack. */
  readonly ofCrawl: boolean;
  readonly description: string;
  readonly parameters: readonly LibraryParameter[];
}

/** The questions in the order in which they are listed, by heading. Queries that are not named here come last. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  First: {
    'why-accepted': 'Why?',
    'where-from': 'Where from?',
    'nouns-of-topic': 'Topic',
  },
  'This crawl': {
    'telling-pages': 'Best pages',
    'pages-by-concept': 'Pages by subject',
    'pages-by-broader-concept': 'Subjects in numbers',
    'evidence-in-text': 'Evidence in the text',
    'who-steered': 'Who steered?',
    models: 'Trained models',
  },
  Topics: {
    topics: 'Topics in numbers',
    concepts: 'Concepts of the line',
    'topics-compared': 'Two topics compared',
    expansion: 'Other words for nouns',
  },
  Nouns: {
    'nouns-by-documents': 'Most frequent nouns',
    'nouns-by-idf': 'Most telling nouns',
    'nouns-near-noun': 'Nouns near a noun',
    'document-frequency': 'Documents with a noun',
    'mentions-of-noun': 'Mentions of a noun',
  },
  Documents: {
    'nouns-of-document': 'Nouns of a document',
    'documents-of-entity': 'Documents about a thing',
    'documents-sharing-entities': 'Related documents',
    'document-ids': 'Documents by id',
    'document-count': 'Number of documents',
  },
};
const OF_CRAWL = 'This crawl';
const NAMED = Object.values(GROUPS).flatMap((listed) => Object.keys(listed));

/** Title and heading of a query. */
function listingOf(name: string): Pick<LibraryQuery, 'title' | 'group'> {
  for (const [group, { [name]: title }] of Object.entries(GROUPS))
    if (title !== undefined) return { title, group };
  const words = name.replaceAll('-', ' ');
  return { title: words.charAt(0).toUpperCase() + words.slice(1), group: 'Others' };
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
      const listing = listingOf(name);
      return {
        name,
        ...listing,
        ofCrawl: listing.group === OF_CRAWL || description.includes(' Needs the crawl '),
        description,
        parameters: parameters.map((parameter) => ({
          ...parameter,
          value: valueInQuery(template, parameter.name),
        })),
      };
    }),
  );
  const rank = ({ name }: LibraryQuery): number =>
    NAMED.includes(name) ? NAMED.indexOf(name) : NAMED.length;
  return found.sort((a, b) => rank(a) - rank(b));
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
