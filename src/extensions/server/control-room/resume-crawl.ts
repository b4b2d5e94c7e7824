import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrawlStatus } from '../../../app/crawl/crawl-status.js';
import { isCrawlRunning } from '../../../crawling/store/crawl-store.js';
import type { WaitingCommand } from '../../../crawling/steering/command-folder.js';
import { makeTemporaryFolder } from '../../../support/files/temporary-folder.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { Problem } from '../problem.js';

/** Way of continuing a crawl that is not running. JSON. */
export interface ResumeWay {
  /** Pages in all up to which it would run, where its limit has to be raised. */
  readonly maxPages?: number;
}

/** Milliseconds between two looks whether the crawl runs, and after which it is left to start alone. */
const [LOOK_EVERY, PATIENCE] = [100, 60_000];
/** Lines of its messages that say why a process ended. */
const LINES = 6;

/** Way of continuing a crawl; undefined if it is running, shared, or has nothing left to request. */
export function resumeWay(
  { state, part, counts, maxPages }: Pick<CrawlStatus, 'state' | 'part' | 'counts' | 'maxPages'>,
  waiting: readonly Pick<WaitingCommand, 'action'>[],
): ResumeWay | undefined {
  if (part !== undefined || state === 'running') return undefined;
  if (state === 'stopped' || state === 'interrupted' || state === 'gave-up') return {};
  const isSeeded = waiting.some(({ action }) => action.kind === 'seed');
  if (state === 'nothing-left') return isSeeded ? {} : undefined;
  if (state !== 'max-pages' || (counts.queued === 0 && !isSeeded)) return undefined;
  return { maxPages: 2 * Math.max(maxPages, counts.fetched) };
}

/**
 * Continues a crawl in a process of its own, which does not end with this one.
 * @param main the file that runs the commands; default: that of this package
 * @returns once the crawl runs, or has ended again because nothing was left
 * @throws Problem with what the process said, where it ended with an error
 */
export async function resumeCrawl(
  out: string,
  { maxPages }: ResumeWay,
  signal: AbortSignal,
  main = packagedPath('dist/cli/main.js'),
): Promise<{ readonly running: boolean }> {
  if (isCrawlRunning(out)) throw new Problem(409, 'the crawl is running already');
  const folder = await makeTemporaryFolder('resume');
  const log = path.join(folder.path, 'log');
  const file = await open(log, 'w');
  try {
    const limit = maxPages === undefined ? [] : ['--max-pages', String(maxPages)];
    const child = spawn(process.execPath, [main, 'crawl', '--resume', '--out', out, ...limit], {
      detached: true,
      stdio: ['ignore', file.fd, file.fd],
    });
    child.unref();
    return await started(child, out, log, signal);
  } finally {
    await file.close();
    // The process keeps its log open.
    await folder.remove();
  }
}

async function started(
  child: ChildProcess,
  out: string,
  log: string,
  signal: AbortSignal,
): Promise<{ readonly running: boolean }> {
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  for (const until = Date.now() + PATIENCE; Date.now() < until && !signal.aborted;) {
    if (failure !== undefined) throw new Problem(500, `the crawl cannot be resumed: ${failure.message}`);
    if (child.exitCode === 0) return { running: false };
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Problem(409, `the crawl cannot be resumed: ${await lastLines(log)}`);
    if (isCrawlRunning(out)) return { running: true };
    await sleep(LOOK_EVERY);
  }
  return { running: isCrawlRunning(out) };
}

async function lastLines(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? 'its process ended' : lines.slice(-LINES).join(' ').trim();
}
