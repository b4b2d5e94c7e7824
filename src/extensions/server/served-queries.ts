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
  /** True if it concerns a crawl, which the data may lack. */
  readonly ofCrawl: boolean;
  readonly description: string;
  readonly parameters: readonly LibraryParameter[];
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
        ofCrawl: / Needs (?:the|a) crawl | With `--crawl`/.test(description),
        description,
        parameters: parameters.map((parameter) => ({
          ...parameter,
          value: valueInQuery(template, parameter.name),
        })),
      };
    }),
  );
  const rank = ({ name }: LibraryQuery): number => (FIRST.indexOf(name) + 1 || FIRST.length + 1) - 1;
  return found.sort((one, other) => rank(one) - rank(other));
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
