import { randomBytes } from 'node:crypto';
import { messageOf, SfwcError } from '../../../model/errors.js';
import { sentenceOf } from '../../../support/text/sentence.js';
import { Problem } from '../http.js';

/** Jobs that are remembered after their end. */
const REMEMBERED = 200;

/** A piece of work that takes longer than a request. JSON. */
export interface Job {
  readonly id: string;
  readonly kind: 'build' | 'judge' | 'seeds' | 'fetch' | 'export';
  /** The topic or crawl that it is for. */
  readonly about: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  /** The present step, in words. */
  readonly text: string;
  readonly done?: number;
  readonly total?: number;
  /** Why it failed. */
  readonly problem?: string;
  /** Warnings, and items that were skipped. */
  readonly notes: readonly string[];
  /** Depends on the kind. */
  readonly result?: unknown;
}

/** Reports of a job while it runs. */
export interface JobReport {
  readonly text?: string;
  readonly done?: number;
  readonly total?: number;
  readonly note?: string;
}

/** The work of a job. @returns its result */
export type JobWork = (report: (told: JobReport) => void, signal: AbortSignal) => Promise<unknown>;

interface Held {
  job: Job;
  readonly stopping: AbortController;
  readonly ended: Promise<void>;
}

/** The jobs of a server. */
export function createJobs() {
  const held = new Map<string, Held>();
  const find = (id: string): Held => {
    const found = held.get(id);
    if (found === undefined)
      throw new Problem(404, 'the job does not exist; the server may have been started again');
    return found;
  };
  return {
    /** @throws Problem 409 where a job of this kind is running for the same thing */
    start(kind: Job['kind'], about: string, work: JobWork): Job {
      const isBusy = [...held.values()].some(
        ({ job }) => job.state === 'running' && job.kind === kind && job.about === about,
      );
      // Judging and exports do not write where another one writes.
      if (isBusy && !['judge', 'export'].includes(kind))
        throw new Problem(409, `a job of this kind is running for '${about}' already`);
      forgetEnded(held);
      const id = randomBytes(12).toString('hex');
      const stopping = new AbortController();
      const one: { job: Job } = { job: { id, kind, about, state: 'running', text: 'starting', notes: [] } };
      const ended = carryOut(one, work, stopping.signal);
      held.set(id, Object.assign(one, { stopping, ended }));
      return one.job;
    },
    list: (): readonly Job[] => [...held.values()].map(({ job }) => job),
    /** @throws Problem 404 */
    find: (id: string): Job => find(id).job,
    /** Asks a job to end. @throws Problem 404 */
    cancel(id: string): Job {
      const found = find(id);
      found.stopping.abort(new Error('cancelled'));
      return found.job;
    },
    /** Ends all jobs, and waits for their ends. */
    async close(): Promise<void> {
      for (const { stopping } of held.values()) stopping.abort(new Error('closed'));
      await Promise.all([...held.values()].map(({ ended }) => ended));
    },
  };
}

function forgetEnded(held: Map<string, Held>): void {
  for (const [id, { job }] of held) {
    if (held.size <= REMEMBERED) return;
    if (job.state !== 'running') held.delete(id);
  }
}

/** Notes that are kept of a job. */
const MAX_NOTES = 100;

async function carryOut(one: { job: Job }, work: JobWork, signal: AbortSignal): Promise<void> {
  const report = ({ note, ...told }: JobReport): void => {
    const notes =
      note === undefined || one.job.notes.length >= MAX_NOTES ? one.job.notes : [...one.job.notes, note];
    one.job = { ...one.job, ...told, notes };
  };
  try {
    const result = await work(report, signal);
    one.job = { ...one.job, state: 'done', text: 'done', result };
  } catch (thrown) {
    const state = signal.aborted ? 'cancelled' : 'failed';
    const problem = thrown instanceof SfwcError ? sentenceOf(thrown) : messageOf(thrown);
    one.job = { ...one.job, state, text: state, problem };
  }
}
