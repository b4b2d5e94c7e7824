import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crawlTopic, resumeCrawl, type CrawlReport } from '../../app/crawl/crawl-topic.js';
import { readSeeds } from '../../app/crawl/setup/read-seeds.js';

import { readStanding } from '../../crawling/store/crawl-store.js';
import { type EarlierCrawl, openEarlierCrawl } from './earlier-crawl.js';
import { readBestUrls } from '../../crawling/store/frontier-view.js';
import { readPageText } from '../../crawling/store/page-store.js';
import { readEvents } from '../../crawling/store/result-folder.js';
import { normaliseUrl } from '../../crawling/urls/urls.js';
import { BEFORE_ALL } from '../../model/crawl-event.js';
import { Interrupted } from '../../model/errors.js';
import { DATABASE } from '../../support/crawl-folder.js';
import { cannotWrite } from '../../support/files/cannot-write.js';
import { jsonFile, replaceFile } from '../../support/files/replace-file.js';
import { given } from '../../support/given.js';
import { silentLogger } from '../../support/logger.js';
import { systemClock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import type { CollectionMemory } from '../../app/crawl/feature-module.js';
import { unchangedPages } from './unchanged-pages.js';
import { readCollectionFile, type CollectionSettings } from './collection.js';
import { notify } from './notify.js';
import { DAY, isSettled, outcomeOf, type ChangeKind } from './page-outcome.js';
import { openCollectionStore, type BegunRound, type CollectionStore, type PageRecord } from './state.js';
import type { CrawlCallbacks } from '../../app/crawl/setup/prepare-crawl.js';

/** A collection whose state is open. */
interface OpenCollection {
  readonly settings: CollectionSettings;
  readonly store: CollectionStore;
}

/**
 * Keeps a collection of pages fresh: runs a round, which visits pages again that are due, discovers new ones, and reports what is
 * new, changed and gone. The state is in the folder of the collection; however the process ends, the next call continues.
 *
 * @param file YAML file that describes the collection
 * @returns undefined when the round was interrupted
 * @throws UsageError for settings in the file; InputError for the file, topic, seeds and folder; OutputError
 */
export async function monitorCollection(
  file: string,
  deps: CrawlCallbacks = {},
): Promise<RoundReport | undefined> {
  const settings = await readCollectionFile(file);
  const { out, notify: to } = settings;
  await mkdir(out, { recursive: true }).catch((cause: unknown) => {
    throw cannotWrite(out, cause);
  });
  return withResources(async (own) => {
    const store = own(await openCollectionStore(out));
    const report = await runRound({ settings, store }, deps).catch((thrown: unknown) => {
      if (thrown instanceof Interrupted) return undefined;
      throw thrown;
    });
    if (report !== undefined && to !== undefined && report.changes.length > 0)
      await notify(to, report, { ...deps, logger: deps.logger ?? silentLogger });
    return report;
  });
}

/** The folder of a round in that of its collection: the results of its crawl, and its report. */
function roundFolder(out: string, round: number): string {
  return join(out, 'rounds', String(round).padStart(4, '0'));
}

/**
 * Runs a round, or continues with the one that was begun: crawls, and commits the results in one step. A
 * process that is killed leaves either the state before the round, with a crawl that continues, or that after it.
 * @returns undefined when it was interrupted
 * @throws as `crawlTopic`
 */
async function runRound(collection: OpenCollection, deps: CrawlCallbacks): Promise<RoundReport | undefined> {
  const { settings, store } = collection;
  const { kb, topic, budget, crawl } = settings;
  const seeds = await readSeeds(settings.seeds);
  const round = store.state.begun ?? (await beginRound(collection, seeds, deps));
  const { number, startedAt } = round;
  const out = roundFolder(settings.out, number);
  const around = { ...deps, collection: memoryOf(collection, seeds, round) };
  const isBegun = existsSync(join(out, DATABASE)) && readStanding(out).plan !== undefined;
  const own = { ...given(crawl), ...given({ kb, topic }), seeds, out, maxPages: budget, force: true };
  const crawled = await (isBegun ? resumeCrawl({ resume: true, out }, around) : crawlTopic(own, around));
  if (crawled.summary.ended === 'interrupted') return undefined;
  const { report, pages } = await takeRound(collection, round, out, crawled);
  await replaceFile(join(out, 'report.json'), jsonFile(report));
  await store.save({ begun: undefined, last: { number, startedAt }, pages });
  return report;
}

/**
 * Chooses the pages that a round starts from, in addition to the seeds: those of the collection that are due, the most overdue
 * first, within half of the budget; then the queue that the round before left.
 */
async function beginRound(
  { settings, store }: OpenCollection,
  seeds: readonly string[],
  { clock = systemClock }: CrawlCallbacks,
): Promise<BegunRound> {
  const { budget, every, out } = settings;
  const { last, pages } = store.state;
  const now = clock.now();
  // A round that starts a little early would otherwise miss a page by a whole round.
  const overdue = ({ lastAsked }: PageRecord): number => now - lastAsked - (every / 2) * DAY;
  const due = [...pages.values()]
    .filter((page) => page.state === 'kept' && !seeds.includes(page.url) && overdue(page) >= 0)
    .sort((a, b) => overdue(b) - overdue(a))
    .slice(0, Math.floor(Math.max(0, budget - seeds.length) / 2))
    .map(({ url }, place) => ({ url, priority: { value: BEFORE_ALL - 1 - place, reason: 'revisit' } }));
  const before = last === undefined ? undefined : roundFolder(out, last.number);
  const isKept = before !== undefined && existsSync(join(before, DATABASE));
  const left = (isKept ? readBestUrls(before, budget) : [])
    .filter(({ url }) => !isSettled(pages.get(url) ?? UNKNOWN, now))
    .map(({ url, depth, referrer: source, priority: { value, reason } }) => ({
      ...{ url, depth, source, priority: { value, reason } },
    }));
  const begun = { number: (last?.number ?? 0) + 1, startedAt: now, found: [...due, ...left] };
  await store.save({ begun });
  return begun;
}

/** Stands for a page that the collection has never met. */
const UNKNOWN = { state: 'failed', failures: 0, lastAsked: 0 } as PageRecord;

/** The knowledge of the rounds before, for the crawl of a round. */
function memoryOf(
  { settings, store }: OpenCollection,
  seeds: readonly string[],
  { found, startedAt: now }: BegunRound,
): CollectionMemory {
  const { pages } = store.state;
  const wanted = new Set([...seeds, ...found.map(({ url }) => url)].map((url) => normaliseUrl(url)));
  return {
    found,
    isKnown: (url) => !wanted.has(url) && isSettled(pages.get(url) ?? UNKNOWN, now),
    unchanged: async (judges) => {
      const rounds = new Map<number, EarlierCrawl>();
      const roundOf = (url: string): number => pages.get(url)?.round ?? 0;
      for (const url of wanted) {
        const number = url === undefined ? 0 : roundOf(url);
        if (number > 0 && !rounds.has(number))
          rounds.set(number, await openEarlierCrawl(roundFolder(settings.out, number), judges));
      }
      return unchangedPages({
        recognise: (url, needsLinks) => rounds.get(roundOf(url))?.recognise(url, needsLinks),
      });
    },
  };
}

/** Takes the events of a round. Nothing is written, so that it can be done again after any end. */
async function takeRound(
  { store }: OpenCollection,
  { number, startedAt }: BegunRound,
  folder: string,
  { topic, summary }: CrawlReport,
): Promise<{ readonly report: RoundReport; readonly pages: ReadonlyMap<string, PageRecord> }> {
  const pages = new Map(store.state.pages);
  const changes: PageChange[] = [];
  let [unchanged, missed] = [0, 0];
  for await (const event of readEvents(folder)) {
    const before = pages.get(event.url);
    const wasKept = before?.state === 'kept';
    // Where nothing at all could be fetched, the fault is not the pages'.
    if (summary.done === 0 && event.state === 'failed') {
      missed += Number(wasKept);
      continue;
    }
    const isAccepted = event.judgement?.accepted === true;
    const text = isAccepted ? await readPageText(folder, event) : undefined;
    const { record, change } = outcomeOf(event, before, { round: number, text });
    if (record !== undefined) pages.set(event.url, record);
    const title = event.title ?? record?.title ?? '';
    if (change !== undefined) changes.push({ ...change, url: event.url, title, at: event.time });
    else if (wasKept && event.state === 'done') unchanged += 1;
    else if (wasKept) missed += 1;
  }
  const of = (kind: PageChange['kind']) => changes.filter((change) => change.kind === kind);
  const [fresh, changed, gone] = [of('new'), of('changed'), of('gone')];
  const report: RoundReport = {
    ...{ round: number, topic, startedAt: new Date(startedAt).toISOString(), endedAt: summary.endedAt },
    ...{ requested: summary.fetched, unchanged, missed, noPage: summary.noPage },
    pages: [...pages.values()].filter(({ state }) => state === 'kept').length,
    counts: { new: fresh.length, changed: changed.length, gone: gone.length },
    changes: [...fresh, ...changed, ...gone],
  };
  return { report, pages };
}

/** A page that is new, changed or gone. */
interface PageChange {
  readonly kind: ChangeKind;
  readonly url: string;
  readonly title: string;
  readonly why: string;
  readonly at: string;
}

/** Results of a round: the content of `report.json`. Times are ISO 8601, UTC. */
export interface RoundReport {
  /** 1 for the first. */
  readonly round: number;
  /** The topics, separated by commas; empty without a topic. */
  readonly topic: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Requests for pages. */
  readonly requested: number;
  /** Pages of the collection that had not changed, and that could not be read and are kept for now. */
  readonly unchanged: number;
  readonly missed: number;
  /** Pages in the collection after the round. */
  readonly pages: number;
  readonly counts: Readonly<Record<ChangeKind, number>>;
  /** Present where not a single page could be fetched and read: why, a line for each reason. */
  readonly noPage?: readonly string[];
  /** New, then changed, then gone, each in the order of the crawl. */
  readonly changes: readonly PageChange[];
}

/** A round in lines: its numbers, and each page with its change. */
export function reportText({ topic, round, counts, changes, ...report }: RoundReport): string {
  const { requested, unchanged, missed, pages } = report;
  const lines = [
    `${topic === '' ? '' : `${topic}, `}round ${round}: ${counts.new} new, ${counts.changed} changed, ${counts.gone} gone`,
    `${unchanged} unchanged, ${missed} could not be read, ${requested} requested; the collection has ${pages} pages`,
    ...changes.map(({ kind, url, title, why }) => `${kind} ${url} ${title} (${why})`),
  ];
  return lines.map((line) => `${line.replace(/[\s\p{Cc}]+/gu, ' ')}\n`).join('');
}
