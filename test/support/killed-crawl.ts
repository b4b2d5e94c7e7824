import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import { seededRandom } from '../../src/support/random.js';
import { without } from '../../src/support/without.js';
import { openSampleWeb } from '../../src/extensions/archives/open-web.js';
import { serveWeb } from '../../src/extensions/archives/web-server.js';
import { ROOT, start } from '../cli/run.js';

/** The sample web, served, which can tell of a request. */
export type WatchedWeb = Awaited<ReturnType<typeof startWatchedWeb>>;

export async function startWatchedWeb(topic: string) {
  const web = await openSampleWeb(path.join(ROOT, 'corpora/sample-web'));
  /** Pages that were asked for, in their order; `onRequest` is called at each of them. */
  const watched = { asked: [] as string[], onRequest: (): void => undefined };
  const server = await serveWeb({
    ...web,
    answer: (url) => {
      if (!url.endsWith('/robots.txt')) {
        watched.asked.push(url);
        watched.onRequest();
      }
      return web.answer(url);
    },
  });
  return Object.assign(watched, {
    seed: web.manifest.seeds[topic]?.[0] ?? '',
    connect: `*=${server.address}:${server.port}`,
    close: () => server.close(),
  });
}

/** Waits for the end of a process. Returns its exit code; null when it was killed. */
export function ended(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.on('exit', (code) => resolve(code)));
}

/**
 * Runs a crawl, kills it at random moments, and resumes it each time, until it comes to its end.
 *
 * @param begin arguments of the crawl without --out
 * @param kills how often it is killed
 * @param apart requests between two kills at most
 * @returns its last exit code, and how often it was killed
 */
export async function crawlAndKill(
  web: WatchedWeb,
  begin: readonly string[],
  out: string,
  kills: number,
  seed: number,
  apart = 3,
): Promise<{ readonly code: number | null; readonly killed: number }> {
  const random = seededRandom(seed);
  let killed = 0;
  let begun = false;
  for (;;) {
    const child = start(begun ? ['crawl', '--resume', '--out', out] : ['crawl', ...begin, '--out', out]);
    // A kill may come before anything was written.
    const last = killed >= kills;
    let left = 1 + Math.floor(random() * apart);
    const delay = random() * 40;
    web.onRequest = () => {
      left -= 1;
      if (!last && left === 0) void wait(delay).then(() => child.kill('SIGKILL'));
    };
    const code = await ended(child);
    web.onRequest = () => undefined;
    begun = true;
    if (code !== null) return { code, killed };
    killed += 1;
  }
}

/** The events of a crawl without their times, those of verdicts that changed included. */
export async function eventsWithoutTimes(out: string): Promise<Omit<CrawlEvent, 'time'>[]> {
  const lines = (await readFile(path.join(out, 'events.jsonl'), 'utf8')).trim().split('\n');
  return lines.map((line) => {
    const event = without(JSON.parse(line) as CrawlEvent, 'time', 'capturedAt');
    const { rejudged } = event;
    return rejudged === undefined ? event : { ...event, rejudged: { ...rejudged, time: '' } };
  });
}

/** The counters of a crawl. */
export async function countersOf(out: string): Promise<Record<string, unknown>> {
  const { summary } = JSON.parse(await readFile(path.join(out, 'crawl.json'), 'utf8')) as {
    summary: Record<string, unknown>;
  };
  return without(summary, 'startedAt', 'endedAt', 'seconds');
}
