import { PARTS } from '../../judging/parts.js';
import { isTimeSimulated } from '../../app/crawl/setup/simulated-time.js';
import { productToken } from '../../crawling/politeness/robots.js';
import { openNetwork, untimedJudge } from '../../app/crawl/setup/network.js';
import { seedsFields, type SeedsSettings, type SeedsOptions } from './seeds-settings.js';
import { isPrivateByName } from '../../web/http/address-guard.js';
import { openFetcher } from '../../web/http/open-fetcher.js';
import { openJudge } from '../../judging/judge/open-judge.js';
import { wordReaderFor } from '../../language/text/word-readers.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import type { Fetcher } from '../../model/crawl-event.js';
import type { CrawlActivity } from '../../model/crawl-activity.js';
import { InputError } from '../../model/errors.js';
import type { SeedSource } from './seeding/seeds.js';
import { OPENING, type OnWait } from '../../model/wait.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { candidatesOf, type SeedCandidate } from './seeding/seed-candidates.js';
import {
  chooseSeeds,
  type HostEstimate,
  type JudgedCandidate,
  type Probe,
  type RejectedCandidate,
} from './seeding/choose-seeds.js';
import { seedFileText } from './seeding/seed-file.js';
import { seedQuads } from './seeding/seed-quads.js';
import { takeSpread } from './seeding/take-spread.js';
import { createTopicWords, type TopicWords } from './seeding/topic-words.js';
import { checkArguments } from '../../support/check-arguments.js';
import { replaceFile } from '../../support/files/replace-file.js';
import { silentLogger, type Logger } from '../../support/logger.js';
import { parseUrl } from '../../support/parse-url.js';
import { nquadsOf } from '../../support/rdf/quads.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { withResources } from '../../support/with-resources.js';
import { probePages } from './probe-pages.js';
import { askSources, chosenSources, type AskedSource } from './seed-sources.js';

/** What proposals may be given from outside. */
export interface SeedsSurroundings {
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network, for pages, search engines and CDX servers. */
  readonly fetcher?: Fetcher;
  /** Hears of the steps before the first page is requested. */
  readonly onWait?: OnWait;
  /** As `WatchParts.watchActivity`; not called where time is simulated. */
  readonly watchActivity?: (activity: () => CrawlActivity | undefined) => void;
  readonly onProgress?: (progress: { readonly probed: number; readonly planned: number }) => void;
}

/** Seeds that were proposed, and what was found besides. */
export interface SeedsReport {
  readonly topic: string;
  /** The file that was written; absent without `out`. */
  readonly out?: string;
  /** The RDF that was written; absent without `rdf`. */
  readonly rdf?: string;
  /** Best first, each with the reasons. */
  readonly seeds: readonly JudgedCandidate[];
  readonly rejected: readonly RejectedCandidate[];
  readonly sources: readonly {
    readonly source: SeedSource;
    /** Addresses that it proposed, each once. */
    readonly candidates: number;
    readonly failure?: string;
  }[];
  /** The hosts that were probed. */
  readonly hosts: readonly (HostEstimate & { readonly host: string })[];
  /** Number of candidates that were fetched. */
  readonly probes: number;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Probes of one host at most. */
const MOST_PROBES_PER_HOST = 3;
/** Nouns by which links count as on topic: the most characteristic ones alone, since those further down are common. */
const LINK_NOUNS = 30;

/**
 * Proposes addresses to start crawls about a topic from, out of several sources: the links of its texts, searches, Wikidata,
 * web archives. The best candidates are fetched and judged, which shows which hosts are worth it.
 *
 * A source that does not answer is named in a warning, and the others count.
 *
 * @throws UsageError for settings; InputError for the topic, and when no source proposes anything; OutputError
 * @example const { seeds } = await proposeSeeds({ kb: 'kb', topic: 'diabetes', engine: 'https://searx.example/' });
 */
export async function proposeSeeds(
  options: WithParts<SeedsOptions, 'classifier' | 'linkers' | 'readers'>,
  surroundings: SeedsSurroundings = {},
): Promise<SeedsReport> {
  checkArguments('proposeSeeds', { options: [options, 'object'], surroundings: [surroundings, 'object'] });
  const { settings, plugins } = await resolveOptions(seedsFields, options);
  const { clock = systemClock, logger = silentLogger, signal, onWait } = surroundings;
  const sources = chosenSources(settings);
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger.warn(message));
  onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
  const read = wordReaderFor(topic.facts.language);
  const words = createTopicWords(nouns, read);
  const linkWords = createTopicWords(nouns.slice(0, LINK_NOUNS), read);
  const asked = await withResources((own) => {
    const fetcher = surroundings.fetcher ?? own(openFetcher({ ...settings, allowPrivate: true }));
    return askSources(sources, settings, {
      ...{ topic, words, fetcher, clock, logger, plugins, signal },
      onWait,
    });
  });
  const candidates = candidatesOf(asked.flatMap(({ lists }) => lists));
  if (candidates.length === 0) throw nothingFound(asked);
  const isForbidden = (host: string): boolean => isOffLimits(host, settings);
  const planned = plannedProbes(candidates, settings.probes, isForbidden);
  const parts = { plugins, words: linkWords, logger, surroundings };
  const probes = await probe(planned, settings, parts);
  const { maxSeeds: most, maxSeedsPerHost: perHost } = settings;
  const chosen = chooseSeeds(candidates, probes, { most, perHost, isForbidden });
  const report = reportOf(settings, asked, chosen, probes.size);
  await writeProposal(report, topic.facts.iri, clock);
  return report;
}

