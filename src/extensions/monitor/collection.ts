import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { json } from '../../app/settings/common.js';
import { crawlFields, watching } from '../../app/settings/crawl-settings.js';
import { placesOf, readSettingsDocument, valuesOf } from '../../app/settings/config-file.js';
import { withWholePaths } from '../../app/settings/kept-settings.js';
import { checkSettings } from '../../app/settings/resolve.js';
import { InputError, messageOf } from '../../model/errors.js';
import { field, type Values } from '../../support/settings/field.js';
import { isAddress } from '../../support/parse-url.js';
import { without } from '../../support/without.js';

const DAYS: Readonly<Record<string, number>> = { s: 1 / 86_400, m: 1 / 1440, h: 1 / 24, d: 1, w: 7 };
const DURATION = /^(?![0.]{1,14} ?[a-z]$)\d{1,6}(?:\.\d{1,6})? ?[smhdw]$/;

/** A duration such as `90m`, `6h`, `1.5d` or `2w`, in days. */
const days = z
  .string()
  .trim()
  .regex(DURATION, 'is not a duration such as 90m, 6h, 1d or 2w')
  .transform((text) => Number.parseFloat(text) * (DAYS[text.slice(-1)] ?? NaN));

/** Settings of `sfwc monitor`; the collection itself is described by its file. */
export const monitorFields = { json } as const;

const { topic, kb, seeds, out } = crawlFields;
const BUDGET = 'pages to request in a round';

/** The file of a collection that `sfwc monitor` keeps fresh. */
const collectionFields = {
  ...{ topic, kb, seeds, notify: watching.notify },
  out: field(out.schema, { ...out.meta, path: true, help: 'folder of the collection' }),
  budget: field(z.number().int().min(1).default(200), { help: BUDGET, written: 'number' }),
  every: field(days.default(1), { help: 'time between two visits of a page' }),
} as const;

/** The section `crawl` of a collection's file: all settings but those that a collection sets itself, or that do not apply to one. */
const collectionCrawlFields = without(
  crawlFields,
  ...(['topic', 'kb', 'seeds', 'out', 'maxPages', 'notify', 'ui'] as const),
  ...(['force', 'resume', 'frontier', 'json', 'teacher'] as const),
);

/** The settings in the file of a collection. */
export type CollectionSettings = Values<typeof collectionFields> & {
  readonly crawl: Values<typeof collectionCrawlFields>;
};

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
  const given = valuesOf(top, collectionFields);
  const settings = checkSettings(collectionFields, given, { nameOf: placesOf(top, file) });
  const givenCrawl = valuesOf(own, collectionCrawlFields);
  const crawl = checkSettings(collectionCrawlFields, givenCrawl, { nameOf: placesOf(own, file) });
  const folder = path.dirname(path.resolve(file));
  return {
    ...withWholePaths(collectionFields, settings, folder),
    seeds: settings.seeds.map((seed) => (isAddress(seed) ? seed : path.resolve(folder, seed))),
    crawl: withWholePaths(collectionCrawlFields, crawl, folder),
  };
}
