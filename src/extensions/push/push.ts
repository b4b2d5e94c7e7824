import { InputError, SfwcError } from '../../model/errors.js';
import { checkSettings } from '../../app/settings/resolve.js';
import type { CallOptions } from '../../app/settings/call-options.js';
import { PARTS } from '../../judging/parts.js';
import { sha256 } from '../../support/hash.js';
import { systemClock, type Clock } from '../../support/time/clock.js';
import { createBulkClient, type BulkClient, type Change, type Refused } from './bulk-client.js';
import { destinationOf } from './destination.js';
import { pagesOfFolders, pushedFolders } from './pushed-collections.js';
import { pushFields, type PushOptions } from './push-settings.js';
import { readPushed, writePushed, type Pushed } from './push-state.js';

/** What a push did. */
export interface PushReport {
  /** The address of the index. */
  readonly to: string;
  /** Whether the index was made, with its mapping. */
  readonly created: boolean;
  /** Accepted pages of the crawl. */
  readonly pages: number;
  /** Those that were sent and taken: new ones, and ones that have changed. */
  readonly sent: number;
  readonly unchanged: number;
  /** Pages that were in the index and are not accepted any more. */
  readonly deleted: number;
  /** Pages whose text cannot be read from the folder. */
  readonly unreadable: number;
  readonly failed: number;
  /** The first of the changes that the server refused. */
  readonly failures: readonly Refused[];
}

/** How a push is run. */
export interface PushHow extends Pick<
  CallOptions<{ readonly done: number }>,
  'signal' | 'logger' | 'onProgress'
> {
  readonly clock?: Clock;
}

/** Documents and bytes of a request, at most; servers take 100 MB by default, and are fastest at a few. */
const BATCH = { documents: 500, bytes: 5_000_000 };
/** Repetitions of a request to a server that is busy or cannot be reached; and before it has answered once. */
const RETRIES = { later: 5, first: 2 };
/** Seconds for the answer to a request. */
const TIMEOUT = 120;
/** Milliseconds between two times that the state is saved: a push that is killed sends the pages since then again. */
const SAVE_EVERY = 10_000;
/** Failures that a report lists, and that messages name. */
const MOST = { listed: 100, told: 20 };

/**
 * Pushes the accepted pages of a crawl, or of a monitored collection, to an index of OpenSearch or Elasticsearch: one document per page. Pages that are there and have
 * not changed are not sent again; pages that are not accepted any more are deleted. After a failure, the next push
 * continues.
 * @throws UsageError for the address; InputError where the folder holds no crawl, and for a server that fails; OutputError where
 *   the state cannot be written; what `signal` says
 */
export async function push(out: string, options: PushOptions, how: PushHow = {}): Promise<PushReport> {
  const { signal, clock = systemClock, logger } = how;
  const destination = destinationOf(checkSettings(pushFields, options));
  const folders = await pushedFolders(out);
  const known = await readPushed(out, destination.index);
  const warn = (message: string): void => logger?.warn(message);
  const createEndpointHttp = await PARTS.createEndpointHttp();
  const sendWith = (retries: number) =>
    createEndpointHttp({ timeoutSeconds: TIMEOUT, retries, clock, warn, signal });
  const [first, later] = [sendWith(RETRIES.first), sendWith(RETRIES.later)];
  let hasAnswered = false;
  const client = createBulkClient(destination, {
    ...{ clock, retries: RETRIES.later, signal, warn },
    send: async (request) => {
      try {
        const answer = await (hasAnswered ? later : first)(request);
        hasAnswered = true;
        return answer;
      } catch (thrown) {
        throw withHint(thrown);
      }
    },
  });
  const created = await client.createIfAbsent();
  // A new index holds nothing, whatever earlier pushes sent to one of this name.
  if (created) known.clear();
  const work = { out, folders, index: destination.index, client, known, how: { ...how, clock }, warn };
  const report = await pushAll(work);
  return { to: destination.index, created, ...report };
}

