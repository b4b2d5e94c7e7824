import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { documentKinds } from '../../building/own-readers.js';
import { classifyFields, type ClassifySettings } from '../../config/classify-settings.js';
import type { ClassifyOptions } from '../../config/settings.js';
import { productToken } from '../../crawl/politeness/robots.js';
import { openFetcher } from '../../http/open-fetcher.js';
import { chosenClassifier, planJudges } from '../../judging/judge.js';
import { openPageJudge, PAGES_AT_ONCE, type PageJudgePool } from '../../judging/judge-pool.js';
import { InputError, SfwcError, UsageError, messageOf } from '../../model/errors.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { Judgement } from '../../model/topic.js';
import { OPENING } from '../../model/wait.js';
import { resolveOptions, type WithParts } from '../../plugins/options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { interruptible } from '../../support/interruptible.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { isAddress, openingText, type ClassifySurroundings } from './classify-page.js';
import { listedPages } from '../../crawl-setup/listed-pages.js';
import { storedPages, type PageSource, type StoredPage } from '../../virtual-web/stored-pages.js';
import { verdictBy } from '../../support/verdict.js';

/** The verdict on one of several pages, or why there is none. */
export type ClassifiedPage = PageSource &
  ({ readonly title: string; readonly judgement: Judgement } | { readonly error: string });

/** What pages are judged with besides settings. */
export interface ClassifyManySurroundings extends ClassifySurroundings {
  readonly clock?: Clock;
  /** As `CrawlParts.watchActivity`. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
}

/**
 * Judges pages: first those in files, folders and archives, in the order in which they are named; then those at web
 * addresses, as they end. The next pages are read only when verdicts are taken, so that memory does not grow with their
 * number. A page that cannot be read or fetched has an error in place of a verdict, and the others are judged.
 *
 * @param what files, folders, web archives (WARC, or the CDXJ index of archives), http(s) addresses, `-` for standard input;
 *   the option `urls` names a list of further addresses
 * @throws UsageError, InputError for settings, the topic and the list; QueryError when the knowledge base does not answer
 * @example for await (const page of classifyPages(['pages', 'crawl.warc.gz'], { kb: 'kb', topic: 'diabetes' }))
 *   console.log(page.file, 'error' in page ? page.error : page.judgement.accepted);
 */
export async function* classifyPages(
  what: readonly string[],
  options: WithParts<ClassifyOptions, 'classifier' | 'linkers' | 'readers'>,
  surroundings: ClassifyManySurroundings = {},
): AsyncGenerator<ClassifiedPage, void> {
  checkArguments('classifyPages', {
    what: [what, 'strings'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const { settings, plugins } = await resolveOptions(classifyFields, options);
  const {
    signal,
    readStdin,
    clock = systemClock,
    warn = () => undefined,
    onWait,
    watchActivity,
  } = surroundings;
  const chosen = chosenClassifier(settings);
  const addresses = [...what.filter(isAddress), ...(await readList(settings, what, surroundings))];
  const workers = settings.workers ?? availableParallelism();
  const crawler = productToken(settings.userAgent);
  onWait?.(openingText(settings), OPENING);
  const topics = await planJudges(settings, chosen, plugins, warn);
  onWait?.(workers === 1 ? 'loading WordNet and the classifier' : `starting ${workers} judging threads`, {
    busy: workers === 1 ? 500 : 0,
  });
  const judge = openPageJudge(topics, { crawler, workers, accept: settings.accept });
  try {
    const { maxBytes } = settings;
    const kinds = documentKinds(plugins);
    const stored = storedPages(
      what.filter((place) => !isAddress(place)),
      { readStdin, kinds, maxBytes },
    );
    const atOnce = workers === 1 ? 1 : workers * PAGES_AT_ONCE;
    yield* concurrentMap(interruptible(stored, signal), atOnce, (page) => judgeStored(page, judge));
    if (addresses.length === 0) return;
    const network = surroundings.fetcher === undefined ? openFetcher(settings, addresses) : undefined;
    const fetcher = surroundings.fetcher ?? network;
    try {
      if (fetcher !== undefined)
        yield* listedPages(addresses, settings, { fetcher, judge, clock, signal, watchActivity });
    } finally {
      network?.close();
    }
  } finally {
    await judge.close();
  }
}

/** The addresses of the list, one per line; empty lines and lines that begin with # are left out. */
async function readList(
  { urls }: ClassifySettings,
  what: readonly string[],
  { readStdin, onWait }: ClassifySurroundings,
): Promise<readonly string[]> {
  if (urls === undefined) return [];
  if (urls === '-' && what.includes('-'))
    throw new UsageError('standard input is either a page or the list of addresses', {
      hint: 'leave out one of: - and --urls -',
    });
  if (urls === '-') onWait?.('reading the list of addresses from standard input');
  const bytes =
    urls === '-' && readStdin !== undefined
      ? await readStdin()
      : await readFile(urls).catch((error: unknown) => {
          throw new InputError(`cannot read the list of addresses ${urls}: ${messageOf(error)}`, {
            hint: 'give a file with one address a line, or - for standard input',
            cause: error,
          });
        });
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

async function judgeStored(stored: StoredPage, judge: PageJudgePool): Promise<ClassifiedPage> {
  const { source } = stored;
  if ('error' in stored) return { ...source, error: stored.error };
  const decided = (judgement: Judgement): Judgement => verdictBy(judge.acceptance, judgement);
  try {
    if ('page' in stored)
      return { ...source, title: stored.page.title, judgement: decided(await judge.judgePage(stored.page)) };
    const read = await judge.read(stored.body, stored.url, stored.contentType);
    return { ...source, title: read.page.title, judgement: decided(await read.judge()) };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...source, error: `it cannot be judged: ${messageOf(thrown)}` };
  }
}
