import { PARTS } from '../../../judging/parts.js';
import { isTimeSimulated } from '../../../app/crawl/setup/network.js';
import { productToken } from '../../../crawling/politeness/robots.js';
import { openNetwork, untimedJudge } from '../../../app/crawl/setup/network.js';
import { isPrivateByName } from '../../../web/http/address-guard.js';
import { openJudge } from '../../../judging/judge/open-judge.js';
import { wordReaderFor } from '../../../language/text/word-readers.js';
import { openTopic } from '../../../knowledge/places/knowledge-base.js';
import { InputError } from '../../../model/errors.js';
import { OPENING } from '../../../model/wait.js';
import { resolveOptions, type WithParts } from '../../../app/settings/plugin-options.js';
import type { Plugins } from '../../../judging/plugins/registry.js';
import { replaceFile } from '../../../support/files/replace-file.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { parseUrl } from '../../../support/parse-url.js';
import { systemClock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import type { DiscoverDeps } from '../deps.js';
import { takeSpread } from '../take-spread.js';
import { createTopicWords, type TopicWords } from '../topic-words.js';
import { askSources, type AskedSource } from './ask-sources.js';
import { chooseSeeds, type JudgedCandidate, type Probe, type RejectedCandidate } from './choose-seeds.js';
import { probePages } from './probe-pages.js';
import { candidatesOf, type SeedCandidate, type SeedSource } from './seed-candidates.js';
import { seedFileText } from './seed-file.js';
import { seedsFields, type SeedsSettings, type SeedsOptions } from './seeds-settings.js';

/** Injected services of a proposal, and its listeners. */
export interface SeedsDeps extends DiscoverDeps {
  readonly onProgress?: (progress: { readonly probed: number; readonly planned: number }) => void;
}

/** Seeds that were proposed, and those that were not. */
export interface SeedsReport {
  readonly topic: string;
  /** The file that was written; absent without `out`. */
  readonly out?: string;
  /** Best first, each with the reasons. */
  readonly seeds: readonly JudgedCandidate[];
  readonly rejected: readonly RejectedCandidate[];
  readonly sources: readonly {
    readonly source: SeedSource;
    /** Addresses that it proposed, each once. */
    readonly candidates: number;
    readonly failure?: string;
  }[];
  /** Number of candidates that were fetched. */
  readonly probes: number;
  /** The file of seeds, with comments that say why each of them is there. */
  readonly file: string;
}

/** Maximum number of probes of one host. */
const MAX_PROBES_PER_HOST = 3;
/** Nouns by which links count as on topic: the most characteristic ones alone, since those further down are common. */
const LINK_NOUNS = 30;

/**
 * Proposes addresses to start crawls about a topic from: out of the links of its texts, and of searches. The best candidates are
 * fetched and judged, which shows which hosts are worth it.
 *
 * A source that does not answer is named in a warning, and the other counts.
 *
 * @throws UsageError for settings; InputError for the topic, and when no source proposes anything; OutputError
 * @example const { seeds } = await proposeSeeds({ kb: 'kb', topic: 'diabetes', engine: 'https://searx.example/' });
 */
export async function proposeSeeds(
  options: WithParts<SeedsOptions, 'classifier' | 'linkers' | 'readers'>,
  deps: SeedsDeps = {},
): Promise<SeedsReport> {
  const { settings, plugins } = await resolveOptions(seedsFields, options);
  const { clock = systemClock, logger = silentLogger, signal, onWait } = deps;
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic, settings, (message) => logger.warn(message));
  onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await (await PARTS.expansion()).characteristicNouns(topic, settings.terms);
  const read = wordReaderFor(topic.facts.language);
  const words = createTopicWords(nouns, read);
  const linkWords = createTopicWords(nouns.slice(0, LINK_NOUNS), read);
  const asking = { topic, words, fetcher: deps.fetcher, clock, logger, plugins, signal, onWait };
  const asked = await askSources(settings, asking);
  const candidates = candidatesOf(asked.flatMap(({ lists }) => lists));
  if (candidates.length === 0) throw nothingFound(asked);
  const isForbidden = (host: string): boolean => isOffLimits(host, settings);
  const planned = plannedProbes(candidates, settings.probes, isForbidden);
  const probes = await probe(planned, settings, { plugins, words: linkWords, logger, deps });
  const { maxSeeds: most, maxSeedsPerHost: perHost, out } = settings;
  const chosen = chooseSeeds(candidates, probes, { most, perHost, isForbidden });
  const report = reportOf(settings, asked, chosen, probes.size);
  if (out !== undefined) await replaceFile(out, report.file);
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
    { value: ({ prior }) => prior, group: ({ host }) => host, most, perGroup: MAX_PROBES_PER_HOST },
  );
}

function reportOf(
  { topic, out }: SeedsSettings,
  asked: readonly AskedSource[],
  { seeds, rejected }: ReturnType<typeof chooseSeeds>,
  probes: number,
): SeedsReport {
  const sources = asked.map(({ source, lists, failure }) => ({
    ...{ source, candidates: candidatesOf(lists).length, failure },
  }));
  return {
    topic,
    out,
    seeds,
    rejected,
    sources,
    probes,
    file: seedFileText({ topic, seeds, rejected, probes }),
  };
}

/** Hosts of private networks are not contacted, unless that is allowed; in a stored web, nothing is. */
function isOffLimits(host: string, { allowPrivate, web }: SeedsSettings): boolean {
  return !allowPrivate && web === undefined && isPrivateByName(parseUrl(`http://${host}`)?.hostname ?? host);
}

function nothingFound(asked: readonly AskedSource[]): InputError {
  const each = asked.map(({ source, failure }) => `${source}: ${failure ?? 'nothing'}`).join('; ');
  return new InputError(`no source proposes an address (${each})`, {
    hint: 'name texts with links (--corpus) or a search engine (--engine)',
  });
}

/** Services for probing candidates. */
interface ProbeDeps {
  readonly plugins: Plugins;
  readonly words: TopicWords;
  readonly logger: Logger;
  readonly deps: SeedsDeps;
}

/** Fetches and judges candidates; the judge is opened only where there are some. */
async function probe(
  planned: readonly SeedCandidate[],
  settings: SeedsSettings,
  { plugins, words, logger, deps }: ProbeDeps,
): Promise<ReadonlyMap<string, Probe>> {
  if (planned.length === 0) return new Map();
  const { signal, onProgress, onWait } = deps;
  const watchActivity = isTimeSimulated(settings) ? undefined : deps.watchActivity;
  return withResources(async (own) => {
    if (settings.web !== undefined) onWait?.(`opening the stored web ${[settings.web].flat().join(', ')}`);
    const network = own(await openNetwork(settings, deps, []));
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
