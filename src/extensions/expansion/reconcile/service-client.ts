import { InputError } from '../../../model/errors.js';
import type { FetchedResponse, Fetcher } from '../../../model/crawl-event.js';
import type { AnswerCache } from '../../../support/files/answer-cache.js';
import type { Clock } from '../../../support/time/clock.js';
import { busyReading, createPatientAsker, type Reading } from '../../../web/http/patient-requests.js';
import { readBatch, readManifest, type Candidate, type ServiceManifest } from './service-answer.js';

/** A reconciliation service, and how it is queried. */
export interface ServiceOptions {
  readonly url: string;
  /** The address as it is shown and stored, without a password. */
  readonly name: string;
  /** Type of the entities, as the service names it. Default: any. */
  readonly type: string | undefined;
  /** Language of labels, requested by `Accept-Language`. */
  readonly language: string;
  /** Queries per request; fewer where the service says so. */
  readonly batch: number;
  readonly fetcher: Fetcher;
  readonly cache: AnswerCache;
  readonly clock: Clock;
  /** Seconds between the end of a request and the next one. */
  readonly delaySeconds: number;
  readonly retries: number;
  readonly signal?: AbortSignal;
  readonly warn: (message: string) => void;
  readonly onProgress?: (progress: { readonly answered: number; readonly nouns: number }) => void;
}

/** Candidates that a query requests. */
const LIMIT = 5;
const HINT = 'check the address of the reconciliation service';

/** A query of the Reconciliation API 0.2. */
interface Query {
  readonly query: string;
  readonly limit: number;
  readonly type?: string;
}

/** The queries for nouns, by the keys of a batch. */
export function batchOf(nouns: readonly string[], type: string | undefined): Readonly<Record<string, Query>> {
  return Object.fromEntries(
    nouns.map((query, place) => [
      `q${place}`,
      { query, limit: LIMIT, ...(type === undefined ? {} : { type }) },
    ]),
  );
}

/** What a noun's answer is cached under. */
function keyOf(
  { url, type = '', language }: Pick<ServiceOptions, 'url' | 'type' | 'language'>,
  noun: string,
): string {
  return JSON.stringify(['reconcile', url, type, language, LIMIT, noun]);
}

/** The nouns of which no answer is cached. */
export async function unansweredNouns(
  options: Pick<ServiceOptions, 'url' | 'type' | 'language' | 'cache'>,
  nouns: readonly string[],
): Promise<readonly string[]> {
  const known = await Promise.all(nouns.map((noun) => cachedAnswer(options, noun)));
  return nouns.filter((_, place) => known[place] === undefined);
}

async function cachedAnswer(
  options: Pick<ServiceOptions, 'url' | 'type' | 'language' | 'cache'>,
  noun: string,
): Promise<readonly Candidate[] | undefined> {
  const kept = await options.cache.get(keyOf(options, noun));
  return kept === undefined ? undefined : (JSON.parse(kept) as readonly Candidate[]);
}

/**
 * The candidates of a service for nouns: one request at a time, with a pause in between and retries. Each answer is cached as it
 * comes, so that a later call requests only what is missing. Nouns that the service left out of its answers are missing.
 * @throws InputError when the service gives no answer, even after retries, or another one than the protocol says; Interrupted
 */
export async function queryService(
  nouns: readonly string[],
  options: ServiceOptions,
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const answers = new Map<string, readonly Candidate[]>();
  for (const noun of nouns) {
    const known = await cachedAnswer(options, noun);
    if (known !== undefined) answers.set(noun, known);
  }
  const unanswered = nouns.filter((noun) => !answers.has(noun));
  if (unanswered.length === 0) return answers;
  const ask = createAsker(options);
  const manifest = readManifest(options.name, await ask(options.url));
  const size = Math.min(options.batch, manifest.batchSize ?? options.batch);
  const skipped: string[] = [];
  for (let begin = 0; begin < unanswered.length; begin += size) {
    options.onProgress?.({ answered: answers.size, nouns: nouns.length });
    const batch = unanswered.slice(begin, begin + size);
    const found = await askBatch(batch, { ask, manifest, options });
    for (const [noun, candidates] of found) {
      await options.cache.put(keyOf(options, noun), JSON.stringify(candidates));
      answers.set(noun, candidates);
    }
    skipped.push(...batch.filter((noun) => !found.has(noun)));
  }
  options.onProgress?.({ answered: answers.size, nouns: nouns.length });
  if (skipped.length > 0)
    options.warn(
      `${options.name} left out ${skipped.length} of ${unanswered.length} nouns, such as '${skipped[0] ?? ''}'; run the command again to request them`,
    );
  return answers;
}

type Ask = ReturnType<typeof createPatientAsker<string>>;

async function askBatch(
  nouns: readonly string[],
  service: { readonly ask: Ask; readonly manifest: ServiceManifest; readonly options: ServiceOptions },
): Promise<ReadonlyMap<string, readonly Candidate[]>> {
  const { ask, manifest, options } = service;
  const queries = batchOf(nouns, options.type);
  const text = await ask(options.url, {
    post: {
      body: new URLSearchParams({ queries: JSON.stringify(queries) }).toString(),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Accept-Language': options.language,
      },
    },
  });
  const keys = Object.keys(queries);
  const found = readBatch(options.name, text, keys, manifest);
  return new Map(
    keys.flatMap((key, place) => {
      const [noun, candidates] = [nouns[place], found.get(key)];
      return noun === undefined || candidates === undefined ? [] : [[noun, candidates] as const];
    }),
  );
}

function createAsker({
  name: service,
  fetcher,
  clock,
  delaySeconds,
  retries,
  signal,
  warn,
}: ServiceOptions): Ask {
  const options = { service, fetcher, clock, delaySeconds, retries, signal, warn };
  return createPatientAsker({ ...options, accept: 'application/json', hint: HINT }, (response) =>
    readResponse(service, response, clock),
  );
}

function readResponse(service: string, response: FetchedResponse, clock: Clock): Reading<string> {
  const busy = busyReading(response, clock);
  if (busy !== undefined) return busy;
  const { status, body } = response;
  if (status >= 200 && status < 300) return { answer: new TextDecoder().decode(body) };
  const hint = status === 413 || status === 414 ? 'send smaller requests: --batch N' : HINT;
  throw new InputError(`${service} refused the request with status ${status}`, { hint });
}
