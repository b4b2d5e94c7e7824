import { checkSettings } from '../../app/settings/resolve.js';
import {
  corpusWikipediaFields,
  type CorpusWikipediaSettings,
  type CorpusWikipediaOptions,
} from './corpus-wikipedia-settings.js';
import { checkArguments } from '../../support/check-arguments.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError } from '../../model/errors.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { fileExists } from '../../support/files/file-exists.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import {
  readAbout,
  type WikiCorpusAbout,
  type WikiCorpusEvents,
  type WikiQuestion,
} from './wiki-corpus-file.js';
import { corpusFromApi } from './wiki-from-api.js';
import { differences, journalFile } from './wiki-journal.js';

/** Reports and services of making a corpus of a wiki, with defaults for the latter. */
export interface WikiCorpusOptions extends Omit<WikiCorpusEvents, 'clock'> {
  readonly clock?: Clock;
  /** Default: HTTP as the settings have it. */
  readonly fetcher?: Fetcher;
}

/** Result. */
export interface WikiCorpusReport extends WikiCorpusAbout {
  readonly out: string;
  /** True if the corpus was there already and nothing was asked for. */
  readonly wasThere: boolean;
}

/** Largest answer of an API in bytes; MediaWiki itself ends answers at 8 MiB. */
const MAXIMUM_ANSWER = 64_000_000;

/**
 * Makes a corpus of the pages of a wiki's category and of its subcategories: JSON lines that `sfwc build` reads, and
 * next to them a file that says where they are from. A corpus that already exists, made by the same question, stays as it is.
 *
 * @throws InputError when there is no such category, the source cannot be read, or something else is there that may not
 *   be replaced; OutputError
 */
export async function makeWikiCorpus(
  given: CorpusWikipediaOptions,
  options: WikiCorpusOptions = {},
): Promise<WikiCorpusReport> {
  checkArguments('makeWikiCorpus', { options: [given, 'object'], deps: [options, 'object'] });
  const settings = checkSettings(corpusWikipediaFields, given);
  const { out } = settings;
  const question = questionOf(settings);
  const before = await finishedBefore(out, question, settings.force);
  if (before !== undefined) return { ...before, out, wasThere: true };
  warnAnonymous(settings, options);
  const made = await make(settings, question, { ...options, clock: options.clock ?? systemClock });
  return { ...made, out, wasThere: false };
}

async function make(
  settings: CorpusWikipediaSettings,
  question: WikiQuestion,
  events: WikiCorpusOptions & WikiCorpusEvents,
): Promise<WikiCorpusAbout> {
  if (events.fetcher !== undefined)
    return corpusFromApi(settings, question, { ...events, fetcher: events.fetcher });
  const fetcher = openFetcher({ ...settings, maxBytes: MAXIMUM_ANSWER, allowPrivate: true });
  try {
    return await corpusFromApi(settings, question, { ...events, fetcher });
  } finally {
    fetcher.close();
  }
}

/** Wikimedia, for one, blocks clients that do not name a contact. */
function warnAnonymous({ userAgent, api }: CorpusWikipediaSettings, { onWarning }: WikiCorpusOptions): void {
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/i.test(api);
  if (isLocal || /@|https?:\/\//.test(userAgent)) return;
  onWarning?.('set SFWC_USER_AGENT to include contact details; wikis require them');
}

/** Subject of a run. */
function questionOf(settings: CorpusWikipediaSettings): WikiQuestion {
  return {
    api: settings.api,
    category: settings.category,
    depth: settings.maxDepth,
    namespaces: [...settings.namespace],
    excludePersons: settings.excludePersons,
    excludeCategories: [...settings.excludeCategory],
    limit: settings.maxDocuments ?? null,
    textFrom: settings.textFrom,
  };
}

/** Facts about the existing corpus, if the same question made it. */
async function finishedBefore(
  out: string,
  question: WikiQuestion,
  force: boolean,
): Promise<WikiCorpusAbout | undefined> {
  if (force || (await fileExists(journalFile(out))) || !(await fileExists(out))) return undefined;
  const about = await readAbout(out);
  if (about !== undefined && JSON.stringify(about.question) === JSON.stringify(question)) return about;
  const what =
    about === undefined
      ? 'a file that is no corpus from a wiki'
      : `another corpus${differences(about.question, question)}`;
  throw new InputError(`${out} already exists: ${what}`, {
    hint: 'name another --out, or replace it with --force',
  });
}
