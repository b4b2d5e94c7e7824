import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { chosenClassifier } from '../../judging/judge/plan-judges.js';
import { PAGES_AT_ONCE } from '../../judging/judge/judging-threads.js';
import { openJudge } from '../../judging/judge/open-judge.js';
import { PARTS } from '../../judging/parts.js';
import type { FileKind } from '../../language/corpus/options.js';
import { storedPages, type StoredPage } from '../../language/corpus/stored-pages.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import type { Fetcher } from '../../model/crawl-event.js';
import { InputError, SfwcError, UsageError, messageOf } from '../../model/errors.js';
import type { PageJudge } from '../../model/judging.js';
import type { OnWait } from '../../model/wait.js';
import { concurrentMap } from '../../support/concurrent-map.js';
import { given } from '../../support/given.js';
import { interruptible } from '../../support/interruptible.js';
import { isAddress } from '../../support/parse-url.js';
import type { Clock } from '../../support/time/clock.js';
import { withoutCredentials } from '../../support/without-credentials.js';
import { without } from '../../support/without.js';
import { holdsSeveralPages } from '../../web/stored/virtual-web.js';
import { classifyFields, type ClassifySettings } from '../settings/classify-settings.js';
import { resolveOptions, type WithParts } from '../settings/plugin-options.js';
import type { ClassifyOptions } from '../settings/settings.js';
import { documentKinds } from '../topics/building/own-readers.js';
import { withVerdicts, type ClassifiedPage } from './with-verdicts.js';

export type { ClassifiedPage };

interface ClassifyDeps {
  /** The whole of standard input, for `-`. */
  readonly readStdin?: () => Promise<Uint8Array>;
  readonly signal?: AbortSignal;
  readonly onWait?: OnWait;
  readonly fetcher?: Fetcher;
  /** Told of troubles with a SPARQL endpoint or a linker that pass. */
  readonly warn?: (message: string) => void;
  readonly clock?: Clock;
  /** As `CrawlParts.watchActivity`. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
}

/**
 * Judges pages: first those in files, folders and archives, in the order in which they are named; then those at web
 * addresses, as they end. A page that cannot be read or fetched has an error in place of a verdict.
 *
 * The threshold of the ensemble depends on the kind of the pages, so the first page is yielded when all are judged, or
 * the first 2,000 of them. When `signal` is aborted, or judging fails, the judged pages are yielded before the error is thrown.
 *
 * @param what files, folders, web archives (WARC, or the CDXJ index of archives), http(s) addresses, `-` for standard input
 * @throws UsageError, InputError for settings, the topic and the list; QueryError when the knowledge base does not answer
 */
export async function* classifyPages(
  what: readonly string[],
  options: WithParts<ClassifyOptions, 'classifier' | 'linkers' | 'readers'>,
  deps: ClassifyDeps = {},
): AsyncGenerator<ClassifiedPage, void> {
  const { settings, plugins } = await resolveOptions(classifyFields, options);
  const { signal, warn = () => undefined, onWait } = deps;
  // A combination that makes no sense is refused before the list is read.
  chosenClassifier(settings);
  const addresses = [...what.filter(isAddress), ...(await readList(settings, what, deps))];
  const places = what.filter((place) => !isAddress(place));
  const [first = '', ...more] = [...places, ...addresses];
  const isAlone = more.length === 0 && !(await holdsSeveralPages(first));
  // The main thread has little to do; for a single page, no thread is started.
  const threads = isAlone ? 1 : (settings.workers ?? availableParallelism());
  onWait?.(openingText(settings));
  const { productToken } = await import('../../crawling/politeness/robots-txt.js');
  const crawler = productToken(settings.userAgent);
  const judge = await openJudge(settings, { plugins, warn, crawler, ...(isAlone ? {} : { threads }) });
  try {
    onWait?.('judging');
    const judging = { ...deps, settings, kinds: documentKinds(plugins), judge };
    const judged = judgedPages(places, addresses, judging, threads * PAGES_AT_ONCE);
    yield* withVerdicts(judged, judge.acceptance, { signal });
  } finally {
    await judge.close();
  }
}

export function openingText({ kb, topic }: Pick<ClassifySettings, 'kb' | 'topic'>): string {
  return `opening '${[topic].flat().join("', '")}' of ${withoutCredentials(kb)}`;
}

/** The addresses of the list, one per line; empty lines and lines that begin with # are left out. */
async function readList(
  { urls }: ClassifySettings,
  what: readonly string[],
  { readStdin }: ClassifyDeps,
): Promise<readonly string[]> {
  if (urls === undefined) return [];
  if (urls === '-' && what.includes('-'))
    throw new UsageError('standard input is either a page or the list of addresses');
  const reading = urls === '-' && readStdin !== undefined ? readStdin() : readFile(urls);
  const bytes = await reading.catch((cause: unknown) => {
    throw new InputError(`cannot read the list of addresses ${urls}: ${messageOf(cause)}`, { cause });
  });
  const lines = Buffer.from(bytes).toString('utf8').split(/\r?\n/);
  return lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'));
}

interface Judging extends ClassifyDeps {
  readonly settings: ClassifySettings;
  readonly kinds: readonly FileKind[];
  readonly judge: PageJudge;
}

/** Pages with judgements whose verdicts do not depend on the others. @param atOnce stored pages that are judged at the same time */
async function* judgedPages(
  places: readonly string[],
  addresses: readonly string[],
  judging: Judging,
  atOnce: number,
): AsyncGenerator<ClassifiedPage, void> {
  const { kinds, signal, readStdin } = judging;
  const openArchives = async (files: readonly string[]) => (await PARTS.webs()).openArchives(files);
  const stored = storedPages(places, { readStdin, kinds, openArchives });
  yield* concurrentMap(interruptible(stored, signal), atOnce, (page) => judgeStored(page, judging));
  if (addresses.length > 0) yield* judgeAddresses(addresses, judging);
}

async function* judgeAddresses(
  addresses: readonly string[],
  { settings, signal, judge, fetcher, clock, watchActivity }: Judging,
): AsyncGenerator<ClassifiedPage, void> {
  const { visitPages } = await import('../crawl/setup/listed-pages.js');
  const { openNetwork } = await import('../crawl/setup/network.js');
  const network = await openNetwork(settings, given({ fetcher, clock }), addresses);
  try {
    const parts = { network, judge: without(judge, 'acceptance'), signal, watchActivity };
    for await (const [address, outcome] of visitPages(addresses, settings, parts)) {
      const url = withoutCredentials(address);
      if ('error' in outcome) yield { url, ...outcome };
      else yield { url, ...without(outcome, 'finalUrl') };
    }
  } finally {
    await network.close();
  }
}

async function judgeStored(stored: StoredPage, { judge }: Judging): Promise<ClassifiedPage> {
  const { source } = stored;
  if ('error' in stored) return { ...source, error: stored.error };
  try {
    if ('page' in stored)
      return { ...source, title: stored.page.title, judgement: await judge.judge(stored.page) };
    const read = await judge.read(stored.body, stored.url, stored.contentType, {});
    return { ...source, title: read.page.title, judgement: await read.judge() };
  } catch (thrown) {
    // The knowledge base does not answer: not the fault of this page, and the same would befall all others.
    if (thrown instanceof SfwcError) throw thrown;
    return { ...source, error: `it cannot be judged: ${messageOf(thrown)}` };
  }
}
