import { checkSettings } from '../../../app/settings/resolve.js';
import { openCorpusRecord } from '../../../knowledge/files/corpus-record.js';
import { readCompanions, topicFile } from '../../../knowledge/files/kb-folder.js';
import { linksFile } from '../../../knowledge/files/links-file.js';
import { folderOf, openTopic, type OpenTopic } from '../../../knowledge/places/knowledge-base.js';
import { openWordNet } from '../../../language/wordnet/wordnet.js';
import type { Fetcher } from '../../../model/crawl-event.js';
import { InputError, UsageError } from '../../../model/errors.js';
import { OPENING, type OnWait } from '../../../model/wait.js';
import { checkArguments } from '../../../support/check-arguments.js';
import { answerCacheFolder, createAnswerCache } from '../../../support/files/answer-cache.js';
import { silentLogger, type Logger } from '../../../support/logger.js';
import { contextOf } from '../../../support/text/context-of.js';
import { systemClock, type Clock } from '../../../support/time/clock.js';
import { withResources } from '../../../support/with-resources.js';
import { withoutCredentials } from '../../../support/without-credentials.js';
import { openFetcher } from '../../../web/http/open-fetcher.js';
import { topicNouns } from '../nouns-of-topic.js';
import { chooseCandidate } from './choose-candidate.js';
import { mergeLinks, readLinks, writeLinks, type NounLink } from './noun-links.js';
import { reconcileFields, type ReconcileOptions, type ReconcileSettings } from './reconcile-settings.js';
import { readReview, refuseDecided, writeReview, type UnsureNoun } from './review-file.js';
import type { Candidate } from './service-answer.js';
import { batchOf, queryService, unansweredNouns, type ServiceOptions } from './service-client.js';

/** What a reconciliation may be given from outside. */
export interface ReconcileSurroundings {
  readonly signal?: AbortSignal;
  readonly logger?: Logger;
  readonly clock?: Clock;
  /** Takes the place of the network. */
  readonly fetcher?: Fetcher;
  readonly onWait?: OnWait;
  readonly onProgress?: (progress: { readonly answered: number; readonly nouns: number }) => void;
}

/** Nouns that were linked by a service and by people. */
export interface ReconcileReport {
  readonly topic: string;
  /** The file with the links, next to the topic's. */
  readonly file: string;
  /** Links that were accepted now: by the service's answer, or by a person. */
  readonly accepted: readonly NounLink[];
  /** Candidates that a person refused. */
  readonly refused: number;
  /** Nouns that a person has to decide about. */
  readonly unsure: number;
  /** Nouns for which the service has nothing. */
  readonly unknown: readonly string[];
  /** The review file; absent where nothing is unsure. */
  readonly review?: string;
  /** Accepted links of the topic, earlier ones included. */
  readonly links: number;
}

/** What a reconciliation would request. */
export interface DryRun {
  readonly service: string;
  /** Nouns of which no answer is cached. */
  readonly nouns: readonly string[];
  /** Nouns of which the answer is cached. */
  readonly cached: number;
  readonly requests: number;
  /** The queries of the first request. */
  readonly first: object;
}

/** Passages of a noun in a review file. */
const MOST_CONTEXTS = 2;

/**
 * Links the characteristic nouns of a topic to entities of a reconciliation service, and takes the decisions of a review file. Answers
 * are cached as they come, so that the same call continues where one was interrupted, and requests nothing a second time. Accepted
 * links are saved next to the topic; what is unsure is written to a review file.
 * @throws UsageError for settings, a topic in an endpoint, and a review file that holds decisions; InputError for the topic, the
 *   review file, and a service that does not answer or does not speak the protocol; OutputError; Interrupted
 */
