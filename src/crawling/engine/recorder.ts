import type { RenderedVersion } from '../../model/archive.js';
import type { CrawlEvent, Priority, QueuedUrl } from '../../model/crawl-event.js';
import { messageOf, OutputError, SfwcError } from '../../model/errors.js';
import type { Page, PageLink } from '../../model/page.js';
import type { Judgement } from '../../model/topic.js';
import { given } from '../../support/given.js';
import { runInSteps } from '../../support/interruptible.js';
import { takeTurns } from '../../support/take-turns.js';
import { without } from '../../support/without.js';
import type { CrawlDeps, CrawlRecord } from './crawl-types.js';
import { isCorrection } from './rejudging.js';
import type { Tally } from './tally.js';

/** A judged page whose links are to be followed. */
export interface Following {
  /** The entry under which the crawl fetched the page. */
  readonly entry: QueuedUrl;
  readonly page: Page;
  readonly judgement: Judgement;
  readonly links: readonly PageLink[];
  /** Its body, to replay its links to the strategy of a resumed crawl. A page that may not be kept has none. */
  readonly body: Uint8Array | undefined;
  /** False where other links come before its own. */
  readonly isFirstChoice: boolean;
}

/** Outcome of the visit of a URL: its event apart from where the URL came from. */
export interface Outcome extends Omit<
  CrawlEvent,
  'sequence' | 'time' | 'url' | 'depth' | 'referrer' | 'anchorText' | 'priority' | 'sample'
> {
  readonly page?: Page;
  /** The body that the page was read from, and the document that it was made of, where it was. */
  readonly body?: Uint8Array;
  readonly source?: Uint8Array;
  /** Page as its scripts left it, for the archive. */
  readonly rendered?: RenderedVersion;
  /** True for a rejected page whose body is to be kept, since it may be accepted later. */
  readonly aside?: boolean;
  readonly follow?: Following;
}

interface RecorderDeps extends Pick<CrawlDeps, 'clock' | 'priority' | 'sink' | 'batch' | 'untimed'> {
  /** Makes durable what the steps did. */
  readonly commit: () => void | Promise<void>;
  /** Called when a batch cannot be committed or handed on. */
  readonly failed: () => void;
  readonly tally: Tally;
  readonly progress: () => void;
}

/** Makes events of outcomes and hands them on, in batches. */
export class Recorder {
  private failure: { readonly thrown: unknown; readonly isTorn: boolean } | undefined;
  /** True while a step has been done in part. */
  private isPaused = false;
  private batch: CrawlRecord[] = [];
  /** The first record is a batch of its own: observers see at once that the crawl works. */
  private isFirst = true;
  private timer: NodeJS.Timeout | undefined;
  private written: Promise<void> = Promise.resolve();
  private readonly inTurn = takeTurns();

  /** @param sequence the number of the last event */
  constructor(
    private readonly deps: RecorderDeps,
    public sequence = 0,
  ) {}

  /** Numbers the event, counts it and tells the strategy, which hears of each page once. */
  take(entry: QueuedUrl, outcome: Outcome): CrawlRecord {
    const { tally, priority, clock } = this.deps;
    this.sequence += 1;
    const record = toRecord(this.sequence, clock.now(), entry, outcome);
    tally.countEvent(record.event);
    if (record.event.rejudged === undefined) priority.observe?.(record.event, record.page);
    else if (isCorrection(record.event)) priority.correct?.(record.event);
    return record;
  }

  /** Runs a step, unless an earlier one failed and was undone. @throws what the step threw, or an earlier one */
  whole<T>(step: () => T): T {
    if (this.failure !== undefined) throw this.failure.thrown;
    try {
      return step();
    } catch (thrown) {
      this.failure = { thrown, isTorn: this.isPaused };
      throw thrown;
    }
  }

  /**
   * Runs a step that takes a record, with a pause at each `yield`: a page of thousands of links keeps nobody waiting. Meanwhile no other
   * such step begins, and nothing is committed. It ends when the record is in the batch.
   * @param together runs what comes between two pauses, all of it or none @throws as {@link whole}
   * @returns a function that waits for the records before, and for this one where the batch is full; it throws OutputError when one fails
   */
  record(
    parts: Generator<void, CrawlRecord>,
    together: <T>(act: () => T) => T,
  ): Promise<() => Promise<void>> {
    const next = (): IteratorResult<void, CrawlRecord> => {
      const part = this.whole(() => together(() => parts.next()));
      this.isPaused = part.done !== true;
      return part;
    };
    const { untimed = <T>(work: Promise<T>) => work, batch = { records: 1, milliseconds: 0 } } = this.deps;
    return this.inTurn(async () => {
      this.batch.push(await untimed(runInSteps({ next }, undefined)));
      this.deps.progress();
      const isDue = this.isFirst || this.batch.length >= batch.records;
      this.isFirst = false;
      if (!isDue)
        this.timer ??= setTimeout(() => void this.flush().catch(() => undefined), batch.milliseconds);
      const delivered = isDue ? this.commit() : this.written;
      return () => delivered;
    });
  }

  /** Commits what there is once no step is under way, and waits until the sink has it. @throws OutputError when one fails */
  async flush(): Promise<void> {
    const { written } = await this.inTurn(() => Promise.resolve({ written: this.commit() }));
    await written;
  }

  private commit(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const records = this.batch;
    this.batch = [];
    try {
      // A step that was done in part is none.
      if (this.failure?.isTorn === true) throw this.failure.thrown;
      const committing = this.deps.commit();
      if (committing !== undefined)
        this.written = Promise.all([this.written, committing]).then(() => undefined);
      // Reports only what is durable.
      if (records.length > 0) this.written = this.written.then(() => this.hand(records));
    } catch (thrown) {
      this.failure ??= { thrown, isTorn: false };
      this.written = this.written.then(() => Promise.reject(thrown as Error));
    }
    this.written.catch(() => this.deps.failed());
    return this.written;
  }

  private async hand(records: readonly CrawlRecord[]): Promise<void> {
    try {
      await this.deps.sink(records);
    } catch (cause) {
      if (cause instanceof SfwcError) throw cause;
      throw new OutputError(`the crawl's results cannot be written: ${messageOf(cause)}`, { cause });
    }
  }
}

/** A priority for an event: without the strategy's private state. */
function shown({ value, reason, contributions }: Priority): Priority {
  return { value, reason, contributions: contributions?.slice(0, 3) };
}

function toRecord(sequence: number, now: number, entry: QueuedUrl, outcome: Outcome): CrawlRecord {
  const said = without(outcome, 'follow', 'aside', 'rendered', 'source');
  const { page, body, state, code, message, ...rest } = said;
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