/** The candidates to fetch: the most promising ones, of each host a few. */
function plannedProbes(
  candidates: readonly SeedCandidate[],
  most: number,
  isForbidden: (host: string) => boolean,
): readonly SeedCandidate[] {
  return takeSpread(
    candidates.filter(({ host }) => !isForbidden(host)),
    { value: ({ prior }) => prior, group: ({ host }) => host, most, perGroup: MOST_PROBES_PER_HOST },
  );
}

function reportOf(
  { topic, out, rdf }: SeedsSettings,
  asked: readonly AskedSource[],
  { seeds, rejected, hosts }: ReturnType<typeof chooseSeeds>,
  probes: number,
): SeedsReport {
  return {
    topic,
    out,
    rdf,
    seeds,
    rejected,
    sources: asked.map(({ source, lists, failure }) => ({
      source,
      candidates: candidatesOf(lists).length,
      failure,
    })),
    hosts: [...hosts].map(([host, estimate]) => ({ host, ...estimate })),
    probes,
    file: seedFileText({ topic, seeds, rejected, probes }),
  };
}

async function writeProposal(
  { topic, out, rdf, seeds, file }: SeedsReport,
  topicIri: string,
  clock: Clock,
): Promise<void> {
  if (out !== undefined) await replaceFile(out, file);
  if (rdf === undefined) return;
  const time = new Date(clock.now()).toISOString();
  await replaceFile(rdf, nquadsOf(seedQuads({ topic, topicIri, time, seeds })));
}

/** Hosts of private networks are not contacted, unless that is allowed; in a stored web, nothing is. */
function isOffLimits(host: string, { allowPrivate, web }: SeedsSettings): boolean {
  return !allowPrivate && web === undefined && isPrivateByName(parseUrl(`http://${host}`)?.hostname ?? host);
}

function nothingFound(asked: readonly AskedSource[]): InputError {
  const each = asked.map(({ source, failure }) => `${source}: ${failure ?? 'nothing'}`).join('; ');
  return new InputError(`no source proposes an address (${each})`, {
    hint: 'name texts with links (--corpus), a search engine (--engine), or --look-in wikidata',
  });
}

/** Fetches and judges candidates; the judge is opened only where there are some. */
async function probe(
  planned: readonly SeedCandidate[],
  settings: SeedsSettings,
  {
    plugins,
    words,
    logger,
    surroundings,
  }: {
    readonly plugins: Plugins;
    readonly words: TopicWords;
    readonly logger: Logger;
    readonly surroundings: SeedsSurroundings;
  },
): Promise<ReadonlyMap<string, Probe>> {
  if (planned.length === 0) return new Map();
  const { signal, onProgress, onWait } = surroundings;
  const watchActivity = isTimeSimulated(settings) ? undefined : surroundings.watchActivity;
  return withResources(async (own) => {
    if (settings.web !== undefined) onWait?.(`opening the stored web ${settings.web}`);
    const network = own(await openNetwork({ ...settings, fromWarc: [] }, surroundings, []));
    onWait?.('opening the classifier');
    const crawler = productToken(settings.userAgent);
    const threads = settings.workers ?? network.threads;
    const warn = (message: string): void => logger.warn(message);
    const judge = untimedJudge(own(await openJudge(settings, { crawler, threads, plugins, warn })), network);
    const { fetcher, clock } = network;
    onWait?.(undefined);
    onProgress?.({ probed: 0, planned: planned.length });
    return probePages(
      planned.map(({ url }) => url),
      settings,
      { fetcher, judge, clock, signal, words, watchActivity },
      (probed) => onProgress?.({ probed, planned: planned.length }),
    );
  });
}