/** A server that cannot be reached: what is there stays there. */
function withHint(thrown: unknown): unknown {
  if (!(thrown instanceof InputError)) return thrown;
  return new InputError(thrown.message, { hint: 'push again: it continues where it stopped', cause: thrown });
}

interface Work {
  readonly out: string;
  /** Those of its rounds, where it is a monitored collection. */
  readonly folders: readonly string[];
  readonly index: string;
  readonly client: BulkClient;
  readonly known: Pushed;
  readonly how: PushHow & { readonly clock: Clock };
  readonly warn: (message: string) => void;
}

type Counts = { -readonly [Name in Exclude<keyof PushReport, 'to' | 'created' | 'failures'>]: number };

async function pushAll(work: Work): Promise<Counts & Pick<PushReport, 'failures'>> {
  const { folders, known, how } = work;
  const counts: Counts = { pages: 0, sent: 0, unchanged: 0, deleted: 0, unreadable: 0, failed: 0 };
  const failures: Refused[] = [];
  const send = sender(work, counts, failures);
  try {
    const accepted = new Set<string>();
    for await (const { id, url, document } of pagesOfFolders(folders, work.warn)) {
      how.signal?.throwIfAborted();
      counts.pages += 1;
      accepted.add(id);
      if (document === undefined) {
        counts.unreadable += 1;
        continue;
      }
      const source = JSON.stringify(document);
      if (known.get(id) === checksumOf(source)) counts.unchanged += 1;
      else await send.add({ id, url, source });
    }
    for (const id of known.keys()) if (!accepted.has(id)) await send.add({ id, url: `document ${id}` });
    await send.rest();
  } catch (thrown) {
    await saveAll(work, thrown);
    throw thrown;
  }
  await writePushed(work.out, work.index, known);
  return { ...counts, failures };
}

/** Saves what was sent before a failure, which is the error that counts. */
async function saveAll({ out, index, known, warn }: Work, failure: unknown): Promise<void> {
  try {
    await writePushed(out, index, known);
  } catch (thrown) {
    if (!(thrown instanceof SfwcError) || thrown === failure) throw thrown;
    warn(thrown.message);
  }
}

function checksumOf(source: string): string {
  return sha256(source).slice(0, 16);
}

/** Collects changes, and sends them in batches. */
function sender(
  { out, index, client, known, how, warn }: Work,
  counts: Counts,
  failures: Refused[],
): { readonly add: (change: Change) => Promise<void>; readonly rest: () => Promise<void> } {
  let [batch, bytes, saved]: [Change[], number, number] = [[], 0, how.clock.now()];
  const rest = async (): Promise<void> => {
    if (batch.length === 0) return;
    how.signal?.throwIfAborted();
    const changes = batch;
    [batch, bytes] = [[], 0];
    const refused = await client.send(changes);
    tell(refused, failures, counts, warn);
    const failed = new Set(refused.map(({ id }) => id));
    for (const change of changes.filter(({ id }) => !failed.has(id))) take(change, known, counts);
    how.onProgress?.({ done: counts.sent + counts.unchanged + counts.deleted });
    if (how.clock.now() - saved < SAVE_EVERY) return;
    await writePushed(out, index, known);
    saved = how.clock.now();
  };
  return {
    rest,
    async add(change) {
      const size = Buffer.byteLength(change.source ?? '') + change.id.length;
      if (batch.length >= BATCH.documents || bytes + size > BATCH.bytes) await rest();
      batch.push(change);
      bytes += size;
    },
  };
}

function take({ id, source }: Change, known: Pushed, counts: Counts): void {
  if (source === undefined) {
    known.delete(id);
    counts.deleted += 1;
    return;
  }
  known.set(id, checksumOf(source));
  counts.sent += 1;
}

function tell(
  refused: readonly Refused[],
  failures: Refused[],
  counts: Counts,
  warn: (message: string) => void,
): void {
  for (const one of refused) {
    counts.failed += 1;
    if (failures.length < MOST.listed) failures.push(one);
    if (counts.failed <= MOST.told) warn(`${one.url}: not taken: status ${one.status}: ${one.reason}`);
    if (counts.failed === MOST.told) warn('further pages that are not taken are counted only');
  }
}