export async function reconcileTopic(
  options: ReconcileOptions,
  surroundings: ReconcileSurroundings = {},
): Promise<ReconcileReport> {
  checkArguments('reconcileTopic', {
    options: [options, 'object'],
    surroundings: [surroundings, 'object'],
  });
  const settings = checkSettings(reconcileFields, options);
  const { topic, file, links } = await openLinks(settings, surroundings.onWait);
  const decided = settings.reviewed === undefined ? [] : await readReview(settings.reviewed);
  let merged = mergeLinks(links, decided);
  if (decided.length > 0) await writeLinks(file, topic.facts.iri, merged);
  const found = await resultsOf(topic, merged, settings, surroundings);
  merged = mergeLinks(merged, found.accepted);
  if (found.accepted.length > 0) await writeLinks(file, topic.facts.iri, merged);
  return {
    topic: settings.topic,
    file,
    accepted: [...decided.filter(({ accepted }) => accepted), ...found.accepted],
    refused: decided.filter(({ accepted }) => !accepted).length,
    unsure: found.unsure.length,
    unknown: found.unknown,
    ...(found.review === undefined ? {} : { review: found.review }),
    links: merged.filter(({ accepted }) => accepted).length,
  };
}

/** What a reconciliation would request. @throws as {@link reconcileTopic} */
export async function planReconciliation(
  options: ReconcileOptions,
  { onWait }: ReconcileSurroundings = {},
): Promise<DryRun> {
  const settings = checkSettings(reconcileFields, options);
  const { topic, links } = await openLinks(settings, onWait);
  const nouns = await nounsToAsk(topic, links, settings);
  const service = serviceOf(settings, topic);
  const cache = cacheOf(settings, silentLogger);
  const unanswered = await unansweredNouns({ ...service, cache }, nouns);
  return {
    service: service.name,
    nouns: unanswered,
    cached: nouns.length - unanswered.length,
    // The first request is for the manifest.
    requests: unanswered.length === 0 ? 0 : 1 + Math.ceil(unanswered.length / settings.batch),
    first: batchOf(unanswered.slice(0, settings.batch), settings.type),
  };
}

interface OpenLinks {
  readonly topic: OpenTopic;
  readonly file: string;
  readonly links: readonly NounLink[];
}

async function openLinks(settings: ReconcileSettings, onWait: OnWait | undefined): Promise<OpenLinks> {
  onWait?.(`opening topic '${settings.topic}'`, OPENING);
  const topic = await openTopic(settings.kb, settings.topic);
  const file = linksFile(topicFile(folderOf(topic, 'a reconciliation'), settings.topic));
  return { topic, file, links: await readLinks(file) };
}

/** The characteristic nouns, without those that a person has decided about. */
async function nounsToAsk(
  topic: OpenTopic,
  links: readonly NounLink[],
  { terms }: ReconcileSettings,
): Promise<readonly string[]> {
  const nouns = await topicNouns(topic, openWordNet(), terms, 'all');
  if (nouns.length === 0)
    throw new InputError(`topic '${topic.facts.name}' has no nouns that a service could link`, {
      hint: 'topics in languages without an annotator have words only',
    });
  const decided = new Set(links.flatMap((link) => (link.accepted && link.reviewed ? [link.noun] : [])));
  return nouns.flatMap(({ lemma }) => (decided.has(lemma) ? [] : [lemma]));
}

type Asked = Pick<ServiceOptions, 'url' | 'name' | 'type' | 'language'>;

/** The service, with its address in the language. @throws UsageError where none is given */
function serviceOf({ reconcile, type, labelLanguage }: ReconcileSettings, { facts }: OpenTopic): Asked {
  if (reconcile === undefined) throw new UsageError('the address of a reconciliation service is missing');
  const language = labelLanguage ?? facts.language;
  const url = reconcile.replaceAll(/\{lang\}|%7Blang%7D/gi, language);
  return { url, name: withoutCredentials(url), type, language };
}

function cacheOf({ reconcileCache }: ReconcileSettings, logger: Logger): ServiceOptions['cache'] {
  const folder = reconcileCache ?? answerCacheFolder('reconcile');
  return createAnswerCache(folder, (message) => logger.warn(message));
}

interface Results {
  readonly accepted: readonly NounLink[];
  readonly unsure: readonly UnsureNoun[];
  readonly unknown: readonly string[];
  readonly review?: string;
}

