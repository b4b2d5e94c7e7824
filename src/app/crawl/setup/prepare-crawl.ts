import { removeArchive } from '../../../web/archive/names.js';
import type { CrawlPlan } from '../../../crawling/engine/crawl-types.js';
import {
  openCrawlStore,
  readStanding,
  refuseRunningCrawl,
  type CrawlStanding,
} from '../../../crawling/store/crawl-store.js';
import { createResultFolder, reopenResultFolder } from '../../../crawling/store/result-folder.js';
import { noCrawl } from '../../../support/crawl-folder.js';
import { given } from '../../../support/given.js';
import type { Own } from '../../../support/with-resources.js';
import { without } from '../../../support/without.js';
import { crawlFields, type CrawlSettings } from '../../settings/crawl-settings.js';
import { portableSettings } from '../../settings/kept-settings.js';
import type { CrawlOptions } from '../../settings/settings.js';
import { refuseHeldFolder } from '../held-folder.js';
import { refuseUnfitArchives } from './crawl-archive.js';
import { loadFeatures } from '../features.js';
import { planCrawl } from './crawl-plan.js';
import {
  openCrawlResources,
  type CrawlPlace,
  type CrawlResources,
  type PlannedCrawl,
} from './crawl-resources.js';
import type { CrawlDeps } from './crawl-surroundings.js';
import { openCrawlTopics } from './crawl-topics.js';
import { followedInCrawl } from './followed-links.js';

/** A crawl to be run: what was asked for, and how it begins. */
export interface CrawlRequest extends Pick<PlannedCrawl, 'settings' | 'plugins' | 'seeds'> {
  readonly beginning: CrawlBeginning;
  /** In the place of what the settings say. */
  readonly maxPages?: number;
}

/** Beginning of a crawl: {@link newCrawl}, {@link resumedCrawl}, or one of the workers that share it. */
export interface CrawlBeginning {
  /** Refuses a folder that the crawl cannot have, before anything is opened. @throws InputError, UsageError */
  readonly refuse: (settings: CrawlSettings) => Promise<void> | void;
  /** Opens the folder and the store. */
  readonly open: (planned: PlannedCrawl, own: Own) => Promise<CrawlPlace>;
  /** Keeps what the crawl was asked for, when all is open. @param startedAt milliseconds since the epoch */
  readonly keep: (planned: PlannedCrawl, place: CrawlPlace, startedAt: number) => void;
}

/** A crawl that is ready to run. */
export interface PreparedCrawl {
  readonly plan: CrawlPlan;
  readonly resources: CrawlResources;
}

/** Settings that a crawl was started with, as its store keeps them: without secrets, and with whole paths. */
export interface KeptPlan {
  readonly settings: Omit<CrawlOptions, 'seeds' | 'out'>;
  readonly seeds: readonly string[];
  readonly startedAt: number;
}

/**
 * Plans a crawl and opens what it works with, in the same way however it begins. Everything that can be refused is refused
 * before the folder is touched.
 * @param own closes what was opened, whatever fails
 * @throws UsageError for settings that do not go together; InputError for the topic and the folder; OutputError
 */
export async function prepareCrawl(
  { beginning, maxPages, ...asked }: CrawlRequest,
  deps: CrawlDeps,
  own: Own,
): Promise<PreparedCrawl> {
  const { settings, plugins, seeds } = asked;
  const byDefault = planCrawl(settings, seeds);
  refuseUnfitArchives(settings);
  const features = await loadFeatures(settings);
  await beginning.refuse(settings);
  const topics = await openCrawlTopics(settings, plugins, deps);
  const follow = settings.follow ?? followedInCrawl(topics.priority);
  const plan = { ...byDefault, ...given({ maxPages }), follow };
  const planned = { ...asked, plan, features, topics };
  const place = await beginning.open(planned, own);
  const resources = await openCrawlResources(planned, place, deps, own);
  beginning.keep(planned, place, resources.start.startedAt);
  return { plan, resources };
}

/** Settings that a crawl keeps, so that it can be continued. @param left names of those that it does not keep */
export function keptSettings<const L extends keyof CrawlSettings>(
  { settings, topics: { priority } }: PlannedCrawl,
  ...left: L[]
): Omit<CrawlSettings, L | (typeof OF_ONE_RUN)[number]> {
  const all: CrawlSettings = { ...settings, strategy: settings.strategy ?? priority.name };
  type Left = L | (typeof OF_ONE_RUN)[number];
  return portableSettings(crawlFields, without<CrawlSettings, Left>(all, ...OF_ONE_RUN, ...left));
}

/** Settings that are given again when a crawl is continued, or kept elsewhere. */
const OF_ONE_RUN = ['seeds', 'out', 'force', 'resume'] as const;

/** A crawl that begins in a new folder, or, with `force`, in place of what the folder has. */
export const newCrawl: CrawlBeginning = {
  refuse: ({ out, force }) => refuseHeldFolder(out, force),
  async open({ settings: { out, force }, topics }, own) {
    const results = own(await createResultFolder(out, { force }));
    await removeArchive(out);
    return { results, store: own(openCrawlStore(out, topics.priority)) };
  },
  keep(planned, { store }, startedAt) {
    store.keepPlan({
      settings: keptSettings(planned),
      seeds: planned.seeds,
      startedAt,
    } satisfies KeptPlan);
  },
};

/** A crawl that continues where it stood. @param kept what it was started with */
export function resumedCrawl(kept: KeptPlan): CrawlBeginning {
  return {
    refuse: ({ out }) => refuseRunningCrawl(out),
    async open({ settings: { out }, topics }, own) {
      const store = own(openCrawlStore(out, topics.priority));
      // Only now no other process writes: the crawl may have moved on since it was looked at.
      const { state } = standingOf(out);
      const events = (sequence: number): readonly string[] => store.eventsAfter(sequence);
      const results = own(await reopenResultFolder(out, state, events));
      return { results, store, begun: { startedAt: kept.startedAt, state } };
    },
    keep({ settings: { plugin, maxPages, until, maxSeconds } }, { store }) {
      const changed = { ...portableSettings(crawlFields, { plugin }), maxPages, until };
      const settings = { ...kept.settings, ...changed, ...given({ maxSeconds }) };
      store.keepPlan({ ...kept, settings } satisfies KeptPlan);
    },
  };
}

/** State of the crawl in a folder. @throws InputError when none was started there */
export function standingOf(out: string): CrawlStanding {
  const standing = readStanding(out);
  if (standing.plan !== undefined) return standing;
  throw noCrawl(out);
}
