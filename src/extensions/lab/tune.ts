import { tuneFields, type TuneSettings, type TuneOptions } from './tune-settings.js';
import { followedInCrawl } from '../../app/crawl/setup/followed-links.js';
import { openStrategy } from '../../app/crawl/setup/open-strategy.js';
import { openStoredWeb } from '../../app/crawl/setup/open-stored-web.js';
import { curveNumber, foundAt } from './evaluation/fetch-curve.js';
import { areaByTarget, chanceOfDifference } from './evaluation/paired-difference.js';
import { acceptanceOf } from '../../judging/judge/create-judge.js';
import { planJudges } from '../../judging/judge/judge.js';
import type { Acceptance } from '../../model/judging.js';
import { InputError } from '../../model/errors.js';
import type { Follow, LinkPriority } from '../../model/crawl-event.js';
import type { OnWait } from '../../model/wait.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import type { Judgements } from './replay/replayed-judgements.js';
import { openKeptCrawl, type KeptCrawl } from '../../crawling/store/kept-crawl.js';
import { crawlAgain, readPages, type ReadPages } from './replay/reorder.js';
import { checkArguments } from '../../support/check-arguments.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { topicOf, verdictsOf, withArchive } from './replay.js';

/** Settings that are tried together. */
export interface TunedSettings {
  readonly strategy: string;
  readonly follow: Follow;
  /** Seconds. */
  readonly patience: number;
  /** How much the classifier accepts: what it accepts steers the crawl, and what counts as found stays the same. */
  readonly accept: string;
}

/** What a simulated crawl with these settings found. */
export interface TunedCandidate extends TunedSettings {
  /** Accepted pages found at each of {@link TuneReport.points}. */
  readonly found: readonly number[];
  /** The share of the best possible curve; null where nothing was accepted. */
  readonly curve: number | null;
  readonly requests: number;
  /** Simulated time. */
  readonly seconds: number;
  /**
   * How probable a difference from the best candidate is that is as large as its own, if both were equally good
   * ({@link chanceOfDifference}); null for the best itself.
   */
  readonly chance: number | null;
  /** Whether the crawl cannot tell it from the best: see {@link SIGNIFICANCE}. */
  readonly tied: boolean;
}

/** What was tried for a crawl. */
export interface TuneReport {
  readonly topic: string;
  /** Requests of the crawl, and of each simulated one. */
  readonly fetched: number;
  readonly pages: number;
  /** Pages that the crawl accepted, seeds left out. */
  readonly accepted: number;
  /** Pages of which only title, links and anchor texts were kept. */
  readonly partial: number;
  /** Numbers of requests. */
  readonly points: readonly number[];
  /** All that were tried, the best first. */
  readonly candidates: readonly TunedCandidate[];
  /** Whether the time was over before all were tried. */
  readonly isPartial: boolean;
  /** The options of `sfwc crawl` for the best one; only those on which all agree that are tied with it, none if all are. */
  readonly options: readonly string[];
  /** Settings of which several values are tied, so that the crawl cannot say which is better. */
  readonly undecided: readonly (keyof TunedSettings)[];
  /** Options to avoid, such as `--strategy krs`: each setting with one of them is worse than the best, and not by chance. */
  readonly worse: readonly string[];
}

/**
 * Tries settings on what a crawl fetched, in simulated crawls: strategies first, then whose links are followed, patience and
 * thresholds for the best so far. Pages that the crawl did not fetch are not there, so that strategies which would have
 * gone elsewhere are at a disadvantage. The same crawl and seed give the same report, unless the time is over.
 *
 * @throws InputError for the crawl, the topic and what they need; UsageError for settings
 */
