import { existsSync } from 'node:fs';
import path from 'node:path';
import { removeArchive } from '../../archive/names.js';
import { refuseArchive } from '../../archive/warc-archive.js';
import { checkSettings } from '../../config/resolve.js';
import {
  crawlFields,
  resumeFields,
  type CrawlOptions,
  type CrawlSettings,
  type ResumeOptions,
} from '../../config/settings.js';
import { openCrawlStore, readStanding, type CrawlStanding } from '../../crawl/store/crawl-store.js';
import type { CrawlCounts } from '../../crawl/engine/crawl-types.js';
import { createResultFolder, reopenResultFolder } from '../../crawl/store/result-folder.js';
import { InputError } from '../../model/errors.js';
import {
  resolveAgain,
  resolveOptions,
  takeParts,
  type OwnParts,
  type WithParts,
} from '../../plugins/options.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import { openCrawlArchive, refuseUnfitArchives } from './crawl-archive.js';
import { prepare, runCrawl, type CrawlReport, type CrawlSurroundings } from './crawl-run.js';
import { openWorld } from '../../crawl-setup/crawl-world.js';
import { withoutSecrets } from '../../knowledge/endpoint.js';
import { readSeeds } from '../../crawl-setup/seeds.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { CrawlCounts, CrawlReport, CrawlSurroundings };

/** What a crawl was begun with, as its store keeps it: no secrets, and no paths that mean something else elsewhere. */
interface KeptPlan {
  readonly settings: Omit<CrawlOptions, 'seeds' | 'out'>;
  readonly seeds: readonly string[];
  readonly startedAt: number;
}

/**
 * Crawls for pages about a topic and writes them, every event, and the crawl's RDF to a folder, together with all that is
 * needed to go on, whatever ends the crawl.
 *
 * @throws UsageError for settings; InputError for the topic, the seeds and a folder that holds another crawl;
 *   OutputError when results cannot be written: what was written before is then still readable, and
 *   {@link resumeCrawl} goes on
 */
export async function crawlTopic(
  options: WithParts<CrawlOptions, keyof OwnParts>,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  checkArguments('crawl', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const { settings, plugins } = await resolveOptions(crawlFields, options);
  const seeds = await readSeeds(settings.seeds);
  refuseUnfitArchives(settings);
  const ready = await prepare(settings, surroundings, plugins);
  if (!settings.force) await refuseArchive(settings.out);
  const results = await createResultFolder(settings.out, { force: settings.force });
  await removeArchive(settings.out);
  return closing([results], async (close) => {
    const store = close(openCrawlStore(settings.out, ready.priority));
    const world = close(await openWorld(settings, surroundings, namedIn(settings, seeds)));
    const startedAt = world.clock.now();
    store.keepPlan({ settings: portable(settings), seeds, startedAt } satisfies KeptPlan);
    const begun = { settings, seeds, startedAt, results, store, world, surroundings, ...ready };
    const archive = close(await openCrawlArchive(begun));
    return runCrawl({ ...begun, archive });
  });
}

/**
 * Goes on with a crawl where it stood, however it ended: at its limit, by an interruption, a failure or a kill. No page
 * is asked for twice except those that were under way.
 *
 * @throws InputError for a folder without a crawl, or one into which another process is crawling; otherwise as {@link crawlTopic}
 */
export async function resumeCrawl(
  options: ResumeOptions & OwnParts,
  surroundings: CrawlSurroundings = {},
): Promise<CrawlReport> {
  checkArguments('resumeCrawl', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const own = await takeParts(options);
  const { out, plugin = [], ...changed } = checkSettings(resumeFields, own.settings);
  const { plan } = standingOf(out);
  const { settings: kept, seeds, startedAt } = plan as KeptPlan;
  const again = { ...kept, ...given(changed), seeds, out };
  const { settings, plugins } = await resolveAgain(crawlFields, again, `the crawl in ${out}`, {
    ...own,
    modules: [...own.modules, ...plugin],
  });
  const ready = await prepare(settings, surroundings, plugins);
  return closing([], async (close) => {
    const store = close(openCrawlStore(out, ready.priority));
    // Only now nobody else writes: how it stands may have changed since it was looked at.
    const { state } = standingOf(out);
    const results = close(
      await reopenResultFolder(out, state?.sequence ?? 0, (sequence) => store.eventsAfter(sequence)),
    );
    const world = close(
      await openWorld(settings, surroundings, namedIn(settings, seeds), state?.time ?? startedAt),
    );
    store.keepPlan({
      settings: { ...kept, ...pathsOf(settings, ['plugin']), maxPages: settings.maxPages },
      seeds,
      startedAt,
    } satisfies KeptPlan);
    const resumed = state === undefined ? {} : { resumed: state };
    const begun = { settings, seeds, startedAt, results, store, world, surroundings, ...resumed, ...ready };
    const archive = close(await openCrawlArchive(begun, { place: state?.archive }));
    return runCrawl({ ...begun, archive });
  });
}

/** The addresses that the user named. */
function namedIn({ sitemap }: CrawlSettings, seeds: readonly string[]): readonly string[] {
  return [...seeds, ...sitemap];
}

/** Something that has to be closed. */
interface Closable {
  close(): Promise<void> | void;
}

/** Does work, and closes in the end what it has opened, the last first. */
async function closing<T>(
  opened: readonly Closable[],
  work: (close: <C extends Closable | undefined>(thing: C) => C) => Promise<T>,
): Promise<T> {
  const things: (Closable | undefined)[] = [...opened];
  try {
    const result = await work((thing) => {
      things.push(thing);
      return thing;
    });
    await closeAll(things);
    return result;
  } catch (thrown) {
    // What failed first says why.
    await closeAll(things).catch(() => undefined);
    throw thrown;
  }
}

/** Closes all, and takes them off the list. @throws what the first that failed threw, after all the others */
async function closeAll(things: (Closable | undefined)[]): Promise<void> {
  const failures: unknown[] = [];
  while (things.length > 0) {
    try {
      await things.pop()?.close();
    } catch (thrown) {
      failures.push(thrown);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** How the crawl in a folder stands. @throws InputError when none was begun there */
function standingOf(out: string): CrawlStanding {
  const standing = existsSync(out) ? readStanding(out) : undefined;
  if (standing?.plan !== undefined) return standing;
  throw new InputError(`no crawl was begun in ${out}`, { hint: 'begin one: sfwc crawl --help' });
}

/** Settings as they may be kept: secrets are not, and paths are whole. */
function portable(settings: CrawlSettings): KeptPlan['settings'] {
  const kept = without(settings, 'seeds', 'out', 'force', 'resume');
  return { ...withoutSecrets(kept), ...pathsOf(settings, PATHS) } as KeptPlan['settings'];
}

/** Those settings that are places of files, as whole paths. */
function pathsOf(settings: CrawlSettings, names: readonly string[]): Readonly<Record<string, unknown>> {
  const whole = (place: string): string => (/^https?:/i.test(place) ? place : path.resolve(place));
  return Object.fromEntries(
    Object.entries(settings)
      .filter(([name, value]) => names.includes(name) && value !== undefined)
      .map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(String).map(whole) : whole(String(value)),
      ]),
  );
}

/** Settings that are places of files. */
const PATHS = [
  'kb',
  'plugin',
  'labels',
  'thesaurus',
  'web',
  'fromWarc',
  'webTopics',
  'spotlightCache',
  'revisit',
];
