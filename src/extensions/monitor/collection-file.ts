import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { collectionCrawlFields, collectionFields, type CollectionSettings } from './collection-settings.js';
import type { Fields } from '../../support/settings/field.js';
import { checkFileSettings } from '../../app/settings/resolve.js';
import { placesOf, readSettingsDocument, valuesOf } from '../../app/settings/settings-document.js';
import { InputError, messageOf, UsageError } from '../../model/errors.js';
import { readMatter } from './conditions.js';

const CRAWL = 'crawl';

/**
 * Reads the file of a collection. Paths in it start from its folder.
 * @throws InputError when it cannot be read; UsageError naming line and key of what is wrong, and the nearest key that there is
 */
export async function readCollectionFile(file: string): Promise<CollectionSettings> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new InputError(`cannot read ${file}: ${messageOf(cause)}`, {
      hint: 'name the YAML file of a collection, see docs/crawling.md',
      cause,
    });
  });
  return parseCollection(text, file);
}

/** The settings of a collection in YAML. @param file its path, for messages and as the start of paths */
export function parseCollection(text: string, file: string): CollectionSettings {
  const document = readSettingsDocument(file, text);
  const own = document.section(CRAWL);
  const top = document.top.filter(({ name }) => name !== CRAWL);
  const placeOf = placesOf(top, file);
  const settings = checkFileSettings(collectionFields, valuesOf(top, collectionFields), placeOf);
  const crawl = checkFileSettings(
    collectionCrawlFields,
    valuesOf(own, collectionCrawlFields),
    placesOf(own, file),
  );
  if (settings.shortest > settings.longest)
    throw new UsageError(`${placeOf('shortest')}: must not be more than longest`);
  for (const matter of settings.matters) {
    try {
      readMatter(matter);
    } catch (thrown) {
      const hint = thrown instanceof UsageError ? thrown.hint : undefined;
      throw new UsageError(`${placeOf('matters')}: ${messageOf(thrown)}`, { hint });
    }
  }
  const folder = path.dirname(path.resolve(file));
  return {
    ...withPaths(collectionFields, settings, folder),
    seeds: settings.seeds.map((seed) => fromFolder(seed, folder)),
    crawl: withPaths(collectionCrawlFields, crawl, folder),
  };
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