export async function tuneCrawl(
  folder: string,
  options: WithParts<TuneOptions, 'linkers'>,
  surroundings: { readonly logger?: Logger; readonly signal?: AbortSignal; readonly onWait?: OnWait } = {},
): Promise<TuneReport> {
  checkArguments('tuneCrawl', {
    folder: [folder, 'string'],
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const { logger = silentLogger, signal, onWait = () => undefined } = surroundings;
  const { settings, plugins } = await resolveOptions(tuneFields, options);
  if (settings.web !== undefined) onWait(`opening the stored web ${settings.web}`);
  const web = settings.web === undefined ? undefined : (await openStoredWeb(settings.web, settings)).web;
  try {
    onWait(`reading the crawl in ${folder}`);
    return await withArchive(folder, logger, async (archive) => {
      const kept = await openKeptCrawl(folder, { archive, web });
      const read = await readPages(kept, onWait);
      return tune(prepare(kept, read, settings, logger, plugins), signal, onWait);
    });
  } finally {
    await web?.close?.();
  }
}

interface Trial {
  readonly kept: KeptCrawl;
  readonly read: ReadPages;
  readonly settings: TuneSettings;
  readonly topic: string | readonly string[];
  readonly plugins: Plugins;
  readonly judgements: Judgements;
  readonly found: ReadonlySet<string>;
  readonly pages: number;
  /** Opens the threshold of the classifier; gives undefined where it does not have one that can be moved. */
  readonly acceptance: (accept: string) => Promise<Acceptance | undefined>;
}

function prepare(
  kept: KeptCrawl,
  read: ReadPages,
  settings: TuneSettings,
  logger: Logger,
  plugins: Plugins,
): Trial {
  const { topic, names } = topicOf(kept, settings.topic);
  const judgements = verdictsOf(kept, names);
  const found = new Set(
    kept.fetched.flatMap(({ url, depth }) =>
      depth > 0 && judgements.get(url)?.accepted === true ? [url] : [],
    ),
  );
  if (found.size === 0) throw new InputError('the crawl accepted no page, so that nothing can be compared');
  const pages = Math.min(settings.pages ?? Math.ceil(kept.fetched.length / 2), kept.fetched.length);
  const warn = (message: string): void => logger.warn(message);
  return {
    kept,
    read,
    settings,
    topic,
    plugins,
    judgements,
    found,
    pages,
    acceptance: async (accept) =>
      acceptanceOf(await planJudges({ ...settings, topic }, undefined, plugins, warn), accept),
  };
}

/** Shares of the requests at which the number of pages found is reported. */
const POINTS = [0.25, 0.5, 1] as const;
const FOLLOWS = ['all', 'accepted-first', 'accepted'] as const;
const THRESHOLDS = ['precise', 'balanced', 'broad'] as const;

async function tune(trial: Trial, signal: AbortSignal | undefined, onWait: OnWait): Promise<TuneReport> {
  const { kept, found, pages, topic, read } = trial;
  const points = [...new Set(POINTS.map((share) => Math.max(1, Math.round(share * pages))))];
  const { tried, isPartial } = await tryAll(trial, points, signal, onWait);
  onWait('comparing what was tried', { busy: tried.length * 100 });
  const candidates = compared(tried, referrersOf(kept));
  const tied = candidates.filter((one) => one.tied);
  const isTie = tied.length === candidates.length && tied.length > 1;
  return {
    topic: [topic].flat().join(', '),
    fetched: kept.fetched.length,
    pages,
    accepted: found.size,
    partial: read.partial,
    points,
    candidates,
    isPartial,
    options: isTie ? [] : optionsOf(candidates[0], tied),
    undecided: TUNED.filter((name) => valuesOf(name, tied).size > 1),
    worse: worseOptions(candidates, tied),
  };
}

/** Varies one setting after the other of the best so far. @returns what was tried, the best first */
async function tryAll(
  trial: Trial,
  points: readonly number[],
  signal: AbortSignal | undefined,
  onWait: OnWait,
): Promise<{ readonly tried: readonly Simulated[]; readonly isPartial: boolean }> {
  const { kept, settings, pages } = trial;
  const tried = new Map<string, Simulated>();
  const until = performance.now() + 1000 * settings.maxSeconds;
  const { patience = 10, accept } = kept.settings;
  const isOver = (): boolean => performance.now() > until || signal?.aborted === true;
  let isPartial = false;

  async function attempt(wanted: TunedSettings): Promise<void> {
    const key = Object.values(wanted).join(' ');
    if (tried.has(key)) return;
    if (isOver()) isPartial = true;
    else {
      const detail = `${tried.size} tried, now ${textOf(wanted)}`;
      onWait('crawling again', { detail, busy: 2 * pages });
      tried.set(key, await simulate(wanted, points, trial, signal));
    }
  }
  async function vary(changes: readonly Partial<TunedSettings>[]): Promise<void> {
    const [best] = ranked(tried.values());
    if (best === undefined) return;
    const { strategy, follow, patience, accept } = best;
    for (const change of changes) await attempt({ strategy, follow, patience, accept, ...change });
  }

  for (const strategy of settings.strategies)
    await attempt({ strategy, follow: followedInCrawl(await strategyOf(trial, strategy)), patience, accept });
  await vary(FOLLOWS.map((follow) => ({ follow })));
  await vary(settings.patiences.map((seconds) => ({ patience: Number(seconds) })));
  onWait('opening the classifier');
  if (!isOver() && (await trial.acceptance(accept)) !== undefined)
    await vary(THRESHOLDS.map((one) => ({ accept: one })));
  return { tried: ranked(tried.values()), isPartial };
}

/** Settings in words: `krs, --follow all, --patience 10, --accept balanced`. */
function textOf({ strategy, follow, patience, accept }: TunedSettings): string {
  return `${strategy}, --follow ${follow}, --patience ${patience}, --accept ${accept}`;
}

const TUNED = ['strategy', 'follow', 'patience', 'accept'] as const;

function valuesOf(
  name: keyof TunedSettings,
  candidates: readonly TunedSettings[],
): ReadonlySet<string | number> {
  return new Set(candidates.map((one) => one[name]));
}

/** What a simulated crawl found, and what each page added to its curve. */
interface Simulated extends Omit<TunedCandidate, 'chance' | 'tied'> {
  readonly areas: ReadonlyMap<string, number>;
}

/**
 * Differences from the best that are less probable than this by chance count. It is divided among the comparisons
 * (Bonferroni), since the best of many is often best by chance.
 */
const SIGNIFICANCE = 0.05;

/** Holds all candidates against the best, the first. @param groupOf pages that are found together */
function compared(
  candidates: readonly Simulated[],
  groupOf: (url: string) => string,
): readonly TunedCandidate[] {
  const [best] = candidates;
  const level = SIGNIFICANCE / Math.max(1, candidates.length - 1);
  return candidates.map(({ areas, ...candidate }) => {
    if (best === undefined || areas === best.areas) return { ...candidate, chance: null, tied: true };
    const chance = chanceOfDifference(best.areas, areas, groupOf);
    return { ...candidate, chance, tied: chance >= level };
  });
}

/** The page on which each page was found: the pages that one page links to are found together. */
function referrersOf({ fetched }: KeptCrawl): (url: string) => string {
  const referrers = new Map(fetched.map(({ url, referrer }) => [url, referrer]));
  return (url) => referrers.get(url) ?? url;
}

async function simulate(
  wanted: TunedSettings,
  points: readonly number[],
  trial: Trial,
  signal: AbortSignal | undefined,
): Promise<Simulated> {
  const { kept, read, settings, found, pages } = trial;
  const { strategy, follow, patience, accept } = wanted;
  const priority = await strategyOf(trial, strategy);
  const judgements = await judgedBy(accept, trial);
  const { delay, delayFactor, maxDelay, concurrency } = kept.settings;
  const pause = { seconds: delay, factor: delayFactor, maxSeconds: maxDelay };
  const { order, seconds } = await crawlAgain(
    kept,
    { pages: read.pages, judgements, priority, seed: settings.latencySeed },
    { follow, patience, maxPages: pages, pause, concurrency },
    signal,
  );
  const hits = order.map((url) => found.has(url));
  return {
    ...wanted,
    found: points.map((point) => foundAt(hits, point)),
    curve: curveNumber(hits, pages, found.size),
    requests: order.length,
    seconds,
    areas: areaByTarget(order, found, pages),
  };
}

function strategyOf({ settings, topic, plugins }: Trial, strategy: string): Promise<LinkPriority> {
  return openStrategy(strategy, settings.kb, topic, { thesaurus: settings.thesaurus, plugins });
}

/** The verdicts with another threshold. */
async function judgedBy(accept: string, { kept, judgements, acceptance }: Trial): Promise<Judgements> {
  if (accept === kept.settings.accept) return judgements;
  const threshold = await acceptance(accept);
  if (threshold === undefined) return judgements;
  for (const judgement of judgements.values()) threshold.note(judgement);
  threshold.renew?.();
  return new Map([...judgements].map(([url, judgement]) => [url, threshold.decide(judgement)]));
}

/** The best first; of equal ones, the faster. */
function ranked(candidates: Iterable<Simulated>): readonly Simulated[] {
  return [...candidates].sort((a, b) => (b.curve ?? 0) - (a.curve ?? 0) || a.seconds - b.seconds);
}

/** Options that no setting has which is tied with the best. */
function worseOptions(
  candidates: readonly TunedSettings[],
  tied: readonly TunedSettings[],
): readonly string[] {
  return TUNED.flatMap((name) => {
    const good = valuesOf(name, tied);
    return [...valuesOf(name, candidates)].flatMap((value) =>
      good.has(value) ? [] : [`--${name} ${value}`],
    );
  });
}

/** The options of the best, as far as those agree that are tied with it. */
function optionsOf(best: TunedSettings | undefined, tied: readonly TunedSettings[]): readonly string[] {
  if (best === undefined) return [];
  return TUNED.flatMap((name) => {
    const isDefault = name === 'accept' && best.accept === 'balanced';
    return isDefault || valuesOf(name, tied).size > 1 ? [] : [`--${name}`, String(best[name])];
  });
}
