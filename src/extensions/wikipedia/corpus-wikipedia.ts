import path from 'node:path';
import { checkSettings } from '../../app/settings/resolve.js';
import {
  type CorpusWikipediaSettings,
  type CorpusWikipediaOptions,
  type ReadCategory,
  type WikiCorpusDeps,
  corpusWikipediaFields,
  readCategory,
} from './read-category.js';
import { checkArguments } from '../../support/check-arguments.js';
import { InputError } from '../../model/errors.js';
import { systemClock } from '../../support/time/clock.js';
import { fileExists } from '../../support/files/file-exists.js';
import { jsonFile, replaceFile, removeAbandoned } from '../../support/files/replace-file.js';
import { withResources } from '../../support/with-resources.js';
import { openFetcher } from '../../web/http/open-fetcher.js';

/** A corpus that was made. All but `out` is also in the file next to it, `NAME.about.json`. */
export interface WikiCorpusReport extends ReadCategory {
  readonly out: string;
  /** Address of the API, and the settings by which pages were chosen. */
  readonly from: Pick<
    CorpusWikipediaSettings,
    'api' | 'category' | 'maxDepth' | 'excludePersons' | 'excludeCategory' | 'maxDocuments'
  >;
  /** Time at which the corpus was finished, ISO 8601. */
  readonly finished: string;
}

/** Largest answer of an API in bytes; MediaWiki itself ends answers at 8 MiB. */
const MAXIMUM_ANSWER = 64_000_000;

/**
 * Makes a corpus of the pages of a wiki's category and of its subcategories: JSON lines that `sfwc build` reads, and
 * next to them a file that says where they are from. After an interruption the same call continues.
 *
 * @throws InputError when there is no such category, the source cannot be read, or the file already exists; OutputError
 */
export async function makeWikiCorpus(
  given: CorpusWikipediaOptions,
  deps: WikiCorpusDeps = {},
): Promise<WikiCorpusReport> {
  checkArguments('makeWikiCorpus', { options: [given, 'object'], deps: [deps, 'object'] });
  const settings = checkSettings(corpusWikipediaFields, given);
  const { out, force, api, category, maxDepth, excludePersons, excludeCategory, maxDocuments } = settings;
  if (!force && (await fileExists(out)))
    throw new InputError(`${out} already exists`, {
      hint: 'name another --out, or replace it with --force',
    });
  // Wikimedia, for one, blocks clients that do not name a contact.
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(api);
  if (!isLocal && !/@|https?:\/\//.test(settings.userAgent))
    deps.onWarning?.('set SFWC_USER_AGENT to include contact details; wikis require them');
  const { clock = systemClock } = deps;
  await removeAbandoned(path.dirname(out), (name) => name === path.basename(out));
  const read = await withResources((own) => {
    const fetcher =
      deps.fetcher ?? own(openFetcher({ ...settings, maxBytes: MAXIMUM_ANSWER, allowPrivate: true }));
    return readCategory(settings, { ...deps, clock, fetcher });
  });
  const from = { api, category, maxDepth, excludePersons, excludeCategory, maxDocuments };
  const about = { from, ...read, finished: new Date(clock.now()).toISOString() };
  // The file next to the corpus says where it is from.
  await replaceFile(out.replace(/\.(?:jsonl|ndjson)(?:\.gz)?$/i, '.about.json'), jsonFile(about));
  return { ...about, out };
}