/** Asks the service, where there is one, and writes what is unsure. */
async function resultsOf(
  topic: OpenTopic,
  links: readonly NounLink[],
  settings: ReconcileSettings,
  surroundings: ReconcileSurroundings,
): Promise<Results> {
  if (settings.reconcile === undefined) return { accepted: [], unsure: [], unknown: [] };
  const review = settings.review ?? `${settings.topic}-review.csv`;
  if (review !== settings.reviewed) await refuseDecided(review);
  const service = serviceOf(settings, topic);
  surroundings.onWait?.('choosing characteristic nouns', { busy: topic.facts.documents });
  const nouns = await nounsToAsk(topic, links, settings);
  surroundings.onWait?.(`querying ${service.name}`);
  const answers = await askService(nouns, service, settings, surroundings);
  const { unsure, ...results } = sorted(answers, links, service.name, settings);
  if (unsure.length === 0) return { ...results, unsure: [] };
  surroundings.onWait?.('reading the texts of the topic', { busy: topic.facts.documents });
  const contexts = await contextsOf(
    topic,
    unsure.map(({ noun }) => noun),
  );
  const withContexts = unsure.map((one) => ({ ...one, contexts: contexts.get(one.noun) ?? [] }));
  await writeReview(review, withContexts, service.name);
  return { ...results, unsure: withContexts, review };
}

async function askService(
  nouns: readonly string[],
  service: Asked,
  settings: ReconcileSettings,
  { logger = silentLogger, clock = systemClock, signal, fetcher, onProgress }: ReconcileSurroundings,
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const { batch, reconcileDelay, retries, timeout, userAgent } = settings;
  return withResources((own) => {
    const network =
      fetcher ?? own(openFetcher({ userAgent, timeout, connectTo: [], maxBytes: MOST_BYTES }, [service.url]));
    return queryService(nouns, {
      ...service,
      ...{ batch, clock, retries, signal, onProgress },
      cache: cacheOf(settings, logger),
      fetcher: network,
      delaySeconds: reconcileDelay,
      warn: (message) => logger.warn(message),
    });
  });
}

/** Largest answer of a service, in bytes. */
const MOST_BYTES = 5_000_000;

/** The answers by what follows from them. Candidates that a person refused do not count. */
function sorted(
  answers: ReadonlyMap<string, readonly Candidate[]>,
  links: readonly NounLink[],
  service: string,
  settings: ReconcileSettings,
): Omit<Results, 'review'> {
  const pair = (noun: string, meaning: string): string => `${noun} ${meaning}`;
  const refused = new Set(links.flatMap((link) => (link.accepted ? [] : [pair(link.noun, link.meaning)])));
  const accepted: NounLink[] = [];
  const unsure: UnsureNoun[] = [];
  const unknown: string[] = [];
  for (const [noun, all] of answers) {
    const candidates = all.filter(({ iri }) => !refused.has(pair(noun, iri)));
    const chosen = chooseCandidate(candidates, settings);
    if (chosen !== undefined) accepted.push(linkTo(noun, chosen, service));
    else if (candidates.length > 0) unsure.push({ noun, contexts: [], candidates });
    else unknown.push(noun);
  }
  return { accepted, unsure, unknown };
}

function linkTo(noun: string, { iri, label, description, score }: Candidate, service: string): NounLink {
  return { noun, meaning: iri, label, description, score, service, accepted: true, reviewed: false };
}

/** The first passages of the topic's texts with each noun. */
async function contextsOf(
  { folder = '', facts }: OpenTopic,
  nouns: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const contexts = new Map<string, string[]>(nouns.map((noun) => [noun, []]));
  const { corpus } = await readCompanions(topicFile(folder, facts.name));
  if (corpus === undefined) return contexts;
  const waiting = new Set(nouns);
  for await (const { role, document } of (await openCorpusRecord(corpus)).documents()) {
    if (waiting.size === 0) break;
    if (role !== 'corpus') continue;
    for (const noun of waiting) {
      const found = contextOf(document.text, noun);
      const passages = contexts.get(noun) ?? [];
      if (found !== undefined) passages.push(found);
      if (passages.length >= MOST_CONTEXTS) waiting.delete(noun);
    }
  }
  return contexts;
}
