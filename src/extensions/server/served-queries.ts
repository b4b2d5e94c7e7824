import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type QueryParameter,
  type QueryTemplate,
  bindParameters,
  parseQueryTemplate,
  valueInQuery,
} from '../../knowledge/queries/query-library.js';
import { packagedPath } from '../../support/files/packaged-path.js';
import { Problem } from './http.js';

/** A query of the library, `queries/*.rq`. */
export interface LibraryQuery extends Omit<QueryTemplate, 'sparql'> {
  /** The file's name without its ending. */
  readonly name: string;
  /** Each with the value in the query: its default (empty for all values) or, where it is required, an example. */
  readonly parameters: readonly (QueryParameter & { readonly value: string })[];
}

/** The queries that are listed first; the others follow by their names. */
const FIRST = [
  'why-accepted',
  'where-from',
  'nouns-of-topic',
  'telling-pages',
  'topics',
  'nouns-by-documents',
];

/** The names of the queries that come with the package, in the order in which they are listed. */
async function queryNames(): Promise<readonly string[]> {
  const files = await readdir(packagedPath('queries'));
  const names = files.filter((file) => file.endsWith('.rq')).map((file) => path.basename(file, '.rq'));
  return [...FIRST, ...names.filter((name) => !FIRST.includes(name)).sort()];
}

async function readTemplate(name: string): Promise<QueryTemplate> {
  return parseQueryTemplate(await readFile(path.join(packagedPath('queries'), `${name}.rq`), 'utf8'));
}

/** The queries that come with the package, in the order in which they are listed. */
export async function readQueryLibrary(): Promise<readonly LibraryQuery[]> {
  const described = async (name: string): Promise<LibraryQuery> => {
    const template = await readTemplate(name);
    const { description, parameters, ofCrawl } = template;
    const withValues = parameters.map((one) => ({ ...one, value: valueInQuery(template, one.name) }));
    return { name, ofCrawl, description, parameters: withValues };
  };
  return Promise.all((await queryNames()).map(described));
}

/** A query of the library with parameters set. @throws Problem when there is no such query; UsageError for its parameters */
export async function boundQuery(name: string, values: Readonly<Record<string, string>>): Promise<string> {
  if (!(await queryNames()).includes(name)) throw new Problem(404, `there is no query ${name}`);
  return bindParameters(await readTemplate(name), values);
}
