import type { RenderedVersion } from '../../model/archive.js';
import type { CrawlEvent, Priority, QueuedUrl } from '../../model/crawl-event.js';
import { messageOf, OutputError, SfwcError } from '../../model/errors.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { without } from '../../support/without.js';
import type { Batching, CrawlParts, CrawlRecord } from './crawl-types.js';
import { isCorrection } from './rejudging.js';
import type { Tally } from './tally.js';

/** A judged page whose links are to be followed. */
export interface LinkSource {
  /** The entry under which the crawl fetched the page. */
  readonly entry: QueuedUrl;
  readonly page: Page;
  readonly judgement: Judgement;
}

/** Outcome of the visit of a URL: its event apart from where the URL came from. */
export interface Outcome extends Omit<
  CrawlEvent,
  'sequence' | 'time' | 'url' | 'depth' | 'referrer' | 'anchorText' | 'priority' | 'sample'
> {
  readonly page?: Page;
  /** The body that the page was read from: as received, as its scripts made it, or HTML made of a document. */
  readonly body?: Uint8Array;
  /** Document that the body was made of. */
  readonly source?: Uint8Array;
  /** Page as its scripts left it, for the archive. */
  readonly rendered?: RenderedVersion;
  /** True for a rejected page whose body is to be kept, since it may be accepted later. */
  readonly aside?: boolean;
  /** The page whose links are to be followed, its distinct links, its body, and whether other links come before its own. */
  readonly follow?: LinkSource & {
    readonly links: readonly PageLink[];
    readonly body: Uint8Array;
    readonly isFirstChoice: boolean;
  };
}

/** Makes events of outcomes and hands them on. */
export type Recorder = ReturnType<typeof createRecorder>;

/** Each record at once. */
const SINGLE: Batching = { records: 1, milliseconds: 0 };

/** Services that a recorder needs. */
interface RecorderParts extends Pick<CrawlParts, 'clock' | 'priority' | 'sink' | 'batch'> {
  /** Makes durable what the steps did. */
  readonly commit: () => void | Promise<void>;
  /** Called when a batch cannot be committed or handed on. */
  readonly failed: () => void;
  readonly tally: Tally;
  /** Called for each record, when its URL has come to its end. */
  readonly progress: () => void;
  /** The number of the last event before. */
  readonly sequence: number;
}

/** A recorder whose first event has the next number. */
export function createRecorder(parts: RecorderParts) {
  const { batch: batching = SINGLE } = parts;
  let { sequence } = parts;
  let failure: { readonly thrown: unknown } | undefined;
  let batch: CrawlRecord[] = [];
  /** The first record is a batch of its own: observers see at once that the crawl works. */
  let isFirst = true;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();

  async function hand(records: readonly CrawlRecord[]): Promise<void> {
    try {
      await parts.sink(records);
    } catch (thrown) {
      if (thrown instanceof SfwcError) throw thrown;
      throw new OutputError(`the crawl's results cannot be written: ${messageOf(thrown)}`, { cause: thrown });
    }
  }

  /** Reports only what is durable. */
  function send(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const records = batch;
    batch = [];
    try {
      const committing = parts.commit();
      if (committing !== undefined) written = Promise.all([written, committing]).then(() => undefined);
      if (records.length > 0) written = written.then(() => hand(records));
    } catch (thrown) {
      failure ??= { thrown };
      written = written.then(() => Promise.reject(thrown as Error));
    }
    written.catch(parts.failed);
    return written;
  }

  return {
    /** The number of the last event. */
    get sequence(): number {
      return sequence;
    },
    /** Numbers the event, counts it and tells the strategy, which hears of each page once. */
    take(entry: QueuedUrl, outcome: Outcome): CrawlRecord {
      sequence += 1;
      const record = toRecord(sequence, parts.clock.now(), entry, outcome);
      parts.tally.countEvent(record.event);
      if (record.event.rejudged === undefined) parts.priority.observe?.(record.event, record.page);
      else if (isCorrection(record.event)) parts.priority.correct?.(record.event);
      return record;
    },
    /**
     * Runs a step that takes a record, unless an earlier one failed: then the numbers and counts are those of a step that
     * was undone, and nothing may be built on them. @throws what the step threw, or an earlier one
     */
    whole<T>(step: () => T): T {
      if (failure !== undefined) throw failure.thrown;
      try {
        return step();
      } catch (thrown) {
        failure = { thrown };
        throw thrown;
      }
    },
    /**
     * Adds a record to the batch. A batch that is full, or whose first record has waited long enough, is committed, and then
     * handed to the sink. Waits until the sink has the batches before, and this one where it is full.
     * @throws OutputError when a batch cannot be committed or the sink fails, now or earlier
     */
    deliver(record: CrawlRecord): Promise<void> {
      batch.push(record);
      parts.progress();
      if (isFirst || batch.length >= batching.records) {
        isFirst = false;
        return send();
      }
      timer ??= setTimeout(() => void send().catch(() => undefined), batching.milliseconds);
      return written;
    },
    /** Commits what there is, and waits until the sink has it. @throws as {@link Recorder.deliver} */
    flush: send,
  };
}

/** Features that an event names of a priority. */
const MAX_CONTRIBUTIONS = 3;

/** Drops the strategy's private state. */
function shown({ value, reason, contributions }: Priority): Priority {
  return { value, reason, contributions: contributions?.slice(0, MAX_CONTRIBUTIONS) };
}

function toRecord(sequence: number, now: number, entry: QueuedUrl, outcome: Outcome): CrawlRecord {
  const kept = without(outcome, 'follow', 'aside', 'rendered', 'source');
  const { page, body, state, code, message, ...rest } = kept;
  const { url, depth, referrer, anchorText, listed, priority, sample } = entry;
  const event: CrawlEvent = given({
    ...{ sequence, time: new Date(now).toISOString(), url, state, code, message },
    ...{ depth, referrer, anchorText, listed },
    // Seeds were not ranked by a strategy.
    ...(referrer !== undefined && { priority: shown(priority) }),
    ...(sample !== undefined && { sample: true as const }),
    ...rest,
  });
  return given({ event, page, body });
}
