import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMap, isScalar, LineCounter, parseDocument, type Document } from 'yaml';
import {
  collectionCrawlFields,
  collectionFields,
  type CollectionSettings,
} from '../../config/collection-settings.js';
import type { Fields } from '../../config/field.js';
import { checkFileSettings } from '../../config/resolve.js';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { readMatter } from '../../monitor/conditions.js';

/** Aliases that a file may resolve: more are an attempt to fill the memory. */
const MOST_ALIASES = 100;

/**
 * Reads the file of a collection. Paths in it start from its folder.
 * @throws InputError when it cannot be read or is not YAML; UsageError naming line and key of what is wrong, and the nearest
 *   key that there is
 */
export async function readCollectionFile(file: string): Promise<CollectionSettings> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, {
      hint: 'name the YAML file of a collection, see docs/monitoring.md',
      cause,
    });
  });
  return parseCollection(text, file);
}

/** The settings of a collection in YAML. @param file its path, for messages and as the start of paths */
export function parseCollection(text: string, file: string): CollectionSettings {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: 'silent', prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined)
    throw new InputError(`${file}:${lines.linePos(error.pos[0]).line}: ${messageOf(error)}`);
  const content = contentOf(document, file);
  const section = (within: readonly string[]) => (name: string) => {
    const place = placeOf(document, [...within, name]);
    const line = place === undefined ? '' : `${lines.linePos(place).line}:`;
    return `${file}:${line} ${[...within, name].join(': ')}`;
  };
  const settings = checkFileSettings(collectionFields, content, section([]));
  const crawl = checkFileSettings(collectionCrawlFields, settings.crawl, section(['crawl']));
  if (settings.shortest > settings.longest)
    throw new UsageError(`${section([])('shortest')}: must not be more than longest`);
  for (const matter of settings.matters) {
    try {
      readMatter(matter);
    } catch (thrown) {
      const hint = thrown instanceof UsageError ? thrown.hint : undefined;
      throw new UsageError(
        `${section([])('matters')}: ${messageOf(thrown)}`,
        hint === undefined ? {} : { hint },
      );
    }
  }
  const folder = path.dirname(path.resolve(file));
  return {
    ...withPaths(collectionFields, settings, folder),
    seeds: settings.seeds.map((seed) => fromFolder(seed, folder)),
    crawl: withPaths(collectionCrawlFields, crawl, folder),
  };
}

function contentOf(document: Document, file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    if (isMap(document.contents)) return content as Readonly<Record<string, unknown>>;
  } catch (thrown) {
    throw new InputError(`${file}: ${messageOf(thrown)}`, { cause: thrown });
  }
  throw new InputError(`${file}: must be a list of keys with values, such as budget: 200`);
}

/** Where a key begins. */
function placeOf(document: Document, keys: readonly string[]): number | undefined {
  const [last] = keys.slice(-1);
  const map = keys.length === 1 ? document.contents : document.getIn(keys.slice(0, -1), true);
  if (!isMap(map)) return undefined;
  const key = map.items.map((item) => item.key).find((one) => isScalar(one) && one.value === last);
  return isScalar(key) ? key.range?.[0] : undefined;
}

function withPaths<T extends object>(fields: Fields, settings: T, folder: string): T {
  const whole = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(whole);
    return typeof value === 'string' ? fromFolder(value, folder) : value;
  };
  const entries = Object.entries(settings).map(([name, value]: [string, unknown]) => [
    name,
    fields[name]?.meta.path === true ? whole(value) : value,
  ]);
  return Object.fromEntries(entries) as T;
}

/** A path that starts from a folder; addresses stay as they are. */
function fromFolder(written: string, folder: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : path.resolve(folder, written);
}
