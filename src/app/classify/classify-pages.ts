import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { documentKinds } from '../topics/building/own-readers.js';
import { classifyFields, type ClassifySettings } from '../settings/classify-settings.js';
import type { ClassifyOptions } from '../settings/settings.js';
import type { FileKind } from '../../language/corpus/options.js';
import { productToken } from '../../crawling/politeness/robots.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { chosenClassifier } from '../../judging/judge/chosen-classifier.js';
import { openJudge } from '../../judging/judge/open-judge.js';
import { PAGES_AT_ONCE } from '../../judging/judge/judging-threads.js';
import type { PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { InputError, SfwcError, UsageError, messageOf } from '../../model/errors.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import { OPENING } from '../../model/wait.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import { checkArguments } from '../../support/check-arguments.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { interruptible } from '../../support/interruptible.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { openingText, type ClassifyDeps } from './classify-page.js';
import { listedPages } from '../crawl/setup/listed-pages.js';
import { openArchives } from '../crawl/setup/network.js';
import { storedPages, type StoredPage } from '../../language/corpus/stored-pages.js';
import { without } from '../../support/without.js';
import { openSubjects, type SubjectsOf } from './page-subjects.js';
import { HELD_BACK, withVerdicts, type ClassifiedPage } from './with-verdicts.js';
import { isAddress } from '../../support/parse-url.js';

export { HELD_BACK, type ClassifiedPage };

/** Tools for judging pages besides settings. */
export interface ClassifyManyDeps extends ClassifyDeps {
  readonly clock?: Clock;
  /** As `WatchParts.watchActivity`. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
  /** Called with the number of pages whose verdicts wait until the kind of the pages is known. */
  readonly onHeldBack?: (pages: number) => void;
}

/**
 * Judges pages: first those in files, folders and archives, in the order in which they are named; then those at web
 * addresses, as they end. A page that cannot be read or fetched has an error in place of a verdict, and the others are
 * judged.
 *
 * The threshold of the ensemble depends on the kind of the pages, so the first page is yielded when all are judged, or
 * the first {@link HELD_BACK} of them, which wait in a temporary file. After that, and by other classifiers, a number as
 * `accept`, or a threshold from labels from the beginning, the next pages are read only when verdicts are taken. Memory
 * does not grow with the number of pages. When `signal` is aborted, or judging fails, the pages that were judged are yielded
 * before the error is thrown.
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
  deps: ClassifyManyDeps = {},
): AsyncGenerator<ClassifiedPage, void> {
  checkArguments('classifyPages', {
    what: [what, 'strings'],
    options: [options, 'object'],
    deps: [deps, 'object'],
  });
  const { settings, plugins } = await resolveOptions(classifyFields, options);
  const { signal, warn = () => undefined, onWait, onHeldBack } = deps;
  // A combination that makes no sense is refused before the list is read.
  chosenClassifier(settings);
  const addresses = [...what.filter(isAddress), ...(await readList(settings, what, deps))];
  // The main thread has little to do.
  const threads = settings.workers ?? availableParallelism();
  const crawler = productToken(settings.userAgent);
  onWait?.(openingText(settings), OPENING);
  const judge = await openJudge(settings, { crawler, threads, plugins, warn });
  try {
    onWait?.(`starting ${threads} judging ${threads === 1 ? 'thread' : 'threads'}`, { busy: 0 });
    const kinds = documentKinds(plugins);
    const judging = {
      ...deps,
      settings,
      kinds,
      judge,
      atOnce: threads * PAGES_AT_ONCE,
    };
    const places = what.filter((place) => !isAddress(place));
    yield* withVerdicts(judgedPages(places, addresses, judging), judge.acceptance, { signal, onHeldBack });
  } finally {
    await judge.close();
  }
}

/** Tools for judging pages. */
interface Judging extends ClassifyManyDeps {
  readonly settings: ClassifySettings;
  readonly kinds: readonly FileKind[];
  readonly judge: PageJudge;
  /** Stored pages that are judged at the same time. */
  readonly atOnce: number;
}

/** Pages with judgements whose verdicts do not depend on the others. */
async function* judgedPages(
  places: readonly string[],
  addresses: readonly string[],
  { settings, kinds, judge, atOnce, signal, readStdin, clock = systemClock, watchActivity, ...own }: Judging,
): AsyncGenerator<ClassifiedPage, void> {
  const subjectsOf = await openSubjects(settings);
  const stored = storedPages(places, { readStdin, kinds, maxBytes: settings.maxBytes, openArchives });
  yield* concurrentMap(interruptible(stored, signal), atOnce, (page) => judgeStored(page, judge, subjectsOf));
  if (addresses.length === 0) return;
  const network = own.fetcher === undefined ? openFetcher(settings, addresses) : undefined;
  const fetcher = own.fetcher ?? network;
  try {
    if (fetcher === undefined) return;
    const { noting, foundAt } = withSubjects(judge, subjectsOf);
    const parts = { fetcher, judge: without(noting, 'acceptance'), clock, signal, watchActivity };
    for await (const { page, address } of listedPages(addresses, settings, parts))
      yield 'error' in page ? page : { ...page, ...foundAt(address) };
  } finally {
    network?.close();
  }
}

/** The addresses of the list, one per line; empty lines and lines that begin with # are left out. */
async function readList(
  { urls }: ClassifySettings,
  what: readonly string[],
  { readStdin, onWait }: ClassifyDeps,
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

/** The subjects of a page are found before its verdict is known: the threshold may depend on pages that follow. */
async function subjectsBefore(
  { acceptance }: PageJudge,
  subjectsOf: SubjectsOf,
  page: Page,
  judgement: Judgement,
): ReturnType<SubjectsOf> {
  const accepted = acceptance?.mayAccept(judgement) ?? judgement.accepted;
  return subjectsOf(page, { ...judgement, accepted });
}

/** A judge that finds subjects of the pages that it judges, and what gives them for the address that a page came from. */
function withSubjects(
  judge: PageJudge,
  subjectsOf: SubjectsOf,
): { readonly noting: PageJudge; readonly foundAt: (address: string) => Awaited<ReturnType<SubjectsOf>> } {
  const found = new Map<string, Awaited<ReturnType<SubjectsOf>>>();
  const noting: PageJudge = {
    ...judge,
    read: async (body, address, ...rest) => {
      const read = await judge.read(body, address, ...rest);
      return {
        ...read,
        judge: async (linkedFrom) => {
          const judgement = await read.judge(linkedFrom);
          const subjects = await subjectsBefore(judge, subjectsOf, read.page, judgement);
          if (subjects.subjects !== undefined) found.set(address, subjects);
          return judgement;
        },
      };
    },
  };
  return {
    noting,
    foundAt: (address) => found.get(address) ?? {},
  };
}

async function judgeStored(
  stored: StoredPage,
  judge: PageJudge,
  subjectsOf: SubjectsOf,
): Promise<ClassifiedPage> {
  const { source } = stored;
  if ('error' in stored) return { ...source, error: stored.error };
  try {
    const read =
      'page' in stored ? undefined : await judge.read(stored.body, stored.url, stored.contentType, {});
    const page = 'page' in stored ? stored.page : read?.page;
    if (page === undefined) return { ...source, error: 'it has no content' };
    const judgement = await (read?.judge() ?? judge.judge(page));
    const subjects = await subjectsBefore(judge, subjectsOf, page, judgement);
    return { ...source, title: page.title, judgement, ...subjects };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...source, error: `it cannot be judged: ${messageOf(thrown)}` };
  }
}
